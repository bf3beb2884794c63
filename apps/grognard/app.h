// SPDX-License-Identifier: Apache-2.0
// The program: what its commands share. A command is a function of parsed arguments that returns
// the exit code; it never calls exit(). Text goes out through app_say, which strips control
// characters, so that a name in a hostile file cannot drive the terminal.
#ifndef GROGNARD_APP_H
#define GROGNARD_APP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "grognard/engine.h"
#include "grognard/text.h"

// Exit codes, everywhere the same.
enum { APP_YES = 0, APP_NO = 1, APP_BAD = 2, APP_ENVIRONMENT = 3, APP_FORGED = 4 };

// ------------------------------------------------------------------------------- the catalogue
typedef enum app_word {
#define WORD(name, fr, en) W_##name,
#include "words.def"
#undef WORD
    WORDS
} app_word;

typedef struct app_self {
    gg_lang lang;
    bool json;
    bool quiet;    // another process of the same work says what is to be said
    bool terminal; // standard output and error are a terminal: progress bars are welcome
    const char *command;
} app_self;

const char *app_word_of(const app_self *app, app_word word);
static inline const char *app_pick(const app_self *app, const char *fr, const char *en) {
    return app->lang == GG_FR ? fr : en;
}
gg_lang app_lang_of_environment(void);

// ----------------------------------------------------------------------------------- arguments
typedef enum app_opt {
#define OPT(name, text, kind, min, max, value_fr, value_en, fr, en) O_##name,
#include "options.def"
#undef OPT
    OPTS
} app_opt;

enum { APP_LIST_MAX = 32 };

typedef struct app_args {
    bool set[OPTS];
    const char *text[OPTS];
    int64_t number[OPTS];
    double decimal[OPTS];
    const char *list[APP_LIST_MAX]; // of the one option a command takes several times, in order
    unsigned list_count;
    char **word; // what is not an option
    int words;
} app_args;

typedef struct app_command {
    const char *name;
    int (*run)(app_self *app, const app_args *args);
    int least, greatest;
    const char *words_fr, *words_en;
    uint64_t options;
    const char *fr, *en;
} app_command;

extern const app_command app_commands[];
const app_command *app_command_find_or_null(const char *name);
// False: the reason is on standard error and the exit code is APP_BAD.
bool app_args_parse(app_self *app, const app_command *command, int argc, char **argv,
                    app_args *out);
int app_help(const app_self *app, const app_command *command_or_null);

// -------------------------------------------------------------------------------------- output
// A text of a game's tables as it is printed. Four of them live at once.
const char *app_print(const app_self *app, const char *fr, const char *en);
// What the scenario of a request is called; until the next is asked for.
const char *app_scenario_title(const app_self *app, const gg_game *game, const gg_request *request);
void app_say(const app_self *app, app_word word, ...); // standard output
// A number as the language writes it, for a %s of app_say: "41,0" and "41.0"; signed "+1,5".
typedef struct app_number {
    char text[32];
} app_number;
app_number app_decimal(const app_self *app, double value, int places);
app_number app_signed(const app_self *app, double value, int places);
void app_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
int app_bad(const app_self *app, app_word word, ...);         // one line on standard error; APP_BAD
int app_environment(const app_self *app, app_word word, ...); // the same; APP_ENVIRONMENT
int app_status(const app_self *app, gg_status status);        // message and exit code of a status
int app_input(const app_self *app, const char *file,
              const gg_error *error); // "FILE:LINE: ..."; BAD
// Copies text with every control character but newline and tab replaced; keeps UTF-8 whole.
size_t app_clean_into(const char *text, char *out, size_t cap);

// JSON is made in memory and printed when whole: a reader never sees half an object.
typedef struct app_json {
    gg_out out;
    gg_json json;
} app_json;
bool app_json_begin(const app_self *app, app_json *json);
int app_json_end(const app_self *app, app_json *json, int code);

// A bar on standard error while long work lasts, drawn at most ten times a second.
void app_progress(const app_self *app, app_word word, uint64_t done, uint64_t total);
void app_progress_end(const app_self *app);

// --------------------------------------------------------------------------------------- files
// "-" is standard input. False: the reason is on standard error, *code is the exit code.
FILE *app_open(const char *path); // to read; NULL with errno, ESPIPE for a pipe
bool app_read(const app_self *app, const char *path, char **text, size_t *length, int *code);
// Through a temporary file and rename, so that a reader or a crash never meets half a file; into a
// device or a pipe directly.
bool app_write(const app_self *app, const char *path, const char *text, size_t length, int *code);
bool app_exists(const char *path);
int app_file_code(const app_self *app, const char *path); // message and exit code of errno

// -------------------------------------------------------------------------- games and positions
const gg_game *app_game(const app_self *app, const char *id, int *code);
// Scenario and options of the arguments.
bool app_request(const app_self *app, const gg_game *game, const app_args *args, gg_request *out,
                 int *code);
// Whether a value of --scenario, --decks or --companies names a file: it begins with @ or holds /
// or a point.
bool app_list_named(const char *value, size_t length);
// Reads a seat's own list into the request. False: what is wrong stands on standard error.
bool app_list_read(const app_self *app, const gg_game *game, const char *path, int seat,
                   gg_request *out, int *code);
// The same of a scenario; it is read before the lists.
bool app_scenario_read(const app_self *app, const gg_game *game, const char *path, gg_request *out,
                       int *code);
// A fault of such a text, on standard error; several as a list in an open JSON object.
void app_fault_bad(const app_self *app, const gg_game *game, const char *path,
                   const gg_fault *fault);
void app_faults_json(gg_json *json, const gg_game *game, const gg_fault *fault, uint32_t count);
bool app_seat(const app_self *app, const gg_game *game, const char *token, bool viewers, int *seat,
              int *code);
// A refused combination of options, in words.
// Whether the command line names any option: then match-ups do not take turns.
bool app_options_given(const app_args *args);
int app_request_refused(const app_self *app, const gg_game *game, const gg_verdict *verdict);

struct gg_match;
// POSITION of why, perft and solve, whatever it was made from.
typedef struct app_position {
    const gg_position *at;
    gg_position own;
    struct gg_play *play;
    struct gg_match *match;
    char *text;
} app_position;
// A scenario has the options and lists of the arguments, where the command has such.
bool app_position_open(const app_self *app, const gg_game *game, const app_args *args,
                       const char *spec, app_position *out, int *code);
void app_position_close(app_position *position);

// The judge's answer as members of an open JSON object.
// A refusal with its rule and remedies, and a ledger, as lines of text.
void app_say_why(const app_self *app, const gg_position *at, const gg_why *why);
void app_say_ledger(const app_self *app, const gg_position *at, const gg_ledger *ledger);

// Processor time of this thread, in nanoseconds.
uint64_t app_cpu_ns(void);

// ------------------------------------------------------------------------------------- commands
#define COMMAND(name, least, greatest, words_fr, words_en, options, fr, en)                        \
    int cmd_##name(app_self *app, const app_args *args);
#include "commands.def"
#undef COMMAND
int cmd_menu(app_self *app, const app_args *args);

#endif
