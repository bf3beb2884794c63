// SPDX-License-Identifier: Apache-2.0
// The program's front door: one table of commands, the language, help and version. Every command
// lives in its own file and knows nothing of the others.
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"
#include "host/ranks/ranks.h"

// The name a command is typed by: an underscore of C is a dash on the command line.
#define HAS(name) (UINT64_C(1) << O_##name)
const app_command app_commands[] = {
#define COMMAND(name, least, greatest, words_fr, words_en, options, fr, en)                        \
    {#name,                                                                                        \
     cmd_##name,                                                                                   \
     least,                                                                                        \
     greatest,                                                                                     \
     words_fr,                                                                                     \
     words_en,                                                                                     \
     (options) | HAS(HELP) | HAS(JSON) | HAS(LANG),                                                \
     fr,                                                                                           \
     en},
#include "commands.def"
#undef COMMAND
    {NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL},
};

static bool same_name(const char *typed, const char *name) {
    for (; *typed && *name; typed++, name++)
        if (*typed != *name && !(*typed == '-' && *name == '_')) return false;
    return *typed == *name;
}

const app_command *app_command_find_or_null(const char *name) {
    for (const app_command *c = app_commands; c->name; c++)
        if (same_name(name, c->name)) return c;
    return NULL;
}

gg_lang app_lang_of_environment(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strncmp(value, "fr", 2) == 0 ? GG_FR : GG_EN;
    }
    return GG_EN;
}

// The language is needed before the first complaint, so it is looked for ahead of the parser, which
// then judges the value.
static gg_lang lang_of(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        if (strcmp(argv[i], "--") == 0) break;
        if (strncmp(argv[i], "--lang=", 7) == 0) value = argv[i] + 7;
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) value = argv[i + 1];
        if (value && strcmp(value, "fr") == 0) return GG_FR;
        if (value && strcmp(value, "en") == 0) return GG_EN;
    }
    return app_lang_of_environment();
}

int cmd_help(app_self *app, const app_args *args) {
    const app_command *about = NULL;
    if (args->words == 1 && !(about = app_command_find_or_null(args->word[0])))
        return app_bad(app, W_NO_COMMAND, args->word[0]);
    return app_help(app, about);
}

static int version(const app_self *app) {
    app_json json;
    if (!app->json) {
        app_text("grognard %s\n", GG_VERSION);
        return APP_YES;
    }
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "version", GG_VERSION);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

static int dispatch(app_self *app, const app_command *command, int argc, char **argv) {
    app_args args;
    if (!app_args_parse(app, command, argc, argv, &args)) return APP_BAD;
    app->json = args.set[O_JSON];
    if (args.set[O_HELP]) return app_help(app, command);
    return command->run(app, &args);
}

// Words before the command: only --lang, --json, --help and --version make sense there.
static int start(app_self *app, int argc, char **argv) {
    static const app_command menu = {"", cmd_menu, 0, 0, "", "", HAS(HELP) | HAS(JSON) | HAS(LANG),
                                     "", ""};
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (strcmp(argv[at], "--version") == 0) {
            app->json |= at + 1 < argc && strcmp(argv[at + 1], "--json") == 0;
            return version(app);
        }
        if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) {
            return app_help(app, NULL);
        }
        if (strcmp(argv[at], "--json") == 0)
            app->json = true;
        else if (strcmp(argv[at], "--lang") == 0 && at + 1 < argc)
            at++;
        else if (strncmp(argv[at], "--lang=", 7) != 0)
            return app_bad(app, W_NO_OPTION, argv[at]);
    }
    if (at >= argc) {
        app->command = "";
        return dispatch(app, &menu, argc, argv);
    }
    const app_command *command = app_command_find_or_null(argv[at]);
    if (!command) return app_bad(app, W_NO_COMMAND, argv[at]);
    app->command = argv[at];
    int rank;
    app->quiet = command->run == cmd_study && ranks_expected(&rank) && rank > 0;
    // The command's name leaves the list; what stood before it stays.
    memmove(&argv[at], &argv[at + 1], (size_t)(argc - at) * sizeof argv[0]);
    return dispatch(app, command, argc - 1, argv);
}

int main(int argc, char **argv) {
    app_self app = {.lang = lang_of(argc, argv)};
    (void)setlocale(LC_CTYPE, "");
    (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ); // whole lines, also among those of other programs
    app.terminal = isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
    int code = start(&app, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) return app_environment(&app, W_CANNOT_PRINT);
    return code;
}
