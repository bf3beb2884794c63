// SPDX-License-Identifier: Apache-2.0
// Lines, blocks and position lines: game, scenario, option, list, put, set, node.
//
// The position lines are read three times, because each reading needs what the one before it made:
// first the game, scenario and options (they make the table), then the lines that speak of the
// table itself (GG_PUT_TABLE, followed by a fresh setup()), then those that speak of the state. The
// node comes last wherever its line stands. Nothing is believed: operands must be of their domain,
// the game may refuse a line, and the whole position must be sound.
#include <string.h>

#include "engine/table.h"
#include "play.h"

// ------------------------------------------------------------------------------- lines and blocks
static size_t line_end(const char *text, size_t at, size_t end) {
    const char *newline = memchr(text + at, '\n', end - at);
    return newline ? (size_t)(newline - text) : end;
}

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

typedef enum line_class { LINE_EMPTY, LINE_HEAD, LINE_SAYS } line_class;

static line_class classify(const char *text, size_t at, size_t end) {
    while (at < end && blank(text[at])) at++;
    if (at == end) return LINE_EMPTY;
    if (text[at] == '/' && at + 1 < end && text[at + 1] == '/') return LINE_EMPTY;
    if (text[at] == '#' && (at + 1 == end || blank(text[at + 1]))) return LINE_HEAD;
    return LINE_SAYS;
}

bool gg_block_next(const char *text, size_t length, gg_block *block) {
    size_t at = block->end;
    unsigned line = block->end_line;
    bool found = false;
    if (at == 0 && length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) at = 3;
    while (at < length) {
        size_t end = line_end(text, at, length);
        line_class class = classify(text, at, end);
        if (found && class == LINE_HEAD) break;
        if (!found && class != LINE_EMPTY) {
            found = true;
            block->at = at;
            block->line = line;
        }
        line++;
        at = end < length ? end + 1 : length;
    }
    block->end = at;
    block->end_line = line;
    return found;
}

gg_status gg_play_read(gg_play *play, bool *done, gg_error *error) {
    gg_block *rest = &play->rest;
    *done = false;
    while (rest->at < rest->end) {
        size_t at = rest->at, end = line_end(play->text, at, rest->end);
        rest->at = end < rest->end ? end + 1 : rest->end;
        play->line = ++rest->line;
        if (classify(play->text, at, end) == LINE_EMPTY) continue;
        while (blank(play->text[at])) at++;
        while (blank(play->text[end - 1])) end--;
        if (end - at > GG_PLAY_LINE_MAX || memchr(play->text + at, 0, end - at)) {
            gg_error_set(error, play->line, "Cette ligne est trop longue ou contient un octet nul.",
                         "This line is too long or holds a zero byte.");
            return GG_BAD_INPUT;
        }
        memcpy(play->now, play->text + at, end - at);
        play->now[end - at] = 0;
        return GG_OK;
    }
    *done = true;
    return GG_OK;
}

static bool read_signed(const char *word, int *value) {
    unsigned size;
    bool minus = word[0] == '-';
    if (!gg_number_read(word + (minus || word[0] == '+'), GG_OPERAND_MAX, &size)) return false;
    *value = minus ? -(int)size : (int)size;
    return true;
}

// --------------------------------------------------------------------- game, scenario and options
enum { GAMES_MAX = 64 };

typedef struct header {
    const gg_game *game;
    gg_request request;
} header;

static gg_status shape(const gg_play *play, const char *wanted, gg_error *error) {
    gg_error_set(error, play->line, "Cette ligne s'écrit : %s", "This line is written: %s", wanted);
    return GG_BAD_INPUT;
}

static gg_status read_game(const gg_play *play, header *h, gg_error *error) {
    const char *ids[GAMES_MAX];
    unsigned count = gg_game_count(), index;
    if (h->game) {
        gg_error_set(error, play->line, "Le jeu est déjà nommé : %s.",
                     "The game is already named: %s.", h->game->id);
        return GG_BAD_INPUT;
    }
    GG_ASSERT(count <= GAMES_MAX);
    for (unsigned i = 0; i < count; i++) ids[i] = gg_game_at(i)->id;
    if (!gg_token_read(GG_TOKENS(ids, 0, count), play->words.word[1], play->line, &index, error))
        return GG_BAD_INPUT;
    h->game = gg_game_at(index);
    gg_request_standard(h->game, &h->request);
    return GG_OK;
}

static gg_status read_scenario(const gg_play *play, header *h, const char *token, gg_error *error) {
    const gg_game *game = h->game;
    unsigned index;
    if (!gg_token_read(GG_TOKENS(game->scenarios, 0, game->n_scenarios), token, play->line, &index,
                       error))
        return GG_BAD_INPUT;
    h->request.scenario = (uint16_t)index;
    return GG_OK;
}

static gg_status read_option(const gg_play *play, header *h, gg_error *error) {
    const gg_game *game = h->game;
    unsigned index;
    int value;
    if (!gg_token_read(GG_TOKENS(game->options, 0, game->n_options), play->words.word[1],
                       play->line, &index, error))
        return GG_BAD_INPUT;
    const gg_option *option = &game->options[index];
    if (!gg_option_read(game, index, play->words.word[2], &value)) {
        gg_error_set(error, play->line, "L'option %s va de %d à %d.",
                     "Option %s goes from %d to %d.", option->token, option->min, option->max);
        return GG_BAD_INPUT;
    }
    h->request.option[index] = (int16_t)value;
    return GG_OK;
}

// A player's own list on one line, as its game reads it from a file; " ; " stands for a line's end.
static void unfold(const gg_words *words, gg_out *out) {
    for (unsigned i = 2; i < words->count; i++)
        if (gg_word_same(words->word[i], ";")) {
            gg_out_char(out, '\n');
        } else {
            gg_out_text(out, words->word[i]);
            gg_out_char(out, ' ');
        }
}

static gg_status read_list(const gg_play *play, header *h, gg_error *error) {
    char text[GG_PLAY_LINE_MAX + 1];
    gg_out out;
    gg_fault fault;
    int seat;
    if (play->words.count < 3 || !h->game->lists.judge)
        return shape(play, "list SEAT LINE ; LINE ...", error);
    if (!gg_seat_find(h->game, play->words.word[1], &seat) || seat >= h->game->seats)
        return shape(play, "list SEAT LINE ; LINE ...", error);
    gg_out_init(&out, text, sizeof text);
    unfold(&play->words, &out);
    if (!gg_list_read(h->game, &h->request, seat, text, out.length, &fault, 1)) return GG_OK;
    gg_error_set(error, play->line, "%s%.0s", "%.0s%s", fault.fr, fault.en);
    return GG_BAD_INPUT;
}

static gg_status read_header_line(gg_play *play, header *h, gg_error *error) {
    unsigned count = play->words.count;
    char **word = play->words.word;
    if (gg_word_same(word[0], "game")) {
        if (count != 2 && (count != 4 || !gg_word_same(word[2], "scenario")))
            return shape(play, "game GAME   scenario SCENARIO", error);
        gg_status status = read_game(play, h, error);
        return status || count == 2 ? status : read_scenario(play, h, word[3], error);
    }
    if (!h->game) {
        gg_error_set(error, play->line, "Une position commence par : game JEU.",
                     "A position begins with: game GAME.");
        return GG_BAD_INPUT;
    }
    if (gg_word_same(word[0], "scenario"))
        return count == 2 ? read_scenario(play, h, word[1], error)
                          : shape(play, "scenario SCENARIO", error);
    if (gg_word_same(word[0], "option"))
        return count == 3 ? read_option(play, h, error) : shape(play, "option NAME NUMBER", error);
    if (gg_word_same(word[0], "list")) return read_list(play, h, error);
    return GG_OK;
}

// --------------------------------------------------------------------------------- put, set, node
static const char *const position_words[] = {"game", "scenario", "option", "list",
                                             "put",  "set",      "node"};

static bool is_position_line(const gg_words *words) {
    for (unsigned i = 0; i < sizeof position_words / sizeof position_words[0]; i++)
        if (gg_word_same(words->word[0], position_words[i])) return true;
    return false;
}

// Line of the put table, or n_position_words.
static unsigned find_put(const gg_game *game, const char *word, unsigned flag) {
    unsigned i = 0;
    while (i < game->n_position_words && (!(game->position_words[i].flags & flag) ||
                                          !gg_word_same(game->position_words[i].token, word)))
        i++;
    return i;
}

static gg_status bad_value(const gg_play *play, unsigned domain, const char *word,
                           gg_error *error) {
    const gg_position *p = &play->position;
    char fr[160], en[160];
    gg_value_fits(p->game, p->table, p->state, domain, word, GG_FR, fr, sizeof fr);
    gg_value_fits(p->game, p->table, p->state, domain, word, GG_EN, en, sizeof en);
    gg_error_set(error, play->line, "« %s » n'est pas compris. Possible : %s%.0s.",
                 "“%s” is not understood. Possible: %.0s%s.", gg_quoted(word).text, fr, en);
    return GG_BAD_INPUT;
}

// Gives one gg_put to the game.
static gg_status obey(gg_play *play, const gg_put *put, const char *text, gg_error *error) {
    const gg_position *p = &play->position;
    gg_verdict verdict = {0};
    char fr[160], en[160];
    if (p->game->put(p->table, p->state, put, &verdict)) return GG_OK;
    if (verdict.refusal) {
        (void)gg_say_refusal(p->game, p->table, p->state, &verdict, GG_FR, fr, sizeof fr);
        (void)gg_say_refusal(p->game, p->table, p->state, &verdict, GG_EN, en, sizeof en);
        gg_error_set(error, play->line, "%s%.0s", "%.0s%s", fr, en);
    } else {
        gg_error_set(error, play->line, "Le jeu n'admet pas cette ligne : %s",
                     "The game does not admit this line: %s", text);
    }
    return GG_BAD_INPUT;
}

// One word of the put table and its operands, from words[*at] on.
static gg_status obey_word(gg_play *play, unsigned what, uint16_t piece, unsigned *at,
                           gg_error *error) {
    const gg_position *p = &play->position;
    const gg_put_kind *kind = &p->game->position_words[what];
    gg_put put = {(uint16_t)what, piece, {0}};
    ++*at;
    for (unsigned i = 0; i < GG_PUT_ARGS && kind->domain[i] != GG_D_NONE; i++, ++*at) {
        const char *word = *at < play->words.count ? play->words.word[*at] : "";
        unsigned value;
        if (!gg_value_read(p->game, p->table, p->state, kind->domain[i], word, false, &value))
            return bad_value(play, kind->domain[i], word, error);
        put.arg[i] = (int32_t)value;
    }
    return obey(play, &put, gg_quoted(play->now).text, error);
}

static gg_status obey_words(gg_play *play, bool table, unsigned flag, uint16_t piece, unsigned at,
                            gg_error *error) {
    const gg_game *game = play->position.game;
    gg_status status = GG_OK;
    do {
        const char *word = play->words.word[at];
        unsigned what = find_put(game, word, flag), any;
        if (what == game->n_position_words) {
            if (gg_token_read(GG_TOKENS(game->position_words, 0, game->n_position_words), word,
                              play->line, &any, error))
                (void)shape(play, flag == GG_PUT_PIECE ? "set WORD ..." : "put PIECE WORD ...",
                            error);
            return GG_BAD_INPUT;
        }
        if (((game->position_words[what].flags & GG_PUT_TABLE) != 0) != table) {
            gg_error_set(error, play->line, "« %s » demande sa propre ligne.",
                         "“%s” needs a line of its own.", gg_quoted(word).text);
            return GG_BAD_INPUT;
        }
        status = obey_word(play, what, piece, &at, error);
    } while (status == GG_OK && at < play->words.count && flag == GG_PUT_PIECE);
    if (status == GG_OK && at < play->words.count) {
        gg_error_set(error, play->line, "« %s » est de trop.", "“%s” is one word too many.",
                     gg_quoted(play->words.word[at]).text);
        return GG_BAD_INPUT;
    }
    return status;
}

// A put or set line, when it belongs to this reading.
static gg_status obey_line(gg_play *play, bool table, gg_error *error) {
    const gg_position *p = &play->position;
    bool piece_line = gg_word_same(play->words.word[0], "put");
    unsigned flag = piece_line ? GG_PUT_PIECE : GG_PUT_SET, at = piece_line ? 2 : 1, piece;
    if (play->words.count <= at)
        return shape(play, piece_line ? "put PIECE WORD ..." : "set WORD ...", error);
    unsigned what = find_put(p->game, play->words.word[at], flag);
    bool about_table =
        what < p->game->n_position_words && p->game->position_words[what].flags & GG_PUT_TABLE;
    if (about_table != table) return GG_OK;
    if (table && gg_table_own(&play->position.table) != GG_OK) return GG_NO_MEMORY;
    if (!piece_line) return obey_words(play, table, flag, GG_NO_HANDLE, at, error);
    if (!gg_value_read(p->game, p->table, p->state, p->game->piece_domain, play->words.word[1],
                       false, &piece))
        return bad_value(play, p->game->piece_domain, play->words.word[1], error);
    return obey_words(play, table, flag, (uint16_t)piece, at, error);
}

static gg_status read_node(const gg_play *play, gg_put *node, gg_error *error) {
    const gg_game *game = play->position.game;
    char *const *word = play->words.word;
    unsigned count = play->words.count, i = 0;
    int seat, number = 0;
    if (count < 3 || count > 4) return shape(play, "node NODE SEAT [NUMBER]", error);
    if (!gg_token_read(GG_TOKENS(game->nodes, 0, game->n_nodes), word[1], play->line, &i, error))
        return GG_BAD_INPUT;
    if (!gg_seat_find(game, word[2], &seat) || seat >= game->seats)
        return bad_value(play, GG_D_SEAT, word[2], error);
    if (count == 4 && !read_signed(word[3], &number))
        return bad_value(play, GG_D_NUMBER, word[3], error);
    *node = (gg_put){GG_PUT_NODE, GG_NO_HANDLE, {(int32_t)i, seat, number}};
    return GG_OK;
}

// ------------------------------------------------------------------------------ the three readings
typedef enum pass { PASS_HEADER, PASS_TABLE, PASS_STATE } pass;

typedef struct readings {
    header head;
    gg_put node;
    gg_quote node_text;
    unsigned node_line; // 0: no node line
} readings;

static gg_status read_line(gg_play *play, pass which, readings *r, gg_error *error) {
    const char *word = play->words.word[0];
    if (which == PASS_HEADER) return read_header_line(play, &r->head, error);
    if (gg_word_same(word, "put") || gg_word_same(word, "set"))
        return obey_line(play, which == PASS_TABLE, error);
    if (gg_word_same(word, "node") && which == PASS_STATE) {
        r->node_line = play->line;
        r->node_text = gg_quoted(play->now);
        return read_node(play, &r->node, error);
    }
    return GG_OK;
}

// Reads the position lines once and leaves play->rest before the first other line.
static gg_status read_lines(gg_play *play, pass which, readings *r, gg_error *error) {
    for (;;) {
        gg_block before = play->rest;
        unsigned line = play->line;
        bool done;
        gg_status status = gg_play_read(play, &done, error);
        if (status || done) return status;
        if (!gg_words_split(&play->words, play->now)) {
            gg_error_set(error, play->line, "Cette ligne a trop de mots.",
                         "This line has too many words.");
            return GG_BAD_INPUT;
        }
        if (!is_position_line(&play->words)) {
            play->rest = before;
            play->line = line;
            return GG_OK;
        }
        status = read_line(play, which, r, error);
        if (status) return status;
    }
}

static gg_status open_position(gg_play *play, const header *h, gg_error *error) {
    gg_verdict verdict = {0};
    if (!h->game) {
        gg_error_set(error, play->line ? play->line : 1, "Une position commence par : game JEU.",
                     "A position begins with: game GAME.");
        return GG_BAD_INPUT;
    }
    gg_status status = gg_position_open(&play->position, h->game, &h->request, &verdict);
    if (status == GG_REFUSED)
        gg_error_set(error, play->head_line, "Ces options ne vont pas ensemble (%s).",
                     "These options do not go together (%s).",
                     h->game->refusals[verdict.refusal % h->game->n_refusals].token);
    return status == GG_REFUSED ? GG_BAD_INPUT : status;
}

static gg_status close_position(gg_play *play, const readings *r, gg_error *error) {
    const gg_position *p = &play->position;
    char why[100];
    gg_status status = GG_OK;
    if (r->node_line) {
        unsigned line = play->line;
        play->line = r->node_line;
        status = obey(play, &r->node, r->node_text.text, error);
        play->line = line;
    }
    if (status) return status;
    if (p->game->derive) p->game->derive(p->table, p->state);
    if (!gg_unsound_or_null(p->game, p->table, p->state, play->scratch, why, sizeof why))
        return GG_OK;
    gg_error_set(error, play->head_line, "Cette position est impossible (%s).",
                 "This position is impossible (%s).", why);
    return GG_BAD_INPUT;
}

// play->scratch must have GG_STATE_MAX bytes.
gg_status gg_play_position_read(gg_play *play, gg_error *error) {
    gg_block start = play->rest;
    unsigned line = play->line;
    readings r;
    memset(&r, 0, sizeof r);
    gg_status status = read_lines(play, PASS_HEADER, &r, error);
    if (status == GG_OK) status = open_position(play, &r.head, error);
    for (pass which = PASS_TABLE; status == GG_OK && which <= PASS_STATE; which++) {
        if (which == PASS_STATE) gg_position_restart(&play->position);
        play->rest = start;
        play->line = line;
        status = read_lines(play, which, &r, error);
    }
    return status ? status : close_position(play, &r, error);
}
