// SPDX-License-Identifier: Apache-2.0
// What the chance had been: see past.h. Finding a procedure only replays a few entries; reckoning
// it takes as long as odds do.
#include <stdlib.h>
#include <string.h>

#include "grognard/past.h"

enum { ENTRIES_NEAR = 8, ENTRIES_BACK = 64, ENTRIES_ON = 64, DEALS_ALIKE = 40 };

// ------------------------------------------------------------------------------- best to worst
// What a list brings by one label, wanted things counted up, feared ones down.
static int balance(const gg_effect *line, uint32_t n, unsigned label) {
    int sum = 0;
    for (uint32_t i = 0; i < n; i++)
        if (line[i].label == label) sum += line[i].good * abs(line[i].value);
    return sum;
}

int gg_effects_better(const gg_game *game, const gg_effect *a, uint32_t n_a, const gg_effect *b,
                      uint32_t n_b) {
    for (unsigned label = 0; label < game->n_labels; label++) {
        int one = balance(a, n_a, label), other = balance(b, n_b, label);
        if (one != other) return one > other ? 1 : -1;
    }
    return 0;
}

// ------------------------------------------------------------------------------- the procedure
static bool at_rest(const gg_game *game, gg_turn turn, int not_at) {
    if (turn.seat == GG_OVER) return true;
    return game->nodes[turn.node].flags & GG_N_REST && turn.node != not_at;
}

static void play(const gg_match *match, const gg_entry *entry, gg_position *at) {
    for (uint32_t i = 0; i < entry->steps; i++)
        gg_apply(at->game, at->table, at->state, gg_match_actions(match, entry)[i], NULL);
}

// Back along what counts to the last entry before which nothing was open; 0: not so near. The
// entries are played once from the farthest on.
static uint32_t opened_within(const gg_match *match, uint32_t number, uint32_t most,
                              gg_position *at) {
    uint32_t way[ENTRIES_BACK], n = 0, found = 0;
    for (uint32_t k = number; k && n < most; k = gg_match_entry(match, k)->before) way[n++] = k;
    if (gg_match_at(match, gg_match_entry(match, way[n - 1])->before, at) != GG_OK) return 0;
    while (n-- > 0) {
        if (at_rest(at->game, at->game->turn(at->table, at->state), -1)) found = way[n];
        if (n) play(match, gg_match_entry(match, way[n]), at);
    }
    return found;
}

// The decision that opened what this entry belongs to, and the position before it; 0: none.
static uint32_t opened_by(const gg_match *match, uint32_t number, gg_position *at) {
    uint32_t found = opened_within(match, number, ENTRIES_NEAR, at);
    if (!found) found = opened_within(match, number, ENTRIES_BACK, at);
    const gg_entry *entry = found ? gg_match_entry(match, found) : NULL;
    if (!entry || entry->kind != GG_ENTRY_ACTION) return 0;
    return gg_match_at(match, entry->before, at) == GG_OK ? found : 0;
}

static bool keep_throw(gg_past *out) {
    if (gg_position_like(&out->thrown, &out->after) != GG_OK) return false;
    memcpy(out->thrown.state, out->after.state, out->after.game->state_bytes);
    return true;
}

// On along what counts until nothing is open; the entry, 0: it goes on.
static uint32_t closed_by(const gg_match *match, uint32_t number, uint32_t upto, gg_past *out) {
    gg_position *at = &out->after;
    const gg_game *game = at->game;
    gg_turn turn = game->turn(at->table, at->state);
    int sealed = game->nodes[turn.node].flags & GG_N_SEALED ? turn.node : -1;
    play(match, gg_match_entry(match, number), at);
    uint32_t reached = number;
    for (uint32_t i = number; !at_rest(game, game->turn(at->table, at->state), sealed);) {
        if (++i > upto || i > number + ENTRIES_ON) return 0;
        const gg_entry *entry = gg_match_entry(match, i);
        if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE) continue;
        if (entry->before != reached || !gg_match_counts(match, i, upto)) continue;
        if (entry->kind == GG_ENTRY_CHANCE && !out->thrown.game && !keep_throw(out)) return 0;
        play(match, entry, at);
        reached = i;
    }
    return reached;
}

static bool is_move(const gg_match *match, uint32_t number, uint32_t upto) {
    if (!number || number > upto || upto > gg_match_entries(match)) return false;
    unsigned kind = gg_match_entry(match, number)->kind;
    return (kind == GG_ENTRY_ACTION || kind == GG_ENTRY_CHANCE) &&
           gg_match_counts(match, number, upto);
}

gg_status gg_past_find(const gg_match *match, uint32_t number, uint32_t upto, gg_past *out) {
    memset(out, 0, sizeof *out);
    if (!is_move(match, number, upto)) return GG_NOT_ALLOWED;
    out->first = opened_by(match, number, &out->before);
    const gg_entry *entry = out->first ? gg_match_entry(match, out->first) : NULL;
    gg_status status = entry && entry->steps <= GG_PLAN_STEPS ? GG_OK : GG_NOT_ALLOWED;
    if (status == GG_OK) status = gg_match_at(match, entry->before, &out->after);
    if (status == GG_OK) {
        out->seat = entry->seat;
        out->plan.steps = entry->steps;
        memcpy(out->plan.step, gg_match_actions(match, entry),
               entry->steps * sizeof *out->plan.step);
        out->last = closed_by(match, out->first, upto, out);
        if (!out->last) status = GG_NOT_ALLOWED;
    }
    if (status != GG_OK) gg_past_close(out);
    return status;
}

void gg_past_close(gg_past *past) {
    if (past->before.game) gg_position_close(&past->before);
    if (past->after.game) gg_position_close(&past->after);
    if (past->thrown.game) gg_position_close(&past->thrown);
    memset(past, 0, sizeof *past);
}

// ----------------------------------------------------------------------------------- who may know
// All deals from what the viewer knows are one: nothing is hidden from him. The true state is
// looked at by resample() alone, which knows no more than he.
static bool open_to(const gg_position *at, int viewer) {
    size_t bytes = (at->game->state_bytes + 15U) & ~(size_t)15;
    unsigned char *deal = malloc(2 * bytes);
    gg_rng rng;
    bool same = deal != NULL;
    for (uint32_t k = 0; same && k < DEALS_ALIKE; k++) {
        unsigned char *world = deal + (k ? bytes : 0);
        gg_rng_seed(&rng, 1945, k);
        memcpy(world, at->state, at->game->state_bytes);
        at->game->resample(at->table, world, viewer, &rng);
        same = !k || memcmp(world, deal, at->game->facts_bytes) == 0;
    }
    free(deal);
    return same;
}

static bool may_know(const gg_past *past, int viewer, bool over) {
    if (over || viewer == past->seat) return true;
    return viewer < past->before.game->seats && open_to(&past->before, viewer) &&
           open_to(&past->after, viewer);
}

// ------------------------------------------------------------------------------------ the answer
static bool same_lines(const gg_effects *one, const gg_effect *line, uint32_t n) {
    return one->count == n && memcmp(one->line, line, n * sizeof *line) == 0;
}

static void weigh_row(const gg_game *game, const gg_odds_row *row, gg_past_answer *out) {
    double whole = (double)row->share / (double)row->shares;
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        const gg_odds_outcome *o = &out->odds->outcome[i];
        const gg_effect *line = &out->odds->effect[o->first];
        double share = whole * gg_big_share(&o->weight, &row->total);
        if (same_lines(&out->happened, line, o->count)) {
            out->share += share;
            out->foreseen = true;
            out->as = row->share == row->shares ? o : NULL;
            out->row = row;
            continue;
        }
        int order =
            gg_effects_better(game, line, o->count, out->happened.line, out->happened.count);
        if (order > 0) out->better += share;
        if (order < 0) out->worse += share;
    }
}

static void weigh(const gg_past *past, const gg_position *from, gg_past_answer *out) {
    const gg_game *game = from->game;
    out->happened.count = 0;
    game->show.outcome(from->table, from->state, past->after.state, past->seat, &out->happened);
    for (uint32_t i = 0; i < out->odds->rows; i++)
        if (out->odds->row[i].share) weigh_row(game, &out->odds->row[i], out);
}

static void note_headline(gg_past_answer *out) {
    out->headline = out->odds->headline;
    out->more = out->odds->more;
    out->low = out->odds->low;
    out->high = out->odds->high;
    for (uint32_t i = 0; i < out->happened.count && out->headline.label; i++)
        out->came |= out->happened.line[i].label == out->headline.label &&
                     out->happened.line[i].about == out->headline.about;
}

// When others decided otherwise than was assumed: what the dice did with what they had decided.
static gg_status from_throw(gg_odds *odds, const gg_past *past, const gg_odds_wish *wish,
                            gg_past_answer *out) {
    gg_status status = gg_odds_of_throw(odds, &past->thrown, past->seat, wish, &out->odds);
    if (status != GG_OK) return status;
    out->late = true;
    out->better = out->worse = 0;
    weigh(past, &past->thrown, out);
    return GG_OK;
}

gg_status gg_past_reckon(gg_odds *odds, const gg_past *past, int viewer, bool over, uint32_t states,
                         gg_past_answer *out) {
    gg_odds_wish wish = {.states = states, .plain = 1, .insensitive = 1};
    gg_verdict verdict;
    memset(out, 0, sizeof *out);
    if (!may_know(past, viewer, over)) return GG_NOT_ALLOWED;
    gg_status status =
        gg_odds_ask(odds, &past->before, past->seat, &past->plan, &wish, &out->odds, &verdict);
    if (status != GG_OK) return status == GG_REFUSED ? GG_NOT_ALLOWED : status;
    weigh(past, &past->before, out);
    note_headline(out);
    if (out->foreseen || !past->thrown.game) return GG_OK;
    return from_throw(odds, past, &wish, out);
}
