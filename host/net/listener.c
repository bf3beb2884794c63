// SPDX-License-Identifier: Apache-2.0
// Connections are accepted here and counted by address. One too many is refused in words.
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "internal.h"

enum { ACCEPT_MOST = 64, REST_MS = 100 }; // in one turn; without a free descriptor

struct address {
    char house[GG_PEER_TEXT];
    unsigned count;
    address *next;
};

// False: not counted.
static bool address_of(const gg_http *http, const struct sockaddr *from, address *out) {
    gg_peer peer = gg_peer_of(from);
    memset(out, 0, sizeof *out);
    gg_peer_house(&peer, out->house);
    return http->setup.per_address && !gg_peer_here(&peer) &&
           !gg_range_has(http->setup.relays, http->setup.relay_count, &peer);
}

static address **place_of(gg_http *http, const address *wanted) {
    uint32_t hash = 0;
    for (const char *at = wanted->house; *at; at++) hash = hash * 16777619U ^ (unsigned char)*at;
    address **place = &http->addresses[(hash ^ hash >> 15) % ADDRESS_BUCKETS];
    while (*place && strcmp((*place)->house, wanted->house) != 0) place = &(*place)->next;
    return place;
}

// The machine's own address and our relays are not counted: everybody comes from there.
static bool enter(gg_http *http, const struct sockaddr *from) {
    address wanted;
    http->connections++;
    if (!address_of(http, from, &wanted)) return true;
    address **place = place_of(http, &wanted);
    if (!*place) {
        address *made = malloc(sizeof *made);
        if (!made) return true;
        *made = wanted;
        *place = made;
    }
    return ++(*place)->count <= http->setup.per_address;
}

void gg_listener_left(gg_http *http, const struct sockaddr *from) {
    address wanted;
    http->connections--;
    if (!address_of(http, from, &wanted)) return;
    address **place = place_of(http, &wanted), *found = *place;
    if (!found || --found->count) return;
    *place = found->next;
    free(found);
}

void gg_listener_receive(gg_http *http, int fd, const struct sockaddr *from, socklen_t size) {
    int yes = 1;
    gg_link *link = gg_link_new(http, fd, from, size);
    if (!link) {
        (void)close(fd);
        return;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    bool welcome = enter(http, from), room = http->connections <= http->setup.connections;
    if (!gg_http_watch(http, link))
        gg_link_close(link);
    else if (!welcome || !room)
        gg_link_refuse(link, welcome ? GG_HTTP_FULL : GG_HTTP_CROWD);
    else
        gg_link_begin(link);
}

static void listen_for(gg_http *http, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = NULL};
    (void)epoll_ctl(http->epoll, EPOLL_CTL_MOD, http->fd, &event);
}

// Whoever waits at the door stays readable, but there is nothing to take him with: looking again
// at once would be all the loop does.
static void rest(gg_http *http) {
    listen_for(http, 0);
    http->resting_until = http->now_ms + REST_MS;
}

void gg_listener_rested(gg_http *http) {
    if (!http->resting_until || http->now_ms < http->resting_until) return;
    http->resting_until = 0;
    listen_for(http, EPOLLIN);
}

void gg_listener_accept(gg_http *http) {
    struct sockaddr_in6 from;
    for (unsigned i = 0; i < ACCEPT_MOST; i++) {
        socklen_t size = sizeof from;
        int fd = accept4(http->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                rest(http);
            return;
        }
        gg_listener_receive(http, fd, (const struct sockaddr *)&from, size);
    }
}

void gg_listener_close(gg_http *http) {
    for (unsigned i = 0; i < ADDRESS_BUCKETS; i++)
        while (http->addresses[i]) {
            address *next = http->addresses[i]->next;
            free(http->addresses[i]);
            http->addresses[i] = next;
        }
}
