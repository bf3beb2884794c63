// SPDX-License-Identifier: Apache-2.0
// Where a request comes from: numeric addresses, ranges of them, and the list that relays write
// (X-Forwarded-For). Pure functions.
#ifndef GG_HOST_NET_PEER_H
#define GG_HOST_NET_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { GG_PEER_TEXT = 48 };

// Version 4 as ::ffff:1.2.3.4, so that both spellings are one address. A socket of the file system
// has no address.
typedef struct gg_peer {
    bool local; // a socket of the file system
    uint8_t bytes[16];
} gg_peer;

// All addresses that begin with these bits; or all sockets of the file system.
typedef struct gg_range {
    gg_peer from;
    unsigned bits;
} gg_range;

gg_peer gg_peer_of(const struct sockaddr *from);
// "192.0.2.1", "2001:db8::1", "[2001:db8::1]", and the same with a port behind it.
bool gg_peer_read(const char *text, size_t length, gg_peer *out);
// As the machine itself is called from inside: 127.0.0.1 and ::1, or a socket of the file system.
bool gg_peer_here(const gg_peer *peer);
// Who counts as one: an address of version 4, the first half of one of version 6, since a household
// has the rest.
void gg_peer_house(const gg_peer *peer, char out[GG_PEER_TEXT]);

// "10.0.0.0/8", "::1", "unix".
bool gg_range_read(const char *text, gg_range *out);
bool gg_range_has(const gg_range *ranges, unsigned count, const gg_peer *peer);

// One line of X-Forwarded-For, read from its end: each relay has added whom it was asked by. *peer,
// who has sent this line, goes back from relay to relay. False: the first who is none of ours is
// found, or the line cannot be read from there on; lines before this one say nothing.
bool gg_peer_before(const char *line, const gg_range *ours, unsigned count, gg_peer *peer);

#endif
