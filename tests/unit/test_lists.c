// SPDX-License-Identifier: Apache-2.0
// Lists that players write, in every game that has them: what is read is written back to the same
// bytes; bytes that no text makes are refused; a list takes the place of the ready one and nothing
// else; matches hold it in their file, and a forged one is refused with its line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>

#include "base/sha256.h"
#include "grognard/match.h"
#include "grognard/study.h"

enum { FILE_BYTES = 8192, GAMES = 20 };

static const gg_game *corridors, *salvo;

static int find_games(void **state) {
    (void)state;
    corridors = gg_game_find_or_null("corridors");
    salvo = gg_game_find_or_null("salvo");
    return !corridors || !salvo;
}

static size_t read_file(const char *path, char out[FILE_BYTES]) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    size_t length = fread(out, 1, FILE_BYTES - 1, file);
    (void)fclose(file);
    assert_true(length > 0 && length < FILE_BYTES - 1);
    out[length] = 0;
    return length;
}

// The list of a text, for a seat of a request; must be good.
static void take(const gg_game *game, gg_request *request, int seat, const char *text) {
    gg_fault fault;
    if (gg_list_read(game, request, seat, text, strlen(text), &fault, 1))
        fail_msg("line %u: %s", fault.line, fault.en);
    assert_true(request->list[seat].size > 0);
    assert_true(gg_lists_fit(game, request));
}

static void take_file(const gg_game *game, gg_request *request, int seat, const char *path) {
    char text[FILE_BYTES];
    (void)read_file(path, text);
    take(game, request, seat, text);
}

static bool opens(const gg_game *game, const gg_request *request) {
    gg_position position;
    gg_verdict verdict = {.refusal = 7};
    gg_status status = gg_position_open(&position, game, request, &verdict);
    if (status == GG_OK)
        gg_position_close(&position);
    else
        assert_int_equal(verdict.refusal, GG_LEGAL); // no rule of the game: the list is none
    assert_true(status == GG_OK || status == GG_REFUSED);
    return status == GG_OK;
}

// ----------------------------------------------------------------------------------- bytes, texts
static unsigned all_read_back(const gg_game *game, const char *pattern) {
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        gg_request request, again;
        char text[FILE_BYTES], own[GG_LIST_TEXT], twice[GG_LIST_TEXT];
        gg_fault fault;
        size_t length = read_file(found.gl_pathv[i], text);
        gg_request_standard(game, &request);
        // The largest scenario of Salvo takes every size.
        if (game == salvo) request.scenario = 3;
        if (gg_list_read(game, &request, 0, text, length, &fault, 1))
            fail_msg("%s:%u: %s", found.gl_pathv[i], fault.line, fault.en);
        length = game->lists.write(&request.list[0], own);
        assert_true(length > 0 && length < GG_LIST_TEXT && own[length] == 0);
        again = request;
        memset(&again.list[0], 0, sizeof again.list[0]);
        take(game, &again, 0, own);
        assert_memory_equal(&again, &request, sizeof request);
        assert_int_equal(game->lists.write(&again.list[0], twice), length);
        assert_string_equal(own, twice);
    }
    unsigned count = (unsigned)found.gl_pathc;
    globfree(&found);
    return count;
}

static void lists_read_back(void **state) {
    (void)state;
    assert_int_equal(all_read_back(corridors, "games/corridors/data/decks/*.deck"), 4);
    assert_int_equal(all_read_back(salvo, "games/salvo/data/companies/*.company"), 30);
    assert_true(all_read_back(corridors, "games/corridors/examples/*.deck") > 0);
    assert_true(all_read_back(salvo, "games/salvo/examples/*.company") > 0);
}

// Each byte of a good list takes every value: what is still accepted is a list of its own spelling.
static unsigned spoil(const gg_game *game, const char *path) {
    gg_request good, request;
    unsigned accepted = 0;
    gg_request_standard(game, &good);
    take_file(game, &good, 1, path);
    for (unsigned i = 0; i < good.list[1].size; i++)
        for (unsigned value = 0; value < 256; value++) {
            char text[GG_LIST_TEXT];
            request = good;
            request.list[1].byte[i] = (uint8_t)value;
            if (!gg_lists_fit(game, &request)) continue;
            accepted += value != good.list[1].byte[i];
            assert_true(game->lists.write(&request.list[1], text) > 0);
        }
    for (unsigned size = 0; size <= GG_LIST_MAX + 4U; size++) {
        request = good;
        request.list[1].size = (uint16_t)size;
        assert_int_equal(gg_lists_fit(game, &request), size == good.list[1].size);
    }
    request = good;
    request.list[1].byte[GG_LIST_MAX - 1] = 1; // beyond its end
    assert_false(opens(game, &request));
    return accepted;
}

static void other_bytes_are_refused(void **state) {
    (void)state;
    // Another card or unit may be as good as the one that stands there; few are.
    assert_in_range(spoil(corridors, "games/corridors/examples/guards.deck"), 1, 3000);
    assert_in_range(spoil(salvo, "games/salvo/examples/outpost.company"), 1, 300);
}

static void lists_where_there_are_none(void **state) {
    const gg_game *bautzen = gg_game_find_or_null("bautzen");
    gg_request request, other;
    (void)state;
    gg_request_standard(corridors, &request);
    take_file(corridors, &request, 0, "games/corridors/examples/guards.deck");
    assert_true(opens(corridors, &request));
    other = request;
    other.list[2] = request.list[0]; // a seat that is not there
    assert_false(opens(corridors, &other));
    gg_request_standard(bautzen, &other);
    other.list[0] = request.list[0];
    assert_false(opens(bautzen, &other));
    gg_request_standard(salvo, &other);
    other.list[0] = request.list[0]; // a deck is no company
    assert_false(opens(salvo, &other));
}

// ------------------------------------------------------------------------------------- the judges
static const char small_deck[] = "deck x\nnation W\n8 W01\n5 W02\n5 W03\n5 W04\n5 W05\n5 W06\n"
                                 "5 W07\n5 W08\n5 W09\n5 W10\n5 W11\n1 W18\n1 W22\n";

static unsigned first_fault(const gg_game *game, const gg_request *request, int seat,
                            const char *text, gg_fault *fault) {
    gg_own_list list = {0};
    uint32_t count = game->lists.judge(request, seat, text, strlen(text), &list, fault, 1);
    if (count) assert_int_equal(list.size, 0);
    return count ? fault->line : 0;
}

// AD9a: a deck without an opening opens with its first two cards of HQ troops.
static void an_opening_is_completed(void **state) {
    char own[GG_LIST_TEXT];
    gg_request request;
    (void)state;
    gg_request_standard(corridors, &request);
    take(corridors, &request, 0, small_deck);
    assert_true(corridors->lists.write(&request.list[0], own) > 0);
    assert_non_null(strstr(own, "\nopen 1 W18 hq\nopen 1 W22 hq\n"));
    for (unsigned i = 0; i < corridors->n_scenarios; i++) {
        request.scenario = (uint16_t)i;
        assert_true(opens(corridors, &request));
    }
}

// AD69b: what a match has no room for is refused there, though a check of the deck lets it pass.
static void limits_of_a_match(void **state) {
    static const char many[] = "deck x\nnation W\nlimits off\n27 W01\n31 W02\n1 W18\n1 W22\n";
    static const char wings[] =
        "deck x\nnation W\nlimits off\n26 W01\n1 W18\n1 W22\n12 W19\n1 W21\n"
        "19 W02\n";
    gg_request request;
    gg_fault fault;
    (void)state;
    gg_request_standard(corridors, &request);
    assert_int_equal(first_fault(corridors, NULL, 0, many, &fault), 0);
    assert_int_equal(first_fault(corridors, &request, 0, many, &fault), 4);
    assert_string_equal(corridors->rules[fault.rule].id, "AD69b");
    assert_int_equal(first_fault(corridors, NULL, 0, wings, &fault), 0);
    assert_int_equal(first_fault(corridors, &request, 0, wings, &fault), 8);
    assert_string_equal(corridors->rules[fault.rule].id, "AD5e");
    assert_int_equal(first_fault(corridors, NULL, 0, "deck x\nnation W\n1 W18\nnation G\n", &fault),
                     4);
}

static unsigned scenario_named(const gg_game *game, const char *token) {
    unsigned i = 0;
    while (i < game->n_scenarios && strcmp(game->scenarios[i].token, token) != 0) i++;
    assert_true(i < game->n_scenarios);
    return i;
}

// CH9k, CH9i, O2: a company must fit the side it is played on.
static void a_company_fits_its_side(void **state) {
    char text[FILE_BYTES];
    gg_request request, small;
    gg_fault fault;
    (void)state;
    (void)read_file("games/salvo/examples/outpost.company", text);
    gg_request_standard(salvo, &request);
    request.scenario = (uint16_t)scenario_named(salvo, "dike");
    take(salvo, &request, 0, text);                                 // 1,100 AP
    assert_true(first_fault(salvo, &request, 1, text, &fault) > 0); // 750
    assert_string_equal(salvo->rules[fault.rule].id, "CH9k");
    small = request;
    small.scenario = (uint16_t)scenario_named(salvo, "first_salvo");
    assert_false(opens(salvo, &small));
    gg_request_standard(salvo, &request);
    const char mortar[] = "faction austral\npoints 1000\nsection\nline_fusiliers officer 2\n"
                          "support_team mortar\n";
    assert_int_equal(first_fault(salvo, &request, 0, mortar, &fault), 5);
    for (unsigned i = 0; i < salvo->n_options; i++)
        if (strcmp(salvo->options[i].token, "indirect") == 0) request.option[i] = 1;
    take(salvo, &request, 0, mortar);
}

// --------------------------------------------------------------------------------------- tables
// A ready deck or company written as a list of one's own gives the same match.
static void as_if_it_were_ready(void **state) {
    static const struct {
        const char *game, *first, *second;
        int option, values[2];
    } pairs[] = {
        {"corridors",
         "games/corridors/data/decks/us.deck",
         "games/corridors/data/decks/german.deck",
         0,
         {3, 1}},
        {"salvo",
         "games/salvo/data/companies/forges_1000_2.company",
         "games/salvo/data/companies/austral_1000_1.company",
         9,
         {5, 0}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        gg_selfplay_order order;
        gg_selfplay_report ready, own;
        gg_verdict verdict;
        gg_selfplay_standard(gg_game_find_or_null(pairs[i].game), &order);
        order.fixed = true;
        order.games = 3;
        order.request.option[pairs[i].option] = (int16_t)pairs[i].values[0];
        order.request.option[pairs[i].option + 1] = (int16_t)pairs[i].values[1];
        assert_int_equal(gg_selfplay(&order, &ready, &verdict), GG_OK);
        gg_request_standard(order.game, &order.request);
        assert_int_equal(gg_selfplay(&order, &own, &verdict), GG_OK);
        assert_true(own.digest != ready.digest);
        take_file(order.game, &order.request, 0, pairs[i].first);
        take_file(order.game, &order.request, 1, pairs[i].second);
        assert_int_equal(gg_selfplay(&order, &own, &verdict), GG_OK);
        assert_true(own.digest == ready.digest);
    }
}

static void tables_are_shared_by_list(void **state) {
    gg_position ready, own, again;
    gg_request request;
    (void)state;
    gg_request_standard(corridors, &request);
    assert_int_equal(gg_position_open(&ready, corridors, &request, NULL), GG_OK);
    take_file(corridors, &request, 0, "games/corridors/examples/guards.deck");
    assert_int_equal(gg_position_open(&own, corridors, &request, NULL), GG_OK);
    assert_int_equal(gg_position_open(&again, corridors, &request, NULL), GG_OK);
    assert_ptr_equal(own.table, again.table);
    assert_ptr_not_equal(own.table, ready.table);
    gg_position_close(&ready);
    gg_position_close(&own);
    gg_position_close(&again);
}

// Whole random games, every position sound.
static void sound_throughout(const gg_game *game, const gg_request *request, uint64_t seed) {
    static uint64_t scratch[GG_STATE_MAX / 8];
    static gg_action list[GG_LEGAL_MAX];
    static gg_events events;
    gg_position p;
    gg_rng rng;
    char why[100];
    assert_int_equal(gg_position_open(&p, game, request, NULL), GG_OK);
    gg_rng_seed(&rng, seed, 8);
    for (uint32_t step = 0; step < game->max_steps; step++) {
        gg_turn turn = game->turn(p.table, p.state);
        if (turn.seat == GG_OVER) break;
        gg_action action;
        if (turn.seat == GG_CHANCE) {
            action = gg_roll(game, p.table, p.state, gg_rng_below64(&rng, turn.tickets));
        } else {
            uint32_t count = gg_legal(game, p.table, p.state, turn.seat, list);
            assert_in_range(count, 1, game->max_legal);
            action = list[gg_rng_below(&rng, count)];
        }
        events.count = 0;
        gg_apply(game, p.table, p.state, action, &events);
        if (gg_unsound_or_null(game, p.table, p.state, scratch, why, sizeof why))
            fail_msg("seed %u, step %u: %s", (unsigned)seed, step, why);
    }
    assert_int_equal(game->turn(p.table, p.state).seat, GG_OVER);
    gg_position_close(&p);
}

static void own_lists_play(void **state) {
    gg_request request;
    (void)state;
    gg_request_standard(corridors, &request);
    take_file(corridors, &request, 0, "games/corridors/examples/guards.deck");
    take(corridors, &request, 1, small_deck);
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        request.scenario = (uint16_t)(seed % 6);
        sound_throughout(corridors, &request, seed);
    }
    gg_request_standard(salvo, &request);
    take_file(salvo, &request, 1, "games/salvo/examples/outpost.company");
    for (uint64_t seed = 0; seed < 2; seed++) sound_throughout(salvo, &request, seed);
}

// --------------------------------------------------------------------------------------- matches
static char *bodies_of_match(const gg_game *game, const gg_request *request) {
    gg_match_setup setup;
    gg_match *match, *again;
    gg_error error;
    char *text, *second, *view;
    size_t length, same;
    memset(&setup, 0, sizeof setup);
    setup.game = game;
    setup.request = *request;
    strcpy(setup.id, "own");
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    assert_int_equal(gg_match_resign(match, 0), GG_OK);
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    if (gg_match_verify(text, length, &error)) fail_msg("line %u: %s", error.line, error.en);
    assert_int_equal(gg_match_read(&again, text, length, &error), GG_OK);
    assert_memory_equal(&gg_match_setup_of(again)->request, request, sizeof *request);
    assert_int_equal(gg_match_write(again, &second, &same), GG_OK);
    assert_int_equal(same, length);
    assert_memory_equal(text, second, length);
    assert_int_equal(gg_match_write_for(match, 1, &view, &same), GG_OK);
    assert_non_null(strstr(view, "\nlist ")); // both players know both lists
    free(view);
    free(second);
    gg_match_close(again);
    gg_match_close(match);
    // without the checks
    char *to = text;
    for (char *at = text; at < text + length;) {
        char *end = memchr(at, '\n', (size_t)(text + length - at));
        size_t size = (size_t)(end - at) - 10;
        memmove(to, at, size);
        to += size;
        *to++ = '\n';
        at = end + 1;
    }
    *to = 0;
    return text;
}

// Signs the head anew and has it read; the line of the refusal, its words in `error`.
static unsigned refused_at(const char *bodies, gg_error *error) {
    char *text = malloc(2 * strlen(bodies) + 64), *to = text;
    uint8_t digest[32] = {0}, message[512];
    gg_match *match;
    assert_non_null(text);
    for (const char *end; (end = strchr(bodies, '\n')); bodies = end + 1) {
        size_t size = (size_t)(end - bodies);
        assert_true(size + 32 <= sizeof message);
        memcpy(message, digest, 32);
        memcpy(message + 32, bodies, size);
        gg_sha256_of(message, 32 + size, digest);
        to += sprintf(to, "%.*s #%02x%02x%02x%02x\n", (int)size, bodies, digest[0], digest[1],
                      digest[2], digest[3]);
    }
    assert_int_equal(gg_match_read(&match, text, (size_t)(to - text), error), GG_BAD_INPUT);
    free(text);
    return error->line;
}

static unsigned line_of(const char *bodies, const char *what) {
    const char *at = strstr(bodies, what);
    unsigned line = 1;
    if (!at) fail_msg("no %s", what);
    for (const char *c = bodies; c < at; c++) line += *c == '\n';
    return line;
}

// `from` becomes `to`; refused `after` lines further on, with these words.
static void forged(const char *bodies, const char *from, const char *to, unsigned after,
                   const char *words) {
    const char *at = strstr(bodies, from);
    gg_error error = {0};
    if (!at) fail_msg("no %s", from);
    char *changed = malloc(strlen(bodies) + strlen(to) + 1);
    assert_non_null(changed);
    memcpy(changed, bodies, (size_t)(at - bodies));
    strcpy(changed + (at - bodies), to);
    strcat(changed, at + strlen(from));
    unsigned line = refused_at(changed, &error);
    if (line != line_of(bodies, from) + after || !strstr(error.en, words))
        fail_msg("%s -> %s: line %u: %s", from, to, line, error.en);
    assert_true(error.fr[0] && strcmp(error.fr, error.en) != 0);
    free(changed);
}

static void forged_decks(void **state) {
    gg_request request;
    char *bodies;
    (void)state;
    gg_request_standard(corridors, &request);
    take(corridors, &request, 0, small_deck);
    take_file(corridors, &request, 1, "games/corridors/examples/guards.deck");
    bodies = bodies_of_match(corridors, &request);
    forged(bodies, "list one 5 W02", "list one 5 W99", 0, "no card");
    forged(bodies, "list one 5 W02", "list one 6 W02", 0, "at most");
    forged(bodies, "list one 5 W02\n", "", 12, "cards only"); // the last line of the list
    forged(bodies, "list one 5 W02", "list one  5 W02", 0, "");
    forged(bodies, "list one deck own", "list one deck mine", 0, "not written");
    forged(bodies, "list one 5 W02\nlist one 5 W03", "list one 5 W03\nlist one 5 W02", 0, "");
    forged(bodies, "list one deck own", "list three deck own", 0, "No list");
    forged(bodies, "list one deck own", "list", 0, "No list");
    forged(bodies, "list two deck own", "list one deck own", 0, "not written");
    forged(bodies, "list two nation S", "option deck1 0", 0, "expected");
    forged(bodies, "list two open 1 S31 hq", "list one open 1 S31 hq", 0, "No list");
    free(bodies);
}

static void forged_companies(void **state) {
    gg_request request;
    char *bodies;
    (void)state;
    gg_request_standard(salvo, &request);
    take_file(salvo, &request, 0, "games/salvo/examples/outpost.company");
    bodies = bodies_of_match(salvo, &request);
    forged(bodies, "scenario relay", "scenario first_salvo", 13, "a side that has 400");
    forged(bodies, "list west heron x1", "list west heron", 0, "");
    forged(bodies, "list west heron x1", "list west heron x3", 0, "");
    forged(bodies, "list west points 1000", "list west points 1001", 0, "no scenario");
    free(bodies);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_read_back),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(lists_where_there_are_none),
        cmocka_unit_test(an_opening_is_completed),
        cmocka_unit_test(limits_of_a_match),
        cmocka_unit_test(a_company_fits_its_side),
        cmocka_unit_test(as_if_it_were_ready),
        cmocka_unit_test(tables_are_shared_by_list),
        cmocka_unit_test(own_lists_play),
        cmocka_unit_test(forged_decks),
        cmocka_unit_test(forged_companies),
    };
    return cmocka_run_group_tests(tests, find_games, NULL);
}
