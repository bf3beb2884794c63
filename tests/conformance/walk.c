// SPDX-License-Identifier: Apache-2.0
// Whole random games, every node looked at: lists, chance, what an action does to copies, whether
// the state stays sound, and whether the game ends.
#include <stdlib.h>
#include <string.h>

#include "conform.h"

enum { VARIANT_GAMES = 25, BRAIN_GAMES = 8, QUIET_EVERY = 7, CORRUPT_EVERY = 61, DERIVE_EVERY = 3 };

static const char *unsound(suite *s, const void *state) {
    static char why[WHY_MAX];
    return gg_unsound_or_null(s->game, s->at.table, state, s->d, why, sizeof why);
}

static void typed(suite *s, gg_action action) {
    const gg_game *g = s->game;
    unsigned verb = gg_verb_of(action);
    bool known = verb > 0 && verb < g->n_verbs &&
                 strchr((const char *)g->nodes[s->turn.node].verbs, (int)verb);
    EXPECT(s, P_LEGAL_TYPED, known, "%s is not of node %s", action_text(s, action),
           g->nodes[s->turn.node].token);
    for (unsigned i = 0; known && i < GG_OPERANDS; i++) {
        unsigned domain = g->verbs[verb].domain[i];
        EXPECT(s, P_LEGAL_TYPED, gg_operand(action, i) < domain_values(g, domain),
               "%s: operand %u outside domain %s", action_text(s, action), i,
               g->domains[domain].token);
    }
}

// Fills s->list; what lies behind max_legal must stay untouched.
static void list_node(suite *s) {
    const gg_game *g = s->game;
    conform_doing = "listing";
    memset(s->list + g->max_legal, 0x77, CANARIES * sizeof(gg_action));
    s->n = gg_legal(g, s->at.table, s->at.state, s->turn.seat, s->list);
    EXPECT(s, P_LEGAL_SHAPE, s->n > 0 && s->n <= g->max_legal, "%u actions, max_legal %u", s->n,
           g->max_legal);
    for (unsigned i = 0; i < CANARIES * sizeof(gg_action); i++)
        if (((unsigned char *)(s->list + g->max_legal))[i] != 0x77) {
            fail(s, P_LEGAL_SHAPE, "wrote past max_legal");
            break;
        }
    if (s->n > g->max_legal) s->n = g->max_legal;
    if (s->n > s->longest_list) s->longest_list = s->n;
    for (uint32_t i = 0; i < s->n; i++) {
        EXPECT(s, P_LEGAL_SHAPE, i == 0 || s->list[i - 1] < s->list[i], "%s does not ascend",
               action_text(s, s->list[i]));
        typed(s, s->list[i]);
    }
}

static void window(suite *s) {
    bool decline = false;
    for (uint32_t i = 0; i < s->n; i++)
        decline |= s->game->verbs[gg_verb_of(s->list[i])].flags & GG_V_DECLINE;
    EXPECT(s, P_WINDOW, decline, "node %s cannot be declined", s->game->nodes[s->turn.node].token);
}

static void pure(suite *s, property p, const char *who) {
    bool same = memcmp(s->at.state, s->a, s->game->state_bytes) == 0;
    EXPECT(s, p, same, "%s wrote to the state", who);
    if (!same) memcpy(s->at.state, s->a, s->game->state_bytes);
    same = memcmp(s->at.table, s->table, s->game->table_bytes) == 0;
    EXPECT(s, p, same, "%s wrote to the table", who);
    if (!same) memcpy(s->at.table, s->table, s->game->table_bytes);
}

// Full probes go first to nodes seldom met.
static bool worth_probing(const suite *s) {
    if (s->probed >= s->size.probed) return false;
    uint64_t share = s->size.probed / s->game->n_nodes;
    return s->probed_at[s->turn.node] < share || s->game_no > s->size.games / 4;
}

static void judge_node(suite *s) {
    list_node(s);
    if (!s->n) return;
    if (s->game->nodes[s->turn.node].flags & GG_N_WINDOW) window(s);
    if (worth_probing(s)) probe_node(s);
    probe_neighbours(s);
    pure(s, P_CHECK_PURE, "check");
}

static void event_in_tables(suite *s, gg_action action, const gg_event *e) {
    const gg_game *g = s->game;
    bool known = e->kind < g->n_events && e->rule > 0 && e->rule < g->n_rules;
    EXPECT(s, P_EVENTS, known, "%s: event kind %u, rule %u", action_text(s, action), e->kind,
           e->rule);
    for (unsigned i = 0; known && i < GG_EVENT_ARGS; i++)
        EXPECT(s, P_EVENTS,
               e->arg[i] == GG_HIDDEN || in_domain(g, g->events[e->kind].domain[i], e->arg[i]),
               "%s: event %s says %d for its argument %c", action_text(s, action),
               g->events[e->kind].token, e->arg[i], 'a' + (int)i);
}

static void after_draft(suite *s, gg_action action, gg_turn next) {
    EXPECT(s, P_DRAFT, next.seat == s->turn.seat, "%s: the turn goes from seat %u to %u",
           action_text(s, action), s->turn.seat, next.seat);
    EXPECT(s, P_DRAFT, !gg_events_reveal(&s->events), "%s reveals", action_text(s, action));
    if (next.seat != s->turn.seat) return;
    EXPECT(s, P_DRAFT, gg_legal(s->game, s->at.table, s->b, next.seat, s->other) > 0,
           "%s leads nowhere", action_text(s, action));
}

static void clock_goes_on(suite *s, gg_action action) {
    const gg_game *g = s->game;
    uint32_t before = g->brain.clock(s->at.table, s->a);
    uint32_t after = g->brain.clock(s->at.table, s->at.state);
    EXPECT(s, P_CLOCK, after >= before, "%u player-turns done, after %s %u", before,
           action_text(s, action), after);
    s->grown += after > before;
    if (!g->brain.until) return;
    uint32_t until = g->brain.until(s->at.table, s->at.state);
    EXPECT(s, P_CLOCK, !until || until >= after,
           "thoughts end at %u player-turns, when %u are done", until, after);
}

// Acts on one copy with events, on the other without; then the walk goes on from there.
static void act(suite *s, gg_action action) {
    const gg_game *g = s->game;
    conform_doing = "acting";
    memcpy(s->b, s->at.state, g->state_bytes);
    memcpy(s->c, s->at.state, g->state_bytes);
    s->events.count = s->events2.count = 0;
    gg_apply(g, s->at.table, s->b, action, &s->events);
    gg_apply(g, s->at.table, s->c, action, NULL);
    EXPECT(s, P_APPLY_SAME, memcmp(s->b, s->c, g->state_bytes) == 0,
           "%s: other bytes without events", action_text(s, action));
    gg_apply(g, s->at.table, s->at.state, action, &s->events2);
    EXPECT(s, P_APPLY_SAME, memcmp(s->b, s->at.state, g->state_bytes) == 0,
           "%s: other bytes on a copy", action_text(s, action));
    size_t told = s->events.count * sizeof(gg_event);
    EXPECT(s, P_APPLY_SAME,
           s->events.count == s->events2.count &&
               memcmp(s->events.event, s->events2.event, told) == 0,
           "%s: other events on a copy", action_text(s, action));
    for (uint32_t i = 0; i < s->events.count; i++) event_in_tables(s, action, &s->events.event[i]);
    if (!s->light) conform_outcome(s, s->a, s->at.state);
    if (g->brain.clock) clock_goes_on(s, action);
    const char *why = unsound(s, s->at.state);
    EXPECT(s, P_SOUND, !why, "after %s: %s", action_text(s, action), why);
    gg_turn next = g->turn(s->at.table, s->at.state);
    s->drafting = gg_is_draft(g, action);
    if (s->drafting) after_draft(s, action, next);
}

// The facts alone, and rubbish behind them: derive() must make the same state.
static void derive(suite *s) {
    const gg_game *g = s->game;
    if (!g->derive) return;
    for (int rubbish = 0; rubbish <= 0xa5; rubbish += 0xa5) {
        memset(s->b, rubbish, g->state_bytes);
        memcpy(s->b, s->at.state, g->facts_bytes);
        g->derive(s->at.table, s->b);
        size_t i = 0;
        while (i < g->state_bytes && s->b[i] == ((unsigned char *)s->at.state)[i]) i++;
        EXPECT(s, P_DERIVE, i == g->state_bytes, "byte %u of the state is not made from the facts",
               (unsigned)i);
    }
}

gg_action walk_choose(suite *s) {
    const gg_game *g = s->game;
    if (s->turn.seat == GG_CHANCE)
        return gg_roll(g, s->at.table, s->at.state, gg_rng_below64(&s->rng, s->turn.tickets));
    if (s->by_brain) {
        gg_plan plan;
        uint32_t steps =
            gg_think(s->thinker, GG_BRAIN_GREEDY, &s->at, s->turn.seat, &s->rng, &plan);
        if (steps) return plan.step[0];
    }
    uint32_t from = gg_rng_below(&s->rng, s->n);
    for (uint32_t i = 0; i < s->n; i++) { // a listed action that is refused was told already
        gg_action action = s->list[(from + i) % s->n];
        if (gg_check(g, s->at.table, s->at.state, s->turn.seat, action, NULL)) return action;
    }
    return GG_NO_ACTION;
}

static void over(suite *s) {
    int half[GG_SEATS_MAX] = {-1, -1, -1, -1}, sum = 0;
    int32_t margin = 0;
    conform_doing = "scoring";
    s->game->score(s->at.table, s->at.state, half, &margin);
    for (int seat = 0; seat < s->game->seats; seat++) {
        EXPECT(s, P_SCORE, half[seat] >= 0 && half[seat] <= 2, "seat %d has %d half-points", seat,
               half[seat]);
        sum += half[seat];
        uint32_t n = gg_legal(s->game, s->at.table, s->at.state, seat, s->other);
        EXPECT(s, P_OTHERS_NOTHING, n == 0, "seat %d has %u actions after the end", seat, n);
        for (unsigned i = 0; i < 16; i++) {
            unsigned node = gg_rng_below(&s->rng, s->game->n_nodes);
            gg_action action = probe_random(s, node);
            EXPECT(s, P_OTHERS_NOTHING,
                   !gg_check(s->game, s->at.table, s->at.state, seat, action, NULL),
                   "%s is legal after the end", action_text(s, action));
        }
    }
    EXPECT(s, P_SCORE, s->game->seats != 2 || sum == 2, "half-points add up to %d", sum);
}

// A share of the nodes that keeps the whole within size.deep, and the first ones of every kind.
static bool worth_a_deep_look(const suite *s) {
    uint64_t games = s->game_no + 1U, expected = s->nodes / games * s->size.games;
    uint64_t every = 1 + expected / (s->size.deep ? s->size.deep : 1);
    return s->visits[s->turn.node] < 100 || s->nodes % every == 0;
}

static void look(suite *s) {
    memcpy(s->a, s->at.state, s->game->state_bytes);
    conform_doing = "looking";
    uint64_t seen = s->visits[s->turn.node]++;
    if (s->step % DERIVE_EVERY == 0) derive(s);
    if (s->light) return;
    conform_look(s);
    if (s->turn.seat < s->game->seats && s->n) conform_plans(s);
    pure(s, P_READS_PURE, "a reader");
    if (seen % QUIET_EVERY == 0) conform_quiet(s);
    if (seen % CORRUPT_EVERY == 0) conform_corrupt(s);
}

static void walk_game(suite *s) {
    const gg_game *g = s->game;
    s->drafting = false;
    gg_position_restart(&s->at);
    const char *why = unsound(s, s->at.state);
    EXPECT(s, P_SOUND, !why, "at set-up: %s", why);
    for (s->step = 0; s->step < g->max_steps; s->step++) {
        s->turn = g->turn(s->at.table, s->at.state);
        s->n = 0;
        memcpy(s->a, s->at.state, g->state_bytes);
        s->light = !worth_a_deep_look(s);
        s->nodes++;
        s->deep_nodes += !s->light;
        if (s->turn.seat == GG_CHANCE)
            conform_chance(s);
        else if (s->turn.seat < g->seats)
            judge_node(s);
        look(s);
        if (s->turn.seat == GG_OVER) break;
        if (s->turn.seat != GG_CHANCE && !s->n) return;
        gg_action action = walk_choose(s);
        if (action == GG_NO_ACTION) return;
        act(s, action);
    }
    s->turn = g->turn(s->at.table, s->at.state);
    EXPECT(s, P_ENDS, s->turn.seat == GG_OVER, "not over after %u actions", g->max_steps);
    if (s->step > s->longest_game) s->longest_game = s->step;
    if (s->turn.seat == GG_OVER) over(s);
}

// Brains assert what is tested here; a game that has failed already is not given to them.
bool fit_for_brains(const suite *s) {
    return !s->tally[P_LEGAL_SHAPE].failed && !s->tally[P_LEGAL_IS_CHECK].failed &&
           !s->tally[P_CHANCE].failed && !s->tally[P_ROLL].failed && !s->tally[P_PLAN].failed &&
           !s->tally[P_SOUND].failed;
}

// Mostly at random; sensible play goes where chance seldom leads.
void conform_walk(suite *s) {
    for (s->game_no = 0; s->game_no < s->size.games; s->game_no++) {
        if (s->game_no % VARIANT_GAMES == 0 && !suite_variant(s, s->game_no / VARIANT_GAMES)) break;
        gg_rng_seed(&s->rng, s->size.seed, s->game_no);
        s->by_brain = s->game_no % BRAIN_GAMES == BRAIN_GAMES - 1 && fit_for_brains(s);
        walk_game(s);
    }
    s->by_brain = s->light = false;
    if (s->game->brain.clock)
        EXPECT(s, P_CLOCK, s->grown, "in %u games no player-turn was done", s->size.games);
}
