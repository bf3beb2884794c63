// SPDX-License-Identifier: Apache-2.0
// A piece: counter, card or figure, drawn from its face, values, flags and owner. The symbols
// follow the military conventions players know; a game may bring its own as <symbol
// id="face-TOKEN">.
import type { MatchFacts } from "../facts";
import type { Game, Look, Piece } from "../types";
import {
  ACTIVE,
  BACK,
  GHOST,
  HIDDEN_FROM,
  NO_HANDLE,
  REDUCED,
  SPENT,
  printedValue,
} from "../types";
import { both } from "../text";
import { noise } from "./geometry";

const frame = "M-17-11h34v22h-34z";
// In a box of 34 by 22 around the origin; `solid` parts are filled with the ink.
const library: Record<string, { line?: string; solid?: string; text?: string; bare?: boolean }> = {
  infantry: { line: "M-17-11 17 11M17-11-17 11" },
  armour: { line: "M-8-6.5h16a6.5 6.5 0 0 1 0 13h-16a6.5 6.5 0 0 1 0-13z" },
  mech: {
    line: "M-17-11 17 11M17-11-17 11M-8-6.5h16a6.5 6.5 0 0 1 0 13h-16a6.5 6.5 0 0 1 0-13z",
  },
  engineer: { line: "M-10 6v-10h20v10M0-4v7" },
  antitank: { line: "M-17 11 0-11 17 11" },
  artillery: { solid: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z" },
  hq: { solid: "M-17-11h34v7h-34z", line: "M-17 11v7" },
  supply_column: {
    line: "M-17 5h34",
    solid: "M-10 11.5a3.5 3.5 0 1 0 .1 0zM10 11.5a3.5 3.5 0 1 0 .1 0z",
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
  if (body === "card")
    return drawnGlyph(face.token, look, own.has(face.token))
      ? [cardTitle(face, piece, values), values[0] ?? ""].join(" ").trim()
      : [cardHead(piece, values), cardTitle(face, piece, values)].join(" ").trim();
  const glyph = drawnGlyph(face.token, look, own.has(face.token)) ? glyphOf(face.glyph, piece) : "";
  const numbers = values.map(printedValue).join("-");
  const corner = cornerOf(game, piece)?.toString() ?? "";
  return (body === "figure" ? [both(piece)] : [shortName(piece, face), numbers, glyph, corner])
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
    <g class="nato">
      {!art.bare && <path class="box" d={frame} />}
      {art.line && <path class="line" d={art.line} />}
      {art.solid && <path class="solid" d={art.solid} />}
    </g>
  );
}

export interface Dress {
  paper: string;
  ink: string;
  band: string | null;
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
  const token = piece.token ?? "";
  for (const line of token ? (look.pieces ?? []) : []) {
    if (!safeMatch(line.match, token)) continue;
    out.paper = line.paper ?? out.paper;
    out.ink = line.ink ?? out.ink;
    out.band = line.band ?? out.band;
  }
  const group = look.formation && token ? new RegExp(look.formation).exec(token)?.[0] : undefined;
  if (group && !out.band) out.band = bandColour(group);
  return out;
}
function safeMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return false;
  }
}

export type Body = "counter" | "card" | "figure";
export function bodyOf(game: Game, look: Look, piece: Piece): Body {
  const token = game.faces[piece.face]?.token ?? "";
  const named = look.body?.[token];
  if (named) return named;
  return game.surfaces[piece.surface]?.shape === "plane" ? "figure" : "counter";
}

// "unit 3 (fusiliers)" is told by its kind where there is no room for all of it.
const shortName = (piece: Piece, face?: Game["faces"][number]): string => {
  const whole = both(piece) || (piece.handle === NO_HANDLE ? both(face) : "");
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

interface Props {
  store: MatchFacts;
  game: Game;
  piece: Piece;
  scale?: number; // of a plane: drawing units per millimetre
}

export function PieceArt({ store, game, piece, scale }: Props) {
  const look = store.look.value,
    own = store.ownSymbols.value; // face tokens the game's sprite has
  const body = bodyOf(game, look, piece);
  const d = dress(game, look, piece);
  const classes = ["art", body];
  if (piece.flags & REDUCED) classes.push("reduced");
  if (piece.flags & SPENT) classes.push("spent");
  if (piece.flags & ACTIVE) classes.push("active");
  if (piece.flags & GHOST) classes.push("ghost");
  if (piece.flags & BACK) classes.push("back");
  const face = game.faces[piece.face];
  const token = face?.token ?? "";
  const values = valuesOf(game, piece);
  const symbol = (
    <Symbol
      token={token}
      glyph={glyphOf(face?.glyph ?? "?", piece)}
      look={look}
      own={own.has(token)}
    />
  );
  return (
    <g class={classes.join(" ")} style={{ color: d.ink }}>
      {body === "counter" && (
        <Counter
          piece={piece}
          title={shortName(piece, face)}
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
        <Figure
          piece={piece}
          d={d}
          scale={scale ?? 2}
          glyph={face?.glyph ?? ""}
          token={token}
          mark={look.symbols?.[token] ?? token}
          own={own.has(token)}
        />
      )}
    </g>
  );
}

function Counter({
  piece,
  title,
  d,
  values,
  corner,
  symbol,
}: {
  piece: Piece;
  title: string;
  d: Dress;
  values: number[];
  corner: number | null;
  symbol: preact.JSX.Element;
}) {
  const hidden = isCovered(piece);
  const printedValues = values.map(printedValue).join("-");
  return (
    <>
      <rect class="under" x="-30" y="-29" width="64" height="64" rx="4" />
      <rect class="body" x="-32" y="-32" width="64" height="64" rx="4" fill={d.paper} />
      <path class="bevel" d="M-30 30V-30H30" />
      {d.band && !hidden && (
        <path class="band" d="M-32-28a4 4 0 0 1 4-4h5v64h-5a4 4 0 0 1-4-4z" fill={d.band} />
      )}
      {hidden ? (
        <path class="hidden-mark" d="M-9-16H9L18 0 9 16H-9L-18 0z M-5-8H5L10 0 5 8H-5L-10 0z" />
      ) : (
        <>
          <text
            class="unit"
            x="3"
            y="-20.5"
            textLength={title.length > 10 ? 50 : undefined}
            lengthAdjust="spacingAndGlyphs"
          >
            {title}
          </text>{" "}
          {values.length > 0 && (
            <text
              class="values"
              x="3"
              y="27"
              textLength={printedValues.length > 6 ? 54 : undefined}
              lengthAdjust="spacingAndGlyphs"
            >
              {printedValues}
            </text>
          )}{" "}
          <g transform={corner === null ? "translate(3 -4)" : "translate(8 -4)"}>{symbol}</g>
          {corner !== null && (
            <g class="corner" transform="translate(-22 -8)">
              <circle r="9" fill={d.ink} />
              <text y="4.8" fill={d.paper}>
                {corner}
              </text>
            </g>
          )}
          {piece.flags & BACK ? <path class="down" d="M32 12v16a4 4 0 0 1-4 4H12z" /> : null}
          {piece.flags & REDUCED ? <path class="wear" d="M14-32h14a4 4 0 0 1 4 4v14z" /> : null}
        </>
      )}
      {piece.flags & SPENT ? (
        <path class="spent-mark" d="M-32 18 18-32M-32 32 32-32M-18 32 32-18" />
      ) : null}
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
      {d.band && <circle class="rim" r={r - 1.6} stroke={d.band} />}
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
