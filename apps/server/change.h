// SPDX-License-Identifier: Apache-2.0
// What change.c and compact.c share: what was shown to a reader, and what is compared with it.
#ifndef GROGNARD_SERVER_CHANGE_H
#define GROGNARD_SERVER_CHANGE_H

#include "server.h"

enum { MEMBERS = 11, NAMED_WORDS = 8, NAMED_MOST = 64 * NAMED_WORDS, REASONS_MOST = 6 };
typedef enum member {
    M_SEATS,
    M_TURN,
    M_RESULT,
    M_GAUGES,
    M_DRAFT,
    M_UNDO,
    M_DRAW,
    M_TAKEBACK,
    M_TALK,
    M_THINKING,
    M_PEOPLE
} member;

struct srv_shown {
    unsigned holders;
    size_t bytes; // of all of it
    uint64_t seq;
    uint32_t entry;
    uint32_t pieces, legal, drafted;
    uint64_t member[MEMBERS];
    // Of compact changes: pieces whose names have been told, reasons against taking back, gauges.
    uint64_t named[NAMED_WORDS];
    uint32_t reasons, gauges;
    const char *reason[REASONS_MOST];
    gg_gauge gauge[GG_GAUGES_MAX];
    uint64_t action[]; // the legal ones, the steps of the draft; then the pieces themselves
};

// What is being compared and written.
typedef struct change {
    server *sv;
    gg_json *json;
    srv_match *m;
    const gg_position *at;
    int viewer;
    int64_t person;
    srv_form form;
    gg_turn turn;
    gg_result result;
    bool acting;
    const srv_shown *base;
    srv_shown *now;
} change;

gg_piece *srv_shown_pieces(const srv_shown *shown);
const uint64_t *srv_shown_draft(const srv_shown *shown);
// The piece of this index of the view as it was shown before; NULL: it was not, or not one alone.
const gg_piece *srv_known_piece(const change *c, uint32_t index);

// Compact: `[at, drop, item ...]`.
void srv_compact_member(const change *c, member which);
void srv_compact_pieces(const change *c, uint32_t at, uint32_t count);
void srv_compact_actions(gg_json *json, const gg_game *game, const uint64_t *action,
                         uint32_t count);
void srv_compact_remember(const change *c); // what is known then besides the lists

// Of a view alone, without what may be done: kept as shown, with nothing but its pieces and gauges;
// its pieces told against `base`; and the pieces of a view taken as named.
srv_shown *srv_shown_view(const change *c); // NULL: no memory
void srv_change_pieces(const change *c);
void srv_shown_names(srv_shown *shown, const gg_view *view);

#endif
