// SPDX-License-Identifier: Apache-2.0
// What a person says of himself: the name to be called by, and a private link by which he comes
// back on another device. There are no accounts: whoever has the link is that person.
#include <string.h>

#include "called.h"
#include "server.h"

enum { BACK_S = 30 * 24 * 3600 };

static const struct {
    const char *fr, *en;
} faults[] = {
    [NAME_EMPTY] = {"Le nom est vide.", "The name is empty."},
    [NAME_LONG] = {"Le nom a plus de 24 caractères.", "The name has more than 24 characters."},
    [NAME_SIGN] = {"Le nom contient un caractère invisible ou qui change le sens d'écriture.",
                   "The name has a character that cannot be seen or that changes the direction of "
                   "writing."},
    [NAME_PROGRAM] = {"Ce nom ressemble à ceux que porte le programme ; choisissez-en un autre.",
                      "This name looks like one the program has; choose another."},
};

bool srv_read_name(server *sv, srv_request *r, char name[GG_STORE_NAME]) {
    const char *text = srv_get_text(r->body, "name");
    if (!text) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    name_fault fault = srv_name_read(text, name);
    if (fault == NAME_GOOD) return true;
    srv_fail_words(sv, r->call, FAULT_BAD_NAME, faults[fault].fr, faults[fault].en);
    return false;
}

srv_match *srv_unsaved_of(server *sv, int64_t person) {
    for (unsigned b = 0; b < SRV_MATCH_BUCKETS; b++)
        for (srv_match *m = sv->match[b]; m; m = m->next)
            if (m->unsaved && srv_seats_of(m, person)) return m;
    return NULL;
}

// Matches in memory at which he sits tell it when it is saved.
void srv_name_set(server *sv, int64_t person, const char *name) {
    gg_store_name_set(sv->store, person, name);
    for (unsigned b = 0; b < SRV_MATCH_BUCKETS; b++)
        for (srv_match *m = sv->match[b]; m; m = m->next) {
            unsigned own = srv_seats_of(m, person);
            if (!own || !srv_company_keep(m)) continue;
            for (unsigned i = 0; i < m->game->seats; i++)
                if (own >> i & 1)
                    (void)snprintf(m->row.called[i], sizeof m->row.called[i], "%s", name);
            srv_match_stirred(sv, m, true);
            srv_match_force(sv, m);
        }
}

static void send_me(server *sv, srv_request *r, const char *name, bool back) {
    gg_json *json = srv_begin(sv);
    gg_json_string(json, "name", name[0] ? name : NULL);
    gg_json_bool(json, "link", back);
    srv_send(sv, r->call, 200);
}

static bool read_me(server *sv, srv_request *r, char name[GG_STORE_NAME], bool *back) {
    gg_status status = gg_store_name_of(sv->store, r->session->who.person, srv_now_s(), name, back);
    if (status == GG_OK) return true;
    srv_fail(sv, r->call, FAULT_NOT_SAVED);
    return false;
}

void srv_on_me(server *sv, srv_request *r) {
    char name[GG_STORE_NAME];
    bool back;
    if (read_me(sv, r, name, &back)) send_me(sv, r, name, back);
}

void srv_on_me_set(server *sv, srv_request *r) {
    char has[GG_STORE_NAME], name[GG_STORE_NAME];
    bool back;
    if (!srv_read_name(sv, r, name) || !read_me(sv, r, has, &back)) return;
    srv_match *busy = strcmp(has, name) != 0 ? srv_unsaved_of(sv, r->session->who.person) : NULL;
    if (busy) { // what is on its way to the disk must not be told with the new name
        srv_wait_for(sv, r->call, busy);
        return;
    }
    if (strcmp(has, name) != 0) {
        if (!srv_take(&r->session->purse->matches, 5, 200)) {
            srv_fail(sv, r->call, FAULT_TOO_MANY);
            return;
        }
        srv_name_set(sv, r->session->who.person, name);
        send_me(sv, r, name, back);
        srv_wait(sv, r->call);
        return;
    }
    send_me(sv, r, name, back);
}

// A token stands for its person in matches; it does not make him.
void srv_on_me_link(server *sv, srv_request *r) {
    char secret[SRV_SECRET_HEX + 1], path[SRV_SECRET_HEX + 8];
    uint8_t hash[GG_STORE_HASH];
    if (r->session->who.token) {
        srv_fail_words(sv, r->call, FAULT_TOKEN,
                       "Un jeton ne peut pas créer de lien privé : demandez-le depuis la page.",
                       "A token cannot make a private link: ask for one from the page.");
        return;
    }
    if (!srv_take(&r->session->purse->matches, 5, 200) || !srv_secret_new(secret, hash)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    gg_store_link_new(sv->store, hash,
                      &(gg_store_link){.kind = GG_LINK_BACK,
                                       .person = r->session->who.person,
                                       .ends = srv_now_s() + BACK_S});
    (void)snprintf(path, sizeof path, "/back#%s", secret);
    gg_json_string(srv_begin(sv), "path", path);
    srv_send(sv, r->call, 201);
    srv_wait(sv, r->call);
}

bool srv_back(server *sv, srv_request *r, int64_t *person) {
    const json_t *field = json_object_get(r->body, "link");
    uint8_t hash[GG_STORE_HASH] = {0};
    gg_store_link link;
    *person = 0;
    if (!field) return true;
    if (!json_is_string(field)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    (void)srv_secret_hash(json_string_value(field), hash);
    gg_status status = gg_store_link_find(sv->store, hash, GG_LINK_BACK, 0, srv_now_s(), &link);
    *person = link.person;
    if (status == GG_OK) return true;
    srv_fail(sv, r->call, status == GG_NOT_ALLOWED ? FAULT_INVITATION : FAULT_NOT_SAVED);
    return false;
}
