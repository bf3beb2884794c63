// SPDX-License-Identifier: Apache-2.0
// Who knows what in probe_sortie. Hidden from a viewer: which enemy aircraft are on the airfield
// and which in reserve, and what the enemy's face-down ground cards are. Public: how many of each,
// every aircraft in flight, every gun that fired. The lists are known, so only places are hidden.
#include "probe_sortie.h"

// PA3: the one eye for what a side keeps to itself.
static bool sees(int viewer, int seat) {
    return viewer == seat || viewer == GG_UMPIRE;
}
static bool parked(const pa_state *s, int aircraft) {
    return s->f.place[aircraft] <= FIELD;
}

static int on_field(const pa_state *s, int seat) {
    int n = 0;
    for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++) n += s->f.place[i] == FIELD;
    return n;
}

static bool face_down(const pa_state *s, int seat, int zone) {
    return s->f.ground[seat][zone] != NOTHING && !s->f.shown[seat][zone];
}

static int hidden_guns(const pa_state *s, int seat) {
    int n = 0;
    for (int i = 0; i < ZONES; i++) n += face_down(s, seat, i) && s->f.ground[seat][i] == GUN;
    return n;
}

void pa_redact(const void *t, void *state, int viewer) {
    pa_state *s = state;
    (void)t;
    for (int seat = 0; seat < SEATS; seat++) {
        if (sees(viewer, seat)) continue;
        int field = on_field(s, seat), guns = hidden_guns(s, seat);
        for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++)
            if (parked(s, i)) s->f.place[i] = (uint8_t)(HIDDEN + field);
        for (int i = 0; i < ZONES; i++)
            if (face_down(s, seat, i) && s->f.ground[seat][i] <= GUN)
                s->f.ground[seat][i] = (uint8_t)(HIDDEN + guns);
    }
}

// Deals `chosen` things out of `among`, one place after the other: true for those chosen.
static bool deal(int *chosen, int *among, gg_rng *rng) {
    bool take = (int)gg_rng_below(rng, (uint32_t)(*among)--) < *chosen;
    *chosen -= take;
    return take;
}

void pa_resample(const void *t, void *state, int viewer, gg_rng *rng) {
    pa_state *s = state;
    (void)t;
    for (int seat = 0; seat < SEATS; seat++) {
        if (sees(viewer, seat)) continue;
        int field = on_field(s, seat), guns = hidden_guns(s, seat), aircraft = 0, cards = 0;
        for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++) aircraft += parked(s, i);
        for (int i = 0; i < ZONES; i++) cards += face_down(s, seat, i);
        for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++)
            if (parked(s, i)) s->f.place[i] = deal(&field, &aircraft, rng) ? FIELD : RESERVE;
        for (int i = 0; i < ZONES; i++)
            if (face_down(s, seat, i))
                s->f.ground[seat][i] = deal(&guns, &cards, rng) ? GUN : DUMMY;
    }
}

static gg_piece *show(int seat, unsigned surface, int cell, unsigned handle, unsigned face,
                      gg_view *out) {
    gg_piece *piece = gg_view_piece(out);
    piece->handle = (uint16_t)handle;
    piece->face = (uint16_t)face;
    piece->surface = (uint8_t)surface;
    piece->owner = (uint8_t)seat;
    piece->cell = (uint16_t)cell;
    return piece;
}

static gg_piece *show_aircraft(const pa_state *s, int i, unsigned surface, int cell, gg_view *out) {
    gg_piece *piece = show(pa_side(i), surface, cell, (unsigned)i, F_AIRCRAFT, out);
    piece->value[0] = (int16_t)pa_power(i);
    piece->value[1] = (int16_t)pa_defence(i);
    piece->value[2] = s->f.hit[i];
    return piece;
}

static void show_field(const pa_state *s, int viewer, int seat, gg_view *out) {
    unsigned surface = seat == SEAT_BLUE ? S_FIELD_BLUE : S_FIELD_RED;
    const gg_frame *top = gg_flow_top(&s->f.flow);
    int cell = 0;
    for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++) {
        if (s->f.place[i] != FIELD) continue;
        if (!sees(viewer, seat)) {
            unsigned handle = (unsigned)(GG_HANDLE_HIDDEN + 16 * seat + cell);
            show(seat, surface, cell++, handle, F_BACK, out)->flags = GG_P_BACK;
            continue;
        }
        gg_piece *piece = show_aircraft(s, i, surface, cell++, out);
        if (top->node == N_LAUNCH && top->arg[ARG_GROUP] >> i & 1) piece->flags = GG_P_GHOST;
    }
}

static void show_ground(const pa_state *s, int viewer, int seat, gg_view *out) {
    for (int zone = 0; zone < ZONES; zone++) {
        unsigned card = s->f.ground[seat][zone];
        unsigned handle = (unsigned)(GG_HANDLE_HIDDEN + 64 + 16 * seat + zone);
        bool seen = sees(viewer, seat) || s->f.shown[seat][zone];
        if (card == NOTHING) continue;
        unsigned face = !seen ? F_BACK : card == GUN ? F_GUN : F_DUMMY;
        gg_piece *piece = show(seat, S_GROUND, zone, seen ? GG_NO_HANDLE : handle, face, out);
        if (!s->f.shown[seat][zone]) piece->flags = GG_P_BACK;
    }
}

void pa_view(const void *t, const void *state, int viewer, gg_view *out) {
    const pa_state *s = state;
    (void)t;
    for (int seat = 0; seat < SEATS; seat++) {
        int reserve = 0;
        show_field(s, viewer, seat, out);
        show_ground(s, viewer, seat, out);
        for (int i = seat * PER_SIDE; i < (seat + 1) * PER_SIDE; i++) {
            reserve += s->f.place[i] == RESERVE;
            if (s->f.place[i] == PATROL) show_aircraft(s, i, S_CORRIDOR, CENTRE, out);
        }
        gg_view_gauge(out, L_RESERVE, (unsigned)seat, reserve, PER_SIDE);
        gg_view_gauge(out, L_POINTS, (unsigned)seat, s->f.points[seat], 0);
    }
    for (int f = 0; f < s->f.flow.depth; f++) {
        const gg_frame *flight = &s->f.flow.frame[f];
        for (int i = 0; i < AIRCRAFT && pa_is_flight(flight); i++)
            if (flight->arg[ARG_GROUP] >> i & 1)
                show_aircraft(s, i, S_CORRIDOR, pa_position(flight), out)->flags = GG_P_ACTIVE;
    }
    gg_view_gauge(out, L_TURN, GG_NOBODY, s->f.turn + 1, TURNS);
}

void pa_explain(const void *t, const void *state, int viewer, gg_action action, gg_ledger *out) {
    const pa_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int target = gg_b(action), power = GUN_POWER, need = 0;
    (void)t;
    if (viewer != frame->seat || !gg_action_fits(&gg_game_probe_sortie, frame->node, action))
        return;
    if (gg_verb_of(action) != V_INTERCEPT && gg_verb_of(action) != V_FIRE) return;
    bool air = gg_verb_of(action) == V_INTERCEPT;
    unsigned rule = air ? RULE_PA7 : RULE_PA11;
    need = pa_defence(target) + (air ? pa_is_fighter(target) : GROUND_FIRE);
    gg_ledger_put(out, GG_L_ADD, rule, L_DEFENCE, pa_defence(target), target, 0);
    if (!air) gg_ledger_put(out, GG_L_ADD, rule, L_GROUND_FIRE, GROUND_FIRE, 0, 0);
    if (air && pa_is_fighter(target)) gg_ledger_put(out, GG_L_ADD, rule, L_FIGHTER, 1, 0, 0);
    if (air) power = pa_power(gg_a(action));
    gg_ledger_put(out, GG_L_ADD, rule, air ? L_FIREPOWER : L_GUN, -power, air ? gg_a(action) : 0,
                  0);
    gg_ledger_put(out, GG_L_TOTAL, rule, L_TO_ROLL, need - power, 0, 0);
}
