// SPDX-License-Identifier: Apache-2.0
// Any bytes as a request to the server. However they arrive, whole or in pieces, they are
// understood alike; what was refused stays refused; every word that was cut out lies inside the
// head and ends there; a body comes out the same in one piece and in many.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include "fuzz.h"
#include "host/net/head.c" // the target has no library of the server

enum { TEXT_MAX = 2 * GG_HEAD_MAX };

typedef struct reading {
    gg_head_verdict verdict;
    gg_http_fault fault;
    gg_head head;
    char text[TEXT_MAX];
} reading;

static void read_part(reading *r, const uint8_t *data, size_t size) {
    memcpy(r->text, data, size);
    memset(&r->head, 0, sizeof r->head);
    r->fault = GG_HTTP_BAD_LINE;
    r->verdict = gg_head_read(r->text, size, &r->head, &r->fault);
}

static void word(const reading *r, unsigned at) {
    if (at >= r->head.length || !memchr(r->text + at, 0, r->head.length - at))
        fuzz_found("a word that does not end inside the head");
}

static void look_at_words(const reading *r) {
    const gg_head *head = &r->head;
    if (head->length > GG_HEAD_MAX + 2 || head->fields > GG_HEAD_FIELDS ||
        head->args > GG_HEAD_ARGS)
        fuzz_found("a head beyond its limits");
    word(r, head->method);
    word(r, head->path);
    for (unsigned i = 0; i < head->fields; i++) {
        word(r, head->field[i].name);
        word(r, head->field[i].value);
        if (!gg_head_field(head, r->text, r->text + head->field[i].name))
            fuzz_found("a header that is not found by its name");
    }
    for (unsigned i = 0; i < head->args; i++) {
        word(r, head->arg[i].name);
        if (head->arg[i].value) word(r, head->arg[i].value);
    }
    if (head->chunked && head->size) fuzz_found("a body with two ends");
}

// A part and the whole.
static void compare(const reading *part, const reading *all) {
    if (part->verdict == GG_HEAD_WHOLE &&
        (all->verdict != GG_HEAD_WHOLE || memcmp(&part->head, &all->head, sizeof all->head) != 0))
        fuzz_found("a head that is another one with more behind it");
    if (part->verdict == GG_HEAD_REFUSED && all->verdict != GG_HEAD_REFUSED)
        fuzz_found("a beginning that is refused and then taken");
}

static void read_body(const gg_head *head, const char *raw, size_t size, size_t piece) {
    char whole[TEXT_MAX], part[TEXT_MAX];
    gg_body one, many;
    size_t made, got, read = 0, length = 0;
    gg_body_begin(&one, head);
    gg_body_begin(&many, head);
    size_t all = gg_body_take(&one, raw, size, whole, &made);
    memcpy(part, raw, size); // in place, as a connection does it
    while (read < size && many.phase != GG_BODY_DONE && many.phase != GG_BODY_BAD) {
        size_t here = size - read < piece ? size - read : piece;
        read += gg_body_take(&many, part + read, here, part + length, &got);
        length += got;
    }
    if (one.phase != many.phase || all != read || made != length || made > all ||
        memcmp(whole, part, made) != 0)
        fuzz_found("a body that is another one in pieces");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static reading all, part;
    if (size > TEXT_MAX) size = TEXT_MAX;
    size_t cut_at = size ? (data[size - 1] * 2654435761U) % size : 0;
    read_part(&all, data, size);
    for (size_t at = cut_at; at < size; at += 1 + size / 7) {
        read_part(&part, data, at);
        compare(&part, &all);
    }
    if (all.verdict != GG_HEAD_WHOLE) return 0;
    look_at_words(&all);
    read_body(&all.head, all.text + all.head.length, size - all.head.length,
              1 + data[size - 1] % 16U);
    return 0;
}
