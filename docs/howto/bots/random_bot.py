#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A bot that plays any legal action, in Python: `bot:docs/howto/bots/random_bot.py` as a seat."""
import random
import sys


def ask(line):
    """One line out, one line back: "= answer" or "? code rule text"."""
    print(line, flush=True)
    answer = sys.stdin.readline()
    if not answer.startswith("="):
        sys.exit(answer)
    return answer[1:].strip()


while not ask("wait").startswith("over"):
    ask("play " + random.choice(ask("legal").split("; ")))
