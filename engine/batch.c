// SPDX-License-Identifier: Apache-2.0
// Many games at once. A row is a position, its dice and the list of what can be chosen in it; the
// list is kept here and copied out, so that what a caller does to his arrays harms nobody.
#include "grognard/batch.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/study.h"

// A row whose length is a power of two lies on the same lines of a cache as all others.
enum { SPARE = 8, LINE = 64 };

typedef struct row {
    gg_rng rng;
    gg_dice dice;
    gg_action *choice; // width x depth
    uint64_t *weight;  // width, when chance is open
    uint64_t draws;
    uint32_t number, count, actions;
    uint32_t told, pieces, gauges; // of the arrays: what is not zero
    int32_t margin;
    int half[GG_SEATS_MAX];
    uint8_t seat, node;
    bool drafting, done;
    gg_position at; // the table is that of its match-up
} row;

struct gg_batch {
    gg_batch_order order;
    gg_batch_arrays out;
    uint32_t width, depth;
    uint64_t steps;
    unsigned tables;
    gg_position kept[GG_MATCHUPS_MAX]; // one for each match-up
    gg_plan *plans;
    gg_outcome *outcomes;
    void *copy;   // of a state
    void *memory; // of all rows
    row *row;
};

// ------------------------------------------------------------------------------------- one game
static void begin(gg_batch *b, row *r, uint32_t number) {
    static const char *const client[GG_SEATS_MAX] = {"", "", "", ""};
    const gg_game *game = b->order.game;
    const gg_position *kept = &b->kept[b->tables > 1 ? gg_matchup_of(game, number) : 0];
    void *state = r->at.state;
    r->at = *kept;
    r->at.state = state;
    r->number = number;
    r->actions = 0;
    r->drafting = false;
    gg_rng_seed(&r->rng, b->order.seed, number);
    if (b->order.dice == GG_BATCH_MATCH) {
        uint8_t seed[GG_SEED_BYTES];
        char id[GG_ID_MAX + 1];
        gg_selfplay_seed(b->order.seed, number, seed);
        gg_selfplay_id(b->order.seed, number, id);
        gg_dice_open(&r->dice, seed, id, client, game->seats);
        r->draws = 0;
    }
    gg_position_restart(&r->at);
}

static void apply(gg_batch *b, row *r, gg_action action) {
    gg_apply(b->order.game, r->at.table, r->at.state, action, NULL);
    r->drafting = gg_is_draft(b->order.game, action);
    GG_ASSERT(++r->actions <= b->order.game->max_steps);
}

static void roll(gg_batch *b, row *r, uint64_t tickets) {
    uint64_t ticket = b->order.dice == GG_BATCH_MATCH ? gg_dice_draw(&r->dice, r->draws++, tickets)
                                                      : gg_rng_below64(&r->rng, tickets);
    b->steps += tickets > 1;
    apply(b, r, gg_roll(b->order.game, r->at.table, r->at.state, ticket));
}

// A plan is carried out as far as it is legal and its seat keeps the turn, as brains do.
static void choose(gg_batch *b, row *r, uint32_t k) {
    const gg_game *game = b->order.game;
    const gg_action *step = r->choice + (size_t)k * b->depth;
    int seat = r->seat;
    b->steps += r->count > 1;
    apply(b, r, step[0]);
    for (uint32_t i = 1; i < b->depth && step[i]; i++) {
        if (game->turn(r->at.table, r->at.state).seat != seat ||
            !gg_check(game, r->at.table, r->at.state, seat, step[i], NULL))
            return;
        b->steps += r->count > 1;
        apply(b, r, step[i]);
    }
}

// --------------------------------------------------------------------------------- what there is
static uint32_t list_plans(gg_batch *b, row *r) {
    const gg_game *game = b->order.game;
    uint32_t n =
        game->brain.plan ? game->brain.plan(r->at.table, r->at.state, r->seat, b->plans) : 0;
    for (uint32_t k = 0; k < n; k++) {
        gg_action *to = r->choice + (size_t)k * b->depth;
        uint32_t steps = b->plans[k].steps;
        memcpy(to, b->plans[k].step, steps * sizeof *to);
        memset(to + steps, 0, (b->depth - steps) * sizeof *to);
    }
    if (n) return n;
    gg_action *list = r->choice; // spread out from the last one on
    n = gg_legal(game, r->at.table, r->at.state, r->seat, list);
    for (uint32_t k = n; k-- > 0;) {
        gg_action action = list[k];
        memset(list + (size_t)k * b->depth, 0, b->depth * sizeof *list);
        list[(size_t)k * b->depth] = action;
    }
    return n;
}

static uint32_t list_outcomes(gg_batch *b, row *r) {
    uint32_t n = gg_chance(b->order.game, r->at.table, r->at.state, b->outcomes);
    for (uint32_t k = 0; k < n; k++) {
        memset(r->choice + (size_t)k * b->depth, 0, b->depth * sizeof *r->choice);
        r->choice[(size_t)k * b->depth] = b->outcomes[k].action;
        r->weight[k] = b->outcomes[k].weight;
    }
    return n;
}

static uint32_t list(gg_batch *b, row *r) {
    if (r->seat == GG_CHANCE) return list_outcomes(b, r);
    if (b->order.plans) return list_plans(b, r);
    return gg_legal(b->order.game, r->at.table, r->at.state, r->seat, r->choice);
}

static void end(gg_batch *b, row *r) {
    r->done = true;
    r->count = 0;
    b->order.game->score(r->at.table, r->at.state, r->half, &r->margin);
}

// On to the next decision. A second game that ends in the same step stays over until the next.
static void settle(gg_batch *b, row *r) {
    for (;;) {
        gg_turn turn = b->order.game->turn(r->at.table, r->at.state);
        r->seat = turn.seat;
        r->node = turn.node;
        if (turn.seat == GG_OVER) {
            bool again = b->order.restart && !r->done;
            end(b, r);
            if (!again) return;
            begin(b, r, r->number + b->order.games);
        } else if (turn.seat == GG_CHANCE && b->order.dice != GG_BATCH_OPEN) {
            roll(b, r, turn.tickets);
        } else {
            r->count = list(b, r);
            GG_ASSERT(r->count > 0 && r->count <= b->width);
            if (r->count > 1 || !b->order.forced) return;
            choose(b, r, 0);
        }
    }
}

// ------------------------------------------------------------------------------------- the arrays
// Of a copy: the state itself stays whole.
static void tell_facts(const gg_batch *b, const row *r, int viewer, uint8_t *out) {
    const gg_game *game = b->order.game;
    memcpy(b->copy, r->at.state, game->state_bytes);
    game->redact(r->at.table, b->copy, viewer);
    memcpy(out, b->copy, game->facts_bytes);
}

static void tell_view(gg_batch *b, row *r, int viewer, gg_view *view) {
    gg_view_into(b->order.game, r->at.table, r->at.state, viewer, view);
    if (r->pieces > view->pieces)
        memset(&view->piece[view->pieces], 0, (r->pieces - view->pieces) * sizeof view->piece[0]);
    if (r->gauges > view->gauges)
        memset(&view->gauge[view->gauges], 0, (r->gauges - view->gauges) * sizeof view->gauge[0]);
    r->pieces = view->pieces;
    r->gauges = view->gauges;
}

static void tell_choices(gg_batch *b, row *r, size_t i) {
    const gg_batch_arrays *out = &b->out;
    uint32_t n = r->count, less = r->told > n ? r->told - n : 0;
    if (out->action) {
        uint64_t *to = out->action + i * b->width * b->depth;
        memcpy(to, r->choice, (size_t)n * b->depth * sizeof *to);
        memset(to + (size_t)n * b->depth, 0, (size_t)less * b->depth * sizeof *to);
    }
    if (out->weight) {
        uint64_t *to = out->weight + i * b->width;
        bool open = r->seat == GG_CHANCE;
        if (open) memcpy(to, r->weight, n * sizeof *to);
        memset(to + (open ? n : 0), 0, (open ? less : n + less) * sizeof *to);
    }
    if (out->mask) {
        memset(out->mask + i * b->width, 1, n);
        memset(out->mask + i * b->width + n, 0, less);
    }
    if (out->count) out->count[i] = n;
    r->told = n;
}

static void tell_end(gg_batch *b, const row *r, size_t i) {
    const gg_batch_arrays *out = &b->out;
    unsigned seats = b->order.game->seats;
    if (out->done) out->done[i] = r->done;
    if (out->margin) out->margin[i] = r->done ? r->margin : 0;
    for (unsigned s = 0; out->reward && s < seats; s++)
        out->reward[i * seats + s] = r->done ? (float)(r->half[s] - 1) : 0;
}

static void tell(gg_batch *b, uint32_t i) {
    const gg_batch_arrays *out = &b->out;
    row *r = &b->row[i];
    int viewer = r->seat < b->order.game->seats ? r->seat : GG_PUBLIC;
    if (out->facts) tell_facts(b, r, viewer, out->facts + (size_t)i * b->order.game->facts_bytes);
    if (out->view) tell_view(b, r, viewer, &out->view[i]);
    tell_choices(b, r, i);
    tell_end(b, r, i);
    if (out->seat) out->seat[i] = r->seat;
    if (out->node) out->node[i] = r->node;
    if (out->number) out->number[i] = r->number;
}

void gg_batch_arrays_set(gg_batch *b, const gg_batch_arrays *arrays) {
    size_t rows = b->order.games, cells = rows * b->width;
    b->out = *arrays;
    if (arrays->view) memset(arrays->view, 0, rows * sizeof *arrays->view);
    if (arrays->action) memset(arrays->action, 0, cells * b->depth * sizeof *arrays->action);
    if (arrays->weight) memset(arrays->weight, 0, cells * sizeof *arrays->weight);
    if (arrays->mask) memset(arrays->mask, 0, cells);
    for (uint32_t i = 0; i < rows; i++) {
        row *r = &b->row[i];
        r->told = r->pieces = r->gauges = 0;
        tell(b, i);
    }
}

// ----------------------------------------------------------------------------------------- memory
static size_t rounded(size_t bytes) {
    return (bytes + LINE - 1) & ~(size_t)(LINE - 1);
}

static bool lay_out(gg_batch *b) {
    const gg_game *game = b->order.game;
    size_t state = rounded(game->state_bytes);
    size_t choices = rounded((size_t)b->width * b->depth * sizeof(gg_action));
    size_t weights = b->order.dice == GG_BATCH_OPEN ? rounded(b->width * sizeof(uint64_t)) : 0;
    size_t each = state + choices + weights, all = (each + sizeof(row)) * b->order.games + LINE;
    unsigned char *at = calloc(1, all);
    b->memory = at;
    b->plans = calloc(GG_PLANS_MAX, sizeof *b->plans);
    b->outcomes = calloc(GG_OUTCOMES_MAX, sizeof *b->outcomes);
    b->copy = calloc(1, state);
    if (!at || !b->plans || !b->outcomes || !b->copy) return false;
    at += -(uintptr_t)at & (LINE - 1);
    b->row = (row *)(void *)(at + each * b->order.games);
    for (uint32_t i = 0; i < b->order.games; i++, at += each) {
        b->row[i].at.state = at;
        b->row[i].choice = (gg_action *)(void *)(at + state);
        b->row[i].weight = weights ? (uint64_t *)(void *)(at + state + choices) : NULL;
    }
    return true;
}

static gg_status open_tables(gg_batch *b, gg_verdict *verdict) {
    const gg_game *game = b->order.game;
    gg_status status = GG_OK;
    b->tables = b->order.matchups && game->n_matchups ? game->n_matchups : 1;
    for (unsigned i = 0; i < b->tables && status == GG_OK; i++) {
        gg_request request = b->order.request;
        if (b->order.matchups) gg_match_up(game, &request, i);
        status = gg_position_open(&b->kept[i], game, &request, verdict);
    }
    return status;
}

gg_status gg_batch_open(gg_batch **batch, const gg_batch_order *order, gg_verdict *verdict) {
    *batch = NULL;
    if (order->games < 1 || order->games > GG_BATCH_GAMES_MAX || order->dice > GG_BATCH_OPEN)
        return GG_BAD_INPUT;
    if (order->request.scenario >= order->game->n_scenarios) return GG_BAD_INPUT;
    gg_batch *b = calloc(1, sizeof *b);
    if (!b) return GG_NO_MEMORY;
    b->order = *order;
    b->width = order->game->max_legal + SPARE;
    if (order->plans && b->width < GG_PLANS_MAX) b->width = GG_PLANS_MAX;
    if (order->dice == GG_BATCH_OPEN && b->width < GG_OUTCOMES_MAX) b->width = GG_OUTCOMES_MAX;
    b->depth = order->plans ? GG_PLAN_STEPS : 1;
    gg_status status = open_tables(b, verdict);
    if (status == GG_OK && !lay_out(b)) status = GG_NO_MEMORY;
    if (status != GG_OK) {
        gg_batch_close(b);
        return status;
    }
    gg_batch_reset(b, order->seed, order->first);
    *batch = b;
    return GG_OK;
}

void gg_batch_close(gg_batch *b) {
    if (!b) return;
    for (unsigned i = 0; i < GG_MATCHUPS_MAX; i++) gg_position_close(&b->kept[i]);
    free(b->plans);
    free(b->outcomes);
    free(b->copy);
    free(b->memory);
    free(b);
}

uint32_t gg_batch_width(const gg_batch *b) {
    return b->width;
}

uint32_t gg_batch_depth(const gg_batch *b) {
    return b->depth;
}

uint64_t gg_batch_steps(const gg_batch *b) {
    return b->steps;
}

// ------------------------------------------------------------------------------------------ steps
void gg_batch_reset(gg_batch *b, uint64_t seed, uint32_t first) {
    b->order.seed = seed;
    b->order.first = first;
    for (uint32_t i = 0; i < b->order.games; i++) {
        row *r = &b->row[i];
        r->done = false;
        begin(b, r, first + i);
        settle(b, r);
        tell(b, i);
    }
}

// What the next row needs is fetched while this one is stepped.
static void fetch(const gg_batch *b, uint32_t i) {
    const gg_game *game = b->order.game;
    const row *r = &b->row[i];
    const char *state = r->at.state;
    const uint8_t *facts = b->out.facts ? b->out.facts + (size_t)i * game->facts_bytes : NULL;
    for (uint32_t at = 0; at < game->state_bytes; at += LINE) __builtin_prefetch(state + at);
    for (uint32_t at = 0; facts && at < game->facts_bytes; at += LINE)
        __builtin_prefetch(facts + at, 1);
    __builtin_prefetch(r->choice, 1);
    if (b->out.action) __builtin_prefetch(b->out.action + (size_t)i * b->width * b->depth, 1);
    if (b->out.mask) __builtin_prefetch(b->out.mask + (size_t)i * b->width, 1);
}

gg_status gg_batch_step(gg_batch *b, const int32_t *choice, uint32_t *wrong) {
    for (uint32_t i = 0; i < b->order.games; i++)
        if (choice[i] >= 0 && (uint32_t)choice[i] >= b->row[i].count && b->row[i].count) {
            *wrong = i;
            return GG_BAD_INPUT;
        }
    for (uint32_t i = 0; i < b->order.games; i++) {
        row *r = &b->row[i];
        if (i + 1 < b->order.games) fetch(b, i + 1);
        bool stays = choice[i] < 0 || (!r->count && !b->order.restart);
        r->done = false;
        if (stays) {
            tell_end(b, r, i);
            continue;
        }
        if (r->count)
            choose(b, r, (uint32_t)choice[i]);
        else
            begin(b, r, r->number + b->order.games);
        settle(b, r);
        tell(b, i);
    }
    return GG_OK;
}

// ---------------------------------------------------------------------------------------- one row
static bool outcome_known(gg_batch *b, row *r, gg_action action) {
    for (uint32_t k = 0; k < r->count; k++)
        if (r->choice[(size_t)k * b->depth] == action) return true;
    return false;
}

gg_status gg_batch_play(gg_batch *b, uint32_t i, gg_action action, gg_verdict *verdict) {
    row *r = &b->row[i];
    if (r->seat == GG_OVER) return GG_NOT_ALLOWED;
    if (r->seat == GG_CHANCE && !outcome_known(b, r, action)) return GG_NOT_ALLOWED;
    if (r->seat != GG_CHANCE &&
        !gg_check(b->order.game, r->at.table, r->at.state, r->seat, action, verdict))
        return GG_REFUSED;
    r->done = false;
    b->steps += r->count > 1;
    apply(b, r, action);
    settle(b, r);
    tell(b, i);
    return GG_OK;
}

const gg_position *gg_batch_position(const gg_batch *b, uint32_t i) {
    return &b->row[i].at;
}

static bool may_look(const row *r, int viewer) {
    return !r->drafting || viewer == r->seat || viewer == GG_UMPIRE;
}

gg_status gg_batch_look(const gg_batch *b, uint32_t i, int viewer, uint8_t *facts, gg_view *view) {
    const row *r = &b->row[i];
    if (!may_look(r, viewer)) return GG_NOT_ALLOWED;
    if (facts) tell_facts(b, r, viewer, facts);
    if (view) memset(view, 0, sizeof *view);
    if (view) gg_view_into(b->order.game, r->at.table, r->at.state, viewer, view);
    return GG_OK;
}

gg_status gg_batch_deal(gg_batch *b, uint32_t i, int viewer, uint64_t seed) {
    row *r = &b->row[i];
    gg_rng rng;
    if (!may_look(r, viewer)) return GG_NOT_ALLOWED;
    gg_rng_seed(&rng, seed, r->number);
    b->order.game->resample(r->at.table, r->at.state, viewer, &rng);
    r->done = false;
    settle(b, r);
    tell(b, i);
    return GG_OK;
}

// The batch's own position at this table, or NULL. Equal requests share their table.
static const gg_position *same_table(const gg_batch *b, const gg_position *other) {
    for (unsigned k = 0; k < b->tables; k++)
        if (b->kept[k].game == other->game && b->kept[k].table == other->table) return &b->kept[k];
    return NULL;
}

static bool go_on_from(gg_batch *b, row *r, const gg_position *from) {
    const gg_position *kept = same_table(b, from);
    void *state = r->at.state;
    if (!kept) return false;
    if (state != from->state) memcpy(state, from->state, b->order.game->state_bytes);
    r->at = *kept;
    r->at.state = state;
    r->done = false;
    return true;
}

gg_status gg_batch_put(gg_batch *b, uint32_t i, const gg_position *from, bool drafting) {
    row *r = &b->row[i];
    if (!go_on_from(b, r, from)) return GG_BAD_INPUT;
    r->actions = 0;
    r->drafting = drafting;
    settle(b, r);
    tell(b, i);
    return GG_OK;
}

gg_status gg_batch_copy(gg_batch *b, uint32_t i, const gg_batch *from, uint32_t from_row) {
    row *r = &b->row[i];
    const row *o = &from->row[from_row];
    if (!go_on_from(b, r, &o->at)) return GG_BAD_INPUT;
    r->rng = o->rng;
    r->dice = o->dice;
    r->draws = o->draws;
    r->number = o->number;
    r->actions = o->actions;
    r->drafting = o->drafting;
    settle(b, r);
    tell(b, i);
    return GG_OK;
}

bool gg_batch_value(const gg_batch *b, uint32_t i, int seat, int32_t *value) {
    const gg_game *game = b->order.game;
    if (!game->brain.value) return false;
    *value = game->brain.value(b->row[i].at.table, b->row[i].at.state, seat);
    return true;
}
