// SPDX-License-Identifier: Apache-2.0
// CHANGE: what is new for a reader since his last message. Members that are as they were are left
// out; of pieces and legal actions only the stretches that differ are told, as [at, drop, [items]]:
// from the first to the last, `drop` items at `at` are replaced by these. A piece that the reader
// knows by its handle is told by what is new about it.
//
// What was shown is kept: a piece as it is, an action by its number, a small member by a key of
// what its text is made from. Names are made from the table, never from the state: what has been
// named keeps its name.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "change.h"

enum { LOOK_AHEAD = 12, NOTATION_MAX = 256, SLOT_TWICE = UINT16_MAX, STRIDE = 8 };
enum { SPARES = 128, SPARE_BYTES = 8192 };

const uint64_t *srv_shown_draft(const srv_shown *shown) {
    return shown->action + shown->legal;
}

gg_piece *srv_shown_pieces(const srv_shown *shown) {
    const uint64_t *end = srv_shown_draft(shown) + shown->drafted;
    gg_piece *pieces;
    memcpy(&pieces, &end, sizeof pieces);
    return pieces;
}

srv_shown *srv_shown_hold(srv_shown *shown) {
    shown->holders++;
    return shown;
}

// One is made for every change and soon dropped: some are kept for the next.
static srv_shown *spare[SPARES];
static unsigned spares;

static srv_shown *take_room(size_t size) {
    if (size <= SPARE_BYTES && spares) return spare[--spares];
    srv_shown *made = malloc(size <= SPARE_BYTES ? SPARE_BYTES : size);
    return made;
}

void srv_shown_drop(srv_shown *shown) {
    if (!shown || --shown->holders) return;
    if (shown->bytes <= SPARE_BYTES && spares < SPARES)
        spare[spares++] = shown;
    else
        free(shown);
}

void srv_shown_close(void) {
    while (spares) free(spare[--spares]);
}

bool srv_shown_shared(const srv_shown *shown) {
    return shown->holders > 1;
}

uint64_t srv_shown_seq(const srv_shown *shown) {
    return shown->seq;
}

bool srv_shown_alike(const srv_shown *a, const srv_shown *b) {
    return a->seq == b->seq && a->entry == b->entry && a->pieces == b->pieces &&
           a->legal == b->legal && a->drafted == b->drafted && a->reasons == b->reasons &&
           memcmp(a->named, b->named, sizeof a->named) == 0 &&
           memcmp(a->reason, b->reason, a->reasons * sizeof *a->reason) == 0 &&
           memcmp(a->member, b->member, sizeof a->member) == 0 &&
           memcmp(a->action, b->action, a->legal * sizeof *a->action) == 0 &&
           memcmp(srv_shown_pieces(a), srv_shown_pieces(b), a->pieces * sizeof(gg_piece)) == 0;
}

static uint64_t key_of(const void *bytes, size_t count) {
    const char *at = bytes;
    size_t whole = count & ~(size_t)7;
    uint64_t rest = 0;
    memcpy(&rest, at + whole, count - whole);
    return gg_fold(gg_hash(at, whole), rest);
}

typedef void item_writer(const change *c, gg_json *json, uint32_t index);

// Where each piece stood in what was shown before; of one that stood twice, SLOT_TWICE.
static void fill_slots(const change *c) {
    srv_slots *slots = &c->sv->slots;
    const gg_piece *pieces = srv_shown_pieces(c->base);
    slots->of = c->base;
    memset(slots->at, 0, sizeof slots->at);
    for (uint32_t i = 0; i < c->base->pieces; i++) {
        unsigned handle = pieces[i].handle;
        if (handle < SRV_SLOTS)
            slots->at[handle] = slots->at[handle] ? SLOT_TWICE : (uint16_t)(i + 1);
    }
}

static uint32_t slot_of(const change *c, unsigned handle) {
    const gg_piece *pieces = srv_shown_pieces(c->base);
    uint32_t found = 0;
    if (handle < SRV_SLOTS) {
        if (c->sv->slots.of != c->base) fill_slots(c);
        return c->sv->slots.at[handle];
    }
    for (uint32_t i = 0; i < c->base->pieces; i++)
        if (pieces[i].handle == handle) found = found ? SLOT_TWICE : i + 1;
    return found;
}

const gg_piece *srv_known_piece(const change *c, uint32_t index) {
    unsigned handle = c->sv->view.piece[index].handle;
    uint32_t slot = c->base && handle < GG_HANDLE_HIDDEN ? slot_of(c, handle) : 0;
    if (!slot || slot == SLOT_TWICE) return NULL;
    return &srv_shown_pieces(c->base)[slot - 1];
}

static void write_piece(const change *c, gg_json *json, uint32_t index) {
    const gg_piece *piece = &c->sv->view.piece[index];
    const gg_piece *known = srv_known_piece(c, index);
    if (known)
        gg_json_piece_news(json, piece, known);
    else
        gg_json_piece(json, c->at, piece);
}

// [number, notation]: verb and operands can be read off the number.
static void write_action(const change *c, gg_json *json, uint32_t index) {
    gg_action action = c->sv->list[index];
    char text[NOTATION_MAX];
    (void)gg_notation_into(c->at->game, c->at->table, c->at->state, action, text, sizeof text);
    gg_json_open(json, NULL, '[');
    gg_json_integer(json, NULL, (int64_t)action);
    gg_json_string(json, NULL, text);
    gg_json_close(json, ']');
}

// -------------------------------------------------------------------------------------- stretches
typedef struct stretch {
    const uint64_t *old, *now;             // of actions
    const gg_piece *old_piece, *now_piece; // of pieces
    uint32_t olds, nows;
    bool sorted;
} stretch;

static bool same(const stretch *s, uint32_t a, uint32_t b) {
    if (s->old && s->old[a] != s->now[b]) return false;
    return !s->old_piece || memcmp(&s->old_piece[a], &s->now_piece[b], sizeof(gg_piece)) == 0;
}

// Are they the same, or the same piece at another moment?
static bool belong(const stretch *s, uint32_t a, uint32_t b) {
    unsigned handle = s->old_piece ? s->old_piece[a].handle : GG_HANDLE_HIDDEN;
    return handle < GG_HANDLE_HIDDEN ? handle == s->now_piece[b].handle : same(s, a, b);
}

// From old[a] and now[b], which differ, towards the place where both lists agree again: of sorted
// ones the lesser is passed, of others the nearest place in sight is taken.
static void agree_again(const stretch *s, uint32_t a, uint32_t b, uint32_t *drop, uint32_t *put) {
    if (s->sorted) {
        *drop = s->old[a] < s->now[b];
        *put = !*drop;
        return;
    }
    if (s->old_piece && s->old_piece[a].handle == s->now_piece[b].handle &&
        s->old_piece[a].handle < GG_HANDLE_HIDDEN) {
        *drop = *put = 1; // it has changed where it is
        return;
    }
    for (uint32_t far = 1; far <= LOOK_AHEAD; far++)
        for (uint32_t i = 0; i <= far; i++) {
            uint32_t x = a + i, y = b + far - i;
            if (x < s->olds && y < s->nows && belong(s, x, y)) {
                *drop = i;
                *put = far - i;
                return;
            }
        }
    *drop = 1;
    *put = 1;
}

static bool is_compact(const change *c) {
    return c->form == FORM_COMPACT;
}

static void write_stretch(const change *c, item_writer *write, uint32_t at, uint32_t drop,
                          uint32_t put) {
    gg_json_open(c->json, NULL, '[');
    gg_json_integer(c->json, NULL, at);
    gg_json_integer(c->json, NULL, drop);
    if (!is_compact(c)) {
        gg_json_open(c->json, NULL, '[');
        for (uint32_t i = 0; i < put; i++) write(c, c->json, at + i);
        gg_json_close(c->json, ']');
    } else if (write == write_piece) {
        srv_compact_pieces(c, at, put);
    } else {
        srv_compact_actions(c->json, c->at->game, c->sv->list + at, put);
    }
    gg_json_close(c->json, ']');
}

// The stretch that begins with a difference: grows until both agree again or one ends.
static void measure(const stretch *s, uint32_t a, uint32_t b, uint32_t *drop, uint32_t *put) {
    *drop = *put = 0;
    for (;;) {
        uint32_t more, less;
        if (a + *drop == s->olds || b + *put == s->nows) {
            *drop = s->olds - a;
            *put = s->nows - b;
            return;
        }
        if ((*drop || *put) && same(s, a + *drop, b + *put)) return;
        agree_again(s, a + *drop, b + *put, &less, &more);
        *drop += less;
        *put += more;
    }
}

// Most of a list is as it was: several items are compared at one go.
static bool same_stride(const stretch *s, uint32_t a, uint32_t b) {
    if (a + STRIDE > s->olds || b + STRIDE > s->nows) return false;
    if (s->old) return memcmp(s->old + a, s->now + b, STRIDE * sizeof *s->old) == 0;
    return memcmp(s->old_piece + a, s->now_piece + b, STRIDE * sizeof *s->old_piece) == 0;
}

static void write_list(const change *c, const char *key, item_writer *write, const stretch *s) {
    uint32_t a = 0, b = 0, drop, put;
    bool open = false;
    while (a < s->olds || b < s->nows) {
        if (same_stride(s, a, b)) {
            a += STRIDE;
            b += STRIDE;
            continue;
        }
        if (a < s->olds && b < s->nows && same(s, a, b)) {
            a++;
            b++;
            continue;
        }
        if (!open) gg_json_open(c->json, key, '[');
        open = true;
        measure(s, a, b, &drop, &put);
        write_stretch(c, write, b, drop, put);
        a += drop;
        b += put;
    }
    if (open) gg_json_close(c->json, ']');
}

// ----------------------------------------------------------------------------------------- members
static void write_member(const change *c, unsigned which) {
    gg_json *json = c->json;
    const srv_match *m = c->m;
    switch (which) {
    case M_SEATS: srv_json_seats(json, m); break;
    case M_TURN: srv_json_turn(json, m->game, &c->turn, c->result.over, c->acting); break;
    case M_RESULT: srv_json_result(json, m->game, &c->result); break;
    case M_GAUGES: gg_json_gauges(json, &c->sv->view); break;
    case M_DRAFT: srv_json_draft(json, m, c->viewer); break;
    case M_UNDO: srv_json_undo(json, m, c->viewer); break;
    case M_DRAW: srv_json_draw(json, m); break;
    case M_TAKEBACK: srv_json_takeback(json, m); break;
    case M_TALK: gg_json_integer(json, "talk", m->said); break;
    case M_PEOPLE: srv_json_people(json, m, c->person); break;
    default: gg_json_bool(json, "thinking", m->thinking != NULL); break;
    }
}

// What the text of a member is made from: equal keys, equal text.
static uint64_t member_key(const change *c, unsigned which) {
    const srv_match *m = c->m;
    const gg_action *steps = NULL;
    uint64_t key = which;
    switch (which) {
    case M_SEATS:
        for (unsigned i = 0; i < m->game->seats; i++)
            key =
                gg_fold(gg_fold(key, m->kind[i]), (uint64_t)gg_match_clock_told(m->match, (int)i));
        return gg_fold(gg_fold(key, srv_clock_key(m)), srv_dice_wanted(m));
    case M_TURN:
        key = gg_fold(key, c->turn.seat);
        return gg_fold(key,
                       (uint64_t)c->turn.node << 2 | (unsigned)c->result.over << 1 | c->acting);
    case M_RESULT: return gg_fold(key, c->result.over); // a match that is over stays as it is
    case M_GAUGES: return key_of(c->sv->view.gauge, c->sv->view.gauges * sizeof(gg_gauge));
    case M_DRAFT:
        for (uint32_t n = gg_match_draft(m->match, c->viewer, &steps); n; n--)
            key = gg_fold(key, steps[n - 1]);
        return key;
    case M_UNDO: // one of a few constant sentences
        return gg_fold(key, (uintptr_t)gg_match_undo_refusal(m->match, c->viewer, GG_EN));
    case M_DRAW: return gg_fold(key, (uint64_t)m->offer);
    case M_TAKEBACK: {
        uint32_t number;
        unsigned silent;
        int seat = gg_match_back_asked(m->match, &number, &silent);
        return gg_fold(gg_fold(key, (uint64_t)seat << 32 | number), silent);
    }
    case M_TALK: return gg_fold(key, (uint64_t)m->said);
    case M_PEOPLE: return gg_fold(gg_fold(key, m->talk), srv_seats_of(m, c->person));
    default: return gg_fold(key, m->thinking != NULL);
    }
}

static void write_members(const change *c) {
    for (unsigned i = 0; i < MEMBERS; i++) {
        uint64_t key = c->now->member[i] = member_key(c, i);
        if (!c->base || c->base->member[i] == key) continue;
        if (is_compact(c))
            srv_compact_member(c, (member)i);
        else
            write_member(c, i);
    }
}

static srv_shown *new_shown(const change *c, uint32_t pieces, uint32_t legal) {
    const gg_action *steps = NULL;
    uint32_t drafted = gg_match_draft(c->m->match, c->viewer, &steps);
    size_t actions = (size_t)legal + drafted;
    size_t size = sizeof(srv_shown) + actions * sizeof(uint64_t) + pieces * sizeof(gg_piece);
    srv_shown *now = take_room(size);
    if (!now) return NULL;
    memset(now, 0, offsetof(srv_shown, gauge));
    now->bytes = size;
    now->drafted = drafted;
    now->holders = 1;
    now->seq = srv_seq_of(c->m, c->person);
    now->entry = gg_match_entries(c->m->match);
    now->pieces = pieces;
    now->legal = legal;
    memcpy(now->action, c->sv->list, legal * sizeof *now->action);
    memcpy(now->action + legal, steps, drafted * sizeof *steps);
    memcpy(srv_shown_pieces(now), c->sv->view.piece, pieces * sizeof(gg_piece));
    return now;
}

void srv_change_pieces(const change *c) {
    const srv_shown *base = c->base, *now = c->now;
    write_list(c, is_compact(c) ? "piece" : "pieces", write_piece,
               &(stretch){NULL, NULL, srv_shown_pieces(base), srv_shown_pieces(now), base->pieces,
                          now->pieces, false});
}

srv_shown *srv_shown_view(const change *c) {
    change with = *c;
    with.now = new_shown(c, c->sv->view.pieces, 0);
    if (with.now) srv_compact_remember(&with);
    return with.now;
}

static void write_lists(const change *c) {
    const srv_shown *base = c->base, *now = c->now;
    bool compact = is_compact(c);
    srv_change_pieces(c);
    write_list(c, compact ? "acts" : "legal", write_action,
               &(stretch){base->action, now->action, NULL, NULL, base->legal, now->legal, true});
    if (now->entry > base->entry && compact)
        srv_json_news(c->sv, c->json, c->m, base->entry, now->entry, c->viewer);
    else if (now->entry > base->entry)
        srv_json_log(c->sv, c->json, c->m, base->entry, now->entry, c->viewer);
}

// What this viewer sees now and may do, into the server's view and list; returns how much he may.
// Another reader may have been shown just that: it is not made twice.
static uint32_t look(const change *c, const srv_shown *known) {
    server *sv = c->sv;
    if (!known) {
        gg_view_into(c->m->game, c->at->table, c->at->state, c->viewer, &sv->view);
        return srv_legal(sv, c->at, c->viewer, c->acting);
    }
    sv->view.pieces = (uint16_t)known->pieces;
    sv->view.gauges = (uint16_t)known->gauges;
    memcpy(sv->view.piece, srv_shown_pieces(known), known->pieces * sizeof *sv->view.piece);
    memcpy(sv->view.gauge, known->gauge, known->gauges * sizeof *sv->view.gauge);
    memcpy(sv->list, known->action, known->legal * sizeof *sv->list);
    return known->legal;
}

bool srv_json_change(server *sv, gg_json *json, srv_match *m, const srv_eye *eye, srv_form form,
                     const srv_shown *base, const srv_shown *known, srv_shown **now) {
    int viewer = eye->viewer;
    change c = {.sv = sv,
                .json = json,
                .m = m,
                .viewer = viewer,
                .person = eye->person,
                .form = form,
                .base = base};
    sv->slots.of = NULL;
    c.at = srv_position_for(m, viewer);
    c.turn = m->game->turn(c.at->table, c.at->state);
    gg_match_result(m->match, &c.result);
    c.acting = srv_acting(m, &c.turn, &c.result, viewer);
    uint32_t legal = look(&c, known);
    *now = c.now = new_shown(&c, sv->view.pieces, legal);
    if (!c.now) return false;
    srv_compact_remember(&c);
    if (form != FORM_COMPACT) gg_json_string(json, "viewer", gg_seat_token(m->game, viewer));
    gg_json_integer(json, "seq", (int64_t)c.now->seq);
    if (form != FORM_COMPACT || !base || base->entry != c.now->entry)
        gg_json_integer(json, "entry", c.now->entry);
    write_members(&c);
    if (base) write_lists(&c);
    return true;
}
