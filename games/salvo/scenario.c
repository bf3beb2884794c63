// SPDX-License-Identifier: Apache-2.0
// The table of a match and its first position.
//
// The table is made from three things: the scenario's board, the two companies, and what follows
// from the board (who blocks sight, where straight legs lead). A company is the player's own, or
// one of the ready ones of a faction, for the size of its side: the options say which. With option
// O2 the last unit of a ready company that can bear a mortar bears it; a player's own says so.
//
// Position lines of the table (put_table.c) change the board after it was made; what follows from
// it is then made again before the next set-up.
#include "salvo.h"

#include "company.h"

static_assert(COMPANIES == SV_FACTIONS * SV_READY_MIN, "names.h: companies of each faction");

// ------------------------------------------------------------------------------------ rosters
static unsigned first_bits(int n) {
    return (1U << n) - 1;
}

static void arm_infantry(sv_roster *roster, const sv_unit *type, bool mortar) {
    int support =
        type->support_count < roster->strength ? type->support_count : roster->strength - 1;
    int standard = roster->strength - support;
    if (type->standard_weapon != SV_NONE) {
        roster->weapon[0] = type->standard_weapon;
        roster->bearers[0] = (uint16_t)first_bits(standard);
        roster->slots = 1;
    }
    if (support > 0 && roster->slots) {
        roster->weapon[1] = mortar ? type->mortar : type->support_weapon;
        roster->bearers[1] = (uint16_t)(first_bits(support) << standard);
        roster->slots = 2;
    }
}

static void arm_vehicles(sv_roster *roster, const sv_unit *type, bool mortar) {
    for (int i = 0; i < SV_VEHICLE_WEAPONS && type->weapon[i] != SV_NONE; i++) {
        roster->weapon[i] = mortar && i == 0 ? type->mortar : type->weapon[i];
        roster->bearers[i] = (uint16_t)first_bits(roster->strength);
        roster->slots++;
    }
}

void sv_arm_unit(sv_table *t, int unit, bool mortar) {
    sv_roster *roster = &t->unit[unit];
    const sv_unit *type = &sv_units[roster->type];
    roster->slots = 0;
    memset(roster->weapon, SV_NONE, sizeof roster->weapon);
    memset(roster->bearers, 0, sizeof roster->bearers);
    if (sv_is_infantry(type))
        arm_infantry(roster, type, mortar);
    else
        arm_vehicles(roster, type, mortar);
}

void sv_enlist(sv_table *t, int unit, const sv_company_unit *bought, int strength) {
    int side = sv_side(unit);
    sv_roster *roster = &t->unit[unit];
    GG_ASSERT(t->figures[side] + strength <= FIGURES_SIDE && strength > 0 && strength < SQUAD);
    memset(roster, 0, sizeof *roster);
    roster->type = bought->unit;
    roster->first = (uint8_t)(side * FIGURES_SIDE + t->figures[side]);
    roster->strength = (uint8_t)strength;
    roster->rank = bought->rank;
    roster->reserve = bought->reserve;
    roster->section = bought->section;
    roster->cost = (uint8_t)sv_reinforcement_cost(bought);
    roster->points = (uint16_t)sv_unit_points(bought);
    memset(t->unit_of + roster->first, unit, (size_t)strength);
    t->figures[side] = (uint8_t)(t->figures[side] + strength);
    sv_arm_unit(t, unit, bought->mortar && sv_option(t, O_INDIRECT));
}

void sv_disband(sv_table *t, int side) {
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        memset(&t->unit[unit], 0, sizeof t->unit[unit]);
        t->unit[unit].type = SV_NONE;
    }
    memset(t->unit_of + side * FIGURES_SIDE, NO_UNIT, FIGURES_SIDE);
    t->commander[side] = NO_UNIT;
    t->figures[side] = 0;
}

// The unit of a ready company that bears its mortar with option O2, or -1.
static int mortar_of(const sv_company *company) {
    int last = -1;
    for (int i = 0; i < company->units; i++)
        if (sv_units[company->unit[i].unit].mortar != SV_NONE) last = i;
    return last;
}

static const sv_company *ready_company(const sv_table *t, int side) {
    int choice = t->request.option[side == SEAT_WEST ? O_COMPANY1 : O_COMPANY2];
    sv_range ready = sv_ready_for(&t->board, side, choice / SV_READY_MIN);
    GG_ASSERT(ready.count >= SV_READY_MIN);
    return &sv_companies[ready.first + choice % SV_READY_MIN];
}

static void take_company(const sv_table *t, int side, sv_company *out) {
    const gg_own_list *list = &t->request.list[side];
    if (list->size && sv_company_of(list, out)) return;
    *out = *ready_company(t, side);
    int mortar = mortar_of(out);
    if (mortar >= 0) out->unit[mortar].mortar = 1;
}

static void raise_company(sv_table *t, int side) {
    sv_company company;
    take_company(t, side, &company);
    for (int i = 0; i < company.units; i++)
        sv_enlist(t, side * UNITS_SIDE + i, &company.unit[i], sv_strength(&company.unit[i]));
    t->commander[side] = (uint8_t)(side * UNITS_SIDE + company.commander);
}

// -------------------------------------------------------------------------------------- board
void sv_prepare_board(sv_table *t) {
    for (int size = 0; size <= SIGHT_SIZES; size++) {
        t->blocker_count[size] = 0;
        for (int i = 0; i < t->board.pieces; i++)
            if (t->board.piece[i].height > size)
                t->blockers[size][t->blocker_count[size]++] = (uint8_t)i;
    }
    sv_prepare_sight(t);
    sv_prepare_reach(t);
    sv_prepare_ways(t);
    sv_prepare_shade(t);
    sv_prepare_slots(t);
    t->stale = 0;
}

bool sv_prepare(const gg_request *request, void *table, gg_verdict *verdict) {
    sv_table *t = table;
    (void)verdict;
    t->request = *request;
    sv_setting_of(request, &t->board);
    for (int side = 0; side < SEATS; side++) {
        sv_disband(t, side);
        if (request->scenario != SC_EMPTY) raise_company(t, side);
    }
    sv_prepare_board(t);
    return true;
}

// -------------------------------------------------------------------------------------- set-up
void sv_fresh_unit(const sv_table *t, sv_state *s, int unit) {
    const sv_roster *roster = &t->unit[unit];
    const sv_unit *type = sv_type(t, unit);
    bool turns = sv_option(t, O_REAR_ARC) && !sv_is_infantry(type);
    unsigned facing = turns && sv_side(unit) ? FACINGS / 2 : 0; // towards the enemy's edge
    s->f.where[unit] = roster->reserve ? AT_RESERVE : AT_BOX;
    // CH1g: standard bearers have the lowest numbers, so the first figure is one of them.
    s->f.leader[unit] = roster->first;
    s->f.flags[unit] = s->f.causes[unit] = 0;
    for (int i = 0; i < roster->strength; i++) {
        int figure = roster->first + i;
        unsigned arms = 0;
        for (int slot = 0; slot < roster->slots; slot++)
            arms |= (unsigned)type->weapon_structure << 4 * slot;
        s->f.x[figure] = s->f.y[figure] = 0;
        s->f.status[figure] = (uint8_t)(facing << F_FACING_SHIFT);
        s->f.body[figure] = (uint8_t)(type->hull | type->propulsion << 4);
        s->f.arms[figure] = (uint8_t)(sv_is_infantry(type) ? 0 : arms);
    }
}

void sv_setup(const void *table, void *state) {
    const sv_table *t = table;
    sv_state *s = state;
    // Lines of a position have changed the board since it was made. The engine gives the same
    // memory to put() and then here; nobody else reads it yet.
    if (t->stale) sv_prepare_board((sv_table *)(uintptr_t)table);
    memset(s->f.cards, NO_UNIT, sizeof s->f.cards);
    memset(s->f.leader, NO_FIGURE, sizeof s->f.leader);
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(t, unit)) sv_fresh_unit(t, s, unit);
    memcpy(s->f.commander, t->commander, sizeof s->f.commander);
    sv_derive(t, s);
    gg_flow_call(&s->f.flow, N_SETUP, (unsigned)sv_first_to_deploy(t, s));
    bool anybody = sv_has_to_deploy(t, s, SEAT_WEST) || sv_has_to_deploy(t, s, SEAT_EAST);
    if (!anybody) sv_begin_round(t, s, NULL); // an empty table
}
