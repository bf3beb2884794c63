// SPDX-License-Identifier: Apache-2.0
// Option O3: vehicles and walkers on a rapid move pass over enemy infantry, and may not end on it.
// Every figure that the base of one of them passed over takes one damage test of penetration 6 when
// the move is confirmed, before anybody reacts.
#include "combat.h"
#include "r4_path.h"

enum { OVERRUN_PENETRATION = 6, OVERRUN_UNITS = 8 }; // the stack has room for ten rolls at once

// O3: a vehicle or walker on a rapid move.
static bool runs(const sv_judge *j) {
    return j->kind == KIND_RAPID && sv_option(j->t, O_OVERRUN) && !sv_infantry(j->t, j->unit);
}

static bool passed_over(const sv_judge *j, const sv_disc *disc) {
    for (unsigned m = j->placed; m; m &= m - 1)
        if (sv_judge_passes(j, gg_bits_ctz32(m), disc)) return true;
    return false;
}

// Enemy figures passed over, counted by unit. Read before the ghosts become facts.
void sv_overrun_count(const sv_table *t, const sv_state *s, uint8_t met[UNITS]) {
    sv_judge j;
    memset(met, 0, UNITS);
    sv_judge_open(&j, t, s);
    if (!runs(&j)) return;
    sv_judge_near(&j, (gg_box){0, 0, (int16_t)t->board.width, (int16_t)t->board.height});
    for (int i = 0; i < j.others; i++)
        if (sv_side_of_figure(j.other[i].figure) != j.side && passed_over(&j, &j.other[i]))
            met[t->unit_of[j.other[i].figure]]++;
}

// True when dice were called for: the last of them goes on with sv_after_move().
bool sv_overrun(const sv_table *t, sv_state *s, int unit, const uint8_t met[UNITS],
                gg_events *events) {
    bool dice = false;
    int units = 0;
    for (int other = 0; other < UNITS && units < OVERRUN_UNITS; other++) {
        if (!met[other]) continue;
        int margin = sv_damage_margin(t, s, unit, OVERRUN_PENETRATION, other, false);
        sv_tell(events, E_OVERRUN, RULE_O3, sv_piece_of_unit(unit), sv_piece_of_unit(other),
                met[other]);
        dice |= sv_test_damage(t, s, other, met[other], sv_needed(margin), false, events);
        units++;
    }
    return dice;
}
