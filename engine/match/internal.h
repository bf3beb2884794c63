// SPDX-License-Identifier: Apache-2.0
// What the files of engine/match share. Nobody else includes this.
//
// The log is a tree laid out as a list: every action or chance entry knows the entry whose position
// it was made in (`before`); an undo only says which entry's position stands again (`after`). The
// state after any entry is a fixed fact, found by walking `before` up to the nearest snapshot.
//
// Invariants: tip is the action or chance entry whose position is published (0 = the start); depth
// is the length of the way from the start to it; snapshot i is the state of the latest entry made
// at depth 64 i, their numbers ascending (after an undo one may lie beside the way: still true,
// only not met); an entry numbered <= barrier cannot be taken back.
#ifndef GG_ENGINE_MATCH_INTERNAL_H
#define GG_ENGINE_MATCH_INTERNAL_H

#include "grognard/match.h"

enum { SNAPSHOT_EVERY = 64, NO_SEAT = GG_NOBODY };

// Notation put down step by step, as a line of the match file has it. Empty without a listener.
typedef struct jotter {
    char *text;
    uint32_t length, room;
} jotter;

// The private side of a seat: the steps of its open draft, or its early answer to a sealed node.
// When it is this seat's turn, the copy is the published position and the steps played on it: as
// soon as they are a whole entry it becomes the published one.
typedef struct pending {
    gg_action *step;
    uint32_t steps, room;
    gg_events *events;    // of the steps so far
    jotter jot;           // their notation
    uint32_t ms;          // used so far, undone steps included
    uint32_t base;        // 1 + the entry the early base was made at; 0 = none
    bool early;           // an early answer is possible from that base
    bool complete;        // the early answer is closed and waits for its turn
    gg_position position; // the match's table, a state of its own
} pending;

// What every action reads and writes lies together, from `game` to the three pointers at the head
// of `published`; before it what is seldom asked for, behind it what is large.
typedef struct gg_match {
    gg_match_setup setup;
    char commitment[65];
    bool has_seed;
    uint8_t signer[GG_SIGNER_BYTES], signature[GG_SIGNATURE_BYTES];
    gg_dice dice;

    const gg_game *game;
    unsigned version;
    uint32_t options_told; // bit i: option i stands in the file this match was read from
    bool sealed;           // the signature is of what the match is now
    gg_turn turn;
    uint64_t hash;
    uint32_t tip, depth, barrier, changed;
    uint32_t draws;  // chance entries
    uint32_t played; // actions on the way to the tip
    bool barrier_reveals;

    bool over;
    uint8_t reason, loser;
    uint8_t offer;       // the seat that offers a draw, or NO_SEAT
    uint8_t accepted;    // bit = seat
    uint8_t back;        // the seat that asks for a take-back, or NO_SEAT
    uint8_t back_agreed; // bit = seat
    uint32_t back_to;    // the entry it wants back
    uint8_t last;        // who decided last, or NO_SEAT
    uint32_t hints[GG_SEATS_MAX];

    gg_entry *entry;
    gg_action *action;
    char *text;
    uint32_t entries, entry_room, actions, action_room, text_length, text_room;
    uint64_t file_bytes; // about what the file will need

    struct {
        uint32_t *number;
        char *state;
        uint32_t count, room;
    } snapshots;

    int64_t left[GG_SEATS_MAX]; // of the clock, without what an open draft has used
    gg_listener *listener;
    void *listens;
    char *line; // of the entry being told
    uint32_t line_room;
    jotter jot;            // of an action that is no draft
    unsigned open_pending; // bit = seat
    gg_action *list;       // room for max_legal
    gg_position published;

    pending pending[GG_SEATS_MAX];
    uint8_t orders[GG_SEATS_MAX][256];
    uint8_t meanwhile[GG_SEATS_MAX]; // gg_order instead of ASK, until the seat decides elsewhere
    bool closes[GG_SEATS_MAX];       // windows with one answer
    uint64_t keys[GG_SEATS_MAX][GG_KEYS_KEPT], notes[GG_SEATS_MAX][GG_KEYS_KEPT];
    uint32_t next_key[GG_SEATS_MAX];
    gg_events events, one;
} gg_match;

// text checks and hex (words.c)
void gg_match_hex(const uint8_t *bytes, size_t count, char *hex);
bool gg_match_unhex(const char *hex, size_t length, uint8_t *bytes);
bool gg_match_id_text(const char *text, size_t length);
bool gg_match_seed_text(const char *text, size_t length);

// match.c: opening without a seed (the reader), the log
gg_status gg_match_open_sealed(gg_match **match, const gg_match_setup *setup, gg_verdict *verdict);
gg_status gg_match_reserve(gg_match *match, uint32_t steps, size_t text);
gg_entry *gg_match_append(gg_match *match, gg_entry_kind kind, int seat, uint32_t ms);
void gg_match_end(gg_match *match, gg_entry_kind reason, int loser);

// act.c: what changes the position
gg_status gg_match_publish_pending(gg_match *match, int seat, gg_events *events);
gg_status gg_match_publish_chance(gg_match *match, uint64_t ticket, gg_action outcome,
                                  gg_events *events);
void gg_match_gather(gg_events *into, const gg_events *from);

// record.c: room first, then the notation of each step before it is applied, then the entry
gg_status gg_match_line_room(gg_match *match, size_t words);
gg_status gg_match_put_down(gg_match *match, jotter *jot, const gg_position *at, gg_action action);
void gg_match_tell(gg_match *match, const gg_turn *before, const char *steps,
                   const gg_events *events_or_null);

// pending.c
void gg_match_pending_clear(gg_match *match, int seat);
void gg_match_pending_drop(gg_match *match, int seat);
bool gg_match_pending_early(gg_match *match, int seat);
gg_status gg_match_pending_push(gg_match *match, int seat, gg_action action, uint32_t ms);
void gg_match_pending_undo(gg_match *match, int seat);
void gg_match_pending_follow(gg_match *match);

// replay.c
gg_status gg_match_restore(const gg_match *match, uint32_t number, void *state);
gg_status gg_match_like(const gg_match *match, gg_position *out);
void gg_match_apply_entry(const gg_match *match, const gg_entry *entry, void *state,
                          gg_events *out_or_null);

#endif
