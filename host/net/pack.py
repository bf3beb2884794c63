#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs files into C: the page (web/dist), art and rulebooks of every game folder, the rulebooks as
they are written and as HTML.

Usage: pack.py OUTPUT DEPFILE ROOT. Each file becomes its bytes, the same gzipped when that is
shorter, its type and an ETag made from its content. A page file whose name holds a hash of its
content (app-0A1B2C3D.js) may be kept by browsers for ever."""
import gzip
import hashlib
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import markdown  # noqa: E402  beside this file

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
         ".wasm": "application/wasm", ".woff2": "font/woff2", ".png": "image/png",
         ".ico": "image/x-icon", ".md": "text/markdown; charset=utf-8", ".txt":
         "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json",
         ".map": "application/json", ".webp": "image/webp"}
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
    found = {}
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
                    seen.add(path)
                    found[f"/rules/{game.name}.{lang}.md"] = path
                    found[f"/rules/{game.name}.{lang}.html"] = path
    return found


def content(name, path):
    """The bytes of a file as it is served: a rulebook also as a part of a page."""
    if name.startswith("/rules/") and name.endswith(".html"):
        lang = name.split(".")[-2]
        return markdown.render(path.read_text(encoding="utf-8"), lang).encode()
    return path.read_bytes()


def array(name, data):
    rows = [",".join(map(str, data[i:i + 32])) for i in range(0, len(data), 32)]
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(rows or ["0"]) + "};\n"


def main():
    if "--help" in sys.argv or len(sys.argv) != 4:
        print(__doc__)
        return 0 if "--help" in sys.argv else 2
    output, depfile, root = map(Path, sys.argv[1:])
    seen = {Path(markdown.__file__), Path(__file__).resolve()}
    found = collect(root.resolve(), seen)
    parts = ["// Made by host/net/pack.py.\n", '#include "host/net/assets.h"\n']
    rows = []
    for number, (name, path) in enumerate(sorted(found.items(), key=lambda f: f[0].encode())):
        data = content(name, path)
        packed = gzip.compress(data, 9, mtime=0)
        if len(packed) >= len(data) - 16:
            packed = b""
        parts.append(array(f"plain_{number}", data))
        if packed:
            parts.append(array(f"gzip_{number}", packed))
        lasting = path.is_relative_to(root.resolve() / "web") and bool(HASHED.search(name))
        rows.append(f'    {{"{name}", "{TYPES[Path(name).suffix]}", '
                    f'"\\"{hashlib.sha256(data).hexdigest()[:24]}\\"", plain_{number}, '
                    f'{f"gzip_{number}" if packed else "NULL"}, {len(data)}, {len(packed)}, '
                    f'{str(lasting).lower()}}},\n')
    rows = rows or ['    {"", "", "", NULL, NULL, 0, 0, false},\n']
    parts += ["const gg_asset gg_assets[] = {\n", *rows, "};\n",
              f"const unsigned gg_asset_count = {len(found)};\n"]
    text = "".join(parts)
    if not output.exists() or output.read_text(encoding="utf-8") != text:
        output.write_text(text, encoding="utf-8")
    listed = " ".join(str(p).replace(" ", "\\ ") for p in sorted(seen))
    depfile.write_text(f"{sys.argv[1]}: {listed}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
