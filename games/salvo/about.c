// SPDX-License-Identifier: Apache-2.0
// What is printed on a unit's card, on a weapon and on an officer, in words; and the report on a
// company that a player wrote.
#include "salvo.h"

#include "company.h"
#include "words.h"

typedef struct page {
    sv_text text;
    gg_lang lang;
} page;

static void say(page *p, const char *fr, const char *en) {
    sv_put_words(&p->text, p->lang == GG_FR ? fr : en);
}

static void say_number(page *p, const char *fr, const char *en, int number) {
    say(p, fr, en);
    sv_put_number(&p->text, number);
}

static void say_name(page *p, const gg_name *name) {
    say(p, name->fr, name->en);
}

static void about_weapon(page *p, unsigned weapon) {
    const sv_weapon *w = &sv_weapons[weapon];
    say_name(p, &sv_weapon_names[weapon]);
    say_number(p, " : précision ", ": ACC ", w->accuracy);
    say_number(p, ", tirs ", ", shots ", w->shots);
    say_number(p, ", relances ", ", re-rolls ", w->rerolls);
    say_number(p, ", perforation ", ", PEN ", w->penetration);
    say_number(p, ", dégâts ", ", DAM ", w->damage);
    if (w->max_range) {
        say_number(p, ", portée ", ", range ", w->max_range / 10);
        say(p, " cm", " cm");
    }
    if (w->blast) {
        say_number(p, ", explosion ", ", blast ", w->blast);
        say(p, " mm", " mm");
    }
    say(p, ".", ".");
}

static void about_figures(page *p, const sv_unit *u) {
    static const gg_name kind[SV_TYPES] = {{"", "Infanterie", "Infantry", 0},
                                           {"", "Marcheur", "Walker", 0},
                                           {"", "Véhicule", "Vehicle", 0}};
    say_name(p, &kind[u->type]);
    say_number(p, " de grade ", " of grade ", u->grade);
    say_number(p, ", mouvement ", ", move ", u->move[SV_MOVE_FIRST] / 10);
    say_number(p, "/", "/", u->move[SV_MOVE_SECOND] / 10);
    say_number(p, " cm, CBT ", " cm, CBT ", u->combat_skill);
    say_number(p, ", MOR ", ", MOR ", u->morale);
    say_number(p, ", PRO ", ", PRO ", u->protection);
    say_number(p, ", ", ", ", u->army_points);
    say(p, " PA.", " AP.");
    if (u->type == SV_INFANTRY) {
        say_number(p, " Mêlée : ATT ", " Melee: ATT ", u->attack);
        say_number(p, ", attaques ", ", attacks ", u->attacks);
        say_number(p, ", perforation ", ", PEN ", u->penetration);
    } else {
        say_number(p, " Structure : propulsion ", " Structure: propulsion ", u->propulsion);
        say_number(p, ", châssis ", ", hull ", u->hull);
        say_number(p, ", chaque arme ", ", each weapon ", u->weapon_structure);
    }
    say(p, ".", ".");
}

static void about_type(page *p, unsigned type) {
    const sv_unit *u = &sv_units[type];
    const uint8_t arms[] = {u->standard_weapon, u->support_weapon};
    const uint8_t *weapon = u->type == SV_INFANTRY ? arms : u->weapon;
    say_name(p, &sv_unit_names[type]);
    say(p, ". ", ". ");
    about_figures(p, u);
    for (int i = 0; i < 2; i++) {
        if (weapon[i] == SV_NONE) continue;
        say(p, " ", " ");
        about_weapon(p, weapon[i]);
    }
}

static void about_officer(page *p, int rank) {
    const sv_officer *officer = &sv_officers[rank];
    say_name(p, &sv_rank_names[rank]);
    say_number(p, ", rang ", ", rank ", rank);
    say_number(p, " : AUT ", ": AUT ", officer->authority);
    say_number(p, ", valeur de PC ", ", CP value ", officer->command_points);
    say(p, ".", ".");
}

static void about_unit(page *p, const sv_table *t, int unit) {
    const sv_roster *roster = &t->unit[unit];
    about_type(p, roster->type);
    if (roster->rank) {
        say(p, " Menée par : ", " Led by: ");
        about_officer(p, roster->rank);
    }
    say_number(p, " Effectif initial ", " Initial strength ", roster->strength);
    say_number(p, ", en renfort ", ", as reinforcement ", roster->cost);
    if (roster->cost == 1)
        say(p, " étoile de ravitaillement.", " supply star.");
    else
        say(p, " étoiles de ravitaillement.", " supply stars.");
}

size_t sv_about(const void *t, unsigned domain, unsigned value, gg_lang lang, char *out,
                size_t cap) {
    page p = {{out, cap, 0}, lang};
    if (domain == D_PIECE && value < PIECES) {
        int unit = sv_unit_named(t, (int)value);
        if (unit >= 0) about_unit(&p, t, unit);
    } else if (domain == D_TYPE && value < SV_UNITS) {
        about_type(&p, value);
    } else if (domain == D_WEAPON && value < SV_WEAPONS) {
        about_weapon(&p, value);
    } else if (domain == D_RANK && value > 0 && value < SV_RANKS) {
        about_officer(&p, (int)value);
    }
    return sv_close_text(&p.text);
}

// ------------------------------------------------------------------------------ company check
// Without a match, the most generous side of the company's size counts, and option O2 is off.
uint32_t sv_judge_company(const gg_request *request_or_null, int seat, const char *text,
                          size_t size, gg_own_list *list, gg_fault *out, uint32_t cap) {
    static const uint16_t rule[SV_FAULTS] = {
#define FAULT(name, id, fr, en) RULE_##id,
#include "company.def"
#undef FAULT
    };
    static_assert((int)SV_SENTENCE_MAX == (int)GG_SENTENCE_MAX, "one length of a sentence");
    sv_report report;
    sv_scenario board, *setting = request_or_null ? &board : NULL;
    if (request_or_null) sv_setting_of(request_or_null, &board);
    bool mortars = request_or_null && request_or_null->option[O_INDIRECT];
    if (sv_company_judge_on(text, size, setting, seat, mortars, &report) && list)
        sv_company_pack(&report.company, list);
    uint32_t n = report.faults < cap ? report.faults : cap;
    for (uint32_t i = 0; i < n; i++) {
        const sv_fault *fault = &report.fault[i];
        out[i].line = fault->line;
        out[i].rule = rule[fault->kind];
        (void)sv_fault_say(fault, GG_FR, out[i].fr, sizeof out[i].fr);
        (void)sv_fault_say(fault, GG_EN, out[i].en, sizeof out[i].en);
    }
    return n;
}
