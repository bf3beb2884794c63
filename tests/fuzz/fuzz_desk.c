// SPDX-License-Identifier: Apache-2.0
// Any bytes as what a bot says to its desk, line by line. Every line but an empty one or a comment
// is answered by exactly one line, "=" or "?"; "?" leaves the match as it was; and whatever is said
// to worlds never reaches the match.
#include "fuzz.h"
#include "grognard/desk.h"
#include "grognard/study.h"

enum { LINES = 64 };

static gg_match *sit(const gg_game *game) {
    gg_match_setup setup = {.game = game};
    gg_match *match = NULL;
    gg_verdict verdict;
    gg_request_standard(game, &setup.request);
    gg_selfplay_seed(1, 0, setup.seed);
    gg_selfplay_id(1, 0, setup.id);
    return gg_match_open(&match, &setup, &verdict) == GG_OK ? match : NULL;
}

static uint64_t published(const gg_match *match) {
    const gg_position *at = gg_match_published(match);
    return gg_facts_hash(at->game, at->state);
}

static void one_line(gg_desk *desk, gg_match *match, const char *line, size_t length) {
    static char text[GG_DESK_ANSWER];
    uint64_t before = published(match);
    uint32_t entries = gg_match_entries(match);
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    gg_desk_next next = gg_desk_line(desk, line, length, 0, &out);
    if (next == GG_DESK_WAITS) gg_desk_tell(desk, &out);
    if (next == GG_DESK_SILENT) {
        if (out.length) fuzz_found("an answer to nothing");
        return;
    }
    const char *end = memchr(text, '\n', out.length);
    if (!end || end != text + out.length - 1) fuzz_found("an answer that is not one line");
    if ((text[0] == '?') != (next == GG_DESK_REFUSED)) fuzz_found("an answer with another sign");
    if (next != GG_DESK_PLAYED &&
        (published(match) != before || gg_match_entries(match) != entries))
        fuzz_found("a match that changed without being played");
}

// The last byte names the game: a corpus of plain lines serves.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const gg_game *game = gg_game_at(size ? data[size - 1] % gg_game_count() : 0);
    gg_match *match = sit(game);
    gg_desk *desk = NULL;
    int seat = size > 1 ? data[size - 2] % game->seats : 0;
    if (!match || gg_desk_open(&desk, match, seat, 1, GG_EN) != GG_OK) return 0;
    (void)gg_match_advance(match);
    const char *at = (const char *)data, *end = at + size;
    for (unsigned lines = 0; at < end && lines < LINES; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = stop ? (size_t)(stop - at) : (size_t)(end - at);
        one_line(desk, match, at, length);
        at += length + 1;
    }
    gg_desk_close(desk);
    gg_match_close(match);
    return 0;
}
