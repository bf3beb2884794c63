// SPDX-License-Identifier: Apache-2.0
// Scenarios that players write: every kind of fault with its line, in both languages; one spelling;
// what is in a request is what its game would have read; names are the author's, and bounded. The
// conformance suite shows that shipped texts make the scenarios that ship.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/salvo/salvo.h"
#include "grognard/match.h"

enum { FAULTS = 16 };

typedef struct slip {
    const char *from, *to; // in the text that ships; a NULL `from` adds `to` at the end
    const char *says;      // the fault told, in English; NULL: none
    int after;             // on this many lines behind the change
} slip;

static const gg_game *game_of(const char *id) {
    const gg_game *game = gg_game_find_or_null(id);
    assert_non_null(game);
    return game;
}

static unsigned scenario_of(const gg_game *game, const char *token) {
    unsigned i = 0;
    while (strcmp(game->scenarios[i].token, token) != 0) i++;
    return i;
}

static unsigned line_at(const char *text, const char *at) {
    unsigned line = 1;
    while (text < at) line += *text++ == '\n';
    return line;
}

static void try_slip(const gg_game *game, const char *token, const slip *s) {
    static char text[GG_SCENARIO_FILE], changed[2 * GG_SCENARIO_FILE];
    gg_fault fault[FAULTS];
    gg_request request;
    size_t length = gg_scenario_copy(game, scenario_of(game, token), text, sizeof text);
    char *at = s->from ? strstr(text, s->from) : text + length;
    if (!at) fail_msg("%s has no %s", token, s->from);
    unsigned line = line_at(text, at) + (unsigned)s->after;
    (void)snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, s->to,
                   s->from ? at + strlen(s->from) : "");
    gg_request_standard(game, &request);
    uint32_t count = gg_scenario_read(game, &request, changed, strlen(changed), fault, FAULTS);
    bool found = !s->says && !count;
    for (uint32_t i = 0; i < count; i++) {
        found |= s->says && fault[i].line == line && strstr(fault[i].en, s->says);
        assert_true(fault[i].fr[0] && fault[i].line);
        assert_true(!i || fault[i].line >= fault[i - 1].line);
    }
    if (!found)
        fail_msg("%s -> %s: %u faults, line %u wanted, line %u: %s", s->from ? s->from : "end",
                 s->to, count, line, count ? fault[0].line : 0U, count ? fault[0].en : "none");
    assert_int_equal(request.own.size != 0, !s->says);
}

static void try_all(const char *id, const char *token, const slip *slips, size_t count) {
    for (size_t i = 0; i < count; i++) try_slip(game_of(id), token, &slips[i]);
}
#define TRY(id, token, slips) try_all(id, token, slips, sizeof(slips) / sizeof(slips)[0])

// --------------------------------------------------------------------------------------- the head
#define LONG_64 "0123456789012345678901234567890123456789012345678901234567890123"

static void faults_of_the_head(void **state) {
    static const slip slips[] = {
        {"scenario standard", "scenario nowhere", "No scenario is called “nowhere”.", 0},
        {"scenario standard", "scenario empty", "“empty” cannot be a model.", 0},
        {"scenario standard", "scenario", "Write: scenario NAME", 0},
        {"scenario standard", "scenario standard standard", "Write: scenario NAME", 0},
        {"scenario standard\n", "", "The first line is: scenario NAME", 0},
        {"scenario standard", "# nothing\n\nscenario standard", NULL, 0},
        {NULL, "scenario standard\n", "“scenario” stands here twice.", 0},
        {NULL, "name.fr Encore\n", "“name.fr” stands here twice.", 0},
        {"name.en The Fords", "name.en", "Nothing follows “name.en”.", 0},
        {"name.en The Fords", "name.en " LONG_64, "“name.en”: 63 bytes at most.", 0},
        {"name.en The Fords", "name.en The\x01 Fords", "characters that are not printed", 0},
        {"name.en The Fords", "name.en \xe2\x80\xae sdroF", "characters that are not printed", 0},
        {"name.en The Fords", "name.en \xff", "characters that are not printed", 0},
        {"name.en The Fords", "name.en <b>été</b> & \"co\"", NULL, 0},
        {NULL, "brief.en Hold the fords.\n", NULL, 0},
        {NULL, "brief.en " LONG_64 LONG_64 LONG_64 LONG_64 LONG_64 "\n", "319 bytes at most", 0},
        {"cards 2 2", "cards\t 2  2", NULL, 0},
        {"cards 2 2 2 2 2\n", "cards 2 2 2 2 2 # a remark\r\n", NULL, 0},
    };
    (void)state;
    TRY("_template", "standard", slips);
}

static void faults_of_the_template(void **state) {
    static const slip slips[] = {
        {"cards 2 2 2 2 2", "cards 2 2 2 2", "Write: cards", 0},
        {"cards 2 2 2 2 2", "cards 2 2 2 2 3", "“3” is not a number from 0 to 2.", 0},
        {"cards 2 2 2 2 2", "cards 02 2 2 2 2", "“02” is not a number", 0},
        {"cards 2 2 2 2 2", "cards 1 1 1 0 0", "3 cards: a hand has 4.", 0},
        {"cards 2 2 2 2 2", "cards 1 1 1 1 0", NULL, 0},
        {"cards 2 2 2 2 2", "card 2 2 2 2 2", "“card” is not understood.", 0},
        {NULL, "cards 2 2 2 2 2\n", "“cards” stands here twice.", 0},
        {"cards 2 2 2 2 2\n", "", "The line “cards” is missing.", -1},
    };
    (void)state;
    TRY("_template", "standard", slips);
}

// ------------------------------------------------------------------------------------------ Salvo
static void faults_of_salvo_lines(void **state) {
    static const slip slips[] = {
        {"board 1200 900", "board 1200", "Write: board WIDTH HEIGHT", 0},
        {"board 1200 900", "board 1200 1100", "“1100” is not a number from 300 to 1000.", 0},
        {"points 1000 1000", "points 900 1000", "900 AP: a side has 400", 0},
        {"points 1000 1000", "points 1000", "Write: points WEST EAST", 0},
        {"reserve 250 250", "reserve 400 400", "a third at most, 333", 0},
        {"reserve 250 250", "reserve 10 10", "the ready companies need", 0},
        {"rounds 6", "rounds 13", "“13” is not a number from 1 to 12.", 0},
        {"rounds 6", "rounds 6\nrounds 6", "“rounds” stands here twice.", 1},
        {"stars 12 12", "stars 12 0", "“0” is not a number from 1 to 99.", 0},
        {"symmetric", "symmetric yes", "“symmetric” stands alone.", 0},
        {"symmetric", "weather 3", "“weather” is not understood.", 0},
        {"deploy west 0,0", "deploy north 0,0", "Write: deploy west|east", 0},
        {"deploy west 0,0 200,900", "deploy west 200,900 0,0", "the lower one", 0},
        {"deploy west 0,0 200,900", "deploy west 0,0 200", "“200” is not a point", 0},
        {"deploy east 1000", "deploy west 1000", "stands here twice", 0},
        {"objective O2", "objective O3", "here comes O2", 0},
        {"objective O2 500,450 stars 1", "objective O2 500,450", "Write: objective", 0},
        {"objective O2 500,450 stars 1", "objective O2 500,450 stars 10", "“10” is not", 0},
        {"objective O2 500,450", "objective O2 500;450", "“500;450” is not a point", 0},
        {"T4  height 1", "T5  height 1", "here comes T4", 0},
        {"T4  height 1", "T4  height 4", "“4” is not a number from 1 to 3.", 0},
        {"T4  height 1", "T4  high 1", "Write: wall TN height N", 0},
        {"880,345 880,495 860,495 860,345", "880,345 880,495", "3 to 8 corners, not 2", 0},
        {"880,345 880,495 860,495 860,345", "880,345 860,345 880,495 860,495", "convex", 0},
        {"880,345 880,495 860,495 860,345", "880,345 880,495 860,495 877,400", "convex", 0},
        {"880,345 880,495 860,495 860,345", "1 2 3 4 5 6 7 8 9 10 11 12 13 14", "Too many words.",
         0},
    };
    (void)state;
    TRY("salvo", "relay", slips);
}

static void faults_of_salvo_as_a_whole(void **state) {
    static const slip slips[] = {
        {"rounds 6\n", "", "The line “rounds” is missing.", 22},
        {"deploy east 1000,0 1200,900\n", "", "The line “deploy east” is missing.", 18},
        {"deploy east 1000,0 1200,900", "deploy east 1000,0 1190,900", "own edge", 0},
        {"deploy east 1000,0 1200,900", "deploy east 1000,0 1200,950", "on the table", 0},
        {"deploy east 1000,0", "deploy east 200,0", "The two boxes meet.", 0},
        {"objective O1 600,220", "objective O1 600,900", "O1 lies off the table.", 0},
        {"316,199 427,245", "316,199 610,230", "T1 lies within 35 mm of O1", 0},
        {"1  height 2  316,199 427,245 404,301 293,255", "1  height 2  1210,10 1250,10 1250,50",
         "T1 leaves the table.", 0},
        {"880,345 880,495 860,495 860,345", "340,405 340,555 320,555 320,405", "T4 overlaps T3.",
         0},
        {"stars 12 12", "stars 12 -", "symmetric: the stars differ.", 0},
        {"points 1000 1000\nreserve 250 250", "points 1500 1000\nreserve 500 250",
         "symmetric: the points differ.", 0},
        {"T4  height 1", "T4  height 2", "symmetric: nothing lies opposite T4.", 0},
        {"objective O2 500,450", "objective O2 490,450", "nothing lies opposite O2.", 0},
        {"deploy east 1000,0", "deploy east 990,0", "the boxes do not lie opposite.", 0},
        {"rounds 6", "rounds 6\nhold O5 from 2", "There is no objective O5.", 1},
        {"rounds 6", "rounds 6\nhold O1 from 8", "Round 8 is not played.", 1},
        {"rounds 6", "rounds 6\nhold O1 after 3", "Write: hold", 1},
        {"rounds 6", "rounds 6\notherwise north", "Write: otherwise", 1},
        {"rounds 6", "rounds 6\ncommander 21", "“21” is not a number from 1 to 20.", 1},
        {"rounds 6", "rounds 3\nhold O1 from 2\notherwise east\ncommander 2", NULL, 0},
        {"name.en The Relay", "name.en Four markers, four rounds", NULL, 0},
    };
    (void)state;
    TRY("salvo", "relay", slips);
    for (unsigned i = 0; i < SCENARIOS; i++) { // without an objective there is nothing to play for
        sv_scenario read;
        gg_fault fault;
        const char *text = sv_scenario_texts[i];
        uint32_t faults = sv_read_setting(text, strlen(text), &read, &fault, 1);
        assert_int_equal(faults, i == SC_EMPTY);
        read.token = sv_scenarios[i].token;
        // the reader of players makes what the compiler of the shipped ones makes
        assert_memory_equal(&read, &sv_scenarios[i], sizeof read);
    }
}

// ---------------------------------------------------------------------------------------- Bautzen
static void faults_of_bautzen(void **state) {
    static const slip slips[] = {
        {"area 12 26 01 14", "area 12 26 1 14", "Write: area", 0},
        {"area 12 26 01 14", "area 12 14 01 14", "five columns", 0},
        {"area 12 26 01 14", "area 12 27 01 14", "Write: area", 0},
        {"area 12 26 01 14\n", "", "The line “area” is missing.", 31},
        {"turns 2", "turns 7", "“7” is not a number from 1 to 6.", 0},
        {"turns 2", "turns", "Write: turns N", 0},
        {"turns 2", "turns 2\nturns 2", "“turns” stands here twice.", 1},
        {"put 5DP_13 at 1607", "put 5DP_14 at 1607", "No counter is called “5DP_14”.", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 at 2715", "“2715” is not a hex of the map.", 0},
        {"put 5DP_13 at 1607", "put 5DP_13", "A counter is “at HEX” or “waiting”", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 at 1607 tired", "“tired” is not understood", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 at 1107", "this hex lies outside “area”.", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 at 1610", "does not go with those who are there.", 0},
        {"put 5DP_13 at 1607", "put 5DP_QG at 1608", "5DP_QG is on the map already.", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 waiting", "5DP_13 is no reinforcement.", 0},
        {"put 5DP_13 at 1607", "put 5DP_13 at 1607 side allied", "a column has a side", 0},
        {"put 20Pz_PzR21 at 2312", "put 20Pz_PzR21 at 1910", "the enemy is in this hex.", 0},
        {"put CL1 at 1511 side allied", "put CL1 at 1511", "a column has a side", 0},
        {"put CL1 at 1511 side allied", "put CL1 at 1511 side poles", "neither allied nor", 0},
        {"put 5DP_QG at 1607", "put 5DP_QG at 1607 reduced", "5DP_QG has one step only.", 0},
        {"set turn 1", "set turn 3", "Turn 3 is not played.", 0},
        {"set turn 1", "set turn 0", "“0” is not a number from 1 to 6.", 0},
        {"set turn 1", "set weather 1", "Write: set turn|air|air_used|tested N", 0},
        {"set turn 1", "set control 1101 german", "This hex lies outside “area”.", 0},
        {"set turn 1", "set turn 1\nset control 1511 german\nset air 2", NULL, 0},
        {"node move german", "node sleep german", "Write: node move|combat", 0},
        {"node move german\n", "", "The line “node” is missing", -1},
        {"node move german", "node move german\nset air 2", "“node” is the last line.", 1},
        {"node move german", "node combat allied", NULL, 0},
        {"points 4", "points 4\npoints 8", "“points” stands here twice.", 1},
        {"turns 2", "turns 2\nweather", "“weather” is not understood.", 1},
        {"area 12 26 01 14", "area 02 06 06 10", "no source of supply of", 32},
    };
    static const slip free[] = {
        {"turns 6", "turns 4\nset air 2", NULL, 0},
        {"points 8", "points 12", NULL, 0},
        {"points 8", "points 0", "“0” is not a number from 1 to 54.", 0},
        {"points 8", "points", "Write: points N", 0},
        {"points 8", "points 8\npoints 8", "“points” stands here twice.", 1},
        {"turns 6", "turns 4\nset turn 2", "only “turns”, “points” and “set air” can be changed.",
         1},
        {"area 01 26 01 14", "area 02 26 01 14", "all of the map is in play", 4},
    };
    (void)state;
    TRY("bautzen", "intro", slips);
    TRY("bautzen", "campaign", free);
}

// -------------------------------------------------------------------------------------- Corridors
static void faults_of_corridors(void **state) {
    static const slip slips[] = {
        {"decks german soviet", "decks german french", "Write: decks A B", 0},
        {"decks german soviet", "decks german", "Write: decks A B", 0},
        {"supply 30", "supply 30\nsupply 30", "“supply” stands here twice.", 1},
        {"supply 30", "supply 9", "“9” is not a number from 20 to 42.", 0},
        {"supply 30", "supply 25", "Supply goes from 30 to 30 here.", 0},
        {"deck 60", "deck 61", "“61” is not a number from 30 to 60.", 0},
        {"turns 15", "turns 16", "“16” is not a number from 2 to 15.", 0},
        {"turns 15\n", "", "The line “turns” is missing.", 2},
        {"row 2 forest plain town", "row 2 forest plain", "Write: row", 0},
        {"row 2 forest plain town", "row 3 forest plain town", "Row 3 stands here twice.", 0},
        {"row 2 forest plain town", "row 2 forest desert town", "“desert” is no terrain.", 0},
        {"row 2 forest plain town", "row 2 forest hq town", "“hq” is no terrain.", 0},
        {"row 2 forest plain town\n", "", "Rows 1 to 3 are wanted", 0},
        {"row 1 village fields", "row 1 village marsh", "does not fit into “marsh”, row 1.", 0},
        {"points 45", "weather 3", "“weather” is not understood.", 0},
        {"row 2 forest plain town", "row 2 city river bocage", NULL, 0},
        {"points 45\nturns 15", "points 30\nturns 9", NULL, 0},
    };
    (void)state;
    TRY("corridors", "standard", slips);
}

// ------------------------------------------------------------------------------------- the request
static void take(const gg_game *game, const char *text, gg_request *request) {
    gg_fault fault;
    gg_request_standard(game, request);
    if (gg_scenario_read(game, request, text, strlen(text), &fault, 1))
        fail_msg("line %u: %s", fault.line, fault.en);
}

static const char mine[] = "# mine\nscenario  standard\r\n\tname.en   My   fords \n\n"
                           "brief.fr   Deux  mots\ncards 2 2 1 2 2 # fewer\n";
static const char spelt[] = "scenario standard\nname.en My fords\nbrief.fr Deux mots\n"
                            "cards 2 2 1 2 2\n";

static void one_spelling(void **state) {
    const gg_game *game = game_of("_template");
    gg_request request, again;
    char name[GG_SCENARIO_NAME], brief[GG_SCENARIO_BRIEF];
    (void)state;
    take(game, mine, &request);
    assert_string_equal(request.own.text, spelt);
    assert_int_equal(request.own.size, strlen(spelt));
    take(game, spelt, &again);
    assert_memory_equal(&again, &request, sizeof again);
    assert_string_equal(gg_scenario_name(game, &request, GG_EN, name), "My fords");
    assert_string_equal(gg_scenario_name(game, &request, GG_FR, name), "My fords");
    assert_string_equal(gg_scenario_brief(game, &request, GG_EN, brief), "Deux mots");
    gg_request_standard(game, &again);
    assert_string_equal(gg_scenario_name(game, &again, GG_FR, name), "Les Gués");
}

static bool opens(const gg_game *game, const gg_request *request) {
    gg_position at;
    gg_verdict verdict;
    gg_status status = gg_position_open(&at, game, request, &verdict);
    if (status == GG_OK) gg_position_close(&at);
    assert_true(status == GG_OK || (status == GG_REFUSED && !verdict.refusal));
    return status == GG_OK;
}

static void other_bytes_are_refused(void **state) {
    const gg_game *game = game_of("_template");
    gg_request good, request;
    (void)state;
    take(game, mine, &good);
    assert_true(opens(game, &good));
    for (unsigned i = 0; i < good.own.size; i++) {
        request = good;
        request.own.text[i] = '\t'; // nowhere in the one spelling
        assert_false(opens(game, &request));
    }
    request = good;
    request.own.text[GG_SCENARIO_TEXT - 1] = 1; // beyond its end
    assert_false(opens(game, &request));
    for (unsigned size = 0; size <= GG_SCENARIO_TEXT + 4U; size++) {
        request = good;
        request.own.size = (uint16_t)size;
        assert_int_equal(opens(game, &request), size == good.own.size);
    }
    request = good;
    request.scenario = 1; // not the one that it is like
    assert_false(opens(game, &request));
}

static void too_long(void **state) {
    const gg_game *game = game_of("_template");
    static char text[GG_SCENARIO_FILE];
    gg_request request;
    gg_fault fault[FAULTS];
    size_t n = (size_t)snprintf(text, sizeof text, "scenario standard\ncards 2 2 2 2 2\n");
    (void)state;
    while (n < 6000) n += (size_t)snprintf(text + n, sizeof text - n, "# a remark costs nothing\n");
    take(game, text, &request);
    while (n < 12000) n += (size_t)snprintf(text + n, sizeof text - n, "cards 2 2 2 2 2\n");
    gg_request_standard(game, &request);
    assert_int_equal(gg_scenario_read(game, &request, text, n, fault, FAULTS), FAULTS);
    assert_int_equal(request.own.size, 0);
    bool told = false;
    for (unsigned i = 0; i < FAULTS; i++) told |= strstr(fault[i].en, "4095 bytes") != NULL;
    assert_true(told);
    assert_int_equal(gg_scenario_read(game, &request, "", 0, fault, FAULTS), 1);
    assert_int_equal(fault[0].line, 1);
}

// The table of a scenario is shared by those who play it, and by nobody else.
static void tables_are_shared(void **state) {
    const gg_game *game = game_of("salvo");
    static char text[GG_SCENARIO_FILE];
    gg_request shipped, own;
    gg_position a, b, c;
    (void)state;
    (void)gg_scenario_copy(game, 0, text, sizeof text);
    gg_request_standard(game, &shipped);
    take(game, text, &own);
    assert_int_equal(gg_position_open(&a, game, &shipped, NULL), GG_OK);
    assert_int_equal(gg_position_open(&b, game, &own, NULL), GG_OK);
    assert_int_equal(gg_position_open(&c, game, &own, NULL), GG_OK);
    assert_ptr_equal(b.table, c.table);
    assert_ptr_not_equal(a.table, b.table);
    assert_memory_equal((const char *)a.table + sizeof shipped,
                        (const char *)b.table + sizeof shipped, game->table_bytes - sizeof shipped);
    gg_position_close(&a);
    gg_position_close(&b);
    gg_position_close(&c);
}

// A company is judged by the scenario that it is to play.
static void companies_fit_the_scenario(void **state) {
    const gg_game *game = game_of("salvo");
    static const char company[] = "faction austral\npoints 1000\nsection\n"
                                  "line_fusiliers officer 2\nreserve line_fusiliers\n";
    static char text[GG_SCENARIO_FILE];
    gg_request request;
    gg_fault fault;
    (void)state;
    (void)gg_scenario_copy(game, scenario_of(game, "first_salvo"), text, sizeof text);
    take(game, text, &request);
    assert_true(gg_list_read(game, &request, 0, company, strlen(company), &fault, 1));
    assert_non_null(strstr(fault.en, "400"));
    (void)gg_scenario_copy(game, 0, text, sizeof text);
    take(game, text, &request);
    assert_int_equal(gg_list_read(game, &request, 0, company, strlen(company), &fault, 1), 0);
    assert_true(opens(game, &request));
}

static void games_without(void **state) {
    gg_request request;
    const gg_game *probe = NULL;
    (void)state;
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (!gg_game_at(i)->own.judge) probe = gg_game_at(i);
    if (!probe) return;
    gg_request_standard(probe, &request);
    request.own.size = 1;
    request.own.text[0] = '\n';
    assert_false(opens(probe, &request));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_the_head),
        cmocka_unit_test(faults_of_the_template),
        cmocka_unit_test(faults_of_salvo_lines),
        cmocka_unit_test(faults_of_salvo_as_a_whole),
        cmocka_unit_test(faults_of_bautzen),
        cmocka_unit_test(faults_of_corridors),
        cmocka_unit_test(one_spelling),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(too_long),
        cmocka_unit_test(tables_are_shared),
        cmocka_unit_test(companies_fit_the_scenario),
        cmocka_unit_test(games_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
