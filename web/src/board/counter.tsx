// SPDX-License-Identifier: Apache-2.0
// A piece: counter, card or figure, drawn from its face, values, flags and owner. The symbols
// follow the military conventions players know; a game may bring its own as <symbol
// id="face-TOKEN">.
import type { MatchFacts } from "../facts";
import type { Game, Look, Piece } from "../types";
import {
  ACTIVE,
  BACK,
  CUT,
  GHOST,
  HIDDEN_FROM,
  MOVED,
  NO_HANDLE,
  REDUCED,
  SPENT,
  printedValue,
} from "../types";
import { lang } from "../prefs";
import { both } from "../text";
import { CardArt, type Form, type Situation, TILE, UPRIGHT, cardWords, tileSigns } from "./card";
import { printOf } from "./deck";
import { noise } from "./geometry";
import { Portion } from "./portion";
import { Beacon, Miniature, type Part, type Stance } from "./miniature";
import { groundOf, planeLook } from "./plane";

const frame = "M-18-10.5h36v21h-36z";
// In a box of 36 by 21 around the origin; `solid` parts are filled with the ink.
const library: Record<string, { line?: string; solid?: string; text?: string; bare?: boolean }> = {
  infantry: { line: "M-18-10.5 18 10.5M18-10.5-18 10.5" },
  armour: { line: "M-9-6.2h18a6.2 6.2 0 0 1 0 12.4h-18a6.2 6.2 0 0 1 0-12.4z" },
  mech: {
    line:
      "M-18-10.5 18 10.5M18-10.5-18 10.5" +
      "M-9-6.2h18a6.2 6.2 0 0 1 0 12.4h-18a6.2 6.2 0 0 1 0-12.4z",
  },
  engineer: { line: "M-10 6v-9h20v9M0-3v6" },
  antitank: { line: "M-18 10.5 0-10.5 18 10.5" },
  artillery: { solid: "M-4.8 0a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0-9.6 0z" },
  hq: { solid: "M-18-10.5h36v6.5h-36z", line: "M-18 10.5v4" },
  supply_column: {
    line: "M-18 2h36",
    solid: "M-10 7a4 4 0 1 0 .1 0zM10 7a4 4 0 1 0 .1 0z",
  },
  supply: { line: "M-17 5h34" },
  recon: { line: "M-17 11 17-11" },
  cavalry: { line: "M-17 11 17-11" },
  air: { line: "M0-2-12-7v10L0-2l12 5v-10zM0-2v9" },
  aircraft: { line: "M0-2-12-7v10L0-2l12 5v-10zM0-2v9" },
  gun: { line: "M0 8v-16M-6-4l6-6 6 6M-8 8h16" },
  dummy: { line: "M-8-6 8 6M8-6-8 6", bare: true },
  column: { line: "M-17 5h34" },
};
const synonyms: Record<string, string> = {
  armor: "armour",
  tank: "armour",
  tanks: "armour",
  inf: "infantry",
  guns: "artillery",
  mechanised: "mech",
  mechanized: "mech",
  headquarters: "hq",
  engineers: "engineer",
  fighter: "aircraft",
  bomber: "aircraft",
};

// On the base of a figure of radius 10, and for markers laid on one.
const bases: Record<string, { line?: string; solid?: string }> = {
  trooper: {
    solid: "M0-5.6a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 1 1 0-5.2zM-4.8 5.6a4.8 4.8 0 0 1 9.6 0z",
  },
  support: { line: "M-5.5 1.5 6-4M-3.5 6-.8-.6 3.6 6M2.6-5.2l2 4" },
  leader: { line: "M-5 .5 0-4.8 5 .5M-5 5.5 0 .2 5 5.5" },
  officer: {
    solid: "M0-6.4 1.8-2.2 6.4-1.9 2.9 1.2 4 5.7 0 3.2-4 5.7-2.9 1.2-6.4-1.9-1.8-2.2z",
  },
  walker: { line: "M-3.8-5.5h7.6v5h-7.6zM3.8-4h3.4M-2.4-.5-4.6 2.6l1.6 3.6M2.4-.5l2.2 3.1L3 6.2" },
  heavy: {
    line: "M-4.4-5.5h8.8v5.4h-8.8zM4.4-4.4h3M4.4-2h3M-2.8-.1-5 2.6l1.6 3.6M2.8-.1 5 2.6 3.4 6.2",
    solid: "M-2-3.8h4v2h-4z",
  },
  vehicle: { line: "M-4-3.6h8a3.6 3.6 0 0 1 0 7.2h-8a3.6 3.6 0 0 1 0-7.2zM0-1.4h7" },
  objective: {
    solid: "M0-6.4 1.8-2.2 6.4-1.9 2.9 1.2 4 5.7 0 3.2-4 5.7-2.9 1.2-6.4-1.9-1.8-2.2z",
  },
  kneeling: { line: "M-5-2.5 0 2.8l5-5.3M-5 5.5h10" },
  covered: { line: "M-5-5h10v4c0 4.2-5 6.6-5 6.6s-5-2.4-5-6.6z" },
  watching: { line: "M-7 0q7-7.4 14 0-7 7.4-14 0z", solid: "M0-2.2a2.2 2.2 0 1 0 .1 0z" },
  shaken: { line: "M-6.5 2l3.2-5.5L0 3l3.2-6.5L6.5 2" },
};

// The letters drawn when there is no symbol for a face.
const drawnGlyph = (token: string, look: Look, own: boolean): boolean => {
  const named = look.symbols?.[token] ?? token;
  return !own && !library[synonyms[named] ?? named];
};

const CORNER = 4; // the value that stands apart, in the corner
const named = (game: Game, piece: Piece, i: number): boolean =>
  !!game.faces[piece.face]?.values_fr[i];
const valuesOf = (game: Game, piece: Piece): number[] =>
  piece.values.filter((_, i) => i < CORNER && named(game, piece, i));
const cornerOf = (game: Game, piece: Piece): number | null =>
  named(game, piece, CORNER) ? (piece.values[CORNER] ?? null) : null;

// What is printed on a piece, in the order it is read: its spoken name begins with it, so that who
// speaks to the browser can say what stands there.
export function printed(game: Game, look: Look, piece: Piece, own: Set<string>): string {
  const face = game.faces[piece.face],
    body = bodyOf(game, look, piece);
  const values = valuesOf(game, piece);
  if (!face || isCovered(piece)) return "";
  if (isForm(body)) return cardWords(game, look, piece);
  if (body === "card")
    return drawnGlyph(face.token, look, own.has(face.token))
      ? [cardTitle(face, piece, values), values[0] ?? ""].join(" ").trim()
      : [cardHead(piece, values), cardTitle(face, piece, values)].join(" ").trim();
  const glyph = drawnGlyph(face.token, look, own.has(face.token)) ? glyphOf(face.glyph, piece) : "";
  const numbers = values.map(printedValue).join("-");
  const corner = cornerOf(game, piece)?.toString() ?? "";
  const counter = [shortName(piece, face, look), numbers, glyph, corner];
  return (body === "figure" ? [both(piece)] : counter)
    .filter(Boolean)
    .join(" ");
}

// A sign without letter or figure in it tells a player less than the piece's own token.
const glyphOf = (glyph: string, piece: Piece): string => {
  const word = piece.token ?? "";
  return /[\p{L}\p{N}]/u.test(glyph) || !word || word.length > 4 ? glyph : word;
};

export function Symbol({
  token,
  glyph,
  look,
  own,
}: {
  token: string;
  glyph: string;
  look: Look;
  own: boolean;
}) {
  if (own) return <use href={`#face-${token}`} x="-20" y="-14" width="40" height="28" />;
  const named = look.symbols?.[token] ?? token;
  const art = library[synonyms[named] ?? named];
  if (!art)
    return (
      <text class="glyph" y="7">
        {glyph}
      </text>
    );
  return (
    <>
      <path class={art.bare ? "line" : "box"} d={(art.bare ? "" : frame) + (art.line ?? "")} />
      {art.solid && <path class="solid" d={art.solid} />}
    </>
  );
}

export interface Dress {
  paper: string;
  ink: string;
  band: string | null;
  strip?: string; // behind the name
  echelon?: string; // above the symbol: iii is a regiment, x a brigade
}

const bandColour = (group: string): string => {
  const hue = Math.round(180 + 180 * noise(`f${group}`));
  return `hsl(${hue} 42% ${Math.round(42 + 10 * noise(`l${group}`))}%)`;
};

// Colours: the seat's, then the first matching line of the style file; a band per formation.
export function dress(
  game: Pick<Game, "seats">,
  look: Look,
  piece: Pick<Piece, "owner" | "token">,
): Dress {
  const fallback: Dress[] = [
    { paper: "#c9a07f", ink: "#2a1d14", band: null },
    { paper: "#9aa79b", ink: "#1c2420", band: null },
    { paper: "#a9b6c6", ink: "#1a222c", band: null },
    { paper: "#cdbf7c", ink: "#2a2612", band: null },
  ];
  if (piece.owner === null) return { paper: "#e6dcc2", ink: "#2b2a26", band: null };
  const seat = look.seats?.[game.seats[piece.owner]?.token ?? ""];
  const base = fallback[piece.owner % 4] as Dress;
  const out: Dress = {
    paper: seat?.paper ?? base.paper,
    ink: seat?.ink ?? base.ink,
    band: seat?.band ?? null,
  };
  if (seat?.strip) out.strip = seat.strip;
  const token = piece.token ?? "";
  for (const line of token ? (look.pieces ?? []) : []) {
    if (!safeMatch(line.match, token)) continue;
    out.paper = line.paper ?? out.paper;
    out.ink = line.ink ?? out.ink;
    out.band = line.band ?? out.band;
    if (line.strip) out.strip = line.strip;
    if (line.echelon !== undefined) out.echelon = line.echelon;
  }
  const group = look.formation && token ? new RegExp(look.formation).exec(token)?.[0] : undefined;
  if (group && !out.band) out.band = look.formations?.[group] ?? bandColour(group);
  return out;
}
function safeMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return false;
  }
}

export type Body = "counter" | "card" | "figure" | Form;
const isForm = (body: Body): body is Form =>
  body === "upright" || body === "tile" || body === "tab";
const isTable = (shape: string | undefined): boolean =>
  shape === "areas" || shape === "hexes" || shape === "plane";
export function bodyOf(game: Game, look: Look, piece: Piece): Body {
  const token = game.faces[piece.face]?.token ?? "";
  if (printOf(game, look, piece))
    return isTable(game.surfaces[piece.surface]?.shape) ? "tile" : "upright";
  const named = look.body?.[token];
  if (named) return named;
  return game.surfaces[piece.surface]?.shape === "plane" ? "figure" : "counter";
}

// "unit 3 (fusiliers)" is told by its kind where there is no room for all of it; a game may say in
// its style how long names are cut.
const shortName = (piece: Piece, face?: Game["faces"][number], look?: Look): string => {
  const full = both(piece) || (piece.handle === NO_HANDLE ? both(face) : "");
  const whole = (look?.shorten ?? []).reduce(
    (name, [pattern, by]) => name.replace(new RegExp(pattern), by),
    full,
  );
  const name = (whole.length > 12 && /\((.+)\)$/.exec(whole)?.[1]) || whole;
  return name.length > 17 ? `${name.slice(0, 16)}…` : name;
};

// Not known to who looks: shown from behind.
const isCovered = (piece: Piece): boolean =>
  !piece.token &&
  ((piece.flags & BACK) !== 0 || (piece.handle >= HIDDEN_FROM && piece.handle !== NO_HANDLE));

// A card with a name of its own says it; others say what they are.
const cardTitle = (face: Game["faces"][number], piece: Piece, values: number[]): string =>
  values.length && !/\(.+\)$/.test(both(piece)) ? both(face) : shortName(piece);

// Above its picture: which of its kind it is, and its values.
const cardHead = (piece: Piece, values: number[]): string =>
  values.length
    ? [(piece.token ?? "").length > 4 ? "" : piece.token, values.map(printedValue).join("-")]
        .filter(Boolean)
        .join("  ")
    : "";

// The part of the drawing that a piece takes up, with its shadow.
export const roomOf = (body: Body): string =>
  body === "upright"
    ? `${-UPRIGHT.w / 2 - 1} ${-UPRIGHT.h / 2 - 1} ${UPRIGHT.w + 2} ${UPRIGHT.h + 2}`
    : body === "tile"
      ? "-45 -40 90 80"
      : body === "card"
        ? "-33 -46 68 92"
        : "-37 -37 76 76";
// Half the sides of the ring round a piece, and how round its corners are.
export const ringOf = (body: Body): { w: number; h: number; rx: number } =>
  body === "tile"
    ? { w: TILE.w / 2 + 3, h: TILE.h / 2 + 3, rx: 8 }
    : body === "upright"
      ? { w: UPRIGHT.w / 2 + 3, h: UPRIGHT.h / 2 + 3, rx: 10 }
      : body === "tab"
        ? { w: 55, h: 13, rx: 6 }
        : body === "card"
          ? { w: 31, h: 43, rx: 8 }
          : { w: 36.5, h: 36.5, rx: 7.5 };

const none: Piece[] = [];
// How a card lies: seen or not by who should not see it, out or at home.
function situationOf(store: MatchFacts, game: Game, piece: Piece): Situation {
  const look = store.look.value,
    cell = store.cells.value?.surfaces[piece.surface]?.cells[piece.cell],
    place = game.faces[cell?.face ?? -1]?.token ?? "";
  const away = look.cards?.tags?.away,
    open = !!look.cards?.open?.includes(place) || piece.owner === null;
  const viewer = store.state.value?.viewer,
    seat = game.seats.findIndex((s) => s.token === viewer);
  return {
    open,
    seen:
      !open &&
      isTable(game.surfaces[piece.surface]?.shape) &&
      !(piece.flags & BACK) &&
      (seat < 0 || seat === piece.owner),
    away: away?.on.includes(place) && piece.owner !== null ? away : null,
    load: store.loads.value.get(piece.handle) ?? none,
  };
}

// What its picture says beyond its print, where it lies.
export const signsOn = (store: MatchFacts, game: Game, piece: Piece): string[] =>
  bodyOf(game, store.look.value, piece) === "tile"
    ? tileSigns(game, store.look.value, piece, situationOf(store, game, piece))
    : [];

// The group that a card stands for, as it stands on the table; what waits beside it is not shown.
function Figures({ store, game, piece }: { store: MatchFacts; game: Game; piece: Piece }) {
  const print = printOf(game, store.look.value, piece);
  if (!print?.face.group || isCovered(piece)) return null;
  const all = store.pieces.value.filter(
    (p) =>
      p.group === piece.handle &&
      p.on === NO_HANDLE &&
      !(p.flags & GHOST) &&
      game.surfaces[p.surface]?.shape === "plane",
  );
  const kinds = all.filter((p, i) => all.findIndex((o) => o.face === p.face) === i),
    shown = (kinds.length > 1 ? kinds : all).slice(0, 3);
  const token = game.faces[piece.face]?.token ?? "";
  const machine = (face: number): boolean =>
    !!store.look.value.plane?.structure?.[game.faces[face]?.token ?? ""];
  // who stands nowhere yet is told by the card's own values: faces, counted from one
  if (!shown.length)
    shown.push(
      ...(print.face.values ?? []).flatMap((name, i) => {
        const face = (piece.values[i] ?? 0) - 1;
        return name === "figure" && face >= 0
          ? [{ ...piece, face, radius: machine(face) ? 32 : 12, flags: 0, values: [] }]
          : [];
      }),
    );
  if (!shown.length) return <use href={`#face-${token}`} x="-40" y="-28" width="80" height="56" />;
  const size = shown.length > 1 ? 16 : 30;
  return (
    <svg x="-45" y="-50" width="90" height="100" viewBox="-45 -50 90 100" class="picture">
      {shown.map((p, i) => (
        <g
          key={i}
          transform={`translate(${(i - (shown.length - 1) / 2) * 27} ${i === 1 ? 15 : -14})`}
        >
          <PieceArt store={store} game={game} piece={p} scale={size / p.radius} as="figure" />
        </g>
      ))}
    </svg>
  );
}

interface Props {
  store: MatchFacts;
  game: Game;
  piece: Piece;
  scale?: number; // of a plane: drawing units per millimetre
  under?: boolean; // beneath another in a heap: only its edge shows
  as?: Body; // not as where it lies would have it
}

export function PieceArt({ store, game, piece, scale, under, as }: Props) {
  const look = store.look.value,
    own = store.ownSymbols.value; // face tokens the game's sprite has
  const body = as ?? bodyOf(game, look, piece);
  const d = dress(game, look, piece);
  const classes = ["art", body];
  if (piece.flags & REDUCED) classes.push("reduced");
  if (piece.flags & SPENT && !(piece.flags & MOVED)) classes.push("spent");
  if (piece.flags & ACTIVE) classes.push("active");
  if (piece.flags & GHOST) classes.push("ghost");
  if (piece.flags & BACK) classes.push("back");
  const face = game.faces[piece.face];
  const token = face?.token ?? "";
  const values = valuesOf(game, piece);
  if (under && body === "counter")
    return <rect class="art edge" {...whole} rx="5.5" fill={d.paper} style={{ color: d.ink }} />;
  const symbol = (
    <Symbol
      token={token}
      glyph={glyphOf(face?.glyph ?? "?", piece)}
      look={look}
      own={own.has(token)}
    />
  );
  return (
    // a card's print is heard with its name: the letters on it are not read out one by one
    <g
      class={classes.join(" ")}
      style={{ color: d.ink }}
      aria-hidden={isForm(body) ? "true" : undefined}
    >
      {isForm(body) && <CardPrint store={store} game={game} piece={piece} form={body} d={d} />}
      {body === "counter" && (
        <Counter
          piece={piece}
          title={shortName(piece, face, look)}
          steps={look.steps === undefined ? 0 : (piece.values[look.steps] ?? 0)}
          d={d}
          values={values}
          corner={cornerOf(game, piece)}
          symbol={symbol}
        />
      )}
      {body === "card" && (
        <Card
          piece={piece}
          d={d}
          values={values}
          symbol={symbol}
          name={face ? cardTitle(face, piece, values) : ""}
          drawn={!drawnGlyph(token, look, own.has(token))}
        />
      )}
      {body === "figure" && (
        <OnTable store={store} game={game} piece={piece} d={d} scale={scale ?? 2} token={token} />
      )}
    </g>
  );
}

// The print of a card, in its turn; until then its stock.
function CardPrint({
  store,
  game,
  piece,
  form,
  d,
}: {
  store: MatchFacts;
  game: Game;
  piece: Piece;
  form: Form;
  d: Dress;
}) {
  const look = store.look.value,
    at = situationOf(store, game, piece),
    owner = d.band ?? dress(game, look, { owner: piece.owner, token: "" }).paper;
  const told = (p: Piece): string => `${p.handle} ${p.face} ${p.flags} ${p.values.join()}`;
  // a card that stands for figures shows them as they are now
  const group = printOf(game, look, piece)?.face.group;
  const words = [lang.value, form, owner, told(piece), piece.owner, piece.token, both(piece)],
    from = [look, at.away, at.open, at.seen, at.load.map(told).join("|"), words.join("|")];
  const { w, h } = form === "upright" ? UPRIGHT : form === "tile" ? TILE : { w: 104, h: 20 },
    box = { x: -w / 2, y: -h / 2, width: w, height: h };
  return (
    <Portion
      from={group ? [] : from}
      meanwhile={<rect class="body" {...box} rx="6" fill={owner} />}
      draw={() => (
        <CardArt
          game={game}
          look={look}
          piece={piece}
          form={form}
          owner={owner}
          at={at}
          figures={<Figures store={store} game={game} piece={piece} />}
        />
      )}
    />
  );
}

const whole = { x: -34, y: -34, width: 68, height: 68 };

// Bars and crosses, centred, 5.4 high.
function echelonPath(echelon: string): string {
  const cross = echelon.startsWith("x"),
    w = cross ? 6.2 : 0,
    step = w + (cross ? 1.6 : 3.6);
  const left = -(echelon.length * step - (step - w)) / 2;
  return [...echelon]
    .map((_, i) => {
      const x = left + i * step;
      return cross
        ? `M${x.toFixed(1)}-2.7l${w} 5.4m0-5.4l-${w} 5.4`
        : `M${x.toFixed(1)}-2.7v5.4`;
    })
    .join("");
}

// What has become of it stands at its corners: moved or spent above, cut off below.
function States({ flags }: { flags: number }) {
  const spent = (flags & SPENT) !== 0,
    moved = (flags & MOVED) !== 0;
  return (
    <>
      {(moved || spent) && (
        <g class={moved ? "state moved" : "state done"} transform="translate(32 -32)">
          <rect x="-8" y="-8" width="16" height="16" rx="5.5" />
          <path d={moved ? "M-4 0h7M0-3.5 3.5 0 0 3.5" : "M-4 .5-1 3.5 4-3.5"} />
        </g>
      )}
      {flags & CUT ? (
        <g class="state cut" transform="translate(-32 30)">
          <circle r="10.5" />
          <path d="M-5-3.5h10v7.5h-10zM-5-.5h10M-7 6.5 7-6.5" />
        </g>
      ) : null}
    </>
  );
}

// One mark a step, hollow when it is lost.
function Pips({ steps, lost }: { steps: number; lost: boolean }) {
  const at = (i: number): string => `M26.2 ${-9 + i * 10.5}h5v7.5h-5z`;
  const left = lost ? steps - 1 : steps;
  return (
    <>
      <path class="pip" d={Array.from({ length: left }, (_, i) => at(i)).join("")} />
      {lost && <path class="pip lost" d={at(left)} />}
    </>
  );
}

function Counter({
  piece,
  title,
  d,
  values,
  corner,
  symbol,
  steps,
}: {
  piece: Piece;
  title: string;
  d: Dress;
  values: number[];
  corner: number | null;
  symbol: preact.JSX.Element;
  steps: number;
}) {
  const hidden = isCovered(piece),
    marked = (piece.flags & (SPENT | MOVED)) !== 0;
  const printedValues = values.map(printedValue).join("-");
  const middle = d.band && !hidden ? 4.5 : 0,
    long = marked ? 8 : 10;
  return (
    <>
      <rect class="under" x="-31.5" y="-30.5" width="68" height="68" rx="5.5" />
      <rect class="body" {...whole} rx="5.5" fill={d.paper} />
      {d.band && !hidden && (
        <path
          class="band"
          d="M-34-28.5a5.5 5.5 0 0 1 5.5-5.5h4v68h-4a5.5 5.5 0 0 1-5.5-5.5z"
          fill={d.band}
        />
      )}
      {d.strip && !hidden && (
        <path
          class="title-strip"
          d={`M${d.band ? -24.5 : -33.3}-18.6V-33.3H28.5a4.8 4.8 0 0 1 4.8 4.8V-18.6z`}
          fill={d.strip}
        />
      )}
      {hidden ? (
        <path class="hidden-mark" d="M-9-16H9L18 0 9 16H-9L-18 0z M-5-8H5L10 0 5 8H-5L-10 0z" />
      ) : (
        <>
          <text
            class={d.strip ? "unit light" : "unit"}
            x={middle - (marked ? 4 : 0)}
            y="-21.3"
            textLength={title.length > long ? (marked ? 44 : d.band ? 50 : 58) : undefined}
            lengthAdjust="spacingAndGlyphs"
          >
            {title}
          </text>{" "}
          {values.length > 0 && (
            <text
              class="values"
              x={middle}
              y="29.5"
              textLength={printedValues.length > 5 ? (d.band ? 49 : 52) : undefined}
              lengthAdjust="spacingAndGlyphs"
            >
              {printedValues}
            </text>
          )}{" "}
          <g transform={`translate(${corner === null ? middle : 8} -1)`}>
            {d.echelon && (
              <path class="echelon" d={echelonPath(d.echelon)} transform="translate(0 -14)" />
            )}
            {symbol}
          </g>
          {corner !== null && (
            <g class="corner" transform="translate(-22 -8)">
              <circle r="9" fill={d.ink} />
              <text y="4.8" fill={d.paper}>
                {corner}
              </text>
            </g>
          )}
          {piece.flags & BACK ? (
            <path class="down" d="M34 12v16.5a5.5 5.5 0 0 1-5.5 5.5H12z" />
          ) : null}
          {steps > 1 && <Pips steps={steps} lost={(piece.flags & REDUCED) !== 0} />}
          {steps < 2 && piece.flags & REDUCED ? (
            <path class="wear" d="M14-34h14.5a5.5 5.5 0 0 1 5.5 5.5v14z" />
          ) : null}
        </>
      )}
      {piece.flags & (SPENT | MOVED | CUT) ? <States flags={piece.flags} /> : null}
    </>
  );
}

function Card({
  piece,
  d,
  values,
  symbol,
  name,
  drawn,
}: {
  piece: Piece;
  d: Dress;
  values: number[];
  symbol: preact.JSX.Element;
  name: string;
  drawn: boolean; // there is a picture for it
}) {
  const hidden = isCovered(piece);
  return (
    <>
      <rect class="under" x="-26" y="-37" width="56" height="80" rx="6" />
      <rect class="body" x="-28" y="-40" width="56" height="80" rx="6" fill={d.paper} />
      <rect class="inner" x="-24" y="-36" width="48" height="72" rx="3" />
      {hidden ? (
        <path class="hidden-mark" d="M0-26 20 0 0 26-20 0zM0-15 12 0 0 15-12 0z" />
      ) : (
        <>
          {d.band && (
            <path class="band" d="M-28-34a6 6 0 0 1 6-6h44a6 6 0 0 1 6 6v1h-56z" fill={d.band} />
          )}
          {drawn && (
            <text class="unit head" y="-19">
              {cardHead(piece, values)}
            </text>
          )}{" "}
          <text
            class="unit"
            y="31"
            textLength={name.length > 9 ? 46 : undefined}
            lengthAdjust="spacingAndGlyphs"
          >
            {name}
          </text>{" "}
          {values.length > 0 && !drawn ? (
            <text class="pip" y="11">
              {values[0]}
            </text>
          ) : (
            symbol
          )}
        </>
      )}
    </>
  );
}

const partsOf = (whole: number[] | undefined, piece: Piece): Part[] =>
  (whole ?? []).map((full, i) => ({ full, left: piece.values[i] ?? 0 }));

// What stands on a table: an objective, a figure with a miniature of its own, or one with a sign on
// its base. What tells of a whole unit is drawn on its figures and its banner, and is here to be
// heard only.
function OnTable({
  store,
  game,
  piece,
  d,
  scale,
  token,
}: {
  store: MatchFacts;
  game: Game;
  piece: Piece;
  d: Dress;
  scale: number;
  token: string;
}) {
  const look = store.look.value,
    plane = planeLook(look),
    own = store.ownSymbols.value,
    r = piece.radius * scale;
  const seat = look.seats?.[game.seats[piece.owner ?? -1]?.token ?? ""];
  if (plane.states?.[token]) return <circle class="heard" r={r} />;
  if (plane.beacons?.includes(token))
    return (
      <Beacon
        r={r}
        colour={piece.owner === null ? "#fff0bf" : (seat?.rim ?? d.paper)}
        owner={piece.owner}
        stars={piece.values[0] ?? 1}
      />
    );
  if (!own.has(token) || !look.plane)
    return (
      <Figure
        piece={piece}
        d={d}
        scale={scale}
        glyph={game.faces[piece.face]?.glyph ?? ""}
        token={token}
        mark={look.symbols?.[token] ?? token}
        own={own.has(token)}
      />
    );
  const told = store.groupStates.value.get(piece.group ?? -1) ?? new Set<string>();
  const legs = [...told].find((t) => plane.states?.[t] === "under" && own.has(t));
  const stance: Stance = {
    angle: store.facing.value.get(piece) ?? 0,
    states: new Set([...told].map((t) => plane.states?.[t] ?? "")),
    chief: !!plane.chiefs && new RegExp(plane.chiefs).test(token),
    legs: legs ? `face-${legs}` : null,
  };
  return (
    <Miniature
      r={r}
      mm={scale}
      token={token}
      rim={seat?.rim ?? d.paper}
      cut={seat?.cut ?? 0}
      top={groundOf(look, store.state.value?.scenario ?? "").ground.base}
      plane={plane}
      stance={stance}
      ghost={(piece.flags & GHOST) !== 0}
      spent={(piece.flags & SPENT) !== 0}
      parts={piece.values.length ? partsOf(plane.structure?.[token], piece) : []}
    />
  );
}

function Figure({
  piece,
  d,
  scale,
  glyph,
  token,
  mark,
  own,
}: {
  piece: Piece;
  d: Dress;
  scale: number;
  glyph: string;
  token: string;
  mark: string;
  own: boolean;
}) {
  const r = Math.max(7, piece.radius * scale),
    art = bases[mark];
  return (
    <>
      <circle class="under" cx="2" cy="3" r={r} />
      <circle class="body" r={r} fill={d.paper} />
      {d.band && <circle class="rim" r={r - 1.6} stroke={d.band} stroke-width="2.6" />}
      {piece.flags & REDUCED ? <circle class="torn" r={r - 1.6} /> : null}
      {own ? (
        <use
          href={`#face-${token}`}
          x={-r * 0.9}
          y={-r * 0.63}
          width={r * 1.8}
          height={r * 1.26}
        />
      ) : art ? (
        <g class="base" transform={`scale(${(r / 10).toFixed(2)})`}>
          {art.line && <path class="line" d={art.line} />}
          {art.solid && <path class="solid" d={art.solid} />}
        </g>
      ) : (
        <text class="glyph" y={r * 0.36} font-size={r}>
          {glyph}
        </text>
      )}
    </>
  );
}
