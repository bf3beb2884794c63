// SPDX-License-Identifier: Apache-2.0
// From a request to the function that answers it: address, method, who asks, where from, the body.
// Everything is refused that no line of the table allows.
#include <string.h>
#include <strings.h>

#include "server.h"

static const srv_route routes[] = {
#define ROUTE(name, method, path, access) {#method, path, access, srv_on_##name},
#include "routes.def"
#undef ROUTE
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

// Does the path fit the pattern? The word that stands for * is copied.
static bool fits(const char *pattern, const char *path, char *word) {
    const char *found = NULL;
    size_t length = 0;
    for (; *pattern && *path; pattern++) {
        if (*pattern == '*') {
            found = path;
            while (*path && *path != '/') path++;
            length = (size_t)(path - found);
            if (length == 0 || length > GG_HTTP_PATH_MAX) return false;
        } else if (*pattern != *path++) {
            return false;
        }
    }
    if (*pattern != *path) return false;
    if (word && found) {
        memcpy(word, found, length);
        word[length] = 0;
    }
    return true;
}

const char *srv_route_name(const char *path) {
    for (unsigned i = 0; i < ROUTES; i++)
        if (fits(routes[i].path, path, NULL)) return routes[i].path;
    return strncmp(path, "/api/", 5) == 0 ? "/api/?" : "/?";
}

// Asked before a byte of the body is read: who is nobody sends little.
size_t srv_limit(void *server_, const gg_call *call) {
    gg_status status;
    if (strcmp(call->method, "POST") != 0 || !srv_session_of(server_, call, &status))
        return SRV_STRANGER_MAX;
    return strcmp(call->path, "/api/replays") == 0 ? SRV_UPLOAD_MAX : SRV_BODY_MAX;
}

// A HEAD is a GET whose body is not sent.
static bool same_method(const char *asked, const char *wanted) {
    return strcmp(asked, wanted) == 0 || (strcmp(asked, "HEAD") == 0 && strcmp(wanted, "GET") == 0);
}

static const srv_route *find_route(srv_request *r, bool *known) {
    *known = false;
    for (unsigned i = 0; i < ROUTES; i++)
        if (fits(routes[i].path, r->call->path, r->word)) {
            *known = true;
            if (same_method(r->call->method, routes[i].method)) return &routes[i];
        }
    return NULL;
}

// ------------------------------------------------------------------------------------------- body
// Brackets outside strings: the library itself would follow them 2048 deep.
static bool too_deep(const char *text, size_t length) {
    bool quoted = false;
    unsigned depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (quoted && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            quoted = !quoted;
        else if (!quoted && (text[i] == '{' || text[i] == '[') && ++depth > SRV_DEPTH_MAX)
            return true;
        else if (!quoted && (text[i] == '}' || text[i] == ']') && depth)
            depth--;
    }
    return false;
}

static bool is_type(const gg_call *call, const char *wanted) {
    const char *type = gg_call_header(call, "Content-Type");
    size_t length = strlen(wanted);
    return type && strncasecmp(type, wanted, length) == 0 &&
           (!type[length] || type[length] == ';' || type[length] == ' ');
}

// Digits that JSON takes for a number, 16 at most; NULL: they are none.
static const char *plain_number(const char *at, int64_t *out) {
    const char *start = at;
    int64_t value = 0;
    while (*at >= '0' && *at <= '9' && at - start < 16) value = 10 * value + (*at++ - '0');
    *out = value;
    return at > start && (*start != '0' || at == start + 1) ? at : NULL;
}

// {"action":NUMBER,"seq":NUMBER} and nothing else is what programs send for every step: it needs no
// tree. Everything else is read by the library.
static bool read_plain(srv_request *r) {
    static const char first[] = "{\"action\":", second[] = ",\"seq\":";
    const char *at = r->call->body;
    if (strncmp(at, first, sizeof first - 1) != 0) return false;
    at = plain_number(at + sizeof first - 1, &r->action);
    if (!at || strncmp(at, second, sizeof second - 1) != 0) return false;
    at = plain_number(at + sizeof second - 1, &r->seq);
    r->plain = at && at[0] == '}' && at + 1 == r->call->body + r->call->length;
    return r->plain;
}

static srv_fault read_body(srv_request *r) {
    const gg_call *call = r->call;
    json_error_t error;
    if (r->route->run == srv_on_upload)
        return is_type(call, "text/plain") ? FAULT_NONE : FAULT_TYPE;
    if (!is_type(call, "application/json")) return FAULT_TYPE;
    if (!call->body) return FAULT_BAD_JSON;
    if (r->route->run == srv_on_actions && read_plain(r)) return FAULT_NONE;
    if (too_deep(call->body, call->length)) return FAULT_BAD_JSON;
    r->body = json_loadb(call->body, call->length, JSON_REJECT_DUPLICATES, &error);
    if (!r->body) return FAULT_BAD_JSON;
    return json_is_object(r->body) ? FAULT_NONE : FAULT_BAD_JSON;
}

// -------------------------------------------------------------------------------------- permission
// A match that does not exist and one that is somebody else's are answered alike.
static srv_fault find_match(server *sv, srv_request *r) {
    srv_match *m;
    srv_fault fault = srv_match_for(sv, r->word, r->session, r->route->access == READER, &m);
    if (fault != FAULT_NONE) return fault;
    if (!m->match && !m->archive) return srv_match_await(sv, m, r->call);
    if (m->archive && r->route->access == PLAYER) return FAULT_OTHER_RULES; // it is only read
    r->match = m;
    r->viewer = srv_viewer_of(m, r->session, &r->player);
    return FAULT_NONE;
}

static srv_fault permit(server *sv, srv_request *r) {
    gg_status status;
    r->session = srv_session_of(sv, r->call, &status);
    if (status != GG_OK) return FAULT_NOT_SAVED;
    if (!srv_may_ask(sv, r->call, r->session)) return FAULT_TOO_MANY;
    if (!srv_origin_fits(sv, r->call, r->session)) return FAULT_ORIGIN;
    return r->session || r->route->access == ANYONE ? FAULT_NONE : FAULT_NO_SESSION;
}

static srv_fault prepare(server *sv, srv_request *r) {
    srv_fault fault = permit(sv, r);
    if (fault != FAULT_NONE) return fault;
    if (r->call->too_large) return FAULT_TOO_LARGE;
    if (strcmp(r->route->method, "POST") == 0) fault = read_body(r);
    if (fault == FAULT_NONE && (r->route->access == PLAYER || r->route->access == READER))
        fault = find_match(sv, r);
    return fault;
}

void srv_handle(void *server_, gg_call *call) {
    server *sv = server_;
    srv_request r = {.call = call, .viewer = GG_NOBODY};
    bool known;
    if (call->too_long || !srv_host_fits(sv, call)) {
        srv_fail(sv, call, call->too_long ? FAULT_NOT_FOUND : FAULT_HOST);
        return;
    }
    if (strncmp(call->path, "/api/", 5) != 0) {
        srv_static(sv, call);
        return;
    }
    r.route = find_route(&r, &known);
    if (!r.route) {
        srv_fail(sv, call, known ? FAULT_METHOD : FAULT_NOT_FOUND);
        return;
    }
    srv_fault fault = prepare(sv, &r);
    if (fault != FAULT_NONE)
        srv_fail(sv, call, fault);
    else if (r.match && r.match->unsaved) // nobody looks at what is not saved
        srv_wait_for(sv, call, r.match);
    else if (!call->parked && !call->status) // else a worker prepares what it needs
        r.route->run(sv, &r);
    json_decref(r.body);
}

// ------------------------------------------------------------------------------------ static files
static void send_placeholder(gg_call *call) {
    static const char page[] =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Grognard</title>"
        "<h1>Grognard</h1><p lang=\"fr\">La page n'est pas encore construite ; l'API r&eacute;pond "
        "sous <a href=\"/api/health\">/api/health</a>.<p>The page has not been built yet; the API "
        "answers at <a href=\"/api/health\">/api/health</a>.</html>\n";
    gg_call_answer(call, &(gg_answer){.status = 200,
                                      .type = "text/html; charset=utf-8",
                                      .bytes = page,
                                      .length = sizeof page - 1,
                                      .lasting = true,
                                      .header = {"Cache-Control", "no-cache"}});
}

// To a person in words and the page's look; the API, which nobody reads with a browser, answers as
// always.
static void nothing_here(server *sv, gg_call *call) {
    const char *accepts = gg_call_header(call, "Accept");
    const gg_asset *page =
        accepts && strstr(accepts, "text/html") ? gg_asset_find_or_null("lost.html") : NULL;
    if (!page) {
        srv_fail(sv, call, FAULT_NOT_FOUND);
        return;
    }
    sv->refused++;
    gg_call_answer(call, &(gg_answer){.status = srv_fault_status(FAULT_NOT_FOUND),
                                      .type = page->type,
                                      .bytes = page->bytes,
                                      .length = page->length,
                                      .lasting = true,
                                      .header = {"Cache-Control", "no-cache", "Vary", "Accept"}});
}

// The page finds its own way from its address; /, /m/ID and the pages of links are the same file.
void srv_static(server *sv, gg_call *call) {
    bool page = strcmp(call->path, "/") == 0 || fits("/m/*", call->path, NULL) ||
                strcmp(call->path, "/i") == 0 || strcmp(call->path, "/back") == 0 ||
                strcmp(call->path, "/w") == 0 || strcmp(call->path, "/history") == 0 ||
                fits("/lists/*", call->path, NULL);
    bool framed = strcmp(call->path, "/embed") == 0;
    gg_status status;
    if (!srv_may_ask(sv, call, srv_session_of(sv, call, &status))) {
        srv_fail(sv, call, FAULT_TOO_MANY);
        return;
    }
    if (!same_method(call->method, "GET")) {
        srv_fail(sv, call, FAULT_METHOD);
        return;
    }
    const gg_asset *asset = gg_asset_find_or_null(page || framed ? "/index.html" : call->path);
    if (asset && framed)
        srv_send_framed(call, asset);
    else if (asset)
        srv_send_asset(call, asset);
    else if (page)
        send_placeholder(call);
    else
        nothing_here(sv, call);
}

void srv_on_rulebook(server *sv, srv_request *r) {
    const gg_game *game = srv_game(sv, r->word);
    const char *lang = gg_call_query(r->call, "lang");
    char path[GG_HTTP_PATH_MAX + 32];
    if (!game || (lang && strcmp(lang, "fr") != 0 && strcmp(lang, "en") != 0)) {
        srv_fail(sv, r->call, game ? FAULT_BAD_FIELD : FAULT_NOT_FOUND);
        return;
    }
    (void)snprintf(path, sizeof path, "/rules/%s.%s.md", game->id, lang ? lang : "en");
    const gg_asset *asset = gg_asset_find_or_null(path);
    if (asset)
        srv_send_asset(r->call, asset);
    else
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
}

void srv_on_health(server *sv, srv_request *r) {
    int64_t matches, sessions;
    if (gg_store_counts(sv->store, &matches, &sessions) != GG_OK) {
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
        return;
    }
    gg_json *json = srv_begin(sv);
    gg_json_bool(json, "ok", !sv->failing && gg_store_in_place(sv->store));
    gg_json_bool(json, "data_in_place", gg_store_in_place(sv->store));
    gg_json_string(json, "version", GG_VERSION);
    gg_json_integer(json, "uptime_s", (int64_t)(srv_now_ms() - sv->started_ms) / 1000);
    gg_json_integer(json, "matches", matches);
    gg_json_integer(json, "sessions", sessions);
    gg_json_integer(json, "commits", (int64_t)gg_store_commits(sv->store));
    gg_json_integer(json, "failed_commits", (int64_t)sv->failed_commits);
    gg_json_integer(json, "reads", (int64_t)gg_store_reads(sv->store));
    gg_json_integer(json, "streams", sv->stream_count);
    gg_json_integer(json, "in_memory", sv->matches_kept);
    srv_send(sv, r->call, 200);
}
