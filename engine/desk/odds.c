// SPDX-License-Identifier: Apache-2.0
// Odds for a bot: those of its own seat at the table, of whoever is to act in a world. The engine
// deals anew what that seat cannot know, so the answer at the table tells nothing of the truth.
#include "desk.h"

// A bot asks often: it is answered within a server's limits, and a long answer gives bounds.
enum { MEGABYTES = GG_ODDS_MEGABYTES_SERVER, STATES = GG_ODDS_STATES_SERVER };

static desk_error read_plan(gg_desk *d, const gg_position *at, char *text, gg_plan *plan) {
    desk_error error = DESK_no_action;
    for (plan->steps = 0; !plan->steps || *text; plan->steps++) {
        if (plan->steps == GG_PLAN_STEPS) return DESK_too_many_words;
        if (!desk_next_action(d, at, &text, &plan->step[plan->steps], &error)) return error;
    }
    return DESK_FINE;
}

desk_error desk_odds(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    gg_turn turn = d->game->turn(at.table, at.state);
    int seat = order->world_or_null ? turn.seat : d->seat;
    gg_odds_wish wish = {.states = STATES};
    const gg_odds_answer *answer;
    gg_plan plan;
    gg_json json;
    if (turn.seat == GG_OVER || (!order->world_or_null && desk_match_over(d))) return DESK_over;
    if (turn.seat != seat) return DESK_not_your_turn;
    if (seat >= d->game->seats) return DESK_chance_decides;
    desk_error error = read_plan(d, &at, order->rest, &plan);
    if (error != DESK_FINE) return error;
    if (!d->odds && gg_odds_open(&d->odds, d->game, MEGABYTES) != GG_OK) return DESK_no_odds;
    gg_status status = gg_odds_ask(d->odds, &at, seat, &plan, &wish, &answer, &d->verdict);
    if (status == GG_REFUSED) return DESK_bad_action; // the verdict says it
    d->verdict = (gg_verdict){0};
    if (status != GG_OK) return DESK_no_odds;
    gg_json_init(&json, out);
    gg_json_open(&json, NULL, '{');
    gg_json_odds(&json, &at, answer, d->lang);
    gg_json_close(&json, '}');
    return DESK_FINE;
}
