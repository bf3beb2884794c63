// SPDX-License-Identifier: Apache-2.0
// The Fords: state and shared helpers. Copy this folder with tools/newgame to start a game.
#ifndef GAME_TEMPLATE_H
#define GAME_TEMPLATE_H

#include "grognard/game.h"

enum {
    FORDS = 5,
    STRENGTHS = 6, // cards of strength 1 .. 5; index 0 is never a card
    COPIES = 2,
    HAND_MAX = 4,
    TURNS_MAX = 8,
    BANK = 3,          // Z11: what an assault must exceed beside garrison and ambush
    ASSAULT_CARDS = 2, // Z8
};

#define GG_FACTS_NAME   tp_facts
#define GG_PREFIX(name) tp_##name
#include "grognard/enums.inc"
#include "grognard/features.inc"

typedef struct tp_state {
    struct tp_facts f;
    // derived
    uint8_t hand_count[SEATS];
    uint8_t deck_count[SEATS];
    uint8_t pad[4];
} tp_state;

static_assert(sizeof(struct tp_facts) % 8 == 0, "facts are hashed as 64-bit words");

typedef struct tp_scenario {
    uint8_t copies[STRENGTHS]; // of each card in either deck
} tp_scenario;

typedef struct tp_table {
    tp_scenario scenario;
    uint8_t turns; // of each side
    uint8_t deal;  // 1: the opening deal takes place
} tp_table;

// Arguments of the TURN frame while an assault is drafted and resolved.
enum { ARG_FORD, ARG_CARD1, ARG_CARD2, ARG_CARDS, ARG_AMBUSH };

static inline int tp_home(int seat) {
    return seat == SEAT_NORTH ? 0 : FORDS - 1;
}
static inline int tp_worth(int ford) {
    return 1 + (ford < 3 ? ford : 4 - ford);
} // Z1
static inline bool tp_holds(const tp_state *s, int seat, int ford) {
    return ford >= 0 && ford < FORDS && s->f.holder[ford] == seat + 1;
}

// sequence.c: which node follows which
void tp_start(const tp_table *t, tp_state *s);
void tp_after_deal(const tp_table *t, tp_state *s);
void tp_after_opening(const tp_table *t, tp_state *s);
void tp_end_turn(const tp_table *t, tp_state *s, gg_events *events);
int tp_points(const tp_state *s, int seat);

// r3_turn.c, r4_assault.c: what is done at a node (tp_check_, tp_legal_, tp_play_) is declared from
// nodes.def; what they share, and what computers and people are told
// Z5
static inline bool tp_check_card(const tp_state *s, int seat, int card, gg_verdict *verdict) {
    GG_REFUSE_IF(card == 0 || !s->f.hand[seat][card], CARD_NOT_IN_HAND, card, 0);
    return true;
}
void tp_outcome(const void *t, const void *before, const void *after, int viewer, gg_effects *out);
void tp_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);
uint32_t tp_plan(const void *t, const void *s, int seat, gg_plan *out);

// value.c: who is winning
void tp_features(const void *t, const void *s, gg_features *out);
int32_t tp_value(const void *t, const void *s, int seat);
int32_t tp_appeal(const void *t, const void *s, int seat);
extern const gg_weights tp_weights; // data/weights.txt

extern const gg_game gg_game_template;

// scenario.c: scenarios as texts
extern const char *const tp_scenario_texts[SCENARIOS];
uint32_t tp_read_scenario(const char *text, size_t size, tp_scenario *out, gg_fault *fault,
                          uint32_t cap);
uint32_t tp_judge_scenario(unsigned scenario, const char *text, size_t size, gg_fault *out,
                           uint32_t cap);

// knowledge.c: who sees what
bool tp_sees_garrison(const tp_state *s, int viewer, int ford);
void tp_redact(const void *t, void *s, int viewer);
void tp_resample(const void *t, void *s, int viewer, gg_rng *rng);
void tp_view(const void *t, const void *s, int viewer, gg_view *out);

static inline void tp_take(tp_state *s, int seat, int card) {
    s->f.hand[seat][card]--;
    s->hand_count[seat]--;
}
static inline void tp_lose(tp_state *s, int seat, int card) {
    s->f.lost[seat][card]++;
}

#endif
