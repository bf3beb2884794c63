// SPDX-License-Identifier: Apache-2.0
// Corridors: the gg_game table, whose turn it is, dice and draws. The rules are in the r..c files;
// which of their functions a node has, nodes.def says.
#include "corridors.h"

typedef uint64_t pool_fn(const co_table *, const co_state *);

// What a chance node draws from, or how many dice fall.
enum { DICE_SUPPLY = 9 };

static uint64_t pool_deck(const co_table *t, const co_state *s) {
    (void)t;
    return s->at[gg_flow_top(&s->f.flow)->seat][DECK];
}

static uint64_t pool_muster(const co_table *t, const co_state *s) {
    (void)t;
    return s->at[gg_flow_top(&s->f.flow)->seat][OUT];
}

static const struct {
    int dice;
    pool_fn *pool;
} chances[NODES] = {
    [N_MUSTER] = {0, pool_muster},    [N_PARITY] = {1, NULL},       [N_INITIATIVE] = {1, NULL},
    [N_SUPPLY] = {DICE_SUPPLY, NULL}, [N_DRAW] = {0, pool_deck},    [N_RECRUIT_DIE] = {1, NULL},
    [N_EVENT_DIE] = {1, NULL},        [N_SHOT] = {2, NULL},         [N_RECON_DIE] = {1, NULL},
    [N_FOUND] = {0, co_pool_found},   [N_AREA] = {0, co_pool_area}, [N_CLEAR_DIE] = {1, NULL},
};

static int dice_at(const co_table *t, const co_state *s, unsigned node) {
    return chances[node].dice == DICE_SUPPLY ? co_supply_dice(t, s) : chances[node].dice;
}

static unsigned terrain_left(const co_state *s) {
    unsigned left = 0;
    for (int k = 0; k < CO_ZONE_TERRAINS; k++) left += s->f.terrain_left[k];
    return left;
}

// Camouflage nets (AT08) leave fewer cards to find than lie hidden there: how many must not show in
// the number of tickets. 27720 can be shared equally among any number up to 12.
enum { FOUND_TICKETS = 27720 };

static uint32_t chance_dice(const void *t, const void *s, gg_outcome *out) {
    uint64_t weight[19] = {0};
    int dice = dice_at(t, s, gg_flow_top(&((const co_state *)s)->f.flow)->node);
    for (int a = 1; a <= 6; a++)
        for (int b = dice > 1 ? 1 : 0; b <= (dice > 1 ? 6 : 0); b++)
            for (int c = dice > 2 ? 1 : 0; c <= (dice > 2 ? 6 : 0); c++) weight[a + b + c]++;
    for (int sum = dice; sum <= 6 * dice; sum++)
        out[sum - dice] = (gg_outcome){gg_act(V_ROLL, (unsigned)sum, 0, 0), weight[sum]};
    return (uint32_t)(5 * dice + 1);
}

static gg_action roll_dice(const void *t, const void *s, uint64_t ticket) {
    unsigned sum = 0;
    for (int die = dice_at(t, s, gg_flow_top(&((const co_state *)s)->f.flow)->node); die;
         die--, ticket /= 6)
        sum += (unsigned)(ticket % 6) + 1;
    return gg_act(V_ROLL, sum, 0, 0);
}

// Copies of one card in a deck or a hand are the same draw; lying on the board they are not.
static bool merges(unsigned node) {
    return node == N_DRAW || node == N_MUSTER;
}

static int pool_seat(const co_state *s) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    return merges(frame->node) ? frame->seat : co_enemy(s->f.active);
}

static uint32_t chance_pool(const void *table, const void *state, gg_outcome *out) {
    const co_table *t = table;
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    uint32_t count = 0;
    int seat = pool_seat(s);
    const uint64_t all = chances[node].pool(t, s);
    for (uint64_t pool = all; pool;) {
        int piece = co_take(seat, &pool);
        uint64_t weight = node == N_FOUND ? FOUND_TICKETS / (unsigned)co_count(all) : 1;
        while (merges(node) && pool &&
               t->card[seat * CARDS + __builtin_ctzll(pool)] == t->card[piece]) {
            pool &= pool - 1;
            weight++;
        }
        out[count++] = (gg_outcome){gg_act(V_DRAW, (unsigned)piece, 0, 0), weight};
    }
    return count;
}

// Tickets are dealt to the outcomes in their order.
static gg_action by_weight(const gg_outcome *out, uint64_t ticket) {
    while (ticket >= out->weight) ticket -= out++->weight;
    return out->action;
}

static gg_action roll_pool(const void *t, const void *s, uint64_t ticket) {
    gg_outcome out[CARDS];
    chance_pool(t, s, out);
    return by_weight(out, ticket);
}

static uint32_t chance_terrain(const void *t, const void *state, gg_outcome *out) {
    const co_state *s = state;
    uint32_t count = 0;
    (void)t;
    for (unsigned k = 0; k < CO_ZONE_TERRAINS; k++)
        if (s->f.terrain_left[k])
            out[count++] = (gg_outcome){gg_act(V_DEAL, k, 0, 0), s->f.terrain_left[k]};
    return count;
}

static gg_action roll_terrain(const void *t, const void *s, uint64_t ticket) {
    gg_outcome out[CO_ZONE_TERRAINS];
    chance_terrain(t, s, out);
    return by_weight(out, ticket);
}

#include "grognard/tables.inc"

#define GG_FEATURE_NAMES feature_names
#include "grognard/features.inc"

static gg_turn turn(const void *t, const void *state) {
    static const uint16_t tickets[] = {1, 6, 36, 216};
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    if (frame->node == N_OVER) {
        turn.seat = GG_OVER;
    } else if (game_nodes[frame->node].chance) {
        turn.seat = GG_CHANCE;
        turn.dice = (uint8_t)dice_at(t, s, frame->node);
        if (turn.dice)
            turn.tickets = tickets[turn.dice];
        else if (frame->node == N_FOUND)
            turn.tickets = FOUND_TICKETS;
        else if (chances[frame->node].pool)
            turn.tickets = (uint64_t)co_count(chances[frame->node].pool(t, s));
        else
            turn.tickets = terrain_left(s);
    }
    return turn;
}

static bool knows(unsigned node, unsigned verb) {
    const uint8_t *known = game_nodes[node].verbs;
    while (*known && *known != verb) known++;
    return verb && *known == verb;
}

// The phase in which the verb is at home, PHASE_SETUP when none or several have it. AIR comes last:
// it knows recon and strikes only to explain them (A78).
static int phase_of_verb(unsigned verb) {
    static const struct {
        uint8_t node, phase;
    } home[] = {{N_REINFORCE, PHASE_REINFORCE}, {N_RECON, PHASE_RECON}, {N_BOMBARD, PHASE_BOMBARD},
                {N_MANOEUVRE, PHASE_MANOEUVRE}, {N_AIR, PHASE_AIR},     {N_SORTIE, PHASE_AIR}};
    bool many = verb == V_END || verb == V_WITH;
    for (unsigned i = 0; !many && i < sizeof home / sizeof *home; i++)
        if (knows(home[i].node, verb)) return home[i].phase;
    return PHASE_SETUP;
}

// What is to be finished or answered first, by the node on top.
static bool check_settled(const co_state *s, gg_verdict *verdict) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    unsigned node = top->node;
    GG_REFUSE_IF(node == N_SORTIE, SORTIE_UNDER_WAY, top->subject, 0);
    GG_REFUSE_IF(node == N_INTERCEPT, ENTRY_UNDER_WAY, 0, 0);
    GG_REFUSE_IF(node == N_SALLY, SALLY_UNDER_WAY, 0, 0);
    GG_REFUSE_IF(node == N_JETTISON, JETTISON_UNDER_WAY, 0, 0);
    GG_REFUSE_IF(node == N_ESCORT, ESCORT_UNDER_WAY, 0, 0);
    GG_REFUSE_IF(node == N_TANKS, TANKS_UNDER_WAY, top->subject, 0);
    GG_REFUSE_IF(node == N_AA, AA_UNDER_WAY, top->arg[0], 0);
    GG_REFUSE_IF(node == N_DEFEND, RAID_UNDER_WAY, top->subject, 0);
    GG_REFUSE_IF(node == N_RETURN, FIRE_UNDER_WAY, top->subject, 0);
    GG_REFUSE_IF(node == N_MARCH, MARCH_OTHER, top->subject, 0);
    GG_REFUSE_IF(node == N_ASSAULT, ASSAULT_UNDER_WAY, top->arg[0], 0);
    GG_REFUSE_IF(node == N_RETREAT, RETREAT_UNDER_WAY, top->arg[0], 0);
    bool blows = node == N_DEFENSIVE || node == N_CLASH || node == N_STRIKEBACK;
    // The STORM frame lies under the window.
    GG_REFUSE_IF(blows, STORM_UNDER_WAY, s->f.flow.frame[s->f.flow.depth - 2].arg[0], 0);
    return true;
}

// Verbs of no phase: what must have happened before anybody is asked for them.
static bool check_asked_for(const co_state *s, unsigned verb, gg_verdict *verdict) {
    bool sets_up = verb == V_LAY || verb == V_TAKE || verb == V_STANDARD || verb == V_READY;
    GG_REFUSE_IF(sets_up && s->f.phase != PHASE_SETUP, SETUP_OVER, 0, 0);
    GG_REFUSE_IF(verb == V_WITH || verb == V_CONFIRM, NO_ASSAULT, 0, 0);
    GG_REFUSE_IF(verb == V_INTERCEPT, NO_ENTRY, 0, 0);
    GG_REFUSE_IF(verb == V_SALLY, NO_SALLY, 0, 0);
    GG_REFUSE_IF(verb == V_JETTISON, NO_JETTISON, 0, 0);
    GG_REFUSE_IF(verb == V_ESCORT, NO_ESCORT, 0, 0);
    GG_REFUSE_IF(verb == V_SPEND, NO_TANKS, 0, 0);
    GG_REFUSE_IF(verb == V_SHOOT, NO_AIRCRAFT_NEAR, 0, 0);
    GG_REFUSE_IF(verb == V_STRIKE, NO_BLOWS, 0, 0);
    GG_REFUSE_IF(verb == V_ANSWER, NO_RETURN, 0, 0);
    GG_REFUSE_IF(verb == V_RETREAT, NO_RETREAT, 0, 0);
    GG_REFUSE_IF(verb == V_HALT, NO_MARCH, 0, 0);
    GG_REFUSE_IF(verb == V_DECLINE, NOT_ASKED, 0, 0);
    return true;
}

// An action that this node does not know: where it belongs.
static bool stray(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const co_state *s = state;
    unsigned verb = gg_verb_of(action), node = gg_flow_top(&s->f.flow)->node;
    int home = knows(node, verb) ? PHASE_SETUP : phase_of_verb(verb);
    (void)t;
    (void)seat;
    GG_REFUSE_IF(home != PHASE_SETUP && home != s->f.phase, NOT_THIS_PHASE, s->f.phase, home);
    GG_REFUSE_IF(node == N_AIR && (home == PHASE_AIR || verb == V_WITH), NO_SORTIE, 0, 0);
    return knows(node, verb) || (check_settled(s, verdict) && check_asked_for(s, verb, verdict));
}

const gg_game gg_game_corridors = {
    GG_TABLES,
    .id = "corridors",
    .fr = "Corridors",
    .en = "Corridors",
    .version = 4,
    .listed = 1,
    .table_bytes = sizeof(co_table),
    .state_bytes = sizeof(co_state),
    .max_legal = LEGAL_MAX,
    .max_steps = 20000,
    .piece_domain = D_CARD,
    .edge_label = L_NONE,
    .edge_labels = 0,
    .tag_label = L_TAG_OPEN,
    .tag_labels = L_TAG_DEPOT - L_TAG_OPEN + 1,
    .prepare = co_prepare,
    .setup = co_setup,
    .turn = turn,
    .stray = stray,
    .derive = co_derive,
    .score = co_score,
    .redact = co_redact,
    .resample = co_resample,
    .sound = co_sound,
    .put = co_put,
    .show = {.view = co_view,
             .cell = co_cell,
             .overlay = co_overlay,
             .explain = co_explain,
             .outcome = co_outcome,
             .name = co_name,
             .facts = co_facts,
             .about = co_about},
    .brain = {.value = co_value,
              .features = co_features,
              .feature_names = feature_names,
              .weights = &co_weights,
              .appeal = co_appeal,
              .zero_sum = 1,
              .clock = co_clock,
              .policy = co_policy,
              .follow = GG_FOLLOW_POLICY,
              .errs = 75,
              .slips = 8,
              .plan = co_plan,
              .draw = co_draw,
              .reply = co_reply,
              .worlds = co_worlds},
    .own = {.text = co_scenario_texts, .judge = co_judge_setting},
    .lists = {.word = "deck",
              .judge = co_judge_deck,
              .write = co_write_deck,
              .form = &co_deck_form,
              .item = co_catalogue,
              .sums = co_sum_deck,
              .ready = co_ready_deck},
};
