// SPDX-License-Identifier: Apache-2.0
// A match: who sits where, what was done, and the proof of its dice. The game's state is made from
// the log alone; the log replays without a random generator because it keeps every outcome.
//
// An entry of the log is one unit: a decision (all steps of a draft up to its confirm), a chance
// outcome with its ticket, an undo, a resignation, a draw offer or its answer, a comment. Entries
// are numbered from 1; a position before entry 1 is number 0. "@EVENT" elsewhere means such a
// number.
#ifndef GROGNARD_MATCH_H
#define GROGNARD_MATCH_H

#include "base/sha256.h"
#include "grognard/engine.h"
#include "grognard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- limits
enum {
    GG_SEED_BYTES = 32,
    GG_ID_MAX = 32,          // letters, digits, - and _
    GG_CLIENT_SEED_MAX = 64, // printable ASCII without spaces; may be empty
    GG_SEAT_NAME_MAX = 48,   // bytes of UTF-8 without control characters; may be empty
    GG_COMMENT_MAX = 1000,   // the same, in bytes
    GG_DRAFT_MAX = 512,      // steps of one draft, its closing one included
    GG_ENTRIES_MAX = 1000000,
    GG_MATCH_LINE_MAX = 131072,   // bytes of a line of a match file
    GG_MATCH_FILE_MAX = 16 << 20, // bytes of a match file
    GG_MATCH_FORMAT = 2,          // of the files that are written
    GG_SIGNER_BYTES = 32,         // Ed25519: a public key
    GG_SIGNATURE_BYTES = 64,
    GG_KEYS_KEPT = 64, // last idempotency keys of each seat; an older one answers a stale number
};

// ------------------------------------------------------------------------------------------ dice
// Commit and reveal (Q12): the server's seed is fixed and its commitment (SHA-256 of the seed)
// shown before either client gives its own. Draw k of a match is made from
//
//   HMAC-SHA256(server seed, lines "grognard dice 1", id, client 0, client 1 ..., "k r")
//
// where each line ends in a line feed, k and r are decimal digits and r = 0: the tag is read as
// four 64-bit words, most significant byte first; the first word below the largest multiple of
// `tickets` is taken modulo `tickets`, so that every ticket is equally likely. Should all four be
// too large, r is raised by one. The counter k is the number of chance entries before the draw: an
// undone and repeated action meets the same result.
typedef struct gg_dice {
    gg_sha256 inner;                       // after the key and the constant part of the message
    uint32_t outer[GG_SHA256_STATE_WORDS]; // after the key
} gg_dice;

// `client` has `seats` strings; NULL stands for an empty one.
void gg_dice_open(gg_dice *dice, const uint8_t seed[GG_SEED_BYTES], const char *id,
                  const char *const *client, unsigned seats);
void gg_dice_commitment(const uint8_t seed[GG_SEED_BYTES], char hex[65]);
uint64_t gg_dice_draw(const gg_dice *dice, uint64_t counter, uint64_t tickets);

// ----------------------------------------------------------------------------------------- match
typedef enum gg_entry_kind {
    GG_ENTRY_ACTION,
    GG_ENTRY_CHANCE,
    GG_ENTRY_UNDO, // takes back the last action entry that still counts; the log only grows
    GG_ENTRY_RESIGN,
    GG_ENTRY_DRAW_OFFER,
    GG_ENTRY_DRAW_ACCEPT,
    GG_ENTRY_DRAW_DECLINE,
    GG_ENTRY_COMMENT,
    GG_ENTRY_FLAG,     // a clock ran out
    GG_ENTRY_ADJOURN,  // the umpire: it cannot go on by the rules it was played by
    GG_ENTRY_BACK_ASK, // a seat would like to have a decision of its own back, and all since
    GG_ENTRY_BACK_AGREE,
    GG_ENTRY_BACK_DECLINE,
    GG_ENTRY_HINT, // the coach advised the seat on the decision before it
    GG_ENTRY_KINDS
} gg_entry_kind;

// How files and servers call an entry that is no move: "undo", "offers-draw" ...; NULL for moves.
const char *gg_entry_word(unsigned kind);

typedef struct gg_entry {
    uint8_t kind;    // gg_entry_kind
    uint8_t seat;    // or GG_CHANCE; a comment of nobody at the table: GG_UMPIRE
    uint16_t steps;  // actions: of a draft, its closing one included; 1 for chance
    uint32_t first;  // index of the first action in the match's action array
    uint32_t ms;     // time used
    uint32_t text;   // offset of a comment's text; 0 = none
    uint32_t before; // action or chance entry whose position stood before this one; 0 = the start
    uint32_t after;  // the same after it: its own number if it is an action or chance
    uint64_t ticket; // chance; of a take-back the entry that is to be taken back
    uint64_t hash;   // facts hash after the entry
} gg_entry;

typedef struct gg_match gg_match;

typedef enum gg_order { GG_ORDER_ASK, GG_ORDER_ALWAYS, GG_ORDER_NEVER } gg_order;

typedef struct gg_match_setup {
    const gg_game *game;
    gg_request request;
    char id[GG_ID_MAX + 1];
    char name[GG_SEATS_MAX][GG_SEAT_NAME_MAX + 1];
    char client_seed[GG_SEATS_MAX][GG_CLIENT_SEED_MAX + 1];
    uint8_t seed[GG_SEED_BYTES];     // zeroes in a match read before its seed was revealed
    uint32_t clock_ms[GG_SEATS_MAX]; // 0 = no clock
    uint32_t increment_ms; // added by the first decision after another seat's, up to clock_ms
    uint8_t order;         // gg_order of every window at the start; not part of the file
    uint8_t format;        // of its file; 0 = GG_MATCH_FORMAT
    uint8_t awaited;       // bit = seat whose client seed is still to come; not part of the file
} gg_match_setup;

// GG_BAD_INPUT: a name, id, seed, scenario or option outside its bounds; GG_REFUSED with a verdict:
// options that do not go together.
gg_status gg_match_open(gg_match **match, const gg_match_setup *setup, gg_verdict *verdict);
void gg_match_close(gg_match *match);

// Where the match stands. The published position is what everybody but a drafting seat sees. Like
// everything here, these belong to one thread at a time.
const gg_match_setup *gg_match_setup_of(const gg_match *match);
const gg_position *gg_match_published(const gg_match *match);
// With his open draft. A seat that may answer a sealed node early sees the position in which it is
// already his turn (the others' answers there are stand-ins, hidden from him by the rules).
const gg_position *gg_match_position_for(const gg_match *match, int seat);
// True when this seat may decide now: it is its turn, or it may answer a sealed node early.
bool gg_match_awaits(const gg_match *match, int seat);
uint32_t gg_match_draft(const gg_match *match, int seat, const gg_action **steps); // how many
// The state in which they begin: the published one, or of an early answer the seat's own turn.
void gg_match_draft_from(const gg_match *match, int seat, void *state);
uint32_t gg_match_entries(const gg_match *match);
const gg_entry *gg_match_entry(const gg_match *match, uint32_t number); // 1-based
const gg_action *gg_match_actions(const gg_match *match, const gg_entry *entry);
gg_turn gg_match_turn(const gg_match *match); // of the published position
const char *gg_match_text(const gg_match *match, const gg_entry *entry); // of a comment, else ""
// False when entry `number` had been taken back by the time of entry `at`.
bool gg_match_counts(const gg_match *match, uint32_t number, uint32_t at);
// The rules version the log was made with: game->version, unless it was read from an older file.
unsigned gg_match_version(const gg_match *match);
const char *gg_match_commitment(const gg_match *match); // 64 hex digits

typedef struct gg_result {
    bool over;
    uint8_t reason; // gg_entry_kind that ended it, or GG_ENTRY_ACTION when the rules did
    int half[GG_SEATS_MAX];
    int32_t margin;               // for seat 0; 0 unless the rules ended the match
    uint32_t hints[GG_SEATS_MAX]; // decisions on which the coach advised the seat
} gg_result;
void gg_match_result(const gg_match *match, gg_result *out);
int64_t gg_match_clock(const gg_match *match, int seat); // ms left; INT64_MAX without a clock
// The same without what an open draft has used: what everybody may know.
int64_t gg_match_clock_told(const gg_match *match, int seat);

// One action of a seat. A step of a draft stays private; the closing one makes an entry. `answers`
// is the entry number the client had seen: GG_STALE when the position has changed since. `key`
// makes a repeated send harmless (0 = no key): the same key again returns GG_OK and changes
// nothing. At a sealed node a later seat may answer early. `events` (may be NULL) receives the
// events of what was published, uncut.
gg_status gg_match_act(gg_match *match, int seat, gg_action action, uint64_t key, uint32_t answers,
                       uint32_t ms, gg_verdict *verdict, gg_events *events);
// Keys of requests that are no action are kept here too, each with a note of the caller's: what was
// answered then. A key that is kept already gets the new note. Keys of one seat are not another's.
void gg_match_key_keep(gg_match *match, int seat, uint64_t key, uint64_t note);
bool gg_match_key_known(const gg_match *match, int seat, uint64_t key, uint64_t *note_or_null);
// The umpire draws when it is chance's turn. GG_NOT_ALLOWED when it is not, or without the seed.
gg_status gg_match_draw(gg_match *match, gg_events *events);
// Draws, standing orders and early answers until a seat must decide or the match is over. What it
// did are the new entries; gg_match_events_for tells their events.
gg_status gg_match_advance(gg_match *match);
// What the umpire plays for a seat at a window node: `never` the verb marked GG_V_DECLINE, `always`
// what the game's policy would choose from this seat's knowledge (or the first legal action that is
// no decline), `ask` nothing.
gg_status gg_match_order(gg_match *match, int seat, unsigned node, gg_order order);
gg_order gg_match_order_of(const gg_match *match, int seat, unsigned node);
// What `always` would play now, from what the seat knows: to be proposed. GG_NO_ACTION: no window.
gg_action gg_match_proposal(gg_match *match, int seat);
// The same at every window where the seat would be asked, until it decides at a node that is none.
// GG_ORDER_ASK: no longer.
void gg_match_order_meanwhile(gg_match *match, int seat, gg_order order);
// Is a window where the seat would be asked, but has one answer only, answered at once? The pace
// tells the others then that there was no choice: between people it is better not.
void gg_match_close_forced(gg_match *match, int seat, bool closes);
bool gg_match_closes_forced(const gg_match *match, int seat);
// Seats (bits) whose client seed is awaited. While there are any nothing is drawn: the umpire stops
// where it is chance's turn.
unsigned gg_match_awaited_seeds(const gg_match *match);
// The seed of a seat that is awaited. GG_NOT_ALLOWED: it is not, or something was drawn already;
// GG_BAD_INPUT: not a seed.
gg_status gg_match_give_client_seed(gg_match *match, int seat, const char *seed);
// Gives a match read from an unfinished file its seed back. GG_NOT_ALLOWED: not the committed one.
gg_status gg_match_give_seed(gg_match *match, const uint8_t seed[GG_SEED_BYTES]);

// UTF-8 in its shortest form without control characters, line ends and marks of direction: what
// people may call themselves and say.
bool gg_match_plain_text(const char *text, size_t length);

// Undo: a draft step at a time, else the last entry of this seat, never past chance, a reveal or a
// seat change. gg_match_undo_refusal tells why not (a sentence), NULL when it is possible.
const char *gg_match_undo_refusal(const gg_match *match, int seat, gg_lang lang);
gg_status gg_match_undo(gg_match *match, int seat);
// With the consent of all, further back than undo goes: entry `number`, a decision of this seat
// that still counts, and all that was done since. The wish stands until everybody else has agreed,
// which carries it out, or somebody declines or plays on. What was drawn stays drawn: dice to come
// are other ones. Time used stays used.
gg_status gg_match_ask_back(gg_match *match, int seat, uint32_t number);
gg_status gg_match_answer_back(gg_match *match, int seat, bool agree);
// The last decision of a seat that counts, one at a node that is no window before all others; 0:
// it has none. What a person means who says "take back".
uint32_t gg_match_last_decision(const gg_match *match, int seat);
// Who asks, or GG_NOBODY; which entry; who has not answered yet (bit = seat).
int gg_match_back_asked(const gg_match *match, uint32_t *number_or_null, unsigned *silent_or_null);
gg_status gg_match_resign(gg_match *match, int seat);
gg_status gg_match_offer_draw(gg_match *match, int seat);
gg_status gg_match_answer_draw(gg_match *match, int seat, bool accept);
// `seat` may be GG_UMPIRE. Also possible when the match is over.
gg_status gg_match_comment(gg_match *match, int seat, const char *text);
// The coach has advised the seat on what it decides now. GG_NOT_ALLOWED: that is noted already, or
// the match is over.
gg_status gg_match_hint(gg_match *match, int seat);
// The seat has used `ms` more and its clock is below zero: the match is lost. GG_NOT_ALLOWED: it
// has time left.
gg_status gg_match_flag(gg_match *match, int seat, uint32_t ms);

// Nobody wins: every seat has a half-point.
gg_status gg_match_adjourn(gg_match *match);

// The position after entry `number`, forwards or backwards (snapshots make both quick). `out` is a
// zeroed gg_position or one given by an earlier call; gg_position_close frees it.
gg_status gg_match_at(const gg_match *match, uint32_t number, gg_position *out);
// Events of entry `number`, cut to a viewer.
gg_status gg_match_events_for(const gg_match *match, uint32_t number, int viewer, gg_events *out);
// An entry as it is told: when it is published, or again later.
typedef struct gg_record {
    const gg_match *match;
    uint32_t number;
    const gg_entry *entry;
    gg_turn turn;             // before it
    const gg_position *after; // where it led
    const gg_events *events;  // uncut: gg_event_for cuts them to a viewer
    const char *line;         // its line of the match file, without the check
    size_t length;
} gg_record;

// Its events as a viewer sees them.
void gg_record_events(const gg_record *record, int viewer, gg_events *out);
// What a record points to is valid during the call. A listener changes nothing in the match.
typedef void gg_listener(void *user, const gg_record *record);
// Every entry is told as soon as it is published, in order and once; a drafted step with the entry
// that it becomes part of. Set before the first draft step; NULL ends it.
void gg_match_listen(gg_match *match, gg_listener *listener_or_null, void *user);
// Entries since + 1 to upto, told again to anybody: a copy of the position is played for it.
gg_status gg_match_recount(const gg_match *match, uint32_t since, uint32_t upto,
                           gg_listener *listener, void *user);
// Walks the whole log once on `scratch` (as for gg_match_at), every action through check(), every
// outcome through roll(), every stored facts hash compared. GG_REFUSED: *number is the first wrong
// entry.
gg_status gg_match_replay_check(const gg_match *match, gg_position *scratch, uint32_t *number);

// ------------------------------------------------------------------------------------ match file
// Text, one line an entry, every line ending in a check chained to the line before. See
// docs/match-format.md. `error` may be NULL.
gg_status gg_match_write(const gg_match *match, char **text, size_t *length); // malloc'ed
// Who signs: Ed25519 of all bytes before the line of the signature.
typedef struct gg_signer {
    uint8_t key[GG_SIGNER_BYTES]; // public
    bool (*sign)(const void *user, const char *text, size_t length,
                 uint8_t signature[GG_SIGNATURE_BYTES]);
    const void *user;
} gg_signer;
// The same, signed if the match is over and of format 2. A match that was read from a signed file
// and has not changed since keeps that signature, with and without a signer.
gg_status gg_match_write_signed(const gg_match *match, const gg_signer *signer_or_null, char **text,
                                size_t *length);
// A running match for a viewer: what he saw, as events and redacted facts; cannot be replayed.
gg_status gg_match_write_for(const gg_match *match, int viewer, char **text, size_t *length);
// Reads, checks bytes and replays through check(). Another rules version is accepted when every
// stored hash agrees; GG_REFUSED: they do not, or these rules do not know what the file has.
gg_status gg_match_read(gg_match **match, const char *text, size_t length, gg_error *error);
// The lines of a whole and unharmed file without their checks, for a file that these rules cannot
// replay. False: it is damaged.
bool gg_match_lines(const char *text, size_t length,
                    void (*each)(void *user, const char *line, size_t length), void *user,
                    gg_error *error);
// One line of an entry without its check, carried out on the match as the reader of a file would;
// what a store keeps of a match is these lines. A match with its seed also checks the tickets. In a
// line of a store the number of tickets may be ?. After a failure the match is of no more use.
gg_status gg_match_read_line(gg_match *match, const char *line, size_t length, gg_error *error);
// The lines to come were written by rules of this version; new entries are by the game's own.
void gg_match_of_rules(gg_match *match, unsigned version);
// Of a file that gg_match_read() accepts: who says that he signed it, and what. False: nobody does.
// Whether the signature holds is for whoever knows Ed25519: it is of the first *covered bytes.
bool gg_match_signature(const gg_match *match, const char *text, size_t length,
                        uint8_t key[GG_SIGNER_BYTES], uint8_t signature[GG_SIGNATURE_BYTES],
                        size_t *covered);
// The same and the dice: every ticket against the revealed seed, and the seed against its
// commitment. GG_OK with words in `error` (line 0): all is well but the seed is not revealed yet,
// so the dice could not be checked; otherwise GG_OK leaves both texts empty.
gg_status gg_match_verify(const char *text, size_t length, gg_error *error);

#ifdef __cplusplus
}
#endif
#endif
