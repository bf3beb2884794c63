// SPDX-License-Identifier: Apache-2.0
// A toy game for the tests of words: it has the kinds of operand that the template lacks (plane,
// set, names by function), verbs of two words, verbs that are written alike, a table line, a field
// below zero and chance with extreme weights. It is no game anybody would play.
#ifndef TESTS_UNIT_TOY_H
#define TESTS_UNIT_TOY_H

#include <stdio.h>
#include <string.h>

#include "grognard/engine.h"

enum { T_PIECE = GG_D_FIRST, T_HEX, T_X, T_Y, T_STANCE, T_MOOD };
enum {
    T_MOVE = 1,
    T_STAND,
    T_NO,
    T_NO_SUPPORT,
    T_ATTACK_HEX,
    T_ATTACK_PIECE,
    T_SAFE,
    T_GAMBLE,
    T_WIDE,
    T_FACE,
    T_LUCK,
    T_FEEL,
    T_VERBS
};
enum { T_MAIN, T_DICE, T_MANY, T_END };
enum { T_PIECES = 6, T_HEXES = 12 };

typedef struct toy_state {
    gg_flow flow; // one frame, never more
    uint8_t spare[2];
    int16_t depth;
    uint8_t at[T_PIECES]; // hex of each piece
    uint16_t limit_seen;  // the table's limit at setup
    int32_t score;        // good for seat 0
    uint8_t pad[8];
} toy_state;

static_assert(sizeof(toy_state) == 224, "facts without gaps");

typedef struct toy_table {
    uint16_t limit;
    uint16_t safe;
    uint8_t pad[4];
} toy_table;

static const gg_name toy_seats[] = {{"red", "Rouge", "Red", 0}, {"bleu_ciel", "Bleu", "Blue", 0}};
static const gg_name toy_stances[] = {{"kneel", "à genoux", "kneeling", 0},
                                      {"cover", "à couvert", "in cover", 0},
                                      {"aim", "visant", "aiming", 0}};
static const gg_name toy_moods[] = {{"gai", "gai", "merry", 0}, {"Élan", "élan", "dash", 0}};
static const gg_domain toy_domains[] = {
    {"none", GG_K_NONE, 0, 1, NULL, GG_NEVER_UNSEEN},
    {"number", GG_K_NUMBER, 0, 32767, NULL, GG_UNSEEN("?", "?", 0)},
    {"seat", GG_K_SEAT, 0, 2, toy_seats, GG_NEVER_UNSEEN},
    {"piece", GG_K_PIECE, 0, T_PIECES, NULL, GG_UNSEEN("pion caché", "hidden counter", GG_A)},
    {"hex", GG_K_CELL, 0, T_HEXES, NULL, GG_NEVER_UNSEEN},
    {"x", GG_K_X, 1, 1200, NULL, GG_NEVER_UNSEEN},
    {"y", GG_K_Y, 1, 900, NULL, GG_NEVER_UNSEEN},
    {"stance", GG_K_SET, 0, 3, toy_stances, GG_NEVER_UNSEEN},
    {"mood", GG_K_CHOICE, 0, 2, toy_moods, GG_NEVER_UNSEEN},
};
static const gg_verb toy_verbs[] = {
    {"", {0}, 0, "", ""},
    {"move", {T_PIECE, T_X, T_Y}, 0, "Bouger", "Move"},
    {"stand", {T_PIECE, T_STANCE}, 0, "Posture", "Stance"},
    {"no", {T_HEX}, 0, "Non", "No"},
    {"no support", {0}, 0, "Sans soutien", "No support"},
    {"attack", {T_HEX}, 0, "Attaquer", "Attack"},
    {"attack", {T_PIECE, T_HEX}, 0, "Attaquer", "Attack"},
    {"safe", {0}, 0, "Sûr", "Safe"},
    {"gamble", {0}, 0, "Risqué", "Gamble"},
    {"wide", {0}, 0, "Large", "Wide"},
    {"face", {GG_D_NUMBER}, GG_V_CHANCE, "Face", "Face"},
    {"luck", {GG_D_NUMBER}, GG_V_CHANCE, "Chance", "Luck"},
    {"feel", {T_MOOD, GG_D_NUMBER}, 0, "Sentir", "Feel"},
};
static const uint8_t toy_main[] = {T_MOVE, T_STAND,  T_NO_SUPPORT, T_ATTACK_HEX, T_ATTACK_PIECE,
                                   T_SAFE, T_GAMBLE, T_WIDE,       T_FEEL,       0};
static const uint8_t toy_dice[] = {T_FACE, 0}, toy_many[] = {T_LUCK, 0}, toy_none[] = {T_SAFE, 0};
static const gg_rule toy_rules[] = {{"", GG_HOUSE, 1, "", "", ""},
                                    {"T1", GG_SEED, 0, "1", "Une règle.", "A rule."}};
enum { TOY_NOT_NOW = 1, TOY_TOO_FAR };
static const gg_refusal toy_refusals[] = {
    {"LEGAL", 0, {0}, "", ""},
    {"NOT_NOW", 1, {GG_D_SEAT}, "Pas maintenant, {a}.", "Not now, {a}."},
    {"TOO_FAR",
     1,
     {T_X, T_STANCE, GG_D_NUMBER, T_PIECE},
     "{a} cm est trop loin ({b}) : {c}, {d} {e} {z} {",
     "{a} cm is too far ({b}): {c}, {d} {e} {z} {"},
};
static const gg_event_kind toy_events[] = {{"moved",
                                            2,
                                            {T_PIECE, T_X, GG_D_SEAT, GG_D_NUMBER},
                                            "{a} va en {b} ({c}, {d}).",
                                            "{a} goes to {b} ({c}, {d})."}};
static const gg_label toy_labels[] = {{"", {0}, "", ""},
                                      {"range", {T_Y}, "Portée {a}", "Range {a}"}};
static const gg_face toy_faces[] = {{"man", "m", "Homme", "Man", NULL, NULL}};
static const gg_surface toy_surfaces[] = {
    {"map", GG_HEXES, GG_NOBODY, 4, 3, T_HEXES, "Carte", "Map"},
    {"table", GG_PLANE, GG_NOBODY, 1200, 900, 0, "Table", "Table"}};
static const gg_scenario toy_scenarios[] = {{"first", 0, "Un", "One", "", "", 0},
                                            {"second", 0, "Deux", "Two", "", "", 0}};
static const gg_option toy_options[] = {{"safe", -5, 2000, 1000, "Sûr", "Safe", 0}};
enum { TOY_LIMIT, TOY_AT, TOY_DEPTH, TOY_SCORED };
static const gg_put_kind toy_position_words[] = {
    {"limit", GG_PUT_SET | GG_PUT_TABLE, {GG_D_NUMBER}},
    {"at", GG_PUT_PIECE, {T_HEX}},
    {"depth", GG_PUT_SET | GG_PUT_PIECE, {GG_D_NUMBER}},
    {"scored", GG_PUT_PIECE, {0}}};
#define TOY_FIELD(name, count, low, high)                                                          \
    {                                                                                              \
#name, (uint32_t)offsetof(toy_state, name),                                                \
            (uint16_t)(sizeof((toy_state *)0)->name / (count)), count, low, high                   \
    }
static const gg_field toy_fields[] = {
    TOY_FIELD(flow, 1, 0, 0),          TOY_FIELD(spare, 2, 0, 0),
    TOY_FIELD(depth, 1, -5, 5),        TOY_FIELD(at, T_PIECES, 0, T_HEXES - 1),
    TOY_FIELD(limit_seen, 1, 0, 9999), TOY_FIELD(score, 1, -2000000000, 2000000000),
    TOY_FIELD(pad, 8, 0, 0),
};

static inline bool toy_prepare(const gg_request *request, void *t, gg_verdict *verdict) {
    toy_table *table = t;
    table->limit = 7;
    table->safe = (uint16_t)(request->option[0] < 0 ? 0 : request->option[0]);
    verdict->refusal = TOY_NOT_NOW;
    return request->option[0] >= 0;
}
static inline void toy_setup(const void *t, void *s) {
    ((toy_state *)s)->limit_seen = ((const toy_table *)t)->limit;
    gg_flow_call(&((toy_state *)s)->flow, T_MAIN, 0);
}
static inline unsigned toy_node(const void *s) {
    return gg_flow_top(&((const toy_state *)s)->flow)->node;
}
static inline gg_turn toy_turn(const void *t, const void *state) {
    const toy_state *s = state;
    unsigned node = toy_node(s);
    gg_turn turn = {gg_flow_top(&s->flow)->seat, (uint8_t)node, 0, 0};
    (void)t;
    if (node == T_END) turn.seat = GG_OVER;
    if (node == T_DICE || node == T_MANY) turn.seat = GG_CHANCE;
    if (node == T_DICE) turn.tickets = UINT64_C(1) << 53;
    if (node == T_MANY) turn.tickets = 1000;
    return turn;
}
// Attack goes against hexes 2, 5, 7 and 8 only, moves are always too far.
static inline bool toy_check(const void *t, const void *state, int seat, gg_action action,
                             gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action), a = (unsigned)gg_a(action);
    (void)t;
    (void)state;
    (void)seat;
    if (verb == T_SAFE || verb == T_GAMBLE || verb == T_WIDE || verb == T_NO_SUPPORT)
        if (action == gg_act(verb, 0, 0, 0)) return true;
    if (verb == T_ATTACK_HEX && action == gg_act(verb, a, 0, 0))
        if (a == 2 || a == 5 || a == 7 || a == 8) return true;
    if (verb == T_STAND && action == gg_act(verb, a, (unsigned)gg_b(action), 0))
        if (a == 2 && (gg_b(action) == 1 || gg_b(action) == 7)) return true;
    return gg_refuse(verdict, TOY_TOO_FAR, -123, 3, -4, GG_HIDDEN);
}
static inline bool toy_stray(const void *t, const void *s, int seat, gg_action action,
                             gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    (void)action;
    return gg_refuse(verdict, TOY_TOO_FAR, -123, 3, -4, GG_HIDDEN);
}
static inline uint32_t toy_legal(const void *t, const void *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (unsigned verb = 1; verb < T_VERBS; verb++)
        for (unsigned a = 0; a < T_HEXES; a++)
            for (unsigned b = 0; b < 8; b++)
                if (toy_check(t, s, seat, gg_act(verb, a, b, 0), NULL))
                    out[n++] = gg_act(verb, a, b, 0);
    return n;
}
static inline uint32_t toy_chance(const void *t, const void *state, gg_outcome *out) {
    (void)t;
    if (toy_node(state) == T_DICE) {
        out[0] = (gg_outcome){gg_act(T_FACE, 1, 0, 0), (UINT64_C(1) << 53) - 1};
        out[1] = (gg_outcome){gg_act(T_FACE, 2, 0, 0), 1};
        return 2;
    }
    for (unsigned i = 0; i < 1000; i++) out[i] = (gg_outcome){gg_act(T_LUCK, i, 0, 0), 1};
    return 1000;
}
static inline gg_action toy_roll(const void *t, const void *state, uint64_t ticket) {
    (void)t;
    if (toy_node(state) == T_DICE)
        return gg_act(T_FACE, ticket < (UINT64_C(1) << 53) - 1 ? 1 : 2, 0, 0);
    return gg_act(T_LUCK, (unsigned)ticket, 0, 0);
}
static inline void toy_apply(const void *t, void *state, gg_action action, gg_events *events) {
    toy_state *s = state;
    gg_frame *at = gg_flow_at(&s->flow);
    unsigned verb = gg_verb_of(action);
    if (verb == T_GAMBLE || verb == T_WIDE) {
        at->node = verb == T_GAMBLE ? T_DICE : T_MANY;
        return;
    }
    at->node = T_MAIN;
    if (verb == T_SAFE) s->score = ((const toy_table *)t)->safe;
    if (verb == T_FACE) s->score = gg_a(action) == 1 ? 1500 : -2000000000;
    if (verb == T_LUCK) s->score = (int32_t)gg_a(action);
    if (verb == T_NO_SUPPORT) at->node = T_END;
    gg_emit(events, 0, 1, 1, 0, 3, 512, GG_NOBODY, -7, 0);
    at->seat = (uint8_t)!at->seat;
}
static inline void toy_score(const void *t, const void *s, int half[GG_SEATS_MAX],
                             int32_t *margin) {
    (void)t;
    (void)s;
    half[0] = 0;
    half[1] = 2;
    *margin = -3;
}
static inline void toy_redact(const void *t, void *s, int viewer) {
    (void)t;
    (void)s;
    (void)viewer;
}
static inline void toy_resample(const void *t, void *s, int viewer, gg_rng *rng) {
    (void)t;
    (void)s;
    (void)viewer;
    (void)rng;
}
static inline void toy_view(const void *t, const void *state, int viewer, gg_view *out) {
    const toy_state *s = state;
    (void)t;
    (void)viewer;
    for (unsigned i = 0; i < T_PIECES; i++) {
        gg_piece *piece = gg_view_piece(out);
        piece->handle = (uint16_t)(i == 5 && viewer != GG_UMPIRE ? GG_HANDLE_HIDDEN : i);
        piece->cell = s->at[i];
    }
}
// Four columns of three hexes: number 4 lies below number 0, far from number 3.
static inline void toy_cell(const void *t, unsigned surface, unsigned index, gg_cell *out) {
    (void)t;
    (void)surface;
    out->x = (int16_t)(10 * (index % 4));
    out->y = (int16_t)(10 * (index / 4));
}
static inline int toy_sound(const void *t, const void *state) {
    (void)t;
    return ((const toy_state *)state)->depth == 4 ? 44 : 0;
}
static inline bool toy_put(void *t, void *state, const gg_put *put, gg_verdict *verdict) {
    toy_state *s = state;
    switch (put->what) {
    case TOY_LIMIT: ((toy_table *)t)->limit = (uint16_t)put->arg[0]; return true;
    case TOY_AT: s->at[put->piece] = (uint8_t)put->arg[0]; return true;
    case TOY_DEPTH: s->depth = (int16_t)-put->arg[0]; return true;
    case TOY_SCORED: return gg_refuse(verdict, TOY_NOT_NOW, 1, 0, 0, 0);
    default: break;
    }
    gg_flow_goto(&s->flow, (unsigned)put->arg[0], (unsigned)put->arg[1]);
    s->score = put->arg[2];
    return put->arg[0] != T_END;
}
static inline size_t toy_name(const void *t, unsigned domain, unsigned value, gg_form form,
                              char *out, size_t cap) {
    static const char *const pieces[] = {"5DP_13", "5DP_15", "5DP_QG", "17ID_KGa", "17ID_KGb"};
    (void)t;
    if (domain == T_HEX)
        return (size_t)snprintf(out, cap, form == GG_FORM_FR ? "l'hex %02u%02u" : "%02u%02u",
                                value % 4 + 1, value / 4 + 1);
    if (domain == T_PIECE && value < 5) return (size_t)snprintf(out, cap, "%s", pieces[value]);
    return 0;
}
static inline int32_t toy_value(const void *t, const void *state, int seat) {
    (void)t;
    return seat == 0 ? ((const toy_state *)state)->score : -((const toy_state *)state)->score;
}

static const gg_node toy_nodes[] = {
    {"main", 0, toy_main, "À vous.", "Your turn.", "Attendez.", "Wait.", .check = toy_check,
     .legal = toy_legal, .play = toy_apply},
    {"dice", GG_N_CHANCE, toy_dice, "Dés.", "Dice.", "Dés.", "Dice.", .chance = toy_chance,
     .roll = toy_roll, .play = toy_apply},
    {"many", GG_N_CHANCE, toy_many, "Sort.", "Lot.", "Sort.", "Lot.", .chance = toy_chance,
     .roll = toy_roll, .play = toy_apply},
    {"end", 0, toy_none, "Fini.", "Over.", "Fini.", "Over.", .check = NULL},
};
#define TOY_COUNT(array) (uint16_t)(sizeof(array) / sizeof(array)[0])
static const gg_game toy_game = {
    .id = "toy",
    .fr = "Jouet",
    .en = "Toy",
    .version = 1,
    .seats = 2,
    .table_bytes = sizeof(toy_table),
    .state_bytes = sizeof(toy_state),
    .facts_bytes = sizeof(toy_state),
    .flow = offsetof(toy_state, flow),
    .max_legal = 64,
    .max_steps = 100,
    .piece_domain = T_PIECE,
    .not_your_turn = TOY_NOT_NOW,
    .not_here = TOY_TOO_FAR,
    .seat_names = toy_seats,
    .rules = toy_rules,
    .refusals = toy_refusals,
    .domains = toy_domains,
    .verbs = toy_verbs,
    .nodes = toy_nodes,
    .events = toy_events,
    .labels = toy_labels,
    .faces = toy_faces,
    .surfaces = toy_surfaces,
    .scenarios = toy_scenarios,
    .options = toy_options,
    .position_words = toy_position_words,
    .fields = toy_fields,
    .n_rules = TOY_COUNT(toy_rules),
    .n_refusals = TOY_COUNT(toy_refusals),
    .n_domains = TOY_COUNT(toy_domains),
    .n_verbs = TOY_COUNT(toy_verbs),
    .n_nodes = TOY_COUNT(toy_nodes),
    .n_events = TOY_COUNT(toy_events),
    .n_labels = TOY_COUNT(toy_labels),
    .n_faces = TOY_COUNT(toy_faces),
    .n_surfaces = TOY_COUNT(toy_surfaces),
    .n_scenarios = TOY_COUNT(toy_scenarios),
    .n_options = TOY_COUNT(toy_options),
    .n_position_words = TOY_COUNT(toy_position_words),
    .n_fields = TOY_COUNT(toy_fields),
    .prepare = toy_prepare,
    .setup = toy_setup,
    .turn = toy_turn,
    .stray = toy_stray,
    .score = toy_score,
    .redact = toy_redact,
    .resample = toy_resample,
    .sound = toy_sound,
    .put = toy_put,
    .show = {.view = toy_view, .cell = toy_cell, .name = toy_name},
    .brain = {.value = toy_value},
};

#endif
