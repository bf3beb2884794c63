// SPDX-License-Identifier: Apache-2.0
// Proposals on the full screen: what a game's plans would put on the table, shown as ghosts one
// after the other (Tab), taken or left. Nothing is played until one is taken.
//
// Formations and the like (a choice that places figures) come from the legal list; where there is
// no such choice, whole plans, those that end nearest to the cursor first.
#include <stdlib.h>
#include <string.h>

#include "screen.h"

struct screen_ghosts {
    gg_plan plan[GG_PLANS_MAX];
    long long far[GG_PLANS_MAX]; // from the cursor, squared
    uint32_t plans, shown;
    bool on;
    void *state; // the position with the draft steps of the plan shown
    gg_view view;
};

bool screen_ghosts_open(screen *s) {
    s->ghosts = calloc(1, sizeof *s->ghosts);
    if (!s->ghosts) return false;
    // The state is aligned to 8 bytes and a multiple of them is not promised.
    s->ghosts->state = malloc(((size_t)s->game->state_bytes + 7) / 8 * 8);
    return s->ghosts->state != NULL;
}

void screen_ghosts_close(screen *s) {
    if (!s->ghosts) return;
    free(s->ghosts->state);
    free(s->ghosts);
    s->ghosts = NULL;
}

const void *screen_ghost_state_or_null(const screen *s) {
    return s->ghosts->on ? s->ghosts->state : NULL;
}

void screen_ghost_leave(screen *s) {
    s->ghosts->on = false;
}

// The draft steps of a plan on a copy of the position; false when one of them is not legal there.
static bool rehearse(screen *s, const gg_plan *plan) {
    const gg_position *at = play_position(s->p);
    memcpy(s->ghosts->state, at->state, s->game->state_bytes);
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (!gg_is_draft(s->game, plan->step[i])) return true;
        if (!gg_check(s->game, at->table, s->ghosts->state, s->p->viewer, plan->step[i], NULL))
            return false;
        gg_apply(s->game, at->table, s->ghosts->state, plan->step[i], NULL);
    }
    return true;
}

// Does it put ghosts where there are none now?
static bool tells(screen *s, const gg_plan *plan) {
    const gg_position *at = play_position(s->p);
    gg_view *view = &s->ghosts->view;
    if (!rehearse(s, plan)) return false;
    gg_view_into(s->game, at->table, s->ghosts->state, s->p->viewer, view);
    for (unsigned i = 0; i < view->pieces; i++) {
        const gg_piece *ghost = &view->piece[i];
        bool known = !(ghost->flags & GG_P_GHOST);
        for (unsigned k = 0; k < s->view.pieces && !known; k++)
            known = memcmp(&s->view.piece[k], ghost, sizeof *ghost) == 0;
        if (!known) return true;
    }
    return false;
}

static bool only_choices(const gg_game *game, gg_action action) {
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    bool any = false;
    for (unsigned i = 0; i < GG_OPERANDS && verb->domain[i]; i++) {
        if (game->domains[verb->domain[i]].kind != GG_K_CHOICE) return false;
        any = true;
    }
    return any && verb->flags & GG_V_DRAFT;
}

// How far from the cursor the last point of a plan lies; without a point, all are equally far.
static long long distance(const screen *s, const gg_plan *plan) {
    const gg_spot *spot = &s->board.spot[s->spot];
    long long far = 0;
    for (uint32_t k = 0; k < plan->steps && spot->cell == GG_NO_CELL; k++)
        for (unsigned i = 0; i + 1 < GG_OPERANDS; i++) {
            const gg_verb *verb = &s->game->verbs[gg_verb_of(plan->step[k])];
            if (s->game->domains[verb->domain[i]].kind != GG_K_X) continue;
            long long dx = (int)gg_operand(plan->step[k], i) - spot->x;
            long long dy = (int)gg_operand(plan->step[k], i + 1) - spot->y;
            far = dx * dx + dy * dy;
        }
    return far;
}

static void add(screen *s, const gg_plan *plan) {
    struct screen_ghosts *g = s->ghosts;
    if (g->plans == GG_PLANS_MAX || !tells(s, plan)) return;
    gg_plan kept = *plan; // it may stand in the list itself
    long long far = distance(s, &kept);
    uint32_t at = g->plans++;
    for (; at > 0 && g->far[at - 1] > far; at--) {
        g->plan[at] = g->plan[at - 1];
        g->far[at] = g->far[at - 1];
    }
    g->plan[at] = kept;
    g->far[at] = far;
}

static void collect(screen *s) {
    struct screen_ghosts *g = s->ghosts;
    const gg_position *at = play_position(s->p);
    g->plans = 0;
    for (uint32_t i = 0; i < s->n_legal; i++) {
        gg_plan one = {.steps = 1, .step = {s->legal[i]}};
        if (only_choices(s->game, s->legal[i])) add(s, &one);
    }
    if (g->plans || !s->game->brain.plan) return;
    gg_plan *all = malloc(GG_PLANS_MAX * sizeof *all);
    uint32_t n = all ? s->game->brain.plan(at->table, at->state, s->p->viewer, all) : 0;
    for (uint32_t i = 0; i < n; i++) add(s, &all[i]);
    free(all);
}

static void tell(screen *s) {
    struct screen_ghosts *g = s->ghosts;
    const gg_plan *plan = &g->plan[g->shown];
    const gg_position *at = play_position(s->p);
    char words[512], name[128];
    gg_out out;
    gg_out_init(&out, words, sizeof words);
    // A step may name what the steps before it made: their words are those of the copy.
    (void)rehearse(s, plan);
    for (uint32_t i = 0; i < plan->steps; i++) {
        (void)gg_notation_into(s->game, at->table, g->state, plan->step[i], name, sizeof name);
        gg_out_format(&out, "%s%s", i ? "; " : "", name);
    }
    screen_message(s, 0, app_word_of(s->app, W_GHOST), g->shown + 1, g->plans, words);
}

bool screen_ghost_next(screen *s, int step) {
    struct screen_ghosts *g = s->ghosts;
    if (!g->on) {
        const gg_spot *spot = s->board.spots ? &s->board.spot[s->spot] : NULL;
        if (!spot || spot->cell != GG_NO_CELL || !screen_awaits(s)) return false;
        collect(s);
        if (!g->plans) return false;
        g->shown = step > 0 ? 0 : g->plans - 1;
    } else {
        g->shown = (g->shown + (step > 0 ? 1 : g->plans - 1)) % g->plans;
    }
    g->on = true;
    tell(s);
    return true;
}

const gg_plan *screen_ghost_taken_or_null(screen *s) {
    struct screen_ghosts *g = s->ghosts;
    if (!g->on) return NULL;
    g->on = false;
    return &g->plan[g->shown];
}
