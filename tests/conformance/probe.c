// SPDX-License-Identifier: Apache-2.0
// The judge, asked about everything: at some nodes every operand value of every verb of the node
// (legal == check), elsewhere each legal action with one operand changed; and always what must be
// refused: verbs of other nodes, other seats, words that are no action at all.
//
// A game on a plane lists what plan() proposes, so there the list is only a part of what is
// allowed.
#include <string.h>

#include "conform.h"

enum {
    PROBE_MAX = 850000,
    PLANE_MAX = 20000,
    VERB_SAMPLES = 4000,
    FOREIGN_MAX = 256,
    NEIGHBOURS_OF = 24,
    FEW = 48
};

bool listed(const gg_action *list, uint32_t n, gg_action action) {
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && list[low] == action;
}

static bool on_a_plane(const gg_game *game) {
    for (unsigned i = 0; i < game->n_surfaces; i++)
        if (game->surfaces[i].shape == GG_PLANE) return true;
    return false;
}

static void judge_refusal(suite *s, gg_action action, const gg_verdict *v) {
    const gg_game *g = s->game;
    bool known = v->refusal > 0 && v->refusal < g->n_refusals;
    EXPECT(s, P_REFUSAL, known, "%s: refusal number %u", action_text(s, action), v->refusal);
    if (!known) return;
    const gg_refusal *r = &g->refusals[v->refusal];
    bool rule = r->rule > 0 && r->rule < g->n_rules && g->rules[r->rule].id[0];
    EXPECT(s, P_REFUSAL, rule, "refusal %s cites no rule", r->token);
    for (unsigned i = 0; i < GG_VERDICT_ARGS; i++)
        EXPECT(s, P_REFUSAL, v->arg[i] == GG_HIDDEN || in_domain(g, r->domain[i], v->arg[i]),
               "%s: %s says %d for its argument %c of domain %s", action_text(s, action), r->token,
               v->arg[i], 'a' + (int)i, g->domains[r->domain[i]].token);
}

// The same question twice: a verdict asked for must not change the answer.
static bool ask(suite *s, int seat, gg_action action) {
    gg_verdict v = {0xffff, {0x5a5a, 0x5a5a, 0x5a5a, 0x5a5a}};
    bool bare = gg_check(s->game, s->at.table, s->at.state, seat, action, NULL);
    bool told = gg_check(s->game, s->at.table, s->at.state, seat, action, &v);
    EXPECT(s, P_VERDICT_AGREES, bare == told, "%s: %s without a verdict, %s with one",
           action_text(s, action), bare ? "legal" : "refused", told ? "legal" : "refused");
    if (!told && (unsigned)seat < s->game->seats) judge_refusal(s, action, &v);
    return told;
}

static void compare(suite *s, gg_action action) {
    bool allowed = ask(s, s->turn.seat, action), in = listed(s->list, s->n, action);
    s->tally[P_LEGAL_IS_CHECK].cases++;
    if (allowed == in || (allowed && on_a_plane(s->game))) return;
    fail(s, P_LEGAL_IS_CHECK, "%s is %s", action_text(s, action),
         in ? "listed, and refused" : "allowed, and not listed");
}

// A random value of an operand, now and then one just past the end.
static unsigned any_value(suite *s, unsigned domain) {
    unsigned values = domain_values(s->game, domain);
    if (domain != GG_D_NONE && gg_rng_below(&s->rng, 16) == 0) values += 2;
    return gg_rng_below(&s->rng, values) & GG_OPERAND_MAX;
}

static gg_action any_of_verb(suite *s, unsigned verb) {
    const uint8_t *domain = s->game->verbs[verb].domain;
    unsigned a = any_value(s, domain[0]);
    unsigned b = any_value(s, domain[1]);
    unsigned c = any_value(s, domain[2]);
    return gg_act(verb, a, b, c);
}

// A verb of the node; of any node when it has none (the end).
gg_action probe_random(suite *s, unsigned node) {
    const uint8_t *verbs = s->game->nodes[node].verbs;
    uint32_t n = (uint32_t)strlen((const char *)verbs);
    if (n) return any_of_verb(s, verbs[gg_rng_below(&s->rng, n)]);
    return any_of_verb(s, 1 + gg_rng_below(&s->rng, s->game->n_verbs - 1U));
}

static uint64_t verb_values(const gg_game *game, unsigned verb) {
    uint64_t product = 1;
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        product *= domain_values(game, game->verbs[verb].domain[i]);
    return product;
}

// Every value, and for each operand the first one past its end (an operand the verb does not have
// must be zero).
static void every_value(suite *s, unsigned verb) {
    const uint8_t *domain = s->game->verbs[verb].domain;
    unsigned ends[GG_OPERANDS];
    for (unsigned i = 0; i < GG_OPERANDS; i++) ends[i] = domain_values(s->game, domain[i]);
    for (unsigned a = 0; a < ends[0]; a++)
        for (unsigned b = 0; b < ends[1]; b++)
            for (unsigned c = 0; c < ends[2]; c++) compare(s, gg_act(verb, a, b, c));
    if (ends[0] <= GG_OPERAND_MAX) compare(s, gg_act(verb, ends[0], 0, 0));
    if (ends[1] <= GG_OPERAND_MAX) compare(s, gg_act(verb, 0, ends[1], 0));
    if (ends[2] <= GG_OPERAND_MAX) compare(s, gg_act(verb, 0, 0, ends[2]));
}

static void foreign_verb(suite *s, unsigned verb) {
    bool all = verb_values(s->game, verb) <= FOREIGN_MAX;
    for (unsigned i = 0; i < (all || s->light ? 4U : FEW); i++) {
        gg_action action = any_of_verb(s, verb);
        EXPECT(s, P_FOREIGN_VERBS, !ask(s, s->turn.seat, action), "%s is not of node %s, and legal",
               action_text(s, action), s->game->nodes[s->turn.node].token);
    }
}

// Verbs the node does not have, and words that are no action: bits above 53, verb 0, no such verb.
static void strangers(suite *s) {
    const uint8_t *own = s->game->nodes[s->turn.node].verbs;
    unsigned some = 1 + gg_rng_below(&s->rng, s->game->n_verbs - 1U);
    for (unsigned verb = 1; verb < s->game->n_verbs; verb++)
        if (!strchr((const char *)own, (int)verb) && (!s->light || verb == some))
            foreign_verb(s, verb);
    for (unsigned i = 0; i < (s->light ? 4U : FEW); i++) {
        gg_action action = i == 0 ? 0 : gg_rng_u64(&s->rng) >> gg_rng_below(&s->rng, 40);
        if (listed(s->list, s->n, action)) continue;
        bool known = action >> 45 > 0 && action >> 45 < s->game->n_verbs;
        if (known && on_a_plane(s->game)) continue; // it may well be a placement
        EXPECT(s, P_FOREIGN_VERBS, !ask(s, s->turn.seat, action), "raw %#llx is legal",
               (unsigned long long)action);
    }
    gg_action high = s->list[gg_rng_below(&s->rng, s->n)] | UINT64_C(1) << 53;
    EXPECT(s, P_FOREIGN_VERBS, !ask(s, s->turn.seat, high), "bits above 53 are overlooked");
}

static void others(suite *s) {
    static const int odd[] = {GG_CHANCE, GG_OVER, GG_PUBLIC, GG_UMPIRE, GG_NOBODY, -1, 4};
    enum { ODD = sizeof odd / sizeof odd[0] };
    for (int i = 0; i < s->game->seats + ODD; i++) {
        int seat = i < s->game->seats ? i : odd[i - s->game->seats];
        if (seat == s->turn.seat) continue;
        uint32_t n = gg_legal(s->game, s->at.table, s->at.state, seat, s->other);
        EXPECT(s, P_OTHERS_NOTHING, n == 0, "seat %d has %u actions out of turn", seat, n);
        for (unsigned k = 0; k < 4; k++) {
            gg_action action =
                k < 2 ? s->list[gg_rng_below(&s->rng, s->n)] : probe_random(s, s->turn.node);
            EXPECT(s, P_OTHERS_NOTHING, !ask(s, seat, action), "seat %d may %s out of turn", seat,
                   action_text(s, action));
        }
    }
}

static gg_action changed(gg_action action, unsigned operand, unsigned value) {
    unsigned shift = 30 - 15 * operand;
    return (action & ~((gg_action)GG_OPERAND_MAX << shift)) | (gg_action)value << shift;
}

static void operand_changed(suite *s, gg_action action, unsigned operand) {
    unsigned domain = s->game->verbs[gg_verb_of(action)].domain[operand];
    unsigned values = domain_values(s->game, domain), old = gg_operand(action, operand);
    if (values <= FEW && !s->light) {
        for (unsigned v = 0; v <= values; v++) compare(s, changed(action, operand, v));
        return;
    }
    unsigned few[8] = {0, 1, old - 1, old + 1, old + 2, values - 1, values, GG_OPERAND_MAX};
    for (unsigned i = 0; i < 8; i++) compare(s, changed(action, operand, few[i] & GG_OPERAND_MAX));
    for (unsigned i = 0; i < 8; i++)
        compare(s, changed(action, operand, gg_rng_below(&s->rng, values)));
}

// One question at a time: a write that the next question takes back is a write.
static void watched(suite *s, gg_action action) {
    gg_verdict v = {0, {0}};
    for (int i = 0; i < 2; i++) {
        gg_check(s->game, s->at.table, s->at.state, s->turn.seat, action, i ? &v : NULL);
        bool same = memcmp(s->at.state, s->a, s->game->state_bytes) == 0;
        EXPECT(s, P_CHECK_PURE, same, "check wrote to the state when asked about %s",
               action_text(s, action));
        if (!same) memcpy(s->at.state, s->a, s->game->state_bytes);
    }
}

void probe_neighbours(suite *s) {
    conform_doing = "probing neighbours of legal actions";
    uint32_t most = s->light ? 2 : NEIGHBOURS_OF, count = s->n < most ? s->n : most;
    for (uint32_t i = 0; i < count; i++) {
        gg_action action = s->list[s->n <= most ? i : gg_rng_below(&s->rng, s->n)];
        compare(s, action);
        watched(s, action);
        watched(s, probe_random(s, s->turn.node));
        for (unsigned operand = 0; operand < GG_OPERANDS; operand++)
            operand_changed(s, action, operand);
    }
    others(s);
    strangers(s);
}

void probe_node(suite *s) {
    conform_doing = "probing every operand value";
    uint64_t room = on_a_plane(s->game) ? PLANE_MAX : PROBE_MAX; // placements are too many
    for (const uint8_t *verb = s->game->nodes[s->turn.node].verbs; *verb; verb++) {
        uint64_t values = verb_values(s->game, *verb);
        if (values <= room) {
            every_value(s, *verb);
            room -= values;
        } else { // too many: neighbours are probed anyway, and some at random
            for (unsigned i = 0; i < VERB_SAMPLES; i++) compare(s, any_of_verb(s, *verb));
        }
    }
    for (uint32_t i = 0; i < s->n; i++) compare(s, s->list[i]);
    s->probed++;
    s->probed_at[s->turn.node]++;
}
