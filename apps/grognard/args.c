// SPDX-License-Identifier: Apache-2.0
// Arguments: getopt_long driven by the two tables, and the help made from the same tables, so that
// neither can forget an option the other knows.
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"

typedef enum opt_kind { FLAG, TEXT, NUMBER, DECIMAL, LIST } opt_kind;

typedef struct opt_line {
    const char *text;
    opt_kind kind;
    int64_t min, max;
    const char *value_fr, *value_en, *fr, *en;
} opt_line;

static const opt_line opts[OPTS] = {
#define OPT(name, text, kind, min, max, value_fr, value_en, fr, en)                                \
    {text, kind, min, max, value_fr, value_en, fr, en},
#include "options.def"
#undef OPT
};

static bool bad(const app_self *app, app_word word, const char *a, const char *b) {
    (void)app_bad(app, word, a, b);
    return false;
}

static bool take_number(const app_self *app, unsigned o, const char *value, app_args *out) {
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (*value == '\0' || *end || errno || n < opts[o].min || n > opts[o].max) {
        (void)app_bad(app, W_NOT_A_NUMBER, opts[o].text, value, (long long)opts[o].min,
                      (long long)opts[o].max);
        return false;
    }
    out->number[o] = n;
    return true;
}

// Decimals are written with a point in both languages; only `bench` has one.
static bool take_decimal(const app_self *app, unsigned o, const char *value, app_args *out) {
    char *end;
    double n = strtod(value, &end);
    if (*value == '\0' || *end || !(n > (double)opts[o].min) || !(n <= (double)opts[o].max)) {
        (void)app_bad(app, W_NOT_A_NUMBER, opts[o].text, value, (long long)opts[o].min,
                      (long long)opts[o].max);
        return false;
    }
    out->decimal[o] = n;
    return true;
}

static bool take(app_self *app, unsigned o, const char *value, app_args *out) {
    if (out->set[o] && opts[o].kind != LIST && opts[o].kind != FLAG)
        return bad(app, W_TWICE, opts[o].text, "");
    out->set[o] = true;
    out->text[o] = value;
    switch (opts[o].kind) {
    case NUMBER: return take_number(app, o, value, out);
    case DECIMAL: return take_decimal(app, o, value, out);
    case LIST:
        if (out->list_count == APP_LIST_MAX) return bad(app, W_TWICE, opts[o].text, "");
        out->list[out->list_count++] = value;
        return true;
    default: break;
    }
    if (o == O_LANG && strcmp(value, "fr") != 0 && strcmp(value, "en") != 0)
        return bad(app, W_NO_LANG, value, "");
    return true;
}

static unsigned table_for(uint64_t allowed, struct option *out) {
    unsigned n = 0;
    for (unsigned o = 0; o < OPTS; o++)
        if (allowed >> o & 1)
            out[n++] = (struct option){opts[o].text,
                                       opts[o].kind == FLAG ? no_argument : required_argument, NULL,
                                       (int)(256 + o)};
    memset(&out[n], 0, sizeof out[n]);
    return n;
}

static bool count_words(const app_self *app, const app_command *command, const app_args *args) {
    if (args->set[O_HELP]) return true;
    if (args->words < command->least)
        return bad(app, W_TOO_FEW, app->command,
                   app_pick(app, command->words_fr, command->words_en));
    if (args->words > command->greatest)
        return bad(app, W_TOO_MANY, args->word[command->greatest], app->command);
    return true;
}

bool app_args_parse(app_self *app, const app_command *command, int argc, char **argv,
                    app_args *out) {
    struct option table[OPTS + 1];
    memset(out, 0, sizeof *out);
    (void)table_for(command->options, table);
    opterr = 0;
    optind = 1;
    for (;;) {
        int c = getopt_long(argc, argv, ":h", table, NULL);
        if (c == -1) break;
        if (c == 'h') c = 256 + O_HELP;
        if (c == ':') return bad(app, W_NO_VALUE, argv[optind - 1], "");
        if (c == '?') {
            char letter[3] = {'-', (char)optopt, '\0'};
            bool is_letter = optopt > 0 && optopt < 256;
            return bad(app, W_NO_OPTION, is_letter ? letter : argv[optind - 1], "");
        }
        if (!take(app, (unsigned)c - 256, optarg, out)) return false;
    }
    out->word = argv + optind;
    out->words = argc - optind;
    return count_words(app, command, out);
}

// ----------------------------------------------------------------------------------------- help
static int shown_width(const char *text) {
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void help_option(const app_self *app, unsigned o) {
    char left[64];
    const char *value = app_pick(app, opts[o].value_fr, opts[o].value_en);
    (void)snprintf(left, sizeof left, "--%s%s%s", opts[o].text, *value ? " " : "", value);
    int pad = 24 - shown_width(left);
    app_text("  %s%*s %s\n", left, pad > 0 ? pad : 0, "", app_print(app, opts[o].fr, opts[o].en));
}

static void dashed(const char *name, char out[32]) {
    (void)snprintf(out, 32, "%s", name);
    for (char *c = out; *c; c++)
        if (*c == '_') *c = '-';
}

static void help_all(const app_self *app) {
    app_say(app, W_HELP_ALL);
    for (const app_command *c = app_commands; c->name; c++) {
        char name[32];
        dashed(c->name, name);
        app_text("  %-12s %s\n", name, app_print(app, c->fr, c->en));
    }
    app_say(app, W_HELP_TAIL);
}

static void json_command(gg_json *json, const app_command *command) {
    char name[32];
    dashed(command->name, name);
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "name", name);
    gg_json_string(json, "arguments", command->words_en);
    gg_json_string(json, "text_fr", command->fr);
    gg_json_string(json, "text_en", command->en);
    gg_json_open(json, "options", '[');
    for (unsigned o = 0; o < OPTS; o++) {
        if (!(command->options >> o & 1)) continue;
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "name", opts[o].text);
        gg_json_string(json, "value", opts[o].value_en);
        gg_json_string(json, "text_fr", opts[o].fr);
        gg_json_string(json, "text_en", opts[o].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static int help_json(const app_self *app, const app_command *only) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "commands", '[');
    for (const app_command *c = app_commands; c->name; c++)
        if (!only || only == c) json_command(&json.json, c);
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

int app_help(const app_self *app, const app_command *command) {
    char name[32];
    if (command && !command->name[0]) command = NULL;
    if (app->json) return help_json(app, command);
    if (!command) {
        help_all(app);
        return APP_YES;
    }
    dashed(command->name, name);
    const char *words = app_pick(app, command->words_fr, command->words_en);
    app_say(app, W_HELP_USAGE, name, *words ? " " : "", words);
    app_text("  %s\n\n", app_print(app, command->fr, command->en));
    for (unsigned o = 0; o < OPTS; o++)
        if (command->options >> o & 1) help_option(app, o);
    app_say(app, W_HELP_CODES);
    if (strcmp(name, "why") == 0 || strcmp(name, "perft") == 0) app_say(app, W_HELP_POSITION);
    if (strcmp(name, "play") == 0) app_say(app, W_HELP_PLAY);
    return APP_YES;
}
