// SPDX-License-Identifier: Apache-2.0
// Words: names, notation, sentences, JSON, positions and .play blocks. Everything is written into
// memory the caller owns and always ends in a zero byte; nothing here prints.
#ifndef GROGNARD_TEXT_H
#define GROGNARD_TEXT_H

#include <stdarg.h>

#include "grognard/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GG_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define GG_PRINTF(text, first)
#endif

// ------------------------------------------------------------------------------------ text builder
// A bounded string, always closed by a zero byte. What does not fit is cut between two characters
// (never inside one); from then on nothing is written and `full` is set.
typedef struct gg_out {
    char *at;
    size_t cap, length;
    bool full;
} gg_out;

void gg_out_init(gg_out *out, char *at, size_t cap);
void gg_out_text(gg_out *out, const char *text);
void gg_out_char(gg_out *out, char c);
void gg_out_format(gg_out *out, const char *format, ...) GG_PRINTF(2, 3);

// JSON written in order, compact; commas and escapes are the writer's business. Invalid UTF-8 is
// replaced and control characters escaped, so that the result is valid JSON unless out->full is
// set.
typedef struct gg_json {
    gg_out *out;
    uint32_t first; // bit d: nothing written yet at depth d
    uint8_t depth;  // at most 31
} gg_json;

void gg_json_init(gg_json *json, gg_out *out);
void gg_json_open(gg_json *json, const char *key_or_null, char bracket); // '{' or '['
void gg_json_close(gg_json *json, char bracket);                         // '}' or ']'
void gg_json_string(gg_json *json, const char *key_or_null, const char *text_or_null);
void gg_json_integer(gg_json *json, const char *key_or_null, int64_t value);
void gg_json_number(gg_json *json, const char *key_or_null, double value); // tools only
void gg_json_bool(gg_json *json, const char *key_or_null, bool value);
void gg_json_null(gg_json *json, const char *key_or_null);
void gg_json_raw(gg_json *json, const char *value); // an item of a list that is JSON already

// A message about input that cannot be read: line 0 = no line. Both languages at once.
typedef struct gg_error {
    unsigned line;
    char fr[240], en[240];
} gg_error;

// Both formats take the same arguments in the same order. `error` may be NULL.
void gg_error_set(gg_error *error, unsigned line, const char *fr, const char *en, ...)
    GG_PRINTF(3, 5) GG_PRINTF(4, 5);

// ------------------------------------------------------------------------------- names, notation
// Tokens are written without blanks and read in letters of either case. Numbers are digits, places
// of a plane centimetres with one decimal ("51.2", spoken in French "51,2"), sets "kneel+cover" or
// "none" (a set's names table, or name(), names its elements 0 .. count-1). A value without a name
// is written "#" and its number, so that every action has one spelling that reads back.

// Name of a domain's value as token, French or English; length 0 when there is no such value.
size_t gg_name_into(const gg_game *game, const void *t, const void *s, unsigned domain,
                    unsigned value, gg_form form, char *out, size_t cap);
// The gg_fact of that name, by which sentences agree with it; 0 when there is none.
unsigned gg_name_facts(const gg_game *game, const void *t, unsigned domain, int value);
// The value of a token; false when the domain has none.
bool gg_name_find(const gg_game *game, const void *t, const void *s, unsigned domain,
                  const char *token, unsigned *value);
// A seat or viewer by its token: a seat of the game, chance, over, public, umpire, nobody.
bool gg_seat_find(const gg_game *game, const char *token, int *seat);
const char *gg_seat_token(const gg_game *game, int seat); // "?" when there is none
// "attack 1506 5DP_13": verb and operands as tokens.
size_t gg_notation_into(const gg_game *game, const void *t, const void *s, gg_action action,
                        char *out, size_t cap);
// Reads notation. A verb the node does not have, and a number beyond its domain, are still read:
// check() explains. At a chance node the verb may be left out ("4"). The error says which word is
// not understood and up to five that fit.
bool gg_notation_parse(const gg_game *game, const void *t, const void *s, const char *text,
                       gg_action *action, gg_error *error);

// ------------------------------------------------------------------------------------- sentences
// {a} .. {e} stand for names in the language. A name is written bare, its facts (gg_fact) stand
// with it, and a slot asks for what its sentence needs:
//
//   {a}                  the bare name, or a number: Grenadiers A, 1 200
//   {a:le} {a:de} {a:à}  with article or preposition: les Grenadiers, d'Oppach, au QG 1
//   {a:loc}              where: en 1411, à Bautzen, au QG 1; in a1, on airfield 1
//   {a:the} {a:'s}       the Grenadiers, player 1's; {a:the's}: the German side's
//   {a#va|vont}          a word by number: of the name, or the number itself; so {a:point|points}
//   {a~}                 "", e, s, es behind a participle
//   {a?il|elle|ils|elles}  by gender and number
//   {a=nothing|one column|# columns}  none, one, many; # is the number
//   {a+b=...} {a*b=...}  the same by the sum, by the product (none when one of them is none)
//   {a/2} {a/10}         halves and tenths in wholes: 2,5
//
// A case with a capital ({b:Le}) gives one; a sentence that begins with a slot has one anyway. A
// value the reader may not know (GG_HIDDEN) is what its domain calls it: a hidden card.
size_t gg_say_refusal(const gg_game *game, const void *t, const void *s, const gg_verdict *verdict,
                      gg_lang lang, char *out, size_t cap);
// An event already cut to its viewer by gg_event_for().
size_t gg_say_event(const gg_game *game, const void *t, const void *s, const gg_event *event,
                    gg_lang lang, char *out, size_t cap);
// The label alone; rule and number stand beside it in the line.
size_t gg_say_ledger(const gg_game *game, const void *t, const void *s, const gg_ledger_line *line,
                     gg_lang lang, char *out, size_t cap);
size_t gg_say_prompt(const gg_game *game, unsigned node, bool acting, gg_lang lang, char *out,
                     size_t cap);
// A host's own sentence about a seat, {a}: "{a:Le} l'emporte.", "Hand over to {a:the}."
size_t gg_say_seat(const gg_game *game, int seat, const char *text, gg_lang lang, char *out,
                   size_t cap);
// The same about any named thing: "{a:Le} est ici.", "{a:loc}".
typedef struct gg_thing {
    const gg_game *game;
    const void *t, *s;
    unsigned domain;
    int value;
} gg_thing;
size_t gg_say_thing(const gg_thing *thing, const char *text, gg_lang lang, char *out, size_t cap);
// A path is one line of a log: when `next` takes a piece on from where `told` brought it, or sums
// up the way, `told` becomes that whole way, and next is not told by itself. Within one entry it is
// the same piece also where it is hidden on a part of its way; between two, only a known one is.
bool gg_event_goes_on(const gg_game *game, gg_event *told, const gg_event *next, bool same_entry);

// A text for people as it is printed: typographic apostrophes, minus signs, spaces that do not
// break. What gg_say_* make has been through it; so must be what a host says in its own words.
void gg_typeset(gg_out *out, const char *text, gg_lang lang);

// ------------------------------------------------------------------------------------------- why
// What an action would be answered, and what helps. `first`: legal steps after which the action
// itself is allowed, the seat still deciding and nothing revealed in between. `remedy`: legal
// actions instead of it: of its verb with exactly one other operand, nearest first; then of any
// verb that name the same piece or place. The same answer for terminal, page and bots.
enum { GG_REMEDIES = 3, GG_FIRSTS = 2 };
typedef struct gg_why {
    bool legal;
    gg_verdict verdict;
    uint32_t remedies;
    gg_action remedy[GG_REMEDIES];
    uint32_t firsts;
    gg_action first[GG_FIRSTS];
} gg_why;

void gg_why_ask(const gg_game *game, const void *t, const void *s, int seat, gg_action action,
                gg_action *list /* max_legal */, gg_why *out);
// What was clicked, in order: pieces (handle) and places (surface, cell or x, y). Builds the first
// action of the node's verbs whose operand types fit all clicks, in whatever order they came; false
// when none fits.
typedef struct gg_click {
    uint8_t kind; // gg_kind: PIECE, CELL, X (a point of a plane: fits an x and the y after it),
                  // CHOICE (the first one: the verb, chosen by a button; later ones and every other
                  // kind: a value chosen from a list, for an operand of that kind)
    uint8_t surface;
    uint16_t value; // handle, cell, verb or value
    int16_t x, y;
} gg_click;

bool gg_click_action(const gg_game *game, const void *t, const void *s, const gg_click *clicks,
                     unsigned count, gg_action *action);

// What an overlay is asked about: a number or a name; NULL where it is about nothing. False: there
// is no such thing.
bool gg_overlay_about(const gg_position *at, unsigned overlay, const char *text_or_null,
                      unsigned *out);

// ------------------------------------------------------------------------------------------- JSON
// What is seen, what happens and what is judged, as members of the open object; of lists, an item.
// By numbers, places in the lists of the game's facts: for readers who have those.
void gg_json_piece(gg_json *json, const gg_position *at, const gg_piece *piece);
// What is new about a piece that is known.
void gg_json_piece_news(gg_json *json, const gg_piece *piece, const gg_piece *known);
void gg_json_gauges(gg_json *json, const gg_view *view);
void gg_json_view(gg_json *json, const gg_position *at, const gg_view *view);
void gg_json_event(gg_json *json, const gg_position *at, const gg_event *event);
void gg_json_refusal(gg_json *json, const gg_position *at, const gg_why *why);
void gg_json_ledger(gg_json *json, const gg_position *at, const gg_ledger *ledger, bool words);
// A game as one of a list; all its tables; of these the operands with the names they have in this
// position; the places of the position's scenario; an overlay.
void gg_json_game(gg_json *json, const gg_game *game);
// Which scenario: the token of the shipped one, and when it is a player's own what he calls it.
void gg_json_scenario(gg_json *json, const gg_game *game, const gg_request *request);
// The second of these alone; nothing when it is a shipped one.
void gg_json_own(gg_json *json, const gg_game *game, const gg_request *request);
// Which ready lists meet in a scenario unless others are chosen: `usual`, values of options;
// nothing where the standard values hold.
void gg_json_usual(gg_json *json, const gg_game *game, unsigned scenario);
// Which ready lists are uneven in a scenario: `uneven`, values of options and per cent of wins.
void gg_json_uneven(gg_json *json, const gg_game *game, unsigned scenario);
void gg_json_facts(gg_json *json, const gg_position *at);
// What players build lists from, of a game that has a form for them; what a list adds up to.
void gg_json_catalogue(gg_json *json, const gg_game *game);
void gg_json_sums(gg_json *json, const gg_list_sum *sum, uint32_t count);
void gg_json_domains(gg_json *json, const gg_position *at);
void gg_json_cells(gg_json *json, const gg_position *at);
void gg_json_overlay(gg_json *json, const gg_overlay *overlay);
// By words: tokens, for a command line. A piece is called what `namer` says.
typedef const char *gg_piece_namer(void *user, const gg_piece *piece);
void gg_json_view_words(gg_json *json, const gg_game *game, const gg_view *view,
                        gg_piece_namer *namer, void *user);
void gg_json_event_words(gg_json *json, const gg_position *at, const gg_event *event, bool rule);
void gg_json_why_words(gg_json *json, const gg_position *at, const gg_why *why);

// ------------------------------------------------------------------------- positions, .play blocks
// One reader for .play blocks, puzzles and the positions of `why`, `solve` and `perft`; the grammar
// stands in docs/play-format.md.
//
// gg_play_open reads the position lines of a block; gg_play_next then obeys one script line.
enum { GG_PLAY_TEXT_MAX = 1 << 22, GG_PLAY_LINE_MAX = 1000 };

typedef struct gg_play gg_play;

// text must stay alive. `block`: 1-based number, or 0 for the only/first one. The head line names
// ids. `name` stands for the file in nothing but the caller's own messages; it may be NULL.
gg_status gg_play_open(gg_play **play, const char *name, const char *text, size_t length,
                       unsigned block, gg_error *error);
unsigned gg_play_blocks(const char *text, size_t length);
const gg_position *gg_play_position(const gg_play *play);
const char *gg_play_name(const gg_play *play);
const char *gg_play_head(const gg_play *play); // the head line without "# "
unsigned gg_play_line(const gg_play *play);    // of the line last read
// GG_OK and *done when the block has ended; GG_REFUSED when an expectation failed; GG_BAD_INPUT.
gg_status gg_play_next(gg_play *play, bool *done, gg_error *error);
void gg_play_close(gg_play *play_or_null);

// Runs every block of a text; `done` (may be NULL) hears of each one when it has ended.
typedef struct gg_play_result {
    const char *name, *head; // head: valid during the call
    unsigned block;          // 1-based
    unsigned line;           // of the head
    unsigned obeyed;         // script lines obeyed
    gg_status status;        // GG_OK, or why it stopped: error tells line and reason
    gg_error error;
} gg_play_result;

typedef struct gg_play_tally {
    unsigned passed, failed;
} gg_play_tally;

typedef void gg_play_done(void *user, const gg_play_result *result);
// GG_OK: every block passed. GG_REFUSED: some failed. Blocks of other games than `only_or_null` are
// passed over. A text without a block fails as one.
gg_status gg_play_run(const char *name, const char *text, size_t length,
                      const gg_game *only_or_null, gg_play_done *done, void *user,
                      gg_play_tally *tally);

#ifdef __cplusplus
}
#endif
#endif
