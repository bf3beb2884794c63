# SPDX-License-Identifier: Apache-2.0
"""Pictures of positions: the program says what stands where (`grognard show --json`), the page's
own drawing code makes SVG of it (web/drawing/draw.mjs, run by Node). Also reads the figures of the
rulebooks, games/GAME/figures/NAME.play: a block that sets the position up, below lines
`// KEY: VALUE` that say what is drawn of it:

  section   the section of the rulebook it belongs to (none: shown only where a text names it)
  fr, en    the caption; *words* stand out
  overlay   KIND=ABOUT, several separated by commas
  viewer    who looks (otherwise the umpire, who sees everything)
  at        so many lines of the block's script are played first
  crop      the places and pieces that must be in the picture (none: the whole table)
  margin    how much is shown around them, in drawing units
  mark      yes PLACE [| fr | en], no PLACE [| fr | en], step N PLACE, arrow FROM TO [| fr | en],
            enemy FROM TO, stop FROM TO, from PLACE, label PLACE | fr | en; may be repeated
  step      you or enemy | title fr | title en | text fr | text en | ids of rules; may be repeated:
            a flow of steps below the picture, numbered as the marks are"""
import base64
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).resolve().parent.parent
DRAWER = ROOT / "web" / "drawing" / "draw.mjs"
LANGS = ("fr", "en")
LINE = re.compile(r"// ([a-z]+): (.*\S)\s*$")
ONCE = {"section", "fr", "en", "overlay", "viewer", "at", "crop", "margin"}
PLACES = {"yes": 1, "no": 1, "from": 1, "label": 1, "step": 2, "arrow": 2, "enemy": 2, "stop": 2}


class Trouble(Exception):
    """A sentence for people, and the exit status that goes with it."""

    def __init__(self, words, status=2):
        super().__init__(words)
        self.status = status


def ask(program, game, position, *options):
    """What the program shows of a position, as it says it."""
    if not Path(program).exists():
        raise Trouble(f"{program} is not built yet: ./run --build builds it.", 3)
    done = subprocess.run([program, "show", game, position, "--json", *options],
                          capture_output=True, check=False)
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().removeprefix("grognard: ")
        raise Trouble(words or f"{program} show failed.", done.returncode)
    return json.loads(done.stdout)


def request(shown, game_folder, lang, alone, **more):
    """What the drawing code is asked."""
    art = game_folder / "art"
    sheet, symbols = art / "style.json", art / "symbols.svg"
    style = json.loads(sheet.read_text(encoding="utf-8")) if sheet.is_file() else {}
    if style.get("drawings"):
        more["cards"] = json.loads((art / "cards.json").read_text(encoding="utf-8"))
        more["drawings"] = "".join((art / name).read_text(encoding="utf-8")
                                   for name in style["drawings"])
    if alone and "relief" in style:  # carried along: there is no server to ask
        painted = base64.b64encode((art / style["relief"]["day"]).read_bytes()).decode()
        style["relief"]["day"] = "data:image/webp;base64," + painted
    return {"shown": shown, "lang": lang, "alone": alone, "look": style,
            "symbols": symbols.read_text(encoding="utf-8") if symbols.is_file() else "", **more}


def draw(requests, drawer=DRAWER):
    """The pictures of all requests, in their order."""
    node = shutil.which("node")
    if not node or not Path(drawer).is_file():
        raise Trouble("The drawing code is not built: it needs Node and web/build.", 3)
    lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in requests)
    done = subprocess.run([node, str(drawer)], input=lines.encode(), capture_output=True,
                          check=False)
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    if done.returncode or len(answers) != len(requests):
        raise Trouble(done.stderr.decode(errors="replace").strip() or "Nothing was drawn.", 3)
    for answer in answers:
        if "error" in answer:
            raise Trouble(answer["error"])
    return [answer["svg"] for answer in answers]


def mark(text, where):
    """One line of `mark`, with its words in both languages."""
    head, *words = [part.strip() for part in text.split("|")]
    kind, *places = head.split()
    if kind not in PLACES or len(places) != PLACES[kind] or len(words) not in (0, 2) \
            or (kind == "label" and not words):
        raise Trouble(f"{where}: '{text}' is no mark.")
    made = {"kind": kind, "at": places[-1] if kind == "step" else places[0]}
    if kind in ("arrow", "enemy", "stop"):
        made["to"] = places[1]
    said = [places[0]] * 2 if kind == "step" else words
    return made, said


def step(text, where):
    """One box of a flow: who acts, and in each language a title and a text; then ids of rules."""
    who, *words = [part.strip() for part in text.split("|")]
    if who not in ("you", "enemy") or len(words) != 5:
        raise Trouble(f"{where}: '{text}' is no step.")
    return {"who": who, "rules": words[4].split(),
            "fr": [words[0], words[2]], "en": [words[1], words[3]]}


class Figure:
    """One file of a figures folder."""

    def __init__(self, path):
        self.path, self.name, self.marks, self.steps, facts = path, path.stem, [], [], {}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found, where = LINE.match(line), f"{path.name}:{number}"
            if found and found[1] == "mark":
                self.marks.append(mark(found[2], where))
            elif found and found[1] == "step":
                self.steps.append(step(found[2], where))
            elif found and (found[1] not in ONCE or found[1] in facts):
                raise Trouble(f"{where}: '{found[1]}' is unknown here, or stands there twice.")
            elif found:
                facts[found[1]] = found[2]
        for lang in LANGS:
            if lang not in facts:
                raise Trouble(f"{path.name}: there is no caption '// {lang}: ...'.")
        self.facts = facts

    def position(self):
        return f"{self.path}:1@{self.facts['at']}" if "at" in self.facts else f"{self.path}:1"

    def options(self):
        return [word for key in ("overlay", "viewer") if key in self.facts
                for word in (f"--{key}", self.facts[key])]

    def request(self, shown, game_folder, lang, alone=False):
        marks = [{**made, **({"text": said[LANGS.index(lang)]} if said else {})}
                 for made, said in self.marks]
        return request(shown, game_folder, lang, alone, marks=marks,
                       title=re.sub(r"[*`]", "", self.facts[lang]),
                       crop=self.facts.get("crop", "").split(),
                       margin=float(self.facts.get("margin", 120)),
                       across=1050 if self.wide() else 480)

    def wide(self):
        """Shown across the whole page: a whole table, or a flow of steps."""
        return bool(self.steps) or "crop" not in self.facts


def figures(game_folder):
    return [Figure(path) for path in sorted((game_folder / "figures").glob("*.play"))]
