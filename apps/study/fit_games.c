// SPDX-License-Identifier: Apache-2.0
// The games that value() is fitted to: threads take them one by one, and every position at rest of
// a game has the same chance to be kept. What is kept of a game depends on its number alone.
//
// Every other game that is learned from is opened by recruits for a while, and its positions are
// kept from then on. Games of captains are too much alike: what they never do has no price, and
// search, which asks about such positions all the time, would be told a wrong one.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fit.h"

enum { OPENING_MOST = GG_PHASE_END * 3 / 4 };

// What one thread needs.
typedef struct hand {
    fit *f;
    gg_selfplay_order order[FIT_SCENARIOS];
    gg_selfplayer *player[FIT_SCENARIOS];
    gg_selfplay_ears ears;
    gg_rng rng;
    uint32_t game, met, first; // first: the clock when the game began
    uint16_t opening;          // recruits play until this phase, 0: no longer
    uint32_t clock[FIT_PER_GAME];
} hand;

bool fit_open(fit *f) {
    size_t spots = (size_t)f->games * FIT_PER_GAME;
    (void)pthread_mutex_init(&f->lock, NULL);
    f->played = calloc(f->games, sizeof *f->played);
    f->spot = calloc(spots, sizeof *f->spot);
    f->values = calloc(spots * (f->count ? f->count : 1), sizeof *f->values);
    return f->played && f->spot && f->values;
}

void fit_close(fit *f) {
    (void)pthread_mutex_destroy(&f->lock);
    free(f->played);
    free(f->spot);
    free(f->values);
}

// -------------------------------------------------------------------------------------- positions
static uint32_t clock_of(const gg_position *at) {
    return at->game->brain.clock ? at->game->brain.clock(at->table, at->state) : 0;
}

static int32_t value_of(const gg_position *at) {
    const gg_game_brain *brain = &at->game->brain;
    int32_t value = brain->value(at->table, at->state, 0);
    return brain->zero_sum ? value : (value - brain->value(at->table, at->state, 1)) / 2;
}

static void keep(const hand *h, const gg_position *at, uint32_t place) {
    const fit *f = h->f;
    fit_spot *spot = fit_spot_of(f, h->game, place);
    spot->value = value_of(at);
    if (!f->count) return;
    gg_features features;
    at->game->brain.features(at->table, at->state, &features);
    GG_ASSERT(features.count == f->count && features.phase <= GG_PHASE_END);
    spot->phase = features.phase;
    spot->set = features.set;
    memcpy(f->values + ((size_t)h->game * FIT_PER_GAME + place) * f->count, features.value,
           f->count * sizeof features.value[0]);
}

static unsigned round_of(const fit *f, uint32_t game) {
    unsigned matchups = f->game->n_matchups;
    return game / f->scenarios / (matchups ? matchups : 1);
}

static void seat_players(hand *h, bool recruits) {
    static const gg_brain opens[2] = {GG_BRAIN_RECRUIT, GG_BRAIN_RECRUIT};
    const fit *f = h->f;
    const gg_brain *pair = recruits ? opens : f->pair[round_of(f, h->game) % f->pairs];
    memcpy(h->order[h->game % f->scenarios].brain, pair, sizeof f->pair[0]);
}

// All pairs play with and without.
static bool is_opened(const fit *f, uint32_t game) {
    return f->openings && round_of(f, game) / f->pairs % 2;
}

static void begins(void *user, uint32_t number, const gg_position *at) {
    hand *h = user;
    (void)number;
    h->met = 0;
    h->first = clock_of(at);
    gg_rng_seed(&h->rng, h->f->seed, UINT64_C(0x5a4d50) << 32 | h->game);
    h->opening = 0;
    if (is_opened(h->f, h->game)) h->opening = (uint16_t)(1 + gg_rng_below(&h->rng, OPENING_MOST));
    seat_players(h, h->opening);
}

static bool still_opening(hand *h, const gg_position *at) {
    gg_features features;
    if (!h->opening) return false;
    at->game->brain.features(at->table, at->state, &features);
    if (features.phase < h->opening) return true;
    h->opening = 0;
    seat_players(h, false);
    return false;
}

static void decides(void *user, const gg_position *at, gg_turn turn) {
    hand *h = user;
    if (!(at->game->nodes[turn.node].flags & GG_N_REST) || still_opening(h, at)) return;
    uint32_t place = h->met++;
    if (place >= FIT_PER_GAME) place = gg_rng_below(&h->rng, h->met);
    if (place >= FIT_PER_GAME) return;
    h->clock[place] = clock_of(at);
    keep(h, at, place);
}

// One of FIT_HELD games is held out, whatever plays it.
static uint8_t part_of(const fit *f, uint32_t game) {
    return (uint8_t)(gg_fold(gg_fold(GG_HASH_PHI, f->seed), game) % FIT_HELD);
}

// By the middle of a player-turn: of four the second and the third are the middle of the game.
static uint8_t third_of(uint32_t done, uint32_t all) {
    uint32_t third = (2 * done + 1) * FIT_THIRDS / (2 * all);
    return (uint8_t)(third < FIT_THIRDS ? third : FIT_THIRDS - 1);
}

static void ends(void *user, const gg_position *at, uint32_t actions) {
    hand *h = user;
    fit_played *played = &h->f->played[h->game];
    int half[GG_SEATS_MAX] = {0};
    int32_t margin = 0;
    uint32_t last = clock_of(at), spots = h->met < FIT_PER_GAME ? h->met : FIT_PER_GAME;
    (void)actions;
    at->game->score(at->table, at->state, half, &margin);
    played->half = (uint8_t)half[0];
    played->spots = (uint8_t)spots;
    played->scenario = (uint8_t)(h->game % h->f->scenarios);
    played->part = part_of(h->f, h->game);
    for (uint32_t i = 0; i < spots; i++)
        fit_spot_of(h->f, h->game, i)->third =
            third_of(h->clock[i] - h->first, last - h->first + 1);
}

// ------------------------------------------------------------------------------------------ games
static gg_status open_player(hand *h, unsigned scenario) {
    gg_selfplay_order *order = &h->order[scenario];
    if (h->player[scenario]) return GG_OK;
    gg_selfplay_standard(h->f->game, order);
    order->request = h->f->request[scenario];
    order->seed = h->f->seed;
    order->ears = &h->ears;
    memcpy(order->brain, h->f->pair[0], sizeof h->f->pair[0]);
    return gg_selfplayer_open(&h->player[scenario], order);
}

// Scenarios take turns, then match-ups, then who plays.
static gg_status play(hand *h, gg_verdict *verdict) {
    const fit *f = h->f;
    unsigned scenario = h->game % f->scenarios;
    uint32_t number = h->game / f->scenarios;
    gg_selfplay_report report;
    gg_status status = open_player(h, scenario);
    if (status != GG_OK) return status;
    return gg_selfplayer_play(h->player[scenario], number, 1, &report, verdict);
}

static bool take(hand *h) {
    fit *f = h->f;
    (void)pthread_mutex_lock(&f->lock);
    bool more = f->status == GG_OK && f->next < f->games;
    if (more) h->game = f->next++;
    (void)pthread_mutex_unlock(&f->lock);
    return more;
}

static void give(fit *f, gg_status status, const gg_verdict *verdict) {
    (void)pthread_mutex_lock(&f->lock);
    f->done++;
    if (status != GG_OK) {
        f->status = status;
        f->verdict = *verdict;
    }
    app_progress(f->app, W_WORK_GAMES, f->done, f->games);
    (void)pthread_mutex_unlock(&f->lock);
}

static void *work(void *user) {
    fit *f = user;
    gg_verdict verdict = {0};
    hand *h = calloc(1, sizeof *h);
    if (!h) {
        give(f, GG_NO_MEMORY, &verdict);
        return NULL;
    }
    h->f = f;
    h->ears = (gg_selfplay_ears){begins, decides, NULL, ends, h};
    while (take(h)) give(f, play(h, &verdict), &verdict);
    for (unsigned i = 0; i < f->scenarios; i++) gg_selfplayer_close(h->player[i]);
    free(h);
    return NULL;
}

bool fit_gather(fit *f) {
    pthread_t thread[256];
    unsigned begun = 0;
    GG_ASSERT(f->threads <= sizeof thread / sizeof thread[0]);
    while (begun + 1 < f->threads && pthread_create(&thread[begun], NULL, work, f) == 0) begun++;
    (void)work(f);
    for (unsigned i = 0; i < begun; i++) (void)pthread_join(thread[i], NULL);
    app_progress_end(f->app);
    return f->status == GG_OK;
}
