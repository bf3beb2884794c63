// SPDX-License-Identifier: Apache-2.0
// A match: who sits where, what was done, and the proof of its dice. The game's state is made from
// the log alone; the log replays without a random generator because it keeps every outcome.
//
// An entry of the log is one unit: a decision (all steps of a draft up to its confirm), a chance
// outcome with its ticket, an undo, a resignation, a draw offer or its answer, a comment. Entries are
// numbered from 1; a position before entry 1 is number 0. "@EVENT" elsewhere means such a number.
#ifndef GROGNARD_MATCH_H
#define GROGNARD_MATCH_H

#include "grognard/engine.h"
#include "grognard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------------ dice
// Commit and reveal (Q12): the server's seed is fixed and its commitment shown before either client
// gives its own; draw k = HMAC-SHA256(server seed, "grognard dice 1" | match id | client seeds | k)
// read as 64-bit words with rejection, so that every ticket below `tickets` is equally likely.
enum { GG_SEED_BYTES = 32, GG_ID_MAX = 32, GG_CLIENT_SEED_MAX = 64, GG_SEAT_NAME_MAX = 48 };

typedef struct gg_dice {
    uint8_t seed[GG_SEED_BYTES];
    char id[GG_ID_MAX + 1];
    char client[GG_SEATS_MAX][GG_CLIENT_SEED_MAX + 1];
    uint8_t seats;
    // prepared: the key's inner states and the hashed constant part of the message
    uint64_t prepared[64];
} gg_dice;

void gg_dice_open(gg_dice *dice, const uint8_t seed[GG_SEED_BYTES], const char *id,
                  const char *const *client, unsigned seats);
void gg_dice_commitment(const uint8_t seed[GG_SEED_BYTES], char hex[65]);
uint64_t gg_dice_draw(const gg_dice *dice, uint64_t counter, uint64_t tickets);

// ----------------------------------------------------------------------------------------- match
typedef enum gg_entry_kind {
    GG_ENTRY_ACTION,
    GG_ENTRY_CHANCE,
    GG_ENTRY_UNDO,    // takes back the last `count` action entries of this seat
    GG_ENTRY_RESIGN,
    GG_ENTRY_DRAW_OFFER,
    GG_ENTRY_DRAW_ACCEPT,
    GG_ENTRY_DRAW_DECLINE,
    GG_ENTRY_COMMENT,
    GG_ENTRY_FLAG, // a clock ran out
} gg_entry_kind;

typedef struct gg_entry {
    uint8_t kind;
    uint8_t seat;
    uint16_t steps;    // actions of a draft, its closing one included
    uint32_t first;    // index of the first action in the match's action array
    uint32_t ms;       // time used
    uint32_t text;     // offset of a comment's text; 0 = none
    uint64_t ticket;   // chance
    uint64_t hash;     // facts hash after the entry
} gg_entry;

typedef struct gg_match gg_match;

typedef struct gg_match_setup {
    const gg_game *game;
    gg_request request;
    char id[GG_ID_MAX + 1];
    char name[GG_SEATS_MAX][GG_SEAT_NAME_MAX + 1];
    char client_seed[GG_SEATS_MAX][GG_CLIENT_SEED_MAX + 1];
    uint8_t seed[GG_SEED_BYTES];
    uint32_t clock_ms[GG_SEATS_MAX]; // 0 = no clock
    uint32_t increment_ms;
} gg_match_setup;

gg_status gg_match_open(gg_match **match, const gg_match_setup *setup, gg_verdict *verdict);
void gg_match_close(gg_match *match);

// Where the match stands. The published position is what everybody but a drafting seat sees.
const gg_match_setup *gg_match_setup_of(const gg_match *match);
const gg_position *gg_match_published(const gg_match *match);
const gg_position *gg_match_position_for(const gg_match *match, int seat); // with his open draft
uint32_t gg_match_entries(const gg_match *match);
const gg_entry *gg_match_entry(const gg_match *match, uint32_t number); // 1-based
const gg_action *gg_match_actions(const gg_match *match, const gg_entry *entry);
typedef struct gg_result {
    bool over;
    uint8_t reason; // gg_entry_kind that ended it, or GG_ENTRY_ACTION when the rules did
    int half[GG_SEATS_MAX];
    int32_t margin;
} gg_result;
void gg_match_result(const gg_match *match, gg_result *out);
int64_t gg_match_clock(const gg_match *match, int seat); // ms left; INT64_MAX without a clock

// One action of a seat. A step of a draft stays private; the closing one makes an entry. `answers`
// is the entry number the client had seen; `key` makes a repeated send harmless (0 = no key): the
// same key again returns GG_OK and changes nothing. At a sealed node a later seat may answer early.
// `events` (may be NULL) receives the events of what was published, uncut.
gg_status gg_match_act(gg_match *match, int seat, gg_action action, uint64_t key,
                       uint32_t answers, uint32_t ms, gg_verdict *verdict, gg_events *events);
// The umpire draws when it is chance's turn. GG_NOT_ALLOWED when it is not.
gg_status gg_match_draw(gg_match *match, gg_events *events);
// Draws, standing orders and early answers until a seat must decide or the match is over.
gg_status gg_match_advance(gg_match *match);
typedef enum gg_order { GG_ORDER_ASK, GG_ORDER_ALWAYS, GG_ORDER_NEVER } gg_order;
gg_status gg_match_order(gg_match *match, int seat, unsigned node, gg_order order);

// Undo: a draft step at a time, else the last entry of this seat, never past chance, a reveal or a
// seat change. gg_match_undo_refusal tells why not (a sentence key), NULL when it is possible.
const char *gg_match_undo_refusal(const gg_match *match, int seat, gg_lang lang);
gg_status gg_match_undo(gg_match *match, int seat);
gg_status gg_match_resign(gg_match *match, int seat);
gg_status gg_match_offer_draw(gg_match *match, int seat);
gg_status gg_match_answer_draw(gg_match *match, int seat, bool accept);
gg_status gg_match_comment(gg_match *match, int seat, const char *text);

// The position after entry `number`, forwards or backwards (snapshots make both quick).
gg_status gg_match_at(const gg_match *match, uint32_t number, gg_position *out);
// Events of entry `number`, cut to a viewer.
gg_status gg_match_events_for(const gg_match *match, uint32_t number, int viewer, gg_events *out);

// ------------------------------------------------------------------------------------ match file
// Text, one line an entry, every line ending in a check chained to the line before. See
// docs/match-format.md.
gg_status gg_match_write(const gg_match *match, char **text, size_t *length); // malloc'ed
// A running match for a player: what he saw, as events and redacted facts; cannot be replayed.
gg_status gg_match_write_for(const gg_match *match, int viewer, char **text, size_t *length);
// Reads, checks bytes and replays through check(). Another rules version is accepted when every
// stored hash agrees.
gg_status gg_match_read(gg_match **match, const char *text, size_t length, gg_error *error);
// The same and the dice: every ticket against the revealed seed, the result, the signature.
gg_status gg_match_verify(const char *text, size_t length, gg_error *error);

#ifdef __cplusplus
}
#endif
#endif
