// SPDX-License-Identifier: Apache-2.0
// Salvo: the gg_game table, the dispatch by node, and dice. The rules are in the r..c files.
//
// Every chance frame carries its number of dice and the score each needs. One die in six ways: a
// roll of n dice has 6^n tickets whose digits in base 6 are the faces less one, so that outcomes
// and weights follow from those two numbers and the node alone.
#include "salvo.h"

#include "company.h"
#include "names.h"

#include "grognard/tables.inc"

enum { DICE_MAX = 20, SIDES_OF_A_DIE = 6 }; // 6^20 < 2^53

static_assert(GG_COUNT(kind_names) == MOVE_KINDS && GG_COUNT(shape_names) == SHAPES &&
                  GG_COUNT(facing_names) == FACINGS && GG_COUNT(attitude_names) == ATTITUDES &&
                  GG_COUNT(cause_names) == REASONS && GG_COUNT(score_names) == SCORES &&
                  GG_COUNT(deed_names) == DEEDS && GG_COUNT(special_names) == SPECIALS &&
                  GG_COUNT(phase_names) == PHASES && GG_COUNT(part_names) == PARTS &&
                  GG_COUNT(company_names) == COMPANIES && GG_COUNT(slot_names) == UNITS_SIDE,
              "names.h is in the order of salvo.h");

typedef bool check_fn(const sv_table *, const sv_state *, int, gg_action, gg_verdict *);
typedef uint32_t legal_fn(const sv_table *, const sv_state *, int, gg_action *);
typedef void play_fn(const sv_table *, sv_state *, gg_action, gg_events *);

#define DECISION(node, name) [node] = {sv_check_##name, sv_legal_##name, sv_play_##name}
#define DICE(node, name)     [node] = {NULL, NULL, sv_roll_##name}

static const struct {
    check_fn *check;
    legal_fn *legal;
    play_fn *play;
} nodes[NODES] = {
    DECISION(N_SETUP, setup),
    DECISION(N_DEPLOY, deploy),
    DECISION(N_REINFORCE, reinforce),
    DECISION(N_SEQUENCE, sequence),
    DECISION(N_COMMIT, commit),
    DICE(N_AUTHORITY, authority),
    DECISION(N_FIRST, first),
    DECISION(N_TURN, turn),
    DECISION(N_RALLY, rally),
    DICE(N_MORALE, morale),
    DECISION(N_ACT, act),
    DECISION(N_MOVE, move),
    DECISION(N_REACT, react),
    DICE(N_SHOTS, shots),
    DICE(N_REROLLS, rerolls),
    DICE(N_SAVES, saves),
    DICE(N_DAMAGE, damage),
    DICE(N_LOCATIONS, locations),
    DECISION(N_SPLIT, share),
    DECISION(N_MELEE, melee),
    DICE(N_ATTACKS, attacks),
    DICE(N_ATTACK_REROLLS, attack_rerolls),
    DECISION(N_PURSUIT, pursuit),
};

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

extern const gg_game gg_game_salvo;

static bool check(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const gg_frame *frame = top(state);
    GG_REFUSE_IF(frame->seat != seat || !nodes[frame->node].check, NOT_YOUR_TURN,
                 seat >= 0 && seat < SEATS ? seat : 0, 0);
    if (!gg_action_fits(&gg_game_salvo, frame->node, action))
        return sv_refuse_moment(state, action, verdict);
    return nodes[frame->node].check(t, state, seat, action, verdict);
}

static uint32_t legal(const void *t, const void *state, int seat, gg_action *out) {
    const gg_frame *frame = top(state);
    if (frame->seat != seat || !nodes[frame->node].legal) return 0;
    return nodes[frame->node].legal(t, state, seat, out);
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

// k of n dice at or above the score.
static uint32_t successes(int n, int score, gg_outcome *out) {
    uint64_t good = (uint64_t)(7 - score), bad = (uint64_t)(score - 1);
    for (int k = 0; k <= n; k++)
        out[k] = (gg_outcome){gg_act(V_SUCCESSES, (unsigned)k, 0, 0),
                              choose(n, k) * power(good, k) * power(bad, n - k)};
    return (uint32_t)n + 1;
}

// C91: the lowest die counts, so all of them must reach the score.
static uint32_t lowest(int n, int score, gg_outcome *out) {
    uint64_t pass = power((uint64_t)(7 - score), n);
    out[0] = (gg_outcome){gg_act(V_SUCCESSES, 0, 0, 0), six_to[n] - pass};
    out[1] = (gg_outcome){gg_act(V_SUCCESSES, 1, 0, 0), pass};
    return 2;
}

// CH3: 1-2 propulsion, 3-5 hull, 6 weapon.
static uint32_t spread(int n, gg_outcome *out) {
    uint32_t count = 0;
    for (int p = 0; p <= n; p++)
        for (int h = 0; h <= n - p; h++)
            out[count++] =
                (gg_outcome){gg_act(V_LOCATIONS, (unsigned)p, (unsigned)h, (unsigned)(n - p - h)),
                             choose(n, p) * choose(n - p, h) * power(2, p) * power(3, h)};
    return count;
}

static uint32_t chance(const void *t, const void *state, gg_outcome *out) {
    const gg_frame *frame = top(state);
    int n = frame->arg[ARG_DICE], score = frame->arg[ARG_SCORE];
    (void)t;
    switch (frame->node) {
    case N_AUTHORITY:
        for (unsigned pips = 1; pips <= SIDES_OF_A_DIE; pips++)
            out[pips - 1] = (gg_outcome){gg_act(V_ROLL, pips, 0, 0), 1};
        return SIDES_OF_A_DIE;
    case N_MORALE: return lowest(n, score, out);
    case N_LOCATIONS: return spread(n, out);
    default: return successes(n, score, out);
    }
}

static gg_action roll(const void *t, const void *state, uint64_t ticket) {
    const gg_frame *frame = top(state);
    unsigned n = (unsigned)frame->arg[ARG_DICE], need = (unsigned)frame->arg[ARG_SCORE];
    unsigned count[SIDES_OF_A_DIE + 1] = {0}; // by face
    (void)t;
    if (frame->node == N_AUTHORITY) return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
    for (unsigned i = 0; i < n; i++, ticket /= SIDES_OF_A_DIE) count[ticket % SIDES_OF_A_DIE + 1]++;
    if (frame->node == N_LOCATIONS)
        return gg_act(V_LOCATIONS, count[1] + count[2], count[3] + count[4] + count[5], count[6]);
    unsigned good = 0;
    for (unsigned face = need; face <= SIDES_OF_A_DIE; face++) good += count[face];
    if (frame->node == N_MORALE) good = good == n;
    return gg_act(V_SUCCESSES, good, 0, 0);
}

static void apply(const void *t, void *state, gg_action action, gg_events *events) {
    nodes[top(state)->node].play(t, state, action, events);
}

const gg_game gg_game_salvo = {
    GG_TABLES,
    .id = "salvo",
    .fr = "Salve",
    .en = "Salvo",
    .version = 3,
    .listed = 1,
    .table_bytes = sizeof(sv_table),
    .state_bytes = sizeof(sv_state),
    .max_legal = 512,
    .max_steps = 20000,
    .piece_domain = D_PIECE,
    .variants = SV_FACTIONS * SV_FACTIONS,
    .tag_label = L_TAG_SOLID,
    .tag_labels = L_TAG_OBJECTIVE - L_TAG_SOLID + 1,
    .prepare = sv_prepare,
    .setup = sv_setup,
    .turn = turn,
    .check = check,
    .legal = legal,
    .chance = chance,
    .roll = roll,
    .apply = apply,
    .derive = sv_derive,
    .score = sv_score,
    .explain = sv_explain,
    .redact = sv_redact,
    .resample = sv_resample,
    .view = sv_view,
    .cell = sv_cell,
    .overlay = sv_overlay,
    .sound = sv_sound,
    .put = sv_put,
    .name = sv_name,
    .lasting_names = true,
    .drill_word = "sight_tests",
    .drill = sv_drill,
    .tally_word = "activations",
    .tally_event = E_ACTIVATED,
    .vary = sv_vary,
    .list_word = "company",
    .judge_list = sv_judge_company,
    .write_list = sv_company_write,
    .about = sv_about,
    .value = sv_value,
    .policy = sv_policy,
    .plan = sv_plan,
};
