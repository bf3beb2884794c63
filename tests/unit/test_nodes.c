// SPDX-License-Identifier: Apache-2.0
// What a thought by nodes takes (engine/ai.c): little where little is allowed, about all of what is
// allowed where it is much, in every game that can be played.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/thinker.h"

enum { CHOICES = 12, STRIDE = 9, TINY = 1, SOME = 6000, MANY = 120000 };

typedef struct table {
    gg_position at;
    gg_thinker *thinker;
    gg_rng rng;
} table;

typedef struct taken {
    uint64_t nodes;
    uint32_t worlds, plans;
} taken;

static void sit_down(table *t, const gg_game *game) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&t->at, game, &request, &verdict), GG_OK);
    assert_int_equal(gg_thinker_open(&t->thinker, game), GG_OK);
    gg_rng_seed(&t->rng, 3, 5);
}

static void stand_up(table *t) {
    gg_thinker_close(t->thinker);
    gg_position_close(&t->at);
}

static bool is_choice(const table *t, gg_turn turn) {
    static gg_action list[GG_LEGAL_MAX];
    uint8_t flags = t->at.game->nodes[turn.node].flags;
    return flags & GG_N_REST && !(flags & (GG_N_SETUP | GG_N_SEALED)) &&
           gg_legal(t->at.game, t->at.table, t->at.state, turn.seat, list) > 3;
}

// Recruits play on to an open choice at rest; the seat that has it, or GG_OVER.
static int next_choice(table *t) {
    const gg_game *game = t->at.game;
    for (unsigned step = 0;; step++) {
        gg_turn turn = game->turn(t->at.table, t->at.state);
        gg_plan plan;
        if (turn.seat == GG_OVER) return GG_OVER;
        if (turn.seat == GG_CHANCE)
            plan.step[0] =
                gg_roll(game, t->at.table, t->at.state, gg_rng_below64(&t->rng, turn.tickets));
        else if (step >= STRIDE && is_choice(t, turn))
            return turn.seat;
        else
            assert_true(gg_think(t->thinker, GG_BRAIN_RECRUIT, &t->at, turn.seat, &t->rng, &plan));
        gg_apply(game, t->at.table, t->at.state, plan.step[0], NULL);
    }
}

static taken take(table *t, int seat, gg_brain brain) {
    taken out = {0, 0, 0};
    gg_rng rng = t->rng;
    gg_plan plan;
    memset(t->thinker->candidate, 0, sizeof t->thinker->candidate);
    assert_true(gg_think(t->thinker, brain, &t->at, seat, &rng, &plan));
    for (unsigned i = 0; i < THINK_LANES; i++) {
        out.nodes += t->thinker->lane[i]->nodes;
        out.worlds += t->thinker->lane[i]->worlds;
    }
    while (out.plans < THINK_PLANS && t->thinker->candidate[out.plans].trials) out.plans++;
    return out;
}

static taken think(table *t, int seat, uint64_t nodes) {
    gg_thinker_budget(t->thinker, (gg_budget){.nodes = nodes}, NULL, NULL);
    return take(t, seat, GG_BRAIN_GENERAL);
}

// One world with a few plans is the least, and nobody goes further beyond his nodes than by a world
// of all his plans, in each lane where all work. A plan's trial may cost several times another's.
static void little_is_little(table *t, int seat, unsigned *compared) {
    enum { UNEVEN = 4 };
    taken tiny = think(t, seat, TINY), some = think(t, seat, SOME), many = think(t, seat, MANY);
    if (some.plans < 2) return; // nothing to compare: it is not tried
    ++*compared;
    assert_int_equal(tiny.worlds, 1);
    assert_true(tiny.plans <= 3U + t->at.game->brain.tempers);
    uint64_t trial = tiny.nodes / tiny.plans + 1;
    assert_true(some.nodes <= SOME + UNEVEN * trial * THINK_USUAL);
    assert_true(many.nodes <= MANY + UNEVEN * trial * THINK_PLANS * THINK_LANES);
    assert_true(many.nodes >= MANY && some.nodes >= SOME);
    assert_true(many.worlds > some.worlds);
}

// Without a budget a level takes its own nodes, which are more where the game says so.
static void a_level_has_its_nodes(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        const gg_game *game = gg_game_at(g);
        table t;
        if (!game->listed) continue;
        sit_down(&t, game);
        unsigned effort = game->brain.effort ? game->brain.effort(t.at.table) : 1;
        assert_int_equal(gg_brain_nodes(game, NULL, GG_BRAIN_GREEDY), 0);
        assert_int_equal(gg_brain_nodes(game, t.at.table, GG_BRAIN_COLONEL), effort * SOME);
        for (unsigned i = 0; i < CHOICES; i++) {
            int seat = next_choice(&t);
            if (seat == GG_OVER) break;
            gg_thinker_budget(t.thinker, (gg_budget){0, 0}, NULL, NULL);
            taken colonel = take(&t, seat, GG_BRAIN_COLONEL);
            assert_true(colonel.plans < 2 || colonel.nodes >= (uint64_t)effort * SOME);
        }
        stand_up(&t);
    }
}

static void nodes_are_what_is_allowed(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        unsigned compared = 0;
        if (!gg_game_at(g)->listed) continue;
        sit_down(&t, gg_game_at(g));
        for (unsigned i = 0; i < CHOICES; i++) {
            int seat = next_choice(&t);
            if (seat == GG_OVER) break;
            little_is_little(&t, seat, &compared);
        }
        assert_true(compared >= CHOICES / 3);
        stand_up(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_are_what_is_allowed),
                                       cmocka_unit_test(a_level_has_its_nodes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
