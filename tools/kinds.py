# SPDX-License-Identifier: Apache-2.0
"""Build folders beside the three of ./check: the same sources and build files with other compilers
and flags, for comparing them (tools/digests) and for fuzzing (tools/fuzz). Only the targets asked
for are built; what has not changed is not built again."""
import fcntl
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from common import ROOT


CLANG = "clang-14"
# Of clang's own build the warnings count, and a second reading of the rules (tools/digests). The
# page is packed once, by the first build: drawing the rulebooks' figures takes seconds.
PLAIN = ["-Doptimization=0", "-Ddebug=false", "-Dpage=false"]
# AddressSanitizer, UBSan and libFuzzer in one folder: what runs long is optimized, the rest, which
# is most of the compiler's work, is not; of what a debugger knows the lines are enough.
SANITIZED = ["-Dlibfuzzer=true", "-Db_sanitize=address,undefined", "-Db_lundef=false",
             *PLAIN, "-Dlibrary_args=-O1",
             "-Dc_args=-gline-tables-only -fno-omit-frame-pointer -fno-sanitize-recover=all"]
CHECKED = ROOT / "build-asan"  # where ./check has it


def run(command, where=ROOT, seconds=3600, env=None):
    """Standard output; RuntimeError with the last words when it fails."""
    done = subprocess.run([str(c) for c in command], cwd=where, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds, env=env,
                          check=False)
    if done.returncode:
        said = done.stdout.decode(errors="replace")[-2400:] if command[0] in ("ninja", "meson") \
            else ""
        raise RuntimeError(f"{' '.join(map(str, command))[:300]}\n{said}"
                           f"{done.stderr.decode(errors='replace')[-1200:]}\n"
                           f"(exit status {done.returncode})")
    return done.stdout.decode()


@contextmanager
def alone(folder):
    """Two tools may want the same folder at once: one waits."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder.with_name(folder.name + ".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def built(folder, compiler, options, targets):
    """Targets of a folder with this compiler and these Meson options, set up when it is not."""
    files = [(ROOT / word).read_text(encoding="utf-8") for word in options
             if word.startswith("tools/")]  # a cross file: what it says, not only its name
    stamp, mark = "\n".join([str(ROOT), compiler, *options, *files]), folder / ".made-from"
    with alone(folder):
        if not mark.exists() or mark.read_text(encoding="utf-8") != stamp:
            shutil.rmtree(folder)
            run(["env", f"CC={compiler}", "meson", "setup", folder, *options])
            mark.write_text(stamp, encoding="utf-8")
        run(["ninja", "-C", folder, "-j", "1", *targets])
    return [folder / target for target in targets]


def brought_up(folder, targets):
    """Targets in a folder that tools/build has set up, as the sources are now."""
    lock = os.open(folder, os.O_RDONLY)  # as tools/build does: one waits for the other
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run(["ninja", "-C", folder, "-j", "1", *targets])
    finally:
        os.close(lock)
    return [folder / target for target in targets]


def is_set_up(folder, compiler, options):
    """Has tools/build made this folder so?"""
    mark = folder / ".made-from"
    stamp = " ".join([str(ROOT), compiler, *options])
    return mark.exists() and mark.read_text(encoding="utf-8").rstrip("\n") == stamp


def folder_of(name):
    folder = Path(name)
    folder = (folder if folder.is_absolute() else ROOT / folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def missing_tools(names):
    return sorted(name for name in names if not shutil.which(name))
