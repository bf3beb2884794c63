# SPDX-License-Identifier: Apache-2.0
"""What the numbers of a game mean: python3 -m grognard [GAME]. Prints the tables that observations
and actions point into, from the library that is found, as Markdown; without a game, the games."""
import sys

from . import GrognardError, facts, games
from ._library import fields


def describe(game):
    """Fields of an observation, then seats, nodes, verbs with the domains of their operands."""
    known = facts(game)
    domains = known["domains"]
    yield f"# {known['en']} (`{game}`, rules version {known['version']})\n"
    yield "Seats: " + ", ".join(f"{i} `{s['token']}`" for i, s in enumerate(known["seats"])) + "\n"
    yield "## Observation\n\n| field | byte | type | values | from | to |"
    yield "|---|---|---|---|---|---|"
    for name, offset, width, count, least, most in fields(game):
        kind = f"{'int' if least < 0 else 'uint'}{8 * width}" if width <= 8 else f"{width} bytes"
        yield f"| `{name}` | {offset} | {kind} | {count} | {least} | {most} |"
    yield "\n## Nodes\n\n| number | token | verbs |\n|---|---|---|"
    for i, node in enumerate(known["nodes"]):
        names = ", ".join(known["verbs"][v]["token"] or "-" for v in node["verbs"])
        yield f"| {i} | `{node['token']}` | {names} |"
    yield "\n## Actions\n\n| verb | token | operands: domain (values) |\n|---|---|---|"
    for i, verb in enumerate(known["verbs"]):
        if not verb["token"]:
            continue
        about = [domains[d] for d in verb["operands"]]
        yield f"| {i} | `{verb['token']}` | " + ", ".join(
            f"{d['token']} ({d['count'] or 'a number'})" for d in about) + " |"
    yield "\n## Views\n\n| surface | token | shape | cells |\n|---|---|---|---|"
    for i, surface in enumerate(known["surfaces"]):
        yield f"| {i} | `{surface['token']}` | {surface['shape']} | {surface['cells']} |"


def main(words):
    if words in (["--help"], ["-h"]):
        print(__doc__)
        return 0
    try:
        for line in describe(words[0]) if words else games():
            print(line)
    except GrognardError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
