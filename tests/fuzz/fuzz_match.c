// SPDX-License-Identifier: Apache-2.0
// Any text as a match file. Built with GG_FUZZ_NO_CHECKS, so that the readers behind the line
// checks are in reach. What is accepted can be written, shown to every viewer and stepped through.
#include "fuzz.h"

static void ignore(void *user, const gg_record *record) {
    (void)user;
    (void)record;
}

static void ignore_line(void *user, const char *line, size_t length) {
    (void)user;
    (void)line;
    (void)length;
}

// The lines of a match make it again.
static void again(const gg_match *match, const char *text, size_t size) {
    gg_match *other = NULL;
    gg_error error;
    const char *at = text, *end = text + size, *line;
    if (gg_match_open(&other, gg_match_setup_of(match), NULL) != GG_OK) return;
    for (; at < end && (line = memchr(at, '\n', (size_t)(end - at))); at = line + 1)
        if (*at >= '0' && *at <= '9' && line - at > 10 &&
            gg_match_read_line(other, at, (size_t)(line - at) - 10, &error) != GG_OK)
            break;
    gg_match_close(other);
}

static void exercise(gg_match *match) {
    static gg_events events;
    const gg_game *game = gg_match_setup_of(match)->game;
    char *text = NULL;
    size_t length = 0;
    if (gg_match_write(match, &text, &length) == GG_OK) free(text);
    (void)gg_match_recount(match, 0, gg_match_entries(match), ignore, NULL);
    for (int i = 0; i <= game->seats; i++) {
        int viewer = i < game->seats ? i : GG_PUBLIC;
        text = NULL;
        if (gg_match_write_for(match, viewer, &text, &length) == GG_OK) free(text);
        uint32_t last = gg_match_entries(match);
        if (last) (void)gg_match_events_for(match, last, viewer, &events);
        if (i < game->seats) (void)gg_match_undo_refusal(match, i, GG_FR);
    }
    gg_result result;
    gg_match_result(match, &result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gg_error error;
    gg_match *match = NULL;
    char *text = malloc(size ? size : 1);
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    if (gg_match_read(&match, text, size, &error) == GG_OK) {
        exercise(match);
        again(match, text, size);
        gg_match_close(match);
    }
    (void)gg_match_verify(text, size, &error);
    (void)gg_match_lines(text, size, ignore_line, NULL, &error);
    free(text);
    return 0;
}
