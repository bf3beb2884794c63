// SPDX-License-Identifier: Apache-2.0
// What the files of host/net share. Nobody else includes this.
//
// Who owns a connection: the door (door.c) accepts it and looks at the head of its first request
// without taking it. What is not HTTP is refused there. The rest goes to one of two daemons of
// libmicrohttpd: event streams to their own, because a daemon walks all of its suspended
// connections whenever one is resumed, and streams are suspended for life. Once the head of a
// stream's answer is sent, its messages are written by stream.c straight to the socket.
#ifndef GG_HOST_NET_INSIDE_H
#define GG_HOST_NET_INSIDE_H

#include <microhttpd.h>
#include <sys/socket.h>

#include "http.h"

typedef enum daemon_kind { DAEMON_CALLS, DAEMON_STREAMS, DAEMONS } daemon_kind;

// What an event of our own epoll is about.
typedef enum end_kind { END_LISTEN, END_DAEMON, END_GUEST, END_STREAM } end_kind;
typedef struct gg_end {
    end_kind kind;
    unsigned which; // daemon
} gg_end;

typedef struct guest guest; // a connection at the door
typedef struct address address;

enum { ADDRESS_BUCKETS = 4096, HEAD_MAX = 4096 };

struct gg_http {
    gg_http_setup setup;
    struct MHD_Daemon *daemon[DAEMONS];
    gg_end ends[DAEMONS], listener;
    bool due[DAEMONS]; // something was resumed or added since its last turn
    int fd, epoll;
    unsigned port;
    bool closing; // nothing is begun any more
    gg_call *parked;
    gg_stream *streams, *woken;
    guest *guests;
    address *addresses[ADDRESS_BUCKETS];
    unsigned connections; // of all kinds
    uint64_t swept_ms;
    char head[HEAD_MAX + 1];
};

uint64_t gg_http_now_ms(void);
bool gg_http_watch(gg_http *http, int fd, uint32_t events, void *what, bool again);
void gg_http_unwatch(gg_http *http, int fd);

// door.c
void gg_door_open(gg_http *http); // somebody knocks
void gg_door_event(gg_http *http, gg_end *at);
void gg_door_sweep(gg_http *http, uint64_t now_ms); // who says nothing is sent away
void gg_door_close(gg_http *http);
void gg_door_left(gg_http *http, const struct sockaddr *from); // a daemon has closed one

// stream.c
void gg_stream_event(gg_http *http, gg_end *at, uint32_t events);
void gg_streams_pump(gg_http *http);
void gg_streams_sweep(gg_http *http, uint64_t now_ms);
void gg_streams_end(gg_http *http);

#endif
