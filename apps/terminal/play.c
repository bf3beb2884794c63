// SPDX-License-Identifier: Apache-2.0
// `grognard play`: who sits where, whose turn it is, what is saved when.
#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "apps/grognard/grade.h"
#include "apps/grognard/matchfile.h"

static uint64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// ------------------------------------------------------------------------------------- open, close
static bool seats_of(play *p, const app_args *args, int *code) {
    if (!app_bots_parse(p->app, p->game, args->text[O_SEATS], true, p->brain, &p->named, code))
        return false;
    p->humans = 0;
    p->viewer = GG_PUBLIC;
    for (int seat = p->game->seats - 1; seat >= 0; seat--)
        if (p->brain[seat] == APP_HUMAN) {
            p->humans++;
            p->viewer = seat;
        }
    if (p->humans > 1) p->viewer = GG_PUBLIC; // the first hand-over decides
    return true;
}

static bool start(play *p, const app_args *args, int *code) {
    gg_match_setup setup;
    if (!app_match_setup(p->app, p->game, args, &setup, code)) return false;
    for (unsigned i = 0; i < p->game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "%s", app_brain_word(p->brain[i]));
    app_bots_clock(args, &p->named, &setup);
    if (p->save && app_exists(p->save) && !args->set[O_FORCE]) {
        *code = app_bad(p->app, W_EXISTS, p->save);
        return false;
    }
    if (!app_match_open(p->app, &setup, &p->match, code)) return false;
    if (!p->save || !args->set[O_FORCE]) return true;
    char seed[4096]; // of the match that is overwritten
    (void)snprintf(seed, sizeof seed, "%s.seed", p->save);
    (void)unlink(seed);
    return true;
}

bool play_open(play *p, const app_self *app, const gg_game *game, const app_args *args, int *code) {
    const char *file = args->text[O_MATCH];
    memset(p, 0, sizeof *p);
    p->app = app;
    p->game = game;
    p->save = args->set[O_SAVE] ? args->text[O_SAVE] : file;
    if (file) {
        if (!app_match_read(app, file, true, &p->match, code)) return false;
        p->game = gg_match_setup_of(p->match)->game;
        if (game && game != p->game) {
            *code = app_bad(app, W_OTHER_GAME, file, p->game->id, game->id);
            play_close(p);
            return false;
        }
    }
    uint64_t seed = args->set[O_SEED] ? (uint64_t)args->number[O_SEED] : now_ms();
    if (!seats_of(p, args, code) || (!file && !start(p, args, code)) ||
        !app_brains_open(app, &p->brains, p->game, seed, 0, code)) {
        play_close(p);
        return false;
    }
    gg_thinker_budget(p->brains.thinker, app_budget(args), app_now_ns, NULL);
    p->hints = args->set[O_HINTS];
    p->lend = app_lend_open(app_threads(args));
    if (p->lend) gg_thinker_crew(p->brains.thinker, app_lend_work, p->lend);
    p->at_once = args->set[O_AT_ONCE];
    p->list = malloc(p->game->max_legal * sizeof *p->list);
    if (!p->list) {
        *code = app_status(app, GG_NO_MEMORY);
        play_close(p);
        return false;
    }
    // A person decides wherever he has a choice. Where he has none he is asked all the same, unless
    // his opponents are the program's: his pace betrays nothing to them.
    for (int seat = 0; seat < p->game->seats; seat++)
        gg_match_close_forced(p->match, seat, p->humans < 2 && p->brain[seat] == APP_HUMAN);
    p->bots =
        (app_bots){app, &p->named, p->match, seed, app_bots_ms(args), false, {NULL}, NULL, {0}};
    p->saved = UINT32_MAX; // nothing of this sitting yet
    p->since_ms = now_ms();
    return true;
}

void play_close(play *p) {
    app_bots_close(&p->bots);
    app_bots_named_close(&p->named);
    if (p->match) gg_match_close(p->match);
    app_brains_close(&p->brains);
    app_lend_close(p->lend);
    free(p->list);
    free(p->own_save);
    memset(p, 0, sizeof *p);
}

bool play_save(play *p, int *code) {
    if (!p->save || p->saved == gg_match_entries(p->match)) return true;
    if (!app_match_save(p->app, p->match, p->save, code)) return false;
    p->saved = gg_match_entries(p->match);
    return true;
}

// ------------------------------------------------------------------------------------------ turns
static bool over(const play *p) {
    gg_result result;
    gg_match_result(p->match, &result);
    return result.over;
}

static gg_turn published_turn(const play *p) {
    const gg_position *at = gg_match_published(p->match);
    return p->game->turn(at->table, at->state);
}

int play_seat(const play *p) {
    gg_turn turn = published_turn(p);
    if (p->replaying) return -1;
    return over(p) || turn.seat >= p->game->seats ? -1 : turn.seat;
}

const gg_position *play_position(const play *p) {
    if (p->replaying) return &p->past;
    return p->viewer < p->game->seats ? gg_match_position_for(p->match, p->viewer)
                                      : gg_match_published(p->match);
}

// A person is not asked where he has one answer only; reaction windows have orders of their own,
// and between people what is chosen in secret takes its time all the same. Nothing he has begun is
// closed for him, and the list of a plane is a proposal.
static gg_action only_answer(play *p, gg_turn turn) {
    const gg_position *at = gg_match_position_for(p->match, turn.seat);
    const gg_node *node = &p->game->nodes[turn.node];
    const gg_action *steps;
    if (node->flags & GG_N_WINDOW || (node->flags & GG_N_SEALED && p->humans > 1))
        return GG_NO_ACTION;
    if (gg_match_draft(p->match, turn.seat, &steps)) return GG_NO_ACTION;
    for (const uint8_t *verb = node->verbs; *verb; verb++)
        for (unsigned i = 0; i < GG_OPERANDS; i++)
            if (p->game->domains[p->game->verbs[*verb].domain[i]].kind == GG_K_X)
                return GG_NO_ACTION;
    return gg_legal(p->game, at->table, at->state, turn.seat, p->list) == 1 ? p->list[0]
                                                                            : GG_NO_ACTION;
}

gg_status play_advance(play *p) {
    gg_verdict verdict;
    gg_status status = GG_OK;
    while (status == GG_OK && !over(p)) {
        gg_turn turn = published_turn(p);
        if (turn.seat == GG_CHANCE) {
            app_brains_forget(&p->brains);
            status = gg_match_draw(p->match, NULL);
            continue;
        }
        if (p->brain[turn.seat] == APP_HUMAN) {
            uint32_t entries = gg_match_entries(p->match);
            status = gg_match_advance(p->match); // his standing orders
            if (status != GG_OK || gg_match_entries(p->match) != entries) continue;
            gg_action only = only_answer(p, turn);
            if (only == GG_NO_ACTION) break;
            status = gg_match_act(p->match, turn.seat, only, 0, entries, 0, &verdict, NULL);
            if (gg_match_entries(p->match) == entries) break; // a step of a draft: his own now
            continue;
        }
        if (p->brain[turn.seat] == APP_BOT) {
            app_brains_forget(&p->brains);
            status = app_bots_decide(&p->bots, turn.seat);
            continue;
        }
        const gg_position *at = gg_match_position_for(p->match, turn.seat);
        gg_action action =
            app_brains_choose(&p->brains, (gg_brain)p->brain[turn.seat], at, turn.seat);
        status = gg_match_act(p->match, turn.seat, action, 0, gg_match_entries(p->match), 0,
                              &verdict, NULL);
    }
    return status;
}

// Back to where there was a choice: what was played because it was the only answer goes with it.
gg_status play_undo(play *p) {
    gg_status status = gg_match_undo(p->match, p->viewer);
    while (status == GG_OK && play_seat(p) == p->viewer &&
           only_answer(p, published_turn(p)) != GG_NO_ACTION &&
           !gg_match_undo_refusal(p->match, p->viewer, p->app->lang))
        status = gg_match_undo(p->match, p->viewer);
    return status;
}

gg_status play_act(play *p, gg_action action, gg_verdict *verdict) {
    uint64_t now = now_ms(), used = now - p->since_ms;
    uint32_t ms = used > UINT32_MAX ? UINT32_MAX : (uint32_t)used;
    if (gg_match_flag(p->match, p->viewer, ms) == GG_OK) return GG_OK; // out of time
    gg_status status =
        gg_match_act(p->match, p->viewer, action, 0, gg_match_entries(p->match), ms, verdict, NULL);
    if (status == GG_OK && !gg_is_draft(p->game, action)) p->since_ms = now;
    return status;
}

const gg_scenario *play_puzzle_or_null(const play *p) {
    const gg_scenario *scenario =
        &p->game->scenarios[gg_match_setup_of(p->match)->request.scenario];
    return scenario->puzzle ? scenario : NULL;
}

int play_graded(const play *p) {
    if (!play_puzzle_or_null(p) || !over(p)) return -1;
    int seat = app_puzzle_seat(p->match);
    return p->brain[seat] == APP_HUMAN ? seat : -1;
}

uint32_t play_legal(play *p) {
    const gg_position *at = play_position(p);
    if (p->viewer >= p->game->seats || play_seat(p) != p->viewer) return 0;
    return gg_legal(p->game, at->table, at->state, p->viewer, p->list);
}

// ------------------------------------------------------------------------------------- completion
static const char *const command_words[] = {"board",  "explain", "help", "hint",   "ledger ",
                                            "legend", "orders ", "quit", "resign", "rules ",
                                            "see ",   "undo",    "units"};
enum { COMMAND_WORDS = sizeof command_words / sizeof command_words[0] };

typedef struct fitting {
    const char *typed;
    size_t length;
    unsigned count;
    char common[256];
    gg_out *list;
    char last[64];
} fitting;

static void fit(fitting *f, const char *text) {
    char word[64];
    if (strncasecmp(text, f->typed, f->length) != 0) return;
    if (f->count++ == 0)
        (void)snprintf(f->common, sizeof f->common, "%s", text);
    else
        for (size_t i = 0; f->common[i]; i++)
            if (f->common[i] != text[i]) f->common[i] = '\0';
    // For the list: the word being typed, once.
    size_t start = f->length;
    while (start > 0 && f->typed[start - 1] != ' ') start--;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(text + start, " "), text + start);
    if (f->list && strcmp(word, f->last) != 0) gg_out_format(f->list, "%s ", word);
    memcpy(f->last, word, sizeof f->last);
}

unsigned play_complete(play *p, const char *typed, char *out, size_t cap, gg_out *list) {
    fitting f = {.typed = typed, .length = strlen(typed), .list = list};
    const gg_position *at = play_position(p);
    char text[256];
    uint32_t n = play_legal(p);
    for (uint32_t i = 0; i < n; i++) {
        (void)gg_notation_into(p->game, at->table, at->state, p->list[i], text, sizeof text);
        fit(&f, text);
    }
    for (unsigned i = 0; i < COMMAND_WORDS && f.length; i++) fit(&f, command_words[i]);
    (void)snprintf(out, cap, "%s", f.count ? f.common : typed);
    return f.count;
}

int cmd_play(app_self *app, const app_args *args) {
    play p;
    int code = APP_YES;
    const gg_game *game = NULL;
    if (args->words && !(game = app_game(app, args->word[0], &code))) return code;
    if (!game && !args->set[O_MATCH]) return app_bad(app, W_PLAY_WHAT);
    if (!play_open(&p, app, game, args, &code)) return code;
    bool screen = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !args->set[O_PLAIN];
    p.bots.hold = screen && !app->json;
    code = app->json ? play_json(&p) : screen ? play_screen(&p) : play_plain(&p);
    play_close(&p);
    return code;
}
