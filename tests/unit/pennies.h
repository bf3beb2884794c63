// SPDX-License-Identifier: Apache-2.0
// Uneven pennies: both show head (0) or tail (1) in secret, the first seat before the second inside
// the state. Two heads are won by the first seat, two tails are a draw, anything else it loses.
// Both should show the head once in three games.
#ifndef TESTS_UNIT_PENNIES_H
#define TESTS_UNIT_PENNIES_H

#include "grognard/engine.h"

typedef struct pennies_state {
    gg_flow flow;
    uint8_t shown[2]; // 1 + what; 0: nothing yet
    uint8_t pad[14];
} pennies_state;

enum { PENNIES_SHOW, PENNIES_END };

static bool pennies_check(const void *t, const void *s, int seat, gg_action action,
                          gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    (void)verdict;
    return gg_a(action) < 2;
}

static uint32_t pennies_legal(const void *t, const void *s, int seat, gg_action *out) {
    (void)t;
    (void)s;
    (void)seat;
    for (unsigned i = 0; i < 2; i++) out[i] = gg_act(1, i, 0, 0);
    return 2;
}

static void pennies_play(const void *t, void *state, gg_action action, gg_events *events) {
    pennies_state *s = state;
    unsigned seat = gg_flow_top(&s->flow)->seat;
    (void)t;
    (void)events;
    s->shown[seat] = (uint8_t)(1 + gg_a(action));
    (void)gg_flow_goto(&s->flow, seat ? PENNIES_END : PENNIES_SHOW, seat ? GG_OVER : 1);
}

static gg_turn pennies_turn(const void *t, const void *s) {
    const gg_frame *top = gg_flow_top(&((const pennies_state *)s)->flow);
    (void)t;
    return (gg_turn){.seat = top->seat, .node = top->node};
}

static void pennies_score(const void *t, const void *state, int *half, int32_t *margin) {
    const pennies_state *s = state;
    (void)t;
    half[0] = s->shown[0] != s->shown[1] ? 0 : s->shown[0] == 1 ? 2 : 1;
    half[1] = 2 - half[0];
    *margin = 0;
}

static bool pennies_hides(const pennies_state *s, int viewer) {
    return gg_flow_top(&s->flow)->node == PENNIES_SHOW && viewer == 1 && s->shown[0];
}

static void pennies_redact(const void *t, void *s, int viewer) {
    (void)t;
    if (pennies_hides(s, viewer)) ((pennies_state *)s)->shown[0] = 3;
}

static void pennies_resample(const void *t, void *s, int viewer, gg_rng *rng) {
    (void)t;
    if (pennies_hides(s, viewer))
        ((pennies_state *)s)->shown[0] = (uint8_t)(1 + gg_rng_below(rng, 2));
}

static gg_action pennies_policy(const void *t, const void *s, int seat, gg_rng *rng) {
    (void)t;
    (void)s;
    (void)seat;
    (void)rng;
    return gg_act(1, 0, 0, 0);
}

static const uint8_t pennies_verbs[] = {1, 0};
static const gg_verb pennies_verb[] = {{"", {0}, 0, "", ""},
                                       {"show", {GG_D_NUMBER}, 0, "Montrer", "Show"}};
static const gg_domain pennies_domains[] = {
    {"none", GG_K_NONE, 0, 1, NULL, GG_NEVER_UNSEEN},
    {"number", GG_K_NUMBER, 0, 32767, NULL, GG_NEVER_UNSEEN},
};
static const gg_node pennies_nodes[] = {
    {"show", GG_N_SEALED, pennies_verbs, "", "", "", "", .check = pennies_check,
     .legal = pennies_legal, .play = pennies_play},
    {"end", GG_N_REST, pennies_verbs, "", "", "", "", .check = NULL},
};

static const gg_game pennies = {
    .id = "pennies",
    .seats = 2,
    .table_bytes = 8,
    .state_bytes = sizeof(pennies_state),
    .flow = offsetof(pennies_state, flow),
    .max_legal = 2,
    .domains = pennies_domains,
    .verbs = pennies_verb,
    .nodes = pennies_nodes,
    .n_domains = 2,
    .n_verbs = 2,
    .n_nodes = 2,
    .turn = pennies_turn,
    .score = pennies_score,
    .redact = pennies_redact,
    .resample = pennies_resample,
    .brain = {.policy = pennies_policy, .follow = GG_FOLLOW_POLICY},
};

static void pennies_begin(pennies_state *s) {
    memset(s, 0, sizeof *s);
    (void)gg_flow_call(&s->flow, PENNIES_SHOW, 0);
}

#endif
