// SPDX-License-Identifier: Apache-2.0
// What people and brains look at: views, redacted facts, plans, notation; and whether the events a
// viewer sees tell him no more than the facts he may know.
#include <string.h>

#include "conform.h"
#include "grognard/text.h"

enum { PLANS_TRIED = 24, NOTATIONS = 6, QUIET_ACTIONS = 48 };

static void piece_in_tables(suite *s, int viewer, const gg_piece *p) {
    const gg_game *g = s->game;
    bool known = p->face < g->n_faces && p->surface < g->n_surfaces &&
                 (p->owner < g->seats || p->owner == GG_NOBODY);
    EXPECT(s, P_VIEW, known, "viewer %d: a piece of face %u on surface %u, owner %u", viewer,
           p->face, p->surface, p->owner);
    if (!known) return;
    EXPECT(s, P_VIEW,
           p->cell == GG_NO_CELL || p->cell < g->surfaces[p->surface].cells ||
               g->surfaces[p->surface].shape == GG_PLANE,
           "viewer %d: a piece in cell %u of surface %s", viewer, p->cell,
           g->surfaces[p->surface].token);
    // What a piece belongs to would tell what it is.
    bool hidden = p->handle != GG_NO_HANDLE && p->handle & GG_HANDLE_HIDDEN;
    EXPECT(s, P_VIEW,
           p->group == GG_NO_HANDLE ||
               (!hidden && p->group < g->domains[g->piece_domain].count && g->piece_domain),
           "viewer %d: piece %u belongs to %u", viewer, p->handle, p->group);
}

static void view_in_tables(suite *s, int viewer) {
    const gg_game *g = s->game;
    gg_view_into(g, s->at.table, s->at.state, viewer, &s->view);
    EXPECT(s, P_VIEW, s->view.pieces <= GG_PIECES_MAX && s->view.gauges <= GG_GAUGES_MAX,
           "viewer %d: %u pieces, %u gauges", viewer, s->view.pieces, s->view.gauges);
    for (unsigned i = 0; i < s->view.pieces; i++) piece_in_tables(s, viewer, &s->view.piece[i]);
    for (unsigned i = 0; i < s->view.gauges; i++) {
        const gg_gauge *gauge = &s->view.gauge[i];
        EXPECT(s, P_VIEW,
               gauge->label > 0 && gauge->label < g->n_labels &&
                   (gauge->owner < g->seats || gauge->owner == GG_NOBODY),
               "viewer %d: a gauge of label %u, owner %u", viewer, gauge->label, gauge->owner);
    }
}

static void redact_twice(suite *s, int viewer) {
    const gg_game *g = s->game;
    memcpy(s->b, s->at.state, g->state_bytes);
    g->redact(s->at.table, s->b, viewer);
    memcpy(s->c, s->b, g->state_bytes);
    g->redact(s->at.table, s->c, viewer);
    EXPECT(s, P_REDACT, memcmp(s->b, s->c, g->facts_bytes) == 0,
           "viewer %d: redacting twice blanks more", viewer);
    if (viewer == GG_UMPIRE)
        EXPECT(s, P_REDACT, memcmp(s->b, s->at.state, g->facts_bytes) == 0,
               "something is hidden from the umpire");
}

// While a draft is open only its seat (and the umpire) is shown the state.
void conform_look(suite *s) {
    for (int viewer = 0; viewer < s->game->seats; viewer++) {
        if (s->drafting && viewer != s->turn.seat) continue;
        view_in_tables(s, viewer);
        redact_twice(s, viewer);
    }
    if (!s->drafting) {
        view_in_tables(s, GG_PUBLIC);
        redact_twice(s, GG_PUBLIC);
    }
    view_in_tables(s, GG_UMPIRE);
    redact_twice(s, GG_UMPIRE);
}

static void try_plan(suite *s, const gg_plan *plan) {
    const gg_game *g = s->game;
    EXPECT(s, P_PLAN, plan->steps >= 1 && plan->steps <= GG_PLAN_STEPS, "a plan of %u steps",
           plan->steps);
    memcpy(s->b, s->at.state, g->state_bytes);
    for (uint32_t i = 0; i < plan->steps && i < GG_PLAN_STEPS; i++) {
        bool last = i + 1 == plan->steps, legal;
        legal = gg_check(g, s->at.table, s->b, s->turn.seat, plan->step[i], NULL);
        EXPECT(s, P_PLAN, legal, "step %u of a plan, %s, is refused", i + 1,
               action_text(s, plan->step[i]));
        if (!legal) return;
        EXPECT(s, P_PLAN, last || gg_is_draft(g, plan->step[i]),
               "step %u of a plan, %s, is already a decision", i + 1,
               action_text(s, plan->step[i]));
        if (!last) gg_apply(g, s->at.table, s->b, plan->step[i], NULL);
    }
}

static bool same_plans(const gg_plan *a, const gg_plan *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i].steps != b[i].steps ||
            memcmp(a[i].step, b[i].step, a[i].steps * sizeof(gg_action)) != 0)
            return false;
    return true;
}

static void plans(suite *s) {
    const gg_game *g = s->game;
    memset(s->plans, 0, GG_PLANS_MAX * sizeof(gg_plan));
    uint32_t n = g->brain.plan(s->at.table, s->at.state, s->turn.seat, s->plans);
    EXPECT(s, P_PLAN, n >= 1 && n <= GG_PLANS_MAX, "%u plans", n);
    if (n > GG_PLANS_MAX) return;
    uint32_t again = g->brain.plan(s->at.table, s->at.state, s->turn.seat, s->plans2);
    EXPECT(s, P_PLAN, n == again && same_plans(s->plans, s->plans2, n),
           "other plans when asked again");
    for (uint32_t i = 0; i < n && i < PLANS_TRIED; i++)
        try_plan(s, &s->plans[n <= PLANS_TRIED ? i : gg_rng_below(&s->rng, n)]);
}

static void notation(suite *s, gg_action action) {
    char text[256];
    gg_action back = GG_NO_ACTION;
    gg_error error = {0, "", ""};
    gg_notation_into(s->game, s->at.table, s->at.state, action, text, sizeof text);
    bool read = gg_notation_parse(s->game, s->at.table, s->at.state, text, &back, &error);
    EXPECT(s, P_NOTATION, read && back == action, "%s is written \"%s\" and read as %s (%s)",
           action_text(s, action), text, action_text(s, back), error.en);
    EXPECT(s, P_NOTATION, !strchr(text, '#'), "%s is written \"%s\": a value without a name",
           action_text(s, action), text);
}

// A world that is dealt from what the seat knows: never the true one.
static void dealt_policy(suite *s) {
    const gg_game *g = s->game;
    memcpy(s->b, s->at.state, g->state_bytes);
    g->resample(s->at.table, s->b, s->turn.seat, &s->rng);
    gg_action action = g->brain.dealt_policy(s->at.table, s->b, s->turn.seat, &s->rng);
    EXPECT(s, P_POLICY, gg_check(g, s->at.table, s->b, s->turn.seat, action, NULL),
           "in a world dealt already the policy plays %s, which is refused",
           action_text(s, action));
}

static void zero_sum(suite *s) {
    int32_t one = s->game->brain.value(s->at.table, s->at.state, 0);
    int32_t two = s->game->brain.value(s->at.table, s->at.state, 1);
    EXPECT(s, P_ZERO_SUM, one == -two, "worth %d to one seat and %d to the other", one, two);
}

void conform_plans(suite *s) {
    conform_doing = "planning";
    if (s->game->brain.zero_sum) zero_sum(s);
    if (s->game->brain.dealt_policy) dealt_policy(s);
    if (s->game->brain.plan) plans(s);
    if (s->game->brain.policy) {
        gg_action action = s->game->brain.policy(s->at.table, s->at.state, s->turn.seat, &s->rng);
        EXPECT(s, P_POLICY, gg_check(s->game, s->at.table, s->at.state, s->turn.seat, action, NULL),
               "the policy plays %s, which is refused", action_text(s, action));
    }
    if (s->game->brain.reply) {
        gg_action action = s->game->brain.reply(s->at.table, s->at.state, s->turn.seat);
        EXPECT(s, P_POLICY,
               action == GG_NO_ACTION ||
                   gg_check(s->game, s->at.table, s->at.state, s->turn.seat, action, NULL),
               "the reply is %s, which is refused", action_text(s, action));
    }
    conform_doing = "writing and reading actions";
    for (uint32_t i = 0; i < s->n && i < NOTATIONS; i++)
        notation(s, s->list[gg_rng_below(&s->rng, s->n)]);
}

// ---------------------------------------------------------------- events against facts
typedef struct told {
    uint64_t truth, facts, events; // digests of what is, what the viewer knows and what he hears
    bool reveal;
    gg_action action;
} told;

#define START UINT64_C(0xcbf29ce484222325)
static uint64_t mix_bytes(uint64_t h, const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++) h = (h ^ at[i]) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t mix_event(uint64_t h, const gg_event *event) {
    h = mix_bytes(h, &event->kind, sizeof event->kind);
    h = mix_bytes(h, &event->rule, sizeof event->rule);
    return mix_bytes(h, event->arg, sizeof event->arg);
}

static told tell(suite *s, int viewer, gg_action action) {
    const gg_game *g = s->game;
    told t = {START, START, START, false, action};
    memcpy(s->b, s->at.state, g->state_bytes);
    s->events.count = 0;
    gg_apply(g, s->at.table, s->b, action, &s->events);
    t.reveal = gg_events_reveal(&s->events);
    t.truth = mix_bytes(t.truth, s->b, g->facts_bytes);
    g->redact(s->at.table, s->b, viewer);
    t.facts = mix_bytes(t.facts, s->b, g->facts_bytes);
    for (uint32_t i = 0; i < s->events.count; i++) {
        gg_event cut;
        if (gg_event_for(g, &s->events.event[i], viewer, &cut))
            t.events = mix_event(t.events, &cut);
    }
    return t;
}

static void quiet_for(suite *s, int viewer, const gg_action *actions, uint32_t n) {
    told all[QUIET_ACTIONS];
    uint32_t count = n < QUIET_ACTIONS ? n : QUIET_ACTIONS;
    for (uint32_t i = 0; i < count; i++) all[i] = tell(s, viewer, actions[i]);
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = 0; j < i; j++) {
            if (all[i].facts != all[j].facts || all[i].truth == all[j].truth) continue;
            if (all[i].reveal && all[j].reveal) continue;
            EXPECT(s, P_EVENTS_QUIET, all[i].events == all[j].events,
                   "viewer %d: %s and %s look the same and are told differently", viewer,
                   action_text(s, all[i].action), action_text(s, all[j].action));
        }
}

// Two choices that differ only in facts the viewer may not know must sound the same to him, or be
// marked as a reveal. Draft steps are not told to others at all.
void conform_quiet(suite *s) {
    gg_action actions[QUIET_ACTIONS];
    uint32_t n = 0;
    if (s->turn.seat == GG_OVER || s->drafting) return;
    conform_doing = "comparing events with facts";
    if (s->turn.seat == GG_CHANCE) {
        uint32_t all = gg_chance(s->game, s->at.table, s->at.state, s->outcomes);
        for (; n < all && n < QUIET_ACTIONS; n++) actions[n] = s->outcomes[n].action;
    } else {
        for (uint32_t i = 0; i < s->n && n < QUIET_ACTIONS; i++)
            if (!gg_is_draft(s->game, s->list[i]) &&
                gg_check(s->game, s->at.table, s->at.state, s->turn.seat, s->list[i], NULL))
                actions[n++] = s->list[i];
    }
    for (int viewer = 0; viewer <= s->game->seats; viewer++)
        if (viewer != s->turn.seat)
            quiet_for(s, viewer < s->game->seats ? viewer : GG_PUBLIC, actions, n);
}
