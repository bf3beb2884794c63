// SPDX-License-Identifier: Apache-2.0
// How often each rule was felt in self-play, as far as the program itself can say: events that
// name it, and refusals of random questions. tools/felt counts where it acts.
#ifndef GROGNARD_RULECOUNT_H
#define GROGNARD_RULECOUNT_H

#include "app.h"
#include "grognard/study.h"

enum { RULES_MAX = 4096 };

typedef struct rule_counts {
    uint64_t told[RULES_MAX];    // events
    uint64_t refused[RULES_MAX]; // answers to random questions
} rule_counts;

// Plays the games of the order once more, same dice and same choices, with these ears.
gg_status selfplay_heard(const gg_selfplay_order *order, const gg_selfplay_ears *ears);
// Counts what is told, asking on the way.
gg_status rule_counts_take(const gg_selfplay_order *order, rule_counts *out);

#endif
