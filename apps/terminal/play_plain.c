// SPDX-License-Identifier: Apache-2.0
// Playing line by line: for pipes, screen readers and anybody who likes it. Prints what changed
// (play_paper.c) and the prompt, and reads one line.
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "apps/grognard/chance.h"
#include "apps/grognard/grade.h"
#include "apps/grognard/matchfile.h"
#include "apps/grognard/show.h"
#include "play.h"

typedef enum answer { AGAIN, CHANGED, QUIT, BROKEN } answer;

// One line without its end; false at the end of the input.
static bool read_line(char *out, size_t cap) {
    if (!fgets(out, (int)cap, stdin)) return false;
    size_t n = strcspn(out, "\r\n");
    if (!out[n] &&
        n + 1 == cap) // too long: the rest is dropped, the notation will not be understood
        for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    out[n] = '\0';
    return true;
}

// The screen is wiped before the other person looks; a pipe has no screen to wipe.
static bool hand_over(play *p, int seat) {
    char line[16], text[256];
    const char *word = app_word_of(p->app, W_HAND_OVER);
    if (isatty(STDOUT_FILENO))
        (void)fputs("\033[2J\033[3J\033[H", stdout);
    else
        app_text("\f");
    (void)gg_say_seat(p->game, seat, word, p->app->lang, text, sizeof text);
    app_text("%s", text);
    (void)fflush(stdout);
    return read_line(line, sizeof line);
}

// Keys and what they do, by tabs in the table of words.
static void say_keys(const char *keys) {
    for (size_t n; *keys; keys += n + (keys[n] == '\t')) {
        n = strcspn(keys, "\t");
        app_text("%.*s%s", (int)n, keys, keys[n] ? "    " : "\n");
    }
}

// Once at every question of a reaction window: what it is about, and what is proposed.
static void question(play *p) {
    char text[2048];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    if (!play_at_window(p)) return;
    play_question(p, &out);
    app_text("%s", text);
}

static void prompt(play *p) {
    char text[256], who[APP_HEAD];
    gg_turn turn = p->game->turn(play_position(p)->table, play_position(p)->state);
    (void)gg_say_prompt(p->game, turn.node, true, p->app->lang, text, sizeof text);
    app_text("%s%s\n", app_seat_head(p->app, p->game, p->viewer, who), text);
    if (play_at_window(p)) say_keys(app_word_of(p->app, W_WINDOW_KEYS));
    app_text("> ");
    (void)fflush(stdout);
}

static void list_legal(play *p) {
    const gg_position *at = play_position(p);
    char text[768];
    uint32_t n = play_legal(p);
    int width = app_action_width(at, p->list, n);
    app_say(p->app, W_PLAY_HELP);
    app_say(p->app, n == 1 ? W_LEGAL_ONE : W_LEGAL_HEAD, n);
    for (uint32_t i = 0; i < n; i++) {
        app_action_line(p->app, at, p->list[i], width, text, sizeof text);
        app_text("  %s\n", text);
    }
}

static answer undo(play *p) {
    const char *refusal = gg_match_undo_refusal(p->match, p->viewer, p->app->lang);
    if (refusal) {
        app_text("%s\n", app_print(p->app, refusal, refusal));
        return AGAIN;
    }
    if (play_undo(p) != GG_OK) return BROKEN;
    app_say(p->app, W_UNDONE);
    return CHANGED;
}

static answer rule(play *p, const char *id) {
    for (unsigned r = 1; r < p->game->n_rules; r++)
        if (strcasecmp(p->game->rules[r].id, id) == 0) {
            app_text("%s%s%s\n", p->game->rules[r].id, app_word_of(p->app, W_COLON),
                     app_print(p->app, p->game->rules[r].fr, p->game->rules[r].en));
            return AGAIN;
        }
    app_say(p->app, W_NO_RULE, id);
    app_text("\n");
    return AGAIN;
}

static answer ledger(play *p, const char *text) {
    static gg_ledger lines;
    const gg_position *at = play_position(p);
    gg_action action;
    gg_error error = {0};
    if (!gg_notation_parse(p->game, at->table, at->state, text, &action, &error)) {
        app_text("%s\n", app_print(p->app, error.fr, error.en));
        return AGAIN;
    }
    lines.count = 0;
    if (p->game->show.explain)
        p->game->show.explain(at->table, at->state, p->viewer, action, &lines);
    if (!lines.count) app_say(p->app, W_NO_LEDGER);
    app_say_ledger(p->app, at, &lines);
    char chance[512];
    gg_out out;
    gg_out_init(&out, chance, sizeof chance);
    if (app_chance_line(p->app, at, p->viewer, action, &out)) app_text("  %s\n", chance);
    return AGAIN;
}

static answer see(play *p, const char *token) {
    static char told[16384];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    if (!*token)
        (void)paper_board(p);
    else if (app_say_thing(p->app, play_position(p), p->viewer, token, &out))
        app_text("%s", told);
    else
        app_say(p->app, W_NOT_SEEN, token);
    return AGAIN;
}

static answer units(play *p) {
    static char told[32768];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    (void)app_say_units(p->app, play_position(p), p->viewer, &out);
    app_text("%s", told);
    return AGAIN;
}

static answer legend(play *p) {
    static char told[16384];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    app_say_legend(p->app, play_position(p), p->viewer, &out);
    app_text("%s", told);
    return AGAIN;
}

static answer coach(play *p, void (*say)(play *p, gg_out *out)) {
    static char told[16384];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    say(p, &out);
    app_text("%s", told);
    return AGAIN;
}

static answer orders(play *p, const char *text) {
    char told[4096];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    bool understood = play_orders(p, text, &out);
    app_text("%s", told);
    return understood && gg_match_advance(p->match) == GG_OK ? CHANGED : AGAIN;
}

static answer window_key(play *p, int key) {
    if (play_window_key(p, key)) return CHANGED;
    app_say(p->app, W_NO_WINDOW);
    return AGAIN;
}

static answer act(play *p, const char *text) {
    const gg_position *at = play_position(p);
    gg_action action;
    gg_error error = {0};
    gg_verdict verdict;
    if (!gg_notation_parse(p->game, at->table, at->state, text, &action, &error)) {
        app_text("%s\n", app_print(p->app, error.fr, error.en));
        return AGAIN;
    }
    gg_status status = play_act(p, action, &verdict);
    if (status == GG_REFUSED) {
        gg_why why;
        gg_why_ask(p->game, at->table, at->state, p->viewer, action, p->list, &why);
        app_say_why(p->app, at, &why);
        return AGAIN;
    }
    if (status != GG_OK) {
        (void)app_status(p->app, status);
        return BROKEN;
    }
    return CHANGED;
}

static answer obey(play *p, const char *line) {
    while (*line == ' ' || *line == '\t') line++;
    if (!*line) return AGAIN;
    if (strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
        list_legal(p);
        return AGAIN;
    }
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0) return QUIT;
    if (strcmp(line, "u") == 0 || strcmp(line, "undo") == 0) return undo(p);
    if (strcmp(line, "resign") == 0)
        return gg_match_resign(p->match, p->viewer) == GG_OK ? CHANGED : BROKEN;
    if (line[0] && !line[1] && strchr("aAxX", line[0])) return window_key(p, line[0]);
    if (strcmp(line, "orders") == 0 || strncmp(line, "orders ", 7) == 0) return orders(p, line + 6);
    if (strncmp(line, "rules ", 6) == 0) return rule(p, line + 6);
    if (strncmp(line, "ledger ", 7) == 0) return ledger(p, line + 7);
    if (strcmp(line, "see") == 0 || strcmp(line, "board") == 0) return see(p, "");
    if (strcmp(line, "hint") == 0) return coach(p, play_hint);
    if (strcmp(line, "explain") == 0) return coach(p, play_explain);
    if (strcmp(line, "units") == 0) return units(p);
    if (strcmp(line, "legend") == 0) return legend(p);
    if (strncmp(line, "see ", 4) == 0) return see(p, line + 4);
    return act(p, line);
}

static answer ask(play *p) {
    char line[1024];
    answer got = AGAIN;
    question(p);
    while (got == AGAIN) {
        prompt(p);
        if (!read_line(line, sizeof line)) return QUIT;
        got = obey(p, line);
    }
    return got;
}

static int finish(play *p, int code) {
    char words[256];
    paper_tell(p);
    if (!play_save(p, &code)) return code;
    app_match_result_words(p->app, p->match, words, sizeof words);
    app_text("%s\n", words);
    if (p->save) app_say(p->app, W_SAVED, p->save);
    return play_graded(p) < 0 ? code : app_grade(p->app, p->match, play_graded(p));
}

int play_plain(play *p) {
    int code = APP_YES;
    const gg_scenario *puzzle = play_puzzle_or_null(p);
    if (puzzle) app_text("%s\n", app_print(p->app, puzzle->brief_fr, puzzle->brief_en));
    for (;;) {
        gg_status status = play_advance(p);
        if (status != GG_OK) return app_status(p->app, status);
        if (!play_save(p, &code)) return code;
        int seat = play_seat(p);
        if (seat < 0) return finish(p, APP_YES);
        if (p->humans > 1 && seat != p->viewer) {
            if (!hand_over(p, seat)) return finish(p, APP_YES);
            p->viewer = seat;
        }
        paper_tell(p);
        if (!paper_show(p)) return app_status(p->app, GG_NO_MEMORY);
        answer got = ask(p);
        if (got == QUIT) return finish(p, APP_YES);
        if (got == BROKEN) return APP_ENVIRONMENT;
    }
}
