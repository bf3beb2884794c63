// SPDX-License-Identifier: Apache-2.0
// Natural numbers of as many words as they need, up to a limit: the weights of odds. What does not
// fit is told and changes nothing; a number is never rounded.
//
// Schoolbook arithmetic: the numbers are products of dice, a few words long.
#include <string.h>

#include "base/bits.h"
#include "base/panic.h"
#include "grognard/odds.h"

__extension__ typedef unsigned __int128 wide;

static void trim(gg_big *big) {
    while (big->words && !big->word[big->words - 1]) big->words--;
}

void gg_big_set(gg_big *big, uint64_t value) {
    big->word[0] = value;
    big->words = value != 0;
}

void gg_big_copy(gg_big *to, const gg_big *from) {
    to->words = from->words;
    memcpy(to->word, from->word, from->words * sizeof *from->word);
}

static uint64_t top_carry(const gg_big *big, uint64_t factor) {
    wide carry = 0;
    for (uint32_t i = 0; i < big->words; i++) carry = ((wide)big->word[i] * factor + carry) >> 64;
    return (uint64_t)carry;
}

bool gg_big_times(gg_big *big, uint64_t factor) {
    wide carry = 0;
    if (big->words == GG_BIG_WORDS && top_carry(big, factor)) return false;
    for (uint32_t i = 0; i < big->words; i++) {
        carry += (wide)big->word[i] * factor;
        big->word[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry) big->word[big->words++] = (uint64_t)carry;
    trim(big);
    return true;
}

bool gg_big_add_times(gg_big *sum, const gg_big *big, uint64_t factor) {
    wide carry = 0;
    gg_big made;
    uint32_t words = sum->words > big->words ? sum->words : big->words;
    for (uint32_t i = 0; i < words; i++) {
        if (i < big->words) carry += (wide)big->word[i] * factor;
        if (i < sum->words) carry += sum->word[i];
        made.word[i] = (uint64_t)carry;
        carry >>= 64;
    }
    made.words = words;
    if (carry) {
        if (words == GG_BIG_WORDS) return false;
        made.word[made.words++] = (uint64_t)carry;
    }
    trim(&made);
    gg_big_copy(sum, &made);
    return true;
}

bool gg_big_multiply(const gg_big *a, const gg_big *b, gg_big *out) {
    uint64_t product[2 * GG_BIG_WORDS] = {0};
    uint32_t words = a->words + b->words;
    for (uint32_t i = 0; i < a->words; i++) {
        wide carry = 0;
        for (uint32_t k = 0; k < b->words; k++) {
            carry += (wide)a->word[i] * b->word[k] + product[i + k];
            product[i + k] = (uint64_t)carry;
            carry >>= 64;
        }
        product[i + b->words] = (uint64_t)carry;
    }
    while (words && !product[words - 1]) words--;
    if (words > GG_BIG_WORDS) return false;
    memcpy(out->word, product, words * sizeof *product);
    out->words = words;
    return true;
}

void gg_big_minus(gg_big *big, const gg_big *less) {
    uint64_t borrow = 0;
    GG_ASSERT(gg_big_compare(big, less) >= 0);
    for (uint32_t i = 0; i < big->words; i++) {
        uint64_t take = i < less->words ? less->word[i] : 0;
        wide rest = (wide)big->word[i] - take - borrow;
        big->word[i] = (uint64_t)rest;
        borrow = (uint64_t)(rest >> 64) & 1;
    }
    trim(big);
}

int gg_big_compare(const gg_big *a, const gg_big *b) {
    if (a->words != b->words) return a->words < b->words ? -1 : 1;
    for (uint32_t i = a->words; i-- > 0;)
        if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

uint64_t gg_big_divide(gg_big *big, uint64_t by) {
    wide rest = 0;
    GG_ASSERT(by > 0);
    for (uint32_t i = big->words; i-- > 0;) {
        rest = rest << 64 | big->word[i];
        big->word[i] = (uint64_t)(rest / by);
        rest %= by;
    }
    trim(big);
    return (uint64_t)rest;
}

// Bit by bit from above: it is seldom done, and with few words.
void gg_big_over(const gg_big *a, const gg_big *b, gg_big *out) {
    gg_big rest;
    GG_ASSERT(b->words > 0);
    gg_big_copy(out, a);
    if (b->words == 1) {
        (void)gg_big_divide(out, b->word[0]);
        return;
    }
    gg_big_set(&rest, 0);
    for (uint32_t i = a->words * 64; i-- > 0;) {
        uint64_t *word = &out->word[i / 64], bit = UINT64_C(1) << i % 64;
        bool set = *word & bit;
        *word &= ~bit;
        (void)gg_big_times(&rest, 2); // below b, which has room for it in a
        if (set && rest.words) rest.word[0] |= 1;
        if (set && !rest.words) gg_big_set(&rest, 1);
        if (gg_big_compare(&rest, b) < 0) continue;
        gg_big_minus(&rest, b);
        *word |= bit;
    }
    trim(out);
}

// ------------------------------------------------------------------------------ greatest divisor
static uint32_t zeros(const gg_big *big) {
    uint32_t word = 0;
    while (!big->word[word]) word++;
    return word * 64 + (uint32_t)gg_bits_ctz64(big->word[word]);
}

static void shift_down(gg_big *big, uint32_t bits) {
    uint32_t words = bits / 64, rest = bits % 64;
    for (uint32_t i = 0; i + words < big->words; i++) {
        uint64_t low = big->word[i + words];
        uint64_t high = i + words + 1 < big->words ? big->word[i + words + 1] : 0;
        big->word[i] = rest ? low >> rest | high << (64 - rest) : low;
    }
    big->words -= words;
    trim(big);
}

static void shift_up(gg_big *big, uint32_t bits) {
    for (; bits >= 32; bits -= 32) (void)gg_big_times(big, UINT64_C(1) << 32);
    (void)gg_big_times(big, UINT64_C(1) << bits);
}

// Stein's algorithm: halve what is even, take the smaller odd one off the other.
void gg_big_gcd(const gg_big *a, const gg_big *b, gg_big *out) {
    gg_big x, y;
    gg_big_copy(&x, a);
    gg_big_copy(&y, b);
    if (!x.words || !y.words) {
        gg_big_copy(out, x.words ? &x : &y);
        return;
    }
    uint32_t twos_x = zeros(&x), twos_y = zeros(&y);
    shift_down(&x, twos_x);
    shift_down(&y, twos_y);
    for (int order; (order = gg_big_compare(&x, &y)) != 0;) {
        gg_big *more = order > 0 ? &x : &y;
        gg_big_minus(more, order > 0 ? &y : &x);
        shift_down(more, zeros(more));
    }
    shift_up(&x, twos_x < twos_y ? twos_x : twos_y);
    gg_big_copy(out, &x);
}

// ------------------------------------------------------------------------------------- in print
// The three highest words: more than a double holds.
static double top(const gg_big *big, uint32_t words) {
    double sum = 0;
    for (uint32_t i = words; i-- > 0 && words - i <= 3;)
        sum = sum * 18446744073709551616.0 + (i < big->words ? (double)big->word[i] : 0);
    return sum;
}

double gg_big_share(const gg_big *part, const gg_big *whole) {
    return whole->words ? top(part, whole->words) / top(whole, whole->words) : 0;
}

size_t gg_big_text(const gg_big *big, char out[GG_BIG_TEXT]) {
    const uint64_t ten19 = UINT64_C(10000000000000000000);
    char digits[GG_BIG_TEXT];
    size_t n = 0, length = 0;
    gg_big left;
    gg_big_copy(&left, big);
    do {
        uint64_t part = gg_big_divide(&left, ten19);
        for (int i = 0; i < 19 && (part || left.words || !n); i++, part /= 10)
            digits[n++] = (char)('0' + part % 10);
    } while (left.words);
    while (n) out[length++] = digits[--n];
    out[length] = 0;
    return length;
}

// Exact division, the divisor being a product of what divides both: long division in base 2^32
// would do; the quotient is found word by word from below instead (Jebelean), as nothing is left.
static void divide_exactly(gg_big *big, const gg_big *by) {
    gg_big left, part;
    uint32_t twos = zeros(by);
    gg_big_copy(&left, big);
    gg_big_copy(&part, by);
    if (!left.words) return;
    shift_down(&left, twos);
    shift_down(&part, twos);
    uint64_t inverse = part.word[0]; // of the lowest word modulo 2^64, by Newton's steps
    for (int i = 0; i < 6; i++) inverse *= 2 - part.word[0] * inverse;
    uint32_t words = left.words - part.words + 1;
    for (uint32_t i = 0; i < words; i++) {
        uint64_t digit = left.word[i] * inverse;
        wide carry = 0;
        uint64_t borrow = 0;
        for (uint32_t k = 0; i + k < left.words; k++) {
            carry += (wide)(k < part.words ? part.word[k] : 0) * digit;
            wide rest = (wide)left.word[i + k] - (uint64_t)carry - borrow;
            left.word[i + k] = (uint64_t)rest;
            borrow = (uint64_t)(rest >> 64) & 1;
            carry >>= 64;
        }
        big->word[i] = digit;
    }
    big->words = words;
    trim(big);
}

size_t gg_share_text(const gg_big *part, const gg_big *whole, char out[GG_SHARE_TEXT]) {
    gg_big n, d, common;
    gg_big_copy(&n, part);
    gg_big_copy(&d, whole);
    gg_big_gcd(&n, &d, &common);
    if (common.words) {
        divide_exactly(&n, &common);
        divide_exactly(&d, &common);
    }
    size_t length = gg_big_text(&n, out);
    out[length++] = '/';
    return length + gg_big_text(&d, out + length);
}
