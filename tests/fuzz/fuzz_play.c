// SPDX-License-Identifier: Apache-2.0
// Any text as a file of positions and .play blocks.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    gg_play_tally tally = {0, 0};
    gg_error error;
    gg_play *play = NULL;
    // a copy of exactly this size, so that one byte too many read is noticed
    char *text = malloc(size ? size : 1);
    if (!text) return 0;
    if (size) memcpy(text, data, size);
    unsigned blocks = gg_play_blocks(text, size);
    for (unsigned block = 0; block <= blocks && block < 4; block++) {
        if (gg_play_open(&play, "fuzz", text, size, block, &error) != GG_OK) continue;
        bool done = false;
        while (!done && gg_play_next(play, &done, &error) == GG_OK) continue;
        gg_play_close(play);
        play = NULL;
    }
    (void)gg_play_run("fuzz", text, size, NULL, NULL, NULL, &tally);
    free(text);
    return 0;
}
