// SPDX-License-Identifier: Apache-2.0
// The text of a scenario: the part of the map, the turns, who stands where, who begins. A line is a
// position line (put, set, node) or one of three of its own:
//
//     area 12 26 01 14                      first and last column, first and last row
//     turns 2
//     points 8                              what the German side needs; without this line three
//                                           for every two turns
//     put 254RD_QG at 1511                  a counter and its hex; the last one named lies on top
//     put 5DP_13 at 1607 reduced
//     put CL1 at 1511 side allied           a supply column is whose it is said to be
//     put 95GRD_284 waiting                 a reinforcement that may enter
//     set turn 1                            also: air N, tested 1, control HEX SIDE
//     node move german                      who begins, with what: move or combat
//
// A player's text is judged by setting it up: what the map, the stacks and the rules' invariants do
// not bear is told on the line that would do it.
#include "scenarios.h"

enum { W_AREA, W_TURNS, W_POINTS, W_PUT, W_SET, W_NODE, WORDS };

enum { LEAST_SPAN = 4, COLS_LAST = HEXES / 14, ROWS_LAST = 14 };

static const char *const line_words[WORDS] = {"area", "turns", "points", "put", "set", "node"};
static const char *const seat_words[SEATS] = {"allied", "german"};
static const char *const node_words[2] = {"move", "combat"};
static const char *const number_words[4] = {"turn", "air", "air_used", "tested"};
static const uint16_t number_puts[4] = {P_TURN, P_AIR, P_AIR_USED, P_TESTED};

typedef struct reading {
    gg_script s;
    bz_ready *out;
    uint16_t *line_of;
    unsigned seen; // bits: area, turns, points, node
} reading;

// ---------------------------------------------------------------------------------------- telling
static void tell(reading *r, const char *fr, const char *en, gg_script_word word) {
    gg_script_fault(&r->s, r->s.line, RULE_NONE, fr, en, word, 0, 0);
}

static int number(reading *r, gg_script_word word, int least, int most) {
    int value = gg_script_number(word, least, most);
    if (value < 0)
        gg_script_fault(&r->s, r->s.line, RULE_NONE, "« {w} » n'est pas un nombre de {a} à {b}.",
                        "“{w}” is not a number from {a} to {b}.", word, least, most);
    return value;
}

// Columns and rows are written with two digits, as on the map.
static int two_digits(gg_script_word word, int most) {
    if (word.length != 2 || word.at[0] < '0' || word.at[0] > '9' || word.at[1] < '0' ||
        word.at[1] > '9')
        return -1;
    int value = (word.at[0] - '0') * 10 + word.at[1] - '0';
    return value >= 1 && value <= most ? value : -1;
}

static int hex_of(reading *r, gg_script_word word) {
    int col = word.length == 4 ? two_digits((gg_script_word){word.at, 2}, COLS_LAST) : -1;
    int row = word.length == 4 ? two_digits((gg_script_word){word.at + 2, 2}, ROWS_LAST) : -1;
    if (col > 0 && row > 0) return bz_at(col, row);
    tell(r, "« {w} » n'est pas un hexagone de la carte.", "“{w}” is not a hex of the map.", word);
    return -1;
}

static int seat_of(reading *r, gg_script_word word) {
    int seat = gg_script_one_of(word, seat_words, SEATS);
    if (seat < 0)
        tell(r, "« {w} » n'est ni allied ni german.", "“{w}” is neither allied nor german.", word);
    return seat;
}

// Capitals or not.
static bool same_name(gg_script_word word, const char *token) {
    size_t n = 0;
    for (; n < word.length && token[n]; n++) {
        char a = word.at[n], b = token[n];
        if (a >= 'A' && a <= 'Z') a = (char)(a + 'a' - 'A');
        if (b >= 'A' && b <= 'Z') b = (char)(b + 'a' - 'A');
        if (a != b) return false;
    }
    return n == word.length && !token[n];
}

static int piece_of(gg_script_word word) {
    for (int p = 0; p < PIECES; p++)
        if (same_name(word, bz_counter_names[p].token)) return p;
    return -1;
}

static void keep(reading *r, unsigned what, unsigned piece, int a, int b) {
    bz_ready *out = r->out;
    if (out->lines == READY_MAX) {
        tell(r, "Trop de lignes.", "Too many lines.", r->s.body);
        return;
    }
    if (r->line_of) r->line_of[out->lines] = (uint16_t)r->s.line;
    out->line[out->lines++] = (gg_put){(uint16_t)what, (uint16_t)piece, {a, b, 0}};
}

// ------------------------------------------------------------------------------------------ lines
static void take_area(reading *r) {
    const gg_script *s = &r->s;
    int value[4];
    bool good = s->words == 5;
    for (unsigned i = 0; good && i < 4; i++) {
        value[i] = two_digits(s->word[1 + i], i < 2 ? COLS_LAST : ROWS_LAST);
        good = value[i] > 0;
    }
    if (!good || value[1] - value[0] < LEAST_SPAN || value[3] - value[2] < LEAST_SPAN) {
        tell(r, "Écrire : area 01 26 01 14, cinq colonnes et cinq lignes au moins.",
             "Write: area 01 26 01 14, five columns and five rows at least.", s->body);
        return;
    }
    r->out->first_col = (uint8_t)value[0];
    r->out->last_col = (uint8_t)value[1];
    r->out->first_row = (uint8_t)value[2];
    r->out->last_row = (uint8_t)value[3];
}

static void take_turns(reading *r) {
    int turns = r->s.words == 2 ? number(r, r->s.word[1], 1, TURNS) : -1;
    if (r->s.words != 2) tell(r, "Écrire : turns N", "Write: turns N", r->s.body);
    r->out->last_turn = (uint8_t)(turns < 0 ? 1 : turns);
}

static void take_points(reading *r) {
    int points = r->s.words == 2 ? number(r, r->s.word[1], 1, POINTS_MOST) : -1;
    if (r->s.words != 2) tell(r, "Écrire : points N", "Write: points N", r->s.body);
    if (points > 0) r->out->points = (uint8_t)points;
}

// The side of a column comes before its place, wherever it is written.
static void take_put(reading *r) {
    const gg_script *s = &r->s;
    int piece = s->words > 1 ? piece_of(s->word[1]) : -1, hex = -1, side = -1;
    bool reduced = false, waiting = false;
    if (piece < 0) {
        tell(r, "Aucun pion ne s'appelle « {w} ».", "No counter is called “{w}”.",
             s->word[s->words > 1]);
        return;
    }
    for (unsigned i = 2; i < s->words; i++) {
        bool more = i + 1 < s->words;
        if (gg_script_is(s->word[i], "at") && more && hex < 0) {
            if ((hex = hex_of(r, s->word[++i])) < 0) return;
        } else if (gg_script_is(s->word[i], "side") && more && side < 0) {
            if ((side = seat_of(r, s->word[++i])) < 0) return;
        } else if (gg_script_is(s->word[i], "reduced") && !reduced) {
            reduced = true;
        } else if (gg_script_is(s->word[i], "waiting") && !waiting) {
            waiting = true;
        } else {
            tell(r, "« {w} » n'est pas compris derrière un pion.",
                 "“{w}” is not understood behind a counter.", s->word[i]);
            return;
        }
    }
    if ((hex < 0) == !waiting || bz_is_column(piece) != (side >= 0)) {
        tell(r, "Un pion est « at HEX » ou « waiting » ; une colonne a un camp, elle seule.",
             "A counter is “at HEX” or “waiting”; a column has a side, and nothing else has.",
             s->word[1]);
        return;
    }
    if (side >= 0) keep(r, P_SIDE, (unsigned)piece, side, 0);
    if (hex >= 0) keep(r, P_AT, (unsigned)piece, hex, 0);
    if (waiting) keep(r, P_WAITING, (unsigned)piece, 0, 0);
    if (reduced) keep(r, P_REDUCED, (unsigned)piece, 0, 0);
}

static void take_set(reading *r) {
    const gg_script *s = &r->s;
    static const int most[4] = {TURNS, 3, 3, 1};
    int word = s->words == 3 ? gg_script_one_of(s->word[1], number_words, 4) : -1;
    bool control = s->words == 4 && gg_script_is(s->word[1], "control");
    if (word >= 0) {
        int value = number(r, s->word[2], word == 0, most[word]);
        if (value >= 0) keep(r, number_puts[word], GG_NO_HANDLE, value, 0);
    } else if (control) {
        int hex = hex_of(r, s->word[2]), seat = hex < 0 ? -1 : seat_of(r, s->word[3]);
        if (seat >= 0) keep(r, P_CONTROL, GG_NO_HANDLE, hex, seat);
    } else {
        tell(r, "Écrire : set turn|air|air_used|tested N, ou set control HEX CAMP",
             "Write: set turn|air|air_used|tested N, or set control HEX SIDE", s->body);
    }
}

static void take_node(reading *r) {
    const gg_script *s = &r->s;
    static const uint8_t nodes[2] = {N_MOVE, N_COMBAT};
    int node = s->words == 3 ? gg_script_one_of(s->word[1], node_words, 2) : -1;
    if (node < 0) {
        tell(r, "Écrire : node move|combat allied|german", "Write: node move|combat allied|german",
             s->body);
        return;
    }
    int seat = seat_of(r, s->word[2]);
    if (seat >= 0) keep(r, GG_PUT_NODE, GG_NO_HANDLE, nodes[node], seat);
}

static void take_word(reading *r, int word) {
    switch (word) {
    case W_AREA: take_area(r); break;
    case W_TURNS: take_turns(r); break;
    case W_POINTS: take_points(r); break;
    case W_PUT: take_put(r); break;
    case W_SET: take_set(r); break;
    default: take_node(r); break;
    }
}

static void take_line(reading *r) {
    const gg_script *s = &r->s;
    int word = gg_script_one_of(s->word[0], line_words, WORDS);
    bool once = word == W_AREA || word == W_TURNS || word == W_POINTS || word == W_NODE;
    if (s->words > GG_SCRIPT_WORDS)
        tell(r, "Trop de mots.", "Too many words.", s->word[0]);
    else if (word < 0)
        tell(r, "« {w} » n'est pas compris.", "“{w}” is not understood.", s->word[0]);
    else if (once && r->seen >> word & 1)
        tell(r, "« {w} » est déjà écrit.", "“{w}” stands here twice.", s->word[0]);
    else if (r->seen >> W_NODE & 1)
        tell(r, "« node » est la dernière ligne.", "“node” is the last line.", s->word[0]);
    else {
        if (once) r->seen |= 1U << word;
        take_word(r, word);
    }
}

// BH16d: three for every two turns, rounded up.
static int usual_points(int turns) {
    return (3 * turns + 1) / 2;
}

uint32_t bz_read_setting(const char *text, size_t size, bz_ready *out, uint16_t *line_of,
                         gg_fault *fault, uint32_t cap) {
    reading r = {.out = out, .line_of = line_of};
    memset(out, 0, sizeof *out);
    gg_script_begin(&r.s, text, size, fault, cap);
    while (gg_script_next(&r.s))
        if (!gg_script_head(&r.s)) take_line(&r);
    for (int word = W_AREA; word <= W_TURNS; word++)
        if (!(r.seen >> word & 1))
            tell(&r, "Il manque la ligne « {w} ».", "The line “{w}” is missing.",
                 gg_script_text(line_words[word]));
    if (!(r.seen >> W_POINTS & 1)) out->points = (uint8_t)usual_points(out->last_turn);
    return r.s.faults;
}

// -------------------------------------------------------------------------------------- the judge
typedef struct trial {
    gg_script s; // for its faults, and where the text ends
    bz_table t;
    bz_state state;
    uint16_t line_of[READY_MAX];
} trial;

static void blame(trial *j, unsigned line, const char *fr, const char *en, const char *name, int a,
                  int b) {
    gg_script_fault(&j->s, line, RULE_NONE, fr, en, gg_script_text(name), a, b);
}

static const char *piece_name(int piece) {
    return bz_counter_names[piece].token;
}

// May this counter be put down there, beside those that lie there already?
static bool bears(trial *j, unsigned line, int piece, int hex) {
    const bz_state *s = &j->state;
    const char *name = piece_name(piece);
    int points = bz_points(s, hex) + (bz_is_column(piece) ? 0 : bz_counters[piece].stack_points);
    if (bz_on_map(s, piece))
        blame(j, line, "{w} est déjà sur la carte.", "{w} is on the map already.", name, 0, 0);
    else if (!bz_has(&j->t.area, hex))
        blame(j, line, "{w} : cet hexagone est hors de « area ».",
              "{w}: this hex lies outside “area”.", name, 0, 0);
    else if (bz_enemy_in(s, bz_side_of(s, piece), hex))
        blame(j, line, "{w} : l'ennemi est dans cet hexagone.", "{w}: the enemy is in this hex.",
              name, 0, 0);
    else if (points > bz_hexes[hex].stack_limit)
        blame(j, line, "{w} : {a} points d'empilement, {b} au plus.",
              "{w}: {a} stacking points, {b} at most.", name, points, bz_hexes[hex].stack_limit);
    else if (!bz_composes(s, piece, hex))
        blame(j, line, "{w} ne va pas avec ceux qui y sont.",
              "{w} does not go with those who are there.", name, 0, 0);
    else
        return true;
    return false;
}

static bool may_put(trial *j, unsigned line, const gg_put *p) {
    int piece = p->piece;
    if (p->what == P_AT) return bears(j, line, piece, p->arg[0]);
    if (p->what == P_WAITING && !(bz_counters[piece].flags & BZ_F_REINFORCEMENT)) {
        blame(j, line, "{w} n'est pas un renfort.", "{w} is no reinforcement.", piece_name(piece),
              0, 0);
        return false;
    }
    if (p->what == P_REDUCED && (bz_is_column(piece) || bz_counters[piece].steps < 2)) {
        blame(j, line, "{w} n'a qu'un pas.", "{w} has one step only.", piece_name(piece), 0, 0);
        return false;
    }
    if (p->what == P_TURN && p->arg[0] > j->t.last_turn) {
        blame(j, line, "Le tour {a} n'est pas joué.", "Turn {a} is not played.", "", p->arg[0], 0);
        return false;
    }
    if (p->what == P_CONTROL && !bz_has(&j->t.area, p->arg[0])) {
        blame(j, line, "Cet hexagone est hors de « area ».", "This hex lies outside “area”.", "", 0,
              0);
        return false;
    }
    return true;
}

static void set_up(trial *j) {
    const bz_ready *ready = &j->t.ready;
    bz_clear_map(&j->t, &j->state);
    bz_derive(&j->t, &j->state);
    for (int i = 0; i < ready->lines && j->s.faults < j->s.cap; i++) {
        unsigned line = j->line_of[i];
        if (!may_put(j, line, &ready->line[i])) continue;
        if (!bz_put(&j->t, &j->state, &ready->line[i], NULL))
            blame(j, line, "Cette ligne ne s'exécute pas ici.", "This line cannot be obeyed here.",
                  "", 0, 0);
        bz_derive(&j->t, &j->state);
    }
    for (int side = 0; side < SEATS; side++)
        if (j->state.counts[side] > COLUMNS_PER_SIDE)
            blame(j, j->s.line, "{a} colonnes d'un camp : {b} au plus.",
                  "{a} columns of one side: {b} at most.", "", j->state.counts[side],
                  COLUMNS_PER_SIDE);
    if (!j->s.faults && bz_sound(&j->t, &j->state))
        blame(j, j->s.line, "Cette mise en place se contredit.", "This set-up contradicts itself.",
              "", 0, 0);
}

// A free set-up has zones all over the map: only what does not touch them can be changed.
static void judge_free(trial *j) {
    const bz_ready *ready = &j->t.ready;
    if (ready->first_col > 1 || ready->last_col < COLS_LAST || ready->first_row > 1 ||
        ready->last_row < ROWS_LAST)
        blame(j, j->s.line, "Avec un déploiement libre, toute la carte sert : area 01 26 01 14",
              "With a free set-up all of the map is in play: area 01 26 01 14", "", 0, 0);
    for (int i = 0; i < ready->lines; i++)
        if (ready->line[i].what != P_AIR)
            blame(j, j->line_of[i],
                  "Avec un déploiement libre, seuls « turns », « points » et « set air » se "
                  "changent.",
                  "With a free set-up only “turns”, “points” and “set air” can be changed.", "", 0,
                  0);
}

uint32_t bz_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap) {
    static const bz_board none;
    trial j;
    memset(&j, 0, sizeof j);
    uint32_t faults = bz_read_setting(text, size, &j.t.ready, j.line_of, out, cap);
    if (faults) return faults;
    gg_script_begin(&j.s, text, size, out, cap);
    while (gg_script_next(&j.s)) {
    }
    const bz_ready *ready = &j.t.ready;
    bool begins = ready->lines && ready->line[ready->lines - 1].what == GG_PUT_NODE;
    if (scenario == SC_CAMPAIGN) {
        judge_free(&j);
        return j.s.faults;
    }
    if (!begins)
        blame(&j, j.s.line, "Il manque la ligne « node » : qui commence ?",
              "The line “node” is missing: who begins?", "", 0, 0);
    j.t.request.scenario = (uint16_t)scenario;
    bz_prepare_ready(&j.t);
    for (int net = NET_ALLIED; net <= NET_GERMAN; net++)
        if (memcmp(&j.t.sources[net], &none, sizeof none) == 0)
            blame(&j, j.s.line, "« area » ne contient aucune source de ravitaillement de {w}.",
                  "“area” holds no source of supply of {w}.", seat_words[net], 0, 0);
    if (!j.s.faults) set_up(&j);
    return j.s.faults;
}
