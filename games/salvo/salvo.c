// SPDX-License-Identifier: Apache-2.0
// Salvo: the gg_game table, whose turn it is, dice. The rules are in the r..c files; which of their
// functions a node has, nodes.def says.
//
// Every chance frame carries its number of dice and the score each needs. One die in six ways: a
// roll of n dice has 6^n tickets whose digits in base 6 are the faces less one, so that outcomes
// and weights follow from those two numbers and the node alone.
#include "salvo.h"

#include "company.h"
#include "names.h"

enum { DICE_MAX = 20, SIDES_OF_A_DIE = 6 }; // 6^20 < 2^53

static const uint64_t six_to[DICE_MAX + 1] = {
    UINT64_C(1),
    UINT64_C(6),
    UINT64_C(36),
    UINT64_C(216),
    UINT64_C(1296),
    UINT64_C(7776),
    UINT64_C(46656),
    UINT64_C(279936),
    UINT64_C(1679616),
    UINT64_C(10077696),
    UINT64_C(60466176),
    UINT64_C(362797056),
    UINT64_C(2176782336),
    UINT64_C(13060694016),
    UINT64_C(78364164096),
    UINT64_C(470184984576),
    UINT64_C(2821109907456),
    UINT64_C(16926659444736),
    UINT64_C(101559956668416),
    UINT64_C(609359740010496),
    UINT64_C(3656158440062976),
};

static inline const gg_frame *top(const sv_state *s) {
    return gg_flow_top(&s->f.flow);
}

// ---------------------------------------------------------------------------------------- dice
static uint64_t power(uint64_t base, int n) {
    uint64_t product = 1;
    while (n-- > 0) product *= base;
    return product;
}

static uint64_t choose(int n, int k) {
    uint64_t ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return ways;
}

// How often each face shows in the dice of a ticket.
static void count_faces(const gg_frame *frame, uint64_t ticket, unsigned count[]) {
    for (int i = 0; i < frame->arg[ARG_DICE]; i++, ticket /= SIDES_OF_A_DIE)
        count[ticket % SIDES_OF_A_DIE + 1]++;
}

static unsigned count_good(const gg_frame *frame, uint64_t ticket) {
    unsigned count[SIDES_OF_A_DIE + 1] = {0}, good = 0;
    count_faces(frame, ticket, count);
    for (int face = frame->arg[ARG_SCORE]; face <= SIDES_OF_A_DIE; face++) good += count[face];
    return good;
}

// k of n dice at or above the score.
static uint32_t chance_successes(const void *t, const void *s, gg_outcome *out) {
    int n = top(s)->arg[ARG_DICE], score = top(s)->arg[ARG_SCORE];
    (void)t;
    uint64_t good = (uint64_t)(7 - score), bad = (uint64_t)(score - 1);
    for (int k = 0; k <= n; k++)
        out[k] = (gg_outcome){gg_act(V_SUCCESSES, (unsigned)k, 0, 0),
                              choose(n, k) * power(good, k) * power(bad, n - k)};
    return (uint32_t)n + 1;
}

static gg_action roll_successes(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    return gg_act(V_SUCCESSES, count_good(top(s), ticket), 0, 0);
}

// C91: the lowest die counts, so all of them must reach the score.
static uint32_t chance_lowest(const void *t, const void *s, gg_outcome *out) {
    int n = top(s)->arg[ARG_DICE], score = top(s)->arg[ARG_SCORE];
    (void)t;
    uint64_t pass = power((uint64_t)(7 - score), n);
    out[0] = (gg_outcome){gg_act(V_SUCCESSES, 0, 0, 0), six_to[n] - pass};
    out[1] = (gg_outcome){gg_act(V_SUCCESSES, 1, 0, 0), pass};
    return 2;
}

static gg_action roll_lowest(const void *t, const void *s, uint64_t ticket) {
    unsigned n = (unsigned)top(s)->arg[ARG_DICE];
    (void)t;
    return gg_act(V_SUCCESSES, count_good(top(s), ticket) == n, 0, 0);
}

// CH3: 1-2 propulsion, 3-5 hull, 6 weapon.
uint32_t sv_locations_of(int dice, gg_outcome *out) {
    uint32_t count = 0;
    for (int p = 0; p <= dice; p++) {
        int rest = dice - p;
        uint64_t ways = choose(dice, p) * power(2, p), hulls = 1; // 3^h times rest over h
        for (int h = 0; h <= rest; h++) {
            unsigned weapons = (unsigned)(rest - h);
            out[count++] =
                (gg_outcome){gg_act(V_LOCATIONS, (unsigned)p, (unsigned)h, weapons), ways * hulls};
            hulls = hulls * 3 * weapons / (unsigned)(h + 1);
        }
    }
    return count;
}

static uint32_t chance_locations(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    return sv_locations_of(top(s)->arg[ARG_DICE], out);
}

static gg_action roll_locations(const void *t, const void *s, uint64_t ticket) {
    unsigned count[SIDES_OF_A_DIE + 1] = {0};
    (void)t;
    count_faces(top(s), ticket, count);
    return gg_act(V_LOCATIONS, count[1] + count[2], count[3] + count[4] + count[5], count[6]);
}

static uint32_t chance_authority(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned pips = 1; pips <= SIDES_OF_A_DIE; pips++)
        out[pips - 1] = (gg_outcome){gg_act(V_ROLL, pips, 0, 0), 1};
    return SIDES_OF_A_DIE;
}

static gg_action roll_authority(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
}

#include "grognard/tables.inc"

#define GG_FEATURE_NAMES feature_names
#include "grognard/features.inc"

static_assert(GG_COUNT(kind_names) == MOVE_KINDS && GG_COUNT(shape_names) == SHAPES &&
                  GG_COUNT(facing_names) == FACINGS && GG_COUNT(attitude_names) == ATTITUDES &&
                  GG_COUNT(cause_names) == REASONS && GG_COUNT(score_names) == SCORES &&
                  GG_COUNT(deed_names) == DEEDS && GG_COUNT(special_names) == SPECIALS &&
                  GG_COUNT(phase_names) == PHASES && GG_COUNT(part_names) == PARTS &&
                  GG_COUNT(company_names) == COMPANIES && GG_COUNT(slot_names) == UNITS_SIDE,
              "names.h is in the order of salvo.h");

// ----------------------------------------------------------------------------------- the table
static gg_turn turn(const void *t, const void *state) {
    const gg_frame *frame = top(state);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    (void)t;
    if (game_nodes[frame->node].flags & GG_N_CHANCE) {
        GG_ASSERT(frame->arg[ARG_DICE] > 0 && frame->arg[ARG_DICE] <= DICE_MAX);
        turn.seat = GG_CHANCE;
        turn.dice = (uint8_t)frame->arg[ARG_DICE];
        turn.tickets = six_to[turn.dice];
    }
    return turn;
}

static bool stray(const void *t, const void *s, int seat, gg_action action, gg_verdict *verdict) {
    (void)t;
    (void)seat;
    return sv_refuse_moment(s, action, verdict);
}

const gg_game gg_game_salvo = {
    GG_TABLES,
    .id = "salvo",
    .fr = "Salve",
    .en = "Salvo",
    .version = 6,
    .listed = 1,
    .table_bytes = sizeof(sv_table),
    .state_bytes = sizeof(sv_state),
    .max_legal = 512,
    .max_steps = 20000,
    .piece_domain = D_PIECE,
    .final_fr = "La cible est indiquée : le choix ne change plus (C51), l'unité tire (C52).",
    .final_en = "The target is named: the choice cannot be changed (C51), the unit shoots (C52).",
    .tag_label = L_TAG_SOLID,
    .tag_labels = L_TAG_OBJECTIVE - L_TAG_SOLID + 1,
    .prepare = sv_prepare,
    .setup = sv_setup,
    .turn = turn,
    .stray = stray,
    .derive = sv_derive,
    .score = sv_score,
    .redact = sv_redact,
    .resample = sv_resample,
    .sound = sv_sound,
    .put = sv_put,
    .show = {.view = sv_view,
             .cell = sv_cell,
             .overlay = sv_overlay,
             .explain = sv_explain,
             .outcome = sv_outcome,
             .name = sv_name,
             .facts = sv_facts,
             .about = sv_about},
    .brain = {.value = sv_value,
              .features = sv_features,
              .feature_names = feature_names,
              .weights = &sv_weights,
              .appeal = sv_appeal,
              .zero_sum = 1,
              .clock = sv_clock,
              .until = sv_until,
              .wide = GG_WIDEST,
              .policy = sv_policy,
              .follow = GG_FOLLOW_POLICY,
              .about = sv_at_issue,
              .errs = 50,
              .plan = sv_plan,
              .draw = sv_draw,
              .worlds = sv_worlds,
              .shift = sv_shift,
              .focus = sv_focus,
              .courses = sv_courses},
    .own = {.text = sv_scenario_texts, .judge = sv_judge_setting},
    .lists = {.word = "company",
              .judge = sv_judge_company,
              .write = sv_company_write,
              .form = &sv_company_form,
              .item = sv_catalogue,
              .sums = sv_sum_company,
              .ready = sv_ready_company},
};
