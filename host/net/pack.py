#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs files into the program: the page (web/dist), art and books of every game folder, the
rulebooks as they are written as well.

Usage: pack.py OUTPUT DEPFILE ROOT FIGURES. FIGURES is what tools/figures made. Each file becomes
its bytes, the same gzipped when that is shorter, its type and an ETag made from its content. A page
file whose name holds a hash of its content (app-0A1B2C3D.js) may be kept by browsers for ever."""
import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import book  # noqa: E402  beside this file
import markdown  # noqa: E402

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
         ".wasm": "application/wasm", ".woff2": "font/woff2", ".png": "image/png",
         ".ico": "image/x-icon", ".md": "text/markdown; charset=utf-8", ".txt":
         "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
         ".map": "application/json", ".webp": "image/webp"}
LOST = "lost.html"  # without a stroke: no address asks for it
HASHED = re.compile(r"-[A-Z0-9]{8}\.\w+$")


def files(folder, seen):
    """Every file below a folder; the folders are remembered, so that a new file is noticed."""
    if not folder.is_dir():
        return
    seen.add(folder)
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from files(path, seen)
        elif path.suffix in TYPES:
            seen.add(path)
            yield path


def collect(root, seen):
    """{path in the server: file}"""
    found = {LOST: root}
    seen.add(root / "web")
    dist = root / "web" / "dist"
    for path in files(dist, seen):
        found["/" + path.relative_to(dist).as_posix()] = path
    for folder in (root / "games", root / "tests" / "contract"):
        seen.add(folder)
        for game in sorted(p for p in folder.iterdir() if p.is_dir()):
            seen.add(game)
            for path in files(game / "art", seen):
                found[f"/art/{game.name}/" + path.relative_to(game / "art").as_posix()] = path
            for lang in ("fr", "en"):
                path = game / f"rules.{lang}.md"
                if path.is_file():
                    found[f"/rules/{game.name}.{lang}.md"] = path
                for kind in book.KINDS:
                    seen |= {p for p in (path, game / f"start.{lang}.md") if p.is_file()}
                    if book.source(game, kind, lang):
                        found[book.address("rules", game.name, kind, lang)] = game
                        found[book.address("book", game.name, kind, lang)] = game
    return found


def content(name, path, figures, assets):
    """The bytes of a file as it is served: a book as a part of a page, and as a page."""
    if name == LOST:
        return book.lost(assets).encode()
    made = re.match(r"/(rules|book)/(\w+)(?:\.(\w+))?\.(\w+)\.html$", name)
    if not made:
        return path.read_bytes()
    form, game, kind, lang = made.groups(default="rules")
    drawn = figures.get(game, {})
    if form == "book":
        return book.page(path, kind, lang, drawn, assets).encode()
    return book.body(path, kind, markdown.Book(lang, drawn)).encode()


# Millions of bytes as numbers take a compiler half a minute; the assembler copies a file at once.
BYTES = """__asm__(".section .rodata\\n"
        ".balign 16\\n"
        ".globl gg_asset_bytes\\n"
        "gg_asset_bytes:\\n"
        ".incbin \\"{path}\\"\\n"
        ".byte 0\\n"
        ".previous\\n");
extern const unsigned char gg_asset_bytes[];
"""


def write_if_new(path, data):
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def main():
    if "--help" in sys.argv or len(sys.argv) != 5:
        print(__doc__)
        return 0 if "--help" in sys.argv else 2
    output, depfile, root, drawn = map(Path, sys.argv[1:])
    figures = json.loads(drawn.read_text(encoding="utf-8"))
    seen = {Path(markdown.__file__), Path(book.__file__), Path(__file__).resolve()}
    found = collect(root.resolve(), seen)
    binary = output.resolve().with_suffix(".bin")
    parts = ["// Made by host/net/pack.py.\n", '#include "host/net/assets.h"\n',
             BYTES.format(path=binary)]
    rows, whole = [], bytearray()
    assets = [name for name in found if re.match(r"/(?:app-\w+\.css|book-\w+\.js)$", name)]
    for name, path in sorted(found.items(), key=lambda f: f[0].encode()):
        data = content(name, path, figures, assets)
        packed = gzip.compress(data, 9, mtime=0)
        if len(packed) >= len(data) - 16:
            packed = b""
        plain, squeezed = len(whole), len(whole) + len(data)
        whole += data + packed
        lasting = path.is_relative_to(root.resolve() / "web") and bool(HASHED.search(name))
        rows.append(f'    {{"{name}", "{TYPES[Path(name).suffix]}", '
                    f'"\\"{hashlib.sha256(data).hexdigest()[:24]}\\"", gg_asset_bytes + {plain}, '
                    f'{f"gg_asset_bytes + {squeezed}" if packed else "NULL"}, {len(data)}, '
                    f'{len(packed)}, '
                    f'{str(lasting).lower()}}},\n')
    rows = rows or ['    {"", "", "", NULL, NULL, 0, 0, false},\n']
    parts += ["const gg_asset gg_assets[] = {\n", *rows, "};\n",
              f"const unsigned gg_asset_count = {len(found)};\n"]
    write_if_new(binary, bytes(whole))
    write_if_new(output, "".join(parts).encode())
    listed = " ".join(str(p).replace(" ", "\\ ") for p in sorted(seen))
    depfile.write_text(f"{sys.argv[1]}: {listed}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
