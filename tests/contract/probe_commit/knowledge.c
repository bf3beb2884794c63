// SPDX-License-Identifier: Apache-2.0
// Who knows what in probe_commit. Hidden from a viewer: which enemy counters lie below the top of a
// stack, how many steps each of those has, and a commitment not yet revealed. Public: every top
// counter, the height of every stack, the sum of steps a side has hidden (losses are announced),
// and during a combat the two totals that its announcement told.
#include "probe_commit.h"

// PB2: the one eye, for level `level` of a stack of `count`.
static bool sees(int viewer, int side, int level, int count) {
    return viewer == side || viewer == GG_UMPIRE || level == count - 1;
}

// Everything of one side the viewer cannot see, in an order that tells nothing: the slots by place,
// the counters by number.
typedef struct hidden {
    int slots, steps;
    uint8_t hex[UNITS], level[UNITS], unit[UNITS];
} hidden;

static hidden find_hidden(const pb_state *s, int viewer, int side) {
    hidden h = {0};
    bool covered[UNITS] = {false};
    for (int hex = 0; hex < HEXES; hex++)
        for (int level = 0; level < s->count[hex]; level++) {
            if (pb_holder(s, hex) != side || sees(viewer, side, level, s->count[hex])) continue;
            covered[s->f.stack[hex][level] - 1] = true;
            h.hex[h.slots] = (uint8_t)hex;
            h.level[h.slots++] = (uint8_t)level;
        }
    for (int unit = 0, n = 0; unit < UNITS; unit++)
        if (covered[unit]) {
            h.unit[n++] = (uint8_t)unit;
            h.steps += s->f.steps[unit];
        }
    return h;
}

void pb_redact(const void *t, void *state, int viewer) {
    pb_state *s = state;
    (void)t;
    for (int side = 0; side < SEATS && viewer != GG_UMPIRE; side++) {
        hidden h = find_hidden(s, viewer, side);
        for (int i = 0; i < h.slots; i++) {
            s->f.stack[h.hex[i]][h.level[i]] = NONE;
            s->f.steps[h.unit[i]] = (uint8_t)(i == 0 ? h.steps : 0); // their sum is known
        }
        if (viewer != side && s->f.sealed[side]) s->f.sealed[side] = NONE;
    }
    memset(s->hex_of, 0, sizeof *s - offsetof(pb_state, hex_of)); // the derived part would tell all
}

static void deal(pb_state *s, const hidden *h, gg_rng *rng) {
    uint8_t pool[UNITS];
    int extra = h->steps - h->slots; // everyone has one step; these are left to give
    memcpy(pool, h->unit, sizeof pool);
    for (int i = 0; i < h->slots; i++) {
        uint32_t left = (uint32_t)(h->slots - i), pick = gg_rng_below(rng, left);
        int unit = pool[pick];
        bool fresh = gg_rng_below(rng, left) < (uint32_t)extra;
        memmove(pool + pick, pool + pick + 1, left - pick - 1);
        s->f.stack[h->hex[i]][h->level[i]] = (uint8_t)(unit + 1);
        s->f.steps[unit] = (uint8_t)(1 + fresh);
        extra -= fresh;
    }
}

// During a combat only worlds with the announced totals look alike. Of 64 deals the first that
// agrees is kept; the totals themselves stay in the frame, so even the last one plays on soundly.
static void deal_alike(pb_state *s, int viewer, int side, gg_rng *rng) {
    const gg_frame *combat = pb_combat_or_null(s);
    hidden h = find_hidden(s, viewer, side);
    for (int tries = 0; tries < 64; tries++) {
        deal(s, &h, rng);
        if (!combat) return;
        bool attack = combat->seat == side;
        int told = combat->arg[attack ? ARG_ATTACK : ARG_DEFENCE];
        if (pb_total(s, combat->subject, attack) == told) return;
    }
}

void pb_resample(const void *t, void *state, int viewer, gg_rng *rng) {
    pb_state *s = state;
    for (int side = 0; side < SEATS && viewer != GG_UMPIRE; side++) {
        if (viewer == side) continue;
        deal_alike(s, viewer, side, rng);
        unsigned most = s->f.columns[side] < COMMIT_MAX ? s->f.columns[side] : COMMIT_MAX;
        if (s->f.sealed[side]) s->f.sealed[side] = (uint8_t)(1 + gg_rng_below(rng, most + 1));
    }
    pb_derive(t, s);
}

static void show_counter(const pb_state *s, int viewer, int hex, int level, gg_view *out) {
    int unit = s->f.stack[hex][level] - 1, side = pb_side(unit);
    bool seen = sees(viewer, side, level, s->count[hex]);
    gg_piece *piece = gg_view_piece(out);
    piece->handle = (uint16_t)(seen ? unit : GG_HANDLE_HIDDEN + hex * STACK + level);
    piece->face = seen ? F_COUNTER : F_COVERED;
    piece->surface = S_MAP;
    piece->owner = (uint8_t)side;
    piece->cell = (uint16_t)hex;
    piece->layer = (uint8_t)level;
    if (s->f.attacking[hex] >> level & 1) piece->flags |= GG_P_ACTIVE;
    if (!seen) {
        piece->flags |= GG_P_BACK;
        return;
    }
    if (s->f.steps[unit] < STEPS) piece->flags |= GG_P_REDUCED;
    piece->value[0] = (int16_t)pb_strength(s, unit);
    piece->value[1] = s->f.steps[unit];
}

void pb_view(const void *t, const void *state, int viewer, gg_view *out) {
    const pb_state *s = state;
    const gg_frame *combat = pb_combat_or_null(s);
    (void)t;
    for (int hex = 0; hex < HEXES; hex++)
        for (int level = 0; level < s->count[hex]; level++)
            show_counter(s, viewer, hex, level, out);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        gg_piece *piece = gg_view_piece(out);
        piece->handle = GG_NO_HANDLE;
        piece->face = F_COLUMN;
        piece->surface = S_SUPPLY;
        piece->owner = (uint8_t)seat;
        piece->cell = s->f.columns[seat];
        gg_view_gauge(out, L_COLUMNS, seat, s->f.columns[seat], COLUMNS);
        if (s->f.sealed[seat] && (viewer == (int)seat || viewer == GG_UMPIRE))
            gg_view_gauge(out, L_SEALED, seat, s->f.sealed[seat] - 1, COMMIT_MAX);
    }
    if (combat) {
        gg_view_gauge(out, L_ATTACK, combat->seat, combat->arg[ARG_ATTACK], 0);
        gg_view_gauge(out, L_DEFENCE, 1U - combat->seat, combat->arg[ARG_DEFENCE], 0);
    }
    gg_view_gauge(out, L_TURN, GG_NOBODY, s->f.turn + 1, TURNS);
}

static void explain_attack(const pb_state *s, int viewer, int target, gg_ledger *out) {
    int known = 0;
    for (int unit = 0; unit < UNITS; unit++) {
        int hex = s->hex_of[unit];
        if (hex == NONE || !(s->f.attacking[hex] >> s->level_of[unit] & 1)) continue;
        gg_ledger_put(out, GG_L_ADD, RULE_PB5, L_COUNTER, pb_strength(s, unit), unit, 0);
    }
    gg_ledger_put(out, GG_L_TOTAL, RULE_PB5, L_ATTACK, pb_total(s, target, true), 0, 0);
    for (int level = s->count[target] - 1; level >= 0; level--) {
        int unit = s->f.stack[target][level] - 1;
        if (!sees(viewer, pb_side(unit), level, s->count[target])) {
            gg_ledger_put(out, GG_L_NOTE, RULE_PB2, L_UNKNOWN, 0, 0, 0);
            continue;
        }
        known += pb_strength(s, unit);
        gg_ledger_put(out, GG_L_ADD, RULE_PB5, L_COUNTER, pb_strength(s, unit), unit, 0);
    }
    gg_ledger_put(out, GG_L_TOTAL, RULE_PB5, L_DEFENCE, known, 0, 0);
}

void pb_explain(const void *t, const void *state, int viewer, gg_action action, gg_ledger *out) {
    const pb_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)t;
    if (viewer != frame->seat) return;
    if (gg_verb_of(action) == V_CONFIRM && frame->node == N_ATTACK)
        explain_attack(s, viewer, frame->subject, out);
    if (gg_verb_of(action) == V_COMMIT && frame->node == N_COMMIT) {
        bool attacker = pb_combat_or_null(s)->seat == frame->seat;
        int n = gg_a(action);
        gg_ledger_put(out, GG_L_ADD, RULE_PB5, L_SHIFT, attacker ? n : -n, 0, 0);
    }
}
