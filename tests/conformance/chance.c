// SPDX-License-Identifier: Apache-2.0
// Chance as a seat: the outcomes and their weights on one side, the outcome of each ticket on the
// other, must be the same distribution to the last ticket.
#include <string.h>

#include "conform.h"

enum { ALL_TICKETS = 50000, EXHAUST_NODES = 300, TICKET_SAMPLES = 64 };
#define TICKETS_MAX (UINT64_C(1) << 53)

static int place_of(const suite *s, uint32_t n, gg_action action) {
    for (uint32_t i = 0; i < n; i++)
        if (s->outcomes[i].action == action) return (int)i;
    return -1;
}

static void outcome(suite *s, uint32_t i) {
    const gg_game *g = s->game;
    const gg_outcome *o = &s->outcomes[i];
    unsigned verb = gg_verb_of(o->action);
    bool own = verb > 0 && verb < g->n_verbs &&
               strchr((const char *)g->nodes[s->turn.node].verbs, (int)verb);
    EXPECT(s, P_CHANCE, own, "outcome %s is not of the node", action_text(s, o->action));
    EXPECT(s, P_CHANCE, o->weight > 0, "outcome %s has no weight", action_text(s, o->action));
    EXPECT(s, P_CHANCE, i == 0 || s->outcomes[i - 1].action < o->action, "%s does not ascend",
           action_text(s, o->action));
    for (unsigned k = 0; own && k < GG_OPERANDS; k++)
        EXPECT(s, P_CHANCE, gg_operand(o->action, k) < domain_values(g, g->verbs[verb].domain[k]),
               "outcome %s: operand %u outside its domain", action_text(s, o->action), k);
    for (int seat = 0; seat < g->seats; seat++)
        EXPECT(s, P_OTHERS_NOTHING, !gg_check(g, s->at.table, s->at.state, seat, o->action, NULL),
               "seat %d may choose the outcome %s", seat, action_text(s, o->action));
}

static void every_ticket(suite *s, uint32_t n) {
    memset(s->weights, 0, n * sizeof *s->weights);
    for (uint64_t ticket = 0; ticket < s->turn.tickets; ticket++) {
        gg_action action = gg_roll(s->game, s->at.table, s->at.state, ticket);
        int place = place_of(s, n, action);
        EXPECT(s, P_ROLL, place >= 0, "ticket %llu gives %s, which is no outcome",
               (unsigned long long)ticket, action_text(s, action));
        if (place >= 0) s->weights[place]++;
    }
    for (uint32_t i = 0; i < n; i++)
        EXPECT(s, P_ROLL, s->weights[i] == s->outcomes[i].weight,
               "%s: weight %llu, but %llu tickets", action_text(s, s->outcomes[i].action),
               (unsigned long long)s->outcomes[i].weight, (unsigned long long)s->weights[i]);
}

static void some_tickets(suite *s, uint32_t n) {
    for (unsigned i = 0; i < TICKET_SAMPLES; i++) {
        uint64_t ticket = i == 0   ? 0
                          : i == 1 ? s->turn.tickets - 1
                                   : gg_rng_below64(&s->rng, s->turn.tickets);
        gg_action action = gg_roll(s->game, s->at.table, s->at.state, ticket);
        EXPECT(s, P_ROLL, place_of(s, n, action) >= 0, "ticket %llu gives %s, which is no outcome",
               (unsigned long long)ticket, action_text(s, action));
    }
}

static void dice(suite *s) {
    uint64_t tickets = 1;
    for (unsigned i = 0; i < s->turn.dice; i++) tickets *= 6;
    EXPECT(s, P_CHANCE, s->turn.dice <= 20 && tickets == s->turn.tickets,
           "%u dice and %llu tickets", s->turn.dice, (unsigned long long)s->turn.tickets);
}

void conform_chance(suite *s) {
    const gg_game *g = s->game;
    conform_doing = "rolling";
    EXPECT(s, P_CHANCE, g->nodes[s->turn.node].flags & GG_N_CHANCE, "node %s is not for chance",
           g->nodes[s->turn.node].token);
    EXPECT(s, P_CHANCE, s->turn.tickets >= 1 && s->turn.tickets <= TICKETS_MAX, "%llu tickets",
           (unsigned long long)s->turn.tickets);
    if (s->turn.dice) dice(s);
    uint32_t n = gg_chance(g, s->at.table, s->at.state, s->outcomes);
    EXPECT(s, P_CHANCE, n >= 1 && n <= GG_OUTCOMES_MAX, "%u outcomes", n);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        outcome(s, i);
        sum += s->outcomes[i].weight;
    }
    EXPECT(s, P_CHANCE, sum == s->turn.tickets, "weights add up to %llu of %llu tickets",
           (unsigned long long)sum, (unsigned long long)s->turn.tickets);
    bool all =
        s->turn.tickets <= 64 || (s->turn.tickets <= ALL_TICKETS && s->exhausted++ < EXHAUST_NODES);
    if (all)
        every_ticket(s, n);
    else
        some_tickets(s, n);
    for (int seat = 0; seat < g->seats; seat++) {
        uint32_t listed_out = gg_legal(g, s->at.table, s->at.state, seat, s->other);
        EXPECT(s, P_OTHERS_NOTHING, listed_out == 0, "seat %d has a list while dice roll", seat);
    }
    conform_focus(s, n);
    conform_courses(s);
}
