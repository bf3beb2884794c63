// SPDX-License-Identifier: Apache-2.0
// Bautzen 1945: the gg_game table and the dispatch by node. The rules are in the r..c files.
#include "bautzen.h"

#include "names.h"

#include "grognard/tables.inc"

typedef bool check_fn(const bz_table *, const bz_state *, int, gg_action, gg_verdict *);
typedef uint32_t legal_fn(const bz_table *, const bz_state *, int, gg_action *);
typedef void play_fn(const bz_table *, bz_state *, gg_action, gg_events *);
typedef void roll_fn(const bz_table *, bz_state *, int, gg_events *);

#define DECISION(node, name) [node] = {bz_check_##name, bz_legal_##name, bz_play_##name, NULL}
#define DIE(node, name)      [node] = {NULL, NULL, NULL, bz_roll_##name}

static const struct {
    check_fn *check;
    legal_fn *legal;
    play_fn *play;
    roll_fn *roll;
} nodes[NODES] = {
    DECISION(N_SETUP, setup),       DECISION(N_PLACE, place),     DIE(N_CL_ROLL, columns),
    DECISION(N_CL_PLACE, cl_place), DIE(N_REINFORCE, reinforce),  DECISION(N_RELEASE, release),
    DECISION(N_MOVE, move),         DECISION(N_STEP, step),       DECISION(N_EXFIL, exfil),
    DIE(N_EXFIL_DIE, exfil),        DECISION(N_COMBAT, combat),   DECISION(N_ATTACK, attack),
    DECISION(N_DEFENCE, defence),   DECISION(N_COMMIT, commit),   DIE(N_DIE, combat),
    DIE(N_CL_DIE, capture),         DECISION(N_SPLIT, split),     DECISION(N_LOSS, loss),
    DECISION(N_RETREAT, retreat),   DECISION(N_ADVANCE, advance),
};

static gg_turn turn(const void *t, const void *state) {
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    (void)t;
    if (nodes[frame->node].roll) {
        turn.seat = GG_CHANCE;
        turn.dice = 1;
        turn.tickets = 6;
    }
    return turn;
}

extern const gg_game gg_game_bautzen;

static bool check(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    GG_REFUSE_IF(frame->seat != seat || !nodes[frame->node].check, NOT_YOUR_TURN,
                 seat >= 0 && seat < SEATS ? seat : 0, 0);
    GG_REFUSE_IF(!gg_action_fits(&gg_game_bautzen, frame->node, action), NOT_HERE, 0, 0);
    return nodes[frame->node].check(t, s, seat, action, verdict);
}

static uint32_t legal(const void *t, const void *state, int seat, gg_action *out) {
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->seat != seat || !nodes[frame->node].legal) return 0;
    return nodes[frame->node].legal(t, s, seat, out);
}

static uint32_t chance(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned pips = 1; pips <= 6; pips++)
        out[pips - 1] = (gg_outcome){gg_act(V_ROLL, pips, 0, 0), 1};
    return 6;
}

static gg_action roll(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
}

static void apply(const void *t, void *state, gg_action action, gg_events *events) {
    bz_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    if (nodes[node].roll)
        nodes[node].roll(t, s, gg_a(action), events);
    else
        nodes[node].play(t, s, action, events);
}

const gg_game gg_game_bautzen = {
    GG_TABLES,
    .id = "bautzen",
    .fr = "Bautzen 1945",
    .en = "Bautzen 1945",
    .version = 2, // 2: BR16 and BH11g, see changes/bautzen-2.md
    .listed = 1,
    .table_bytes = sizeof(bz_table),
    .state_bytes = sizeof(bz_state),
    .max_legal = 512,
    .max_steps = 20000,
    .piece_domain = D_UNIT,
    .edge_label = L_ROAD,
    .edge_labels = L_RIVER - L_ROAD + 1,
    .tag_label = L_TAG_VILLAGE,
    .tag_labels = L_TAG_VP - L_TAG_VILLAGE + 1,
    .prepare = bz_prepare,
    .setup = bz_setup,
    .turn = turn,
    .check = check,
    .legal = legal,
    .chance = chance,
    .roll = roll,
    .apply = apply,
    .derive = bz_derive,
    .score = bz_score,
    .explain = bz_explain,
    .redact = bz_redact,
    .resample = bz_resample,
    .view = bz_view,
    .cell = bz_cell,
    .overlay = bz_overlay,
    .sound = bz_sound,
    .put = bz_put,
    .value = bz_value,
    .policy = bz_policy,
    .plan = bz_plan,
};
