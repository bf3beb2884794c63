// SPDX-License-Identifier: Apache-2.0
// Where each rule stands in code and tests: a table made from the sources by tools/places when the
// program is built. Lists end in NULL; the last line's game is NULL.
#ifndef GROGNARD_CITATIONS_H
#define GROGNARD_CITATIONS_H

typedef struct app_citations {
    const char *game, *rule;
    const char *const *code, *const *refusals, *const *events, *const *tests;
} app_citations;

extern const app_citations app_citations_table[];

#endif
