// SPDX-License-Identifier: Apache-2.0
// Unit tests of positions, .play blocks and thinking seats. That every refusal of the template is
// missed when it is gone is tools/mutate's to show. Run from the source folder. Fixed seeds.
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/study.h"
#include "grognard/text.h"
#include "toy.h"

extern const gg_game gg_game_template;

unsigned gg_game_count(void) {
    return 2;
}
const gg_game *gg_game_at(unsigned index) {
    return index ? &toy_game : &gg_game_template;
}
const gg_game *gg_game_find_or_null(const char *id) {
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (strcmp(gg_game_at(i)->id, id) == 0) return gg_game_at(i);
    return NULL;
}

// ------------------------------------------------------------------------------------ whole blocks
typedef struct outcome {
    unsigned blocks, obeyed, failed;
    gg_status status; // of the last block that failed
    gg_error error;
    char head[100];
} outcome;

static void note(void *user, const gg_play_result *result) {
    outcome *out = user;
    out->blocks++;
    out->obeyed += result->obeyed;
    if (result->status == GG_OK) return;
    out->failed++;
    out->status = result->status;
    out->error = result->error;
    (void)snprintf(out->head, sizeof out->head, "%s", result->head);
}

static outcome run_bytes(const char *text, size_t length) {
    outcome out = {0};
    gg_play_tally tally = {0, 0};
    gg_status status = gg_play_run("test", text, length, NULL, note, &out, &tally);
    assert_int_equal(tally.passed + tally.failed, out.blocks);
    assert_int_equal(tally.failed, out.failed);
    assert_int_equal(status, out.failed ? GG_REFUSED : GG_OK);
    return out;
}

static outcome run(const char *text) {
    return run_bytes(text, strlen(text));
}

static char *slurp(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    char *text = malloc(1 << 16);
    if (!file || !text) fail_msg("%s cannot be read: run the tests from the source folder", name);
    *length = file && text ? fread(text, 1, 1 << 16, file) : 0;
    if (file) (void)fclose(file);
    return text;
}

static const char *const files[] = {
    "games/_template/tests/r1_setup.play", "games/_template/tests/r3_turn.play",
    "games/_template/tests/r4_assault.play", "games/_template/tests/r5_end.play"};
enum { FILES = sizeof files / sizeof files[0] };

static void template_plays_pass(void **state) {
    (void)state;
    for (unsigned i = 0; i < FILES; i++) {
        size_t length;
        char *text = slurp(files[i], &length);
        outcome out = run_bytes(text, length);
        if (out.failed) fail_msg("%s:%u: %s", files[i], out.error.line, out.error.en);
        assert_int_equal(out.blocks, gg_play_blocks(text, length));
        assert_true(out.blocks >= 5 && out.obeyed > 2 * out.blocks);
        free(text);
    }
}

// ---------------------------------------------------------------------------------- reading errors
// The line, the kind of failure and a part of the English message.
typedef struct bad_case {
    const char *text;
    unsigned line;
    gg_status status;
    const char *says;
} bad_case;

#define TOY      "# T1 head\ngame toy\n"
#define FORDS_AT "game _template scenario empty\nput 1 holds f1 north\nput 2 holds f2 south\n"
#define FORDS    FORDS_AT "put 4 hand north\nput 3 hand south\nnode turn north\n"

static void fails_so(const bad_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        outcome out = run(cases[i].text);
        if (out.failed != 1) fail_msg("case %zu passes", i);
        if (out.status != cases[i].status || out.error.line != cases[i].line ||
            !strstr(out.error.en, cases[i].says))
            fail_msg("case %zu: status %d, line %u: %s", i, out.status, out.error.line,
                     out.error.en);
        assert_true(out.error.fr[0] && strcmp(out.error.fr, out.error.en) != 0);
    }
}

static const bad_case bad_positions[] = {
    {"", 0, GG_BAD_INPUT, "No block"},
    {"// nothing\n\n", 0, GG_BAD_INPUT, "No block"},
    {"# head only\n", 1, GG_BAD_INPUT, "begins with: game"},
    {"scenario empty\n", 1, GG_BAD_INPUT, "begins with: game"},
    {"\n# x\nput 1 holds f1 north\n", 3, GG_BAD_INPUT, "begins with: game"},
    {"> pass\n", 1, GG_BAD_INPUT, "begins with: game"},
    {"game ty\n", 1, GG_BAD_INPUT, "“ty” is not understood. Possible: toy, _template."},
    {"game\n", 1, GG_BAD_INPUT, "is written: game"},
    {"game toy scenery x\n", 1, GG_BAD_INPUT, "is written: game"},
    {"game toy\ngame toy\n", 2, GG_BAD_INPUT, "already named"},
    {"game toy scenario fist\n", 1, GG_BAD_INPUT, "Possible: first, second."},
    {"game toy\nscenario\n", 2, GG_BAD_INPUT, "is written: scenario"},
    {"game _template\noption turns 9\n", 2, GG_BAD_INPUT, "goes from 2 to 8"},
    {"game _template\nlist\n", 2, GG_BAD_INPUT, "list SEAT LINE"},
    {"game _template\nlist one deck x\n", 2, GG_BAD_INPUT, "list SEAT LINE"},
    {"game _template\noption turns\n", 2, GG_BAD_INPUT, "is written: option"},
    {"game _template\noption turn 3\n", 2, GG_BAD_INPUT, "Possible: turns."},
    {"game toy\noption safe -5\n", 1, GG_BAD_INPUT, "do not go together (NOT_NOW)"},
    {TOY "put 5DP_13\n", 3, GG_BAD_INPUT, "is written: put"},
    {TOY "put 5DP_99 at 0101\n", 3, GG_BAD_INPUT, "“5DP_99” is not understood"},
    {TOY "put 5DP_13 on 0101\n", 3, GG_BAD_INPUT, "“on” is not understood"},
    {TOY "put 5DP_13 at 9999\n", 3, GG_BAD_INPUT, "“9999” is not understood"},
    {TOY "put 5DP_13 at #1\n", 3, GG_BAD_INPUT, "“#1” is not understood"},
    {TOY "put 5DP_13 at\n", 3, GG_BAD_INPUT, "“” is not understood"},
    {TOY "put 5DP_13 scored\n", 3, GG_BAD_INPUT, "Not now, Blue."},
    {TOY "put 5DP_13 at 0101 limit 3\n", 3, GG_BAD_INPUT, "is written: set"},
    {TOY "set\n", 3, GG_BAD_INPUT, "is written: set"},
    {TOY "set limit\n", 3, GG_BAD_INPUT, "a number"},
    {TOY "set limit 3 4\n", 3, GG_BAD_INPUT, "“4” is one word too many"},
    {TOY "set at 0101\n", 3, GG_BAD_INPUT, "is written: put"},
    {TOY "set depth 6\n", 1, GG_BAD_INPUT, "field depth[0] out of bounds"},
    {TOY "node main\n", 3, GG_BAD_INPUT, "is written: node"},
    {TOY "node mian red\n", 3, GG_BAD_INPUT, "Possible: main, "},
    {TOY "node main green\n", 3, GG_BAD_INPUT, "Possible: red, bleu_ciel."},
    {TOY "node main chance\n", 3, GG_BAD_INPUT, "“chance” is not understood"},
    {TOY "node main red x\n", 3, GG_BAD_INPUT, "a number"},
    {TOY "node main red 1 2\n", 3, GG_BAD_INPUT, "is written: node"},
    {TOY "node end red\nset depth 1\n", 3, GG_BAD_INPUT, "does not admit this line: node end red"},
    {"game _template scenario empty\nput 1 hand north\nput 1 hand north\nput 1 hand north\n", 1,
     GG_BAD_INPUT, "out of bounds"},
    {TOY "jump\n", 3, GG_BAD_INPUT, "is not a line of play"},
    {TOY "> safe\nput 5DP_13 at 0101\n", 4, GG_BAD_INPUT, "is not a line of play"},
};

static void bad_positions_are_refused(void **state) {
    (void)state;
    fails_so(bad_positions, sizeof bad_positions / sizeof bad_positions[0]);
}

// Every kind of line can fail.
static const bad_case wrong_expectations[] = {
    {FORDS "> garrison f1 4\n", 7, GG_REFUSED, "Refused (Z6 FORD_HELD): Ford 1 is not empty"},
    {FORDS "south> pass\n", 7, GG_REFUSED, "turn of north (turn)"},
    {FORDS "> pas\n", 7, GG_BAD_INPUT, "“pas” is not understood"},
    {FORDS "middle> pass\n", 7, GG_BAD_INPUT, "is not a line of play"},
    {FORDS "chance> pass\n", 7, GG_BAD_INPUT, "is not a line of play"},
    {FORDS "~ 4\n", 7, GG_REFUSED, "turn of north (turn)"},
    {FORDS "> assault f2\n> with 4\n> confirm\n> decline\n> pass\n", 11, GG_REFUSED,
     "turn of chance (die)"},
    {FORDS "> assault f2\n> with 4\n> confirm\n> decline\n~ 7\n", 11, GG_REFUSED, "cannot come up"},
    {FORDS "> assault f2\n> with 4\n> confirm\n> decline\n! pass => ZD1 NOT_HERE\n", 11, GG_REFUSED,
     "No seat decides here: chance"},
    {FORDS "! pass => ZD1 NOT_HERE\n", 7, GG_REFUSED, "is allowed"},
    {FORDS "! confirm => Z1 NOT_HERE\n", 7, GG_REFUSED, "Refused otherwise: ZD1 NOT_HERE"},
    {FORDS "! confirm => ZD1 NOT_YOUR_TURN\n", 7, GG_REFUSED, "otherwise: ZD1 NOT_HERE"},
    {FORDS "! garrison f1 4 => Z6 FORD_HELD f2\n", 7, GG_REFUSED,
     "otherwise: Z6 FORD_HELD f1 north"},
    {FORDS "! garrison f1 4 => Z6 FORD_HELD f1 south\n", 7, GG_REFUSED,
     "otherwise: Z6 FORD_HELD f1 north"},
    {FORDS "! garrison f1 4 => Z6 FORD_HELD f9\n", 7, GG_BAD_INPUT, "is written: !"},
    {FORDS "! garrison f1 4 => Z6\n", 7, GG_BAD_INPUT, "is written: !"},
    {FORDS "! garrison f1 4\n", 7, GG_BAD_INPUT, "is written: ACTION =>"},
    {FORDS "! garrison f1 4 => Z99 FORD_HELD\n", 7, GG_BAD_INPUT, "“Z99” is not understood"},
    {FORDS "! garrison f1 4 => Z6 FORD\n", 7, GG_BAD_INPUT, "Possible: FORD_HELD"},
    {FORDS "= passed north\n", 7, GG_REFUSED, "what happened: -"},
    {FORDS "> pass\n= passed south\n", 8, GG_REFUSED, "what happened: passed north."},
    {FORDS "> pass\n= declined\n", 8, GG_REFUSED, "what happened: passed north."},
    {FORDS "> pass\n=! passed *\n", 8, GG_REFUSED, "what happened: passed north."},
    {FORDS "> pass\n= pased\n", 8, GG_BAD_INPUT, "Possible: passed"},
    {FORDS "> pass\n= declined f1\n", 8, GG_BAD_INPUT, "is written: ="},
    {FORDS "> pass\n=\n", 8, GG_BAD_INPUT, "is written: ="},
    {FORDS "> assault f2\n> with 4\n? confirm => Z11 bank +4\n", 9, GG_REFUSED,
     "the ledger: Z11 attack_card 4 +4 ; total attack 4 ; Z6 unknown_garrison f2 ; Z11 bank "
     "+3"},
    {FORDS "> assault f2\n> with 4\n? confirm => Z10 bank +3\n", 9, GG_REFUSED, "the ledger"},
    {FORDS "> assault f2\n> with 4\n? confirm => Z11 attack_card 3 +4\n", 9, GG_REFUSED, "ledger"},
    {FORDS "> assault f2\n> with 4\n? confirm => total attack 5\n", 9, GG_REFUSED, "ledger"},
    {FORDS "> assault f2\n> with 4\n? confirm => Z11 attack +4\n", 9, GG_REFUSED, "ledger"},
    {FORDS "> assault f2\n> with 4\nsouth? confirm => Z11 bank +3\n", 9, GG_REFUSED,
     "the ledger: -"},
    {FORDS "> assault f2\n? confirm => Z11 bank +3\n", 8, GG_REFUSED, "is refused"},
    {FORDS "? pass => Z11 banc\n", 7, GG_BAD_INPUT, "Possible: bank"},
    {FORDS "? pass => Z11\n", 7, GG_BAD_INPUT, "is written: ?"},
    {FORDS "? pass => total attack x\n", 7, GG_BAD_INPUT, "is written: ?"},
    {FORDS "@ south turn\n", 7, GG_REFUSED, "turn of north (turn)"},
    {FORDS "@ north die\n", 7, GG_REFUSED, "turn of north (turn)"},
    {FORDS "@ north trun\n", 7, GG_BAD_INPUT, "Possible: turn"},
    {FORDS "@\n", 7, GG_BAD_INPUT, "is written: @"},
    {FORDS "% holder[1] 1\n", 7, GG_REFUSED, "holder[1] is 2"},
    {FORDS "% turn 3\n", 7, GG_REFUSED, "turn[0] is 1"},
    {FORDS "% holder[5] 1\n", 7, GG_BAD_INPUT, "no such field"},
    {FORDS "% flow 1\n", 7, GG_BAD_INPUT, "no such field"},
    {FORDS "% holder[1 1\n", 7, GG_BAD_INPUT, "no such field"},
    {FORDS "% holder[1] x\n", 7, GG_BAD_INPUT, "is written: %"},
    {TOY "set depth 3\n% depth -2\n", 4, GG_REFUSED, "depth[0] is -3"},
    {FORDS ". confirm\n", 7, GG_REFUSED, "not in the legal list"},
    {FORDS "- pass\n", 7, GG_REFUSED, "is in the legal list"},
    {FORDS "- sleep\n", 7, GG_BAD_INPUT, "“sleep” is not understood"},
    {FORDS "$ end\n", 7, GG_REFUSED, "is not over"},
    {TOY "> no support\n$ end 2 0\n", 4, GG_REFUSED, "ended otherwise: 0 2."},
    {TOY "> no support\n$ end 0\n", 4, GG_BAD_INPUT, "is written: $"},
    {TOY "> no support\n> safe\n", 4, GG_REFUSED, "turn of over (end)"},
    {FORDS "south sees 1 in river f1\n", 7, GG_REFUSED, "Seen like that: 0."},
    {FORDS "north sees hidden in river f1\n", 7, GG_REFUSED, "Seen like that: 0."},
    {FORDS "north sees hidden in river * 2\n", 7, GG_REFUSED, "Seen like that: 1."},
    {FORDS "north sees nothing in river f1\n", 7, GG_REFUSED, "Seen like that: 1."},
    {FORDS "north sees 1 on river f1\n", 7, GG_BAD_INPUT, "is written: SEAT sees"},
    {FORDS "north sees 1 in rivers f1\n", 7, GG_BAD_INPUT, "is written: SEAT sees"},
    {FORDS "chance sees 1 in river f1\n", 7, GG_BAD_INPUT, "is written: SEAT sees"},
    {FORDS "> assault f2\n> with 4\nsouth sees 4 in river f2\n", 9, GG_REFUSED,
     "Seen like that: 0."},
};

static void wrong_expectations_are_told(void **state) {
    (void)state;
    fails_so(wrong_expectations, sizeof wrong_expectations / sizeof wrong_expectations[0]);
}

static void right_expectations_pass(void **state) {
    (void)state;
    static const char *const texts[] = {
        // Blanks, comments, line ends, letters of either case, a file without a head.
        "\xef\xbb\xbf"
        "  GAME toy\tSCENARIO second \r\n// x\r\n\r\noption safe 5\r\n>safe\r\n@ Bleu_Ciel Main",
        TOY "set limit 12\nput 5DP_13 at 0302 depth 2\nnode main bleu_ciel 77\n"
            "% limit_seen 12\n% depth -2\n% at[0] 6\n% score 77\n@ bleu_ciel\nbleu_ciel> safe\n",
        TOY "node main red\nset depth 1\n% depth -1\n", // the node line may stand anywhere
        TOY "! move 5DP_13 3 3 => T1 TOO_FAR -12.3 kneel+cover -4\n"
            "! move 5DP_13 3 3 => T1 TOO_FAR * * -4 *\nbleu_ciel! safe => t1 not_now bleu_ciel\n"
            "> gamble\n~ 1\n= moved 17ID_KGa 51.2 nobody -7\n= moved * * * -7\n% score 1500\n",
        TOY "put 5DP_15 at 0302\nred sees 5DP_15 in map 0302 1\nred sees 5DP_15 in map\n"
            "red sees hidden in map 0101 1\numpire sees hidden in map * 0\n"
            "red sees nothing in table\nred sees man in map * 6\n",
        FORDS
        "> assault f2\n> with 4\n? confirm => Z11 attack_card 4 +4\n? confirm => Z9 ambush_open\n"
        "south sees nothing in river f3\nsouth sees hidden in hand_north * 1\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        outcome out = run(texts[i]);
        if (out.failed) fail_msg("text %zu, line %u: %s", i, out.error.line, out.error.en);
        assert_true(out.blocks == 1 && out.obeyed > 0);
    }
}

// ------------------------------------------------------------------------------------------ blocks
static void blocks_are_counted_and_opened(void **state) {
    (void)state;
    static const char text[] =
        "// x\n# A1 A2  one\ngame toy\n\n# A2\ngame toy\nput 5DP_13 at 0302\n"
        "> safe\n> safe\n#\tA3\ngame toy\n";
    gg_error error;
    gg_play *play;
    bool done;
    assert_int_equal(gg_play_blocks(text, strlen(text)), 3);
    assert_int_equal(gg_play_blocks("game toy\n# A\n", 13), 2);
    assert_int_equal(gg_play_open(&play, "name", text, strlen(text), 0, &error), GG_OK);
    assert_string_equal(gg_play_head(play), "A1 A2  one");
    gg_play_close(play);
    assert_int_equal(gg_play_open(&play, "name", text, strlen(text), 2, &error), GG_OK);
    assert_string_equal(gg_play_head(play), "A2");
    assert_string_equal(gg_play_name(play), "name");
    assert_ptr_equal(gg_play_position(play)->game, &toy_game);
    assert_int_equal(((toy_state *)gg_play_position(play)->state)->at[0], 6);
    for (unsigned line = 8; line <= 9; line++) {
        assert_int_equal(gg_play_next(play, &done, &error), GG_OK);
        assert_true(!done && gg_play_line(play) == line);
    }
    assert_int_equal(gg_play_next(play, &done, &error), GG_OK);
    assert_true(done);
    gg_play_close(play);
    assert_int_equal(gg_play_open(&play, NULL, text, strlen(text), 4, &error), GG_BAD_INPUT);
    assert_string_equal(error.en, "There is no block 4.");
    assert_null(play);
    gg_play_close(play);
}

static void other_games_are_passed_over(void **state) {
    (void)state;
    static const char text[] = "# A\ngame toy\n# B\ngame _template\n# C\ngame toy\n- safe\n";
    outcome out = {0};
    gg_play_tally tally = {0, 0};
    assert_int_equal(gg_play_run(NULL, text, strlen(text), &gg_game_template, note, &out, &tally),
                     GG_OK);
    assert_true(tally.passed == 1 && tally.failed == 0 && out.blocks == 1);
    assert_int_equal(gg_play_run(NULL, text, strlen(text), &toy_game, NULL, NULL, &tally),
                     GG_REFUSED);
    assert_true(tally.passed == 2 && tally.failed == 1);
}

static void limits_hold(void **state) {
    (void)state;
    size_t size = GG_PLAY_TEXT_MAX + 1;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'a', size);
    assert_int_equal(run_bytes(text, size).status, GG_BAD_INPUT);
    assert_int_equal(gg_play_blocks(text, size), 0);
    outcome out = run_bytes(text, GG_PLAY_LINE_MAX + 1);
    assert_true(out.status == GG_BAD_INPUT && out.error.line == 1);
    assert_non_null(strstr(out.error.en, "too long"));
    out = run_bytes("game\0toy\n", 9);
    assert_non_null(strstr(out.error.en, "zero byte"));
    for (size_t i = 0; i < GG_PLAY_LINE_MAX; i += 2) text[i] = ' '; // too many words
    out = run_bytes(text, GG_PLAY_LINE_MAX);
    assert_non_null(strstr(out.error.en, "too many words"));
    free(text);
}

// The template's own blocks with bytes changed, cut, doubled: read or refused, never worse.
static void damaged_plays_never_crash(void **state) {
    (void)state;
    static const char likely[] = "\n #>~!=?@%.-$*+[]0123456789f\t\r/\xff\xc3\x80";
    gg_rng rng;
    gg_rng_seed(&rng, 5, 1);
    for (unsigned f = 0; f < FILES; f++) {
        size_t length;
        char *text = slurp(files[f], &length), *damaged = malloc(length * 2);
        assert_non_null(damaged);
        for (int round = 0; round < 400; round++) {
            size_t size = length;
            memcpy(damaged, text, length);
            for (uint32_t n = 1 + gg_rng_below(&rng, 12); n; n--) {
                size_t at = gg_rng_below(&rng, (uint32_t)size);
                size_t run_length = gg_rng_below(&rng, 24);
                if (at + run_length > size) run_length = size - at;
                switch (gg_rng_below(&rng, 4)) {
                case 0: damaged[at] = (char)gg_rng_below(&rng, 256); break;
                case 1: damaged[at] = likely[gg_rng_below(&rng, sizeof likely - 1)]; break;
                case 2:
                    memmove(damaged + at, damaged + at + run_length, size - at - run_length);
                    size -= run_length < size ? run_length : 0;
                    break;
                default:
                    if (size + run_length > length * 2) break;
                    memmove(damaged + at + run_length, damaged + at, size - at);
                    size += run_length;
                }
            }
            (void)run_bytes(damaged, size);
        }
        free(damaged);
        free(text);
    }
}

// ---------------------------------------------------------------------------------- the dispatcher
// What the dispatcher asks before a judge, and in which order: the seat, then verb and operands,
// for which a game may have a better reason; the judge last.
static void judge_asks_first(void **state) {
    (void)state;
    outcome out = run(FORDS_AT "put 4 hand north\nput 3 hand south\nnode turn north\n"
                               "south! garrison f2 #9 => ZD1 NOT_YOUR_TURN south\n"
                               "south! #77 => ZD1 NOT_YOUR_TURN\n"
                               "! with 4 => ZD1 NOT_HERE\n"
                               "! pass #1 => ZD1 NOT_HERE\n"
                               "! garrison #9 #9 => Z1 NO_SUCH_FORD 10\n"
                               "! garrison f1 #9 => Z5 CARD_NOT_IN_HAND\n"
                               "! garrison f1 3 => Z5 CARD_NOT_IN_HAND\n"
                               "! garrison f1 4 => Z6 FORD_HELD\n");
    assert_int_equal(out.failed, 0);
    assert_int_equal(out.blocks, 1);
}

// ---------------------------------------------------------------------------------------- thinking
static gg_plan thought(const char *text, gg_brain brain, int seat, uint64_t seed) {
    gg_error error;
    gg_play *play;
    gg_thinker *thinker;
    gg_plan plan;
    gg_rng rng;
    char before[GG_STATE_MAX];
    if (gg_play_open(&play, NULL, text, strlen(text), 0, &error)) fail_msg("%s", error.en);
    const gg_position *p = gg_play_position(play);
    assert_int_equal(gg_thinker_open(&thinker, p->game), GG_OK);
    gg_rng_seed(&rng, seed, 1);
    memcpy(before, p->state, p->game->state_bytes);
    uint32_t steps = gg_think(thinker, brain, p, seat, &rng, &plan);
    assert_int_equal(steps, plan.steps);
    assert_memory_equal(before, p->state, p->game->state_bytes);
    gg_thinker_close(thinker);
    gg_play_close(play);
    return plan;
}

static unsigned verb_thought(const char *text, gg_brain brain, uint64_t seed) {
    gg_plan plan = thought(text, brain, 0, seed);
    assert_int_equal(plan.steps, 1);
    return gg_verb_of(plan.step[0]);
}

// The gamble pays 1500 but for one ticket in 2^53; safe pays what the option says; wide pays 0 ..
// 999.
// Games of one series played in portions, in another order: the same report. A game left out,
// played twice or played for another is noticed.
static gg_selfplay_report portion(uint32_t first, uint32_t games) {
    gg_selfplay_order order;
    gg_selfplay_report report;
    gg_verdict verdict;
    gg_selfplay_standard(&gg_game_template, &order);
    order.first = first;
    order.games = games;
    assert_int_equal(gg_selfplay(&order, &report, &verdict), GG_OK);
    return report;
}

static gg_selfplay_report merged(const uint32_t *portions, unsigned n) {
    gg_selfplay_report all = {0};
    for (unsigned i = 0; i < n; i++) {
        gg_selfplay_report one = portion(portions[2 * i], portions[2 * i + 1]);
        gg_selfplay_merge(&all, &one);
    }
    return all;
}

static void portions_merge(void **state) {
    static const uint32_t shuffled[] = {9, 3, 0, 5, 5, 4}, without[] = {0, 5, 5, 4, 10, 2},
                          twice[] = {0, 5, 0, 5, 5, 2}, other[] = {0, 11, 12, 1};
    (void)state;
    gg_selfplay_report whole = portion(0, 12), parts = merged(shuffled, 3);
    assert_true(whole.folded && !parts.folded);
    parts.folded = whole.folded;
    assert_memory_equal(&parts, &whole, sizeof whole);
    assert_true(merged(without, 3).digest != whole.digest);
    gg_selfplay_report same = merged(twice, 3), swapped = merged(other, 2);
    assert_true(same.games == whole.games && same.digest != whole.digest);
    assert_true(swapped.games == whole.games && swapped.digest != whole.digest);
}

static void greedy_counts_chance_by_weight(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(verb_thought("game toy\noption safe 1499\n", GG_BRAIN_GREEDY, seed),
                         T_GAMBLE);
        assert_int_equal(verb_thought("game toy\noption safe 1501\n", GG_BRAIN_GREEDY, seed),
                         T_SAFE);
    }
    // As blue the same score is bad: ending the game (won for blue) beats everything.
    gg_plan plan = thought("game toy\nnode main bleu_ciel\n", GG_BRAIN_GREEDY, 1, 7);
    assert_int_equal(gg_verb_of(plan.step[0]), T_NO_SUPPORT);
    assert_int_equal(thought("game toy\n", GG_BRAIN_GREEDY, 1, 7).steps, 0); // not his turn
    assert_int_equal(thought("game toy\nnode dice red\n", GG_BRAIN_RANDOM, 0, 7).steps, 0);
}

// Ties go either way, and random finds every legal action.
static void choices_are_spread(void **state) {
    (void)state;
    unsigned random[T_VERBS] = {0}, ties[2] = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        random[verb_thought("game toy\n", GG_BRAIN_RANDOM, seed)]++;
        // A garrison of 1 at either ford is worth the same to North.
        gg_plan plan = thought("game _template scenario empty\nput 5 holds f3 north\n"
                               "put 5 holds f5 south\nput 5 holds f1 south\nput 1 hand north\n"
                               "node turn north\n",
                               GG_BRAIN_GREEDY, 0, seed);
        assert_int_equal(gg_verb_of(plan.step[0]), 1);
        ties[gg_a(plan.step[0]) == 1]++;
    }
    assert_true(random[T_SAFE] && random[T_GAMBLE] && random[T_WIDE] && random[T_ATTACK_HEX] > 100);
    assert_true(ties[0] > 120 && ties[1] > 120);
}

// A whole assault is one thought, and what the enemy hides does not change it.
static void greedy_plans_without_peeping(void **state) {
    (void)state;
    gg_plan a =
        thought("game _template scenario empty\nput 1 holds f1 north\nput 1 holds f2 south\n"
                "put 5 hand north\nput 4 hand north\nput 5 deck south\nnode turn north\n",
                GG_BRAIN_GREEDY, 0, 3);
    gg_plan b =
        thought("game _template scenario empty\nput 1 holds f1 north\nput 5 holds f2 south\n"
                "put 5 hand north\nput 4 hand north\nput 1 deck south\nnode turn north\n",
                GG_BRAIN_GREEDY, 0, 3);
    assert_true(a.steps >= 3 && a.steps == b.steps);
    assert_memory_equal(a.step, b.step, a.steps * sizeof a.step[0]);
    assert_int_equal(gg_verb_of(a.step[0]), 2);
    assert_int_equal(gg_verb_of(a.step[a.steps - 1]), 4);
}

// Greedy against random, both sides: it must win clearly (even play scores 200 with a deviation of
// about 14), and every step must be legal.
static void greedy_beats_random(void **state) {
    (void)state;
    const gg_game *game = &gg_game_template;
    gg_request request;
    gg_verdict verdict = {0};
    gg_position p;
    gg_thinker *thinker;
    gg_plan plan;
    gg_rng rng;
    int points = 0;
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&p, game, &request, &verdict), GG_OK);
    assert_int_equal(gg_thinker_open(&thinker, game), GG_OK);
    gg_rng_seed(&rng, 6, 1);
    for (int round = 0; round < 200; round++) {
        int half[GG_SEATS_MAX], greedy = round & 1;
        int32_t margin;
        gg_position_restart(&p);
        for (gg_turn turn; (turn = game->turn(p.table, p.state)).seat != GG_OVER;) {
            if (turn.seat == GG_CHANCE) {
                gg_action roll =
                    gg_roll(game, p.table, p.state, gg_rng_below64(&rng, turn.tickets));
                gg_apply(game, p.table, p.state, roll, NULL);
                continue;
            }
            gg_brain brain = turn.seat == greedy ? GG_BRAIN_GREEDY : GG_BRAIN_RANDOM;
            assert_true(gg_think(thinker, brain, &p, turn.seat, &rng, &plan) > 0);
            for (uint32_t i = 0; i < plan.steps; i++) {
                assert_true(gg_check(game, p.table, p.state, turn.seat, plan.step[i], NULL));
                gg_apply(game, p.table, p.state, plan.step[i], NULL);
            }
        }
        game->score(p.table, p.state, half, &margin);
        points += half[greedy];
    }
    if (points < 250) fail_msg("greedy scored %d of 400 half-points", points);
    print_message("greedy scored %d of 400 half-points\n", points);
    gg_thinker_close(thinker);
    gg_position_close(&p);
}

// Says true from the `after`th question on.
typedef struct patience {
    unsigned asked, after;
} patience;

static bool at_an_end(void *user) {
    patience *p = user;
    return ++p->asked > p->after;
}

// Stopped at once it still answers with a legal action; stopped later, with a plan it has weighed.
static void thinking_can_be_stopped(void **state) {
    (void)state;
    const gg_game *game = gg_game_find_or_null("_template");
    gg_request request;
    gg_verdict verdict;
    gg_position p;
    gg_thinker *thinker;
    gg_plan plan;
    gg_rng rng;
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&p, game, &request, &verdict), GG_OK);
    assert_int_equal(gg_thinker_open(&thinker, game), GG_OK);
    for (gg_turn turn; (turn = game->turn(p.table, p.state)).seat == GG_CHANCE;)
        gg_apply(game, p.table, p.state, gg_roll(game, p.table, p.state, 0), NULL);
    int seat = game->turn(p.table, p.state).seat;
    for (unsigned after = 0; after < 3; after++) {
        patience left = {0, after};
        gg_rng_seed(&rng, 7, 1);
        gg_thinker_heed(thinker, at_an_end, &left);
        assert_true(gg_think(thinker, GG_BRAIN_GREEDY, &p, seat, &rng, &plan) > 0);
        assert_true(gg_check(game, p.table, p.state, seat, plan.step[0], NULL));
        assert_int_equal(left.asked, after + 1); // and then never again
    }
    patience left = {0, 1000000};
    gg_thinker_heed(thinker, at_an_end, &left);
    assert_true(gg_think(thinker, GG_BRAIN_GREEDY, &p, seat, &rng, &plan) > 0);
    assert_true(left.asked >= 3);
    gg_thinker_close(thinker);
    gg_position_close(&p);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(template_plays_pass),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(wrong_expectations_are_told),
        cmocka_unit_test(right_expectations_pass),
        cmocka_unit_test(blocks_are_counted_and_opened),
        cmocka_unit_test(other_games_are_passed_over),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(damaged_plays_never_crash),
        cmocka_unit_test(judge_asks_first),
        cmocka_unit_test(portions_merge),
        cmocka_unit_test(greedy_counts_chance_by_weight),
        cmocka_unit_test(choices_are_spread),
        cmocka_unit_test(greedy_plans_without_peeping),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(thinking_can_be_stopped),
    };
    return cmocka_run_group_tests_name("play", tests, NULL, NULL);
}
