// SPDX-License-Identifier: Apache-2.0
// How often each rule was felt in self-play, beyond its marks: events that name it, and refusals of
// one random question a node.
#ifndef GROGNARD_RULECOUNT_H
#define GROGNARD_RULECOUNT_H

#include "app.h"
#include "grognard/study.h"

enum { RULES_MAX = 4096 };

typedef struct rule_counts {
    uint64_t acted[RULES_MAX];   // marks: GG_ON that decided, refusals met while listing actions
    uint64_t told[RULES_MAX];    // events
    uint64_t refused[RULES_MAX]; // answers to random questions
} rule_counts;

// Takes the marks of the games just played, then plays the same games again for the other two.
gg_status rule_counts_take(const gg_selfplay_order *order, rule_counts *out);

#endif
