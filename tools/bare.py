# SPDX-License-Identifier: Apache-2.0
"""Builds without Meson: rules and engine compiled straight by one compiler with one set of flags,
for comparing compilers (tools/digests) and for fuzzing (tools/fuzz). Few compiler calls, one a
folder; a build whose sources have not changed is not made again."""
import hashlib
import shutil
import subprocess
from pathlib import Path

from common import ROOT, games

PLACES = ("base", "engine", "include", "games", "host/net", "host/wasm", "tests/contract",
          "tests/fuzz")
WARN = ["-std=c17", "-Wall", "-Wextra"]


def run(command, where, seconds=600, env=None):
    """Standard output; RuntimeError with the last words when it fails."""
    done = subprocess.run(command, cwd=where, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=seconds, env=env, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))[:300]}\n"
                           f"{done.stderr.decode(errors='replace')[-1200:]}\n"
                           f"(exit status {done.returncode})")
    return done.stdout.decode()


def snapshot(folder):
    """A copy of the sources, so that all builds are of one tree even while people edit it."""
    copy = folder / "tree"
    shutil.rmtree(copy, ignore_errors=True)
    for place in PLACES:
        shutil.copytree(ROOT / place, copy / place,
                        ignore=shutil.ignore_patterns("__pycache__", "golden", "art", "corpus"))
    return copy


def units(tree):
    """Groups of sources (a folder each: one compiler call, no two files of one name) with their
    include paths. A game's own folder finds its .def files; what each of its compile*.py makes is
    one more source of that game."""
    common = [f"-I{tree}", f"-I{tree / 'include'}", "-DGG_PROBES"]
    groups = []
    for place in [tree / "base", tree / "engine", *sorted((tree / "engine").glob("*/"))]:
        groups.append((place.name, sorted(place.glob("*.c")), common))
    for game in games(tree) + games(tree, "tests/contract/registry.def"):
        sources = sorted((tree / game.folder).glob("*.c"))
        for maker in sorted((tree / game.folder).glob("compile*.py")):
            made = tree / "made" / f"{game.id}_{maker.stem}.c"
            made.parent.mkdir(parents=True, exist_ok=True)
            run(["python3", maker, "--out", made], tree)
            sources.append(made)
        groups.append((game.id, sources, common + [f"-I{tree / game.folder}"]))
    return [group for group in groups if group[1]]


def stamp_of(tree, compiler, flags):
    """What a build is made from: compiler, flags, and every file it may include."""
    digest = hashlib.sha256(repr((compiler, flags)).encode())
    digest.update(run([compiler, "--version"], tree).encode())
    for path in sorted(tree.rglob("*")):
        if path.suffix in (".h", ".def", ".inc", ".c"):
            digest.update(str(path.relative_to(tree)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def compile_groups(place, compiler, flags, groups):
    """Object files of all groups."""
    objects = []
    for name, sources, paths in groups:
        inside = place / name
        inside.mkdir(parents=True)
        run([compiler, *WARN, *flags, *paths, "-c", *sources], inside)
        objects += sorted(inside.glob("*.o"))
    return objects


def built(place, stamp, make):
    """Calls make(place) unless `place` was made from the same stamp."""
    mark = place / "made-from"
    if mark.exists() and mark.read_text() == stamp:
        return
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    make(place)
    mark.write_text(stamp)


def folder_of(name):
    folder = Path(name)
    folder = (folder if folder.is_absolute() else ROOT / folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def missing_tools(names):
    return sorted(name for name in names if not shutil.which(name))
