// SPDX-License-Identifier: Apache-2.0
// How much of a thought is spent outside the game that is thought about: tools/outside counts it,
// instruction by instruction, which a program cannot do to itself. It is there where the program
// was built and not where it is installed, and it needs valgrind; where either is missing, this
// figure is.
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

bool bench_ask(const char *const words[], char *text, size_t room) {
    FILE *kept = tmpfile();
    pid_t child;
    int status = 1;
    text[0] = 0;
    if (!kept) return false;
    posix_spawn_file_actions_t files;
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, fileno(kept), STDOUT_FILENO);
    (void)posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&child, words[0], &files, NULL, (char *const *)(uintptr_t)words, environ) == 0)
        (void)waitpid(child, &status, 0);
    (void)posix_spawn_file_actions_destroy(&files);
    rewind(kept);
    size_t read = fread(text, 1, room - 1, kept);
    (void)fclose(kept);
    text[read] = 0;
    return status == 0;
}

// Lines of `ai.outside GAME:SCENARIO SHARE %`, one a game; the greatest share, less than 0: none.
static double greatest(const char *text) {
    double most = -1;
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *at = strncmp(line, "ai.outside ", 11) == 0 ? strchr(line + 11, ' ') : NULL;
        double share = at ? strtod(at, NULL) : -1;
        if (share > most) most = share;
    }
    return most;
}

void bench_outside(bench *b, const gg_game *only) {
    char self[4096], tool[4224], text[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return;
    self[length] = 0;
    (void)snprintf(tool, sizeof tool, "%.*s/../tools/outside", (int)(strrchr(self, '/') - self),
                   self);
    const char *words[] = {
        tool, "--program", self, "--nodes", "6000", "--tell", only ? only->id : NULL, NULL};
    double most = bench_ask(words, text, sizeof text) ? greatest(text) : -1;
    if (most >= 0) bench_note(b, NULL, "ai.outside", "%", most);
}
