// SPDX-License-Identifier: Apache-2.0
// Environment failure = status. An illegal action is data (gg_verdict); a bug is an assertion.
#ifndef GROGNARD_STATUS_H
#define GROGNARD_STATUS_H
#ifdef __cplusplus
extern "C" {
#endif

typedef enum gg_status {
    GG_OK = 0,
    GG_REFUSED,   // the rules say no: a verdict tells why
    GG_BAD_INPUT, // text or bytes that cannot be read: a message tells line and reason
    GG_NO_MEMORY,
    GG_IO_FAILURE,  // file or terminal: errno tells
    GG_FULL,        // a declared limit was reached
    GG_STALE,       // answers a sequence number that has passed
    GG_NOT_ALLOWED, // the match does not allow it now (undo past a die, acting for another seat)
} gg_status;

#ifdef __cplusplus
}
#endif
#endif
