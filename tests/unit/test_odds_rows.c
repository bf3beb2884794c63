// SPDX-License-Identifier: Apache-2.0
// Unit tests of a procedure with tens of thousands of states, windows and chances of many kinds:
// bounds where a limit is reached, rows that share a walk, a shift that few chances allow. Run from
// anywhere.
#include "answers.h"

// Walkers under the overwatch of four units: tens of thousands of states.
static const char OVERWATCH[] = "# C124  a position\n"
                                "game salvo   scenario empty\n"
                                "set unit w1 heron 3\n"
                                "set unit e1 line_fusiliers 8\n"
                                "set unit e2 line_fusiliers 8\n"
                                "set unit e3 line_fusiliers 8\n"
                                "set unit e4 heron 1\n"
                                "put w1 at 20.0 30.0\n"
                                "put e1 at 60.0 30.0 watch\n"
                                "put e2 at 60.0 55.0 watch\n"
                                "put e3 at 60.0 5.0 watch\n"
                                "put e4 at 80.0 30.0 watch\n"
                                "node act west 1\n";

static gg_plan move_up(const gg_position *at) {
    const char *steps[] = {"move combat", "leg 30.0 30.0", "confirm"};
    return plan_of(at, steps, 3);
}

static gg_odds_answer answer_within(const gg_position *at, uint32_t megabytes, uint32_t states) {
    const gg_odds_wish wish = {.states = states, .plain = 1, .insensitive = 1};
    const gg_plan plan = move_up(at);
    const gg_odds_answer *answer;
    gg_verdict verdict;
    gg_odds *odds;
    assert_int_equal(gg_odds_open(&odds, at->game, megabytes), GG_OK);
    assert_int_equal(gg_odds_ask(odds, at, 0, &plan, &wish, &answer, &verdict), GG_OK);
    check_totals(answer);
    gg_odds_answer copy = *answer;
    gg_odds_close(odds);
    return copy;
}

// Whoever may walk less is told bounds, wide ones with what is true between them; whoever has too
// little memory likewise. What was walked is never more than was asked for, but for one batch.
static void test_bounds(void **unused) {
    gg_error error;
    gg_play *play;
    double low = 0, high = 1;
    (void)unused;
    assert_int_equal(gg_play_open(&play, "", OVERWATCH, sizeof OVERWATCH - 1, 1, &error), GG_OK);
    const gg_position *at = gg_play_position(play);
    gg_odds_answer whole = answer_within(at, 0, 0);
    assert_true(whole.exact && whole.low == whole.high && whole.states > 20000);
    for (uint32_t states = 200; states * 4 < whole.states; states *= 10) {
        gg_odds_answer part = answer_within(at, 0, states);
        assert_false(part.exact);
        assert_true(part.low <= whole.low + 1e-12 && part.high >= whole.high - 1e-12);
        assert_true(part.low >= low - 1e-12 && part.high <= high + 1e-12);
        low = part.low;
        high = part.high;
    }
    assert_true(low > 0 && high < 1);
    gg_odds_answer narrow = answer_within(at, 1, 0);
    assert_false(narrow.exact);
    assert_true(narrow.low <= whole.low && narrow.high >= whole.high && narrow.row[0].cut.words);
    gg_play_close(play);
}

// ------------------------------------------------------------------------------------- two lanes
static const gg_odds_answer *ask_overwatch(gg_odds *odds, const gg_position *at, gg_assume assume) {
    const gg_odds_wish wish = {.assume = (uint8_t)assume};
    const gg_plan plan = move_up(at);
    const gg_odds_answer *answer;
    gg_verdict verdict;
    assert_int_equal(gg_odds_ask(odds, at, 0, &plan, &wish, &answer, &verdict), GG_OK);
    check_totals(answer);
    return answer;
}

static const gg_odds_row *row_instead(const gg_odds_answer *answer, gg_odds_instead instead) {
    for (uint32_t i = 0; i < answer->rows; i++)
        if (answer->row[i].instead == instead) return &answer->row[i];
    return NULL;
}

static void assert_same_row(const gg_odds_answer *a, const gg_odds_row *x, const gg_odds_answer *b,
                            const gg_odds_row *y) {
    static char p[GG_SHARE_TEXT], q[GG_SHARE_TEXT];
    assert_true(x && y && x->count == y->count && x->count > 1);
    for (uint32_t i = 0; i < x->count; i++) {
        const gg_odds_outcome *one = &a->outcome[x->first + i], *other = &b->outcome[y->first + i];
        (void)gg_share_text(&one->weight, &x->total, p);
        (void)gg_share_text(&other->weight, &y->total, q);
        assert_string_equal(p, q);
        assert_int_equal(one->count, other->count);
        assert_memory_equal(a->effect + one->first, b->effect + other->first,
                            one->count * sizeof *a->effect);
    }
}

// The row of a window that is always used, which comes with the first walk, is what everybody's
// taking every chance leads to, walked by itself; that of a window never used likewise.
static void test_lanes(void **unused) {
    gg_error error;
    gg_play *play;
    gg_odds *odds, *other;
    (void)unused;
    assert_int_equal(gg_play_open(&play, "", OVERWATCH, sizeof OVERWATCH - 1, 1, &error), GG_OK);
    const gg_position *at = gg_play_position(play);
    assert_int_equal(gg_odds_open(&odds, at->game, 0), GG_OK);
    assert_int_equal(gg_odds_open(&other, at->game, 0), GG_OK);
    const gg_odds_answer *answer = ask_overwatch(odds, at, GG_ASSUME_SENSIBLE);
    const gg_odds_answer *all = ask_overwatch(other, at, GG_ASSUME_ALL);
    assert_same_row(answer, row_instead(answer, GG_ODDS_ALWAYS), all, &all->row[0]);
    // Nobody says the same twice: with all as assumed there is no row for it.
    assert_null(row_instead(all, GG_ODDS_ALWAYS));
    const gg_odds_answer *none = ask_overwatch(other, at, GG_ASSUME_NONE);
    assert_int_equal(none->row[0].count, row_instead(answer, GG_ODDS_NEVER)->count);
    assert_same_row(answer, row_instead(answer, GG_ODDS_ALWAYS), none,
                    row_instead(none, GG_ODDS_ALWAYS));
    gg_odds_close(odds);
    gg_odds_close(other);
    gg_play_close(play);
}

// ------------------------------------------------------------------------------- what can shift
static const gg_game *shifted_game;

// One state in sixty-four or so, whichever it is in its batch.
static unsigned shift_few(const void *t, void *state, int by) {
    (void)t;
    (void)by;
    return gg_facts_hash(shifted_game, state) % 64 == 21;
}

// What a shift would change is told if any chance on the way can be shifted.
static void test_shift_of_few(void **unused) {
    gg_error error;
    gg_play *play;
    gg_odds *odds;
    (void)unused;
    assert_int_equal(gg_play_open(&play, "", OVERWATCH, sizeof OVERWATCH - 1, 1, &error), GG_OK);
    gg_position at = *gg_play_position(play);
    gg_game game = *at.game;
    game.brain.shift = shift_few;
    at.game = shifted_game = &game;
    assert_int_equal(gg_odds_open(&odds, &game, 0), GG_OK);
    const gg_odds_answer *answer = ask_overwatch(odds, &at, GG_ASSUME_SENSIBLE);
    assert_int_equal(answer->changes, 2);
    assert_int_equal(answer->change[0].shift, 1);
    assert_int_equal(answer->change[1].shift, -1);
    gg_odds_close(odds);
    gg_play_close(play);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_shift_of_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
