// SPDX-License-Identifier: Apache-2.0
// Cards that are cards: upright in a hand, on a pile, under the lens; a compact tile on the table;
// a tab where there is only a strip. Colours and drawings are the game's (deck.ts), values the
// view's or the print's; nothing here knows a game.
import type { ComponentChildren } from "preact";
import { both, capital } from "../text";
import type { Both, Game, Look, Piece } from "../types";
import { BACK, GHOST, HELD, NO_VALUE, REDUCED, SPENT, WATCH, printedValue } from "../types";
import {
  type Cards,
  type CardPrint,
  type FacePrint,
  type Printed,
  type Shown,
  capsSize,
  isBackOf,
  nameLine,
  nameLines,
  paragraph,
  printOf,
  valueAt,
} from "./deck";

export const UPRIGHT = { w: 132, h: 186 };
export const TILE = { w: 84, h: 72 };

const n1 = (v: number): string => v.toFixed(1);
type Suit = Record<string, string>;
const suitOf = (cards: Cards, name: string | undefined): Suit =>
  cards.suits[name ?? ""] ?? Object.values(cards.suits)[0] ?? {};
const plain: Suit = {};

// The colours of a drawing reach it as custom properties; where there is no page around it, by a
// copy of the drawing in those colours.
const variables = new Map<string, Record<string, string>>();
function Drawing({
  cards,
  id,
  suit,
  paint,
}: {
  cards: Cards;
  id: string;
  suit: string;
  paint?: string | undefined;
}) {
  if (!cards.drawn.has(id)) return null;
  const colours = { ...cards.suits[suit], ...(paint ? cards.paints?.[paint] : plain) };
  if (cards.flat) {
    const name = `${id}--${suit}${paint ? `--${paint}` : ""}`;
    cards.flat.add(name);
    return <use href={`#${name}`} />;
  }
  const key = Object.values(colours).join();
  const style =
    variables.get(key) ??
    Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
  variables.set(key, style);
  return (
    <g style={style}>
      <use href={`#${id}`} />
    </g>
  );
}
export const Icon = ({
  cards,
  name,
  x,
  y,
  size,
  fill,
}: {
  cards: Cards;
  name: string;
  x: number;
  y: number;
  size: number;
  fill: string;
}) => {
  cards.flat?.add(`icon-${name}`);
  return (
    <use href={`#icon-${name}`} x={n1(x)} y={n1(y)} width={size} height={size} fill={fill} />
  );
};
const Emblem = ({ cards, suit, at }: { cards: Cards; suit: string; at: string }) => {
  cards.flat?.add(`emblem-${suit}`);
  return <use href={`#emblem-${suit}`} transform={at} fill={suitOf(cards, suit)["fink"]} />;
};

// Scenery, the shadow that the subject casts, the subject.
export function Picture({
  cards,
  print,
  face,
  box,
  view,
}: {
  cards: Cards;
  print: CardPrint | null;
  face: FacePrint;
  box: [number, number, number, number];
  view: string;
}) {
  const suit = print?.suit ?? face.suit ?? "",
    picture = print?.picture ?? face.picture,
    scene = print?.scene ?? face.scene;
  const [x, y, width, height] = box;
  if (face.ground && !picture) {
    const id = `ground-${face.ground}-0`;
    cards.flat?.add(id);
    return <use href={`#${id}`} x={x} y={y} width={width} height={height} />;
  }
  return (
    <svg x={x} y={y} width={width} height={height} viewBox={view} class="picture">
      {scene && <Drawing cards={cards} id={`scene-${scene}`} suit={suit} />}
      {picture && <Drawing cards={cards} id={`pic-${picture}`} suit={suit} paint={print?.paint} />}
    </svg>
  );
}

const Back = ({ cards, suit, w, h }: { cards: Cards; suit: string; w: number; h: number }) => {
  const colours = suitOf(cards, suit),
    k = Math.min(w / 132, h / 120);
  const cx = w / 2,
    cy = h / 2,
    dx = 40 * k,
    dy = 47 * k;
  const diamond = (by: number): string =>
    `M${n1(cx)} ${n1(cy - dy * by)}L${n1(cx + dx * by)} ${n1(cy)}L${n1(cx)} ${n1(cy + dy * by)}` +
    `L${n1(cx - dx * by)} ${n1(cy)}Z`;
  return (
    <>
      <rect class="stock" x=".4" y=".4" width={w - 0.8} height={h - 0.8} rx={8 * k} />
      <svg x={4 * k} y={4 * k} width={w - 8 * k} height={h - 8 * k} class="lattice">
        <rect width="100%" height="100%" rx={5 * k} fill={colours["frame"]} />
        <Drawing cards={cards} id="back" suit={suit} />
      </svg>
      <g fill="none" stroke={colours["fink"]} stroke-opacity=".65">
        <rect x={9 * k} y={9 * k} width={w - 18 * k} height={h - 18 * k} rx={3 * k} />
      </g>
      <path fill={colours["frame"]} d={diamond(1)} />
      <path fill="none" stroke={colours["fink"]} stroke-opacity=".65" d={diamond(0.88)} />
      <Emblem
        cards={cards}
        suit={suit}
        at={`translate(${n1(cx)} ${n1(cy)}) scale(${n1(3 * k)})`}
      />
      {h > w && cards.title && (
        <g class="back-title" fill={colours["fink"]} aria-hidden="true">
          <text x={cx} y={31 * k}>
            {cards.title}
          </text>
          <text transform={`translate(${cx} ${h - 31 * k}) rotate(180)`}>{cards.title}</text>
        </g>
      )}
    </>
  );
};

// ------------------------------------------------------------------------------- upright, in full
const shield =
  "M0-13.4Q6-10.6 11.6-10.4V0Q11.6 8.6 0 14.4Q-11.6 8.6-11.6 0V-10.4Q-6-10.6 0-13.4Z";

// The large values of a card: its print's, or the view's where it has no print of its own.
const apart = new Set(["-", "defence", "left", "cost", "figure"]); // no large values
function largeOf(print: CardPrint | null, face: FacePrint, piece: Piece): Shown[] {
  if (print) return print.values ?? [];
  return (face.values ?? []).flatMap((icon, i): Shown[] =>
    apart.has(icon)
      ? []
      : [[icon, piece.values[i] ?? 0]],
  );
}
const said = (value: number): string => (isNone(value) ? "–" : printedValue(value));
const isNone = (value: number): boolean => value === NO_VALUE || value < 0;

function Values({ cards, list, y, ink }: { cards: Cards; list: Shown[]; y: number; ink: string }) {
  const w = 121 / list.length;
  return (
    <g class="large">
      {list.map(([icon, value, grey], i) => {
        const cx = 5.5 + w * i + w / 2 + (list.length < 4 ? 1 : 0),
          none = isNone(value);
        return (
          <g key={icon} class={none ? "none" : ""}>
            {i > 0 && <path class="hair" d={`M${n1(5.5 + w * i)} ${y + 4}v17`} />}
            {grey && <rect class="grey" x={n1(cx - 17)} y={y + 2} width="33" height="21" rx="3" />}
            <Icon cards={cards} name={icon} x={cx - 15} y={y + 5.4} size={14} fill={ink} />
            <text x={n1(cx + 7.6)} y={y + 20.4}>
              {said(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function SmallValues({ cards, list, colours }: { cards: Cards; list: Shown[]; colours: Suit }) {
  const w = 121 / Math.max(list.length, 2),
    from = 5.5 + (121 - w * list.length) / 2;
  return (
    <g class="small-values" fill={colours["ink-n"]}>
      <path
        fill={colours["tint"]}
        d="M5.5 166H126.5V177Q126.5 180.5 123 180.5H9Q5.5 180.5 5.5 177Z"
      />
      {list.map(([icon, value], i) => {
        const at = from + w * i + w / 2;
        return (
          <g key={icon}>
            <Icon
              cards={cards}
              name={icon}
              x={at - 12}
              y={168}
              size={10.6}
              fill={colours["ink-n"] ?? "#000"}
            />
            <text x={n1(at + 6)} y="177.8">
              {said(value)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

const Points = ({ total, left, y }: { total: number; left: number; y: number }) => (
  <g class="points-left">
    {Array.from({ length: total }, (_, i) => (
      <rect
        key={i}
        class={i < left ? "" : "lost"}
        x={n1(118.6 - (total - 1 - i) * 7.6)}
        y={n1(y + 2.6)}
        width="5.8"
        height="6.8"
        rx="1.5"
      />
    ))}
  </g>
);

// "unit 3 (fusiliers)" is told by its kind.
export const titleOf = (game: Game, piece: Piece, { card }: Printed): string => {
  const own = both(card ?? undefined) || both(piece) || both(game.faces[piece.face]);
  return capital(/\((.+)\)$/.exec(own)?.[1] ?? own);
};

function Upright({
  game,
  cards,
  piece,
  printed,
  figures,
}: {
  game: Game;
  cards: Cards;
  piece: Piece;
  printed: Printed;
  figures?: ComponentChildren;
}) {
  const { card, face } = printed;
  const suit = card?.suit ?? face.suit ?? "",
    colours = suitOf(cards, suit);
  const defence = card ? card.defence : valueAt(face, piece, "defence"),
    cost = card ? card.cost : valueAt(face, piece, "cost"),
    left = valueAt(face, piece, "left") ?? card?.points ?? 0,
    total = card?.points ?? left;
  const name = nameLines(titleOf(game, piece, printed), 74, 15, 11);
  const large = largeOf(card, face, piece),
    small = card?.small ?? [];
  const text = both({ fr: card?.text_fr ?? "", en: card?.text_en ?? "" });
  // from the foot upwards: small values, values, text; the picture has the rest
  const foot = 180.5 - (small.length ? 14.5 : 0),
    valuesAt = foot - (large.length ? 25 : 0);
  const body = text ? paragraph(text, 114, 11, 9.2, defence ? 3 : 5) : { size: 0, lines: [] },
    lead = body.size + 0.4,
    room = text ? Math.max(defence ? 0 : 38, body.lines.length * lead + 5) : 0;
  const ribbon = valuesAt - room - 12,
    high = ribbon - 24,
    view = (120 * high) / 121;
  const first = valuesAt - room + (room - body.lines.length * lead) / 2 + body.size * 0.82;
  const kind = face.group ? (piece.token ?? "") : both(game.faces[piece.face]),
    sub = both({ fr: card?.sub_fr ?? "", en: card?.sub_en ?? "" }),
    cls = sub && kind.length + sub.length < 17 ? `${kind} · ${sub}` : kind,
    clsAt = defence ? 37 : 11;
  return (
    <>
      <rect class="stock body" x=".4" y=".4" width="131.2" height="185.2" rx="8" />
      <rect x="3" y="3" width="126" height="180" rx="6" fill={colours["frame"]} />
      <path
        fill={colours["card"]}
        d={`M5.5 ${n1(ribbon + 11)}H126.5V177Q126.5 180.5 123 180.5H9Q5.5 180.5 5.5 177Z`}
      />
      <Picture
        cards={cards}
        print={card}
        face={face}
        box={[5.5, 24, 121, high]}
        view={`0 ${n1(72 - view + (view - 71) * 0.45)} 120 ${n1(view)}`}
      />
      {figures && (
        <g transform={`translate(66 ${n1(24 + high / 2)}) scale(${n1(high / 100)})`}>{figures}</g>
      )}
      <path class="rim" stroke={colours["frame-2"]} d="M5.5 24.4H126.5" />
      <g class="title" fill={colours["fink"]}>
        {name.map(({ text: word, size }, i) => (
          <text
            key={i}
            x="31"
            y={n1(name.length > 1 ? 12.2 + i * 9.6 : 18.4 - (15 - size) * 0.15)}
            font-size={size}
          >
            {word}
          </text>
        ))}
      </g>
      <Emblem cards={cards} suit={suit} at="translate(118.6 13.6) scale(.92)" />{" "}
      <rect
        x="5.5"
        y={n1(ribbon)}
        width="121"
        height="12"
        fill={cards.ribbons?.[face.ribbon ?? ""] ?? colours["frame-2"]}
      />
      <text
        class="class"
        x={clsAt}
        y={n1(ribbon + 9.2)}
        font-size={capsSize(cls, 119 - total * 7.6 - clsAt, 9.8)}
      >
        {cls}
      </text>{" "}
      {total > 0 && <Points total={total} left={left} y={ribbon} />}
      <g class="text">
        {body.lines.map((line, i) => (
          <text key={i} x="66" y={n1(first + i * lead)} font-size={body.size}>
            {line}
          </text>
        ))}
      </g>
      {large.length > 0 && (
        <Values cards={cards} list={large} y={valuesAt} ink={colours["ink-n"] ?? "#000"} />
      )}
      {small.length > 0 && <SmallValues cards={cards} list={small} colours={colours} />}
      {cost !== null && cost !== undefined && (
        <g class="coin" transform="translate(17 16)">
          <circle r="12.6" />
          <circle class="in" r="10.3" />
          <text y="6.6">{said(cost)}</text>
        </g>
      )}
      {defence ? (
        <g class="shield" transform={`translate(20 ${n1(ribbon - 2.2)})`}>
          <path d={shield} />
          <text y="5.8">{defence}</text>
        </g>
      ) : null}
    </>
  );
}

// ------------------------------------------------------------------------------- compact, a tile
const band = (h: number): string => `M5 0H7.6V${h}H5Q0 ${h} 0 ${h - 5}V5Q0 0 5 0Z`;

function Tag({ text, y, fill, w = 74 }: { text: string; y: number; fill: string; w?: number }) {
  const size = capsSize(text, w - 10, 9.6),
    half = Math.min(w, text.length * size * 0.56 + 12) / 2;
  return (
    <g class="tag" transform={`translate(45 ${y})`}>
      <rect x={n1(-half)} y="-6.4" width={n1(2 * half)} height="12.8" rx="2" fill={fill} />
      <text y="3.6" font-size={size}>
        {text}
      </text>{" "}
    </g>
  );
}

export interface Situation {
  open: boolean; // where it lies everything lies open
  seen: boolean; // the enemy knows this card of the viewer's
  away: Both | null; // it is out on its way
  load: Piece[]; // what lies on it or in it, as far as it is known
}

// What it carries, on the card itself: the picture of each and, while there is room, its strength;
// behind the loophole of a shelter.
const LOAD = { w: 63, h: 15 },
  MORE = 9;
interface Carried {
  piece: Piece;
  printed: Printed;
  told: number[]; // its strength, defence first
  w: number;
}
function carriedOf(game: Game, look: Look, load: Piece[]): { shown: Carried[]; more: number } {
  const shown = load.flatMap((piece): Carried[] => {
    const printed = printOf(game, look, piece);
    if (!printed || printed.face.back || printed.face.marker || isBackOf(piece)) return [];
    const defence = valueAt(printed.face, piece, "defence");
    if (defence === null) return [{ piece, printed, told: [], w: 16 }];
    const told = [defence, ...largeOf(null, printed.face, piece).map(([, v]) => v)];
    return [{ piece, printed, told, w: 24 + 10 * told.length }];
  });
  // too much for the card: what has no strength is counted, then strengths are left out
  const all = shown.length,
    full = (): boolean =>
      shown.reduce((sum, c) => sum + c.w, 0) > LOAD.w - (shown.length < all ? MORE : 0);
  for (let i = all - 1; i >= 0 && full(); i--)
    if (!shown[i]?.told.length && shown.some((c) => c.told.length)) shown.splice(i, 1);
  for (let i = shown.length - 1; i >= 0 && full(); i--) {
    const c = shown[i] as Carried;
    if (c.told.length) [c.told, c.w] = [[], 24];
  }
  while (shown.length > 1 && full()) shown.pop();
  return { shown, more: all - shown.length };
}

const ward = "M-5 2.4Q-1 2 0 1Q1 2 5 2.4V8Q5 12.4 0 14.4Q-5 12.4-5 8Z";
const roof = (w: number, h: number): string =>
  `M-2.6-2.2H${n1(w + 2.6)}V1.4H${n1(w + 0.6)}L${n1(w + 2)} ${h + 1.2}H-2L-.6 1.4H-2.6Z`;

function Load({
  game,
  look,
  cards,
  load,
  shelter,
}: {
  game: Game;
  look: Look;
  cards: Cards;
  load: Piece[];
  shelter: boolean;
}) {
  const { shown, more } = carriedOf(game, look, load);
  if (!shown.length) return null;
  const w = shown.reduce((sum, c) => sum + c.w, 0) + (more ? MORE : 0),
    slit = shelter ? 2.4 : 0; // the loophole is lower than the wall
  let x = 0;
  return (
    <g class={shelter ? "load shelter" : "load"} transform="translate(11.6 16.8)">
      {shelter ? (
        <path class="wall" d={roof(w, LOAD.h)} />
      ) : (
        <rect class="wall" x="-1" y="-1" width={n1(w + 2)} height={LOAD.h + 2} rx="2.4" />
      )}
      {shown.map(({ piece, printed, told, w: own }) => {
        const at = x,
          total = printed.card?.points ?? 0,
          left = valueAt(printed.face, piece, "left") ?? total,
          wide = own > 20 ? 23 : 15;
        x += own;
        return (
          <g key={piece.handle} class={left < total ? "hurt" : ""}>
            <Picture
              cards={cards}
              print={printed.card}
              face={printed.face}
              box={[at, slit, wide, LOAD.h - slit]}
              view={wide > 20 ? `0 ${slit ? 12 : 0} 120 ${slit ? 60 : 72}` : "24 0 72 72"}
            />
            {told.map((value, i) => (
              <g key={i} transform={`translate(${n1(at + 29.6 + 10 * i)} 0)`}>
                {i === 0 && <path class="ward" d={ward} />}
                <text class={isNone(value) ? "no" : ""} y="11.4">
                  {said(value)}
                </text>{" "}
              </g>
            ))}
            {Array.from({ length: total }, (_, i) => (
              <rect
                key={i}
                class={i < left ? "pip" : "pip lost"}
                x={n1(at + 1 + i * 4)}
                y={LOAD.h - 4}
                width="3.2"
                height="3.2"
                rx=".6"
              />
            ))}
          </g>
        );
      })}
      {more > 0 && (
        <text x={n1(w - MORE / 2)} y="11.4">
          +{more}
        </text>
      )}{" "}
    </g>
  );
}

const tileName = (game: Game, piece: Piece, printed: Printed, corner: boolean) =>
  nameLine(titleOf(game, piece, printed), corner ? 60 : 71, 12, 8.6);

function TileBody({
  game,
  look,
  cards,
  piece,
  printed,
  owner,
  at,
}: {
  game: Game;
  look: Look;
  cards: Cards;
  piece: Piece;
  printed: Printed;
  owner: string;
  at: Situation;
}) {
  const { card, face } = printed,
    colours = suitOf(cards, card?.suit ?? face.suit);
  const total = card?.points ?? 0,
    left = valueAt(face, piece, "left") ?? total,
    hurt = left < total || (piece.flags & REDUCED) !== 0;
  const corner = (piece.flags & BACK) !== 0 || at.seen;
  const name = tileName(game, piece, printed, corner);
  const defence = valueAt(face, piece, "defence");
  const shown = largeOf(null, face, piece);
  const tags = cards.tags ?? {};
  const held = (piece.flags & HELD) !== 0,
    spent = (piece.flags & SPENT) !== 0 && !held;
  const ink = colours["ink-n"] ?? "#000",
    tagAt = at.load.length ? 42 : 34;
  return (
    <>
      <rect class="body" width="84" height="72" rx="5" fill={colours["frame"]} />
      <path d={band(72)} fill={owner} />
      <path class="paper" d="M8.6 53.4H82.4V68Q82.4 70.4 80 70.4H8.6Z" fill={colours["card"]} />
      <Picture
        cards={cards}
        print={card}
        face={face}
        box={[8.6, 14.6, 73.8, 38.8]}
        view="3 9.6 114 58"
      />
      <g class="title" fill={colours["fink"]}>
        <text x="11" y="11.4" font-size={name.size}>
          {name.text}
        </text>
      </g>{" "}
      {defence !== null && (
        <g class="shield">
          <path d="M10.4 52.4Q18 51.4 19 50Q20 51.4 27.6 52.4V60Q27.6 67 19 71Q10.4 67 10.4 60Z" />
          <text x="19" y="65">
            {defence}
          </text>
        </g>
      )}{" "}
      {shown.map(([icon, value], i) => {
        const x = shown.length === 1 ? 50 : 37 + 26 * i;
        return (
          <g key={icon} class={isNone(value) ? "v none" : hurt ? "v hurt" : "v"}>
            <Icon cards={cards} name={icon} x={x - 6.4} y={57} size={10} fill={ink} />
            <text x={x + 10} y="67.6">
              {said(value)}
            </text>{" "}
          </g>
        );
      })}
      {hurt && (
        <path
          class="burn"
          d="M70 52Q64 44 70 39Q65 32 72 26Q70 20 78 15.4H82.4V46Q78 52 74 52.6Z"
        />
      )}
      <g class="points-left">
        {Array.from({ length: total }, (_, i) => (
          <rect
            key={i}
            class={i < left ? "" : "lost"}
            x="75.2"
            y={n1(46.2 - i * 6.8)}
            width="5.4"
            height="5.4"
            rx="1.2"
          />
        ))}
      </g>
      {piece.flags & BACK ? <path class="ear" d="M71-.6V7Q71 13 77 13H84.6Z" /> : null}
      {at.seen && (
        <g class="eye">
          <circle cx="78" cy="6.4" r="7.4" />
          <Icon cards={cards} name="recon" x={72.8} y={1.2} size={10.4} fill="#3a2c08" />
        </g>
      )}
      {(held || spent) && <path class="veil" d="M8.6 14.6H82.4V53.4H8.6Z" />}
      {at.load.length > 0 && (
        <Load game={game} look={look} cards={cards} load={at.load} shelter={!!face.shelter} />
      )}
      {held && tags.held && <Tag text={both(tags.held)} y={tagAt} fill="#3d3527" />}
      {spent && tags.spent && <Tag text={both(tags.spent)} y={tagAt} fill="#56674f" />}
      {(piece.flags & WATCH) !== 0 && tags.watch && (
        <Tag text={both(tags.watch)} y={76} fill="#27506b" w={80} />
      )}
      {at.away && !(piece.flags & WATCH) && (
        <Tag text={both(at.away)} y={76} fill="#27506b" w={80} />
      )}
    </>
  );
}

// In a strip: as wide as a name, as high as the strip.
function Tab({
  game,
  cards,
  piece,
  printed,
  owner,
}: {
  game: Game;
  cards: Cards;
  piece: Piece;
  printed: Printed;
  owner: string;
}) {
  const { card, face } = printed,
    suit = face.back ?? card?.suit ?? face.suit ?? "",
    colours = suitOf(cards, suit);
  const name = face.back ? null : nameLine(titleOf(game, piece, printed), 62, 11.4, 9);
  return (
    <>
      <rect class="body tab" x="-52" y="-10" width="104" height="20" rx="4" fill="#efe6cf" />
      <path d="M-48-10h4v20h-4q-4 0-4-4v-12q0-4 4-4z" fill={owner} />
      {face.back ? (
        <>
          <rect x="-42" y="-8" width="92" height="16" rx="2" fill={colours["frame"]} />
          <Emblem cards={cards} suit={suit} at="translate(4 0) scale(.8)" />
        </>
      ) : (
        <Picture
          cards={cards}
          print={card}
          face={face}
          box={[-43, -9, 30, 18]}
          view="0 0 120 72"
        />
      )}
      {name && (
        <text class="tab-name" x="19" y="3.8" font-size={name.size}>
          {name.text}
        </text>
      )}
    </>
  );
}

// A drawing of its own that lies on a place: no card, no owner.
const Marker = ({ cards, id, name }: { cards: Cards; id: string; name: string }) => {
  cards.flat?.add(`marker-${id}`);
  return (
    <>
      <use href={`#marker-${id}`} />
      <text class="marker-name" y="27" font-size={capsSize(name, 70, 10)}>
        {name}
      </text>
    </>
  );
};

export type Form = "upright" | "tile" | "tab";

export function CardArt({
  game,
  look,
  piece,
  form,
  owner,
  at,
  figures,
}: {
  game: Game;
  look: Look;
  piece: Piece;
  form: Form;
  owner: string; // the colour of its side
  at: Situation;
  figures?: ComponentChildren; // of the group it stands for, in a box of 120 by 100 or so
}) {
  const printed = printOf(game, look, piece),
    cards = look.cards;
  if (!printed || !cards) return null;
  const { w, h } = form === "upright" ? UPRIGHT : TILE;
  const engaged = form === "tile" && (piece.flags & HELD) !== 0;
  const back = printed.face.back ?? (isBackOf(piece) ? printed.card?.suit : undefined);
  if (printed.face.marker)
    return <Marker cards={cards} id={printed.face.marker} name={both(game.faces[piece.face])} />;
  if (form === "tab")
    return <Tab game={game} cards={cards} piece={piece} printed={printed} owner={owner} />;
  const turn = engaged ? " rotate(5 42 36)" : "";
  let inside: ComponentChildren;
  if (back)
    inside = (
      <>
        <Back cards={cards} suit={back} w={w} h={h} />
        {form === "tile" && <path d={band(h)} fill={owner} />}
        <rect class="body bare" width={w} height={h} rx={form === "tile" ? 5 : 8} />
      </>
    );
  else if (form === "upright")
    inside = (
      <Upright game={game} cards={cards} piece={piece} printed={printed} figures={figures} />
    );
  else
    inside = (
      <TileBody
        game={game}
        look={look}
        cards={cards}
        piece={piece}
        printed={printed}
        owner={owner}
        at={at}
      />
    );
  return (
    <g
      transform={`translate(${-w / 2} ${-h / 2})${turn}`}
      class={piece.flags & GHOST ? "pale" : ""}
    >
      {form === "tile" && <rect class="under" x="1" y="2.4" width={w} height={h} rx="5" />}
      {inside}
    </g>
  );
}

// What is printed on it, in the order it is read.
export function cardWords(game: Game, look: Look, piece: Piece): string {
  const printed = printOf(game, look, piece);
  if (!printed || printed.face.back || printed.face.marker || isBackOf(piece)) return "";
  const { face } = printed;
  if (face.group) {
    const cost = valueAt(face, piece, "cost");
    return [titleOf(game, piece, printed), piece.token ?? "", cost ?? ""].join(" ").trim();
  }
  const values = largeOf(null, face, piece).map(([, v]) => said(v));
  // an upright card without a print of its own names its class below its picture
  const shape = game.surfaces[piece.surface]?.shape;
  if (!printed.card && (shape === "row" || shape === "pile"))
    return [titleOf(game, piece, printed), both(game.faces[piece.face]), ...values].join(" ");
  const name = tileName(game, piece, printed, (piece.flags & BACK) !== 0).text,
    defence = valueAt(face, piece, "defence");
  return [name, ...(defence === null ? [] : [defence]), ...values].join(" ");
}

// What is drawn over a tile as it lies there: what it carries, what holds it, where it is. In the
// order of TileBody, as words.
export function tileSigns(game: Game, look: Look, piece: Piece, at: Situation): string[] {
  const printed = printOf(game, look, piece),
    tags = look.cards?.tags ?? {};
  if (!printed || printed.face.back || printed.face.marker || isBackOf(piece)) return [];
  const held = (piece.flags & HELD) !== 0,
    watch = (piece.flags & WATCH) !== 0,
    { shown, more } = carriedOf(game, look, at.load);
  return [
    ...shown.flatMap((c) => c.told.map(said)),
    shown.length && more ? `+${more}` : "",
    held ? both(tags.held) : piece.flags & SPENT ? both(tags.spent) : "",
    watch ? both(tags.watch) : at.away ? both(at.away) : "",
  ].filter(Boolean);
}
