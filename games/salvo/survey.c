// SPDX-License-Identifier: Apache-2.0
// The estimates of survey.h.
#include "survey.h"

#include "r4_path.h"
#include "spots.h"

enum {
    KNOCK_ON = 125, // per cent: losses also cost morale and leaders
    ACTIVE_NOW = 95,
    CARD_NOW = 80,
    STRIKERS = 5,    // figures that a charge brings into contact
    NEARER = 40,     // per cent of its first move that a unit comes closer before it shoots
    HUGGED = 60,     // mm: cover so near stays cover wherever the enemy goes
    OUTFLANKED = 60, // per cent of the save that is left otherwise
    FARTHEST = 1200, // mm: no weapon hits there
};

int sv_odds(int score) {
    static const int16_t odds[HOPELESS + 1] = {ODDS, ODDS, 853, 683, 512, 341, 171, 0};
    // Morale adds up to more and to less than a die can show.
    return odds[score < 0 ? 0 : score < HOPELESS ? score : HOPELESS];
}

int sv_collections(const sv_table *t, const sv_state *s) {
    int left = t->board.rounds + 1 - s->f.round;
    return left < 0 ? 0 : left > t->board.rounds ? t->board.rounds : left;
}

// ----------------------------------------------------------------------------------- one glance
static int structure_of(const sv_state *s, int figure) {
    return sv_hull(s, figure) + (sv_propulsion(s, figure) + s->f.arms[figure] % 16 + 1) / 2;
}

static void weigh(const sv_table *t, const sv_state *s, int unit, sv_glance *g) {
    const sv_roster *roster = &t->unit[unit];
    int each = roster->points * FINE / roster->strength;
    g->left = g->most = sv_left(s, unit);
    g->figure_worth = each;
    if (g->infantry) return;
    int left = 0;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        left += structure_of(s, roster->first + gg_bits_ctz32(m));
    g->most = left > 0 ? left : 1;
    g->figure_worth = each * g->left / g->most;
}

// The leader, then every so many of the others.
static void sample(const sv_table *t, const sv_state *s, int unit, sv_glance *g) {
    int first = t->unit[unit].first, skip = (g->left - 1 + SAMPLES - 2) / (SAMPLES - 1), n = 0;
    unsigned others = s->alive[unit] & ~(1U << (s->f.leader[unit] - first));
    g->at[0] = sv_at(s, s->f.leader[unit]);
    g->samples = 1;
    for (unsigned m = others; m; m &= m - 1, n++)
        if (n % skip == 0) g->at[g->samples++] = sv_at(s, first + gg_bits_ctz32(m));
}

// The leader, and the last in number: who bears the support weapon, if anybody does.
static void glimpse(const sv_table *t, const sv_state *s, int unit, sv_glance *g) {
    int first = t->unit[unit].first;
    g->at[0] = sv_at(s, s->f.leader[unit]);
    g->at[1] = sv_at(s, first + 31 - gg_bits_clz32(s->alive[unit]));
    g->samples = g->left > 1 ? 2 : 1;
}

static uint32_t with_cards(const sv_state *s) {
    uint32_t mask = 0;
    if (s->f.phase != PHASE_ACTIVATION) return UINT32_MAX; // everybody will act
    for (int side = 0; side < SEATS; side++)
        for (int i = 0; i < s->f.card_count[side]; i++) mask |= 1U << sv_card(s, side, i);
    return mask;
}

static void take(const sv_table *t, const sv_state *s, bool quick, sv_survey *v) {
    uint32_t cards = with_cards(s);
    int active = sv_active(s);
    v->left = sv_collections(t, s);
    for (int unit = 0; unit < UNITS; unit++) {
        sv_glance *g = &v->unit[unit];
        g->here = s->alive[unit] != 0;
        if (!g->here) continue;
        g->infantry = sv_infantry(t, unit);
        g->engaged = s->touch[unit] && sv_engaged(t, s, unit);
        g->valiant = !(s->f.flags[unit] & U_DISORGANISED);
        g->size = sv_type(t, unit)->size;
        g->radius = sv_type(t, unit)->radius;
        for (int slot = 0; slot < 2; slot++)
            g->bearers[slot] = gg_bits_popcount32(sv_bearers(t, s, unit, slot));
        g->now = unit == active || unit == s->f.pending - 1 ? ACTIVE_NOW
                 : cards >> unit & 1                        ? CARD_NOW
                                                            : 0;
        weigh(t, s, unit, g);
        (quick ? glimpse : sample)(t, s, unit, g);
    }
}

void sv_take_survey(const sv_table *t, const sv_state *s, sv_survey *v) {
    take(t, s, false, v);
}

void sv_take_glance(const sv_table *t, const sv_state *s, sv_survey *v) {
    take(t, s, true, v);
}

// ---------------------------------------------------------------------------------- shooting
// CR30: half of them, each from the nearest of those who shoot.
bool sv_mostly_covered(const sv_table *t, const sv_survey *v, int unit, int shooter) {
    const sv_glance *g = &v->unit[unit], *by = &v->unit[shooter];
    int covered = 0;
    for (int i = 0; i < g->samples; i++) {
        gg_point from = by->at[0];
        int64_t least = gg_dist2(from, g->at[i]);
        for (int k = 1; k < by->samples; k++) {
            int64_t away = gg_dist2(by->at[k], g->at[i]);
            if (away >= least) continue;
            least = away;
            from = by->at[k];
        }
        covered += sv_covered(t, from, g->at[i], g->size);
        if (2 * covered >= g->samples) return true;
        if (2 * (covered + g->samples - i - 1) < g->samples) return false;
    }
    return false;
}

// A pair is asked about only while it can still tell something.
sv_line sv_look(const sv_table *t, const sv_survey *v, int unit, int other) {
    const sv_glance *a = &v->unit[unit], *b = &v->unit[other];
    sv_line line = {gg_ceil_len(b->at[0].x - a->at[0].x, b->at[0].y - a->at[0].y), {0, 0}, {0, 0}};
    unsigned seen = 0, all = (1U << b->samples) - 1;
    for (int i = 0; i < a->samples; i++) {
        bool sees = false;
        for (int k = 0; k < b->samples && !(sees && seen == all); k++)
            if (!(sees && seen >> k & 1) && sv_sees(t, a->at[i], a->size, b->at[k], b->size)) {
                sees = true;
                seen |= 1U << k;
            }
        line.seers[0] += sees;
    }
    line.seers[1] = gg_bits_popcount32(seen);
    return line;
}

static bool shaded(const sv_table *t, const sv_glance *g, int dx, int dy, int away) {
    if (g->size > SHADES) return false;
    int ray = sv_ray_towards(dx, dy);
    return t->shade[g->size - 1][sv_lattice(g->at[0])][ray] * SHADE_MM < away;
}

sv_line sv_glimpse(const sv_table *t, const sv_survey *v, int unit, int other) {
    const sv_glance *a = &v->unit[unit], *o = &v->unit[other];
    int dx = o->at[0].x - a->at[0].x, dy = o->at[0].y - a->at[0].y;
    sv_line line = {gg_ceil_len(dx, dy), {0, 0}, {false, false}};
    unsigned seen = 0;
    if (line.away > FARTHEST) return line;
    for (int i = 0; i < a->samples; i++) {
        unsigned here = 0;
        for (int k = 0; k < o->samples; k++)
            if (sv_sees(t, a->at[i], a->size, o->at[k], o->size)) here |= 1U << k;
        line.seers[0] += here != 0;
        seen |= here;
    }
    line.seers[1] = gg_bits_popcount32(seen);
    line.covered[0] = seen && shaded(t, a, dx, dy, line.away);
    line.covered[1] = seen && shaded(t, o, -dx, -dy, line.away);
    return line;
}

// The active unit is expected to end its activation in cover, if it can pay.
static int save_odds(const sv_state *s, const sv_glance *g, int unit, bool covered) {
    bool cover = s->f.flags[unit] & U_COVER, kneels = s->f.flags[unit] & U_KNEEL;
    if (unit == sv_active(s) && g->infantry && s->f.points[sv_side(unit)]) cover = covered;
    if (cover && covered) return sv_odds(SAVE_ATTITUDE);
    if (cover && kneels) return sv_odds(SAVE_KNEELING);
    return covered && !cover ? sv_odds(SAVE_COVERED) : 0;
}

int sv_harm(const sv_survey *v, int unit, int tests, int odds) {
    const sv_glance *g = &v->unit[unit];
    int lost = tests * odds / ODDS; // in ODDS
    if (lost > g->most * ODDS) lost = g->most * ODDS;
    return (int)((int64_t)lost * g->figure_worth * KNOCK_ON / (100 * ODDS));
}

int sv_salvo_worth(const sv_table *t, const sv_state *s, const sv_survey *v, const sv_line *line,
                   int way, int shooter, int slot, int target, bool will) {
    const sv_glance *g = &v->unit[shooter];
    if (!line->seers[way] || !g->bearers[slot]) return 0; // an empty slot has no bearers
    const sv_weapon *weapon = &sv_weapons[t->unit[shooter].weapon[slot]];
    if (weapon->max_range && line->away > weapon->max_range) return 0;
    bool waits = shooter != sv_active(s);
    int away = line->away - (waits ? sv_type(t, shooter)->move[SV_MOVE_FIRST] * NEARER / 100 : 0);
    int difficulty = away > 100 ? (away - 1) / 100 : 0;
    int firers = (g->bearers[slot] * line->seers[way] + g->samples - 1) / g->samples;
    int odds = sv_odds(sv_needed(weapon->accuracy - difficulty));
    int dice = firers * weapon->shots, again = firers * (weapon->rerolls + will);
    if (again * ODDS > dice * (ODDS - odds)) again = dice * (ODDS - odds) / ODDS;
    int hits = (dice + again) * odds; // in ODDS
    int save = save_odds(s, &v->unit[target], target, line->covered[1 - way]);
    if (waits && t->scenery_gap[sv_lattice(v->unit[target].at[0])] > HUGGED)
        save = save * OUTFLANKED / 100;
    hits -= hits * save / ODDS;
    if (!v->unit[target].infantry) hits *= weapon->damage;
    int margin = weapon->penetration - sv_type(t, target)->protection;
    return sv_harm(v, target, hits, sv_odds(sv_needed(margin)));
}

// ------------------------------------------------------------------------------------- melee
int sv_melee_worth(const sv_table *t, const sv_survey *v, int unit, int target, int strikers,
                   int struck) {
    const sv_glance *g = &v->unit[unit], *other = &v->unit[target];
    const sv_unit *a = sv_type(t, unit), *b = sv_type(t, target);
    if (!g->infantry) return 0;
    if (!strikers) {
        strikers = g->left < STRIKERS ? g->left : STRIKERS;
        if (strikers > 2 * other->left) strikers = 2 * other->left;
        struck = strikers < other->left ? strikers : other->left;
    }
    int hits = strikers * a->attacks * sv_odds(sv_needed(a->attack - b->combat_skill));
    int odds = sv_odds(sv_needed(a->penetration - b->protection));
    int most = struck * ODDS * ODDS / (odds ? odds : 1); // C84: those in contact
    if (other->infantry && hits > most) hits = most;
    return sv_harm(v, target, hits, odds);
}

int sv_charge_worth(const sv_table *t, const sv_survey *v, int unit, int target) {
    return sv_melee_worth(t, v, unit, target, 0, 0) - sv_melee_worth(t, v, target, unit, 0, 0);
}

// Leader to leader: enough to say who has something to shoot at.
static sv_line glance_at(const sv_table *t, const sv_glance *a, const sv_glance *b) {
    sv_line line = {gg_ceil_len(b->at[0].x - a->at[0].x, b->at[0].y - a->at[0].y), {0, 0}, {0, 0}};
    if (!sv_sees(t, a->at[0], a->size, b->at[0], b->size)) return line;
    line.seers[0] = a->samples;
    line.covered[1] = sv_covered(t, a->at[0], b->at[0], b->size);
    return line;
}

int sv_prospects(const sv_table *t, const sv_state *s, const sv_survey *v, int unit) {
    int begin = sv_side(unit) ? 0 : UNITS_SIDE, best[2] = {0, 0}, blow = 0;
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        if (!v->unit[other].here) continue;
        if (s->touch[unit] >> other & 1) {
            int strike = sv_melee_worth(t, v, unit, other, 0, 0);
            if (strike > blow) blow = strike;
        }
        if (v->unit[unit].engaged) continue;
        sv_line line = glance_at(t, &v->unit[unit], &v->unit[other]);
        for (int slot = 0; slot < t->unit[unit].slots && line.seers[0]; slot++) {
            int shot = sv_salvo_worth(t, s, v, &line, 0, unit, slot, other, false);
            if (shot > best[slot]) best[slot] = shot;
        }
    }
    return best[0] + best[1] + blow;
}
