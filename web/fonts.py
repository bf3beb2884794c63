#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts the page's fonts down to the letters, figures and signs that its texts need: French, English
and the German names of maps. Run after a new version of a font's package; what it writes to
src/fonts/ is kept, so that a build needs no further tool. Needs Debian's python3-fonttools and
python3-brotli."""
import sys
from pathlib import Path

try:
    from fontTools import subset
except ImportError:
    sys.exit("fonts.py needs python3-fonttools and python3-brotli.")

HERE = Path(__file__).resolve().parent
SIGNS = ("\u00a0\u00ab\u00bb\u00a7\u00b0\u00b1\u00b2\u00b3\u00b5\u00b7\u00bc\u00bd\u00be"
         "\u00d7\u00f7\u2009\u202f\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022"
         "\u2026\u2032\u2033\u2039\u203a\u20ac\u2190\u2191\u2192\u2193\u2212\u00a9")
LETTERS = "àâäæçéèêëîïíñóôöœùûüúÿßáåøł"
TEXT = "".join(map(chr, range(0x20, 0x7f))) + SIGNS + LETTERS + LETTERS.upper()
FONTS = {  # by its package and file; whether figures of one width are asked for
    "alegreya/files/alegreya-latin-600-normal": False,
    "alegreya/files/alegreya-latin-400-italic": False,
    "alegreya-sans/files/alegreya-sans-latin-400-normal": False,
    "alegreya-sans/files/alegreya-sans-latin-700-normal": False,
    "barlow-condensed/files/barlow-condensed-latin-600-normal": True,
}


def cut(name, tabular):
    """The smaller font, as it is kept."""
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "liga"])
    options.layout_features += ["tnum"] * tabular
    options.recalc_timestamp = False
    source = HERE / "node_modules" / "@fontsource" / f"{name}.woff2"
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=TEXT)
    cutter.subset(font)
    target = HERE / "src" / "fonts" / source.name.replace("-latin", "")
    subset.save_font(font, str(target), options)
    print(f"{target.name} {source.stat().st_size} -> {target.stat().st_size} bytes")


for file, figures in FONTS.items():
    cut(file, figures)
