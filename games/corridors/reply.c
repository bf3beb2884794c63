// SPDX-License-Identifier: Apache-2.0
// What a seat is assumed to answer in a procedure, for odds (decision 0045).
//
// Other than the policy, which weighs the whole position, it looks at the cards in question and at
// nothing else: the blow that is worth most, a window used when it gains something. So it is the
// same whatever the seat has in hand, and odds over hidden cards can be counted. Of blows worth the
// same the one between the cards that come first by their traits is taken, never by their number:
// cards that are alike answer alike.
#include "air.h"

extern const gg_game gg_game_corridors;

enum {
    THROWS = 36,
    POINT_SHARE = 60,      // of a card's cost, per cent: spread over its hit points
    KILL_SHARE = 60,       // and once more when it is gone
    SUPPLY = THROWS * 100, // what one supply must bring: a point of cost
    SHOTS = 2,             // and half of it is enough, a card that fires may live longer
};

// Mean worth of a shot, in 36ths of a hundredth of a supply point.
static int worth(const co_table *t, const co_state *s, int kind, int attacker, int target) {
    const co_card *card = co_printed(t, target);
    co_attack attack = co_reckon(t, s, kind, attacker, target, NULL);
    int left = card->hp - s->f.damage[target], sum = 0;
    for (int points = 1; points <= left; points++)
        sum += co_chances(points, attack.fp, attack.tn) * POINT_SHARE * card->cost / card->hp;
    return left > 0 ? sum + co_chances(left, attack.fp, attack.tn) * KILL_SHARE * card->cost : 0;
}

// A number by which cards that differ in what matters differ; a card already seen stands first.
static uint64_t traits(const co_table *t, const co_state *s, int piece) {
    const co_card *card = co_printed(t, piece);
    const int part[] = {co_in(s->f.spotted, piece),
                        s->f.damage[piece],
                        s->f.where[piece],
                        card->cost,
                        card->def,
                        card->hp,
                        card->sfp + 1,
                        card->hfp + 1,
                        card->cls};
    uint64_t all = 0;
    for (unsigned i = 0; i < sizeof part / sizeof *part; i++)
        all = all << 6 | (uint64_t)(part[i] & 63);
    return all;
}

typedef struct choice {
    gg_action action;
    int worth;
    uint64_t first, second; // traits of the cards it names
} choice;

static bool better(const choice *a, const choice *b) {
    if (b->action == GG_NO_ACTION || a->worth != b->worth) return a->worth > b->worth;
    return a->first != b->first ? a->first > b->first : a->second > b->second;
}

// ------------------------------------------------------------------------------ what each is worth
static int duel(const co_table *t, const co_state *s, int attacker, int target) {
    return worth(t, s, ATT_INTERCEPT, attacker, target) - worth(t, s, ATT_BACK, target, attacker);
}

static int blow(const co_table *t, const co_state *s, int kind, gg_action action) {
    int faust = gg_verb_of(action) == V_FAUST ? ATT_FAUST : 0;
    return worth(t, s, kind | faust, gg_a(action), gg_b(action));
}

static int return_fire(const co_table *t, const co_state *s, gg_action action) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (gg_verb_of(action) == V_FAUST) return blow(t, s, ATT_RETURN, action) - SUPPLY / SHOTS;
    return worth(t, s, ATT_RETURN, frame->subject, frame->arg[0]) - SUPPLY / SHOTS;
}

// Declining is worth 0.
static int worth_of(const co_table *t, const co_state *s, unsigned node, gg_action action) {
    int a = gg_a(action), b = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return 0;
    switch (node) {
    case N_INTERCEPT:
    case N_SALLY: return gg_verb_of(action) == V_JETTISON ? -1 : duel(t, s, a, b);
    case N_JETTISON: return -1; // AR11: the enemy would have the cards
    case N_ESCORT: return worth(t, s, ATT_ESCORT, a, co_caller(s)->subject);
    case N_TANKS: return 1;
    case N_AA: return worth(t, s, ATT_AA, a, b);
    case N_DEFEND: return worth(t, s, ATT_SELF, a, b) - SUPPLY / SHOTS;
    case N_RETURN: return return_fire(t, s, action);
    case N_DEFENSIVE: return blow(t, s, ATT_DEFENSIVE, action);
    case N_CLASH: return blow(t, s, ATT_ASSAULT, action);
    case N_STRIKEBACK: return blow(t, s, ATT_STRIKEBACK, action);
    default: return 0; // N_RETREAT: by traits alone
    }
}

static bool is_asked(unsigned node) {
    return node == N_INTERCEPT || node == N_SALLY || node == N_JETTISON || node == N_ESCORT ||
           node == N_TANKS || node == N_AA || node == N_DEFEND || node == N_RETURN ||
           node == N_DEFENSIVE || node == N_CLASH || node == N_STRIKEBACK || node == N_RETREAT;
}

// A march goes as far as it was ordered.
static gg_action halt(const co_table *t, const co_state *s, int seat) {
    gg_action action = gg_act(V_HALT, 0, 0, 0);
    return gg_check(&gg_game_corridors, t, s, seat, action, NULL) ? action : GG_NO_ACTION;
}

gg_action co_reply(const void *table, const void *state, int seat) {
    const co_table *t = table;
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    gg_action list[LEGAL_MAX];
    choice best = {.action = GG_NO_ACTION};
    if (node == N_MARCH) return halt(t, s, seat);
    if (!is_asked(node)) return GG_NO_ACTION;
    uint32_t n = gg_legal(&gg_game_corridors, t, s, seat, list);
    for (uint32_t i = 0; i < n; i++) {
        bool declines = gg_verb_of(list[i]) == V_DECLINE;
        choice now = {.action = list[i], .worth = worth_of(t, s, node, list[i])};
        if (!declines && gg_verb_of(list[i]) != V_ANSWER) now.first = traits(t, s, gg_a(list[i]));
        if (gg_verb_of(list[i]) == V_RETREAT)
            now.second = (uint64_t)(BOARD_PLACES - gg_b(list[i]));
        else if (!declines && node != N_ESCORT && node != N_TANKS && now.first)
            now.second = traits(t, s, gg_b(list[i]));
        if (better(&now, &best)) best = now;
    }
    return best.action;
}
