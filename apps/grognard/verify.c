// SPDX-License-Identifier: Apache-2.0
// `grognard verify`: is this match what its file says? Bytes, moves, dice and result through the
// rules, then the signature. Four answers, four exit codes: proved (0), nothing wrong but not
// proved (1: the seed is not revealed, or the file is of other rules), forged or damaged (4).
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "matchfile.h"

typedef enum signing { UNSIGNED, HOLDS, HOLDS_KNOWN, BROKEN, OTHER_KEY, MISSING } signing;
static const char *const signing_words[] = {"none", "good", "good", "bad", "other_key", "missing"};

typedef struct finding {
    const app_self *app;
    const char *file;
    gg_status status;
    gg_error error; // with GG_OK: what is still to be proved
    gg_match *match;
    bool whole; // every byte is as it was written
    signing signing;
    char signer[APP_KEY_HEX];
} finding;

// ------------------------------------------------------------------------------------------- --key
static bool is_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// The first 64 digits in a row; false: there are none.
static bool find_digits(const char *text, char out[APP_KEY_HEX]) {
    size_t run = 0;
    for (; *text; text++) {
        run = is_digit(*text) ? run + 1 : 0;
        if (run == APP_KEY_HEX - 1 && !is_digit(text[1])) {
            memcpy(out, text + 1 - run, run);
            out[run] = 0;
            return true;
        }
    }
    return false;
}

static bool known_key(const app_self *app, const char *given, char out[APP_KEY_HEX], int *code) {
    char *text;
    size_t length;
    if (strlen(given) == APP_KEY_HEX - 1 && find_digits(given, out)) return true;
    if (!app_exists(given)) {
        *code = app_bad(app, W_BAD_KEY, given);
        return false;
    }
    if (!app_read(app, given, &text, &length, code)) return false;
    bool secret = strncmp(text, "grognard-secret", 15) == 0;
    bool good = !secret && length == strlen(text) && find_digits(text, out);
    free(text);
    if (!good) *code = app_bad(app, secret ? W_SECRET_KEY : W_BAD_KEY, given);
    return good;
}

// --------------------------------------------------------------------------------------- the check
static signing check_signature(finding *f, const char *text, size_t length, const char *known) {
    uint8_t key[GG_SIGNER_BYTES], signature[GG_SIGNATURE_BYTES];
    size_t covered;
    gg_result result;
    gg_match_result(f->match, &result);
    if (!gg_match_signature(f->match, text, length, key, signature, &covered))
        return known && result.over ? MISSING : UNSIGNED; // a running one is signed by nobody
    app_key_hex(key, f->signer);
    if (!gg_key_holds(key, text, covered, signature)) return BROKEN;
    if (!known) return HOLDS;
    return strcmp(known, f->signer) == 0 ? HOLDS_KNOWN : OTHER_KEY;
}

static void nothing(void *user, const char *line, size_t length) {
    (void)user;
    (void)line;
    (void)length;
}

static void check(finding *f, const char *text, size_t length, const char *known) {
    f->status = gg_match_verify(text, length, &f->error);
    if (f->status == GG_REFUSED) f->whole = gg_match_lines(text, length, nothing, NULL, NULL);
    if (f->status != GG_OK) return;
    f->status = gg_match_read(&f->match, text, length, NULL);
    if (f->status == GG_OK) f->signing = check_signature(f, text, length, known);
}

static int code_of(const finding *f) {
    if (f->status == GG_REFUSED && f->whole) return APP_NO;
    if (f->status != GG_OK || f->signing >= BROKEN) return APP_FORGED;
    return f->error.fr[0] ? APP_NO : APP_YES;
}

// ----------------------------------------------------------------------------------------- answers
static const char *outcome(const finding *f) {
    int code = code_of(f);
    if (code == APP_NO) return f->status == GG_REFUSED ? "other_rules" : "not_revealed";
    return code == APP_YES ? "proved" : "forged";
}

static void json_hints(gg_json *json, const gg_match *match) {
    gg_result result;
    gg_match_result(match, &result);
    gg_json_open(json, "hints", '[');
    for (unsigned i = 0; i < gg_match_setup_of(match)->game->seats; i++)
        gg_json_integer(json, NULL, result.hints[i]);
    gg_json_close(json, ']');
}

static int answer_json(const finding *f) {
    app_json json;
    if (!app_json_begin(f->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "file", f->file);
    gg_json_bool(&json.json, "ok", code_of(f) == APP_YES);
    gg_json_string(&json.json, "outcome", outcome(f));
    if (f->status != GG_OK) gg_json_integer(&json.json, "line", f->error.line);
    if (f->error.fr[0]) {
        gg_json_string(&json.json, "text_fr", f->error.fr);
        gg_json_string(&json.json, "text_en", f->error.en);
    }
    if (f->match) {
        json_hints(&json.json, f->match);
        gg_json_string(&json.json, "signature", signing_words[f->signing]);
        gg_json_string(&json.json, "signer", f->signer[0] ? f->signer : NULL);
        gg_json_bool(&json.json, "key_known", f->signing == HOLDS_KNOWN);
    }
    gg_json_close(&json.json, '}');
    return app_json_end(f->app, &json, code_of(f));
}

// Seats without a seed of their own, if somebody else's server has drawn.
static void say_seedless(const finding *f) {
    const gg_match_setup *setup = gg_match_setup_of(f->match);
    char names[256];
    gg_out out;
    gg_out_init(&out, names, sizeof names);
    for (unsigned i = 0; i < setup->game->seats; i++)
        if (!setup->client_seed[i][0])
            gg_out_format(&out, "%s%s", out.length ? ", " : "", setup->game->seat_names[i].token);
    if (out.length && f->signing != UNSIGNED) app_say(f->app, W_VERIFY_NO_CLIENT, names);
}

static void say_good(const finding *f) {
    char words[256];
    app_match_result_words(f->app, f->match, words, sizeof words);
    app_say(f->app, f->error.fr[0] ? W_VERIFIED_SO_FAR : W_VERIFIED, f->file,
            gg_match_entries(f->match), words);
    if (f->error.fr[0]) app_say(f->app, W_VERIFY_NOTE, app_pick(f->app, f->error.fr, f->error.en));
    if (f->signing == UNSIGNED)
        app_say(f->app, W_VERIFY_UNSIGNED);
    else
        app_say(f->app, f->signing == HOLDS ? W_VERIFY_OWN_WORD : W_VERIFY_SIGNED, f->signer);
    say_seedless(f);
}

static int answer(const finding *f) {
    const char *reason = app_pick(f->app, f->error.fr, f->error.en);
    if (f->status != GG_OK && f->error.line)
        app_say(f->app, W_VERIFY_LINE, f->file, f->error.line, reason);
    else if (f->status != GG_OK)
        app_say(f->app, W_VERIFY_NO_LINE, f->file, reason);
    else if (f->signing == BROKEN)
        app_say(f->app, W_VERIFY_BAD_SIGNATURE, f->file, f->signer);
    else if (f->signing == OTHER_KEY)
        app_say(f->app, W_VERIFY_OTHER_KEY, f->file, f->signer);
    else if (f->signing == MISSING)
        app_say(f->app, W_VERIFY_NOT_SIGNED, f->file);
    else
        say_good(f);
    return code_of(f);
}

int cmd_verify(app_self *app, const app_args *args) {
    finding f = {.app = app, .file = args->word[0]};
    char *text, known[APP_KEY_HEX];
    size_t length;
    int code = APP_YES;
    bool given = args->set[O_KEY];
    if (given && !known_key(app, args->text[O_KEY], known, &code)) return code;
    if (!app_read(app, f.file, &text, &length, &code)) return code;
    check(&f, text, length, given ? known : NULL);
    if (f.status == GG_NO_MEMORY)
        code = app_status(app, f.status);
    else
        code = app->json ? answer_json(&f) : answer(&f);
    gg_match_close(f.match);
    free(text);
    return code;
}
