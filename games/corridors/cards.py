#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes art/cards.json, what is printed on each card: every number and name from data/, which
picture and scenery from data/print/pictures.tsv, the short wordings from words.tsv, colours from
suits.json. With --check it only compares."""
import argparse
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
GAME = pathlib.Path(__file__).resolve().parent
PRINT = GAME / "data" / "print"
sys.path.insert(0, str(GAME))
import reader  # noqa: E402

FACES = {"INF": "infantry", "ELITE": "elite", "ENG": "engineers", "RECON": "recon",
         "ATG": "antitank", "AAG": "flak", "TANK": "tank", "AFV": "afv", "TRANS": "transport",
         "BTY": "battery", "HQT": "staff", "FB": "fighter", "DB": "dive_bomber",
         "HB": "heavy_bomber", "JB": "jet_bomber", "ORD": "ordnance", "FORT": "fort",
         "OBS": "obstacle", "ATTACH": "attachment", "EVENT": "event"}
RIBBON = {"INF": "foot", "ELITE": "foot", "ENG": "foot", "RECON": "foot", "ATG": "gun",
          "AAG": "gun", "BTY": "gun", "TANK": "armour", "AFV": "armour", "TRANS": "supply",
          "HQT": "supply", "FB": "air", "DB": "air", "HB": "air", "JB": "air", "ORD": "air",
          "FORT": "works", "OBS": "works", "ATTACH": "special", "EVENT": "special"}
# What the view's values mean, by class (view.c, show_values): names of icons; defence, left and
# cost have places of their own on a card.
SHOWN = {"AAG": "defence air soft left cost", "FB": "defence air hard left cost",
         "BTY": "defence bombard range left cost", "HB": "defence bombard cards left cost",
         "ORD": "soft hard - - cost", "FORT": "defence cover left - cost",
         "OBS": "- - - - cost", "ATTACH": "- - - - cost", "EVENT": "- - - - cost"}
USUAL = "defence soft hard left cost"
TERRAIN = "stack cover armour_cover conceal cost"
SUBCLASS = ("armoured", "vehicle", "gun")
BACKS = {"hidden": "G", "hidden_s": "S", "hidden_u": "U", "hidden_w": "W"}


def table(name):
    lines = (PRINT / name).read_text(encoding="utf-8").splitlines()
    head = lines[0].split("\t")
    return {row.split("\t")[0]: dict(zip(head, row.split("\t"))) for row in lines[1:]}


def suit(card):
    if card.cls in ("ATTACH", "EVENT"):
        return "T"
    return card.nations if len(card.nations) == 1 else "X"


def values(card):
    """The large numbers: fire of every kind, and what a fortification gives."""
    out = []
    if card.sfp >= 0 or card.hfp >= 0 or (card.hp and card.bfp < 0 and card.cls != "FORT"):
        out += [["soft", card.sfp], ["hard", card.hfp]]
    if card.air >= 0:
        out.append(["air", card.air, 1] if card.grey else ["air", card.air])
    if card.bfp >= 0:
        out.append(["bombard", card.bfp])
    if card.cover:
        out.append(["cover", card.cover])
    return out


def small(card):
    """The small numbers at the foot."""
    out = []
    if card.cls in reader.GROUND:
        out.append(["move", card.mv])
    if card.bfp >= 0 and card.cls == "BTY":
        out.append(["range", card.rng])
    if card.rec:
        out.append(["recon", card.rec])
    if card.cap:
        out.append(["carry", card.cap])
    return out


def sentences(card, words, language):
    if card.id in words:
        return words[card.id][language]
    out = []
    for note, n in notes_of(card):
        if note not in SUBCLASS and note != "cover":
            out.append(words[note][language].replace("{n}", str(n)))
    return " ".join(out)


def notes_of(card):
    """The notes a card bears, with their numbers."""
    number = {"area": card.area, "launch": card.launch}
    out = [("carpet" if note == "area" and card.cls == "HB" else note, number.get(note, ""))
           for note in card.notes]
    return out + ([("hq", "")] if card.cls == "HQT" else [])


def name(text):
    return re.sub(r" \((?:Fallschirmjäger|Hetzer|Lend-Lease|prêt-bail|UK|R\.-U\.)\)", "", text)


def entry(card, picture, words):
    made = {"fr": name(card.fr), "en": name(card.en), "face": FACES[card.cls], "suit": suit(card),
            "picture": picture["picture"], "scene": picture["scene"], "cost": card.cost}
    if card.cls in reader.AIRCRAFT:
        made["paint"] = "air-" + suit(card)
    if card.hp:
        made["defence"], made["points"] = card.def_, card.hp
    sub = next((note for note in SUBCLASS if note in card.notes), None)
    if sub:
        made["sub_fr"], made["sub_en"] = words[sub]["short_fr"], words[sub]["short_en"]
    for key, found in (("values", values(card)), ("small", small(card))):
        if found:
            made[key] = found
    for key, column in (("text_fr", "short_fr"), ("text_en", "short_en")):
        said = sentences(card, words, column)
        if said:
            made[key] = said
    return made


def deck():
    data, pictures, words = reader.Data(GAME / "data"), table("pictures.tsv"), table("words.tsv")
    faces = {face: {"ribbon": RIBBON[cls], "values": SHOWN.get(cls, USUAL).split()}
             for cls, face in FACES.items()}
    faces[FACES["FORT"]]["shelter"] = True
    for face, nation in BACKS.items():
        faces[face] = {"back": nation}
    for terrain in reader.TERRAINS[:-1]:
        faces[terrain] = {"ribbon": "works", "suit": "X", "ground": terrain,
                          "values": TERRAIN.split()}
    faces["smoke"] = {"marker": "smoke"}
    colours = json.loads((PRINT / "suits.json").read_text(encoding="utf-8"))
    return {"card": r"^\d([A-Z]\d\d)", **colours, "faces": faces,
            "cards": {i: entry(card, pictures[i], words)
                      for i, card in data.cards.by_id.items()}}


def text(made):
    """One card a line, so that a change is seen."""
    parts = []
    for key, part in made.items():
        if not isinstance(part, dict):
            parts.append(f' "{key}": {json.dumps(part)}')
            continue
        lines = [f'  "{i}": {json.dumps(one, ensure_ascii=False)}' for i, one in part.items()]
        parts.append(f' "{key}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    asked = parser.parse_args()
    path, new = GAME / "art" / "cards.json", text(deck())
    if asked.check:
        same = path.is_file() and path.read_text(encoding="utf-8") == new
        print("art/cards.json is " + ("as data says." if same else "old: run cards.py."))
        return 0 if same else 1
    path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
