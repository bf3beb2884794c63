// SPDX-License-Identifier: Apache-2.0
// Sentences: the French and English of a game's tables with names in place of {a} .. {e}. A name
// comes bare with its facts (gg_fact); a slot asks for what its sentence needs of it, text.h lists
// the forms. Capitals, spaces and apostrophes are the last pass (typeset.c).
#include <string.h>

#include "words.h"

typedef struct sentence {
    const gg_game *game;
    const void *t, *s;
    gg_lang lang;
    const char *text;
    const uint8_t *domain;
    const int16_t *arg;
    unsigned args;
} sentence;

// A slot of a template: {a}, {a:case}, {a#one|many}, {a~}, {a?m|f|mp|fp}, {a=none|one|many}, {a/2}.
typedef struct slot {
    unsigned arg, other; // {a+b=...} and {a*b=...} ask of a sum or a product, {a} of its only one
    unsigned facts;      // of what `arg` names
    char with;           // '+', '*', or nothing
    char mark;           // '}', ':', '#', '~', '?', '=' or '/'
    const char *body;    // what stands behind the mark
    size_t length;
    const char *end; // behind its brace
} slot;

enum { SENTENCE_ROOM = 1024 };

// ------------------------------------------------------------------------------------------ facts
static bool counts(const sentence *what, unsigned i) {
    uint8_t kind = what->game->domains[what->domain[i]].kind;
    return kind == GG_K_NONE || kind == GG_K_NUMBER || kind == GG_K_X || kind == GG_K_Y;
}

// Numbers are singular or plural themselves: in French none is one as well.
static unsigned facts_of(const sentence *what, unsigned i) {
    int n = what->arg[i] < 0 ? -what->arg[i] : what->arg[i];
    if (what->arg[i] == GG_HIDDEN) return what->game->domains[what->domain[i]].unseen.facts;
    if (counts(what, i)) return (n > 1 ? GG_P : 0U) | (n != 1 ? GG_PLURAL : 0U);
    return gg_name_facts(what->game, what->t, what->domain[i], what->arg[i]);
}

// ------------------------------------------------------------------------------------------ names
static void bare(const sentence *what, unsigned i, gg_out *out) {
    const gg_name *unseen = &what->game->domains[what->domain[i]].unseen;
    if (what->arg[i] == GG_HIDDEN)
        gg_out_text(out, what->lang == GG_FR ? unseen->fr : unseen->en);
    else if (!gg_value_word(what->game, what->t, what->s, what->domain[i], what->arg[i],
                            (gg_form)what->lang, out))
        gg_out_char(out, '?');
}

// a e i o u, accented or not, and œ (in UTF-8 C3 80 .. C3 BC, C5 92, C5 93) take an elision; h, y
// and digits do not.
static bool vowel(const char *name) {
    static const char *const accented = "ÀÂÄÉÈÊËÎÏÔÖÙÛÜàâäéèêëîïôöùûüŒœ";
    char first[3] = {name[0], 0, 0};
    if (!name[0]) return false;
    if ((unsigned char)name[0] < 0x80) return strchr("aeiouAEIOU", name[0]) != NULL;
    first[1] = name[1];
    return strstr(accented, first) != NULL;
}

// What stands before a name, by what is asked for: its article alone, "de" or "à" with it.
typedef struct before {
    const char *plural, *elided, *feminine, *masculine;
} before;
enum { CASE_LE, CASE_DE, CASE_A, CASES };
static const before with_article[CASES] = {
    {"les ", "l'", "la ", "le "},
    {"des ", "de l'", "de la ", "du "},
    {"aux ", "à l'", "à la ", "au "},
};
static const before with_one[CASES] = {
    {"des ", "un ", "une ", "un "},
    {"de ", "d'un ", "d'une ", "d'un "},
    {"à des ", "à un ", "à une ", "à un "},
};
static const before alone[CASES] = {
    {"", "", "", ""}, {"de ", "d'", "de ", "de "}, {"à ", "à ", "à ", "à "}};

static const char *french(unsigned wanted, unsigned facts, const char *name) {
    const before *b = &(facts & GG_ART ? with_article : facts & GG_A ? with_one : alone)[wanted];
    if (facts & GG_P && facts & (GG_ART | GG_A)) return b->plural;
    if (!(facts & (GG_ASIS | GG_A)) && (facts & GG_MUTE || vowel(name))) return b->elided;
    return facts & GG_F ? b->feminine : b->masculine;
}

static const char *english(unsigned facts, const char *name) {
    if (facts & GG_THE) return "the ";
    if (!(facts & GG_A) || facts & GG_PLURAL) return "";
    return vowel(name) ? "an " : "a ";
}

// Whose it is, when another side has the like and the sentence does not name the owner anyway.
static void owner(const sentence *what, unsigned facts, gg_out *out) {
    int seat = (int)(facts >> 12) - 1;
    if (seat < 0) return;
    for (unsigned i = 0; i < what->args; i++)
        if (what->domain[i] == GG_D_SEAT && what->arg[i] == seat) return;
    const gg_name *name = &what->game->seat_names[seat];
    if (what->lang == GG_FR) {
        gg_out_text(out, " ");
        gg_out_text(out, french(CASE_DE, name->facts, name->fr));
        gg_out_text(out, name->fr);
        return;
    }
    gg_out_text(out, " of ");
    gg_out_text(out, english(name->facts, name->en));
    gg_out_text(out, name->en);
}

// What stands before a name in a case: le, de, à, loc in French; the, loc, the's in English.
static const char *opening(const sentence *what, const slot *at, const char *name) {
    bool loc = gg_word_is("loc", at->body, at->length);
    switch (at->body[0]) {
    case 'l':
    case 'L':
        if (loc && at->facts & GG_EN_LOC) return "en ";
        return french(loc ? CASE_A : CASE_LE, at->facts, name);
    case 'd':
    case 'D': return french(CASE_DE, at->facts, name);
    case 't':
    case 'T': return english(at->facts, name);
    default: return what->lang == GG_FR ? french(CASE_A, at->facts, name) : "";
    }
}

static void name_in_case(const sentence *what, const slot *at, gg_out *out) {
    char name[GG_NAME_MAX];
    gg_out to;
    gg_out_init(&to, name, sizeof name);
    bare(what, at->arg, &to);
    if (what->lang == GG_EN && (at->body[0] | 0x20) == 'l') { // {a:loc}
        gg_out_text(out, at->facts & GG_ON ? "on " : "in ");
        gg_out_text(out, english(at->facts, name));
    } else {
        gg_out_text(out, opening(what, at, name));
    }
    gg_out_text(out, name);
    owner(what, at->facts, out);
    if (at->body[at->length - 1] == 's' && at->body[at->length - 2] == '\'')
        gg_out_text(out, to.length && name[to.length - 1] == 's' ? "'" : "'s");
}

// ------------------------------------------------------------------------------------------ slots
// The choice with this number among those that bars part; the last one when there are fewer.
static void choose(const slot *at, unsigned number, const sentence *what, gg_out *out) {
    const char *from = at->body, *end = at->body + at->length;
    for (; number; number--) {
        const char *bar = memchr(from, '|', (size_t)(end - from));
        if (!bar) break;
        from = bar + 1;
    }
    const char *bar = memchr(from, '|', (size_t)(end - from));
    for (const char *c = from; c < (bar ? bar : end); c++)
        if (at->mark == '=' && *c == '#')
            bare(what, at->arg, out);
        else
            gg_out_char(out, *c);
}

static unsigned amount(const sentence *what, const slot *at) {
    unsigned n = (unsigned)what->arg[at->arg], other = (unsigned)what->arg[at->other];
    return at->with == '+' ? n + other : at->with == '*' ? n * other : n;
}

// What a game counts in halves or tenths is spoken of in wholes: {a/2} points, {a/10} cm.
static void part(const sentence *what, const slot *at, gg_out *out) {
    int tenths = what->arg[at->arg] * (at->body[0] == '2' ? 5 : 1);
    unsigned size = (unsigned)(tenths < 0 ? -tenths : tenths);
    if (what->arg[at->arg] == GG_HIDDEN) {
        bare(what, at->arg, out);
        return;
    }
    gg_out_format(out, "%s%u", tenths < 0 ? "-" : "", size / 10);
    if (size % 10) gg_out_format(out, "%c%u", what->lang == GG_FR ? ',' : '.', size % 10);
}

static void fill(const sentence *what, const slot *at, gg_out *out) {
    unsigned n = amount(what, at);
    bool feminine = at->facts & GG_F, plural = at->facts & (what->lang == GG_FR ? GG_P : GG_PLURAL);
    if (at->mark == '}') {
        bare(what, at->arg, out);
        owner(what, at->facts, out);
    } else if (at->mark == '~') {
        gg_out_text(out, feminine ? plural ? "es" : "e" : plural ? "s" : "");
    } else if (at->mark == '?') {
        choose(at, 2U * plural + feminine, what, out);
    } else if (at->mark == '=') {
        choose(at, n < 2 ? n : 2, what, out);
    } else if (at->mark == '/') {
        part(what, at, out);
    } else if (at->mark == '#' || memchr(at->body, '|', at->length)) {
        choose(at, plural, what, out);
    } else {
        name_in_case(what, at, out);
    }
}

// Where this letter stands next, or the text ends. Both are near: a call of the library would cost
// more than it saves.
static const char *up_to(const char *c, char letter) {
    while (*c && *c != letter) c++;
    return c;
}

// The slot at `c`, which is a brace; false when it is none, and the brace is text.
static bool read_slot(const sentence *what, const char *c, slot *at) {
    const char *end = up_to(c, '}');
    bool two = c[1] && (c[2] == '+' || c[2] == '*');
    const char *last = two ? c + 3 : c + 1; // the letter before the mark
    if (!*end || end <= last || c[1] < 'a' || c[1] >= 'a' + (int)what->args) return false;
    if (*last < 'a' || *last >= 'a' + (int)what->args) return false;
    *at = (slot){(unsigned)(c[1] - 'a'),
                 (unsigned)(*last - 'a'),
                 facts_of(what, (unsigned)(c[1] - 'a')),
                 two ? c[2] : 0,
                 last[1],
                 last + 2,
                 (size_t)(end - last) > 2 ? (size_t)(end - last) - 2 : 0,
                 end + 1};
    if (two) return at->mark == '=' && at->length > 1;
    return strchr("}:#~?=/", at->mark) && (at->length > 0 || strchr("}~", at->mark));
}

static void say_into(const sentence *what, gg_out *out) {
    slot at;
    for (const char *c = what->text; *c;) {
        const char *plain = c;
        c = up_to(c, '{');
        gg_out_part(out, plain, (size_t)(c - plain));
        if (!*c) break;
        if (!read_slot(what, c, &at)) {
            gg_out_char(out, *c++);
            continue;
        }
        size_t from = out->length;
        fill(what, &at, out);
        bool capital = at.mark == ':' && (strchr("ADLT", at.body[0]) || !strncmp(at.body, "À", 2));
        bool sign = at.facts & GG_ASIS && !(at.facts & GG_ART);
        if ((c == what->text || capital) && !sign) gg_capital(out->at + from);
        c = at.end;
    }
}

static size_t say(const sentence *what, char *at, size_t cap) {
    char text[SENTENCE_ROOM];
    gg_out raw, out;
    gg_out_init(&raw, text, sizeof text);
    gg_out_init(&out, at, cap);
    say_into(what, &raw);
    gg_typeset(&out, text, what->lang);
    return out.length;
}

size_t gg_say_refusal(const gg_game *game, const void *t, const void *s, const gg_verdict *verdict,
                      gg_lang lang, char *out, size_t cap) {
    const gg_refusal *refusal =
        &game->refusals[verdict->refusal < game->n_refusals ? verdict->refusal : GG_LEGAL];
    sentence what = {game,
                     t,
                     s,
                     lang,
                     lang == GG_FR ? refusal->fr : refusal->en,
                     refusal->domain,
                     verdict->arg,
                     GG_VERDICT_ARGS};
    return say(&what, out, cap);
}

size_t gg_say_event(const gg_game *game, const void *t, const void *s, const gg_event *event,
                    gg_lang lang, char *out, size_t cap) {
    GG_ASSERT(event->kind < game->n_events);
    const gg_event_kind *kind = &game->events[event->kind];
    sentence what = {
        game,         t, s, lang, lang == GG_FR ? kind->fr : kind->en, kind->domain, event->arg,
        GG_EVENT_ARGS};
    return say(&what, out, cap);
}

size_t gg_say_ledger(const gg_game *game, const void *t, const void *s, const gg_ledger_line *line,
                     gg_lang lang, char *out, size_t cap) {
    GG_ASSERT(line->label < game->n_labels);
    const gg_label *label = &game->labels[line->label];
    sentence what = {game,          t,         s, lang, lang == GG_FR ? label->fr : label->en,
                     label->domain, line->arg, 2};
    return say(&what, out, cap);
}

size_t gg_say_prompt(const gg_game *game, unsigned node, bool acting, gg_lang lang, char *at,
                     size_t cap) {
    GG_ASSERT(node < game->n_nodes);
    const gg_node *n = &game->nodes[node];
    gg_out out;
    gg_out_init(&out, at, cap);
    if (acting)
        gg_typeset(&out, lang == GG_FR ? n->act_fr : n->act_en, lang);
    else
        gg_typeset(&out, lang == GG_FR ? n->wait_fr : n->wait_en, lang);
    return out.length;
}

size_t gg_say_seat(const gg_game *game, int seat, const char *text, gg_lang lang, char *out,
                   size_t cap) {
    return gg_say_thing(&(gg_thing){game, NULL, NULL, GG_D_SEAT, seat}, text, lang, out, cap);
}

size_t gg_say_thing(const gg_thing *thing, const char *text, gg_lang lang, char *out, size_t cap) {
    uint8_t domain[] = {(uint8_t)thing->domain};
    int16_t arg[] = {(int16_t)thing->value};
    sentence what = {thing->game, thing->t, thing->s, lang, text, domain, arg, 1};
    return say(&what, out, cap);
}

// {piece, place, place}: somebody goes from one place to another; {piece, place}: on to a place.
static unsigned places_of(const gg_game *game, const gg_event *event) {
    const uint8_t *domain = game->events[event->kind].domain;
    unsigned n = 0;
    while (n + 1 < GG_EVENT_ARGS && game->domains[domain[n + 1]].kind == GG_K_CELL) n++;
    return game->domains[domain[0]].kind == GG_K_PIECE && !domain[n + 1] ? n : 0;
}

static bool leads_on(const gg_event *told, const gg_event *next, unsigned places, bool same_entry) {
    if (places == 1) return same_entry && told->kind == next->kind && told->arg[1] != next->arg[1];
    if (told->kind == next->kind) return told->arg[2] == next->arg[1];
    return same_entry && told->arg[1] == next->arg[1] && told->arg[2] == next->arg[2]; // summed up
}

bool gg_event_goes_on(const gg_game *game, gg_event *told, const gg_event *next, bool same_entry) {
    unsigned places = places_of(game, told);
    bool hidden = told->arg[0] == GG_HIDDEN || next->arg[0] == GG_HIDDEN;
    if (places < 1 || places > 2 || places_of(game, next) != places) return false;
    if (hidden ? places == 1 || !same_entry : told->arg[0] != next->arg[0]) return false;
    if (!leads_on(told, next, places, same_entry)) return false;
    if (told->arg[0] == GG_HIDDEN) told->arg[0] = next->arg[0];
    told->kind = next->kind;
    told->arg[places] = next->arg[places];
    return true;
}
