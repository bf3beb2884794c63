// SPDX-License-Identifier: Apache-2.0
// The text of a scenario: table, scenery, objectives, deployment, points, how one wins. Shipped
// scenarios and those of players are the same kind of text; reader.py makes tables of the shipped
// ones at build time, and a test holds the two readers together.
//
//     board 1200 900                        millimetres; x from West's own edge to East's
//     symmetric                             optional: judged to be the same for both sides
//     points 1000 1000                      army points, West and East
//     reserve 250 250
//     rounds 6
//     stars 12 -                            stars that win at a check; - = none
//     commander 4                           stars lost with the company commander, optional
//     hold O3 from 4                        West wins at a check while it holds it, optional
//     otherwise east                        wins when nobody has at the end, optional
//     deploy west 0,0 200,900               two corners
//     objective O1 600,220 stars 1 payments 4
//     wall T1 height 1 340,405 340,555 320,555 320,405
//
// Every fault is told on its line; what only shows in the whole, on the line that should change.
#include "salvo.h"

enum {
    BOARD_LEAST = 300,
    ROWS_MAX = 1000, // mm from side to side: the lattice has no more
    STARS_LIMIT = 99,
    STARS_EACH = 9,
    COMMANDER_MOST = 20,
    CLEAR = 35, // mm between scenery and the centre of a marker
    FIXED = 3,  // words of a line of scenery before its corners, without the kind
};

enum {
    W_BOARD,
    W_POINTS,
    W_RESERVE,
    W_ROUNDS,
    W_STARS, // up to here every scenario has them
    W_HOLD,
    W_OTHERWISE,
    W_COMMANDER,
    W_SYMMETRIC,
    WORDS
};

static const struct {
    const char *word, *fr, *en;
    unsigned words;
} forms[WORDS] = {
    [W_BOARD] = {"board", "Écrire : board LARGEUR HAUTEUR", "Write: board WIDTH HEIGHT", 3},
    [W_POINTS] = {"points", "Écrire : points OUEST EST", "Write: points WEST EAST", 3},
    [W_RESERVE] = {"reserve", "Écrire : reserve OUEST EST", "Write: reserve WEST EAST", 3},
    [W_ROUNDS] = {"rounds", "Écrire : rounds N", "Write: rounds N", 2},
    [W_STARS] = {"stars", "Écrire : stars OUEST EST, - pour aucune limite",
                 "Write: stars WEST EAST, - for no limit", 3},
    [W_HOLD] = {"hold", "Écrire : hold OBJECTIF from MANCHE", "Write: hold OBJECTIVE from ROUND",
                4},
    [W_OTHERWISE] = {"otherwise", "Écrire : otherwise west, ou otherwise east",
                     "Write: otherwise west, or otherwise east", 2},
    [W_COMMANDER] = {"commander", "Écrire : commander ÉTOILES", "Write: commander STARS", 2},
    [W_SYMMETRIC] = {"symmetric", "« symmetric » est seul.", "“symmetric” stands alone.", 1},
};
static const char *const side_words[SEATS] = {"west", "east"};
static const char *const kind_words[SV_PIECE_KINDS] = {
    [SV_WALL] = "wall", [SV_CONTAINER] = "container", [SV_RUIN] = "ruin", [SV_AREA] = "area"};

typedef struct reading {
    gg_script s;
    sv_scenario *out;
    unsigned line_of[WORDS]; // 0: not there
    unsigned deploy_line[SEATS], piece_line[SV_PIECES_MAX], objective_line[SV_OBJECTIVES_MAX];
    unsigned pieces, objectives; // lines met, also those beyond the arrays
} reading;

// ----------------------------------------------------------------------------------------- telling
static void tell(reading *r, unsigned line, unsigned rule, const char *fr, const char *en, int a,
                 int b) {
    gg_script_fault(&r->s, line, rule, fr, en, (gg_script_word){fr, 0}, a, b);
}

static void tell_word(reading *r, const char *fr, const char *en, gg_script_word word) {
    gg_script_fault(&r->s, r->s.line, RULE_NONE, fr, en, word, 0, 0);
}

// A number within its bounds; otherwise the fault is told, and -1.
static int number(reading *r, gg_script_word word, int least, int most) {
    int value = gg_script_number(word, least, most);
    if (value < 0)
        gg_script_fault(&r->s, r->s.line, RULE_NONE, "« {w} » n'est pas un nombre de {a} à {b}.",
                        "“{w}” is not a number from {a} to {b}.", word, least, most);
    return value;
}

static bool point(reading *r, gg_script_word word, gg_point *out) {
    size_t comma = 0;
    while (comma < word.length && word.at[comma] != ',') comma++;
    gg_script_word x = {word.at, comma}, y = {word.at + comma + 1, 0};
    if (comma < word.length) y.length = word.length - comma - 1;
    int first = gg_script_number(x, 0, SV_BOARD_MAX);
    int second = y.length ? gg_script_number(y, 0, SV_BOARD_MAX) : -1;
    *out = (gg_point){(int16_t)first, (int16_t)second};
    if (first >= 0 && second >= 0) return true;
    tell_word(r, "« {w} » n'est pas un point x,y en millimètres.",
              "“{w}” is not a point x,y in millimetres.", word);
    return false;
}

// O3 is number 2 of the objectives; -1: no such word.
static int numbered(gg_script_word word, char letter, int most) {
    if (word.length < 2 || word.at[0] != letter) return -1;
    int value = gg_script_number((gg_script_word){word.at + 1, word.length - 1}, 1, most);
    return value < 0 ? -1 : value - 1;
}

// ------------------------------------------------------------------------------- lines of one word
static void pair(reading *r, int least, int most, uint16_t out[SEATS]) {
    for (int side = 0; side < SEATS; side++) {
        int value = number(r, r->s.word[1 + side], least, most);
        out[side] = (uint16_t)(value < 0 ? 0 : value);
    }
}

static void take_board(reading *r) {
    int width = number(r, r->s.word[1], BOARD_LEAST, SV_BOARD_MAX);
    int height = number(r, r->s.word[2], BOARD_LEAST, ROWS_MAX);
    r->out->width = (uint16_t)(width < 0 || height < 0 ? 0 : width);
    r->out->height = (uint16_t)(width < 0 || height < 0 ? 0 : height);
}

static void take_stars(reading *r) {
    for (int side = 0; side < SEATS; side++) {
        gg_script_word word = r->s.word[1 + side];
        int stars = gg_script_is(word, "-") ? 0 : number(r, word, 1, STARS_LIMIT);
        r->out->star_limit[side] = (uint8_t)(stars < 0 ? 0 : stars);
    }
}

static void take_hold(reading *r) {
    int objective = numbered(r->s.word[1], 'O', SV_OBJECTIVES_MAX);
    int from = number(r, r->s.word[3], 1, ROUNDS_MAX);
    if (objective < 0 || !gg_script_is(r->s.word[2], "from")) {
        tell_word(r, forms[W_HOLD].fr, forms[W_HOLD].en, r->s.word[1]);
        return;
    }
    r->out->hold_objective = (uint8_t)objective;
    r->out->hold_from = (uint8_t)(from < 0 ? 0 : from);
}

static void take_word(reading *r, int word) {
    const gg_script *s = &r->s;
    int value;
    if (r->line_of[word]) {
        tell_word(r, "« {w} » est déjà écrit.", "“{w}” stands here twice.", s->word[0]);
        return;
    }
    r->line_of[word] = s->line;
    if (s->words != forms[word].words) {
        tell_word(r, forms[word].fr, forms[word].en, s->word[0]);
        return;
    }
    switch (word) {
    case W_BOARD: take_board(r); break;
    case W_POINTS: pair(r, 0, sv_sizes[SV_SIZES - 1], r->out->army_points); break;
    case W_RESERVE: pair(r, 0, sv_sizes[SV_SIZES - 1], r->out->reserve); break;
    case W_ROUNDS:
        value = number(r, s->word[1], 1, ROUNDS_MAX);
        r->out->rounds = (uint8_t)(value < 0 ? 0 : value);
        break;
    case W_STARS: take_stars(r); break;
    case W_HOLD: take_hold(r); break;
    case W_OTHERWISE:
        value = gg_script_one_of(s->word[1], side_words, SEATS);
        if (value < 0) tell_word(r, forms[word].fr, forms[word].en, s->word[1]);
        r->out->default_winner = (uint8_t)value;
        break;
    case W_COMMANDER:
        value = number(r, s->word[1], 1, COMMANDER_MOST);
        r->out->commander_stars = (uint8_t)(value < 0 ? 0 : value);
        break;
    default: break; // symmetric: the whole is judged by it
    }
}

// ----------------------------------------------------------------- deployment, objectives, scenery
static void take_deploy(reading *r) {
    const gg_script *s = &r->s;
    int side = s->words == 4 ? gg_script_one_of(s->word[1], side_words, SEATS) : -1;
    gg_point low, high;
    if (side < 0) {
        tell_word(r, "Écrire : deploy west|east x,y x,y", "Write: deploy west|east x,y x,y",
                  s->word[0]);
        return;
    }
    if (r->deploy_line[side]) {
        tell_word(r, "La zone de ce camp est déjà écrite.",
                  "The box of this side stands here twice.", s->word[1]);
        return;
    }
    r->deploy_line[side] = s->line;
    if (!point(r, s->word[2], &low) || !point(r, s->word[3], &high)) return;
    if (low.x >= high.x || low.y >= high.y)
        tell_word(r, "Le premier coin d'une zone est le plus petit.",
                  "The first corner of a box is the lower one.", s->word[2]);
    else
        r->out->deploy[side] = (gg_box){low.x, low.y, high.x, high.y};
}

static bool comes_here(reading *r, char letter, unsigned next) {
    const gg_script *s = &r->s;
    if (s->words > 1 && numbered(s->word[1], letter, (int)next) == (int)next - 1) return true;
    if (letter == 'O')
        tell(r, s->line, RULE_NONE, "Les objectifs se suivent : ici vient O{a}.",
             "Objectives are numbered in order: here comes O{a}.", (int)next, 0);
    else
        tell(r, s->line, RULE_NONE, "Les décors se suivent : ici vient T{a}.",
             "Pieces are numbered in order: here comes T{a}.", (int)next, 0);
    return false;
}

static void take_objective(reading *r) {
    const gg_script *s = &r->s;
    bool paid = s->words == 7 && gg_script_is(s->word[5], "payments");
    if (++r->objectives > SV_OBJECTIVES_MAX) {
        tell(r, s->line, RULE_NONE, "{a} objectifs au plus.", "{a} objectives at most.",
             SV_OBJECTIVES_MAX, 0);
        return;
    }
    r->objective_line[r->objectives - 1] = s->line;
    r->out->objectives = (uint8_t)r->objectives;
    if (!comes_here(r, 'O', r->objectives)) return;
    if ((s->words != 5 && !paid) || !gg_script_is(s->word[3], "stars")) {
        tell_word(r, "Écrire : objective ON x,y stars N [payments N]",
                  "Write: objective ON x,y stars N [payments N]", s->word[0]);
        return;
    }
    sv_objective *o = &r->out->objective[r->objectives - 1];
    int stars = number(r, s->word[4], 1, STARS_EACH);
    int payments = paid ? number(r, s->word[6], 1, ROUNDS_MAX) : 0;
    if (!point(r, s->word[2], &o->at) || stars < 0 || payments < 0) return;
    o->stars = (uint8_t)stars;
    o->payments = (uint8_t)payments;
}

static void take_corners(reading *r, sv_piece *piece) {
    const gg_script *s = &r->s;
    int corners = (int)s->words - 1 - FIXED;
    gg_point ring[GG_POLYGON_MAX];
    if (corners < 3 || corners > GG_POLYGON_MAX) {
        tell(r, s->line, RULE_CH5c, "Un décor a de 3 à {a} coins, pas {b}.",
             "A piece has 3 to {a} corners, not {b}.", GG_POLYGON_MAX, corners < 0 ? 0 : corners);
        return;
    }
    for (int i = 0; i < corners; i++)
        if (!point(r, s->word[1 + FIXED + i], &ring[i])) return;
    if (gg_polygon_normalise(ring, corners) != corners) {
        tell(r, s->line, RULE_CH5c, "Ces coins ne font pas un polygone strictement convexe.",
             "These corners do not make a strictly convex polygon.", 0, 0);
        return;
    }
    memcpy(piece->corner, ring, (size_t)corners * sizeof ring[0]);
    piece->box = gg_box_of(ring, corners);
    piece->corners = (uint8_t)corners;
}

static void take_piece(reading *r, int kind) {
    const gg_script *s = &r->s;
    if (++r->pieces > SV_PIECES_MAX) {
        tell(r, s->line, RULE_NONE, "{a} décors au plus.", "{a} pieces of scenery at most.",
             SV_PIECES_MAX, 0);
        return;
    }
    r->piece_line[r->pieces - 1] = s->line;
    r->out->pieces = (uint8_t)r->pieces;
    if (!comes_here(r, 'T', r->pieces)) return;
    if (s->words < 1 + FIXED || !gg_script_is(s->word[2], "height")) {
        tell_word(r, "Écrire : {w} TN height N x,y x,y x,y ...",
                  "Write: {w} TN height N x,y x,y x,y ...", s->word[0]);
        return;
    }
    sv_piece *piece = &r->out->piece[r->pieces - 1];
    int height = number(r, s->word[3], 1, SIGHT_SIZES);
    piece->kind = (uint8_t)kind;
    piece->height = (uint8_t)(height < 0 ? 1 : height);
    piece->solid = kind != SV_AREA;
    take_corners(r, piece);
}

static void take_line(reading *r) {
    const gg_script *s = &r->s;
    int kind = gg_script_one_of(s->word[0], kind_words, SV_PIECE_KINDS), word = 0;
    while (word < WORDS && !gg_script_is(s->word[0], forms[word].word)) word++;
    if (s->words > GG_SCRIPT_WORDS)
        tell_word(r, "Trop de mots.", "Too many words.", s->word[0]);
    else if (word < WORDS)
        take_word(r, word);
    else if (kind >= 0)
        take_piece(r, kind);
    else if (gg_script_is(s->word[0], "objective"))
        take_objective(r);
    else if (gg_script_is(s->word[0], "deploy"))
        take_deploy(r);
    else
        tell_word(r, "« {w} » n'est pas compris.", "“{w}” is not understood.", s->word[0]);
}

// --------------------------------------------------------------------------------------- the whole
static void check_there(reading *r) {
    for (int word = 0; word <= W_STARS; word++)
        if (!r->line_of[word])
            gg_script_fault(&r->s, r->s.line, RULE_NONE, "Il manque la ligne « {w} ».",
                            "The line “{w}” is missing.", gg_script_text(forms[word].word), 0, 0);
    for (int side = 0; side < SEATS; side++)
        if (!r->deploy_line[side])
            gg_script_fault(&r->s, r->s.line, RULE_NONE, "Il manque la ligne « deploy {w} ».",
                            "The line “deploy {w}” is missing.", gg_script_text(side_words[side]),
                            0, 0);
    if (!r->objectives)
        tell(r, r->s.line, RULE_C2, "Un scénario a des objectifs.", "A scenario has objectives.", 0,
             0);
}

static bool known_box(const reading *r, int side) {
    return r->out->width && r->out->deploy[side].x1;
}

static void check_deploy(reading *r) {
    const sv_scenario *out = r->out;
    for (int side = 0; side < SEATS; side++) {
        const gg_box *box = &out->deploy[side];
        if (!known_box(r, side)) continue;
        bool own_edge = side == SEAT_WEST ? box->x0 == 0 : box->x1 == out->width;
        if (box->x1 > out->width || box->y1 > out->height || !own_edge)
            tell(r, r->deploy_line[side], RULE_CR60,
                 "La zone est sur la table et touche le bord de son camp.",
                 "The box lies on the table and at its side's own edge.", 0, 0);
    }
    if (known_box(r, SEAT_WEST) && known_box(r, SEAT_EAST) &&
        out->deploy[SEAT_WEST].x1 >= out->deploy[SEAT_EAST].x0)
        tell(r, r->deploy_line[SEAT_EAST], RULE_CH11b, "Les deux zones se touchent.",
             "The two boxes meet.", 0, 0);
}

// The largest reserve of a ready company of that size, -1: there is no such size.
static int ready_reserve(int points) {
    int most = -1;
    for (int size = 0; size < SV_SIZES; size++) {
        if (sv_sizes[size] != points) continue;
        most = 0;
        for (int i = 0; i < sv_company_count; i++)
            if (sv_companies[i].limit == points && sv_companies[i].reserve > most)
                most = sv_companies[i].reserve;
    }
    return most;
}

static void check_points(reading *r) {
    for (int side = 0; side < SEATS; side++) {
        int points = r->out->army_points[side], reserve = r->out->reserve[side];
        int least = ready_reserve(points);
        if (!r->line_of[W_POINTS] || !r->line_of[W_RESERVE]) return;
        if (least < 0)
            tell(r, r->line_of[W_POINTS], RULE_CH9k,
                 "{a} PA : un camp en a 400, 750, 1000, 1100 ou 1500.",
                 "{a} AP: a side has 400, 750, 1000, 1100 or 1500.", points, 0);
        else if (3 * reserve > points)
            tell(r, r->line_of[W_RESERVE], RULE_CH9i, "{a} PA de réserve : un tiers au plus, {b}.",
                 "{a} AP of reserve: a third at most, {b}.", reserve, points / 3);
        else if (reserve < least)
            tell(r, r->line_of[W_RESERVE], RULE_CH9i,
                 "{a} PA de réserve : les compagnies prêtes en demandent {b}.",
                 "{a} AP of reserve: the ready companies need {b}.", reserve, least);
    }
}

// No common interior: some edge of one has the other wholly on its outer side.
static bool beside(const sv_piece *a, const sv_piece *b) {
    for (int i = 0; i < a->corners; i++) {
        gg_point p = a->corner[i], q = a->corner[(i + 1) % a->corners];
        bool outside = true;
        for (int k = 0; k < b->corners; k++) outside &= gg_orient(p, q, b->corner[k]) <= 0;
        if (outside) return true;
    }
    return false;
}

static void check_piece(reading *r, int n) {
    const sv_scenario *out = r->out;
    const sv_piece *piece = &out->piece[n];
    unsigned line = r->piece_line[n];
    if (!piece->corners) return;
    if (out->width && (piece->box.x1 > out->width || piece->box.y1 > out->height))
        tell(r, line, RULE_CH5c, "T{a} sort de la table.", "T{a} leaves the table.", n + 1, 0);
    for (int i = 0; i < out->objectives; i++)
        if (out->objective[i].stars &&
            gg_disc_overlaps_polygon(out->objective[i].at, CLEAR, piece->corner, piece->corners))
            tell(r, line, RULE_CH5c, "T{a} est à moins de 35 mm de O{b}.",
                 "T{a} lies within 35 mm of O{b}.", n + 1, i + 1);
    for (int i = 0; i < n; i++) {
        const sv_piece *other = &out->piece[i];
        if (other->corners && !beside(piece, other) && !beside(other, piece))
            tell(r, line, RULE_CH5c, "T{a} recouvre T{b}.", "T{a} overlaps T{b}.", n + 1, i + 1);
    }
}

static void check_objectives(reading *r) {
    const sv_scenario *out = r->out;
    for (int i = 0; i < out->objectives; i++) {
        gg_point at = out->objective[i].at;
        if (!out->width || !out->objective[i].stars) continue;
        if (at.x <= 0 || at.y <= 0 || at.x >= out->width || at.y >= out->height)
            tell(r, r->objective_line[i], RULE_C2, "O{a} est hors de la table.",
                 "O{a} lies off the table.", i + 1, 0);
    }
    if (out->hold_objective == SV_NONE) return;
    if (out->hold_objective >= out->objectives)
        tell(r, r->line_of[W_HOLD], RULE_NONE, "Il n'y a pas d'objectif O{a}.",
             "There is no objective O{a}.", out->hold_objective + 1, 0);
    if (out->rounds && out->hold_from > out->rounds + 1)
        tell(r, r->line_of[W_HOLD], RULE_NONE, "La manche {a} n'est pas jouée.",
             "Round {a} is not played.", out->hold_from, 0);
}

// --------------------------------------------------------------------------------------- symmetric
static gg_point turned(const sv_scenario *board, gg_point at) {
    return (gg_point){(int16_t)(board->width - at.x), (int16_t)(board->height - at.y)};
}

static bool has_corner(const sv_piece *piece, gg_point at) {
    for (int i = 0; i < piece->corners; i++)
        if (gg_point_equal(piece->corner[i], at)) return true;
    return false;
}

static bool opposite(const sv_scenario *board, const sv_piece *a, const sv_piece *b) {
    bool same = a->kind == b->kind && a->height == b->height && a->corners == b->corners;
    for (int i = 0; same && i < a->corners; i++) same = has_corner(b, turned(board, a->corner[i]));
    return same;
}

static void check_opposites(reading *r) {
    const sv_scenario *out = r->out;
    for (int i = 0; i < out->pieces; i++) {
        bool found = !out->piece[i].corners;
        for (int k = 0; k < out->pieces; k++)
            found |= opposite(out, &out->piece[i], &out->piece[k]);
        if (!found)
            tell(r, r->piece_line[i], RULE_NONE, "symmetric : rien ne répond à T{a}.",
                 "symmetric: nothing lies opposite T{a}.", i + 1, 0);
    }
    for (int i = 0; i < out->objectives; i++) {
        const sv_objective *o = &out->objective[i];
        bool found = !o->stars;
        for (int k = 0; k < out->objectives; k++)
            found |= gg_point_equal(turned(out, o->at), out->objective[k].at) &&
                     o->stars == out->objective[k].stars &&
                     o->payments == out->objective[k].payments;
        if (!found)
            tell(r, r->objective_line[i], RULE_NONE, "symmetric : rien ne répond à O{a}.",
                 "symmetric: nothing lies opposite O{a}.", i + 1, 0);
    }
}

static void check_symmetry(reading *r) {
    const sv_scenario *out = r->out;
    const gg_box *a = &out->deploy[SEAT_WEST], *b = &out->deploy[SEAT_EAST];
    gg_point low = turned(out, (gg_point){a->x0, a->y0}),
             high = turned(out, (gg_point){a->x1, a->y1});
    if (!r->line_of[W_SYMMETRIC] || !out->width) return;
    check_opposites(r);
    if (known_box(r, SEAT_WEST) && known_box(r, SEAT_EAST) &&
        (low.x != b->x1 || low.y != b->y1 || high.x != b->x0 || high.y != b->y0))
        tell(r, r->deploy_line[SEAT_EAST], RULE_NONE, "symmetric : les zones ne se répondent pas.",
             "symmetric: the boxes do not lie opposite.", 0, 0);
    if (out->army_points[0] != out->army_points[1])
        tell(r, r->line_of[W_POINTS], RULE_NONE, "symmetric : les points diffèrent.",
             "symmetric: the points differ.", 0, 0);
    if (out->reserve[0] != out->reserve[1])
        tell(r, r->line_of[W_RESERVE], RULE_NONE, "symmetric : les réserves diffèrent.",
             "symmetric: the reserves differ.", 0, 0);
    if (out->star_limit[0] != out->star_limit[1])
        tell(r, r->line_of[W_STARS], RULE_NONE, "symmetric : les étoiles diffèrent.",
             "symmetric: the stars differ.", 0, 0);
}

// --------------------------------------------------------------------------------------------- all
uint32_t sv_read_setting(const char *text, size_t size, sv_scenario *out, gg_fault *fault,
                         uint32_t cap) {
    reading r = {.out = out};
    memset(out, 0, sizeof *out);
    out->hold_objective = out->default_winner = SV_NONE;
    gg_script_begin(&r.s, text, size, fault, cap);
    while (gg_script_next(&r.s))
        if (!gg_script_head(&r.s)) take_line(&r);
    check_there(&r);
    check_deploy(&r);
    check_points(&r);
    for (int i = 0; i < out->pieces; i++) check_piece(&r, i);
    check_objectives(&r);
    if (!r.s.faults) check_symmetry(&r); // half a table mirrors nothing
    return r.s.faults;
}

uint32_t sv_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap) {
    sv_scenario board;
    (void)scenario;
    return sv_read_setting(text, size, &board, out, cap);
}

void sv_setting_of(const gg_request *request, sv_scenario *out) {
    gg_fault fault;
    if (!request->own.size) {
        *out = sv_scenarios[request->scenario];
        return;
    }
    uint32_t faults = sv_read_setting(request->own.text, request->own.size, out, &fault, 1);
    GG_ASSERT(!faults);
    out->token = sv_scenarios[request->scenario].token;
}
