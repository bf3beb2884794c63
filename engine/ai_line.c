// SPDX-License-Identifier: Apache-2.0
// Lines: what a captain would do with a whole segment, one macro move after the other.
//
// Where an army moves unit by unit, play drawn by lot does not foretell what the rest of a segment
// will bring: most of the army stays behind, and the enemy's answer is a shadow of what it will be.
// Captains foretell it, but a captain weighs all his plans again before each move, too dear for a
// trial. So a line is drawn up once and followed in many trials: plans are weighed once, the best
// is made and then only the one that seems best next is weighed again, until nothing is better than
// to end. What chance decides (a fight) is noted and not followed further; in a trial it comes as
// it comes, and plans that have become illegal are left out.
//
// Captains have tempers (brain.temper): each draws up a line of his own, and search compares them.
//
// A line is drawn up in one world and by one course of the dice: it tells what will be tried, and
// the trials tell what comes of it.
#include <string.h>

#include "thinker.h"

bool think_has_line(const gg_game *game, unsigned node) {
    return game->brain.lines >> node & 1;
}

think_line *think_line_of(think_lines *lines, int seat, unsigned node) {
    for (uint32_t i = 0; i < lines->count; i++)
        if (lines->line[i].seat == seat && lines->line[i].node == node) return &lines->line[i];
    return NULL;
}

think_line *think_new_line(think_lines *lines, int seat, unsigned node) {
    if (lines->count == THINK_SEGMENTS) return NULL;
    think_line *line = &lines->line[lines->count++];
    line->seat = (int16_t)seat;
    line->node = (uint16_t)node;
    line->count = 0;
    line->from[0] = 0;
    return line;
}

void think_line_plan(const think_line *line, uint32_t i, gg_plan *out) {
    out->steps = line->from[i + 1] - line->from[i];
    out->prior = 0;
    memcpy(out->step, line->step + line->from[i], out->steps * sizeof out->step[0]);
}

static bool note(think_line *line, const gg_plan *plan) {
    uint32_t from = line->from[line->count];
    if (line->count == THINK_LINE || from + plan->steps > THINK_LINE_STEPS) return false;
    memcpy(line->step + from, plan->step, plan->steps * sizeof plan->step[0]);
    line->from[++line->count] = (uint16_t)(from + plan->steps);
    return true;
}

// What the plan is worth more than leaving it; INT64_MIN: it cannot be begun.
static int64_t gain_of(gg_thinker *k, const void *t, const gg_plan *plan, int seat, int64_t base,
                       gg_rng *rng) {
    return think_carry_out(k, t, plan, seat) ? think_worth(k, t, seat, rng) - base : INT64_MIN;
}

// The best gain, and the second best.
static uint32_t best_of(const int64_t *gain, uint32_t count, int64_t *second) {
    uint32_t best = 0;
    *second = INT64_MIN;
    for (uint32_t i = 1; i < count; i++) {
        if (gain[i] > gain[best]) {
            *second = gain[best];
            best = i;
        } else if (gain[i] > *second) {
            *second = gain[i];
        }
    }
    return best;
}

// Too late once is too late for good: the clock is not asked again.
static bool is_late(gg_thinker *k) {
    k->cut = k->cut || think_stopped(k);
    return k->cut;
}

static uint32_t weigh_all(gg_thinker *k, const void *t, int seat, int64_t *base, gg_rng *rng) {
    uint32_t count = think_list(k, t, seat);
    memcpy(k->after, k->world, k->game->state_bytes);
    *base = think_worth(k, t, seat, rng);
    for (uint32_t i = 0; i < count; i++)
        k->worth[0][i] = is_late(k) ? INT64_MIN : gain_of(k, t, &k->plans[i], seat, *base, rng);
    return count;
}

void think_draw_up(gg_thinker *k, const void *t, const void *s, think_line *line) {
    const gg_game *game = k->game;
    int64_t base, second, *gain = k->worth[0];
    gg_rng rng;
    gg_rng_seed(&rng, line->node, 0);
    memcpy(k->world, s, game->state_bytes);
    k->by_chance = false;
    uint32_t count = weigh_all(k, t, line->seat, &base, &rng);
    for (uint32_t looks = 0; count && looks < THINK_LOOKS && !is_late(k); looks++) {
        uint32_t i = best_of(gain, count, &second);
        if (gain[i] == INT64_MIN) return;
        gain[i] = gain_of(k, t, &k->plans[i], line->seat, base, &rng);
        if (gain[i] == INT64_MIN || gain[i] < second) continue; // others made it worse
        gg_turn turn = game->turn(t, k->after);
        if (!note(line, &k->plans[i])) return;
        bool rests = game->nodes[turn.node].flags & GG_N_REST;
        if (rests && (turn.seat != line->seat || turn.node != line->node)) return; // the end
        if (rests) {
            memcpy(k->world, k->after, game->state_bytes);
            base += gain[i];
        }
        gain[i] = INT64_MIN;
    }
}
