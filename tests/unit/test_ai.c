// SPDX-License-Identifier: Apache-2.0
// Seats that search, in all games and the contract probes: the same choice for the same seed and
// nodes, an end in time by a clock that the test holds, and a legal action whatever happens.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"
#include "pennies.h"

enum { POSITIONS = 40, NODES = 300, MS = UINT64_C(1000000), STRIDE = 7 };

typedef struct table {
    const gg_game *game;
    gg_position at;
    gg_thinker *thinker, *other;
    gg_rng rng;
} table;

static void sit_down(table *t, const gg_game *game) {
    gg_request request;
    gg_verdict verdict;
    memset(t, 0, sizeof *t);
    t->game = game;
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&t->at, game, &request, &verdict), GG_OK);
    assert_int_equal(gg_thinker_open(&t->thinker, game), GG_OK);
    assert_int_equal(gg_thinker_open(&t->other, game), GG_OK);
    gg_rng_seed(&t->rng, 11, 3);
}

static void stand_up(table *t) {
    gg_thinker_close(t->thinker);
    gg_thinker_close(t->other);
    gg_position_close(&t->at);
}

// A few actions of captains further; the seat to decide, or GG_OVER.
static int go_on(table *t) {
    for (unsigned step = 0;; step++) {
        gg_turn turn = t->game->turn(t->at.table, t->at.state);
        gg_plan plan;
        if (turn.seat == GG_OVER || (step >= STRIDE && turn.seat != GG_CHANCE)) return turn.seat;
        if (turn.seat == GG_CHANCE)
            plan.step[0] =
                gg_roll(t->game, t->at.table, t->at.state, gg_rng_below64(&t->rng, turn.tickets));
        else
            assert_true(gg_think(t->other, GG_BRAIN_GREEDY, &t->at, turn.seat, &t->rng, &plan) > 0);
        gg_apply(t->game, t->at.table, t->at.state, plan.step[0], NULL);
    }
}

// The first seat that sets up does so, chance being the same each time; a hash of what it did.
static uint64_t set_up(table *t, gg_brain brain) {
    int first = -1;
    uint64_t hash = 0;
    for (;;) {
        gg_turn turn = t->game->turn(t->at.table, t->at.state);
        gg_plan plan;
        if (turn.seat == GG_CHANCE) {
            plan.step[0] = gg_roll(t->game, t->at.table, t->at.state, 0);
            gg_apply(t->game, t->at.table, t->at.state, plan.step[0], NULL);
            continue;
        }
        bool setting = t->game->nodes[turn.node].flags & GG_N_SETUP;
        if (first < 0 && setting) first = turn.seat;
        if (turn.seat == GG_OVER || turn.seat != first || !setting) return hash;
        uint32_t n = gg_think(t->thinker, brain, &t->at, turn.seat, &t->rng, &plan);
        for (uint32_t i = 0; i < n; i++) {
            if (i && !gg_check(t->game, t->at.table, t->at.state, first, plan.step[i], NULL)) break;
            hash = hash * UINT64_C(0x9e3779b97f4a7c15) + plan.step[i];
            gg_apply(t->game, t->at.table, t->at.state, plan.step[i], NULL);
        }
    }
}

static bool same(const gg_plan *a, const gg_plan *b) {
    return a->steps == b->steps && memcmp(a->step, b->step, a->steps * sizeof a->step[0]) == 0;
}

// ---------------------------------------------------------------------------------------- by nodes
static void by_nodes_it_is_one_choice(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        sit_down(&t, gg_game_at(g));
        gg_thinker_budget(t.thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
        gg_thinker_budget(t.other, (gg_budget){.nodes = NODES}, NULL, NULL);
        for (unsigned i = 0; i < POSITIONS; i++) {
            int seat = go_on(&t);
            if (seat == GG_OVER) break;
            for (int brain = GG_BRAIN_RANDOM; brain < GG_BRAINS; brain++) {
                gg_plan one = {0}, two = {0};
                gg_rng a = t.rng, b = t.rng;
                assert_true(gg_think(t.thinker, (gg_brain)brain, &t.at, seat, &a, &one) > 0);
                assert_true(gg_think(t.other, (gg_brain)brain, &t.at, seat, &b, &two) > 0);
                assert_true(same(&one, &two));
                assert_memory_equal(&a, &b, sizeof a);
                assert_true(gg_check(t.game, t.at.table, t.at.state, seat, one.step[0], NULL));
            }
        }
        stand_up(&t);
    }
}

// A crew that does the last piece first, as threads may.
static void backwards(void *crew, void (*work)(void *user, unsigned i), void *user, unsigned n) {
    ++*(unsigned *)crew;
    while (n > 0) work(user, --n);
}

static void whoever_works_it_is_one_choice(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        unsigned calls = 0;
        sit_down(&t, gg_game_at(g));
        gg_thinker_budget(t.thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
        gg_thinker_budget(t.other, (gg_budget){.nodes = NODES}, NULL, NULL);
        gg_thinker_crew(t.thinker, backwards, &calls);
        for (unsigned i = 0; i < POSITIONS; i++) {
            int seat = go_on(&t);
            if (seat == GG_OVER) break;
            gg_plan one = {0}, two = {0};
            gg_rng a = t.rng, b = t.rng;
            (void)gg_think(t.thinker, GG_BRAIN_GENERAL, &t.at, seat, &a, &one);
            (void)gg_think(t.other, GG_BRAIN_GENERAL, &t.at, seat, &b, &two);
            assert_true(same(&one, &two));
        }
        assert_true(calls > 0);
        stand_up(&t);
    }
}

// How a captain or a colonel sets up is not known beforehand, wherever there is a set-up to choose.
static void set_ups_vary(void **state) {
    enum { TIMES = 12 };
    static const char *const ids[] = {"bautzen", "corridors", "salvo"};
    static const int brains[] = {GG_BRAIN_GREEDY, GG_BRAIN_COLONEL};
    (void)state;
    for (unsigned g = 0; g < sizeof ids / sizeof ids[0]; g++)
        for (unsigned b = 0; b < 2; b++) {
            uint64_t first = 0;
            unsigned others = 0;
            for (unsigned i = 0; i < TIMES; i++) {
                table t;
                sit_down(&t, gg_game_find_or_null(ids[g]));
                gg_thinker_budget(t.thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
                gg_rng_seed(&t.rng, 5, i);
                uint64_t hash = set_up(&t, (gg_brain)brains[b]);
                if (!i) first = hash;
                others += hash != first;
                stand_up(&t);
            }
            if (!others) fail_msg("%s, brain %d: always the same", ids[g], brains[b]);
        }
}

// --------------------------------------------------------------------------------------- in secret
// How often a general shows the head, of so many games.
static unsigned heads_shown(int seat, unsigned games) {
    unsigned heads = 0;
    gg_thinker *thinker;
    pennies_state state;
    gg_position at = {.game = &pennies, .table = &state, .state = &state};
    assert_int_equal(gg_thinker_open(&thinker, &pennies), GG_OK);
    gg_thinker_budget(thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
    for (unsigned i = 0; i < games; i++) {
        gg_plan plan = {0};
        gg_rng rng;
        gg_rng_seed(&rng, 9, i);
        pennies_begin(&state);
        if (seat == 1) gg_apply(&pennies, &state, &state, gg_act(1, 1, 0, 0), NULL);
        assert_int_equal(gg_think(thinker, GG_BRAIN_GENERAL, &at, seat, &rng, &plan), 1);
        heads += gg_a(plan.step[0]) == 0;
    }
    gg_thinker_close(thinker);
    return heads;
}

// Who always showed the same, or either as often, would lose to who knows it: a third is right for
// both, whoever is asked first. The bounds are four standard errors and some uncertainty of trials.
static void secrets_are_mixed(void **state) {
    (void)state;
    for (int seat = 0; seat < 2; seat++) assert_in_range(heads_shown(seat, 300), 60, 140);
}

// ----------------------------------------------------------------------------------------- by time
// A clock that goes on by so much whenever it is looked at.
typedef struct ticking {
    uint64_t now, by, asked;
} ticking;

static uint64_t look_at(void *user) {
    ticking *clock = user;
    clock->asked++;
    return clock->now += clock->by;
}

// Between two looks at most one plan is weighed or tried: a thought ends at the first look that is
// late, but for the last look of the search itself.
static void by_time_it_ends_in_time(void **state) {
    enum { BUDGET = 20, AFTER = 6 };
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        sit_down(&t, gg_game_at(g));
        for (unsigned i = 0; i < POSITIONS; i++) {
            int seat = go_on(&t);
            if (seat == GG_OVER) break;
            for (int brain = GG_BRAIN_GREEDY; brain < GG_BRAINS; brain++) {
                ticking clock = {.by = MS};
                gg_plan plan;
                gg_thinker_budget(t.thinker, (gg_budget){.ms = BUDGET}, look_at, &clock);
                assert_true(gg_think(t.thinker, (gg_brain)brain, &t.at, seat, &t.rng, &plan) > 0);
                assert_true(gg_check(t.game, t.at.table, t.at.state, seat, plan.step[0], NULL));
                assert_true(clock.asked <= BUDGET + AFTER);
            }
        }
        stand_up(&t);
    }
}

// A clock that has leapt ahead when it is first looked at again: something legal all the same.
static void too_late_it_still_answers(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        sit_down(&t, gg_game_at(g));
        int seat = go_on(&t);
        ticking clock = {.by = 1000 * MS};
        gg_plan plan;
        gg_thinker_budget(t.thinker, (gg_budget){.ms = 1}, look_at, &clock);
        assert_true(gg_think(t.thinker, GG_BRAIN_GENERAL, &t.at, seat, &t.rng, &plan) > 0);
        assert_true(gg_check(t.game, t.at.table, t.at.state, seat, plan.step[0], NULL));
        stand_up(&t);
    }
}

// With time to spare it is the nodes that end a thought.
static void whichever_ends_first(void **state) {
    table t;
    (void)state;
    sit_down(&t, gg_game_find_or_null("bautzen"));
    for (unsigned i = 0; i < POSITIONS; i++) {
        int seat = go_on(&t);
        ticking clock = {.by = 1};
        gg_plan one = {0}, two = {0};
        gg_rng a = t.rng, b = t.rng;
        gg_thinker_budget(t.thinker, (gg_budget){NODES, 1000000}, look_at, &clock);
        gg_thinker_budget(t.other, (gg_budget){.nodes = NODES}, NULL, NULL);
        (void)gg_think(t.thinker, GG_BRAIN_COLONEL, &t.at, seat, &a, &one);
        (void)gg_think(t.other, GG_BRAIN_COLONEL, &t.at, seat, &b, &two);
        assert_true(same(&one, &two));
    }
    stand_up(&t);
}

// ------------------------------------------------------------------------------------------ advice
static void is_ordered(const table *t, int seat, const gg_advice *advice, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        assert_true(advice[i].chance >= 0 && advice[i].chance <= GG_SURE);
        assert_true(advice[i].error >= 0 && advice[i].error <= GG_SURE / 2);
        assert_true(i == 0 || advice[i].chance <= advice[i - 1].chance);
        assert_true(i == 0 || advice[i].trials <= advice[0].trials);
        for (uint32_t j = 0; j < i; j++) assert_false(same(&advice[i].plan, &advice[j].plan));
        assert_true(
            gg_check(t->game, t->at.table, t->at.state, seat, advice[i].plan.step[0], NULL));
    }
}

// Its first line is what a general would do, who draws something to fall back upon before he
// searches.
static void advice_is_what_a_general_plays(void **state) {
    static gg_action list[GG_LEGAL_MAX];
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        sit_down(&t, gg_game_at(g));
        gg_thinker_budget(t.thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
        for (unsigned i = 0; i < POSITIONS; i++) {
            int seat = go_on(&t);
            if (seat == GG_OVER) break;
            gg_advice advice[GG_ADVICE_MAX];
            gg_plan plan;
            gg_rng a = t.rng, b = t.rng;
            (void)gg_think(t.thinker, GG_BRAIN_GENERAL, &t.at, seat, &a, &plan);
            (void)gg_rng_below(&b, gg_legal(t.game, t.at.table, t.at.state, seat, list));
            uint32_t count = gg_advise(t.thinker, &t.at, seat, &b, advice, GG_ADVICE_MAX);
            is_ordered(&t, seat, advice, count);
            gg_turn turn = t.game->turn(t.at.table, t.at.state);
            if (!(t.game->nodes[turn.node].flags & (GG_N_SETUP | GG_N_SEALED))) // where he varies
                assert_true(count == 0 || same(&advice[0].plan, &plan));
            assert_true(count <= 1 || advice[0].trials > 0);
        }
        stand_up(&t);
    }
}

// A game that is over is won or lost; before that both seats share one chance, as far as worlds
// dealt for one and for the other say the same.
static void chances_are_chances(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t;
        int seat;
        sit_down(&t, gg_game_at(g));
        do {
            seat = go_on(&t);
            for (uint32_t trials = 0; trials <= 2; trials++) {
                int32_t chance = gg_win_chance(t.thinker, &t.at, 0, trials, &t.rng);
                assert_true(chance >= 0 && chance <= GG_SURE);
            }
        } while (seat != GG_OVER);
        int half[GG_SEATS_MAX] = {0};
        int32_t margin = 0, chance = gg_win_chance(t.thinker, &t.at, 0, 0, &t.rng);
        t.game->score(t.at.table, t.at.state, half, &margin);
        if (half[0] == 2) assert_true(chance > GG_SURE / 2);
        if (half[0] == 0) assert_true(chance < GG_SURE / 2);
        stand_up(&t);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_nodes_it_is_one_choice),
        cmocka_unit_test(whoever_works_it_is_one_choice),
        cmocka_unit_test(set_ups_vary),
        cmocka_unit_test(secrets_are_mixed),
        cmocka_unit_test(by_time_it_ends_in_time),
        cmocka_unit_test(too_late_it_still_answers),
        cmocka_unit_test(whichever_ends_first),
        cmocka_unit_test(advice_is_what_a_general_plays),
        cmocka_unit_test(chances_are_chances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
