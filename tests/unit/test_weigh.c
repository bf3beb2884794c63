// SPDX-License-Identifier: Apache-2.0
// gg_weigh() by hand: a sum with its constant, sets apart, the line between two knots, the bounds;
// and of every game that has weights: value() is what they say, and minus that for the other seat.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"

// Two sets of three knots: a constant and two features, in thousandths of a logit.
enum { FEATURES = 2, KNOTS = 3, ONE = 256 };
static const int32_t ROWS[] = {
    100 * ONE, 10 * ONE, 0,         // the first set when a game begins
    200 * ONE, 30 * ONE, -5 * ONE,  // half-way
    0,         50 * ONE, -25 * ONE, // at its end
    7 * ONE,   0,        1,         // the second set
    7 * ONE,   0,        1,         //
    7 * ONE,   0,        ONE,       //
};
static const gg_weights WEIGHTS = {2, KNOTS, FEATURES, ROWS};

static int32_t weigh(unsigned set, unsigned phase, int32_t a, int32_t b) {
    gg_features f = {.count = FEATURES, .phase = (uint16_t)phase, .set = (uint8_t)set};
    f.value[0] = a;
    f.value[1] = b;
    return gg_weigh(&WEIGHTS, &f);
}

static void at_knots(void **state) {
    (void)state;
    assert_int_equal(weigh(0, 0, 0, 0), 100);
    assert_int_equal(weigh(0, 0, 3, 99), 130);
    assert_int_equal(weigh(0, 128, 3, 2), 200 + 90 - 10);
    assert_int_equal(weigh(0, 256, 3, 2), 150 - 50);
    assert_int_equal(weigh(0, 256, -3, -2), -100);
}

static void between_knots(void **state) {
    (void)state;
    assert_int_equal(weigh(0, 64, 0, 0), 150);       // half-way from 100 to 200
    assert_int_equal(weigh(0, 32, 4, 0), 125 + 60);  // a quarter: 40 to 120
    assert_int_equal(weigh(0, 192, 0, 4), 100 - 60); // from 200 - 20 to -100
}

static void sets_apart(void **state) {
    (void)state;
    assert_int_equal(weigh(1, 0, 1000, 0), 7);
    assert_int_equal(weigh(1, 0, 0, 255), 7); // less than a thousandth is nothing
    assert_int_equal(weigh(1, 0, 0, 256), 8);
    assert_int_equal(weigh(1, 256, 0, -10), -3);
}

static void bounded(void **state) {
    (void)state;
    assert_int_equal(weigh(0, 256, 1000000, 0), GG_VALUE_MOST);
    assert_int_equal(weigh(0, 256, INT32_MIN, INT32_MAX), -GG_VALUE_MOST);
    assert_int_equal(weigh(0, 255, INT32_MAX, INT32_MIN), GG_VALUE_MOST);
}

// ------------------------------------------------------------------------------------------ games
static void judge(const gg_position *at) {
    const gg_game_brain *brain = &at->game->brain;
    gg_features features;
    memset(&features, 0x55, sizeof features); // what was there before does not matter
    brain->features(at->table, at->state, &features);
    assert_int_equal(features.count, brain->weights->count);
    assert_true(features.set < brain->weights->sets && features.phase <= GG_PHASE_END);
    int32_t first = brain->value(at->table, at->state, 0);
    assert_int_equal(first, gg_weigh(brain->weights, &features));
    assert_int_equal(first, -brain->value(at->table, at->state, 1));
}

static unsigned play(const gg_game *game, gg_request *request) {
    static gg_action list[GG_LEGAL_MAX];
    gg_position at;
    gg_verdict verdict;
    gg_rng rng;
    unsigned phases = 0;
    gg_rng_seed(&rng, 5, 1);
    assert_int_equal(gg_position_open(&at, game, request, &verdict), GG_OK);
    for (gg_turn turn; (turn = game->turn(at.table, at.state)).seat != GG_OVER;) {
        gg_action action =
            turn.seat == GG_CHANCE
                ? gg_roll(game, at.table, at.state, gg_rng_below64(&rng, turn.tickets))
                : list[gg_rng_below(&rng, gg_legal(game, at.table, at.state, turn.seat, list))];
        gg_features features;
        game->brain.features(at.table, at.state, &features);
        phases |= 1U << features.phase / 64;
        judge(&at);
        gg_apply(game, at.table, at.state, action, NULL);
    }
    judge(&at);
    gg_position_close(&at);
    return phases;
}

static void value_is_what_they_say(void **state) {
    unsigned tried = 0;
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        const gg_game *game = gg_game_at(g);
        gg_request request;
        if (!game->brain.features) continue;
        gg_request_standard(game, &request);
        assert_non_null(game->brain.weights);
        assert_non_null(game->brain.feature_names[game->brain.weights->count - 1]);
        assert_int_equal(game->brain.zero_sum, 1);
        assert_true(play(game, &request) > 1); // a game goes through its phases
        tried++;
    }
    assert_true(tried > 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_knots),
        cmocka_unit_test(between_knots),
        cmocka_unit_test(sets_apart),
        cmocka_unit_test(bounded),
        cmocka_unit_test(value_is_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
