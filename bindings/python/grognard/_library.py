# SPDX-License-Identifier: Apache-2.0
"""Finds libgrognard, makes sure that it is the one this package was written for, and spells its
structs. Everything the rest of the package asks of C is declared here, once."""
import ctypes
import ctypes.util
import json
import os
import subprocess
from ctypes import (POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_int16, c_int32,
                    c_int64, c_size_t, c_uint, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)
from pathlib import Path

import numpy as np

ABI = 1
OK, REFUSED, BAD_INPUT, NO_MEMORY, IO_FAILURE, FULL, STALE, NOT_ALLOWED = range(8)
CHANCE, OVER, PUBLIC, UMPIRE = 100, 101, 102, 103
FR, EN = 0, 1
DICE = {"quick": 0, "match": 1, "open": 2}


class GrognardError(Exception):
    """What went wrong, in one line."""


class LibraryMissing(GrognardError, ImportError):
    """There is no libgrognard, or not the one this package can use."""


class BadInput(GrognardError, ValueError):
    """A game, scenario, option, file or word that is not understood."""


class IllegalAction(GrognardError, ValueError):
    """The rules say no: `rule` is the id of the rule, the text its sentence."""

    def __init__(self, text, rule=""):
        super().__init__(f"{text} ({rule})" if rule else text)
        self.text, self.rule = text, rule


# ----------------------------------------------------------------------------------------- structs
class OwnList(Structure):
    _fields_ = [("size", c_uint16), ("byte", c_uint8 * 190)]


class OwnScenario(Structure):
    _fields_ = [("size", c_uint16), ("text", c_char * 4096)]


class Request(Structure):
    _fields_ = [("scenario", c_uint16), ("option", c_int16 * 16), ("list", OwnList * 4),
                ("own", OwnScenario)]


class Position(Structure):
    _fields_ = [("game", c_void_p), ("table", c_void_p), ("state", c_void_p),
                ("request", Request)]


class Verdict(Structure):
    _fields_ = [("refusal", c_uint16), ("arg", c_int16 * 4)]


class Error(Structure):
    _fields_ = [("line", c_uint), ("fr", c_char * 240), ("en", c_char * 240)]


class Order(Structure):
    _fields_ = [("game", c_void_p), ("request", Request), ("seed", c_uint64), ("first", c_uint32),
                ("games", c_uint32), ("dice", c_uint8), ("plans", c_uint8), ("matchups", c_uint8),
                ("restart", c_uint8), ("forced", c_uint8)]


class Arrays(Structure):
    _fields_ = [(name, c_void_p) for name in (
        "facts", "view", "action", "weight", "mask", "count", "seat", "node", "done", "reward",
        "margin", "number")]


class Setup(Structure):
    _fields_ = [("game", c_void_p), ("request", Request), ("id", c_char * 33),
                ("name", (c_char * 49) * 4), ("client_seed", (c_char * 65) * 4),
                ("seed", c_uint8 * 32), ("clock_ms", c_uint32 * 4), ("increment_ms", c_uint32),
                ("order", c_uint8), ("format", c_uint8), ("awaited", c_uint8)]


class Entry(Structure):
    _fields_ = [("kind", c_uint8), ("seat", c_uint8), ("steps", c_uint16), ("first", c_uint32),
                ("ms", c_uint32), ("text", c_uint32), ("before", c_uint32), ("after", c_uint32),
                ("ticket", c_uint64), ("hash", c_uint64)]


class Turn(Structure):
    _fields_ = [("seat", c_uint8), ("node", c_uint8), ("dice", c_uint8), ("tickets", c_uint64)]


class Field(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_uint32), ("width", c_uint16),
                ("count", c_uint16), ("min", c_int64), ("max", c_int64)]


class Result(Structure):
    _fields_ = [("over", c_bool), ("reason", c_uint8), ("half", c_int * 4), ("margin", c_int32),
                ("hints", c_uint32 * 4)]


class Out(Structure):
    _fields_ = [("at", c_void_p), ("cap", c_size_t), ("length", c_size_t), ("full", c_bool)]


class Json(Structure):
    _fields_ = [("out", POINTER(Out)), ("first", c_uint32), ("depth", c_uint8)]


class GameHead(Structure):
    """The beginning of a game's table; the rest is the library's own business."""
    _fields_ = [("id", c_char_p), ("fr", c_char_p), ("en", c_char_p), ("version", c_uint16),
                ("seats", c_uint8), ("listed", c_uint8)]


PIECE = np.dtype([("handle", "<u2"), ("face", "<u2"), ("surface", "u1"), ("owner", "u1"),
                  ("cell", "<u2"), ("x", "<i2"), ("y", "<i2"), ("radius", "<u2"), ("layer", "u1"),
                  ("spare", "u1"), ("flags", "<u2"), ("on", "<u2"), ("group", "<u2"),
                  ("value", "<i2", 5)])
GAUGE = np.dtype([("label", "<u2"), ("owner", "u1"), ("flags", "u1"), ("value", "<i4"),
                  ("max", "<i4")])
VIEW = np.dtype([("viewer", "u1"), ("seat", "u1"), ("node", "u1"), ("pad", "u1"),
                 ("pieces", "<u2"), ("gauges", "<u2"), ("piece", PIECE, 384),
                 ("gauge", GAUGE, 64)])

# --------------------------------------------------------------------------------------- functions
BATCH, MATCH = c_void_p, c_void_p
SIGNATURES = {
    "gg_game_count": (c_uint, []),
    "gg_game_at": (c_void_p, [c_uint]),
    "gg_game_find_or_null": (c_void_p, [c_char_p]),
    "gg_position_open": (c_int, [POINTER(Position), c_void_p, POINTER(Request), POINTER(Verdict)]),
    "gg_position_close": (None, [POINTER(Position)]),
    "gg_facts_hash": (c_uint64, [c_void_p, c_void_p]),
    "gg_view_into": (None, [c_void_p, c_void_p, c_void_p, c_int, c_void_p]),
    "gg_json_init": (None, [POINTER(Json), POINTER(Out)]),
    "gg_json_open": (None, [POINTER(Json), c_char_p, c_char]),
    "gg_json_close": (None, [POINTER(Json), c_char]),
    "gg_json_facts": (None, [POINTER(Json), POINTER(Position)]),
    "gg_out_init": (None, [POINTER(Out), c_void_p, c_size_t]),
    "gg_say_refusal": (c_size_t, [c_void_p, c_void_p, c_void_p, POINTER(Verdict), c_int,
                                  c_char_p, c_size_t]),
    "gg_notation_into": (c_size_t, [c_void_p, c_void_p, c_void_p, c_uint64, c_char_p, c_size_t]),
    "gg_notation_parse": (c_bool, [c_void_p, c_void_p, c_void_p, c_char_p, POINTER(c_uint64),
                                   POINTER(Error)]),
    "gg_batch_abi": (c_uint32, [POINTER(c_uint32)]),
    "gg_batch_request": (c_int, [c_void_p, c_char_p, POINTER(c_char_p), c_uint, POINTER(Request),
                                 POINTER(Error)]),
    "gg_batch_field": (POINTER(Field), [c_void_p, c_uint]),
    "gg_batch_facts_bytes": (c_uint32, [c_void_p]),
    "gg_batch_rule": (c_char_p, [c_void_p, POINTER(Verdict)]),
    "gg_batch_open": (c_int, [POINTER(BATCH), POINTER(Order), POINTER(Verdict)]),
    "gg_batch_close": (None, [BATCH]),
    "gg_batch_width": (c_uint32, [BATCH]),
    "gg_batch_depth": (c_uint32, [BATCH]),
    "gg_batch_arrays_set": (None, [BATCH, POINTER(Arrays)]),
    "gg_batch_reset": (None, [BATCH, c_uint64, c_uint32]),
    "gg_batch_step": (c_int, [BATCH, c_void_p, POINTER(c_uint32)]),
    "gg_batch_steps": (c_uint64, [BATCH]),
    "gg_batch_play": (c_int, [BATCH, c_uint32, c_uint64, POINTER(Verdict)]),
    "gg_batch_position": (POINTER(Position), [BATCH, c_uint32]),
    "gg_batch_look": (c_int, [BATCH, c_uint32, c_int, c_void_p, c_void_p]),
    "gg_batch_deal": (c_int, [BATCH, c_uint32, c_int, c_uint64]),
    "gg_batch_put": (c_int, [BATCH, c_uint32, POINTER(Position), c_bool]),
    "gg_batch_copy": (c_int, [BATCH, c_uint32, BATCH, c_uint32]),
    "gg_batch_value": (c_bool, [BATCH, c_uint32, c_int, POINTER(c_int32)]),
    "gg_selfplay_seed": (None, [c_uint64, c_uint32, c_void_p]),
    "gg_selfplay_id": (None, [c_uint64, c_uint32, c_char_p]),
    "gg_match_open": (c_int, [POINTER(MATCH), POINTER(Setup), POINTER(Verdict)]),
    "gg_match_close": (None, [MATCH]),
    "gg_match_setup_of": (POINTER(Setup), [MATCH]),
    "gg_match_position_for": (POINTER(Position), [MATCH, c_int]),
    "gg_match_published": (POINTER(Position), [MATCH]),
    "gg_match_turn": (Turn, [MATCH]),
    "gg_match_draft": (c_uint32, [MATCH, c_int, POINTER(POINTER(c_uint64))]),
    "gg_match_entries": (c_uint32, [MATCH]),
    "gg_match_entry": (POINTER(Entry), [MATCH, c_uint32]),
    "gg_match_actions": (POINTER(c_uint64), [MATCH, POINTER(Entry)]),
    "gg_match_counts": (c_bool, [MATCH, c_uint32, c_uint32]),
    "gg_match_result": (None, [MATCH, POINTER(Result)]),
    "gg_match_act": (c_int, [MATCH, c_int, c_uint64, c_uint64, c_uint32, c_uint32,
                             POINTER(Verdict), c_void_p]),
    "gg_match_advance": (c_int, [MATCH]),
    "gg_match_give_seed": (c_int, [MATCH, c_void_p]),
    "gg_match_at": (c_int, [MATCH, c_uint32, POINTER(Position)]),
    "gg_match_write": (c_int, [MATCH, POINTER(c_void_p), POINTER(c_size_t)]),
    "gg_match_read": (c_int, [POINTER(MATCH), c_char_p, c_size_t, POINTER(Error)]),
    "gg_match_verify": (c_int, [c_char_p, c_size_t, POINTER(Error)]),
}


def _from_pkg_config():
    try:
        done = subprocess.run(["pkg-config", "--variable=libdir", "grognard"], check=False,
                              capture_output=True, text=True)
    except OSError:
        return None
    folder = done.stdout.strip()
    return Path(folder) / "libgrognard.so.0" if done.returncode == 0 and folder else None


def _candidates():
    """Where the library may be, the most wanted first; a named one is the only one."""
    named = os.environ.get("GROGNARD_LIBRARY")
    if named:
        yield named
        return
    build = Path(__file__).resolve().parents[3] / "build" / "libgrognard.so.0"
    for path in (build, _from_pkg_config()):
        if path and path.exists():
            yield str(path)
    found = ctypes.util.find_library("grognard")
    if found:
        yield found


def _declared(path):
    library = ctypes.CDLL(path)
    for name, (answer, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = answer, arguments
    return library


def _check(library, path):
    sizes = (c_uint32 * 11)()
    abi = library.gg_batch_abi(sizes)
    mine = [ctypes.sizeof(Request), PIECE.itemsize, GAUGE.itemsize, VIEW.itemsize,
            ctypes.sizeof(Order), ctypes.sizeof(Arrays), ctypes.sizeof(Position),
            ctypes.sizeof(Setup), ctypes.sizeof(Entry), ctypes.sizeof(Error),
            ctypes.sizeof(Field)]
    if abi != ABI or list(sizes) != mine:
        raise LibraryMissing(f"{path} has interface {abi}, this package is written for {ABI}, and "
                             f"structs of {list(sizes)} bytes instead of {mine}: take both from "
                             "the same version of Grognard.")


def _load():
    for path in _candidates():
        try:
            library = _declared(path)
        except (OSError, AttributeError) as error:
            raise LibraryMissing(f"{path} is not a libgrognard that this package can use: "
                                 f"{error}") from None
        _check(library, path)
        return library, path
    raise LibraryMissing("libgrognard was not found: build it (tools/build build), install it, or "
                         "name it in GROGNARD_LIBRARY.")


LIB, _PATH = _load()


def library_path():
    """The library that was taken."""
    return _PATH


# ------------------------------------------------------------------------------------------- words
def fail(status, what):
    """A status that is not OK, as an exception."""
    if status == NO_MEMORY:
        raise MemoryError(what)
    raise GrognardError(f"{what} (status {status})")


def refusal(game, position, verdict):
    """The exception that a verdict stands for."""
    text = ctypes.create_string_buffer(1024)
    table, state = (position.table, position.state) if position else (None, None)
    LIB.gg_say_refusal(game, table, state, byref(verdict), EN, text, len(text))
    rule = LIB.gg_batch_rule(game, byref(verdict)).decode()
    return IllegalAction(text.value.decode(), rule)


def head(pointer):
    return ctypes.cast(pointer, POINTER(GameHead)).contents


def games():
    """The ids of the games that are offered to players."""
    heads = [head(LIB.gg_game_at(i)) for i in range(LIB.gg_game_count())]
    return [h.id.decode() for h in heads if h.listed]


def find_game(name):
    pointer = LIB.gg_game_find_or_null(str(name).encode())
    if not pointer:
        raise BadInput(f"There is no game “{name}”; there are {', '.join(games())}.")
    return pointer


def fields(game):
    """The facts of a game, field by field: name, offset, bytes of one, how many, least, most."""
    pointer, i = find_game(game), 0
    found = []
    while LIB.gg_batch_field(pointer, i):
        field = LIB.gg_batch_field(pointer, i).contents
        found.append((field.name.decode(), field.offset, field.width, field.count, field.min,
                      field.max))
        i += 1
    return found


def facts_type(game):
    """The dtype of an observation: the facts of the game's table; the stack of frames is bytes."""
    names, formats, offsets = [], [], []
    for name, offset, width, count, least, _ in fields(game):
        one = f"<{'i' if least < 0 else 'u'}{width}" if width in (1, 2, 4, 8) else f"V{width}"
        names.append(name)
        formats.append((one, count) if count > 1 else one)
        offsets.append(offset)
    size = LIB.gg_batch_facts_bytes(find_game(game))
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def make_request(game, scenario=None, options=None):
    """The request that a scenario and {option: value} ask for."""
    pairs = [str(word).encode() for pair in (options or {}).items() for word in pair]
    words = (c_char_p * max(1, len(pairs)))(*pairs)
    request, error = Request(), Error()
    name = None if scenario is None else str(scenario).encode()
    if LIB.gg_batch_request(game, name, words, len(pairs) // 2, byref(request), byref(error)):
        raise BadInput(error.en.decode())
    return request


def refuse_request(status, game, verdict):
    """A batch, a match or a position that could not be opened."""
    if status == REFUSED and verdict.refusal:
        raise BadInput(str(refusal(game, None, verdict)))
    if status in (REFUSED, BAD_INPUT):
        raise BadInput("This scenario and these options cannot be played.")
    fail(status, "It could not be opened.")


def facts(game, scenario=None, options=None):
    """All tables of a game as numbers in a view and in actions point into them: seats, nodes,
    verbs, domains with their names, surfaces, faces, labels, rules."""
    pointer = find_game(game)
    request, position, verdict = make_request(pointer, scenario, options), Position(), Verdict()
    status = LIB.gg_position_open(byref(position), pointer, byref(request), byref(verdict))
    if status:
        refuse_request(status, pointer, verdict)
    text = ctypes.create_string_buffer(1 << 22)
    out, writer = Out(), Json()
    LIB.gg_out_init(byref(out), text, len(text))
    LIB.gg_json_init(byref(writer), byref(out))
    LIB.gg_json_open(byref(writer), None, b"{")
    LIB.gg_json_facts(byref(writer), byref(position))
    LIB.gg_json_close(byref(writer), b"}")
    LIB.gg_position_close(byref(position))
    return json.loads(text.value)


def notation(position, action):
    """An action as players type it."""
    text = ctypes.create_string_buffer(256)
    LIB.gg_notation_into(position.game, position.table, position.state, int(action), text,
                         len(text))
    return text.value.decode()


def parse(position, text):
    """The action that is written so; a number is one already."""
    if not isinstance(text, str):
        return int(text)
    action, error = c_uint64(), Error()
    if not LIB.gg_notation_parse(position.game, position.table, position.state, text.encode(),
                                 byref(action), byref(error)):
        raise BadInput(error.en.decode())
    return action.value
