// SPDX-License-Identifier: Apache-2.0
// Shows a position of a .play file as frames and bytes:   frames FILE LINE [FIELD ...]
//
// Obeys the block up to and with LINE, then prints the frame stack (node, seat, subject, arguments,
// and the sixteen bytes of each frame), the bytes of the fields named, and for each seat the facts
// that redact() blanks for it. docs/decisions/0001-contract.md is made of these;
// tests/contract/document.py compares.
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
        int width = printf("%d %-9s %-5s %2u :", i, game->nodes[frame->node].token,
                           seat_name(game, frame->seat), frame->subject);
        for (int k = 0; k < GG_FRAME_ARGS; k++) width += printf(" %d", frame->arg[k]);
        printf("%*s", width < 40 ? 40 - width : 1, "");
        bytes(frame, 2, 1);
        printf(" ");
        bytes(&frame->subject, sizeof *frame - 2, 2);
        printf("\n");
    }
}

static void show_field(const gg_position *p, const char *name) {
    for (unsigned i = 0; i < p->game->n_fields; i++) {
        const gg_field *field = &p->game->fields[i];
        if (strcmp(field->name, name) != 0) continue;
        printf("%s ", name);
        bytes((const char *)p->state + field->offset, (size_t)field->width * field->count,
              field->width);
        printf("\n");
    }
}

// Elements that differ, in runs: "blue reads place[6..9] 00 00 00 00 as c8 c8 c8 c8".
static void show_blanked_field(const gg_field *field, const char *seat, const char *truth,
                               const char *shown) {
    for (unsigned i = 0, end; i < field->count; i = end) {
        size_t at = (size_t)i * field->width, n = 0;
        for (end = i; end < field->count && memcmp(truth + at + n, shown + at + n, field->width);
             end++)
            n += field->width;
        if (n) {
            printf("%s reads %s[%u..%u] ", seat, field->name, i, end - 1);
            bytes(truth + at, n, field->width);
            printf(" as ");
            bytes(shown + at, n, field->width);
            printf("\n");
        } else {
            end++;
        }
    }
}

static void show_blanked(const gg_position *p, int viewer, char *copy) {
    const gg_game *game = p->game;
    memcpy(copy, p->state, game->state_bytes);
    game->redact(p->table, copy, viewer);
    for (unsigned i = 0; i < game->n_fields; i++) {
        const gg_field *field = &game->fields[i];
        show_blanked_field(field, seat_name(game, (unsigned)viewer),
                           (const char *)p->state + field->offset, copy + field->offset);
    }
}

static void show(const gg_play *play, char **fields) {
    const gg_position *p = gg_play_position(play);
    const gg_game *game = p->game;
    gg_turn turn = game->turn(p->table, p->state);
    char *copy = malloc(game->state_bytes);
    if (!copy) exit(3);
    printf("%s: %s at %s, %u bytes of facts, %u of state\n", game->id, seat_name(game, turn.seat),
           game->nodes[turn.node].token, game->facts_bytes, game->state_bytes);
    show_stack(game, p->state);
    for (; *fields; fields++) show_field(p, *fields);
    for (int seat = 0; seat < game->seats; seat++) show_blanked(p, seat, copy);
    free(copy);
}

// Obeys the blocks in turn until one reaches the line.
static int run(const char *path, size_t length, unsigned line, char **fields) {
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
        if (!done) show(play, fields);
        gg_play_close(play);
        if (!done) return 0;
    }
    fprintf(stderr, "frames: no such line of play\n");
    return 2;
}

int main(int argc, char **argv) {
    size_t length = argc >= 3 ? slurp(argv[1]) : 0;
    if (!length) {
        fprintf(stderr, "usage: frames FILE LINE [FIELD ...]\n");
        return 2;
    }
    return run(argv[1], length, (unsigned)strtoul(argv[2], NULL, 10), argv + 3);
}
