// SPDX-License-Identifier: Apache-2.0
// `grognard luck FILE.gg`: what chance gave each side of a match that is over, event by event.
#include <stdlib.h>
#include <string.h>

#include "grade.h"
#include "grognard/luck.h"
#include "matchfile.h"
#include "show.h"

enum { SHOWN = 12 };

typedef struct report {
    const app_self *app;
    const gg_match *match;
    const gg_game *game;
    gg_luck_event *event;
    gg_luck_sum sum[GG_SEATS_MAX];
    uint32_t count, skipped;
} report;

static double size_of(const report *r, const gg_luck_event *event) {
    double most = 0;
    for (int seat = 0; seat < r->game->seats; seat++) {
        double gain = event->gain[seat] < 0 ? -event->gain[seat] : event->gain[seat];
        if (gain > most) most = gain;
    }
    return most;
}

// ------------------------------------------------------------------------------------------ text
static void say_sums(const report *r) {
    char percent[32];
    for (int seat = 0; seat < r->game->seats; seat++) {
        const gg_luck_sum *sum = &r->sum[seat];
        app_percent_into(r->app, 100 * sum->percentile, percent, sizeof percent);
        app_say(r->app, W_LUCK_SEAT, app_seat_word(r->app, r->game, seat),
                app_signed(r->app, sum->gain / 100, 2).text,
                app_decimal(r->app, sum->spread / 100, 2).text, percent);
    }
}

static void say_event(const report *r, const gg_luck_event *event) {
    char text[256];
    (void)gg_say_prompt(r->game, event->node, false, r->app->lang, text, sizeof text);
    app_text("  @%-6u", event->entry);
    for (int seat = 0; seat < r->game->seats; seat++)
        app_text("%s %s %s", seat ? "," : "", app_seat_word(r->app, r->game, seat),
                 app_signed(r->app, event->gain[seat] / 100, 2).text);
    app_text("  %s\n", text);
}

// The events that mattered most, in the order of the match.
static int say(const report *r) {
    double least = 0;
    app_say(r->app, W_LUCK_HEAD, r->count);
    say_sums(r);
    if (r->skipped) app_say(r->app, W_LUCK_SKIPPED, r->skipped);
    for (uint32_t shown = r->count + 1; shown > SHOWN;) { // raises the bar until few are above it
        double next = 0;
        shown = 0;
        for (uint32_t i = 0; i < r->count; i++) {
            double size = size_of(r, &r->event[i]);
            if (size <= least) continue;
            shown++;
            if (next == 0 || size < next) next = size;
        }
        if (shown > SHOWN) least = next;
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (size_of(r, &r->event[i]) > least) say_event(r, &r->event[i]);
    return APP_YES;
}

// ------------------------------------------------------------------------------------------ JSON
static void json_seats(gg_json *json, const report *r) {
    gg_json_open(json, "seats", '[');
    for (int seat = 0; seat < r->game->seats; seat++) {
        const gg_luck_sum *sum = &r->sum[seat];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "seat", gg_seat_token(r->game, seat));
        gg_json_number(json, "luck", sum->gain / 100);
        gg_json_number(json, "spread", sum->spread / 100);
        gg_json_number(json, "percentile", sum->percentile);
        gg_json_integer(json, "best", sum->best);
        gg_json_integer(json, "worst", sum->worst);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_event(gg_json *json, const report *r, const gg_luck_event *event) {
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "entry", event->entry);
    gg_json_string(json, "node", r->game->nodes[event->node].token);
    gg_json_integer(json, "outcomes", event->outcomes);
    gg_json_open(json, "luck", '[');
    for (int seat = 0; seat < r->game->seats; seat++)
        gg_json_number(json, NULL, event->gain[seat] / 100);
    gg_json_close(json, ']');
    gg_json_open(json, "percentile", '[');
    for (int seat = 0; seat < r->game->seats; seat++)
        gg_json_number(json, NULL, event->likeness[seat]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static int tell(const report *r) {
    app_json json;
    if (!r->app->json) return say(r);
    if (!app_json_begin(r->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", r->game->id);
    gg_json_integer(&json.json, "skipped", r->skipped);
    json_seats(&json.json, r);
    gg_json_open(&json.json, "events", '[');
    for (uint32_t i = 0; i < r->count; i++) json_event(&json.json, r, &r->event[i]);
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(r->app, &json, APP_YES);
}

// --------------------------------------------------------------------------------------- reading
static int reckon(report *r) {
    const gg_luck_wish wish = {0};
    gg_odds *odds = NULL;
    gg_status status = gg_odds_open(&odds, r->game, 0);
    r->event = malloc(GG_LUCK_MAX * sizeof *r->event);
    if (!r->event) status = GG_NO_MEMORY;
    if (status == GG_OK)
        status = gg_luck_match(odds, r->match, &wish, r->event, &r->count, r->sum, &r->skipped);
    int code = status == GG_OK ? tell(r) : app_status(r->app, status);
    free(r->event);
    gg_odds_close(odds);
    return code;
}

int cmd_luck(app_self *app, const app_args *args) {
    gg_match *match;
    int code = APP_YES;
    if (!app_match_read_over(app, args->word[0], &match, &code)) return code;
    report r = {.app = app, .match = match, .game = gg_match_setup_of(match)->game};
    code = reckon(&r);
    gg_match_close(match);
    return code;
}
