// SPDX-License-Identifier: Apache-2.0
// Self-play: whole games between brains, folded into one digest. Chance is drawn by the match dice,
// so that a game saved as a match file has the same rolls; seats draw from their own generator, so
// that a brain that thinks longer does not change the dice.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "grognard/study.h"

struct gg_selfplayer {
    const gg_selfplay_order *order;
    gg_position *position;             // that of the match-up being played
    gg_position kept[GG_MATCHUPS_MAX]; // one for each match-up met
    gg_dice dice;
    gg_rng rng;
    uint64_t draws; // dice drawn in this game
    gg_plan plan;   // what the seat to act has decided, from `next` on
    uint32_t next;
    uint32_t choices;    // at the node just decided
    gg_thinker *thinker; // NULL: every seat plays at random
    gg_events events;
    gg_action *list;
};

void gg_selfplay_seed(uint64_t seed, uint32_t number, uint8_t out[GG_SEED_BYTES]) {
    static const char tag[] = "grognard selfplay 1";
    uint8_t message[sizeof tag + 12];
    memcpy(message, tag, sizeof tag);
    for (unsigned i = 0; i < 8; i++) message[sizeof tag + i] = (uint8_t)(seed >> 8 * i);
    for (unsigned i = 0; i < 4; i++) message[sizeof tag + 8 + i] = (uint8_t)(number >> 8 * i);
    gg_sha256_of(message, sizeof message, out);
}

// "s" seed "-" number, both in hexadecimal: 26 characters.
void gg_selfplay_id(uint64_t seed, uint32_t number, char out[GG_ID_MAX + 1]) {
    static const char digit[] = "0123456789abcdef";
    char *at = out;
    *at++ = 's';
    for (int shift = 60; shift >= 0; shift -= 4) *at++ = digit[seed >> shift & 15];
    *at++ = '-';
    for (int shift = 28; shift >= 0; shift -= 4) *at++ = digit[number >> shift & 15];
    *at = 0;
}

void gg_selfplay_standard(const gg_game *game, gg_selfplay_order *order) {
    memset(order, 0, sizeof *order);
    order->game = game;
    order->seed = 1;
    order->games = 1;
    gg_request_standard(game, &order->request);
}

unsigned gg_matchup_of(const gg_game *game, uint32_t number) {
    return game->n_matchups ? number % game->n_matchups : 0;
}

void gg_selfplay_request(const gg_selfplay_order *order, uint32_t number, gg_request *out) {
    *out = order->request;
    if (!order->fixed) gg_match_up(order->game, out, gg_matchup_of(order->game, number));
}

// The position of the game's match-up; a table once made is kept.
static gg_status choose_variant(gg_selfplayer *t, uint32_t number, gg_verdict *verdict) {
    unsigned variant = t->order->fixed ? 0 : gg_matchup_of(t->order->game, number);
    gg_status status = GG_OK;
    GG_ASSERT(variant < GG_MATCHUPS_MAX);
    if (!t->kept[variant].table) {
        gg_request request;
        gg_selfplay_request(t->order, number, &request);
        status = gg_position_open(&t->kept[variant], t->order->game, &request, verdict);
    }
    t->position = &t->kept[variant];
    return status;
}

static void begin(gg_selfplayer *t, uint32_t number) {
    static const char *const client[GG_SEATS_MAX] = {"", "", "", ""};
    uint8_t seed[GG_SEED_BYTES];
    char id[GG_ID_MAX + 1];
    gg_selfplay_seed(t->order->seed, number, seed);
    gg_selfplay_id(t->order->seed, number, id);
    gg_dice_open(&t->dice, seed, id, client, t->order->game->seats);
    gg_rng_seed(&t->rng, t->order->seed, number);
    t->draws = 0;
    t->plan.steps = t->next = 0;
    gg_position_restart(t->position);
}

// The next action of a seat that plays macro moves: the next step while it is legal, else thought
// about anew.
static gg_action planned(gg_selfplayer *t, int seat, gg_brain brain) {
    const gg_game *game = t->order->game;
    const gg_position *p = t->position;
    if (t->next < t->plan.steps &&
        gg_check(game, p->table, p->state, seat, t->plan.step[t->next], NULL))
        return t->plan.step[t->next++];
    gg_thinker_budget(t->thinker, gg_selfplay_budget(t->order, seat), t->order->now_ns, NULL);
    t->plan.steps = gg_think(t->thinker, brain, p, seat, &t->rng, &t->plan);
    GG_ASSERT(t->plan.steps > 0);
    t->next = 1;
    GG_ASSERT(gg_check(game, p->table, p->state, seat, t->plan.step[0], NULL));
    return t->plan.step[0];
}

static gg_action decide(gg_selfplayer *t, gg_turn turn) {
    const gg_game *game = t->order->game;
    const gg_position *p = t->position;
    if (turn.seat == GG_CHANCE) {
        t->next = t->plan.steps = 0;
        t->choices = turn.tickets > 1 ? 2 : 1;
        return gg_roll(game, p->table, p->state, gg_dice_draw(&t->dice, t->draws++, turn.tickets));
    }
    const gg_selfplay_ears *ears = t->order->ears;
    if (ears && ears->decides) ears->decides(ears->user, p, turn);
    t->choices = gg_legal(game, p->table, p->state, turn.seat, t->list);
    GG_ASSERT(t->choices > 0 && t->choices <= game->max_legal);
    gg_brain brain = t->order->brain[turn.seat];
    if (t->choices == 1) { // nothing to think about, but it may be a step of the plan
        t->next += t->next < t->plan.steps && t->plan.step[t->next] == t->list[0];
        return t->list[0];
    }
    if (brain != GG_BRAIN_RANDOM) return planned(t, turn.seat, brain);
    return t->list[gg_rng_below(&t->rng, t->choices)];
}

static void note_result(gg_selfplayer *t, uint32_t actions, gg_selfplay_report *report) {
    int half[GG_SEATS_MAX] = {0};
    int32_t margin = 0;
    bool won = false;
    t->order->game->score(t->position->table, t->position->state, half, &margin);
    for (unsigned seat = 0; seat < t->order->game->seats; seat++)
        if (half[seat] == 2) {
            report->wins[seat]++;
            won = true;
        }
    report->draws += !won;
    if (report->games == 0 || actions < report->shortest) report->shortest = actions;
    if (actions > report->longest) report->longest = actions;
    report->games++;
}

static void play(gg_selfplayer *t, uint32_t number, gg_selfplay_report *report) {
    const gg_game *game = t->order->game;
    const gg_position *p = t->position;
    const gg_selfplay_ears *ears = t->order->ears;
    bool digests = !t->order->undigested;
    uint64_t digest = GG_HASH_PHI;
    uint32_t actions = 0;
    int last = GG_NOBODY;
    if (ears && ears->begins) ears->begins(ears->user, number, p);
    for (;;) {
        gg_turn turn = game->turn(p->table, p->state);
        if (turn.seat == GG_OVER) break;
        if (turn.seat != last) t->next = t->plan.steps = 0; // a plan is of one seat
        last = turn.seat;
        gg_action action = decide(t, turn);
        t->events.count = 0;
        gg_apply(game, p->table, p->state, action, &t->events);
        if (digests) digest = gg_fold(digest, gg_facts_hash(game, p->state));
        report->visits[turn.node]++;
        report->steps += t->choices > 1;
        GG_ASSERT(++actions <= game->max_steps);
        if (ears && ears->acted) ears->acted(ears->user, p, turn, t->choices, action, &t->events);
    }
    if (ears && ears->ends) ears->ends(ears->user, p, actions);
    report->actions += actions;
    report->digest += gg_fold(gg_fold(GG_HASH_SQRT3, number), digest);
    report->folded = gg_fold(report->folded, digest);
    note_result(t, actions, report);
}

static bool needs_thinker(const gg_selfplay_order *order) {
    for (unsigned seat = 0; seat < order->game->seats; seat++)
        if (order->brain[seat] != GG_BRAIN_RANDOM) return true;
    return false;
}

gg_status gg_selfplayer_open(gg_selfplayer **player, const gg_selfplay_order *order) {
    gg_status status = GG_OK;
    gg_selfplayer *t = calloc(1, sizeof *t + order->game->max_legal * sizeof(gg_action));
    *player = t;
    if (!t) return GG_NO_MEMORY;
    t->order = order;
    t->list = (gg_action *)(t + 1);
    if (needs_thinker(order)) status = gg_thinker_open(&t->thinker, order->game);
    if (status == GG_OK) return GG_OK;
    gg_selfplayer_close(t);
    *player = NULL;
    return status;
}

void gg_selfplayer_close(gg_selfplayer *t) {
    if (!t) return;
    gg_thinker_close(t->thinker);
    for (unsigned i = 0; i < GG_MATCHUPS_MAX; i++) gg_position_close(&t->kept[i]);
    free(t);
}

gg_status gg_selfplayer_play(gg_selfplayer *t, uint32_t first, uint32_t games,
                             gg_selfplay_report *report, gg_verdict *verdict) {
    const gg_selfplay_order *order = t->order;
    memset(report, 0, sizeof *report);
    report->folded = GG_HASH_PHI;
    gg_status status = choose_variant(t, first, verdict); // also where no game is asked for
    for (uint32_t i = 0; status == GG_OK && i < games; i++) {
        status = choose_variant(t, first + i, verdict);
        if (status != GG_OK) break;
        begin(t, first + i);
        play(t, first + i, report);
        if (order->each && !order->each(order->user, i + 1, games)) break;
    }
    return status;
}

gg_status gg_selfplay(const gg_selfplay_order *order, gg_selfplay_report *report,
                      gg_verdict *verdict) {
    gg_selfplayer *player;
    gg_status status = gg_selfplayer_open(&player, order);
    if (status == GG_OK)
        status = gg_selfplayer_play(player, order->first, order->games, report, verdict);
    else
        memset(report, 0, sizeof *report);
    gg_selfplayer_close(player);
    return status;
}

void gg_selfplay_merge(gg_selfplay_report *report, const gg_selfplay_report *portion) {
    if (!portion->games) return;
    if (!report->games || portion->shortest < report->shortest)
        report->shortest = portion->shortest;
    if (portion->longest > report->longest) report->longest = portion->longest;
    report->folded = report->games ? 0 : portion->folded;
    report->games += portion->games;
    report->steps += portion->steps;
    report->actions += portion->actions;
    report->digest += portion->digest;
    report->draws += portion->draws;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) report->wins[i] += portion->wins[i];
    for (unsigned i = 0; i < GG_STUDY_NODES; i++) report->visits[i] += portion->visits[i];
}
