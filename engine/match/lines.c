// SPDX-License-Identifier: Apache-2.0
// Lines that prove they are unharmed.
#include "engine/match/lines.h"

#include <stdlib.h>
#include <string.h>

#include "engine/match/internal.h"

static void chain(uint8_t digest[GG_SHA256_DIGEST_BYTES], const char *body, size_t size) {
    gg_sha256 sha;
    gg_sha256_init(&sha);
    gg_sha256_update(&sha, digest, GG_SHA256_DIGEST_BYTES);
    gg_sha256_update(&sha, body, size);
    gg_sha256_final(&sha, digest);
}

// ---------------------------------------------------------------------------------------- writing
gg_status gg_lines_start(lines_out *out) {
    memset(out, 0, sizeof *out);
    out->buffer = malloc(GG_MATCH_LINE_MAX);
    if (!out->buffer) return GG_NO_MEMORY;
    gg_out_init(&out->line, out->buffer, GG_MATCH_LINE_MAX - CHECK_LENGTH);
    return GG_OK;
}

void gg_lines_drop(lines_out *out) {
    free(out->buffer);
    free(out->text);
    out->buffer = out->text = NULL;
}

static bool make_room(lines_out *out, size_t more) {
    size_t wanted = out->room ? out->room : 4096;
    if (out->length + more <= out->room) return true;
    while (wanted < out->length + more) wanted *= 2;
    char *made = realloc(out->text, wanted);
    if (!made) return false;
    out->text = made;
    out->room = wanted;
    return true;
}

void gg_lines_end(lines_out *out) {
    char check[2 * CHECK_BYTES + 1];
    size_t size = out->line.length;
    if (out->line.full || out->length + size + CHECK_LENGTH + 1 > GG_MATCH_FILE_MAX)
        out->status = GG_FULL;
    else if (out->status == GG_OK && !make_room(out, size + CHECK_LENGTH + 2))
        out->status = GG_NO_MEMORY;
    if (out->status != GG_OK) return;
    chain(out->digest, out->buffer, size);
    gg_match_hex(out->digest, CHECK_BYTES, check);
    char *at = out->text + out->length;
    memcpy(at, out->buffer, size);
    memcpy(at + size, " #", 2);
    memcpy(at + size + 2, check, 2 * CHECK_BYTES);
    memcpy(at + size + CHECK_LENGTH, "\n", 2);
    out->length += size + CHECK_LENGTH + 1;
    gg_out_init(&out->line, out->buffer, GG_MATCH_LINE_MAX - CHECK_LENGTH);
}

// ---------------------------------------------------------------------------------------- reading
static bool check_agrees(const lines_in *in, const char *told) {
    char check[2 * CHECK_BYTES + 1];
    gg_match_hex(in->digest, CHECK_BYTES, check);
#ifdef GG_FUZZ_NO_CHECKS // a fuzzer cannot guess them; everything behind them is then in reach
    (void)told;
    return true;
#else
    return memcmp(check, told, 2 * CHECK_BYTES) == 0;
#endif
}

bool gg_lines_next(lines_in *in, gg_error *error) {
    const char *start = in->text + in->at;
    size_t left = in->length - in->at;
    in->line++;
    if (left == 0) {
        gg_error_set(error, in->line, "Le fichier s'arrête avant sa dernière ligne.",
                     "The file stops before its last line.");
        return false;
    }
    const char *end = memchr(start, '\n', left < GG_MATCH_LINE_MAX ? left : GG_MATCH_LINE_MAX);
    if (!end) {
        gg_error_set(error, in->line, "La ligne n'est pas terminée ou trop longue.",
                     "The line is not ended or too long.");
        return false;
    }
    size_t size = (size_t)(end - start);
    if (size < CHECK_LENGTH || memcmp(end - CHECK_LENGTH, " #", 2) != 0) {
        gg_error_set(error, in->line, "La ligne n'a pas de contrôle à sa fin.",
                     "The line has no check at its end.");
        return false;
    }
    in->body = start;
    in->size = size - CHECK_LENGTH;
    in->at += size + 1;
    memcpy(in->before, in->digest, sizeof in->before);
    chain(in->digest, in->body, in->size);
    if (check_agrees(in, end - 2 * CHECK_BYTES)) return true;
    gg_error_set(error, in->line, "La ligne est abîmée : son contrôle ne va pas avec elle.",
                 "The line is damaged: its check does not fit it.");
    return false;
}
