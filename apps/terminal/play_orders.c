// SPDX-License-Identifier: Apache-2.0
// `orders` in the terminal: what is answered for a seat at its reaction windows.
//
//   orders                       shows them
//   orders always|never|ask      for every window
//   orders always|never|ask aa   for the window of that name
//   orders close|show            windows with one answer
//
// At an open window one key is enough: a and x, always and never here from now on; A and X, the
// same at every window until one's own turn.
#include <string.h>

#include "apps/grognard/show.h"
#include "host/tty/board.h"
#include "play.h"

static const char *const words[] = {
    [GG_ORDER_ASK] = "ask", [GG_ORDER_ALWAYS] = "always", [GG_ORDER_NEVER] = "never"};
enum { ANSWERS = sizeof words / sizeof words[0] };

static bool is_window(const play *p, unsigned node) {
    return p->game->nodes[node].flags & GG_N_WINDOW;
}

static void show(const play *p, gg_out *out) {
    for (unsigned i = 0; i < p->game->n_nodes; i++) {
        char prompt[400];
        if (!is_window(p, i)) continue;
        (void)gg_say_prompt(p->game, i, true, p->app->lang, prompt, sizeof prompt);
        gg_out_format(out, "%-12s %-8s %s\n", p->game->nodes[i].token,
                      words[gg_match_order_of(p->match, p->viewer, i)], prompt);
    }
}

// The windows of the game, what is answered there, and whether those with one answer are shown.
static void show_all(const play *p, gg_out *out) {
    show(p, out);
    gg_out_text(out,
                app_word_of(p->app, gg_match_closes_forced(p->match, p->viewer) ? W_ORDERS_CLOSE
                                                                                : W_ORDERS_SHOW));
}

// True when at least one window was meant.
static bool give(play *p, gg_order order, const char *node_or_empty) {
    bool met = false;
    for (unsigned i = 0; i < p->game->n_nodes; i++) {
        if (*node_or_empty && strcmp(p->game->nodes[i].token, node_or_empty) != 0) continue;
        met |= gg_match_order(p->match, p->viewer, i, order) == GG_OK;
    }
    return met;
}

bool play_orders(play *p, const char *text, gg_out *out) {
    while (*text == ' ') text++;
    if (strcmp(text, "close") == 0 || strcmp(text, "show") == 0) {
        gg_match_close_forced(p->match, p->viewer, *text == 'c');
        text = "";
    }
    for (unsigned i = 0; *text && i < ANSWERS; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(text, words[i], length) != 0 || (text[length] && text[length] != ' ')) continue;
        const char *node = text + length;
        while (*node == ' ') node++;
        if (!give(p, (gg_order)i, node)) break;
        text = "";
    }
    if (*text) {
        gg_out_text(out, app_word_of(p->app, W_ORDERS_HELP));
        return false;
    }
    show_all(p, out);
    return true;
}

bool play_at_window(const play *p) {
    const gg_position *at = play_position(p);
    return play_seat(p) >= 0 && play_seat(p) == p->viewer &&
           is_window(p, p->game->turn(at->table, at->state).node);
}

bool play_window_key(play *p, int key) {
    gg_order order = key == 'a' || key == 'A' ? GG_ORDER_ALWAYS : GG_ORDER_NEVER;
    const gg_position *at = gg_match_published(p->match);
    if (!play_at_window(p)) return false;
    if (key == 'A' || key == 'X')
        gg_match_order_meanwhile(p->match, p->viewer, order);
    else
        (void)gg_match_order(p->match, p->viewer, p->game->turn(at->table, at->state).node, order);
    return true;
}

// ---------------------------------------------------------------------------------- the question
// What the window is about: "At stake: Il-2 A (W2), Grenadiers A (b1)".
static void say_stake(const play *p, gg_out *out) {
    enum { MOST = 8 };
    static gg_view view;
    const gg_position *at = play_position(p);
    gg_board_look look = {p->game, at->table, at->state, &view, p->app->lang, 80, 0, true};
    char name[GG_SPOT_TEXT], place[GG_SPOT_TEXT];
    unsigned n = 0;
    gg_view_into(p->game, at->table, at->state, p->viewer, &view);
    for (unsigned i = 0; i < view.pieces && n < MOST; i++) {
        const gg_piece *piece = &view.piece[i];
        bool plane = p->game->surfaces[piece->surface].shape == GG_PLANE;
        gg_spot spot = {piece->surface,
                        false,
                        plane ? GG_NO_CELL : piece->cell,
                        piece->x,
                        piece->y,
                        0,
                        0,
                        0,
                        0};
        if (!(piece->flags & GG_P_ACTIVE)) continue;
        (void)gg_board_piece_called(&look, piece, name);
        (void)gg_board_spot_name(&look, &spot, place);
        place[strcspn(place, ",")] = '\0';
        gg_out_format(out, "%s%s (%s)", n++ ? ", " : app_word_of(p->app, W_ABOUT_IT), name, place);
    }
    if (n) gg_out_text(out, "\n");
}

static void say_choice(const play *p, app_word word, gg_action action, gg_out *out) {
    const gg_position *at = play_position(p);
    char typed[256], named[512];
    (void)gg_notation_into(p->game, at->table, at->state, action, typed, sizeof typed);
    app_action_words(p->app, at, action, named, sizeof named);
    gg_out_format(out, "%s%s (%s)\n", app_word_of(p->app, word), typed, named);
}

// The ledger's sums and notes: the chance and the cost stand there.
static void say_sums(const play *p, gg_action action, gg_out *out) {
    static gg_ledger ledger;
    const gg_position *at = play_position(p);
    char label[256];
    unsigned n = 0;
    ledger.count = 0;
    if (!p->game->show.explain) return;
    p->game->show.explain(at->table, at->state, p->viewer, action, &ledger);
    for (uint32_t i = 0; i < ledger.count; i++) {
        const gg_ledger_line *line = &ledger.line[i];
        if (line->kind == GG_L_ADD) continue;
        (void)gg_say_ledger(p->game, at->table, at->state, line, p->app->lang, label, sizeof label);
        gg_out_format(out, "%s%s", n++ ? app_word_of(p->app, W_SEMI) : "  ", label);
        if (line->kind == GG_L_TOTAL)
            gg_out_format(out, "%s%d", app_word_of(p->app, W_COLON), line->delta);
    }
    if (n) gg_out_text(out, "\n");
}

void play_question(play *p, gg_out *out) {
    gg_action proposal = gg_match_proposal(p->match, p->viewer), other = GG_NO_ACTION;
    uint32_t n = play_legal(p);
    say_stake(p, out);
    if (proposal == GG_NO_ACTION || n < 2) return;
    say_choice(p, W_PROPOSED, proposal, out);
    say_sums(p, proposal, out);
    bool declines = p->game->verbs[gg_verb_of(proposal)].flags & GG_V_DECLINE;
    for (uint32_t i = 0; i < n && other == GG_NO_ACTION; i++)
        if (!(p->game->verbs[gg_verb_of(p->list[i])].flags & GG_V_DECLINE) == declines)
            other = p->list[i];
    if (other == GG_NO_ACTION) return;
    say_choice(p, W_INSTEAD, other, out);
    say_sums(p, other, out);
}
