#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the miniatures of Salvo, seen from above: the part of art/symbols.svg between its two"
    " marks.

Usage: miniatures.py [--check]. With --check nothing is written; the exit status says whether the
file is what would be made. One unit is one millimetre of the table, 0,0 the middle of the base, and
every figure looks to +x. A figure is put together from parts of its faction (pack, body, arms,
helmet, weapon). Colours are variables with the faction's own as what holds without them,
    so that the
page can grey a figure that has acted: --c1 armour, --c2 cloth, --c3 dark, --c4 accent, --c5 metal,
--gl light, --gd gold (leaders), --g2 fire, --wd wood."""
import re
import sys
from pathlib import Path

SYMBOLS = Path(__file__).resolve().parent / "art" / "symbols.svg"
BEGIN, END = "<!-- miniatures: made by miniatures.py -->", "<!-- end of the miniatures -->"
COLOURS = {
    "a": {"k": "#14100d", "c1": "#f2efe2", "c2": "#3f8a97", "c3": "#27414a", "c4": "#e3b34b",
          "c5": "#7d929a", "gl": "#5ff0ff"},
    "v": {"k": "#241a38", "c1": "#e0d8f4", "c2": "#7a68a3", "c3": "#524679", "c4": "#a48fd8",
          "c5": "#9d94b8", "gl": "#ff4fa3"},
    "f": {"k": "#14100d", "c1": "#f6bd34", "c2": "#a2693c", "c3": "#3a3431", "c4": "#c8552b",
          "c5": "#9a958c", "gl": "#fff2a8"},
}
COMMON = {"gd": "#ffd257", "g2": "#ff9a3d", "wd": "#8a5a33"}
# What a class of a shape stands for; KEY is a colour.
FILL = {"a": "c1", "b": "c2", "d": "c3", "e": "c4", "s": "c5", "w": "wd", "gd": "gd"}
BARE = {"g": "gl", "g2": "g2", "k": "k", "k2": "k"}  # without an outline
LIMB = {"lk": "k", "la": "c1", "lb": "c2", "ld": "c3", "ls": "c5"}


def mirrored(shape):
    return shape + '<g transform="scale(1 -1)">' + shape + "</g>"


def path(kind, d, more=""):
    return f'<path class="{kind}" d="{d}"{more}/>'


def disc(kind, x, y, r):
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="{r}"/>'


def rect(kind, x, y, w, h, rx=0):
    round_ = f' rx="{rx}"' if rx else ""
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{w}" height="{h}"{round_}/>'


def oval(kind, x, y, rx, ry):
    return f'<ellipse class="{kind}" cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>'


def line(d, w):
    return f'<path class="lk" d="{d}" stroke-width="{w}"/>'


def limb(d, kind="b", w=4.4):
    """A dark line under a coloured one."""
    return (f'<path class="lk" d="{d}" stroke-width="{w + 1.6:g}"/>'
            f'<path class="l{kind}" d="{d}" stroke-width="{w}"/>')


def use(part, how=""):
    how = f' transform="{how}"' if how else ""
    return f'<use href="#part-{part}"{how}/>'


# ---- bodies: Austral is round and smooth, Vhar angular in split plates, the Forges square, riveted
parts = {
    "a-pack": rect("b", -12, -6, 8, 12, 2.6) + path("n", "M-10.6-3.2v6.4M-7.6-3.2v6.4"),
    "a-body": path("a", "M-6-6C-6-11.4-3-13 .6-12.6 4.4-12 5-8 4.2-4.4V4.4C5 8 4.4 12 .6 12.6-3 13"
                   "-6 11.4-6 6z")
    + mirrored(path("n", "M-5 6.4C-2 5.4 2 5.4 4.4 6.4") + path("h", "M-4 8.4C-3 7.6 0 7.2 2 7.8")),
    "a-helm": disc("a", .6, 0, 6.2)
    + path("g", "M3.2-4.2A5.4 5.4 0 0 1 3.2 4.2L5.2 3.6A6 6 0 0 0 5.2-3.6z")
    + path("b", "M-5-1.1H1.4a1.1 1.1 0 0 1 0 2.2H-5z") + path("h", "M-3.6-2.6A5 5 0 0 1 .6-4.6"),
    "a-arms": limb("M3 9.6L8.4 7.2", "b", 3) + limb("M3-9.4L9.4-4.6 13.4 1.8", "b", 3),
    "v-pack": path("d", "M-5-4.6L-11-5.6-13 0-11 5.6-5 4.6z")
    + path("g", "M-11-2.2h4.4v1.4H-11zM-11 .8h4.4v1.4H-11z"),
    "v-body": path("d", "M-6-4L-2-8 4-7 5 0 4 7-2 8-6 4z")
    + mirrored(path("a", "M-4.6 4.6L-5.4 10.4 1 13.2 6.4 9.4 2.8 4.8z")
               + path("e", "M-5.4 10.4L1 13.2 6.4 9.4 1 10.8z")),
    "v-helm": path("a", "M9.4 0L3.6-4.4-4.4-3.4-6.4 0-4.4 3.4 3.6 4.4z")
    + path("e", "M-4.4-3.4L-6.4 0-4.4 3.4-2 0z") + path("g", "M3.4-2.8L7.2 0 3.4 2.8 4.8 0z")
    + path("n", "M-2 0h5"),
    "v-arms": limb("M3-9.4L9.6-7.4", "d", 3) + path("a", "M9-9.4L14.6-7 9-4.4 10.4-7z"),
    "f-pack": rect("s", -13, -6.6, 7.6, 13.2, 1) + mirrored(rect("e", -12, 1.4, 5.6, 3.8, 1.9)),
    "f-body": path("b", "M-7-7.4L-5-11.4H4.4V11.4H-5L-7 7.4z")
    + mirrored(path("s", "M-4.4 6.6h8.4l.8 5.6-9.4.4z") + disc("k", -2, 9.6, .8)
               + disc("k", 2.2, 9.4, .8)),
    "f-helm": path("a", "M6.8-2.7V2.7L2.9 6.5H-2.7L-6.4 2.7V-2.7L-2.7-6.5H2.9z")
    + path("n", "M-5.8-1.5H4.4M-5.8 1.5H4.4") + path("h", "M-4.4-4.2L-2-5.4H1.5")
    + rect("g", 4.2, -1.9, 4, 3.8, .8),
    "f-arms": limb("M3 9.6L8.6 7", "b", 3.4) + limb("M3-9.4L9-5 12.6 1.8", "b", 3.4),
}


# ---- weapons, grip near 8,4
def flame(faction):
    parts[f"{faction}-flame"] = (
        rect("s", 0, 2, 10, 4, 1) + rect("d", 9, 2.8, 9, 2.4, .8)
        + path("g2", "M18 4C21-.6 25-1 29 2 26.6 2.4 26 3.4 26.4 4 26 4.6 26.6 5.6 29 6 25 9 21"
        " 8.6 "
               "18 4z") + path("gd", "M19.4 4C21.6 2.2 23 2.2 24.6 4 23 5.8 21.6 5.8 19.4 4z",
                               ' stroke="none"'))


flame("a")
flame("f")
parts |= {
    "a-coil": rect("s", -1, 2.2, 9, 3.6, 1) + rect("d", 7, 2.7, 14.5, 2.6, .8)
    + path("la", "M11 2v4M14 2v4M17 2v4", ' stroke-width="1.1"') + path("g",
    "M20.4 3.2h1.6v1.6h-1.6z"),
    "a-carb": rect("s", 1, 2.2, 8, 3.6, 1) + rect("d", 8.4, 2.8, 7.6, 2.4, .8),
    "a-burst": rect("s", 2, 1.6, 9, 4.8, 1) + rect("d", 10, 2.4, 6, 1.4, .6)
    + rect("d", 10, 4.4, 6, 1.4, .6) + rect("e", 4.4, 5.8, 3.4, 4.4, .8),
    "a-mg": rect("s", -3, 1.4, 13, 5.4, 1.2) + rect("d", 9.6, 2.6, 17, 3, 1)
    + path("s", "M14 1.4h8v5.4h-8z") + path("d", "M16 1.4v5.4M18 1.4v5.4M20 1.4v5.4")
    + rect("b", 1, 6.6, 7.6, 5.6, 1.2) + line("M21 7l5 5.2M21 1l5-5.2", 1.8),
    "a-tube": rect("a", -14, 4, 30, 7.4, 2) + path("b", "M-18 3l5 1.6v6.2l-5 1.6z")
    + rect("d", 15, 4.6, 5, 6.2, 2) + path("g", "M18 6.2h2v3h-2z") + rect("b", 2, 2.8, 6, 3, .8)
    + rect("e", -6, 4, 3, 7.4),
    "v-shard": rect("d", 1, 6.6, 9.6, 5, .8) + path("a",
        "M8 6.2l11.6 1V8.4L8 8.6zM8 9.6l11.6.2v1.2L8 "
                                                    "12z") + path("g", "M10.4 8.6h6v1h-6z"),
    "v-arc": rect("d", 0, 6.8, 10, 4.4, .8)
    + path("a", "M9 6.6l5.4-3.2 4.8 1.2-4.4 1.4L11 9l3.8 3 4.4 1.4-4.8 1.2L9 11.4z")
    + disc("g", 16.4, 9, 2),
    "v-disr": rect("d", -9, 6.4, 22, 6, 1) + path("a", "M-9 5.6h7v7.6h-7z") + disc("d", 17.4, 9.4,
        7)
    + disc("n", 17.4, 9.4, 4.6) + disc("g", 17.4, 9.4, 2.6),
    "v-scythe": limb("M2 9.6L10 11", "d", 3.4)
    + path("a", "M8.4 12.4C15 13.4 21 9.4 22.6.8 18.6 7 14 9 8 8.6z")
    + path("g", "M12 11.6C16.6 10.6 19.8 7.8 21.4 4.2 19.4 9.6 16 11.8 12 12.4z"),
    "f-slug": path("w", "M-5 4.4l10-2.6v4.6l-9 1.6z") + rect("d", 5, 2.2, 15.6, 3.2, .6)
    + rect("s", 9, 1.7, 3, 4.2),
    "f-rivet": rect("s", 0, 1, 12.6, 7, 1) + rect("d", 12, 2.8, 4.6, 3.4, .6)
    + rect("e", 3, 7.4, 5, 5.2, 1),
    "f-rep": rect("s", -4, .4, 12, 7.4, 1) + rect("d", 7, 1, 17, 2, .6) + rect("d", 7, 3.6, 17, 2,
        .6)
    + rect("d", 7, 5.6, 17, 2, .6) + rect("s", 20, .4, 3.4, 8) + disc("e", 0, 10.6, 4.4)
    + disc("k", 0, 10.6, 1.3),
    "f-rock": rect("s", -15, 4, 29, 8, 1) + path("d", "M-15 3.4h3.4v9.2H-15z")
    + path("e", "M14 4l8 4-8 4z") + rect("w", -2, 3.2, 5, 9.6, .6),
}

# ---- a mortar stands in front of who serves it: plate, legs, tube, and bombs beside it
for faction, tube, bomb in (("a", "a", "e"), ("v", "d", "g"), ("f", "s", "e")):
    parts[f"{faction}-mortar"] = (
        path("d", "M9-6.4L13.400-9.4H20L24.4-6.4V5L20 8H13.4L9 5z" if faction != "f" else
             "M9-9H24.4V7.6H9z") + line("M17-1L27-8M17-1L27 6.4", 2)
        + path(tube, "M12.6-5.4L25-3.6V2.4L12.6 4z") + disc("k", 25, -.6, 3.4)
        + disc(tube, 25, -.6, 1) + "".join(
            oval(bomb, -15 + 5 * i, 15.4, 3.6 if faction == "v" else 2.8, 1.9) for i in range(3)))

# ---- machine parts
parts |= {
    "a-leg": limb("M0 8L-5 17 3 22", "b", 6)
    + path("a", "M-7 17.6H5L13 18.4 13.6 20.2 8 21.2 13.6 22.2 13 24 5 24.8H-7L-9 21.2z")
    + path("n", "M2 17.6v7.2"),
    "v-leg": limb("M2 4L10 15 20 19.4", "d", 3.4)
    + path("a", "M7.4 13L12.4 11.4 13.4 16.6 9.4 17.4z") + path("e",
    "M19 17.4L25.6 21.6 18.4 21.4z"),
    "f-leg": limb("M5 8L9 19", "s", 7) + rect("a", 2.6, 16.6, 13.4, 8, 1.4) + disc("k", 5.6, 20.6,
        .9)
    + disc("k", 13, 20.6, .9),
    "a-gun": rect("s", 0, -3, 8, 6, 1) + rect("d", 7, -1.7, 24, 3.4, 1) + rect("s", 26, -2.5, 5.6,
        5, 1),
    "a-turret": disc("s", 0, 0, 3.6) + rect("d", 2, -1.6, 10, 1.2, .4) + rect("d", 2, .4, 10, 1.2,
        .4),
    "f-rack": rect("s", -9, -7, 18, 14, 1) + "".join(
        path("d", f"M-6.6 {y}h13.6") + path("g2", f"M7 {y - 1:g}l3 1-3 1z")
        for y in (-4.6, -1.6, 1.6, 4.6)),
}

# ---- figures
figures = {}
WEAPON = {"a": "a-coil", "v": "v-shard", "f": "f-slug"}


def soldier(faction, weapon, above=False, back="", front=""):
    """Pack, body, arms, weapon and helmet; a tube on the shoulder lies above the helmet."""
    pack = back or use(f"{faction}-pack")
    head, held = use(f"{faction}-helm"), use(weapon)
    return pack + use(f"{faction}-body") + use(f"{faction}-arms") + (
        head + held if above else held + head) + front


figures["a_rifle"] = soldier("a", "a-coil")
figures["a_gunner"] = soldier("a", "a-mg")
figures["a_missile"] = soldier("a", "a-tube", above=True)
figures["a_boarder"] = soldier("a", "a-burst", back=mirrored(
    path("b", "M-4 1.4L-13 2.600-14.6 8.4-9 11.4-3 9z") + path("h", "M-12 4.400l5-.6")),
    front=path("e", "M5-13.6L11-11.4 9.6-5.4 4.400-7.6z"))
figures["a_flame"] = soldier("a", "a-flame", back=mirrored(rect("e", -16, .6, 11, 7.4, 3.6)))
figures["v_automaton"] = soldier("v", "v-shard")
figures["v_tracker"] = soldier("v", "v-arc", back=path(
    "d", "M-4-3.600L-19-8.4-12 0-19 8.4-4 3.6z") + path("g",
        "M-13-3.6L-7-1.4-9.4 0zM-13 3.6L-7 1.4-9.4 0z"))
figures["v_disruptor"] = soldier("v", "v-disr")
figures["f_militia"] = soldier("f", "f-slug")
figures["f_repeater"] = soldier("f", "f-rep")
figures["f_rocket"] = soldier("f", "f-rock", above=True)
figures["f_sapper"] = soldier("f", "f-rivet", back=path("w",
    "M-18-15L9 13.6 6.400 15.400-20.6-12.6z")
                              + path("s", "M-24-16L-17.400-20.600-13.400-14.600-19-9.4z"))
figures["f_breaker"] = soldier("f", "f-rivet", front=rect("s", 9, -17.400, 6, 19, 1)
                               + rect("a", 9, -12, 6, 3.4) + rect("a", 9, -5, 6, 3.4)
                               + disc("k", 12, -15, .9) + disc("k", 12, -1, .9))
figures["f_flame"] = (
    mirrored(rect("e", -16.4, .6, 10.6, 6.8, 3.4) + path("h", "M-14 2.4h5"))
    + rect("s", -10, -7.6, 2.6, 15.2) + use("f-body") + use("f-arms")
    + line("M-12 7.4C-8 15 2 14 5 7.4", 2.2) + use("f-flame") + use("f-helm"))
figures["a_scout"] = (
    path("d", "M4-9.4C-3-12.6-11-11.4-17.4-8L-13.6-4.4-18.4-1.4-14.6 1.6-18 6.4-12.6 6.4-11"
        " 10.4C-5 "
         "12.4 0 11.6 4 9.4z")
    + path("b", "M4-9.4C-1-11.4-6-11.2-9.4-10L-6-5-11-2-7 2-11.4 5-5.4 7-5 11.4C-1 11.6 1 10.8 4"
    " 9.4z")
    + limb("M2 8L8.4 5", "b", 3) + limb("M2-8L9-4.4 12.6 2", "b", 3) + use("a-carb",
    "translate(2 0)")
    + path("a", "M9 0C7-5.4 1-7-4-5.6L-9 0-4 5.6C1 7 7 5.4 9 0z")
    + path("d", "M8.6 0C7-3.8 4.4-4.4 2-4 3.4-1.4 3.4 1.4 2 4 4.4 4.4 7 3.8 8.6 0z")
    + disc("g", 5.2, -1.6, 1.1) + disc("g", 5.2, 1.6, 1.1))
figures["v_harvester"] = (use("v-pack") + use("v-scythe") + use("v-scythe", "scale(1 -1)")
                          + use("v-body") + use("v-helm"))

# Mortars: the bearer kneels behind his tube, without a weapon in hand.
for faction in COLOURS:
    figures[f"{faction}_mortar"] = (
        use(f"{faction}-mortar") + '<g transform="translate(-8 0)">' + use(f"{faction}-pack")
        + limb("M-2 9L-9 13-14 11", "b" if faction != "v" else "d", 4)
        + limb("M2 9.4L12 6", "b" if faction != "v" else "d", 3)
        + limb("M2-9.4L12-6", "b" if faction != "v" else "d", 3)
        + use(f"{faction}-body") + use(f"{faction}-helm") + "</g>")

# Leaders: a long tail behind, gold on the helmet, a short weapon.
figures["a_leader"] = (
    path("b", "M-3-8.4C-9-10-15-9.4-18.4-6.4L-14.6-2.2-19.4 0-14.6 2.2-18.4 6.4C-15 9.4-9 10-3"
        " 8.4z")
    + path("n", "M-6-5.4L-14.4-6M-6 0h-8.4M-6 5.4L-14.4 6") + use("a-body") + use("a-arms")
    + use("a-carb") + use("a-helm") + path("gd",
    "M-7-1.6C-3-3.4 1-3.4 4.4-1.5V1.5C1 3.4-3 3.4-7 1.6z"))
figures["v_leader"] = use("v-pack") + "".join(
    path("gd", f"M-5 {a}L{x} {y}L-8 {b}z")
    for a, x, y, b in ((-6, -17, -11.5, -2), (-1.8, -20.4, 0, 1.8), (6, -17, 11.5, 2))
) + use("v-body") + use("v-arms") + use("v-arc") + use("v-helm") + path("gd",
    "M-4 0L0-2 3.4 0 0 2z")
figures["f_leader"] = (
    path("b", "M-5-10.4L-17.4-12-14.4-6-18-4V4L-14.4 6-17.4 12-5 10.4z")
    + path("n", "M-8-6l-6-1M-8 6l-6 1M-8 0h-8") + use("f-body") + limb("M.6 9L8 9.6")
    + use("f-arms")
    + path("w", "M-4 3.6L14 3.6V5.6L-4 5.6z") + rect("s", 13, -.6, 7, 10.6, 1) + use("f-helm")
    + path("gd", "M-5.6-1.8H4v3.6H-5.6z") + path("gd", "M-2.8-6.5H-.2V6.5H-2.8z"))

# Officers: a wide cape to one side, epaulettes of gold, a flag held high on the other.
FLAG = {"a": "M1-25.6C6-28.600 10-22.6 16-25.4V-15.4C10-12.6 6-18.6 1-15.6z",
        "v": "M1-26L17-20.600 1-15.2 6-20.600z", "f": "M1-26H16.4L12-20.800 16.4-15.600H1z"}
CAPE = {"a": "M0 12.4C-6 18-15 19-22 15.400-17.600 9-18.400 3-21-3-14-5-8-6-3-7z",
        "v": "M0 12L-8 20-13 13.400-22 14-17.400 6-23 0-15-3-3-6z",
        "f": "M2 12V19.400H-19V14.400H-15V9H-21V-4.400H-3z"}
HAND = {"a": "b", "v": "d", "f": "b"}
for faction in COLOURS:
    figures[f"{faction}_officer"] = (
        path("e" if faction != "v" else "b", CAPE[faction]) + path("n", "M-6 4L-17 9M-7 9L-14 15")
        + use(f"{faction}-body") + line("M1-8V-26", 2.2) + path("gd", FLAG[faction])
        + limb("M2-9L1-14", HAND[faction], 3) + limb("M3 9.4L10 6.400", HAND[faction], 3)
        + rect("d", 9, 4.6, 7, 2.6, .8)
        + mirrored(path("gd", "M-4.400 8.600H2.600L3.600 12-4 12.400z")) + use(f"{faction}-helm")
        + path("st", "M-.5-3.3l1 2.2 2.4.3-1.8 1.6.5 2.4-2.100-1.2-2.1 1.2.5-2.4-1.8-1.6 2.4-.3z"))

# Heavies, base 20; their leaders carry a crest, their officers a flag on the back.
figures["a_cuirassier"] = (
    rect("b", -17, -8, 11, 16, 3.4) + mirrored(disc("g", -15, 4.4, 1.8)) + rect("b", -8, -10, 14,
        20, 5)
    + mirrored(oval("a", -1, 13, 7.6, 5.8) + path("h", "M-6.4 11.4a7 4 0 0 1 9-2.4")
               + limb("M3 13.4L10 13", "a", 5) + rect("s", 9, 10.4, 7, 5.6, 1.2)
               + rect("d", 15, 11, 13, 1.6, .6) + rect("d", 15, 13.8, 13, 1.6, .6))
    + path("a", "M-7-5.6C-2-8.6 6-8 9.4-4.6V4.6C6 8-2 8.6-7 5.6z")
    + path("g", "M5.4-4.4L9-3.4V3.4L5.4 4.4z") + rect("b", -6, -1.4, 9, 2.8, 1.4))
figures["v_colossus"] = (
    path("d", "M-8-6L-17-7-19 0-17 7-8 6z") + path("g", "M-16.6-3.6h6v2h-6zM-16.6 1.6h6v2h-6z")
    + path("d", "M-9-7L2-10 9-5V5L2 10-9 7z")
    + mirrored(path("a", "M-8 7L-9.6 15.4 1 19.6 10 15 6.4 7.4z")
               + path("e", "M-9.6 15.4L1 19.6 10 15 1 16.6z"))
    + rect("d", 5, 9.6, 12, 7.6, 1) + path("a",
    "M16 9l12 1.6v1.6L16 12zM16 13.4L28 14v1.6L16 17.6z")
    + path("g", "M18 12.2h8v1.2h-8z") + limb("M5-13L13-12", "d", 4.4)
    + path("a", "M12-16L20-14 15.4-12 20-10 12-8z") + path("a",
    "M12 0L5-5.6-5-4.6-8 0-5 4.6 5 5.6z")
    + path("g", "M4.4-3.8L9.4 0 4.4 3.8 6.4 0z") + path("n", "M-4 0h7"))
figures["f_digger"] = (
    rect("s", -19, -9, 12, 18, 1.4) + mirrored(disc("d", -14.6, 5, 3) + disc("g2", -14.6, 5, 1.5))
    + rect("b", -9, -11, 16, 22, 2)
    + mirrored(path("a", "M-8 8.6H6.4L8.4 18.4-7 19.6z") + path("k2", "M-5 17.4l4-7.4h2.6l-4 7.4z")
               + disc("k", 5.6, 16.6, .9))
    + rect("s", 6, 10, 11, 8, 1) + rect("d", 16, 12, 6.4, 4, .6) + rect("s", 6, -17, 7, 7, 1)
    + path("s", "M13-19.4L29-13.4 13-7.4z")
    + path("k2", "M16.4-18.2L15-8.2M20.6-16.6L19-10M24.6-15L23.4-11.6")
    + path("a", "M9-4V4L5 8H-4L-8 4V-4L-4-8H5z") + path("k2", "M0-7.4h3v14.8H0z")
    + rect("g", 5.4, -3, 3.8, 6, .8))
HEAVY = {"a": "cuirassier", "v": "colossus", "f": "digger"}
CREST = {"a": path("gd", "M-19-3.6L-27-7-23.4 0-27 7-19 3.6 6 2.4V-2.4z")
         + mirrored(path("b", "M-6 16.600L-22 21-26 12-10 10z")),
         "v": path("gd", "M-6-3L-27-10-15 0-27 10-6 3z") + mirrored(path("gd",
             "M-6 14L-22 24-12 12z")),
         "f": path("gd", "M-22-3.4H4v6.8H-22z") + mirrored(path("w", "M-8 12H-26V21H-12z"))}
for faction, heavy in HEAVY.items():
    figures[f"{faction}_{heavy}_leader"] = figures[f"{faction}_{heavy}"] + CREST[faction]
    figures[f"{faction}_{heavy}_officer"] = (
        figures[f"{faction}_{heavy}"]
        + path("e" if faction != "v" else "b",
        "M-6-9C-16-13-25-11-30-4-25 0-25 5-29 10-20 14-12 12-6 9z")
        + line("M-14 0L-14-27", 2.4)
        + f'<g transform="translate(-15 -2) scale(1.15)">{path("gd", FLAG[faction])}</g>'
        + path("st", "M1.500-3.3l1 2.2 2.4.3-1.8 1.6.5 2.4-2.100-1.2-2.1 1.2.5-2.4-1.8-1.6"
        " 2.4-.3z"))

# Light walkers, base 30.
figures["a_heron"] = (
    mirrored(use("a-leg", "translate(1 0)")) + path("b", "M-20-7L-12-11H8L16-6V6L8 11H-12L-20 7z")
    + use("a-gun", "translate(3 10.4)") + path("a", "M-16-5L-9-9H6L14-4.4V4.4L6 9H-9L-16 5z")
    + path("g", "M7.4-4.6L12.4-3V3L7.4 4.6z") + path("n", "M-9-9L-5-3.4V3.4L-9 9M-5-3.4H6M-5 3.4H6")
    + use("a-turret", "translate(0 -8)") + rect("b", -22, -4.4, 7, 8.8, 2) + line("M-16-6l-7-9",
    1.2)
    + disc("g2", -23, -15, 1.6)
    + path("st", "M-1.2-3.3l1 2.2 2.4.3-1.8 1.6.5 2.4-2.1-1.2-2.1 1.2.5-2.4-1.8-1.6 2.4-.3z"))
figures["v_skitter"] = (
    mirrored(use("v-leg") + use("v-leg", "rotate(52)") + use("v-leg", "rotate(100)"))
    + path("d", "M14-5L2-10-12-7-18 0-12 7 2 10 14 5z") + path("a", "M13 0L3-7-10-5-14 0-10 5 3 7z")
    + path("e", "M-10-5L-14 0-10 5-5 0z") + "".join(
        rect("d", 12, y, 17, 1.8, .6) + path("g", f"M29 {y + .2:g}h1.8v1.4h-1.8z")
        for y in (-5.6, -2.4, .8, 4))
    + path("a", "M8-7h6v14H8z") + path("g", "M-2-3L4 0-2 3 .4 0z"))
figures["f_crab"] = (
    mirrored(use("f-leg", "translate(6 0)") + use("f-leg", "translate(-20 0)"))
    + rect("s", -18, -14, 28, 28, 2)
    + mirrored(path("a", "M-14 4H8l2.4 8L6 15.4H-11l-4-3.4z") + disc("k", -10, 11, 1)
               + disc("k", 4, 11, 1))
    + use("f-rep", "translate(12 7) scale(1.2)") + use("f-rock", "translate(16 -20) scale(1.1)")
    + rect("b", -12, -5, 20, 10, 1) + path("g", "M6-3.4L10.6-2.4V2.4L6 3.4z") + disc("d", -14, 0,
    4.4)
    + disc("g2", -14, 0, 2.4))

# Heavy walkers, base 45.
figures["a_rampart"] = (
    mirrored(limb("M-6 14L-12 26 2 31", "b", 10)
             + path("a", "M-15 25H8L20 26.4 21 29.4 13 31.4 21 33.4 20 36.4 8 38H-15L-20 35V28z")
             + path("n", "M-7 25v13M5 25v13"))
    + path("b", "M-32-9L-22-17H10L24-9V9L10 17H-22L-32 9z")
    + mirrored(path("a", "M-16 11.4H12L9 21.4H-13z") + path("h", "M-12 13.6H9"))
    + rect("d", 2, -21, 12, 9, 1) + rect("s", 8, -19.4, 12, 6, 1) + rect("d", 19, -18.4, 42, 1.6,
    .6)
    + rect("d", 19, -15.6, 42, 1.6, .6)
    + path("s", "M28-19.6h3v6.4h-3zM38-19.6h3v6.4h-3zM48-19.6h3v6.4h-3z")
    + path("g", "M59-17h4v1.4h-4z") + path("a", "M-26-6.4L-18-13H7L19-7V7L7 13H-18L-26 6.4z")
    + path("n", "M-18-13L-12-6V6L-18 13M-12-6H8M-12 6H8") + path("g", "M10-7L17-5V5L10 7z")
    + rect("b", -35, -7.4, 11, 14.8, 3) + mirrored(disc("g", -33, 3.8, 2))
    + use("a-turret", "translate(0 17) scale(1.3)")
    + path("st", "M-2-5l1.5 3.2 3.5.4-2.6 2.4.7 3.5L-2 2.8-5.1 4.5l.7-3.5-2.6-2.4 3.5-.4z")
    + line("M-22-11l-9-12", 1.6) + disc("g2", -31, -23, 2.2))
FOOT = (limb("M10 0L26 0 36 0", "d", 6) + path("a", "M14-6L30-4 33 0 30 4 14 6z")
        + path("e", "M32-6L44-2.6V2.6L32 6 35 0z") + path("n", "M18 0h9"))
figures["v_pylon"] = (
    "".join(f'<g transform="rotate({angle})">{FOOT}</g>' for angle in (62, -62, 180))
    + path("d", "M20 0L10-17.3-10-17.3-20 0-10 17.3 10 17.3z") + rect("d", 14, -5, 20, 10, 1)
    + path("a", "M33-7.4L52-3.6V-1.2L33-2.4zM33 7.4L52 3.6V1.2L33 2.4z")
    + path("g", "M30-1.1h24v2.2H30z") + path("a",
    "M16.4 0L8.2-14.2-8.2-14.2-16.4 0-8.2 14.2 8.2 14.2z")
    + path("e", "M-8.2-14.2L-16.4 0-8.2 14.2-5 0z") + disc("d", 0, 0, 8.6) + disc("n", 0, 0, 6.6)
    + disc("g", 0, 0, 4.2) + "".join(rect("d", 6, y, 14, 1.8, .6) for y in (-13, -10.4, 8.6, 11.2)))
figures["f_furnace"] = (
    mirrored(limb("M10 12L22 24", "s", 9) + limb("M-12 12L-22 24", "s", 9)
             + rect("a", 14, 19, 18, 15, 2) + rect("a", -32, 19, 18, 15, 2)
             + path("k2", "M18 33l6-13h4l-6 13zM-28 33l6-13h4l-6 13z"))
    + path("s", "M24-8V8L10 22H-12L-26 8V-8L-12-22H10z")
    + mirrored(use("f-rack", "translate(0 22) scale(1.05)")) + disc("b", -2, 0, 16)
    + mirrored(path("n", "M-2 16A16 16 0 0 0 14 0", ' stroke-dasharray="1.6 3"'))
    + disc("d", -2, 0, 10.6) + disc("g2", -2, 0, 8.4)
    + path("lk", "M-9-4.6H5M-10.2 0H6.2M-9 4.6H5", ' stroke-width="1.8"')
    + mirrored(disc("s", -21, 6.4, 4.6) + disc("d", -21, 6.4, 2.6)) + rect("d", 18, -6, 8, 12, 1)
    + rect("d", 25, -4.6, 18, 2.2, .6) + rect("d", 25, -1.1, 18, 2.2, .6)
    + rect("d", 25, 2.4, 18, 2.2, .6) + rect("s", 37, -5.6, 3.6, 11.2))

# Vehicles, base 35: with their gun, and with a siege mortar in its place (O2).
HULL = {
    "a": path("d", "M-30-15C-30-20-26-22-20-22H10C22-20 32-10 34 0 32 10 22 20 10 22H-20C-26"
        " 22-30 20"
              "-30 15z")
    + path("b", "M-27-14C-27-18-24-19-19-19H10C20-17 28-9 30.4 0 28 9 20 17 10 19H-19C-24 19-27"
    " 18-27 "
           "14z") + path("a", "M-14-15H9C16-13 22-7 24.4 0 22 7 16 13 9 15H-14z")
    + mirrored(disc("d", -20.5, 9.6, 6.4) + path("n", "M-25 9.6h9M-20.5 5.1v9")
               + disc("s", -20.5, 9.6, 1.8)) + path("n", "M-14-9H8M-14 9H8")
    + path("h", "M9-13.4C14-11.6 19-7 21.6-2"),
    "v": mirrored(path("d", "M-30 14L-22 12H26L36 17 26 21H-22L-30 19z")
                  + path("e", "M26 12.6L35 17 26 20.4z") + limb("M-14 8V15M12 6V15", "d", 4))
    + path("d", "M30 0L12-12-20-12-30-6V6L-20 12 12 12z")
    + path("a", "M26 0L10-9.4-8-9.4-2 0-8 9.4 10 9.4z")
    + path("a", "M-10-9.4L-19-9.4-26-4.6V4.6L-19 9.4-10 9.4-5 0z")
    + path("e", "M-19-9.4L-26-4.6V4.6L-19 9.4-20 0z"),
    "f": mirrored("".join(rect("d", x, 14.4, 11, 7.6, 1.8)
                          + path("n", f"M{x + 2.5} 16v4.6M{x + 5.5} 16v4.6M{x + 8.5} 16v4.6")
                          for x in (-28, -14, 13)))
    + path("s", "M-30-15H26V15H-30z") + path("a", "M10-15H24L32-9V9L24 15H10z")
    + path("g", "M23.6-10L28.6-6.6V6.6L23.6 10z") + path("n", "M10-5H20M10 5H20")
    + path("b", "M-29-13H8V13H-29z"),
}
figures["a_lighter"] = (
    HULL["a"] + path("b", "M-10-7L-4-10H6L12-4V4L6 10H-4L-10 7z")
    + use("a-gun", "translate(9 0) scale(1.15)")
    + path("a", "M-7-4.6L-3-7.4H4L9-3V3L4 7.4H-3L-7 4.6z") + disc("s", -2, 0, 3)
    + path("g", "M5-2.4h2.6v4.8H5z"))
figures["v_sled"] = (
    HULL["v"] + rect("d", -8, -3.4, 44, 6.8, 1) + path("g", "M-4-1.1H38v2.2H-4z")
    + "".join(path("a", f"M{x}-5.6h3v11.2h-3z") for x in (2, 9, 16, 23))
    + path("a", "M33-4.6L42-1.8v3.6L33 4.6z"))
figures["f_truck"] = (
    HULL["f"] + use("f-rack", "translate(-9 -6.6) scale(1.5 .86)")
    + use("f-rack", "translate(-9 6.6) scale(1.5 .86)") + path("k2", "M10-14h3.4V14H10z")
    + disc("d", -26, 0, 3) + disc("g2", -26, 0, 1.5))
for faction, name in (("a", "lighter"), ("v", "sled"), ("f", "truck")):
    figures[f"{faction}_{name}_mortar"] = HULL[faction] + (
        disc("d", -6, 0, 13.4) + disc("n", -6, 0, 11) + path("s", "M-13-8L10-9.4V9.4L-13 8z")
        + disc("s", 10, 0, 9.4) + disc("k", 10, 0, 6.6) + path("g2", "M7-2l4 2-4 2z")
        + mirrored(rect("e", -22, 13, 12, 4, 2)))


# What lies under every figure of a unit that kneels: a shin behind, a knee ahead.
LEGS = {"kneeling": limb("M-3 7L-10 11.4-16 9.4", "d", 4.8) + limb("M2-8L10.4-11.4 13-6", "d", 4.8)}


# ---- making the file


def coloured(shape, faction):
    """Classes become attributes; a colour of the figure keeps its name,
        so that it can be changed."""
    tone = COLOURS[faction] | COMMON

    def colour(key):
        return tone[key] if key == "k" else f"var(--{key},{tone[key]})"

    def attributes(match):
        kind = match[1]
        if kind in FILL:
            return f'fill="{colour(FILL[kind])}"'
        if kind in BARE:
            faint = ' opacity=".78"' if kind == "k2" else ""
            return f'fill="{colour(BARE[kind])}" stroke="none"{faint}'
        if kind in LIMB:
            return f'fill="none" stroke="{colour(LIMB[kind])}"'
        return {"n": 'fill="none" stroke-width=".9" opacity=".62"',
                "h": 'fill="none" stroke="#fff" stroke-width="1.1" opacity=".6"',
                "st": f'fill="{colour("gd")}" stroke-width=".6"'}[kind]

    shape = re.sub(r'(?<= )class="(\w+)"', attributes, shape)
    return re.sub(r' d="[^"]*"', lambda d: re.sub(r"-?\d*\.\d+", tidy, d[0]), shape)


def tidy(match):
    """A number as short as it can be without being another one."""
    text = match[0]
    return re.sub(r"\.$", "", re.sub(r"(\.\d*?)0+$", r"\1", text)) or "0"


def made():
    out = [BEGIN]
    for name, shape in parts.items():
        out.append(f'<g id="part-{name}">{coloured(shape, name[0])}</g>')
    for name, shape in (figures | LEGS).items():
        faction = "f" if name in LEGS else name[0]
        tone = COLOURS[faction]["k"]
        out.append(
            f'<symbol id="face-{name}" viewBox="-64 -64 128 128"><g stroke="{tone}" '
            'stroke-width="1" stroke-linejoin="round" stroke-linecap="round">'
            f'{coloured(shape, faction)}</g></symbol>')
    return "\n".join(out + [END])


def whole(text):
    """The file with its miniatures as they are now; without marks they come last."""
    if BEGIN in text:
        before, rest = text.split(BEGIN, 1)
        return before + made() + rest.split(END, 1)[1]
    return text.replace("</svg>", made() + "\n</svg>")


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return 0
    text = SYMBOLS.read_text(encoding="utf-8")
    new = whole(text)
    if "--check" in sys.argv:
        return int(new != text)
    SYMBOLS.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
