// SPDX-License-Identifier: Apache-2.0
// What an item of a catalogue looks like on the table: the picture of its card, or the figure of
// its face. Both are the game's own art; where it has none there is no picture.
import { Picture } from "../board/card";
import { Miniature, kitOf } from "../board/miniature";
import { Portion } from "../board/portion";
import type { Look } from "../types";
import type { Item } from "./bench";

export interface Dressed {
  look: Look;
  symbols: Set<string>; // faces that have a figure
}

const MACHINE = 32,
  MAN = 12; // mm, radius of a base

function Scene({ look, item }: { look: Look; item: Item }) {
  const print = look.cards?.cards[item.token] ?? null,
    face = look.cards?.faces[item.face] ?? {};
  if (!look.cards || !(print?.picture ?? face.picture ?? face.ground)) return null;
  return (
    <svg class="item-art" viewBox="0 0 120 72" aria-hidden="true">
      <Picture
        cards={look.cards}
        print={print}
        face={face}
        box={[0, 0, 120, 72]}
        view="0 0 120 72"
      />
    </svg>
  );
}

function Model({ look, item }: { look: Look; item: Item }) {
  const { plane } = look;
  if (!plane) return null;
  const machine = !!plane.structure?.[item.face],
    radius = machine ? MACHINE : MAN,
    r = machine ? 42 : 30; // who stands on a small base reaches beyond it
  return (
    <svg class="item-art" viewBox="-60 -52 120 104" aria-hidden="true">
      <g class="art figure">
        <Miniature
          r={r}
          mm={r / radius}
          token={item.face}
          rim={kitOf(plane, item.face)?.armour ?? "#efe6d2"}
          cut={0}
          top={Object.values(plane.grounds)[0]?.base ?? "#b99b6b"}
          plane={plane}
          stance={{ angle: -90, states: new Set(), chief: false, legs: null }}
          ghost={false}
          spent={false}
          parts={[]}
        />
      </g>
    </svg>
  );
}

// A few at a time: a catalogue may be long.
export const ItemArt = ({ dressed, item }: { dressed: Dressed | null; item: Item }) => (
  <Portion
    from={[dressed, item]}
    meanwhile={<span class="item-art" />}
    draw={() =>
      !dressed ? (
        <span class="item-art" />
      ) : dressed.look.cards?.cards[item.token] ? (
        <Scene look={dressed.look} item={item} />
      ) : dressed.symbols.has(item.face) ? (
        <Model look={dressed.look} item={item} />
      ) : (
        <Scene look={dressed.look} item={item} />
      )
    }
  />
);
