// SPDX-License-Identifier: Apache-2.0
// Who asks: sessions in a cookie, tokens of bots, and where a request may come from.
//
// A secret has 128 random bits; the store knows only its SHA-256, the memory also those that were
// shown lately. A cookie is sent by browsers without being asked, so whatever changes something
// must also name our own origin; a token is only sent on purpose, so a bot need not.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "server.h"

enum { SECRET_BYTES = 16, SECRET_HEX = 2 * SECRET_BYTES };
_Static_assert((int)SECRET_HEX == (int)SRV_SECRET_HEX, "others have room for a secret");
enum { PURGE_S = 3600, SETTLED_MS = 60000 };

bool srv_secret_hash(const char *hex, uint8_t hash[GG_STORE_HASH]) {
    if (strlen(hex) != SECRET_HEX || strspn(hex, "0123456789abcdef") != SECRET_HEX) return false;
    gg_sha256_of(hex, SECRET_HEX, hash);
    return true;
}

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
    if (!srv_secret_hash(hex, kept->hash)) return NULL;
    memcpy(kept->hex, hex, SECRET_HEX);
    return kept->hash;
}

bool srv_secret_new(char hex[SECRET_HEX + 1], uint8_t hash[GG_STORE_HASH]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[SECRET_BYTES];
    if (!srv_random(bytes, sizeof bytes)) return false;
    for (unsigned i = 0; i < SECRET_BYTES; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[SECRET_HEX] = 0;
    return srv_secret_hash(hex, hash);
}

// ---------------------------------------------------------------------------------------- sessions
void srv_forget_sessions(server *sv) {
    for (unsigned i = 0; i < SRV_SESSION_BUCKETS; i++)
        while (sv->session[i]) {
            srv_session *session = sv->session[i];
            sv->session[i] = session->next;
            free(session);
        }
    srv_forget_purses(sv);
    sv->sessions_kept = 0;
}

// What is kept grows, and is forgotten as a whole. Not just after a session was ended: the store
// may not know it yet, and it would come back.
void srv_sessions_tick(server *sv) {
    int64_t now = srv_now_s();
    bool fresh = sv->ended_ms && srv_now_ms() - sv->ended_ms < SETTLED_MS;
    if (sv->sessions_kept > (fresh ? 4 : 1) * SRV_SESSIONS_KEPT) srv_forget_sessions(sv);
    if (now - sv->purged_s < PURGE_S) return;
    sv->purged_s = now;
    gg_store_sessions_purge(sv->store, now);
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
    srv_purse *purse = session ? srv_purse_of(sv, who->person) : NULL;
    if (!purse) {
        free(session);
        return NULL;
    }
    session->purse = purse;
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

// The first use on a day is written down; a cookie lives for a year from then on.
static void use(server *sv, srv_session *session) {
    int64_t now = srv_now_s(), today = now - now % GG_STORE_DAY;
    if (session->who.used >= today) return;
    session->who.used = today;
    if (!session->who.token) {
        session->who.ends = now + (int64_t)GG_STORE_COOKIE_DAYS * GG_STORE_DAY;
        session->renew = true;
    }
    gg_store_session_used(sv->store, &session->who);
}

// One that has ended is answered like one that never was.
static bool lives(const srv_session *session) {
    return !session->ended && session->who.id > session->purse->void_upto &&
           session->who.ends > srv_now_s();
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
    if (!session || session->who.token != token || !lives(session)) return NULL;
    use(sv, session);
    return session;
}

gg_status srv_session_end(server *sv, int64_t id, int64_t person) {
    uint8_t hash[GG_STORE_HASH];
    gg_status status = gg_store_session_hash(sv->store, id, person, hash);
    if (status != GG_OK) return status;
    srv_session *session = remember(sv, hash, &(gg_store_session){.id = id, .person = person});
    if (!session) return GG_NO_MEMORY;
    session->ended = true;
    sv->ended_ms = srv_now_ms();
    gg_store_session_end(sv->store, id);
    srv_streams_end(sv, person, id);
    return GG_OK;
}

void srv_sessions_end(server *sv, srv_session *of) {
    of->purse->void_upto = gg_store_last_session(sv->store);
    sv->ended_ms = srv_now_ms();
    gg_store_sessions_end(sv->store, of->who.person);
    gg_store_back_end(sv->store, of->who.person); // or whoever stole it would be back at once
    srv_streams_end(sv, of->who.person, 0);
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
    return !sv->named && host && strncmp(origin, "http://", 7) == 0 &&
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

// -------------------------------------------------------------------------------------- endpoints
void srv_cookie(const server *sv, const char *secret, char out[SRV_COOKIE]) {
    (void)snprintf(out, SRV_COOKIE, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s",
                   cookie_name(sv), secret ? secret : "",
                   secret ? GG_STORE_COOKIE_DAYS * GG_STORE_DAY : 0, sv->secure ? "; Secure" : "");
}

static void send_cookie(server *sv, gg_call *call, unsigned status, const char *secret) {
    static const char body[] = "{\"ok\":true}";
    char cookie[SRV_COOKIE];
    srv_cookie(sv, secret, cookie);
    gg_call_answer(call,
                   &(gg_answer){.status = status,
                                .type = "application/json",
                                .bytes = body,
                                .length = sizeof body - 1,
                                .lasting = true,
                                .header = {"Cache-Control", "no-store", "Set-Cookie", cookie}});
}

// Already there. Once a day the browser is told to keep its cookie for another year.
static void welcome_back(server *sv, srv_request *r) {
    const char *secret = gg_call_cookie(r->call, cookie_name(sv));
    if (r->session->renew && secret) {
        r->session->renew = false;
        send_cookie(sv, r->call, 200, secret);
        return;
    }
    gg_json_bool(srv_begin(sv), "ok", true);
    srv_send(sv, r->call, 200);
}

void srv_on_session(server *sv, srv_request *r) {
    char secret[SECRET_HEX + 1];
    uint8_t hash[GG_STORE_HASH];
    int64_t person;
    if (!srv_back(sv, r, &person)) return;
    if (r->session && (!person || person == r->session->who.person)) {
        welcome_back(sv, r);
        return;
    }
    if (!srv_take(&sv->newcomers, 200, 20000) || !srv_may_begin_guest(sv, r->call)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    if (!srv_secret_new(secret, hash)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    if (!person) person = gg_store_person_new(sv->store, srv_now_s());
    (void)gg_store_session_new(sv->store, hash, person, false, srv_now_s());
    send_cookie(sv, r->call, 201, secret);
    srv_wait(sv, r->call);
}

// ----------------------------------------------------------------------------------------- tokens
// The next letter of a text that is right UTF-8.
static uint32_t letter_of(const char **at) {
    unsigned char first = (unsigned char)*(*at)++;
    uint32_t letter = first < 0x80 ? first : first < 0xe0 ? first & 31U : first & 15U;
    while (((unsigned char)**at & 0xc0) == 0x80)
        letter = letter << 6 | ((unsigned char)*(*at)++ & 63U);
    return letter;
}

// A name to tell one's tokens apart by: nothing that cannot be seen, or turns the text around.
static bool good_name(const char *name) {
    static const struct {
        uint32_t from, to;
    } bad[] = {{0, 0x1f}, {0x7f, 0x9f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}};
    unsigned letters = 0;
    for (; *name; letters++) {
        uint32_t letter = letter_of(&name);
        for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
            if (letter >= bad[i].from && letter <= bad[i].to) return false;
        if (letter == 0xfeff) return false;
    }
    return letters <= SRV_TOKEN_NAME;
}

static bool read_token(const json_t *body, const char **name, int64_t *days) {
    const json_t *called = json_object_get(body, "name");
    *name = called ? json_string_value(called) : "";
    *days = GG_STORE_TOKEN_DAYS;
    if (!*name || !good_name(*name)) return false;
    return !json_object_get(body, "days") || srv_get_number(body, "days", 1, SRV_TOKEN_DAYS, days);
}

static void count_token(void *user, const gg_store_session *session, const char *name) {
    unsigned *tokens = user;
    (void)name;
    *tokens += session->token;
}

static bool has_room(server *sv, srv_request *r) {
    unsigned tokens = 0;
    gg_status status = gg_store_sessions_of(sv->store, r->session->who.person, srv_now_s(), 10000,
                                            count_token, &tokens);
    if (status == GG_OK && tokens < SRV_TOKENS_MAX) return true;
    srv_fail(sv, r->call, status == GG_OK ? FAULT_TOKENS : FAULT_NOT_SAVED);
    return false;
}

void srv_on_token(server *sv, srv_request *r) {
    char secret[SECRET_HEX + 1];
    uint8_t hash[GG_STORE_HASH];
    const char *name;
    int64_t days, now = srv_now_s(), person = r->session->who.person;
    if (r->session->who.token) { // or one that was stolen would have offspring for ever
        srv_fail(sv, r->call, FAULT_TOKEN);
        return;
    }
    if (!read_token(r->body, &name, &days)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (!srv_take(&r->session->purse->matches, SRV_MATCHES_PER_SECOND, SRV_MATCHES_BURST)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    if (!has_room(sv, r)) return;
    if (!srv_secret_new(secret, hash)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    int64_t ends = now + days * GG_STORE_DAY;
    int64_t id = gg_store_token_new(sv->store, hash, person, name, now, ends);
    gg_json *json = srv_begin(sv);
    gg_json_string(json, "token", secret);
    gg_json_integer(json, "id", id);
    srv_json_day(json, "ends", ends);
    srv_send(sv, r->call, 201);
    srv_wait(sv, r->call);
}
