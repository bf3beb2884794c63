// SPDX-License-Identifier: Apache-2.0
// What a client of HTTP/1 sends, read without touching a socket: the head of a request, and its
// body with or without chunks. Strict: what could be understood in two ways is refused. Pure
// functions over bytes the caller owns; tests/fuzz feeds them hostile ones.
#ifndef GG_HOST_NET_HEAD_H
#define GG_HOST_NET_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http.h"

enum { GG_HEAD_MAX = 4096, GG_HEAD_FIELDS = 64, GG_HEAD_ARGS = 16 };

// Two words of the text, by their places; 0: there is no value. `letters`: of the name.
typedef struct gg_head_pair {
    uint16_t name, value, letters;
} gg_head_pair;

typedef struct gg_head {
    uint16_t length; // of all of it, the empty line included
    uint16_t method, path;
    uint16_t fields, args;
    gg_head_pair field[GG_HEAD_FIELDS], arg[GG_HEAD_ARGS]; // headers; what stands behind the ?
    bool modern;                                           // HTTP/1.1
    bool stays;                                            // the connection, after the answer
    bool chunked, expects;                                 // the body; somebody waits for a 100
    uint64_t size;                                         // of a body without chunks
} gg_head;

typedef enum gg_head_verdict { GG_HEAD_MORE, GG_HEAD_WHOLE, GG_HEAD_REFUSED } gg_head_verdict;

// When the head is whole its words are cut apart in the text itself: each ends in a zero byte.
// Until then nothing is written. What cannot become right is refused before it is whole.
gg_head_verdict gg_head_read(char *text, size_t length, gg_head *head, gg_http_fault *fault);
// Of a head that was read; names in any case. NULL: not there.
const char *gg_head_field(const gg_head *head, const char *text, const char *name);
// Of several with that name the last but `behind`.
const char *gg_head_field_back(const gg_head *head, const char *text, const char *name,
                               unsigned behind);
const char *gg_head_arg(const gg_head *head, const char *text, const char *name);

typedef enum gg_body_phase {
    GG_BODY_DONE,
    GG_BODY_BAD,
    GG_BODY_SIZED, // so many bytes are left
    GG_BODY_SIZE,  // of a chunk, and what stands behind a ; up to the line's end
    GG_BODY_EXTRA,
    GG_BODY_SIZE_END,
    GG_BODY_CHUNK,
    GG_BODY_CHUNK_CR,
    GG_BODY_CHUNK_LF,
    GG_BODY_TRAILER, // lines after the last chunk, up to an empty one: not used
    GG_BODY_TRAILER_LINE,
    GG_BODY_TRAILER_LF,
    GG_BODY_LAST_LF,
} gg_body_phase;

typedef struct gg_body {
    gg_body_phase phase;
    uint64_t left;   // bytes of this chunk, or of the body
    unsigned digits; // of the size
    unsigned beside; // bytes of extensions and trailers
} gg_body;

void gg_body_begin(gg_body *body, const gg_head *head);
// Reads on until the body is done, bad, or there is nothing more; returns how much was read. What
// belongs to the body is laid down at `to`, which may be `from` or before it; NULL: dropped.
size_t gg_body_take(gg_body *body, const char *from, size_t count, char *to, size_t *made);

#endif
