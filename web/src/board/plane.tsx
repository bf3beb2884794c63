// SPDX-License-Identifier: Apache-2.0
// A table in millimetres: its frame with centimetres, the ground (a picture of the game's art
// folder when there is one), scenery with its shadows, deployment zones and lettering. Drawn once
// per game, scenario and turn of the table; what moves lies above it.
import { memo } from "./memo";
import type { Cell, Game, Ground, Look, PlaneLook } from "../types";
import { both, capital } from "../text";
import { type Frame, type Place, isOutside, noise, planeXY } from "./geometry";
import { SHADOW, Scenery, castShadow } from "./scenery";

const n1 = (v: number): string => v.toFixed(1).replace(/\.0$/, "");
// Path data with its numbers cut to one decimal.
const d = (words: TemplateStringsArray, ...numbers: number[]): string =>
  words.reduce((path, word, i) => path + n1(numbers[i - 1] ?? 0) + word);
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

// A table of a game that says nothing about it.
const bare: PlaneLook = {
  grounds: {
    earth: {
      soil: "#b39a74",
      light: "#cbb48c",
      dark: "#8f7653",
      base: "#43362a",
      shadow: "#2a1508",
      stone: ["#b3a893", "#857a68"],
      brick: ["#c08a70", "#8d5a47", "#6f6357"],
      metal: ["#a8623c", "#6f3d26"],
      mark: "#f3e3c3",
    },
  },
};
export const planeLook = (look: Look): PlaneLook => look.plane ?? bare;

export function groundOf(look: Look, scenario: string): { name: string; ground: Ground } {
  const { grounds, scenarios } = planeLook(look);
  const name = scenarios?.[scenario] ?? "",
    first = Object.keys(grounds)[0] ?? "earth";
  const found = grounds[name];
  return found
    ? { name, ground: found }
    : { name: first, ground: grounds[first] ?? (bare.grounds["earth"] as Ground) };
}

const tagsOf = (game: Game, cell: Cell): string[] => {
  const [first, count] = game.tag_labels;
  return range(count)
    .filter((i) => (cell.tags >> i) & 1)
    .map((i) => game.labels[first + i]?.token ?? "");
};
const HIGH: Record<string, number> = { low: 1, middle: 1, high: 1.5 };

interface Props {
  game: Game;
  frame: Frame;
  cells: Cell[];
  look: Look;
  lang: string;
  scenario: string;
  image: string | null; // address of the ground's picture
}

export const TableMap = memo(function TableMap(props: Props) {
  const { game, frame, cells, look, scenario, image } = props;
  const { name, ground } = groundOf(look, scenario),
    plane = planeLook(look),
    k = frame.scale;
  const shown = frame.places.filter(
    (p) => p.outline.length > 2 && !isOutside(game, cells[p.cell]),
  );
  const kindOf = (p: Place): string => game.faces[cells[p.cell]?.face ?? 0]?.token ?? "";
  const zones = shown.filter((p) => kindOf(p) === "zone"),
    goals = new Set(plane.beacons ?? ["objective"]);
  const things = shown.filter((p) => kindOf(p) !== "zone" && !goals.has(kindOf(p)));
  const rough = (ground.rough ?? ["crater", "wreck"]).filter((word) => word !== "pale");
  let crates = 0,
    areas = 0;
  const drawn = things.map((place) => {
    const kind = kindOf(place),
      cell = cells[place.cell] as Cell;
    const colours = plane.crates?.length
      ? (plane.crates[kind === "container" ? crates++ % plane.crates.length : 0] ?? [])
      : [];
    const known = kind in SHADOW ? kind : (rough[areas++ % rough.length] ?? "crater");
    const high = Math.max(1, ...tagsOf(game, cell).map((tag) => HIGH[tag] ?? 0));
    return { place, kind, known, colours, far: (SHADOW[kind] ?? 0) * high * 10 * k };
  });
  return (
    <g class={`planemap g-${name}`}>
      <TableFrame frame={frame} />
      <rect class="soil" width={frame.width} height={frame.height} fill={ground.soil} />
      {image && <GroundPicture frame={frame} href={image} />}
      <Pebbles frame={frame} ground={ground} many={image ? 60 : 190} />
      <Crosses frame={frame} ground={ground} />
      {zones.map((place) => (
        <Zone key={place.cell} place={place} {...props} ground={ground} />
      ))}
      <g class="cast" fill={ground.shadow} opacity=".5">
        {drawn
          .filter(({ far }) => far > 0)
          .map(({ place, far }) => (
            <polygon key={place.cell} points={castShadow(place.outline, far)} />
          ))}
      </g>
      {drawn.map(({ place, kind, known, colours }) => (
        <g key={place.cell} class={`scenery s-${kind}`}>
          <Scenery
            kind={known}
            outline={place.outline}
            ground={ground}
            k={k}
            seed={cells[place.cell]?.token ?? ""}
            colours={colours}
          />
        </g>
      ))}
      {drawn.map(({ place }) => (
        <text key={place.cell} class="scenery-name" {...nameSpot(place, frame)}>
          {capital(unarticled(both(cells[place.cell])))}
        </text>
      ))}
      <rect class="lamp" width={frame.width} height={frame.height} />
      <rect class="table-edge" width={frame.width} height={frame.height} />
    </g>
  );
});

// The picture turns with the table.
function GroundPicture({ frame, href }: { frame: Frame; href: string }) {
  const aside = frame.turn === 1 || frame.turn === -1,
    w = aside ? frame.height : frame.width,
    h = aside ? frame.width : frame.height;
  const at = planeXY(frame, 0, 0);
  return (
    <image
      class="ground"
      href={href}
      width={n1(w)}
      height={n1(h)}
      preserveAspectRatio="xMidYMid slice"
      transform={`translate(${n1(at.x)} ${n1(at.y)}) rotate(${frame.turn * 90})`}
    />
  );
}

const unarticled = (name: string): string => name.replace(/^(l['’]|le |la |les |the )/i, "");
function nameSpot(place: Place, frame: Frame): { x: string; y: string } {
  const xs = place.outline.map((p) => p.x),
    low = Math.max(...place.outline.map((p) => p.y));
  return {
    x: n1((Math.min(...xs) + Math.max(...xs)) / 2),
    y: n1(low + 18 > frame.height ? low - 10 : low + 13),
  };
}

// A wooden frame, marked every centimetre and lettered every ten.
function TableFrame({ frame }: { frame: Frame }) {
  const { width: w, height: h, rim, scale } = frame;
  const cm = 10 * scale;
  const along = (length: number, back: boolean): { at: number; i: number }[] =>
    range(Math.floor(length / cm + 0.01) + 1).map((i) => ({
      at: back ? length - i * cm : i * cm,
      i,
    }));
  const backX = frame.turn === 1 || frame.turn === 2,
    backY = frame.turn === -1 || frame.turn === 2;
  const tick = (i: number): number => (i % 10 ? (i % 5 ? 3 : 5) : 8);
  const across = along(w, backX),
    down = along(h, backY);
  return (
    <g class="table-frame">
      <rect
        class="map-shadow"
        x={n1(-rim + 5)}
        y={n1(-rim + 7)}
        width={n1(w + 2 * rim)}
        height={n1(h + 2 * rim)}
        rx="6"
      />
      <rect
        class="wood"
        x={n1(-rim)}
        y={n1(-rim)}
        width={n1(w + 2 * rim)}
        height={n1(h + 2 * rim)}
        rx="5"
      />
      <path
        class="mitre"
        d={
          d`M${-rim} ${-rim}L0 0M${w + rim} ${-rim}L${w} 0` +
          d`M${-rim} ${h + rim}L0 ${h}M${w + rim} ${h + rim}L${w} ${h}`
        }
      />
      <path
        class="ticks"
        d={
          across
            .map(({ at, i }) => d`M${at} -2v${-tick(i)}M${at} ${h + 2}v${tick(i)}`)
            .join("") +
          down.map(({ at, i }) => d`M-2 ${at}h${-tick(i)}M${w + 2} ${at}h${tick(i)}`).join("")
        }
      />
      {across
        .filter(({ i }) => i && i % 10 === 0 && i * cm < w - 4)
        .map(({ at, i }) => (
          <text key={`x${i}`} x={n1(at)} y="-12">
            {i}
          </text>
        ))}
      {down
        .filter(({ i }) => i && i % 10 === 0 && i * cm < h - 4)
        .map(({ at, i }) => (
          <text key={`y${i}`} x="-16" y={n1(at + 3.5)}>
            {i}
          </text>
        ))}
    </g>
  );
}

// Small stones, each with its own shade, the same at every visit.
function Pebbles({ frame, ground, many }: { frame: Frame; ground: Ground; many: number }) {
  const stones = range(many).map((i) => ({
    x: ((noise(`px${i}`) + 1) / 2) * (frame.width - 12) + 6,
    y: ((noise(`py${i}`) + 1) / 2) * (frame.height - 12) + 6,
    r: (noise(`pr${i}`) + 1.7) * 0.9,
  }));
  const all = (dy: number, f: number): string =>
    stones
      .map(({ x, y, r }) => {
        const half = (w: number): string => d`a${r * f} ${r * 0.75} 0 1 0 ${w} 0`;
        return d`M${x - r} ${y + dy}` + half(2 * r * f) + half(-2 * r * f);
      })
      .join("");
  return (
    <g class="pebbles">
      <path d={all(1, 1)} fill={ground.dark} opacity=".6" />
      <path d={all(0, 0.8)} fill={ground.light} opacity=".75" />
    </g>
  );
}

// A small cross every ten centimetres.
function Crosses({ frame, ground }: { frame: Frame; ground: Ground }) {
  const step = 100 * frame.scale;
  let all = "";
  for (let x = step; x < frame.width - 2; x += step)
    for (let y = step; y < frame.height - 2; y += step)
      all += d`M${x - 4} ${y}h8M${x} ${y - 4}v8`;
  return <path class="plane-grid" d={all} stroke={ground.mark} />;
}

// A deployment zone: a tint that fades towards the table's middle, its line, its name on the edge.
function Zone({
  place,
  frame,
  cells,
  game,
  look,
  ground,
}: Props & { place: Place; ground: Ground }) {
  const xs = place.outline.map((p) => p.x),
    ys = place.outline.map((p) => p.y);
  const x0 = Math.min(...xs),
    x1 = Math.max(...xs),
    y0 = Math.min(...ys),
    y1 = Math.max(...ys);
  const token = cells[place.cell]?.token ?? "";
  const seat = game.seats.find((s) => token.endsWith(s.token));
  const colour = look.seats?.[seat?.token ?? ""]?.rim ?? ground.mark;
  // the own edge is the side of the box that lies on the table's
  const sides = [
    { d: d`M${x0} ${y0}V${y1}`, own: x0 < 1, nx: 1, ny: 0 },
    { d: d`M${x1} ${y0}V${y1}`, own: x1 > frame.width - 1, nx: -1, ny: 0 },
    { d: d`M${x0} ${y0}H${x1}`, own: y0 < 1, nx: 0, ny: 1 },
    { d: d`M${x0} ${y1}H${x1}`, own: y1 > frame.height - 1, nx: 0, ny: -1 },
  ];
  const inner = sides.filter((side) => !side.own);
  const label = capital(both(cells[place.cell]));
  const tall = y1 - y0 > x1 - x0;
  const left = x0 < 1;
  const at = tall
    ? { x: left ? x0 + 11 : x1 - 11, y: (y0 + y1) / 2, turn: left ? -90 : 90 }
    : { x: (x0 + x1) / 2, y: y0 < 1 ? y0 + 12 : y1 - 10, turn: 0 };
  return (
    <g class="zone" style={{ color: colour }}>
      {range(4).map((i) => {
        const w = ((x1 - x0) * (4 - i)) / 4,
          h = ((y1 - y0) * (4 - i)) / 4;
        return (
          <rect
            key={i}
            x={n1(tall ? (left ? x0 : x1 - w) : x0)}
            y={n1(tall ? y0 : y0 < 1 ? y0 : y1 - h)}
            width={n1(tall ? w : x1 - x0)}
            height={n1(tall ? y1 - y0 : h)}
            fill="currentColor"
            opacity=".055"
          />
        );
      })}
      <path class="zone-line" d={inner.map((side) => side.d).join("")} />
      <path
        class="zone-comb"
        d={inner
          .flatMap(({ nx, ny }) =>
            range(5).flatMap((i) => {
              const long = i ? 7 : 13;
              return nx
                ? [y0 + 8 + i * 8, y1 - 8 - i * 8].map(
                    (y) => `M${n1(nx > 0 ? x0 : x1)} ${n1(y)}h${nx * long}`,
                  )
                : [x0 + 8 + i * 8, x1 - 8 - i * 8].map(
                    (x) => `M${n1(x)} ${n1(ny > 0 ? y0 : y1)}v${ny * long}`,
                  );
            }),
          )
          .join("")}
      />
      <text
        class="zone-name"
        transform={`translate(${n1(at.x)} ${n1(at.y)})${at.turn ? ` rotate(${at.turn})` : ""}`}
        dy=".35em"
      >
        {label}
      </text>
    </g>
  );
}
