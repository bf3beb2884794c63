// SPDX-License-Identifier: Apache-2.0
// Why not, and what instead; and the action a person meant by what was clicked.
//
// Remedies are first of all legal actions with the same verb that differ in exactly one operand.
// How near they are is measured operand by operand: places by where they lie, sets by how many
// members change, everything else by the difference of its number. Distances of different operands
// have different units, so they are not compared: the nearest of each operand come first, then the
// second nearest. Where room is left, kin follow: actions of other verbs about the same piece or
// place.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "words.h"

// ------------------------------------------------------------------------------------------- why
static int64_t square(int64_t n) {
    return n * n;
}

// By where the two places lie; 0 when the surface does not tell.
static int64_t apart(const gg_game *game, const void *t, unsigned surface, unsigned a, unsigned b) {
    gg_cell from, to;
    if (surface >= game->n_surfaces || a >= game->surfaces[surface].cells ||
        b >= game->surfaces[surface].cells)
        return 0;
    memset(&from, 0, sizeof from);
    memset(&to, 0, sizeof to);
    game->show.cell(t, surface, a, &from);
    game->show.cell(t, surface, b, &to);
    return square(from.x - to.x) + square(from.y - to.y);
}

static int64_t difference(const gg_game *game, const void *t, unsigned domain, unsigned a,
                          unsigned b) {
    const gg_domain *d = gg_domain_of(game, domain);
    int64_t numbers = a > b ? a - b : b - a;
    if (d->kind == GG_K_SET) return gg_bits_popcount64(a ^ b);
    if (d->kind == GG_K_CELL)
        return apart(game, t, d->surface, a, b) * (GG_OPERAND_MAX + 1) + numbers;
    return numbers;
}

// The one operand in which two actions of a verb differ, or GG_OPERANDS.
static unsigned differing_operand(gg_action a, gg_action b) {
    unsigned which = GG_OPERANDS, count = 0;
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        if (gg_operand(a, i) != gg_operand(b, i)) {
            which = i;
            count++;
        }
    return count == 1 ? which : GG_OPERANDS;
}

typedef struct near_list {
    unsigned count;
    int64_t distance[GG_REMEDIES];
    gg_action action[GG_REMEDIES];
} near_list;

// Kept nearest first; of equals the earlier one of the legal list.
static void keep(near_list *list, int64_t distance, gg_action action) {
    unsigned at = list->count;
    while (at > 0 && list->distance[at - 1] > distance) at--;
    if (at == GG_REMEDIES) return;
    if (list->count < GG_REMEDIES) list->count++;
    for (unsigned i = list->count - 1; i > at; i--) {
        list->distance[i] = list->distance[i - 1];
        list->action[i] = list->action[i - 1];
    }
    list->distance[at] = distance;
    list->action[at] = action;
}

static void find_remedies(const gg_game *game, const void *t, gg_action action,
                          const gg_action *list, uint32_t count, gg_why *out) {
    near_list near[GG_OPERANDS];
    unsigned verb = gg_verb_of(action);
    memset(near, 0, sizeof near);
    for (uint32_t i = 0; i < count; i++) {
        if (gg_verb_of(list[i]) != verb) continue;
        unsigned which = differing_operand(action, list[i]);
        if (which == GG_OPERANDS) continue;
        keep(&near[which],
             difference(game, t, game->verbs[verb].domain[which], gg_operand(action, which),
                        gg_operand(list[i], which)),
             list[i]);
    }
    for (unsigned rank = 0; rank < GG_REMEDIES; rank++)
        for (unsigned i = 0; i < GG_OPERANDS && out->remedies < GG_REMEDIES; i++)
            if (rank < near[i].count) out->remedy[out->remedies++] = near[i].action[rank];
}

// ------------------------------------------------------------------------------------------- kin
// Do operand i of a and operand j of b name the same piece, place or point?
static bool same_thing(const gg_game *game, gg_action a, unsigned i, gg_action b, unsigned j) {
    const gg_domain *one = gg_domain_of(game, game->verbs[gg_verb_of(a)].domain[i]);
    const gg_domain *two = gg_domain_of(game, game->verbs[gg_verb_of(b)].domain[j]);
    if (one->kind != two->kind || gg_operand(a, i) != gg_operand(b, j)) return false;
    if (one->kind == GG_K_PIECE) return true;
    if (one->kind == GG_K_CELL) return one->surface == two->surface;
    return one->kind == GG_K_X && i + 1 < GG_OPERANDS && j + 1 < GG_OPERANDS &&
           gg_operand(a, i + 1) == gg_operand(b, j + 1);
}

static bool well_formed(const gg_game *game, gg_action action) {
    return gg_verb_of(action) > 0 && gg_verb_of(action) < game->n_verbs;
}

// Things that two actions have in common.
static unsigned kinship(const gg_game *game, gg_action a, gg_action b) {
    unsigned count = 0;
    for (unsigned i = 0; i < GG_OPERANDS; i++)
        for (unsigned j = 0; j < GG_OPERANDS; j++)
            if (same_thing(game, a, i, b, j)) {
                count++;
                break;
            }
    return count;
}

static bool has_verb(const gg_action *list, uint32_t count, gg_action action) {
    for (uint32_t i = 0; i < count; i++)
        if (gg_verb_of(list[i]) == gg_verb_of(action)) return true;
    return false;
}

// The nearest kin of every verb that is not among the remedies yet.
static void find_kin(const gg_game *game, gg_action action, const gg_action *list, uint32_t count,
                     gg_why *out) {
    while (out->remedies < GG_REMEDIES) {
        unsigned best = 0;
        gg_action kin = GG_NO_ACTION;
        for (uint32_t i = 0; i < count; i++) {
            unsigned common = kinship(game, action, list[i]);
            if (common <= best || has_verb(out->remedy, out->remedies, list[i])) continue;
            best = common;
            kin = list[i];
        }
        if (!best) return;
        out->remedy[out->remedies++] = kin;
    }
}

// Nothing comes near: what is left is to end it.
static void find_end(const gg_game *game, const gg_action *list, uint32_t count, gg_why *out) {
    for (uint32_t i = 0; i < count && out->remedies < GG_REMEDIES; i++) {
        const gg_verb *verb = &game->verbs[gg_verb_of(list[i])];
        if (verb->domain[0] != GG_D_NONE || !(verb->flags & (GG_V_DONE | GG_V_DECLINE))) continue;
        if (!has_verb(out->remedy, out->remedies, list[i])) out->remedy[out->remedies++] = list[i];
    }
}

// ---------------------------------------------------------------------------- what comes first
enum { TRIES = 256 };

typedef struct trial {
    gg_events events;
    max_align_t state[];
} trial;

// Is the action allowed once `step` is done, by the same seat, with nothing learnt on the way? What
// is revealed may decide whether it is allowed: then the answer would reveal it too.
static bool leads(const gg_game *game, const void *t, const void *s, int seat, gg_action step,
                  gg_action action, trial *copy) {
    memcpy(copy->state, s, game->state_bytes);
    copy->events.count = 0;
    gg_apply(game, t, copy->state, step, &copy->events);
    return !gg_events_reveal(&copy->events) && game->turn(t, copy->state).seat == seat &&
           gg_check(game, t, copy->state, seat, action, NULL);
}

// Steps without operands (stop, done) before those that name something of the action's.
static void find_first(const gg_game *game, const void *t, const void *s, int seat,
                       gg_action action, const gg_action *list, uint32_t count, gg_why *out) {
    trial *copy = malloc(sizeof *copy + game->state_bytes);
    unsigned tries = 0;
    for (unsigned pass = 0; copy && pass < 2; pass++)
        for (uint32_t i = 0; i < count && out->firsts < GG_FIRSTS && tries < TRIES; i++) {
            bool bare = game->verbs[gg_verb_of(list[i])].domain[0] == GG_D_NONE;
            if (bare != (pass == 0) || has_verb(out->first, out->firsts, list[i])) continue;
            if (!bare && !kinship(game, action, list[i])) continue;
            tries++;
            if (leads(game, t, s, seat, list[i], action, copy)) out->first[out->firsts++] = list[i];
        }
    free(copy);
}

void gg_why_ask(const gg_game *game, const void *t, const void *s, int seat, gg_action action,
                gg_action *list, gg_why *out) {
    memset(out, 0, sizeof *out);
    out->legal = gg_check(game, t, s, seat, action, &out->verdict);
    if (out->legal) {
        memset(&out->verdict, 0, sizeof out->verdict);
        return;
    }
    uint32_t count = gg_legal(game, t, s, seat, list);
    GG_ASSERT(count <= game->max_legal);
    if (!well_formed(game, action)) return;
    find_remedies(game, t, action, list, count, out);
    find_kin(game, action, list, count, out);
    if (!out->remedies) find_end(game, list, count, out);
    find_first(game, t, s, seat, action, list, count, out);
}

// ---------------------------------------------------------------------------------------- clicks
enum { CLICKS_MAX = 8 };

static bool click_fits(const gg_game *game, unsigned domain, const gg_click *click) {
    const gg_domain *d = gg_domain_of(game, domain);
    if (click->kind != d->kind || d->kind == GG_K_NONE) return false;
    if (d->kind == GG_K_CELL || d->kind == GG_K_X)
        return click->surface == d->surface && click->value <= GG_OPERAND_MAX;
    return click->value <= GG_OPERAND_MAX; // a hidden piece's handle is not an operand
}

// A point off the table is still an action: check() says that it is off the table.
static unsigned coordinate(int16_t millimetres) {
    return millimetres < 0 ? GG_OPERAND_MAX : (unsigned)millimetres;
}

// Gives each operand the first click not yet used that fits it. `used` is a set of clicks.
static bool fill(const gg_game *game, unsigned verb, const gg_click *clicks, unsigned count,
                 unsigned used, gg_action *action) {
    const uint8_t *domain = game->verbs[verb].domain;
    unsigned value[GG_OPERANDS] = {0};
    for (unsigned i = 0; i < GG_OPERANDS && domain[i] != GG_D_NONE; i++) {
        unsigned c = 0;
        while (c < count && (used >> c & 1 || !click_fits(game, domain[i], &clicks[c]))) c++;
        if (c == count) return false;
        used |= 1U << c;
        value[i] = clicks[c].value;
        if (clicks[c].kind != GG_K_X) continue;
        value[i] = coordinate(clicks[c].x);
        if (i + 1 < GG_OPERANDS && gg_domain_of(game, domain[i + 1])->kind == GG_K_Y)
            value[++i] = coordinate(clicks[c].y);
    }
    if (used != (1U << count) - 1) return false;
    *action = gg_act(verb, value[0], value[1], value[2]);
    return true;
}

bool gg_click_action(const gg_game *game, const void *t, const void *s, const gg_click *clicks,
                     unsigned count, gg_action *action) {
    const uint8_t *verb = game->nodes[game->turn(t, s).node].verbs;
    unsigned button = 0;
    *action = GG_NO_ACTION;
    if (count == 0 || count > CLICKS_MAX) return false;
    while (button < count && clicks[button].kind != GG_K_CHOICE) button++;
    for (; *verb; verb++) {
        if (button < count && clicks[button].value != *verb) continue;
        if (fill(game, *verb, clicks, count, button < count ? 1U << button : 0, action))
            return true;
    }
    return false;
}
