// SPDX-License-Identifier: Apache-2.0
// What the order `always` answers for a watcher of Salvo: it fires when that promises to harm the
// enemy, not when it cannot, and not through friends who would lose more. The same of a unit that
// acts, and of what plan() thinks of such a salvo.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"
#include "grognard/text.h"

// A lone walker of the west ends its move in sight of a watcher of the east.
#define WALK "> move combat\n> leg 30.0 30.0\n> confirm\n@ east react\n"
static const char near_target[] = "# C124  a watcher with a good shot\n"
                                  "game salvo   scenario empty\n"
                                  "set unit w1 heron 1\n"
                                  "set unit e1 line_fusiliers 8\n"
                                  "put w1 at 20.0 30.0\n"
                                  "put e1 at 60.0 30.0 watch\n"
                                  "node act west 1\n" WALK;
static const char friends_between[] = "# C124 CR29  friends stand in the corridor\n"
                                      "game salvo   scenario empty\n"
                                      "set unit w1 heron 1\n"
                                      "set unit e1 line_fusiliers 8\n"
                                      "set unit e2 pathfinders 6\n"
                                      "put w1 at 20.0 30.0\n"
                                      "put e1 at 60.0 30.0 watch\n"
                                      "put e2 at 45.0 30.0\n"
                                      "node act west 1\n" WALK;

static const char armour[] = "# C124 C64  what the watcher has cannot hurt the target\n"
                             "game salvo   scenario empty\n"
                             "set unit w1 rampart 1\n"
                             "set unit e1 militia 8\n"
                             "put w1 at 20.0 30.0\n"
                             "put e1 at 110.0 30.0 watch\n"
                             "node act west 1\n"
                             "> move combat\n> leg 26.0 30.0\n> confirm\n@ east react\n";

// A unit that has given up its move may only shoot or end its activation.
#define OWN_TURN                                                                                   \
    "game salvo   scenario empty\n"                                                                \
    "set unit w1 line_fusiliers 8\n"                                                               \
    "set unit w2 pathfinders 6\n"                                                                  \
    "set unit e1 heron 1\n"                                                                        \
    "put w1 at 20.0 30.0\n"                                                                        \
    "put e1 at 60.0 30.0\n"
#define STAYS "node act west 1\n> move combat\n> halt\n@ west act\n"
static const char friends_aside[] =
    "# C47  a salvo with nobody in the way\n" OWN_TURN "put w2 at 40.0 60.0\n" STAYS;
static const char friends_ahead[] =
    "# C47 CR59  a salvo through friends\n" OWN_TURN "put w2 at 40.0 30.0\n" STAYS;

static gg_play *open_script(const char *text) {
    gg_play *play = NULL;
    gg_error error = {0};
    bool done = false;
    assert_int_equal(gg_play_open(&play, "overwatch", text, strlen(text), 0, &error), GG_OK);
    while (!done) assert_int_equal(gg_play_next(play, &done, &error), GG_OK);
    return play;
}

// The verb that the policy answers with where the script ends.
static const char *answer(const char *text) {
    gg_play *play = open_script(text);
    const gg_position *at = gg_play_position(play);
    gg_turn turn = at->game->turn(at->table, at->state);
    static gg_action list[1 << 14];
    gg_rng rng;
    assert_true(at->game->max_legal <= sizeof list / sizeof list[0]);
    assert_true(gg_legal(at->game, at->table, at->state, turn.seat, list) > 1); // it may fire
    gg_rng_seed(&rng, 1, 1);
    gg_action action = at->game->brain.policy(at->table, at->state, turn.seat, &rng);
    const char *verb = at->game->verbs[gg_verb_of(action)].token;
    gg_play_close(play);
    return verb;
}

static void test_fires(void **state) {
    (void)state;
    assert_string_equal(answer(near_target), "react");
}

static void test_saves_its_fire(void **state) {
    (void)state;
    assert_string_equal(answer(armour), "decline");
}

static void test_spares_friends(void **state) {
    (void)state;
    assert_string_equal(answer(friends_between), "decline");
}

static void test_shoots_past_friends(void **state) {
    (void)state;
    assert_string_equal(answer(friends_aside), "shoot");
    assert_string_equal(answer(friends_ahead), "end");
}

// What plan() thinks of the salvo that is worth most.
static int32_t prior_of_shots(const char *text) {
    static gg_plan plan[GG_PLANS_MAX];
    gg_play *play = open_script(text);
    const gg_position *at = gg_play_position(play);
    gg_turn turn = at->game->turn(at->table, at->state);
    uint32_t n = at->game->brain.plan(at->table, at->state, turn.seat, plan), shots = 0;
    int32_t most = INT32_MIN;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(at->game->verbs[gg_verb_of(plan[i].step[0])].token, "shoot") != 0) continue;
        if (plan[i].prior > most) most = plan[i].prior;
        shots++;
    }
    gg_play_close(play);
    assert_true(shots > 0);
    return most;
}

static void test_plans_know_friends(void **state) {
    (void)state;
    assert_true(prior_of_shots(friends_aside) > 0);
    assert_true(prior_of_shots(friends_ahead) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fires), cmocka_unit_test(test_saves_its_fire),
        cmocka_unit_test(test_spares_friends), cmocka_unit_test(test_shoots_past_friends),
        cmocka_unit_test(test_plans_know_friends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
