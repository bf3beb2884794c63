// SPDX-License-Identifier: Apache-2.0
// Addresses, ranges and lists of relays.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "host/net/peer.h"

static gg_peer peer(const char *text) {
    gg_peer out = {0};
    assert_true(gg_peer_read(text, strlen(text), &out));
    return out;
}

static const char *house(const char *text) {
    static char out[GG_PEER_TEXT];
    gg_peer of = peer(text);
    gg_peer_house(&of, out);
    return out;
}

static void test_addresses(void **state) {
    static const char *const none[] = {
        "",       "1.2.3",  "1.2.3.4.5", "1.2.3.4:",       "1.2.3.4:x", "[::1",
        "[::1]x", "[::1]:", ":1",        "1.2.3.4:123456", "unknown",   "::1::"};
    (void)state;
    assert_string_equal(house("192.0.2.1"), "192.0.2.1");
    assert_string_equal(house("192.0.2.1:80"), "192.0.2.1");
    assert_string_equal(house("::ffff:192.0.2.1"), "192.0.2.1");
    assert_string_equal(house("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    assert_string_equal(house("[2001:db8:1:2:3:4:5:6]:80"), "2001:db8:1:2::");
    assert_string_equal(house("[::1]"), "::");
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        gg_peer before = peer("192.0.2.9"), out = before;
        assert_false(gg_peer_read(none[i], strlen(none[i]), &out));
        assert_memory_equal(&out, &before, sizeof out);
    }
}

static void test_here(void **state) {
    gg_peer wire = {.local = true}, other = peer("127.0.0.2"), four = peer("127.0.0.1"),
            six = peer("::1"), any = peer("::");
    (void)state;
    assert_true(gg_peer_here(&wire) && gg_peer_here(&four) && gg_peer_here(&six));
    assert_false(gg_peer_here(&other) || gg_peer_here(&any));
}

static bool has(const char *range, const char *address) {
    gg_range of;
    gg_peer who = peer(address);
    assert_true(gg_range_read(range, &of));
    return gg_range_has(&of, 1, &who);
}

static void test_ranges(void **state) {
    gg_range of;
    gg_peer wire = {.local = true}, zero = {0};
    (void)state;
    assert_true(has("10.0.0.0/8", "10.255.0.1") && !has("10.0.0.0/8", "11.0.0.1"));
    assert_true(has("10.1.2.3", "10.1.2.3") && !has("10.1.2.3", "10.1.2.2"));
    assert_true(has("192.168.128.0/17", "192.168.200.1") &&
                !has("192.168.128.0/17", "192.168.1.1"));
    assert_true(has("0.0.0.0/0", "8.8.8.8") && !has("0.0.0.0/0", "2001:db8::1"));
    assert_true(has("::/0", "8.8.8.8") && has("::/0", "2001:db8::1"));
    assert_true(has("2001:db8::/33", "2001:db8:7fff::1") &&
                !has("2001:db8::/33", "2001:db8:8000::"));
    assert_true(has("::ffff:10.0.0.0/104", "10.2.3.4") && has("10.0.0.0/8", "::ffff:10.9.9.9"));
    assert_true(gg_range_read("unix", &of) && gg_range_has(&of, 1, &wire));
    assert_false(gg_range_has(&of, 1, &zero));
    assert_true(gg_range_read("::/0", &of) && !gg_range_has(&of, 1, &wire));
    assert_false(gg_range_has(&of, 0, &zero));
}

// Whom a line leads to from a relay at 10.0.0.1, when 10/8 is ours.
static const char *asked_by(const char *line, bool more) {
    static char out[GG_PEER_TEXT];
    gg_range ours;
    gg_peer who = peer("10.0.0.1");
    assert_true(gg_range_read("10.0.0.0/8", &ours));
    assert_int_equal(gg_peer_before(line, &ours, 1, &who), more);
    gg_peer_house(&who, out);
    return out;
}

static void test_lists(void **state) {
    (void)state;
    assert_string_equal(asked_by("192.0.2.1", false), "192.0.2.1");
    assert_string_equal(asked_by("192.0.2.2, 192.0.2.1", false), "192.0.2.1");
    assert_string_equal(asked_by("192.0.2.2 ,\t10.0.0.7 , 10.0.0.8 ", false), "192.0.2.2");
    assert_string_equal(asked_by("10.0.0.7, 10.0.0.8", true), "10.0.0.7");
    assert_string_equal(asked_by("", false), "10.0.0.1");
    assert_string_equal(asked_by(",", false), "10.0.0.1");
    assert_string_equal(asked_by("192.0.2.1, unknown", false), "10.0.0.1");
    assert_string_equal(asked_by("192.0.2.1, unknown, 10.0.0.9", false), "10.0.0.9");
    assert_string_equal(asked_by("192.0.2.1,", false), "10.0.0.1");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_addresses),
                                       cmocka_unit_test(test_here), cmocka_unit_test(test_ranges),
                                       cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
