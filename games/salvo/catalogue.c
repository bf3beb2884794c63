// SPDX-License-Identifier: Apache-2.0
// What a company is built from (CH9): the units with what is printed on them, and how the lines of
// a company file are spelt (company.h). A builder that knows no game shows and writes these.
#include "company.h"
#include "salvo.h"

enum { IN_SECTION = 1 };
enum { EXTRA_RESERVE = 1, EXTRA_OFFICER = 2, EXTRA_VEHICLES = 4, EXTRA_MORTAR = 8 };
enum { SUMS = 4 };

static const gg_name sizes[] = {
    {"400", "400 PA", "400 AP", 0},     {"750", "750 PA", "750 AP", 0},
    {"1000", "1000 PA", "1,000 AP", 0}, {"1100", "1100 PA", "1,100 AP", 0},
    {"1500", "1500 PA", "1,500 AP", 0},
};
static const gg_name ranks[] = {
    {"officer 1", "lieutenant", "lieutenant", 0},
    {"officer 2", "capitaine", "captain", 0},
    {"officer 3", "major", "major", 0},
    {"officer 4", "colonel", "colonel", 0},
};
static const gg_name vehicles[] = {{"x2", "deux", "two", 0}, {"x3", "trois", "three", 0}};
static const gg_name mortar[] = {{"mortar", "avec mortier", "with mortar", 0}};
static const gg_name reserve[] = {{"reserve", "en réserve", "in reserve", 0}};
static const gg_name types[] = {
    {"infantry", "Infanterie", "Infantry", 0},
    {"walker", "Marcheurs", "Walkers", 0},
    {"vehicle", "Véhicules", "Vehicles", 0},
};
static_assert(sizeof sizes / sizeof *sizes == SV_SIZES, "every size of company");
static_assert(sizeof types / sizeof *types == SV_TYPES, "every type of unit");

static const gg_list_head heads[] = {
    {"company", "Nom", "Name", NULL, 0, 0},
    {"faction", "Faction", "Faction", sv_faction_names, SV_FACTIONS, 1},
    {"points", "Taille", "Size", sizes, SV_SIZES, 0},
};
static const gg_list_part parts[] = {
    {"section", "Section", "Section", "section", NULL, SV_SECTIONS_MAX, GG_LIST_PLAIN},
};
static const gg_list_extra extras[] = {
    {"reserve", "Réserve", "Reserve", reserve, 1, 1},
    {"officer", "Officier", "Officer", ranks, SV_RANKS - 1, 0},
    {"vehicles", "Nombre", "Number", vehicles, 2, 0},
    {"mortar", "Mortier", "Mortar", mortar, 1, 0},
};

const gg_list_form sv_company_form = {
    .head = heads,
    .part = parts,
    .extra = extras,
    .group = types,
    .heads = 3,
    .parts = 1,
    .extras = 4,
    .groups = SV_TYPES,
};

static void print_values(const sv_unit *unit, gg_list_item *out) {
    if (sv_is_infantry(unit)) gg_list_tell(out, "Figurines", "Figures", unit->figures);
    gg_list_tell(out, "Grade", "Grade", unit->grade);
    gg_list_tell(out, "Mouvement (cm)", "Move (cm)", unit->move[SV_MOVE_FIRST] / 10);
    gg_list_tell(out, "Course (cm)", "Second move (cm)", unit->move[SV_MOVE_SECOND] / 10);
    gg_list_tell(out, "CBT", "CBT", unit->combat_skill);
    gg_list_tell(out, "MOR", "MOR", unit->morale);
    gg_list_tell(out, "PRO", "PRO", unit->protection);
    if (!sv_is_infantry(unit)) gg_list_tell(out, "Châssis", "Hull", unit->hull);
}

bool sv_catalogue(unsigned n, gg_list_item *out) {
    memset(out, 0, sizeof *out);
    if (n >= SV_UNITS) return false;
    const sv_unit *unit = &sv_units[n];
    out->name = sv_unit_names[n];
    out->note_fr = out->note_en = "";
    out->allowed = 1U << unit->faction;
    out->group = unit->type;
    out->face = (uint16_t)sv_face_of((int)n);
    out->cost = unit->army_points;
    out->parts = IN_SECTION;
    out->extras = EXTRA_RESERVE;
    if (sv_is_infantry(unit)) out->extras |= EXTRA_OFFICER;    // CH9j
    if (unit->vehicles_max > 1) out->extras |= EXTRA_VEHICLES; // CH9m
    if (unit->mortar != SV_NONE) out->extras |= EXTRA_MORTAR;  // CO2
    print_values(unit, out);
    return true;
}

uint32_t sv_sum_company(const gg_request *request_or_null, int seat, const char *text, size_t size,
                        gg_list_sum *out, uint32_t cap) {
    sv_report report;
    sv_scenario board, *setting = request_or_null ? &board : NULL;
    if (request_or_null) sv_setting_of(request_or_null, &board);
    (void)sv_company_judge_on(text, size, setting, seat, true, &report);
    const sv_company *company = &report.company;
    const gg_list_sum sum[SUMS] = {
        {"Points d'armée", "Army points", company->army_points, 0, company->limit},
        {"dont réserve", "of them reserve", company->reserve, 0, report.reserve_limit},
        {"Sections", "Sections", company->sections, 1, SV_SECTIONS_MAX},
        {"Unités", "Units", company->units, 0, 0},
    };
    for (uint32_t i = 0; i < SUMS && i < cap; i++) out[i] = sum[i];
    return SUMS < cap ? SUMS : cap;
}

size_t sv_ready_company(unsigned n, gg_name *name, char *out) {
    gg_own_list list = {0};
    if (n >= sv_company_count) return 0;
    *name = sv_companies[n].name;
    sv_company_pack(&sv_companies[n], &list);
    return sv_company_write(&list, out);
}
