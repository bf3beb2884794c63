// SPDX-License-Identifier: Apache-2.0
// Scenarios that players write: `grognard scenario copy GAME NAME FILE` writes a shipped one out,
// `grognard scenario check GAME FILE` judges one, and --scenario FILE plays it. Every fault is told
// with its line.
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum { FAULTS_MAX = 64, NAMES_MAX = 512 };

// Judges a file; faults on standard error, or in `fault` when the caller tells them itself.
typedef struct judged {
    gg_fault *fault;
    uint32_t count;
} judged;

static bool judge_file(const app_self *app, const gg_game *game, const char *path, gg_request *out,
                       judged *j, int *code) {
    char *text;
    size_t length;
    memset(j, 0, sizeof *j);
    if (!game->own.judge) {
        *code = app_bad(app, W_SCENARIO_NOT_HERE, game->id);
        return false;
    }
    if (!app_read(app, path, &text, &length, code)) return false;
    j->fault = calloc(FAULTS_MAX, sizeof *j->fault);
    if (!j->fault)
        *code = app_status(app, GG_NO_MEMORY);
    else if (length > GG_SCENARIO_FILE)
        *code = app_bad(app, W_SCENARIO_LONG, path, (int)GG_SCENARIO_FILE);
    else {
        j->count = gg_scenario_read(game, out, text, length, j->fault, FAULTS_MAX);
        *code = j->count ? APP_BAD : APP_YES;
    }
    free(text);
    return j->fault && length <= GG_SCENARIO_FILE;
}

const char *app_scenario_title(const app_self *app, const gg_game *game,
                               const gg_request *request) {
    static char name[GG_SCENARIO_NAME];
    return gg_scenario_name(game, request, app->lang, name);
}

bool app_scenario_read(const app_self *app, const gg_game *game, const char *path, gg_request *out,
                       int *code) {
    judged j;
    bool good = judge_file(app, game, path, out, &j, code) && !j.count;
    for (uint32_t i = 0; i < j.count; i++) app_fault_bad(app, game, path, &j.fault[i]);
    free(j.fault);
    return good;
}

static int check_json(const app_self *app, const gg_game *game, const judged *j, int code) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", game->id);
    gg_json_bool(&json.json, "good", j->count == 0);
    app_faults_json(&json.json, game, j->fault, j->count);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, code);
}

static int check(const app_self *app, const gg_game *game, const char *path) {
    gg_request request;
    char name[GG_SCENARIO_NAME];
    int code = APP_YES;
    judged j;
    gg_request_standard(game, &request);
    bool judged_it = judge_file(app, game, path, &request, &j, &code);
    if (judged_it && app->json) code = check_json(app, game, &j, code);
    for (uint32_t i = 0; judged_it && !app->json && i < j.count; i++)
        app_fault_bad(app, game, path, &j.fault[i]);
    if (judged_it && !app->json && !j.count)
        app_say(app, W_SCENARIO_GOOD, path, gg_scenario_name(game, &request, app->lang, name));
    free(j.fault);
    return code;
}

static int copy(const app_self *app, const gg_game *game, const app_args *args) {
    const char *token = args->word[2], *path = args->word[3];
    char text[GG_SCENARIO_FILE], known[NAMES_MAX];
    gg_out names, out;
    int found = -1, code = APP_YES;
    if (!game->own.judge) return app_bad(app, W_SCENARIO_NOT_HERE, game->id);
    gg_out_init(&names, known, sizeof known);
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        if (!gg_scenario_offered(game, i)) continue;
        gg_out_format(&names, "%s%s", names.length ? ", " : "", game->scenarios[i].token);
        if (strcmp(game->scenarios[i].token, token) == 0) found = (int)i;
    }
    if (found < 0) return app_bad(app, W_NO_SCENARIO, token, known);
    if (!args->set[O_FORCE] && app_exists(path)) return app_bad(app, W_EXISTS, path);
    gg_out_init(&out, text, sizeof text);
    gg_out_format(&out, app_word_of(app, W_SCENARIO_HEAD), game->id, game->id);
    size_t head = out.length;
    head += gg_scenario_copy(game, (unsigned)found, text + head, sizeof text - head);
    if (!app_write(app, path, text, head, &code)) return code;
    app_say(app, W_SCENARIO_COPIED, path, game->id, path);
    return APP_YES;
}

int cmd_scenario(app_self *app, const app_args *args) {
    bool copies = strcmp(args->word[0], "copy") == 0;
    int code = APP_YES;
    if (args->words != (copies ? 4 : 3) || (!copies && strcmp(args->word[0], "check") != 0))
        return app_bad(app, W_SCENARIO_FORM);
    const gg_game *game = app_game(app, args->word[1], &code);
    if (!game) return code;
    return copies ? copy(app, game, args) : check(app, game, args->word[2]);
}
