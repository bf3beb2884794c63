// SPDX-License-Identifier: Apache-2.0
// Is the greedy seat of Corridors an opponent? It beats random play, takes a headquarters that can
// be taken, sends troops into its own when that is threatened, flies, and has supply left when the
// fighting on the ground begins.
//
// What is drawn for play in thought is told by what its seat sees, and legal; openings vary; the
// fitted value sees a siege only when everything it needs is there.
//
//   test_corridors_plan               all of this, over the ten pairings of the ready decks
//   test_corridors_plan --random N    how greedy fares in N games against random play
//   test_corridors_plan --habits N    N games greedy against greedy: by pairing who wins and how
//                                     games end; what a seat does in a turn
//
// Each pairing is played with seats, and then with decks, exchanged.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "corridors.h"
#include "grognard/engine.h"
#include "grognard/text.h"

extern const gg_game gg_game_corridors;

enum { SEED = 5, PAIRINGS = 10, ROUND = 4 * PAIRINGS, TRIES = 20 };
enum { DRAWN_GAMES = 3, DRAWN_OPENINGS = 12, OPENINGS_WANTED = 6, RECRUIT_WANTED = 90 };
enum { RANDOM_WANTED = 95, FALLS_WANTED = 15, HELP_WANTED = 2, HQ_ENDINGS_WANTED = 4 };

static const gg_game *const game = &gg_game_corridors;

// ---------------------------------------------------------------------------------------- one game
typedef struct habits {
    int ends[ENDINGS], turns;                                            // of games
    int player_turns, sorties, aircraft, patrols, assaults, hq_assaults; // of seats
    int supply, fighting, left; // after the roll, before phase 5, at the end of the turn
    int front;                  // the farthest row held at the end of the turn
} habits;

typedef struct table {
    gg_position p;
    gg_thinker *thinker;
    gg_rng rng, dice;
    gg_brain brain[SEATS];
    habits h;
} table;

static void note_event(habits *h, const gg_event *event) {
    switch (event->kind) {
    case E_SORTIE:
        h->sorties++;
        h->aircraft += event->arg[2];
        break;
    case E_PATROLS: h->patrols++; break;
    case E_ASSAULT:
        h->assaults++;
        h->hq_assaults += !co_is_zone(event->arg[1]);
        break;
    case E_SUPPLIED:
        h->player_turns++;
        h->supply += event->arg[3];
        break;
    default: break;
    }
}

static void note_end_of_turn(habits *h, const co_state *s) {
    int seat = s->f.active, row = 0;
    for (int zone = 0; zone < ZONES; zone++)
        if (s->held[seat] >> zone & 1 && co_row(seat, zone) > row) row = co_row(seat, zone);
    h->front += row;
    h->left += s->f.supply[seat];
}

static void carry_out(table *g, gg_action action) {
    static gg_events events;
    const co_state *s = g->p.state;
    int phase = s->f.phase;
    bool ends = gg_verb_of(action) == V_END;
    if (ends && phase == PHASE_MANOEUVRE) note_end_of_turn(&g->h, s);
    events.count = 0;
    gg_apply(game, g->p.table, g->p.state, action, &events);
    if (ends && phase == PHASE_BOMBARD) g->h.fighting += s->f.supply[s->f.active];
    for (uint32_t i = 0; i < events.count; i++) note_event(&g->h, &events.event[i]);
}

// One turn of thought or one roll.
static void go_on(table *g) {
    gg_turn turn = game->turn(g->p.table, g->p.state);
    gg_plan plan;
    if (turn.seat == GG_CHANCE) {
        uint64_t ticket = gg_rng_below64(&g->dice, turn.tickets);
        carry_out(g, gg_roll(game, g->p.table, g->p.state, ticket));
        return;
    }
    uint32_t n = gg_think(g->thinker, g->brain[turn.seat], &g->p, turn.seat, &g->rng, &plan);
    for (uint32_t i = 0; i < n; i++) {
        if (game->turn(g->p.table, g->p.state).seat != turn.seat) return;
        if (!gg_check(game, g->p.table, g->p.state, turn.seat, plan.step[i], NULL)) return;
        carry_out(g, plan.step[i]);
    }
}

static void open_thinker(table *g, gg_brain one, gg_brain two) {
    memset(g, 0, sizeof *g);
    g->brain[SEAT_ONE] = one;
    g->brain[SEAT_TWO] = two;
    assert_int_equal(gg_thinker_open(&g->thinker, game), GG_OK);
}

typedef struct result {
    int half[GG_SEATS_MAX], ending, turn;
    bool starter;
} result;

// Game `number`: bit 0 exchanges the seats, bit 1 the decks.
static void open_game(table *g, unsigned number) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(game, &request);
    gg_match_up(game, &request, number / 4 % PAIRINGS);
    int16_t first = request.option[O_DECK1];
    if (number & 2) {
        request.option[O_DECK1] = request.option[O_DECK2];
        request.option[O_DECK2] = first;
    }
    assert_int_equal(gg_position_open(&g->p, game, &request, &verdict), GG_OK);
    gg_rng_seed(&g->rng, SEED, number);
    gg_rng_seed(&g->dice, SEED + 1, number);
}

static result play_game(table *g, unsigned number) {
    result r = {0};
    int32_t margin;
    open_game(g, number);
    while (game->turn(g->p.table, g->p.state).seat != GG_OVER) go_on(g);
    game->score(g->p.table, g->p.state, r.half, &margin);
    const co_state *s = g->p.state;
    r.ending = s->f.ending;
    r.turn = s->f.turn;
    r.starter = r.half[s->f.first] == 2;
    g->h.ends[r.ending]++;
    g->h.turns += r.turn;
    gg_position_close(&g->p);
    return r;
}

// ------------------------------------------------------------------------------------- the tests
static int against_random(gg_brain brain, unsigned games, habits *h) {
    table g;
    int points = 0;
    open_thinker(&g, brain, GG_BRAIN_RANDOM);
    for (unsigned i = 0; i < games; i++) {
        g.brain[i & 1] = brain;
        g.brain[~i & 1] = GG_BRAIN_RANDOM;
        points += play_game(&g, i).half[i & 1];
    }
    gg_thinker_close(g.thinker);
    *h = g.h;
    return points;
}

static void beats_random(void **state) {
    habits h;
    (void)state;
    assert_true(against_random(GG_BRAIN_GREEDY, ROUND, &h) * 50 >= RANDOM_WANTED * ROUND);
    assert_true(against_random(GG_BRAIN_RECRUIT, ROUND, &h) * 50 >= RECRUIT_WANTED * ROUND);
}

static bool same_plan(const gg_plan *a, const gg_plan *b) {
    return a->steps == b->steps && a->prior == b->prior &&
           memcmp(a->step, b->step, a->steps * sizeof a->step[0]) == 0;
}

// The same draw in the true world and in one dealt from what the seat knows: nothing hidden shows.
static bool drawn_alike(table *g, int seat, unsigned number) {
    static co_state world;
    gg_plan one, two;
    gg_rng deal, a, b;
    gg_rng_seed(&deal, SEED, number);
    gg_rng_seed(&a, SEED, 0);
    gg_rng_seed(&b, SEED, 0);
    memcpy(&world, g->p.state, sizeof world);
    game->resample(g->p.table, &world, seat, &deal);
    bool drawn = game->brain.draw(g->p.table, g->p.state, seat, &a, &one);
    assert_int_equal(game->brain.draw(g->p.table, &world, seat, &b, &two), drawn);
    if (!drawn) return false;
    assert_true(same_plan(&one, &two));
    assert_true(gg_check(game, g->p.table, g->p.state, seat, one.step[0], NULL));
    return true;
}

static void draws_by_what_it_sees(void **state) {
    table g;
    unsigned drawn = 0, number = 0;
    (void)state;
    open_thinker(&g, GG_BRAIN_SERGEANT, GG_BRAIN_SERGEANT);
    for (unsigned i = 0; i < DRAWN_GAMES; i++) {
        open_game(&g, 5 * i);
        for (gg_turn turn; (turn = game->turn(g.p.table, g.p.state)).seat != GG_OVER; go_on(&g))
            if (turn.seat < SEATS) drawn += drawn_alike(&g, turn.seat, number++);
        gg_position_close(&g.p);
    }
    assert_true(2 * drawn > number); // windows are answered, not drawn
    gg_thinker_close(g.thinker);
}

// An opening to its end, then the other player's.
static void take_opening(gg_position *p, int seat, const gg_plan *plan) {
    for (uint32_t i = 0; i < plan->steps; i++) {
        assert_true(gg_check(game, p->table, p->state, seat, plan->step[i], NULL));
        gg_apply(game, p->table, p->state, plan->step[i], NULL);
    }
    assert_int_not_equal(game->turn(p->table, p->state).seat, seat);
}

static void openings_vary(void **state) {
    static gg_plan plans[GG_PLANS_MAX], drawn[DRAWN_OPENINGS];
    unsigned different = 0;
    table g;
    (void)state;
    open_thinker(&g, GG_BRAIN_GREEDY, GG_BRAIN_GREEDY);
    open_game(&g, 0);
    assert_true(game->brain.plan(g.p.table, g.p.state, SEAT_ONE, plans) > 2);
    assert_false(same_plan(&plans[1], &plans[2]));
    for (unsigned i = 0; i < DRAWN_OPENINGS; i++) {
        bool known = false;
        assert_true(game->brain.draw(g.p.table, g.p.state, SEAT_ONE, &g.rng, &drawn[i]));
        for (unsigned k = 0; k < i; k++) known |= same_plan(&drawn[i], &drawn[k]);
        different += !known;
    }
    assert_true(different >= OPENINGS_WANTED);
    take_opening(&g.p, SEAT_ONE, &plans[1]);
    gg_position_close(&g.p);
    gg_thinker_close(g.thinker);
}

static void open_text(table *g, const char *cards, gg_play **opened) {
    char text[2000];
    gg_error error = {0};
    snprintf(text, sizeof text, "game corridors scenario empty\n%s", cards);
    if (gg_play_open(opened, "plan", text, strlen(text), 0, &error) != GG_OK)
        fail_msg("line %u: %s", error.line, error.en);
    g->p = *gg_play_position(*opened);
}

// The turn of player 1 from a position, with the dice of `number`.
static void play_turn(table *g, unsigned number) {
    const co_state *s = g->p.state;
    gg_rng_seed(&g->rng, SEED, number);
    gg_rng_seed(&g->dice, SEED + 1, number);
    while (game->turn(g->p.table, g->p.state).seat != GG_OVER && s->f.active == SEAT_ONE) go_on(g);
}

// How many of so many turns end with the enemy headquarters taken.
static int falls(const char *cards) {
    table g;
    int taken = 0;
    open_thinker(&g, GG_BRAIN_GREEDY, GG_BRAIN_GREEDY);
    for (unsigned i = 0; i < TRIES; i++) {
        gg_play *opened = NULL;
        open_text(&g, cards, &opened);
        play_turn(&g, i);
        taken += ((const co_state *)g.p.state)->f.ending == END_HEADQUARTERS;
        gg_play_close(opened);
    }
    gg_thinker_close(g.thinker);
    return taken;
}

#define GUARDED                                                                                    \
    "put 2S31 at hq2 spotted\nput 2S32 at hq2 spotted\nput 1G28 at hq1\nput 1G29 at hq1\n"

// Two zones full of attackers, guns in range and supply for all of them; a zone elsewhere tempts.
static void takes_what_can_be_taken(void **state) {
    static const char cards[] = GUARDED "put 1G01a at a3\nput 1G01b at a3\nput 1G04a at a3\n"
                                        "put 1G14a at a3\nput 1G04b at b3\nput 1G04c at b3\n"
                                        "put 1G06a at b3\nput 1G16 at b3\nput 1G25a at b2\n"
                                        "put 2S01a at c3 spotted\nset supply one 12\n"
                                        "set supply two 5\nnode bombard one\n";
    (void)state;
    assert_true(falls(cards) >= FALLS_WANTED);
}

#define BESIEGED                                                                                   \
    GUARDED "put 1G04a at a3\nput 1G14a at a3\nput 1G04b at b3\nput 1G04c at b3\n"                 \
            "put 1G06a at b3\nput 1G16 at b3\nput 1G01a at a3\nset supply two 5\n"

static int32_t siege_seen(const char *cards) {
    table g;
    gg_play *opened = NULL;
    gg_features features;
    open_text(&g, cards, &opened);
    game->brain.features(g.p.table, g.p.state, &features);
    assert_int_equal(game->brain.value(g.p.table, g.p.state, SEAT_ONE),
                     -game->brain.value(g.p.table, g.p.state, SEAT_TWO));
    gg_play_close(opened);
    return features.value[FT_FALLS_NOW];
}

// Troops before a headquarters, supply for them and a garrison that is too weak: all of it is
// needed, and one thing missing is the end of it.
static void sees_a_siege_when_all_holds(void **state) {
    (void)state;
    assert_true(siege_seen(BESIEGED "set supply one 12\nnode manoeuvre one\n") > 500);
    assert_int_equal(siege_seen(BESIEGED "set supply one 0\nnode manoeuvre one\n"), 0);
    assert_true(siege_seen(BESIEGED
                           "set supply one 12\nput 2S20 at hq2\nput 2S17a at hq2\n"
                           "put 2S17b at hq2\nput 2S04a at hq2\nnode manoeuvre one\n") < 100);
}

// An empty headquarters is walked into.
static void walks_in(void **state) {
    static const char cards[] = "put 1G28 at hq1\nput 1G01a at b3\nput 1G01b at a2\n"
                                "put 2S02a at c3\nset supply one 0\nnode manoeuvre one\n";
    (void)state;
    assert_int_equal(falls(cards), TRIES);
}

// The enemy stands before the headquarters: what can come to its defence does.
static void comes_to_the_defence(void **state) {
    static const char cards[] = "put 1G28 at hq1\nput 1G29 at hq1\nput 1G01a at b1\n"
                                "put 1G04a at b1\nput 1G14a at b1\nput 2S02a at a1 spotted\n"
                                "put 2S02b at a1 spotted\nput 2S04a at a1 spotted\n"
                                "put 2S17a at a1 spotted\nput 2S17b at c1 spotted\n"
                                "put 2S03a at c1 spotted\nput 2S04b at c1 spotted\n"
                                "put 2S31 at hq2\nput 2S32 at hq2\nset supply one 0\n"
                                "set supply two 12\nnode manoeuvre one\n";
    table g;
    gg_play *opened = NULL;
    (void)state;
    open_thinker(&g, GG_BRAIN_GREEDY, GG_BRAIN_GREEDY);
    open_text(&g, cards, &opened);
    play_turn(&g, 0);
    const co_state *s = g.p.state;
    const co_table *t = g.p.table;
    assert_true(co_count(s->at[SEAT_ONE][HQ_ONE] & t->unit[SEAT_ONE]) >= HELP_WANTED);
    gg_play_close(opened);
    gg_thinker_close(g.thinker);
}

static void fights_flies_and_saves(void **state) {
    table g;
    (void)state;
    open_thinker(&g, GG_BRAIN_GREEDY, GG_BRAIN_GREEDY);
    for (unsigned i = 0; i < ROUND; i++) play_game(&g, i);
    const habits *h = &g.h;
    assert_true(h->ends[END_HEADQUARTERS] >= HQ_ENDINGS_WANTED);
    assert_true(2 * h->sorties >= h->player_turns); // every second turn
    assert_true(h->patrols > 0);
    assert_true(h->fighting >= 3 * h->player_turns); // supply kept for the ground
    assert_true(h->front >= h->player_turns);        // on the average in the centre or beyond
    gg_thinker_close(g.thinker);
}

// ------------------------------------------------------------------------------------ the figures
static void tell(const habits *h, unsigned games) {
    double n = h->player_turns;
    printf(
        "ends: headquarters %.1f %%, points %.1f %%, last turn %.1f %%; %.1f turns\n"
        "a turn: supply %.1f, before phase 5 %.1f, at the end %.1f; sorties %.2f, aircraft %.2f, "
        "patrols %.2f;\nassaults %.2f, on headquarters %.2f; farthest row %.2f of 2\n",
        100.0 * h->ends[END_HEADQUARTERS] / games, 100.0 * h->ends[END_POINTS] / games,
        100.0 * h->ends[END_TURNS] / games, (double)h->turns / games, h->supply / n,
        h->fighting / n, h->left / n, h->sorties / n, h->aircraft / n, h->patrols / n,
        h->assaults / n, h->hq_assaults / n, h->front / n);
}

static int measure_random(unsigned games) {
    habits h;
    int points = against_random(GG_BRAIN_GREEDY, games, &h);
    printf("greedy against random, %u games: %.1f %%\n", games, points * 50.0 / games);
    tell(&h, games); // what is told of a turn is of both seats
    return 0;
}

static int measure_habits(unsigned games) {
    table g;
    int points[PAIRINGS] = {0}, count[PAIRINGS] = {0}, hq[PAIRINGS] = {0}, starter = 0;
    open_thinker(&g, GG_BRAIN_GREEDY, GG_BRAIN_GREEDY);
    for (unsigned i = 0; i < games; i++) {
        unsigned pairing = i / 4 % PAIRINGS;
        result r = play_game(&g, i);
        count[pairing]++;
        points[pairing] += r.half[i >> 1 & 1];
        hq[pairing] += r.ending == END_HEADQUARTERS;
        starter += r.starter;
    }
    for (unsigned i = 0; i < PAIRINGS && games >= ROUND; i++) {
        gg_request request;
        gg_match_up(game, &request, i);
        printf("%s-%s: %.1f %% for the first, headquarters %.0f %%\n",
               co_decks[request.option[O_DECK1] - 1].token,
               co_decks[request.option[O_DECK2] - 1].token, points[i] * 50.0 / count[i],
               100.0 * hq[i] / count[i]);
    }
    printf("the starting player wins %.1f %%\n", 100.0 * starter / games);
    tell(&g.h, games);
    gg_thinker_close(g.thinker);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beats_random),
        cmocka_unit_test(draws_by_what_it_sees),
        cmocka_unit_test(openings_vary),
        cmocka_unit_test(sees_a_siege_when_all_holds),
        cmocka_unit_test(takes_what_can_be_taken),
        cmocka_unit_test(walks_in),
        cmocka_unit_test(comes_to_the_defence),
        cmocka_unit_test(fights_flies_and_saves),
    };
    unsigned games = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (games && !strcmp(argv[1], "--random")) return measure_random(games);
    if (games && !strcmp(argv[1], "--habits")) return measure_habits(games);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
