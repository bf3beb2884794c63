// SPDX-License-Identifier: Apache-2.0
// Lines of a match file, each ending in its check. Private to engine/match.
//
//   line    = body " #" check "\n"        check = 8 lower-case hexadecimal digits
//   digest  = SHA-256(digest of the line before | body), 32 zero bytes before the first line
//   check   = the first 4 bytes of the digest
//
// The whole digest goes on from line to line: even the one change in 2^32 that would keep a line's
// own check alters the check of every line after it.
#ifndef GG_ENGINE_MATCH_LINES_H
#define GG_ENGINE_MATCH_LINES_H

#include "base/sha256.h"
#include "grognard/text.h"

enum { CHECK_BYTES = 4, CHECK_LENGTH = 2 + 2 * CHECK_BYTES }; // " #0a1b2c3d"

typedef struct lines_out {
    gg_out line;  // the body being written
    char *buffer; // its memory
    char *text;
    size_t length, room;
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_status status;
} lines_out;

gg_status gg_lines_start(lines_out *out);
void gg_lines_end(lines_out *out); // closes the line; failures stay in `status`
void gg_lines_drop(lines_out *out);

typedef struct lines_in {
    const char *text;
    size_t length, at;
    unsigned line;
    const char *body;
    size_t size;
    uint8_t digest[GG_SHA256_DIGEST_BYTES]; // with this line
    uint8_t before[GG_SHA256_DIGEST_BYTES]; // without it: what the last line signs
} lines_in;

// The next line; false with a message when there is none or it is damaged.
bool gg_lines_next(lines_in *in, gg_error *error);

#endif
