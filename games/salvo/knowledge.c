// SPDX-License-Identifier: Apache-2.0
// Who knows what.
//
// CR5  the order of the other's cards is secret, their number and which they are is not: every unit
//      on the board has one until it is played. Blanked, a row is sorted; dealt anew, shuffled.
// CR8  command points committed lie face down until both sides have answered.
// O5   during set-up the opponent sees how many units lie in the reserve, not which. Companies are
//      open lists: once all is set up, whoever is not on the table is known to be in reserve.
#include "combat.h"

// CR5: of the opponent's row only the number of cards is seen.
bool sv_hides_row(int viewer, int side) {
    return viewer != side && viewer != GG_UMPIRE;
}

// O5: of the opponent's reserve only the number of units is seen.
bool sv_hides_reserve(const sv_table *t, int viewer, int side) {
    return sv_option(t, O_HIDDEN_RESERVE) && viewer != side && viewer != GG_UMPIRE;
}

// CR8: the answer of a seat lies face down.
static bool sealed(const sv_state *s, int viewer, int seat) {
    return gg_flow_top(&s->f.flow)->node == N_COMMIT && viewer != seat && viewer != GG_UMPIRE;
}

// While units are set up, those in the box and those in the reserve cannot be told apart.
static bool reserve_open(const sv_table *t, const sv_state *s, int viewer, int side) {
    return s->f.phase != PHASE_SETUP || !sv_hides_reserve(t, viewer, side);
}

static bool off_board(const sv_state *s, int unit) {
    return s->f.where[unit] == AT_BOX || s->f.where[unit] == AT_RESERVE;
}

// --------------------------------------------------------------------------------------- redact
static void sort_row(sv_state *s, int side) {
    uint8_t *row = sv_row(s, side);
    for (int i = 1; i < s->f.card_count[side]; i++) {
        uint8_t card = row[i];
        int at = i;
        for (; at > 0 && row[at - 1] > card; at--) row[at] = row[at - 1];
        row[at] = card;
    }
}

static int reserve_count(const sv_state *s, int side) {
    int n = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        n += s->f.where[unit] == AT_RESERVE;
    return n;
}

// As many in the reserve as there are, the first ones.
static void sort_reserve(sv_state *s, int side) {
    int left = reserve_count(s, side);
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (off_board(s, unit)) s->f.where[unit] = left-- > 0 ? AT_RESERVE : AT_BOX;
}

void sv_redact(const void *table, void *state, int viewer) {
    sv_state *s = state;
    for (int side = 0; side < SEATS; side++) {
        if (sv_hides_row(viewer, side)) sort_row(s, side);
        if (sealed(s, viewer, side) && s->f.committed[side]) s->f.committed[side] = 1;
        if (!reserve_open(table, s, viewer, side)) sort_reserve(s, side);
    }
}

// ------------------------------------------------------------------------------------- resample
static void shuffle_row(sv_state *s, int side, gg_rng *rng) {
    uint8_t *row = sv_row(s, side);
    sort_row(s, side);
    for (int i = s->f.card_count[side] - 1; i > 0; i--) {
        int other = (int)gg_rng_below(rng, (uint32_t)i + 1);
        uint8_t card = row[i];
        row[i] = row[other];
        row[other] = card;
    }
}

// Each choice of that many units is equally likely.
static void shuffle_reserve(sv_state *s, int side, gg_rng *rng) {
    int wanted = reserve_count(s, side), left = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) left += off_board(s, unit);
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        if (!off_board(s, unit)) continue;
        bool taken = (int)gg_rng_below(rng, (uint32_t)left--) < wanted;
        s->f.where[unit] = taken ? AT_RESERVE : AT_BOX;
        wanted -= taken;
    }
}

static void deal_commitment(sv_state *s, int side, gg_rng *rng) {
    int most = s->f.points[side] < COMMIT_MAX ? s->f.points[side] : COMMIT_MAX;
    s->f.committed[side] = (uint8_t)(1 + gg_rng_below(rng, (uint32_t)most + 1));
}

void sv_resample(const void *table, void *state, int viewer, gg_rng *rng) {
    sv_state *s = state;
    for (int side = 0; side < SEATS; side++) {
        if (sv_hides_row(viewer, side)) shuffle_row(s, side, rng);
        if (sealed(s, viewer, side) && s->f.committed[side]) deal_commitment(s, side, rng);
        if (!reserve_open(table, s, viewer, side)) shuffle_reserve(s, side, rng);
    }
}

// --------------------------------------------------------------------------------------- worlds
// Of what is hidden only the points committed (CR8) matter before the next rest: cards are turned
// over after it, and the reserve enters after it. Each number of points is one world.
uint32_t sv_worlds(const void *table, const void *state, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about) {
    sv_state *world = out, known = *(const sv_state *)state;
    uint32_t n = 0;
    (void)plan;
    sv_redact(table, &known, viewer);
    int side = sealed(&known, viewer, 0) && known.f.committed[0] ? 0 : 1;
    bool hidden = sealed(&known, viewer, side) && known.f.committed[side];
    int most = hidden ? sv_at_most(known.f.points[side], COMMIT_MAX) : 0;
    for (int points = 0; points <= most && n < room; points++) {
        world[n] = known;
        if (hidden) world[n].f.committed[side] = (uint8_t)(1 + points);
        about[n++] = (gg_world){.deals = 1};
    }
    return n > (uint32_t)most ? n : 0;
}
