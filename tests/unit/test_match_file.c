// SPDX-License-Identifier: Apache-2.0
// The match file: what is written reads back to the same bytes; every damage is refused with its
// line; a forger who can re-sign is stopped by the judge, the hashes and the dice; a player's view
// tells nothing he may not know.
#define _XOPEN_SOURCE 700
#include "match_relay.h"

#include <sys/wait.h>
#include <unistd.h>

typedef struct text {
    char *at;
    size_t length;
} text;

static text written(const gg_match *match) {
    text t;
    assert_int_equal(gg_match_write(match, &t.at, &t.length), GG_OK);
    return t;
}

static gg_match *random_match(const gg_game *game, uint64_t seed, uint32_t entries, bool spice) {
    gg_match *match = relay_open(game, seed);
    gg_rng rng;
    gg_rng_seed(&rng, seed, 4);
    relay_play(match, &rng, entries, spice);
    return match;
}

// ------------------------------------------------------------------------------------- round trip
static void files_read_back(void **state) {
    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        const gg_game *game = round % 2 ? &relay : &gg_game_template;
        gg_match *match = random_match(game, round, round % 5 ? 100000 : round, round % 3 != 0);
        if (round % 7 == 0 && !relay_over(match)) (void)gg_match_resign(match, 1);
        text first = written(match), second;
        gg_match *read;
        gg_error error;
        assert_int_equal(gg_match_read(&read, first.at, first.length, &error), GG_OK);
        second = written(read);
        // The seed of an open match is not in the file; a finished one comes back whole.
        assert_int_equal(first.length, second.length);
        assert_memory_equal(first.at, second.at, first.length);
        assert_int_equal(gg_match_entries(read), gg_match_entries(match));
        for (int seat = 0; seat < game->seats; seat++)
            if (!gg_match_draft(match, seat, NULL)) // an open draft is not in the file
                assert_int_equal(gg_match_clock(read, seat), gg_match_clock(match, seat));
        assert_memory_equal(gg_match_published(read)->state, gg_match_published(match)->state,
                            game->state_bytes);
        assert_int_equal(gg_match_verify(first.at, first.length, &error), GG_OK);
        assert_int_equal(error.en[0] == 0 && error.fr[0] == 0, relay_over(match));
        free(first.at);
        free(second.at);
        gg_match_close(read);
        gg_match_close(match);
    }
}

// An open match goes on after reading when it is given its seed back, as if it had never stopped.
static void an_open_match_goes_on(void **state) {
    (void)state;
    for (unsigned round = 0; round < 20; round++) {
        gg_match *match = random_match(&gg_game_template, round, 12 + round, false), *read;
        const gg_match_setup *setup = gg_match_setup_of(match);
        uint8_t wrong[GG_SEED_BYTES] = {1};
        gg_error error;
        gg_rng a, b;
        text t = written(match), end;
        const gg_position *p = gg_match_published(match);
        for (int seat = 0; seat < 2; seat++)
            while (gg_match_draft(match, seat, NULL)) (void)gg_match_undo(match, seat);
        assert_int_equal(gg_match_read(&read, t.at, t.length, &error), GG_OK);
        if (p->game->turn(p->table, p->state).seat == GG_CHANCE)
            assert_int_equal(gg_match_draw(read, NULL), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_give_seed(read, wrong), GG_NOT_ALLOWED);
        assert_int_equal(gg_match_give_seed(read, setup->seed), GG_OK);
        gg_rng_seed(&a, round, 5);
        gg_rng_seed(&b, round, 5);
        while (!relay_over(match)) {
            assert_int_equal(relay_random(match, &a, NULL), GG_OK);
            assert_int_equal(relay_random(read, &b, NULL), GG_OK);
        }
        end = written(read);
        assert_int_equal(gg_match_verify(end.at, end.length, &error), GG_OK);
        assert_memory_equal(gg_match_published(match)->state, gg_match_published(read)->state,
                            p->game->state_bytes);
        free(end.at);
        free(t.at);
        gg_match_close(match);
        gg_match_close(read);
    }
}

// ------------------------------------------------------------------------------------------ damage
static unsigned line_of(text t, size_t at) {
    unsigned line = 1;
    for (size_t i = 0; i < at; i++) line += t.at[i] == '\n';
    return line;
}

static void must_refuse_as(gg_status status, text t, unsigned line) {
    gg_match *match;
    gg_error error;
    assert_int_equal(gg_match_read(&match, t.at, t.length, &error), status);
    assert_null(match);
    assert_int_equal(error.line, line);
    assert_true(error.fr[0] && error.en[0]);
}

static void must_refuse(text t, unsigned line) {
    must_refuse_as(GG_BAD_INPUT, t, line);
}

// Every bit flipped, every end cut off, every byte taken out, every byte doubled: refused, and the
// first damaged line is named.
static void damage(text t) {
    char *copy = malloc(t.length + 1);
    text d = {copy, t.length};
    for (size_t i = 0; i < t.length; i++)
        for (int bit = 0; bit < 8; bit++) {
            memcpy(copy, t.at, t.length);
            copy[i] = (char)(copy[i] ^ (1 << bit));
            must_refuse(d, line_of(t, i));
        }
    memcpy(copy, t.at, t.length);
    for (d.length = 0; d.length < t.length; d.length++) must_refuse(d, line_of(t, d.length));
    d.length = t.length - 1;
    for (size_t i = 0; i < t.length; i++) {
        memcpy(copy, t.at, i);
        memcpy(copy + i, t.at + i + 1, t.length - i - 1);
        must_refuse(d, line_of(t, i));
    }
    d.length = t.length + 1;
    for (size_t i = 0; i < t.length; i++) {
        memcpy(copy, t.at, i + 1);
        memcpy(copy + i + 1, t.at + i, t.length - i);
        // A doubled line end leaves its line whole and puts an empty one after it.
        must_refuse(d, line_of(t, i) + (t.at[i] == '\n'));
    }
    free(copy);
}

static gg_match *short_match(bool finished) {
    gg_match_setup setup;
    gg_match *match;
    gg_rng rng;
    gg_rng_seed(&rng, 6, 6);
    relay_setup(&gg_game_template, 6, &setup);
    setup.request.option[0] = 2;
    assert_int_equal(gg_match_open(&match, &setup, NULL), GG_OK);
    relay_play(match, &rng, 10, false);
    assert_int_equal(gg_match_comment(match, 0, "Où est ma réserve ?"), GG_OK);
    relay_play(match, &rng, finished ? 10000 : 14, false);
    assert_int_equal(relay_over(match), finished);
    return match;
}

static void every_damage_is_refused(void **state) {
    (void)state;
    for (int finished = 0; finished < 2; finished++) {
        gg_match *match = short_match(finished);
        text t = written(match);
        gg_error error;
        assert_int_equal(gg_match_verify(t.at, t.length, &error), GG_OK);
        damage(t);
        free(t.at);
        gg_match_close(match);
    }
}

static void no_files_at_all(void **state) {
    static const char *const files[] = {
        "", "\n", " #\n", "grognard match 1\n", "\xff\xfe\n", "grognard match 1 #c93cafd9"};
    (void)state;
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        must_refuse((text){(char *)files[i], strlen(files[i])}, 1);
    must_refuse((text){(char *)"grognard match 1 #c93cafd9\n", 27}, 2);
    text huge = {calloc(1, GG_MATCH_FILE_MAX + 1), GG_MATCH_FILE_MAX + 1};
    must_refuse(huge, 0);
    huge.length--;
    must_refuse(huge, 1);
    free(huge.at);
}

// ----------------------------------------------------------------------------------------- forgery
// A second, independent signer: takes bodies, one a line, and gives back a file with good checks.
// The last line's signature is made anew too.
static text sign(const char *bodies) {
    text t = {malloc(2 * strlen(bodies) + 4096), 0};
    uint8_t digest[32] = {0};
    while (*bodies) {
        const char *end = strchr(bodies, '\n');
        size_t size = (size_t)(end - bodies);
        char line[20000];
        int n;
        memcpy(line, bodies, size);
        line[size] = 0;
        if (strncmp(line, "end ", 4) == 0 || strncmp(line, "open ", 5) == 0) {
            char *space = strrchr(line, ' ');
            for (int i = 0; i < 32; i++) (void)snprintf(space + 1 + 2 * i, 3, "%02x", digest[i]);
            size = strlen(line);
        }
        uint8_t message[20032];
        memcpy(message, digest, 32);
        memcpy(message + 32, line, size);
        gg_sha256_of(message, 32 + size, digest);
        memcpy(t.at + t.length, line, size);
        n = snprintf(t.at + t.length + size, 16, " #%02x%02x%02x%02x\n", digest[0], digest[1],
                     digest[2], digest[3]);
        t.length += size + (size_t)n;
        bodies = end + 1;
    }
    return t;
}

// The bodies of a file, checks removed.
static char *bodies_of(text t) {
    char *out = malloc(t.length + 1), *to = out;
    for (size_t i = 0; i < t.length;) {
        const char *end = memchr(t.at + i, '\n', t.length - i);
        size_t size = (size_t)(end - (t.at + i)) - 10;
        memcpy(to, t.at + i, size);
        to += size;
        *to++ = '\n';
        i += size + 11;
    }
    *to = 0;
    return out;
}

// The first `from` becomes `to`; the caller frees.
static char *replaced(const char *where, const char *from, const char *to) {
    const char *at = strstr(where, from);
    assert_non_null(at);
    char *out = malloc(strlen(where) + strlen(to) + 1);
    size_t before = (size_t)(at - where);
    memcpy(out, where, before);
    strcpy(out + before, to);
    strcat(out, at + strlen(from));
    return out;
}

static char *sample_bodies(void) {
    gg_match *match = short_match(true);
    text t = written(match);
    char *bodies = bodies_of(t);
    text again = sign(bodies); // the signer of the test agrees with the writer
    assert_int_equal(again.length, t.length);
    assert_memory_equal(again.at, t.at, t.length);
    free(again.at);
    free(t.at);
    gg_match_close(match);
    return bodies;
}

static unsigned find_line(const char *bodies, const char *what) {
    const char *at = strstr(bodies, what);
    assert_non_null(at);
    return line_of((text){(char *)bodies, strlen(bodies)}, (size_t)(at - bodies));
}

// Refused by read and by verify, at the line where `from` stood, with `words` in the reason.
static void forged_as(gg_status status, const char *bodies, const char *from, const char *to,
                      const char *words) {
    char *changed = replaced(bodies, from, to);
    text t = sign(changed);
    gg_error error;
    must_refuse_as(status, t, find_line(bodies, from) + (from[0] == '\n'));
    assert_int_equal(gg_match_verify(t.at, t.length, &error), status);
    if (!strstr(error.en, words)) fail_msg("%s -> %s: %s", from, to, error.en);
    free(t.at);
    free(changed);
}

static void forged(const char *bodies, const char *from, const char *to, const char *words) {
    forged_as(GG_BAD_INPUT, bodies, from, to, words);
}

static void a_forger_meets_the_judge(void **state) {
    char *b = sample_bodies();
    (void)state;
    // The sample: north opens with a garrison on f1, south on f5.
    forged(b, "north> garrison f1 ", "north> garrison f2 ", "Z3 NOT_HOME");
    forged(b, "north> garrison f1 ", "south> garrison f1 ", "not this seat's turn");
    forged(b, "north> garrison f1 ", "north> ambush ", "");
    forged(b, "north> garrison f1 ", "north> garrison f9 ", "");
    forged(b, "north> garrison f1 ", "north> GARRISON f1 ", "not written");
    forged(b, "north> garrison f1 ", "north> garrison  f1 ", "not written");
    forged(b, "north> garrison f1 ", "north>  garrison f1 ", "not written");
    forged(b, "north> garrison f1 ", "NORTH> garrison f1 ", "form of an entry");
    forged(b, "1 ~ deal ", "01 ~ deal ", "number");
    forged(b, "1 ~ deal ", "2 ~ deal ", "number");
    forged(b, "2 ~ deal ", "2 ~ ", "not written");
    forged(b, "1 ~ deal ", "1 ~> deal ", "not written");
    forged(b, "/10 ", "/11 ", "no such ticket");
    forged(b, "/10 ", "/010 ", "misspelt");
    forged(b, "/10 ", "/9007199254740993 ", "misspelt");
    forged(b, "north comment ", "north undo ", "");
    forged(b, "north comment ", "north resign ", "");
    forged(b, "north comment ", "north flag ", "not possible");
    forged(b, "north comment ", "north accepts-draw ", "not possible");
    forged(b, "north comment ", "north sings ", "kind of entry");
    forged(b, "north comment ", "west comment ", "form of an entry");
    forged(b, "réserve ? | 0ms", "réserve ? | 1ms", "not written");
    forged(b, "réserve ? | 0ms", "réserve ? | 00ms", "misspelt");
    forged(b, "réserve ? | 0ms", "réserve ? | 0m", "misspelt");
    forged(b, "réserve", "r\xc3servx", "comment is not allowed");
    forged(b, "réserve", "r\001serve", "comment is not allowed");
    forged(b, "result ", "result 1 ", "result");
    forged(b, "by rules", "by draw", "result");
    forged(b, "game _template", "game chess", "not known");
    forged(b, "scenario standard", "scenario Standard", "scenario");
    forged(b, "option turns 2", "option turns 9", "value");
    forged(b, "option turns 2", "option turns +2", "value");
    forged(b, "option turns 2", "option turn 2", "option");
    forged(b, "option turns 2", "opt turns 2", "expected");
    forged(b, "grognard match 2", "grognard match 3", "format 1 or 2");
    forged(b, "grognard match 2", "grognard match 02", "format 1 or 2");
    forged(b, "grognard match 2", "grognard view 1", "view");
    forged(b, "\nsigner none", "", "expected");
    forged(b, "signer none", "signer None", "key is misspelt");
    forged(b, "signer none", "signer 00", "key is misspelt");
    forged(b, "seat north", "seat south", "seat");
    forged(b, "increment 50", "increment 050", "time");
    forged(b, "increment 50", "increment 5000000000", "time");
    forged(b, "log\n", "log \n", "bare");
    forged(b, "rules 1\n", "rules 01\n", "misspelt");
    forged(b, "seed ", "seed 0", "seed");
    forged(b, "\nend ", "\nend 0", "sign");
    forged(b, "\nend ", "\nopen ", "sign");
    free(b);
}

// The facts hash of an entry is changed: the position is not the one noted, at that line.
static void a_wrong_hash_is_refused(void **state) {
    char *b = sample_bodies();
    const char *line = strstr(b, "\n5 ~ "), *end = strchr(line + 1, '\n');
    char from[200], to[200];
    (void)state;
    (void)snprintf(from, sizeof from, "%.*s", (int)(end - line), line);
    strcpy(to, from);
    to[strlen(to) - 1] = to[strlen(to) - 1] == '0' ? '1' : '0';
    char *changed = replaced(b, from, to);
    text t = sign(changed);
    must_refuse(t, find_line(b, from) + 1); // `from` begins with the line end before it
    free(t.at);
    free(changed);
    free(b);
}

// Other rules: accepted when every hash agrees, and kept as it is; otherwise both versions are
// named.
static void other_rules_versions(void **state) {
    char *b = sample_bodies(), *newer = replaced(b, "rules 1\n", "rules 7\n");
    text t = sign(newer), again;
    gg_match *match;
    gg_error error;
    (void)state;
    assert_int_equal(gg_match_read(&match, t.at, t.length, &error), GG_OK);
    assert_int_equal(gg_match_version(match), 7);
    again = written(match);
    assert_int_equal(again.length, t.length);
    assert_memory_equal(again.at, t.at, t.length);
    assert_int_equal(gg_match_verify(t.at, t.length, &error), GG_OK);
    gg_match_close(match);
    free(again.at);
    free(t.at);
    // What these rules do not replay may be right by its own: that is told apart from damage.
    const char *words = "version 7 in the file, 1 here";
    forged_as(GG_REFUSED, newer, "north> garrison f1 ", "north> garrison f2 ", words);
    forged_as(GG_REFUSED, newer, "north> garrison f1 ", "north> fortify f1 ", words);
    forged_as(GG_REFUSED, newer, "scenario standard", "scenario winter", words);
    forged(newer, "north> garrison f1 ", "NORTH> garrison f1 ", "form of an entry");
    char *hash = replaced(newer, "/10 ", "/10 0");
    t = sign(hash);
    assert_int_equal(gg_match_read(&match, t.at, t.length, &error), GG_REFUSED);
    assert_non_null(strstr(error.en, "version 7 in the file, 1 here"));
    assert_non_null(strstr(error.fr, "version 7 dans le fichier, 1 ici"));
    free(t.at);
    free(hash);
    free(newer);
    // A file of older rules may know fewer options; of the same rules it may not.
    char *older = replaced(b, "option turns 2\n", "");
    t = sign(older);
    must_refuse(t, 5);
    free(t.at);
    free(older);
    free(b);
}

// An older relay knew two of the three options. It reads, plays as it did, and writes back the
// same.
static void older_options(void **state) {
    gg_match *match = random_match(&relay, 3, 30, false), *read;
    text t = written(match), old, again;
    char *b = bodies_of(t), *c = replaced(b, "rules 3\n", "rules 2\n"),
         *d = replaced(c, "option luck 0\n", "");
    gg_error error;
    (void)state;
    old = sign(d);
    assert_int_equal(gg_match_read(&read, old.at, old.length, &error), GG_OK);
    again = written(read);
    assert_int_equal(again.length, old.length);
    assert_memory_equal(again.at, old.at, old.length);
    // Once it goes on here it is a match of these rules.
    assert_int_equal(gg_match_comment(read, RED, "On continue."), GG_OK);
    assert_int_equal(gg_match_version(read), 3);
    free(again.at);
    again = written(read);
    assert_int_equal(gg_match_verify(again.at, again.length, &error), GG_OK);
    free(again.at);
    free(old.at);
    free(t.at);
    free(b);
    free(c);
    free(d);
    gg_match_close(read);
    gg_match_close(match);
}

// A match played with other dice than the seed's: its bytes, moves, hashes are right, its dice not.
static text loaded_dice(unsigned *line) {
    gg_match *honest = random_match(&gg_game_template, 1, 100000, false);
    text t = written(honest), out;
    char *b = bodies_of(t), hex[65], commitment[65], *c, *d;
    uint8_t seed[GG_SEED_BYTES] = {42};
    for (int i = 0; i < 32; i++) (void)snprintf(hex + 2 * i, 3, "%02x", seed[i]);
    gg_dice_commitment(seed, commitment);
    char from[80], to[80];
    (void)snprintf(from, sizeof from, "commitment %s", gg_match_commitment(honest));
    (void)snprintf(to, sizeof to, "commitment %s", commitment);
    c = replaced(b, from, to);
    char old[65];
    for (int i = 0; i < 32; i++)
        (void)snprintf(old + 2 * i, 3, "%02x", gg_match_setup_of(honest)->seed[i]);
    d = replaced(c, old, hex);
    // The first draw that this seed would have made otherwise.
    gg_dice dice;
    const gg_match_setup *setup = gg_match_setup_of(honest);
    const char *client[2] = {setup->client_seed[0], setup->client_seed[1]};
    gg_dice_open(&dice, seed, setup->id, client, 2);
    uint64_t deck = 20, counter = 0;
    *line = 0;
    for (uint32_t n = 1; n <= 8 && !*line; n++, deck--)
        if (gg_dice_draw(&dice, counter++, deck / 2) != gg_match_entry(honest, n)->ticket)
            *line = find_line(b, "\n1 ~ ") + n;
    out = sign(d);
    free(b);
    free(c);
    free(d);
    free(t.at);
    gg_match_close(honest);
    return out;
}

static void loaded_dice_are_found(void **state) {
    unsigned line;
    text t = loaded_dice(&line);
    gg_error error;
    gg_match *match;
    (void)state;
    assert_int_equal(gg_match_read(&match, t.at, t.length, &error), GG_OK);
    gg_match_close(match);
    assert_int_equal(gg_match_verify(t.at, t.length, &error), GG_BAD_INPUT);
    assert_int_equal(error.line, line);
    assert_non_null(strstr(error.en, "not the seed's"));
    free(t.at);
}

// ------------------------------------------------------------------------ the verifier in Python
static int python(text t) {
    char path[] = "/tmp/grognard-test-XXXXXX", command[600];
    const char *root = getenv("GG_SOURCE_ROOT");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, t.at, t.length), (ssize_t)t.length);
    close(file);
    (void)snprintf(command, sizeof command, "python3 '%s/tools/verify-dice.py' %s > /dev/null",
                   root ? root : ".", path);
    int status = system(command);
    (void)unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void another_language_agrees(void **state) {
    unsigned line;
    (void)state;
    if (system("python3 -c '' > /dev/null 2>&1") != 0) skip();
    for (unsigned round = 0; round < 6; round++) {
        gg_match *match = random_match(round % 2 ? &relay : &gg_game_template, round, 100000, true);
        text t = written(match);
        assert_true(relay_over(match));
        assert_int_equal(python(t), 0);
        t.at[t.length / 2] ^= 4;
        assert_int_equal(python(t), 4);
        t.at[t.length / 2] ^= 4;
        t.length--;
        assert_int_equal(python(t), 4);
        free(t.at);
        gg_match_close(match);
    }
    text t = loaded_dice(&line);
    assert_int_equal(python(t), 4);
    free(t.at);
    gg_match *open = short_match(false);
    t = written(open);
    assert_int_equal(python(t), 1); // nothing to verify yet
    free(t.at);
    gg_match_close(open);
}

// The file shown in docs/match-format.md is a real one.
static void the_documented_file_is_real(void **state) {
    static char page[65536];
    FILE *file = fopen("docs/match-format.md", "rb");
    gg_error error;
    (void)state;
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    char *start = strstr(page, "```match\n");
    assert_non_null(start);
    start += strlen("```match\n");
    char *end = strstr(start, "```");
    assert_non_null(end);
    assert_int_equal(gg_match_verify(start, (size_t)(end - start), &error), GG_OK);
    assert_string_equal(error.en, "");
}

// ------------------------------------------------------------------------------------------- fuzz
// One word put over a few bytes somewhere; true when the result is accepted.
static bool mutated(const char *b, const char *word, gg_rng *rng) {
    size_t length = strlen(b), at = gg_rng_below(rng, (uint32_t)length);
    size_t cut = gg_rng_below(rng, 12);
    char *m = malloc(length + 64);
    gg_match *read;
    gg_error error;
    if (cut > length - 1 - at) cut = length - 1 - at;
    memcpy(m, b, at);
    strcpy(m + at, word);
    strcat(m, b + at + cut);
    text f = sign(m), again;
    free(m);
    bool accepted = gg_match_read(&read, f.at, f.length, &error) == GG_OK;
    if (accepted) {
        again = written(read);
        assert_int_equal(again.length, f.length);
        assert_memory_equal(again.at, f.at, f.length);
        free(again.at);
        gg_match_close(read);
    } else {
        assert_true(error.line > 0 && error.fr[0] && error.en[0]);
    }
    free(f.at);
    return accepted;
}

// Words of the format thrown into a file that is then signed again: never a crash, and whatever is
// accepted writes back to the same bytes.
static void mutated_files_do_no_harm(void **state) {
    static const char *const words[] = {"north",
                                        "south",
                                        "north>",
                                        "~",
                                        "*",
                                        " | ",
                                        " ; ",
                                        "undo",
                                        "resign",
                                        "comment",
                                        "0",
                                        "1",
                                        "9007199254740992",
                                        "99999999999999999999",
                                        "-1",
                                        "#",
                                        "\n",
                                        " ",
                                        "confirm",
                                        "with 1",
                                        "assault f3",
                                        "pass",
                                        "decline",
                                        "flag",
                                        "adjourned",
                                        "offers-draw",
                                        "ms",
                                        "/",
                                        "\xff",
                                        "é",
                                        "open 0 ",
                                        "end 0 ",
                                        "result",
                                        "seed unknown",
                                        "option turns 8",
                                        "",
                                        "red>",
                                        "coin 1",
                                        "bid"};
    enum { WORDS = sizeof words / sizeof words[0] };
    gg_rng rng;
    unsigned accepted = 0;
    (void)state;
    gg_rng_seed(&rng, 8, 8);
    for (unsigned sample = 0; sample < 6; sample++) {
        gg_match *match = random_match(sample % 2 ? &relay : &gg_game_template, sample,
                                       sample < 4 ? 20 : 100000, sample > 1);
        text t = written(match);
        char *b = bodies_of(t);
        for (unsigned round = 0; round < 3000; round++)
            accepted += mutated(b, words[gg_rng_below(&rng, WORDS)], &rng);
        free(b);
        free(t.at);
        gg_match_close(match);
    }
    assert_true(accepted > 0);
}

// Undo and redo without end: each undo is bounded, so a large hostile file reads in seconds.
static void many_undos_read_quickly(void **state) {
    gg_match *match = relay_open(&relay, 9), *read;
    gg_error error;
    (void)state;
    for (int seat = 0; seat < SEATS; seat++) {
        assert_int_equal(relay_act(match, seat, gg_act(COIN, 1, 0, 0)), GG_OK);
        assert_int_equal(relay_act(match, seat, gg_act(BID, 0, 0, 0)), GG_OK);
    }
    for (int turn = 0; turn < 9; turn++)
        for (int move = 0; move <= MOVES; move++)
            assert_int_equal(relay_act(match, turn % SEATS,
                                       gg_act(move < MOVES ? STEP : DONE, move < MOVES, 0, 0)),
                             GG_OK);
    assert_int_equal(relay_act(match, RED, gg_act(STEP, 1, 0, 0)), GG_OK);
    for (unsigned i = 0; i < 60000; i++) {
        assert_int_equal(gg_match_undo(match, RED), GG_OK);
        assert_int_equal(relay_act(match, RED, gg_act(STEP, 1 + i % 3, 0, 0)), GG_OK);
    }
    text t = written(match);
    assert_int_equal(gg_match_read(&read, t.at, t.length, &error), GG_OK);
    assert_int_equal(gg_match_entries(read), gg_match_entries(match));
    gg_match_close(read);
    free(t.at);
    gg_match_close(match);
}

// ------------------------------------------------------------------------------------------ views
static text view_for(const gg_match *match, int viewer) {
    text t;
    assert_int_equal(gg_match_write_for(match, viewer, &t.at, &t.length), GG_OK);
    return t;
}

static void same_text(text a, text b) {
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.at, b.at, a.length);
    free(a.at);
    free(b.at);
}

// North chooses one garrison or another: South and the public have the same bytes, North has not.
static void a_hidden_choice_does_not_show(void **state) {
    gg_match *a = relay_open(&gg_game_template, 2), *b = relay_open(&gg_game_template, 2);
    gg_action list[32];
    (void)state;
    assert_int_equal(gg_match_advance(a), GG_OK);
    assert_int_equal(gg_match_advance(b), GG_OK);
    const gg_position *p = gg_match_published(a);
    uint32_t n = gg_legal(p->game, p->table, p->state, 0, list);
    assert_true(n > 1);
    assert_int_equal(relay_act(a, 0, list[0]), GG_OK);
    assert_int_equal(relay_act(b, 0, list[n - 1]), GG_OK);
    text own[2] = {view_for(a, 0), view_for(b, 0)};
    assert_true(own[0].length != own[1].length || memcmp(own[0].at, own[1].at, own[0].length) != 0);
    free(own[0].at);
    free(own[1].at);
    same_text(view_for(a, 1), view_for(b, 1));
    same_text(view_for(a, GG_PUBLIC), view_for(b, GG_PUBLIC));
    gg_match_close(a);
    gg_match_close(b);
}

static bool same_for_south(const gg_match *a, const gg_match *b) {
    for (uint32_t n = 1; n <= 8; n++) {
        bool same = *gg_match_actions(a, gg_match_entry(a, n)) ==
                    *gg_match_actions(b, gg_match_entry(b, n));
        if (n % 2 == 0 && !same) return false;
    }
    return memcmp(gg_match_published(a)->state, gg_match_published(b)->state,
                  gg_match_published(a)->game->state_bytes) != 0;
}

// Two seeds that deal South the same cards and North others: South cannot tell the matches apart,
// but for the commitment, which is the same only by name here. So the heads are cut off.
static void a_hidden_draw_does_not_show(void **state) {
    gg_match *a = NULL, *b = NULL;
    gg_match_setup setup;
    (void)state;
    relay_setup(&gg_game_template, 2, &setup);
    assert_int_equal(gg_match_open(&a, &setup, NULL), GG_OK);
    assert_int_equal(gg_match_advance(a), GG_OK);
    for (unsigned i = 0; i < 100000; i++) {
        setup.seed[0] = (uint8_t)i;
        setup.seed[1] = (uint8_t)(i >> 8);
        setup.seed[2] = (uint8_t)(i >> 16);
        assert_int_equal(gg_match_open(&b, &setup, NULL), GG_OK);
        assert_int_equal(gg_match_advance(b), GG_OK);
        if (same_for_south(a, b)) break;
        gg_match_close(b);
        b = NULL;
    }
    assert_non_null(b);
    for (int i = 0; i < 2; i++) {
        text x = view_for(a, 1), y = view_for(b, 1);
        char *bx = bodies_of(x), *by = bodies_of(y);
        *strrchr(bx, ' ') = 0; // the signature goes over the commitment too
        *strrchr(by, ' ') = 0;
        assert_string_equal(strstr(bx, "\nviewer "), strstr(by, "\nviewer "));
        free(bx);
        free(by);
        free(x.at);
        free(y.at);
    }
    gg_match_close(a);
    gg_match_close(b);
}

static void a_view_has_no_secrets(void **state) {
    (void)state;
    for (unsigned round = 0; round < 40; round++) {
        const gg_game *game = round % 2 ? &relay : &gg_game_template;
        gg_match *match = random_match(game, round, 20 + round, true), *read;
        const gg_match_setup *setup = gg_match_setup_of(match);
        char hex[65];
        gg_error error;
        for (int i = 0; i < 32; i++) (void)snprintf(hex + 2 * i, 3, "%02x", setup->seed[i]);
        for (int viewer = 0; viewer <= game->seats; viewer++) {
            text t = view_for(match, viewer == game->seats ? GG_PUBLIC : viewer);
            assert_null(strstr(t.at, hex));
            assert_null(strstr(t.at, "garrison f"));
            assert_null(strstr(t.at, "> coin"));
            assert_null(strstr(t.at, "/10"));
            for (uint32_t n = 1; n <= gg_match_entries(match); n++) {
                (void)snprintf(hex, sizeof hex, "%016llx",
                               (unsigned long long)gg_match_entry(match, n)->hash);
                assert_null(strstr(t.at, hex));
            }
            assert_int_equal(gg_match_read(&read, t.at, t.length, &error), GG_BAD_INPUT);
            free(t.at);
        }
        text t;
        assert_int_equal(gg_match_write_for(match, GG_UMPIRE, &t.at, &t.length), GG_NOT_ALLOWED);
        gg_match_close(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_read_back),
        cmocka_unit_test(an_open_match_goes_on),
        cmocka_unit_test(every_damage_is_refused),
        cmocka_unit_test(no_files_at_all),
        cmocka_unit_test(a_forger_meets_the_judge),
        cmocka_unit_test(a_wrong_hash_is_refused),
        cmocka_unit_test(other_rules_versions),
        cmocka_unit_test(older_options),
        cmocka_unit_test(loaded_dice_are_found),
        cmocka_unit_test(another_language_agrees),
        cmocka_unit_test(the_documented_file_is_real),
        cmocka_unit_test(mutated_files_do_no_harm),
        cmocka_unit_test(many_undos_read_quickly),
        cmocka_unit_test(a_hidden_choice_does_not_show),
        cmocka_unit_test(a_hidden_draw_does_not_show),
        cmocka_unit_test(a_view_has_no_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
