// SPDX-License-Identifier: Apache-2.0
// `grognard study`: many games of one order, and what they tell.
#include "study.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "apps/grognard/brains.h"
#include "base/hash.h"
#include "compare.h"
#include "host/ranks/ranks.h"

static uint64_t lists_hash(const gg_request *request) {
    uint64_t hash = GG_HASH_PHI;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) {
        hash = gg_fold(hash, request->list[i].size);
        for (unsigned k = 0; k < request->list[i].size; k++)
            hash = gg_fold(hash, request->list[i].byte[k]);
    }
    return hash;
}

static uint64_t text_hash(const char *text) {
    uint64_t hash = GG_HASH_PHI;
    while (*text) hash = gg_fold(hash, (uint8_t)*text++);
    return hash;
}

// The word of a seat in what was asked for, which may be one of two names of a level; NULL: none.
static const char *word_at(const char *words, unsigned seat) {
    while (words && seat--) {
        words = strchr(words, ',');
        if (words) words++;
    }
    return words;
}

void study_player(const study *s, unsigned seat, char *out, size_t cap) {
    char clean[1024], cut[256];
    if (!s->bots.command[seat]) {
        const char *asked = word_at(s->args->text[O_SEATS], seat);
        if (!asked) asked = app_brain_word(s->brain[seat]);
        (void)snprintf(out, cap, "%.*s", (int)strcspn(asked, ","), asked);
        return;
    }
    (void)snprintf(cut, sizeof cut, "%s", s->bots.command[seat]);
    (void)app_clean_into(cut, clean, sizeof clean);
    for (char *at = clean; *at; at++)
        if (*at == '\n' || *at == '\t') *at = ' ';
    (void)snprintf(out, cap, "bot:%s", clean);
}

void study_words(const study *s, char out[STUDY_WORDS_MAX]) {
    const gg_selfplay_order *order = &s->order;
    const gg_game *game = order->game;
    gg_out text;
    gg_out_init(&text, out, STUDY_WORDS_MAX);
    gg_out_format(&text, "game %s\nrules %u\nscenario %s\n", game->id, (unsigned)game->version,
                  game->scenarios[order->request.scenario].token);
    if (order->request.own.size)
        gg_out_format(&text, "own %016llx\n",
                      (unsigned long long)text_hash(order->request.own.text));
    for (unsigned i = 0; order->fixed && i < game->n_options; i++)
        gg_out_format(&text, "option %s %d\n", game->options[i].token, order->request.option[i]);
    gg_out_format(&text, "lists %016llx\nseats", (unsigned long long)lists_hash(&order->request));
    for (unsigned i = 0; i < game->seats; i++)
        gg_out_format(&text, "%c%s", i ? ',' : ' ', app_brain_word(s->brain[i]));
    for (unsigned i = 0; i < game->seats; i++) {
        char player[200];
        if (!s->bots.command[i]) continue;
        study_player(s, i, player, sizeof player);
        gg_out_format(&text, "\n%s %s %016llx", gg_seat_token(game, (int)i), player,
                      (unsigned long long)text_hash(s->bots.command[i]));
    }
    if (order->budget.nodes || order->budget.ms) // as it was where none is given
        gg_out_format(&text, "\nnodes %llu\nms %u", (unsigned long long)order->budget.nodes,
                      order->budget.ms);
    for (unsigned i = 0; i < game->seats; i++)
        if (order->own[i].nodes || order->own[i].ms)
            gg_out_format(&text, "\n%s nodes %llu ms %u", gg_seat_token(game, (int)i),
                          (unsigned long long)order->own[i].nodes, order->own[i].ms);
    gg_out_format(&text, "\nseed %llu\ngames %u\n%s\n", (unsigned long long)order->seed,
                  order->games, order->undigested ? "" : "hash\n");
}

static unsigned cores(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > STUDY_THREADS_MAX ? STUDY_THREADS_MAX : (unsigned)count;
}

bool study_prepare(study *s, const app_args *args, const char *name, uint32_t games, int *code) {
    int rank;
    const gg_game *game = app_game(s->app, name, code);
    if (!game) return false;
    gg_selfplay_standard(game, &s->order);
    if (!app_request(s->app, game, args, &s->order.request, code)) return false;
    s->order.fixed = app_options_given(args);
    if (!app_bots_parse(s->app, game, args->text[O_SEATS], false, s->brain, &s->bots, code))
        return false;
    s->args = args;
    s->order.budget = app_budget(args);
    s->order.undigested = !args->set[O_HASH];
    s->order.now_ns = app_worked_ns;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) s->order.brain[i] = (gg_brain)s->brain[i];
    s->order.games = args->set[O_GAMES] ? (uint32_t)args->number[O_GAMES] : games;
    if (args->set[O_SEED]) s->order.seed = (uint64_t)args->number[O_SEED];
    // Under mpirun a rank is a core, unless somebody says otherwise.
    s->threads = args->set[O_THREADS]    ? (unsigned)args->number[O_THREADS]
                 : ranks_expected(&rank) ? 1
                                         : cores();
    if (s->order.games > STUDY_GAMES_MAX) {
        *code = app_bad(s->app, W_STUDY_TOO_MANY, STUDY_GAMES_MAX);
        return false;
    }
    return true;
}

int study_trouble(const study *s, const char *checkpoint) {
    if (s->status == GG_REFUSED) return app_request_refused(s->app, s->order.game, &s->verdict);
    if (s->status != GG_OK) return app_status(s->app, s->status);
    if (s->write_error)
        return app_environment(s->app, W_CANNOT_OPEN, checkpoint, strerror(s->write_error));
    return APP_YES;
}

static int report(const study *s, const app_args *args) {
    static study_summary sum;
    const study *const studies[] = {s};
    const study_summary *const sums[] = {&sum};
    int code = APP_YES;
    if (!study_sum_up(s, &sum)) return app_status(s->app, GG_NO_MEMORY);
    if (args->set[O_CSV] && !study_report_csv(s, args->text[O_CSV], &code)) return code;
    if (args->set[O_HTML] && !study_report_html(studies, sums, 1, args->text[O_HTML], &code))
        return code;
    code = s->app->json ? study_report_json(s, &sum) : study_report_text(s, &sum);
    if (code != APP_YES || s->played == s->order.games) return code;
    if (args->set[O_CHECKPOINT])
        return app_environment(s->app, W_STUDY_GO_ON, s->played, s->order.games);
    return app_environment(s->app, W_STUDY_STOPPED, s->played, s->order.games);
}

int cmd_study(app_self *app, const app_args *args) {
    study s = {.app = app};
    int code = APP_YES;
    bool compares = strcmp(args->word[0], "compare") == 0;
    if (args->words != (compares ? 4 : 1)) return app_bad(app, W_STUDY_WORDS);
    int rank;
    if (compares && ranks_expected(&rank)) return app_bad(app, W_STUDY_RANKS_COMPARE);
    if (compares) return study_compare(app, args);
    if (args->set[O_MARGIN]) return app_bad(app, W_STUDY_WORDS);
    bool helps = ranks_expected(&rank) && rank > 0; // the checkpoint is rank 0's
    bool good = study_prepare(&s, args, args->word[0], 100, &code) && study_open(&s, &code) &&
                (!args->set[O_CHECKPOINT] || helps ||
                 study_keep_open(&s, args->text[O_CHECKPOINT], &code)) &&
                study_ranks_open(&s, &code);
    if (good) {
        study_play(&s);
        code = study_trouble(&s, args->text[O_CHECKPOINT]);
        if (code == APP_YES && study_ranks_other(&s)) code = app_bad(app, W_STUDY_RANK_OTHER);
        if (code == APP_YES && !helps) code = report(&s, args);
        (void)fflush(stdout); // before the ranks part: what mpirun says then is not ours
    }
    study_close(&s);
    return code;
}
