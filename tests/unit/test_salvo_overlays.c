// SPDX-License-Identifier: Apache-2.0
// What Salvo shows of a unit on demand: in the middle of a move reach, cohesion and sight are told
// from where its ghosts stand, with what is left of the move.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"
#include "grognard/text.h"

// Fusiliers of the west, at 20/30; a container hides one enemy from there, another is in the open.
#define TABLE                                                                                      \
    "# C31  a leg, then another\n"                                                                 \
    "game salvo   scenario empty\n"                                                                \
    "set unit w1 line_fusiliers 1\n"                                                               \
    "set unit e1 militia 1\n"                                                                      \
    "set unit e2 militia 1\n"                                                                      \
    "set scenery container 50.0 30.0\n"                                                            \
    "put w1 at 20.0 30.0\n"                                                                        \
    "put e1 at 80.0 30.0\n"                                                                        \
    "put e2 at 80.0 70.0\n"                                                                        \
    "node act west 1\n"
static const char standing[] = TABLE "@ west act\n";
static const char moved[] = TABLE "> move combat\n> leg 20.0 38.0\n";

static gg_play *opened(const char *text) {
    gg_play *play = NULL;
    gg_error error = {0};
    bool done = false;
    assert_int_equal(gg_play_open(&play, "overlays", text, strlen(text), 0, &error), GG_OK);
    while (!done) assert_int_equal(gg_play_next(play, &done, &error), GG_OK);
    return play;
}

static void ask(const gg_play *play, const char *kind, unsigned about, gg_overlay *out) {
    const gg_position *at = gg_play_position(play);
    unsigned i = 0;
    while (i < at->game->n_overlays && strcmp(at->game->overlays[i].token, kind)) i++;
    assert_true(i < at->game->n_overlays);
    memset(out, 0, sizeof *out);
    at->game->show.overlay(at->table, at->state, 0, i, about, out);
}

// How far the outline goes from a point, at most, in mm.
static int farthest(const gg_overlay *o, int x, int y) {
    int most = 0;
    for (unsigned i = 0; i < o->points; i++) {
        int dx = o->x[i] - x, dy = o->y[i] - y, mm = 0;
        while (mm * mm < dx * dx + dy * dy) mm++;
        if (mm > most) most = mm;
    }
    return most;
}

static bool names(const gg_overlay *o, unsigned piece) {
    for (unsigned i = 0; i < o->pieces; i++)
        if (o->piece[i] == piece) return true;
    return false;
}

enum { WEST_LEADER = 0, EAST_FIRST = 80, EAST_SECOND = 81 };

static void test_reach_is_what_is_left(void **state) {
    gg_overlay o;
    gg_play *play = opened(standing);
    (void)state;
    ask(play, "reach", WEST_LEADER, &o);
    assert_in_range(farthest(&o, 200, 300), 118, 120);
    assert_true(names(&o, WEST_LEADER));
    gg_play_close(play);
    play = opened(moved);
    ask(play, "reach", WEST_LEADER, &o);
    assert_in_range(farthest(&o, 200, 380), 38, 40);
    gg_play_close(play);
}

static void test_cohesion_goes_along(void **state) {
    gg_overlay o;
    gg_play *play = opened(moved);
    (void)state;
    ask(play, "cohesion", WEST_LEADER, &o);
    assert_in_range(farthest(&o, 200, 380), 99, 101);
    gg_play_close(play);
}

static void test_targets_are_those_in_sight(void **state) {
    gg_overlay o;
    gg_play *play = opened(standing);
    (void)state;
    ask(play, "targets", WEST_LEADER, &o);
    assert_false(names(&o, EAST_FIRST)); // behind the container
    assert_true(names(&o, EAST_SECOND));
    gg_play_close(play);
    play = opened(moved);
    ask(play, "targets", WEST_LEADER, &o);
    assert_true(names(&o, EAST_FIRST)); // from where the ghost stands it is seen
    gg_play_close(play);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reach_is_what_is_left),
                                       cmocka_unit_test(test_cohesion_goes_along),
                                       cmocka_unit_test(test_targets_are_those_in_sight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
