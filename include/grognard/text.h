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

// ------------------------------------------------------------------------------------ text builder
// A bounded string: past the end nothing is written and `full` is set.
typedef struct gg_out {
    char *at;
    size_t cap, length;
    bool full;
} gg_out;

void gg_out_init(gg_out *out, char *at, size_t cap);
void gg_out_text(gg_out *out, const char *text);
void gg_out_char(gg_out *out, char c);
void gg_out_format(gg_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

// JSON written in order; commas and escapes are the writer's business. Invalid UTF-8 and control
// characters are escaped or replaced, so the result is always valid JSON.
typedef struct gg_json {
    gg_out *out;
    uint32_t first; // bit d: nothing written yet at depth d
    uint8_t depth;
} gg_json;

void gg_json_init(gg_json *json, gg_out *out);
void gg_json_open(gg_json *json, const char *key_or_null, char bracket); // '{' or '['
void gg_json_close(gg_json *json, char bracket);                         // '}' or ']'
void gg_json_string(gg_json *json, const char *key_or_null, const char *text);
void gg_json_integer(gg_json *json, const char *key_or_null, int64_t value);
void gg_json_number(gg_json *json, const char *key_or_null, double value); // tools only
void gg_json_bool(gg_json *json, const char *key_or_null, bool value);
void gg_json_null(gg_json *json, const char *key_or_null);

// A message about input that cannot be read: line 0 = no line. Both languages at once.
typedef struct gg_error {
    unsigned line;
    char fr[240], en[240];
} gg_error;

void gg_error_set(gg_error *error, unsigned line, const char *fr, const char *en, ...);

// ------------------------------------------------------------------------------- names, notation
// Name of a domain's value as token, French or English; length 0 when there is no such value.
size_t gg_name_into(const gg_game *game, const void *t, const void *s, unsigned domain,
                    unsigned value, gg_form form, char *out, size_t cap);
// The value of a token (letters of either case); false when the domain has none.
bool gg_name_find(const gg_game *game, const void *t, const void *s, unsigned domain,
                  const char *token, unsigned *value);
// "attack 1506 5DP_13": verb and operands as tokens.
size_t gg_notation_into(const gg_game *game, const void *t, const void *s, gg_action action,
                        char *out, size_t cap);
// Reads notation. A verb the node does not have is still read: check() explains. At a chance node
// the verb may be left out ("4"). The error says which word is not understood and what fits.
bool gg_notation_parse(const gg_game *game, const void *t, const void *s, const char *text,
                       gg_action *action, gg_error *error);

// ------------------------------------------------------------------------------------- sentences
size_t gg_say_refusal(const gg_game *game, const void *t, const void *s, const gg_verdict *verdict,
                      gg_lang lang, char *out, size_t cap);
// An event already cut to its viewer by gg_event_for().
size_t gg_say_event(const gg_game *game, const void *t, const void *s, const gg_event *event,
                    gg_lang lang, char *out, size_t cap);
size_t gg_say_ledger(const gg_game *game, const void *t, const void *s, const gg_ledger_line *line,
                     gg_lang lang, char *out, size_t cap);
size_t gg_say_prompt(const gg_game *game, unsigned node, bool acting, gg_lang lang, char *out,
                     size_t cap);

// ------------------------------------------------------------------------------------------- why
// What an action would be answered, with up to three legal actions of this node that differ from it
// in one operand, nearest first. The same answer for terminal, page and bots.
enum { GG_REMEDIES = 3 };
typedef struct gg_why {
    bool legal;
    gg_verdict verdict;
    uint32_t remedies;
    gg_action remedy[GG_REMEDIES];
} gg_why;

void gg_why_ask(const gg_game *game, const void *t, const void *s, int seat, gg_action action,
                gg_action *list /* max_legal */, gg_why *out);
// What was clicked, in order: pieces (handle) and places (surface, cell or x, y). Builds the first
// action of the node's verbs whose operand types fit; false when none fits.
typedef struct gg_click {
    uint8_t kind; // gg_kind: PIECE, CELL, X (a point of a plane), CHOICE (verb chosen by a button)
    uint8_t surface;
    uint16_t value; // handle, cell or verb
    int16_t x, y;
} gg_click;

bool gg_click_action(const gg_game *game, const void *t, const void *s, const gg_click *clicks,
                     unsigned count, gg_action *action);

// ------------------------------------------------------------------------- positions, .play blocks
// One reader for .play blocks, scenario files, puzzles and the positions of `why` and `odds`.
//
//   # B16  one QG's support serves one combat of the segment     head line: starts a block
//   game bautzen   scenario empty
//   option turns 4
//   put 5DP_13 at 1505 flipped
//   set supply german 12
//   node combat allied
//   > attack 1506 5DP_13          plays; `seat>` also says whose turn it must be
//   ~ 4                           the chance outcome that comes
//   ! support X Y => B16 SUPPORT_ALREADY_GIVEN 3 7      must be refused so (numbers optional)
//   = E_MOVED ... / = moved 5DP_13 1506     expects an event of the last action
//   ? attack ... => B22 +4 ...    expects a ledger line of an action
//
// gg_play_open reads the position lines of a block; gg_play_next then obeys one script line.
typedef struct gg_play gg_play;

// text must stay alive. `block`: 1-based number, or 0 for the only/first one. The head line names ids.
gg_status gg_play_open(gg_play **play, const char *name, const char *text, size_t length,
                       unsigned block, gg_error *error);
unsigned gg_play_blocks(const char *text, size_t length);
const gg_position *gg_play_position(const gg_play *play);
const char *gg_play_head(const gg_play *play); // the head line without "# "
unsigned gg_play_line(const gg_play *play);
// GG_OK and *done when the block has ended; GG_REFUSED when an expectation failed; GG_BAD_INPUT.
gg_status gg_play_next(gg_play *play, bool *done, gg_error *error);
void gg_play_close(gg_play *play);

// ----------------------------------------------------------------------------------------- marks
// The marked build counts how often each rule acted and can switch one rule or refusal off.
bool gg_marks_present(void);
uint64_t gg_marks_rule_count(unsigned rule);
uint64_t gg_marks_refusal_count(unsigned refusal);
void gg_marks_reset(void);
// "B16" (the rule and every refusal that cites it) or "SUPPORT_ALREADY_GIVEN"; false: no such name.
bool gg_marks_off(const gg_game *game, const char *name);

#ifdef __cplusplus
}
#endif
#endif
