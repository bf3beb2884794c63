// SPDX-License-Identifier: Apache-2.0
// What players give for the dice, and who signs: nothing is drawn before every seed that is awaited
// has come, each comes once, and each matters; a signature goes with the match it is of and with no
// other.
#include "match_relay.h"

static const char A[] = "00112233445566778899aabbccddeeff",
                  B[] = "ffeeddccbbaa99887766554433221100";

static gg_match *awaiting(unsigned seats, uint64_t seed) {
    gg_match_setup setup;
    gg_match *match;
    relay_setup(&gg_game_template, seed, &setup);
    setup.awaited = (uint8_t)seats;
    for (unsigned i = 0; i < gg_game_template.seats; i++)
        if (seats >> i & 1) setup.client_seed[i][0] = 0;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    return match;
}

static void nothing_is_drawn_before(void **state) {
    gg_match *match = awaiting(3, 1);
    (void)state;
    for (unsigned given = 0; given < 2; given++) {
        assert_int_equal(gg_match_awaited_seeds(match), given ? 2 : 3);
        assert_int_equal(gg_match_draw(match, NULL), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_advance(match), GG_OK); // stops where chance would speak
        assert_int_equal(gg_match_entries(match), 0);
        assert_int_equal(gg_match_give_client_seed(match, (int)given, given ? B : A), GG_OK);
    }
    assert_int_equal(gg_match_awaited_seeds(match), 0);
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_entries(match), 8);
    gg_match_close(match);
}

static void once_and_in_time(void **state) {
    char longer[GG_CLIENT_SEED_MAX + 2];
    (void)state;
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = 0;
    gg_match *match = awaiting(1, 2);
    const char *const bad[] = {"", "a b", "\xc3\xa9", "a\n", longer};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(gg_match_give_client_seed(match, 0, bad[i]), GG_BAD_INPUT);
    for (int seat = -1; seat < 4; seat++) // not asked, or not there
        if (seat != 0) assert_int_equal(gg_match_give_client_seed(match, seat, A), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_give_client_seed(match, 0, A), GG_OK);
    assert_int_equal(gg_match_give_client_seed(match, 0, A), GG_NOT_ALLOWED);
    assert_int_equal(gg_match_give_client_seed(match, 0, B), GG_NOT_ALLOWED);
    assert_string_equal(gg_match_setup_of(match)->client_seed[0], A);
    gg_match_close(match);
}

// Tickets of the first eight draws as one number.
static uint64_t dealt(const char *one, const char *two) {
    gg_match *match = awaiting(3, 3);
    uint64_t all = 0;
    char before[65];
    memcpy(before, gg_match_commitment(match), sizeof before);
    assert_int_equal(gg_match_give_client_seed(match, 0, one), GG_OK);
    assert_int_equal(gg_match_give_client_seed(match, 1, two), GG_OK);
    assert_string_equal(gg_match_commitment(match), before); // it was fixed before
    assert_int_equal(gg_match_advance(match), GG_OK);
    for (uint32_t n = 1; n <= 8; n++) all = all * 10 + gg_match_entry(match, n)->ticket;
    gg_match_close(match);
    return all;
}

static void every_seed_matters(void **state) {
    (void)state;
    uint64_t same = dealt(A, B);
    assert_int_equal(dealt(A, B), same);
    assert_int_not_equal(dealt(B, B), same);
    assert_int_not_equal(dealt(A, A), same);
    assert_int_not_equal(dealt(B, A), same);
}

// A stored log in which something was drawn too early is not believed.
static void a_log_cannot_run_ahead(void **state) {
    gg_match *match = awaiting(0, 4), *other = awaiting(1, 4);
    char *text;
    size_t length;
    (void)state;
    assert_int_equal(gg_match_advance(match), GG_OK);
    assert_int_equal(gg_match_write(match, &text, &length), GG_OK);
    const char *line = strstr(text, "\n1 ~ ") + 1, *end = strchr(line, '\n');
    gg_error error;
    gg_match *good = awaiting(0, 4);
    size_t size = (size_t)(end - line) - 10;
    assert_int_equal(gg_match_read_line(good, line, size, &error), GG_OK);
    assert_int_equal(gg_match_read_line(other, line, size, &error), GG_BAD_INPUT);
    assert_non_null(strstr(error.en, "every player"));
    free(text);
    gg_match_close(good);
    gg_match_close(other);
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------- signatures
// Stands for Ed25519: what is signed and by whom must come out in the signature.
static bool mark(const void *user, const char *text, size_t length,
                 uint8_t signature[GG_SIGNATURE_BYTES]) {
    const gg_signer *self = user;
    gg_sha256_of(text, length, signature);
    memcpy(signature + 32, self->key, 32);
    return self->key[0] != 0; // a key that fails
}

static gg_signer signer_of(uint8_t first) {
    gg_signer signer = {.sign = mark};
    memset(signer.key, first, sizeof signer.key);
    return signer;
}

static char *write_by(const gg_match *match, gg_signer *signer, size_t *length) {
    char *text;
    if (signer) signer->user = signer;
    assert_int_equal(gg_match_write_signed(match, signer, &text, length), GG_OK);
    return text;
}

static gg_match *finished(unsigned format) {
    gg_match_setup setup;
    gg_match *match;
    gg_rng rng;
    relay_setup(&gg_game_template, 5, &setup);
    setup.format = (uint8_t)format;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    gg_rng_seed(&rng, 5, 5);
    relay_play(match, &rng, 100000, false);
    assert_true(relay_over(match));
    return match;
}

static void a_signature_covers_all_before_it(void **state) {
    gg_signer one = signer_of(1);
    gg_match *match = finished(2), *read;
    uint8_t key[32], signature[64], right[64];
    size_t length, again, covered;
    char *text = write_by(match, &one, &length);
    gg_error error;
    (void)state;
    assert_int_equal(gg_match_read(&read, text, length, &error), GG_OK);
    assert_true(gg_match_signature(read, text, length, key, signature, &covered));
    assert_memory_equal(key, one.key, 32);
    assert_memory_equal(text + covered, "signature ", 10);
    assert_true(mark(&one, text, covered, right));
    assert_memory_equal(signature, right, 64);
    assert_int_equal(gg_match_verify(text, length, &error), GG_OK);
    // What was signed goes on being so, whoever writes it.
    gg_signer two = signer_of(2);
    for (unsigned i = 0; i < 2; i++) {
        char *copy = write_by(read, i ? &two : NULL, &again);
        assert_int_equal(again, length);
        assert_memory_equal(copy, text, length);
        free(copy);
    }
    // Until it is another match.
    assert_int_equal(gg_match_comment(read, 0, "Bravo"), GG_OK);
    char *later = write_by(read, NULL, &again);
    assert_non_null(strstr(later, "\nsigner none #"));
    assert_null(strstr(later, "\nsignature "));
    free(later);
    free(text);
    gg_match_close(read);
    gg_match_close(match);
}

static void every_cut_and_bit_is_noticed(void **state) {
    gg_signer one = signer_of(1);
    gg_match *match = finished(2), *read;
    size_t length;
    char *text = write_by(match, &one, &length);
    gg_error error;
    (void)state;
    for (size_t n = 0; n < length; n++)
        assert_int_not_equal(gg_match_verify(text, n, &error), GG_OK);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        text[bit / 8] = (char)(text[bit / 8] ^ (1 << bit % 8));
        if (gg_match_read(&read, text, length, &error) == GG_OK) fail_msg("bit %zu", bit);
        text[bit / 8] = (char)(text[bit / 8] ^ (1 << bit % 8));
    }
    assert_int_equal(gg_match_verify(text, length, &error), GG_OK);
    free(text);
    gg_match_close(match);
}

static void who_does_not_sign(void **state) {
    gg_signer one = signer_of(1), failing = signer_of(0);
    size_t length;
    gg_match *old = finished(1), *running = awaiting(0, 6), *match = finished(0);
    (void)state;
    char *text = write_by(old, &one, &length); // format 1 knows no signatures, and stays what it is
    assert_memory_equal(text, "grognard match 1 #", 18);
    assert_null(strstr(text, "\nsigner "));
    free(text);
    text = write_by(running, &one, &length);
    assert_memory_equal(text, "grognard match 2 #", 18);
    assert_null(strstr(text, "\nsign"));
    free(text);
    failing.user = &failing;
    assert_int_equal(gg_match_write_signed(match, &failing, &text, &length), GG_IO_FAILURE);
    assert_null(text);
    gg_match_close(old);
    gg_match_close(running);
    gg_match_close(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_drawn_before),
        cmocka_unit_test(once_and_in_time),
        cmocka_unit_test(every_seed_matters),
        cmocka_unit_test(a_log_cannot_run_ahead),
        cmocka_unit_test(a_signature_covers_all_before_it),
        cmocka_unit_test(every_cut_and_bit_is_noticed),
        cmocka_unit_test(who_does_not_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
