#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A bot that looks ahead: it tries plans in worlds dealt from what it knows, lets the quick policy
play on, and takes the best. The odds of a plan say whether to roll the dice more than once."""
import json
import sys

WORLDS, PLANS, DEPTH = 2, 12, 6  # dealt at each decision, tried in each, actions played on


def ask(line):
    """One line out, one line back: "= answer" or "? code rule text"."""
    print(line, flush=True)
    answer = sys.stdin.readline()
    if not answer.startswith("="):
        raise ValueError(answer)
    return answer[1:].strip()


def settle(world):
    """Chance decides until a seat is to act; whose turn it is then."""
    where = ask(f"where {world}")
    return ask(f"roll {world}") if where.startswith("chance") else where


def risky(plan):
    """Whether what the plan leads to is left to chance."""
    return len(json.loads(ask(f"odds {plan}"))["rows"][0]["outcomes"]) > 1


def worth(plan, dealt):
    """What the plan leads to in a copy of this world, in hundredths of a point."""
    world, acted = ask(f"clone {dealt}"), 0
    ask(f"play {world} {plan}")
    while not (where := settle(world)).startswith("over") and acted < DEPTH:
        ask(f"play {world} " + ask(f"policy {world}"))
        acted += 1
    over = where.startswith("over")
    value = 1000000 * (int(where.split()[1 + SEAT]) - 1) if over else int(ask(f"value {world}"))
    ask(f"drop {world}")
    return value


def choose():
    listed = ask("plans")
    plans = listed.split(" | ") if listed else ask("legal").split("; ")
    plans = plans[::1 + len(plans) // PLANS]  # some of many, spread over the list
    if len(plans) == 1:
        return plans[0]
    dealt = [ask("clone") for _ in range(WORLDS)]
    worths = {plan: [worth(plan, w) for w in dealt * (2 if risky(plan) else 1)] for plan in plans}
    best = max(plans, key=lambda plan: sum(worths[plan]) / len(worths[plan]))
    for world in dealt:
        ask(f"drop {world}")
    return best


GAME = json.loads(ask("game"))
SEAT = GAME["seats"].index(GAME["seat"])
while not ask("wait").startswith("over"):
    ask("play " + choose())
