// SPDX-License-Identifier: Apache-2.0
// Twin worlds. For a state and a viewer, a twin is the same state with everything the viewer cannot
// see dealt anew. Whatever he is shown or answered must be the same in both, to the byte: otherwise
// it tells him something he may not know.
//
// Where only few other worlds exist a deal often gives the present one again; a twin is therefore
// the first of a few deals that differs. That the deals cover everything hidden is asked
// separately: each field that redact() ever blanks must differ in some twin.
#include <string.h>

#include "conform.h"
#include "grognard/text.h"

enum { DEALS = 8, EXISTS_DEALS = 20, VERDICTS = 24, ACTED = 4, OVERLAID = 16, THOUGHT = 300 };

typedef struct pair {
    int viewer;
    const void *t;
    void *one, *two; // the state and its twin
} pair;

static void field_differs(suite *s, const void *one, const void *two, uint64_t *count) {
    const unsigned char *a = one, *b = two;
    for (unsigned i = 0; i < s->game->n_fields; i++) {
        const gg_field *f = &s->game->fields[i];
        size_t bytes = (size_t)f->width * f->count;
        count[i] += memcmp(a + f->offset, b + f->offset, bytes) != 0;
    }
}

// ------------------------------------------------------------------------- what is looked at
static void turns(suite *s, const pair *p) {
    gg_turn a = s->game->turn(p->t, p->one), b = s->game->turn(p->t, p->two);
    EXPECT(s, P_TWIN_TURN,
           a.seat == b.seat && a.node == b.node && a.dice == b.dice && a.tickets == b.tickets,
           "viewer %d: seat %u node %u dice %u tickets %llu, in a twin %u %u %u %llu", p->viewer,
           a.seat, a.node, a.dice, (unsigned long long)a.tickets, b.seat, b.node, b.dice,
           (unsigned long long)b.tickets);
    if (!s->game->brain.clock) return;
    uint32_t done = s->game->brain.clock(p->t, p->one), other = s->game->brain.clock(p->t, p->two);
    EXPECT(s, P_TWIN_TURN, done == other, "viewer %d: %u player-turns done, in a twin %u",
           p->viewer, done, other);
    if (!s->game->brain.until) return;
    EXPECT(s, P_TWIN_TURN, s->game->brain.until(p->t, p->one) == s->game->brain.until(p->t, p->two),
           "viewer %d: thoughts end elsewhere in a twin", p->viewer);
}

static bool same_view(suite *s, const pair *p) {
    memset(&s->view, 0, sizeof s->view);
    memset(&s->view2, 0, sizeof s->view2);
    gg_view_into(s->game, p->t, p->one, p->viewer, &s->view);
    gg_view_into(s->game, p->t, p->two, p->viewer, &s->view2);
    return memcmp(&s->view, &s->view2, sizeof s->view) == 0;
}

static void views(suite *s, const pair *p) {
    bool same = same_view(s, p);
    unsigned piece = 0, gauge = 0;
    while (piece < s->view.pieces &&
           memcmp(&s->view.piece[piece], &s->view2.piece[piece], sizeof(gg_piece)) == 0)
        piece++;
    while (gauge < s->view.gauges &&
           memcmp(&s->view.gauge[gauge], &s->view2.gauge[gauge], sizeof(gg_gauge)) == 0)
        gauge++;
    EXPECT(s, P_TWIN_VIEW, same, "viewer %d: first differences at piece %u of %u, gauge %u of %u",
           p->viewer, piece, s->view.pieces, gauge, s->view.gauges);
}

static void redacted(suite *s, const pair *p) {
    const gg_game *g = s->game;
    memcpy(s->c, p->one, g->state_bytes);
    memcpy(s->d, p->two, g->state_bytes);
    g->redact(p->t, s->c, p->viewer);
    g->redact(p->t, s->d, p->viewer);
    field_differs(s, p->one, s->c, s->blanked);
    unsigned i = 0;
    while (i < g->n_fields && memcmp(s->c + g->fields[i].offset, s->d + g->fields[i].offset,
                                     (size_t)g->fields[i].width * g->fields[i].count) == 0)
        i++;
    EXPECT(s, P_TWIN_REDACT, i == g->n_fields, "viewer %d: field %s differs", p->viewer,
           g->fields[i < g->n_fields ? i : 0].name);
}

static void resampled(suite *s, const pair *p) {
    const gg_game *g = s->game;
    gg_rng one, two;
    uint64_t stream = gg_rng_u64(&s->rng);
    gg_rng_seed(&one, s->size.seed, stream);
    two = one;
    memcpy(s->c, p->one, g->state_bytes);
    memcpy(s->d, p->two, g->state_bytes);
    g->resample(p->t, s->c, p->viewer, &one);
    g->resample(p->t, s->d, p->viewer, &two);
    EXPECT(s, P_TWIN_RESAMPLE,
           memcmp(s->c, s->d, g->state_bytes) == 0 && memcmp(&one, &two, sizeof one) == 0,
           "viewer %d: the same generator deals another world", p->viewer);
}

static void verdicts(suite *s, const pair *p, unsigned node) {
    const gg_game *g = s->game;
    for (unsigned i = 0; i < VERDICTS; i++) {
        gg_verdict a = {0, {0}}, b = {0, {0}};
        unsigned at = i < 3 * VERDICTS / 4 ? node : gg_rng_below(&s->rng, g->n_nodes);
        gg_action action = probe_random(s, at);
        bool one = gg_check(g, p->t, p->one, p->viewer, action, &a);
        bool two = gg_check(g, p->t, p->two, p->viewer, action, &b);
        EXPECT(s, P_TWIN_VERDICT, one == two && memcmp(&a, &b, sizeof a) == 0,
               "viewer %d: %s is answered %u (%d %d), in a twin %u (%d %d)", p->viewer,
               action_text(s, action), a.refusal, a.arg[0], a.arg[1], b.refusal, b.arg[0],
               b.arg[1]);
    }
}

// What a refusal offers is found by looking at what steps lead to: in both worlds the same.
static void remedies(suite *s, const pair *p, unsigned node) {
    gg_why a, b;
    gg_action action = probe_random(s, node);
    if (gg_legal(s->game, p->t, p->one, p->viewer, s->other) > s->game->max_legal) return; // told
    gg_why_ask(s->game, p->t, p->one, p->viewer, action, s->other, &a);
    gg_why_ask(s->game, p->t, p->two, p->viewer, action, s->other, &b);
    EXPECT(s, P_TWIN_VERDICT, memcmp(&a, &b, sizeof a) == 0,
           "viewer %d: for %s other remedies are offered than in a twin", p->viewer,
           action_text(s, action));
}

static void overlays(suite *s, const pair *p) {
    const gg_game *g = s->game;
    for (unsigned kind = 0; g->show.overlay && kind < g->n_overlays; kind++)
        for (unsigned i = 0; i < OVERLAID; i++) {
            unsigned about = gg_rng_below(&s->rng, domain_values(g, g->overlays[kind].domain));
            memset(&s->overlay, 0, sizeof s->overlay);
            memset(&s->overlay2, 0, sizeof s->overlay2);
            g->show.overlay(p->t, p->one, p->viewer, kind, about, &s->overlay);
            g->show.overlay(p->t, p->two, p->viewer, kind, about, &s->overlay2);
            EXPECT(s, P_TWIN_OVERLAY, memcmp(&s->overlay, &s->overlay2, sizeof s->overlay) == 0,
                   "viewer %d: overlay %s about %u", p->viewer, g->overlays[kind].token, about);
        }
}

// ------------------------------------------------------------------- when the viewer is to act
static void lists(suite *s, const pair *p) {
    uint32_t n = gg_legal(s->game, p->t, p->two, p->viewer, s->other);
    EXPECT(s, P_TWIN_LEGAL, n == s->n && memcmp(s->list, s->other, n * sizeof(gg_action)) == 0,
           "viewer %d: %u actions, in a twin %u or others", p->viewer, s->n, n);
}

static void ledgers(suite *s, const pair *p) {
    static gg_ledger a, b;
    for (uint32_t i = 0; s->game->show.explain && i < s->n && i < 64; i++) {
        gg_action action = s->list[s->n <= 64 ? i : gg_rng_below(&s->rng, s->n)];
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        s->game->show.explain(p->t, p->one, p->viewer, action, &a);
        s->game->show.explain(p->t, p->two, p->viewer, action, &b);
        EXPECT(s, P_TWIN_EXPLAIN, memcmp(&a, &b, sizeof a) == 0, "viewer %d: another ledger of %s",
               p->viewer, action_text(s, action));
    }
}

static void plans(suite *s, const pair *p) {
    const gg_game *g = s->game;
    if (g->brain.plan) {
        memset(s->plans, 0, GG_PLANS_MAX * sizeof(gg_plan));
        memset(s->plans2, 0, GG_PLANS_MAX * sizeof(gg_plan));
        uint32_t a = g->brain.plan(p->t, p->one, p->viewer, s->plans);
        uint32_t b = g->brain.plan(p->t, p->two, p->viewer, s->plans2);
        EXPECT(s, P_TWIN_PLAN, a == b && memcmp(s->plans, s->plans2, a * sizeof(gg_plan)) == 0,
               "viewer %d: %u plans, in a twin %u or others", p->viewer, a, b);
    }
    if (g->brain.policy) {
        gg_rng one = s->rng, two = s->rng;
        gg_action a = g->brain.policy(p->t, p->one, p->viewer, &one);
        gg_action b = g->brain.policy(p->t, p->two, p->viewer, &two);
        EXPECT(s, P_TWIN_POLICY, a == b, "viewer %d: the policy plays %s, in a twin %s", p->viewer,
               action_text(s, a), action_text(s, b));
    }
}

static void thoughts(suite *s, const pair *p) {
    gg_position twin = s->at;
    twin.state = p->two;
    gg_thinker_budget(s->thinker, (gg_budget){.nodes = THOUGHT}, NULL, NULL);
    for (int brain = GG_BRAIN_RANDOM; brain < GG_BRAINS; brain++) {
        gg_rng one = s->rng, two = s->rng;
        memset(s->plans, 0, 2 * sizeof(gg_plan));
        uint32_t a = gg_think(s->thinker, (gg_brain)brain, &s->at, p->viewer, &one, &s->plans[0]);
        uint32_t b = gg_think(s->thinker, (gg_brain)brain, &twin, p->viewer, &two, &s->plans[1]);
        EXPECT(s, P_TWIN_THINK,
               a == b && memcmp(s->plans[0].step, s->plans[1].step, a * sizeof(gg_action)) == 0,
               "viewer %d: brain %d chooses %s, in a twin %s", p->viewer, brain,
               action_text(s, s->plans[0].step[0]), action_text(s, s->plans[1].step[0]));
    }
}

static bool same_advice(const gg_advice *a, const gg_advice *b) {
    return a->chance == b->chance && a->error == b->error && a->trials == b->trials &&
           a->plan.steps == b->plan.steps && a->feared.steps == b->feared.steps &&
           memcmp(a->plan.step, b->plan.step, a->plan.steps * sizeof(gg_action)) == 0 &&
           memcmp(a->feared.step, b->feared.step, a->feared.steps * sizeof(gg_action)) == 0;
}

static void advice(suite *s, const pair *p) {
    gg_advice a[GG_ADVICE_MAX], b[GG_ADVICE_MAX];
    gg_position twin = s->at;
    gg_rng one = s->rng, two = s->rng;
    twin.state = p->two;
    uint32_t n = gg_advise(s->thinker, &s->at, p->viewer, &one, a, GG_ADVICE_MAX);
    bool same = n == gg_advise(s->thinker, &twin, p->viewer, &two, b, GG_ADVICE_MAX);
    for (uint32_t i = 0; same && i < n; i++) same = same_advice(&a[i], &b[i]);
    EXPECT(s, P_TWIN_THINK, same, "viewer %d: other advice in a twin", p->viewer);
    for (uint32_t trials = 0; trials < 2; trials++) {
        int32_t here = gg_win_chance(s->thinker, &s->at, p->viewer, trials, &one);
        int32_t there = gg_win_chance(s->thinker, &twin, p->viewer, trials, &two);
        EXPECT(s, P_TWIN_THINK, here == there, "viewer %d: chance %d, in a twin %d", p->viewer,
               (int)here, (int)there);
    }
}

// ------------------------------------------------------------------------- what follows an action
static bool same_events(suite *s, int viewer) {
    uint32_t j = 0;
    gg_event a, b;
    for (uint32_t i = 0; i < s->events.count; i++) {
        if (!gg_event_for(s->game, &s->events.event[i], viewer, &a)) continue;
        for (;; j++) {
            if (j >= s->events2.count) return false;
            if (gg_event_for(s->game, &s->events2.event[j], viewer, &b)) break;
        }
        j++;
        if (a.kind != b.kind || a.rule != b.rule || memcmp(a.arg, b.arg, sizeof a.arg) != 0)
            return false;
    }
    for (; j < s->events2.count; j++)
        if (gg_event_for(s->game, &s->events2.event[j], viewer, &b)) return false;
    return true;
}

// The same action in both worlds. Where the viewer could tell them apart afterwards, something was
// revealed; and when it was his own action, in both worlds: what may be taken back must not tell,
// not even by what did not happen.
static void acted(suite *s, const pair *p, gg_action action) {
    const gg_game *g = s->game;
    memcpy(s->c, p->one, g->state_bytes);
    memcpy(s->d, p->two, g->state_bytes);
    s->events.count = s->events2.count = 0;
    gg_apply(g, p->t, s->c, action, &s->events);
    gg_apply(g, p->t, s->d, action, &s->events2);
    bool reveals = gg_events_reveal(&s->events), twin_reveals = gg_events_reveal(&s->events2);
    gg_turn a = g->turn(p->t, s->c), b = g->turn(p->t, s->d);
    pair after = {p->viewer, p->t, s->c, s->d};
    bool same = a.seat == b.seat && a.node == b.node && a.tickets == b.tickets;
    same = same && same_events(s, p->viewer) && same_view(s, &after);
    bool own = s->turn.seat == p->viewer;
    EXPECT(s, P_TWIN_EVENTS, same || (reveals && twin_reveals) || (!own && reveals != twin_reveals),
           "viewer %d can tell worlds apart after seat %u's %s, which %s", p->viewer, s->turn.seat,
           action_text(s, action), reveals == twin_reveals ? "reveals nothing" : "reveals in one");
    conform_twin_outcome(s, p->viewer, p->one, p->two, s->c, s->d);
    if (!own) return;
    EXPECT(s, P_TWIN_UNDO, reveals == twin_reveals,
           "viewer %d: %s can be taken back in one world and not in the other", p->viewer,
           action_text(s, action));
}

static void act_in_both(suite *s, const pair *p) {
    const gg_game *g = s->game;
    for (unsigned i = 0; i < ACTED; i++) {
        gg_action action = GG_NO_ACTION;
        if (s->turn.seat < g->seats) {
            action = s->list[gg_rng_below(&s->rng, s->n)];
            if (gg_is_draft(g, action) && s->turn.seat != p->viewer) continue; // not shown to him
            if (!gg_check(g, p->t, p->one, s->turn.seat, action, NULL) ||
                !gg_check(g, p->t, p->two, s->turn.seat, action, NULL))
                continue;
        } else {
            uint64_t ticket = gg_rng_below64(&s->rng, s->turn.tickets);
            action = gg_roll(g, p->t, p->one, ticket);
            uint32_t n = gg_chance(g, p->t, p->two, s->outcomes), k = 0;
            while (k < n && s->outcomes[k].action != action) k++;
            if (k == n) continue; // not possible in the twin
        }
        acted(s, p, action);
    }
}

// ------------------------------------------------------------------------------------- one state
static bool deal(suite *s, int viewer, unsigned tries) {
    const gg_game *g = s->game;
    for (unsigned i = 0; i < tries; i++) {
        memcpy(s->b, s->at.state, g->state_bytes);
        g->resample(s->at.table, s->b, viewer, &s->rng);
        if (memcmp(s->b, s->at.state, g->facts_bytes) != 0) return true;
    }
    return false;
}

static void twin(suite *s, int viewer, bool exists) {
    char why[WHY_MAX];
    pair p = {viewer, s->at.table, s->at.state, s->b};
    conform_doing = "dealing a twin world";
    bool differs = deal(s, viewer, exists ? DEALS : 1);
    s->twins_possible += exists;
    s->twins_different += exists && differs;
    field_differs(s, p.one, p.two, s->varied);
    const char *wrong = gg_unsound_or_null(s->game, p.t, p.two, s->c, why, sizeof why);
    EXPECT(s, P_SOUND, !wrong, "resampled for viewer %d: %s", viewer, wrong);
    conform_doing = "comparing twin worlds";
    turns(s, &p);
    views(s, &p);
    redacted(s, &p);
    resampled(s, &p);
    overlays(s, &p);
    if (viewer < s->game->seats && s->turn.seat != GG_OVER) verdicts(s, &p, s->turn.node);
    if (s->turn.seat == viewer) remedies(s, &p, s->turn.node);
    if (viewer == s->turn.seat && s->n) {
        lists(s, &p);
        ledgers(s, &p);
        plans(s, &p);
        if (s->thought < s->size.thinks && fit_for_brains(s)) {
            s->thought++;
            thoughts(s, &p);
            advice(s, &p);
            conform_twin_hint(s, viewer, p.two);
        }
        conform_twin_odds(s, viewer, p.two);
    }
    conform_twin_batch(s, viewer, p.two);
    conform_doing = "acting in twin worlds";
    if (s->turn.seat == GG_CHANCE || (s->turn.seat < s->game->seats && s->n)) act_in_both(s, &p);
}

static void umpire(suite *s) {
    memcpy(s->b, s->at.state, s->game->state_bytes);
    s->game->resample(s->at.table, s->b, GG_UMPIRE, &s->rng);
    EXPECT(s, P_REDACT, memcmp(s->b, s->at.state, s->game->facts_bytes) == 0,
           "something is dealt anew for the umpire, who knows all");
}

static void state(suite *s) {
    s->sampled_at[s->turn.node]++;
    for (int i = 0; i <= s->game->seats; i++) {
        int viewer = i < s->game->seats ? i : GG_PUBLIC;
        if (s->drafting && viewer != s->turn.seat) continue;
        bool exists = deal(s, viewer, EXISTS_DEALS);
        for (uint32_t k = 0; k < s->size.twins; k++) twin(s, viewer, exists);
    }
    umpire(s);
}

// States are taken from all games, nodes seldom met more often.
static bool worth_sampling(suite *s, uint32_t taken) {
    uint64_t share = s->size.states / (2U * s->game->n_nodes);
    uint32_t chance = s->sampled_at[s->turn.node] < share ? 2 : 12;
    return taken < s->size.states && gg_rng_below(&s->rng, chance) == 0;
}

static uint32_t walk(suite *s, uint32_t taken) {
    const gg_game *g = s->game;
    s->drafting = false;
    gg_position_restart(&s->at);
    for (s->step = 0; s->step <= g->max_steps; s->step++) {
        s->turn = g->turn(s->at.table, s->at.state);
        s->n = s->turn.seat < g->seats
                   ? gg_legal(g, s->at.table, s->at.state, s->turn.seat, s->list)
                   : 0;
        if (worth_sampling(s, taken)) {
            state(s);
            taken++;
        }
        if (s->turn.seat == GG_OVER || (s->turn.seat != GG_CHANCE && !s->n)) break;
        gg_action action = walk_choose(s);
        if (action == GG_NO_ACTION) break;
        gg_apply(g, s->at.table, s->at.state, action, NULL);
        s->drafting = gg_is_draft(g, action);
    }
    return taken;
}

static void sum_up(suite *s) {
    if (s->twins_possible)
        EXPECT(s, P_TWIN_DIFFERS, 10 * s->twins_different >= 9 * s->twins_possible,
               "%llu of %llu twins are another world", (unsigned long long)s->twins_different,
               (unsigned long long)s->twins_possible);
    for (unsigned i = 0; i < s->game->n_fields; i++)
        if (s->blanked[i])
            EXPECT(s, P_TWIN_HIDDEN, s->varied[i] > 0,
                   "field %s was blanked %llu times and never dealt anew", s->game->fields[i].name,
                   (unsigned long long)s->blanked[i]);
}

void conform_twins(suite *s) {
    enum { VARIANT_GAMES = 20, STREAM = 1 << 30 };
    uint32_t taken = 0, most = 100 * s->size.states + 100;
    for (s->game_no = 0; taken < s->size.states && s->game_no < most; s->game_no++) {
        if (s->game_no % VARIANT_GAMES == 0 && !suite_variant(s, s->game_no / VARIANT_GAMES))
            return;
        gg_rng_seed(&s->rng, s->size.seed, STREAM + s->game_no);
        s->by_brain = s->game_no % 4 == 3 && fit_for_brains(s);
        taken = walk(s, taken);
    }
    sum_up(s);
}
