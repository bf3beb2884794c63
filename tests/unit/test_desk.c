// SPDX-License-Identifier: Apache-2.0
// A bot's desk: what is not understood changes nothing; worlds go back and forth; and the whole
// feed of a seat is the same, byte for byte, in worlds that the seat cannot tell apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/desk.h"
#include "grognard/study.h"

enum { FEED = 1 << 22, DECISIONS = 60 };

typedef struct table {
    gg_match *match;
    const gg_game *game;
    gg_desk *desk;
    gg_action *list;
    char *text;
    gg_out out;
    gg_rng rng;
} table;

static table sit(const gg_game *game, uint64_t seed) {
    table t = {.game = game};
    gg_match_setup setup = {.game = game};
    gg_verdict verdict;
    gg_request_standard(game, &setup.request);
    gg_selfplay_seed(seed, 0, setup.seed);
    gg_selfplay_id(seed, 0, setup.id);
    assert_int_equal(gg_match_open(&t.match, &setup, &verdict), GG_OK);
    t.list = malloc(game->max_legal * sizeof *t.list);
    t.text = malloc(FEED);
    assert_true(t.list && t.text);
    gg_out_init(&t.out, t.text, FEED);
    gg_rng_seed(&t.rng, seed, 9);
    return t;
}

static void leave(table *t) {
    gg_desk_close(t->desk);
    gg_match_close(t->match);
    free(t->list);
    free(t->text);
}

static void desk_of(table *t, int seat, uint64_t seed) {
    gg_desk_close(t->desk);
    assert_int_equal(gg_desk_open(&t->desk, t->match, seat, seed, GG_EN), GG_OK);
}

// One answer alone, without its line end.
static const char *ask(table *t, const char *line) {
    gg_out_init(&t->out, t->text, FEED);
    (void)gg_desk_line(t->desk, line, strlen(line), 0, &t->out);
    if (gg_desk_waits(t->desk)) gg_desk_tell(t->desk, &t->out);
    if (t->out.length) t->text[t->out.length - 1] = '\0';
    return t->text;
}

static char *copied(const char *text) {
    char *made = malloc(strlen(text) + 1);
    assert_non_null(made);
    return strcpy(made, text);
}

static bool over(const table *t) {
    gg_result result;
    gg_match_result(t->match, &result);
    return result.over;
}

// Somebody acts, at random; draft steps are played on to their end.
static void go_on(table *t) {
    gg_turn turn = gg_match_turn(t->match);
    if (turn.seat == GG_CHANCE) {
        assert_int_equal(gg_match_draw(t->match, NULL), GG_OK);
        return;
    }
    for (uint32_t before = gg_match_entries(t->match); gg_match_entries(t->match) == before;) {
        const gg_position *at = gg_match_position_for(t->match, turn.seat);
        uint32_t n = gg_legal(t->game, at->table, at->state, turn.seat, t->list);
        gg_verdict verdict;
        gg_action action = t->list[gg_rng_below(&t->rng, n)];
        assert_int_equal(gg_match_act(t->match, turn.seat, action, 0, before, 0, &verdict, NULL),
                         GG_OK);
    }
}

// ------------------------------------------------------------------------------------------- twins
static void say(table *t, const char *line) {
    (void)gg_desk_line(t->desk, line, strlen(line), 0, &t->out);
    if (gg_desk_waits(t->desk)) gg_desk_tell(t->desk, &t->out);
    assert_false(t->out.full);
}

// Everything there is to be asked, worlds played on by the policy in them included.
static void whole_feed(table *t, const char *action, const char *enemy) {
    static const char *const first[] = {
        "protocol", "help",     "game",      "wait",      "clock",    "where",
        "view",     "legal",    "plans",     "clone",     "clone",    "view w1",
        "legal w1", "plans w1", "value w1",  "policy w1", "where w1", "clone w1",
        "undo w1",  "legal w9", "chance w1", "policy w3", "drop w3",  "resample w2"};
    char line[512];
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) say(t, first[i]);
    static const char *const about[] = {"why", "odds", "why w1", "odds w1", "play w1", "play w2"};
    for (unsigned i = 0; i < sizeof about / sizeof about[0]; i++) {
        (void)snprintf(line, sizeof line, "%s %s", about[i], action);
        say(t, line);
    }
    (void)snprintf(line, sizeof line, "view w1 %s", enemy);
    say(t, line);
    static const char *const last[] = {"roll w1",     "where w1",  "legal w1", "value w1",
                                       "plans w1",    "policy w1", "undo w1",  "view w1",
                                       "resample w1", "view w1"};
    for (unsigned i = 0; i < sizeof last / sizeof last[0]; i++) say(t, last[i]);
}

static size_t feed(table *t, int seat, gg_action action, uint64_t seed) {
    char word[256];
    const gg_position *at = gg_match_published(t->match);
    (void)gg_notation_into(t->game, at->table, at->state, action, word, sizeof word);
    desk_of(t, seat, seed);
    gg_out_init(&t->out, t->text, FEED);
    whole_feed(t, word, gg_seat_token(t->game, (seat + 1) % t->game->seats));
    return t->out.length;
}

// The match's own state is put aside for a twin's and comes back: to the desk it is the truth.
static bool compare(table *t, int seat, unsigned number, void *truth, void *twin, char *kept) {
    const gg_position *at = gg_match_published(t->match);
    size_t bytes = t->game->state_bytes;
    uint32_t n = gg_legal(t->game, at->table, at->state, seat, t->list);
    gg_action action = t->list[gg_rng_below(&t->rng, n)];
    memcpy(truth, at->state, bytes);
    memcpy(twin, at->state, bytes);
    t->game->resample(at->table, twin, seat, &t->rng);
    size_t length = feed(t, seat, action, number);
    memcpy(kept, t->text, length);
    memcpy(at->state, twin, bytes);
    assert_int_equal(feed(t, seat, action, number), length);
    assert_memory_equal(t->text, kept, length);
    memcpy(at->state, truth, bytes);
    return memcmp(truth, twin, t->game->facts_bytes) != 0;
}

static unsigned compare_match(const gg_game *game, uint64_t seed) {
    table t = sit(game, seed);
    void *truth = malloc(game->state_bytes), *twin = malloc(game->state_bytes);
    char *kept = malloc(FEED);
    unsigned different = 0, decisions = 0;
    assert_true(truth && twin && kept);
    while (!over(&t) && decisions < DECISIONS) {
        int seat = gg_match_turn(t.match).seat;
        if (seat < game->seats && gg_rng_below(&t.rng, 4) == 0)
            different += compare(&t, seat, ++decisions, truth, twin, kept);
        go_on(&t);
    }
    free(truth);
    free(twin);
    free(kept);
    leave(&t);
    return different;
}

static void a_seat_is_fed_what_it_may_know(void **state) {
    (void)state;
    unsigned hiding = 0;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        unsigned different = 0;
        for (uint64_t seed = 1; seed <= 3; seed++) different += compare_match(gg_game_at(i), seed);
        hiding += different > 20;
    }
    assert_in_range(hiding, 2, 99); // games in which twins were other worlds
}

// ------------------------------------------------------------------------------------------- lines
static table at_first_decision(const gg_game *game) {
    table t = sit(game, 1);
    while (gg_match_turn(t.match).seat != 0) go_on(&t);
    desk_of(&t, 0, 1);
    return t;
}

// clang-format off
static const char *const bad[] = {
    "nonsense", "=", "?", "12", "12 ", "1234567890 legal", "-1 legal", "1x legal", "legal w1 w1",
    "legal w2", "legal w0", "legal w65", "legal w01", "legal now", "view public",
    "view w1 nobody", "play", "play ;", "play w1", "play w1 ;", "play nonsense",
    "play w1 nonsense", "undo", "undo w1", "undo w1 0", "undo w1 -1", "undo w1 1 1",
    "undo w1 99999999999999999999", "resample", "drop", "drop w9", "chance w1", "roll w1", "roll",
    "value", "value w1 public", "wait w1", "wait now", "why", "why nonsense", "odds", "odds ;",
    "odds nonsense", "odds w1", "odds w9 end", "clone w9", "clone now", "quit now", "LEGAL",
    "protocol 2", "legal\x01", "\x7f", "play #1 #2 #3 #4", "play w1 #0", "policy",
};
// clang-format on

static void nonsense_changes_nothing(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t = at_first_decision(gg_game_at(g));
        assert_string_equal(ask(&t, "clone"), "= w1");
        uint64_t hash = gg_facts_hash(t.game, gg_match_published(t.match)->state);
        uint32_t entries = gg_match_entries(t.match);
        char *world = copied(ask(&t, "view w1"));
        for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
            const char *answer = ask(&t, bad[i]);
            if (answer[0] != '?') fail_msg("%s is answered %.80s", bad[i], answer);
            assert_non_null(strchr(answer, ' '));
        }
        assert_int_equal(hash, gg_facts_hash(t.game, gg_match_published(t.match)->state));
        assert_int_equal(entries, gg_match_entries(t.match));
        assert_string_equal(world, ask(&t, "view w1"));
        free(world);
        leave(&t);
    }
}

static void answers_have_their_form(void **state) {
    (void)state;
    table t = at_first_decision(gg_game_find_or_null("_template"));
    assert_string_equal(ask(&t, "7 protocol"), "=7 grognard-bot 1");
    assert_string_equal(ask(&t, "  protocol\t"), "= grognard-bot 1");
    assert_string_equal(ask(&t, "protocol\r"), "= grognard-bot 1");
    assert_string_equal(ask(&t, "000000012 clone"), "=12 w1");
    assert_string_equal(ask(&t, "5 drop w1"), "=5");
    assert_memory_equal(ask(&t, "5 drop w1"), "?5 no_world - ", 13);
    assert_string_equal(ask(&t, ""), "");
    assert_string_equal(ask(&t, "# a comment"), "");
    // a refusal of the rules: its token, its rule, a sentence
    char line[64];
    const char *card = ask(&t, "legal") + sizeof "= garrison f1 " - 1;
    (void)snprintf(line, sizeof line, "3 play garrison f2 %.1s", card);
    assert_string_equal(ask(&t, line),
                        "?3 NOT_HOME Z3 Ford 2 is not your starting ford: ford 1 is.");
    leave(&t);
}

static void a_long_line_is_refused(void **state) {
    (void)state;
    table t = at_first_decision(gg_game_find_or_null("_template"));
    char *line = malloc(GG_DESK_LINE + 2);
    assert_non_null(line);
    memset(line, 'x', GG_DESK_LINE + 1);
    gg_out_init(&t.out, t.text, FEED);
    assert_int_equal(gg_desk_line(t.desk, line, GG_DESK_LINE + 1, 0, &t.out), GG_DESK_REFUSED);
    assert_memory_equal(t.text, "? line_too_long", 15);
    free(line);
    leave(&t);
}

// ------------------------------------------------------------------------------------------ worlds
static void worlds_go_back_and_forth(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t = at_first_decision(gg_game_at(g));
        uint64_t hash = gg_facts_hash(t.game, gg_match_published(t.match)->state);
        char line[600];
        assert_string_equal(ask(&t, "clone"), "= w1");
        char *view = copied(ask(&t, "view w1")), *where = copied(ask(&t, "where w1"));
        unsigned played = 0;
        for (; played < 40; played++) {
            const char *answer = ask(&t, "policy w1");
            if (answer[0] == '?') answer = ask(&t, "chance w1");
            if (answer[0] == '?') break; // it is over
            // of chance the first outcome: "WEIGHT ACTION; ..."
            const char *action = answer + 2 + strspn(answer + 2, "0123456789 ");
            if (answer[2] < '0' || answer[2] > '9') action = answer + 2;
            (void)snprintf(line, sizeof line, "play w1 %.*s", (int)strcspn(action, ";"), action);
            answer = ask(&t, line);
            if (memcmp(answer, "= 1 ", 4) != 0) fail_msg("%s: %s", line, answer);
        }
        assert_in_range(played, 1, 40);
        assert_string_equal(ask(&t, "clone w1"), "= w2");
        (void)snprintf(line, sizeof line, "undo w1 %u", played);
        assert_string_equal(ask(&t, line), where);
        assert_string_equal(ask(&t, "view w1"), view);
        (void)snprintf(line, sizeof line, "undo w2 %u", played);
        assert_string_equal(ask(&t, line), where);
        assert_string_equal(ask(&t, "view w2"), view);
        assert_int_equal(ask(&t, "undo w1")[0], '?');
        assert_int_equal(hash, gg_facts_hash(t.game, gg_match_published(t.match)->state));
        free(view);
        free(where);
        leave(&t);
    }
}

static void there_are_so_many_worlds(void **state) {
    (void)state;
    table t = at_first_decision(gg_game_find_or_null("_template"));
    for (unsigned i = 0; i < GG_DESK_WORLDS; i++) assert_int_equal(ask(&t, "clone")[0], '=');
    assert_memory_equal(ask(&t, "clone"), "? worlds_full", 13);
    assert_string_equal(ask(&t, "drop w7"), "=");
    assert_string_equal(ask(&t, "clone"), "= w7");
    leave(&t);
}

// A whole match at two desks, each playing the first plan it is offered.
static void plans_play_a_match(void **state) {
    (void)state;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        table t = sit(gg_game_at(g), 4);
        char line[4096];
        for (unsigned i = 0; !over(&t) && i < t.game->max_steps; i++) {
            int seat = gg_match_turn(t.match).seat;
            if (seat == GG_CHANCE) {
                go_on(&t);
                continue;
            }
            desk_of(&t, seat, i);
            const char *plans = ask(&t, "plans");
            assert_int_equal(plans[0], '=');
            if (!plans[1]) plans = ask(&t, "legal");
            unsigned bars = 0;
            for (const char *c = plans; *c; c++) bars += *c == '|';
            for (bars = gg_rng_below(&t.rng, bars + 1); bars; plans++) bars -= *plans == '|';
            (void)snprintf(line, sizeof line, "play %.*s", (int)strcspn(plans + 1, "|"), plans + 1);
            const char *answer = ask(&t, line);
            if (answer[0] != '=') fail_msg("%s: %s", line, answer);
        }
        assert_true(over(&t));
        leave(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_is_fed_what_it_may_know),
        cmocka_unit_test(nonsense_changes_nothing),
        cmocka_unit_test(answers_have_their_form),
        cmocka_unit_test(a_long_line_is_refused),
        cmocka_unit_test(worlds_go_back_and_forth),
        cmocka_unit_test(there_are_so_many_worlds),
        cmocka_unit_test(plans_play_a_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
