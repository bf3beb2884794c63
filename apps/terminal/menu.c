// SPDX-License-Identifier: Apache-2.0
// `grognard` alone, on a terminal: what would you like to play? Language, game, scenario,
// opponents.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/tty/list.h"
#include "host/tty/term.h"
#include "play.h"

enum { LINES = 32 };

typedef struct choices {
    app_self *app;
    const gg_game *game;
    unsigned scenario;
    int who;
    const char *seats;
} choices;

static int ask(const app_self *app, app_word title, const char *const *line, unsigned n,
               unsigned at) {
    gg_list box = {app_word_of(app, title), app_word_of(app, W_MENU_HINT), line, n, at, false};
    int got;
    do {
        gg_term_erase();
        (void)gg_term_text(1, 2, 70, GG_STYLE_BOLD, "G R O G N A R D");
        got = gg_list_run(&box);
    } while (got == GG_LIST_RESIZED);
    return got;
}

// Games offered to players; while there is none, the template.
static unsigned offered(const gg_game *out[LINES]) {
    unsigned n = 0;
    for (unsigned i = 0; i < gg_game_count() && n < LINES; i++)
        if (gg_game_at(i)->listed) out[n++] = gg_game_at(i);
    for (unsigned i = 0; i < gg_game_count() && n == 0; i++)
        if (!gg_game_at(i)->listed) out[n++] = gg_game_at(i);
    return n;
}

static bool choose_game(choices *c) {
    const gg_game *game[LINES];
    const char *line[LINES + 2];
    unsigned n = offered(game);
    for (;;) {
        for (unsigned i = 0; i < n; i++) line[i] = app_pick(c->app, game[i]->fr, game[i]->en);
        line[n] = app_word_of(c->app, W_MENU_LANGUAGE);
        line[n + 1] = app_word_of(c->app, W_MENU_QUIT);
        int got = ask(c->app, W_MENU_GAME, line, n + 2, 0);
        if (got == (int)n) {
            c->app->lang = c->app->lang == GG_FR ? GG_EN : GG_FR;
            continue;
        }
        if (got < 0 || got > (int)n) return false;
        c->game = game[got];
        return true;
    }
}

static bool choose_scenario(choices *c) {
    const char *line[LINES];
    unsigned index[LINES], n = 0;
    for (unsigned i = 0; i < c->game->n_scenarios && n < LINES; i++) {
        const gg_scenario *scenario = &c->game->scenarios[i];
        if (scenario->hidden) continue;
        index[n] = i;
        line[n++] = app_pick(c->app, scenario->fr, scenario->en);
    }
    int got = n > 1 ? ask(c->app, W_MENU_SCENARIO, line, n, 0) : 0;
    if (got < 0) return false;
    c->scenario = n ? index[got] : 0;
    return true;
}

enum { FIRST_SEAT, SECOND_SEAT, ALL_SEATS, NO_SEAT };

// First seat, last seat, two people, or looking on.
static bool choose_seats(choices *c) {
    char first[96], second[96];
    const char *as = app_word_of(c->app, W_MENU_AS);
    (void)gg_say_seat(c->game, 0, as, c->app->lang, first, sizeof first);
    (void)gg_say_seat(c->game, 1, as, c->app->lang, second, sizeof second);
    const char *line[] = {first, second, app_word_of(c->app, W_MENU_TWO),
                          app_word_of(c->app, W_MENU_WATCH)};
    c->who = ask(c->app, W_MENU_SEATS, line, 4, 0);
    return c->who >= 0;
}

// How strong the seats are that nobody plays.
static bool choose_level(choices *c) {
    static const char *const word[] = {"recruit", "sergeant", "captain", "colonel", "general"};
    static const app_word told[] = {W_MENU_RECRUIT, W_MENU_SERGEANT, W_MENU_CAPTAIN, W_MENU_COLONEL,
                                    W_MENU_GENERAL};
    enum { LEVELS = sizeof word / sizeof word[0], CAPTAIN = 2 };
    static char text[64];
    const char *line[LEVELS];
    gg_out out;
    for (unsigned i = 0; i < LEVELS; i++) line[i] = app_word_of(c->app, told[i]);
    int got = c->who == ALL_SEATS ? 0 : ask(c->app, W_MENU_LEVEL, line, LEVELS, CAPTAIN);
    if (got < 0) return false;
    gg_out_init(&out, text, sizeof text);
    for (unsigned i = 0; i < c->game->seats; i++) {
        bool person = c->who == ALL_SEATS || (c->who == FIRST_SEAT && i == 0) ||
                      (c->who == SECOND_SEAT && i == 1);
        gg_out_format(&out, "%s%s", i ? "," : "", person ? "human" : word[got]);
    }
    c->seats = text;
    return true;
}

// Esc goes back one question; from the first it leaves.
static bool choose(choices *c) {
    unsigned step = 0;
    while (step < 4) {
        bool good = step == 0   ? choose_game(c)
                    : step == 1 ? choose_scenario(c)
                    : step == 2 ? choose_seats(c)
                                : choose_level(c);
        if (good)
            step++;
        else if (step == 0)
            return false;
        else
            step = step == 2 && c->game->n_scenarios < 3 ? 0 : step - 1;
    }
    return true;
}

int cmd_menu(app_self *app, const app_args *given) {
    app_args args = *given;
    choices c = {.app = app};
    int code = APP_YES;
    play p;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !gg_term_open())
        return app_bad(app, W_NOT_A_TERMINAL);
    while (choose(&c)) {
        gg_term_close();
        args.set[O_SCENARIO] = args.set[O_SEATS] = true;
        args.text[O_SCENARIO] = c.game->scenarios[c.scenario].token;
        args.text[O_SEATS] = c.seats;
        if (!play_open(&p, app, c.game, &args, &code)) return code;
        code = play_screen(&p);
        play_close(&p);
        if (code != APP_YES || !gg_term_open()) return code;
    }
    gg_term_close();
    return code;
}
