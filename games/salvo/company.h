// SPDX-License-Identifier: Apache-2.0
// Companies that players write: the text of a .company file, its limits, and what is wrong with it,
// line by line. Pure, like the rest of the game: whoever reads files hands the text over.
//
// A file is read line by line; # begins a comment, blanks separate words. The head stands before
// the sections.
//
//     company  austral_1000_1          its token, optional here
//     name.fr  Première de ligne       names, optional here
//     name.en  First of the Line
//     faction  austral                 austral, vhar or forges
//     points   1000                    army points of the side it is built for
//
//     section                          one to three times
//     line_fusiliers officer 2         a unit, led by an officer of that rank
//     heron x2                         a unit of two vehicles; without a number, of one
//     support_team mortar              with its mortar (option O2)
//     reserve boarders                 declared as reserve
//
// reader.py judges the ready companies of data/companies by the same limits at build time.
#ifndef SALVO_COMPANY_H
#define SALVO_COMPANY_H

#include "data.h"

typedef enum sv_fault_kind {
#define FAULT(name, rule, fr, en) SV_FAULT_##name,
#include "company.def"
#undef FAULT
    SV_FAULTS
} sv_fault_kind;

enum {
    SV_FAULTS_MAX = 32, // told of one file
    SV_CITED_MAX = 32,  // bytes of a word that is cited, with its end
    SV_SENTENCE_MAX = 160,
    SV_ANY_SCENARIO = -1,
    SV_COMPANY_NAME = 64,
};

typedef struct sv_fault {
    uint16_t line; // from 1
    uint8_t kind;  // sv_fault_kind
    uint8_t spare;
    int32_t a, b;
    char word[SV_CITED_MAX];
} sv_fault;

// The company's own `name` stays empty: the names are here, and hold only as long as the report.
typedef struct sv_report {
    sv_company company;
    uint16_t unit_line[SV_COMPANY_UNITS];
    char token[SV_COMPANY_NAME], fr[SV_COMPANY_NAME], en[SV_COMPANY_NAME];
    uint16_t reserve_limit;
    uint16_t faults;
    sv_fault fault[SV_FAULTS_MAX];
} sv_report;

// Reads and judges a company. `scenario` is a line of sv_scenarios and `side` the side it is meant
// for, or SV_ANY_SCENARIO: then the most generous side of its size counts. `mortars`: option O2 is
// on. True when nothing is wrong; the company may then be played.
bool sv_company_judge(const char *text, size_t length, int scenario, int side, bool mortars,
                      sv_report *out);
// The same for a scenario that a player wrote; NULL: any of ours.
bool sv_company_judge_on(const char *text, size_t length, const sv_scenario *board_or_null,
                         int side, bool mortars, sv_report *out);

// A good company as the bytes of a list, and back; false: the bytes are no company. Names are left
// behind. The text is the one that match files hold; its length, 0 when the bytes are no company.
void sv_company_pack(const sv_company *company, gg_own_list *out);
bool sv_company_of(const gg_own_list *list, sv_company *out);
size_t sv_company_write(const gg_own_list *list, char *out);

// The sentence of a fault, without its line; cut off when it does not fit. Returns its length.
size_t sv_fault_say(const sv_fault *fault, gg_lang lang, char *out, size_t cap);

// Id of the broken rule ("CH9d"), or "" when the form of the file is wrong.
const char *sv_fault_rule(const sv_fault *fault);

#endif
