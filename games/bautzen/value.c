// SPDX-License-Identifier: Apache-2.0
// Who is winning: the features of a position (features.def), weighed by what played games taught
// (data/weights.txt). The score, whether it is enough (conditions that must all hold are not added
// up), and for everything else a captain's hunch: what this turn would score (BH16), ground, forces
// and fights. When some thirty numbers of these were fitted one by one, games were foretold as
// well, but who compared moves by them lost, because what goes with winning is not what wins
// (decision 0094).
#include "survey.h"

static bool is_prime(int i) {
    return bz_victory_hexes[i].what == BZ_VP_PRIMARY || bz_victory_hexes[i].hex == bz_at(19, 10);
}

static bool holds_one(const bz_table *t, const bz_state *s) {
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int hex = bz_victory_hexes[i].hex;
        if (bz_has(&t->area, hex) && is_prime(i) && bz_german_controls(s, hex)) return true;
    }
    return false;
}

// --------------------------------------------------------------------------------------- together
// By segments done, set-up before the first of them.
static uint16_t phase_of(const bz_table *t, const bz_state *s) {
    int all = SEGMENTS * (t->last_turn - t->first_turn + 1);
    int done = SEGMENTS * (s->f.turn - t->first_turn) + s->f.segment;
    bool over = gg_flow_top(&s->f.flow)->seat == GG_OVER;
    done = done < 0 ? 0 : done;
    return (uint16_t)(over || done >= all ? GG_PHASE_END : GG_PHASE_END * done / all);
}

// What the score would be at the end if nothing changed hands any more.
static int foreseen(const bz_table *t, const bz_state *s, int standing) {
    int turns = t->last_turn - s->f.turn + 1;
    return s->f.points + (standing > 0 && turns > 0 ? standing * turns : 0);
}

void bz_features(const void *table, const void *state, gg_features *out) {
    const bz_table *t = table;
    const bz_state *s = state;
    bool small = t->request.scenario == SC_INTRO || !bz_by_points(t);
    bz_survey v;
    memset(out, 0, sizeof *out);
    out->count = FEATURES;
    out->set = small ? WS_INTRO : WS_CAMPAIGN;
    out->phase = phase_of(t, s);
    bz_take_survey(t, s, GG_UMPIRE, &v);
    out->value[FT_POINTS] = t->ready.points - s->f.points;
    out->value[FT_REACHED] = -(s->f.points >= t->ready.points);
    out->value[FT_HELD] = -holds_one(t, s);
    int standing = bz_standing(t, s, &v);
    out->value[FT_STANDING] = -standing;
    out->value[FT_FORESEEN] = -(foreseen(t, s, standing) >= t->ready.points);
    out->value[FT_HUNCH] = -bz_appeal_by(t, s, &v);
    out->value[FT_PHASE] = bz_phase_side(s) == BZ_ALLIED ? 1 : -1;
}

int32_t bz_value(const void *t, const void *s, int seat) {
    gg_features features;
    bz_features(t, s, &features);
    int32_t allied = gg_weigh(&bz_weights, &features);
    return seat == SEAT_ALLIED ? allied : -allied;
}
