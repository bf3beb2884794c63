// SPDX-License-Identifier: Apache-2.0
// Sealed nodes between people far apart: nobody has to wait for the other. The log has the answers
// in the order of the seats; what a later seat answers before its turn is kept in the store until
// then, is shown to nobody else, and can be changed. Both clocks run until each has answered. That
// somebody has answered shows (his clock stands), what he has answered does not.
#include <string.h>

#include "server.h"

// Several seats of one person at one screen are asked one after the other.
static bool are_apart(const srv_match *m, unsigned a, unsigned b) {
    return m->kind[a] == SRV_HUMAN && m->kind[b] == SRV_HUMAN &&
           m->row.person[a] != m->row.person[b];
}

bool srv_awaits(const srv_match *m, int seat) {
    gg_turn turn = srv_match_turn(m);
    if (turn.seat == seat) return true;
    if (seat < 0 || seat >= m->game->seats || turn.seat >= m->game->seats) return false;
    return are_apart(m, turn.seat, (unsigned)seat) && gg_match_awaits(m->match, seat);
}

bool srv_both_await(const srv_match *m) {
    unsigned count = 0;
    for (int i = 0; i < m->game->seats; i++) count += srv_awaits(m, i);
    return count > 1;
}

// Has the seat answered before its turn?
static bool is_whole(const srv_match *m, int seat) {
    return srv_match_turn(m).seat != seat && gg_match_draft(m->match, seat, NULL) &&
           !gg_match_awaits(m->match, seat);
}

static void forget_steps(srv_match *m, int seat) {
    while (gg_match_draft(m->match, seat, NULL) && gg_match_undo(m->match, seat) == GG_OK) {
    }
}

// Clocks are looked at anew, and everybody is told which run.
static void stir(server *sv, srv_match *m) {
    srv_clock_follow(sv, m);
    srv_match_stirred(sv, m, true);
}

static void keep(server *sv, const srv_match *m, int seat, uint64_t key) {
    const gg_action *steps;
    int64_t used = gg_match_clock_told(m->match, seat) - gg_match_clock(m->match, seat);
    gg_store_early early = {.place = (unsigned)seat,
                            .used_ms = (uint32_t)used,
                            .key = key,
                            .seq = srv_seq_of(m, m->row.person[seat])};
    early.steps = gg_match_draft(m->match, seat, &steps);
    memcpy(early.step, steps, early.steps * sizeof *steps);
    gg_store_early_put(sv->store, m->row.row, &early);
}

void srv_early_changed(server *sv, srv_match *m, int seat) {
    uint64_t key = m->asked_key;
    bool answered = !(m->early >> seat & 1) && is_whole(m, seat);
    if (answered) {
        m->early |= 1U << seat;
        m->early_key[seat] = key;
        stir(sv, m);
    }
    srv_match_changed(sv, m);
    if (answered) keep(sv, m, seat, key);
}

// What is not legal any more is no answer.
static void read_one(void *user, const gg_store_early *early) {
    srv_match *m = user;
    int seat = (int)early->place;
    gg_status status = GG_NOT_ALLOWED;
    if (seat >= m->game->seats || srv_match_turn(m).seat == seat) return;
    for (unsigned i = 0; i < early->steps; i++) {
        status = gg_match_act(m->match, seat, early->step[i], 0, gg_match_entries(m->match),
                              i ? 0 : early->used_ms, NULL, NULL);
        if (status != GG_OK) break;
    }
    if (status != GG_OK || !is_whole(m, seat)) {
        forget_steps(m, seat);
        return;
    }
    m->early |= 1U << seat;
    m->early_key[seat] = early->key;
    gg_match_key_keep(m->match, seat, early->key, early->seq);
}

gg_status srv_early_read(server *sv, srv_match *m) {
    m->early = 0;
    return gg_store_early_of(gg_store_reading(sv->store), m->row.row, read_one, m);
}

uint64_t srv_early_key(const srv_match *m, unsigned seat) {
    return seat < m->game->seats && m->early >> seat & 1 ? m->early_key[seat] : 0;
}

// Who has changed his mind goes on thinking where he stopped: his time was never given back.
void srv_early_follow(server *sv, srv_match *m, bool entered) {
    unsigned before = m->early;
    for (int i = 0; i < m->game->seats; i++) {
        if (!(m->early >> i & 1) || is_whole(m, i)) continue;
        m->early &= ~(1U << i);
        gg_store_early_end(sv->store, m->row.row, (unsigned)i);
        if (!entered) m->runs[i] = true;
    }
    if (!entered && m->early != before) stir(sv, m);
}

void srv_early_drop(server *sv, srv_match *m, int seat) {
    if (!(m->early >> seat & 1)) return;
    forget_steps(m, seat);
    m->early &= ~(1U << seat);
    gg_store_early_end(sv->store, m->row.row, (unsigned)seat);
}
