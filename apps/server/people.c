// SPDX-License-Identifier: Apache-2.0
// Who asks: sessions in a cookie, tokens of bots, and where a request may come from.
//
// A secret has 128 random bits; the store knows only its SHA-256, the memory also those that were
// shown lately. A cookie is sent by browsers without being asked, so whatever changes something
// must also name our own origin; a token is only sent on purpose, so a bot need not.
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "server.h"

enum { SECRET_BYTES = SRV_SECRET_HEX / 2, SECRET_HEX = SRV_SECRET_HEX };

// Takes as long whatever they are: nobody can guess one letter after the other.
static bool same_secret(const char a[SECRET_HEX], const char b[SECRET_HEX]) {
    unsigned differs = 0;
    for (unsigned i = 0; i < SECRET_HEX; i++) differs |= (unsigned)(a[i] ^ b[i]);
    return !differs;
}

// NULL: it is no secret.
static const uint8_t *hash_of(server *sv, const char *hex) {
    uint64_t word;
    if (strlen(hex) != SECRET_HEX) return NULL;
    memcpy(&word, hex, sizeof word);
    srv_secret *kept = &sv->secret[gg_mix(word) % SRV_SECRETS_KEPT];
    if (same_secret(kept->hex, hex)) return kept->hash;
    if (strspn(hex, "0123456789abcdef") != SECRET_HEX) return NULL;
    gg_sha256_of(hex, SECRET_HEX, kept->hash);
    memcpy(kept->hex, hex, SECRET_HEX);
    return kept->hash;
}

static bool new_secret(char hex[SECRET_HEX + 1], uint8_t hash[GG_STORE_HASH]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[SECRET_BYTES];
    if (!srv_random(bytes, sizeof bytes)) return false;
    for (unsigned i = 0; i < SECRET_BYTES; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[SECRET_HEX] = 0;
    gg_sha256_of(hex, SECRET_HEX, hash);
    return true;
}

// ---------------------------------------------------------------------------------------- sessions
void srv_forget_sessions(server *sv) {
    for (unsigned i = 0; i < SRV_SESSION_BUCKETS; i++)
        while (sv->session[i]) {
            srv_session *session = sv->session[i];
            sv->session[i] = session->next;
            free(session);
        }
    sv->sessions_kept = 0;
}

static srv_session **place_of(server *sv, const uint8_t hash[GG_STORE_HASH]) {
    unsigned at = (unsigned)(hash[0] | hash[1] << 8) % SRV_SESSION_BUCKETS;
    srv_session **place = &sv->session[at];
    while (*place && memcmp((*place)->hash, hash, GG_STORE_HASH) != 0) place = &(*place)->next;
    return place;
}

static srv_session *remember(server *sv, const uint8_t hash[GG_STORE_HASH],
                             const gg_store_session *who) {
    srv_session **place = place_of(sv, hash);
    if (*place) return *place;
    srv_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    memcpy(session->hash, hash, GG_STORE_HASH);
    session->who = *who;
    *place = session;
    sv->sessions_kept++;
    return session;
}

// Behind TLS a name that no neighbour can set: no other host of the domain, no page without TLS.
static const char *cookie_name(const server *sv) {
    return sv->secure ? "__Host-gg" : "gg";
}

// The hash of what the caller shows; NULL: nothing.
static const uint8_t *secret_of(server *sv, const gg_call *call, bool *token) {
    const char *given = gg_call_header(call, "Authorization");
    *token = given && strncasecmp(given, "Bearer ", 7) == 0;
    const char *secret = *token ? given + 7 : gg_call_cookie(call, cookie_name(sv));
    return secret ? hash_of(sv, secret) : NULL;
}

// A token works only as a token, a cookie only as a cookie. Any other kind of authorization (Basic)
// is between the browser and a relay before us.
srv_session *srv_session_of(server *sv, const gg_call *call, gg_status *status) {
    gg_store_session who;
    bool token;
    const uint8_t *hash = secret_of(sv, call, &token);
    *status = GG_OK;
    if (!hash) return NULL;
    srv_session *session = *place_of(sv, hash);
    if (!session) {
        *status = gg_store_session_find(sv->store, hash, &who);
        if (*status == GG_NOT_ALLOWED)
            *status = GG_OK;
        else if (*status == GG_OK)
            session = remember(sv, hash, &who);
    }
    return session && session->who.token == token ? session : NULL;
}

// "name:port", "1.2.3.4:port", "[::1]:port": the length of what stands before the port.
static size_t host_length(const char *host) {
    const char *close = host[0] == '[' ? strchr(host, ']') : NULL;
    return close ? (size_t)(close + 1 - host) : strcspn(host, ":");
}

static bool is_host(const char *host, size_t length, const char *wanted) {
    return strlen(wanted) == length && strncasecmp(host, wanted, length) == 0;
}

// A number cannot be pointed at us by a name server of somebody else's; a name can.
static bool is_number(const char *host, size_t length) {
    if (host[0] == '[') return true;
    return length > 0 && strspn(host, "0123456789.") >= length;
}

// The hosts we answer as: any address, localhost, and the name of each of our origins.
bool srv_host_fits(const server *sv, const gg_call *call) {
    const char *host = gg_call_header(call, "Host");
    if (!host) return true; // HTTP/1.0, and no browser
    size_t length = host_length(host);
    if (is_number(host, length) || is_host(host, length, "localhost")) return true;
    for (unsigned i = 0; i < sv->origins; i++) {
        const char *name = strstr(sv->origin[i], "//") + 2;
        size_t own = host_length(name);
        if (own == length && strncasecmp(host, name, own) == 0) return true;
    }
    return false;
}

// A page that came from the very host it now asks. Behind a relay its origin is known by name.
static bool own_page(const server *sv, const gg_call *call, const char *origin) {
    const char *host = gg_call_header(call, "Host");
    return !sv->relayed && host && strncmp(origin, "http://", 7) == 0 &&
           strcmp(origin + 7, host) == 0;
}

bool srv_origin_fits(const server *sv, const gg_call *call, const srv_session *session) {
    const char *origin = gg_call_header(call, "Origin");
    const char *site = gg_call_header(call, "Sec-Fetch-Site");
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) return false;
    if (!origin) return strcmp(call->method, "POST") != 0 || (session && session->who.token);
    if (own_page(sv, call, origin)) return true;
    for (unsigned i = 0; i < sv->origins; i++)
        if (strcmp(origin, sv->origin[i]) == 0) return true;
    return false;
}

// -------------------------------------------------------------------------------------- addresses
void srv_forget_addresses(server *sv) {
    for (unsigned i = 0; i < SRV_ADDRESS_BUCKETS; i++)
        while (sv->address[i]) {
            srv_address *address = sv->address[i];
            sv->address[i] = address->next;
            free(address);
        }
    sv->addresses_kept = 0;
}

// The other end of the connection or, when that is our relay, the last address the relay added.
// False: this machine itself. Of version 6 the first half counts: a household has the rest.
static bool address_text(const server *sv, const gg_call *call, char out[48]) {
    const char *relay = gg_call_header(call, "X-Forwarded-For");
    struct in6_addr six;
    gg_call_address(call, out, 48);
    if (strcmp(out, "127.0.0.1") == 0 || strcmp(out, "::1") == 0) {
        const char *last = relay ? strrchr(relay, ',') : NULL;
        if (!sv->relayed || !relay) return false;
        last = last ? last + 1 : relay;
        (void)snprintf(out, 48, "%s", last + strspn(last, " "));
    }
    if (inet_pton(AF_INET6, out, &six) == 1) {
        memset(six.s6_addr + 8, 0, 8);
        (void)inet_ntop(AF_INET6, &six, out, 48);
    }
    return true;
}

static srv_address *address_of(server *sv, const gg_call *call, bool *local) {
    char text[48];
    uint64_t hash = 0;
    *local = !address_text(sv, call, text);
    if (*local) return NULL;
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

bool srv_may_begin_guest(server *sv, const gg_call *call) {
    bool local;
    srv_address *address = address_of(sv, call, &local);
    return local || (address && srv_take(&address->guests, 1, 120));
}

bool srv_may_begin_match(server *sv, const gg_call *call) {
    bool local;
    srv_address *address = address_of(sv, call, &local);
    return local || (address && srv_take(&address->matches, 2, 240));
}

// -------------------------------------------------------------------------------------- endpoints
void srv_on_session(server *sv, srv_request *r) {
    char secret[SECRET_HEX + 1], cookie[160];
    uint8_t hash[GG_STORE_HASH];
    if (r->session) { // already there
        gg_json_bool(srv_begin(sv), "ok", true);
        srv_send(sv, r->call, 200);
        return;
    }
    if (!srv_take(&sv->newcomers, 200, 20000) || !srv_may_begin_guest(sv, r->call)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    if (!new_secret(secret, hash)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    int64_t person = gg_store_person_new(sv->store, srv_now_s());
    (void)gg_store_session_new(sv->store, hash, person, false, srv_now_s());
    (void)snprintf(cookie, sizeof cookie,
                   "%s=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict%s", cookie_name(sv),
                   secret, sv->secure ? "; Secure" : "");
    static const char body[] = "{\"ok\":true}";
    gg_call_answer(r->call,
                   &(gg_answer){.status = 201,
                                .type = "application/json",
                                .bytes = body,
                                .length = sizeof body - 1,
                                .lasting = true,
                                .header = {"Cache-Control", "no-store", "Set-Cookie", cookie}});
    srv_wait(sv, r->call);
}

void srv_on_token(server *sv, srv_request *r) {
    char secret[SECRET_HEX + 1];
    uint8_t hash[GG_STORE_HASH];
    if (r->session->who.token) { // or one that was stolen would have offspring for ever
        srv_fail(sv, r->call, FAULT_TOKEN);
        return;
    }
    if (!srv_take(&r->session->matches, 5, 200)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    if (!new_secret(secret, hash)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    (void)gg_store_session_new(sv->store, hash, r->session->who.person, true, srv_now_s());
    gg_json_string(srv_begin(sv), "token", secret);
    srv_send(sv, r->call, 201);
    srv_wait(sv, r->call);
}
