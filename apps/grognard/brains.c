// SPDX-License-Identifier: Apache-2.0
// Seats that the program plays.
#include "brains.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *word;
    int brain;
} kinds[] = {{"random", GG_BRAIN_RANDOM},     {"greedy", GG_BRAIN_GREEDY},
             {"captain", GG_BRAIN_GREEDY},    {"recruit", GG_BRAIN_RECRUIT},
             {"sergeant", GG_BRAIN_SERGEANT}, {"colonel", GG_BRAIN_COLONEL},
             {"general", GG_BRAIN_GENERAL},   {"human", APP_HUMAN}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const char *app_brain_word(int brain) {
    if (brain == APP_BOT) return "bot";
    for (unsigned i = 0; i < KINDS; i++)
        if (kinds[i].brain == brain) return kinds[i].word;
    return "?";
}

static int brain_of(const char *word, size_t length, bool humans) {
    for (unsigned i = 0; i < KINDS; i++)
        if (strlen(kinds[i].word) == length && memcmp(kinds[i].word, word, length) == 0 &&
            (humans || kinds[i].brain != APP_HUMAN))
            return kinds[i].brain;
    return -1;
}

bool app_brains_parse(const app_self *app, const gg_game *game, const char *text, bool humans,
                      int out[GG_SEATS_MAX], int *code) {
    for (unsigned seat = 0; seat < GG_SEATS_MAX; seat++)
        out[seat] = !humans ? GG_BRAIN_RANDOM : seat ? GG_BRAIN_GREEDY : APP_HUMAN;
    if (!text) return true;
    unsigned seat = 0;
    for (const char *word = text;; seat++) {
        size_t length = strcspn(word, ",");
        int brain = brain_of(word, length, humans);
        if (brain < 0) {
            char shown[64];
            (void)snprintf(shown, sizeof shown, "%.*s", (int)(length < 60 ? length : 60), word);
            *code =
                app_bad(app, W_NO_BRAIN, shown, app_word_of(app, humans ? W_PLAYERS : W_BRAINS));
            return false;
        }
        if (seat < game->seats) out[seat] = brain;
        if (!word[length]) break;
        word += length + 1;
    }
    if (seat + 1 == game->seats) return true;
    *code = app_bad(app, W_SEAT_COUNT, (unsigned)game->seats);
    return false;
}

bool app_brains_open(const app_self *app, app_brains *brains, const gg_game *game, uint64_t seed,
                     uint64_t stream, int *code) {
    memset(brains, 0, sizeof *brains);
    brains->game = game;
    brains->last = GG_NOBODY;
    brains->list = malloc(game->max_legal * sizeof(gg_action));
    gg_rng_seed(&brains->rng, seed, stream);
    if (brains->list && gg_thinker_open(&brains->thinker, game) == GG_OK) return true;
    *code = app_status(app, GG_NO_MEMORY);
    app_brains_close(brains);
    return false;
}

void app_brains_close(app_brains *brains) {
    gg_thinker_close(brains->thinker);
    free(brains->list);
    memset(brains, 0, sizeof *brains);
}

gg_budget app_budget(const app_args *args) {
    gg_budget budget = {0, 0};
    if (args->set[O_NODES]) budget.nodes = (uint64_t)args->number[O_NODES];
    if (args->set[O_MS]) budget.ms = (uint32_t)args->number[O_MS];
    return budget;
}

uint64_t app_now_ns(void *unused) {
    struct timespec now;
    (void)unused;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

// The system takes microseconds to say what a thread has worked, a trial some dozens of them: it is
// asked again when a tenth of a millisecond has gone by on a clock that costs next to nothing.
uint64_t app_worked_ns(void *unused) {
    enum { STALE_NS = 100000 };
    static _Thread_local uint64_t asked, worked;
    uint64_t now = app_now_ns(unused);
    if (!asked || now - asked >= STALE_NS) {
        asked = now;
        worked = app_cpu_ns();
    }
    return worked;
}

void app_brains_forget(app_brains *brains) {
    brains->plan.steps = brains->next = 0;
    brains->last = GG_NOBODY;
}

static gg_action planned(app_brains *b, gg_brain brain, const gg_position *p, int seat) {
    if (b->next < b->plan.steps &&
        gg_check(b->game, p->table, p->state, seat, b->plan.step[b->next], NULL))
        return b->plan.step[b->next++];
    b->plan.steps = gg_think(b->thinker, brain, p, seat, &b->rng, &b->plan);
    GG_ASSERT(b->plan.steps > 0);
    b->next = 1;
    return b->plan.step[0];
}

gg_action app_brains_choose(app_brains *b, gg_brain brain, const gg_position *p, int seat) {
    if (seat != b->last) b->plan.steps = b->next = 0; // a plan is of one seat
    b->last = seat;
    uint32_t n = gg_legal(b->game, p->table, p->state, seat, b->list);
    GG_ASSERT(n > 0 && n <= b->game->max_legal);
    if (n == 1) return b->list[0];
    if (brain != GG_BRAIN_RANDOM) return planned(b, brain, p, seat);
    return b->list[gg_rng_below(&b->rng, n)];
}

gg_action app_any_action(const gg_game *game, unsigned node, gg_rng *rng) {
    const uint8_t *verbs = game->nodes[node].verbs;
    uint32_t count = 0;
    while (verbs[count]) count++;
    unsigned verb = verbs[gg_rng_below(rng, count)], operand[GG_OPERANDS] = {0};
    for (unsigned i = 0; i < GG_OPERANDS && game->verbs[verb].domain[i]; i++) {
        const gg_domain *domain = &game->domains[game->verbs[verb].domain[i]];
        unsigned values = domain->kind == GG_K_SET ? 1U << domain->count : domain->count;
        operand[i] = gg_rng_below(rng, values ? values : 1);
    }
    return gg_act(verb, operand[0], operand[1], operand[2]);
}
