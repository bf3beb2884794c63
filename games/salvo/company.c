// SPDX-License-Identifier: Apache-2.0
// Company building (CH9): reads the text of a .company file and tells every broken limit with the
// line that breaks it. See company.h for the form of the file.
//
// A limit on a sum (points, copies, heavy walkers, reserve) is told once, on the line where the sum
// first passes it: that is the line to take out.
#include "company.h"

#include "words.h"

enum {
    // CH9d: units of a section, those in reserve among them
    SECTION_LEAST = 2,
    SECTION_MOST = 5,
    COPIES = 3,  // CH9g: of a unit, per started 1,000 AP
    HEAVIES = 1, // CH9f: heavy walkers, likewise
    NUMBER_MAX = 99999,
    LINE_MAX = 65535,
};

typedef struct span {
    const char *at;
    size_t length;
} span;

typedef enum head_word {
    HEAD_COMPANY,
    HEAD_FR,
    HEAD_EN,
    HEAD_FACTION,
    HEAD_POINTS,
    HEADS
} head_word;

static const char *const head_words[HEADS] = {"company", "name.fr", "name.en", "faction", "points"};

// All that is known of the text so far. Units beyond the arrays are still counted and judged by
// what they cost, so that every limit is told, not only the first.
typedef struct reading {
    sv_report *report;
    int line;
    bool seen[HEADS];
    int sections;
    int section_line;  // of the open section
    int section_units; // of the open section
    bool first_grade;  // the open section has infantry of grade 1
    int copies[SV_UNITS];
    int heavies;
    int cost, reserve; // so far
    int cost_limit, reserve_limit, thousands;
    int best_rank;
    int second_line; // of the second officer of the best rank, 0 = none
    bool dear, deep; // told already: cost, reserve
    bool mortars;
} reading;

// ----------------------------------------------------------------------------------------- words
// Of our own words and sentences. Bounded, lest the compiler make a call to the C library of it.
static size_t text_length(const char *text) {
    size_t n = 0;
    while (n < SV_SENTENCE_MAX && text[n]) n++;
    return n;
}

static span span_of(const char *text) {
    return (span){text, text_length(text)};
}

static bool same(span a, const char *text) {
    size_t n = 0;
    while (n < a.length && text[n] && a.at[n] == text[n]) n++;
    return n == a.length && !text[n];
}

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static span trim(span s) {
    while (s.length && blank(s.at[0])) s.at++, s.length--;
    while (s.length && blank(s.at[s.length - 1])) s.length--;
    return s;
}

// Takes the first word off a trimmed span.
static span next_word(span *rest) {
    span word = {rest->at, 0};
    while (word.length < rest->length && !blank(rest->at[word.length])) word.length++;
    rest->at += word.length;
    rest->length -= word.length;
    *rest = trim(*rest);
    return word;
}

// A number written in digits without leading zeros, or -1.
static int number_of(span word) {
    int value = 0;
    if (!word.length || (word.length > 1 && word.at[0] == '0')) return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return -1;
        value = value * 10 + (word.at[i] - '0');
        if (value > NUMBER_MAX) return -1;
    }
    return value;
}

static void keep(char *out, size_t cap, span word) {
    size_t n = word.length < cap - 1 ? word.length : cap - 1;
    // A letter of several bytes is kept whole or not at all.
    while (n && n < word.length && ((unsigned char)word.at[n] & 0xc0U) == 0x80U) n--;
    if (n) memcpy(out, word.at, n);
    out[n] = 0;
}

static void tell(reading *r, int line, sv_fault_kind kind, span word, int a, int b) {
    sv_report *report = r->report;
    if (report->faults == SV_FAULTS_MAX) return;
    sv_fault *fault = &report->fault[report->faults++];
    bool last = report->faults == SV_FAULTS_MAX;
    fault->line = (uint16_t)line;
    fault->kind = (uint8_t)(last ? SV_FAULT_TOO_MANY : kind);
    fault->a = a;
    fault->b = b;
    keep(fault->word, sizeof fault->word, word);
}

static int name_index(const gg_name *names, int count, span word) {
    int i = 0;
    while (i < count && !same(word, names[i].token)) i++;
    return i < count ? i : -1;
}

// -------------------------------------------------------------------------------------- the head
static int reserve_of(const sv_scenario *board_or_null, int side, int points) {
    int most = 0;
    if (board_or_null) return board_or_null->reserve[side];
    for (int i = 0; i < SV_SCENARIOS; i++)
        for (int s = 0; s < SV_SIDES; s++)
            if (sv_scenarios[i].army_points[s] == points && sv_scenarios[i].reserve[s] > most)
                most = sv_scenarios[i].reserve[s];
    return most;
}

static void take_points(reading *r, span value, const sv_scenario *board, int side) {
    int points = number_of(value);
    bool known = false;
    for (int i = 0; i < SV_SIZES; i++) known = known || sv_sizes[i] == points;
    if (!known) {
        tell(r, r->line, SV_FAULT_NO_SIZE, value, 0, 0);
        return;
    }
    if (board && points > board->army_points[side])
        tell(r, r->line, SV_FAULT_TOO_LARGE, value, points, board->army_points[side]);
    r->cost_limit = points;
    r->thousands = (points + 999) / 1000;
    // CH9i: what the scenario grants, but no more than a third.
    r->reserve_limit = reserve_of(board, side, points);
    if (3 * r->reserve_limit > points) r->reserve_limit = points / 3;
    r->report->company.limit = (uint16_t)points;
}

static void take_faction(reading *r, span value) {
    int faction = name_index(sv_faction_names, SV_FACTIONS, value);
    if (faction < 0) tell(r, r->line, SV_FAULT_NO_FACTION, value, 0, 0);
    r->report->company.faction = (uint8_t)(faction < 0 ? SV_NONE : faction);
}

static void take_head(reading *r, head_word head, span value, const sv_scenario *board, int side) {
    sv_report *report = r->report;
    span word = span_of(head_words[head]);
    if (r->seen[head]) tell(r, r->line, SV_FAULT_TWICE, word, 0, 0);
    if (r->sections) tell(r, r->line, SV_FAULT_LATE, word, 0, 0);
    if (!value.length) tell(r, r->line, SV_FAULT_NO_VALUE, word, 0, 0);
    bool first = !r->seen[head];
    r->seen[head] = true;
    if (!first || !value.length) return;
    switch (head) {
    case HEAD_COMPANY: keep(report->token, sizeof report->token, value); break;
    case HEAD_FR: keep(report->fr, sizeof report->fr, value); break;
    case HEAD_EN: keep(report->en, sizeof report->en, value); break;
    case HEAD_FACTION: take_faction(r, value); break;
    default: take_points(r, value, board, side); break;
    }
}

// ---------------------------------------------------------------------------------- the sections
static void close_section(reading *r) {
    if (!r->sections) return;
    if (r->section_units < SECTION_LEAST)
        tell(r, r->section_line, SV_FAULT_SECTION_SMALL, span_of(""), r->section_units,
             SECTION_LEAST);
    if (r->section_units > SECTION_MOST)
        tell(r, r->section_line, SV_FAULT_SECTION_LARGE, span_of(""), r->section_units,
             SECTION_MOST);
    // CH9e: infantry of grade 1 in every section; count_unit() has looked for it.
    if (!r->first_grade) tell(r, r->section_line, SV_FAULT_NO_FIRST_GRADE, span_of(""), 0, 0);
}

static void open_section(reading *r) {
    close_section(r);
    r->sections++;
    r->section_line = r->line;
    r->section_units = 0;
    r->first_grade = false;
    // CH9c: the first one too many; that there is none at all finish() tells.
    if (r->sections == SV_SECTIONS_MAX + 1)
        tell(r, r->line, SV_FAULT_SECTIONS, span_of(""), r->sections, SV_SECTIONS_MAX);
}

// ------------------------------------------------------------------------------------- the units
// CH9j: one to a unit of infantry, as its leader; count_unit() adds his AP.
static void take_officer(reading *r, sv_company_unit *unit, span name, span *rest) {
    span word = next_word(rest);
    int rank = number_of(word);
    if (rank < 1 || rank > SV_RANK_MAX) {
        tell(r, r->line, SV_FAULT_RANK, word, SV_RANK_MAX, 0);
        return;
    }
    if (!sv_is_infantry(&sv_units[unit->unit])) tell(r, r->line, SV_FAULT_NOT_INFANTRY, name, 0, 0);
    if (unit->rank) tell(r, r->line, SV_FAULT_TWICE, span_of("officer"), 0, 0);
    unit->rank = (uint8_t)rank;
}

static void take_option(reading *r, sv_company_unit *unit, span name, span word, span *rest) {
    const sv_unit *type = &sv_units[unit->unit];
    span count = {word.at + 1, word.length - 1};
    if (same(word, "officer")) {
        take_officer(r, unit, name, rest);
    } else if (same(word, "mortar")) {
        if (type->mortar == SV_NONE)
            tell(r, r->line, SV_FAULT_NO_MORTAR, name, 0, 0);
        else if (!r->mortars)
            tell(r, r->line, SV_FAULT_MORTAR_OFF, name, 0, 0);
        unit->mortar = 1;
    } else if (word.at[0] == 'x' && number_of(count) >= 0) {
        // CH9m: reader.py holds vehicles_max to 3, and to 1 for a heavy walker; sv_unit_points()
        // makes each of them paid for.
        int vehicles = number_of(count);
        if (sv_is_infantry(type))
            tell(r, r->line, SV_FAULT_ON_FOOT, name, 0, 0);
        else if (vehicles < 1 || vehicles > type->vehicles_max)
            tell(r, r->line, SV_FAULT_VEHICLES, name, vehicles, type->vehicles_max);
        else
            unit->vehicles = (uint8_t)vehicles;
    } else {
        tell(r, r->line, SV_FAULT_WORD, word, 0, 0);
    }
}

// Limits that grow with every unit. Without a line `points`, which is a fault, there is nothing to
// compare with.
static void count_unit(reading *r, const sv_company_unit *unit, span name) {
    const sv_unit *type = &sv_units[unit->unit];
    int points = sv_unit_points(unit) + sv_officers[unit->rank].army_points;
    r->section_units++;
    r->first_grade = r->first_grade || (sv_is_infantry(type) && type->grade == 1);
    r->heavies += type->heavy;
    r->copies[unit->unit]++;
    // CH9h: the reserve is part of the cost, and counted apart too.
    r->cost += points;
    r->reserve += unit->reserve ? points : 0;
    if (!r->cost_limit) return;
    int heavies = HEAVIES * r->thousands, copies = COPIES * r->thousands;
    if (type->heavy && r->heavies == heavies + 1)
        tell(r, r->line, SV_FAULT_HEAVIES, name, r->heavies, heavies);
    if (r->copies[unit->unit] == copies + 1)
        tell(r, r->line, SV_FAULT_COPIES, name, r->copies[unit->unit], copies);
    if (unit->reserve && r->reserve > r->reserve_limit && !r->deep) {
        r->deep = true;
        tell(r, r->line, SV_FAULT_RESERVE, name, r->reserve, r->reserve_limit);
    }
    // CH9k: the AP of its side, which the line `points` gives (take_points).
    if (r->cost > r->cost_limit && !r->dear) {
        r->dear = true;
        tell(r, r->line, SV_FAULT_COST, name, r->cost, r->cost_limit);
    }
}

// CH9a, CH9b: the commander is the officer of the highest rank; a second one of that rank, or no
// officer at all, is told by finish().
static void rank_unit(reading *r, int rank) {
    if (rank > r->best_rank) {
        r->best_rank = rank;
        r->second_line = 0;
        r->report->company.commander = r->report->company.units;
    } else if (rank && rank == r->best_rank && !r->second_line) {
        r->second_line = r->line;
    }
}

static void store_unit(reading *r, const sv_company_unit *unit) {
    sv_company *company = &r->report->company;
    // Thirteen units cost more than the largest side has (tests/test_data.py): that is told
    // already.
    if (company->units == SV_COMPANY_UNITS) return;
    r->report->unit_line[company->units] = (uint16_t)r->line;
    company->unit[company->units++] = *unit;
}

static void take_unit(reading *r, span word, span rest) {
    sv_company_unit unit = {0};
    if (same(word, "reserve")) {
        unit.reserve = 1;
        word = next_word(&rest);
    }
    int type = name_index(sv_unit_names, SV_UNITS, word);
    if (type < 0) {
        tell(r, r->line, word.length ? SV_FAULT_NO_UNIT : SV_FAULT_NO_VALUE,
             word.length ? word : span_of("reserve"), 0, 0);
        return;
    }
    if (!r->sections) tell(r, r->line, SV_FAULT_NO_SECTION, word, 0, 0);
    unit.unit = (uint8_t)type;
    unit.section = (uint8_t)(r->sections ? r->sections - 1 : 0);
    while (rest.length) {
        span option = next_word(&rest);
        take_option(r, &unit, word, option, &rest);
    }
    if (!sv_is_infantry(&sv_units[type]) && !unit.vehicles) unit.vehicles = 1;
    // CH9l: every unit is of the company's faction.
    uint8_t faction = r->report->company.faction;
    if (faction != SV_NONE && faction != sv_units[type].faction)
        tell(r, r->line, SV_FAULT_FOREIGN, word, 0, 0);
    rank_unit(r, unit.rank);
    count_unit(r, &unit, word);
    store_unit(r, &unit);
}

// -------------------------------------------------------------------------------------- the whole
static bool is_text(reading *r, span line) {
    for (size_t i = 0; i < line.length; i++) {
        unsigned char c = (unsigned char)line.at[i];
        if (c >= ' ' || blank((char)c)) continue;
        tell(r, r->line, SV_FAULT_NOT_TEXT, span_of(""), c, 0);
        return false;
    }
    return true;
}

static void take_line(reading *r, span line, const sv_scenario *board, int side) {
    if (!is_text(r, line)) return;
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '#') line.length = i;
    span rest = trim(line);
    if (!rest.length) return;
    span word = next_word(&rest);
    for (int head = 0; head < HEADS; head++) {
        if (!same(word, head_words[head])) continue;
        take_head(r, (head_word)head, rest, board, side);
        return;
    }
    if (!same(word, "section")) {
        take_unit(r, word, rest);
    } else {
        if (rest.length) tell(r, r->line, SV_FAULT_WORD, rest, 0, 0);
        open_section(r);
    }
}

static void finish(reading *r) {
    close_section(r);
    for (int head = HEAD_FACTION; head < HEADS; head++)
        if (!r->seen[head]) tell(r, 1, SV_FAULT_MISSING, span_of(head_words[head]), 0, 0);
    if (!r->sections) tell(r, 1, SV_FAULT_SECTIONS, span_of(""), 0, SV_SECTIONS_MAX);
    if (!r->best_rank) tell(r, 1, SV_FAULT_NO_COMMANDER, span_of(""), 0, 0);
    if (r->second_line)
        tell(r, r->second_line, SV_FAULT_TWO_COMMANDERS, span_of(""), r->best_rank, 0);
    sv_company *company = &r->report->company;
    company->sections = (uint8_t)(r->sections < SV_NONE ? r->sections : SV_NONE);
    company->army_points = (uint16_t)r->cost;
    company->reserve = (uint16_t)r->reserve;
    r->report->reserve_limit = (uint16_t)r->reserve_limit;
}

// Faults as a person reads the file: from top to bottom, those of a line as they were found.
static void sort_faults(sv_report *report) {
    for (int i = 1; i < report->faults; i++) {
        sv_fault moving = report->fault[i];
        int at = i;
        while (at && report->fault[at - 1].line > moving.line) {
            report->fault[at] = report->fault[at - 1];
            at--;
        }
        report->fault[at] = moving;
    }
}

bool sv_company_judge(const char *text, size_t length, int scenario, int side, bool mortars,
                      sv_report *out) {
    GG_ASSERT(scenario >= SV_ANY_SCENARIO && scenario < SV_SCENARIOS);
    const sv_scenario *board = scenario == SV_ANY_SCENARIO ? NULL : &sv_scenarios[scenario];
    return sv_company_judge_on(text, length, board, side, mortars, out);
}

bool sv_company_judge_on(const char *text, size_t length, const sv_scenario *board_or_null,
                         int side, bool mortars, sv_report *out) {
    GG_ASSERT(!board_or_null || (side >= 0 && side < SV_SIDES));
    memset(out, 0, sizeof *out);
    out->company.faction = SV_NONE;
    reading r = {.report = out, .mortars = mortars};
    size_t at = 0;
    while (at < length && r.line < LINE_MAX && out->faults < SV_FAULTS_MAX) {
        size_t end = at;
        while (end < length && text[end] != '\n') end++;
        r.line++;
        take_line(&r, (span){text + at, end - at}, board_or_null, side);
        at = end + 1;
    }
    finish(&r);
    sort_faults(out);
    return !out->faults;
}

// ------------------------------------------------------------------------- as bytes, and as text
// Faction, size and number of units; then four bytes a unit.
enum { LIST_HEAD = 3, LIST_UNIT = 4, IN_RESERVE = 1, WITH_MORTAR = 2, LIST_FLAGS = 3 };

static_assert(LIST_HEAD + LIST_UNIT * SV_COMPANY_UNITS <= GG_LIST_MAX, "every company fits");

void sv_company_pack(const sv_company *company, gg_own_list *out) {
    uint8_t *at = out->byte;
    int size = 0;
    while (sv_sizes[size] != company->limit) size++;
    *at++ = company->faction;
    *at++ = (uint8_t)size;
    *at++ = company->units;
    for (int i = 0; i < company->units; i++) {
        const sv_company_unit *unit = &company->unit[i];
        *at++ = unit->unit;
        *at++ = (uint8_t)(unit->rank << 4 | unit->vehicles);
        *at++ = unit->section;
        *at++ = (uint8_t)((unit->reserve ? IN_RESERVE : 0) | (unit->mortar ? WITH_MORTAR : 0));
    }
    out->size = (uint16_t)(at - out->byte);
}

static bool unit_of(const uint8_t *at, sv_company_unit *out) {
    *out = (sv_company_unit){.unit = at[0],
                             .rank = at[1] >> 4,
                             .vehicles = at[1] & 15,
                             .section = at[2],
                             .reserve = (at[3] & IN_RESERVE) != 0,
                             .mortar = (at[3] & WITH_MORTAR) != 0};
    return out->unit < SV_UNITS && out->rank <= SV_RANK_MAX && at[3] <= LIST_FLAGS &&
           out->section < SV_SECTIONS_MAX && out->vehicles <= SV_VEHICLES_MAX;
}

bool sv_company_of(const gg_own_list *list, sv_company *out) {
    const uint8_t *at = list->byte;
    memset(out, 0, sizeof *out);
    if (list->size < LIST_HEAD || at[0] >= SV_FACTIONS || at[1] >= SV_SIZES) return false;
    if (at[2] > SV_COMPANY_UNITS || list->size != LIST_HEAD + LIST_UNIT * at[2]) return false;
    out->faction = at[0];
    out->limit = sv_sizes[at[1]];
    for (; out->units < at[2]; out->units++) {
        sv_company_unit *unit = &out->unit[out->units];
        if (!unit_of(at + LIST_HEAD + LIST_UNIT * out->units, unit)) return false;
        // CH9a: the officer of the highest rank commands.
        if (unit->rank > out->unit[out->commander].rank) out->commander = out->units;
        int points = sv_unit_points(unit) + sv_officers[unit->rank].army_points;
        out->army_points = (uint16_t)(out->army_points + points);
        out->reserve = (uint16_t)(out->reserve + (unit->reserve ? points : 0));
        if (unit->section >= out->sections) out->sections = (uint8_t)(unit->section + 1);
    }
    return true;
}

static void write_unit(sv_text *text, const sv_company_unit *unit) {
    if (unit->reserve) sv_put_words(text, "reserve ");
    sv_put_words(text, sv_unit_names[unit->unit].token);
    if (unit->rank) sv_put_words(text, " officer ");
    if (unit->rank) sv_put_number(text, unit->rank);
    if (unit->vehicles) sv_put_words(text, " x");
    if (unit->vehicles) sv_put_number(text, unit->vehicles);
    if (unit->mortar) sv_put_words(text, " mortar");
    sv_put_char(text, '\n');
}

size_t sv_company_write(const gg_own_list *list, char *out) {
    sv_text text = {out, GG_LIST_TEXT, 0};
    sv_company company;
    if (!sv_company_of(list, &company)) return 0;
    sv_put_words(&text, "faction ");
    sv_put_words(&text, sv_faction_names[company.faction].token);
    sv_put_words(&text, "\npoints ");
    sv_put_number(&text, company.limit);
    sv_put_char(&text, '\n');
    for (int i = 0, section = -1; i < company.units; i++) {
        if (company.unit[i].section != section) sv_put_words(&text, "section\n");
        section = company.unit[i].section;
        write_unit(&text, &company.unit[i]);
    }
    return sv_close_text(&text);
}

// ------------------------------------------------------------------------------------ the report
static const char *const fault_rules[SV_FAULTS] = {
#define FAULT(name, rule, fr, en) #rule,
#include "company.def"
#undef FAULT
};

static const char *const fault_texts[SV_FAULTS][2] = {
#define FAULT(name, rule, fr, en) {fr, en},
#include "company.def"
#undef FAULT
};

const char *sv_fault_rule(const sv_fault *fault) {
    const char *rule = fault_rules[fault->kind];
    return same(span_of(rule), "NONE") ? "" : rule;
}

static size_t put(char *out, size_t cap, size_t at, span part) {
    for (size_t i = 0; i < part.length && at + 1 < cap; i++) out[at++] = part.at[i];
    return at;
}

static size_t put_number(char *out, size_t cap, size_t at, int value) {
    char digits[12];
    size_t n = sizeof digits;
    GG_ASSERT(value >= 0);
    do {
        digits[--n] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return put(out, cap, at, (span){digits + n, sizeof digits - n});
}

size_t sv_fault_say(const sv_fault *fault, gg_lang lang, char *out, size_t cap) {
    GG_ASSERT(cap > 0 && fault->kind < SV_FAULTS);
    const char *text = fault_texts[fault->kind][lang];
    size_t at = 0;
    while (*text) {
        if (text[0] == '{' && text[1] && text[2] == '}') {
            if (text[1] == 'w')
                at = put(out, cap, at, span_of(fault->word));
            else
                at = put_number(out, cap, at, text[1] == 'a' ? fault->a : fault->b);
            text += 3;
        } else {
            at = put(out, cap, at, (span){text++, 1});
        }
    }
    out[at] = 0;
    return at;
}
