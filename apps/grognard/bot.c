// SPDX-License-Identifier: Apache-2.0
// `grognard bot`: a match that another program drives by lines on standard input and output. It
// sits at one seat's desk (grognard/desk.h); the other seats are played here when it says `wait`.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"
#include "brains.h"
#include "grognard/desk.h"
#include "matchfile.h"

typedef struct sitting {
    const app_self *app;
    const gg_game *game;
    gg_match *match;
    gg_desk *desk;
    int brain[GG_SEATS_MAX];
    int seat;
    app_brains brains;
    gg_out out;
    char *text; // GG_DESK_ANSWER bytes
    char line[GG_DESK_LINE + 1];
} sitting;

// ------------------------------------------------------------------------------------------ others
static bool over(const sitting *s) {
    gg_result result;
    gg_match_result(s->match, &result);
    return result.over;
}

static gg_status others_act(sitting *s) {
    gg_status status = GG_OK;
    while (status == GG_OK && !over(s)) {
        gg_turn turn = gg_match_turn(s->match);
        if (turn.seat == s->seat) break;
        if (turn.seat == GG_CHANCE) {
            app_brains_forget(&s->brains);
            status = gg_match_draw(s->match, NULL);
            continue;
        }
        gg_verdict verdict;
        const gg_position *at = gg_match_position_for(s->match, turn.seat);
        gg_action action =
            app_brains_choose(&s->brains, (gg_brain)s->brain[turn.seat], at, turn.seat);
        status = gg_match_act(s->match, turn.seat, action, 0, gg_match_entries(s->match), 0,
                              &verdict, NULL);
    }
    return status;
}

// ------------------------------------------------------------------------------------------- lines
typedef enum got { GOT_LINE, GOT_TOO_LONG, GOT_END } got;

static got read_line(sitting *s, size_t *length) {
    bool too_long = false;
    int c;
    *length = 0;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        too_long |= *length == sizeof s->line;
        if (!too_long) s->line[(*length)++] = (char)c;
    }
    if (c == EOF && !*length) return GOT_END;
    return too_long ? GOT_TOO_LONG : GOT_LINE;
}

// False: nobody reads any more.
static bool say(sitting *s) {
    bool good = fwrite(s->text, 1, s->out.length, stdout) == s->out.length && fflush(stdout) == 0;
    gg_out_init(&s->out, s->text, GG_DESK_ANSWER);
    return good;
}

static int serve(sitting *s) {
    size_t length;
    for (bool goes_on = true; goes_on;) {
        got read = read_line(s, &length);
        if (read == GOT_END) break;
        gg_desk_next next = GG_DESK_REFUSED;
        if (read == GOT_LINE) next = gg_desk_line(s->desk, s->line, length, 0, &s->out);
        if (read == GOT_TOO_LONG) gg_desk_too_long(s->desk, &s->out);
        if (next == GG_DESK_WAITS) {
            gg_status status = others_act(s);
            if (status != GG_OK) return app_status(s->app, status);
            gg_desk_tell(s->desk, &s->out);
        }
        goes_on = say(s) && next != GG_DESK_LEFT;
    }
    return APP_YES;
}

// ------------------------------------------------------------------------------------- open, close
static bool find_seat(sitting *s, const app_args *args, int *code) {
    if (!app_brains_parse(s->app, s->game, args->text[O_SEATS], true, s->brain, code)) return false;
    unsigned humans = 0;
    for (int seat = s->game->seats - 1; seat >= 0; seat--)
        if (s->brain[seat] == APP_HUMAN) humans++, s->seat = seat;
    if (humans == 1) return true;
    *code = app_bad(s->app, W_BOT_ONE_HUMAN);
    return false;
}

static bool open_match(sitting *s, const app_args *args, int *code) {
    gg_match_setup setup;
    if (!app_match_setup(s->app, s->game, args, &setup, code)) return false;
    for (int i = 0; i < s->game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "%s",
                       i == s->seat ? "bot" : app_brain_word(s->brain[i]));
    if (args->set[O_SAVE] && app_exists(args->text[O_SAVE]) && !args->set[O_FORCE]) {
        *code = app_bad(s->app, W_EXISTS, args->text[O_SAVE]);
        return false;
    }
    return app_match_open(s->app, &setup, &s->match, code);
}

static bool open_all(sitting *s, const app_args *args, int *code) {
    uint64_t seed = args->set[O_SEED] ? (uint64_t)args->number[O_SEED] : app_cpu_ns();
    if (!find_seat(s, args, code) || !open_match(s, args, code)) return false;
    if (!app_brains_open(s->app, &s->brains, s->game, seed, 0, code)) return false;
    s->text = malloc(GG_DESK_ANSWER);
    gg_status status = gg_desk_open(&s->desk, s->match, s->seat, seed, s->app->lang);
    if (s->text && status == GG_OK) {
        gg_out_init(&s->out, s->text, GG_DESK_ANSWER);
        return true;
    }
    *code = app_status(s->app, GG_NO_MEMORY);
    return false;
}

static void close_all(sitting *s) {
    gg_desk_close(s->desk);
    if (s->match) gg_match_close(s->match);
    app_brains_close(&s->brains);
    free(s->text);
    free(s);
}

int cmd_bot(app_self *app, const app_args *args) {
    int code = APP_YES;
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    sitting *s = calloc(1, sizeof *s);
    if (!s) return app_status(app, GG_NO_MEMORY);
    s->app = app;
    s->game = game;
    if (open_all(s, args, &code)) {
        code = serve(s);
        if (code == APP_YES && args->set[O_SAVE])
            (void)app_match_save(app, s->match, args->text[O_SAVE], &code);
    }
    close_all(s);
    return code;
}
