// SPDX-License-Identifier: Apache-2.0
// Lines (engine/ai_line.c): what is drawn up for a segment begins with a captain's choice, can be
// played from its first move to its end, and is the same again. And how far search believes a
// captain: more than all trials when told so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "engine/thinker.h"

enum { LINES = 30, CHOICES = 40, NODES = 400, STEPS_MOST = 20000 };

typedef struct table {
    gg_game game; // a copy, so that a test may change what it says of itself
    gg_position at;
    gg_thinker *thinker, *captain;
    gg_rng rng;
} table;

// Both judge the same world.
static void leave_it(const void *t, void *s, int viewer, gg_rng *rng) {
    (void)t, (void)s, (void)viewer, (void)rng;
}

static void sit_down_at(table *t, const gg_game *game, int lean, unsigned scenario) {
    gg_request request;
    gg_verdict verdict;
    memset(t, 0, sizeof *t);
    t->game = *game;
    if (lean >= 0) {
        t->game.brain.lean = (uint16_t)lean;
        t->game.resample = leave_it;
    }
    gg_request_standard(&t->game, &request);
    request.scenario = (uint16_t)scenario;
    assert_int_equal(gg_position_open(&t->at, &t->game, &request, &verdict), GG_OK);
    assert_int_equal(gg_thinker_open(&t->thinker, &t->game), GG_OK);
    assert_int_equal(gg_thinker_open(&t->captain, &t->game), GG_OK);
    gg_rng_seed(&t->rng, 5, 7);
}

static void sit_down(table *t, const gg_game *game, int lean) {
    gg_request request;
    gg_request_standard(game, &request);
    sit_down_at(t, game, lean, request.scenario);
}

static void stand_up(table *t) {
    gg_thinker_close(t->thinker);
    gg_thinker_close(t->captain);
    gg_position_close(&t->at);
}

// Captains play on; the seat that is to decide at a node with lines, or GG_OVER.
static int next_segment(table *t) {
    for (unsigned step = 0; step < STEPS_MOST; step++) {
        gg_turn turn = t->game.turn(t->at.table, t->at.state);
        gg_plan plan;
        if (turn.seat == GG_OVER) return GG_OVER;
        if (turn.seat == GG_CHANCE)
            plan.step[0] =
                gg_roll(&t->game, t->at.table, t->at.state, gg_rng_below64(&t->rng, turn.tickets));
        else if (step && think_has_line(&t->game, turn.node))
            return turn.seat;
        else
            assert_true(gg_think(t->captain, GG_BRAIN_GREEDY, &t->at, turn.seat, &t->rng, &plan));
        gg_apply(&t->game, t->at.table, t->at.state, plan.step[0], NULL);
    }
    fail();
    return GG_OVER;
}

static think_line *draw_up(table *t, think_lines *lines, int seat) {
    unsigned node = t->game.turn(t->at.table, t->at.state).node;
    lines->count = 0;
    think_line *line = think_new_line(lines, seat, node);
    think_draw_up(t->thinker->lane[0]->inner, t->at.table, t->at.state, line);
    return line;
}

// What a captain thinks of the plan where the game stands.
static int64_t worth_of(table *t, const gg_plan *plan, int seat) {
    gg_thinker *k = t->captain;
    memcpy(k->world, t->at.state, t->game.state_bytes);
    k->by_chance = false;
    assert_true(think_carry_out(k, t->at.table, plan, seat));
    return think_worth(k, t->at.table, seat, &t->rng);
}

static int64_t best_worth(table *t, int seat) {
    gg_plan plan;
    assert_true(think_greedily(t->captain, t->at.table, t->at.state, seat, &t->rng, &plan));
    return worth_of(t, &plan, seat);
}

// Move after move where chance has no say: each can be begun, and the last one ends the segment.
static void can_be_played(table *t, const think_line *line) {
    gg_thinker *k = t->captain;
    bool certain = true, ended = false;
    memcpy(k->world, t->at.state, t->game.state_bytes);
    for (uint32_t i = 0; i < line->count; i++) {
        gg_plan plan;
        think_line_plan(line, i, &plan);
        bool begun = think_carry_out(k, t->at.table, &plan, line->seat);
        assert_true(begun || !certain);
        gg_turn turn = t->game.turn(t->at.table, k->after);
        bool rests = t->game.nodes[turn.node].flags & GG_N_REST;
        ended = rests && (turn.seat != line->seat || turn.node != line->node);
        assert_true(!ended || i + 1 == line->count);
        certain = certain && rests;
        if (rests) memcpy(k->world, k->after, t->game.state_bytes);
    }
    assert_true(ended);
}

static void lines_of(const gg_game *game) {
    static think_lines lines, again;
    table t;
    sit_down(&t, game, -1);
    unsigned drawn = 0, longest = 0;
    for (int seat; drawn < LINES && (seat = next_segment(&t)) != GG_OVER; drawn++) {
        gg_plan first;
        const think_line *line = draw_up(&t, &lines, seat);
        assert_true(line->count > 0);
        think_line_plan(line, 0, &first);
        assert_int_equal(worth_of(&t, &first, seat), best_worth(&t, seat));
        can_be_played(&t, line);
        assert_memory_equal(draw_up(&t, &again, seat), line, sizeof *line);
        if (line->count > longest) longest = line->count;
    }
    assert_int_equal(drawn, LINES);
    assert_true(longest > 10); // an army, not a unit
    stand_up(&t);
}

static void a_line_is_a_captains(void **state) {
    (void)state;
    unsigned games = 0;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        if (!gg_game_at(i)->brain.lines) continue;
        lines_of(gg_game_at(i));
        games++;
    }
    assert_true(games > 0);
}

static void there_is_an_end_to_lines(void **state) {
    (void)state;
    static think_lines lines;
    for (unsigned node = 0; node < THINK_SEGMENTS; node++)
        assert_non_null(think_new_line(&lines, 0, node));
    assert_null(think_new_line(&lines, 0, THINK_SEGMENTS));
    assert_ptr_equal(think_line_of(&lines, 0, 1), &lines.line[1]);
    assert_null(think_line_of(&lines, 1, 1));
}

// How many of a colonel's choices with few nodes are as good as the best by a captain's judgement.
static unsigned captains_choices(const gg_game *game, int lean) {
    table t;
    unsigned same = 0;
    sit_down(&t, game, lean);
    gg_thinker_budget(t.thinker, (gg_budget){.nodes = NODES}, NULL, NULL);
    for (unsigned i = 0; i < CHOICES; i++) {
        gg_plan plan;
        int seat = next_segment(&t);
        assert_int_not_equal(seat, GG_OVER);
        assert_true(gg_think(t.thinker, GG_BRAIN_COLONEL, &t.at, seat, &t.rng, &plan));
        same += worth_of(&t, &plan, seat) == best_worth(&t, seat);
    }
    stand_up(&t);
    return same;
}

static void a_captain_is_believed(void **state) {
    (void)state;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (!game->brain.lines) continue;
        unsigned much = captains_choices(game, UINT16_MAX), none = captains_choices(game, 0);
        assert_int_equal(much, CHOICES);
        assert_true(none < CHOICES);
    }
}

// ----------------------------------------------------------------------------------------- tempers
static bool same_as_usual(table *t, think_lines *lines, int seat, unsigned temper) {
    static think_lines usual;
    gg_thinker *inner = t->thinker->lane[0]->inner;
    (void)draw_up(t, &usual, seat);
    inner->temper = temper;
    (void)draw_up(t, lines, seat);
    inner->temper = 0;
    const think_line *a = &usual.line[0], *b = &lines->line[0];
    return a->count == b->count &&
           memcmp(a->step, b->step, a->from[a->count] * sizeof a->step[0]) == 0;
}

// Each temper draws up lines of his own, now and then, and search has them beside the usual one.
static void tempers_differ(void **state) {
    static think_lines lines;
    (void)state;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        unsigned other[16] = {0}, compared = 0;
        table t;
        if (!game->brain.tempers) continue;
        assert_true(game->brain.tempers < 16);
        sit_down(&t, game, 0);
        for (unsigned met = 0; met < LINES; met++) {
            int seat = next_segment(&t);
            if (seat == GG_OVER) break;
            for (unsigned temper = 1; temper <= game->brain.tempers; temper++)
                other[temper] += !same_as_usual(&t, &lines, seat, temper);
            gg_plan plan;
            assert_true(gg_think(t.thinker, GG_BRAIN_COLONEL, &t.at, seat, &t.rng, &plan));
            for (unsigned slot = 0; slot < THINK_PLANS; slot++)
                compared += t.thinker->lines[slot].temper > 0;
        }
        for (unsigned temper = 1; temper <= game->brain.tempers; temper++)
            assert_true(other[temper] > 0);
        assert_true(compared > 0);
        stand_up(&t);
    }
}

// ------------------------------------------------------------------------------------- short games
static int64_t to_the_end(table *t, int seat, bool anew) {
    static think_lines own, lines;
    gg_thinker *lane = t->thinker->lane[0];
    gg_rng dice;
    think_trial trial = {.k = lane, .t = t->at.table, .seat = seat, .sealed = THINK_OPEN};
    trial.start = think_clock(&t->game, t->at.table, t->at.state);
    trial.until = t->game.brain.until(t->at.table, t->at.state);
    assert_true(trial.until >= trial.start);
    own.count = lines.count = 0;
    trial.own = &own;
    trial.lines = &lines;
    trial.anew = anew;
    lane->anew->count = 0;
    lane->nodes = 0;
    memcpy(lane->world, t->at.state, t->game.state_bytes);
    gg_rng_seed(&dice, 3, 1);
    int64_t chance = think_try(&trial, NULL, &dice);
    assert_int_equal(t->game.turn(t->at.table, lane->after).seat, GG_OVER);
    return chance;
}

// A trial of one goes to its end, and what captains weigh on the way is counted as thought.
static bool is_followed(const gg_game *game, unsigned scenario) {
    table t;
    sit_down_at(&t, game, 0, scenario);
    bool is_short = game->brain.until(t.at.table, t.at.state) != 0;
    for (int seat; is_short && (seat = next_segment(&t)) != GG_OVER;) {
        const gg_thinker *lane = t.thinker->lane[0];
        int64_t chance = to_the_end(&t, seat, false);
        uint64_t by_lot = lane->nodes;
        assert_int_equal(lane->anew->count, 0);
        assert_true(chance == 0 || chance == THINK_SURE);
        chance = to_the_end(&t, seat, true);
        assert_int_equal(lane->anew->count, 1);
        assert_true(lane->nodes > by_lot);
        assert_true(chance == 0 || chance == THINK_SURE);
        assert_int_equal(chance, to_the_end(&t, seat, true)); // nothing is left of the last one
    }
    stand_up(&t);
    return is_short;
}

static void short_games_are_followed_to_their_end(void **state) {
    unsigned followed = 0;
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        const gg_game *game = gg_game_at(g);
        if (!game->brain.lines || !game->brain.until) continue;
        for (unsigned i = 0; i < game->n_scenarios; i++)
            followed += gg_scenario_offered(game, i) && is_followed(game, i);
    }
    assert_true(followed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_games_are_followed_to_their_end),
        cmocka_unit_test(a_line_is_a_captains),
        cmocka_unit_test(there_is_an_end_to_lines),
        cmocka_unit_test(a_captain_is_believed),
        cmocka_unit_test(tempers_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
