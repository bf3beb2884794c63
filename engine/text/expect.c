// SPDX-License-Identifier: Apache-2.0
// What a .play line expects: a refusal, an event, a ledger line, whose turn it is, a fact, a legal
// action, the end, what a viewer sees. GG_REFUSED when it is not so, and the message says what is.
#include <string.h>

#include "play.h"

// ---------------------------------------------------------------------------------------- helpers
static gg_status shape(const gg_play *play, const char *wanted, gg_error *error) {
    gg_error_set(error, play->line, "Cette ligne s'écrit : %s", "This line is written: %s", wanted);
    return GG_BAD_INPUT;
}

static bool split(gg_play *play, const char *rest, gg_error *error) {
    if (gg_words_split(&play->words, rest)) return true;
    (void)shape(play, "...", error);
    return false;
}

// "action => words": reads the action, cuts the words.
static bool split_arrow(gg_play *play, char *rest, gg_action *action, gg_error *error) {
    char *arrow = strstr(rest, "=>");
    if (!arrow) {
        (void)shape(play, "ACTION => ...", error);
        return false;
    }
    *arrow = 0;
    return gg_play_action(play, rest, action, error) && split(play, arrow + 2, error);
}

static bool signed_number(const char *word, int *value) {
    unsigned size;
    bool minus = word[0] == '-';
    if (!gg_number_read(word + (minus || word[0] == '+'), 1U << 30, &size)) return false;
    *value = minus ? -(int)size : (int)size;
    return true;
}

// Does `word` stand for this argument? *bad is set when it cannot be read at all.
static bool fits(const gg_play *play, unsigned domain, int arg, const char *word, bool *bad) {
    const gg_position *p = &play->position;
    unsigned kind = gg_domain_of(p->game, domain)->kind, value = 0;
    int number;
    if (strcmp(word, "*") == 0) return true;
    if (kind == GG_K_NONE || kind == GG_K_NUMBER) {
        *bad = *bad || !signed_number(word, &number);
        return !*bad && number == arg;
    }
    if (kind == GG_K_SEAT && gg_seat_find(p->game, word, &number)) return number == arg;
    bool minus = (kind == GG_K_X || kind == GG_K_Y) && word[0] == '-';
    if (!gg_value_read(p->game, p->table, p->state, domain, word + minus, true, &value)) {
        *bad = true;
        return false;
    }
    return (minus ? -(int)value : (int)value) == arg;
}

// Words from `from` to `to` against arguments; what is not told fits.
static bool all_fit(const gg_play *play, const uint8_t *domain, const int16_t *arg, unsigned from,
                    unsigned to, bool *bad) {
    for (unsigned i = from; i < to; i++)
        if (!fits(play, domain[i - from], arg[i - from], play->words.word[i], bad)) return false;
    return true;
}

static void write_arg(const gg_play *play, unsigned domain, int arg, gg_out *out) {
    const gg_position *p = &play->position;
    gg_out_char(out, ' ');
    if (domain == GG_D_SEAT && (arg < 0 || arg >= p->game->seats))
        gg_out_text(out, gg_seat_token(p->game, arg));
    else if (!gg_value_word(p->game, p->table, p->state, domain, arg, GG_FORM_TOKEN, out))
        gg_out_format(out, "#%d", arg);
}

static void write_args(const gg_play *play, const uint8_t *domain, const int16_t *arg, unsigned max,
                       gg_out *out) {
    for (unsigned i = 0; i < max && domain[i] != GG_D_NONE; i++)
        write_arg(play, domain[i], arg[i], out);
}

static int deciding_seat(const gg_play *play) {
    const gg_position *p = &play->position;
    return p->game->turn(p->table, p->state).seat;
}

static gg_status nobody_decides(const gg_play *play, gg_error *error) {
    gg_error_set(error, play->line, "Aucun camp ne décide ici : %s.", "No seat decides here: %s.",
                 gg_seat_token(play->position.game, deciding_seat(play)));
    return GG_REFUSED;
}

// --------------------------------------------------------------------------------- ! a refusal
static gg_status other_answer(const gg_play *play, const gg_verdict *verdict, gg_error *error) {
    const gg_game *game = play->position.game;
    const gg_refusal *refusal = &game->refusals[verdict->refusal];
    char answer[160];
    gg_out out;
    gg_out_init(&out, answer, sizeof answer);
    gg_out_format(&out, "%s %s", game->rules[refusal->rule].id, refusal->token);
    write_args(play, refusal->domain, verdict->arg, GG_VERDICT_ARGS, &out);
    gg_error_set(error, play->line, "Refusé autrement : %s.", "Refused otherwise: %s.", answer);
    return GG_REFUSED;
}

gg_status gg_expect_refusal(gg_play *play, int seat, char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    const gg_words *words = &play->words;
    gg_verdict verdict = {0};
    gg_action action;
    unsigned rule, refusal;
    bool bad = false;
    if (seat == GG_NOBODY) seat = deciding_seat(play);
    if (seat >= p->game->seats) return nobody_decides(play, error);
    if (!split_arrow(play, rest, &action, error)) return GG_BAD_INPUT;
    if (words->count < 2 || words->count > 2 + GG_VERDICT_ARGS)
        return shape(play, "! ACTION => RULE REFUSAL [ARGUMENTS]", error);
    if (!gg_token_read(GG_TOKENS(p->game->rules, 1, p->game->n_rules), words->word[0], play->line,
                       &rule, error) ||
        !gg_token_read(GG_TOKENS(p->game->refusals, 1, p->game->n_refusals), words->word[1],
                       play->line, &refusal, error))
        return GG_BAD_INPUT;
    if (gg_check(p->game, p->table, p->state, seat, action, &verdict)) {
        gg_error_set(error, play->line, "Ce coup est permis.", "This action is allowed.");
        return GG_REFUSED;
    }
    const gg_refusal *line = &p->game->refusals[refusal];
    if (verdict.refusal == refusal && line->rule == rule &&
        all_fit(play, line->domain, verdict.arg, 2, words->count, &bad))
        return GG_OK;
    if (bad) return shape(play, "! ACTION => RULE REFUSAL [ARGUMENTS]", error);
    return other_answer(play, &verdict, error);
}

// ----------------------------------------------------------------------------------- = an event
static gg_status other_events(const gg_play *play, gg_error *error) {
    const gg_game *game = play->position.game;
    char list[200];
    gg_out out;
    gg_out_init(&out, list, sizeof list);
    for (uint32_t i = 0; i < play->events.count && !out.full; i++) {
        const gg_event *event = &play->events.event[i];
        const gg_event_kind *kind = &game->events[event->kind];
        gg_out_format(&out, "%s%s", i ? " ; " : "", kind->token);
        write_args(play, kind->domain, event->arg, GG_EVENT_ARGS, &out);
    }
    gg_error_set(error, play->line, "Il n'en est pas ainsi ; ce qui s'est produit : %s.",
                 "It is not so; what happened: %s.", out.length ? list : "-");
    return GG_REFUSED;
}

gg_status gg_expect_event(gg_play *play, bool none, const char *rest, gg_error *error) {
    const gg_game *game = play->position.game;
    const gg_words *words = &play->words;
    bool bad = false, found = false;
    unsigned kind;
    if (!split(play, rest, error)) return GG_BAD_INPUT;
    if (words->count < 1 || words->count > 1 + GG_EVENT_ARGS)
        return shape(play, "= EVENT [ARGUMENTS]", error);
    if (!gg_token_read(GG_TOKENS(game->events, 0, game->n_events), words->word[0], play->line,
                       &kind, error))
        return GG_BAD_INPUT;
    const uint8_t *domain = game->events[kind].domain;
    static const int16_t anything[GG_EVENT_ARGS];
    (void)all_fit(play, domain, anything, 1, words->count, &bad);
    for (uint32_t i = 0; i < play->events.count && !found && !bad; i++)
        found = play->events.event[i].kind == kind &&
                all_fit(play, domain, play->events.event[i].arg, 1, words->count, &bad);
    if (bad) return shape(play, "= EVENT [ARGUMENTS]", error);
    return found != none ? GG_OK : other_events(play, error);
}

// ------------------------------------------------------------------------------ ? a ledger line
typedef struct expected_line {
    bool total, number_told;
    unsigned rule, label, args_end;
    int number;
} expected_line;

// "RULE LABEL [args] [+n]" or "total LABEL [args] n".
static gg_status read_expected(const gg_play *play, expected_line *line, gg_error *error) {
    static const char written[] = "? ACTION => RULE LABEL [ARGUMENTS] +N, total LABEL N";
    const gg_game *game = play->position.game;
    const gg_words *words = &play->words;
    if (words->count < 2) return shape(play, written, error);
    line->total = gg_word_same(words->word[0], "total");
    if ((!line->total && !gg_token_read(GG_TOKENS(game->rules, 1, game->n_rules), words->word[0],
                                        play->line, &line->rule, error)) ||
        !gg_token_read(GG_TOKENS(game->labels, 1, game->n_labels), words->word[1], play->line,
                       &line->label, error))
        return GG_BAD_INPUT;
    const char *last = words->word[words->count - 1];
    bool marked = last[0] == '+' || last[0] == '-';
    line->number_told = words->count > 2 && (line->total || marked);
    if (line->number_told && !signed_number(last, &line->number))
        return shape(play, written, error);
    line->args_end = words->count - line->number_told;
    return line->args_end <= 4 ? GG_OK : shape(play, written, error);
}

static gg_status other_ledger(const gg_play *play, gg_error *error) {
    const gg_game *game = play->position.game;
    char list[200];
    gg_out out;
    gg_out_init(&out, list, sizeof list);
    for (uint32_t i = 0; i < play->ledger.count && !out.full; i++) {
        const gg_ledger_line *line = &play->ledger.line[i];
        bool total = line->kind == GG_L_TOTAL;
        gg_out_format(&out, "%s%s %s", i ? " ; " : "", total ? "total" : game->rules[line->rule].id,
                      game->labels[line->label].token);
        write_args(play, game->labels[line->label].domain, line->arg, 2, &out);
        if (line->kind != GG_L_NOTE) gg_out_format(&out, total ? " %d" : " %+d", line->delta);
    }
    gg_error_set(error, play->line, "Il n'en est pas ainsi ; le compte : %s.",
                 "It is not so; the ledger: %s.", out.length ? list : "-");
    return GG_REFUSED;
}

static bool ledger_has(const gg_play *play, const expected_line *wanted, bool *bad) {
    const uint8_t *domain = play->position.game->labels[wanted->label].domain;
    for (uint32_t i = 0; i < play->ledger.count; i++) {
        const gg_ledger_line *line = &play->ledger.line[i];
        if (line->label != wanted->label || (line->kind == GG_L_TOTAL) != wanted->total) continue;
        if (!wanted->total && line->rule != wanted->rule) continue;
        if (wanted->number_told && (line->delta != wanted->number || line->kind == GG_L_NOTE))
            continue;
        if (all_fit(play, domain, line->arg, 2, wanted->args_end, bad)) return true;
    }
    return false;
}

gg_status gg_expect_ledger(gg_play *play, int viewer, char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    int seat = deciding_seat(play);
    expected_line wanted = {0};
    gg_action action;
    bool bad = false;
    if (seat >= p->game->seats) return nobody_decides(play, error);
    if (!split_arrow(play, rest, &action, error)) return GG_BAD_INPUT;
    gg_status status = read_expected(play, &wanted, error);
    if (status) return status;
    if (!gg_check(p->game, p->table, p->state, seat, action, NULL)) {
        gg_error_set(error, play->line, "Ce coup est refusé.", "This action is refused.");
        return GG_REFUSED;
    }
    play->ledger.count = 0;
    if (p->game->show.explain)
        p->game->show.explain(p->table, p->state, viewer == GG_NOBODY ? seat : viewer, action,
                              &play->ledger);
    if (ledger_has(play, &wanted, &bad)) return GG_OK;
    if (bad) return shape(play, "? ACTION => RULE LABEL [ARGUMENTS] +N", error);
    return other_ledger(play, error);
}

// ------------------------------------------------------------- @ the turn, % a fact, . - legal, $
gg_status gg_expect_turn(gg_play *play, const char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    gg_turn turn = p->game->turn(p->table, p->state);
    const gg_words *words = &play->words;
    unsigned node = 0;
    int seat;
    if (!split(play, rest, error)) return GG_BAD_INPUT;
    if (words->count < 1 || words->count > 2 || !gg_seat_find(p->game, words->word[0], &seat))
        return shape(play, "@ SEAT [NODE]", error);
    if (words->count == 2 && !gg_token_read(GG_TOKENS(p->game->nodes, 0, p->game->n_nodes),
                                            words->word[1], play->line, &node, error))
        return GG_BAD_INPUT;
    if (seat == turn.seat && (words->count == 1 || node == turn.node)) return GG_OK;
    gg_error_set(error, play->line, "C'est le tour de %s (%s).", "It is the turn of %s (%s).",
                 gg_seat_token(p->game, turn.seat), p->game->nodes[turn.node].token);
    return GG_REFUSED;
}

// The facts are bytes: width and sign are the field table's.
static int64_t field_value(const gg_field *field, const void *state, unsigned index) {
    const char *at = (const char *)state + field->offset + (size_t)index * field->width;
    bool negative = field->min < 0;
    uint8_t w1;
    uint16_t w2;
    uint32_t w4;
    int64_t w8 = 0;
    switch (field->width) {
    case 1: memcpy(&w1, at, 1); return negative ? (int8_t)w1 : w1;
    case 2: memcpy(&w2, at, 2); return negative ? (int16_t)w2 : w2;
    case 4: memcpy(&w4, at, 4); return negative ? (int32_t)w4 : (int64_t)w4;
    case 8: memcpy(&w8, at, 8); return w8;
    default: return 0;
    }
}

static const gg_field *find_field(const gg_game *game, char *word, unsigned *index) {
    char *bracket = strchr(word, '['), *end = bracket ? strchr(bracket, ']') : NULL;
    *index = 0;
    if (bracket) {
        if (!end || end[1]) return NULL;
        *bracket = *end = 0;
        if (!gg_number_read(bracket + 1, UINT16_MAX, index)) return NULL;
    }
    for (unsigned i = 0; i < game->n_fields; i++) {
        const gg_field *field = &game->fields[i];
        if (gg_word_same(field->name, word))
            return *index < field->count && field->width <= 8 ? field : NULL;
    }
    return NULL;
}

gg_status gg_expect_field(gg_play *play, const char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    unsigned index;
    int wanted;
    if (!split(play, rest, error)) return GG_BAD_INPUT;
    if (play->words.count != 2 || !signed_number(play->words.word[1], &wanted))
        return shape(play, "% FIELD[INDEX] NUMBER", error);
    const gg_field *field = find_field(p->game, play->words.word[0], &index);
    if (!field) {
        gg_error_set(error, play->line, "Le jeu n'a pas ce champ, ou pas cet indice.",
                     "The game has no such field, or no such index.");
        return GG_BAD_INPUT;
    }
    int64_t value = field_value(field, p->state, index);
    if (value == wanted) return GG_OK;
    gg_error_set(error, play->line, "%s[%u] vaut %lld.", "%s[%u] is %lld.", field->name, index,
                 (long long)value);
    return GG_REFUSED;
}

// Is this among what may be done now, or, at a chance node, among what may come up?
static bool possible(gg_play *play, int seat, gg_action action) {
    const gg_position *p = &play->position;
    bool found = false;
    if (seat == GG_CHANCE) {
        uint32_t outcomes = gg_chance(p->game, p->table, p->state, play->outcomes);
        for (uint32_t i = 0; i < outcomes; i++) found |= play->outcomes[i].action == action;
        return found;
    }
    uint32_t count = gg_legal(p->game, p->table, p->state, seat, play->list);
    GG_ASSERT(count <= p->game->max_legal);
    for (uint32_t i = 0; i < count && !found; i++) found = play->list[i] == action;
    return found;
}

gg_status gg_expect_listed(gg_play *play, bool listed, const char *rest, gg_error *error) {
    int seat = deciding_seat(play);
    gg_action action;
    if (seat >= play->position.game->seats && seat != GG_CHANCE) return nobody_decides(play, error);
    if (!gg_play_action(play, rest, &action, error)) return GG_BAD_INPUT;
    bool found = possible(play, seat, action);
    if (found == listed) return GG_OK;
    if (found)
        gg_error_set(error, play->line, "Ce coup est dans la liste des coups permis.",
                     "This action is in the legal list.");
    else
        gg_error_set(error, play->line, "Ce coup n'est pas dans la liste des coups permis.",
                     "This action is not in the legal list.");
    return GG_REFUSED;
}

static gg_status other_end(const gg_play *play, const int *half, gg_error *error) {
    char list[60];
    gg_out out;
    gg_out_init(&out, list, sizeof list);
    for (unsigned i = 0; i < play->position.game->seats; i++) gg_out_format(&out, " %d", half[i]);
    gg_error_set(error, play->line, "La partie est finie autrement :%s.",
                 "The game has ended otherwise:%s.", list);
    return GG_REFUSED;
}

gg_status gg_expect_end(gg_play *play, const char *rest, gg_error *error) {
    const gg_position *p = &play->position;
    const gg_words *words = &play->words;
    int half[GG_SEATS_MAX] = {0}, wanted;
    int32_t margin = 0;
    bool same = true;
    if (!split(play, rest, error)) return GG_BAD_INPUT;
    if (words->count < 1 || !gg_word_same(words->word[0], "end") ||
        (words->count > 1 && words->count != 1U + p->game->seats))
        return shape(play, "$ end [HALF-POINTS OF EACH SEAT]", error);
    if (deciding_seat(play) != GG_OVER) {
        gg_error_set(error, play->line, "La partie n'est pas finie.", "The game is not over.");
        return GG_REFUSED;
    }
    p->game->score(p->table, p->state, half, &margin);
    for (unsigned i = 1; i < words->count; i++) {
        if (!signed_number(words->word[i], &wanted)) return shape(play, "$ end 2 0", error);
        same = same && wanted == half[i - 1];
    }
    return same ? GG_OK : other_end(play, half, error);
}

// ------------------------------------------------------------------------- what a viewer sees
typedef struct sight {
    enum { SEES_NOTHING, SEES_HIDDEN, SEES_HANDLE, SEES_FACE } what;
    unsigned value; // handle or face
    unsigned surface, cell;
    bool any_cell, count_told;
    unsigned count;
} sight;

static bool read_what(const gg_play *play, const char *word, sight *look) {
    const gg_position *p = &play->position;
    look->what = SEES_NOTHING;
    if (gg_word_same(word, "nothing")) return true;
    look->what = SEES_HIDDEN;
    if (gg_word_same(word, "hidden")) return true;
    look->what = SEES_HANDLE;
    if (gg_value_read(p->game, p->table, p->state, p->game->piece_domain, word, false,
                      &look->value))
        return true;
    look->what = SEES_FACE;
    for (look->value = 0; look->value < p->game->n_faces; look->value++)
        if (gg_word_same(p->game->faces[look->value].token, word)) return true;
    return false;
}

static bool read_cell(const gg_play *play, const char *word, sight *look) {
    const gg_position *p = &play->position;
    look->any_cell = strcmp(word, "*") == 0;
    if (look->any_cell) return true;
    for (unsigned d = GG_D_FIRST; d < p->game->n_domains; d++)
        if (p->game->domains[d].kind == GG_K_CELL && p->game->domains[d].surface == look->surface &&
            gg_value_read(p->game, p->table, p->state, d, word, false, &look->cell))
            return true;
    return gg_number_read(word, UINT16_MAX, &look->cell);
}

static bool read_sight(const gg_play *play, sight *look) {
    const gg_game *game = play->position.game;
    const gg_words *words = &play->words;
    if (words->count < 5 || words->count > 7 || !gg_word_same(words->word[3], "in")) return false;
    if (!read_what(play, words->word[2], look)) return false;
    while (look->surface < game->n_surfaces &&
           !gg_word_same(game->surfaces[look->surface].token, words->word[4]))
        look->surface++;
    if (look->surface == game->n_surfaces) return false;
    look->any_cell = words->count == 5;
    if (words->count > 5 && !read_cell(play, words->word[5], look)) return false;
    look->count_told = words->count == 7;
    return !look->count_told || gg_number_read(words->word[6], GG_PIECES_MAX, &look->count);
}

static bool seen(const sight *look, const gg_piece *piece) {
    if (piece->surface != look->surface) return false;
    if (!look->any_cell && piece->cell != look->cell) return false;
    switch (look->what) {
    case SEES_HIDDEN:
        return piece->handle != GG_NO_HANDLE && (piece->handle & GG_HANDLE_HIDDEN) != 0;
    case SEES_HANDLE: return piece->handle == look->value;
    case SEES_FACE: return piece->face == look->value;
    default: return true;
    }
}

gg_status gg_expect_sight(gg_play *play, gg_error *error) {
    const gg_position *p = &play->position;
    sight look = {0};
    unsigned count = 0;
    int viewer;
    if (!gg_seat_find(p->game, play->words.word[0], &viewer) || viewer == GG_CHANCE ||
        viewer == GG_OVER || viewer == GG_NOBODY || !read_sight(play, &look))
        return shape(play, "SEAT sees PIECE|hidden|nothing in SURFACE [CELL|*] [COUNT]", error);
    bool own = viewer == GG_UMPIRE || viewer == deciding_seat(play);
    gg_view_into(p->game, p->table, own ? p->state : play->published, viewer, &play->view);
    for (unsigned i = 0; i < play->view.pieces; i++) count += seen(&look, &play->view.piece[i]);
    if (look.what == SEES_NOTHING ? count == 0 : look.count_told ? count == look.count : count > 0)
        return GG_OK;
    gg_error_set(error, play->line, "Il en voit %u ainsi.", "Seen like that: %u.", count);
    return GG_REFUSED;
}
