// SPDX-License-Identifier: Apache-2.0
// The board: the surfaces that are maps, tables and named places, with everything that lies on
// them. Layers from below: ground, overlay, marks of what is legal, places (to click and to
// hear), pieces, the fanned-out stack.
import { untracked, useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isDark, lang } from "../prefs";
import { type MatchFacts, type Shown, centimetres } from "../facts";
import { both, t } from "../text";
import type { Piece } from "../types";
import { ACTIVE, GHOST, GROUND, NO_HANDLE, PLANNED } from "../types";
import { PieceArt, bodyOf, ringOf } from "./counter";
import { type Frame, type Place, extent, planeXY, polygon } from "./geometry";
import { dragging, hovered } from "./pointer";
import { type Lie, SheetMap, boxOf, isSheet, isStrip, lies } from "./sheet";
import { Banners, StillBanners } from "./banner";
import { Prepared } from "./prepared";
import { Effects } from "./effects";
import { HexMap, type HexProps, HexNames, isOut, takenKey } from "./hexes";
import { Flags, HexLayers, HexOverlay, hexGround } from "./hexlayers";
import { tagKinds, tagsOf } from "./lines";
import { TableMap, groundOf } from "./plane";
import { Portion } from "./portion";
import { Tape } from "./tape";
import { OpenMap } from "./terrain";
import { Groups, Losses, Trails } from "./traces";
import type { View } from "./view";

const n1 = (v: number): string => v.toFixed(1);
const spoken = (name: string, legal: boolean): string =>
  legal ? `${name}, ${t("playable")}` : name;
export const pieceKey = (piece: Piece, index: number): string =>
  piece.handle === NO_HANDLE ? `n${index}` : `${piece.handle}.${index}`;

// What a hex map is drawn from; its painted ground is the game's own file, by day or by lamp.
export function hexProps(store: MatchFacts, frame: Frame): HexProps | null {
  const ground = hexGround(store, frame);
  if (!ground) return null;
  const { relief } = ground.look,
    file = relief && (isDark() ? relief.night : relief.day);
  const own = (name: string): string =>
    store.artOf ? store.artOf(name) : `/art/${ground.game.id}/${name}`;
  const address = file && (file.startsWith("data:") ? file : own(file));
  return { ...ground, lang: lang.value, relief: address ?? null };
}
const pictureOf = (store: MatchFacts): string | null => {
  const { ground } = groundOf(store.look.value, store.state.value?.scenario ?? "");
  return ground.image && store.artOf ? store.artOf(ground.image) : null;
};

function Ground({ store }: { store: MatchFacts }) {
  const game = store.game.value,
    cells = store.cells.value;
  if (!game || !cells) return null;
  return (
    <>
      {store.frames.value.map((frame) => {
        const surface = game.surfaces[frame.surface];
        if (!surface) return null;
        const props = {
          game,
          surface,
          frame,
          cells: cells.surfaces[frame.surface]?.cells ?? [],
          look: store.look.value,
          lang: lang.value,
          laid: store.pieces.value
            .filter((p) => p.flags & GROUND && p.surface === frame.surface)
            .map((p) => `${p.cell}:${p.face}`)
            .join(" "),
        };
        const hexes = hexProps(store, frame);
        return (
          <g key={frame.surface} transform={`translate(${frame.x} ${frame.y})`}>
            {hexes ? (
              <HexMap {...hexes} />
            ) : surface.shape === "plane" ? (
              <TableMap
                {...props}
                scenario={store.state.value?.scenario ?? ""}
                image={pictureOf(store)}
              />
            ) : surface.shape === "areas" && isSheet(props.cells) ? (
              <SheetMap {...props} />
            ) : (
              <OpenMap {...props} />
            )}
            {store.frames.value.length > 1 && (
              <text class="surface-name" x={14} y={-14}>
                {both(surface)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

// Names of places keep clear of the counters.
function Names({ store }: { store: MatchFacts }) {
  return (
    <>
      {store.frames.value.map((frame) => {
        const hexes = hexProps(store, frame);
        if (!hexes) return null;
        const taken = new Set(
          store.countersHidden.value
            ? []
            : store.pieces.value.filter((p) => p.surface === frame.surface).map((p) => p.cell),
        );
        const key = takenKey(taken);
        return (
          <g key={frame.surface} transform={`translate(${frame.x} ${frame.y})`}>
            <Portion weight={6} from={[]} draw={() => <HexNames {...hexes} taken={key} />} />
          </g>
        );
      })}
    </>
  );
}

const Above = ({ store }: { store: MatchFacts }) => (
  <>
    {store.frames.value.map((frame) => (
      <Flags key={frame.surface} store={store} frame={frame} />
    ))}
  </>
);
const Layers = ({ store }: { store: MatchFacts }) => (
  <>
    {store.frames.value.map((frame) => (
      <HexLayers key={frame.surface} store={store} frame={frame} />
    ))}
  </>
);

const shownNow = (store: MatchFacts): Shown[] => {
  const asked = store.overlay.value;
  const aimed = store.aimed.value.filter((o) => o.kind !== asked?.kind);
  return asked ? [asked, ...aimed] : aimed;
};

function Overlays({ store }: { store: MatchFacts }) {
  return (
    <>
      {shownNow(store).map((overlay, i) => (
        <Overlay key={overlay.kind} store={store} overlay={overlay} number={i} />
      ))}
    </>
  );
}

function Overlay({
  store,
  overlay,
  number,
}: {
  store: MatchFacts;
  overlay: Shown;
  number: number;
}) {
  const frame = store.frames.value.find((f) => f.surface === overlay.surface);
  if (!frame) return null;
  const token = overlay.kind.split(":")[0] ?? "",
    ground = hexGround(store, frame);
  if (ground)
    return (
      <g
        class={`overlay o${number % 3}`}
        data-overlay={token}
        transform={`translate(${frame.x} ${frame.y})`}
        aria-hidden="true"
      >
        <HexOverlay
          ground={ground}
          overlay={overlay}
          style={store.look.value.overlays?.[token] ?? "line"}
        />
      </g>
    );
  return (
    <g
      class={`overlay o${number % 3}`}
      data-overlay={overlay.kind.split(":")[0]}
      transform={`translate(${frame.x} ${frame.y})`} aria-hidden="true">
      {frame.places
        .filter((p) => overlay.cells.has(p.cell))
        .map((p) => (
          <g key={p.cell}>
            <polygon points={polygon(shrink(p, 0.94))} />
            {overlay.cells.get(p.cell) ? (
              <text x={p.x + (frame.scale === 1 ? 30 : 0)} y={p.y + (frame.scale === 1 ? 34 : 5)}>
                {overlay.cells.get(p.cell)}
              </text>
            ) : null}
          </g>
        ))}
      {overlay.points.length > 2 && (
        <polygon
          class="reach"
          points={polygon(overlay.points.map(([x, y]) => planeXY(frame, x, y)))}
        />
      )}
    </g>
  );
}

// Pieces an overlay names: a ring for each overlay, told apart by its dashes as well.
function OverlayPieces({ store }: { store: MatchFacts }) {
  return (
    <>
      {shownNow(store).map((overlay, i) => {
        const frame = store.frames.value.find((f) => f.surface === overlay.surface);
        if (!frame || store.game.value?.surfaces[overlay.surface]?.shape !== "plane") return null;
        const named = store.pieces.value.filter(
          (p) => p.surface === overlay.surface && overlay.pieces.has(p.handle),
        );
        return (
          <g key={overlay.kind} class={`named o${i % 3}`} aria-hidden="true">
            {named.map((p, k) => {
              const r = p.radius * frame.scale + 3 + 3 * i,
                { x, y } = planeXY(frame, p.x, p.y);
              return <circle key={k} cx={n1(frame.x + x)} cy={n1(frame.y + y)} r={n1(r)} />;
            })}
          </g>
        );
      })}
    </>
  );
}

// A hex shrinks evenly; a box keeps the same distance from all its sides, however long they are.
function shrink(place: Place, by: number) {
  const { x, y, w, h } = boxOf(place.outline),
    gap = place.outline.length === 4 ? (1 - by) * 50 : 0;
  const kx = gap ? Math.max(0.3, 1 - gap / w) : by,
    ky = gap ? Math.max(0.3, 1 - gap / h) : by;
  const mid = gap ? { x: x + w / 2, y: y + h / 2 } : place;
  return place.outline.map((p) => ({
    x: mid.x + (p.x - mid.x) * kx,
    y: mid.y + (p.y - mid.y) * ky,
  }));
}

function Places({ store, frame }: { store: MatchFacts; frame: Frame }) {
  const marked = store.marks.value.cells,
    chosen = store.chain.value,
    lit = store.highlight.value;
  const draft = store.chain.value.length > 0,
    recent = store.recent.value,
    within = store.within.value,
    advised = store.past.value ? null : store.advised.value?.cells,
    way = store.way.value,
    drafted = store.drafted.value.cells;
  return (
    <g class="places">
      {frame.places.map((place) => {
        if (place.outline.length < 3) return null; // not in this scenario
        const key = `${frame.surface}:${place.cell}`;
        const isMarked = marked.has(key);
        const isChosen = chosen.some(
          (x) => x.kind === "cell" && x.surface === frame.surface && x.cell === place.cell,
        );
        const classes = [
          "place",
          isMarked ? "legal" : "",
          isChosen ? "chosen" : "",
          lit?.cells.has(key) ? "lit" : "",
          within?.surface === frame.surface && within.cells.has(place.cell) ? "within" : "",
        ];
        return (
          <g
            key={place.cell}
            class={classes.filter(Boolean).join(" ")}
            data-cell={key}
            id={`c-${frame.surface}-${place.cell}`}
            role="button"
            tabIndex={place.cell === 0 ? 0 : -1}
            aria-label={spoken(store.describeCell(frame.surface, place.cell), isMarked)}
          >
            <polygon class="hit" points={polygon(place.outline)} />
            {recent.has(key) && <polygon class="recent" points={polygon(shrink(place, 0.95))} />}
            {classes.includes("within") && !isMarked && (
              <polygon class="far" points={polygon(shrink(place, 0.94))} />
            )}
            {way.has(key) && <circle class="way" cx={n1(place.x)} cy={n1(place.y)} r="9" />}
            {drafted.has(key) && (
              <polygon class="drafted" points={polygon(shrink(place, 0.9))} />
            )}
            {advised?.has(key) && (
              <polygon class="advised" points={polygon(shrink(place, 0.93))} />
            )}
            {isMarked && <polygon class="ring" points={polygon(shrink(place, 0.88))} />}
            {isMarked && draft && (
              <path class="target" d={`M${n1(place.x)} ${n1(place.y - 8)}l8 8-8 8-8-8z`} />
            )}
            {isChosen && <polygon class="ring chosen" points={polygon(shrink(place, 0.82))} />}
            {lit?.cells.has(key) && (
              <polygon
                class="glow"
                points={polygon(shrink(place, boxOf(place.outline).w < 70 ? 1.7 : 0.97))}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

// Of hexes there are hundreds: their places come a frame later.
function Placed({ store, frame }: { store: MatchFacts; frame: Frame }) {
  const list = <Places store={store} frame={frame} />;
  if (store.game.value?.surfaces[frame.surface]?.shape !== "hexes") return list;
  return <Portion urgent from={[store, frame]} draw={() => list} />;
}

interface Lying {
  piece: Piece;
  index: number;
}
interface Stack {
  key: string;
  frame: Frame;
  x: number;
  y: number;
  spread: boolean;
  sheet: boolean;
  heap: boolean; // counters on a hex, a little below its number
  wide: boolean; // of tiles
  cell: number;
  list: Lying[];
}

function stacks(store: MatchFacts): Stack[] {
  const game = store.game.value;
  const out = new Map<string, Stack>();
  if (!game) return [];
  const byFrame = new Map(store.frames.value.map((f) => [f.surface, f]));
  store.pieces.value.forEach((piece, index) => {
    const frame = byFrame.get(piece.surface),
      surface = game.surfaces[piece.surface];
    if (!frame || !surface || piece.flags & GROUND) return;
    const plane = surface.shape === "plane";
    const place = frame.places[piece.cell];
    if (!plane && !place) return;
    const key = plane ? `p${index}` : `${piece.surface}:${piece.cell}`;
    const stack = out.get(key) ?? {
      key,
      frame,
      spread: surface.shape === "areas",
      sheet:
        surface.shape === "areas" &&
        isSheet(store.cells.value?.surfaces[piece.surface]?.cells ?? []),
      wide: !!store.look.value.cards,
      cell: piece.cell,
      list: [],
      heap: surface.shape === "hexes",
      ...(plane ? planeSpot(store, piece, frame) : { x: place?.x ?? 0, y: place?.y ?? 0 }),
    };
    stack.list.push({ piece, index });
    out.set(key, stack);
  });
  for (const stack of out.values()) stack.list.sort((a, b) => a.piece.layer - b.piece.layer);
  const carried = (s: Stack): number =>
    Number(s.key.startsWith("p") && (s.list[0]?.piece.on ?? NO_HANDLE) !== NO_HANDLE);
  return [...out.values()].sort((a, b) => carried(a) - carried(b) || a.y - b.y);
}

// Where a figure stands; what lies on another is a badge at that one's rim.
function planeSpot(store: MatchFacts, piece: Piece, frame: Frame): { x: number; y: number } {
  const at = planeXY(frame, piece.x, piece.y);
  const carrier =
    piece.on === NO_HANDLE ? undefined : store.pieces.value.find((p) => p.handle === piece.on);
  if (!carrier) return at;
  const angle = ((piece.layer - 2) * 52 * Math.PI) / 180,
    far = (carrier.radius + piece.radius * 0.55) * frame.scale;
  return { x: at.x + far * Math.cos(angle), y: at.y + far * Math.sin(angle) };
}

// Places of a stack's pieces around its middle: a neat heap, side by side, or as a sheet lays them.
function offsets(stack: Stack): Lie[] {
  const n = stack.list.length;
  if (stack.sheet)
    return lies(
      stack.frame,
      stack.cell,
      stack.list.map((x) => x.piece),
      stack.wide,
    );
  return stack.list.map((_, i) => {
    if (stack.spread) {
      const step = n > 1 ? Math.min(58, 84 / (n - 1)) : 0;
      return { x: (i - (n - 1) / 2) * step, y: -6, k: !stack.wide ? 1 : n > 1 ? 0.66 : 1.05 };
    }
    if (stack.heap) {
      const deep = Math.min(n - 1 - i, 2);
      return { x: -4.5 * deep, y: 5 + 4.5 * deep, k: 1 };
    }
    const top = Math.min(n - 1, 3),
      level = Math.max(0, i - (n - 1 - top));
    return { x: (level - top / 2) * 4.5, y: -(level - top / 2) * 4.5, k: 1 };
  });
}

// Pointed at as one of several that act together; cells of its own it does not choose.
function inGroup(store: MatchFacts, handle: number, piece: Piece): boolean {
  if (piece.group === undefined || store.marks.value.pieces.has(piece.handle)) return false;
  return store.pieces.value.some((p) => p.handle === handle && p.group === piece.group);
}

function PieceSpot({
  store,
  lying,
  x,
  y,
  k = 1,
  under = false,
}: {
  store: MatchFacts;
  lying: Lying;
  x: number;
  y: number;
  k?: number;
  under?: boolean;
}) {
  const { piece, index } = lying;
  const game = store.game.value;
  if (!game) return null;
  const known = piece.handle < 0x8000;
  const ghost = (piece.flags & GHOST) !== 0;
  const first = known && store.marks.value.pieces.has(piece.handle);
  const legal = first || (known && !ghost && store.touchable.value.has(piece.handle));
  const chosen =
    known &&
    store.chain.value.some(
      (c) =>
        c.kind === "piece" &&
        (c.handle === piece.handle || (!ghost && inGroup(store, c.handle, piece))),
    );
  const lit = store.highlight.value?.pieces.has(piece.handle) ?? false;
  const frame = store.frames.value.find((f) => f.surface === piece.surface);
  const shape = bodyOf(game, store.look.value, piece),
    place = frame?.places[piece.cell];
  const body = shape === "tile" && place && isStrip(place) ? "tab" : shape;
  const r = body === "figure" ? piece.radius * (frame?.scale ?? 2) + 2.5 : 0;
  const ring = ringOf(body);
  const turn = body === "tab" && place && boxOf(place.outline).h > 60 ? " rotate(-90)" : "";
  const onHex = game.surfaces[piece.surface]?.shape === "hexes"; // its number stands there
  const classes = [
    "piece",
    legal ? "legal" : "",
    chosen ? "chosen" : "",
    lit ? "lit" : "",
    piece.flags & PLANNED ? "planned" : "",
    dragging.value?.index === index ? "held" : "",
  ];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      transform={`translate(${n1(x)} ${n1(y)})${k === 1 ? "" : ` scale(${k.toFixed(3)})`}${turn}`}
      data-piece={index}
      id={`p-${index}`}
      role="button"
      tabIndex={first ? 0 : -1}
      aria-label={`${store.describePiece(piece)}${legal ? `, ${t("playable")}` : ""}`}
    >
      <PieceArt
        store={store}
        game={game}
        piece={piece}
        scale={frame?.scale ?? 2}
        under={under}
        as={body}
      />
      {(legal || chosen || lit) &&
        !under &&
        (r ? (
          <circle class="ring" r={r} />
        ) : (
          <rect
            class="ring"
            x={-ring.w}
            y={-ring.h}
            width={2 * ring.w}
            height={2 * ring.h}
            rx={ring.rx}
          />
        ))}
      {legal && !r && !onHex && body !== "tile" && body !== "tab" && (
        <path class="pointer" d={`M-7 ${-ring.h - 9}h14l-7 8z`} />
      )}
    </g>
  );
}

// What is chosen is shown whole, wherever it lies in a heap.
const chosenIn = (store: MatchFacts, { piece }: Lying): boolean =>
  (piece.flags & (ACTIVE | GHOST)) !== 0 ||
  store.chain.value.some((c) => c.kind === "piece" && c.handle === piece.handle);

function StackSpot({ store, stack }: { store: MatchFacts; stack: Stack }) {
  const timer = useRef(0);
  const n = stack.list.length;
  const enter = (event: PointerEvent) => {
    if (n < 2 || stack.spread || event.pointerType !== "mouse" || dragging.value) return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => (hovered.value = stack.key), 160);
  };
  const leave = () => clearTimeout(timer.current);
  const at = offsets(stack);
  // What lies on another piece is drawn first, tucked behind it; what looks out above all others
  // lies deepest.
  const order = stack.list.map((lying, i) => ({ lying, o: at[i] ?? { x: 0, y: 0, k: 1 } }));
  const tucked = ({ lying }: (typeof order)[number]): number =>
    Number(lying.piece.on !== NO_HANDLE);
  if (stack.sheet)
    order.sort((a, b) => tucked(b) - tucked(a) || (tucked(a) ? a.o.y - b.o.y : 0));
  return (
    <g
      class="stack"
      transform={`translate(${n1(stack.x + stack.frame.x)} ${n1(stack.y + stack.frame.y)})`}
      data-cell={stack.key.startsWith("p") ? undefined : stack.key}
      onPointerEnter={enter}
      onPointerLeave={leave}
    >
      {order.map(({ lying, o }) => (
        <PieceSpot
          key={pieceKey(lying.piece, lying.index)}
          store={store}
          lying={lying}
          x={o.x}
          y={o.y}
          k={o.k}
          under={stack.heap && !chosenIn(store, lying) && lying !== stack.list[n - 1]}
        />
      ))}
      {n > 1 && !stack.spread && (
        <g
          class="count"
          transform={stack.heap ? "translate(34 -4)" : "translate(38 2)"}
          aria-hidden="true"
        >
          <circle r="11" />
          <text y="5">{n}</text>
        </g>
      )}
    </g>
  );
}

function Fan({ store, all, view }: { store: MatchFacts; all: Stack[]; view: View }) {
  const stack = all.find((s) => s.key === hovered.value);
  if (!stack || stack.list.length < 2 || stack.spread) return null;
  const per = Math.min(stack.list.length, 5),
    rows = Math.ceil(stack.list.length / per),
    step = 76;
  const w = per * step + 14,
    h = rows * step + 14;
  const top = [...stack.list].reverse();
  const shift = `translate(${n1(stack.x + stack.frame.x)} ${n1(stack.y + stack.frame.y)})`;
  const scale = `scale(${Math.max(1, 0.9 / view.at.value.k).toFixed(3)})`; // readable from afar
  return (
    <g
      class="fan"
      transform={`${shift} ${scale}`}
      data-cell={stack.key}
      onPointerLeave={() => (hovered.value = null)}
    >
      <rect class="plate" x={-w / 2} y={-h / 2} width={w} height={h} rx="10" />
      {top.map((lying, i) => (
        <PieceSpot
          key={pieceKey(lying.piece, lying.index)}
          store={store}
          lying={lying}
          x={((i % per) - (Math.min(per, top.length - Math.floor(i / per) * per) - 1) / 2) * step}
          y={(Math.floor(i / per) - (rows - 1) / 2) * step}
        />
      ))}
    </g>
  );
}

function Points({ store }: { store: MatchFacts }) {
  return (
    <g class="points">
      {store.marks.value.points.map((p, i) => {
        const frame = store.frames.value.find((f) => f.surface === p.surface);
        return frame ? (
          <circle
            key={i}
            id={`pt-${i}`}
            data-point={i}
            role="button"
            tabIndex={-1}
            aria-label={`${centimetres(p.x)} ${centimetres(p.y)} cm, ${t("playable")}`}
            cx={n1(frame.x + planeXY(frame, p.x, p.y).x)}
            cy={n1(frame.y + planeXY(frame, p.x, p.y).y)}
            r="5"
          />
        ) : null;
      })}
    </g>
  );
}

// The table at rest, with nothing to point at: for pictures.
export function Still({ store, near = 1 }: { store: MatchFacts; near?: number }) {
  return (
    <>
      <Ground store={store} />
      <Layers store={store} />
      <Overlays store={store} />
      <Groups store={store} />
      <Names store={store} />
      <g class="stacks">
        {stacks(store).map((stack) => (
          <StackSpot key={stack.key} store={store} stack={stack} />
        ))}
      </g>
      <Above store={store} />
      <OverlayPieces store={store} />
      <StillBanners store={store} k={near} />
    </>
  );
}

export function Board({
  store,
  view,
  holder,
}: {
  store: MatchFacts;
  view: View;
  holder: { current: SVGSVGElement | null };
}) {
  const all = store.countersHidden.value ? [] : stacks(store);
  const size = useMemo(
    () => inPlay(store) ?? extent(store.frames.value),
    [store.frames.value, store.cells.value],
  );
  // Below 12 pixels a base carries no more than a helmet.
  const figures = useComputed(() => {
    const frame = store.frames.value.find((f) => f.rim > 0);
    return frame ? (30 * frame.scale * view.at.value.k < 12 ? "plain" : "fine") : undefined;
  });
  // Measured by the browser's own layout of the first frame: asking for it would make another.
  useLayoutEffect(() => {
    const svg = holder.current;
    if (!svg) return undefined;
    let begun = false;
    const measure = () => {
      const { top, left, right, bottom } = svg.getBoundingClientRect(),
        { clientWidth: w, clientHeight: h } = svg;
      const tools = svg.parentElement?.querySelector(".board-tools")?.getBoundingClientRect();
      const over = !!tools && tools.top < bottom && tools.left < right,
        tall = !!tools && tools.height > tools.width;
      view.covered = {
        right: over && tall ? right - tools.left + 6 : 0,
        bottom: over && !tall && tools.bottom > top + h / 2 ? bottom - tools.top + 6 : 0,
      };
      view.resize(w, h, top, left);
      // a little more or less room is no reason to lay the table anew
      const shape = w > 50 && h > 50 ? (w - 24) / (h - 24) : 0;
      if (shape && Math.abs(shape / (store.shape.value || 1e9) - 1) > 0.06)
        store.shape.value = shape;
      if (!begun) begin();
      begun = true;
    };
    const begin = () => {
      view.show(size);
      const hexes = store.game.value?.surfaces.some((s) => s.shape === "hexes");
      if (store.turn.value) view.across();
      // a table is seen whole
      else view.begin(hexes ? busyPart(store) : null, firstInterest(store));
    };
    const watcher = new ResizeObserver(measure);
    watcher.observe(svg);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      view.zoom(
        Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0014)),
        event.clientX - box.left,
        event.clientY - box.top,
      );
    };
    svg.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watcher.disconnect();
      svg.removeEventListener("wheel", wheel);
    };
  }, [size]);
  // Where only a part of a table is in sight, it is the part where something is being done.
  useSignalEffect(() => {
    const busy = store.turn.value
      ? store.state.value?.view?.pieces.find((p) => p.flags & ACTIVE && p.radius > 0)
      : undefined;
    const spot = busy && pieceSpot(store, busy);
    if (spot) untracked(() => view.attend(spot.x, spot.y));
  });
  useEffect(() => approach(store, view), [store.chain.value, store.verb.value, size]);
  return (
    <svg
      ref={holder}
      class={store.frames.value.some((f) => f.rim > 0) ? "board cloth" : "board"}
      id="board"
      data-zoom={view.detail} data-tiny={view.tiny.value ? "" : undefined}
      data-figures={figures}
      data-played={store.staged.value ? "" : undefined}
      role="group"
      aria-label={t("board")}
      tabindex={-1}
    >
      <g transform={view.transform}>
        <Ground store={store} />
        <Portion weight={6} from={[store]} draw={() => <Layers store={store} />} />
        <Overlays store={store} />
        <Prepared store={store} />
        {store.frames.value.map((frame) => {
          const plane = store.game.value?.surfaces[frame.surface]?.shape === "plane";
          return (
            <g
              key={frame.surface}
              transform={`translate(${frame.x} ${frame.y})`}
              data-plane={plane ? frame.surface : undefined}
              data-scale={plane ? frame.scale : undefined}
            >
              {plane && <rect class="hit" width={frame.width} height={frame.height} />}
              <Placed store={store} frame={frame} />
            </g>
          );
        })}
        <Points store={store} />
        {!store.countersHidden.value && <Groups store={store} />}
        <Trails store={store} />
        <Names store={store} />
        <g class="stacks">
          {all.map((stack) => (
            <StackSpot key={stack.key} store={store} stack={stack} />
          ))}
        </g>
        <Losses store={store} />
        <Above store={store} />
        <OverlayPieces store={store} />
        <Fan store={store} all={all} view={view} />
        <Effects store={store} />
      </g>
      {!store.countersHidden.value && <Banners store={store} view={view} />}
      <g transform={view.transform}>
        <Tape store={store} view={view} svg={holder.current} />
      </g>
    </svg>
  );
}

// Of a hex map the part that this scenario plays on, where that is not all of it.
export function inPlay(store: MatchFacts): Part | null {
  const [frame] = store.frames.value,
    ground = frame && hexGround(store, frame);
  if (!ground || store.frames.value.length > 1) return null;
  const kinds = tagKinds(ground.game, ground.look);
  const inside = ground.frame.places.filter((p) => !isOut(tagsOf(kinds, ground.cells[p.cell])));
  if (inside.length === ground.frame.places.length) return null;
  return partAround(
    inside.flatMap((p) => p.outline),
    0,
  );
}

const FINGER = 40; // pixels that a finger needs
// On a small screen, once something is being done: near enough to touch what can be meant; when it
// is done or left, all of the table again.
function approach(store: MatchFacts, view: View): void {
  const busy = store.chain.value.length > 0 || store.verb.value !== null,
    shapes = store.game.value?.surfaces;
  if (!view.small() || !shapes?.some((s) => s.shape === "areas")) return;
  const { pieces, cells } = store.marks.value;
  const spots: { x: number; y: number; size: number }[] = [];
  for (const stack of busy ? stacks(store) : []) {
    const at = offsets(stack);
    stack.list.forEach(({ piece }, i) => {
      const o = at[i] ?? { x: 0, y: 0, k: 1 };
      if (!pieces.has(piece.handle)) return;
      const x = stack.x + stack.frame.x + o.x,
        y = stack.y + stack.frame.y + o.y;
      spots.push({ x, y, size: 70 * o.k });
    });
  }
  for (const frame of busy ? store.frames.value : [])
    for (const place of frame.places)
      if (cells.has(`${frame.surface}:${place.cell}`)) {
        const { w, h } = boxOf(place.outline);
        spots.push({ x: place.x + frame.x, y: place.y + frame.y, size: Math.min(w, h, 70) });
      }
  const least = Math.min(...spots.map((s) => s.size));
  if (!spots.length) return void (busy || view.back());
  const part = partAround(spots, 60);
  if (part && least * view.at.value.k < FINGER) view.near(part, FINGER / Math.max(24, least));
}

// The part of the board where pieces lie, with a margin; null when there are none.
function busyPart(store: MatchFacts): Part | null {
  return partAround(
    stacks(store).map((s) => ({ x: s.x + s.frame.x, y: s.y + s.frame.y })),
    190,
  );
}
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}
export function partAround(spots: { x: number; y: number }[], m: number): Part | null {
  if (!spots.length) return null;
  const xs = spots.map((p) => p.x),
    ys = spots.map((p) => p.y);
  const x = Math.min(...xs) - m,
    y = Math.min(...ys) - m;
  return { x, y, width: Math.max(...xs) + m - x, height: Math.max(...ys) + m - y };
}

// Where to look first: the middle of the pieces that can act, else of all pieces.
export function firstInterest(store: MatchFacts): { x: number; y: number } | null {
  const spots = store.pieces.value
    .filter((p) => store.marks.value.pieces.size === 0 || store.marks.value.pieces.has(p.handle))
    .map((p) => pieceSpot(store, p))
    .filter((p): p is { x: number; y: number } => p !== null);
  if (!spots.length) return null;
  const mean = {
    x: spots.reduce((s, p) => s + p.x, 0) / spots.length,
    y: spots.reduce((s, p) => s + p.y, 0) / spots.length,
  };
  return spots.reduce((a, b) =>
    Math.hypot(a.x - mean.x, a.y - mean.y) <= Math.hypot(b.x - mean.x, b.y - mean.y) ? a : b,
  );
}
export function pieceSpot(store: MatchFacts, piece: Piece): { x: number; y: number } | null {
  const frame = store.frames.value.find((f) => f.surface === piece.surface);
  if (!frame || store.game.value?.surfaces[piece.surface]?.shape !== "plane")
    return spotOf(store, piece.surface, piece.cell);
  const at = planeXY(frame, piece.x, piece.y);
  return { x: frame.x + at.x, y: frame.y + at.y };
}
export function spotOf(
  store: MatchFacts,
  surface: number,
  cell: number,
): { x: number; y: number } | null {
  const frame = store.frames.value.find((f) => f.surface === surface);
  const place = frame?.places[cell];
  return frame && place ? { x: place.x + frame.x, y: place.y + frame.y } : null;
}
