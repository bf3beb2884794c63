// SPDX-License-Identifier: Apache-2.0
// What the chance had been: procedures of matches played at random, found again from each of their
// entries; what is told adds up, is what odds told before, and tells nobody what is hidden from
// him.
#include <math.h>

#include "grognard/past.h"
#include "match_relay.h"

enum { ENTRIES = 160, STATES = 20000 };

extern const gg_game gg_game_bautzen, gg_game_corridors, gg_game_salvo;
static const gg_game *const games[] = {&gg_game_template, &gg_game_bautzen, &gg_game_corridors,
                                       &gg_game_salvo};

typedef struct counts {
    unsigned found, reckoned, foreseen, others, kept;
} counts;

// Entry `last` leads to where the procedure is said to have ended, `first` from where it began.
static void lies_between(const gg_match *match, const gg_past *past, uint32_t number) {
    gg_position at = {0};
    size_t facts = past->before.game->facts_bytes;
    assert_in_range(number, past->first, past->last);
    assert_int_equal(gg_match_entry(match, past->first)->seat, past->seat);
    assert_int_equal(gg_match_at(match, gg_match_entry(match, past->first)->before, &at), GG_OK);
    assert_memory_equal(at.state, past->before.state, facts);
    assert_int_equal(gg_match_at(match, past->last, &at), GG_OK);
    assert_memory_equal(at.state, past->after.state, facts);
    gg_position_close(&at);
}

// Better, worse, and as good: the first two leave room for the third.
static void adds_up(const gg_past_answer *answer) {
    assert_true(answer->better > -1e-9 && answer->worse > -1e-9 && answer->share > -1e-9);
    assert_true(answer->better + answer->worse + answer->share < 1 + 1e-9);
    assert_true(answer->foreseen == (answer->share > 0));
    assert_true(!answer->as || answer->foreseen);
    assert_true(answer->low <= answer->high);
}

// What odds would have told the seat at the time.
static void as_told_before(gg_odds *odds, const gg_past *past, double low, double high) {
    const gg_odds_wish wish = {.states = STATES, .plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    assert_int_equal(
        gg_odds_ask(odds, &past->before, past->seat, &past->plan, &wish, &answer, &verdict), GG_OK);
    assert_true(fabs(answer->low - low) < 1e-12 && fabs(answer->high - high) < 1e-12);
}

// Who did not decide is told the same whatever lies where he does not see it, or nothing.
static void same_in_another_world(gg_odds *odds, gg_past *past, int viewer, counts *n) {
    const gg_game *game = past->before.game;
    gg_past_answer one, two;
    uint64_t true_world[GG_STATE_MAX / 8];
    gg_rng rng;
    gg_status status = gg_past_reckon(odds, past, viewer, false, STATES, &one);
    if (status != GG_OK) {
        assert_int_equal(status, GG_NOT_ALLOWED);
        n->kept++;
        return;
    }
    double share = one.share, better = one.better, low = one.low, high = one.high;
    memcpy(true_world, past->before.state, game->state_bytes);
    gg_rng_seed(&rng, past->first, 77);
    if (game->resample) game->resample(past->before.table, past->before.state, viewer, &rng);
    assert_int_equal(gg_past_reckon(odds, past, viewer, false, STATES, &two), GG_OK);
    memcpy(past->before.state, true_world, game->state_bytes);
    assert_true(two.share == share && two.better == better && two.low == low && two.high == high);
    n->others++;
}

static void look_back(gg_odds *odds, const gg_match *match, uint32_t number, counts *n) {
    gg_past past = {0};
    gg_past_answer answer;
    gg_status status = gg_past_find(match, number, gg_match_entries(match), &past);
    if (status != GG_OK) {
        assert_int_equal(status, GG_NOT_ALLOWED);
        gg_past_close(&past);
        return;
    }
    n->found++;
    lies_between(match, &past, number);
    if (gg_past_reckon(odds, &past, past.seat, false, STATES, &answer) == GG_OK) {
        n->reckoned++;
        n->foreseen += answer.foreseen;
        adds_up(&answer);
        if (number == past.first) as_told_before(odds, &past, answer.low, answer.high);
        if (number == past.first) same_in_another_world(odds, &past, 1 - past.seat, n);
    }
    gg_past_close(&past);
}

static void procedures_are_found_and_told(void **unused) {
    (void)unused;
    for (unsigned g = 0; g < sizeof games / sizeof *games; g++) {
        counts n = {0};
        gg_odds *odds;
        assert_int_equal(gg_odds_open(&odds, games[g], 64), GG_OK);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            gg_match *match = relay_open(games[g], seed);
            gg_rng rng;
            gg_rng_seed(&rng, seed, 3);
            relay_play(match, &rng, ENTRIES, seed == 3); // the third with what was taken back
            for (uint32_t k = 1; k <= gg_match_entries(match); k++) look_back(odds, match, k, &n);
            gg_match_close(match);
        }
        gg_odds_close(odds);
        print_message("%s: %u entries found, %u told, %u foreseen; to others %u, kept %u\n",
                      games[g]->id, n.found, n.reckoned, n.foreseen, n.others, n.kept);
        assert_true(n.found && n.reckoned && n.foreseen);
    }
}

// Before its first entry and beyond its last there is nothing.
static void nothing_outside(void **unused) {
    gg_match *match = relay_open(&gg_game_template, 1);
    gg_past past = {0};
    gg_rng rng;
    (void)unused;
    gg_rng_seed(&rng, 1, 1);
    relay_play(match, &rng, 12, false);
    uint32_t last = gg_match_entries(match);
    assert_int_equal(gg_past_find(match, last + 1, last, &past), GG_NOT_ALLOWED);
    assert_int_equal(gg_past_find(match, 0, last, &past), GG_NOT_ALLOWED);
    gg_past_close(&past);
    gg_match_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(procedures_are_found_and_told),
        cmocka_unit_test(nothing_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
