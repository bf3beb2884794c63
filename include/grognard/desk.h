// SPDX-License-Identifier: Apache-2.0
// The desk: where a bot sits. Lines of text go in, each is answered by one line: "=" and what was
// asked for, or "?" with a code, a rule and a sentence; docs/howto/bots.md has the words. A desk
// belongs to one seat of one match and tells what that seat may know, to the byte the same in any
// two matches that the seat cannot tell apart. Worlds in which a bot tries things out are dealt
// from that knowledge; the true state never gets into them.
//
// A desk reads no clock and no file: whoever hosts it hands it lines and writes its answers.
#ifndef GROGNARD_DESK_H
#define GROGNARD_DESK_H

#include "grognard/match.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GG_DESK_PROTOCOL = 1,
    GG_DESK_LINE = 8192,        // bytes of a line
    GG_DESK_WORLDS = 64,        // imagined at once
    GG_DESK_DEPTH = 2048,       // actions in one of them
    GG_DESK_ANSWER = 1 << 20,   // room for any answer
    GG_DESK_EVENT_ENTRIES = 16, // told by one answer to `events`
};

typedef enum gg_desk_next {
    GG_DESK_SILENT,   // an empty line or a comment: no answer
    GG_DESK_ANSWERED, // "="
    GG_DESK_REFUSED,  // "?": nothing has changed
    GG_DESK_PLAYED,   // "=", and the match has changed: the time used was charged
    GG_DESK_WAITS,    // no answer yet: gg_desk_tell() when it is this seat's turn, or the end
    GG_DESK_LEFT,     // "=": the bot leaves
} gg_desk_next;

typedef struct gg_desk gg_desk;

// The match must stay open longer than its desk. `seed` deals the worlds and rolls their dice; it
// must tell nothing of the match's own dice.
gg_status gg_desk_open(gg_desk **desk, gg_match *match, int seat, uint64_t seed, gg_lang lang);
void gg_desk_close(gg_desk *desk_or_null);

// One line without its end. `ms`: what the seat has used since it was last charged. `out` receives
// the answer with its line end.
gg_desk_next gg_desk_line(gg_desk *desk, const char *line, size_t length, uint32_t ms, gg_out *out);
// The answer to `wait`: whose turn it is, or the result. Nothing when nobody waits.
void gg_desk_tell(gg_desk *desk, gg_out *out);
bool gg_desk_waits(const gg_desk *desk);
// A line that was too long to be kept.
void gg_desk_too_long(gg_desk *desk, gg_out *out);

// What may be said: the name of command `i`, what follows it, what it does; false beyond the last.
bool gg_desk_command(unsigned i, gg_lang lang, const char **name, const char **usage,
                     const char **about);

#ifdef __cplusplus
}
#endif
#endif
