// SPDX-License-Identifier: Apache-2.0
// What a position is worth as a chance to win, in integers: the same bits on every machine.
//
// A fitted value() is 1000 times a logit; its chance is the logistic function, from a table with
// lines between its points, right to 0.0002. A value that is not fitted is in hundredths of a point
// and is bent instead: v / (|v| + 1000), so that one disaster in many trials does not outweigh all
// the others.
#include "thinker.h"

enum {
    STEP = 125,        // of the table, thousandths of a logit
    STEPS = 80,        // up to GG_VALUE_MOST
    BENT_AT = 1000,    // hundredths worth half of everything
    OVER_WORTH = 3000, // hundredths: a game that is over, before bending
};

// 2^20 / (1 + exp(-i / 8)), rounded.
static const int32_t logistic[STEPS + 1] = {
    524288,  557013,  589485,  621456,  652696,  682995,  712170,  740069,  766570,
    791586,  815058,  836959,  857289,  876068,  893337,  909153,  923583,  936703,
    948595,  959343,  969033,  977748,  985571,  992579,  998846,  1004444, 1009436,
    1013883, 1017840, 1021358, 1024482, 1027256, 1029716, 1031897, 1033829, 1035540,
    1037055, 1038396, 1039582, 1040631, 1041558, 1042378, 1043102, 1043743, 1044308,
    1044808, 1045249, 1045639, 1045983, 1046287, 1046556, 1046793, 1047002, 1047187,
    1047350, 1047494, 1047621, 1047733, 1047832, 1047919, 1047996, 1048064, 1048125,
    1048178, 1048224, 1048266, 1048302, 1048334, 1048363, 1048388, 1048410, 1048429,
    1048447, 1048462, 1048475, 1048487, 1048498, 1048507, 1048515, 1048522, 1048528,
};

int64_t think_logistic(int32_t logit) {
    int64_t x = logit < 0 ? -(int64_t)logit : logit, i = x / STEP, part = x % STEP;
    int64_t chance =
        i < STEPS ? logistic[i] + (logistic[i + 1] - logistic[i]) * part / STEP : logistic[STEPS];
    return logit < 0 ? THINK_SURE - chance : chance;
}

static int64_t bent(int64_t value) {
    int64_t most = value < 0 ? -value : value;
    return THINK_SURE / 2 + value * (THINK_SURE / 2) / (most + BENT_AT);
}

// In hundredths, for the seat and against the others.
static int64_t balance(const gg_game *game, const void *t, const void *s, int seat) {
    int64_t value = game->brain.value ? game->brain.value(t, s, seat) : 0;
    if (game->brain.value && !game->brain.zero_sum && game->seats == 2)
        value = (value - game->brain.value(t, s, 1 - seat)) / 2;
    return value;
}

int64_t think_chance(const gg_game *game, const void *t, const void *s, int seat) {
    bool over = game->turn(t, s).seat == GG_OVER;
    int half[GG_SEATS_MAX] = {0};
    int32_t margin = 0;
    if (over) game->score(t, s, half, &margin);
    if (game->brain.features)
        return over ? (int64_t)half[seat] * (THINK_SURE / 2)
                    : think_logistic(game->brain.value(t, s, seat));
    int64_t value = balance(game, t, s, seat);
    return bent(over ? value / 4 + (int64_t)OVER_WORTH * (half[seat] - 1) : value);
}
