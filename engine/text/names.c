// SPDX-License-Identifier: Apache-2.0
// Names of values: from a domain's table or the game's name(), digits, centimetres, sets, seats.
#include <stdlib.h>
#include <string.h>

#include "words.h"

// ----------------------------------------------------------------------------------------- seats
static const gg_name special[] = {
    {"chance", "le hasard", "chance", 0},   {"over", "personne", "nobody", 0},
    {"public", "le public", "everyone", 0}, {"umpire", "l'arbitre", "the umpire", 0},
    {"nobody", "personne", "nobody", 0},
};
static const int special_seat[] = {GG_CHANCE, GG_OVER, GG_PUBLIC, GG_UMPIRE, GG_NOBODY};
enum { SPECIALS = sizeof special / sizeof special[0] };

bool gg_seat_find(const gg_game *game, const char *token, int *seat) {
    for (int i = 0; i < game->seats; i++)
        if (gg_word_same(game->seat_names[i].token, token)) {
            *seat = i;
            return true;
        }
    for (unsigned i = 0; i < SPECIALS; i++)
        if (gg_word_same(special[i].token, token)) {
            *seat = special_seat[i];
            return true;
        }
    return false;
}

const char *gg_seat_token(const gg_game *game, int seat) {
    if (seat >= 0 && seat < game->seats) return game->seat_names[seat].token;
    for (unsigned i = 0; i < SPECIALS; i++)
        if (special_seat[i] == seat) return special[i].token;
    return "?";
}

static const char *form_of(const gg_name *name, gg_form form) {
    return form == GG_FORM_FR ? name->fr : form == GG_FORM_EN ? name->en : name->token;
}

// ---------------------------------------------------------------------------------------- writing
// One named thing of a domain, or one element of a set.
static bool element(const gg_game *game, const void *t, const void *s, unsigned domain,
                    unsigned value, gg_form form, char name[GG_NAME_MAX]) {
    const gg_domain *d = gg_domain_of(game, domain);
    size_t length = 0;
    (void)s; // names know no state; the engine's words still hand it through
    name[0] = 0;
    if (value >= d->count) return false;
    if (d->names) {
        const char *text = form_of(&d->names[value], form);
        gg_out out;
        gg_out_init(&out, name, GG_NAME_MAX);
        if (text) gg_out_text(&out, text);
        return out.length > 0;
    }
    // A refusal of prepare() is told without a table: name() cannot be asked then.
    if (game->show.name && t) length = game->show.name(t, domain, value, form, name, GG_NAME_MAX);
    name[length < GG_NAME_MAX ? length : GG_NAME_MAX - 1] = 0;
    return name[0] != 0;
}

static bool write_set(const gg_game *game, const void *t, const void *s, unsigned domain,
                      unsigned value, gg_form form, gg_out *out) {
    char name[GG_NAME_MAX];
    unsigned count = gg_domain_of(game, domain)->count;
    if (count > 15 || value >> count) return false;
    for (unsigned i = 0; i < count; i++)
        if (value >> i & 1 && !element(game, t, s, domain, i, form, name)) return false;
    if (value == 0) gg_out_text(out, form == GG_FORM_FR ? "rien" : "none");
    for (unsigned i = 0, left = value; left; left &= left - 1, i++) {
        while (!(value >> i & 1)) i++;
        (void)element(game, t, s, domain, i, form, name);
        if (left != value) {
            bool last = (left & (left - 1)) == 0;
            gg_out_text(out, form == GG_FORM_TOKEN ? "+"
                             : !last               ? ", "
                             : form == GG_FORM_FR  ? " et "
                                                   : " and ");
        }
        gg_out_text(out, name);
    }
    return true;
}

unsigned gg_name_facts(const gg_game *game, const void *t, unsigned domain, int value) {
    const gg_domain *d = gg_domain_of(game, domain);
    unsigned set = (unsigned)value;
    if (value < 0) return 0;
    if (d->kind == GG_K_SET) return set & (set - 1) ? GG_P | GG_PLURAL : 0;
    if (set >= d->count) return 0;
    if (d->names) return d->names[value].facts;
    return game->show.facts && t ? game->show.facts(t, domain, set) : 0;
}

// Thousands stand apart: by a narrow space in French, by a comma in English.
static void write_number(int value, gg_form form, gg_out *out) {
    unsigned size = (unsigned)(value < 0 ? -value : value);
    if (value < 0) gg_out_char(out, '-');
    if (form == GG_FORM_TOKEN || size < 1000)
        gg_out_format(out, "%u", size);
    else
        gg_out_format(out, "%u%c%03u", size / 1000, form == GG_FORM_FR ? ' ' : ',', size % 1000);
}

static void write_centimetres(int value, gg_form form, gg_out *out) {
    unsigned size = (unsigned)(value < 0 ? -value : value);
    gg_out_format(out, "%s%u%c%u", value < 0 ? "-" : "", size / 10, form == GG_FORM_FR ? ',' : '.',
                  size % 10);
}

bool gg_value_word(const gg_game *game, const void *t, const void *s, unsigned domain, int value,
                   gg_form form, gg_out *out) {
    const gg_domain *d = gg_domain_of(game, domain);
    char name[GG_NAME_MAX];
    switch (d->kind) {
    case GG_K_NONE:
    case GG_K_NUMBER: write_number(value, form, out); return true;
    case GG_K_X:
    case GG_K_Y: write_centimetres(value, form, out); return true;
    case GG_K_SET: return value >= 0 && write_set(game, t, s, domain, (unsigned)value, form, out);
    default: break;
    }
    if (d->names && value >= 0 && (unsigned)value < d->count) { // the most by far
        const char *text = form_of(&d->names[value], form);
        if (text) gg_out_text(out, text);
        return text && *text;
    }
    if (value < 0 || !element(game, t, s, domain, (unsigned)value, form, name)) return false;
    gg_out_text(out, name);
    return true;
}

static unsigned values_of(const gg_game *game, unsigned domain) {
    const gg_domain *d = gg_domain_of(game, domain);
    if (d->kind == GG_K_NONE) return 0;
    if (domain == GG_D_NUMBER) return GG_OPERAND_MAX + 1;
    return d->kind == GG_K_SET ? 1U << (d->count > 15 ? 15 : d->count) : d->count;
}

size_t gg_name_into(const gg_game *game, const void *t, const void *s, unsigned domain,
                    unsigned value, gg_form form, char *at, size_t cap) {
    gg_out out;
    gg_out_init(&out, at, cap);
    if (value < values_of(game, domain))
        (void)gg_value_word(game, t, s, domain, (int)value, form, &out);
    return out.length;
}

// ---------------------------------------------------------------------------------------- reading
static bool find_element(const gg_game *game, const void *t, const void *s, unsigned domain,
                         const char *word, unsigned *value) {
    char name[GG_NAME_MAX];
    bool found = false;
    unsigned count = gg_domain_of(game, domain)->count;
    for (unsigned i = 0; i < count; i++) {
        if (!element(game, t, s, domain, i, GG_FORM_TOKEN, name)) continue;
        bool exact = strcmp(name, word) == 0; // two tokens may differ by case alone
        if (!exact && (found || !gg_word_same(name, word))) continue;
        *value = i;
        if (exact) return true;
        found = true;
    }
    return found;
}

static bool read_set(const gg_game *game, const void *t, const void *s, unsigned domain,
                     const char *word, unsigned *value) {
    char part[GG_NAME_MAX];
    unsigned set = 0, bit = 0;
    if (gg_word_same(word, "none")) {
        *value = 0;
        return true;
    }
    if (!*word) return false;
    for (;; word++) {
        size_t length = strcspn(word, "+");
        if (length == 0 || length >= sizeof part) return false;
        memcpy(part, word, length);
        part[length] = 0;
        if (!find_element(game, t, s, domain, part, &bit) || bit > 14) return false;
        set |= 1U << bit;
        word += length;
        if (!*word) break;
    }
    *value = set;
    return true;
}

// Centimetres with at most one decimal, after a point or a comma, as millimetres.
static bool read_centimetres(const char *word, unsigned *value) {
    unsigned whole = 0, tenth = 0;
    char digits[8];
    size_t length = strcspn(word, ".,");
    if (length == 0 || length >= sizeof digits) return false;
    memcpy(digits, word, length);
    digits[length] = 0;
    if (!gg_number_read(digits, GG_OPERAND_MAX / 10, &whole)) return false;
    if (word[length] && (!gg_number_read(word + length + 1, 9, &tenth) || word[length + 2]))
        return false;
    *value = whole * 10 + tenth;
    return *value <= GG_OPERAND_MAX;
}

bool gg_value_read(const gg_game *game, const void *t, const void *s, unsigned domain,
                   const char *word, bool loose, unsigned *value) {
    bool read;
    if (loose && word[0] == '#') return gg_number_read(word + 1, GG_OPERAND_MAX, value);
    switch (gg_domain_of(game, domain)->kind) {
    case GG_K_NONE: return false;
    case GG_K_NUMBER: read = gg_number_read(word, GG_OPERAND_MAX, value); break;
    case GG_K_X:
    case GG_K_Y: read = read_centimetres(word, value); break;
    case GG_K_SET: read = read_set(game, t, s, domain, word, value); break;
    default: return find_element(game, t, s, domain, word, value);
    }
    return read && (loose || *value < values_of(game, domain));
}

bool gg_name_find(const gg_game *game, const void *t, const void *s, unsigned domain,
                  const char *token, unsigned *value) {
    return gg_value_read(game, t, s, domain, token, false, value);
}

bool gg_overlay_about(const gg_position *at, unsigned overlay, const char *text, unsigned *out) {
    unsigned domain = at->game->overlays[overlay].domain;
    char *end;
    if (!text) return at->game->domains[domain].kind == GG_K_NONE;
    unsigned long value = strtoul(text, &end, 10);
    if (*text && !*end) {
        *out = (unsigned)value;
        return value < at->game->domains[domain].count;
    }
    return gg_name_find(at->game, at->table, at->state, domain, text, out);
}

void gg_value_fits(const gg_game *game, const void *t, const void *s, unsigned domain,
                   const char *word, gg_lang lang, char *at, size_t cap) {
    const gg_domain *d = gg_domain_of(game, domain);
    const char *kind = NULL;
    char name[GG_NAME_MAX];
    gg_nearest nearest;
    if (d->kind == GG_K_NUMBER) kind = lang == GG_FR ? "un nombre" : "a number";
    if (d->kind == GG_K_X || d->kind == GG_K_Y)
        kind = lang == GG_FR ? "des centimètres, comme 51.2" : "centimetres, such as 51.2";
    if (kind) {
        gg_out out;
        gg_out_init(&out, at, cap);
        gg_out_text(&out, kind);
        return;
    }
    gg_nearest_init(&nearest, word);
    for (unsigned i = 0; i < d->count; i++)
        if (element(game, t, s, domain, i, GG_FORM_TOKEN, name))
            gg_nearest_offer(&nearest, name, 0);
    if (d->kind == GG_K_SET) gg_nearest_offer(&nearest, "none", 0);
    gg_nearest_say(&nearest, at, cap);
}
