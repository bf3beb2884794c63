// SPDX-License-Identifier: Apache-2.0
// Shows a position of a .play file as frames and bytes:   frames FILE LINE
//
// Obeys the block up to and with LINE, then prints the frame stack (node, seat, subject, arguments,
// and the sixteen bytes of each frame) and, for each viewer, the facts that redact() blanks for
// him. docs/decisions/0001-contract.md is made of these; tests/contract/document.py compares.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/text.h"

static char text[GG_PLAY_TEXT_MAX];

static size_t slurp(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file) (void)fclose(file);
    return length;
}

static void bytes(const void *from, size_t n, size_t group) {
    const unsigned char *at = from;
    for (size_t i = 0; i < n; i++) printf("%s%02x", i && i % group == 0 ? " " : "", at[i]);
}

static const char *seat_name(const gg_game *game, unsigned seat) {
    static const char *const others[] = {"chance", "over", "public", "umpire"};
    if (seat < game->seats) return game->seat_names[seat].token;
    return seat >= GG_CHANCE && seat <= GG_UMPIRE ? others[seat - GG_CHANCE] : "?";
}

static void show_stack(const gg_game *game, const gg_flow *flow) {
    for (int i = 0; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        printf("%d %-9s %-5s %2u :", i, game->nodes[frame->node].token,
               seat_name(game, frame->seat), frame->subject);
        for (int k = 0; k < GG_FRAME_ARGS; k++) printf(" %d", frame->arg[k]);
        printf("%*s", 8, "  ");
        bytes(frame, 2, 1);
        printf(" ");
        bytes(&frame->subject, sizeof *frame - 2, 2);
        printf("\n");
    }
}

// Only the fields that change; the stack itself is public in every probe.
static void show_blanked(const gg_position *p, int viewer, void *copy) {
    const gg_game *game = p->game;
    memcpy(copy, p->state, game->state_bytes);
    game->redact(p->table, copy, viewer);
    for (unsigned i = 0; i < game->n_fields; i++) {
        const gg_field *field = &game->fields[i];
        size_t n = (size_t)field->width * field->count;
        const char *truth = (const char *)p->state + field->offset;
        const char *shown = (const char *)copy + field->offset;
        if (memcmp(truth, shown, n) == 0) continue;
        printf("%s sees %s\n  not ", seat_name(game, (unsigned)viewer), field->name);
        bytes(truth, n, n > 20 ? 6 : 5);
        printf("\n  but ");
        bytes(shown, n, n > 20 ? 6 : 5);
        printf("\n");
    }
}

static void show(const gg_play *play) {
    const gg_position *p = gg_play_position(play);
    const gg_game *game = p->game;
    gg_turn turn = game->turn(p->table, p->state);
    void *copy = malloc(game->state_bytes);
    if (!copy) exit(3);
    printf("%s: %s at %s, %u bytes of facts, %u of state\n", game->id, seat_name(game, turn.seat),
           game->nodes[turn.node].token, game->facts_bytes, game->state_bytes);
    show_stack(game, p->state);
    for (int seat = 0; seat < game->seats; seat++) show_blanked(p, seat, copy);
    free(copy);
}

// Obeys the blocks in turn until one reaches the line.
static int run(const char *path, size_t length, unsigned line) {
    for (unsigned block = 1; block <= gg_play_blocks(text, length); block++) {
        gg_error error = {0};
        gg_play *play;
        bool done = false;
        gg_status status = gg_play_open(&play, path, text, length, block, &error);
        while (status == GG_OK && !done && gg_play_line(play) < line)
            status = gg_play_next(play, &done, &error);
        if (status) {
            fprintf(stderr, "frames: line %u: %s\n", error.line, error.en);
            return 1;
        }
        if (!done) show(play);
        gg_play_close(play);
        if (!done) return 0;
    }
    fprintf(stderr, "frames: no such line of play\n");
    return 2;
}

int main(int argc, char **argv) {
    size_t length = argc == 3 ? slurp(argv[1]) : 0;
    if (!length) {
        fprintf(stderr, "usage: frames FILE LINE\n");
        return 2;
    }
    return run(argv[1], length, (unsigned)strtoul(argv[2], NULL, 10));
}
