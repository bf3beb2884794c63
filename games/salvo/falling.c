// SPDX-License-Identifier: Apache-2.0
// Dice that are falling, counted with their mean result: what a salvo or a melee under way will
// still cost, friends in the corridor included. A position in the middle of one is worth what it
// may be expected to become.
#include "survey.h"

typedef struct falling {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    sv_losses *out;
} falling;

// Expected tests (in ODDS) that a unit takes, at that score.
static void suffers(falling *b, int unit, int tests, int odds) {
    sv_losses *out = b->out;
    if (!b->v->unit[unit].here) return;
    GG_ASSERT(out->count < SV_LOSSES);
    out->unit[out->count] = (uint8_t)unit;
    out->harm[out->count++] = sv_harm(b->v, unit, tests, odds);
}

static int damage_odds(const falling *b, const gg_frame *salvo, int unit) {
    int penetration = sv_weapons[salvo->arg[ARG_WEAPON]].penetration;
    return sv_odds(
        sv_needed(sv_damage_margin(b->t, b->s, salvo->subject, penetration, unit, false)));
}

static void struck_by_salvo(falling *b, const gg_frame *salvo, int unit, int impacts, int save) {
    int damage = b->v->unit[unit].infantry ? 1 : sv_weapons[salvo->arg[ARG_WEAPON]].damage;
    impacts -= impacts * (save ? sv_odds(save) : 0) / ODDS;
    suffers(b, unit, impacts * damage, damage_odds(b, salvo, unit));
}

// CR29: third parties in the corridor are mostly nearer, and are hit first.
static void share_out(falling *b, const gg_frame *salvo, int hits) {
    uint8_t met[UNITS] = {0};
    int target = salvo->arg[ARG_TARGET], all = 0;
    const sv_state *s = b->s;
    for (int i = gg_bits_next(s->f.corridor, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(s->f.corridor, FIGURE_WORDS, i + 1), all++)
        met[b->t->unit_of[i]]++;
    int first = hits < all * ODDS ? hits : all * ODDS;
    met[target] = 0;
    for (int unit = 0; unit < UNITS; unit++) {
        int impacts = met[unit] ? first * met[unit] / all : 0;
        if (unit == target) impacts = hits - first;
        if (impacts <= 0) continue;
        int save =
            sv_save_against(b->t, s, salvo->subject, salvo->arg[ARG_WEAPON], s->f.firers, unit);
        struck_by_salvo(b, salvo, unit, impacts, save);
    }
}

static int mean_shots(const gg_frame *top) {
    int odds = sv_odds(top->arg[ARG_SCORE]), dice = top->arg[ARG_DICE];
    int failed = dice * (ODDS - odds), again = top->arg[ARG_REROLLS] * ODDS;
    return dice * odds + (again < failed ? again : failed) * odds / ODDS;
}

static void weigh_salvo(falling *b, const gg_frame *salvo, const gg_frame *top) {
    const sv_state *s = b->s;
    int odds = sv_odds(top->arg[ARG_SCORE]), unit = top->arg[ARG_UNIT];
    switch (top->node) {
    case N_SHOTS: share_out(b, salvo, mean_shots(top)); return;
    case N_REROLLS:
        share_out(b, salvo, top->arg[ARG_HITS] * ODDS + top->arg[ARG_DICE] * odds);
        return;
    case N_DAMAGE: suffers(b, unit, top->arg[ARG_DICE] * ODDS, odds); break;
    case N_LOCATIONS: suffers(b, unit, top->arg[ARG_DICE] * ODDS, ODDS); break;
    default: break;
    }
    for (int other = 0; other < UNITS; other++) {
        if (!s->f.impacts[other]) continue;
        int save = s->f.save[other];
        if (top->node == N_SAVES && other == unit) save = top->arg[ARG_SCORE];
        struck_by_salvo(b, salvo, other, s->f.impacts[other] * ODDS, save);
    }
}

static void struck_in_melee(falling *b, int striker, int unit, int hits) {
    int margin = sv_type(b->t, striker)->penetration - sv_type(b->t, unit)->protection;
    suffers(b, unit, hits, sv_odds(sv_needed(margin)));
}

static int attack_odds(const falling *b, int striker, int unit) {
    return sv_odds(sv_needed(sv_attack_margin(b->t, striker, unit)));
}

static void weigh_melee(falling *b, const gg_frame *melee, const gg_frame *top) {
    int striker = melee->subject, unit = top->arg[ARG_UNIT], odds = sv_odds(top->arg[ARG_SCORE]);
    int dice = top->arg[ARG_DICE], hits = top->arg[ARG_HITS] * ODDS;
    switch (top->node) {
    case N_ATTACKS: struck_in_melee(b, striker, unit, dice * odds); break;
    case N_AGAIN: struck_in_melee(b, striker, unit, hits + top->arg[ARG_REROLLS] * odds); break;
    case N_ATTACK_REROLLS: struck_in_melee(b, striker, unit, hits + dice * odds); break;
    case N_DAMAGE: suffers(b, unit, dice * ODDS, odds); break;
    case N_LOCATIONS: suffers(b, unit, dice * ODDS, ODDS); break;
    default: break;
    }
    for (int other = 0; other < UNITS; other++)
        if (b->s->f.blows[other])
            struck_in_melee(b, striker, other,
                            b->s->f.blows[other] * attack_odds(b, striker, other));
}

void sv_falling(const sv_table *t, const sv_state *s, const sv_survey *v, sv_losses *out) {
    const gg_frame *top = gg_flow_top(&s->f.flow), *below = s->f.flow.depth > 1 ? top - 1 : top;
    falling b = {t, s, v, out};
    out->count = 0;
    if (below->node == N_SALVO) weigh_salvo(&b, below, top);
    if (below->node == N_MELEE) weigh_melee(&b, below, top);
    if (top->node == N_MELEE) weigh_melee(&b, top, top);
}
