// SPDX-License-Identifier: Apache-2.0
// What keys do on the full screen: move over places, click them, choose from lists, type commands.
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "apps/grognard/chance.h"
#include "apps/grognard/matchfile.h"
#include "apps/grognard/show.h"
#include "screen.h"

// ----------------------------------------------------------------------------- doing something
static void no_clicks(screen *s) {
    s->clicks.count = 0;
    s->last_spot = GG_SPOTS_MAX;
}

static void offer(screen *s, gg_out *out, app_word word, const gg_action *action, uint32_t count) {
    const gg_position *at = play_position(s->p);
    for (uint32_t i = 0; i < count; i++) {
        char text[256];
        (void)gg_notation_into(s->game, at->table, at->state, action[i], text, sizeof text);
        gg_out_format(out, "%s%s", i ? ", " : app_word_of(s->app, word), text);
    }
}

static void say_refusal(screen *s, gg_action action) {
    const gg_position *at = play_position(s->p);
    char text[512], name[256];
    const char *colon = app_word_of(s->app, W_COLON);
    gg_why why;
    gg_why_ask(s->game, at->table, at->state, s->p->viewer, action, s->p->list, &why);
    const gg_rule *rule = &s->game->rules[s->game->refusals[why.verdict.refusal].rule];
    (void)gg_say_refusal(s->game, at->table, at->state, &why.verdict, s->app->lang, text,
                         sizeof text);
    (void)gg_notation_into(s->game, at->table, at->state, action, name, sizeof name);
    char allowed[1024] = "";
    gg_out out;
    gg_out_init(&out, allowed, sizeof allowed);
    offer(s, &out, W_FIRST_LINE, why.first, why.firsts);
    offer(s, &out, W_REMEDY_LINE, why.remedy, why.remedies);
    screen_message(s, GG_STYLE_BOLD, "✗ %s%s%s\n%s%s%s%s", name, colon, text, rule->id, colon,
                   app_print(s->app, rule->fr, rule->en), allowed);
}

// What the program answers at once would be on the screen before the own move was seen there.
static void let_see(const screen *s, uint64_t began) {
    enum { CALM_NS = 500000000 };
    uint64_t spent = app_now_ns(NULL) - began;
    if (s->p->at_once || spent >= CALM_NS) return;
    const struct timespec rest = {0, (long)(CALM_NS - spent)};
    (void)nanosleep(&rest, NULL);
}

// The others go on until the person must decide again.
static void go_on(screen *s) {
    uint32_t entries = gg_match_entries(s->p->match);
    uint64_t began = app_now_ns(NULL);
    gg_status status = play_advance(s->p);
    if (gg_match_entries(s->p->match) != entries && s->p->humans == 1) let_see(s, began);
    if (status != GG_OK)
        screen_message(s, GG_STYLE_BOLD, app_word_of(s->app, W_FAILED), (int)status);
    if (!play_save(s->p, &s->code)) s->quit = true;
}

static void act(screen *s, gg_action action) {
    gg_verdict verdict;
    gg_status status = play_act(s->p, action, &verdict);
    no_clicks(s);
    s->overlay_on = false;
    if (status == GG_REFUSED) {
        say_refusal(s, action);
        return;
    }
    s->message[0] = '\0';
    if (status != GG_OK) {
        screen_message(s, GG_STYLE_BOLD, app_word_of(s->app, W_FAILED), (int)status);
        return;
    }
    go_on(s);
}

static void undo(screen *s) {
    if (s->clicks.count) { // first what is only chosen
        no_clicks(s);
        return;
    }
    if (s->p->viewer >= s->game->seats) return;
    const char *refusal = gg_match_undo_refusal(s->p->match, s->p->viewer, s->app->lang);
    if (refusal)
        screen_message(s, 0, "%s", app_print(s->app, refusal, refusal));
    else if (play_undo(s->p) == GG_OK)
        s->message[0] = '\0';
}

// ----------------------------------------------------------------------------------------- lists
static int choose_action(screen *s, const gg_action *list, uint32_t n) {
    const gg_position *at = play_position(s->p);
    char(*text)[256] = malloc((n ? n : 1) * sizeof *text);
    const char **line = malloc((n ? n : 1) * sizeof *line);
    int chosen = GG_LIST_NONE;
    if (text && line) {
        int width = app_action_width(at, list, n);
        for (uint32_t i = 0; i < n; i++) {
            app_action_line(s->app, at, list[i], width, text[i], sizeof text[i]);
            line[i] = text[i];
        }
        gg_list box = {app_word_of(s->app, W_LIST_ACTIONS),
                       app_word_of(s->app, W_LIST_HINT),
                       line,
                       n,
                       0,
                       false};
        chosen = screen_list(s, &box);
    }
    free(text);
    free(line);
    return chosen;
}

static void menu(screen *s) {
    if (!s->n_fits) {
        screen_message(s, 0, "%s", app_word_of(s->app, W_NOTHING_LEGAL));
        return;
    }
    int chosen = choose_action(s, s->fits, s->n_fits);
    if (chosen >= 0) act(s, s->fits[chosen]);
}

// Long texts as a box to read: each paragraph folded to the width there is.
static void read_text(screen *s, const char *title, const char *text) {
    enum { LINES = 400, WIDTH = 240 };
    char(*store)[WIDTH] = malloc(LINES * sizeof *store);
    const char **line = malloc(LINES * sizeof *line);
    unsigned n = 0;
    size_t width = (size_t)(s->cols > 24 ? s->cols - 8 : 16);
    while (store && line && *text && n < LINES) {
        const char *at = text, *space = NULL;
        size_t columns = 0;
        while (*at && *at != '\n' && columns < width) {
            if (*at == ' ') space = at;
            (void)gg_utf8_next(&at);
            columns++;
        }
        if (*at && *at != '\n' && space) at = space;
        (void)snprintf(store[n], WIDTH, "%.*s", (int)(at - text), text);
        line[n] = store[n];
        n++;
        text = *at ? at + 1 : at;
    }
    if (store && line) {
        gg_list box = {title, app_word_of(s->app, W_READ_HINT), line, n, 0, true};
        (void)screen_list(s, &box);
    }
    free(store);
    free(line);
}

static void help(screen *s) {
    static char text[32768];
    const gg_position *at = play_position(s->p);
    gg_out out;
    char name[512];
    int width = app_action_width(at, s->legal, s->n_legal);
    const gg_scenario *puzzle = s->p->replaying ? NULL : play_puzzle_or_null(s->p);
    gg_out_init(&out, text, sizeof text);
    if (puzzle)
        gg_out_format(&out, "%s\n\n", app_print(s->app, puzzle->brief_fr, puzzle->brief_en));
    gg_out_text(&out, app_word_of(s->app, W_SCREEN_HELP));
    app_say_legend(s->app, at, s->p->viewer, &out);
    gg_out_text(&out, "\n");
    gg_out_format(&out, app_word_of(s->app, s->n_legal == 1 ? W_LEGAL_ONE : W_LEGAL_HEAD),
                  s->n_legal);
    for (uint32_t i = 0; i < s->n_legal; i++) {
        app_action_line(s->app, at, s->legal[i], width, name, sizeof name);
        gg_out_format(&out, "  %s\n", name);
    }
    read_text(s, app_word_of(s->app, W_HELP_TITLE), text);
}

static void rules(screen *s, const char *id) {
    static char text[65536];
    gg_out out;
    unsigned found = 0;
    gg_out_init(&out, text, sizeof text);
    for (unsigned r = 1; r < s->game->n_rules; r++) {
        const gg_rule *rule = &s->game->rules[r];
        if (id && strcasecmp(id, rule->id) != 0) continue;
        gg_out_format(&out, "%s%s%s\n", rule->id, app_word_of(s->app, W_COLON),
                      app_print(s->app, rule->fr, rule->en));
        found++;
    }
    if (found)
        read_text(s, app_word_of(s->app, W_RULES_TITLE), text);
    else
        screen_message(s, 0, app_word_of(s->app, W_NO_RULE), id);
}

static void ledger(screen *s, gg_action action) {
    static gg_ledger lines;
    static char text[8192];
    const gg_position *at = play_position(s->p);
    gg_out out;
    char label[256];
    lines.count = 0;
    if (s->game->show.explain && s->p->viewer < s->game->seats)
        s->game->show.explain(at->table, at->state, s->p->viewer, action, &lines);
    gg_out_init(&out, text, sizeof text);
    for (uint32_t i = 0; i < lines.count; i++) {
        const gg_ledger_line *line = &lines.line[i];
        (void)gg_say_ledger(s->game, at->table, at->state, line, s->app->lang, label, sizeof label);
        const char *id = s->game->rules[line->rule].id;
        if (line->kind == GG_L_ADD) gg_out_format(&out, "%-5s %+4d  %s\n", id, line->delta, label);
        if (line->kind == GG_L_TOTAL)
            gg_out_format(&out, "%-5s =%3d  %s\n", id, line->delta, label);
        if (line->kind == GG_L_NOTE) gg_out_format(&out, "%-5s       %s\n", id, label);
    }
    if (lines.count && s->p->viewer < s->game->seats)
        (void)app_chance_line(s->app, at, s->p->viewer, action, &out);
    if (lines.count)
        read_text(s, app_word_of(s->app, W_LEDGER_TITLE), text);
    else
        screen_message(s, 0, "%s", app_word_of(s->app, W_NO_LEDGER));
}

// `l`: the ledger of what the main button would do, or of the only action the clicks can become.
static void ledger_key(screen *s) {
    gg_action action = s->n_fits == 1 ? s->fits[0] : GG_NO_ACTION;
    for (uint32_t i = 0; i < s->n_legal && action == GG_NO_ACTION; i++)
        if (s->game->verbs[gg_verb_of(s->legal[i])].flags & GG_V_DONE) action = s->legal[i];
    if (action != GG_NO_ACTION)
        ledger(s, action);
    else
        screen_message(s, 0, "%s", app_word_of(s->app, W_NO_LEDGER));
}

// `e`: the action that closes a draft or a phase, or declines; a list when there are several.
static void finish_key(screen *s) {
    enum { ENDS = 64 };
    gg_action end[ENDS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_legal && n < ENDS; i++)
        if (s->game->verbs[gg_verb_of(s->legal[i])].flags & (GG_V_DONE | GG_V_DECLINE))
            end[n++] = s->legal[i];
    int chosen = n > 1 ? choose_action(s, end, n) : 0;
    if (!n)
        screen_message(s, 0, "%s", app_word_of(s->app, W_NOTHING_TO_END));
    else if (chosen >= 0)
        act(s, end[chosen]);
}

// ---------------------------------------------------------------------------------------- clicks
// No legal action fits: the judge is asked about what was meant, so that the person learns why.
static void misfit(screen *s, const gg_click *can, unsigned count) {
    const gg_position *at = play_position(s->p);
    gg_action action;
    click_set meant = s->clicks;
    for (unsigned i = 0; i < count && meant.count < CLICKS_MAX; i++) {
        meant.click[meant.count] = can[i];
        if (gg_click_action(s->game, at->table, at->state, meant.click, meant.count + 1, &action)) {
            act(s, action); // a plane's list is only a proposal: it may yet be legal
            return;
        }
    }
    meant.count++;
    for (unsigned i = 0; i < count && meant.count <= CLICKS_MAX; i++) {
        meant.click[meant.count - 1] = can[i];
        if (clicks_filled(s->game, s->view.node, &meant, s->legal, s->n_legal, &action) &&
            !gg_check(s->game, at->table, at->state, s->p->viewer, action, NULL)) {
            no_clicks(s);
            say_refusal(s, action);
            return;
        }
    }
    no_clicks(s);
    screen_message(s, 0, "%s", app_word_of(s->app, W_NO_FIT));
}

static bool try_click(screen *s, gg_click click) {
    if (s->clicks.count == CLICKS_MAX) return false;
    s->clicks.click[s->clicks.count++] = click;
    uint32_t n = clicks_fit(s->game, &s->clicks, s->legal, s->n_legal, s->fits);
    if (!n) {
        s->clicks.count--;
        return false;
    }
    s->n_fits = n;
    return true;
}

// Again on the same spot: the next piece of its stack.
static bool next_in_stack(screen *s, const gg_click *can, unsigned count) {
    if (s->last_spot != s->spot || !s->clicks.count) return false;
    gg_click last = s->clicks.click[--s->clicks.count];
    unsigned at = 0;
    while (at < count && memcmp(&can[at], &last, sizeof last) != 0) at++;
    for (unsigned i = 1; i <= count; i++)
        if (try_click(s, can[(at + i) % count])) return true;
    return false;
}

// The first thing here with which a draft begins (a unit moves), before the place it stands on.
static bool begin_draft(screen *s, const gg_click *can, unsigned count) {
    for (unsigned i = 0; i < count && !s->clicks.count; i++) {
        if (!try_click(s, can[i])) continue;
        for (uint32_t k = 0; k < s->n_fits; k++)
            if (gg_is_draft(s->game, s->fits[k]) && clicks_whole(s->game, &s->clicks, s->fits[k]))
                return true;
        s->clicks.count = 0;
    }
    return false;
}

static void click(screen *s) {
    gg_click can[GG_SPOT_CLICKS];
    if (!s->board.spots || !screen_awaits(s)) return;
    unsigned count = clicks_of_spot(&s->look, &s->board.spot[s->spot], can);
    bool fits = begin_draft(s, can, count);
    for (unsigned i = 0; i < count && !fits; i++) fits = try_click(s, can[i]);
    if (!fits && !next_in_stack(s, can, count)) {
        misfit(s, can, count);
        return;
    }
    s->last_spot = s->spot;
    s->message[0] = '\0';
    uint32_t whole = 0, pointed = 0;
    gg_action only = GG_NO_ACTION;
    for (uint32_t i = 0; i < s->n_fits; i++) {
        pointed += clicks_pointed(s->game, &s->clicks, s->fits[i]);
        if (clicks_whole(s->game, &s->clicks, s->fits[i])) {
            whole++;
            only = s->fits[i];
        }
    }
    // A step that begins a draft is what is meant: it costs nothing to take back. What asks for
    // more (exfiltrate) is chosen from the list or typed.
    if (whole == 1 && (s->n_fits == 1 || gg_is_draft(s->game, only)))
        act(s, only);
    else if (pointed && pointed == s->n_fits)
        menu(s); // what is left is chosen by its name
}

// ---------------------------------------------------------------------------------------- cursor
static void centre(const screen *s, const gg_spot *spot, int *row, int *col) {
    *row = 4 * spot->row + 2 * spot->rows + (spot->tray ? 4 * (s->board.map.rows + 1) : 0);
    *col = 2 * spot->col + spot->cols;
}

// The nearest spot that way; what lies aside counts double.
static void go(screen *s, int down, int right) {
    int row, col, best = 0;
    unsigned found = s->spot;
    if (!s->board.spots) return;
    centre(s, &s->board.spot[s->spot], &row, &col);
    for (unsigned i = 0; i < s->board.spots; i++) {
        int r, c;
        centre(s, &s->board.spot[i], &r, &c);
        int ahead = down * (r - row) + right * (c - col);
        int aside = down ? c - col : r - row;
        if (aside < 0) aside = -aside;
        if (ahead <= 0 || (aside > 2 * ahead && right)) continue;
        int far = ahead + 2 * aside;
        if (found == s->spot || far < best) {
            found = i;
            best = far;
        }
    }
    s->spot = found;
}

static void next_hot(screen *s, int step) {
    unsigned n = s->board.spots;
    for (unsigned k = 1; k <= n; k++) {
        unsigned i = (s->spot + (step > 0 ? k : n - k % n)) % n;
        if (s->hot[i]) {
            s->spot = i;
            return;
        }
    }
}

static void next_surface(screen *s, int step) {
    unsigned n = s->board.spots;
    for (unsigned k = 1; k < n; k++) {
        unsigned i = (s->spot + (step > 0 ? k : n - k)) % n;
        if (s->board.spot[i].surface != s->board.spot[s->spot].surface) {
            s->spot = i;
            return;
        }
    }
}

// -------------------------------------------------------------------------------------- commands
static void save_as(screen *s, const char *file) {
    free(s->p->own_save);
    s->p->save = s->p->own_save = strdup(file);
    s->p->saved = UINT32_MAX;
    if (s->p->save && play_save(s->p, &s->code))
        screen_message(s, 0, app_word_of(s->app, W_SAVED), file);
}

static void type_action(screen *s, const char *text) {
    const gg_position *at = play_position(s->p);
    gg_action action;
    gg_error error = {0};
    if (!screen_awaits(s)) return;
    if (gg_notation_parse(s->game, at->table, at->state, text, &action, &error))
        act(s, action);
    else
        screen_message(s, GG_STYLE_BOLD, "%s", app_print(s->app, error.fr, error.en));
}

static void orders(screen *s, const char *text) {
    char told[4096];
    gg_out out;
    gg_out_init(&out, told, sizeof told);
    if (s->p->viewer >= s->game->seats) return;
    if (play_orders(s->p, text, &out)) go_on(s);
    read_text(s, app_word_of(s->app, W_ORDERS_TITLE), told);
}

typedef bool said(const app_self *app, const gg_position *at, int viewer, gg_out *out);

static bool legend(const app_self *app, const gg_position *at, int viewer, gg_out *out) {
    app_say_legend(app, at, viewer, out);
    return true;
}

static void read_said(screen *s, app_word title, said *say) {
    static char text[32768];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    if (say(s->app, play_position(s->p), s->p->viewer, &out))
        read_text(s, app_word_of(s->app, title), text);
}

static void coach(screen *s, void (*say)(play *p, gg_out *out)) {
    static char text[16384];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    if (s->p->viewer >= s->game->seats || s->p->replaying) return;
    say(s->p, &out);
    read_text(s, app_word_of(s->app, W_COACH_TITLE), text);
}

static void see(screen *s, const char *token) {
    static char text[16384];
    char title[64];
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    (void)snprintf(title, sizeof title, " %s ", token);
    if (app_say_thing(s->app, play_position(s->p), s->p->viewer, token, &out))
        read_text(s, title, text);
    else
        screen_message(s, 0, app_word_of(s->app, W_NOT_SEEN), token);
}

static void window_key(screen *s, int key) {
    if (!screen_awaits(s) || !play_window_key(s->p, key)) {
        screen_message(s, 0, "%s", app_word_of(s->app, W_NO_WINDOW));
        return;
    }
    no_clicks(s);
    s->message[0] = '\0';
    go_on(s);
}

static void command(screen *s, const char *text) {
    gg_action action;
    gg_error error = {0};
    const gg_position *at = play_position(s->p);
    while (*text == ' ') text++;
    if (!*text) return;
    if (strcmp(text, "q") == 0 || strcmp(text, "quit") == 0)
        s->quit = true;
    else if (strcmp(text, "?") == 0 || strcmp(text, "help") == 0)
        help(s);
    else if (strcmp(text, "u") == 0 || strcmp(text, "undo") == 0)
        undo(s);
    else if (strcmp(text, "rules") == 0)
        rules(s, NULL);
    else if (strncmp(text, "rules ", 6) == 0)
        rules(s, text + 6);
    else if (strcmp(text, "orders") == 0 || strncmp(text, "orders ", 7) == 0)
        orders(s, text + 6);
    else if (strncmp(text, "see ", 4) == 0)
        see(s, text + 4);
    else if (strcmp(text, "hint") == 0)
        coach(s, play_hint);
    else if (strcmp(text, "explain") == 0)
        coach(s, play_explain);
    else if (strcmp(text, "units") == 0)
        read_said(s, W_UNITS_TITLE, app_say_units);
    else if (strcmp(text, "legend") == 0)
        read_said(s, W_LEGEND_TITLE, legend);
    else if (strncmp(text, "save ", 5) == 0)
        save_as(s, text + 5);
    else if (strcmp(text, "resign") == 0 && screen_awaits(s))
        (void)gg_match_resign(s->p->match, s->p->viewer);
    else if (strncmp(text, "ledger ", 7) == 0) {
        if (gg_notation_parse(s->game, at->table, at->state, text + 7, &action, &error))
            ledger(s, action);
        else
            screen_message(s, 0, "%s", app_print(s->app, error.fr, error.en));
    } else
        type_action(s, text);
}

static void complete(screen *s) {
    char text[GG_LINE_MAX], words[512];
    gg_out list;
    gg_out_init(&list, words, sizeof words);
    unsigned n = play_complete(s->p, s->line.text, text, sizeof text, &list);
    if (!n) return;
    bool same = strcmp(text, s->line.text) == 0;
    gg_line_set(&s->line, text);
    if (n > 1 && same)
        screen_message(s, 0, "%s", words);
    else
        s->message[0] = '\0';
}

static void typing_key(screen *s, int key) {
    char text[GG_LINE_MAX];
    switch (key) {
    case GG_KEY_ESCAPE:
    case GG_CTRL('c'):
        s->typing = false;
        gg_line_clear(&s->line);
        break;
    case GG_KEY_TAB: complete(s); break;
    case GG_KEY_ENTER:
        memcpy(text, s->line.text, sizeof text);
        gg_line_remember(&s->line);
        gg_line_clear(&s->line);
        s->typing = false;
        s->message[0] = '\0';
        command(s, text);
        break;
    case GG_KEY_BACKSPACE:
        if (!s->line.length) {
            s->typing = false;
            break;
        }
        (void)gg_line_key(&s->line, key);
        break;
    default: (void)gg_line_key(&s->line, key);
    }
}

// Leaving an unsaved match is asked about once.
static void leave(screen *s) {
    gg_result result;
    gg_match_result(s->p->match, &result);
    if (!result.over && !s->p->save && s->p->humans && !s->p->replaying) {
        const char *line[2] = {app_word_of(s->app, W_STAY), app_word_of(s->app, W_LEAVE)};
        gg_list box = {app_word_of(s->app, W_LEAVE_TITLE),
                       app_word_of(s->app, W_LIST_HINT),
                       line,
                       2,
                       0,
                       false};
        if (screen_list(s, &box) != 1) return;
    }
    s->quit = true;
}

// Keys of a match looked back at: the arrows go through its entries.
static bool replay_key(screen *s, int key) {
    uint32_t last = gg_match_entries(s->p->match), at = s->p->number;
    switch (key) {
    case GG_KEY_LEFT:
    case GG_KEY_UP:
    case 'k': at -= at > 0; break;
    case GG_KEY_RIGHT:
    case GG_KEY_DOWN:
    case ' ':
    case 'j': at += at < last; break;
    case GG_KEY_PAGE_UP: at -= at < 10 ? at : 10; break;
    case GG_KEY_PAGE_DOWN: at = at + 10 < last ? at + 10 : last; break;
    case GG_KEY_HOME: at = 0; break;
    case GG_KEY_END: at = last; break;
    default: return false;
    }
    if (gg_match_at(s->p->match, at, &s->p->past) == GG_OK) s->p->number = at;
    screen_log_reset(s);
    return true;
}

// While a proposal is shown: the next, the one before, take it. Any other key leaves it.
static bool ghost_key(screen *s, int key) {
    if (key == GG_KEY_TAB || key == GG_KEY_BACKTAB)
        return screen_ghost_next(s, key == GG_KEY_TAB ? 1 : -1);
    const gg_plan *plan = key == GG_KEY_ENTER ? screen_ghost_taken_or_null(s) : NULL;
    if (!plan) {
        screen_ghost_leave(s);
        s->message[0] = '\0';
        return key == GG_KEY_ESCAPE;
    }
    for (uint32_t i = 0; i < plan->steps; i++) {
        act(s, plan->step[i]);
        if (s->message[0]) break; // refused, with its reason
    }
    return true;
}

void screen_key(screen *s, int key) {
    if (s->p->replaying && replay_key(s, key)) return;
    if (s->typing) {
        typing_key(s, key);
        return;
    }
    if (screen_ghost_state_or_null(s) && ghost_key(s, key)) return;
    switch (key) {
    case GG_KEY_UP:
    case 'k': go(s, -1, 0); break;
    case GG_KEY_DOWN:
    case 'j': go(s, 1, 0); break;
    case GG_KEY_LEFT:
    case 'h': go(s, 0, -1); break;
    case GG_KEY_RIGHT:
    case 'l': go(s, 0, 1); break;
    case 'n': next_hot(s, 1); break;
    case 'N': next_hot(s, -1); break;
    case GG_KEY_TAB:
        if (!screen_ghost_next(s, 1)) next_surface(s, 1);
        break;
    case GG_KEY_BACKTAB: next_surface(s, -1); break;
    case GG_KEY_ENTER: click(s); break;
    case ' ': menu(s); break;
    case 'e': finish_key(s); break;
    case 'a':
    case 'x':
    case 'A':
    case 'X': window_key(s, key); break;
    case 'L': ledger_key(s); break;
    case 'H': coach(s, play_hint); break;
    case 'E': coach(s, play_explain); break;
    case 'o': screen_overlay_next(s); break;
    case 's': s->wide = !s->wide; break;
    case 'r': rules(s, NULL); break;
    case 'u':
    case GG_KEY_BACKSPACE:
    case GG_CTRL('z'): undo(s); break;
    case GG_KEY_ESCAPE:
        no_clicks(s);
        s->message[0] = '\0';
        s->overlay_on = false;
        break;
    case '?':
    case GG_KEY_F1: help(s); break;
    case ':': s->typing = true; break;
    case '+': s->look.zoom += s->look.zoom < 4; break;
    case '-': s->look.zoom -= s->look.zoom > 0; break;
    case GG_KEY_PAGE_UP: s->log_up += 5; break;
    case GG_KEY_PAGE_DOWN: s->log_up -= s->log_up < 5 ? s->log_up : 5; break;
    case GG_CTRL('l'): gg_term_redraw(); break;
    case 'q':
    case GG_CTRL('c'): leave(s); break;
    default: break;
    }
}
