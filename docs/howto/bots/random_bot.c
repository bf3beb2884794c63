// SPDX-License-Identifier: Apache-2.0
// A bot that plays any legal action, in C: cc -o random_bot random_bot.c; bot:./random_bot.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char answer[1 << 20];

static char *ask(const char *word, const char *rest) {
    if (printf("%s %s\n", word, rest) < 0 || fflush(stdout) != 0) exit(1);
    if (!fgets(answer, sizeof answer, stdin) || answer[0] != '=') exit(1);
    return answer + 1 + (answer[1] == ' ');
}

int main(void) {
    static char chosen[512];
    srand((unsigned)time(NULL));
    while (strncmp(ask("wait", ""), "over", 4) != 0) {
        unsigned seen = 0;
        for (char *a = strtok(ask("legal", ""), ";\n"); a; a = strtok(NULL, ";\n"))
            if (rand() % (int)++seen == 0) snprintf(chosen, sizeof chosen, "%s", a);
        ask("play", chosen);
    }
}
