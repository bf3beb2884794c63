// SPDX-License-Identifier: Apache-2.0
// Playing with --json: one object a line out, one action in notation a line in. `turn` tells the
// seat to act everything it may know, `refused` why an action was not done, `error` what was not
// understood, `over` the result. Other words: undo, resign, quit.
#include <string.h>

#include "apps/grognard/grade.h"
#include "apps/grognard/show.h"
#include "play.h"

static bool begin(play *p, app_json *json, const char *type) {
    if (!app_json_begin(p->app, json)) return false;
    gg_json_open(&json->json, NULL, '{');
    gg_json_string(&json->json, "type", type);
    return true;
}

static void end(play *p, app_json *json) {
    gg_json_close(&json->json, '}');
    (void)app_json_end(p->app, json, APP_YES);
    (void)fflush(stdout);
}

typedef struct page {
    const play *p;
    gg_json *json;
} page;

static void json_entry(void *user, const gg_record *record) {
    static gg_events events;
    const page *to = user;
    gg_record_events(record, to->p->viewer, &events);
    for (uint32_t i = 0; i < events.count; i++) {
        gg_json_open(to->json, NULL, '{');
        gg_json_integer(to->json, "entry", record->number);
        gg_json_event_words(to->json, record->after, &events.event[i], false);
        gg_json_close(to->json, '}');
    }
}

static void json_events(play *p, gg_json *json) {
    uint32_t *told = &p->told[p->viewer < p->game->seats ? p->viewer : 0];
    uint32_t last = gg_match_entries(p->match);
    page to = {p, json};
    gg_json_open(json, "events", '[');
    (void)gg_match_recount(p->match, *told, last, json_entry, &to);
    *told = last;
    gg_json_close(json, ']');
}

static bool tell_turn(play *p) {
    const gg_position *at = play_position(p);
    app_json json;
    char text[256];
    uint32_t n = play_legal(p);
    if (!begin(p, &json, "turn")) return false;
    gg_json_string(&json.json, "seat", gg_seat_token(p->game, p->viewer));
    gg_turn turn = p->game->turn(at->table, at->state);
    (void)gg_say_prompt(p->game, turn.node, true, GG_FR, text, sizeof text);
    gg_json_string(&json.json, "prompt_fr", text);
    (void)gg_say_prompt(p->game, turn.node, true, GG_EN, text, sizeof text);
    gg_json_string(&json.json, "prompt_en", text);
    json_events(p, &json.json);
    gg_json_open(&json.json, "legal", '[');
    for (uint32_t i = 0; i < n; i++) {
        (void)gg_notation_into(p->game, at->table, at->state, p->list[i], text, sizeof text);
        gg_json_string(&json.json, NULL, text);
    }
    gg_json_close(&json.json, ']');
    app_show_json(&json.json, at, p->viewer);
    end(p, &json);
    return true;
}

static void tell_error(play *p, const char *fr, const char *en) {
    app_json json;
    if (!begin(p, &json, "error")) return;
    gg_json_string(&json.json, "text_fr", fr);
    gg_json_string(&json.json, "text_en", en);
    end(p, &json);
}

static void act(play *p, const char *line) {
    const gg_position *at = play_position(p);
    gg_action action;
    gg_error error = {0};
    gg_verdict verdict;
    app_json json;
    if (!gg_notation_parse(p->game, at->table, at->state, line, &action, &error)) {
        tell_error(p, error.fr, error.en);
        return;
    }
    if (play_act(p, action, &verdict) != GG_REFUSED) return;
    gg_why why;
    gg_why_ask(p->game, at->table, at->state, p->viewer, action, p->list, &why);
    if (!begin(p, &json, "refused")) return;
    gg_json_why_words(&json.json, at, &why);
    end(p, &json);
}

static void obey(play *p, const char *line) {
    if (strcmp(line, "undo") == 0) {
        const char *fr = gg_match_undo_refusal(p->match, p->viewer, GG_FR);
        if (fr)
            tell_error(p, fr, gg_match_undo_refusal(p->match, p->viewer, GG_EN));
        else
            (void)play_undo(p);
    } else if (strcmp(line, "resign") == 0) {
        (void)gg_match_resign(p->match, p->viewer);
    } else if (*line) {
        act(p, line);
    }
}

static int tell_over(play *p) {
    gg_result result;
    app_json json;
    gg_match_result(p->match, &result);
    if (!begin(p, &json, result.over ? "over" : "left")) return APP_ENVIRONMENT;
    json_events(p, &json.json);
    gg_json_open(&json.json, "half_points", '[');
    for (unsigned i = 0; result.over && i < p->game->seats; i++)
        gg_json_integer(&json.json, NULL, result.half[i]);
    gg_json_close(&json.json, ']');
    gg_json_integer(&json.json, "margin", result.margin);
    int seat = play_graded(p), code = APP_YES;
    if (seat >= 0) code = app_grade_json(p->app, &json.json, "puzzle", p->match, seat);
    end(p, &json);
    return code;
}

int play_json(play *p) {
    int code = APP_YES;
    char line[1024];
    for (;;) {
        gg_status status = play_advance(p);
        if (status != GG_OK) return app_status(p->app, status);
        if (!play_save(p, &code)) return code;
        int seat = play_seat(p);
        if (seat < 0) return tell_over(p);
        p->viewer = seat;
        if (!tell_turn(p)) return APP_ENVIRONMENT;
        if (!fgets(line, sizeof line, stdin)) return tell_over(p);
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "quit") == 0) return tell_over(p);
        obey(p, line);
    }
}
