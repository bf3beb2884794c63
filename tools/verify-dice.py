#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a finished match file without the program that wrote it.

Written from docs/match-format.md alone, sharing nothing with the C sources: the chain of line
checks, the commitment to the seed, every draw of chance, and the server's signature. It knows no
game, so it cannot judge moves; `grognard verify` does that. The signature is checked by the
system's libsodium, else by the openssl program; without both it says that it was not.

    tools/verify-dice.py [--key FILE|HEX] FILE

Exit status: 0 the dice are proved, and the signature holds if there is one; 1 nothing is wrong, but
nothing is proved (the seed is not revealed, or the signature that --key asks about could not be
checked); 2 usage, or the file cannot be read; 4 forged or damaged, with line and reason.
"""
import argparse
import ctypes
import ctypes.util
import hashlib
import hmac
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ENTRY = re.compile(r"([1-9][0-9]*) (\S+) (.*) \| (\S+) ([0-9a-f]{16})", re.DOTALL)
TICKET = re.compile(r"(0|[1-9][0-9]{0,15})/([1-9][0-9]{0,15})")
HEX64 = re.compile("[0-9a-f]{64}")
HEAD = ("grognard", "game", "rules", "scenario", "own", "option", "list", "id", "seat", "client",
        "clock", "increment", "commitment", "log")
FOOT = {1: ("result", "seed", "end"), 2: ("result", "seed", "signer", "end", "signature")}
LIMIT = 16 * 1024 * 1024
PROVED, UNPROVED, USAGE, FORGED = 0, 1, 2, 4


class Refused(Exception):
    def __init__(self, line, reason):
        super().__init__(f"line {line}: {reason}")


class Unproved(Exception):
    pass


# ------------------------------------------------------------------------------------------- lines
def bodies(data):
    """Yields (line number, body, digest before it, where it begins) of every line whose check
    fits."""
    if not data.endswith(b"\n"):
        raise Refused(data.count(b"\n") + 1, "the last line is not ended")
    digest, start = bytes(32), 0
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        found = re.fullmatch(rb"(.*) #([0-9a-f]{8})", line, re.DOTALL)
        if not found:
            raise Refused(number, "no check at the end of the line")
        before = digest
        digest = hashlib.sha256(digest + found[1]).digest()
        if digest[:4].hex().encode() != found[2]:
            raise Refused(number, "the check does not fit the line")
        try:
            yield number, found[1].decode("utf-8"), before, start
        except UnicodeDecodeError:
            raise Refused(number, "not UTF-8") from None
        start += len(line) + 1


class File:
    """The parts of a match file that this verifier needs."""

    def __init__(self, data):
        self.clients, self.draws, self.entries = [], [], 0
        self.format = self.ended = self.seed = self.signer = self.signature = None
        self.head, self.covered, self.values, self.seats = 0, 0, {}, []
        self.place, self.foot = "head", []
        for number, body, before, start in bodies(data):
            word, _, rest = body.partition(" ")
            getattr(self, f"in_{self.place}")(number, body, word, rest, before, start)
        if self.place != "after":
            raise Refused(data.count(b"\n") + 1, "the file stops before its last line")

    def in_head(self, number, body, word, rest, _before, _start):
        if number == 1:
            if body not in ("grognard match 1", "grognard match 2"):
                raise Refused(1, "not a match of format 1 or 2")
            self.format = int(body[-1])
        elif word not in HEAD[self.head:]:
            raise Refused(number, f"not a line of the head, or out of place: {word}")
        self.head = HEAD.index(word)
        if word == "client":
            self.clients.append(rest.partition(" ")[2])
            if self.seats[len(self.clients) - 1:][:1] != [rest.partition(" ")[0]]:
                raise Refused(number, "another seat is expected here")
        elif word == "seat":
            self.seats.append(rest.partition(" ")[0])
        elif word in ("id", "commitment"):
            if word in self.values:
                raise Refused(number, f"{word} twice")
            self.values[word] = rest
        elif word == "log":
            if (body != "log" or set(self.values) != {"id", "commitment"} or
                    len(self.clients) != len(self.seats)):
                raise Refused(number, "the head is not whole")
            self.place = "log"

    def in_log(self, number, body, word, rest, before, start):
        if not word.isdigit():
            self.place = "foot"
            self.in_foot(number, body, word, rest, before, start)
            return
        entry = ENTRY.fullmatch(body)
        if not entry or int(entry[1]) != self.entries + 1:
            raise Refused(number, "not the entry that follows")
        self.entries += 1
        if entry[2] == "~":
            ticket = TICKET.fullmatch(entry[4])
            if not ticket or int(ticket[2]) > 1 << 53:
                raise Refused(number, "no ticket")
            self.draws.append((number, int(ticket[1]), int(ticket[2])))

    def in_foot(self, number, _body, word, rest, before, start):
        wanted = FOOT[self.format][len(self.foot)]
        if word == "open" and not self.foot:
            self.ended, self.place = False, "after"
        elif word != wanted:
            raise Refused(number, f"the line “{wanted}” is expected here")
        self.foot.append(word)
        if word in ("open", "end") and rest != f"{self.entries} {before.hex()}":
            raise Refused(number, "the last line does not sign the lines before it")
        if word == "seed":
            self.seed = (number, rest)
        elif word == "signer":
            if rest != "none" and not HEX64.fullmatch(rest):
                raise Refused(number, "not a key")
            self.signer = None if rest == "none" else rest
        elif word == "end":
            self.ended = True
            self.place = "foot" if self.signer else "after"
        elif word == "signature":
            if not re.fullmatch("[0-9a-f]{128}", rest):
                raise Refused(number, "not a signature")
            self.signature, self.covered, self.place = rest, start, "after"

    def in_after(self, number, *_):
        raise Refused(number, "something follows the last line")


# -------------------------------------------------------------------------------------------- dice
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


def check_dice(match):
    if not match.ended:
        raise Unproved("the match is not finished: its seed is not revealed")
    line, text = match.seed
    if text == "unknown":
        raise Unproved("the seed is not revealed")
    if not HEX64.fullmatch(text):
        raise Refused(line, "the seed is misspelt")
    seed = bytes.fromhex(text)
    if hashlib.sha256(seed).hexdigest() != match.values["commitment"]:
        raise Refused(line, "the seed is not the one of the commitment")
    constant = "".join(f"{line}\n" for line in
                       ("grognard dice 1", match.values["id"], *match.clients)).encode()
    for counter, (line, ticket, tickets) in enumerate(match.draws):
        right = draw(seed, constant, counter, tickets)
        if ticket != right:
            raise Refused(line, f"draw {counter} must be ticket {right}, not {ticket}")


# --------------------------------------------------------------------------------------- signature
def by_sodium(key, message, signature):
    """True, False, or None: there is no libsodium."""
    name = ctypes.util.find_library("sodium")
    try:
        sodium = ctypes.CDLL(name) if name else None
    except OSError:
        sodium = None
    if not sodium or sodium.sodium_init() < 0:
        return None
    length = ctypes.c_ulonglong(len(message))
    return sodium.crypto_sign_verify_detached(signature, message, length, key) == 0


def by_openssl(key, message, signature):
    """True, False, or None: there is no openssl that knows Ed25519."""
    program = shutil.which("openssl")
    if not program:
        return None
    prefix = bytes.fromhex("302a300506032b6570032100")  # an Ed25519 key as X.509 writes it
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        for name, content in (("k", prefix + key), ("m", message), ("s", signature)):
            (at / name).write_bytes(content)
        got = subprocess.run([program, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin",
                              "-inkey", at / "k", "-in", at / "m", "-sigfile", at / "s"],
                             capture_output=True, text=True, check=False)
    said = got.stdout + got.stderr
    if "Signature Verified Successfully" in said:
        return got.returncode == 0
    return False if "Signature Verification Failure" in said else None


def check_signature(match, data, known, ways):
    """What can be said of it."""
    last = data.count(b"\n")
    if not match.signer:
        if known and match.ended:
            raise Refused(last, "unsigned, while a server's signature is expected")
        return "unsigned: nothing says where this file comes from"
    parts = (bytes.fromhex(match.signer), data[:match.covered], bytes.fromhex(match.signature))
    holds = next((found for way in ways if (found := way(*parts)) is not None), None)
    if holds is False:
        raise Refused(last, f"the signature is not of this file by the key {match.signer}")
    if known and known != match.signer:
        raise Refused(last, f"signed by another key than the one given: {match.signer}")
    if holds is None:
        words = "neither libsodium nor openssl is here, so the signature was NOT checked"
        if known:
            raise Unproved(words)
        return words
    if known:
        return f"signed by the key given, {match.signer}"
    return ("the signature holds, but the key is the file's own word: compare it with the "
            f"server's (/api/key): {match.signer}")


def known_key(text):
    """--key: 64 digits, or a file that holds them."""
    if HEX64.fullmatch(text):
        return text
    try:
        content = Path(text).read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from None
    if content.startswith("grognard-secret"):
        raise argparse.ArgumentTypeError(f"{text} is a secret key, not the public one")
    found = re.search("(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", content)
    if not found:
        raise argparse.ArgumentTypeError(f"{text} holds no public key")
    return found[0]


def verify(data, known=None, ways=(by_sodium, by_openssl)):
    """The match and a sentence about its signature."""
    match = File(data)
    words = check_signature(match, data, known, ways)
    check_dice(match)
    return match, words


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--key", metavar="FILE|HEX", type=known_key,
                        help="the server's public key as you know it")
    parser.add_argument("file", metavar="FILE", help="a finished match")
    asked = parser.parse_args()
    try:
        with open(asked.file, "rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        print(f"{asked.file}: {error.strerror}", file=sys.stderr)
        return USAGE
    try:
        if len(data) > LIMIT:
            raise Refused(0, "the file is larger than 16 MiB")
        match, words = verify(data, asked.key)
    except Refused as refused:
        print(f"{asked.file}: {refused}")
        return FORGED
    except Unproved as unproved:
        print(f"{asked.file}: {unproved}")
        return UNPROVED
    print(f"{asked.file}: {match.entries} entries, {len(match.draws)} draws, all is well; {words}")
    return PROVED


if __name__ == "__main__":
    sys.exit(main())
