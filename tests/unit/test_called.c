// SPDX-License-Identifier: Apache-2.0
// Names of people: what is kept of them, what is refused, which are told apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "apps/server/called.h"

static void kept(const char *given, const char *wanted) {
    char out[NAME_BYTES];
    assert_int_equal(srv_name_read(given, out), NAME_GOOD);
    assert_string_equal(out, wanted);
}

static void refused(const char *given, name_fault wanted) {
    char out[NAME_BYTES];
    assert_int_equal(srv_name_read(given, out), wanted);
}

static void test_kept(void **state) {
    (void)state;
    kept("Anna", "Anna");
    kept("  Anna  Maria\xc2\xa0", "Anna Maria");
    kept("E\xcc\x81ric", "\xc3\x89ric"); // letter and acute accent
    kept("c\xcc\xa7"
         "a",
         "\xc3\xa7"
         "a"); // cedilla
    kept("abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx");
    kept(" abcdefghijklmnopqrstuvwx ", "abcdefghijklmnopqrstuvwx");
    kept("\xd0\xae\xd0\xbb\xd0\xb8\xd1\x8f", "\xd0\xae\xd0\xbb\xd0\xb8\xd1\x8f");
    kept("\xf0\x9f\x8e\xb2", "\xf0\x9f\x8e\xb2");   // four bytes
    kept("x\xcc\xb1\xcc\xb2", "x\xcc\xb1\xcc\xb2"); // two marks that are part of no letter
}

static void test_refused(void **state) {
    (void)state;
    refused("", NAME_EMPTY);
    refused(" \xe3\x80\x80 ", NAME_EMPTY);
    refused("abcdefghijklmnopqrstuvwxy", NAME_LONG);
    refused("a\nb", NAME_SIGN);
    refused("a\x7f", NAME_SIGN);
    refused("\xc2\x85", NAME_SIGN); // a control of the second hundred
    refused("\xe2\x80\xae"
            "a",
            NAME_SIGN); // right to left
    refused("\xe2\x81\xa6"
            "a",
            NAME_SIGN);                  // isolate
    refused("a\xe2\x80\x8b", NAME_SIGN); // no width
    refused("a\xef\xb8\x8f", NAME_SIGN); // variation selector
    refused("\xee\x80\x80", NAME_SIGN);  // private use
    refused("\xcc\x81"
            "a",
            NAME_SIGN); // a mark on nothing
    refused("x\xcc\xb1\xcc\xb2\xcc\xb3", NAME_SIGN);
    refused("\xc0\xaf", NAME_SIGN);         // longer than it need be
    refused("\xed\xa0\x80", NAME_SIGN);     // half of a pair
    refused("\xf4\x90\x80\x80", NAME_SIGN); // beyond the last one
    refused("a\xc3", NAME_SIGN);            // cut off
    refused("\xff", NAME_SIGN);
    refused("Computer", NAME_PROGRAM);
    refused("C0MPUTER", NAME_PROGRAM);
    refused("\xd0\xa1omputer", NAME_PROGRAM); // Cyrillic
    refused("L\xe2\x80\x99Ordinateur", NAME_PROGRAM);
}

static void test_alike(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"Anna", "ANNA"},
                                           {"Anna", "\xd0\x90nna"},
                                           {"Zo\xc3\xa9", "zoe"},
                                           {"Bill", "BiIl"},
                                           {"Bo", "B0"},
                                           {"Marc", "rnarc"},
                                           {"Will", "vvilI"},
                                           {"Jean-Paul", "Jean Paul"},
                                           {"Nikos", "\xce\x9d\xce\xb9kos"},
                                           {"O\xe2\x80\x99"
                                            "Neil",
                                            "Oneil"}};
    static const char *const others[][2] = {
        {"Anna", "Anne"}, {"Bill", "Bil"}, {"\xe5\xb1\xb1", "\xe5\xb7\x9d"}, {"Anna", "Anna 7"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_true(srv_names_alike(pairs[i][0], pairs[i][1]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(srv_names_alike(others[i][0], others[i][1]));
}

static void test_apart(void **state) {
    (void)state;
    char out[NAME_BYTES];
    const char *same[] = {"Anna", "\xd0\x90nna"};
    srv_name_apart(same, (int64_t[]){4, 9}, 2, 0, out);
    assert_string_equal(out, "Anna");
    srv_name_apart(same, (int64_t[]){4, 9}, 2, 1, out);
    assert_string_equal(out, "\xd0\x90nna (2)");
    srv_name_apart(same, (int64_t[]){9, 4}, 2, 0, out); // whoever came first keeps his name
    assert_string_equal(out, "Anna (2)");
    srv_name_apart(same, (int64_t[]){4, 4}, 2, 1, out); // both seats are one person's
    assert_string_equal(out, "\xd0\x90nna");
    const char *three[] = {"Anna", "anna", "Anna (2)"}; // the mark itself is somebody's name
    srv_name_apart(three, (int64_t[]){1, 2, 3}, 3, 1, out);
    assert_string_equal(out, "anna (3)");
    const char *none[] = {"", ""};
    srv_name_apart(none, (int64_t[]){1, 2}, 2, 1, out);
    assert_string_equal(out, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
