// SPDX-License-Identifier: Apache-2.0
// One line beside a ledger: the chance of what matters first about an action, from what its seat
// knows; and one in the log afterwards: what the chance had been. Quick, or not at all: within a
// server's limits.
#include "chance.h"

#include "grade.h"
#include "grognard/past.h"

static void say(const app_self *app, const gg_position *at, const gg_odds_answer *answer,
                gg_out *out) {
    char low[32], high[32], text[256];
    app_percent_into(app, 100 * answer->low, low, sizeof low);
    app_percent_into(app, 100 * answer->high, high, sizeof high);
    (void)gg_say_headline(at, &answer->headline, answer->more, app->lang, text, sizeof text);
    gg_out_format(out, app_word_of(app, W_CHANCE_LINE), low);
    if (answer->high - answer->low >= 0.005) gg_out_format(out, " – %s", high);
    gg_out_format(out, "  %s", text);
}

bool app_chance_line(const app_self *app, const gg_position *at, int seat, gg_action action,
                     gg_out *out) {
    gg_odds *odds = NULL;
    gg_plan plan = {.steps = 1, .step = {action}};
    gg_odds_wish wish = {.states = GG_ODDS_STATES_SERVER, .plain = 1, .insensitive = 1};
    const gg_odds_answer *answer;
    gg_verdict verdict;
    if (gg_odds_open(&odds, at->game, GG_ODDS_MEGABYTES_SERVER) != GG_OK) return false;
    gg_status status = gg_odds_ask(odds, at, seat, &plan, &wish, &answer, &verdict);
    bool tells = status == GG_OK && answer->headline.label && answer->high < 1;
    if (tells) say(app, at, answer, out);
    gg_odds_close(odds);
    return tells;
}

static bool say_past(const app_self *app, const gg_past *past, int viewer, gg_out *out) {
    gg_odds *odds = NULL;
    gg_past_answer answer;
    char share[32], better[32], worse[32];
    if (gg_odds_open(&odds, past->before.game, GG_ODDS_MEGABYTES_SERVER) != GG_OK) return false;
    gg_status status = gg_past_reckon(odds, past, viewer, false, GG_ODDS_STATES_SERVER, &answer);
    bool tells = status == GG_OK && answer.foreseen && answer.share < 1;
    if (tells) {
        app_percent_into(app, 100 * answer.share, share, sizeof share);
        app_percent_into(app, 100 * answer.better, better, sizeof better);
        app_percent_into(app, 100 * answer.worse, worse, sizeof worse);
        gg_out_format(out, app_word_of(app, W_WAS_LINE), share, better, worse);
    }
    gg_odds_close(odds);
    return tells;
}

bool app_was_line(const app_self *app, const gg_match *match, uint32_t number, int viewer,
                  gg_out *out) {
    gg_past past;
    if (gg_past_find(match, number, gg_match_entries(match), &past) != GG_OK) return false;
    bool tells = past.seat == viewer && past.last == number && past.thrown.game &&
                 say_past(app, &past, viewer, out);
    gg_past_close(&past);
    return tells;
}
