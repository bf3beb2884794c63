// SPDX-License-Identifier: Apache-2.0
// The suite's memory and books: opening a game, choosing variants, noting counterexamples.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "conform.h"

const char *conform_doing = "starting";

const char *property_token(property p) {
    static const char *const token[] = {
#define P(name, token, need, text) token,
        CONFORM_PROPERTIES(P)
#undef P
    };
    return token[p];
}

const char *action_text(const suite *s, gg_action action) {
    static char ring[8][64];
    static unsigned next;
    char *out = ring[next++ % 8];
    unsigned verb = gg_verb_of(action);
    const char *token = verb > 0 && verb < s->game->n_verbs ? s->game->verbs[verb].token : "?";
    (void)snprintf(out, sizeof ring[0], "%s %u %u %u", token, gg_a(action), gg_b(action),
                   gg_c(action));
    return out;
}

// The first counterexample is kept, with what is needed to walk there again.
void fail(suite *s, property p, const char *format, ...) {
    tally *t = &s->tally[p];
    if (t->failed++) return;
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->first, sizeof t->first, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof t->first) return;
    (void)snprintf(t->first + n, sizeof t->first - (size_t)n,
                   " [scenario %s, seed %llu, game %u, step %u, node %s, while %s]",
                   s->game->scenarios[s->at.request.scenario].token,
                   (unsigned long long)s->size.seed, s->game_no, s->step,
                   s->game->nodes[s->turn.node].token, conform_doing);
}

// Standard options in every other variant, random ones in between; scenarios in turn.
static void choose_request(suite *s, uint32_t number, gg_request *request) {
    const gg_game *g = s->game;
    unsigned offered = 0, pick;
    gg_request_standard(g, request);
    for (unsigned i = 0; i < g->n_scenarios; i++) offered += !g->scenarios[i].hidden;
    pick = offered ? number / 2 % offered : 0;
    for (unsigned i = 0; i < g->n_scenarios; i++)
        if (!g->scenarios[i].hidden && pick-- == 0) request->scenario = (uint16_t)i;
    if (g->n_matchups) gg_match_up(g, request, number / 2 / offered % g->n_matchups);
    gg_rng rng;
    gg_rng_seed(&rng, s->size.seed, UINT64_C(7777777) + number);
    for (unsigned i = 0; number % 2 && i < g->n_options; i++) {
        const gg_option *o = &g->options[i];
        uint32_t values = (uint32_t)(o->max - o->min + 1);
        request->option[i] = (int16_t)(o->min + (int)gg_rng_below(&rng, values));
    }
}

bool suite_variant(suite *s, uint32_t number) {
    gg_request request;
    gg_verdict verdict = {0, {0}};
    conform_doing = "preparing";
    gg_position_close(&s->at);
    choose_request(s, number, &request);
    gg_status status = gg_position_open(&s->at, s->game, &request, &verdict);
    EXPECT(s, P_PREPARE,
           status == GG_OK || (number % 2 && status == GG_REFUSED && verdict.refusal > 0 &&
                               verdict.refusal < s->game->n_refusals),
           "scenario %s: status %d, refusal %u", s->game->scenarios[request.scenario].token,
           (int)status, verdict.refusal);
    if (status != GG_OK) { // options that do not go together: the standard ones must
        gg_request_standard(s->game, &request);
        status = gg_position_open(&s->at, s->game, &request, &verdict);
    }
    if (status == GG_OK) memcpy(s->table, s->at.table, s->game->table_bytes);
    return status == GG_OK;
}

static size_t rounded(size_t bytes) {
    return (bytes + 63) & ~(size_t)63;
}

bool suite_open(suite *s, const gg_game *game, const sizes *size) {
    memset(s, 0, sizeof *s);
    s->game = game;
    s->size = *size;
    size_t list = (game->max_legal + CANARIES) * sizeof(gg_action);
    s->list = malloc(list);
    s->other = malloc(list);
    s->outcomes = malloc((GG_OUTCOMES_MAX + CANARIES) * sizeof *s->outcomes);
    s->weights = malloc((GG_OUTCOMES_MAX + CANARIES) * sizeof *s->weights);
    s->plans = calloc(GG_PLANS_MAX, sizeof(gg_plan));
    s->plans2 = calloc(GG_PLANS_MAX, sizeof(gg_plan));
    s->a = aligned_alloc(64, rounded(game->state_bytes));
    s->b = aligned_alloc(64, rounded(game->state_bytes));
    s->c = aligned_alloc(64, rounded(game->state_bytes));
    s->d = aligned_alloc(64, rounded(game->state_bytes));
    s->table = aligned_alloc(64, rounded(game->table_bytes + 1));
    gg_rng_seed(&s->rng, size->seed, 0);
    if (game->show.outcome && gg_odds_open(&s->odds, game, 16) != GG_OK) return false;
    return s->list && s->other && s->outcomes && s->weights && s->plans && s->plans2 && s->a &&
           s->b && s->c && s->d && s->table && gg_thinker_open(&s->thinker, game) == GG_OK;
}

void suite_close(suite *s) {
    gg_thinker_close(s->thinker);
    gg_odds_close(s->odds);
    conform_batch_close(s);
    gg_position_close(&s->at);
    free(s->list);
    free(s->other);
    free(s->outcomes);
    free(s->weights);
    free(s->plans);
    free(s->plans2);
    free(s->a);
    free(s->b);
    free(s->c);
    free(s->d);
    free(s->table);
}

void suite_run(suite *s) {
    conform_tables(s);
    conform_walk(s);
    conform_rest(s);
    conform_twins(s);
    conform_own(s);
}
