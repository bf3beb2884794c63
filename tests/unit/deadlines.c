// SPDX-License-Identifier: Apache-2.0
// Real clocks: every level in every game and scenario is asked under its time, and must answer
// within 50 ms beyond it, from the first decision of the set-up on. Asked alone and beside two
// threads that do nothing but burn the processor. `./check --long deadlines` keeps what it prints.
//
// What is late is asked again in the same position, at most twice: a machine that gave the
// processor to somebody else for a while is late once, a thought that does not look at its clock is
// late again. Both are told, and only the second fails. Usage: deadlines [GAME ...]
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grognard/engine.h"
#include "grognard/study.h"

enum {
    GRACE_MS = 50,
    DECISIONS = 14, // asked in one game, spread over its length
    SPREAD = 11,    // decisions played by the quick policy between two of them
    AGAIN = 2,
    BURNERS = 2,
    MILLION = 1000000,
};

static const uint32_t budgets[] = {10, 50, 200, 1000};
static const struct {
    gg_brain brain;
    const char *word;
} levels[] = {{GG_BRAIN_RECRUIT, "recruit"},
              {GG_BRAIN_SERGEANT, "sergeant"},
              {GG_BRAIN_GREEDY, "captain"},
              {GG_BRAIN_COLONEL, "colonel"},
              {GG_BRAIN_GENERAL, "general"}};

static atomic_bool burning;
static unsigned passed, failed;

static void *burn(void *unused) {
    volatile uint64_t sum = 0;
    while (atomic_load(&burning)) sum += sum * 3 + 1;
    return unused;
}

static uint64_t now_ns(void *unused) {
    struct timespec now;
    (void)unused;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

// ------------------------------------------------------------------------------------ one question
typedef struct table {
    gg_position at;
    gg_thinker *thinker;
    gg_rng rng;
    gg_plan plan;
    double worst; // ms beyond the budget, or below it
    unsigned asked, late, again;
} table;

static double beyond(table *t, int seat, gg_brain brain, uint32_t ms) {
    gg_thinker_budget(t->thinker, (gg_budget){.ms = ms}, now_ns, NULL);
    uint64_t start = now_ns(NULL);
    uint32_t steps = gg_think(t->thinker, brain, &t->at, seat, &t->rng, &t->plan);
    double took = (double)(now_ns(NULL) - start) / MILLION;
    if (!steps || !gg_check(t->at.game, t->at.table, t->at.state, seat, t->plan.step[0], NULL)) {
        printf("FAIL no legal move\n");
        failed++;
    }
    return took - ms;
}

static void ask(table *t, int seat, gg_brain brain, uint32_t ms) {
    double late = beyond(t, seat, brain, ms);
    t->asked++;
    for (unsigned i = 0; i < AGAIN && late > GRACE_MS; i++) {
        if (!i) t->again++;
        double other = beyond(t, seat, brain, ms);
        if (other < late) late = other;
    }
    t->late += late > GRACE_MS;
    if (t->asked == 1 || late > t->worst) t->worst = late;
}

// ---------------------------------------------------------------------------------------- one game
static bool play_on(table *t, gg_action *list, unsigned *met) {
    const gg_game *game = t->at.game;
    gg_turn turn = game->turn(t->at.table, t->at.state);
    if (turn.seat == GG_OVER) return false;
    gg_action action;
    if (turn.seat == GG_CHANCE) {
        action = gg_roll(game, t->at.table, t->at.state, gg_rng_below64(&t->rng, turn.tickets));
    } else {
        uint32_t n = gg_legal(game, t->at.table, t->at.state, turn.seat, list);
        gg_thinker_budget(t->thinker, (gg_budget){0, 0}, NULL, NULL);
        action = list[0];
        if (n > 1) {
            (void)gg_think(t->thinker, GG_BRAIN_RECRUIT, &t->at, turn.seat, &t->rng, &t->plan);
            action = t->plan.step[0];
            ++*met;
        }
    }
    gg_apply(game, t->at.table, t->at.state, action, NULL);
    return true;
}

// The first decision of each seat is its set-up: all of the first few are asked, then every 11th.
static bool is_asked(const table *t, unsigned met, uint32_t choices) {
    return choices > 1 && t->asked < DECISIONS && (met < 3 || met % SPREAD == 0);
}

// The latest of one game's questions, in ms beyond their time.
static double try_budget(const gg_game *game, const gg_request *request, gg_brain brain,
                         uint32_t ms, unsigned sums[3]) {
    static table t;
    gg_verdict verdict;
    unsigned met = 0, last = ~0U;
    memset(&t, 0, sizeof t);
    gg_rng_seed(&t.rng, 7, ms + (unsigned)brain);
    gg_action *list = malloc(game->max_legal * sizeof *list);
    if (!list || gg_position_open(&t.at, game, request, &verdict) != GG_OK ||
        gg_thinker_open(&t.thinker, game) != GG_OK)
        exit(3);
    do {
        gg_turn turn = game->turn(t.at.table, t.at.state);
        if (turn.seat >= game->seats || met == last) continue;
        last = met;
        if (is_asked(&t, met, gg_legal(game, t.at.table, t.at.state, turn.seat, list)))
            ask(&t, turn.seat, brain, ms);
    } while (play_on(&t, list, &met) && t.asked < DECISIONS);
    gg_thinker_close(t.thinker);
    gg_position_close(&t.at);
    free(list);
    sums[0] += t.asked;
    sums[1] += t.again;
    sums[2] += t.late;
    return t.worst;
}

static void try_level(const gg_game *game, const gg_request *request, unsigned level, bool loaded) {
    enum { BUDGETS = sizeof budgets / sizeof *budgets };
    unsigned sums[3] = {0, 0, 0};
    double worst[BUDGETS];
    for (unsigned b = 0; b < BUDGETS; b++)
        worst[b] = try_budget(game, request, levels[level].brain, budgets[b], sums);
    (void)printf("%s %-10s %-16s %-8s %-6s %2u asked, %u again; ms beyond",
                 sums[2] ? "FAIL" : "ok  ", game->id, game->scenarios[request->scenario].token,
                 levels[level].word, loaded ? "loaded" : "", sums[0], sums[1]);
    for (unsigned b = 0; b < BUDGETS; b++)
        (void)printf("%s %u: %+.1f", b ? "," : "", budgets[b], worst[b]);
    (void)printf("\n");
    (void)fflush(stdout);
    passed += !sums[2];
    failed += sums[2] > 0;
}

static void try_game(const gg_game *game, bool loaded) {
    for (unsigned s = 0; s < game->n_scenarios; s++) {
        gg_request request;
        if (game->scenarios[s].hidden) continue;
        gg_request_standard(game, &request);
        request.scenario = (uint8_t)s;
        for (unsigned level = 0; level < sizeof levels / sizeof *levels; level++)
            try_level(game, &request, level, loaded);
    }
}

static bool wanted(const gg_game *game, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], game->id)) return true;
    return argc < 2 && game->id[0] != '_';
}

int main(int argc, char **argv) {
    pthread_t burner[BURNERS];
    for (int loaded = 0; loaded < 2; loaded++) {
        atomic_store(&burning, loaded);
        for (unsigned i = 0; loaded && i < BURNERS; i++)
            if (pthread_create(&burner[i], NULL, burn, NULL)) return 3;
        for (unsigned i = 0; i < gg_game_count(); i++)
            if (wanted(gg_game_at(i), argc, argv)) try_game(gg_game_at(i), loaded);
        atomic_store(&burning, false);
        for (unsigned i = 0; loaded && i < BURNERS; i++) (void)pthread_join(burner[i], NULL);
    }
    (void)printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
