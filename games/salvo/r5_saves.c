// SPDX-License-Identifier: Apache-2.0
// Cover saves (C61, C62, C113, C116 to C119, CR30 to CR33; options O6, O9).
//
//   covered, no attitude            5+   CR31
//   taking cover, covered           3+   C116, C118
//   taking cover and kneeling       5+   C113, C119, covered or not; covered: 3+, the better (CR32)
//
// A figure is covered by scenery between it and the shooter nearest to it; a unit, when half its
// figures are.
#include "combat.h"
#include "r4_path.h"

// Does anything stand between two units that may cover one of this size?
static bool in_between(const sv_table *t, const sv_state *s, int shooter, int unit, int size) {
    gg_box box = sv_box_of_both(s->box[shooter], s->box[unit]);
    for (int i = 0; i < t->board.pieces; i++)
        if (t->board.piece[i].height >= size && sv_boxes_meet(box, t->board.piece[i].box))
            return true;
    return false;
}

int sv_covered_figures(const sv_table *t, const sv_state *s, int shooter, unsigned firers,
                       int unit) {
    int size = sv_type(t, unit)->size, covered = 0;
    if (!in_between(t, s, shooter, unit, size)) return 0;
    for (unsigned m = s->alive[unit]; m && firers; m &= m - 1) {
        gg_point at = sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), from = at;
        (void)sv_nearest(t, s, shooter, firers, at, &from);
        covered += sv_covered(t, from, at, size);
    }
    return covered;
}

// CR30: at least half its figures are covered.
// O6: none at difficulty 0.
static bool unit_covered(const sv_table *t, const sv_state *s, int shooter, unsigned firers,
                         int unit) {
    int covered = sv_covered_figures(t, s, shooter, firers, unit), left = sv_left(s, unit);
    if (sv_option(t, O_NO_NEAR_COVER) && !sv_difficulty(s, shooter, unit)) return false;
    return covered && 2 * covered >= left;
}

int sv_cover_save(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int unit) {
    bool attitude = s->f.flags[unit] & U_COVER, kneeling = s->f.flags[unit] & U_KNEEL;
    bool covered = unit_covered(t, s, shooter, firers, unit);
    // C116, C118: the attitude is worth 3+, but only with cover in between.
    // CR32: also to those who kneel besides; the better save applies.
    if (attitude && covered) return SAVE_ATTITUDE;
    if (attitude && kneeling) return SAVE_KNEELING; // C113, C119: even with no cover present
    return covered ? SAVE_COVERED : 0;              // CR31: without the attitude
}

// C62: the save there is, after the impacts and before the damage.
// CR33: always taken.
int sv_save_against(const sv_table *t, const sv_state *s, int shooter, int weapon, unsigned firers,
                    int unit) {
    if (sv_weapons[weapon].flame && sv_option(t, O_FLAMES)) return 0; // O9: none against flames
    return sv_cover_save(t, s, shooter, firers, unit);
}

// C62, CR33: the next unit that was hit and has a save rolls a die for each impact, unasked.
bool sv_open_saves(const sv_table *t, sv_state *s, gg_events *events) {
    (void)t;
    for (int unit = 0; unit < UNITS; unit++) {
        int score = s->f.save[unit];
        if (!score) continue;
        s->f.save[unit] = 0;
        if (sv_throw(s, N_SAVES, s->f.impacts[unit], score, unit) < 0) {
            sv_tell(events, E_SAVING, RULE_C62, sv_piece_of_unit(unit), s->f.impacts[unit], score);
            return true;
        }
    }
    return false;
}

void sv_play_saves(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int unit = frame.arg[ARG_UNIT], saved = gg_a(action);
    gg_flow_end(&s->f.flow);
    s->f.impacts[unit] = (uint8_t)(s->f.impacts[unit] - saved);
    sv_tell(events, E_SAVED, RULE_C61, sv_piece_of_unit(unit), saved, frame.arg[ARG_DICE]);
    sv_salvo_next(t, s, events);
}
