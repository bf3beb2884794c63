// SPDX-License-Identifier: Apache-2.0
// Matches as files, and `grognard new`.
#include "matchfile.h"
#include "show.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "grognard/study.h"

static bool random_bytes(const app_self *app, void *out, size_t bytes, int *code) {
    if (getrandom(out, bytes, 0) == (ssize_t)bytes) return true;
    *code = app_environment(app, W_NO_RANDOM, strerror(errno));
    return false;
}

// MIN[+S]
static bool clock_of(const app_self *app, const char *text, gg_match_setup *out, int *code) {
    char *end;
    long minutes = strtol(text, &end, 10), seconds = 0;
    bool good = end != text && minutes >= 1 && minutes <= 100000;
    if (good && *end == '+') {
        const char *from = end + 1;
        seconds = strtol(from, &end, 10);
        good = end != from && seconds >= 0 && seconds <= 86400;
    }
    if (!good || *end) {
        *code = app_bad(app, W_BAD_CLOCK, text);
        return false;
    }
    for (unsigned i = 0; i < out->game->seats; i++) out->clock_ms[i] = (uint32_t)minutes * 60000;
    out->increment_ms = (uint32_t)seconds * 1000;
    return true;
}

static bool id_of(const app_self *app, const char *text, gg_match_setup *out, int *code) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    uint8_t bytes[6];
    if (text) {
        if (!*text || strlen(text) > GG_ID_MAX || text[strspn(text, allowed)]) {
            *code = app_bad(app, W_BAD_ID, text, (int)GG_ID_MAX);
            return false;
        }
        (void)snprintf(out->id, sizeof out->id, "%s", text);
        return true;
    }
    if (!random_bytes(app, bytes, sizeof bytes, code)) return false;
    (void)snprintf(out->id, sizeof out->id, "m-%02x%02x%02x%02x%02x%02x", bytes[0], bytes[1],
                   bytes[2], bytes[3], bytes[4], bytes[5]);
    return true;
}

// Each seat's own part of the dice. With --seed there is none: the match can be had again.
static bool client_seeds(const app_self *app, gg_match_setup *out, int *code) {
    uint8_t bytes[16];
    for (unsigned i = 0; i < out->game->seats; i++) {
        if (!random_bytes(app, bytes, sizeof bytes, code)) return false;
        for (unsigned k = 0; k < sizeof bytes; k++)
            (void)snprintf(out->client_seed[i] + 2 * k, 3, "%02x", bytes[k]);
    }
    return true;
}

bool app_match_setup(const app_self *app, const gg_game *game, const app_args *args,
                     gg_match_setup *out, int *code) {
    memset(out, 0, sizeof *out);
    out->game = game;
    if (!app_request(app, game, args, &out->request, code)) return false;
    if (!id_of(app, args->text[O_ID], out, code)) return false;
    if (args->set[O_CLOCK] && !clock_of(app, args->text[O_CLOCK], out, code)) return false;
    if (!args->set[O_SEED])
        return random_bytes(app, out->seed, sizeof out->seed, code) && client_seeds(app, out, code);
    gg_selfplay_seed((uint64_t)args->number[O_SEED], 0, out->seed);
    if (!args->set[O_ID]) gg_selfplay_id((uint64_t)args->number[O_SEED], 0, out->id);
    return true;
}

bool app_match_open(const app_self *app, const gg_match_setup *setup, gg_match **out, int *code) {
    gg_verdict verdict = {0};
    gg_status status = gg_match_open(out, setup, &verdict);
    if (status == GG_OK) return true;
    if (status == GG_REFUSED)
        *code = app_request_refused(app, setup->game, &verdict);
    else
        *code = status == GG_BAD_INPUT ? app_bad(app, W_BAD_NAMES) : app_status(app, status);
    return false;
}

// ------------------------------------------------------------------------------------- the seed
static void seed_path(const char *path, char out[4096]) {
    (void)snprintf(out, 4096, "%s.seed", path);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool seed_read(const char *path, uint8_t seed[GG_SEED_BYTES]) {
    char name[4096], hex[2 * GG_SEED_BYTES];
    seed_path(path, name);
    FILE *file = app_open(name);
    if (!file) return false;
    bool good = fread(hex, 1, sizeof hex, file) == sizeof hex;
    (void)fclose(file);
    for (unsigned i = 0; good && i < GG_SEED_BYTES; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        good = high >= 0 && low >= 0;
        if (good) seed[i] = (uint8_t)(high << 4 | low);
    }
    return good;
}

static bool seed_write(const app_self *app, const char *path, const uint8_t seed[GG_SEED_BYTES],
                       int *code) {
    char name[4096], hex[2 * GG_SEED_BYTES + 2];
    seed_path(path, name);
    for (unsigned i = 0; i < GG_SEED_BYTES; i++) (void)snprintf(hex + 2 * i, 3, "%02x", seed[i]);
    hex[2 * GG_SEED_BYTES] = '\n';
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, hex, 2 * GG_SEED_BYTES + 1) == 2 * GG_SEED_BYTES + 1;
    if (!good) *code = app_file_code(app, name);
    if (fd >= 0) (void)close(fd);
    return good;
}

bool app_match_read(const app_self *app, const char *path, bool playable, gg_match **out,
                    int *code) {
    char *text;
    size_t length;
    gg_error error = {0};
    gg_result result;
    uint8_t seed[GG_SEED_BYTES];
    if (!app_read(app, path, &text, &length, code)) return false;
    gg_status status = gg_match_read(out, text, length, &error);
    free(text);
    if (status != GG_OK) {
        *code = status == GG_NO_MEMORY ? app_status(app, status) : app_input(app, path, &error);
        return false;
    }
    gg_match_result(*out, &result);
    if (!playable || result.over) return true;
    if (seed_read(path, seed) && gg_match_give_seed(*out, seed) == GG_OK) return true;
    *code = app_bad(app, W_NO_SEED, path, path);
    gg_match_close(*out);
    *out = NULL;
    return false;
}

bool app_match_read_over(const app_self *app, const char *path, gg_match **out, int *code) {
    gg_result result;
    if (!app_match_read(app, path, false, out, code)) return false;
    gg_match_result(*out, &result);
    if (result.over) return true;
    (void)app_bad(app, W_NOT_OVER);
    *code = APP_NO;
    gg_match_close(*out);
    *out = NULL;
    return false;
}

bool app_match_save(const app_self *app, const gg_match *match, const char *path, int *code) {
    char *text, name[4096];
    size_t length;
    gg_result result;
    gg_match_result(match, &result);
    seed_path(path, name);
    // The seed first: a match file without it could not be played on.
    if (!result.over && !app_exists(name) &&
        !seed_write(app, path, gg_match_setup_of(match)->seed, code))
        return false;
    gg_status status = gg_match_write(match, &text, &length);
    if (status != GG_OK) {
        *code = app_status(app, status);
        return false;
    }
    bool good = app_write(app, path, text, length, code);
    free(text);
    if (good && result.over) (void)unlink(name);
    return good;
}

static void say_result(const app_self *app, const gg_game *game, const gg_result *result,
                       gg_out *text, char *out, size_t cap) {
    int winner = -1;
    for (unsigned i = 0; i < game->seats; i++)
        if (result->half[i] == 2) winner = (int)i;
    if (!result->over || result->reason == GG_ENTRY_ADJOURN || winner < 0) {
        gg_out_text(text, app_word_of(app, !result->over                        ? W_NOT_OVER
                                           : result->reason == GG_ENTRY_ADJOURN ? W_ADJOURNED
                                                                                : W_DRAWN));
        return;
    }
    text->length = gg_say_seat(game, winner, app_word_of(app, W_WINS), app->lang, out, cap);
    if (result->reason == GG_ENTRY_RESIGN) gg_out_text(text, app_word_of(app, W_BY_RESIGNATION));
    if (result->reason == GG_ENTRY_FLAG) gg_out_text(text, app_word_of(app, W_ON_TIME));
    gg_out_char(text, '.');
}

// "With hints: Allied side 2."
static void say_hints(const app_self *app, const gg_game *game, const gg_result *result,
                      gg_out *text) {
    bool any = false;
    for (unsigned i = 0; i < game->seats; i++) {
        if (!result->hints[i]) continue;
        gg_out_format(text, "%s%s %u", any ? ", " : app_word_of(app, W_WITH_HINTS),
                      app_seat_word(app, game, (int)i), result->hints[i]);
        any = true;
    }
    if (any) gg_out_char(text, '.');
}

void app_match_result_words(const app_self *app, const gg_match *match, char *out, size_t cap) {
    const gg_game *game = gg_match_setup_of(match)->game;
    gg_result result;
    gg_out text;
    gg_match_result(match, &result);
    gg_out_init(&text, out, cap);
    say_result(app, game, &result, &text, out, cap);
    say_hints(app, game, &result, &text);
}

// ------------------------------------------------------------------------------------------- new
static bool names_of(const app_self *app, const char *text, gg_match_setup *out, int *code) {
    unsigned seat = 0;
    for (const char *word = text; word; seat++) {
        size_t length = strcspn(word, ",");
        if (seat < out->game->seats)
            (void)snprintf(out->name[seat], sizeof out->name[seat], "%.*s", (int)length, word);
        word = word[length] ? word + length + 1 : NULL;
    }
    for (unsigned i = 0; !text && i < out->game->seats; i++)
        (void)snprintf(out->name[i], sizeof out->name[i], "%s",
                       app_pick(app, out->game->seat_names[i].fr, out->game->seat_names[i].en));
    if (!text || seat == out->game->seats) return true;
    *code = app_bad(app, W_SEAT_COUNT, (unsigned)out->game->seats);
    return false;
}

static int new_json(const app_self *app, const gg_match *match, const char *path) {
    const gg_match_setup *setup = gg_match_setup_of(match);
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "file", path);
    gg_json_string(&json.json, "id", setup->id);
    gg_json_string(&json.json, "game", setup->game->id);
    gg_json_scenario(&json.json, setup->game, &setup->request);
    gg_json_string(&json.json, "commitment", gg_match_commitment(match));
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

int cmd_new(app_self *app, const app_args *args) {
    gg_match_setup setup;
    gg_match *match = NULL;
    int code = APP_YES;
    const char *path = args->word[1];
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    if (!app_match_setup(app, game, args, &setup, &code)) return code;
    if (!names_of(app, args->text[O_SEATS], &setup, &code)) return code;
    if (app_exists(path) && !args->set[O_FORCE]) return app_bad(app, W_EXISTS, path);
    if (!app_match_open(app, &setup, &match, &code)) return code;
    char old[4096];
    seed_path(path, old);
    (void)unlink(old); // of a match that --force overwrites
    if (app_match_save(app, match, path, &code)) {
        if (app->json)
            code = new_json(app, match, path);
        else
            app_say(app, W_NEW_MADE, path, setup.id, gg_match_commitment(match), path);
    }
    gg_match_close(match);
    return code;
}
