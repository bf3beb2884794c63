// SPDX-License-Identifier: Apache-2.0
// Games between bots and the program's own seats, as matches: the dice are those that gg_selfplay()
// would throw, what is counted is counted from the log.
#include "selfbots.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static gg_status open_match(const selfbots *s, uint32_t number, gg_match **out,
                            gg_verdict *verdict) {
    gg_match_setup setup = {.game = s->order->game};
    gg_selfplay_request(s->order, number, &setup.request);
    gg_selfplay_seed(s->order->seed, number, setup.seed);
    gg_selfplay_id(s->order->seed, number, setup.id);
    for (unsigned i = 0; i < setup.game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "%s", app_brain_word(s->brain[i]));
    app_bots_clock(s->args, s->named, &setup);
    return gg_match_open(out, &setup, verdict);
}

static gg_status decide(const selfbots *s, gg_match *match, app_brains *brains, app_bots *bots) {
    gg_turn turn = gg_match_turn(match);
    gg_verdict verdict;
    if (turn.seat == GG_CHANCE) {
        app_brains_forget(brains);
        return gg_match_draw(match, NULL);
    }
    if (s->brain[turn.seat] == APP_BOT) {
        app_brains_forget(brains);
        return app_bots_decide(bots, turn.seat);
    }
    const gg_position *at = gg_match_position_for(match, turn.seat);
    gg_thinker_budget(brains->thinker, gg_selfplay_budget(s->order, turn.seat), app_worked_ns,
                      NULL);
    gg_action action = app_brains_choose(brains, (gg_brain)s->brain[turn.seat], at, turn.seat);
    return gg_match_act(match, turn.seat, action, 0, gg_match_entries(match), 0, &verdict, NULL);
}

static gg_status play_one(const selfbots *s, uint32_t number, gg_match *match, uint8_t *faults) {
    app_bots bots = {.app = s->app,
                     .named = s->named,
                     .match = match,
                     .seed = s->order->seed + number,
                     .hold = s->quiet,
                     .stop = s->stop};
    app_brains brains;
    gg_result result = {0};
    gg_status status = GG_OK;
    int code;
    if (!app_brains_open(s->app, &brains, s->order->game, s->order->seed, number, &code))
        return GG_NO_MEMORY;
    while (status == GG_OK && !result.over) {
        status = decide(s, match, &brains, &bots);
        gg_match_result(match, &result);
    }
    app_bots_close(&bots);
    app_brains_close(&brains);
    memcpy(faults, bots.fault, sizeof bots.fault);
    return status;
}

// ---------------------------------------------------------------------------------------- counting
typedef struct tally {
    const gg_selfplay_ears *ears;
    gg_selfplay_report *report;
    uint64_t digest;
    uint32_t actions;
    gg_action *list;
    gg_events *events;
} tally;

static uint32_t choices(const gg_position *at, gg_turn turn, gg_action *list) {
    if (turn.seat == GG_CHANCE) return turn.tickets > 1 ? 2 : 1;
    return gg_legal(at->game, at->table, at->state, turn.seat, list);
}

static void count_action(tally *t, const gg_position *at, gg_action action) {
    gg_turn turn = at->game->turn(at->table, at->state);
    const gg_selfplay_ears *ears = t->ears;
    if (ears && ears->decides && turn.seat != GG_CHANCE) ears->decides(ears->user, at, turn);
    uint32_t had = choices(at, turn, t->list);
    t->report->steps += had > 1;
    t->report->visits[turn.node]++;
    t->events->count = 0;
    gg_apply(at->game, at->table, at->state, action, t->events);
    t->digest = gg_fold(t->digest, gg_facts_hash(at->game, at->state));
    t->actions++;
    if (ears && ears->acted) ears->acted(ears->user, at, turn, had, action, t->events);
}

static void count_result(gg_selfplay_report *report, const gg_match *match, uint32_t actions) {
    gg_result result;
    bool won = false;
    gg_match_result(match, &result);
    for (unsigned seat = 0; seat < gg_match_setup_of(match)->game->seats; seat++)
        if (result.half[seat] == 2) {
            report->wins[seat]++;
            won = true;
        }
    report->draws += !won;
    if (report->games == 0 || actions < report->shortest) report->shortest = actions;
    if (actions > report->longest) report->longest = actions;
    report->games++;
}

static gg_status count(const selfbots *s, uint32_t number, const gg_match *match, tally *room,
                       gg_selfplay_report *report) {
    const gg_selfplay_ears *ears = s->order->ears;
    gg_position at = {0};
    tally t = {ears, report, GG_HASH_PHI, 0, room->list, room->events};
    gg_status status = gg_match_at(match, 0, &at);
    if (status == GG_OK && ears && ears->begins) ears->begins(ears->user, number, &at);
    for (uint32_t i = 1; status == GG_OK && i <= gg_match_entries(match); i++) {
        const gg_entry *entry = gg_match_entry(match, i);
        bool moves = entry->kind == GG_ENTRY_ACTION || entry->kind == GG_ENTRY_CHANCE;
        for (unsigned k = 0; moves && k < entry->steps; k++)
            count_action(&t, &at, gg_match_actions(match, entry)[k]);
    }
    if (status == GG_OK && ears && ears->ends) ears->ends(ears->user, &at, t.actions);
    if (at.table) gg_position_close(&at);
    report->actions += t.actions;
    report->digest += gg_fold(gg_fold(GG_HASH_SQRT3, number), t.digest);
    report->folded = gg_fold(report->folded, t.digest);
    count_result(report, match, t.actions);
    return status;
}

// One game from its first entry to what is kept of it; *more: another may follow.
static gg_status one_game(const selfbots *s, uint32_t number, tally *room,
                          gg_selfplay_report *report, gg_verdict *verdict, bool *more) {
    uint8_t faults[GG_SEATS_MAX];
    gg_match *match = NULL;
    gg_status status = open_match(s, number, &match, verdict);
    *more = false;
    if (status == GG_OK) status = play_one(s, number, match, faults);
    if (s->stop && atomic_load(s->stop)) {
        if (match) gg_match_close(match);
        return GG_OK;
    }
    if (status == GG_OK) status = count(s, number, match, room, report);
    *more = status == GG_OK && (!s->keep || s->keep(s->user, number, match, faults));
    if (match) gg_match_close(match);
    return status;
}

gg_status selfbots_play(const selfbots *s, gg_selfplay_report *report, gg_verdict *verdict) {
    const gg_selfplay_order *order = s->order;
    tally room = {.list = malloc(order->game->max_legal * sizeof(gg_action)),
                  .events = malloc(sizeof *room.events)};
    gg_status status = room.list && room.events ? GG_OK : GG_NO_MEMORY;
    bool more = true;
    memset(report, 0, sizeof *report);
    report->folded = GG_HASH_PHI;
    for (uint32_t i = 0; status == GG_OK && more && i < order->games; i++) {
        status = one_game(s, order->first + i, &room, report, verdict, &more);
        if (more && order->each) more = order->each(order->user, i + 1, order->games);
    }
    free(room.list);
    free(room.events);
    return status;
}
