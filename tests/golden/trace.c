// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "grognard/engine.h"

enum { WALKS = 4, STEPS = 40, PROBES = 16, OFFERS = 8, DEALS = 6 };

struct tracer {
    const gg_game *game;
    gg_position at; // a state of its own at the table of the position that is traced
    void *copy;
    gg_action *list, *supposed;
    gg_outcome *outcomes;
    gg_overlay *overlay;
    gg_ledger ledger;
    gg_plan *plans;
    gg_events events;
    gg_rng rng;
    gg_turn turn;
    uint32_t n;
    bool drafting; // others than the acting seat are not asked
    uint64_t digest;
};

tracer *tracer_open(const gg_game *game) {
    tracer *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->game = game;
    t->copy = malloc(game->state_bytes);
    t->list = malloc((game->max_legal + 1U) * sizeof *t->list);
    t->supposed = malloc((game->max_legal + 1U) * sizeof *t->supposed);
    t->outcomes = malloc(GG_OUTCOMES_MAX * sizeof *t->outcomes);
    t->overlay = malloc(sizeof *t->overlay);
    t->plans = malloc(GG_PLANS_MAX * sizeof *t->plans);
    if (t->copy && t->list && t->supposed && t->outcomes && t->overlay && t->plans) return t;
    tracer_close(t);
    return NULL;
}

void tracer_close(tracer *t) {
    if (!t) return;
    free(t->copy);
    free(t->list);
    free(t->supposed);
    free(t->outcomes);
    free(t->overlay);
    free(t->plans);
    free(t);
}

static void fold(tracer *t, uint64_t word) {
    t->digest = gg_fold(t->digest, word);
}

static void fold_text(tracer *t, const char *text) {
    uint64_t word = GG_HASH_PHI;
    for (; *text; text++) word = (word ^ (unsigned char)*text) * GG_HASH_SQRT3;
    fold(t, word);
}

static void fold_args(tracer *t, const int16_t *arg, unsigned count) {
    for (unsigned i = 0; i < count; i++) fold(t, (uint64_t)(int64_t)arg[i]);
}

// --------------------------------------------------------------------------------- one position
static unsigned any_value(tracer *t, unsigned domain) {
    const gg_domain *d = &t->game->domains[domain];
    unsigned count = d->kind == GG_K_NONE     ? 1
                     : d->kind == GG_K_SET    ? 1U << d->count
                     : d->kind == GG_K_NUMBER ? 16
                                              : d->count;
    return gg_rng_below(&t->rng, count);
}

// A verb of the node, sometimes one that belongs elsewhere.
static unsigned any_verb(tracer *t) {
    const uint8_t *verbs = t->game->nodes[t->turn.node].verbs;
    uint32_t kinds = (uint32_t)strlen((const char *)verbs);
    if (!kinds || !gg_rng_below(&t->rng, 4))
        return 1 + gg_rng_below(&t->rng, t->game->n_verbs - 1U);
    return verbs[gg_rng_below(&t->rng, kinds)];
}

// A listed action with one operand changed, or any action at all.
static gg_action near_miss(tracer *t) {
    unsigned operand[GG_OPERANDS], verb, changed;
    if (t->n && gg_rng_below(&t->rng, 3)) {
        gg_action listed = t->list[gg_rng_below(&t->rng, t->n)];
        verb = gg_verb_of(listed);
        for (unsigned i = 0; i < GG_OPERANDS; i++) operand[i] = (unsigned)gg_operand(listed, i);
        changed = gg_rng_below(&t->rng, GG_OPERANDS);
        operand[changed] = any_value(t, t->game->verbs[verb].domain[changed]);
    } else {
        verb = any_verb(t);
        for (unsigned i = 0; i < GG_OPERANDS; i++)
            operand[i] = any_value(t, t->game->verbs[verb].domain[i]);
    }
    return gg_act(verb, operand[0], operand[1], operand[2]);
}

static void probe(tracer *t) {
    for (unsigned i = 0; i < PROBES; i++) {
        gg_verdict verdict = {GG_LEGAL, {0}};
        gg_action action = near_miss(t);
        bool legal = gg_check(t->game, t->at.table, t->at.state, t->turn.seat, action, &verdict);
        fold(t, legal);
        if (legal) continue;
        const gg_refusal *refusal = &t->game->refusals[verdict.refusal];
        fold_text(t, refusal->token);
        fold_text(t, t->game->rules[refusal->rule].id);
        fold_args(t, verdict.arg, GG_VERDICT_ARGS);
    }
}

static void list_choices(tracer *t) {
    const gg_game *game = t->game;
    if (t->turn.seat == GG_CHANCE) {
        t->n = gg_chance(game, t->at.table, t->at.state, t->outcomes);
        fold(t, t->turn.tickets);
        for (uint32_t i = 0; i < t->n; i++) {
            fold(t, t->outcomes[i].action);
            fold(t, t->outcomes[i].weight);
        }
        return;
    }
    t->n = gg_legal(game, t->at.table, t->at.state, t->turn.seat, t->list);
    for (uint32_t i = 0; i < t->n; i++) fold(t, t->list[i]);
    probe(t);
}

// What could be done in the world that is supposed.
static void fold_choices(tracer *t) {
    if (t->turn.seat >= t->game->seats) return;
    uint32_t n = gg_legal(t->game, t->at.table, t->copy, t->turn.seat, t->supposed);
    for (uint32_t i = 0; i < n; i++) fold(t, t->supposed[i]);
}

static void fold_world(tracer *t, int viewer, bool suppose) {
    const gg_game *game = t->game;
    memcpy(t->copy, t->at.state, game->state_bytes);
    if (suppose)
        game->resample(t->at.table, t->copy, viewer, &t->rng);
    else
        game->redact(t->at.table, t->copy, viewer);
    fold(t, gg_facts_hash(game, t->copy));
    if (suppose) fold_choices(t);
}

static void viewers(tracer *t) {
    for (int viewer = 0; viewer < t->game->seats; viewer++) {
        if (t->drafting && viewer != t->turn.seat) continue;
        fold_world(t, viewer, false);
        fold_world(t, viewer, true);
    }
    if (!t->drafting) fold_world(t, GG_PUBLIC, false);
}

static void end(tracer *t) {
    int half[GG_SEATS_MAX] = {0};
    int32_t margin = 0;
    t->game->score(t->at.table, t->at.state, half, &margin);
    for (unsigned i = 0; i < t->game->seats; i++) fold(t, (uint64_t)(int64_t)half[i]);
    fold(t, (uint64_t)(int64_t)margin);
}

// Is the derived part, kept move by move, what derive() makes of the facts and rubbish behind them?
static void fold_derived(tracer *t) {
    const gg_game *game = t->game;
    if (!game->derive) return;
    memcpy(t->copy, t->at.state, game->facts_bytes);
    memset((char *)t->copy + game->facts_bytes, 0xa5, game->state_bytes - game->facts_bytes);
    game->derive(t->at.table, t->copy);
    fold(t, memcmp(t->copy, t->at.state, game->state_bytes) == 0);
}

static void look(tracer *t) {
    t->turn = t->game->turn(t->at.table, t->at.state);
    fold(t, t->turn.seat);
    fold_text(t, t->game->nodes[t->turn.node].token);
    fold(t, gg_facts_hash(t->game, t->at.state));
    fold_derived(t);
    if (t->turn.seat == GG_OVER) {
        end(t);
        return;
    }
    list_choices(t);
    viewers(t);
}

// ------------------------------------------------------------------------- what a seat is offered
// What a player is shown of the rules before he chooses: reach, zones, sight.
static void fold_overlay(tracer *t, unsigned kind, unsigned about) {
    gg_overlay *o = t->overlay;
    memset(o, 0, sizeof *o);
    t->game->show.overlay(t->at.table, t->at.state, t->turn.seat, kind, about, o);
    if (!o->cells && !o->points && !o->pieces) return;
    fold(t, (uint64_t)kind << 32 | about);
    for (unsigned i = 0; i < o->cells; i++)
        fold(t, (uint64_t)o->cell[i] << 16 | (uint16_t)o->value[i]);
    for (unsigned i = 0; i < o->points; i++)
        fold(t, (uint64_t)(uint16_t)o->x[i] << 16 | (uint16_t)o->y[i]);
    for (unsigned i = 0; i < o->pieces; i++) fold(t, o->piece[i]);
}

// Can it be played as it is proposed? Which plans are proposed is judgement and not told.
static bool playable(tracer *t, const gg_plan *plan) {
    memcpy(t->copy, t->at.state, t->game->state_bytes);
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (!gg_check(t->game, t->at.table, t->copy, t->turn.seat, plan->step[i], NULL))
            return false;
        gg_apply(t->game, t->at.table, t->copy, plan->step[i], NULL);
    }
    return true;
}

static void fold_plans(tracer *t) {
    uint32_t n = t->game->brain.plan(t->at.table, t->at.state, t->turn.seat, t->plans);
    bool good = true;
    for (uint32_t i = 0; i < n; i++) good = good && playable(t, &t->plans[i]);
    fold(t, good);
}

// How a number is built: the ledger of one of the actions listed.
static void fold_ledger(tracer *t) {
    const gg_game *game = t->game;
    if (!game->show.explain || !t->n) return;
    gg_action action = t->list[gg_rng_below(&t->rng, t->n)];
    t->ledger.count = 0;
    game->show.explain(t->at.table, t->at.state, t->turn.seat, action, &t->ledger);
    for (uint32_t i = 0; i < t->ledger.count; i++) {
        const gg_ledger_line *line = &t->ledger.line[i];
        fold_text(t, game->rules[line->rule].id);
        fold_text(t, game->labels[line->label].token);
        fold(t, (uint64_t)(int64_t)line->delta);
        fold_args(t, line->arg, 2);
        fold(t, line->kind);
    }
}

static void offers(tracer *t) {
    const gg_game *game = t->game;
    if (t->turn.seat >= game->seats) return;
    for (unsigned kind = 0; game->show.overlay && kind < game->n_overlays; kind++)
        for (unsigned about = 0; about < game->domains[game->overlays[kind].domain].count; about++)
            fold_overlay(t, kind, about);
    if (game->brain.plan) fold_plans(t);
    fold_ledger(t);
}

// -------------------------------------------------------------------------------- random steps
static gg_action choose(tracer *t) {
    if (t->turn.seat == GG_CHANCE)
        return gg_roll(t->game, t->at.table, t->at.state, gg_rng_below64(&t->rng, t->turn.tickets));
    return t->list[gg_rng_below(&t->rng, t->n)];
}

static void fold_events(tracer *t) {
    for (uint32_t i = 0; i < t->events.count; i++) {
        const gg_event *event = &t->events.event[i];
        fold_text(t, t->game->events[event->kind].token);
        fold_text(t, t->game->rules[event->rule].id);
        fold(t, event->see);
        fold(t, event->flags);
        fold_args(t, event->arg, GG_EVENT_ARGS);
    }
}

// A world dealt anew for the seat that acts, later for any: such worlds are played on by thinkers,
// and rules meet in them what they meet nowhere else.
static void suppose(tracer *t, unsigned step) {
    const gg_game *game = t->game;
    int seat = game->turn(t->at.table, t->at.state).seat;
    if (seat >= game->seats || step % DEALS) return;
    if (!t->drafting) seat = (int)gg_rng_below(&t->rng, game->seats);
    game->resample(t->at.table, t->at.state, seat, &t->rng);
}

// From the position itself, or from worlds supposed on the way.
static void walk(tracer *t, const gg_position *from, uint64_t seed, bool supposed) {
    memcpy(t->at.state, from->state, t->game->state_bytes);
    gg_rng_seed(&t->rng, seed, 0);
    t->drafting = true; // nobody knows: the position may lie inside a draft
    for (unsigned step = 0; step < STEPS; step++) {
        if (supposed) suppose(t, step);
        look(t);
        if (step % OFFERS == 0) offers(t);
        if (t->turn.seat == GG_OVER || t->n == 0) return;
        gg_action action = choose(t);
        t->events.count = 0;
        t->drafting = gg_is_draft(t->game, action);
        gg_apply(t->game, t->at.table, t->at.state, action, &t->events);
        fold_events(t);
    }
}

static void script(tracer *t, gg_play *play) {
    gg_error error;
    bool done = false;
    t->drafting = true;
    gg_rng_seed(&t->rng, 0, 0);
    for (;;) {
        memcpy(t->at.state, gg_play_position(play)->state, t->game->state_bytes);
        look(t);
        offers(t);
        gg_status status = gg_play_next(play, &done, &error);
        fold(t, (uint64_t)status);
        if (status != GG_OK || done) return;
    }
}

uint64_t trace_play(tracer *t, gg_play *play) {
    const gg_position *from = gg_play_position(play);
    t->digest = 0;
    if (gg_position_like(&t->at, from) != GG_OK) return 0;
    for (uint64_t seed = 1; seed <= WALKS; seed++) walk(t, from, seed, seed % 2 == 0);
    script(t, play);
    gg_position_close(&t->at);
    return t->digest;
}
