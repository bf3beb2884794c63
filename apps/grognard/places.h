// SPDX-License-Identifier: Apache-2.0
// Where each rule stands in code and tests: a table made from the sources by tools/places when the
// program is built. Lists end in NULL; the last line's game is NULL.
#ifndef GROGNARD_PLACES_H
#define GROGNARD_PLACES_H

typedef struct app_places {
    const char *game, *rule;
    const char *const *code, *const *refusals, *const *events, *const *tests;
} app_places;

extern const app_places app_places_table[];

#endif
