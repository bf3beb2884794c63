// SPDX-License-Identifier: Apache-2.0
//
// Unit tests of base/: published vectors where they exist, otherwise each function against a slow
// reference that is written another way (loops for bits, breadth-first search for hexes, rationals
// and Minkowski sums for the plane). All randomness has fixed seeds: a failure comes back.
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/hexgrid.h"
#include "base/panic.h"
#include "base/plane.h"
#include "base/rng.h"
#include "base/sha256.h"

// Uniform in low..high.
static int between(gg_rng *rng, int low, int high) {
    return low + (int)gg_rng_below(rng, (uint32_t)(high - low + 1));
}

// --- panic

// Runs `act` in a child process: does it stop there instead of coming back?
static bool dies(void (*act)(void)) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGILL, SIG_DFL); // the test library would go on with the next test, in the child
        signal(SIGTRAP, SIG_DFL);
        close(STDERR_FILENO); // a sanitizer would report the trap at length
        act();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void true_assert(void) {
    GG_ASSERT(1 + 1 == 2);
}
static void false_assert(void) {
    GG_ASSERT(1 + 1 == 3);
}
static void below_nothing(void) {
    gg_rng rng;
    gg_rng_seed(&rng, 0, 0);
    gg_rng_below(&rng, 0);
}
static void below_too_much(void) {
    gg_rng rng;
    gg_rng_seed(&rng, 0, 0);
    gg_rng_below64(&rng, (UINT64_C(1) << 53) + 1);
}
static void hash_of_odd_bytes(void) {
    volatile uint64_t sink = gg_hash("twelve bytes", 12);
    (void)sink;
}
static void hex_past_the_end(void) {
    gg_hexgrid grid = {26, 14};
    gg_hex_neighbour(grid, 26 * 14, GG_HEX_N);
}
static void hex_seventh_direction(void) {
    gg_hexgrid grid = {26, 14};
    gg_hex_neighbour(grid, 0, 6);
}
// Which of the six coordinates to push out, and where to; the child process inherits them.
static int pushed;
static int16_t pushed_to;
static void plane_past_the_limit(void) {
    int16_t c[6];
    for (int i = 0; i < 6; i++) {
        c[i] = i == pushed ? pushed_to : -GG_PLANE_LIMIT;
    }
    gg_point centre = {c[0], c[1]}, a = {c[2], c[3]}, b = {c[4], c[5]};
    gg_segment_reach(centre, 1, a, b);
}
static void plane_negative_radius(void) {
    gg_point o = {0, 0};
    gg_segment_reach(o, -1, o, o);
}
static void hull_of_too_many(void) {
    gg_point p[GG_HULL_MAX + 1] = {{0, 0}};
    gg_hull(p, GG_HULL_MAX + 1, p);
}
static void plane_at_the_limit(void) {
    gg_point low = {-GG_PLANE_LIMIT, -GG_PLANE_LIMIT};
    gg_point high = {GG_PLANE_LIMIT - 1, GG_PLANE_LIMIT - 1};
    gg_segment_reach(low, 2 * GG_PLANE_LIMIT - 1, low, high);
}

static void test_panic(void **unused) {
    (void)unused;
    assert_false(dies(true_assert));
    assert_true(dies(false_assert));
}

static void test_limits_are_asserted(void **unused) {
    (void)unused;
    assert_true(dies(below_nothing));
    assert_true(dies(below_too_much));
    assert_true(dies(hash_of_odd_bytes));
    assert_true(dies(hex_past_the_end));
    assert_true(dies(hex_seventh_direction));
    for (pushed = 0; pushed < 6; pushed++) {
        pushed_to = GG_PLANE_LIMIT;
        assert_true(dies(plane_past_the_limit));
        pushed_to = -GG_PLANE_LIMIT - 1;
        assert_true(dies(plane_past_the_limit));
        pushed_to = GG_PLANE_LIMIT - 1;
        assert_false(dies(plane_past_the_limit));
    }
    assert_true(dies(plane_negative_radius));
    assert_true(dies(hull_of_too_many));
    assert_false(dies(plane_at_the_limit));
}

// --- bits

// A word with few, many or about half of its bits set.
static uint64_t random_word(gg_rng *rng) {
    uint64_t w = gg_rng_u64(rng), x = gg_rng_u64(rng), y = gg_rng_u64(rng);
    switch (gg_rng_below(rng, 5)) {
    case 0: return w & x & y;
    case 1: return w | x | y;
    case 2: return w << gg_rng_below(rng, 64);
    case 3: return w >> gg_rng_below(rng, 64);
    default: return w;
    }
}

static int slow_select(uint64_t w, int k) {
    for (int i = 0; i < 64; i++) {
        if ((w >> i & 1) && k-- == 0) return i;
    }
    return 64;
}

static void check_word(uint64_t w) {
    int count = 0, low = 64, high = -1;
    for (int i = 0; i < 64; i++) {
        if (w >> i & 1) {
            count++;
            low = low == 64 ? i : low;
            high = i;
        }
    }
    assert_int_equal(gg_bits_popcount64(w), count);
    assert_int_equal(gg_bits_ctz64(w), low);
    assert_int_equal(gg_bits_clz64(w), 63 - high);
    for (int k = -1; k <= 65; k++) {
        assert_int_equal(gg_bits_select64(w, k), k < 0 ? 64 : slow_select(w, k));
    }
}

static void test_bits_of_a_word(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 1, 0);
    check_word(0);
    check_word(~UINT64_C(0));
    for (int i = 0; i < 64; i++) {
        check_word(UINT64_C(1) << i);
        check_word(~(UINT64_C(1) << i));
    }
    for (int i = 0; i < 20000; i++) {
        check_word(random_word(&rng));
    }
}

static void test_bits_of_a_short_word(void **unused) {
    (void)unused;
    assert_int_equal(gg_bits_popcount32(0xf000000fu), 8);
    assert_int_equal(gg_bits_ctz32(0), 32);
    assert_int_equal(gg_bits_clz32(0), 32);
    for (int i = 0; i < 32; i++) {
        assert_int_equal(gg_bits_ctz32(1u << i), i);
        assert_int_equal(gg_bits_clz32(1u << i), 31 - i);
        assert_int_equal(gg_bits_ctz32(~0u << i), i);
        assert_int_equal(gg_bits_clz32(~0u >> i), i);
    }
}

static void test_bits_to_bytes(void **unused) {
    (void)unused;
    for (unsigned bits = 0; bits < 256; bits++)
        for (unsigned i = 0; i < 8; i++) {
            uint64_t byte = gg_bits_to_bytes((uint8_t)bits) >> 8 * i & 255;
            assert_true(byte == (bits >> i & 1 ? 255 : 0));
        }
}

static void test_bits_rotate(void **unused) {
    (void)unused;
    for (int i = 0; i < 64; i++) {
        assert_true(gg_bits_rotl64(1, i) == UINT64_C(1) << i);
        assert_true(gg_bits_rotl64(UINT64_C(1) << i, 64 - i) == 1);
    }
    for (int i = 0; i < 32; i++) {
        assert_true(gg_bits_rotl32(1, i) == 1u << i);
        assert_true(gg_bits_rotl32(1u << i, 32 - i) == 1);
    }
}

enum { WORDS = 7, MEMBERS = WORDS * 64 };

// A set kept twice: as words under test and as one byte a member.
typedef struct twin_set {
    uint64_t words[WORDS];
    uint8_t has[MEMBERS];
} twin_set;

static void twin_fill(gg_rng *rng, twin_set *s) {
    memset(s, 0, sizeof *s);
    int tries = between(rng, 0, MEMBERS);
    for (int i = 0; i < tries; i++) {
        int set = between(rng, 0, MEMBERS - 1), clear = between(rng, 0, MEMBERS - 1);
        gg_bits_set(s->words, set);
        s->has[set] = 1;
        if (i % 3 == 0) {
            gg_bits_clear(s->words, clear);
            s->has[clear] = 0;
        }
    }
}

static void twin_check(const twin_set *s) {
    int count = 0, next = -1;
    for (int i = MEMBERS - 1; i >= 0; i--) {
        assert_int_equal(gg_bits_test(s->words, i), s->has[i]);
        next = s->has[i] ? i : next;
        count += s->has[i];
        assert_int_equal(gg_bits_next(s->words, WORDS, i), next);
    }
    assert_int_equal(gg_bits_next(s->words, WORDS, MEMBERS), -1);
    assert_int_equal(gg_bits_count(s->words, WORDS), count);
    assert_int_equal(gg_bits_any(s->words, WORDS), count > 0);
    int k = 0;
    for (int i = gg_bits_next(s->words, WORDS, 0); i >= 0;
         i = gg_bits_next(s->words, WORDS, i + 1)) {
        assert_int_equal(gg_bits_select(s->words, WORDS, k++), i);
    }
    assert_int_equal(k, count);
    assert_int_equal(gg_bits_select(s->words, WORDS, count), -1);
    assert_int_equal(gg_bits_select(s->words, WORDS, -1), -1);
}

static void test_bits_of_a_set(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 2, 0);
    for (int round = 0; round < 300; round++) {
        twin_set a, b;
        twin_fill(&rng, &a);
        twin_fill(&rng, &b);
        twin_check(&a);
        int op = round % 3;
        void (*const ops[])(uint64_t *, const uint64_t *, int) = {gg_bits_and, gg_bits_or,
                                                                  gg_bits_andnot};
        ops[op](a.words, b.words, WORDS);
        for (int i = 0; i < MEMBERS; i++) {
            int x = a.has[i], y = b.has[i];
            a.has[i] = (uint8_t)(op == 0 ? x && y : op == 1 ? x || y : x && !y);
        }
        twin_check(&a);
    }
}

// Nothing is read or written past the words given.
static void test_bits_of_a_set_stop(void **unused) {
    (void)unused;
    uint64_t a[3] = {6, 6, 6};
    const uint64_t b[3] = {3, 3, 3};
    gg_bits_and(a, b, 2);
    assert_true(a[0] == 2 && a[1] == 2 && a[2] == 6);
    gg_bits_or(a, b, 2);
    assert_true(a[0] == 3 && a[1] == 3 && a[2] == 6);
    gg_bits_andnot(a, b, 2);
    assert_true(a[0] == 0 && a[1] == 0 && a[2] == 6);
    assert_false(gg_bits_any(a, 2));
    assert_int_equal(gg_bits_count(a, 2), 0);
    assert_int_equal(gg_bits_next(a, 2, 0), -1);
    assert_int_equal(gg_bits_select(a, 2, 0), -1);
    assert_int_equal(gg_bits_select(a, 3, 1), 130);
}

// --- hash

enum { FACT_WORDS = 192 };

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void assert_all_different(uint64_t *h, size_t n) {
    qsort(h, n, sizeof *h, by_value);
    for (size_t i = 1; i < n; i++) {
        assert_true(h[i - 1] != h[i]);
    }
}

// Every single flipped bit of 1.5 kB gives another hash, and moves about half of its bits.
static void test_hash_avalanche(void **unused) {
    (void)unused;
    static uint64_t facts[FACT_WORDS], seen[FACT_WORDS * 64 + 1];
    uint64_t plain = gg_hash(facts, sizeof facts), moved = 0;
    size_t n = 0;
    for (int i = 0; i < FACT_WORDS * 64; i++) {
        gg_bits_set(facts, i);
        seen[n] = gg_hash(facts, sizeof facts);
        int bits = gg_bits_popcount64(seen[n++] ^ plain);
        assert_in_range(bits, 8, 56);
        moved += (uint64_t)bits;
        gg_bits_clear(facts, i);
    }
    assert_in_range(moved * 100 / n, 3180, 3220);
    seen[n++] = plain;
    assert_all_different(seen, n);
}

// Two flipped bits, all pairs of some words: the case a weak lane lets cancel.
static void test_hash_two_flips(void **unused) {
    (void)unused;
    enum { BITS = 10 * 64 };
    static uint64_t facts[10], seen[BITS * (BITS - 1) / 2];
    size_t n = 0;
    for (int i = 0; i < BITS; i++) {
        gg_bits_set(facts, i);
        for (int j = i + 1; j < BITS; j++) {
            gg_bits_set(facts, j);
            seen[n++] = gg_hash(facts, sizeof facts);
            gg_bits_clear(facts, j);
        }
        gg_bits_clear(facts, i);
    }
    assert_all_different(seen, n);
}

static void test_hash_length_and_order(void **unused) {
    (void)unused;
    static uint64_t facts[FACT_WORDS], seen[FACT_WORDS * 2];
    size_t n = 0;
    for (size_t words = 0; words < FACT_WORDS; words++) {
        seen[n++] = gg_hash(facts, words * 8); // zeros: only the length differs
    }
    for (size_t i = 0; i < FACT_WORDS; i++) {
        facts[i] = i + 1;
    }
    for (size_t i = 1; i < FACT_WORDS; i++) { // any word changed with the first
        facts[0] = i + 1;
        facts[i] = 1;
        seen[n++] = gg_hash(facts, sizeof facts);
        facts[0] = 1;
        facts[i] = i + 1;
    }
    seen[n++] = gg_hash(facts, sizeof facts);
    assert_all_different(seen, n);
}

static void test_hash_anywhere_in_memory(void **unused) {
    (void)unused;
    uint64_t facts[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    unsigned char moved[sizeof facts + 8];
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(moved + shift, facts, sizeof facts);
        assert_true(gg_hash(moved + shift, sizeof facts) == gg_hash(facts, sizeof facts));
    }
}

// Golden files hold these values: they never change.
static void test_hash_golden(void **unused) {
    (void)unused;
    uint64_t facts[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    assert_true(gg_hash(facts, 0) == UINT64_C(0x66cbfde3767463cf));
    assert_true(gg_hash(facts, 64) == UINT64_C(0x2eee27712664d74c));
    assert_true(gg_hash(facts, 72) == UINT64_C(0xa4200efa3f7cb78b));
    assert_true(gg_fold(1, 2) == UINT64_C(0x63ba4b1cc1956c8d));
    assert_true(gg_fold(2, 1) != gg_fold(1, 2));
    // First output of the splitmix64 generator seeded with 0, whose last step is this mix.
    assert_true(gg_mix(GG_HASH_PHI) == UINT64_C(0xe220a8397b1dcdaf));
}

// --- rng

static void check_philox(const uint32_t in[6], const uint32_t expected[4]) {
    uint32_t out[4];
    gg_philox4x32(in, in + 4, out);
    assert_memory_equal(out, expected, sizeof out);
}

// Known answers published with Random123: counter, then key.
static void test_rng_known_answers(void **unused) {
    (void)unused;
    const uint32_t zero[6] = {0};
    const uint32_t ones[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
    const uint32_t pi[6] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0};
    const uint32_t of_zero[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    const uint32_t of_ones[4] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    const uint32_t of_pi[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    check_philox(zero, of_zero);
    check_philox(ones, of_ones);
    check_philox(pi, of_pi);
}

static void test_rng_layout(void **unused) {
    (void)unused;
    gg_rng rng;
    uint32_t key[2] = {0x01234567, 0x89abcdef}, out[4];
    gg_rng_seed(&rng, UINT64_C(0x89abcdef01234567), UINT64_C(0xfedcba9876543210));
    for (uint32_t block = 0; block < 3; block++) {
        uint32_t ctr[4] = {block, 0, 0x76543210, 0xfedcba98};
        gg_philox4x32(ctr, key, out);
        assert_int_equal(gg_rng_u32(&rng), out[0]);
        assert_true(gg_rng_u64(&rng) == ((uint64_t)out[2] << 32 | out[1]));
        assert_int_equal(gg_rng_u32(&rng), out[3]);
    }
    rng.ctr[0] = ~0u; // the block number carries into its high word and no further
    gg_rng_u64(&rng);
    gg_rng_u64(&rng);
    uint32_t ctr[4] = {0, 1, 0x76543210, 0xfedcba98};
    gg_philox4x32(ctr, key, out);
    assert_int_equal(gg_rng_u32(&rng), out[0]);
}

// Chi-square of `cells` equal cells, times 1000. Its mean is cells - 1, its variance twice that.
static uint64_t chi_square(const uint32_t *counts, uint32_t cells, uint32_t draws) {
    uint64_t sum = 0, expected = draws / cells;
    for (uint32_t i = 0; i < cells; i++) {
        uint64_t off = counts[i] > expected ? counts[i] - expected : expected - counts[i];
        sum += off * off * 1000 / expected;
    }
    return sum;
}

static void check_uniform(uint64_t n, uint32_t cells, bool by_remainder, uint64_t limit) {
    enum { DRAWS = 600000 };
    uint32_t counts[1000] = {0};
    gg_rng rng;
    gg_rng_seed(&rng, 3, n);
    for (int i = 0; i < DRAWS; i++) {
        uint64_t draw = gg_rng_below64(&rng, n);
        assert_true(draw < n);
        counts[by_remainder ? draw % cells : draw / (n / cells)]++;
    }
    assert_true(chi_square(counts, cells, DRAWS) < limit * 1000);
}

// The remainders by 3 of numbers below 3 * 2^30 would come 2 : 1 : 1 without the rejection step.
static void test_rng_uniform(void **unused) {
    (void)unused;
    check_uniform(2, 2, true, 16);
    check_uniform(6, 6, true, 28);
    check_uniform(1000, 1000, true, 1250);
    check_uniform(UINT64_C(3) << 30, 3, true, 20);
    check_uniform(UINT64_C(3) << 30, 1000, false, 1250);
    check_uniform(UINT64_C(3) << 40, 3, true, 20);
    check_uniform(UINT64_C(3) << 40, 1000, false, 1250);
    check_uniform(UINT64_C(1) << 53, 1000, false, 1250);
}

static void test_rng_below_consumption(void **unused) {
    (void)unused;
    const uint32_t sums[] = {1, 2, 6, 36, 0x80000001u, 0xc0000000u, ~0u};
    gg_rng a, b;
    gg_rng_seed(&a, 4, 0);
    gg_rng_seed(&b, 4, 0);
    for (int i = 0; i < 70000; i++) {
        uint32_t n = sums[i % 7];
        uint32_t draw = gg_rng_below(&a, n);
        assert_true(draw < n);
        assert_true(gg_rng_below64(&b, n) == draw);
        assert_memory_equal(&a, &b, sizeof a);
    }
    gg_rng_u32(&b); // one outcome still costs one word
    assert_int_equal(gg_rng_below(&a, 1), 0);
    assert_memory_equal(&a, &b, sizeof a);
}

static void test_rng_below_of_a_power_of_two(void **unused) {
    (void)unused;
    gg_rng a, b;
    gg_rng_seed(&a, 5, 0);
    gg_rng_seed(&b, 5, 0);
    for (int bits = 32; bits <= 53; bits++) { // nothing is refused: two words, masked
        uint64_t n = UINT64_C(1) << bits;
        assert_true(gg_rng_below64(&a, n) == (gg_rng_u64(&b) & (n - 1)));
    }
}

// A sum chosen so that the first masked draw is the sum itself, one too many.
static void test_rng_below_refuses_the_sum(void **unused) {
    (void)unused;
    for (uint64_t stream = 0; stream < 100; stream++) {
        gg_rng a, b;
        gg_rng_seed(&a, 6, stream);
        b = a;
        uint64_t sum = gg_rng_u64(&b) & ((UINT64_C(1) << 53) - 1);
        assert_true(sum > UINT32_MAX && (sum & (sum - 1)) != 0);
        assert_true(gg_rng_below64(&a, sum) < sum);
    }
}

// --- sha256

static void assert_digest(const uint8_t *digest, const char *hex) {
    char text[2 * GG_SHA256_DIGEST_BYTES + 1];
    for (int i = 0; i < GG_SHA256_DIGEST_BYTES; i++) {
        text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    text[strlen(hex)] = 0; // a shorter value is a truncated tag
    assert_string_equal(text, hex);
}

static void check_sha256(const char *message, const char *hex) {
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_sha256_of(message, strlen(message), digest);
    assert_digest(digest, hex);
}

// The examples of FIPS 180 and of the NIST validation set.
static void test_sha256_vectors(void **unused) {
    (void)unused;
    check_sha256("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sha256("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                 "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void test_sha256_a_million_letters(void **unused) {
    (void)unused;
    char letters[1000];
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_sha256 sha;
    memset(letters, 'a', sizeof letters);
    gg_sha256_init(&sha);
    for (int i = 0; i < 1000; i++) {
        gg_sha256_update(&sha, letters, sizeof letters);
    }
    gg_sha256_final(&sha, digest);
    assert_digest(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// However a message is cut in three, with empty parts too, the digest is the same.
static void test_sha256_pieces(void **unused) {
    (void)unused;
    uint8_t message[200], whole[GG_SHA256_DIGEST_BYTES], cut[GG_SHA256_DIGEST_BYTES];
    gg_sha256 all;
    gg_sha256_init(&all);
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)(i * 7 + 3);
    }
    for (size_t length = 0; length <= sizeof message; length++) {
        gg_sha256_of(message, length, whole);
        gg_sha256_update(&all, whole, sizeof whole);
        for (size_t first = 0; first <= length; first += 9) {
            size_t second = (length - first) / 2;
            gg_sha256 sha;
            gg_sha256_init(&sha);
            gg_sha256_update(&sha, message, first);
            gg_sha256_update(&sha, NULL, 0);
            gg_sha256_update(&sha, message + first, second);
            gg_sha256_update(&sha, message + first + second, length - first - second);
            gg_sha256_final(&sha, cut);
            assert_memory_equal(cut, whole, sizeof cut);
        }
    }
    gg_sha256_final(&all, whole); // every length once, computed with another implementation
    assert_digest(whole, "3275febb4612d86d586eb9f11cd21e648a9fc7d95e0f6b8d362786e28c9c5b79");
}

// The length is kept in 64 bits: as if 2^32 bytes had been taken before, against padding by hand.
static void test_sha256_of_a_long_message(void **unused) {
    (void)unused;
    uint8_t padding[GG_SHA256_BLOCK_BYTES] = {0x80}, digest[GG_SHA256_DIGEST_BYTES];
    padding[GG_SHA256_BLOCK_BYTES - 5] = 8; // 2^35 bits, big-endian
    gg_sha256 sha, by_hand;
    gg_sha256_init(&sha);
    gg_sha256_init(&by_hand);
    sha.bytes = UINT64_C(1) << 32;
    gg_sha256_final(&sha, digest);
    gg_sha256_update(&by_hand, padding, sizeof padding);
    assert_memory_equal(sha.state, by_hand.state, sizeof sha.state);
}

static void check_hmac(const void *secret, size_t secret_bytes, const void *message, size_t bytes,
                       const char *hex) {
    gg_hmac_key key;
    uint8_t tag[GG_SHA256_DIGEST_BYTES];
    gg_hmac_key_init(&key, secret, secret_bytes);
    for (int i = 0; i < 2; i++) { // the key stays good for the next message
        gg_hmac(&key, message, bytes, tag);
        assert_digest(tag, hex);
    }
}

// RFC 4231, cases 1 to 7 (case 5 publishes half a tag).
static void test_hmac_vectors(void **unused) {
    (void)unused;
    uint8_t key[131], data[50];
    memset(key, 0x0b, 20);
    check_hmac(key, 20, "Hi There", 8,
               "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    check_hmac("Jefe", 4, "what do ya want for nothing?", 28,
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    memset(data, 0xdd, sizeof data);
    check_hmac(key, 20, data, 50,
               "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    check_hmac(key, 131, "Test Using Larger Than Block-Size Key - Hash Key First", 54,
               "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    const char *long_data = "This is a test using a larger than block-size key and a larger than "
                            "block-size data. The key needs to be hashed before being used by the "
                            "HMAC algorithm.";
    check_hmac(key, 131, long_data, strlen(long_data),
               "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
    for (int i = 0; i < 25; i++) {
        key[i] = (uint8_t)(i + 1);
    }
    memset(data, 0xcd, sizeof data);
    check_hmac(key, 25, data, 50,
               "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    memset(key, 0x0c, 20);
    check_hmac(key, 20, "Test With Truncation", 20, "a3b6167473100ee06e0c796c2955552b");
}

// The definition, H(key ^ 5c | H(key ^ 36 | message)), for keys up to a whole block.
static void test_hmac_definition(void **unused) {
    (void)unused;
    uint8_t secret[GG_SHA256_BLOCK_BYTES], inner[GG_SHA256_BLOCK_BYTES + 3];
    uint8_t outer[GG_SHA256_BLOCK_BYTES + GG_SHA256_DIGEST_BYTES];
    uint8_t tag[GG_SHA256_DIGEST_BYTES], expected[GG_SHA256_DIGEST_BYTES];
    memset(secret, 0xe7, sizeof secret);
    for (size_t length = 0; length <= sizeof secret; length++) {
        for (size_t i = 0; i < GG_SHA256_BLOCK_BYTES; i++) {
            inner[i] = (i < length ? 0xe7 : 0) ^ 0x36;
            outer[i] = (i < length ? 0xe7 : 0) ^ 0x5c;
        }
        memcpy(inner + GG_SHA256_BLOCK_BYTES, "die", 3);
        gg_sha256_of(inner, sizeof inner, outer + GG_SHA256_BLOCK_BYTES);
        gg_sha256_of(outer, sizeof outer, expected);
        gg_hmac_key key;
        gg_hmac_key_init(&key, secret, length);
        gg_hmac(&key, "die", 3, tag);
        assert_memory_equal(tag, expected, sizeof tag);
    }
}

static void test_digest_equal(void **unused) {
    (void)unused;
    uint8_t a[GG_SHA256_DIGEST_BYTES] = {1, 2, 3}, b[GG_SHA256_DIGEST_BYTES] = {1, 2, 3};
    assert_true(gg_digest_equal(a, b));
    for (int bit = 0; bit < 8 * GG_SHA256_DIGEST_BYTES; bit++) {
        b[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(gg_digest_equal(a, b));
        b[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

// --- hexgrid

static const gg_hexgrid bautzen = {26, 14};
enum { HEXES = 26 * 14 };

static void test_hex_numbers(void **unused) {
    (void)unused;
    assert_int_equal(gg_hex_count(bautzen), HEXES);
    int index = 0;
    for (int col = 1; col <= 26; col++) {
        for (int row = 1; row <= 14; row++, index++) {
            assert_int_equal(gg_hex_at(bautzen, col, row), index);
            assert_int_equal(gg_hex_col(bautzen, index), col);
            assert_int_equal(gg_hex_row(bautzen, index), row);
            assert_int_equal(gg_hex_number(bautzen, index), col * 100 + row);
            assert_int_equal(gg_hex_from_number(bautzen, col * 100 + row), index);
        }
    }
    const int off[] = {-101, -1, 0, 1, 100, 115, 199, 2615, 2701, 2700, 9999, 12345};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        assert_int_equal(gg_hex_from_number(bautzen, off[i]), -1);
    }
}

// The table in the head of the map file, for odd and even columns.
static void test_hex_neighbours(void **unused) {
    (void)unused;
    static const int step[2][6][2] = {
        {{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}},   // even: N NE SE S SW NW
        {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}}, // odd
    };
    for (int i = 0; i < HEXES; i++) {
        int col = gg_hex_col(bautzen, i), row = gg_hex_row(bautzen, i);
        for (int dir = 0; dir < GG_HEX_DIRS; dir++) {
            const int *by = step[col % 2][dir];
            int there = gg_hex_neighbour(bautzen, i, dir);
            assert_int_equal(there, gg_hex_at(bautzen, col + by[0], row + by[1]));
            if (there >= 0) {
                assert_int_equal(gg_hex_neighbour(bautzen, there, gg_hex_opposite(dir)), i);
                assert_int_equal(gg_hex_dir_to(bautzen, i, there), dir);
            }
        }
        assert_int_equal(gg_hex_dir_to(bautzen, i, i), -1);
        assert_int_equal(gg_hex_dir_to(bautzen, i, -1), -1);
    }
}

static void flood(gg_hexgrid grid, int from, int *steps) {
    static int queue[HEXES];
    int head = 0, tail = 0;
    for (int i = 0; i < gg_hex_count(grid); i++) {
        steps[i] = -1;
    }
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        int here = queue[head++];
        for (int dir = 0; dir < GG_HEX_DIRS; dir++) {
            int there = gg_hex_neighbour(grid, here, dir);
            if (there >= 0 && steps[there] < 0) {
                steps[there] = steps[here] + 1;
                queue[tail++] = there;
            }
        }
    }
}

static void test_hex_distance_is_the_graph(void **unused) {
    (void)unused;
    static const gg_hexgrid grids[] = {{26, 14}, {14, 26}, {2, 9}, {9, 2}, {7, 7}};
    int steps[HEXES];
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
        for (int a = 0; a < gg_hex_count(grids[g]); a++) {
            flood(grids[g], a, steps);
            for (int b = 0; b < gg_hex_count(grids[g]); b++) {
                assert_int_equal(gg_hex_distance(grids[g], a, b), steps[b]);
            }
        }
    }
}

static int apart(int a, int b) {
    return gg_hex_distance(bautzen, gg_hex_from_number(bautzen, a), gg_hex_from_number(bautzen, b));
}

static void test_hex_distances_of_bautzen(void **unused) {
    (void)unused;
    assert_int_equal(apart(1410, 1511), 1);
    assert_int_equal(apart(2206, 1910), 5);
    assert_int_equal(apart(1410, 114), 13);
    assert_int_equal(apart(1607, 1410), 4);
    assert_int_equal(apart(909, 1410), 5);
    assert_int_equal(apart(511, 114), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_panic),
        cmocka_unit_test(test_limits_are_asserted),
        cmocka_unit_test(test_bits_of_a_word),
        cmocka_unit_test(test_bits_of_a_short_word),
        cmocka_unit_test(test_bits_rotate),
        cmocka_unit_test(test_bits_to_bytes),
        cmocka_unit_test(test_bits_of_a_set),
        cmocka_unit_test(test_bits_of_a_set_stop),
        cmocka_unit_test(test_hash_avalanche),
        cmocka_unit_test(test_hash_two_flips),
        cmocka_unit_test(test_hash_length_and_order),
        cmocka_unit_test(test_hash_anywhere_in_memory),
        cmocka_unit_test(test_hash_golden),
        cmocka_unit_test(test_rng_known_answers),
        cmocka_unit_test(test_rng_layout),
        cmocka_unit_test(test_rng_uniform),
        cmocka_unit_test(test_rng_below_consumption),
        cmocka_unit_test(test_rng_below_of_a_power_of_two),
        cmocka_unit_test(test_rng_below_refuses_the_sum),
        cmocka_unit_test(test_sha256_vectors),
        cmocka_unit_test(test_sha256_a_million_letters),
        cmocka_unit_test(test_sha256_pieces),
        cmocka_unit_test(test_sha256_of_a_long_message),
        cmocka_unit_test(test_hmac_vectors),
        cmocka_unit_test(test_hmac_definition),
        cmocka_unit_test(test_digest_equal),
        cmocka_unit_test(test_hex_numbers),
        cmocka_unit_test(test_hex_neighbours),
        cmocka_unit_test(test_hex_distance_is_the_graph),
        cmocka_unit_test(test_hex_distances_of_bautzen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
