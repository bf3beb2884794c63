// SPDX-License-Identifier: Apache-2.0
// `orders` in the terminal: what is answered for a seat at its reaction windows.
//
//   orders                       shows them
//   orders always|never|ask      for every window
//   orders always|never|ask aa   for the window of that name
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
        const gg_node *node = &p->game->nodes[i];
        if (!is_window(p, i)) continue;
        gg_out_format(out, "%-12s %-8s %s\n", node->token,
                      words[gg_match_order_of(p->match, p->viewer, i)],
                      app_pick(p->app, node->act_fr, node->act_en));
    }
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
    show(p, out);
    return true;
}
