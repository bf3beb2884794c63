// SPDX-License-Identifier: Apache-2.0
// The table of clicks, tests/clicks/cases.txt, against the two who match them in C: which legal
// actions fit (the terminal) and what is put to the judge. The page is tested with the same table.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apps/terminal/clicks.h"

enum { MOST = 32, LINE = 512 };

static gg_domain domains[MOST] = {{.token = "", .kind = GG_K_NONE}};
static gg_verb verbs[MOST] = {{.token = ""}};
static uint8_t all_verbs[MOST];
static gg_action legal[MOST];
static char words[MOST][24], verb_words[MOST][24];
static unsigned n_domains = 1, n_verbs = 1, n_legal;

static gg_turn only_turn(const void *t, const void *s) {
    (void)t;
    (void)s;
    return (gg_turn){.seat = 0, .node = 1};
}

static gg_node nodes[] = {{.token = ""}, {.token = "cases", .verbs = all_verbs}};
static gg_game game = {.verbs = verbs, .domains = domains, .nodes = nodes, .turn = only_turn};

// --------------------------------------------------------------------------------------- the table
static unsigned verb_of(const char *word) {
    for (unsigned i = 1; i < n_verbs; i++)
        if (strcmp(verb_words[i], word) == 0) return i;
    fail_msg("no verb %s", word);
    return 0;
}

static gg_action action_of(const char *text) {
    char verb[24];
    unsigned value[3] = {0};
    assert_true(sscanf(text, "%23s %u %u %u", verb, &value[0], &value[1], &value[2]) >= 1);
    return gg_act(verb_of(verb), value[0], value[1], value[2]);
}

static void add_domain(const char *text) {
    static const struct {
        const char *word;
        uint8_t kind;
    } kinds[] = {{"piece", GG_K_PIECE}, {"cell", GG_K_CELL}, {"choice", GG_K_CHOICE}};
    char kind[24];
    unsigned surface;
    assert_int_equal(sscanf(text, "%23s %23s %u", words[n_domains], kind, &surface), 3);
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(kinds[i].word, kind) == 0)
            domains[n_domains] = (gg_domain){
                .token = words[n_domains], .kind = kinds[i].kind, .surface = (uint8_t)surface};
    assert_non_null(domains[n_domains].token);
    n_domains++;
}

static void add_verb(char *text) {
    unsigned operand = 0;
    char *word = strtok(text, " ");
    snprintf(verb_words[n_verbs], sizeof verb_words[0], "%s", word);
    verbs[n_verbs].token = verb_words[n_verbs];
    while ((word = strtok(NULL, " ")))
        for (unsigned i = 1; i < n_domains; i++)
            if (strcmp(words[i], word) == 0) verbs[n_verbs].domain[operand++] = (uint8_t)i;
    all_verbs[n_verbs - 1] = (uint8_t)n_verbs;
    n_verbs++;
}

// --------------------------------------------------------------------------------------- the cases
typedef struct test_case {
    gg_click click[8];
    unsigned count;
    bool button;
} test_case;

static test_case clicks_of(char *text) {
    test_case out = {.count = 0};
    for (char *end, *at = text; at; at = end) {
        gg_click *click = &out.click[out.count++];
        unsigned a, b;
        char word[24];
        if ((end = strstr(at, ", "))) {
            *end = '\0';
            end += 2;
        }
        if (sscanf(at, "piece %u", &a) == 1)
            *click = (gg_click){GG_K_PIECE, 0, (uint16_t)a, 0, 0};
        else if (sscanf(at, "cell %u %u", &a, &b) == 2)
            *click = (gg_click){GG_K_CELL, (uint8_t)a, (uint16_t)b, 0, 0};
        else if (sscanf(at, "verb %23s", word) == 1) {
            *click = (gg_click){GG_K_CHOICE, 0, (uint16_t)verb_of(word), 0, 0};
            out.button = true;
        } else
            fail_msg("no click: %s", at);
    }
    return out;
}

// The actions of a part "word ACTION, ..."; `-` is none.
static uint32_t list_of(char *part, const char *word, gg_action *out) {
    uint32_t n = 0;
    size_t length = strlen(word);
    assert_memory_equal(part, word, length);
    char *at = part + length + 1;
    if (strcmp(at, "-") == 0) return 0;
    for (char *end; at; at = end) {
        if ((end = strstr(at, ", "))) {
            *end = '\0';
            end += 2;
        }
        out[n++] = action_of(at);
    }
    return n;
}

static void same(const char *line, const gg_action *wanted, uint32_t n, const gg_action *found,
                 uint32_t m) {
    bool equal = n == m && memcmp(wanted, found, n * sizeof *wanted) == 0;
    if (!equal) fail_msg("%s: %u actions, not these %u", line, m, n);
}

// The terminal chooses a verb by a menu of its own.
static void try_terminal(const char *line, const test_case *one, char *part[4]) {
    click_set set = {.count = one->count};
    gg_action fit[MOST], found[MOST], wanted[MOST];
    uint32_t m = 0;
    assert_true(one->count <= CLICKS_MAX);
    memcpy(set.click, one->click, one->count * sizeof set.click[0]);
    uint32_t fits = clicks_fit(&game, &set, legal, n_legal, fit);
    same(line, wanted, list_of(part[0], "fits", wanted), fit, fits);
    for (uint32_t i = 0; i < fits; i++)
        if (clicks_whole(&game, &set, fit[i])) found[m++] = fit[i];
    same(line, wanted, list_of(part[1], "whole", wanted), found, m);
    m = 0;
    for (uint32_t i = 0; i < fits; i++)
        if (clicks_pointed(&game, &set, fit[i])) found[m++] = fit[i];
    same(line, wanted, list_of(part[2], "pointed", wanted), found, m);
}

static void try_case(char *text) {
    char line[LINE], *part[5];
    unsigned parts = 0;
    snprintf(line, sizeof line, "%s", text);
    for (char *at = text; at && parts < 5;) {
        part[parts++] = at;
        at = strstr(at, " | ");
        if (!at) break;
        *at = '\0';
        at += 3;
    }
    assert_int_equal(parts, 5);
    test_case one = clicks_of(part[0]);
    if (!one.button) try_terminal(line, &one, part + 1);
    gg_action wanted[MOST], action;
    uint32_t n = list_of(part[4], "means", wanted);
    bool found = gg_click_action(&game, NULL, NULL, one.click, one.count, &action);
    same(line, wanted, n, &action, found);
}

static void test_the_table(void **unused) {
    (void)unused;
    FILE *file = fopen("tests/clicks/cases.txt", "r");
    char line[LINE];
    unsigned cases = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        game.n_domains = (uint8_t)n_domains;
        if (strncmp(line, "domain ", 7) == 0) add_domain(line + 7);
        if (strncmp(line, "verb ", 5) == 0) add_verb(line + 5);
        if (strncmp(line, "legal ", 6) == 0) legal[n_legal++] = action_of(line + 6);
        if (strncmp(line, "case ", 5) == 0) {
            try_case(line + 5);
            cases++;
        }
    }
    fclose(file);
    assert_in_range(cases, 20, 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
