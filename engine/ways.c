// SPDX-License-Identifier: Apache-2.0
// Ways: from where a seat's draft stands to a place, by steps that can all be taken back. A search
// over copies of the state: no dice, nothing revealed, nothing published, so it tells a player what
// he could find out himself by trying and taking back. It knows no game: a step is a draft action
// that names the piece asked for, or a place of the same surface and no other piece; a way ends
// with a step that names the place. Where the game tells a piece's reach, that leads the search:
// what would be left at the goal says which step to try next, and a step after which the goal is
// out of reach is not followed. Otherwise it goes in width.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/engine.h"

enum { STATES = 384, STEPS = 4096, LED_STEPS = 512, REACH_NONE = -1, OUT_OF_REACH = INT_MIN };

typedef struct spot {
    gg_action step; // that led here
    uint16_t from, depth;
    int worth; // what the game says would be left at the goal; 0 when nothing leads
    bool tried;
    uint64_t hash;
} spot;

typedef struct search {
    const gg_game *game;
    const void *t;
    int seat;
    const gg_goal *goal;
    gg_action *list;
    char *states;      // of the spots
    size_t state_size; // a multiple of 8
    spot *spots;
    uint32_t count, steps, most;
    gg_way *out;
    uint32_t cap, found;
    int best; // worth of the best way found
    gg_overlay *overlay;
    unsigned reach; // the overlay that tells how far a piece can go; n_overlays: none
    bool led;       // it leads the search
} search;

// ----------------------------------------------------------------------------- what a step names
static const gg_domain *domain_of(const gg_game *game, gg_action action, unsigned i) {
    return &game->domains[game->verbs[gg_verb_of(action)].domain[i]];
}

static bool is_at(const gg_goal *goal, const gg_domain *domain, gg_action action, unsigned i) {
    if (domain->surface != goal->surface) return false;
    if (domain->kind == GG_K_CELL) return gg_operand(action, i) == goal->cell;
    return domain->kind == GG_K_X && i + 1 < GG_OPERANDS && goal->cell == GG_NO_CELL &&
           (int)gg_operand(action, i) == goal->x && (int)gg_operand(action, i + 1) == goal->y;
}

bool gg_goal_named(const gg_game *game, const gg_goal *goal, gg_action action) {
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        if (is_at(goal, domain_of(game, action, i), action, i)) return true;
    return false;
}

typedef struct naming {
    bool piece, other_piece, place;
} naming;

static naming names_of(const search *k, gg_action action) {
    naming n = {false, false, false};
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        const gg_domain *domain = domain_of(k->game, action, i);
        bool asked = gg_operand(action, i) == k->goal->piece;
        if (domain->kind == GG_K_PIECE) *(asked ? &n.piece : &n.other_piece) = true;
        if (domain->kind == GG_K_CELL || domain->kind == GG_K_X)
            n.place |= domain->surface == k->goal->surface;
    }
    return n;
}

// A step to any point of a plane stands for one to the point asked for, if that is legal.
static gg_action aimed(const search *k, const void *state, gg_action action) {
    unsigned value[GG_OPERANDS];
    bool turned = false;
    for (unsigned i = 0; i < GG_OPERANDS; i++) value[i] = gg_operand(action, i);
    for (unsigned i = 0; i + 1 < GG_OPERANDS && k->goal->cell == GG_NO_CELL; i++) {
        const gg_domain *domain = domain_of(k->game, action, i);
        if (domain->kind != GG_K_X || domain->surface != k->goal->surface) continue;
        value[i] = (unsigned)k->goal->x;
        value[i + 1] = (unsigned)k->goal->y;
        turned = true;
    }
    if (!turned) return action;
    gg_action made = gg_act(gg_verb_of(action), value[0], value[1], value[2]);
    return gg_check(k->game, k->t, state, k->seat, made, NULL) ? made : action;
}

// --------------------------------------------------------------------------------------- searching
static void *state_of(const search *k, uint32_t index) {
    return k->states + index * k->state_size;
}

static bool known(const search *k, uint64_t hash) {
    for (uint32_t i = 0; i < k->count; i++)
        if (k->spots[i].hash == hash) return true;
    return false;
}

static void ask_reach(search *k, const void *state) {
    memset(k->overlay, 0, sizeof *k->overlay);
    k->game->show.overlay(k->t, state, k->seat, k->reach, k->goal->piece, k->overlay);
}

// How much is left to the piece at the end: so many places it could still go to.
static int left_of(search *k, const void *state) {
    if (k->reach == k->game->n_overlays || k->goal->piece == GG_NO_HANDLE) return REACH_NONE;
    ask_reach(k, state);
    return (int)k->overlay->cells;
}

static int worth_of(search *k, const void *state) {
    if (!k->led) return 0;
    ask_reach(k, state);
    if (k->overlay->surface != k->goal->surface) return OUT_OF_REACH;
    for (unsigned i = 0; i < k->overlay->cells; i++)
        if (k->overlay->cell[i] == k->goal->cell) return k->overlay->value[i];
    return OUT_OF_REACH;
}

static bool before(const gg_way *a, const gg_way *b) {
    return a->left != b->left ? a->left > b->left : a->plan.steps < b->plan.steps;
}

// The ways found, best first: those that leave the most, then the shortest.
static void keep(search *k, const gg_way *way) {
    if (k->found == k->cap) {
        if (!before(way, &k->out[k->cap - 1])) return;
        k->found--;
    }
    uint32_t at = k->found++;
    for (; at > 0 && before(way, &k->out[at - 1]); at--) k->out[at] = k->out[at - 1];
    k->out[at] = *way;
}

static void arrive(search *k, uint32_t from, gg_action action, const void *state) {
    gg_way way = {.left = left_of(k, state)};
    way.plan.steps = k->spots[from].depth + 1U;
    if (way.plan.steps > GG_PLAN_STEPS) return;
    way.plan.step[way.plan.steps - 1] = action;
    for (uint32_t i = from; k->spots[i].depth; i = k->spots[i].from)
        way.plan.step[k->spots[i].depth - 1] = k->spots[i].step;
    keep(k, &way);
    int worth = worth_of(k, state);
    if (worth > k->best) k->best = worth;
}

static void try_step(search *k, uint32_t from, gg_action action, void *scratch) {
    memcpy(scratch, state_of(k, from), k->game->state_bytes);
    gg_apply(k->game, k->t, scratch, action, NULL);
    k->steps++;
    if (gg_goal_named(k->game, k->goal, action)) {
        arrive(k, from, action, scratch);
        return;
    }
    uint64_t hash = gg_facts_hash(k->game, scratch);
    if (k->count == STATES || k->spots[from].depth + 2U > GG_PLAN_STEPS || known(k, hash)) return;
    if (k->game->turn(k->t, scratch).seat != k->seat) return;
    int worth = worth_of(k, scratch);
    if (worth == OUT_OF_REACH) return;
    memcpy(state_of(k, k->count), scratch, k->game->state_bytes);
    k->spots[k->count++] = (spot){.step = action,
                                  .from = (uint16_t)from,
                                  .depth = (uint16_t)(k->spots[from].depth + 1U),
                                  .worth = worth,
                                  .hash = hash};
}

// Where the piece can be named, only steps that do are taken: it has yet to be picked up.
static void expand(search *k, uint32_t from, void *scratch) {
    uint32_t count = gg_legal(k->game, k->t, state_of(k, from), k->seat, k->list);
    bool named = false;
    for (uint32_t i = 0; i < count && !named; i++)
        named = gg_is_draft(k->game, k->list[i]) && names_of(k, k->list[i]).piece;
    gg_action last = GG_NO_ACTION;
    for (uint32_t i = 0; i < count && k->steps < k->most; i++) {
        naming n = names_of(k, k->list[i]);
        bool fits = named ? n.piece : n.place && !n.other_piece;
        if (!fits || !gg_is_draft(k->game, k->list[i])) continue;
        gg_action action = aimed(k, state_of(k, from), k->list[i]);
        if (action != last) try_step(k, from, action, scratch);
        last = action;
    }
}

static unsigned reach_of(const gg_game *game) {
    unsigned i = 0;
    while (i < game->n_overlays && (strcmp(game->overlays[i].token, "reach") != 0 ||
                                    game->domains[game->overlays[i].domain].kind != GG_K_PIECE))
        i++;
    return game->show.overlay ? i : game->n_overlays;
}

// The spot to go on from: the worthiest; of those, when the reach leads, the one that has come
// furthest (whoever is on a best way stays on it), otherwise the nearest. NULL when there is none,
// or none that could lead to a better way than one that was found.
static spot *next_or_null(const search *k) {
    spot *best = NULL;
    for (uint32_t i = 0; i < k->count; i++) {
        spot *one = &k->spots[i];
        if (one->tried || (k->led && k->found && one->worth <= k->best)) continue;
        bool first = !best || (k->led ? one->depth > best->depth : one->depth < best->depth);
        if (!best || one->worth > best->worth || (one->worth == best->worth && first)) best = one;
    }
    return best;
}

static void run(search *k, const void *state) {
    memcpy(k->states, state, k->game->state_bytes);
    k->spots[0] = (spot){
        .step = GG_NO_ACTION, .worth = k->led ? INT_MAX : 0, .hash = gg_facts_hash(k->game, state)};
    k->count = 1;
    k->steps = 0;
    k->best = OUT_OF_REACH;
    k->most = k->led ? LED_STEPS : STEPS;
    for (spot *at; k->steps < k->most && (at = next_or_null(k));) {
        at->tried = true;
        expand(k, (uint32_t)(at - k->spots), state_of(k, STATES));
    }
}

uint32_t gg_ways(const gg_position *at, int seat, const gg_goal *goal, gg_way *out, uint32_t cap) {
    const gg_game *game = at->game;
    size_t size = ((size_t)game->state_bytes + 7) / 8 * 8;
    search k = {.game = game, .t = at->table, .seat = seat, .goal = goal, .out = out, .cap = cap};
    k.state_size = size;
    k.reach = reach_of(game);
    k.states = malloc((STATES + 1) * size);
    k.spots = malloc(STATES * sizeof *k.spots);
    k.list = malloc(game->max_legal * sizeof *k.list);
    k.overlay = malloc(sizeof *k.overlay);
    if (cap && k.states && k.spots && k.list && k.overlay) {
        k.led =
            k.reach < game->n_overlays && goal->piece != GG_NO_HANDLE && goal->cell != GG_NO_CELL;
        if (k.led) run(&k, at->state);
        k.led = false; // a game may tell less of the reach than can be done
        if (!k.found) run(&k, at->state);
    }
    free(k.states);
    free(k.spots);
    free(k.list);
    free(k.overlay);
    return k.found;
}
