#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a finished match file without the program that wrote it.

Written from docs/match-format.md alone, sharing nothing with the C sources: the chain of line
checks, the signature, the commitment to the seed, and every draw of chance. It knows no game, so it
cannot judge moves; `grognard verify` does that.

    tools/verify-dice.py FILE     exit 0: all is well; 1: not (line and reason); 2: cannot be read
"""
import argparse
import hashlib
import hmac
import re
import sys

ENTRY = re.compile(r"([1-9][0-9]*) (\S+) (.*) \| (\S+) ([0-9a-f]{16})", re.DOTALL)
TICKET = re.compile(r"(0|[1-9][0-9]{0,15})/([1-9][0-9]{0,15})")
LIMIT = 16 * 1024 * 1024


class Refused(Exception):
    def __init__(self, line, reason):
        super().__init__(f"line {line}: {reason}")


def bodies(data):
    """Yields (line number, body, digest before it) of every line whose check fits."""
    if not data.endswith(b"\n"):
        raise Refused(data.count(b"\n") + 1, "the last line is not ended")
    digest = bytes(32)
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        found = re.fullmatch(rb"(.*) #([0-9a-f]{8})", line, re.DOTALL)
        if not found:
            raise Refused(number, "no check at the end of the line")
        before = digest
        digest = hashlib.sha256(digest + found[1]).digest()
        if digest[:4].hex().encode() != found[2]:
            raise Refused(number, "the check does not fit the line")
        try:
            yield number, found[1].decode("utf-8"), before
        except UnicodeDecodeError:
            raise Refused(number, "not UTF-8") from None


def draw(seed, constant, counter, tickets):
    """One ticket: the first of the tag's four words that lies below a whole multiple of tickets."""
    bound = (1 << 64) // tickets * tickets
    attempt = 0
    while True:
        message = constant + f"{counter} {attempt}\n".encode()
        tag = hmac.new(seed, message, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            word = int.from_bytes(tag[start:start + 8], "big")
            if word < bound:
                return word % tickets
        attempt += 1


def read(data):
    """The parts of the file this verifier needs."""
    match = {"clients": [], "draws": [], "entries": 0, "log": False, "last": None}
    for number, body, before in bodies(data):
        if match["last"]:
            raise Refused(number, "something follows the last line")
        word, _, rest = body.partition(" ")
        if number == 1 and body != "grognard match 1":
            raise Refused(1, "not a match of format 1")
        if not match["log"]:
            if word == "client":
                match["clients"].append(rest.partition(" ")[2])
            elif word in ("id", "commitment"):
                match[word] = rest
            match["log"] = body == "log"
        elif word.isdigit():
            entry = ENTRY.fullmatch(body)
            if not entry or int(entry[1]) != match["entries"] + 1:
                raise Refused(number, "not the entry that follows")
            match["entries"] += 1
            if entry[2] == "~":
                ticket = TICKET.fullmatch(entry[4])
                if not ticket:
                    raise Refused(number, "no ticket")
                match["draws"].append((number, int(ticket[1]), int(ticket[2])))
        elif word == "seed":
            match["seed"] = (number, rest)
        elif word in ("end", "open"):
            if rest != f"{match['entries']} {before.hex()}":
                raise Refused(number, "the last line does not sign the lines before it")
            match["last"] = word
        elif word != "result":
            raise Refused(number, "unknown line")
    if not match["last"]:
        raise Refused(data.count(b"\n") + 1, "the file stops before its last line")
    return match


def verify(data):
    match = read(data)
    if match["last"] == "open" or "seed" not in match:
        raise Refused(data.count(b"\n"), "the match is not finished: its seed is not revealed")
    line, text = match["seed"]
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise Refused(line, "the seed is not revealed")
    seed = bytes.fromhex(text)
    if hashlib.sha256(seed).hexdigest() != match.get("commitment"):
        raise Refused(line, "the seed is not the one of the commitment")
    lines = ["grognard dice 1", match.get("id", ""), *match["clients"]]
    constant = "".join(line + "\n" for line in lines)
    for counter, (line, ticket, tickets) in enumerate(match["draws"]):
        if tickets > 1 << 53:
            raise Refused(line, "too many tickets")
        right = draw(seed, constant.encode(), counter, tickets)
        if ticket != right:
            raise Refused(line, f"draw {counter} must be ticket {right}, not {ticket}")
    return match


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="a finished match")
    path = parser.parse_args().file
    try:
        with open(path, "rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return 2
    try:
        if len(data) > LIMIT:
            raise Refused(0, "the file is larger than 16 MiB")
        match = verify(data)
    except Refused as refused:
        print(f"{path}: {refused}")
        return 1
    print(f"{path}: {match['entries']} entries, {len(match['draws'])} draws, all is well")
    return 0


if __name__ == "__main__":
    sys.exit(main())
