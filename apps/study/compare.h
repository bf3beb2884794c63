// SPDX-License-Identifier: Apache-2.0
// Two studies of paired games, and what may be said of their difference.
#ifndef GROGNARD_STUDY_COMPARE_H
#define GROGNARD_STUDY_COMPARE_H

#include "study.h"

// Better for the first side in A, in B; no difference that matters; not yet clear.
typedef enum study_answer { STUDY_OPEN, STUDY_A, STUDY_B, STUDY_EQUAL } study_answer;

typedef struct study_difference {
    uint32_t pairs, better, worse; // pairs in which A was better for the first side, or worse
    double mean, low, high;        // of its score, 1 for a win, one half for a draw
    study_answer answer;
    uint64_t fixed; // pairs that a test with one look at the end would take
} study_difference;

// Of the first `games` pairs. `margin`: the interval's width at which two are called equal.
void study_compared(const study *a, const study *b, uint32_t games, double margin,
                    study_difference *out);
int study_compare(const app_self *app, const app_args *args);

#endif
