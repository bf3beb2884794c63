// SPDX-License-Identifier: Apache-2.0
// `grognard test`: runs .play files.
#include <stdlib.h>

#include "app.h"

typedef struct run {
    const app_self *app;
    const char *file;
    gg_play_tally total;
    app_json json;
    bool bad_input;
} run;

static void tell(void *user, const gg_play_result *result) {
    run *r = user;
    if (result->status == GG_OK) return;
    if (result->status == GG_BAD_INPUT) r->bad_input = true;
    if (!r->app->json) {
        app_text(
            "%s:%u: %s  (%s)\n", r->file, result->error.line ? result->error.line : result->line,
            app_pick(r->app, result->error.fr, result->error.en), result->head ? result->head : "");
        return;
    }
    gg_json_open(&r->json.json, NULL, '{');
    gg_json_string(&r->json.json, "file", r->file);
    gg_json_integer(&r->json.json, "line", result->error.line ? result->error.line : result->line);
    gg_json_string(&r->json.json, "block", result->head ? result->head : "");
    gg_json_string(&r->json.json, "text_fr", result->error.fr);
    gg_json_string(&r->json.json, "text_en", result->error.en);
    gg_json_close(&r->json.json, '}');
}

static gg_status run_text(run *r, const char *text, size_t length) {
    gg_play_tally tally = {0};
    gg_status status = gg_play_run(r->file, text, length, NULL, tell, r, &tally);
    r->total.passed += tally.passed;
    r->total.failed += tally.failed;
    return status == GG_REFUSED || status == GG_BAD_INPUT ? GG_OK : status;
}

static int finish(run *r) {
    int code = r->bad_input ? APP_BAD : r->total.failed ? APP_NO : APP_YES;
    if (!r->app->json) {
        app_text("%u passed, %u failed\n", r->total.passed, r->total.failed);
        return code;
    }
    gg_json_close(&r->json.json, ']');
    gg_json_integer(&r->json.json, "passed", r->total.passed);
    gg_json_integer(&r->json.json, "failed", r->total.failed);
    gg_json_close(&r->json.json, '}');
    return app_json_end(r->app, &r->json, code);
}

int cmd_test(app_self *app, const app_args *args) {
    run r = {.app = app};
    int code = APP_YES;
    if (app->json && !app_json_begin(app, &r.json)) return APP_ENVIRONMENT;
    if (app->json) {
        gg_json_open(&r.json.json, NULL, '{');
        gg_json_open(&r.json.json, "failures", '[');
    }
    for (int i = 0; i < args->words && code == APP_YES; i++) {
        char *text;
        size_t length;
        r.file = args->word[i];
        if (!app_read(app, r.file, &text, &length, &code)) break;
        gg_status status = run_text(&r, text, length);
        if (status != GG_OK) code = app_status(app, status);
        free(text);
        app_progress(app, W_WORK_TEST, (uint64_t)i + 1, (uint64_t)args->words);
    }
    app_progress_end(app);
    if (code == APP_YES) return finish(&r);
    if (app->json) free(r.json.out.at);
    return code;
}
