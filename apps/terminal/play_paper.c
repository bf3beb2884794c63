// SPDX-License-Identifier: Apache-2.0
// What playing line by line prints of the table. The board comes when it is asked for, when a turn
// or a phase begins, and when another person sits down; in between only what has changed: the
// sentences of the log, the gauges that moved, and the steps of a draft, which no log has yet.
#include <string.h>

#include "apps/grognard/chance.h"
#include "apps/grognard/show.h"
#include "host/tty/board.h"
#include "play.h"

static struct {
    gg_view printed, before, now;
    bool any, headed, news;
    app_told told; // in `line`, which the next event may still prolong
    char line[512];
} paper;

// ------------------------------------------------------------------------------------- the log
// The events that head the log of the page, too.
static bool heads(const gg_game *game, const gg_event *event) {
    static const char *const kinds[] = {"turn", "round", "phase", "segment"};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(game->events[event->kind].token, kinds[i]) == 0) return true;
    return false;
}

static void end_line(void) {
    if (paper.line[0]) app_text("  %s\n", paper.line);
    paper.line[0] = '\0';
    paper.told.any = false;
}

static void tell_event(const play *p, const gg_event *event, const gg_record *record) {
    char text[sizeof paper.line];
    paper.headed |= heads(p->game, event);
    if (!app_event_line(p->app, &paper.told, event, record->number, record->after, text,
                        sizeof text))
        return;
    if (paper.line[0] && !paper.told.instead) app_text("  %s\n", paper.line);
    memcpy(paper.line, text, sizeof text);
}

static void tell_chance(const play *p, uint32_t number) {
    char text[256];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    if (!app_was_line(p->app, p->match, number, p->viewer, &out)) return;
    end_line();
    app_text("  %s\n", text);
}

static void tell(void *user, const gg_record *record) {
    static gg_events events;
    const play *p = user;
    const gg_entry *entry = record->entry;
    gg_record_events(record, p->viewer, &events);
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE) {
        char words[1100], who[APP_HEAD];
        end_line();
        app_entry_words(p->app, p->match, record->number, words, sizeof words);
        app_text("  %s%s\n", app_seat_head(p->app, p->game, entry->seat, who), words);
    }
    for (uint32_t i = 0; i < events.count; i++) tell_event(p, &events.event[i], record);
    tell_chance(p, record->number);
}

void paper_tell(play *p) {
    uint32_t *told = &p->told[p->viewer < p->game->seats ? p->viewer : 0];
    uint32_t last = gg_match_entries(p->match);
    paper.news = last > *told;
    (void)gg_match_recount(p->match, *told, last, tell, p);
    end_line();
    *told = last;
}

// ---------------------------------------------------------------------------------- what changed
static bool same_place(const gg_piece *a, const gg_piece *b) {
    return a->surface == b->surface && a->cell == b->cell && a->x == b->x && a->y == b->y;
}

// Who has acted and what is in question change all the time and move nothing.
static bool same_piece(const gg_piece *a, const gg_piece *b) {
    enum { PASSING = GG_P_ACTIVE | GG_P_SPENT };
    return a->handle == b->handle && a->face == b->face && same_place(a, b) &&
           (a->flags & ~PASSING) == (b->flags & ~PASSING) &&
           memcmp(a->value, b->value, sizeof a->value) == 0;
}

static bool same_pieces(const gg_view *a, const gg_view *b) {
    bool same = a->pieces == b->pieces;
    for (unsigned i = 0; same && i < a->pieces; i++) same = same_piece(&a->piece[i], &b->piece[i]);
    return same;
}

static const gg_piece *found_or_null(const gg_view *view, unsigned handle) {
    for (unsigned i = 0; i < view->pieces; i++)
        if (view->piece[i].handle == handle) return &view->piece[i];
    return NULL;
}

// "20Pz_PzR21 PzR 21/20 Pz: 2212", figures by their numbers alone.
static void say_moved(const gg_board_look *look, const gg_piece *piece, const char *colon,
                      gg_out *out) {
    char name[GG_SPOT_TEXT], place[GG_SPOT_TEXT];
    bool plane = look->game->surfaces[piece->surface].shape == GG_PLANE;
    gg_spot spot = {
        piece->surface, false, plane ? GG_NO_CELL : piece->cell, piece->x, piece->y, 0, 0, 0, 0};
    (void)gg_board_piece_called(look, piece, name);
    (void)gg_board_spot_name(look, &spot, place);
    if (plane) name[strcspn(name, " ")] = '\0';
    place[strcspn(place, ",")] = '\0';
    gg_out_format(out, "%s%s%s%s", out->length ? ", " : "", name, colon, place);
    if (look->game->surfaces[piece->surface].shape == GG_ROW)
        gg_out_format(out, " %u", piece->cell + 1U); // cards laid in order
}

static void tell_pieces(const play *p, const gg_board_look *look) {
    char text[2048];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    for (unsigned i = 0; i < paper.now.pieces; i++) {
        const gg_piece *piece = &paper.now.piece[i];
        if (piece->handle & GG_HANDLE_HIDDEN || piece->handle == GG_NO_HANDLE) continue;
        const gg_piece *was = found_or_null(&paper.before, piece->handle);
        if (!was || !same_place(was, piece))
            say_moved(look, piece, app_word_of(p->app, W_COLON), &out);
    }
    if (out.length) app_text("  %s\n", text);
}

static const gg_gauge *gauge_or_null(const gg_view *view, const gg_gauge *like) {
    for (unsigned i = 0; i < view->gauges; i++)
        if (view->gauge[i].label == like->label && view->gauge[i].owner == like->owner)
            return &view->gauge[i];
    return NULL;
}

static void tell_gauges(const gg_board_look *look) {
    char text[GG_SPOT_TEXT];
    unsigned n = 0;
    for (unsigned i = 0; i < paper.now.gauges; i++) {
        const gg_gauge *gauge = &paper.now.gauge[i], *was = gauge_or_null(&paper.before, gauge);
        if (was && was->value == gauge->value) continue;
        (void)gg_board_gauge_text(look, gauge, text);
        app_text("%s%s", n++ ? " | " : "  ", text);
    }
    if (n) app_text("\n");
}

// ------------------------------------------------------------------------------------- the board
bool paper_board(play *p) {
    const gg_position *at = play_position(p);
    gg_view_into(p->game, at->table, at->state, p->viewer, &paper.printed);
    paper.any = true;
    paper.headed = false;
    return app_show(p->app, at, p->viewer);
}

bool paper_show(play *p) {
    const gg_position *at = play_position(p);
    gg_board_look look = {p->game, at->table, at->state, &paper.now, p->app->lang, 80, 0, true};
    bool whole = true;
    gg_view_into(p->game, at->table, at->state, p->viewer, &paper.now);
    if (!paper.any || paper.printed.viewer != paper.now.viewer ||
        (paper.headed && !same_pieces(&paper.printed, &paper.now))) {
        whole = paper_board(p);
    } else {
        if (!paper.news) tell_pieces(p, &look);
        tell_gauges(&look);
    }
    paper.headed = false;
    paper.before = paper.now;
    return whole;
}
