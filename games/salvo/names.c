// SPDX-License-Identifier: Apache-2.0
// Names of pieces and of places on the board; every other domain has a table.
//
//   token    1 .. 160, w1 .. w12, e1 .. e12       T1 .. T16, O1 .. O5, zone_west, zone_east, edge
//   spoken   figure 5 (Fusiliers), unit w1 (...)   T7, objective O2, West zone
#include "salvo.h"

#include "words.h"

static const char side_letter[SEATS] = {'w', 'e'};

static void put_unit_token(sv_text *text, int unit) {
    sv_put_char(text, side_letter[sv_side(unit)]);
    sv_put_number(text, unit % UNITS_SIDE + 1);
}

// " (Fusiliers)", when one knows who plays.
static void put_kind(sv_text *text, const sv_table *t, int unit, gg_form form) {
    if (!t || !sv_exists(t, unit)) return;
    const gg_name *name = &sv_unit_short_names[t->unit[unit].type];
    sv_put_words(text, " (");
    sv_put_words(text, form == GG_FORM_FR ? name->fr : name->en);
    sv_put_char(text, ')');
}

static void put_unit(sv_text *text, const sv_table *t, int unit, gg_form form) {
    if (form == GG_FORM_TOKEN) {
        put_unit_token(text, unit);
        return;
    }
    sv_put_words(text, form == GG_FORM_FR ? "unité " : "unit ");
    put_unit_token(text, unit);
    put_kind(text, t, unit, form);
}

static void put_piece(sv_text *text, const sv_table *t, unsigned piece, gg_form form) {
    if (piece >= FIGURES) {
        put_unit(text, t, (int)piece - FIGURES, form);
        return;
    }
    if (form != GG_FORM_TOKEN) sv_put_words(text, form == GG_FORM_FR ? "figurine " : "figure ");
    sv_put_number(text, (int)piece + 1);
    if (form == GG_FORM_TOKEN || !t || t->unit_of[piece] == NO_UNIT) return;
    put_kind(text, t, t->unit_of[piece], form);
}

// What the board does not have has no name.
static void put_place(sv_text *text, const sv_table *t, unsigned cell, gg_form form) {
    static const gg_name zones[] = {
        {"zone_west", "zone de l'Ouest", "West zone", 0},
        {"zone_east", "zone de l'Est", "East zone", 0},
        {"edge", "hors de la table", "off the table", 0},
    };
    if (cell >= CELL_ZONE) {
        const gg_name *name = &zones[cell - CELL_ZONE];
        sv_put_words(text, form == GG_FORM_TOKEN ? name->token
                                                 : (form == GG_FORM_FR ? name->fr : name->en));
    } else if (cell >= CELL_OBJECTIVE) {
        unsigned i = cell - CELL_OBJECTIVE;
        if (t && i >= t->board.objectives) return;
        if (form == GG_FORM_FR) sv_put_words(text, "objectif ");
        if (form == GG_FORM_EN) sv_put_words(text, "objective ");
        sv_put_char(text, 'O');
        sv_put_number(text, (int)i + 1);
    } else if (!t || cell < t->board.pieces) {
        sv_put_char(text, 'T');
        sv_put_number(text, (int)cell + 1);
    }
}

size_t sv_name(const void *t, unsigned domain, unsigned value, gg_form form, char *out,
               size_t cap) {
    sv_text text = {out, cap, 0};
    if (domain == D_PIECE && value < PIECES)
        put_piece(&text, t, value, form);
    else if (domain == D_SCENERY && value < BOARD_CELLS)
        put_place(&text, t, value, form);
    return sv_close_text(&text);
}

// Pieces are feminine (une unité, une figurine); one is "en T7".
unsigned sv_facts(const void *t, unsigned domain, unsigned value) {
    (void)t;
    if (domain == D_PIECE) return GG_F | GG_ART;
    if (domain != D_SCENERY || value == CELL_ZONE + SEATS) return 0;
    if (value >= CELL_ZONE) return GG_F | GG_ART | GG_THE;
    return value >= CELL_OBJECTIVE ? GG_ART : GG_EN_LOC;
}
