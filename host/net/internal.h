// SPDX-License-Identifier: Apache-2.0
// What the files of host/net share. Nobody else includes this.
//
// A connection (link.c) reads a request, works on it, sends the answer and reads the next; or it
// becomes an event stream (stream.c) until it ends. It is watched once, edge by edge, from its
// first to its last moment: a request costs one receive and one send. socket.c listens, listener.c
// accepts it, head.c understands what it says.
#ifndef GG_HOST_NET_INTERNAL_H
#define GG_HOST_NET_INTERNAL_H

#include <netinet/in.h>
#include <sys/socket.h>

#include "head.h"
#include "http.h"

typedef struct gg_link gg_link;
typedef struct address address;

// An answer as it goes out: its head and a copied body, then bytes that need no copy.
typedef struct gg_reply {
    size_t length, beyond;
    const char *lasting;
    char bytes[];
} gg_reply;

// A call and what only we know of it.
typedef struct exchange {
    gg_call call; // first
    gg_link *link;
    gg_head head;
    gg_body body;
    size_t limit, scan;          // of the body; how far what was read is understood
    size_t drained;              // of a body that is too large
    char after;                  // the byte behind the body, while a zero stands there
    char cookie[128];            // the last one asked for
    gg_reply *reply;             // the answer, until it is sent
    struct exchange *next, **at; // parked
} exchange;

typedef enum link_state {
    LINK_READS,
    LINK_WORKS, // its call is with the handler
    LINK_SENDS,
    LINK_STREAMS,
    LINK_LINGERS, // all is said: the other side has a moment to read it
    LINK_GONE,
} link_state;

struct gg_link {
    gg_http *http;
    int fd;
    link_state state;
    bool more;                // the socket may have something to read
    bool ends, last;          // the other side has closed its half; ours closes after this answer
    bool known;               // has had an answer: may be silent for longer
    bool ready;               // is on the list
    struct sockaddr_in6 from; // or a sockaddr_in: it is smaller
    uint64_t since_ms;        // of what it is doing
    char *in;                 // read and not done with; a byte more than `room` is there
    size_t length, room;
    exchange *call;
    gg_reply *reply;
    size_t sent;
    gg_stream *stream;
    gg_link *next, **at, *next_ready;
};

enum { ADDRESS_BUCKETS = 4096 };

struct gg_http {
    gg_http_setup setup;
    int fd, epoll;
    unsigned port;
    dev_t socket_device; // of the file system, when we listen there
    ino_t socket_inode;
    bool closing; // nothing is begun any more
    char *common; // the headers of every answer
    size_t common_length;
    char date[40];
    int64_t date_s;
    exchange *parked, *spare; // spare: some that are done, for the next
    unsigned spares;
    gg_link *links, *gone;
    gg_link *ready, **ready_last; // who became ready first goes on first
    gg_stream *streams, *woken;
    gg_stream *gathered; // are woken when the interval in which this list began is over
    uint64_t gathered_in;
    address *addresses[ADDRESS_BUCKETS];
    unsigned connections;
    size_t held;               // bytes, in all links' rooms
    uint64_t now_ms, swept_ms; // of this turn
    uint64_t resting_until;    // nobody is accepted before; 0: at any time
};

uint64_t gg_http_now_ms(void);
bool gg_http_watch(gg_http *http, gg_link *link);
gg_reply *gg_reply_new(gg_http *http, const gg_answer *answer, const exchange *call_or_null);

// socket.c
bool gg_socket_open(gg_http *http); // false: errno tells
void gg_socket_close(gg_http *http);

// listener.c
void gg_listener_receive(gg_http *http, int fd, const struct sockaddr *from, socklen_t size);
void gg_listener_accept(gg_http *http);
void gg_listener_rested(gg_http *http);
void gg_listener_left(gg_http *http, const struct sockaddr *from);
void gg_listener_close(gg_http *http);

// link.c
gg_link *gg_link_new(gg_http *http, int fd, const struct sockaddr *from, socklen_t size);
void gg_link_begin(gg_link *link);
void gg_link_refuse(gg_link *link, gg_http_fault fault);
void gg_link_event(gg_link *link, uint32_t events);
void gg_link_ready(gg_link *link); // goes on in the next turn
void gg_links_go_on(gg_http *http);
void gg_link_linger(gg_link *link);
void gg_link_close(gg_link *link);
void gg_links_sweep(gg_http *http);
void gg_links_bury(gg_http *http);   // frees what was closed in this turn
void gg_links_forget(gg_http *http); // what is kept for the next call

// stream.c
void gg_stream_begin(gg_stream *stream);
void gg_stream_event(gg_stream *stream, uint32_t events);
void gg_stream_gone(gg_stream *stream); // its connection is closed
void gg_streams_pump(gg_http *http);
void gg_streams_gathered(gg_http *http); // wakes those whose time has come
int gg_streams_timeout_ms(const gg_http *http);
void gg_streams_sweep(gg_http *http);
void gg_streams_end(gg_http *http);

#endif
