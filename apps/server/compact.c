// SPDX-License-Identifier: Apache-2.0
// Compact changes: what a reader has been given before is not told again. Names of pieces are said
// once, sentences of the log, prompts and names of places stand in the facts of the game, so
// numbers do. docs/api/README.md has the form; a game whose names change with the state is told
// plainly.
#include <string.h>

#include "change.h"

// ----------------------------------------------------------------------------------------- actions
static unsigned operands_of(const gg_game *game, gg_action action) {
    const uint8_t *domain = game->verbs[gg_verb_of(action)].domain;
    unsigned n = 0;
    while (n < GG_OPERANDS && domain[n]) n++;
    return n;
}

// Do both differ in the last operand alone?
static bool run_on(gg_action a, gg_action b, unsigned operands) {
    unsigned below = operands ? 15 * (GG_OPERANDS - operands + 1) : 0;
    return operands && a >> below == b >> below;
}

// Runs of actions that differ in their last operand: [verb, operand ..., [last, last ...]].
void srv_compact_actions(gg_json *json, const gg_game *game, const uint64_t *action,
                         uint32_t count) {
    for (uint32_t i = 0; i < count;) {
        unsigned operands = operands_of(game, action[i]);
        uint32_t end = i + 1;
        while (end < count && run_on(action[i], action[end], operands)) end++;
        gg_json_open(json, NULL, '[');
        gg_json_integer(json, NULL, gg_verb_of(action[i]));
        for (unsigned k = 0; k + 1 < operands; k++)
            gg_json_integer(json, NULL, gg_operand(action[i], k));
        if (operands) gg_json_open(json, NULL, '[');
        for (; operands && i < end; i++)
            gg_json_integer(json, NULL, gg_operand(action[i], operands - 1));
        if (operands) gg_json_close(json, ']');
        gg_json_close(json, ']');
        i = end;
    }
}

// ------------------------------------------------------------------------------------------ pieces
enum { NO_OWNER = -1, FACTS = 11, FACT_VALUES = 1 << FACTS, WHOLE = 1 << 12, NAMED = 1 << 13 };

static void facts_of(const gg_piece *piece, int fact[FACTS]) {
    const int list[FACTS] = {
        piece->face,   piece->surface, piece->owner == GG_NOBODY ? NO_OWNER : piece->owner,
        piece->cell,   piece->x,       piece->y,
        piece->radius, piece->layer,   piece->flags,
        piece->on,     piece->group};
    memcpy(fact, list, sizeof list);
}

static void put_names(gg_json *json, const gg_position *at, const gg_piece *piece) {
    const gg_game *game = at->game;
    char text[512];
    gg_json_open(json, NULL, '[');
    for (unsigned form = GG_FORM_FR; form <= GG_FORM_TOKEN; form++)
        gg_json_string(json, NULL,
                       gg_name_into(game, at->table, at->state, game->piece_domain, piece->handle,
                                    (gg_form)form, text, sizeof text)
                           ? text
                           : NULL);
    for (unsigned lang = GG_FR; game->show.about && lang <= GG_EN; lang++)
        gg_json_string(json, NULL,
                       game->show.about(at->table, game->piece_domain, piece->handle, (gg_lang)lang,
                                        text, sizeof text)
                           ? text
                           : NULL);
    gg_json_close(json, ']');
}

static bool is_named(const srv_shown *shown, unsigned handle) {
    return handle < NAMED_MOST && shown->named[handle / 64] >> (handle % 64) & 1;
}

static void mark_named(srv_shown *shown, unsigned handle) {
    if (handle < NAMED_MOST) shown->named[handle / 64] |= UINT64_C(1) << (handle % 64);
}

// [handle, which, fact ..., values?, names?]: `which` has a bit for each fact told. A piece that is
// not known differs from an empty one.
static void put_piece(const change *c, const gg_piece *piece, const gg_piece *known) {
    static const gg_piece empty = {
        .owner = GG_NOBODY, .cell = GG_NO_CELL, .on = GG_NO_HANDLE, .group = GG_NO_HANDLE};
    const gg_piece *from = known ? known : &empty;
    int old[FACTS], now[FACTS];
    int which = known ? 0 : WHOLE;
    bool nameable = c->at->game->piece_domain && piece->handle < GG_HANDLE_HIDDEN;
    facts_of(from, old);
    facts_of(piece, now);
    for (unsigned i = 0; i < FACTS; i++) which |= (old[i] != now[i]) << i;
    if (memcmp(from->value, piece->value, sizeof piece->value) != 0) which |= FACT_VALUES;
    if (!known && nameable && !is_named(c->now, piece->handle)) which |= NAMED;
    gg_json_open(c->json, NULL, '[');
    gg_json_integer(c->json, NULL, piece->handle);
    gg_json_integer(c->json, NULL, which);
    for (unsigned i = 0; i < FACTS; i++)
        if (which >> i & 1) gg_json_integer(c->json, NULL, now[i]);
    if (which & FACT_VALUES) {
        gg_json_open(c->json, NULL, '[');
        for (unsigned i = 0; i < GG_PIECE_VALUES; i++)
            gg_json_integer(c->json, NULL, piece->value[i]);
        gg_json_close(c->json, ']');
    }
    if (which & NAMED) {
        put_names(c->json, c->at, piece);
        mark_named(c->now, piece->handle);
    }
    gg_json_close(c->json, ']');
}

void srv_compact_pieces(const change *c, uint32_t at, uint32_t count) {
    for (uint32_t i = at; i < at + count; i++)
        put_piece(c, &c->sv->view.piece[i], srv_known_piece(c, i));
}

// ----------------------------------------------------------------------------------------- members
// [seat, node, acting]: the prompts are the node's.
static void put_turn(const change *c) {
    gg_json_open(c->json, "at", '[');
    if (c->result.over)
        gg_json_null(c->json, NULL);
    else if (c->turn.seat < c->m->game->seats)
        gg_json_integer(c->json, NULL, c->turn.seat);
    else
        gg_json_string(c->json, NULL, gg_seat_token(c->m->game, c->turn.seat));
    gg_json_integer(c->json, NULL, c->turn.node);
    gg_json_integer(c->json, NULL, c->acting);
    gg_json_close(c->json, ']');
}

// Only values that are new, as [place, value], unless something else about them is.
static void put_gauges(const change *c) {
    const gg_view *view = &c->sv->view;
    const srv_shown *base = c->base;
    bool alike = base->gauges == view->gauges;
    for (unsigned i = 0; alike && i < view->gauges; i++) {
        const gg_gauge *a = &base->gauge[i], *b = &view->gauge[i];
        alike = a->label == b->label && a->owner == b->owner && a->max == b->max;
    }
    if (!alike) {
        gg_json_gauges(c->json, view);
        return;
    }
    gg_json_open(c->json, "gauge", '[');
    for (unsigned i = 0; i < view->gauges; i++) {
        if (base->gauge[i].value == view->gauge[i].value) continue;
        gg_json_open(c->json, NULL, '[');
        gg_json_integer(c->json, NULL, i);
        gg_json_integer(c->json, NULL, view->gauge[i].value);
        gg_json_close(c->json, ']');
    }
    gg_json_close(c->json, ']');
}

// [how many stay, run ...]: the steps after those.
static void put_draft(const change *c) {
    const uint64_t *old = srv_shown_draft(c->base), *now = srv_shown_draft(c->now);
    uint32_t same = 0;
    while (same < c->base->drafted && same < c->now->drafted && old[same] == now[same]) same++;
    gg_json_open(c->json, "steps", '[');
    gg_json_integer(c->json, NULL, same);
    srv_compact_actions(c->json, c->at->game, now + same, c->now->drafted - same);
    gg_json_close(c->json, ']');
}

// It can be taken back: 0. Else the number of the reason, which is said with it the first time.
static void put_undo(const change *c) {
    srv_shown *now = c->now;
    const char *fr = gg_match_undo_refusal(c->m->match, c->viewer, GG_FR);
    const char *en = gg_match_undo_refusal(c->m->match, c->viewer, GG_EN);
    uint32_t at = 0;
    while (fr && at < now->reasons && now->reason[at] != en) at++;
    bool known = !fr || at < now->reasons;
    if (!known && at < REASONS_MOST) now->reason[now->reasons++] = en;
    gg_json_open(c->json, "takes", '[');
    gg_json_integer(c->json, NULL, fr ? at + 1 : 0);
    if (!known) gg_json_string(c->json, NULL, fr);
    if (!known) gg_json_string(c->json, NULL, en);
    gg_json_close(c->json, ']');
}

static void put_result(const change *c) {
    srv_json_result(c->json, c->m->game, &c->result);
}

void srv_compact_member(const change *c, member which) {
    switch (which) {
    case M_SEATS: srv_json_seats(c->json, c->m); break;
    case M_TURN: put_turn(c); break;
    case M_RESULT: put_result(c); break;
    case M_GAUGES: put_gauges(c); break;
    case M_DRAFT: put_draft(c); break;
    case M_UNDO: put_undo(c); break;
    case M_DRAW: srv_json_draw(c->json, c->m); break;
    case M_TAKEBACK: srv_json_takeback(c->json, c->m); break;
    case M_TALK: gg_json_integer(c->json, "talk", c->m->said); break;
    case M_PEOPLE: srv_json_people(c->json, c->m, c->person); break;
    case M_THINKING: gg_json_bool(c->json, "thinking", c->m->thinking != NULL); break;
    }
}

void srv_shown_names(srv_shown *shown, const gg_view *view) {
    for (unsigned i = 0; i < view->pieces; i++) mark_named(shown, view->piece[i].handle);
}

// A whole state names every piece that it shows; a change adds to what was named before.
void srv_compact_remember(const change *c) {
    const gg_view *view = &c->sv->view;
    srv_shown *now = c->now;
    now->gauges = view->gauges;
    memcpy(now->gauge, view->gauge, view->gauges * sizeof *view->gauge);
    if (c->base) {
        memcpy(now->named, c->base->named, sizeof now->named);
        memcpy(now->reason, c->base->reason, sizeof now->reason);
        now->reasons = c->base->reasons;
        return;
    }
    srv_shown_names(now, view);
}
