// SPDX-License-Identifier: Apache-2.0
// Unit tests of the exact solver: small positions of the template and of a probe against a second
// reckoning that remembers nothing, and against values worked out by hand. The second reckoning
// goes through every ticket of every die by roll(), counts in whole numbers over one fixed scale,
// and never stops early: it shares nothing with the solver but the game. Run from anywhere.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/solve.h"
#include "grognard/text.h"

// 6^12 * 5^2 * 2: up to twelve dice in a line, two draws from five cards, half points.
static const uint64_t SCALE = UINT64_C(2176782336) * 25 * 2;

enum { STATE_MAX = 4096, LIST_MAX = 4096 };

// ------------------------------------------------------------------------------- second reckoning
static uint64_t reckon(const gg_position *p, const void *state, int seat);

static uint64_t reckon_after(const gg_position *p, const void *state, gg_action action, int seat) {
    uint64_t next[STATE_MAX / 8];
    memcpy(next, state, p->game->state_bytes);
    gg_apply(p->game, p->table, next, action, NULL);
    return reckon(p, next, seat);
}

static uint64_t reckon_chance(const gg_position *p, const void *state, uint64_t tickets, int seat) {
    uint64_t sum = 0;
    for (uint64_t ticket = 0; ticket < tickets; ticket++)
        sum += reckon_after(p, state, gg_roll(p->game, p->table, state, ticket), seat);
    assert_int_equal(sum % tickets, 0);
    return sum / tickets;
}

static uint64_t reckon(const gg_position *p, const void *state, int seat) {
    gg_turn turn = p->game->turn(p->table, state);
    if (turn.seat == GG_OVER) {
        int half[GG_SEATS_MAX];
        int32_t margin;
        p->game->score(p->table, state, half, &margin);
        return SCALE / 2 * (uint64_t)half[seat];
    }
    if (turn.seat == GG_CHANCE) return reckon_chance(p, state, turn.tickets, seat);
    gg_action *list = malloc(LIST_MAX * sizeof *list);
    uint32_t n = gg_legal(p->game, p->table, state, turn.seat, list);
    uint64_t best = turn.seat == seat ? 0 : SCALE;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = reckon_after(p, state, list[i], seat);
        if (turn.seat == seat ? value > best : value < best) best = value;
    }
    free(list);
    return best;
}

// --------------------------------------------------------------------------------------- positions
static gg_play *opened(const char *text) {
    gg_play *play = NULL;
    gg_error error = {0};
    gg_status status = gg_play_open(&play, "solve", text, strlen(text), 0, &error);
    if (status != GG_OK) print_error("line %u: %s\n", error.line, error.en);
    assert_int_equal(status, GG_OK);
    assert_true(gg_play_position(play)->game->state_bytes <= STATE_MAX);
    assert_true(gg_play_position(play)->game->max_legal <= LIST_MAX);
    return play;
}

static gg_status solved(const gg_position *p, int seat, uint32_t limit, gg_fraction *value,
                        gg_solve_report *report) {
    gg_solver *solver;
    assert_int_equal(gg_solver_open(&solver, p->game, p->table, seat, limit), GG_OK);
    gg_status status = gg_solve(solver, p->state, value);
    gg_solver_report(solver, report);
    gg_solver_close(solver);
    return status;
}

// Both seats, by both reckonings; the two chances add up to one.
static gg_fraction agree(const char *text) {
    gg_play *play = opened(text);
    const gg_position *p = gg_play_position(play);
    gg_fraction value[2];
    gg_solve_report report;
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(solved(p, seat, 0, &value[seat], &report), GG_OK);
        assert_int_equal(SCALE % value[seat].den, 0);
        assert_int_equal(SCALE / value[seat].den * value[seat].num, reckon(p, p->state, seat));
    }
    assert_int_equal(value[0].den, value[1].den);
    assert_int_equal(value[0].num + value[1].num, value[0].den);
    gg_play_close(play);
    return value[0];
}

static void is(gg_fraction value, uint64_t num, uint64_t den) {
    assert_int_equal(value.num, num);
    assert_int_equal(value.den, den);
}

// The Fords: f1 to f5 are worth 1 2 3 2 1; cards + die must exceed garrison + ambush + 3 (Z11).
// With `turns 2` turn 4 is the last one and South's.
#define FORDS "game _template scenario empty\noption turns 2\n"
#define LAST  "set turn 4\nnode turn south\n"
#define ROW   "put 1 holds f5 south\nput 2 holds f4 north\nput 1 holds f1 north\n"

static void test_values_worked_out_by_hand(void **unused) {
    (void)unused;
    // South's 4 + die against 2 + 3: five faces of six, and f4 turns 1 : 3 points into 3 : 1.
    is(agree(FORDS ROW "put 4 hand south\n" LAST), 1, 6);
    // North also holds f3: taking f4 makes it 3 : 4, so nothing is left to win.
    is(agree(FORDS ROW "put 1 holds f3 north\nput 4 hand south\n" LAST), 1, 1);
    // Without f1, with f3: 3 : 3, a draw in five cases of six.
    is(agree(FORDS "put 1 holds f5 south\nput 2 holds f4 north\nput 1 holds f3 north\n"
                   "put 4 hand south\n" LAST),
       7, 12);
    // North's 2 in ambush: 4 + die against 7; the 5 would break the assault.
    is(agree(FORDS ROW "put 4 hand south\nput 2 hand north\n" LAST), 1, 2);
    is(agree(FORDS ROW "put 4 hand south\nput 5 hand north\n" LAST), 1, 1);
    // 4 and 1 together: 5 + die against 7; 4 and 3: always more.
    is(agree(FORDS ROW "put 4 hand south\nput 1 hand south\nput 2 hand north\n" LAST), 1, 3);
    is(agree(FORDS ROW "put 4 hand south\nput 3 hand south\nput 2 hand north\n" LAST), 0, 1);
}

static void test_longer_lines_agree(void **unused) {
    static const char *const text[] = {
        FORDS ROW "put 3 hand north\nput 4 hand south\nset turn 3\nnode turn north\n",
        FORDS ROW "put 3 hand north\nput 5 hand north\nput 4 hand south\nput 1 hand south\n"
                  "set turn 3\nnode turn north\n",
        // a card drawn from three different ones before the last turn
        FORDS ROW "put 3 hand north\nput 1 deck south\nput 3 deck south\nput 5 deck south\n"
                  "set turn 3\nnode turn north\n",
        FORDS ROW "put 3 hand north\nput 2 hand north\nput 4 hand south\nput 2 deck south\n"
                  "put 5 deck south\nset turn 2\nnode turn south\n",
    };
    (void)unused;
    for (unsigned i = 0; i < sizeof text / sizeof text[0]; i++) (void)agree(text[i]);
}

// ------------------------------------------------------------------------------- choices in secret
#define DUEL "game probe_commit scenario empty\nput n1 at 0202\nput n3 at 0402\nput s3 at 0303\n"

static gg_status attempt(const char *text, gg_solve_report *report) {
    gg_play *play = opened(text);
    gg_fraction value;
    gg_status status = solved(gg_play_position(play), 0, 0, &value, report);
    gg_play_close(play);
    return status;
}

static void test_simultaneous_choices_are_refused(void **unused) {
    gg_solve_report report;
    (void)unused;
    assert_int_equal(attempt(FORDS "put 5 hand north\nput 2 hand north\nput 3 hand south\n"
                                   "put 1 hand south\nnode opening north\n",
                             &report),
                     GG_NOT_ALLOWED);
    assert_int_equal(report.why, GG_SOLVE_SIMULTANEOUS);
    // One of the two has no choice: an ordinary position, whoever it is.
    (void)agree(FORDS "put 5 hand north\nput 2 hand north\nput 3 hand south\n"
                      "node opening north\n");
    (void)agree(FORDS "put 5 hand north\nput 3 hand south\nput 1 hand south\n"
                      "node opening north\n");
}

static void test_probe_agrees(void **unused) {
    gg_solve_report report;
    (void)unused;
    (void)agree(DUEL "set columns north 1\nset columns south 0\nset turn 10\nnode turn north\n");
    (void)agree(DUEL "set columns north 3\nset columns south 0\nset turn 11\nnode turn north\n");
    (void)agree(DUEL "set columns north 0\nset columns south 2\nset turn 11\nnode turn north\n");
    assert_int_equal(attempt(DUEL "set columns north 2\nset columns south 2\nset turn 11\n"
                                  "node turn north\n",
                             &report),
                     GG_NOT_ALLOWED);
}

// ------------------------------------------------------------------------------------- the answers
static void test_moves_and_best_decision(void **unused) {
    gg_play *play = opened(FORDS ROW "put 4 hand south\nput 1 hand south\nput 2 hand north\n" LAST);
    const gg_position *p = gg_play_position(play);
    gg_solve_move *moves = malloc(gg_solve_moves_max(p->game) * sizeof *moves);
    gg_action steps[GG_SOLVE_LINE_MAX];
    gg_fraction value, best = {0, 1};
    gg_solver *solver;
    char text[64];
    uint32_t n;
    (void)unused;
    assert_int_equal(gg_solver_open(&solver, p->game, p->table, 1, 0), GG_OK);
    assert_int_equal(gg_solve(solver, p->state, &value), GG_OK);
    assert_int_equal(gg_solve_moves(solver, p->state, moves, &n), GG_OK);
    assert_true(n > 1);
    for (uint32_t i = 0; i < n; i++)
        if (gg_fraction_compare(moves[i].value, best) > 0) best = moves[i].value;
    assert_int_equal(gg_fraction_compare(best, value), 0);
    assert_int_equal(gg_solve_best(solver, p->state, steps, &n), GG_OK);
    static const char *const want[] = {"assault f4", "with 1", "with 4", "confirm"};
    assert_int_equal(n, 4);
    for (uint32_t i = 0; i < n; i++) {
        (void)gg_notation_into(p->game, p->table, p->state, steps[i], text, sizeof text);
        assert_string_equal(text, want[i]);
    }
    gg_solver_close(solver);
    free(moves);
    gg_play_close(play);
}

// The same value when a solver has seen other positions before; the state is left alone.
static void test_memory_changes_nothing(void **unused) {
    gg_play *play = opened(FORDS ROW "put 3 hand north\nput 5 hand north\nput 4 hand south\n"
                                     "put 1 hand south\nset turn 3\nnode turn north\n");
    const gg_position *p = gg_play_position(play);
    uint64_t hash = gg_facts_hash(p->game, p->state);
    gg_fraction first, again;
    gg_solve_report before, after;
    gg_solver *solver;
    (void)unused;
    assert_int_equal(gg_solver_open(&solver, p->game, p->table, 0, 0), GG_OK);
    assert_int_equal(gg_solve(solver, p->state, &first), GG_OK);
    gg_solver_report(solver, &before);
    assert_int_equal(gg_solve(solver, p->state, &again), GG_OK);
    gg_solver_report(solver, &after);
    is(again, first.num, first.den);
    assert_int_equal(after.positions, before.positions);
    assert_int_equal(after.met, before.met + 1);
    assert_int_equal(gg_facts_hash(p->game, p->state), hash);
    gg_solver_close(solver);
    gg_play_close(play);
}

static void test_limits(void **unused) {
    gg_play *play = opened("game _template scenario standard\n");
    gg_fraction value;
    gg_solve_report report;
    (void)unused;
    // With few positions allowed it says so; the whole game meets the sealed opening first.
    assert_int_equal(solved(gg_play_position(play), 0, 0, &value, &report), GG_NOT_ALLOWED);
    gg_play_close(play);
    play = opened(FORDS ROW "put 3 hand north\nput 5 hand north\nput 4 hand south\n"
                            "put 1 hand south\nset turn 3\nnode turn north\n");
    assert_int_equal(solved(gg_play_position(play), 0, 5, &value, &report), GG_FULL);
    assert_int_equal(report.why, GG_SOLVE_MANY);
    assert_int_equal(report.positions, 5);
    gg_play_close(play);
}

static void test_fractions_compare_exactly(void **unused) {
    static const uint64_t big = UINT64_MAX;
    static const gg_fraction rising[] = {{0, 1},
                                         {1, big},
                                         {1, big - 1},
                                         {1, 3},
                                         {big / 2, big},
                                         {1, 2},
                                         {big / 2 + 1, big},
                                         {2, 3},
                                         {big - 2, big - 1},
                                         {big - 1, big},
                                         {1, 1},
                                         {big, big - 1},
                                         {3, 2},
                                         {big, 1}};
    (void)unused;
    int n = sizeof rising / sizeof rising[0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            assert_int_equal(gg_fraction_compare(rising[i], rising[j]), (i > j) - (i < j));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_worked_out_by_hand),
        cmocka_unit_test(test_longer_lines_agree),
        cmocka_unit_test(test_simultaneous_choices_are_refused),
        cmocka_unit_test(test_probe_agrees),
        cmocka_unit_test(test_moves_and_best_decision),
        cmocka_unit_test(test_memory_changes_nothing),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_fractions_compare_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
