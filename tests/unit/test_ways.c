// SPDX-License-Identifier: Apache-2.0
// Ways to a place by draft steps: each step is legal when its turn comes and can be taken back, the
// last one names the place, what is not within reach is not found, and a search stays bounded.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"
#include "grognard/text.h"

enum { WAYS = 16 };

static gg_play *open_block(const char *text) {
    gg_play *play = NULL;
    gg_error error = {0};
    if (gg_play_open(&play, "ways", text, strlen(text), 0, &error) != GG_OK)
        fail_msg("line %u: %s", error.line, error.en);
    return play;
}

static gg_goal goal_of(const gg_position *at, const char *piece, const char *place) {
    gg_goal goal = {GG_NO_HANDLE, GG_NO_CELL, 0, 0, 0};
    unsigned value;
    if (piece) {
        assert_true(
            gg_name_find(at->game, at->table, at->state, at->game->piece_domain, piece, &value));
        goal.piece = (uint16_t)value;
    }
    for (unsigned i = 0; i < at->game->n_domains; i++)
        if (at->game->domains[i].kind == GG_K_CELL &&
            gg_name_find(at->game, at->table, at->state, i, place, &value)) {
            goal.cell = (uint16_t)value;
            goal.surface = at->game->domains[i].surface;
            return goal;
        }
    fail_msg("no place %s", place);
    return goal;
}

// Carries a way out on a copy: every step a legal one of a draft.
static void carry_out(const gg_position *at, int seat, const gg_goal *goal, const gg_plan *plan) {
    void *state = malloc(((size_t)at->game->state_bytes + 7) / 8 * 8);
    memcpy(state, at->state, at->game->state_bytes);
    assert_in_range(plan->steps, 1, GG_PLAN_STEPS);
    for (uint32_t i = 0; i < plan->steps; i++) {
        assert_true(gg_is_draft(at->game, plan->step[i]));
        assert_true(gg_check(at->game, at->table, state, seat, plan->step[i], NULL));
        gg_apply(at->game, at->table, state, plan->step[i], NULL);
        bool last = i + 1 == plan->steps;
        assert_int_equal(gg_goal_named(at->game, goal, plan->step[i]), last);
    }
    free(state);
}

// How many ways there are; the first is written as notation.
static uint32_t ways_of(const gg_position *at, const gg_goal *goal, char *out, size_t cap) {
    static gg_way way[WAYS];
    uint64_t before = gg_facts_hash(at->game, at->state);
    int seat = at->game->turn(at->table, at->state).seat;
    uint32_t count = gg_ways(at, seat, goal, way, WAYS);
    gg_out text;
    gg_out_init(&text, out, cap);
    assert_in_range(count, 0, WAYS);
    assert_int_equal(gg_facts_hash(at->game, at->state), before); // looked for on copies
    for (uint32_t i = 0; i < count; i++) {
        carry_out(at, seat, goal, &way[i].plan);
        if (i) assert_true(way[i].left <= way[i - 1].left);
    }
    for (uint32_t i = 0; count && i < way[0].plan.steps; i++) {
        char word[64];
        (void)gg_notation_into(at->game, at->table, at->state, way[0].plan.step[i], word,
                               sizeof word);
        gg_out_format(&text, "%s%s", i ? "; " : "", word);
    }
    return count;
}

static const char bautzen[] = "# BD1  a counter alone on the map\n"
                              "game bautzen   scenario empty\n"
                              "put 5DP_13 at 1505\n"
                              "put 5DP_15 at 1505\n"
                              "node move allied\n";

static void test_a_counter_is_picked_up_and_walks(void **unused) {
    (void)unused;
    gg_play *play = open_block(bautzen);
    const gg_position *at = gg_play_position(play);
    char words[512];
    gg_goal goal = goal_of(at, "5DP_13", "1506");
    assert_true(ways_of(at, &goal, words, sizeof words) >= 1);
    assert_string_equal(words, "move 5DP_13; step 1506");
    goal = goal_of(at, "5DP_13", "1508");
    assert_true(ways_of(at, &goal, words, sizeof words) >= 1);
    assert_non_null(strstr(words, "move 5DP_13; step "));
    assert_non_null(strstr(words, "step 1508"));
    gg_play_close(play);
}

static void test_what_is_out_of_reach_is_not_found(void **unused) {
    (void)unused;
    gg_play *play = open_block(bautzen);
    const gg_position *at = gg_play_position(play);
    char words[512];
    gg_goal goal = goal_of(at, "5DP_13", "0107");
    assert_int_equal(ways_of(at, &goal, words, sizeof words), 0);
    goal = goal_of(at, "17ID_KGa", "1506"); // not there, and not ours
    assert_int_equal(ways_of(at, &goal, words, sizeof words), 0);
    gg_play_close(play);
}

// A fast unit has many thousands of ways: each place of its reach is found all the same.
static void test_all_of_a_long_reach_is_found(void **unused) {
    (void)unused;
    gg_play *play = open_block("# BD1  a fast counter alone on the map\n"
                               "game bautzen   scenario empty\n"
                               "put 20Pz_PzR21 at 1910\n"
                               "node move german\n");
    const gg_position *at = gg_play_position(play);
    static gg_overlay reach;
    char words[512];
    gg_goal goal = goal_of(at, "20Pz_PzR21", "1910");
    uint16_t start = goal.cell;
    at->game->show.overlay(at->table, at->state, at->game->turn(at->table, at->state).seat, 0,
                           goal.piece, &reach);
    assert_true(reach.cells > 100);
    for (unsigned i = 0; i < reach.cells; i++) {
        goal.cell = reach.cell[i];
        if (goal.cell != start) assert_true(ways_of(at, &goal, words, sizeof words) >= 1);
    }
    gg_play_close(play);
}

// On its way it need not be named again.
static void test_from_the_middle_of_a_draft(void **unused) {
    (void)unused;
    gg_play *play = open_block(bautzen);
    gg_position at = *gg_play_position(play);
    gg_action move;
    gg_error error;
    char words[512];
    assert_true(gg_notation_parse(at.game, at.table, at.state, "move 5DP_13", &move, &error));
    gg_apply(at.game, at.table, at.state, move, NULL);
    gg_goal named = goal_of(&at, "5DP_13", "1507"), any = goal_of(&at, NULL, "1507");
    assert_true(ways_of(&at, &named, words, sizeof words) >= 1);
    assert_null(strstr(words, "move"));
    assert_true(ways_of(&at, &any, words, sizeof words) >= 1);
    assert_non_null(strstr(words, "step 1507"));
    gg_play_close(play);
}

// Every game, at many positions of random play, towards many places: nothing but what was promised,
// and somewhere a way is found.
static void walk_a_game(const gg_game *game, uint32_t *found) {
    gg_request request = {0};
    gg_position at;
    gg_rng rng;
    gg_events *events = calloc(1, sizeof *events);
    gg_action *list = malloc(game->max_legal * sizeof *list);
    gg_rng_seed(&rng, 3, 1);
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&at, game, &request, NULL), GG_OK);
    for (unsigned step = 0; step < 400; step++) {
        gg_turn turn = game->turn(at.table, at.state);
        char words[512];
        if (turn.seat == GG_OVER) break;
        if (turn.seat == GG_CHANCE) {
            gg_apply(game, at.table, at.state,
                     gg_roll(game, at.table, at.state, gg_rng_below64(&rng, turn.tickets)), events);
            events->count = 0;
            continue;
        }
        uint32_t count = gg_legal(game, at.table, at.state, turn.seat, list);
        gg_action aim = list[gg_rng_below(&rng, count)];
        for (unsigned i = 0; step % 4 == 0 && i < GG_OPERANDS; i++) {
            const gg_domain *domain = &game->domains[game->verbs[gg_verb_of(aim)].domain[i]];
            if (domain->kind != GG_K_CELL && domain->kind != GG_K_X) continue;
            bool point = domain->kind == GG_K_X;
            gg_goal goal = {GG_NO_HANDLE, point ? GG_NO_CELL : (uint16_t)gg_operand(aim, i),
                            point ? (int16_t)gg_operand(aim, i) : 0,
                            point ? (int16_t)gg_operand(aim, i + 1) : 0, domain->surface};
            *found += ways_of(&at, &goal, words, sizeof words) > 0;
        }
        gg_apply(game, at.table, at.state, aim, events);
        events->count = 0;
    }
    gg_position_close(&at);
    free(list);
    free(events);
}

static void test_every_game(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        uint32_t found = 0;
        walk_a_game(gg_game_at(i), &found);
        if (strcmp(gg_game_at(i)->id, "bautzen") == 0 || strcmp(gg_game_at(i)->id, "salvo") == 0)
            assert_true(found > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_counter_is_picked_up_and_walks),
        cmocka_unit_test(test_what_is_out_of_reach_is_not_found),
        cmocka_unit_test(test_all_of_a_long_reach_is_found),
        cmocka_unit_test(test_from_the_middle_of_a_draft),
        cmocka_unit_test(test_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
