// SPDX-License-Identifier: Apache-2.0
// A finished match looked back at: see coach.h. The sums are printed, never decided by: plain
// doubles on the way, whole parts of GG_SURE as soon as a chance is known, so that what is added up
// adds up.
#include <stdlib.h>
#include <string.h>

#include "grognard/coach.h"
#include "odds_inside.h"
#include "thinker.h"

enum { MOMENT_LEAST = 100 }; // a hundredth of everything: what changed less turned nothing

typedef struct book {
    gg_odds *odds;
    const gg_match *match;
    const gg_game *game;
    const gg_review_wish *wish;
    gg_position at;
    gg_outcome *outcomes;
    gg_review *out;
    gg_review_point *point;
    gg_moment open;      // the one under way; first 0: none
    int32_t now, passed; // passed: what turning over to an own next step changed
    int passed_by;
} book;

// ---------------------------------------------------------------------------------- how good it is
static int32_t decided(const gg_game *game, const void *t, const void *s) {
    int half[GG_SEATS_MAX] = {0};
    int32_t margin = 0;
    game->score(t, s, half, &margin);
    return half[0] * (GG_SURE / 2);
}

// The chance of the first of two seats as the state stands, all cards open.
static int32_t chance_of(const gg_game *game, const void *t, const void *s, int seat) {
    if (game->turn(t, s).seat == GG_OVER) return decided(game, t, s);
    return (int32_t)(think_chance(game, t, s, seat) / (THINK_SURE / GG_SURE));
}

static bool rests(const book *b) {
    gg_turn turn = b->game->turn(b->at.table, b->at.state);
    return turn.seat == GG_OVER || b->game->nodes[turn.node].flags & GG_N_REST;
}

// The chance at the next rest after this outcome, or without one; as it stands beyond the limits.
static double foreseen(book *b, gg_action outcome) {
    uint32_t states = b->wish->states ? b->wish->states : GG_REVIEW_STATES;
    double mean;
    if (outcome == GG_NO_ACTION && rests(b)) return chance_of(b->game, b->at.table, b->at.state, 0);
    bool stopped = b->wish->stop && b->wish->stop(b->wish->user);
    if (!stopped && odds_worth(b->odds, &b->at, 0, outcome, states, chance_of, &mean)) return mean;
    b->out->rough++;
    return chance_of(b->game, b->at.table, b->at.state, 0);
}

static int32_t whole(double chance) {
    return (int32_t)(chance + 0.5);
}

// ------------------------------------------------------------------------------------- one by one
static void play(book *b, const gg_entry *entry) {
    for (uint32_t i = 0; i < entry->steps; i++)
        gg_apply(b->game, b->at.table, b->at.state, gg_match_actions(b->match, entry)[i], NULL);
}

// Luck of a throw: what fell against the mean of all. What value() thought before it is the
// residue's.
static int32_t thrown(book *b, const gg_entry *entry) {
    gg_action fell = gg_match_actions(b->match, entry)[0];
    uint32_t n = gg_chance(b->game, b->at.table, b->at.state, b->outcomes);
    double tickets = 0, mean = 0, got = b->now;
    for (uint32_t i = 0; i < n; i++) tickets += (double)b->outcomes[i].weight;
    for (uint32_t i = 0; i < n; i++) {
        double chance = foreseen(b, b->outcomes[i].action);
        mean += chance * (double)b->outcomes[i].weight / tickets;
        if (b->outcomes[i].action == fell) got = chance;
    }
    int32_t luck = whole(got) - whole(mean);
    b->out->residue += whole(mean) - b->now;
    b->out->luck += luck;
    b->now = whole(got);
    play(b, entry);
    return luck;
}

// What ends the match decides nothing any more: how far value() still was from the result is not
// the merit of who ended the last phase.
static void decide(book *b, const gg_entry *entry) {
    play(b, entry);
    int32_t then = whole(foreseen(b, GG_NO_ACTION)), by = then - b->now;
    if (b->game->turn(b->at.table, b->at.state).seat == GG_OVER)
        b->out->residue += by;
    else
        b->out->skill[entry->seat] += entry->seat == 0 ? by : -by;
    b->now = then;
}

// --------------------------------------------------------------------------------------- moments
static int32_t size_of(const gg_moment *moment) {
    return abs(moment->after - moment->before);
}

// The largest, in the order of the match: the smallest makes room.
static void keep_moment(gg_review *out, const gg_moment *moment) {
    uint32_t least = 0;
    if (size_of(moment) < GG_SURE / MOMENT_LEAST) return;
    if (out->moments == GG_MOMENTS) {
        for (uint32_t i = 1; i < GG_MOMENTS; i++)
            if (size_of(&out->moment[i]) < size_of(&out->moment[least])) least = i;
        if (size_of(&out->moment[least]) >= size_of(moment)) return;
        memmove(out->moment + least, out->moment + least + 1,
                (GG_MOMENTS - 1 - least) * sizeof *out->moment);
        out->moments--;
    }
    out->moment[out->moments++] = *moment;
}

// Nothing but the end of a phase, or a card turned over: value() rises for whoever may act next and
// falls when he has. It counts with what the same seat does next; handed over to another, it is no
// moment at all.
static bool only_passes(const book *b, uint32_t number) {
    const gg_entry *entry = gg_match_entry(b->match, number);
    const gg_verb *verb = &b->game->verbs[gg_verb_of(gg_match_actions(b->match, entry)[0])];
    return entry->kind == GG_ENTRY_ACTION && entry->steps == 1 && verb->flags & GG_V_DONE &&
           verb->domain[0] == GG_D_NONE;
}

static void add_to_moment(book *b, uint32_t number, int seat, int32_t before, int32_t luck) {
    gg_moment *open = &b->open;
    if (!open->first && rests(b) && only_passes(b, number)) {
        b->passed = b->passed_by == seat ? b->passed + b->now - before : b->now - before;
        b->passed_by = seat;
        return;
    }
    if (!open->first) {
        int32_t passed = seat == b->passed_by ? b->passed : 0;
        *open = (gg_moment){.first = number, .seat = seat, .before = before - passed};
        b->passed = 0;
    }
    open->last = number;
    open->luck += luck;
    open->after = b->now;
    if (!rests(b)) return;
    bool ended = b->game->turn(b->at.table, b->at.state).seat == GG_OVER && seat != GG_CHANCE;
    if (!ended) keep_moment(b->out, open);
    open->first = 0;
}

// ------------------------------------------------------------------------------------- the match
static void look_at(book *b, uint32_t number) {
    const gg_entry *entry = gg_match_entry(b->match, number);
    bool chance = entry->kind == GG_ENTRY_CHANCE;
    int32_t before = b->now, luck = 0;
    if (chance)
        luck = thrown(b, entry);
    else
        decide(b, entry);
    b->point[b->out->points++] = (gg_review_point){.entry = number,
                                                   .chance = b->now,
                                                   .luck = luck,
                                                   .seat = chance ? GG_CHANCE : entry->seat,
                                                   .rest = rests(b)};
    add_to_moment(b, number, chance ? GG_CHANCE : entry->seat, before, luck);
}

// How it ended, by the rules or otherwise.
static void conclude(book *b, const gg_result *result, uint32_t entries) {
    gg_review *out = b->out;
    out->end = result->half[0] * (GG_SURE / 2);
    out->residue += out->end - b->now;
    if (out->end == b->now || out->points == GG_REVIEW_MAX) return;
    b->point[out->points++] =
        (gg_review_point){.entry = entries, .chance = out->end, .seat = GG_NOBODY, .rest = true};
}

static gg_status go_through(book *b, const gg_result *result) {
    uint32_t entries = gg_match_entries(b->match);
    gg_status status = gg_match_at(b->match, 0, &b->at);
    if (status != GG_OK) return status;
    b->out->start = b->now = whole(foreseen(b, GG_NO_ACTION));
    for (uint32_t i = 1; i <= entries && b->out->points < GG_REVIEW_MAX; i++) {
        unsigned kind = gg_match_entry(b->match, i)->kind;
        bool move = kind == GG_ENTRY_ACTION || kind == GG_ENTRY_CHANCE;
        if (move && gg_match_counts(b->match, i, entries)) look_at(b, i);
    }
    conclude(b, result, entries);
    return GG_OK;
}

gg_status gg_review_match(gg_odds *odds, const gg_match *match, const gg_review_wish *wish,
                          gg_review *out, gg_review_point *point) {
    const gg_game *game = gg_match_setup_of(match)->game;
    book b = {.odds = odds, .match = match, .game = game, .wish = wish, .out = out, .point = point};
    gg_result result;
    memset(out, 0, sizeof *out);
    gg_match_result(match, &result);
    if (!result.over || !game->brain.value || game->seats != 2) return GG_NOT_ALLOWED;
    b.outcomes = malloc(GG_OUTCOMES_MAX * sizeof *b.outcomes);
    gg_status status = b.outcomes ? go_through(&b, &result) : GG_NO_MEMORY;
    if (b.at.game) gg_position_close(&b.at);
    free(b.outcomes);
    return status;
}
