// SPDX-License-Identifier: Apache-2.0
// Imagined worlds: copies of the seat's position in which everything it cannot know has been dealt
// anew, with a generator of the desk's own. The bot plays every seat there, and chance.
#include <stdlib.h>
#include <string.h>

#include "desk.h"

desk_world *desk_world_named(gg_desk *d, const char *token, size_t length) {
    if (length < 2 || length > 3 || token[0] != 'w' || token[1] == '0') return NULL;
    unsigned number = 0;
    for (size_t i = 1; i < length; i++) {
        if (token[i] < '0' || token[i] > '9') return NULL;
        number = 10 * number + (unsigned)(token[i] - '0');
    }
    return number <= GG_DESK_WORLDS ? &d->world[number - 1] : NULL;
}

static const void *table_of(const gg_desk *d) {
    return gg_match_published(d->match)->table;
}

static gg_turn turn_of(const gg_desk *d, const desk_world *w) {
    return d->game->turn(table_of(d), w->state);
}

// ----------------------------------------------------------------------------------------- dealing
// What is in the world now is its beginning: undo goes no further back.
static void settle(gg_desk *d, desk_world *w) {
    memcpy(w->deal, w->state, d->game->state_bytes);
    w->dealt_draft = w->draft;
    w->count = 0;
}

static void deal(gg_desk *d, desk_world *w) {
    const gg_position *at = gg_match_position_for(d->match, d->seat);
    const gg_action *steps;
    memcpy(w->state, at->state, d->game->state_bytes);
    d->game->resample(at->table, w->state, d->seat, &d->rng);
    w->draft = gg_match_draft(d->match, d->seat, &steps) ? (uint8_t)d->seat : GG_NOBODY;
    settle(d, w);
}

static void copy(const gg_desk *d, desk_world *to, const desk_world *from) {
    memcpy(to->deal, from->deal, d->game->state_bytes);
    memcpy(to->state, from->state, d->game->state_bytes);
    memcpy(to->action, from->action, from->count * sizeof(gg_action));
    to->count = from->count;
    to->draft = from->draft;
    to->dealt_draft = from->dealt_draft;
}

desk_error desk_clone(gg_desk *d, const desk_order *order, gg_out *out) {
    unsigned i = 0;
    if (*order->rest) return DESK_too_many_words;
    while (i < GG_DESK_WORLDS && d->world[i].used) i++;
    if (i == GG_DESK_WORLDS) return DESK_worlds_full;
    if (order->world_or_null)
        copy(d, &d->world[i], order->world_or_null);
    else
        deal(d, &d->world[i]);
    d->world[i].used = true;
    gg_out_format(out, "w%u", i + 1);
    return DESK_FINE;
}

desk_error desk_resample(gg_desk *d, const desk_order *order, gg_out *out) {
    desk_world *w = order->world_or_null;
    (void)out;
    if (*order->rest) return DESK_too_many_words;
    if (w->draft != GG_NOBODY && w->draft != d->seat) return DESK_draft_open;
    d->game->resample(table_of(d), w->state, d->seat, &d->rng);
    settle(d, w);
    return DESK_FINE;
}

desk_error desk_drop(gg_desk *d, const desk_order *order, gg_out *out) {
    (void)d, (void)out;
    if (*order->rest) return DESK_too_many_words;
    order->world_or_null->used = false;
    return DESK_FINE;
}

// ----------------------------------------------------------------------------------------- playing
static void apply(const gg_desk *d, desk_world *w, gg_action action) {
    gg_turn turn = turn_of(d, w);
    gg_apply(d->game, table_of(d), w->state, action, NULL);
    w->draft = gg_is_draft(d->game, action) ? turn.seat : GG_NOBODY;
}

static bool is_outcome(gg_desk *d, const desk_world *w, gg_action action) {
    uint32_t n = gg_chance(d->game, table_of(d), w->state, d->outcome), i = 0;
    while (i < n && d->outcome[i].action != action) i++;
    return i < n;
}

desk_error desk_world_play(gg_desk *d, desk_world *w, gg_action action) {
    gg_turn turn = turn_of(d, w);
    if (turn.seat == GG_OVER) return DESK_over;
    if (w->count == GG_DESK_DEPTH) return DESK_too_deep;
    if (turn.seat == GG_CHANCE && !is_outcome(d, w, action)) return DESK_chance_decides;
    if (turn.seat != GG_CHANCE &&
        !gg_check(d->game, table_of(d), w->state, turn.seat, action, &d->verdict))
        return DESK_bad_action; // the verdict says it
    apply(d, w, action);
    w->action[w->count++] = action;
    return DESK_FINE;
}

static void say_where(const gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    desk_say_where(d, &at, out);
}

// The deal again, and the first `count` actions.
static void back_to(const gg_desk *d, desk_world *w, uint32_t count) {
    memcpy(w->state, w->deal, d->game->state_bytes);
    w->draft = w->dealt_draft;
    w->count = count;
    for (uint32_t i = 0; i < count; i++) apply(d, w, w->action[i]);
}

desk_error desk_undo(gg_desk *d, const desk_order *order, gg_out *out) {
    desk_world *w = order->world_or_null;
    char *end = order->rest;
    unsigned long back = *order->rest ? strtoul(order->rest, &end, 10) : 1;
    bool digits = !*order->rest || (order->rest[0] >= '0' && order->rest[0] <= '9');
    if (*end || !digits || back < 1 || back > w->count) return DESK_bad_number;
    back_to(d, w, w->count - (uint32_t)back);
    say_where(d, order, out);
    return DESK_FINE;
}

// ------------------------------------------------------------------------------------------ chance
// "WEIGHT ACTION; WEIGHT ACTION": the weights add up to the number of tickets.
desk_error desk_chance(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    if (*order->rest) return DESK_too_many_words;
    if (turn_of(d, order->world_or_null).seat != GG_CHANCE) return DESK_not_chance;
    uint32_t n = gg_chance(d->game, at.table, at.state, d->outcome);
    for (uint32_t i = 0; i < n; i++) {
        gg_out_format(out, "%s%llu ", i ? "; " : "", (unsigned long long)d->outcome[i].weight);
        desk_notation(&at, d->outcome[i].action, out);
    }
    return DESK_FINE;
}

desk_error desk_roll(gg_desk *d, const desk_order *order, gg_out *out) {
    desk_world *w = order->world_or_null;
    gg_turn turn = turn_of(d, w);
    uint32_t before = w->count;
    if (*order->rest) return DESK_too_many_words;
    if (turn.seat != GG_CHANCE) return DESK_not_chance;
    for (; turn.seat == GG_CHANCE; turn = turn_of(d, w)) {
        if (w->count == GG_DESK_DEPTH) {
            back_to(d, w, before);
            return DESK_too_deep;
        }
        uint64_t ticket = gg_rng_below64(&d->rng, turn.tickets);
        gg_action action = gg_roll(d->game, table_of(d), w->state, ticket);
        apply(d, w, action);
        w->action[w->count++] = action;
    }
    say_where(d, order, out);
    return DESK_FINE;
}

// --------------------------------------------------------------------------------------- judgement
desk_error desk_policy(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    gg_turn turn = turn_of(d, order->world_or_null);
    if (*order->rest) return DESK_too_many_words;
    if (turn.seat >= d->game->seats)
        return turn.seat == GG_CHANCE ? DESK_chance_decides : DESK_over;
    if (d->game->brain.policy) {
        desk_notation(&at, d->game->brain.policy(at.table, at.state, turn.seat, &d->rng), out);
        return DESK_FINE;
    }
    uint32_t n = gg_legal(d->game, at.table, at.state, turn.seat, d->list);
    GG_ASSERT(n > 0 && n <= d->game->max_legal);
    desk_notation(&at, d->list[gg_rng_below(&d->rng, n)], out);
    return DESK_FINE;
}

desk_error desk_value(gg_desk *d, const desk_order *order, gg_out *out) {
    gg_position at = desk_at(d, order);
    int seat = d->seat;
    if (*order->rest && (!gg_seat_find(d->game, order->rest, &seat) || seat >= d->game->seats))
        return DESK_bad_seat;
    if (!d->game->brain.value) return DESK_not_here;
    gg_out_format(out, "%d", d->game->brain.value(at.table, at.state, seat));
    return DESK_FINE;
}
