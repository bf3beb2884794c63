// SPDX-License-Identifier: Apache-2.0
// HTTP/1 for one thread, driven by the caller's loop. A request becomes a gg_call once its body is
// whole; the caller's handler answers it at once, parks it until something is safe on disk or a
// worker has finished, or turns it into an event stream. What is no request is answered in the
// caller's words (JSON) and the connection closed.
//
// Everything here belongs to the thread that calls gg_http_turn().
#ifndef GG_HOST_NET_HTTP_H
#define GG_HOST_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grognard/status.h"
#include "peer.h"

enum {
    GG_HTTP_PATH_MAX = 256,
    GG_HTTP_HEADERS_MAX = 8,     // of one answer, beside those of every answer
    GG_HTTP_IDLE_S = 60,         // a connection that is silent between requests is closed
    GG_HTTP_DRAIN_MAX = 4 << 20, // of a body that is too large: read and dropped, then refused
};

typedef struct gg_http gg_http;
typedef struct gg_stream gg_stream;

typedef struct gg_call {
    gg_http *http;
    char path[GG_HTTP_PATH_MAX + 1];
    char method[8];
    char *body; // NULL when there is none; a zero byte follows
    size_t length;
    bool too_large, too_long; // the body, the path
    unsigned status;          // of the answer; 0: none yet
    bool marked;              // by the handler, for when it is called again
    bool parked;
} gg_call; // more of it is known inside

// Called when a request is whole, and again when it is unparked without an answer. It must answer,
// park or stream.
typedef void gg_http_handler(void *user, gg_call *call);
// How large this call's body may be; asked once, when the headers are there.
typedef size_t gg_http_limit(void *user, const gg_call *call);
// Before a call is forgotten: answered and sent, or its connection is gone.
typedef void gg_http_done(void *user, gg_call *call);

// Why a connection is closed before its request has become a call.
typedef enum gg_http_fault {
    GG_HTTP_BAD_LINE,    // the first line of the request
    GG_HTTP_BAD_FIELD,   // a header
    GG_HTTP_LONG_TARGET, // the address asked for
    GG_HTTP_LARGE_HEAD,  // all headers together, or too many of them
    GG_HTTP_VERSION,     // not HTTP/1.0 or 1.1
    GG_HTTP_SLOW,        // the request did not come in time
    GG_HTTP_CROWD,       // too many connections from this address
    GG_HTTP_FULL,        // too many connections, or too much that they have sent
    GG_HTTP_BAD_BODY,    // chunks that are none
    GG_HTTP_LARGE_BODY,  // one that does not end
    GG_HTTP_CUT,         // the other side has ended in the middle of it
} gg_http_fault;
// The JSON to answer with (valid until the next call) and its status.
typedef const char *gg_http_words(void *user, gg_http_fault fault, unsigned *status);

typedef struct gg_http_setup {
    const char *host, *port; // port "0": any
    const char *path;        // instead of both: a socket of the file system
    unsigned mode;           // of that: who may connect
    unsigned connections;
    size_t room;            // bytes for the requests of all connections together; 0: no limit
    unsigned per_address;   // connections of one address that is not this machine's; 0: no limit
    const gg_range *relays; // nor one of these: everybody behind a relay comes from there
    unsigned relay_count;
    gg_http_words *words;
    const char *const *headers; // name, value, name, value ..., NULL: on every answer
    gg_http_handler *handler;
    gg_http_limit *limit;
    size_t freely;      // a body announced as no larger is anybody's: limit is not asked
    gg_http_done *done; // may be NULL
    void *user;
} gg_http_setup;

// GG_IO_FAILURE: errno tells (EINVAL: the address cannot be understood; EADDRINUSE: of a path,
// somebody listens there; EEXIST: there is a file that is no socket). A socket that nobody listens
// at any more is replaced; ours is removed at the end.
gg_status gg_http_open(gg_http **http, const gg_http_setup *setup);
void gg_http_close(gg_http *http_or_null);
unsigned gg_http_port(const gg_http *http);
int gg_http_fd(const gg_http *http);         // readable when gg_http_turn has work
int gg_http_timeout_ms(const gg_http *http); // until the next turn is due; -1: none
// One turn: first answers and requests, then what event streams have to tell. Between the two the
// caller may set others to work on what the requests have brought.
void gg_http_turn(gg_http *http);
void gg_http_tell(gg_http *http);
void gg_http_tell_all(gg_http *http); // before the end: what is gathered too

// Of the request; NULL when it is not there. Names of headers in any case.
const char *gg_call_header(const gg_call *call, const char *name);
const char *gg_call_query(const gg_call *call, const char *name);
const char *gg_call_cookie(const gg_call *call, const char *name);
// Of several lines with this name the last but so many.
const char *gg_call_header_back(const gg_call *call, const char *name, unsigned behind);
gg_peer gg_call_peer(const gg_call *call); // the other end of the connection

typedef struct gg_answer {
    unsigned status;
    const char *type;
    const void *bytes;
    size_t length;
    bool bare;                                       // without those of every answer
    bool lasting;                                    // bytes outlive the program: not copied
    const char *header[2 * GG_HTTP_HEADERS_MAX + 1]; // name, value ..., NULL
} gg_answer;

// A second answer replaces the first as long as it has not been sent.
void gg_call_answer(gg_call *call, const gg_answer *answer);
// Nothing is sent, and the handler is not called again, until gg_call_unpark().
void gg_call_park(gg_call *call);
// An answer has been given, or the handler shall be called again.
void gg_call_unpark(gg_call *call);

// ---------------------------------------------------------------------------------- event streams
// A message: made once, and held by every stream that sends it.
typedef struct gg_bytes gg_bytes;
gg_bytes *gg_bytes_new(const char *text, size_t length); // held once; NULL: no memory
gg_bytes *gg_bytes_hold(gg_bytes *bytes);
void gg_bytes_drop(gg_bytes *bytes_or_null);

// Text that is made when the reader can take it: a slow one is never given more than what there was
// to tell in one turn of the loop, and then the newest.
typedef struct gg_stream_setup {
    // The next message, held for us, or NULL: nothing now, ask again after a wake.
    gg_bytes *(*next)(void *user, gg_stream *stream);
    void (*closed)(void *user, gg_stream *stream);
    void *user;
} gg_stream_setup;

// NULL: no memory, and the call has been answered with 503.
gg_stream *gg_call_stream(gg_call *call, const gg_stream_setup *setup);
void gg_stream_wake(gg_stream *stream);
// Woken at once, or, when it has been sent something in this interval (100 ms), with the next one:
// whatever happens meanwhile is one message for it.
void gg_stream_gather(gg_stream *stream);
void gg_stream_end(gg_stream *stream); // closed() comes later

#endif
