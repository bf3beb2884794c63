// SPDX-License-Identifier: Apache-2.0
// Are the macro moves of Salvo worth having, and the look-ups that make them quick right?
//
//   test_salvo_plan                  destinations of every foot unit at the first activation of
//                                    relay; greedy seats against random ones and against greedy
//                                    ones with few moves, over the pairings
//   test_salvo_plan --extremes N W   prints how greedy over plan() fares in N games against greedy
//                                    over "stay or the eight extreme points", seats in turn. W:
//                                    farthest (of the fastest move), combat, or each (eight points
//                                    for each kind of move, 24 in all)
//   test_salvo_plan --random N       greedy against random in N games, as West and as East
//   test_salvo_plan --habits N       greedy against greedy: who wins, and what greedy seats do
//   (moves
//                                    that end in cover or at objectives, attitudes, points)
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/engine.h"
#include "r4_path.h"
#include "survey.h"

extern const gg_game gg_game_salvo;

enum { WANTED = 12, SECTORS = 6, SCORE_WANTED = 80, NARROW_WANTED = 70, SEED = 6 };

// ------------------------------------------------------------------------------- a narrow plan()
static bool extreme(const sv_table *t, const sv_state *draft, int facing, int room, gg_point *out) {
    int unit = gg_flow_top(&draft->f.flow)->subject;
    gg_point from = sv_at(draft, draft->f.leader[unit]);
    for (int quarter = 4; quarter > 0; quarter--) {
        *out = sv_stride(from, facing, room * quarter / 4);
        if (out->x >= 0 && out->y >= 0 && sv_check_leg(t, draft, *out, NULL)) return true;
    }
    return false;
}

static bool finish(const sv_table *t, const sv_state *draft, gg_plan *plan, gg_point to) {
    gg_action leg = gg_act(V_LEG, (unsigned)to.x, (unsigned)to.y, 0), form[SHAPES];
    sv_state copy = *draft;
    sv_play_move(t, &copy, leg, NULL);
    plan->step[plan->steps++] = leg;
    if (sv_list_form(t, &copy, form))
        plan->step[plan->steps++] = form[0];
    else if (!sv_check_confirm(t, &copy, NULL))
        return false;
    plan->step[plan->steps++] = gg_act(V_CONFIRM, 0, 0, 0);
    return true;
}

static enum { FARTHEST, COMBAT, EACH } offered;

static bool left_out(const gg_action *go, uint32_t kinds, uint32_t i) {
    if (offered == EACH) return false;
    return offered == COMBAT ? gg_a(go[i]) != KIND_COMBAT : i + 1 < kinds;
}

// The plans of the game, but moves only as far as possible in eight directions.
static uint32_t narrow_plan(const void *table, const void *state, int seat, gg_plan *out) {
    const sv_table *t = table;
    const sv_state *s = state;
    gg_action go[MOVE_KINDS];
    uint32_t n = sv_plan(t, s, seat, out), count = 0;
    if (gg_flow_top(&s->f.flow)->node != N_ACT) return n;
    for (uint32_t i = 0; i < n; i++)
        if (gg_verb_of(out[i].step[0]) != V_MOVE) out[count++] = out[i];
    uint32_t kinds = sv_list_go(t, s, sv_active(s), go);
    for (uint32_t i = 0; i < kinds; i++) {
        sv_state draft = *s;
        if (left_out(go, kinds, i)) continue;
        sv_do_go(t, &draft, sv_active(s), go[i], NULL);
        int room = sv_allowance(t, &draft, sv_active(s), gg_a(go[i]));
        for (int facing = 0; facing < FACINGS; facing += 2) {
            gg_point to;
            if (!extreme(t, &draft, facing, room, &to)) continue;
            out[count] = (gg_plan){.steps = 1, .step = {go[i]}};
            count += finish(t, &draft, &out[count], to);
        }
    }
    return count;
}

// ------------------------------------------------------------------------------------- habits
typedef struct habits {
    int moves, covered, at_objective, ends, taken[ATTITUDES], will, points, salvos, melees,
        specials;
} habits;

static bool at_objective(const sv_table *t, const sv_state *s, int unit) {
    gg_point at = sv_at(s, s->f.leader[unit]);
    for (int i = 0; i < t->board.objectives; i++)
        if (gg_within(at, t->board.objective[i].at, CONTROL_RADIUS)) return true;
    return false;
}

// In cover from at least half of the enemy units that see it, or seen by none.
static bool in_cover(const sv_table *t, const sv_state *s, int unit) {
    sv_survey v;
    int seen = 0, covered = 0, begin = sv_side(unit) ? 0 : UNITS_SIDE;
    sv_take_survey(t, s, &v);
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        if (!v.unit[other].here) continue;
        sv_line line = sv_look(t, &v, unit, other);
        seen += line.seers[1] > 0;
        covered += line.seers[1] > 0 && sv_mostly_covered(t, &v, unit, other);
    }
    return 2 * covered >= seen;
}

static void note_habit(habits *h, const sv_table *t, const sv_state *before, const sv_state *after,
                       gg_action action) {
    const gg_frame *frame = gg_flow_top(&before->f.flow);
    int seat = frame->seat, unit = frame->subject;
    bool same = before->f.round == after->f.round && frame->node != N_SEQUENCE;
    if (same && before->f.points[seat] > after->f.points[seat])
        h->points += before->f.points[seat] - after->f.points[seat];
    switch (gg_verb_of(action)) {
    case V_CONFIRM:
        if (frame->node != N_MOVE || !after->alive[unit]) return;
        h->moves++;
        h->covered += in_cover(t, after, unit);
        h->at_objective += sv_infantry(t, unit) && at_objective(t, after, unit);
        break;
    case V_END:
        h->ends++;
        for (int i = 0; i < ATTITUDES; i++) h->taken[i] += (int)(gg_a(action) >> i & 1);
        break;
    case V_WILL: h->will++; break;
    case V_SHOOT: h->salvos++; break;
    case V_STRIKE:
    case V_SPLIT: h->melees++; break;
    case V_RELOCATE:
    case V_DELAY:
    case V_EXTRA: h->specials++; break;
    default: break;
    }
}

static habits *noted; // of the games played now, or NULL

// -------------------------------------------------------------------------------------- one game
typedef struct player {
    gg_game game; // a copy: its plan() may be another
    gg_brain brain;
    gg_thinker *thinker;
} player;

static void open_player(player *p, gg_brain brain, bool narrow) {
    p->game = gg_game_salvo;
    p->brain = brain;
    if (narrow) p->game.brain.plan = narrow_plan;
    assert_int_equal(gg_thinker_open(&p->thinker, &p->game), GG_OK);
}

static void open_table(gg_position *p, unsigned variant) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(&gg_game_salvo, &request);
    gg_match_up(&gg_game_salvo, &request, variant % gg_game_salvo.n_matchups);
    assert_int_equal(gg_position_open(p, &gg_game_salvo, &request, &verdict), GG_OK);
}

// One turn of thought or one roll.
static void go_on(gg_position *p, player *const seat[SEATS], gg_rng *rng) {
    gg_turn turn = p->game->turn(p->table, p->state);
    gg_plan plan;
    if (turn.seat == GG_CHANCE) {
        gg_action roll = gg_roll(p->game, p->table, p->state, gg_rng_below64(rng, turn.tickets));
        gg_apply(p->game, p->table, p->state, roll, NULL);
        return;
    }
    player *thinks = seat[turn.seat];
    gg_position own = *p;
    own.game = &thinks->game;
    uint32_t n = gg_think(thinks->thinker, thinks->brain, &own, turn.seat, rng, &plan);
    for (uint32_t i = 0; i < n; i++) {
        if (p->game->turn(p->table, p->state).seat != turn.seat) return;
        if (!gg_check(p->game, p->table, p->state, turn.seat, plan.step[i], NULL)) return;
        sv_state before = *(const sv_state *)p->state;
        gg_apply(p->game, p->table, p->state, plan.step[i], NULL);
        if (noted) note_habit(noted, p->table, &before, p->state, plan.step[i]);
    }
}

static int half_points(gg_position *p, player *const seat[SEATS], int whose, gg_rng *rng) {
    int half[GG_SEATS_MAX] = {0};
    int32_t margin;
    while (p->game->turn(p->table, p->state).seat != GG_OVER) go_on(p, seat, rng);
    p->game->score(p->table, p->state, half, &margin);
    return half[whose];
}

// Per cent of the points that the first player takes, seats in turn, through the pairings.
static int duel(player *a, player *b, unsigned games) {
    int points = 0;
    for (unsigned i = 0; i < games; i++) {
        gg_position p;
        gg_rng rng;
        player *seat[SEATS] = {i % 2 ? b : a, i % 2 ? a : b};
        open_table(&p, i / 2);
        gg_rng_seed(&rng, SEED, i);
        points += half_points(&p, seat, (int)(i % 2), &rng);
        gg_position_close(&p);
    }
    return points * 50 / (int)games;
}

// ------------------------------------------------------------------------------------- the tests
typedef struct fan {
    int count;
    gg_point at[GG_PLANS_MAX];
    unsigned sectors; // of eight
} fan;

static void note(fan *f, gg_point from, gg_point to) {
    for (int i = 0; i < f->count; i++)
        if (gg_point_equal(f->at[i], to)) return;
    f->at[f->count++] = to;
    f->sectors |= 1U << (((sv_sector(to.x - from.x, to.y - from.y) + 1) & 15) >> 1);
}

static fan fan_of(const sv_table *t, const sv_state *s, int unit) {
    static gg_plan plan[GG_PLANS_MAX];
    fan f = {0};
    gg_point from = sv_at(s, s->f.leader[unit]);
    uint32_t n = sv_plan(t, s, sv_side(unit), plan);
    for (uint32_t i = 0; i < n; i++) {
        gg_point to = from;
        for (uint32_t k = 0; k < plan[i].steps; k++)
            if (gg_verb_of(plan[i].step[k]) == V_LEG)
                to = (gg_point){(int16_t)gg_a(plan[i].step[k]), (int16_t)gg_b(plan[i].step[k])};
        if (!gg_point_equal(from, to)) note(&f, from, to);
    }
    return f;
}

// Issue 6: at the first activation every foot unit has 12 destinations in 6 of 8 directions.
static void test_destinations(void **state) {
    player greedy;
    int units = 0;
    (void)state;
    open_player(&greedy, GG_BRAIN_GREEDY, false);
    for (unsigned variant = 0; variant < gg_game_salvo.n_matchups; variant++) {
        gg_position p;
        gg_rng rng;
        player *seat[SEATS] = {&greedy, &greedy};
        open_table(&p, variant);
        gg_rng_seed(&rng, SEED, variant);
        while (p.game->turn(p.table, p.state).node != N_TURN) go_on(&p, seat, &rng);
        for (int unit = 0; unit < UNITS; unit++) {
            sv_state copy = *(const sv_state *)p.state;
            if (!copy.alive[unit] || !sv_infantry(p.table, unit)) continue;
            sv_activate(p.table, &copy, unit, NULL);
            fan f = fan_of(p.table, &copy, unit);
            if (f.count < WANTED || gg_bits_popcount32(f.sectors) < SECTORS)
                fail_msg("pairing %u, unit %d: %d destinations, directions %#x", variant, unit,
                         f.count, f.sectors);
            units++;
        }
        gg_position_close(&p);
    }
    gg_thinker_close(greedy.thinker);
    assert_true(units > 50);
}

static void test_beats_random(void **state) {
    player greedy, random;
    (void)state;
    open_player(&greedy, GG_BRAIN_GREEDY, false);
    open_player(&random, GG_BRAIN_RANDOM, false);
    assert_true(duel(&greedy, &random, 2 * gg_game_salvo.n_matchups) >= SCORE_WANTED);
    gg_thinker_close(greedy.thinker);
    gg_thinker_close(random.thinker);
}

// A part of what `--extremes` measures: 94 % against the farthest points, 84 % against those of
// the combat move.
static void test_beats_extremes(void **state) {
    player wide, narrow;
    (void)state;
    open_player(&wide, GG_BRAIN_GREEDY, false);
    open_player(&narrow, GG_BRAIN_GREEDY, true);
    for (offered = FARTHEST; offered <= COMBAT; offered++)
        assert_true(duel(&wide, &narrow, 2 * gg_game_salvo.n_matchups) >= NARROW_WANTED);
    gg_thinker_close(wide.thinker);
    gg_thinker_close(narrow.thinker);
}

// Captains do not always set up in the same way.
static void test_setups_vary(void **state) {
    enum { SETUPS = 12, DIFFERENT = 4 };
    uint64_t met[SETUPS];
    unsigned different = 0;
    player greedy;
    gg_position p;
    (void)state;
    open_player(&greedy, GG_BRAIN_GREEDY, false);
    open_table(&p, 0);
    for (unsigned i = 0; i < SETUPS; i++) {
        player *seat[SEATS] = {&greedy, &greedy};
        unsigned before = 0;
        gg_rng rng;
        gg_rng_seed(&rng, SEED, i);
        gg_position_restart(&p);
        while (p.game->turn(p.table, p.state).node == N_SETUP) go_on(&p, seat, &rng);
        uint64_t hash = gg_facts_hash(p.game, p.state);
        while (before < different && met[before] != hash) before++;
        met[before] = hash;
        different += before == different;
    }
    assert_true(different >= DIFFERENT);
    gg_position_close(&p);
    gg_thinker_close(greedy.thinker);
}

// A plan that is drawn can be carried out to its end, step by step.
static void carry_out(gg_position *p, const gg_plan *plan, int seat, unsigned *moves) {
    for (uint32_t i = 0; i < plan->steps; i++) {
        assert_int_equal(p->game->turn(p->table, p->state).seat, seat);
        assert_true(gg_check(p->game, p->table, p->state, seat, plan->step[i], NULL));
        *moves += gg_verb_of(plan->step[i]) == V_CONFIRM;
        gg_apply(p->game, p->table, p->state, plan->step[i], NULL);
    }
}

static void test_draws(void **state) {
    unsigned moves = 0, phase = 0;
    (void)state;
    for (unsigned game = 0; game < 2 * gg_game_salvo.n_matchups; game++) {
        gg_position p;
        gg_rng rng;
        gg_plan plan;
        open_table(&p, game);
        gg_rng_seed(&rng, SEED, game);
        phase = 0;
        for (gg_turn turn; (turn = p.game->turn(p.table, p.state)).seat != GG_OVER;) {
            gg_features features;
            sv_features(p.table, p.state, &features);
            assert_true(features.count == FEATURES && features.set == WS_MEETING);
            assert_true(features.phase <= GG_PHASE_END);
            if (turn.node == N_TURN) assert_true(features.phase >= phase);
            if (turn.node == N_TURN) phase = features.phase;
            if (turn.seat == GG_CHANCE) {
                gg_action roll =
                    gg_roll(p.game, p.table, p.state, gg_rng_below64(&rng, turn.tickets));
                gg_apply(p.game, p.table, p.state, roll, NULL);
            } else if (sv_draw(p.table, p.state, turn.seat, &rng, &plan)) {
                carry_out(&p, &plan, turn.seat, &moves);
            } else {
                gg_action next = sv_policy(p.table, p.state, turn.seat, &rng);
                assert_true(gg_check(p.game, p.table, p.state, turn.seat, next, NULL));
                gg_apply(p.game, p.table, p.state, next, NULL);
            }
        }
        gg_position_close(&p);
    }
    assert_true(moves > 500);
}

// ------------------------------------------------------------- what makes plan() and legal() quick
static gg_point anywhere(const sv_table *t, gg_rng *rng) {
    return (gg_point){(int16_t)gg_rng_below(rng, t->board.width + 1U),
                      (int16_t)gg_rng_below(rng, t->board.height + 1U)};
}

static gg_point near_by(const sv_table *t, gg_point at, gg_rng *rng) {
    gg_point p = {(int16_t)(at.x + (int)gg_rng_below(rng, 501) - 250),
                  (int16_t)(at.y + (int)gg_rng_below(rng, 501) - 250)};
    p.x = (int16_t)(p.x < 0 ? 0 : p.x > t->board.width ? t->board.width : p.x);
    p.y = (int16_t)(p.y < 0 ? 0 : p.y > t->board.height ? t->board.height : p.y);
    return p;
}

// What the tables say of a straight way is what the exact sweep says: "open" never touches, "apart"
// and "across" are never wrong. What sight and cover say of the same line is what the pieces say.
static void compare_ways(const sv_table *t, int class, gg_rng *rng, int *told) {
    int radius = sv_class_radius(class), least = 1;
    sv_judge j = {.t = t, .radius = radius, .class = class};
    gg_point a = anywhere(t, rng), b = near_by(t, a, rng);
    bool covered = false, blocked = false;
    j.wide = sv_wide_class(radius + 17);
    j.wide_near = sv_wide_class(radius + 15);
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        int quick = sv_quick_reach(t, i, a, b, class, radius);
        int exact = gg_sweep_reach(a, b, radius, piece->corner, piece->corners);
        assert_true(!quick || quick == exact);
        told[1] += quick != 0;
        if (exact < least) least = exact;
        bool met = gg_segment_crosses_polygon(a, b, piece->corner, piece->corners);
        covered = covered || (met && piece->height >= 1);
        blocked = blocked || (met && piece->height > 1);
    }
    assert_true(sv_covered(t, a, b, 1) == covered);
    assert_true(sv_sees(t, a, 1, b, 1) == !blocked);
    bool open = sv_open_ground(&j, a, b);
    assert_true(!open || least > 0);
    told[0] += open;
}

static void test_lookups(void **state) {
    int told[2] = {0, 0};
    gg_rng rng;
    (void)state;
    gg_rng_seed(&rng, SEED, 0);
    for (uint16_t scenario = 0; scenario < SC_EMPTY; scenario++) {
        gg_position p;
        gg_request request;
        gg_verdict verdict;
        gg_request_standard(&gg_game_salvo, &request);
        request.scenario = scenario;
        assert_int_equal(gg_position_open(&p, &gg_game_salvo, &request, &verdict), GG_OK);
        for (int i = 0; i < 20000; i++) compare_ways(p.table, i % RADII, &rng, told);
        gg_position_close(&p);
    }
    assert_true(told[0] > 5000 && told[1] > 100000); // they do tell something
}

// A leg that legal() lists can be completed: the draft never comes to "stay" alone.
static void test_no_dead_drafts(void **state) {
    static gg_action list[1024];
    int drafts = 0;
    (void)state;
    assert_true(gg_game_salvo.max_legal <= 1024);
    for (unsigned game = 0; game < 10 * gg_game_salvo.n_matchups; game++) {
        gg_position p;
        gg_rng rng;
        open_table(&p, game);
        gg_rng_seed(&rng, SEED, game);
        for (gg_turn turn; (turn = p.game->turn(p.table, p.state)).seat != GG_OVER;) {
            gg_action next;
            if (turn.seat == GG_CHANCE) {
                next = gg_roll(p.game, p.table, p.state, gg_rng_below64(&rng, turn.tickets));
            } else {
                uint32_t n = gg_legal(p.game, p.table, p.state, turn.seat, list);
                next = list[gg_rng_below(&rng, n)];
                bool begun = gg_flow_top(&((const sv_state *)p.state)->f.flow)->arg[ARG_LEGS] != 0;
                drafts += turn.node == N_MOVE && begun;
                if (turn.node == N_MOVE && begun && n == 1) assert_true(gg_verb_of(next) != V_HALT);
            }
            gg_apply(p.game, p.table, p.state, next, NULL);
        }
        gg_position_close(&p);
    }
    assert_true(drafts > 1000);
}

// The piles beside the table count figures, and say so.
static void test_lost_units(void **state) {
    (void)state;
    for (unsigned surface = S_LOST_WEST; surface <= S_LOST_EAST; surface++) {
        assert_non_null(strstr(gg_game_salvo.surfaces[surface].en, "Figures"));
        assert_non_null(strstr(gg_game_salvo.surfaces[surface].fr, "Figurines"));
    }
}

static int measure(unsigned games) {
    player wide, narrow;
    open_player(&wide, GG_BRAIN_GREEDY, false);
    open_player(&narrow, GG_BRAIN_GREEDY, true);
    printf("plan() against the eight extreme points: %d %% of %u games\n",
           duel(&wide, &narrow, games), games);
    gg_thinker_close(wide.thinker);
    gg_thinker_close(narrow.thinker);
    return 0;
}

// West is `a`; points of West.
static int as_west(player *a, player *b, unsigned i) {
    gg_position p;
    gg_rng rng;
    player *seat[SEATS] = {a, b};
    open_table(&p, i);
    gg_rng_seed(&rng, SEED, i);
    int half = half_points(&p, seat, SEAT_WEST, &rng);
    gg_position_close(&p);
    return half;
}

static int measure_random(unsigned games) {
    player greedy, random;
    int west = 0, east = 0;
    open_player(&greedy, GG_BRAIN_GREEDY, false);
    open_player(&random, GG_BRAIN_RANDOM, false);
    for (unsigned i = 0; i < games; i++) {
        west += as_west(&greedy, &random, i);
        east += 2 - as_west(&random, &greedy, i);
    }
    printf("greedy against random, %u games each: %.1f %% as West, %.1f %% as East\n", games,
           west * 50.0 / games, east * 50.0 / games);
    gg_thinker_close(greedy.thinker);
    gg_thinker_close(random.thinker);
    return 0;
}

static void tell_habits(const habits *h, unsigned games) {
    double g = 2.0 * games; // of both seats
    printf(
        "a seat and game: %.1f moves, %.0f %% of them into cover, %.0f %% to an objective;\n"
        "%.1f salvos, %.1f melees; %.1f activations end, with kneel %.1f, cover %.1f, watch %.1f;\n"
        "fire at will %.1f, special activations %.1f; %.1f command points spent\n",
        h->moves / g, 100.0 * h->covered / h->moves, 100.0 * h->at_objective / h->moves,
        h->salvos / g, h->melees / g, h->ends / g, h->taken[0] / g, h->taken[1] / g,
        h->taken[2] / g, h->will / g, h->specials / g, h->points / g);
}

static int measure_habits(unsigned games) {
    player greedy;
    habits all = {0};
    int west[SV_FACTIONS][SV_FACTIONS] = {0}, count[SV_FACTIONS][SV_FACTIONS] = {0}, sum = 0;
    open_player(&greedy, GG_BRAIN_GREEDY, false);
    noted = &all;
    for (unsigned i = 0; i < games; i++) {
        unsigned pair = i % gg_game_salvo.n_matchups;
        int half = as_west(&greedy, &greedy, i);
        west[pair / SV_FACTIONS][pair % SV_FACTIONS] += half;
        count[pair / SV_FACTIONS][pair % SV_FACTIONS]++;
        sum += half;
    }
    printf("greedy against greedy, %u games: West takes %.1f %%; by faction of West and East:\n",
           games, sum * 50.0 / games);
    for (int a = 0; a < SV_FACTIONS; a++)
        for (int b = 0; b < SV_FACTIONS; b++)
            printf("%s-%s %.0f %%%s", sv_faction_names[a].token, sv_faction_names[b].token,
                   count[a][b] ? west[a][b] * 50.0 / count[a][b] : 0, b < 2 ? ", " : "\n");
    tell_habits(&all, games);
    gg_thinker_close(greedy.thinker);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lookups),      cmocka_unit_test(test_no_dead_drafts),
        cmocka_unit_test(test_lost_units),   cmocka_unit_test(test_destinations),
        cmocka_unit_test(test_beats_random), cmocka_unit_test(test_setups_vary),
        cmocka_unit_test(test_draws),        cmocka_unit_test(test_beats_extremes),
    };
    if (argc == 4 && !strcmp(argv[1], "--extremes")) {
        offered = !strcmp(argv[3], "each") ? EACH : !strcmp(argv[3], "combat") ? COMBAT : FARTHEST;
        return measure((unsigned)strtoul(argv[2], NULL, 10));
    }
    if (argc == 3 && !strcmp(argv[1], "--random"))
        return measure_random((unsigned)strtoul(argv[2], NULL, 10));
    if (argc == 3 && !strcmp(argv[1], "--habits"))
        return measure_habits((unsigned)strtoul(argv[2], NULL, 10));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
