// SPDX-License-Identifier: Apache-2.0
// How much is asked: a person counts for himself, with all his sessions and tokens; strangers count
// by address. People behind one address (a club, a school) take nothing from each other, except in
// their first hour, when what they begin counts for the address as well: or else a new guest for
// every match would be no limit at all.
//
// The address is the other end of the connection, or whom our relay names. Whatever a header says
// that one of our relays has not written is not read.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server.h"

// ------------------------------------------------------------------------------------------- whose
static srv_purse **purse_place(server *sv, int64_t person) {
    srv_purse **place = &sv->purse[(uint64_t)person % SRV_SESSION_BUCKETS];
    while (*place && (*place)->person != person) place = &(*place)->next;
    return place;
}

srv_purse *srv_purse_of(server *sv, int64_t person) {
    srv_purse **place = purse_place(sv, person);
    if (*place) return *place;
    srv_purse *purse = calloc(1, sizeof *purse);
    if (!purse) return NULL;
    purse->person = person;
    return *place = purse;
}

void srv_forget_purses(server *sv) {
    for (unsigned i = 0; i < SRV_SESSION_BUCKETS; i++)
        while (sv->purse[i]) {
            srv_purse *purse = sv->purse[i];
            sv->purse[i] = purse->next;
            free(purse);
        }
}

// -------------------------------------------------------------------------------------- where from
void srv_forget_addresses(server *sv) {
    for (unsigned i = 0; i < SRV_ADDRESS_BUCKETS; i++)
        while (sv->address[i]) {
            srv_address *address = sv->address[i];
            sv->address[i] = address->next;
            free(address);
        }
    sv->addresses_kept = 0;
}

// *local: somebody at this machine itself. Not so when a relay stands before us, who may be here
// too, nor by what a header says.
static gg_peer asker(const server *sv, const gg_call *call, bool *local) {
    gg_peer peer = gg_call_peer(call);
    bool relay = gg_range_has(sv->relay, sv->relays, &peer);
    const char *line;
    *local = !relay && !sv->named && gg_peer_here(&peer);
    for (unsigned i = 0; relay && (line = gg_call_header_back(call, "X-Forwarded-For", i)); i++)
        relay = gg_peer_before(line, sv->relay, sv->relays, &peer);
    return peer;
}

// NULL: not counted, or no memory.
static srv_address *address_of(server *sv, const gg_call *call, bool *local) {
    char text[GG_PEER_TEXT] = "";
    uint64_t hash = 0;
    gg_peer peer = asker(sv, call, local);
    if (*local) return NULL;
    gg_peer_house(&peer, text);
    for (const char *at = text; *at; at++) hash = gg_fold(hash, (uint64_t)(unsigned char)*at);
    srv_address **place = &sv->address[hash % SRV_ADDRESS_BUCKETS];
    while (*place && strcmp((*place)->text, text) != 0) place = &(*place)->next;
    if (*place) return *place;
    if (sv->addresses_kept == SRV_ADDRESSES_KEPT) {
        srv_forget_addresses(sv);
        place = &sv->address[hash % SRV_ADDRESS_BUCKETS];
    }
    srv_address *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    memcpy(made->text, text, sizeof text);
    *place = made;
    sv->addresses_kept++;
    return made;
}

// ----------------------------------------------------------------------------------------- may he?
bool srv_may_ask(server *sv, const gg_call *call, srv_session *session) {
    bool local;
    if (session) return srv_take(&session->purse->calls, SRV_CALLS_PER_SECOND, SRV_CALLS_BURST);
    srv_address *address = address_of(sv, call, &local);
    return local ||
           (address && srv_take(&address->calls, SRV_STRANGERS_PER_SECOND, SRV_STRANGERS_BURST));
}

bool srv_may_ask_dearly(const srv_request *r, unsigned calls) {
    return srv_take_some(&r->session->purse->calls, calls - 1, SRV_CALLS_PER_SECOND,
                         SRV_CALLS_BURST); // one is paid already
}

srv_fault srv_pay_odds(const srv_request *r, unsigned worth) {
    bool paid = srv_take_some(&r->session->purse->odds, worth, SRV_ODDS_PER_SECOND, SRV_ODDS_BURST);
    return paid ? FAULT_NONE : FAULT_TOO_MANY;
}

bool srv_may_begin_guest(server *sv, const gg_call *call) {
    bool local;
    srv_address *address = address_of(sv, call, &local);
    return local || (address && srv_take(&address->guests, 1, 120));
}

bool srv_may_begin_match(server *sv, const srv_request *r) {
    bool local;
    const srv_session *session = r->session;
    if (!srv_take(&session->purse->matches, SRV_MATCHES_PER_SECOND, SRV_MATCHES_BURST))
        return false;
    if (srv_now_s() - session->who.born >= SRV_STRANGER_S) return true;
    srv_address *address = address_of(sv, r->call, &local);
    return local || (address && srv_take(&address->matches, 2, 240));
}
