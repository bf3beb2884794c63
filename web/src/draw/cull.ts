// SPDX-License-Identifier: Apache-2.0
// What lies outside the part that is shown is left out of a picture, so that a diagram of five
// hexes does not carry the lines of a whole map.
import type { Part } from "../board/board";
import type { MatchFacts } from "../facts";
import { pieceSpot } from "../board/board";

const ROOM = 110; // a line that begins this far outside may still reach inside

const within = (part: Part, x: number, y: number): boolean =>
  x > part.x - ROOM &&
  x < part.x + part.width + ROOM &&
  y > part.y - ROOM &&
  y < part.y + part.height + ROOM;

// Pieces and the names and marks of places.
export function cullFacts(store: MatchFacts, part: Part): void {
  const state = store.past.value,
    cells = store.cells.value;
  if (!state?.view || !cells) return;
  const near = state.view.pieces.filter((piece) => {
    const spot = pieceSpot(store, piece);
    return !spot || within(part, spot.x, spot.y);
  });
  const bare = { tags: 0, token: "", fr: "", en: "" };
  store.past.value = { ...state, view: { ...state.view, pieces: near } };
  store.cells.value = {
    ...cells,
    surfaces: cells.surfaces.map((surface, index) => {
      const frame = store.frames.value.find((f) => f.surface === index);
      if (!frame || store.game.value?.surfaces[index]?.shape !== "hexes") return surface;
      return {
        ...surface,
        cells: surface.cells.map((cell, i) => {
          const place = frame.places[i];
          return place && within(part, place.x + frame.x, place.y + frame.y)
            ? cell
            : { ...cell, ...bare };
        }),
      };
    }),
  };
}

// One stroke of a path: where it begins tells where a small mark is; a long line or an outline is
// given by its points, and stays when the box around them meets the part.
function touches(part: Part, stroke: string): boolean {
  const numbers = (stroke.match(/-?[\d.]+/g) ?? []).map(Number);
  if (/[a-y]/.test(stroke)) return within(part, numbers[0] ?? 0, numbers[1] ?? 0);
  const xs = numbers.filter((_, i) => i % 2 === 0),
    ys = numbers.filter((_, i) => i % 2 === 1);
  return (
    Math.max(...xs) > part.x - ROOM &&
    Math.min(...xs) < part.x + part.width + ROOM &&
    Math.max(...ys) > part.y - ROOM &&
    Math.min(...ys) < part.y + part.height + ROOM
  );
}

const GROUND = / class="(?:[tml]-[\w-]+(?: under)?|hex-grid)"/;

export function cullPaths(svg: string, part: Part): string {
  return svg
    .replace(/<path ([^>]*)><\/path>/g, (whole: string) => {
      const d = / d="([^"]*)"/.exec(whole)?.[1];
      if (d === undefined || !GROUND.test(whole)) return whole;
      const kept = d.split(/(?=M)/).filter((stroke) => touches(part, stroke));
      return kept.length ? whole.replace(d, kept.join("")) : "";
    })
    .replace(/<g transform="[^"]*"><\/g>/g, "");
}

// From afar a tenth of a unit is not seen.
export const coarse = (svg: string): string =>
  svg.replace(/ (?:d|points)="[^"]*"/g, (text) =>
    text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number)))),
  );
