// SPDX-License-Identifier: Apache-2.0
// The review of a finished match in words and as JSON. Everything lies open then: moments are told
// as the umpire saw them.
#include <stdlib.h>
#include <string.h>

#include "grognard/coach.h"

enum { MOMENT_TEXT = 1024, LINES_TOLD = 4, MILLION = 1000000 };

const char *const gg_moment_token[] = {"decision", "slip", "luck"};

gg_moment_kind gg_moment_kind_of(const gg_moment *moment) {
    int32_t change = moment->after - moment->before, skill = change - moment->luck;
    if (moment->seat == GG_CHANCE || 2 * abs(moment->luck) > abs(change)) return GG_MOMENT_LUCK;
    return (moment->seat == 0) == (skill > 0) ? GG_MOMENT_DECISION : GG_MOMENT_SLIP;
}

// ------------------------------------------------------------------------------------ in words
static void say_deed(const gg_match *match, const gg_moment *moment, const gg_position *at,
                     gg_lang lang, gg_out *out) {
    const gg_entry *entry = gg_match_entry(match, moment->first);
    gg_turn turn = at->game->turn(at->table, at->state);
    char text[MOMENT_TEXT];
    gg_plan plan = {.steps = entry->steps < GG_PLAN_STEPS ? entry->steps : GG_PLAN_STEPS};
    memcpy(plan.step, gg_match_actions(match, entry), plan.steps * sizeof *plan.step);
    if (moment->seat == GG_CHANCE)
        (void)gg_say_prompt(at->game, turn.node, false, lang, text, sizeof text);
    else
        (void)gg_say_plan(at, GG_UMPIRE, &plan, lang, text, sizeof text);
    gg_out_text(out, text);
}

static void say_changes(const gg_position *from, const gg_position *to, gg_lang lang, gg_out *out) {
    gg_effects changed = {0};
    char text[256];
    if (!from->game->show.outcome) return;
    from->game->show.outcome(from->table, from->state, to->state, GG_UMPIRE, &changed);
    for (uint32_t i = 0; i < changed.count && i < LINES_TOLD; i++) {
        (void)gg_say_effect(from, &changed.line[i], lang, text, sizeof text);
        gg_out_format(out, "%s%s", i ? ", " : " → ", text);
    }
}

size_t gg_say_moment(const gg_match *match, const gg_moment *moment, gg_lang lang, char *out,
                     size_t cap) {
    gg_position from = {0}, to = {0};
    gg_out text;
    uint32_t before = gg_match_entry(match, moment->first)->before;
    gg_out_init(&text, out, cap);
    *out = 0;
    if (gg_match_at(match, before, &from) == GG_OK &&
        gg_match_at(match, moment->last, &to) == GG_OK) {
        say_deed(match, moment, &from, lang, &text);
        say_changes(&from, &to, lang, &text);
    }
    if (from.game) gg_position_close(&from);
    if (to.game) gg_position_close(&to);
    return text.length;
}

// ------------------------------------------------------------------------------------------- JSON
static int64_t millionths(int32_t of_sure) {
    int64_t twice = 2 * (int64_t)of_sure * MILLION / GG_SURE;
    return (twice + (twice < 0 ? -1 : 1)) / 2;
}

static void json_seats(gg_json *json, const gg_game *game, const gg_review *review) {
    gg_json_open(json, "seats", '[');
    for (int seat = 0; seat < game->seats; seat++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "seat", gg_seat_token(game, seat));
        gg_json_integer(json, "luck", millionths(seat ? -review->luck : review->luck));
        gg_json_integer(json, "skill", millionths(review->skill[seat]));
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// Entry, chance of the first seat after it, and what it would be without all luck so far.
static void json_curve(gg_json *json, const gg_review *review, const gg_review_point *point) {
    int32_t luck = 0;
    gg_json_open(json, "curve", '[');
    for (uint32_t i = 0; i < review->points; i++) {
        luck += point[i].luck;
        if (!point[i].rest) continue;
        int32_t even = point[i].chance - luck;
        even = even < 0 ? 0 : even > GG_SURE ? GG_SURE : even;
        gg_json_open(json, NULL, '[');
        gg_json_integer(json, NULL, point[i].entry);
        gg_json_integer(json, NULL, millionths(point[i].chance));
        gg_json_integer(json, NULL, millionths(even));
        gg_json_close(json, ']');
    }
    gg_json_close(json, ']');
}

static void json_moment(gg_json *json, const gg_match *match, const gg_moment *moment) {
    const gg_game *game = gg_match_setup_of(match)->game;
    char text[MOMENT_TEXT];
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "first", moment->first);
    gg_json_integer(json, "last", moment->last);
    gg_json_string(json, "seat",
                   moment->seat == GG_CHANCE ? NULL : gg_seat_token(game, moment->seat));
    gg_json_string(json, "kind", gg_moment_token[gg_moment_kind_of(moment)]);
    gg_json_integer(json, "before", millionths(moment->before));
    gg_json_integer(json, "after", millionths(moment->after));
    gg_json_integer(json, "luck", millionths(moment->luck));
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_moment(match, moment, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
    gg_json_close(json, '}');
}

void gg_json_review(gg_json *json, const gg_match *match, const gg_review *review,
                    const gg_review_point *point) {
    gg_json_integer(json, "start", millionths(review->start));
    gg_json_integer(json, "end", millionths(review->end));
    gg_json_integer(json, "residue", millionths(review->residue));
    gg_json_integer(json, "rough", review->rough);
    json_seats(json, gg_match_setup_of(match)->game, review);
    json_curve(json, review, point);
    gg_json_open(json, "moments", '[');
    for (uint32_t i = 0; i < review->moments; i++) json_moment(json, match, &review->moment[i]);
    gg_json_close(json, ']');
}
