// SPDX-License-Identifier: Apache-2.0
// Bautzen 1945: the gg_game table, whose turn it is, the die. The rules are in the r..c files;
// which of their functions a node has, nodes.def says.
#include "bautzen.h"

#include "names.h"
#include "scenarios.h"

// Every chance node of Bautzen is one die.
static uint32_t chance_d6(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned pips = 1; pips <= 6; pips++)
        out[pips - 1] = (gg_outcome){gg_act(V_ROLL, pips, 0, 0), 1};
    return 6;
}

static gg_action roll_d6(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
}

#include "grognard/tables.inc"

#define GG_FEATURE_NAMES feature_names
#include "grognard/features.inc"

static gg_turn turn(const void *t, const void *state) {
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    (void)t;
    if (game_nodes[frame->node].chance) {
        turn.seat = GG_CHANCE;
        turn.dice = 1;
        turn.tickets = 6;
    }
    return turn;
}

const gg_game gg_game_bautzen = {
    GG_TABLES,
    .id = "bautzen",
    .fr = "Bautzen 1945",
    .en = "Bautzen 1945",
    .version = 5, // 5: `intro` is won by points, BH16g, see changes/bautzen-5.md
    .listed = 1,
    .table_bytes = sizeof(bz_table),
    .state_bytes = sizeof(bz_state),
    .max_legal = 512,
    .max_steps = 20000,
    .piece_domain = D_UNIT,
    .edge_label = L_ROAD,
    .edge_labels = L_RIVER - L_ROAD + 1,
    .tag_label = L_TAG_VILLAGE,
    .tag_labels = L_TAG_OUTSIDE - L_TAG_VILLAGE + 1,
    .prepare = bz_prepare,
    .setup = bz_setup,
    .turn = turn,
    .stray = bz_stray,
    .derive = bz_derive,
    .score = bz_score,
    .redact = bz_redact,
    .resample = bz_resample,
    .sound = bz_sound,
    .put = bz_put,
    .show = {.view = bz_view,
             .cell = bz_cell,
             .overlay = bz_overlay,
             .explain = bz_explain,
             .outcome = bz_outcome},
    .own = {.text = bz_scenario_texts, .judge = bz_judge_setting},
    .brain = {.value = bz_value,
              .features = bz_features,
              .feature_names = feature_names,
              .weights = &bz_weights,
              .appeal = bz_appeal,
              .zero_sum = 1,
              .clock = bz_clock,
              .until = bz_until,
              .policy = bz_policy,
              .follow = GG_FOLLOW_POLICY,
              .lean = 45,
              .effort = bz_effort,
              .temper = bz_temper,
              .tempers = BZ_TEMPERS,
              .lines = UINT64_C(1) << N_MOVE | UINT64_C(1) << N_COMBAT,
              .errs = 90,
              .grasps = 10,
              .plan = bz_plan,
              .draw = bz_draw,
              .reply = bz_reply,
              .worlds = bz_worlds,
              .shift = bz_shift},
};
