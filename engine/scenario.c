// SPDX-License-Identifier: Apache-2.0
// Scenarios that players write, on their way into a request. The head is judged here, for all games
// alike: what the scenario is like and what it is called, which are the author's words and shown to
// others. The rest is judged by the game. What is good goes into the request in its one spelling,
// and a request is judged by reading that text again: there is no second judge.
#include <string.h>

#include "grognard/match.h"
#include "grognard/text.h"

enum { HEAD_SCENARIO, HEAD_FR, HEAD_EN, BRIEF_FR, BRIEF_EN, HEADS };

static const char *const head_words[HEADS] = {"scenario", "name.fr", "name.en", "brief.fr",
                                              "brief.en"};
static const gg_own_scenario none;

typedef struct reading {
    const gg_game *game;
    gg_script script;
    unsigned seen; // bits: words of the head
    uint16_t like;
    bool full; // told already
    bool foul; // some line has bytes that nobody should cite
    gg_own_scenario own;
} reading;

static void tell(reading *r, const char *fr, const char *en, gg_script_word word, int a) {
    gg_script_fault(&r->script, r->script.line, 0, fr, en, word, a, 0);
}

// ---------------------------------------------------------------------------------------- the head
bool gg_scenario_offered(const gg_game *game, unsigned scenario) {
    const gg_scenario *s = &game->scenarios[scenario];
    return game->own.judge && !s->hidden && !s->puzzle;
}

static void take_like(reading *r) {
    const gg_script *s = &r->script;
    const gg_game *game = r->game;
    gg_script_word name = s->word[1];
    unsigned i = 0;
    if (s->words != 2) {
        tell(r, "Écrire : scenario NOM", "Write: scenario NAME", s->body, 0);
        return;
    }
    while (i < game->n_scenarios && !gg_script_is(name, game->scenarios[i].token)) i++;
    if (i == game->n_scenarios)
        tell(r, "Aucun scénario ne s'appelle « {w} ».", "No scenario is called “{w}”.", name, 0);
    else if (!gg_scenario_offered(game, i))
        tell(r, "« {w} » ne sert pas de modèle.", "“{w}” cannot be a model.", name, 0);
    else
        r->like = (uint16_t)i;
}

// What stands behind the first word.
static gg_script_word behind(const gg_script *s) {
    gg_script_word rest = {s->body.at + s->body.length, 0};
    if (s->words < 2) return rest;
    rest.at = s->word[1].at;
    rest.length = (size_t)(s->body.at + s->body.length - rest.at);
    return rest;
}

static void take_head(reading *r, int head) {
    gg_script_word rest = behind(&r->script), word = r->script.word[0];
    size_t most = head < BRIEF_FR ? GG_SCENARIO_NAME - 1 : GG_SCENARIO_BRIEF - 1;
    if (r->seen >> head & 1) {
        tell(r, "« {w} » est déjà écrit.", "“{w}” stands here twice.", word, 0);
        return;
    }
    r->seen |= 1U << head;
    if (head == HEAD_SCENARIO) {
        take_like(r);
        return;
    }
    if (!rest.length)
        tell(r, "Rien ne suit « {w} ».", "Nothing follows “{w}”.", word, 0);
    else if (rest.length > most)
        tell(r, "« {w} » : {a} octets au plus.", "“{w}”: {a} bytes at most.", word, (int)most);
}

// ------------------------------------------------------------------------------------ one spelling
static void keep_line(reading *r) {
    const gg_script *s = &r->script;
    size_t at = r->own.size;
    bool gap = false;
    for (size_t i = 0; i <= s->body.length; i++) {
        char c = i < s->body.length ? s->body.at[i] : '\n';
        bool blank = c == ' ' || c == '\t' || c == '\r';
        if (at + gap + !blank >= GG_SCENARIO_TEXT) {
            if (!r->full)
                tell(r, "Ce scénario est trop long : {a} octets au plus sans les commentaires.",
                     "This scenario is too long: {a} bytes at most without comments.", s->body,
                     GG_SCENARIO_TEXT - 1);
            r->full = true;
            return;
        }
        if (gap && !blank && c != '\n') r->own.text[at++] = ' ';
        if (!blank) r->own.text[at++] = c;
        gap = blank;
    }
    r->own.size = (uint16_t)at;
}

// Blanks between words may be tabs; nothing else that is not printed.
static bool plain(gg_script_word body) {
    size_t from = 0;
    for (size_t i = 0; i <= body.length; i++) {
        bool cut = i == body.length || body.at[i] == '\t' || body.at[i] == '\r';
        if (cut && !gg_match_plain_text(body.at + from, i - from)) return false;
        if (cut) from = i + 1;
    }
    return true;
}

static void read_line(reading *r, bool first) {
    gg_script *s = &r->script;
    int head = gg_script_one_of(s->word[0], head_words, HEADS);
    if (!plain(s->body)) {
        gg_script_word nothing = {s->body.at, 0};
        tell(r, "Cette ligne a des caractères qui ne s'impriment pas.",
             "This line has characters that are not printed.", nothing, 0);
        r->foul = true;
        return;
    }
    if (first && head != HEAD_SCENARIO)
        tell(r, "La première ligne est : scenario NOM", "The first line is: scenario NAME", s->body,
             0);
    else if (!first && head == HEAD_SCENARIO && !(r->seen & 1))
        r->seen |= 1; // told above
    else if (head >= 0)
        take_head(r, head);
    keep_line(r);
}

// By lines, those of the head before the game's.
static void sort(gg_fault *fault, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        gg_fault moved = fault[i];
        uint32_t at = i;
        for (; at && fault[at - 1].line > moved.line; at--) fault[at] = fault[at - 1];
        fault[at] = moved;
    }
}

uint32_t gg_scenario_read(const gg_game *game, gg_request *request, const char *text, size_t size,
                          gg_fault *out, uint32_t cap) {
    reading r = {.game = game};
    gg_script *s = &r.script;
    bool first = true;
    GG_ASSERT(game->own.judge && cap > 0);
    gg_script_begin(s, text, size, out, cap);
    for (; gg_script_next(s); first = false) read_line(&r, first);
    if (!s->line) s->line = 1;
    if (first)
        tell(&r, "Ce scénario est vide.", "This scenario is empty.", (gg_script_word){text, 0}, 0);
    uint32_t faults = s->faults;
    if (!first && !r.foul && faults < cap)
        faults += game->own.judge(r.like, text, size, out + faults, cap - faults);
    sort(out, faults);
    if (faults) return faults;
    request->scenario = r.like;
    request->own = r.own;
    return 0;
}

bool gg_scenario_fits(const gg_game *game, const gg_request *request) {
    const gg_own_scenario *own = &request->own;
    gg_request again = {0};
    gg_fault fault;
    if (!own->size) return memcmp(own, &none, sizeof none) == 0;
    return game->own.judge && own->size < GG_SCENARIO_TEXT &&
           !gg_scenario_read(game, &again, own->text, own->size, &fault, 1) &&
           again.scenario == request->scenario && memcmp(&again.own, own, sizeof *own) == 0;
}

// ------------------------------------------------------------------------------------------- names
static bool find_head(const gg_request *request, int head, char *out, size_t cap) {
    gg_script script;
    gg_script_begin(&script, request->own.text, request->own.size, NULL, 0);
    while (gg_script_next(&script)) {
        if (!gg_script_is(script.word[0], head_words[head])) continue;
        gg_script_word rest = behind(&script);
        size_t length = rest.length < cap ? rest.length : cap - 1;
        memcpy(out, rest.at, length);
        out[length] = 0;
        return true;
    }
    return false;
}

// In this language, in the other one, or as the scenario that it is like is called.
static const char *words_of(const gg_request *request, int fr, gg_lang lang, const char *shipped,
                            char *out, size_t cap) {
    int first = lang == GG_FR ? fr : fr + 1, second = lang == GG_FR ? fr + 1 : fr;
    bool own = request->own.size &&
               (find_head(request, first, out, cap) || find_head(request, second, out, cap));
    return own ? out : shipped;
}

const char *gg_scenario_name(const gg_game *game, const gg_request *request, gg_lang lang,
                             char out[GG_SCENARIO_NAME]) {
    const gg_scenario *s = &game->scenarios[request->scenario];
    return words_of(request, HEAD_FR, lang, lang == GG_FR ? s->fr : s->en, out, GG_SCENARIO_NAME);
}

const char *gg_scenario_brief(const gg_game *game, const gg_request *request, gg_lang lang,
                              char out[GG_SCENARIO_BRIEF]) {
    const gg_scenario *s = &game->scenarios[request->scenario];
    return words_of(request, BRIEF_FR, lang, lang == GG_FR ? s->brief_fr : s->brief_en, out,
                    GG_SCENARIO_BRIEF);
}

// The shipped text with the names it ships under behind its first line: what a player begins with.
size_t gg_scenario_copy(const gg_game *game, unsigned scenario, char *out, size_t cap) {
    const gg_scenario *s = &game->scenarios[scenario];
    const char *text = game->own.text[scenario];
    size_t first = strcspn(text, "\n");
    gg_out to;
    gg_out_init(&to, out, cap);
    gg_out_format(&to, "%.*s\nname.fr %s\nname.en %s\n", (int)first, text, s->fr, s->en);
    gg_out_text(&to, text + first + (text[first] == '\n'));
    return to.length;
}
