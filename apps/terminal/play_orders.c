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
