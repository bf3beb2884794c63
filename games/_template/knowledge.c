// SPDX-License-Identifier: Apache-2.0
// Who knows what. Hidden from a viewer: the enemy's hand, his deck, and the garrisons he laid face
// down. Public: how many cards each side has in hand and deck, every lost card, every shown
// garrison. Both sides' ten cards are known, so what is hidden is only where each card lies.
#include "template.h"

bool tp_sees_garrison(const tp_state *s, int viewer, int ford) {
    return s->f.shown[ford] || viewer == GG_UMPIRE || s->f.holder[ford] == viewer + 1;
}

static bool sees_hand(int viewer, int seat) {
    return viewer == seat || viewer == GG_UMPIRE;
}

// Cards become a bare count in slot 0, which is never a card.
static void blank(uint8_t cards[STRENGTHS]) {
    unsigned total = 0;
    for (int i = 0; i < STRENGTHS; i++) total += cards[i];
    memset(cards, 0, STRENGTHS);
    cards[0] = (uint8_t)total;
}

void tp_redact(const void *t, void *state, int viewer) {
    tp_state *s = state;
    (void)t;
    for (int seat = 0; seat < SEATS; seat++) {
        if (sees_hand(viewer, seat)) continue;
        blank(s->f.hand[seat]);
        blank(s->f.deck[seat]);
    }
    for (int ford = 0; ford < FORDS; ford++)
        if (s->f.holder[ford] && !tp_sees_garrison(s, viewer, ford)) s->f.garrison[ford] = 0;
}

static int draw(uint8_t pool[STRENGTHS], gg_rng *rng) {
    unsigned total = 0;
    for (int i = 0; i < STRENGTHS; i++) total += pool[i];
    unsigned pick = gg_rng_below(rng, total);
    for (int card = 1; card < STRENGTHS; card++) {
        if (pick < pool[card]) {
            pool[card]--;
            return card;
        }
        pick -= pool[card];
    }
    GG_ASSERT(false);
    return 0;
}

void tp_resample(const void *t, void *state, int viewer, gg_rng *rng) {
    tp_state *s = state;
    (void)t;
    for (int seat = 0; seat < SEATS; seat++) {
        if (sees_hand(viewer, seat)) continue;
        uint8_t pool[STRENGTHS] = {0};
        for (int card = 1; card < STRENGTHS; card++)
            pool[card] = (uint8_t)(s->f.hand[seat][card] + s->f.deck[seat][card]);
        for (int ford = 0; ford < FORDS; ford++)
            if (s->f.holder[ford] == seat + 1 && !s->f.shown[ford]) pool[s->f.garrison[ford]]++;
        for (int ford = 0; ford < FORDS; ford++)
            if (s->f.holder[ford] == seat + 1 && !s->f.shown[ford])
                s->f.garrison[ford] = (uint8_t)draw(pool, rng);
        memset(s->f.hand[seat], 0, STRENGTHS);
        for (int i = 0; i < s->hand_count[seat]; i++) s->f.hand[seat][draw(pool, rng)]++;
        memcpy(s->f.deck[seat], pool, STRENGTHS);
    }
}

static void show_ford(const tp_state *s, int viewer, int ford, gg_view *out) {
    bool seen = tp_sees_garrison(s, viewer, ford);
    gg_piece *piece = gg_view_piece(out);
    piece->handle = (uint16_t)(seen ? s->f.garrison[ford] : GG_HANDLE_HIDDEN + ford);
    piece->face = seen ? F_CARD : F_BACK;
    piece->surface = S_RIVER;
    piece->owner = (uint8_t)(s->f.holder[ford] - 1);
    piece->cell = (uint16_t)ford;
    piece->flags = s->f.shown[ford] ? 0 : GG_P_BACK;
    piece->value[0] = seen ? s->f.garrison[ford] : 0;
}

static void show_card(int seat, int surface, int cell, int card, bool seen, gg_view *out) {
    gg_piece *piece = gg_view_piece(out);
    piece->handle = (uint16_t)(seen ? card : GG_HANDLE_HIDDEN + 16 + 16 * seat + cell);
    piece->face = seen ? F_CARD : F_BACK;
    piece->surface = (uint8_t)surface;
    piece->owner = (uint8_t)seat;
    piece->cell = (uint16_t)cell;
    piece->value[0] = (int16_t)(seen ? card : 0);
}

static void show_hand(const tp_state *s, int viewer, int seat, gg_view *out) {
    bool seen = sees_hand(viewer, seat);
    int surface = seat == SEAT_NORTH ? S_HAND_NORTH : S_HAND_SOUTH, cell = 0;
    if (!seen)
        for (; cell < s->hand_count[seat]; cell++) show_card(seat, surface, cell, 0, false, out);
    else
        for (int card = 1; card < STRENGTHS; card++)
            for (int i = 0; i < s->f.hand[seat][card]; i++)
                show_card(seat, surface, cell++, card, true, out);
}

static void show_assault(const tp_state *s, gg_view *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->node == N_AMBUSH) frame--;
    if (frame->node != N_ASSAULT && frame->node != N_DIE) return;
    for (int i = 0; i < frame->arg[ARG_CARDS]; i++) {
        gg_piece *piece = gg_view_piece(out);
        piece->handle = (uint16_t)frame->arg[ARG_CARD1 + i];
        piece->face = F_CARD;
        piece->surface = S_RIVER;
        piece->owner = frame->seat;
        piece->cell = (uint16_t)frame->arg[ARG_FORD];
        piece->layer = (uint8_t)(1 + i);
        piece->flags = frame->node == N_ASSAULT ? GG_P_GHOST : GG_P_ACTIVE;
        piece->value[0] = frame->arg[ARG_CARD1 + i];
    }
}

void tp_view(const void *t, const void *state, int viewer, gg_view *out) {
    const tp_state *s = state;
    for (int ford = 0; ford < FORDS; ford++)
        if (s->f.holder[ford]) show_ford(s, viewer, ford, out);
    for (int seat = 0; seat < SEATS; seat++) {
        int cell = 0;
        show_hand(s, viewer, seat, out);
        for (int card = 1; card < STRENGTHS; card++)
            for (int i = 0; i < s->f.lost[seat][card]; i++, cell++)
                show_card(seat, seat == SEAT_NORTH ? S_LOST_NORTH : S_LOST_SOUTH, 0, card, true,
                          out);
        gg_view_gauge(out, L_POINTS, (unsigned)seat, tp_points(s, seat), 9);
        gg_view_gauge(out, L_DECK, (unsigned)seat, s->deck_count[seat], 10);
    }
    show_assault(s, out);
    gg_view_gauge(out, L_TURN, GG_NOBODY, (s->f.turn + 1) / 2, ((const tp_table *)t)->turns);
}
