# SPDX-License-Identifier: Apache-2.0
"""Grognard's games for those who learn from them: Env is one game by PettingZoo's names, Batch many
games that C steps and numpy reads, World an imagined position, Match a match file.

Needs libgrognard and numpy; README.md beside this folder says how the library is found."""
from ._library import (ABI, BadInput, GrognardError, IllegalAction, LibraryMissing, PIECE, VIEW,
                       facts, games, library_path)
from .batch import Batch, act, operands, planes, verbs
from .env import Discrete, Env, Views, env
from .match import Match
from .world import World

__all__ = ["ABI", "BadInput", "Batch", "Discrete", "Env", "GrognardError", "IllegalAction",
           "LibraryMissing", "Match", "PIECE", "VIEW", "Views", "World", "act", "env", "facts",
           "games", "library_path", "operands", "planes", "verbs"]
