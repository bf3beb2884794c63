// SPDX-License-Identifier: Apache-2.0
// What exact odds cost.
//
//   odds_node_p95    all candidates of a node (its plans, or its legal actions) one after the other
//   odds_first_p95   the first of them
//   odds_hidden      of these answers, those in which something hidden may matter
//   odds_counted     of those again, the ones whose worlds were counted, not dealt
//   odds_NAME        a position kept in games/GAME/tests/odds_largest.play, with its sensitivity
//
// Nodes are those where a seat decides in greedy games, seed 1, of each offered scenario in turn;
// every few of them, as far as the time goes. Questions keep to a server's limits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "grognard/odds.h"
#include "odds_plays.h"

enum { SAMPLES = 4096, EVERY = 5, GAMES_EACH = 20, ASKED_AGAIN = 200 };

typedef struct sampler {
    const gg_game *game;
    gg_odds *odds;
    gg_thinker *thinker;
    gg_position at;
    gg_rng rng;
    gg_plan plans[GG_PLANS_MAX];
    gg_action *list;
    uint32_t samples, met;
    double node[SAMPLES], first[SAMPLES];
    uint32_t told, hidden,
        counted; // answers; with something hidden that matters; all worlds counted
    uint64_t start, budget;
} sampler;

static bool spent(const sampler *s) {
    return s->samples == SAMPLES || app_cpu_ns() - s->start > s->budget;
}

static uint32_t candidates(sampler *s, int seat) {
    const gg_game *game = s->game;
    if (game->brain.plan) return game->brain.plan(s->at.table, s->at.state, seat, s->plans);
    uint32_t n = gg_legal(game, s->at.table, s->at.state, seat, s->list);
    for (uint32_t i = 0; i < n && i < GG_PLANS_MAX; i++)
        s->plans[i] = (gg_plan){.steps = 1, .step = {s->list[i]}};
    return n < GG_PLANS_MAX ? n : GG_PLANS_MAX;
}

static void tally(sampler *s, const gg_odds_answer *answer) {
    s->told++;
    s->hidden += !answer->counted || answer->worlds > 1;
    s->counted += answer->counted && answer->worlds > 1;
}

static void ask_all(sampler *s, int seat) {
    const gg_odds_wish wish = {.states = GG_ODDS_STATES_SERVER, .plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    uint32_t n = candidates(s, seat);
    uint64_t begun = app_cpu_ns(), first = 0;
    for (uint32_t i = 0; i < n; i++) {
        gg_status asked =
            gg_odds_ask(s->odds, &s->at, seat, &s->plans[i], &wish, &answer, &verdict);
        if (asked == GG_OK) tally(s, answer);
        if (i == 0) first = app_cpu_ns() - begun;
    }
    s->first[s->samples] = (double)first / 1e6;
    s->node[s->samples++] = (double)(app_cpu_ns() - begun) / 1e6;
}

static void decide(sampler *s, int seat) {
    const gg_game *game = s->game;
    gg_plan plan;
    if (s->met++ % EVERY == 0) ask_all(s, seat);
    uint32_t n = gg_think(s->thinker, GG_BRAIN_GREEDY, &s->at, seat, &s->rng, &plan);
    for (uint32_t i = 0; i < n; i++) {
        if (!gg_check(game, s->at.table, s->at.state, seat, plan.step[i], NULL)) return;
        gg_apply(game, s->at.table, s->at.state, plan.step[i], NULL);
    }
}

static void sample_game(sampler *s, unsigned scenario, unsigned number) {
    const gg_game *game = s->game;
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(game, &request);
    request.scenario = (uint16_t)scenario;
    if (game->n_matchups) gg_match_up(game, &request, number % game->n_matchups);
    if (gg_position_open(&s->at, game, &request, &verdict) != GG_OK) return;
    gg_rng_seed(&s->rng, 1, number);
    for (gg_turn turn; (turn = game->turn(s->at.table, s->at.state)).seat != GG_OVER && !spent(s);)
        if (turn.seat == GG_CHANCE)
            gg_apply(game, s->at.table, s->at.state,
                     gg_roll(game, s->at.table, s->at.state, gg_rng_below64(&s->rng, turn.tickets)),
                     NULL);
        else
            decide(s, turn.seat);
    gg_position_close(&s->at);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double p95(double *sample, uint32_t n) {
    qsort(sample, n, sizeof *sample, ascending);
    return sample[(n * 95 + 99) / 100 - 1];
}

static void sample_all(bench *b, sampler *s) {
    s->start = app_cpu_ns();
    for (unsigned number = 0; number < GAMES_EACH && !spent(s); number++)
        for (unsigned i = 0; i < s->game->n_scenarios && !spent(s); i++)
            if (!s->game->scenarios[i].hidden) sample_game(s, i, number);
    if (!s->samples) return;
    bench_note(b, s->game, "odds_node_p95", "ms", p95(s->node, s->samples));
    bench_note(b, s->game, "odds_first_p95", "ms", p95(s->first, s->samples));
    if (s->told) bench_note(b, s->game, "odds_hidden", "%", 100.0 * s->hidden / s->told);
    if (s->hidden) bench_note(b, s->game, "odds_counted", "%", 100.0 * s->counted / s->hidden);
}

// ---------------------------------------------------------------------------------- kept positions
// The script's own actions, read in the position as each leaves it, are the plan.
static bool read_plan(const odds_play *kept, const gg_position *at, gg_plan *plan) {
    const char *script = strstr(kept->text, "\nnode ");
    void *state = aligned_alloc(16, (at->game->state_bytes + 15U) & ~(size_t)15);
    bool good = script && state;
    if (state) memcpy(state, at->state, at->game->state_bytes);
    for (const char *line = script; good && (line = strstr(line, "\n> "));) {
        char text[256];
        gg_action action;
        line += 3;
        (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        good = plan->steps < GG_PLAN_STEPS &&
               gg_notation_parse(at->game, at->table, state, text, &action, NULL);
        if (!good) break;
        gg_apply(at->game, at->table, state, action, NULL);
        plan->step[plan->steps++] = action;
        line--;
    }
    free(state);
    return good && plan->steps;
}

static void measure_kept(bench *b, sampler *s, const odds_play *kept) {
    const gg_odds_wish wish = {.states = 0};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    gg_error error;
    gg_play *play;
    gg_plan plan = {0};
    if (gg_play_open(&play, kept->name, kept->text, strlen(kept->text), 1, &error) != GG_OK) return;
    const gg_position *at = gg_play_position(play);
    int seat = at->game->turn(at->table, at->state).seat;
    bool micro = strstr(kept->name, "_us") != NULL;
    if (read_plan(kept, gg_play_position(play), &plan)) {
        double best = 0;
        for (unsigned i = 0; i < (micro ? ASKED_AGAIN : 5); i++) {
            uint64_t begun = app_cpu_ns();
            if (gg_odds_ask(s->odds, gg_play_position(play), seat, &plan, &wish, &answer,
                            &verdict) != GG_OK)
                break;
            double took = (double)(app_cpu_ns() - begun) / (micro ? 1e3 : 1e6);
            if (i == 0 || took < best) best = took;
        }
        if (best > 0) bench_note(b, s->game, kept->name, micro ? "us" : "ms", best);
    }
    gg_play_close(play);
}

void bench_odds(bench *b, const gg_game *game, uint64_t budget_ns) {
    sampler *s = game->show.outcome ? calloc(1, sizeof *s) : NULL;
    if (!s) return;
    s->game = game;
    s->budget = budget_ns;
    s->list = malloc(game->max_legal * sizeof *s->list);
    bool open = s->list && gg_odds_open(&s->odds, game, GG_ODDS_MEGABYTES_SERVER) == GG_OK;
    if (open && gg_thinker_open(&s->thinker, game) == GG_OK) {
        sample_all(b, s);
        for (unsigned i = 0; odds_plays[i].game; i++)
            if (strcmp(odds_plays[i].game, game->id) == 0) measure_kept(b, s, &odds_plays[i]);
        gg_thinker_close(s->thinker);
    }
    gg_odds_close(s->odds);
    free(s->list);
    free(s);
}
