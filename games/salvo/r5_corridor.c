// SPDX-License-Identifier: Apache-2.0
// The fire corridor and who is hit in it (C54, C55, C60, C111, CR28, CR29, CR59).
//
// The corridor is the convex hull of those who fire and those who are seen. It holds third parties
// of both sides: whoever meets it, does not kneel, and is closer to the firing leader than the
// farthest figure seen. Impacts then go one by one to the figures of the target and to the third
// parties, nearest to a shooter first, and again from the front.
#include "combat.h"
#include "r4_path.h"

int64_t sv_nearest(const sv_table *t, const sv_state *s, int unit, unsigned from, gg_point at,
                   gg_point *which_or_null) {
    int64_t least = INT64_MAX;
    for (unsigned m = from; m; m &= m - 1) {
        gg_point p = sv_at(s, t->unit[unit].first + gg_bits_ctz32(m));
        int64_t d = gg_dist2(p, at);
        if (d >= least) continue; // ties: the lowest number
        least = d;
        if (which_or_null) *which_or_null = p;
    }
    return least;
}

static int points_of(const sv_table *t, const sv_state *s, int unit, unsigned mask, gg_point *out) {
    int n = 0;
    for (unsigned m = mask; m; m &= m - 1)
        out[n++] = sv_at(s, t->unit[unit].first + gg_bits_ctz32(m));
    return n;
}

int sv_corridor_hull(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int target,
                     unsigned seen, gg_point out[GG_HULL_MAX]) {
    gg_point all[2 * SQUAD];
    int n = points_of(t, s, shooter, firers, all);
    n += points_of(t, s, target, seen, all + n);
    return gg_hull(all, n, out);
}

// Units that may have figures in somebody else's corridor.
// C111: who kneels has none.
// CR59: friends have, like enemies.
static bool counts(const sv_state *s, int shooter, int target, int unit) {
    if (unit == shooter || unit == target || !s->alive[unit]) return false;
    return !(s->f.flags[unit] & U_KNEEL);
}

// CR28: who meets the hull and is closer to the firing leader than the farthest figure seen.
void sv_corridor(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int target,
                 unsigned seen, uint64_t out[FIGURE_WORDS]) {
    gg_point hull[GG_HULL_MAX], head = sv_at(s, s->f.leader[shooter]);
    int corners = sv_corridor_hull(t, s, shooter, firers, target, seen, hull);
    int64_t farthest = 0;
    memset(out, 0, FIGURE_WORDS * sizeof *out);
    if (!corners) return;
    for (unsigned m = seen; m; m &= m - 1) {
        int64_t d = gg_dist2(head, sv_at(s, t->unit[target].first + gg_bits_ctz32(m)));
        if (d > farthest) farthest = d;
    }
    gg_box box = gg_box_of(hull, corners);
    for (int unit = 0; unit < UNITS; unit++) {
        if (!counts(s, shooter, target, unit) || !sv_boxes_meet(box, s->box[unit])) continue;
        for (unsigned m = s->alive[unit]; m; m &= m - 1) {
            int figure = t->unit[unit].first + gg_bits_ctz32(m);
            gg_point at = sv_at(s, figure);
            if (gg_dist2(head, at) >= farthest) continue;
            if (gg_disc_meets_polygon(at, sv_type(t, unit)->radius, hull, corners))
                gg_bits_set(out, figure);
        }
    }
}

// --------------------------------------------------------------------------------------- impacts
enum { KEY_SHIFT = 8 }; // a squared distance and a figure in one word, nearest first

static void sort_keys(uint32_t *key, int n) {
    for (int i = 1; i < n; i++) {
        uint32_t moved = key[i];
        int at = i;
        for (; at > 0 && key[at - 1] > moved; at--) key[at] = key[at - 1];
        key[at] = moved;
    }
}

static uint32_t key_of(const sv_table *t, const sv_state *s, int shooter, int figure) {
    int64_t d = sv_nearest(t, s, shooter, s->f.firers, sv_at(s, figure), NULL);
    return (uint32_t)d << KEY_SHIFT | (uint32_t)figure;
}

// CR29: the nearest figures first, whoever they are.
int sv_impact_line(const sv_table *t, const sv_state *s, int shooter, int target,
                   uint8_t unit[FIGURES]) {
    uint32_t key[FIGURES];
    int n = 0;
    for (unsigned m = s->alive[target]; m; m &= m - 1)
        key[n++] = key_of(t, s, shooter, t->unit[target].first + gg_bits_ctz32(m));
    for (int i = gg_bits_next(s->f.corridor, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(s->f.corridor, FIGURE_WORDS, i + 1))
        key[n++] = key_of(t, s, shooter, i);
    sort_keys(key, n);
    for (int i = 0; i < n; i++) unit[i] = t->unit_of[key[i] & ((1 << KEY_SHIFT) - 1)];
    return n;
}

// CR29: one by one, and again from the front.
static void share(const sv_table *t, sv_state *s, int shooter, int target, int hits) {
    uint8_t unit[FIGURES];
    int n = sv_impact_line(t, s, shooter, target, unit);
    for (int i = 0, at = 0; i < hits; i++, at = at + 1 < n ? at + 1 : 0) s->f.impacts[unit[at]]++;
}

// O2: every success strikes every figure within the blast, whoever it is.
static void blast(const sv_table *t, sv_state *s, int target, int radius, int hits) {
    gg_point centre = sv_at(s, s->f.leader[target]);
    for (int unit = 0; unit < UNITS; unit++) {
        int met = 0;
        for (unsigned m = s->alive[unit]; m; m &= m - 1)
            met += gg_within(centre, sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), radius);
        s->f.impacts[unit] = (uint8_t)sv_at_most(met * hits, ROLL_MAX);
    }
}

// C55: with the corridor as it was when the target was named.
// C61: every unit that was hit has its save, not only the target.
void sv_allot(const sv_table *t, sv_state *s, int hits, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int shooter = frame->subject, target = frame->arg[ARG_TARGET], weapon = frame->arg[ARG_WEAPON];
    if (sv_indirect(t, weapon))
        blast(t, s, target, sv_weapons[weapon].blast, hits);
    else
        share(t, s, shooter, target, hits);
    for (int unit = 0; unit < UNITS; unit++) {
        if (!s->f.impacts[unit]) continue;
        sv_tell(events, E_IMPACTS, RULE_C60, sv_piece_of_unit(unit), s->f.impacts[unit], 0);
        s->f.save[unit] = (uint8_t)sv_save_against(t, s, shooter, weapon, s->f.firers, unit);
    }
}

static bool awaits_damage(const sv_state *s, int shooter, int unit) {
    return s->f.impacts[unit] && unit != shooter && s->alive[unit];
}

// The unit whose nearest figure is nearest to a shooter.
static int nearest_hit(const sv_table *t, const sv_state *s, int shooter) {
    uint32_t least = UINT32_MAX;
    int best = -1;
    for (int unit = 0; unit < UNITS; unit++) {
        if (!awaits_damage(s, shooter, unit)) continue;
        for (unsigned m = s->alive[unit]; m; m &= m - 1) {
            uint32_t key = key_of(t, s, shooter, t->unit[unit].first + gg_bits_ctz32(m));
            if (key >= least) continue;
            least = key;
            best = unit;
        }
    }
    return best;
}

// The nearest; the shooter's own last (O2), since its figures are what distances are measured from.
// Mostly one alone was hit, and nothing is measured.
int sv_next_hit(const sv_table *t, const sv_state *s) {
    int shooter = gg_flow_top(&s->f.flow)->subject, hit = -1, count = 0;
    for (int unit = 0; unit < UNITS; unit++) {
        if (!awaits_damage(s, shooter, unit)) continue;
        hit = unit;
        count++;
    }
    if (count > 1) return nearest_hit(t, s, shooter);
    return hit < 0 && s->f.impacts[shooter] ? shooter : hit;
}
