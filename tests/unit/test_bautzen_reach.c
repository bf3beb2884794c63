// SPDX-License-Identifier: Apache-2.0
// Bautzen: the quick ranges of plans are what the judge of steps says, for every counter in play of
// many positions; a macro move that is drawn is legal to its end; every draw leads on. Nets of
// supply made together are those made one by one; worlds that are dealt hold stacks that may be.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "games/bautzen/r05_walk.h"
#include "games/bautzen/reach.h"
#include "grognard/engine.h"

enum { EVERY = 9, DRAWS = 3 };

static void compare(const bz_table *t, const bz_state *s, int piece) {
    static bz_ground ground;
    static bz_range range;
    static bz_paths paths;
    int side = bz_side_of(s, piece), start = s->f.where[piece];
    bz_board ends = bz_move_ends(t, s, piece), closed = {{0}};
    bz_walker w = bz_walker_fresh(s, piece, &ends);
    bz_find_paths(t, s, &w, &paths);
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_restricted(s, piece, hex)) bz_add(&closed, hex);
    bz_take_ground(t, s, side, &closed, &ground);
    bz_find_range(t, &ground, start, bz_move_column(piece), bz_allowance(s, piece), &range);
    for (int hex = 0; hex < HEXES; hex++) {
        int left = bz_left_at(&range, hex);
        assert_int_equal(bz_has(&range.hexes, hex), paths.left[hex] && hex != start);
        if (hex == start) continue;
        assert_int_equal(left + 1, paths.left[hex]);
        if (paths.left[hex])
            assert_int_equal(bz_hex_before(t, &ground, &range, hex, &left), paths.from[hex]);
    }
}

// Played on a copy as far as it goes: chance and the enemy end it, nothing else may.
static unsigned try_draw(const gg_game *game, const void *t, const void *s, int seat, gg_rng *rng) {
    static bz_state copy;
    gg_plan plan;
    if (!game->brain.draw(t, s, seat, rng, &plan)) return 0;
    assert_in_range(plan.steps, 1, GG_PLAN_STEPS);
    memcpy(&copy, s, sizeof copy);
    for (uint32_t i = 0; i < plan.steps; i++) {
        assert_true(gg_check(game, t, &copy, seat, plan.step[i], NULL));
        gg_apply(game, t, &copy, plan.step[i], NULL);
    }
    assert_true(gg_facts_hash(game, &copy) != gg_facts_hash(game, s));
    return plan.steps;
}

static void compare_supply(const bz_table *t, const bz_state *s) {
    bz_board all[NETS];
    bz_supply_all(t, s, all);
    for (int net = 0; net < NETS; net++) {
        bz_board one = bz_supplied(t, s, net, -1);
        assert_memory_equal(&one, &all[net], sizeof one);
    }
}

// A line that leads straight is a line; whether it is seen often is asked at the end.
static unsigned straight_lines(const bz_table *t, const bz_state *s, int piece) {
    bz_board supplied = bz_supplied(t, s, bz_net_of(s, piece), piece);
    unsigned seen = 0;
    for (int hex = 0; hex < HEXES; hex++) {
        if (!bz_has(&t->area, hex) || !bz_leads_straight(t, s, piece, hex)) continue;
        assert_true(bz_has(&supplied, hex));
        seen++;
    }
    return seen;
}

static bool all_compose(const bz_state *s) {
    for (int p = 0; p < UNITS; p++)
        if (bz_on_map(s, p) && !bz_composes(s, p, s->f.where[p])) return false;
    return true;
}

// What is true composes; so does what a seat may suppose.
static void try_deal(const gg_position *at, int seat, gg_rng *rng) {
    static bz_state world;
    memcpy(&world, at->state, sizeof world);
    if (!all_compose(&world)) return;
    at->game->resample(at->table, &world, seat, rng);
    assert_true(all_compose(&world));
    for (int p = 0; p < UNITS; p++)
        assert_false(bz_on_map(&world, p) && bz_restricted(&world, p, world.f.where[p]));
}

typedef struct tally {
    unsigned compared, drawn, straight;
} tally;

static void look(const gg_position *at, int seat, gg_rng *rng, tally *all) {
    const bz_state *s = at->state;
    for (int p = 0; p < PIECES; p++)
        if (bz_on_map(s, p) && !(s->f.status[p] & MOVED)) {
            compare(at->table, s, p);
            all->compared++;
            if (p % EVERY == 0) all->straight += straight_lines(at->table, s, p);
        }
    compare_supply(at->table, s);
    for (int i = 0; i < SEATS; i++) try_deal(at, i, rng);
    for (int i = 0; i < DRAWS; i++) all->drawn += try_draw(at->game, at->table, s, seat, rng) > 2;
}

static void play(unsigned scenario, tally *all) {
    static gg_action list[GG_LEGAL_MAX];
    const gg_game *game = gg_game_find_or_null("bautzen");
    gg_position at;
    gg_request request;
    gg_verdict verdict;
    gg_rng rng;
    unsigned step = 0;
    gg_rng_seed(&rng, 3, scenario);
    gg_request_standard(game, &request);
    request.scenario = (uint16_t)scenario;
    assert_int_equal(gg_position_open(&at, game, &request, &verdict), GG_OK);
    for (gg_turn turn; (turn = game->turn(at.table, at.state)).seat != GG_OVER; step++) {
        bool rest = game->nodes[turn.node].flags & GG_N_REST && turn.seat != GG_CHANCE;
        if (rest && step % EVERY == 0) look(&at, turn.seat, &rng, all);
        gg_action action = GG_NO_ACTION;
        if (turn.seat == GG_CHANCE)
            action = gg_roll(game, at.table, at.state, gg_rng_below64(&rng, turn.tickets));
        else if (gg_rng_below(&rng, 2))
            action = game->brain.policy(at.table, at.state, turn.seat, &rng);
        else
            action = list[gg_rng_below(&rng, gg_legal(game, at.table, at.state, turn.seat, list))];
        gg_apply(game, at.table, at.state, action, NULL);
    }
    gg_position_close(&at);
}

static void quick_is_right(void **state) {
    tally all = {0};
    (void)state;
    for (unsigned scenario = 0; scenario <= SC_INTRO; scenario++) play(scenario, &all);
    assert_true(all.compared > 3000);
    assert_true(all.drawn > 50);
    assert_true(all.straight > 10000);
}

int main(void) {
    static const struct CMUnitTest tests[] = {cmocka_unit_test(quick_is_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
