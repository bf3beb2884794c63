// SPDX-License-Identifier: Apache-2.0
// The coach in words: a plan by buttons and names, what it leads to by the sentences of outcomes.
// What the reader does not see is called by its domain's word for hidden things.
#include <stdlib.h>
#include <string.h>

#include "grognard/coach.h"

enum { PLAN_TEXT = 1024, LINES_TOLD = 4, ROW_TOLD = 5, MILLION = 1000000 };

// ---------------------------------------------------------------------------------------- a plan
typedef struct teller {
    const gg_position *at;
    const gg_view *view; // of the reader; NULL: he knows every piece of it
    gg_lang lang;
    gg_out *out;
} teller;

static bool sees(const gg_view *view, unsigned handle) {
    for (unsigned i = 0; i < view->pieces; i++)
        if (view->piece[i].handle == handle) return true;
    return false;
}

static void say_operand(const teller *k, unsigned domain, unsigned value) {
    const gg_domain *about = &k->at->game->domains[domain];
    char text[256];
    if (k->view && about->kind == GG_K_PIECE && !sees(k->view, value)) {
        gg_out_text(k->out, k->lang == GG_FR ? about->unseen.fr : about->unseen.en);
        return;
    }
    (void)gg_name_into(k->at->game, k->at->table, k->at->state, domain, value, (gg_form)k->lang,
                       text, sizeof text);
    gg_out_text(k->out, text);
}

// "attack: 1506, 5DP 13", and behind it "; 1507, 5DP 15" where there are several of several parts.
static void say_operands(const teller *k, gg_action action, bool goes_on) {
    const gg_verb *verb = &k->at->game->verbs[gg_verb_of(action)];
    bool fr = k->lang == GG_FR, several = verb->domain[1] != GG_D_NONE;
    const char *apart = fr ? " ; " : "; ";
    for (unsigned i = 0; i < GG_OPERANDS && verb->domain[i] != GG_D_NONE; i++) {
        if (k->at->game->domains[verb->domain[i]].count == 1) return; // the verb says it all
        bool y = k->at->game->domains[verb->domain[i]].kind == GG_K_Y;
        gg_out_text(k->out, i ? (y && fr ? apart : ", ") // 11,2 ; 33,7: commas are in the numbers
                            : !goes_on ? (fr ? " : " : ": ")
                            : several  ? apart
                                       : ", ");
        say_operand(k, verb->domain[i], gg_operand(action, i));
    }
}

// One of several places in a row that are gone through: only the last is told.
static bool passes(const gg_game *game, gg_action action, gg_action next) {
    const gg_verb *verb = &game->verbs[gg_verb_of(action)];
    unsigned kind = game->domains[verb->domain[0]].kind;
    bool place = (kind == GG_K_CELL && verb->domain[1] == GG_D_NONE) || kind == GG_K_X;
    return place && gg_verb_of(action) == gg_verb_of(next);
}

// What only closes a compound goes without saying.
static bool closes(const gg_game *game, const gg_plan *plan, uint32_t i) {
    const gg_verb *verb = &game->verbs[gg_verb_of(plan->step[i])];
    return i > 0 && verb->flags & GG_V_DONE && verb->domain[0] == GG_D_NONE;
}

static void say_steps(const teller *k, const gg_plan *plan) {
    const gg_game *game = k->at->game;
    unsigned last = 0, row = 0; // the verb told last, and one; how often in a row
    for (uint32_t i = 0; i < plan->steps; i++) {
        unsigned verb = gg_verb_of(plan->step[i]);
        if (closes(game, plan, i)) continue;
        if (i + 1 < plan->steps && passes(game, plan->step[i], plan->step[i + 1])) continue;
        bool goes_on = last == verb + 1 && game->verbs[verb].domain[0] != GG_D_NONE;
        row = goes_on ? row + 1 : 1;
        if (row > ROW_TOLD) {
            if (row == ROW_TOLD + 1) gg_out_text(k->out, "…");
            continue;
        }
        if (!goes_on)
            gg_out_format(k->out, "%s%s", last ? " · " : "",
                          k->lang == GG_FR ? game->verbs[verb].fr : game->verbs[verb].en);
        say_operands(k, plan->step[i], goes_on);
        last = verb + 1;
    }
}

size_t gg_say_plan(const gg_position *at, int reader, const gg_plan *plan, gg_lang lang, char *out,
                   size_t cap) {
    char raw[PLAN_TEXT];
    gg_out text, typeset;
    gg_view *view = NULL;
    if (reader != GG_UMPIRE && (view = malloc(sizeof *view)))
        gg_view_into(at->game, at->table, at->state, reader, view);
    gg_out_init(&text, raw, sizeof raw);
    raw[0] = 0;
    if (view || reader == GG_UMPIRE) say_steps(&(teller){at, view, lang, &text}, plan);
    free(view);
    gg_out_init(&typeset, out, cap);
    gg_typeset(&typeset, raw, lang);
    return typeset.length;
}

size_t gg_say_hint_plan(const gg_position *at, const gg_hint *hint, gg_lang lang, char *out,
                        size_t cap) {
    char text[PLAN_TEXT];
    gg_out said;
    if (!hint->own.steps) return gg_say_plan(at, GG_UMPIRE, &hint->advice.plan, lang, out, cap);
    (void)gg_say_plan(at, GG_UMPIRE, &hint->own, lang, text, sizeof text);
    gg_out_init(&said, out, cap);
    gg_out_format(&said, "%s%s", text,
                  lang == GG_FR ? " · le reste comme dans les autres plans"
                                : " · the rest as in the other plans");
    return said.length;
}

// -------------------------------------------------------------------------------- what it leads to
static void say_percent(gg_out *out, double share, gg_lang lang) {
    int percent = (int)(100 * share + 0.5);
    if (percent == 0 && share > 0)
        gg_out_text(out, lang == GG_FR ? "moins de 1 %" : "less than 1%");
    else if (percent == 100 && share < 1)
        gg_out_text(out, lang == GG_FR ? "plus de 99 %" : "more than 99%");
    else
        gg_out_format(out, lang == GG_FR ? "%d %%" : "%d%%", percent);
}

// Lines of one kind (gg_effect.good), or all of them when `good` is 2; how many.
static uint32_t say_effects(const gg_position *at, const gg_effects *effects, int good,
                            gg_lang lang, gg_out *out) {
    char text[256];
    uint32_t told = 0;
    for (uint32_t i = 0; i < effects->count && told < LINES_TOLD; i++) {
        if (good != 2 && effects->line[i].good != good) continue;
        (void)gg_say_effect(at, &effects->line[i], lang, text, sizeof text);
        gg_out_format(out, "%s%s", told++ ? ", " : "", text);
    }
    return told;
}

size_t gg_say_hint(const gg_position *at, const gg_hint *hint, gg_lang lang, char *out,
                   size_t cap) {
    char raw[PLAN_TEXT], text[256];
    gg_out said, typeset;
    bool fr = lang == GG_FR, sure = hint->share >= 1 && hint->likeliest.count;
    gg_out_init(&said, raw, sizeof raw);
    raw[0] = 0;
    if (hint->headline.label && !sure) {
        (void)gg_say_headline(at, &hint->headline, hint->more, lang, text, sizeof text);
        gg_out_format(&said, fr ? "%s : " : "%s: ", text);
        say_percent(&said, (hint->low + hint->high) / 2, lang);
        gg_out_text(&said, ". ");
    }
    if (hint->likeliest.count) {
        if (!sure) gg_out_text(&said, fr ? "Le plus souvent : " : "Most often: ");
        (void)say_effects(at, &hint->likeliest, 2, lang, &said);
        if (!sure) {
            gg_out_text(&said, " (");
            say_percent(&said, hint->share, lang);
            gg_out_text(&said, ")");
        }
        gg_out_text(&said, ".");
    }
    if (said.length && raw[said.length - 1] == ' ') raw[said.length - 1] = 0;
    gg_out_init(&typeset, out, cap);
    gg_typeset(&typeset, raw, lang);
    return typeset.length;
}

// -------------------------------------------------------------------------- the other's last move
static void say_chances(const gg_deed *deed, gg_lang lang, gg_out *out) {
    int before = (int)((100 * (int64_t)deed->before + GG_SURE / 2) / GG_SURE);
    int after = (int)((100 * (int64_t)deed->after + GG_SURE / 2) / GG_SURE);
    if (before == after)
        gg_out_format(out,
                      lang == GG_FR ? "Vos chances de gagner restent à %d %% environ."
                                    : "Your chance to win stays at about %d%%.",
                      after);
    else
        gg_out_format(out,
                      lang == GG_FR ? "Vos chances de gagner passent de %d %% à %d %% environ."
                                    : "Your chance to win goes from about %d%% to %d%%.",
                      before, after);
}

static void say_balance(const gg_position *at, const gg_deed *deed, gg_lang lang, gg_out *out) {
    bool fr = lang == GG_FR;
    char gained[512], paid[512];
    gg_out one, two;
    gg_out_init(&one, gained, sizeof gained);
    gg_out_init(&two, paid, sizeof paid);
    uint32_t gains = say_effects(at, &deed->changed, -1, lang, &one);
    uint32_t costs = say_effects(at, &deed->changed, 1, lang, &two);
    if (gains) gg_out_format(out, fr ? "{a:Le} y gagne : %s" : "{a:The} gained: %s", gained);
    if (costs)
        gg_out_format(out,
                      gains ? fr ? " ; cela lui coûte : %s" : "; it cost: %s"
                      : fr  ? "Ce coup {a:de} lui coûte : %s"
                            : "The move of {a:the} cost: %s",
                      paid);
    if (!gains && !costs)
        gg_out_text(out, fr ? "{a:Le} n'a rien pris ni perdu que vous puissiez compter"
                            : "{a:The} took and lost nothing that you can count");
    gg_out_text(out, ". ");
}

size_t gg_say_deed(const gg_position *at, const gg_deed *deed, gg_lang lang, char *out,
                   size_t cap) {
    char raw[PLAN_TEXT * 2];
    gg_out text;
    gg_out_init(&text, raw, sizeof raw);
    raw[0] = 0;
    say_balance(at, deed, lang, &text);
    say_chances(deed, lang, &text);
    return gg_say_seat(at->game, deed->seat, raw, lang, out, cap);
}

// ------------------------------------------------------------------------------------------- JSON
static int64_t millionths(int32_t of_sure) {
    return ((int64_t)of_sure * MILLION + GG_SURE / 2) / GG_SURE;
}

static int64_t share_of(double share) {
    return (int64_t)(share * MILLION + 0.5);
}

static void json_plan_words(gg_json *json, const gg_position *at, int reader, const gg_plan *plan) {
    char text[PLAN_TEXT];
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_plan(at, reader, plan, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
}

static void json_effect(gg_json *json, const gg_position *at, const gg_effect *effect, bool more) {
    char text[256];
    gg_json_string(json, "label", at->game->labels[effect->label].token);
    gg_json_integer(json, "value", effect->value);
    gg_json_integer(json, "good", effect->good);
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_headline(at, effect, more, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
}

static void json_leads(gg_json *json, const gg_position *at, const gg_hint *hint) {
    char text[PLAN_TEXT];
    gg_json_open(json, "gains", '{');
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_hint(at, hint, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
    if (hint->headline.label) {
        gg_json_open(json, "headline", '{');
        json_effect(json, at, &hint->headline, hint->more);
        gg_json_integer(json, "low", share_of(hint->low));
        gg_json_integer(json, "high", share_of(hint->high));
        gg_json_close(json, '}');
    } else {
        gg_json_null(json, "headline");
    }
    gg_json_integer(json, "share", share_of(hint->share));
    gg_json_open(json, "effects", '[');
    for (uint32_t i = 0; i < hint->likeliest.count; i++) {
        gg_json_open(json, NULL, '{');
        json_effect(json, at, &hint->likeliest.line[i], false);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

void gg_json_hint(gg_json *json, const gg_position *at, int seat, const gg_hint *hint) {
    const gg_advice *advice = &hint->advice;
    char text[PLAN_TEXT];
    for (unsigned lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_hint_plan(at, hint, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", text);
    }
    gg_json_integer(json, "chance", millionths(advice->chance));
    gg_json_integer(json, "error", millionths(advice->error));
    gg_json_integer(json, "trials", advice->trials);
    gg_json_bool(json, "equal", hint->equal);
    json_leads(json, at, hint);
    if (!advice->feared.steps) {
        gg_json_null(json, "feared");
        return;
    }
    gg_json_open(json, "feared", '{');
    json_plan_words(json, at, seat, &advice->feared);
    gg_json_close(json, '}');
}
