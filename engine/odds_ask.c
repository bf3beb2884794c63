// SPDX-License-Identifier: Apache-2.0
// An answer about odds: the worlds a viewer cannot tell apart walked one by one and grouped by what
// they change, the other answers at windows and sealed nodes, and what one element more or less
// would do. See odds.h for what is told; odds.c is the walk.
#include <stdlib.h>
#include <string.h>

#include "odds_inside.h"
#include "walk.h"

enum {
    CHANGES_TRIED = 20,
    SEALED_ROWS = 8,
    LEAST_WORLDS = 4,
    WORLDS_SHARE = 8,
    DEALS_ALIKE = 40,
    SOON_DONE = 2000
};

struct gg_odds {
    walk walk;
    gg_odds_answer answer;
    void *world, *state, *other;
    unsigned char *worlds; // counted by the game, one behind the other
    gg_world *about;       // beside them
    gg_big modulus;        // of the row that is being made: what each of its deals weighs
    uint32_t mixed;        // worlds in that row
    bool whole;            // what if otherwise: asked of all worlds
    unsigned shifted;      // the label of what was shifted in one of them, 0 = nothing
    gg_action *list;
    const gg_position *at;
    gg_plan plan;
    gg_odds_wish wish;
    walk_met met; // in the first world
    bool made_up; // the plan could not be closed: steps were added to it
};

gg_status gg_odds_open(gg_odds **out, const gg_game *game, uint32_t megabytes) {
    size_t bytes = (game->state_bytes + 15U) & ~(size_t)15;
    gg_odds *odds = calloc(1, sizeof *odds);
    *out = NULL;
    if (!odds) return GG_NO_MEMORY;
    odds->world = malloc(bytes);
    odds->state = malloc(bytes);
    odds->other = malloc(bytes);
    odds->list = malloc(game->max_legal * sizeof *odds->list);
    if (game->brain.worlds) odds->worlds = malloc((size_t)GG_ODDS_COUNTED * game->state_bytes);
    odds->about = malloc(GG_ODDS_COUNTED * sizeof *odds->about);
    gg_status status =
        walk_open(&odds->walk, game, (size_t)(megabytes ? megabytes : GG_ODDS_MEGABYTES) << 20);
    if (!odds->world || !odds->state || !odds->other || !odds->list) status = GG_NO_MEMORY;
    if (!odds->about || (game->brain.worlds && !odds->worlds)) status = GG_NO_MEMORY;
    if (status == GG_OK)
        *out = odds;
    else
        gg_odds_close(odds);
    return status;
}

void gg_odds_close(gg_odds *odds) {
    if (!odds) return;
    walk_close(&odds->walk);
    free(odds->world);
    free(odds->state);
    free(odds->other);
    free(odds->list);
    free(odds->worlds);
    free(odds->about);
    free(odds);
}

static const gg_game *game_of(const gg_odds *odds) {
    return odds->walk.game;
}

static void copy(const gg_odds *odds, void *to, const void *from) {
    memcpy(to, from, game_of(odds)->state_bytes);
}

// ------------------------------------------------------------------------------------- the plan
static gg_action closing(const gg_odds *odds, const void *state, int seat) {
    const gg_game *game = game_of(odds);
    uint32_t n = gg_legal(game, odds->at->table, state, seat, odds->list);
    for (uint32_t i = 0; i < n; i++)
        if (game->verbs[gg_verb_of(odds->list[i])].flags & GG_V_DONE) return odds->list[i];
    return GG_NO_ACTION;
}

// Plays the plan, then closes a draft as it stands; what cannot be closed yet goes on by the rule
// of the walk. False: a step is not legal.
static bool lead(gg_odds *odds, void *state, const gg_plan *plan, gg_verdict *verdict) {
    const gg_game *game = game_of(odds);
    int seat = odds->walk.rule.viewer;
    bool draft = false;
    odds->made_up = false;
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (!gg_check(game, odds->at->table, state, seat, plan->step[i], verdict)) return false;
        gg_apply(game, odds->at->table, state, plan->step[i], NULL);
        draft = gg_is_draft(game, plan->step[i]);
    }
    for (unsigned i = 0; draft && i < GG_PLAN_STEPS; i++) {
        gg_turn turn = game->turn(odds->at->table, state);
        gg_action action = closing(odds, state, seat);
        if (action == GG_NO_ACTION) {
            odds->made_up = true;
            action = walk_decide(&odds->walk, state, turn);
        }
        gg_apply(game, odds->at->table, state, action, NULL);
        draft = gg_is_draft(game, action);
    }
    return true;
}

// From `world` by the plan to the next rest; outcomes are added to the walk's.
static gg_status run(gg_odds *odds, const void *world, const gg_plan *plan) {
    walk *w = &odds->walk;
    gg_turn turn = game_of(odds)->turn(odds->at->table, world);
    bool sealed = game_of(odds)->nodes[turn.node].flags & GG_N_SEALED;
    w->start = sealed && turn.seat < game_of(odds)->seats ? turn.node : WALK_NO_NODE;
    copy(odds, odds->state, world);
    if (!lead(odds, odds->state, plan, NULL)) return GG_REFUSED;
    gg_status status = walk_run(w, world, odds->state);
    odds->answer.states += w->states;
    return status;
}

// ----------------------------------------------------------------------------------------- rows
// Do two rows say the same? Weights are compared as shares of their totals.
static bool same_row(const gg_odds *odds, const gg_odds_row *a, const gg_odds_row *b) {
    const walk *w = &odds->walk;
    gg_big left, right;
    if (a->count != b->count || a->cut.words || b->cut.words) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const gg_odds_outcome *x = &w->outcome[a->first + i], *y = &w->outcome[b->first + i];
        if (x->count != y->count ||
            memcmp(w->effect + x->first, w->effect + y->first, x->count * sizeof *w->effect) != 0)
            return false;
        if (!gg_big_multiply(&x->weight, &b->total, &left) ||
            !gg_big_multiply(&y->weight, &a->total, &right) || gg_big_compare(&left, &right) != 0)
            return false;
    }
    return true;
}

static void forget_walk(walk *w, uint32_t effects) {
    w->outcomes = w->first;
    w->effect_count = effects;
}

// Begins a row with the walk that has just ended; NULL: there are too many.
static gg_odds_row *open_row(gg_odds *odds, uint64_t deals) {
    walk *w = &odds->walk;
    gg_odds_answer *answer = &odds->answer;
    if (answer->rows == GG_ODDS_ROWS) return NULL;
    gg_odds_row *row = &answer->row[answer->rows];
    memset(row, 0, offsetof(gg_odds_row, total));
    row->instead = w->rule.instead;
    row->node = w->rule.node;
    row->action = w->rule.action;
    row->first = w->first;
    row->count = w->outcomes - w->first;
    row->states = w->states;
    row->share = deals;
    row->revealed = false;
    row->ledger.count = 0;
    row->named.lines = 0;
    gg_big_copy(&row->total, &w->total);
    gg_big_copy(&row->cut, &w->cut);
    gg_big_copy(&odds->modulus, &w->total);
    odds->mixed = 1;
    return row;
}

// What is said of both.
static void name_both(gg_world *name, const gg_world *other) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < name->lines; i++)
        for (uint32_t k = 0; k < other->lines; k++)
            if (memcmp(&name->line[i], &other->line[k], sizeof *name->line) == 0) {
                name->line[kept++] = name->line[i];
                break;
            }
    name->lines = kept;
}

static void name_row(gg_odds_row *row, const gg_world *world) {
    row->named = *world;
    for (uint32_t i = 0; i < world->lines; i++) {
        unsigned value = (unsigned)world->line[i].value;
        if (value >= 64) continue;
        row->said[i] = world->line[i].label;
        row->values[i] = UINT64_C(1) << value;
    }
}

// A row stands for the worlds of another one too.
static void join_names(gg_odds_row *row, const gg_odds_row *other) {
    for (uint32_t i = 0; i < GG_WORLD_LINES; i++) {
        if (row->said[i] != other->said[i]) row->said[i] = 0;
        row->values[i] |= other->values[i];
    }
    name_both(&row->named, &other->named);
}

// Closes the row that was opened, its outcomes being the last ones. If one from `from` on says the
// same, that one has its deals now and is returned.
static gg_odds_row *close_row(gg_odds *odds, gg_odds_row *row, uint32_t effects, uint32_t from) {
    walk *w = &odds->walk;
    w->first = row->first;
    row->mixed = odds->mixed;
    walk_sort(w);
    for (uint32_t i = from; i < odds->answer.rows; i++)
        if (same_row(odds, &odds->answer.row[i], row)) {
            odds->answer.row[i].share += row->share;
            join_names(&odds->answer.row[i], row);
            forget_walk(w, effects);
            return &odds->answer.row[i];
        }
    odds->answer.rows++;
    return row;
}

// The walk that has just ended joins the row that is open, each with the number of its deals: the
// weights of both become parts of one total first.
static bool mix(gg_odds *odds, gg_odds_row *row, uint64_t deals, uint32_t effects) {
    walk *w = &odds->walk;
    gg_big common, ours, theirs, total;
    gg_big_gcd(&odds->modulus, &w->total, &common);
    gg_big_over(&w->total, &common, &ours);
    gg_big_over(&odds->modulus, &common, &theirs);
    if (!gg_big_multiply(&odds->modulus, &ours, &total) || !gg_big_times(&theirs, deals) ||
        (odds->mixed++ == 1 && !gg_big_times(&ours, row->share)) ||
        !walk_scale(w->outcome + row->first, row->count, &row->cut, &ours) ||
        !walk_scale(w->outcome + w->first, w->outcomes - w->first, &w->cut, &theirs))
        return false;
    gg_big_copy(&odds->modulus, &total);
    row->share += deals;
    if (!gg_big_times(&total, row->share) || !gg_big_add_times(&row->cut, &w->cut, 1)) return false;
    gg_big_copy(&row->total, &total);
    row->states += w->states;
    return walk_join(w, row, effects);
}

static void explain(gg_odds *odds, const void *world, gg_odds_row *row) {
    const gg_game *game = game_of(odds);
    copy(odds, odds->other, world);
    for (uint32_t i = 0; game->show.explain && i < odds->plan.steps; i++) {
        if (i + 1 == odds->plan.steps)
            game->show.explain(odds->at->table, odds->other, GG_UMPIRE, odds->plan.step[i],
                               &row->ledger);
        else
            gg_apply(game, odds->at->table, odds->other, odds->plan.step[i], NULL);
    }
}

// --------------------------------------------------------------------------------------- worlds
// Worlds that are dealt, not counted, are fewer where nothing falls by chance, and where each takes
// long: never fewer than LEAST_WORLDS, unless fewer are wished for.
static bool enough_dealt(const gg_odds *odds, uint32_t k) {
    uint32_t most = odds->wish.worlds ? odds->wish.worlds : GG_ODDS_WORLDS;
    if (k >= most || k < LEAST_WORLDS) return k >= most;
    return odds->answer.states <= k || odds->answer.states > odds->walk.limit / WORLDS_SHARE;
}

// What the viewer cannot know dealt anew, with the same numbers for everybody.
static void deal_blind(const gg_odds *odds, uint32_t k, void *world) {
    gg_rng rng;
    gg_rng_seed(&rng, 1945, k);
    copy(odds, world, odds->at->state);
    game_of(odds)->resample(odds->at->table, world, odds->walk.rule.viewer, &rng);
}

// The worlds there are, if the game can count them; one for who sees everything.
static void count_worlds(gg_odds *odds) {
    const gg_game *game = game_of(odds);
    gg_odds_answer *answer = &odds->answer;
    int viewer = odds->walk.rule.viewer;
    answer->worlds = viewer == GG_UMPIRE;
    if (viewer != GG_UMPIRE && odds->worlds)
        answer->worlds = game->brain.worlds(odds->at->table, odds->at->state, viewer, &odds->plan,
                                            odds->worlds, GG_ODDS_COUNTED, odds->about);
    answer->counted = answer->worlds != 0;
}

// World `k` over `world`; false when there is none.
static bool deal(gg_odds *odds, uint32_t k, uint64_t *deals) {
    const gg_game *game = game_of(odds);
    gg_odds_answer *answer = &odds->answer;
    *deals = 1;
    if (odds->walk.rule.viewer == GG_UMPIRE) {
        copy(odds, odds->world, odds->at->state);
        return k == 0;
    }
    if (answer->counted && odds->worlds) {
        if (k == answer->worlds) return false;
        copy(odds, odds->world, odds->worlds + (size_t)k * game->state_bytes);
        *deals = odds->about[k].deals;
        return true;
    }
    deal_blind(odds, k, odds->world);
    if (!enough_dealt(odds, k)) return true;
    answer->worlds = k;
    return false;
}

// Nothing is hidden from him: all deals, each made from what he knows alone, are the first world
// over again. The true state is not looked at: hidden things may happen to lie just as their blanks
// do, and an answer that was shorter then would tell him so.
static bool sees_all(gg_odds *odds) {
    const gg_game *game = game_of(odds);
    for (uint32_t k = 1; k < DEALS_ALIKE; k++) {
        deal_blind(odds, k, odds->other);
        if (memcmp(odds->other, odds->world, game->facts_bytes) != 0) return false;
    }
    return true;
}

// Worlds that differ are told apart by their ledgers.
static void name_worlds(gg_odds *odds) {
    gg_odds_answer *answer = &odds->answer;
    uint64_t deals;
    for (uint32_t i = 0; i < answer->rows && answer->rows > 1; i++) {
        (void)deal(odds, answer->row[i].world, &deals);
        explain(odds, odds->world, &answer->row[i]);
    }
}

static bool same_name(const gg_odds *odds, uint32_t k) {
    const gg_world *a = &odds->about[k - 1], *b = &odds->about[k];
    return a->lines && a->lines == b->lines &&
           memcmp(a->line, b->line, a->lines * sizeof *a->line) == 0;
}

// Where a window or a sealed choice is met first, in whatever world.
static void note_met(gg_odds *odds) {
    const walk_met *met = &odds->walk.met;
    walk_met *known = &odds->met;
    known->shiftable |= met->shiftable;
    if (known->window == WALK_NO_NODE) known->window = met->window;
    if (known->sealed != WALK_NO_NODE) return;
    known->sealed = met->sealed;
    known->answers = met->answers;
    memcpy(known->answer, met->answer, sizeof known->answer);
    memcpy(known->revealed, met->revealed, sizeof known->revealed);
    memcpy(known->told, met->told, sizeof known->told);
}

// Nothing was hidden after all: the world that has been walked is the only one.
static void only_world(gg_odds *odds) {
    odds->answer.worlds = 1;
    odds->answer.counted = true;
    odds->about[0] = (gg_world){.deals = 1};
    if (odds->worlds) copy(odds, odds->worlds, odds->world);
}

// May a row be wanted of a window that is always used, in this one world?
static bool twin_wanted(const gg_odds *odds, bool alone) {
    const gg_game *game = game_of(odds);
    if (!alone || odds->wish.plain || !odds->plan.steps) return false;
    for (uint32_t i = 0; i < game->n_nodes; i++)
        if (game->nodes[i].flags & GG_N_WINDOW) return true;
    return false;
}

// Both lanes at once, if they fit.
static gg_status run_first(gg_odds *odds, bool alone) {
    walk *w = &odds->walk;
    uint32_t states = odds->answer.states, outcomes = w->outcomes, effects = w->effect_count;
    if (twin_wanted(odds, alone)) {
        w->lanes = 2;
        gg_status status = run(odds, odds->world, &odds->plan);
        w->lanes = 1;
        if (status == GG_REFUSED || (status == GG_OK && !w->cut.words)) return status;
        w->outcomes = outcomes;
        w->effect_count = effects;
        w->twins = 0;
        odds->answer.states = states;
    }
    return run(odds, odds->world, &odds->plan);
}

static gg_status walk_these_worlds(gg_odds *odds) {
    gg_odds_answer *answer = &odds->answer;
    uint64_t deals, all = 0;
    uint32_t effects = 0, open_effects = 0;
    gg_odds_row *open = NULL;
    answer->exact = true;
    odds->met = (walk_met){.window = WALK_NO_NODE, .sealed = WALK_NO_NODE};
    for (uint32_t k = 0; deal(odds, k, &deals); k++) {
        bool goes_on = k && answer->counted && same_name(odds, k);
        if (open && !goes_on) (void)close_row(odds, open, open_effects, 0);
        effects = odds->walk.effect_count;
        bool all_open = k == 0 && !answer->counted && sees_all(odds);
        gg_status status = run_first(odds, all_open || (answer->counted && answer->worlds == 1));
        if (status != GG_OK) return status;
        note_met(odds);
        if (odds->walk.cut.words) answer->exact = false;
        all += deals;
        if (k && answer->counted && answer->states > odds->walk.limit) return GG_FULL;
        if (goes_on && !mix(odds, open, deals, effects)) return GG_FULL;
        if (goes_on) continue;
        open = open_row(odds, deals);
        open_effects = effects;
        if (!open) return GG_FULL;
        open->world = k;
        if (answer->counted && odds->worlds) name_row(open, &odds->about[k]);
        if (!all_open) continue;
        only_world(odds);
        break;
    }
    if (open) (void)close_row(odds, open, open_effects, 0);
    if (!answer->counted) answer->exact = false;
    for (uint32_t i = 0; i < answer->rows; i++) answer->row[i].shares = all;
    name_worlds(odds);
    return GG_OK;
}

// Worlds that were counted and are too much, for there are more rows than an answer holds or more
// states than were asked for, are dealt instead: fewer of them.
static gg_status walk_worlds(gg_odds *odds) {
    gg_odds_answer *answer = &odds->answer;
    count_worlds(odds);
    gg_status status = walk_these_worlds(odds);
    if (status != GG_FULL || !answer->counted || answer->worlds == 1) return status;
    answer->counted = false;
    answer->rows = answer->states = answer->worlds = 0;
    odds->walk.outcomes = odds->walk.first = odds->walk.effect_count = 0;
    return walk_these_worlds(odds);
}

// ---------------------------------------------------------------------------------- the headline
static bool same_thing(const gg_effect *a, const gg_effect *b) {
    return a->label == b->label && a->about == b->about;
}

static bool more_telling(const gg_effect *a, const gg_effect *b) {
    int rank_a = a->good > 0   ? 0
                 : a->good < 0 ? 1
                               : 2,
        rank_b = b->good > 0   ? 0
                 : b->good < 0 ? 1
                               : 2;
    if (!b->label || rank_a != rank_b) return !b->label || rank_a < rank_b;
    return a->label < b->label;
}

// The likeliest of the most telling things: outcomes are sorted, the first one found is in one of
// the likeliest.
static void pick_headline(gg_odds *odds) {
    const walk *w = &odds->walk;
    gg_odds_answer *answer = &odds->answer;
    memset(&answer->headline, 0, sizeof answer->headline);
    for (uint32_t i = 0; i < answer->rows; i++)
        for (uint32_t k = 0; k < answer->row[i].count; k++) {
            const gg_odds_outcome *outcome = &w->outcome[answer->row[i].first + k];
            for (uint32_t n = 0; n < outcome->count; n++)
                if (more_telling(&w->effect[outcome->first + n], &answer->headline))
                    answer->headline = w->effect[outcome->first + n];
        }
}

static void measure_row(gg_odds *odds, const gg_odds_row *row, int *least, int *most) {
    const walk *w = &odds->walk;
    for (uint32_t i = row->first; i < row->first + row->count; i++)
        for (uint32_t n = 0; n < w->outcome[i].count; n++) {
            const gg_effect *effect = &w->effect[w->outcome[i].first + n];
            if (!same_thing(effect, &odds->answer.headline)) continue;
            if (effect->value < *least) *least = effect->value;
            if (effect->value > *most) *most = effect->value;
        }
}

// The least that may happen of it, and whether it may be more.
static void measure_headline(gg_odds *odds) {
    gg_odds_answer *answer = &odds->answer;
    int least = answer->headline.value, most = least;
    for (uint32_t i = 0; i < answer->rows; i++) measure_row(odds, &answer->row[i], &least, &most);
    answer->headline.value = (int16_t)least;
    answer->more = most > least;
}

static void choose_headline(gg_odds *odds) {
    pick_headline(odds);
    measure_headline(odds);
}

static bool tells(const walk *w, const gg_odds_outcome *outcome, const gg_effect *thing) {
    if (!thing->label) return !outcome->count;
    for (uint32_t i = 0; i < outcome->count; i++)
        if (same_thing(&w->effect[outcome->first + i], thing)) return true;
    return false;
}

static void weigh_headline(const gg_odds *odds, uint32_t first, uint32_t count, gg_big *out) {
    gg_big_set(out, 0);
    for (uint32_t i = first; i < first + count; i++)
        if (tells(&odds->walk, &odds->walk.outcome[i], &odds->answer.headline))
            (void)gg_big_add_times(out, &odds->walk.outcome[i].weight, 1); // below the total
}

static void bound_headline(gg_odds *odds) {
    gg_odds_answer *answer = &odds->answer;
    double mean = 0, cut = 0;
    answer->low = 1;
    answer->high = 0;
    for (uint32_t i = 0; i < answer->rows; i++) {
        gg_odds_row *row = &answer->row[i];
        weigh_headline(odds, row->first, row->count, &row->headline);
        if (!row->share) continue;
        double part = gg_big_share(&row->headline, &row->total);
        double unknown = gg_big_share(&row->cut, &row->total);
        double share = (double)row->share / (double)row->shares;
        mean += share * part;
        cut += share * unknown;
        if (part < answer->low) answer->low = part;
        if (part + unknown > answer->high) answer->high = part + unknown;
    }
    if (!answer->counted) return;
    answer->low = mean;
    answer->high = mean + cut;
}

// ---------------------------------------------------------------------------- what if otherwise
// A plan, or a rule of the walk, over again: in all worlds as one row where they were counted and
// it is soon done, otherwise in the first one. The row is the one behind the last of the answer,
// still open. NULL with a status: GG_OK where it cannot be told.
static gg_odds_row *walk_again(gg_odds *odds, const gg_plan *plan, gg_status *status) {
    walk *w = &odds->walk;
    uint32_t worlds = odds->whole ? odds->answer.worlds : 1, effects, first = w->effect_count;
    uint32_t kept = w->outcomes; // a walk that is refused has not begun: it does not say where
    gg_odds_row *row = NULL;
    uint64_t deals;
    *status = GG_OK;
    odds->shifted = 0;
    for (uint32_t k = 0; k < worlds; k++) {
        effects = w->effect_count;
        (void)deal(odds, k, &deals);
        *status = run(odds, odds->world, plan);
        bool good = *status == GG_OK;
        if (w->met.shifted) odds->shifted = w->met.shifted;
        if (good && !k) row = open_row(odds, deals);
        if (good && k) good = mix(odds, row, deals, effects);
        if (good && row) continue;
        w->first = kept;
        forget_walk(w, first);
        return NULL;
    }
    if (!odds->whole) row->share = 0;
    return row;
}

static void choose_whole(gg_odds *odds) {
    const gg_odds_answer *answer = &odds->answer;
    odds->whole = answer->counted && answer->worlds > 1 && answer->states <= SOON_DONE;
}

// --------------------------------------------------------------------------------- other answers
// The row that the first walk has brought with it.
static gg_odds_row *twin_row(gg_odds *odds, gg_status *status) {
    walk *w = &odds->walk;
    *status = walk_twin(w);
    gg_odds_row *row = *status == GG_OK ? open_row(odds, 1) : NULL;
    if (!row) forget_walk(w, w->effect_count);
    return row;
}

static gg_status add_row(gg_odds *odds, gg_odds_instead instead, uint8_t node, gg_action action) {
    walk *w = &odds->walk;
    gg_status status;
    uint32_t effects = w->effect_count;
    w->rule.instead = (uint8_t)instead;
    w->rule.node = node;
    w->rule.action = action;
    gg_odds_row *row = instead == GG_ODDS_ALWAYS && w->twins
                           ? twin_row(odds, &status)
                           : walk_again(odds, &odds->plan, &status);
    if (row) {
        row->share = 0;
        gg_odds_row *told = close_row(odds, row, effects, 0);
        if (told != row && instead != GG_ODDS_SEALED) {
            told->alike |= (uint8_t)(1U << instead);
            told->window = node;
        }
    }
    w->rule.instead = GG_ODDS_ASSUMED;
    return status;
}

static gg_status add_sealed(gg_odds *odds, uint32_t number) {
    uint32_t rows = odds->answer.rows;
    gg_status status = add_row(odds, GG_ODDS_SEALED, odds->met.sealed, odds->met.answer[number]);
    if (odds->answer.rows == rows) return status;
    odds->answer.row[rows].revealed = odds->met.revealed[number];
    odds->answer.row[rows].told = odds->met.told[number];
    return status;
}

// The window never and always used, each answer at the sealed node. What says the same as a row
// that is there is not repeated.
static gg_status other_answers(gg_odds *odds) {
    gg_status status = GG_OK;
    uint32_t most = odds->answer.rows + 2 + SEALED_ROWS;
    if (odds->met.window != WALK_NO_NODE) {
        status = add_row(odds, GG_ODDS_NEVER, odds->met.window, GG_NO_ACTION);
        if (status == GG_OK) status = add_row(odds, GG_ODDS_ALWAYS, odds->met.window, GG_NO_ACTION);
    }
    for (uint32_t i = 0; i < odds->met.answers && status == GG_OK; i++)
        if (odds->answer.rows < most) status = add_sealed(odds, i);
    for (uint32_t i = 0; i < odds->answer.rows; i++)
        if (!odds->answer.row[i].shares) odds->answer.row[i].shares = 1;
    return status;
}

// ----------------------------------------------------------------------------------- sensitivity
// The headline as it is: of all worlds, or of the first.
static double as_it_is(const gg_odds *odds) {
    const gg_odds_answer *answer = &odds->answer;
    return odds->whole ? answer->low
                       : gg_big_share(&answer->row[0].headline, &answer->row[0].total);
}

static gg_status try_change(gg_odds *odds, const gg_plan *plan, gg_odds_change changed) {
    walk *w = &odds->walk;
    gg_odds_answer *answer = &odds->answer;
    uint32_t effects = w->effect_count;
    gg_status status;
    if (answer->changes == CHANGES_TRIED) return GG_OK;
    w->rule.shift = changed.shift;
    gg_odds_row *row = walk_again(odds, plan, &status);
    w->rule.shift = 0;
    if (status == GG_REFUSED) return GG_OK; // not without it
    if (!row) return status;
    bool told = !row->cut.words && !odds->made_up && (!changed.shift || odds->shifted);
    if (told) {
        gg_odds_change *change = &answer->change[answer->changes++];
        *change = changed;
        if (changed.shift) change->label = (uint16_t)odds->shifted;
        weigh_headline(odds, row->first, row->count, &change->part);
        gg_big_copy(&change->whole, &row->total);
        change->before = as_it_is(odds);
        change->after = gg_big_share(&change->part, &change->whole);
    }
    w->first = row->first;
    forget_walk(w, effects);
    return status;
}

// A column more, a column less, though no step offers it.
static gg_status shifted(gg_odds *odds) {
    gg_status status = GG_OK;
    if (!odds->met.shiftable) return GG_OK;
    for (int by = 1; by >= -1 && status == GG_OK; by -= 2)
        status = try_change(odds, &odds->plan, (gg_odds_change){.shift = (int8_t)by});
    return status;
}

// Steps that commit one more piece: every operand is one.
static bool commits(const gg_game *game, gg_action action) {
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    if (!(verb->flags & GG_V_DRAFT) || verb->domain[0] == GG_D_NONE) return false;
    for (unsigned i = 0; i < GG_OPERANDS && verb->domain[i] != GG_D_NONE; i++)
        if (game->domains[verb->domain[i]].kind != GG_K_PIECE) return false;
    return true;
}

static gg_status without_steps(gg_odds *odds) {
    gg_status status = GG_OK;
    for (uint32_t i = 1; i < odds->plan.steps && status == GG_OK; i++) {
        gg_plan fewer = {0};
        if (!commits(game_of(odds), odds->plan.step[i])) continue;
        for (uint32_t k = 0; k < odds->plan.steps; k++)
            if (k != i) fewer.step[fewer.steps++] = odds->plan.step[k];
        status =
            try_change(odds, &fewer, (gg_odds_change){.action = odds->plan.step[i], .without = 1});
    }
    return status;
}

static gg_status with_steps(gg_odds *odds) {
    const gg_game *game = game_of(odds);
    gg_plan more = odds->plan;
    gg_status status = GG_OK;
    while (more.steps && !gg_is_draft(game, more.step[more.steps - 1])) more.steps--;
    if (!more.steps || more.steps >= GG_PLAN_STEPS - 1) return GG_OK;
    copy(odds, odds->other, odds->world);
    for (uint32_t i = 0; i < more.steps; i++)
        gg_apply(game, odds->at->table, odds->other, more.step[i], NULL);
    uint32_t n = gg_legal(game, odds->at->table, odds->other, odds->walk.rule.viewer, odds->list);
    gg_action tried[CHANGES_TRIED];
    uint32_t count = 0;
    for (uint32_t i = 0; i < n && count < CHANGES_TRIED; i++)
        if (commits(game, odds->list[i])) tried[count++] = odds->list[i];
    more.steps++;
    for (uint32_t i = 0; i < count && status == GG_OK; i++) {
        more.step[more.steps - 1] = tried[i];
        status = try_change(odds, &more, (gg_odds_change){.action = tried[i]});
    }
    return status;
}

// The last step with one element of a set more or less, or a number one higher or lower.
static gg_status instead_of_last(gg_odds *odds) {
    const gg_game *game = game_of(odds);
    gg_plan other = odds->plan;
    gg_status status = GG_OK;
    if (!other.steps) return GG_OK;
    gg_action *last = &other.step[other.steps - 1], action = *last;
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    for (unsigned i = 0; i < GG_OPERANDS && status == GG_OK; i++) {
        const gg_domain *domain = &game->domains[verb->domain[i]];
        unsigned value = gg_operand(action, i), shift = 30 - 15 * i;
        unsigned ways = domain->kind == GG_K_SET      ? domain->count
                        : domain->kind == GG_K_NUMBER ? 2U
                                                      : 0U;
        for (unsigned k = 0; k < ways && status == GG_OK; k++) {
            unsigned changed = domain->kind == GG_K_SET ? value ^ 1U << k
                               : k                      ? value + 1
                                                        : value - 1;
            if (changed > GG_OPERAND_MAX) continue;
            *last = (action & ~((gg_action)0x7fff << shift)) | (gg_action)changed << shift;
            status = try_change(odds, &other, (gg_odds_change){.action = *last, .instead = 1});
        }
    }
    return status;
}

static gg_status sensitivity(gg_odds *odds) {
    uint64_t deals;
    gg_status status = shifted(odds);
    if (status == GG_OK) status = without_steps(odds);
    (void)deal(odds, 0, &deals);
    if (status == GG_OK) status = with_steps(odds);
    return status == GG_OK ? instead_of_last(odds) : status;
}

// ---------------------------------------------------------------------------------------- asking
static void prepare(gg_odds *odds, const gg_position *at, int viewer, const gg_odds_wish *wish) {
    walk *w = &odds->walk;
    gg_odds_answer *answer = &odds->answer;
    GG_ASSERT(at->game == w->game);
    odds->at = at;
    odds->wish = *wish;
    w->table = at->table;
    w->rule = (walk_rule){.viewer = viewer, .assume = (gg_assume)wish->assume};
    w->limit = wish->states ? wish->states : GG_ODDS_STATES;
    walk_forget(w);
    w->outcomes = w->first = w->effect_count = 0;
    answer->exact = answer->counted = false;
    answer->worlds = answer->states = answer->rows = answer->changes = 0;
    answer->assume = wish->assume;
}

static void finish(gg_odds *odds) {
    odds->answer.outcome = odds->walk.outcome;
    odds->answer.effect = odds->walk.effect;
    odds->answer.outcomes = odds->walk.outcomes;
    odds->answer.effects = odds->walk.effect_count;
}

gg_status gg_odds_ask(gg_odds *odds, const gg_position *at, int viewer, const gg_plan *plan,
                      const gg_odds_wish *wish, const gg_odds_answer **answer,
                      gg_verdict *verdict) {
    const gg_game *game = game_of(odds);
    *answer = &odds->answer;
    if (!game->show.outcome || !plan->steps) return GG_NOT_ALLOWED;
    prepare(odds, at, viewer, wish);
    odds->plan = *plan;
    copy(odds, odds->state, at->state);
    if (!lead(odds, odds->state, plan, verdict)) return GG_REFUSED;
    gg_status status = walk_worlds(odds);
    if (status != GG_OK) return status;
    choose_headline(odds);
    choose_whole(odds);
    if (!wish->plain) status = other_answers(odds);
    if (status == GG_OK) bound_headline(odds);
    if (status == GG_OK && !wish->insensitive) status = sensitivity(odds);
    finish(odds);
    return status;
}

gg_status gg_odds_of_chance(gg_odds *odds, const gg_position *at, const gg_odds_wish *wish,
                            const gg_odds_answer **answer) {
    return gg_odds_of_throw(odds, at, GG_UMPIRE, wish, answer);
}

gg_status gg_odds_of_throw(gg_odds *odds, const gg_position *at, int viewer,
                           const gg_odds_wish *wish, const gg_odds_answer **answer) {
    *answer = &odds->answer;
    if (!game_of(odds)->show.outcome) return GG_NOT_ALLOWED;
    prepare(odds, at, viewer, wish);
    odds->plan.steps = 0;
    odds->walk.rule.roll = true;
    gg_status status = walk_worlds(odds);
    if (status == GG_OK) choose_headline(odds);
    if (status == GG_OK) bound_headline(odds);
    finish(odds);
    return status;
}

// ------------------------------------------------------------------------------------------ luck
bool odds_worth(gg_odds *odds, const gg_position *at, int seat, gg_action outcome, uint32_t states,
                odds_measure *worth, double *out) {
    walk *w = &odds->walk;
    const gg_odds_wish wish = {.states = states};
    double sum = 0;
    prepare(odds, at, seat, &wish);
    w->rule.worth = worth;
    w->start = WALK_NO_NODE;
    copy(odds, odds->state, at->state);
    if (outcome != GG_NO_ACTION) gg_apply(game_of(odds), at->table, odds->state, outcome, NULL);
    if (walk_run(w, at->state, odds->state) != GG_OK || w->cut.words) return false;
    for (uint32_t i = w->first; i < w->outcomes; i++) {
        const gg_effect *line = &w->effect[w->outcome[i].first];
        int32_t value = (int32_t)((uint32_t)(uint16_t)line->value << 16 | (uint16_t)line->about);
        sum += gg_big_share(&w->outcome[i].weight, &w->total) * value;
    }
    *out = sum;
    return true;
}

// -------------------------------------------------------------------------------------- one die
// Where the plan has led to, decisions made as the walk would: is one die to fall there?
static bool before_die(gg_odds *odds, void *state) {
    const gg_game *game = game_of(odds);
    if (!lead(odds, state, &odds->plan, NULL)) return false;
    for (unsigned i = 0; i < GG_PLAN_STEPS; i++) {
        gg_turn turn = game->turn(odds->at->table, state);
        if (walk_rests(&odds->walk, turn)) return false;
        if (turn.seat == GG_CHANCE) return turn.dice == 1 && turn.tickets == GG_ODDS_FACES;
        gg_apply(game, odds->at->table, state, walk_decide(&odds->walk, state, turn), NULL);
    }
    return false;
}

// What one face leads to in one world, added up by the outcomes of the row. False: it is not
// decided so there.
static bool add_face(gg_odds *odds, const gg_odds_row *row, uint32_t world, unsigned face,
                     double sum[GG_ODDS_OUTCOMES]) {
    const gg_game *game = game_of(odds);
    walk *w = &odds->walk;
    uint32_t effects = w->effect_count;
    uint64_t deals;
    (void)deal(odds, world, &deals);
    gg_turn turn = game->turn(odds->at->table, odds->world);
    w->start = game->nodes[turn.node].flags & GG_N_SEALED ? turn.node : WALK_NO_NODE;
    copy(odds, odds->state, odds->world);
    if (!before_die(odds, odds->state)) return false;
    gg_action fell = gg_roll(game, odds->at->table, odds->state, face);
    gg_apply(game, odds->at->table, odds->state, fell, NULL);
    bool good = walk_run(w, odds->world, odds->state) == GG_OK && !w->cut.words;
    for (uint32_t i = w->first; i < w->outcomes && good; i++) {
        const gg_odds_outcome *one = &w->outcome[i], *there = walk_same_outcome(w, row, one);
        good = there != NULL;
        if (good)
            sum[there - w->outcome - row->first] +=
                (double)deals * gg_big_share(&one->weight, &w->total);
    }
    forget_walk(w, effects);
    return good;
}

uint32_t gg_odds_faces(gg_odds *odds, uint32_t number, gg_odds_face out[GG_ODDS_FACES]) {
    const gg_odds_row *row = &odds->answer.row[number];
    uint32_t worlds = odds->answer.worlds;
    double sum[GG_ODDS_OUTCOMES];
    if (row->instead != GG_ODDS_ASSUMED || !odds->plan.steps) return 0;
    for (unsigned face = 0; face < GG_ODDS_FACES; face++) {
        double all = 0;
        uint32_t best = 0;
        memset(sum, 0, row->count * sizeof *sum);
        for (uint32_t k = 0; k < row->mixed; k++)
            if (!add_face(odds, row, row->world + k, face, sum)) return 0;
        odds->answer.worlds = worlds;
        for (uint32_t i = 0; i < row->count; i++) {
            all += sum[i];
            if (sum[i] > sum[best]) best = i;
        }
        out[face] = (gg_odds_face){row->first + best, sum[best] / all};
    }
    return GG_ODDS_FACES;
}
