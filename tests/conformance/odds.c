// SPDX-License-Identifier: Apache-2.0
// Rest nodes, what a procedure led to, and odds: outcomes are empty between equal states, stay in
// their tables, and tell a viewer no more than he knows; odds are the same in twin worlds.
#include <string.h>

#include "conform.h"

// A game rests somewhere, or its odds would never end.
void conform_rest(suite *s) {
    uint64_t rested = 0;
    if (!s->nodes) return;
    for (unsigned i = 0; i < s->game->n_nodes; i++)
        if (s->game->nodes[i].flags & GG_N_REST && s->game->nodes[i].legal) rested += s->visits[i];
    EXPECT(s, P_REST, rested > 0, "no seat ever decided at a rest node");
}

static void outcome(const suite *s, const void *before, const void *after, int viewer,
                    gg_effects *out) {
    out->count = 0;
    s->game->show.outcome(s->at.table, before, after, viewer, out);
}

static bool same(const gg_effects *a, const gg_effects *b) {
    return a->count == b->count && memcmp(a->line, b->line, a->count * sizeof *a->line) == 0;
}

// Between the state and itself; between the state before an action and the one after it.
void conform_outcome(suite *s, const void *before, const void *after) {
    const gg_game *g = s->game;
    for (int i = 0; g->show.outcome && i <= g->seats + 1; i++) {
        int viewer = i < g->seats ? i : i == g->seats ? GG_PUBLIC : GG_UMPIRE;
        outcome(s, after, after, viewer, &s->effects);
        EXPECT(s, P_OUTCOME, s->effects.count == 0, "viewer %d: %u lines about nothing", viewer,
               s->effects.count);
        outcome(s, before, after, viewer, &s->effects);
        for (uint32_t k = 0; k < s->effects.count; k++) {
            const gg_effect *line = &s->effects.line[k];
            bool known = line->label > 0 && line->label < g->n_labels && line->value != 0;
            const uint8_t *domain = g->labels[known ? line->label : 0].domain;
            unsigned about = domain[domain[0] == GG_D_NUMBER];
            EXPECT(s, P_OUTCOME, known && in_domain(g, about, line->about),
                   "viewer %d: label %u, value %d, about %d", viewer, line->label, line->value,
                   line->about);
        }
    }
}

// The same action in twin worlds: a viewer who cannot tell apart what it led to is told the same.
void conform_twin_outcome(suite *s, int viewer, const void *one, const void *two, const void *after,
                          const void *twin_after) {
    const gg_game *g = s->game;
    static uint64_t a[GG_STATE_MAX / 8], b[GG_STATE_MAX / 8];
    if (!g->show.outcome) return;
    memcpy(a, after, g->state_bytes);
    memcpy(b, twin_after, g->state_bytes);
    g->redact(s->at.table, a, viewer);
    g->redact(s->at.table, b, viewer);
    if (memcmp(a, b, g->facts_bytes) != 0) return;
    outcome(s, one, after, viewer, &s->effects);
    outcome(s, two, twin_after, viewer, &s->effects2);
    EXPECT(s, P_TWIN_OUTCOME, same(&s->effects, &s->effects2),
           "viewer %d: an outcome has other lines in a twin", viewer);
}

static uint64_t fold_big(uint64_t sum, const gg_big *big) {
    return gg_fold(sum, gg_hash(big->word, big->words * sizeof(uint64_t)));
}

static uint64_t fold_double(uint64_t sum, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return gg_fold(sum, bits);
}

static uint64_t fold_ledger(uint64_t sum, const gg_ledger *ledger) {
    sum = gg_fold(sum, ledger->count);
    for (uint32_t i = 0; i < ledger->count; i++) {
        const gg_ledger_line *line = &ledger->line[i];
        sum = gg_fold(sum, (uint64_t)line->rule << 32 | (uint64_t)line->label << 8 | line->kind);
        sum = gg_fold(sum, (uint64_t)(uint16_t)line->delta << 32 |
                               (uint64_t)(uint16_t)line->arg[0] << 16 | (uint16_t)line->arg[1]);
    }
    return sum;
}

static uint64_t fold_row(uint64_t sum, const gg_odds_row *row) {
    sum = gg_fold(gg_fold(gg_fold(sum, row->share), row->shares), row->count);
    sum = gg_fold(sum, (uint64_t)row->instead << 8 | row->node);
    sum = gg_fold(gg_fold(sum, row->action), (uint64_t)row->states << 32 | row->world);
    sum = fold_big(fold_big(fold_big(sum, &row->total), &row->cut), &row->headline);
    for (uint32_t i = 0; i < row->named.lines; i++)
        sum = gg_fold(sum, gg_hash(&row->named.line[i], sizeof row->named.line[i]));
    return fold_ledger(sum, &row->ledger);
}

static uint64_t fold_change(uint64_t sum, const gg_odds_change *change) {
    sum = gg_fold(gg_fold(sum, change->action), (uint64_t)change->without << 1 | change->instead);
    sum = fold_double(fold_double(sum, change->before), change->after);
    return fold_big(fold_big(sum, &change->part), &change->whole);
}

// A digest of all that an answer tells: rows with their ledgers, bounds, headline, changes.
static uint64_t digest(const gg_odds_answer *answer) {
    uint64_t sum = gg_fold(answer->rows, (uint64_t)answer->exact << 1 | answer->counted);
    sum = gg_fold(gg_fold(sum, answer->worlds), answer->states);
    sum = gg_fold(sum, gg_hash(&answer->headline, sizeof answer->headline));
    sum = fold_double(fold_double(sum, answer->low), answer->high);
    for (uint32_t i = 0; i < answer->rows; i++) {
        const gg_odds_row *row = &answer->row[i];
        sum = fold_row(sum, row);
        for (uint32_t k = row->first; k < row->first + row->count; k++) {
            const gg_odds_outcome *one = &answer->outcome[k];
            sum = fold_big(sum, &one->weight);
            sum =
                gg_fold(sum, gg_hash(answer->effect + one->first, one->count * sizeof(gg_effect)));
        }
    }
    for (uint32_t i = 0; i < answer->changes; i++) sum = fold_change(sum, &answer->change[i]);
    return sum;
}

// Odds assert what is tested elsewhere: a game that has failed anything is not given to them.
static bool fit_for_odds(const suite *s) {
    for (int p = 0; p < PROPERTIES; p++)
        if (p != P_TWIN_ODDS && s->tally[p].failed) return false;
    return s->odds != NULL;
}

// Worlds that the game lists: each may be, looks to the viewer as the true one does, stands for
// something, and is listed once.
static void check_worlds(suite *s, int viewer, const gg_plan *plan) {
    enum { ROOM = 64 };
    static uint64_t worlds[ROOM * GG_STATE_MAX / 8];
    static gg_world about[ROOM];
    static uint64_t seen[GG_STATE_MAX / 8], known[GG_STATE_MAX / 8];
    const gg_game *g = s->game;
    if (!g->brain.worlds) return;
    uint32_t n = g->brain.worlds(s->at.table, s->at.state, viewer, plan, worlds, ROOM, about);
    memcpy(known, s->at.state, g->state_bytes);
    g->redact(s->at.table, known, viewer);
    for (uint32_t i = 0; i < n; i++) {
        const char *world = (const char *)worlds + (size_t)i * g->state_bytes;
        bool apart = true;
        for (uint32_t k = 0; k < i; k++)
            apart &= memcmp(world, world - (size_t)(i - k) * g->state_bytes, g->facts_bytes) != 0;
        memcpy(seen, world, g->state_bytes);
        int broken = g->sound(s->at.table, seen);
        g->redact(s->at.table, seen, viewer);
        bool alike = memcmp(seen, known, g->facts_bytes) == 0;
        EXPECT(s, P_WORLDS, apart && alike && !broken && about[i].deals,
               "viewer %d: world %u of %u: sound %d, alike %d, apart %d, %llu deals", viewer, i, n,
               broken, alike, apart, (unsigned long long)about[i].deals);
    }
}

// One legal action of the seat to act, asked about in both worlds.
void conform_twin_odds(suite *s, int viewer, void *twin) {
    enum { ASKED = 400 };
    const gg_odds_wish wish = {.states = 3000, .worlds = 3};
    const gg_odds_answer *answer;
    gg_position other = s->at;
    gg_verdict verdict;
    if (s->asked >= ASKED || s->drafting || !fit_for_odds(s)) return;
    s->asked++;
    other.state = twin;
    conform_doing = "asking for odds";
    gg_plan plan = {.steps = 1, .step = {s->list[gg_rng_below(&s->rng, s->n)]}};
    check_worlds(s, viewer, &plan);
    gg_status a = gg_odds_ask(s->odds, &s->at, viewer, &plan, &wish, &answer, &verdict);
    uint64_t told = a == GG_OK ? digest(answer) : 0;
    gg_status b = gg_odds_ask(s->odds, &other, viewer, &plan, &wish, &answer, &verdict);
    EXPECT(s, P_TWIN_ODDS, a == b && told == (b == GG_OK ? digest(answer) : 0),
           "viewer %d: the odds of %s are others in a twin", viewer, action_text(s, plan.step[0]));
}
