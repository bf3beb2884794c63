// SPDX-License-Identifier: Apache-2.0
// The Fords: the gg_game table, set-up, whose turn it is, dice and draws. Which functions a node
// has is said in nodes.def.
#include "template.h"

static const gg_name tp_ford_names[FORDS] = {
    {"f1", "gué 1", "ford 1", GG_ART}, {"f2", "gué 2", "ford 2", GG_ART},
    {"f3", "gué 3", "ford 3", GG_ART}, {"f4", "gué 4", "ford 4", GG_ART},
    {"f5", "gué 5", "ford 5", GG_ART},
};
static const gg_name tp_card_names[STRENGTHS] = {
    {NULL, NULL, NULL, 0},
    {"1", "carte 1", "card 1", GG_F | GG_ART},
    {"2", "carte 2", "card 2", GG_F | GG_ART},
    {"3", "carte 3", "card 3", GG_F | GG_ART},
    {"4", "carte 4", "card 4", GG_F | GG_ART},
    {"5", "carte 5", "card 5", GG_F | GG_ART},
};

static bool prepare(const gg_request *request, void *table, gg_verdict *verdict) {
    tp_table *t = table;
    gg_fault fault;
    gg_script_word text = gg_scenario_text(&request->own, tp_scenario_texts[request->scenario]);
    uint32_t faults = tp_read_scenario(text.at, text.length, &t->scenario, &fault, 1);
    GG_ASSERT(!faults);
    (void)verdict;
    t->turns = (uint8_t)request->option[O_TURNS];
    t->deal = request->scenario == SC_STANDARD;
    return true;
}

static void derive(const void *table, void *state) {
    tp_state *s = state;
    (void)table;
    memset(s->pad, 0, sizeof s->pad); // every derived byte comes from here
    for (int seat = 0; seat < SEATS; seat++) {
        unsigned hand = 0, deck = 0;
        for (int card = 0; card < STRENGTHS; card++) {
            hand += s->f.hand[seat][card];
            deck += s->f.deck[seat][card];
        }
        s->hand_count[seat] = (uint8_t)hand;
        s->deck_count[seat] = (uint8_t)deck;
    }
}

static void setup(const void *table, void *state) {
    const tp_table *t = table;
    tp_state *s = state;
    for (int seat = 0; t->deal && seat < SEATS; seat++)
        for (int card = 1; card < STRENGTHS; card++)
            s->f.deck[seat][card] = t->scenario.copies[card]; // Z2
    derive(t, s);
    tp_start(t, s);
}

// ----------------------------------------------------------------------------------------- chance
// Z2, Z4: one of the cards left in the deck.
static uint32_t chance_deck(const void *t, const void *state, gg_outcome *out) {
    const tp_state *s = state;
    const uint8_t *deck = s->f.deck[gg_flow_top(&s->f.flow)->seat];
    uint32_t n = 0;
    (void)t;
    for (unsigned card = 1; card < STRENGTHS; card++)
        if (deck[card]) out[n++] = (gg_outcome){gg_act(V_DEAL, card, 0, 0), deck[card]};
    return n;
}

static gg_action roll_deck(const void *t, const void *state, uint64_t ticket) {
    const tp_state *s = state;
    const uint8_t *deck = s->f.deck[gg_flow_top(&s->f.flow)->seat];
    unsigned card = 1;
    (void)t;
    for (; ticket >= deck[card]; card++) ticket -= deck[card];
    return gg_act(V_DEAL, card, 0, 0);
}

static uint32_t chance_die(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned pips = 1; pips <= 6; pips++)
        out[pips - 1] = (gg_outcome){gg_act(V_ROLL, pips, 0, 0), 1};
    return 6;
}

static gg_action roll_die(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
}

void tp_play_draw(const tp_table *t, tp_state *s, gg_action outcome, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat, card = gg_a(outcome);
    bool opening = s->f.dealt < SEATS * HAND_MAX && t->deal;
    s->f.deck[seat][card]--;
    s->deck_count[seat]--;
    s->f.hand[seat][card]++;
    s->hand_count[seat]++;
    if (opening) s->f.dealt++;
    gg_emit(events, E_DEALT, opening ? RULE_Z2 : RULE_Z4, 1U << seat, 0, seat, card, 0, 0, 0);
    gg_flow_end(&s->f.flow);
    tp_after_deal(t, s);
}

#include "grognard/tables.inc"

#define GG_FEATURE_NAMES feature_names
#include "grognard/features.inc"

static gg_turn turn(const void *table, const void *state) {
    const tp_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    (void)table;
    if (frame->node == N_DRAW) {
        turn.seat = GG_CHANCE;
        turn.tickets = s->deck_count[frame->seat];
    } else if (frame->node == N_DIE) {
        turn.seat = GG_CHANCE;
        turn.dice = 1;
        turn.tickets = 6;
    }
    return turn;
}

// The dispatcher refuses operands outside their domains before a judge sees them; here it learns
// what is better said than "not here". Only numbers can be so wrong, names cannot.
static bool stray(const void *t, const void *state, int seat, gg_action action,
                  gg_verdict *verdict) {
    const tp_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node, verb = gg_verb_of(action);
    bool places = verb == V_GARRISON && (node == N_OPENING || node == N_TURN);
    bool assaults = verb == V_ASSAULT && node == N_TURN;
    bool spends = (verb == V_WITH && node == N_ASSAULT) || (verb == V_AMBUSH && node == N_AMBUSH);
    int card = places ? gg_b(action) : spends ? gg_a(action) : 0;
    (void)t;
    (void)seat;
    GG_REFUSE_IF((places || assaults) && gg_a(action) >= FORDS, NO_SUCH_FORD, gg_a(action) + 1, 0);
    GG_REFUSE_IF(card >= STRENGTHS, CARD_NOT_IN_HAND, 0, 0);
    return true;
}

static void score(const void *t, const void *state, int half[GG_SEATS_MAX], int32_t *margin) {
    int north = tp_points(state, SEAT_NORTH), south = tp_points(state, SEAT_SOUTH);
    (void)t;
    *margin = north - south; // Z14: the sum of the values of the fords
    half[SEAT_NORTH] = *margin > 0 ? 2 : *margin < 0 ? 0 : 1;
    half[SEAT_SOUTH] = 2 - half[SEAT_NORTH];
}

static void cell(const void *t, unsigned surface, unsigned index, gg_cell *out) {
    (void)t;
    out->face = F_FORD;
    out->x = (int16_t)(surface == S_RIVER ? 50 + 100 * (int)index : 0);
    out->y = 50;
}

// The arguments of the lowest frame are an assault's, or zero; no other frame has any. Asked first:
// what follows uses them as indices.
static bool frame_sound(const gg_frame *frame, bool lowest) {
    static const int16_t max[GG_FRAME_ARGS] = {
        [ARG_FORD] = FORDS - 1,      [ARG_CARD1] = STRENGTHS - 1,  [ARG_CARD2] = STRENGTHS - 1,
        [ARG_CARDS] = ASSAULT_CARDS, [ARG_AMBUSH] = STRENGTHS - 1,
    };
    if (frame->seat >= SEATS && frame->seat != GG_OVER) return false;
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i] < 0 || frame->arg[i] > (lowest ? max[i] : 0)) return false;
    return frame->subject == 0;
}

// A strength never exists more than twice on a side, garrisons belong to holders, counts agree.
static int sound(const void *table, const void *state) {
    const tp_state *s = state;
    const gg_frame *turn = &s->f.flow.frame[0];
    (void)table;
    if (!gg_flow_sound(&s->f.flow, NODES)) return __LINE__;
    for (int i = 0; i < s->f.flow.depth; i++)
        if (!frame_sound(&s->f.flow.frame[i], i == 0)) return __LINE__;
    for (int ford = 0; ford < FORDS; ford++) {
        if (!s->f.holder[ford] != !s->f.garrison[ford]) return __LINE__;
        if (s->f.shown[ford] && !s->f.holder[ford]) return __LINE__;
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int card = 0; card < STRENGTHS; card++) {
            int n = s->f.deck[seat][card] + s->f.hand[seat][card] + s->f.lost[seat][card];
            for (int ford = 0; ford < FORDS; ford++)
                n += tp_holds(s, seat, ford) && s->f.garrison[ford] == card;
            for (int i = 0; i < turn->arg[ARG_CARDS]; i++)
                n += turn->seat == seat && turn->arg[ARG_CARD1 + i] == card;
            n += turn->seat == 1 - seat && turn->arg[ARG_AMBUSH] == card && card;
            if (n > (card ? COPIES : 0)) return __LINE__;
        }
    return 0;
}

static bool put(void *table, void *state, const gg_put *p, gg_verdict *verdict) {
    tp_state *s = state;
    (void)table;
    (void)verdict;
    switch (p->what) {
    case P_HAND: s->f.hand[p->arg[0]][p->piece]++; break;
    case P_DECK: s->f.deck[p->arg[0]][p->piece]++; break;
    case P_HOLDS:
        s->f.holder[p->arg[0]] = (uint8_t)(p->arg[1] + 1);
        s->f.garrison[p->arg[0]] = (uint8_t)p->piece;
        break;
    case P_SHOWN: s->f.shown[p->arg[0]] = 1; break;
    case P_TURN: s->f.turn = (uint8_t)p->arg[0]; break;
    default: // GG_PUT_NODE: only the nodes where a seat starts something
        if (p->arg[0] != N_TURN && p->arg[0] != N_OPENING) return false;
        memset(&s->f.flow, 0, sizeof s->f.flow);
        gg_flow_call(&s->f.flow, (unsigned)p->arg[0], (unsigned)p->arg[1]);
        if (p->arg[0] == N_TURN && s->f.turn % SEATS == p->arg[1]) s->f.turn++;
        break;
    }
    return true;
}

static uint32_t turns_done(const void *t, const void *s) {
    (void)t;
    return ((const tp_state *)s)->f.turn;
}

const gg_game gg_game_template = {
    GG_TABLES,
    .id = "_template",
    .fr = "Les Gués",
    .en = "The Fords",
    .version = 1,
    .listed = 0,
    .table_bytes = sizeof(tp_table),
    .state_bytes = sizeof(tp_state),
    .max_legal = 32,
    .max_steps = 200,
    .piece_domain = D_CARD,
    .prepare = prepare,
    .setup = setup,
    .turn = turn,
    .stray = stray,
    .derive = derive,
    .score = score,
    .redact = tp_redact,
    .resample = tp_resample,
    .sound = sound,
    .put = put,
    .show = {.view = tp_view, .cell = cell, .explain = tp_explain, .outcome = tp_outcome},
    .brain = {.value = tp_value,
              .features = tp_features,
              .feature_names = feature_names,
              .weights = &tp_weights,
              .appeal = tp_appeal,
              .zero_sum = 1,
              .clock = turns_done,
              .follow = GG_FOLLOW_CAPTAINS,
              .plan = tp_plan},
    .own = {.text = tp_scenario_texts, .judge = tp_judge_scenario},
};
