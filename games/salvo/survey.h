// SPDX-License-Identifier: Apache-2.0
// What the brains of Salvo (value, plan, policy) know about a position: the worth of units, and the
// harm a salvo or a melee may be expected to do. Estimates for choosing, never for judging: sight
// and cover are asked of three figures a unit, dice count by their mean.
//
// Worth is in hundredths of a star. Nothing here reads the order of a row of cards, nor points
// committed in secret; which units still have a card is public.
#ifndef GAME_SALVO_SURVEY_H
#define GAME_SALVO_SURVEY_H

#include "combat.h"

enum { SAMPLES = 6, ODDS = 1024, FINE = 64 }; // figures asked; a certainty; parts of a hundredth

typedef struct sv_glance {
    bool here;     // on the board
    bool engaged;  // C70: shoots at nobody
    bool valiant;  //
    bool infantry; //
    int left, size, radius;
    int samples;
    gg_point at[SAMPLES]; // its leader, then others
    int figure_worth; // in FINE: what one more figure lost costs (vehicles: a point of structure)
    int most;         // figures, or points of structure, that can be lost
    int bearers[2];   // by slot
    int now;          // per cent: how surely it acts in this round; 0 when it has
} sv_glance;

typedef struct sv_survey {
    int left; // times that stars will still be collected
    sv_glance unit[UNITS];
} sv_survey;

int sv_odds(int score);                                   // of one die, in ODDS
int sv_collections(const sv_table *t, const sv_state *s); // maintenances still to come
void sv_take_survey(const sv_table *t, const sv_state *s, sv_survey *v);
void sv_take_glance(const sv_table *t, const sv_state *s, sv_survey *v); // two figures a unit

// Sight and cover between two units, both ways.
typedef struct sv_line {
    int away;        // mm, leader to leader
    int seers[2];    // samples of the first and the second that see one of the other
    bool covered[2]; // the first, the second, from the other's fire
} sv_line;

sv_line sv_look(const sv_table *t, const sv_survey *v, int unit, int other); // sight alone
bool sv_mostly_covered(const sv_table *t, const sv_survey *v, int unit, int shooter);
// The same by look-ups: cover is guessed from rays (shade.c). For two figures a unit.
sv_line sv_glimpse(const sv_table *t, const sv_survey *v, int unit, int other);
// Harm of the salvo of one weapon, in FINE; `way` 0: the line's first unit shoots.
int sv_salvo_worth(const sv_table *t, const sv_state *s, const sv_survey *v, const sv_line *line,
                   int way, int shooter, int slot, int target, bool will);
// What a salvo would do to the enemy, less what it would do to friends in the corridor, in FINE;
// exact in sight and corridor (volley.c).
int sv_volley_worth(const sv_table *t, const sv_state *s, const sv_survey *v, int shooter, int slot,
                    int target);
// Harm of a melee attack by `strikers` figures on `struck` in contact; 0: as many as are likely.
int sv_melee_worth(const sv_table *t, const sv_survey *v, int unit, int target, int strikers,
                   int struck);
// A charge: what it does to the enemy, less what the enemy strikes back.
int sv_charge_worth(const sv_table *t, const sv_survey *v, int unit, int target);
int sv_harm(const sv_survey *v, int unit, int tests, int odds); // tests in ODDS; in FINE

// The best that a unit can do at once: its salvos, or its melee. In FINE.
int sv_prospects(const sv_table *t, const sv_state *s, const sv_survey *v, int unit);

// Stars that West may expect from the objectives, less East's, in FINE (stars.c).
typedef struct sv_hopes {
    int64_t next, later; // at the next collection, at all that follow
} sv_hopes;

// So many collections are looked at one by one; the last of them stands for the others.
void sv_hope(const sv_table *t, const sv_state *s, const sv_survey *v, int looks, sv_hopes *out);

// What a position is worth by guess, West's less East's, in FINE, by what it comes from (appeal.c).
enum {
    SV_PART_STARS,
    SV_PART_HOPES,
    SV_PART_NEARNESS,
    SV_PART_FORCES,
    SV_PART_OFFICERS,
    SV_PART_RESERVE,
    SV_PART_SHOTS,
    SV_PART_FIRE,
    SV_PART_BLOWS,
    SV_PART_CHARGES,
    SV_PART_WATCH,
    SV_PART_POINTS,
    SV_PARTS
};

typedef struct sv_parts {
    int64_t of[SV_PARTS];
    sv_hopes hopes;
} sv_parts;

// With a glance it is `quick`, and salvos through friends count for nothing.
void sv_weigh_parts(const sv_table *t, const sv_state *s, const sv_survey *v, bool quick,
                    sv_parts *out);

// What dice that are falling may be expected to cost, loss by loss (falling.c).
enum { SV_LOSSES = 2 * UNITS + 2 };

typedef struct sv_losses {
    int count;
    uint8_t unit[SV_LOSSES];
    int harm[SV_LOSSES]; // in FINE
} sv_losses;

void sv_falling(const sv_table *t, const sv_state *s, const sv_survey *v, sv_losses *out);

#endif
