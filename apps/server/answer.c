// SPDX-License-Identifier: Apache-2.0
// Answers: JSON made in one scratch area and copied when whole, errors with a code and a sentence
// in both languages, and the headers every answer has.
#include <stdlib.h>
#include <string.h>

#include "host/net/gzip.h"
#include "server.h"

#define POLICY                                                                                     \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "  \
    "data:; font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "             \
    "form-action 'none'; frame-ancestors "

const char *const srv_headers[] = {
    "Content-Security-Policy",
    POLICY "'none'",
    "X-Content-Type-Options",
    "nosniff",
    "Referrer-Policy",
    "same-origin",
    "Cross-Origin-Opener-Policy",
    "same-origin",
    "Cross-Origin-Resource-Policy",
    "same-origin",
    "Permissions-Policy",
    "camera=(), geolocation=(), microphone=()",
    NULL,
};

static const struct {
    unsigned status;
    const char *code, *fr, *en;
} faults[FAULTS] = {
    {200, "", "", ""},
#define FAULT(name, status, code, fr, en) {status, code, fr, en},
#include "errors.def"
#undef FAULT
};

gg_json *srv_begin(server *sv) {
    gg_out_init(&sv->out, sv->scratch, SRV_SCRATCH);
    gg_json_init(&sv->json, &sv->out);
    gg_json_open(&sv->json, NULL, '{');
    return &sv->json;
}

void srv_send(server *sv, gg_call *call, unsigned status) {
    gg_json_close(&sv->json, '}');
    if (sv->out.full) {
        srv_fail(sv, call, FAULT_FULL);
        return;
    }
    gg_call_answer(call, &(gg_answer){.status = status,
                                      .type = "application/json",
                                      .bytes = sv->scratch,
                                      .length = sv->out.length,
                                      .header = {"Cache-Control", "no-store"}});
}

static bool takes_gzip(const gg_call *call) {
    const char *accepts = gg_call_header(call, "Accept-Encoding");
    const char *at = accepts ? strstr(accepts, "gzip") : NULL;
    return at && strncmp(at, "gzip;q=0", 8) != 0;
}

enum { WORTH_PACKING = 2048 }; // bytes: less is one packet either way

// For what is large and asked for once by each reader. Without memory it is sent as it is.
void srv_send_packed(server *sv, gg_call *call) {
    void *packed = NULL;
    size_t length;
    gg_json_close(&sv->json, '}');
    if (sv->out.full) {
        srv_fail(sv, call, FAULT_FULL);
        return;
    }
    if (sv->out.length >= WORTH_PACKING && takes_gzip(call) &&
        gg_gzip(sv->scratch, sv->out.length, &packed, &length))
        gg_call_answer(call,
                       &(gg_answer){.status = 200,
                                    .type = "application/json",
                                    .bytes = packed,
                                    .length = length,
                                    .header = {"Cache-Control", "no-store", "Content-Encoding",
                                               "gzip", "Vary", "Accept-Encoding"}});
    else
        gg_call_answer(
            call, &(gg_answer){.status = 200,
                               .type = "application/json",
                               .bytes = sv->scratch,
                               .length = sv->out.length,
                               .header = {"Cache-Control", "no-store", "Vary", "Accept-Encoding"}});
    free(packed);
}

// Bytes that stay the same as long as the program does, packed when the reader takes that. Packed
// and plain are two things with two tags.
static void send_asset(gg_call *call, const gg_asset *asset, bool framed) {
    const char *known = gg_call_header(call, "If-None-Match");
    bool packed = asset->gzip && takes_gzip(call);
    char tag[64];
    (void)snprintf(tag, sizeof tag, packed ? "%.*s-gz\"" : "%.*s\"", (int)strlen(asset->etag) - 1,
                   asset->etag);
    bool same = known && strstr(known, tag);
    gg_answer answer = {
        .status = same ? 304 : 200,
        .type = asset->type,
        .bytes = packed ? asset->gzip : asset->bytes,
        .length = packed ? asset->gzip_length : asset->length,
        .lasting = true,
        .header = {"Cache-Control",
                   asset->lasting ? "public, max-age=31536000, immutable" : "no-cache", "ETag", tag,
                   "Vary", "Accept-Encoding"}};
    static const char *const in_a_frame[] = {"Content-Security-Policy", POLICY "*",
                                             "X-Content-Type-Options",  "nosniff",
                                             "Referrer-Policy",         "no-referrer"};
    unsigned at = 6;
    if (same) answer.length = 0;
    if (packed) {
        answer.header[at++] = "Content-Encoding";
        answer.header[at++] = "gzip";
    }
    answer.bare = framed;
    for (unsigned i = 0; framed && i < 6; i++) answer.header[at++] = in_a_frame[i];
    gg_call_answer(call, &answer);
}

void srv_send_asset(gg_call *call, const gg_asset *asset) {
    send_asset(call, asset, false);
}

// Anybody's page may hold it: it shows a finished match and changes nothing.
void srv_send_framed(gg_call *call, const gg_asset *asset) {
    send_asset(call, asset, true);
}

void srv_json_fault(gg_json *json, srv_fault fault, const char *fr, const char *en) {
    gg_json_open(json, "error", '{');
    gg_json_string(json, "code", faults[fault].code);
    gg_json_string(json, "fr", fr ? fr : faults[fault].fr);
    gg_json_string(json, "en", en ? en : faults[fault].en);
    gg_json_close(json, '}');
}

void srv_fail_words(server *sv, gg_call *call, srv_fault fault, const char *fr, const char *en) {
    srv_json_fault(srv_begin(sv), fault, fr, en);
    sv->refused++;
    srv_send(sv, call, faults[fault].status);
}

void srv_fail(server *sv, gg_call *call, srv_fault fault) {
    srv_fail_words(sv, call, fault, NULL, NULL);
}

unsigned srv_fault_status(srv_fault fault) {
    return faults[fault].status;
}

// A connection that never became a request.
const char *srv_words(void *server_, gg_http_fault why, unsigned *status) {
    static const srv_fault of[] = {[GG_HTTP_BAD_LINE] = FAULT_BAD_LINE,
                                   [GG_HTTP_BAD_FIELD] = FAULT_BAD_HEADER,
                                   [GG_HTTP_LONG_TARGET] = FAULT_LONG_ADDRESS,
                                   [GG_HTTP_LARGE_HEAD] = FAULT_LARGE_HEAD,
                                   [GG_HTTP_VERSION] = FAULT_VERSION,
                                   [GG_HTTP_SLOW] = FAULT_SLOW,
                                   [GG_HTTP_CROWD] = FAULT_CROWD,
                                   [GG_HTTP_FULL] = FAULT_FULL,
                                   [GG_HTTP_BAD_BODY] = FAULT_BAD_BODY,
                                   [GG_HTTP_LARGE_BODY] = FAULT_TOO_LARGE,
                                   [GG_HTTP_CUT] = FAULT_MALFORMED};
    server *sv = server_;
    gg_json *json = srv_begin(sv);
    srv_json_fault(json, of[why], NULL, NULL);
    gg_json_close(json, '}');
    *status = faults[of[why]].status;
    sv->refused++;
    srv_log(sv, "ev=refused method=? route=? status=%u code=%s", *status, faults[of[why]].code);
    return sv->scratch;
}

// ----------------------------------------------------------------------------------- fields of
// JSON
bool srv_get_number(const json_t *body, const char *name, int64_t least, int64_t most,
                    int64_t *out) {
    const json_t *field = json_object_get(body, name);
    if (!json_is_integer(field)) return false;
    *out = json_integer_value(field);
    return *out >= least && *out <= most;
}

bool srv_number_of(const char *text, uint64_t *out) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 16 || text[digits]) return false;
    *out = strtoull(text, NULL, 10);
    return *out <= UINT64_C(1) << 53;
}

const char *srv_get_text(const json_t *body, const char *name) {
    return json_string_value(json_object_get(body, name));
}
