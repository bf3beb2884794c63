// SPDX-License-Identifier: Apache-2.0
// The banners of units on a table: side, name, what is told of the unit, and how many it has left.
// They keep their size on the screen and stand where banners.ts finds room.
import { useComputed } from "@preact/signals";
import type { MatchFacts } from "../facts";
import type { Game, Look, Piece } from "../types";
import { ACTIVE, GHOST, NO_HANDLE, SPENT } from "../types";
import { both } from "../text";
import { type Disc, type Placed, type Unit, placed, textWidth } from "./banners";
import { dress } from "./counter";
import { type Frame, planeXY } from "./geometry";
import { planeLook } from "./plane";
import type { View } from "./view";

const n1 = (v: number): string => v.toFixed(1).replace(/\.0$/, "");
const HEIGHT = 22,
  SIZE = 14, // of its lettering
  ICON = 15,
  PIPS = 12;

interface Banner extends Unit {
  token: string;
  name: string;
  count: number;
  icons: string[];
  colour: string;
  right: boolean; // its cap is on the right
  flags: number;
  chosen: boolean;
  index: number; // of the piece that a click means; -1: none
  frame: Frame;
}

const nameOf = (game: Game, group: number) => {
  const found = game.domains.find((d) => d.kind === "piece" && d.names?.[group])?.names?.[group];
  const whole = both(found);
  return { token: found?.token ?? "", name: /\((.+)\)$/.exec(whole)?.[1] ?? whole };
};

// Figures that act together, those of a draft where they would stand.
function groupsOf(store: MatchFacts, game: Game): Map<number, { piece: Piece; index: number }[]> {
  const groups = new Map<number, { piece: Piece; index: number }[]>();
  store.pieces.value.forEach((piece, index) => {
    if (piece.group === undefined || piece.on !== NO_HANDLE) return;
    if (game.surfaces[piece.surface]?.shape !== "plane") return;
    groups.set(piece.group, [...(groups.get(piece.group) ?? []), { piece, index }]);
  });
  for (const [group, list] of groups) {
    const ghosts = new Map(
      list.filter((x) => x.piece.flags & GHOST).map((x) => [x.piece.handle, x]),
    );
    if (!ghosts.size) continue;
    const stay = list.filter((x) => !(x.piece.flags & GHOST) && !ghosts.has(x.piece.handle));
    groups.set(group, [...stay, ...ghosts.values()]);
  }
  return groups;
}

// Millimetres that the arc of a machine's structure takes up round its base.
const arcs = (look: Look, token: string): number => (look.plane?.structure?.[token] ? 7 : 0);

function bannersOf(store: MatchFacts, k: number, brief: boolean): Banner[] {
  const game = store.game.value;
  if (!game) return [];
  const look = store.look.value,
    out: Banner[] = [];
  for (const [group, list] of groupsOf(store, game)) {
    const first = list[0]?.piece,
      frame = store.frames.value.find((f) => f.surface === first?.surface);
    if (!first || !frame) continue;
    const { token, name } = nameOf(game, group);
    const icons = [...(store.groupStates.value.get(group) ?? [])];
    const flags = list.reduce((f, { piece }) => f | piece.flags, 0);
    const seat = look.seats?.[game.seats[first.owner ?? -1]?.token ?? ""];
    const said = brief ? String(list.length) : name;
    const chosen = store.chain.value.some(
      (c) =>
        c.kind === "piece" &&
        store.pieces.value.some((p) => p.handle === c.handle && p.group === group),
    );
    const touched = list.find(({ piece }) => store.touchable.value.has(piece.handle));
    const marks = icons.length + (flags & SPENT ? 1 : 0);
    out.push({
      key: group,
      token,
      name: said,
      count: list.length,
      icons,
      colour: seat?.rim ?? dress(game, look, first).paper,
      right: (first.owner ?? 0) % 2 === 1,
      flags,
      chosen,
      index: touched?.index ?? -1,
      frame,
      discs: list.map(({ piece }) => {
        const at = planeXY(frame, piece.x, piece.y);
        return {
          x: (frame.x + at.x) * k,
          y: (frame.y + at.y) * k,
          r: (piece.radius + arcs(look, game.faces[piece.face]?.token ?? "")) * frame.scale * k,
        };
      }),
      w: Math.round(
        textWidth(token, 12) + 11 + Math.max(textWidth(said, SIZE), 16) + 12 + marks * ICON,
      ),
      h: brief ? HEIGHT - 3 : HEIGHT,
      first: !!(flags & ACTIVE) || chosen,
    });
  }
  return out;
}

function spotsOf(store: MatchFacts, banners: Banner[], k: number): Map<number, Placed> {
  const frame = banners[0]?.frame;
  if (!frame) return new Map();
  const goals = new Set(planeLook(store.look.value).beacons ?? []);
  const others: Disc[] = store.pieces.value
    .filter((p) => goals.has(store.game.value?.faces[p.face]?.token ?? ""))
    .map((p) => {
      const at = planeXY(frame, p.x, p.y);
      return {
        x: (frame.x + at.x) * k,
        y: (frame.y + at.y) * k,
        r: (p.radius + 4) * frame.scale * k,
      };
    });
  const table = {
    x: (frame.x - frame.rim / 2) * k,
    y: (frame.y - frame.rim / 2) * k,
    w: (frame.width + frame.rim) * k,
    h: (frame.height + frame.rim) * k,
  };
  return placed(banners, others, table);
}

// Small signs, 12 by 12 around the middle, by face; a face without one shows its first letter.
const signs: Record<string, { line?: string; solid?: string }> = {
  under: { line: "M-1-4.5 1 0-3 1.5V5M1 0 4 3.5 5 3.5", solid: "M0-6a1.7 1.7 0 1 0 .1 0z" },
  brick: { line: "M-5.5-4h11v8h-11zM-5.5 0h11M0-4v4M-2.8 0v4M2.8 0v4" },
  eye: { line: "M-6 0Q0-6 6 0 0 6-6 0z", solid: "M0-2a2 2 0 1 0 .1 0z" },
  zigzag: { line: "M-6 2-3.4-3.6-.6 3.4 2.4-3.6 4.4 1.4 6-1.4" },
};

// `fixed`: letters as wide as they were reckoned, for a picture that brings no lettering along.
function Flag({
  banner,
  spot,
  store,
  fixed = false,
}: {
  banner: Banner;
  spot: Placed;
  store: MatchFacts;
  fixed?: boolean;
}) {
  const { w, h, right, flags } = banner,
    cap = textWidth(banner.token, 12) + 9,
    x0 = right ? 0 : cap,
    states = planeLook(store.look.value).states ?? {};
  const legal = banner.index >= 0;
  const classes = [
    "banner",
    flags & ACTIVE || banner.chosen ? "now" : "",
    legal ? "legal" : "",
    flags & SPENT ? "spent" : "",
  ];
  const pips = Math.min(PIPS, banner.count),
    room = w - cap - 10,
    step = Math.min(6, room / Math.max(1, pips));
  let at = x0 + 6 + textWidth(banner.name, SIZE) + 8;
  const wide = (text: string, size: number) =>
    fixed
      ? { textLength: n1(textWidth(text, size)), lengthAdjust: "spacingAndGlyphs" as const }
      : {};
  const place = () => {
    at += ICON;
    return `translate(${n1(at - ICON / 2)} ${n1(h / 2 - 2)})`;
  };
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      data-banner={banner.token}
      data-piece={legal ? banner.index : undefined}
      style={{ color: banner.colour }}
      transform={`translate(${n1(spot.x)} ${n1(spot.y)})`}
    >
      {spot.side === "below" && <path class="tip" d={`M${n1(w / 2 - 5)} .5l5-5 5 5z`} />}
      {spot.side === "above" && <path class="tip" d={`M${n1(w / 2 - 5)} ${h - 0.5}l5 5 5-5z`} />}
      <rect class="plate" width={w} height={h} rx="4" />
      <path
        class="cap"
        d={
          right
            ? `M${n1(w - cap)} 0h${n1(cap - 4)}q4 0 4 4v${h - 8}q0 4-4 4h${n1(4 - cap)}l4-${h / 2}z`
            : `M4 0h${n1(cap - 4)}v${h}H4q-4 0-4-4V4q0-4 4-4z`
        }
      />
      <text
        class="cap-text"
        x={n1(right ? w - cap / 2 + 1 : cap / 2)}
        y={h / 2 + 4.3}
        {...wide(banner.token, 12)}
      >
        {banner.token}
      </text>
      <text class="name" x={n1(x0 + 6)} y={h / 2 + 2.6} {...wide(banner.name, SIZE)}>
        {banner.name}
      </text>
      {banner.icons.map((token) => {
        const sign = signs[states[token] ?? ""];
        return (
          <g key={token} class="sign" transform={place()}>
            {sign?.line && <path class="line" d={sign.line} />}
            {sign?.solid && <path class="solid" d={sign.solid} />}
          </g>
        );
      })}
      {flags & SPENT ? (
        <g class="sign" transform={place()}>
          <path class="line" d="M-4.5.4-1 4 5-3.6" />
        </g>
      ) : null}
      <path
        class="pips"
        d={Array.from(
          { length: pips },
          (_, i) => `M${n1(x0 + 6 + i * step)} ${h - 4.6}h${n1(step - 1.4)}`,
        ).join("")}
      />
    </g>
  );
}

// For pictures: as large as the drawing's own lettering.
export function StillBanners({ store, k }: { store: MatchFacts; k: number }) {
  const banners = bannersOf(store, k, false),
    spots = spotsOf(store, banners, k);
  return (
    <g class="banners" transform={k === 1 ? undefined : `scale(${(1 / k).toFixed(3)})`}>
      {banners.map((banner) => {
        const spot = spots.get(banner.key);
        return spot && <Flag key={banner.key} {...{ banner, spot, store }} fixed />;
      })}
    </g>
  );
}

// Nearer or farther they are placed anew in steps; while the table is only pushed about, the group
// they are in moves as a whole.
export function Banners({ store, view }: { store: MatchFacts; view: View }) {
  const step = useComputed(() => 1.06 ** Math.round(Math.log(view.at.value.k) / Math.log(1.06)));
  const near = useComputed(() => view.at.value.k);
  const shift = useComputed(() => {
    const { x, y } = view.at.value;
    return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
  });
  const plane = store.game.value?.surfaces.some((s) => s.shape === "plane");
  if (!plane) return null;
  return (
    <g class="banners" transform={shift} aria-hidden="true">
      <Standing store={store} grow={near.value / step.value} step={step.value} />
    </g>
  );
}

function Standing({ store, grow, step }: { store: MatchFacts; grow: number; step: number }) {
  const frame = store.frames.value.find((f) => f.rim > 0);
  const brief = step * (frame?.scale ?? 1) < 0.42;
  const banners = bannersOf(store, step, brief),
    spots = spotsOf(store, banners, step);
  return (
    <>
      {banners.map((banner) => {
        const spot = spots.get(banner.key);
        if (!spot) return null;
        // where it stands beside its unit stays the same between two steps
        const x = banner.discs.reduce((s, d) => s + d.x, 0) / banner.discs.length,
          y = banner.discs.reduce((s, d) => s + d.y, 0) / banner.discs.length;
        const at = { ...spot, x: spot.x + x * (grow - 1), y: spot.y + y * (grow - 1) };
        return <Flag key={banner.key} banner={banner} spot={at} store={store} />;
      })}
    </>
  );
}
