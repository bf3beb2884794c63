// SPDX-License-Identifier: Apache-2.0
// Exact backward induction. See solve.h for what it proves and what it refuses.
//
// Positions are remembered (known.h), so that the same position reached by other orders of the same
// steps is solved once. Forced actions are played through and not remembered. A seat
// that has found a certain win (the others: a certain loss of that seat) looks no further; the
// value is exact all the same.
//
// Fractions of two 64-bit words stay small because the denominators are products of dice: 24 dice
// in one line still fit. Every product is checked; one that does not fit ends the search with
// GG_FULL, never with a rounded value.
#include "grognard/solve.h"

#include <stdlib.h>
#include <string.h>

#include "known.h"

enum { FIRST_VALUES = 1 << 11, FIRST_KNOWN = 1 << 12 };

// ------------------------------------------------------------------------------------- fractions
static const gg_fraction NONE = {0, 1}, ALL = {1, 1};

static uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool times(uint64_t a, uint64_t b, uint64_t *out) {
    if (b && a > UINT64_MAX / b) return false;
    *out = a * b;
    return true;
}

static gg_fraction lowest(uint64_t num, uint64_t den) {
    uint64_t common = gcd(num, den);
    return (gg_fraction){num / common, den / common};
}

// Whole parts first, then the inverted rests, as in Euclid's algorithm: nothing can overflow.
int gg_fraction_compare(gg_fraction a, gg_fraction b) {
    if (a.den == b.den) return a.num < b.num ? -1 : a.num > b.num;
    for (int sign = 1;; sign = -sign) {
        uint64_t whole_a = a.num / a.den, whole_b = b.num / b.den;
        if (whole_a != whole_b) return whole_a < whole_b ? -sign : sign;
        uint64_t rest_a = a.num % a.den, rest_b = b.num % b.den;
        if (!rest_a || !rest_b) return rest_a == rest_b ? 0 : rest_a ? sign : -sign;
        a = (gg_fraction){a.den, rest_a};
        b = (gg_fraction){b.den, rest_b};
    }
}

// sum += weight * value; false when it does not fit.
static bool add_weighted(gg_fraction *sum, uint64_t weight, gg_fraction value) {
    uint64_t common = gcd(sum->den, value.den), den, left, right;
    if (!times(sum->den, value.den / common, &den)) return false;
    if (!times(sum->num, value.den / common, &left)) return false;
    if (!times(value.num, weight, &right) || !times(right, sum->den / common, &right)) return false;
    if (left > UINT64_MAX - right) return false;
    *sum = lowest(left + right, den);
    return true;
}

static bool divide(gg_fraction *sum, uint64_t by) {
    uint64_t common = gcd(sum->num, by), den;
    if (!times(sum->den, by / common, &den)) return false;
    *sum = lowest(sum->num / common, den);
    return true;
}

// ---------------------------------------------------------------------------------------- memory
// What one depth of the search needs; allocated when that depth is first reached.
typedef struct level {
    void *state;
    gg_action *list;
    gg_outcome *outcomes;
} level;

struct gg_solver {
    const gg_game *game;
    const void *table;
    int seat;
    uint32_t limit, values, room;
    gg_known known;     // positions, with the number of their value
    gg_fraction *value; // room for `room`
    gg_solve_report report;
    level at[GG_SOLVE_DEPTH_MAX];
};

static bool recall(const gg_solver *solver, gg_key key, gg_fraction *out) {
    uint32_t at = gg_known_find(&solver->known, key);
    if (at == GG_UNKNOWN) return false;
    *out = solver->value[at];
    return true;
}

static gg_status grow(gg_solver *solver) {
    gg_fraction *wider = realloc(solver->value, (size_t)solver->room * 2 * sizeof *wider);
    if (!wider) return GG_NO_MEMORY;
    solver->value = wider;
    solver->room *= 2;
    return GG_OK;
}

static gg_status give_up(gg_solver *solver, gg_solve_why why) {
    solver->report.why = why;
    return why == GG_SOLVE_SIMULTANEOUS ? GG_NOT_ALLOWED : GG_FULL;
}

static gg_status remember(gg_solver *solver, gg_key key, gg_fraction value) {
    if (gg_known_find(&solver->known, key) != GG_UNKNOWN) return GG_OK;
    if (solver->values >= solver->limit) return give_up(solver, GG_SOLVE_MANY);
    gg_status status = solver->values < solver->room ? GG_OK : grow(solver);
    if (status == GG_OK) status = gg_known_add(&solver->known, key, solver->values);
    if (status != GG_OK) return status;
    solver->value[solver->values++] = value;
    solver->report.positions = solver->values;
    return GG_OK;
}

static size_t rounded(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

static gg_status open_level(gg_solver *solver, unsigned depth) {
    if (depth >= GG_SOLVE_DEPTH_MAX) return give_up(solver, GG_SOLVE_DEEP);
    if (depth > solver->report.deepest) solver->report.deepest = depth;
    if (solver->at[depth].state) return GG_OK;
    size_t state = rounded(solver->game->state_bytes);
    size_t list = rounded(solver->game->max_legal * sizeof(gg_action));
    char *block = malloc(state + list + GG_OUTCOMES_MAX * sizeof(gg_outcome));
    if (!block) return GG_NO_MEMORY;
    solver->at[depth].state = block;
    solver->at[depth].list = (gg_action *)(void *)(block + state);
    solver->at[depth].outcomes = (gg_outcome *)(void *)(block + state + list);
    return GG_OK;
}

gg_status gg_solver_open(gg_solver **out, const gg_game *game, const void *table, int seat,
                         uint32_t limit) {
    gg_solver *solver = calloc(1, sizeof *solver);
    *out = NULL;
    GG_ASSERT(seat >= 0 && seat < game->seats);
    if (!solver) return GG_NO_MEMORY;
    solver->value = malloc(FIRST_VALUES * sizeof *solver->value);
    if (!solver->value || gg_known_open(&solver->known, FIRST_KNOWN) != GG_OK) {
        free(solver->value);
        free(solver);
        return GG_NO_MEMORY;
    }
    solver->game = game;
    solver->table = table;
    solver->seat = seat;
    solver->room = FIRST_VALUES;
    solver->limit = limit && limit < GG_SOLVE_POSITIONS_MAX ? limit : GG_SOLVE_POSITIONS_MAX;
    *out = solver;
    return GG_OK;
}

void gg_solver_close(gg_solver *solver) {
    if (!solver) return;
    for (unsigned i = 0; i < GG_SOLVE_DEPTH_MAX; i++) free(solver->at[i].state);
    gg_known_close(&solver->known);
    free(solver->value);
    free(solver);
}

void gg_solver_report(const gg_solver *solver, gg_solve_report *out) {
    *out = solver->report;
}

// ---------------------------------------------------------------------------------------- search
// `sealed`: seats (bit = seat) that had a real choice in the run of sealed nodes that leads here,
// their answers still face down.
static gg_status value_of(gg_solver *solver, unsigned depth, const void *state, unsigned sealed,
                          gg_fraction *out);

static gg_fraction final_value(const gg_solver *solver, const void *state) {
    int half[GG_SEATS_MAX] = {0};
    int32_t margin;
    solver->game->score(solver->table, state, half, &margin);
    GG_ASSERT(half[solver->seat] >= 0 && half[solver->seat] <= 2);
    return lowest((uint64_t)half[solver->seat], 2);
}

static gg_status after(gg_solver *solver, unsigned depth, const void *state, gg_action action,
                       unsigned sealed, gg_fraction *out) {
    void *next = solver->at[depth].state;
    memcpy(next, state, solver->game->state_bytes);
    gg_apply(solver->game, solver->table, next, action, NULL);
    return value_of(solver, depth + 1, next, sealed, out);
}

static gg_status chance_value(gg_solver *solver, unsigned depth, const void *state,
                              uint64_t tickets, gg_fraction *out) {
    const gg_outcome *outcomes = solver->at[depth].outcomes;
    uint32_t n = gg_chance(solver->game, solver->table, state, solver->at[depth].outcomes);
    gg_fraction sum = NONE, value;
    uint64_t weights = 0;
    for (uint32_t i = 0; i < n; i++) {
        gg_status status = after(solver, depth, state, outcomes[i].action, 0, &value);
        if (status != GG_OK) return status;
        weights += outcomes[i].weight;
        if (!add_weighted(&sum, outcomes[i].weight, value))
            return give_up(solver, GG_SOLVE_FINE_GRAINED);
    }
    GG_ASSERT(weights == tickets);
    if (!divide(&sum, tickets)) return give_up(solver, GG_SOLVE_FINE_GRAINED);
    GG_ASSERT(sum.num <= sum.den);
    *out = sum;
    return GG_OK;
}

static gg_status choice_value(gg_solver *solver, unsigned depth, const void *state, uint32_t n,
                              bool own, unsigned sealed, gg_fraction *out) {
    gg_fraction best = NONE, value;
    for (uint32_t i = 0; i < n; i++) {
        gg_action action = solver->at[depth].list[i];
        gg_status status = after(solver, depth, state, action, sealed, &value);
        if (status != GG_OK) return status;
        int order = i ? gg_fraction_compare(value, best) : 0;
        if (i == 0 || (own ? order > 0 : order < 0)) best = value;
        if (gg_fraction_compare(best, own ? ALL : NONE) == 0) break;
    }
    *out = best;
    return GG_OK;
}

static gg_status choose(gg_solver *solver, unsigned depth, const void *state, gg_turn turn,
                        unsigned sealed, gg_key key, gg_fraction *out) {
    const gg_game *game = solver->game;
    bool hides = game->nodes[turn.node].flags & GG_N_SEALED;
    uint32_t n = gg_legal(game, solver->table, state, turn.seat, solver->at[depth].list);
    GG_ASSERT(n > 0);
    if (n == 1) return after(solver, depth, state, solver->at[depth].list[0], sealed, out);
    if (sealed & ~(1U << turn.seat)) return give_up(solver, GG_SOLVE_SIMULTANEOUS);
    if (hides) sealed |= 1U << turn.seat;
    gg_status status =
        choice_value(solver, depth, state, n, turn.seat == solver->seat, sealed, out);
    return status == GG_OK ? remember(solver, key, *out) : status;
}

static gg_status value_of(gg_solver *solver, unsigned depth, const void *state, unsigned sealed,
                          gg_fraction *out) {
    gg_turn turn = solver->game->turn(solver->table, state);
    solver->report.met++;
    if (turn.seat == GG_OVER) {
        *out = final_value(solver, state);
        return GG_OK;
    }
    gg_status status = open_level(solver, depth);
    if (status != GG_OK) return status;
    if (!(solver->game->nodes[turn.node].flags & GG_N_SEALED)) sealed = 0; // they lie open now
    gg_key key = gg_key_of(solver->game, state);
    // With answers face down the same position may be one to refuse: it is looked at anew.
    if (!sealed && recall(solver, key, out)) return GG_OK;
    if (turn.seat != GG_CHANCE) return choose(solver, depth, state, turn, sealed, key, out);
    status = chance_value(solver, depth, state, turn.tickets, out);
    return status == GG_OK ? remember(solver, key, *out) : status;
}

gg_status gg_solve(gg_solver *solver, const void *state, gg_fraction *value) {
    solver->report.why = GG_SOLVE_FINE;
    return value_of(solver, 0, state, 0, value);
}

// --------------------------------------------------------------------------------------- answers
uint32_t gg_solve_moves_max(const gg_game *game) {
    return game->max_legal > GG_OUTCOMES_MAX ? game->max_legal : GG_OUTCOMES_MAX;
}

gg_status gg_solve_moves(gg_solver *solver, const void *state, gg_solve_move *out,
                         uint32_t *count) {
    const gg_game *game = solver->game;
    gg_fraction value;
    *count = 0;
    gg_status status = gg_solve(solver, state, &value); // refuses what cannot be solved
    gg_turn turn = game->turn(solver->table, state);
    if (status != GG_OK || turn.seat == GG_OVER) return status;
    bool chance = turn.seat == GG_CHANCE;
    const level *at = &solver->at[0];
    uint32_t n = chance ? gg_chance(game, solver->table, state, at->outcomes)
                        : gg_legal(game, solver->table, state, turn.seat, at->list);
    bool hides = !chance && n > 1 && game->nodes[turn.node].flags & GG_N_SEALED;
    for (uint32_t i = 0; i < n && status == GG_OK; i++) {
        out[i].action = chance ? at->outcomes[i].action : at->list[i];
        out[i].weight = chance ? at->outcomes[i].weight : 0;
        status = after(solver, 0, state, out[i].action, hides ? 1U << turn.seat : 0, &out[i].value);
    }
    *count = status == GG_OK ? n : 0;
    return status;
}

// Among the moves of this value, one that ends the decision if there is one.
static gg_action chosen(const gg_solver *solver, const gg_solve_move *move, uint32_t n,
                        gg_fraction value) {
    gg_action first = GG_NO_ACTION;
    for (uint32_t i = 0; i < n; i++) {
        if (gg_fraction_compare(move[i].value, value) != 0) continue;
        if (!gg_is_draft(solver->game, move[i].action)) return move[i].action;
        if (first == GG_NO_ACTION) first = move[i].action;
    }
    GG_ASSERT(first != GG_NO_ACTION);
    return first;
}

gg_status gg_solve_best(gg_solver *solver, const void *state, gg_action *steps, uint32_t *count) {
    const gg_game *game = solver->game;
    size_t bytes = rounded(game->state_bytes);
    gg_fraction value;
    uint32_t n, made = 0;
    char *block = malloc(bytes + gg_solve_moves_max(game) * sizeof(gg_solve_move));
    *count = 0;
    if (!block) return GG_NO_MEMORY;
    gg_solve_move *moves = (gg_solve_move *)(void *)(block + bytes);
    memcpy(block, state, game->state_bytes);
    gg_status status = gg_solve(solver, block, &value);
    while (status == GG_OK && game->turn(solver->table, block).seat < game->seats) {
        status = gg_solve_moves(solver, block, moves, &n);
        if (status != GG_OK) break;
        GG_ASSERT(made < GG_SOLVE_LINE_MAX);
        steps[made] = chosen(solver, moves, n, value);
        gg_apply(game, solver->table, block, steps[made], NULL);
        if (!gg_is_draft(game, steps[made++])) break;
    }
    free(block);
    *count = status == GG_OK ? made : 0;
    return status;
}

// --------------------------------------------------------------------------------------- grading
// Resigning, or running out of time: nothing of the chance is left.
static bool gives_up_match(const gg_entry *entry) {
    return entry->kind == GG_ENTRY_RESIGN || entry->kind == GG_ENTRY_FLAG;
}

static bool is_decision(const gg_solver *solver, const gg_match *match, uint32_t number) {
    const gg_entry *entry = gg_match_entry(match, number);
    bool decides = entry->kind == GG_ENTRY_ACTION || gives_up_match(entry);
    return decides && entry->seat == solver->seat &&
           gg_match_counts(match, number, gg_match_entries(match));
}

static gg_status grade(gg_solver *solver, const gg_match *match, uint32_t number, gg_position *at,
                       gg_grade *out, bool *choice) {
    gg_status status = gg_match_at(match, gg_match_entry(match, number)->before, at);
    if (status != GG_OK) return status;
    status = gg_solve(solver, at->state, &out->before);
    if (status != GG_OK) return status;
    out->entry = number;
    out->after = NONE;
    *choice = true;
    if (gives_up_match(gg_match_entry(match, number))) return GG_OK;
    gg_action *list = solver->at[0].list;
    *choice = gg_legal(solver->game, solver->table, at->state, solver->seat, list) > 1;
    status = gg_match_at(match, number, at);
    return status == GG_OK ? gg_solve(solver, at->state, &out->after) : status;
}

gg_status gg_grade_match(gg_solver *solver, const gg_match *match, gg_fraction *start,
                         gg_grade *out, uint32_t *count) {
    gg_position at = {0};
    bool choice = false;
    *count = 0;
    gg_status status = gg_match_at(match, 0, &at);
    if (status == GG_OK) status = gg_solve(solver, at.state, start);
    for (uint32_t i = 1; status == GG_OK && i <= gg_match_entries(match); i++) {
        if (!is_decision(solver, match, i)) continue;
        if (*count == GG_GRADES_MAX) status = GG_FULL;
        if (status == GG_OK) status = grade(solver, match, i, &at, &out[*count], &choice);
        if (status == GG_OK && choice) ++*count;
    }
    if (at.table) gg_position_close(&at);
    return status;
}
