// SPDX-License-Identifier: Apache-2.0
// Corridors: the gg_game table and the dispatch by node. The rules are in the r..c files.
#include "corridors.h"

#include "grognard/tables.inc"

typedef bool check_fn(const co_table *, const co_state *, int, gg_action, gg_verdict *);
typedef uint32_t legal_fn(const co_table *, const co_state *, int, gg_action *);
typedef void play_fn(const co_table *, co_state *, gg_action, gg_events *);
typedef void step_fn(const co_table *, co_state *, gg_events *);
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

#define DECISION(node, name)                                                                       \
    [node] = {co_check_##name, co_legal_##name, co_play_##name, NULL, 0, NULL}
#define STEPS(node, name)   [node] = {NULL, NULL, NULL, co_step_##name, 0, NULL}
#define DICE(node, name, n) [node] = {NULL, NULL, co_roll_##name, NULL, n, NULL}
#define DRAW(node, name, p) [node] = {NULL, NULL, co_roll_##name, NULL, 0, p}

static const struct {
    check_fn *check;
    legal_fn *legal;
    play_fn *play;
    step_fn *step;
    int dice;
    pool_fn *pool;
} nodes[NODES] = {
    DRAW(N_MUSTER, muster, pool_muster),
    [N_DEALING] = {NULL, NULL, co_roll_dealing, NULL, 0, NULL},
    DECISION(N_LAYING, laying),
    DICE(N_PARITY, parity, 1),
    DECISION(N_CENTRE, centre),
    DECISION(N_OPENING, opening),
    DICE(N_INITIATIVE, initiative, 1),
    STEPS(N_BEGIN, begin),
    DICE(N_SUPPLY, supply, DICE_SUPPLY),
    STEPS(N_DRAWING, drawing),
    DRAW(N_DRAW, draw, pool_deck),
    DECISION(N_REINFORCE, reinforce),
    DICE(N_RECRUIT_DIE, recruit_die, 1),
    DICE(N_EVENT_DIE, event_die, 1),
    DECISION(N_AIR, air),
    DECISION(N_SORTIE, sortie),
    STEPS(N_FLIGHT, flight),
    DECISION(N_INTERCEPT, intercept),
    DECISION(N_SALLY, sally),
    STEPS(N_DUEL, duel),
    DECISION(N_JETTISON, jettison),
    DECISION(N_ESCORT, escort),
    DECISION(N_TANKS, tanks),
    DECISION(N_AA, aa),
    DICE(N_SHOT, shot, 2),
    DECISION(N_RECON, recon),
    DICE(N_RECON_DIE, recon_die, 1),
    DRAW(N_FOUND, found, co_pool_found),
    DECISION(N_BOMBARD, bombard),
    STEPS(N_RAID, raid),
    DECISION(N_DEFEND, defend),
    DRAW(N_AREA, area, co_pool_area),
    DECISION(N_MANOEUVRE, manoeuvre),
    STEPS(N_EXCHANGE, exchange),
    DECISION(N_RETURN, return ),
    DECISION(N_MARCH, march),
    DECISION(N_ASSAULT, assault),
    STEPS(N_STORM, storm),
    DECISION(N_DEFENSIVE, defensive),
    DECISION(N_CLASH, clash),
    DECISION(N_STRIKEBACK, strikeback),
    DECISION(N_RETREAT, retreat),
    DICE(N_CLEAR_DIE, clear_die, 1),
    STEPS(N_HOMING, homing),
};

static int dice_at(const co_table *t, const co_state *s, unsigned node) {
    return nodes[node].dice == DICE_SUPPLY ? co_supply_dice(t, s) : nodes[node].dice;
}

static unsigned terrain_left(const co_state *s) {
    unsigned left = 0;
    for (int k = 0; k < CO_ZONE_TERRAINS; k++) left += s->f.terrain_left[k];
    return left;
}

// Camouflage nets (AT08) leave fewer cards to find than lie hidden there: how many must not show in
// the number of tickets. 27720 can be shared equally among any number up to 12.
enum { FOUND_TICKETS = 27720 };

static gg_turn turn(const void *t, const void *state) {
    static const uint16_t tickets[] = {1, 6, 36, 216};
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    if (frame->node == N_OVER) {
        turn.seat = GG_OVER;
    } else if (!nodes[frame->node].check) {
        turn.seat = GG_CHANCE;
        turn.dice = (uint8_t)dice_at(t, s, frame->node);
        if (turn.dice)
            turn.tickets = tickets[turn.dice];
        else if (frame->node == N_FOUND)
            turn.tickets = FOUND_TICKETS;
        else if (nodes[frame->node].pool)
            turn.tickets = (uint64_t)co_count(nodes[frame->node].pool(t, s));
        else
            turn.tickets = terrain_left(s);
    }
    return turn;
}

extern const gg_game gg_game_corridors;

static bool knows(unsigned node, unsigned verb) {
    const uint8_t *known = gg_game_corridors.nodes[node].verbs;
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

// An action that this node does not know: where it belongs.
static bool check_elsewhere(const co_state *s, unsigned node, gg_action action,
                            gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action);
    int home = knows(node, verb) ? PHASE_SETUP : phase_of_verb(verb);
    GG_REFUSE_IF(home != PHASE_SETUP && home != s->f.phase, NOT_THIS_PHASE, s->f.phase, home);
    GG_REFUSE_IF(node == N_AIR && (home == PHASE_AIR || verb == V_WITH), NO_SORTIE, 0, 0);
    GG_REFUSE_IF(s->f.flow.depth > 1 && !knows(node, verb), UNFINISHED, 0, 0);
    return gg_refuse(verdict, REFUSE_NOT_HERE, 0, 0, 0, 0);
}

static bool check(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    GG_REFUSE_IF(frame->seat != seat || !nodes[frame->node].check, NOT_YOUR_TURN,
                 seat >= 0 && seat < SEATS ? seat : 0, 0);
    if (!gg_action_fits(&gg_game_corridors, frame->node, action) && GG_REFUSAL_ON(NOT_HERE))
        return check_elsewhere(s, frame->node, action, verdict);
    return nodes[frame->node].check(t, s, seat, action, verdict);
}

static uint32_t legal(const void *t, const void *state, int seat, gg_action *out) {
    const co_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->seat != seat || !nodes[frame->node].legal) return 0;
    return nodes[frame->node].legal(t, s, seat, out);
}

static uint32_t dice_outcomes(int dice, gg_outcome *out) {
    uint64_t weight[19] = {0};
    for (int a = 1; a <= 6; a++)
        for (int b = dice > 1 ? 1 : 0; b <= (dice > 1 ? 6 : 0); b++)
            for (int c = dice > 2 ? 1 : 0; c <= (dice > 2 ? 6 : 0); c++) weight[a + b + c]++;
    for (int sum = dice; sum <= 6 * dice; sum++)
        out[sum - dice] = (gg_outcome){gg_act(V_ROLL, (unsigned)sum, 0, 0), weight[sum]};
    return (uint32_t)(5 * dice + 1);
}

// Copies of one card in a deck or a hand are the same draw; lying on the board they are not.
static bool merges(unsigned node) {
    return node == N_DRAW || node == N_MUSTER;
}

static int pool_seat(const co_state *s) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    return merges(frame->node) ? frame->seat : co_enemy(s->f.active);
}

static uint32_t pool_outcomes(const co_table *t, const co_state *s, unsigned node,
                              gg_outcome *out) {
    uint32_t count = 0;
    int seat = pool_seat(s);
    const uint64_t all = nodes[node].pool(t, s);
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

static uint32_t chance(const void *t, const void *state, gg_outcome *out) {
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    uint32_t count = 0;
    if (nodes[node].dice) return dice_outcomes(dice_at(t, s, node), out);
    if (nodes[node].pool) return pool_outcomes(t, s, node, out);
    for (unsigned k = 0; k < CO_ZONE_TERRAINS; k++)
        if (s->f.terrain_left[k])
            out[count++] = (gg_outcome){gg_act(V_DEAL, k, 0, 0), s->f.terrain_left[k]};
    return count;
}

static gg_action roll(const void *t, const void *state, uint64_t ticket) {
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    gg_outcome out[CARDS];
    uint32_t k = 0;
    if (nodes[node].dice) {
        unsigned sum = 0;
        for (int die = dice_at(t, s, node); die; die--, ticket /= 6)
            sum += (unsigned)(ticket % 6) + 1;
        return gg_act(V_ROLL, sum, 0, 0);
    }
    chance(t, s, out);
    while (ticket >= out[k].weight) ticket -= out[k++].weight;
    return out[k].action;
}

void co_run(const co_table *t, co_state *s, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    while (nodes[frame->node].step) {
        nodes[frame->node].step(t, s, events);
        frame = gg_flow_top(&s->f.flow);
    }
}

static void apply(const void *t, void *state, gg_action action, gg_events *events) {
    co_state *s = state;
    nodes[gg_flow_top(&s->f.flow)->node].play(t, s, action, events);
    co_run(t, s, events);
}

const gg_game gg_game_corridors = {
    GG_TABLES,
    .id = "corridors",
    .fr = "Corridors",
    .en = "Corridors",
    .version = 2,
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
    .variants = CO_READY_DECKS * (CO_READY_DECKS + 1) / 2,
    .prepare = co_prepare,
    .setup = co_setup,
    .turn = turn,
    .check = check,
    .legal = legal,
    .chance = chance,
    .roll = roll,
    .apply = apply,
    .derive = co_derive,
    .score = co_score,
    .explain = co_explain,
    .redact = co_redact,
    .resample = co_resample,
    .view = co_view,
    .cell = co_cell,
    .overlay = co_overlay,
    .sound = co_sound,
    .put = co_put,
    .name = co_name,
    .lasting_names = true,
    .value = co_value,
    .policy = co_policy,
    .plan = co_plan,
    .vary = co_vary,
    .list_word = "deck",
    .judge_list = co_judge_deck,
    .write_list = co_write_deck,
    .about = co_about,
};
