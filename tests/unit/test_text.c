// SPDX-License-Identifier: Apache-2.0
// Unit tests of words: the text builder, JSON, names, notation, sentences, why, clicks. The
// template game and a toy that has every kind of operand; the registry here is the test's own. All
// randomness has fixed seeds.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/text/words.h"
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

static gg_position opened(const gg_game *game) {
    gg_position position;
    gg_request request;
    gg_verdict verdict = {0};
    gg_request_standard(game, &request);
    assert_int_equal(gg_position_open(&position, game, &request, &verdict), GG_OK);
    return position;
}

static bool valid_utf8(const char *text) {
    size_t left = strlen(text);
    while (left) {
        size_t n = gg_utf8_length(text, left);
        if (!n) return false;
        text += n;
        left -= n;
    }
    return true;
}

// --------------------------------------------------------------------------------------- builder
static void out_cuts_between_characters(void **state) {
    (void)state;
    // é and € take two and three bytes: for every capacity what is kept is a whole prefix.
    static const char text[] = "aé€z𝄞b";
    for (size_t cap = 1; cap <= sizeof text; cap++) {
        char plain[16], formatted[16];
        gg_out a, b;
        memset(plain, 'x', sizeof plain);
        memset(formatted, 'x', sizeof formatted);
        gg_out_init(&a, plain, cap);
        gg_out_init(&b, formatted, cap);
        gg_out_text(&a, text);
        gg_out_format(&b, "%s", text);
        assert_string_equal(plain, formatted);
        assert_true(valid_utf8(plain) && strncmp(plain, text, a.length) == 0);
        assert_int_equal(strlen(plain), a.length);
        assert_int_equal(a.length, b.length);
        assert_true(a.full == (cap < sizeof text) && b.full == a.full);
        assert_true(cap - 1 - a.length < 4);
        gg_out_char(&a, 'b');
        assert_true(a.full && plain[cap] == 'x' && formatted[cap] == 'x');
    }
}

static void out_without_room(void **state) {
    (void)state;
    gg_out out;
    gg_out_init(&out, NULL, 0);
    gg_out_text(&out, "a");
    gg_out_format(&out, "%d", 1);
    assert_true(out.full && out.length == 0);
}

static void utf8_is_strict(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } cases[] = {
        {"a", 1},
        {"\xc3\xa9", 2},
        {"\xe2\x82\xac", 3},
        {"\xf0\x9d\x84\x9e", 4},
        {"\x80", 0},
        {"\xc0\xaf", 0},
        {"\xc1\xbf", 0},
        {"\xe0\x80\xaf", 0},
        {"\xed\xa0\x80", 0},
        {"\xf0\x80\x80\xaf", 0},
        {"\xf4\x90\x80\x80", 0},
        {"\xf5\x80\x80\x80", 0},
        {"\xc3", 0},
        {"\xe2\x82", 0},
        {"\xc3(", 0},
        {"\xff", 0},
        {"\xed\x9f\xbf", 3},
        {"\xf4\x8f\xbf\xbf", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(gg_utf8_length(cases[i].bytes, strlen(cases[i].bytes)), cases[i].length);
}

// ------------------------------------------------------------------------------------------ JSON
static void json_is_written_in_order(void **state) {
    (void)state;
    char text[400];
    gg_out out;
    gg_json json;
    gg_out_init(&out, text, sizeof text);
    gg_json_init(&json, &out);
    gg_json_open(&json, NULL, '{');
    gg_json_string(&json, "text", "é \"q\" \\ \n\t\x01\x7f \xff.\xc3");
    gg_json_open(&json, "list", '[');
    gg_json_integer(&json, NULL, INT64_MIN);
    gg_json_open(&json, NULL, '{');
    gg_json_close(&json, '}');
    gg_json_open(&json, NULL, '[');
    gg_json_bool(&json, NULL, true);
    gg_json_bool(&json, NULL, false);
    gg_json_close(&json, ']');
    gg_json_null(&json, NULL);
    gg_json_close(&json, ']');
    gg_json_number(&json, "half", 0.5);
    gg_json_number(&json, "nan", NAN);
    gg_json_string(&json, "none", NULL);
    gg_json_close(&json, '}');
    assert_false(out.full);
    assert_string_equal(text,
                        "{\"text\":\"é \\\"q\\\" \\\\ \\n\\u0009\\u0001\\u007f \\ufffd.\\ufffd\","
                        "\"list\":[-9223372036854775808,{},[true,false],null],"
                        "\"half\":0.5,\"nan\":null,\"none\":null}");
}

// Words are looked at eight bytes at a time: every byte, at every place of a word of every length
// up to two and a half such steps, comes out as JSON wants it; and with too little room nothing is
// written behind the end.
static void every_byte_at_every_place(void **state) {
    (void)state;
    for (size_t length = 1; length <= 20; length++)
        for (size_t at = 0; at < length; at++)
            for (unsigned byte = 1; byte < 256; byte++) {
                char word[24], text[80], wanted[80], shape[16] = "";
                gg_out out;
                gg_json json;
                memset(word, 'a', length);
                word[length] = 0;
                word[at] = (char)byte;
                if (byte == '"' || byte == '\\')
                    (void)snprintf(shape, sizeof shape, "\\%c", (int)byte);
                else if (byte == '\n')
                    (void)snprintf(shape, sizeof shape, "\\n");
                else if (byte < 0x20 || byte == 0x7f)
                    (void)snprintf(shape, sizeof shape, "\\u%04x", byte);
                else if (byte >= 0x80)
                    (void)snprintf(shape, sizeof shape, "\\ufffd");
                else
                    (void)snprintf(shape, sizeof shape, "%c", (int)byte);
                (void)snprintf(wanted, sizeof wanted, "\"%.*s%s%s\"", (int)at, word, shape,
                               word + at + 1);
                gg_out_init(&out, text, sizeof text);
                gg_json_init(&json, &out);
                gg_json_string(&json, NULL, word);
                assert_string_equal(text, wanted);
                memset(text, '#', sizeof text);
                gg_out_init(&out, text, length);
                gg_json_init(&json, &out);
                gg_json_string(&json, word, word);
                assert_true(out.full && text[length] == '#' && strlen(text) < length);
            }
}

static void error_in_both_languages(void **state) {
    (void)state;
    gg_error error;
    char word[300];
    gg_error_set(&error, 7, "mot %s%.0s %d", "word %.0s%s %d", "un", "one", 3);
    assert_int_equal(error.line, 7);
    assert_string_equal(error.fr, "mot un 3");
    assert_string_equal(error.en, "word one 3");
    memset(word, 0, sizeof word);
    for (size_t i = 0; i + 2 < sizeof word; i += 2) memcpy(word + i, "é", 2);
    gg_error_set(&error, 0, "x%s", "%s", word);
    assert_true(valid_utf8(error.fr) && valid_utf8(error.en));
    assert_true(strlen(error.fr) >= sizeof error.fr - 3);
    gg_error_set(NULL, 0, "x", "x");
}

// ----------------------------------------------------------------------------------------- names
static const char *named(const gg_game *game, unsigned domain, unsigned value, gg_form form) {
    static char name[GG_NAME_MAX];
    gg_position p = opened(game);
    size_t length = gg_name_into(game, p.table, p.state, domain, value, form, name, sizeof name);
    assert_int_equal(length, strlen(name));
    gg_position_close(&p);
    return name;
}

static void names_of_every_kind(void **state) {
    (void)state;
    assert_string_equal(named(&toy_game, GG_D_NUMBER, 32767, GG_FORM_TOKEN), "32767");
    assert_string_equal(named(&toy_game, GG_D_NONE, 0, GG_FORM_TOKEN), "");
    assert_string_equal(named(&toy_game, GG_D_SEAT, 1, GG_FORM_FR), "Bleu");
    assert_string_equal(named(&toy_game, GG_D_SEAT, 2, GG_FORM_FR), "");
    assert_string_equal(named(&toy_game, T_X, 512, GG_FORM_TOKEN), "51.2");
    assert_string_equal(named(&toy_game, T_X, 512, GG_FORM_FR), "51,2");
    assert_string_equal(named(&toy_game, T_X, 512, GG_FORM_EN), "51.2");
    assert_string_equal(named(&toy_game, T_Y, 5, GG_FORM_TOKEN), "0.5");
    assert_string_equal(named(&toy_game, T_Y, 900, GG_FORM_TOKEN), "");
    assert_string_equal(named(&toy_game, T_STANCE, 0, GG_FORM_TOKEN), "none");
    assert_string_equal(named(&toy_game, T_STANCE, 0, GG_FORM_FR), "rien");
    assert_string_equal(named(&toy_game, T_STANCE, 3, GG_FORM_TOKEN), "kneel+cover");
    assert_string_equal(named(&toy_game, T_STANCE, 7, GG_FORM_FR), "à genoux, à couvert et visant");
    assert_string_equal(named(&toy_game, T_STANCE, 5, GG_FORM_EN), "kneeling and aiming");
    assert_string_equal(named(&toy_game, T_STANCE, 8, GG_FORM_TOKEN), "");
    assert_string_equal(named(&toy_game, T_HEX, 6, GG_FORM_TOKEN), "0302");
    assert_string_equal(named(&toy_game, T_HEX, 6, GG_FORM_FR), "l'hex 0302");
    assert_string_equal(named(&toy_game, T_HEX, T_HEXES, GG_FORM_TOKEN), "");
    assert_string_equal(named(&toy_game, T_PIECE, 5, GG_FORM_TOKEN), "");   // name() has none
    assert_string_equal(named(&toy_game, 200, 0, GG_FORM_TOKEN), "");       // no such domain
    assert_string_equal(named(&gg_game_template, 4, 0, GG_FORM_TOKEN), ""); // strength 0 is no card
}

static int found(unsigned domain, const char *token) {
    gg_position p = opened(&toy_game);
    unsigned value = 0;
    bool found = gg_name_find(&toy_game, p.table, p.state, domain, token, &value);
    gg_position_close(&p);
    return found ? (int)value : -1;
}

static void tokens_are_found(void **state) {
    (void)state;
    assert_int_equal(found(T_PIECE, "17id_kgb"), 4);
    assert_int_equal(found(T_HEX, "0302"), 6);
    assert_int_equal(found(T_HEX, "302"), -1);
    assert_int_equal(found(T_MOOD, "élan"), 1); // accented letters too
    assert_int_equal(found(T_MOOD, "ÉLAN"), 1);
    assert_int_equal(found(T_MOOD, "elan"), -1);
    assert_int_equal(found(GG_D_NUMBER, "007"), 7);
    assert_int_equal(found(GG_D_NUMBER, "32768"), -1);
    assert_int_equal(found(GG_D_NUMBER, "99999999999999999999"), -1);
    assert_int_equal(found(GG_D_NUMBER, "-1"), -1);
    assert_int_equal(found(GG_D_NUMBER, ""), -1);
    assert_int_equal(found(GG_D_NUMBER, "#3"), -1);
    assert_int_equal(found(T_X, "51.2"), 512);
    assert_int_equal(found(T_X, "51,2"), 512);
    assert_int_equal(found(T_X, "51"), 510);
    assert_int_equal(found(T_X, "51.25"), -1);
    assert_int_equal(found(T_X, "51."), -1);
    assert_int_equal(found(T_X, ".5"), -1);
    assert_int_equal(found(T_X, "120.0"), -1); // off the table
    assert_int_equal(found(T_STANCE, "COVER+kneel"), 3);
    assert_int_equal(found(T_STANCE, "None"), 0);
    assert_int_equal(found(T_STANCE, "kneel+"), -1);
    assert_int_equal(found(T_STANCE, "+"), -1);
    assert_int_equal(found(T_STANCE, ""), -1);
    assert_int_equal(found(GG_D_SEAT, "RED"), 0);
    assert_int_equal(found(GG_D_SEAT, "chance"), -1);
}

static void seats_by_token(void **state) {
    (void)state;
    static const int seats[] = {0, 1, GG_CHANCE, GG_OVER, GG_PUBLIC, GG_UMPIRE, GG_NOBODY};
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        int seat = -1;
        assert_true(gg_seat_find(&toy_game, gg_seat_token(&toy_game, seats[i]), &seat));
        assert_int_equal(seat, seats[i]);
    }
    int seat;
    assert_false(gg_seat_find(&toy_game, "green", &seat));
    assert_string_equal(gg_seat_token(&toy_game, 2), "?");
}

// -------------------------------------------------------------------------------------- notation
static void reads_back(const gg_position *p, gg_action action) {
    char text[200];
    gg_error error;
    gg_action again = 0;
    size_t length = gg_notation_into(p->game, p->table, p->state, action, text, sizeof text);
    assert_int_equal(length, strlen(text));
    if (!gg_notation_parse(p->game, p->table, p->state, text, &again, &error))
        fail_msg("%s: %s", text, error.en);
    if (again != action) fail_msg("%s reads as another action", text);
}

// Every legal action and every outcome of random games.
static void notation_reads_back(void **state) {
    (void)state;
    gg_action list[64];
    gg_outcome outcomes[GG_OUTCOMES_MAX];
    gg_rng rng;
    gg_position p = opened(&gg_game_template);
    const gg_game *game = p.game;
    gg_rng_seed(&rng, 1, 1);
    for (int round = 0; round < 40; round++) {
        gg_position_restart(&p);
        for (gg_turn turn; (turn = game->turn(p.table, p.state)).seat != GG_OVER;) {
            if (turn.seat == GG_CHANCE) {
                uint32_t n = gg_chance(game, p.table, p.state, outcomes);
                for (uint32_t i = 0; i < n; i++) reads_back(&p, outcomes[i].action);
                gg_apply(game, p.table, p.state, outcomes[gg_rng_below(&rng, n)].action, NULL);
            } else {
                uint32_t n = gg_legal(game, p.table, p.state, turn.seat, list);
                for (uint32_t i = 0; i < n; i++) reads_back(&p, list[i]);
                gg_apply(game, p.table, p.state, list[gg_rng_below(&rng, n)], NULL);
            }
        }
    }
    gg_position_close(&p);
}

// Any 64-bit value at all, most of them no action, as it is or cut down to few operands.
static void every_value_has_a_spelling(void **state) {
    (void)state;
    gg_rng rng;
    gg_rng_seed(&rng, 2, 1);
    for (unsigned g = 0; g < gg_game_count(); g++) {
        gg_position p = opened(gg_game_at(g));
        for (int i = 0; i < 40000; i++) {
            gg_action any = gg_rng_u64(&rng);
            reads_back(&p, any);
            reads_back(&p, gg_act(gg_rng_below(&rng, 16), (unsigned)any & 0x1f,
                                  (unsigned)any >> 8 & 31, i & 1 ? 0 : (unsigned)any >> 12 & 3));
        }
        reads_back(&p, 0);
        reads_back(&p, UINT64_MAX);
        gg_position_close(&p);
    }
}

static gg_action parsed(const char *text, gg_error *error) {
    gg_position p = opened(&toy_game);
    gg_action action = GG_NO_ACTION;
    bool read = gg_notation_parse(&toy_game, p.table, p.state, text, &action, error);
    gg_position_close(&p);
    assert_true(read == (action != GG_NO_ACTION));
    return action;
}

static void notation_is_read(void **state) {
    (void)state;
    gg_error error;
    assert_int_equal(parsed("MOVE 5dp_qg 51.2 7", &error), gg_act(T_MOVE, 2, 512, 70));
    assert_int_equal(parsed("\tmove  5DP_13 0,1   89.9 \r", &error), gg_act(T_MOVE, 0, 1, 899));
    assert_int_equal(parsed("move #5 #3 3000", &error),
                     gg_act(T_MOVE, 5, 3, 30000)); // off the table
    assert_int_equal(parsed("stand 5DP_QG kneel+aim", &error), gg_act(T_STAND, 2, 5, 0));
    assert_int_equal(parsed("no   support", &error), gg_act(T_NO_SUPPORT, 0, 0, 0));
    assert_int_equal(parsed("no 0302", &error), gg_act(T_NO, 6, 0, 0)); // not of this node: read
    assert_int_equal(parsed("attack 0302", &error), gg_act(T_ATTACK_HEX, 6, 0, 0));
    assert_int_equal(parsed("attack 5DP_15 0101", &error), gg_act(T_ATTACK_PIECE, 1, 0, 0));
    assert_int_equal(parsed("feel élan 12", &error), gg_act(T_FEEL, 1, 12, 0));
}

static void chance_may_leave_out_its_verb(void **state) {
    (void)state;
    gg_position p = opened(&toy_game);
    gg_action action;
    gg_error error;
    gg_apply(&toy_game, p.table, p.state, gg_act(T_GAMBLE, 0, 0, 0), NULL);
    assert_true(gg_notation_parse(&toy_game, p.table, p.state, "2", &action, &error));
    assert_int_equal(action, gg_act(T_FACE, 2, 0, 0));
    assert_true(gg_notation_parse(&toy_game, p.table, p.state, "face 2", &action, &error));
    assert_int_equal(action, gg_act(T_FACE, 2, 0, 0));
    assert_false(gg_notation_parse(&toy_game, p.table, p.state, "six", &action, &error));
    assert_string_equal(error.en, "“six” is not understood. Possible: a number.");
    gg_position_close(&p);
}

static void unread_words_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *fr, *en;
    } cases[] = {
        {"atack 0302", "« atack » n'est pas compris. Possible : attack, stand, safe, move, gamble.",
         "“atack” is not understood. Possible: attack, stand, safe, move, gamble."},
        {"", "Une action est attendue : move, stand, no support, attack, safe.",
         "An action is expected: move, stand, no support, attack, safe."},
        {"move 5DP_14 3 3",
         "« 5DP_14 » n'est pas compris. Possible : 5DP_13, 5DP_15, 5DP_QG, 17ID_KGa, 17ID_KGb.",
         "“5DP_14” is not understood. Possible: 5DP_13, 5DP_15, 5DP_QG, 17ID_KGa, 17ID_KGb."},
        {"move 5DP_13 far 3", "« far » n'est pas compris. Possible : des centimètres, comme 51.2.",
         "“far” is not understood. Possible: centimetres, such as 51.2."},
        {"move 5DP_13 3", "Il manque un mot après « 3 » : des centimètres, comme 51.2.",
         "A word is missing after “3”: centimetres, such as 51.2."},
        {"feel gai", "Il manque un mot après « gai » : un nombre.",
         "A word is missing after “gai”: a number."},
        {"safe now", "« now » est de trop.", "“now” is one word too many."},
        {"stand 5DP_QG kneal", "« kneal » n'est pas compris. Possible : kneel, none, cover, aim.",
         "“kneal” is not understood. Possible: kneel, none, cover, aim."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gg_error error;
        assert_int_equal(parsed(cases[i].text, &error), GG_NO_ACTION);
        assert_string_equal(error.fr, cases[i].fr);
        assert_string_equal(error.en, cases[i].en);
    }
    assert_int_equal(parsed("nonsense", NULL), GG_NO_ACTION);
}

static void hostile_notation_is_refused(void **state) {
    (void)state;
    gg_error error;
    gg_rng rng;
    char text[1200];
    gg_rng_seed(&rng, 3, 1);
    for (int round = 0; round < 3000; round++) {
        size_t length = gg_rng_below(&rng, round % 50 ? 60 : sizeof text);
        for (size_t i = 0; i < length; i++) {
            static const char likely[] = "move stand 5DP #1+.,  attack";
            text[i] = gg_rng_below(&rng, 3) ? likely[gg_rng_below(&rng, sizeof likely - 1)]
                                            : (char)(1 + gg_rng_below(&rng, 255));
        }
        text[length] = 0;
        if (parsed(text, &error) == GG_NO_ACTION)
            assert_true(valid_utf8(error.fr) && valid_utf8(error.en) && !strchr(error.en, '\n'));
    }
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(parsed(text, &error), GG_NO_ACTION);
    for (size_t i = 1; i < sizeof text - 1; i += 2) text[i] = ' ';
    assert_int_equal(parsed(text, &error), GG_NO_ACTION);
    assert_string_equal(error.en, "The line is too long.");
}

// ------------------------------------------------------------------------------------- sentences
static void sentences_name_their_arguments(void **state) {
    (void)state;
    gg_position p = opened(&toy_game);
    gg_verdict far = {TOY_TOO_FAR, {-123, 3, -4, GG_HIDDEN}};
    gg_event moved = {0, 1, 1, 0, {3, 512, GG_NOBODY, -7, 0}}, cut;
    gg_ledger_line line = {1, 1, 4, {35, 0}, GG_L_ADD};
    char text[200];
    (void)gg_say_refusal(&toy_game, p.table, p.state, &far, GG_FR, text, sizeof text);
    assert_string_equal(
        text,
        "−12,3\u00a0cm est trop loin (à genoux et à couvert)\u00a0: −4, pion caché {e} {z} {");
    (void)gg_say_refusal(&toy_game, p.table, p.state, &far, GG_EN, text, sizeof text);
    assert_string_equal(
        text, "−12.3\u00a0cm is too far (kneeling and in cover): −4, hidden counter {e} {z} {");
    (void)gg_say_event(&toy_game, p.table, p.state, &moved, GG_FR, text, sizeof text);
    assert_string_equal(text, "17ID_KGa va en 51,2 (?, −7).");
    assert_true(gg_event_for(&toy_game, &moved, 1, &cut));
    (void)gg_say_event(&toy_game, p.table, p.state, &cut, GG_EN, text, sizeof text);
    assert_string_equal(text, "17ID_KGa goes to unknown (?, −7).");
    (void)gg_say_ledger(&toy_game, p.table, p.state, &line, GG_FR, text, sizeof text);
    assert_string_equal(text, "Portée 3,5");
    (void)gg_say_prompt(&toy_game, T_MAIN, false, GG_FR, text, sizeof text);
    assert_string_equal(text, "Attendez.");
    (void)gg_say_prompt(&toy_game, T_MAIN, true, GG_EN, text, sizeof text);
    assert_string_equal(text, "Your turn.");
    gg_position_close(&p);
}

static void sentences_begin_with_a_capital(void **state) {
    (void)state;
    gg_position p = opened(&gg_game_template);
    gg_verdict held = {6, {1, 1, 0, 0}};
    char text[200];
    assert_string_equal(p.game->refusals[6].token, "FORD_HELD");
    (void)gg_say_refusal(p.game, p.table, p.state, &held, GG_FR, text, sizeof text);
    assert_string_equal(text, "Le gué 2 n’est pas vide\u00a0: le Sud le tient.");
    (void)gg_say_refusal(p.game, p.table, p.state, &held, GG_EN, text, sizeof text);
    assert_string_equal(text, "Ford 2 is not empty: South holds it.");
    (void)gg_say_refusal(p.game, NULL, NULL, &held, GG_EN, text, 8); // cut, closed by a zero
    assert_string_equal(text, "Ford 2 ");
    gg_position_close(&p);
}

// Words that go with a number: one star, two stars; in French none is one as well.
static void words_follow_their_number(void **state) {
    (void)state;
    static const gg_label label = {
        "stars", {GG_D_NUMBER}, "{a} {a:étoile|étoiles}, {a:x", "{a} {a:star|stars}."};
    static const char *const fr[] = {"0 étoile, {a:x", "1 étoile, {a:x", "2 étoiles, {a:x"};
    static const char *const en[] = {"0 stars.", "1 star.", "2 stars."};
    gg_position p = opened(&toy_game);
    gg_game game = toy_game;
    char text[100];
    game.labels = &label;
    game.n_labels = 1;
    for (int16_t n = 0; n < 3; n++) {
        gg_ledger_line line = {.arg = {n, 0}};
        (void)gg_say_ledger(&game, p.table, p.state, &line, GG_FR, text, sizeof text);
        assert_string_equal(text, fr[n]);
        (void)gg_say_ledger(&game, p.table, p.state, &line, GG_EN, text, sizeof text);
        assert_string_equal(text, en[n]);
    }
    gg_position_close(&p);
}

// ---------------------------------------------------------------------------------------- grammar
// Awkward names, one for each thing a name can need.
enum {
    N_GRENADIERS,
    N_OPPACH,
    N_HEIGHTS,
    N_HEX,
    N_HQ,
    N_COLUMN,
    N_FLAK,
    N_HERON,
    N_IL2,
    N_HOSPITAL,
    N_NAMES
};
enum { D_NAMES = T_MOOD };
static const gg_name awkward[N_NAMES] = {
    {"g", "Grenadiers A", "Grenadiers A", GG_P | GG_ART | GG_PLURAL | GG_THE},
    {"o", "Oppach", "Oppach", 0},
    {"k", "hauteurs de Kreckwitz", "Kreckwitz Heights", GG_F | GG_P | GG_ART | GG_PLURAL | GG_THE},
    {"1411", "1411", "1411", GG_EN_LOC},
    {"q", "QG 1", "HQ 1", GG_ART},
    {"c", "CL 3", "supply column 3", GG_F | GG_ART},
    {"f", "Flak", "Flak", GG_F | GG_ART | GG_THE},
    {"h", "Héron", "Heron", GG_ART | GG_THE},
    {"i", "Il-2", "Il-2", GG_ART | GG_THE},
    {"hc", "Hôpital", "Hospital", GG_ART | GG_MUTE | GG_THE},
};

// What the label says of the awkward name (or number) and of a second argument.
static const char *said(gg_lang lang, const char *text, int a, int b) {
    static char out[300];
    gg_domain domains[D_NAMES + 1];
    gg_label label = {"label", {D_NAMES, GG_D_NUMBER}, text, text};
    gg_ledger_line line = {.arg = {(int16_t)a, (int16_t)b}};
    gg_game game = toy_game;
    memcpy(domains, toy_domains, sizeof domains);
    domains[D_NAMES].names = awkward;
    domains[D_NAMES].count = N_NAMES;
    domains[D_NAMES].unseen = (gg_name)GG_UNSEEN("carte cachée", "hidden card", GG_F | GG_A);
    game.domains = domains;
    game.labels = &label;
    game.n_labels = 1;
    (void)gg_say_ledger(&game, NULL, NULL, &line, lang, out, sizeof out);
    return out;
}

static void names_take_their_articles(void **state) {
    (void)state;
    static const struct {
        int name;
        const char *le, *de, *to, *loc;
    } fr[] = {
        {N_GRENADIERS, "les Grenadiers A", "des Grenadiers A", "aux Grenadiers A",
         "aux Grenadiers A"},
        {N_OPPACH, "Oppach", "d’Oppach", "à Oppach", "à Oppach"},
        {N_HEIGHTS, "les hauteurs de Kreckwitz", "des hauteurs de Kreckwitz",
         "aux hauteurs de Kreckwitz", "aux hauteurs de Kreckwitz"},
        {N_HEX, "1411", "de 1411", "à 1411", "en 1411"},
        {N_HQ, "le QG 1", "du QG 1", "au QG 1", "au QG 1"},
        {N_COLUMN, "la CL 3", "de la CL 3", "à la CL 3", "à la CL 3"},
        {N_FLAK, "la Flak", "de la Flak", "à la Flak", "à la Flak"},
        {N_HERON, "le Héron", "du Héron", "au Héron", "au Héron"},
        {N_IL2, "l’Il-2", "de l’Il-2", "à l’Il-2", "à l’Il-2"},
        {N_HOSPITAL, "l’Hôpital", "de l’Hôpital", "à l’Hôpital", "à l’Hôpital"},
        {GG_HIDDEN, "une carte cachée", "d’une carte cachée", "à une carte cachée",
         "à une carte cachée"},
    };
    for (unsigned i = 0; i < sizeof fr / sizeof fr[0]; i++) {
        assert_string_equal(said(GG_FR, "- {a:le}", fr[i].name, 0) + 2, fr[i].le);
        assert_string_equal(said(GG_FR, "- {a:de}", fr[i].name, 0) + 2, fr[i].de);
        assert_string_equal(said(GG_FR, "- {a:à}", fr[i].name, 0) + 2, fr[i].to);
        assert_string_equal(said(GG_FR, "- {a:loc}", fr[i].name, 0) + 2, fr[i].loc);
    }
    assert_string_equal(said(GG_FR, "{a:le} tient.", N_IL2, 0), "L’Il-2 tient.");
    assert_string_equal(said(GG_FR, "Dé. {a:Le} tient.", N_COLUMN, 0), "Dé. La CL 3 tient.");
    assert_string_equal(said(GG_EN, "{a:the} holds.", N_HERON, 0), "The Heron holds.");
    assert_string_equal(said(GG_EN, "near {a:the}", N_OPPACH, 0), "near Oppach");
    assert_string_equal(said(GG_EN, "draws {a:the}", GG_HIDDEN, 0), "draws a hidden card");
    assert_string_equal(said(GG_EN, "in {a:the's} hand", N_GRENADIERS, 0),
                        "in the Grenadiers A’s hand");
    assert_string_equal(said(GG_EN, "{a:'s} cover", N_HEIGHTS, 0), "Kreckwitz Heights’ cover");
}

static void words_agree_with_their_names(void **state) {
    (void)state;
    const char *fr = "{a:Le} {a#est|sont} prêt{a~}, {a?il|elle|ils|elles} {a#va|vont}.";
    assert_string_equal(said(GG_FR, fr, N_GRENADIERS, 0), "Les Grenadiers A sont prêts, ils vont.");
    assert_string_equal(said(GG_FR, fr, N_HEIGHTS, 0),
                        "Les hauteurs de Kreckwitz sont prêtes, elles vont.");
    assert_string_equal(said(GG_FR, fr, N_COLUMN, 0), "La CL 3 est prête, elle va.");
    assert_string_equal(said(GG_FR, fr, N_IL2, 0), "L’Il-2 est prêt, il va.");
    assert_string_equal(said(GG_FR, fr, GG_HIDDEN, 0), "Une carte cachée est prête, elle va.");
    assert_string_equal(said(GG_EN, "{a:The} {a#goes|go}.", N_GRENADIERS, 0),
                        "The Grenadiers A go.");
    assert_string_equal(said(GG_EN, "{a:The} {a#goes|go}.", N_FLAK, 0), "The Flak goes.");
}

static void numbers_choose_their_words(void **state) {
    (void)state;
    const char *fr = "Il {b=n'engage rien|engage une CL|engage # CL}, {b/2} PM, {b}";
    assert_string_equal(said(GG_FR, fr, 0, 0), "Il n’engage rien, 0\u00a0PM, 0");
    assert_string_equal(said(GG_FR, fr, 0, 1), "Il engage une CL, 0,5\u00a0PM, 1");
    assert_string_equal(said(GG_FR, fr, 0, 1200),
                        "Il engage 1\u202f200 CL, 600\u00a0PM, 1\u202f200");
    assert_string_equal(said(GG_EN, "{b} and {b/10} cm", 0, 1201), "1,201 and 120.1\u00a0cm");
    assert_string_equal(said(GG_FR, "{b/2}", 0, -5), "−2,5");
    assert_string_equal(said(GG_FR, "{b/2}", 0, GG_HIDDEN), "?");
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            const char *sum = said(GG_EN, "{a+b=nothing|something|something}", a, b);
            assert_string_equal(sum, a + b ? "Something" : "Nothing");
            const char *product = said(GG_EN, "{a*b=not|both|both}", a, b);
            assert_string_equal(product, a && b ? "Both" : "Not");
        }
    assert_string_equal(said(GG_FR, "{a+z=x|y|z} {a+", 0, 0), "{a+z=x|y|z} {a+"); // plain text
}

// Two sides have the like: the sentence says whose it is, unless it names the owner anyway.
static void namesakes_have_an_owner(void **state) {
    (void)state;
    static const gg_name stuart[] = {{"s", "Stuart A", "Stuart A", GG_ART | GG_THE | GG_OF(1)}};
    static const gg_name sides[] = {{"one", "joueur 1", "player 1", GG_ART},
                                    {"two", "joueur 2", "player 2", GG_ART}};
    static const gg_event_kind kind = {
        "event", 0, {D_NAMES, GG_D_SEAT}, "{a:Le} va. ({b})", "{a:The} goes. ({b})"};
    gg_domain domains[D_NAMES + 1];
    gg_game game = toy_game;
    gg_event event = {.arg = {0, 0}};
    char text[100];
    memcpy(domains, toy_domains, sizeof domains);
    domains[D_NAMES].names = stuart;
    domains[GG_D_SEAT].names = sides;
    game.domains = domains;
    game.seat_names = sides;
    game.events = &kind;
    (void)gg_say_event(&game, NULL, NULL, &event, GG_FR, text, sizeof text);
    assert_string_equal(text, "Le Stuart A du joueur 2 va. (joueur 1)");
    (void)gg_say_event(&game, NULL, NULL, &event, GG_EN, text, sizeof text);
    assert_string_equal(text, "The Stuart A of player 2 goes. (player 1)");
    event.arg[1] = 1;
    (void)gg_say_event(&game, NULL, NULL, &event, GG_FR, text, sizeof text);
    assert_string_equal(text, "Le Stuart A va. (joueur 2)");
}

static void texts_are_typeset(void **state) {
    (void)state;
    static const struct {
        gg_lang lang;
        const char *typed, *printed;
    } each[] = {
        {GG_FR, "L'unité « w1 » : -2 ; ou 3 ? 50 %",
         "L’unité «\u202fw1\u202f»\u00a0: −2\u202f; ou 3\u202f? 50\u202f%"},
        {GG_FR, "Obusiers de 105 mm, 89 000, a-2", "Obusiers de 105\u00a0mm, 89\u202f000, a-2"},
        {GG_EN, "The side's 80 mm guns: -1 (-2)", "The side’s 80\u00a0mm guns: −1 (−2)"},
        {GG_EN, "", ""},
    };
    for (unsigned i = 0; i < sizeof each / sizeof each[0]; i++) {
        char text[120];
        gg_out out;
        gg_out_init(&out, text, sizeof text);
        gg_typeset(&out, each[i].typed, each[i].lang);
        assert_string_equal(text, each[i].printed);
    }
}

// A path is one line: the same kind from place to place, or what sums it up; two of a hidden piece
// only within an entry, and never what is told of two pieces.
static void paths_are_one_line(void **state) {
    enum { PIECE = 1, CELL, STEP, WHOLE, ON, OTHER };
    static const gg_domain kinds[] = {
        {.kind = GG_K_NONE}, {.kind = GG_K_PIECE}, {.kind = GG_K_CELL}};
    static const gg_event_kind told[] = {[STEP] = {.domain = {PIECE, CELL, CELL}},
                                         [WHOLE] = {.domain = {PIECE, CELL, CELL}},
                                         [ON] = {.domain = {PIECE, CELL}},
                                         [OTHER] = {.domain = {PIECE, PIECE}}};
    static const gg_game game = {.domains = kinds, .events = told};
    static const struct {
        int16_t first[4], next[4]; // kind, arguments
        bool same_entry, goes_on;
        int16_t becomes[4];
    } cases[] = {
        {{STEP, 7, 1, 2}, {STEP, 7, 2, 3}, false, true, {STEP, 7, 1, 3}},
        {{STEP, 7, 1, 2}, {STEP, 7, 3, 4}, false, false, {STEP, 7, 1, 2}},
        {{STEP, 7, 1, 2}, {STEP, 8, 2, 3}, true, false, {STEP, 7, 1, 2}},
        {{STEP, 7, 1, 3}, {WHOLE, 7, 1, 3}, true, true, {WHOLE, 7, 1, 3}},
        {{STEP, 7, 1, 3}, {WHOLE, 7, 1, 3}, false, false, {STEP, 7, 1, 3}},
        {{STEP, GG_HIDDEN, 1, 2}, {STEP, GG_HIDDEN, 2, 3}, false, false, {STEP, GG_HIDDEN, 1, 2}},
        {{STEP, GG_HIDDEN, 1, 2}, {STEP, GG_HIDDEN, 2, 3}, true, true, {STEP, GG_HIDDEN, 1, 3}},
        {{STEP, 7, 1, 2}, {STEP, GG_HIDDEN, 2, 3}, true, true, {STEP, 7, 1, 3}},
        {{STEP, GG_HIDDEN, 1, 2}, {STEP, 7, 2, 3}, true, true, {STEP, 7, 1, 3}},
        {{ON, 7, 1, 0}, {ON, 7, 2, 0}, true, true, {ON, 7, 2, 0}},
        {{ON, 7, 1, 0}, {ON, 7, 1, 0}, true, false, {ON, 7, 1, 0}}, // twice is twice
        {{ON, 7, 1, 0}, {ON, 7, 2, 0}, false, false, {ON, 7, 1, 0}},
        {{ON, GG_HIDDEN, 1, 0}, {ON, GG_HIDDEN, 2, 0}, true, false, {ON, GG_HIDDEN, 1, 0}},
        {{OTHER, 7, 1, 0}, {OTHER, 7, 2, 0}, true, false, {OTHER, 7, 1, 0}},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gg_event event[2] = {{0}, {0}};
        for (unsigned k = 0; k < 2; k++) {
            const int16_t *of = k ? cases[i].next : cases[i].first;
            event[k].kind = (uint16_t)of[0];
            memcpy(event[k].arg, of + 1, 3 * sizeof *of);
        }
        assert_int_equal(gg_event_goes_on(&game, &event[0], &event[1], cases[i].same_entry),
                         cases[i].goes_on);
        assert_int_equal(event[0].kind, cases[i].becomes[0]);
        assert_memory_equal(event[0].arg, cases[i].becomes + 1, 3 * sizeof(int16_t));
    }
}

// Every event of random games reads whole in both languages, for every viewer.
static void events_read_whole(void **state) {
    (void)state;
    gg_action list[64];
    gg_events events;
    gg_rng rng;
    char text[300];
    gg_position p = opened(&gg_game_template);
    gg_rng_seed(&rng, 4, 1);
    for (int round = 0; round < 40; round++) {
        gg_position_restart(&p);
        for (gg_turn turn; (turn = p.game->turn(p.table, p.state)).seat != GG_OVER;) {
            gg_action action =
                turn.seat == GG_CHANCE
                    ? gg_roll(p.game, p.table, p.state, gg_rng_below64(&rng, turn.tickets))
                    : list[gg_rng_below(&rng, gg_legal(p.game, p.table, p.state, turn.seat, list))];
            events.count = 0;
            gg_apply(p.game, p.table, p.state, action, &events);
            for (uint32_t i = 0; i < events.count; i++)
                for (int viewer = 0; viewer < 2; viewer++) {
                    gg_event cut;
                    if (!gg_event_for(p.game, &events.event[i], viewer, &cut)) continue;
                    (void)gg_say_event(p.game, p.table, p.state, &cut, GG_FR, text, sizeof text);
                    assert_true(strlen(text) > 5 && !strpbrk(text, "{}?"));
                    bool hidden = memcmp(&cut, &events.event[i], sizeof cut) != 0;
                    assert_true(hidden == (strstr(text, "cachée") != NULL));
                    (void)gg_say_event(p.game, p.table, p.state, &cut, GG_EN, text, sizeof text);
                    assert_true(strlen(text) > 5 && !strpbrk(text, "{}?"));
                    assert_true(hidden == (strstr(text, "hidden") != NULL));
                }
        }
    }
    gg_position_close(&p);
}

// ------------------------------------------------------------------------------------ why, clicks
static gg_why asked(int seat, gg_action action) {
    gg_position p = opened(&toy_game);
    gg_action list[64];
    gg_why why;
    gg_why_ask(&toy_game, p.table, p.state, seat, action, list, &why);
    gg_position_close(&p);
    return why;
}

static void why_finds_remedies(void **state) {
    (void)state;
    gg_why why = asked(0, gg_act(T_SAFE, 0, 0, 0));
    assert_true(why.legal && why.remedies == 0 && why.verdict.refusal == GG_LEGAL);

    // Hexes 2, 5, 7, 8 are legal; from hex 4 (below hex 0) 5 and 8 touch, 2 and 7 lie far: by where
    // they lie, and of equal ones the nearer number.
    why = asked(0, gg_act(T_ATTACK_HEX, 4, 0, 0));
    assert_false(why.legal);
    assert_int_equal(why.verdict.refusal, TOY_TOO_FAR);
    assert_int_equal(why.remedies, 3);
    assert_int_equal(why.remedy[0], gg_act(T_ATTACK_HEX, 5, 0, 0));
    assert_int_equal(why.remedy[1], gg_act(T_ATTACK_HEX, 8, 0, 0));
    assert_int_equal(why.remedy[2], gg_act(T_ATTACK_HEX, 2, 0, 0));

    // A place that does not exist: by number.
    why = asked(0, gg_act(T_ATTACK_HEX, 100, 0, 0));
    assert_int_equal(why.remedies, 3);
    assert_int_equal(why.remedy[0], gg_act(T_ATTACK_HEX, 8, 0, 0));

    // Sets by how many members change: from {cover, aim}, all three are nearer than kneel alone.
    why = asked(0, gg_act(T_STAND, 2, 6, 0));
    assert_int_equal(why.remedies, 2);
    assert_int_equal(why.remedy[0], gg_act(T_STAND, 2, 7, 0));
    assert_int_equal(why.remedy[1], gg_act(T_STAND, 2, 1, 0));

    // Nothing about this piece, nothing anywhere.
    assert_int_equal(asked(0, gg_act(T_STAND, 3, 6, 0)).remedies, 0);
    assert_int_equal(asked(0, gg_act(T_MOVE, 0, 0, 0)).remedies, 0);
    // A verb without legal actions: one of each verb that names the same piece or place.
    why = asked(0, gg_act(T_ATTACK_PIECE, 2, 5, 0));
    assert_int_equal(why.remedies, 2);
    assert_int_equal(why.remedy[0], gg_act(T_STAND, 2, 1, 0));
    assert_int_equal(why.remedy[1], gg_act(T_ATTACK_HEX, 5, 0, 0));
    assert_int_equal(why.firsts, 0); // the other seat decides afterwards
    // Another seat: nothing.
    why = asked(1, gg_act(T_ATTACK_HEX, 4, 0, 0));
    assert_int_equal(why.remedies, 0);
    assert_int_equal(why.verdict.refusal, TOY_NOT_NOW);
    assert_int_equal(asked(0, UINT64_MAX).remedies, 0);
}

static gg_action clicked(const gg_click *clicks, unsigned count) {
    gg_position p = opened(&toy_game);
    gg_action action;
    bool fits = gg_click_action(&toy_game, p.table, p.state, clicks, count, &action);
    gg_position_close(&p);
    assert_true(fits == (action != GG_NO_ACTION));
    return action;
}

static void clicks_become_actions(void **state) {
    (void)state;
    gg_click move[] = {{GG_K_PIECE, 0, 2, 0, 0}, {GG_K_X, 1, 0, 512, 70}};
    gg_click hex[] = {{GG_K_CELL, 0, 6, 0, 0}};
    gg_click both[] = {{GG_K_CELL, 0, 6, 0, 0}, {GG_K_PIECE, 0, 1, 0, 0}};
    gg_click elsewhere[] = {{GG_K_CELL, 1, 6, 0, 0}};
    gg_click button[] = {{GG_K_CHOICE, 0, T_GAMBLE, 0, 0}};
    gg_click wrong_button[] = {{GG_K_CHOICE, 0, T_GAMBLE, 0, 0}, {GG_K_CELL, 0, 6, 0, 0}};
    gg_click absent_button[] = {{GG_K_CHOICE, 0, T_FACE, 0, 0}};
    gg_click stance[] = {{GG_K_PIECE, 0, 2, 0, 0}, {GG_K_SET, 0, 5, 0, 0}};
    gg_click mood[] = {
        {GG_K_CHOICE, 0, T_FEEL, 0, 0}, {GG_K_CHOICE, 0, 1, 0, 0}, {GG_K_NUMBER, 0, 12, 0, 0}};
    gg_click hidden[] = {{GG_K_PIECE, 0, GG_HANDLE_HIDDEN + 1, 0, 0}, {GG_K_X, 1, 0, 1, 1}};
    gg_click off_table[] = {{GG_K_PIECE, 0, 2, 0, 0}, {GG_K_X, 1, 0, -5, 70}};
    assert_int_equal(clicked(move, 2), gg_act(T_MOVE, 2, 512, 70));
    assert_int_equal(clicked(hex, 1), gg_act(T_ATTACK_HEX, 6, 0, 0));
    assert_int_equal(clicked(both, 2), gg_act(T_ATTACK_PIECE, 1, 6, 0)); // in either order
    assert_int_equal(clicked(elsewhere, 1), GG_NO_ACTION);
    assert_int_equal(clicked(button, 1), gg_act(T_GAMBLE, 0, 0, 0));
    assert_int_equal(clicked(wrong_button, 2), GG_NO_ACTION);
    assert_int_equal(clicked(absent_button, 1), GG_NO_ACTION);
    assert_int_equal(clicked(stance, 2), gg_act(T_STAND, 2, 5, 0));
    assert_int_equal(clicked(mood, 3), gg_act(T_FEEL, 1, 12, 0));
    assert_int_equal(clicked(hidden, 2), GG_NO_ACTION);
    assert_int_equal(clicked(off_table, 2), gg_act(T_MOVE, 2, GG_OPERAND_MAX, 70));
    assert_int_equal(clicked(move, 0), GG_NO_ACTION);
    assert_int_equal(clicked(move, 1), GG_NO_ACTION);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_cuts_between_characters),
        cmocka_unit_test(out_without_room),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(json_is_written_in_order),
        cmocka_unit_test(every_byte_at_every_place),
        cmocka_unit_test(error_in_both_languages),
        cmocka_unit_test(names_of_every_kind),
        cmocka_unit_test(tokens_are_found),
        cmocka_unit_test(seats_by_token),
        cmocka_unit_test(notation_reads_back),
        cmocka_unit_test(every_value_has_a_spelling),
        cmocka_unit_test(notation_is_read),
        cmocka_unit_test(chance_may_leave_out_its_verb),
        cmocka_unit_test(unread_words_are_named),
        cmocka_unit_test(hostile_notation_is_refused),
        cmocka_unit_test(sentences_name_their_arguments),
        cmocka_unit_test(sentences_begin_with_a_capital),
        cmocka_unit_test(words_follow_their_number),
        cmocka_unit_test(names_take_their_articles),
        cmocka_unit_test(words_agree_with_their_names),
        cmocka_unit_test(numbers_choose_their_words),
        cmocka_unit_test(namesakes_have_an_owner),
        cmocka_unit_test(texts_are_typeset),
        cmocka_unit_test(paths_are_one_line),
        cmocka_unit_test(events_read_whole),
        cmocka_unit_test(why_finds_remedies),
        cmocka_unit_test(clicks_become_actions),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
