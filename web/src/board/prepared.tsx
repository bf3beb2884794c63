// SPDX-License-Identifier: Apache-2.0
// What a player sees of a move on a table while it is prepared (prepare.ts), below the figures.
import type { MatchFacts } from "../facts";
import { GHOST } from "../types";
import { n1, planeXY, polygon } from "./geometry";

const wide = (outline: { x: number }[]): number =>
  Math.max(...outline.map((p) => p.x)) - Math.min(...outline.map((p) => p.x));

// Of a move that is being prepared: outlines told apart by their lines, and lines to what is seen.
export function Prepared({ store }: { store: MatchFacts }) {
  const plane = store.look.value.plane;
  return (
    <g class="prepared" aria-hidden="true">
      {store.prepared.value.map((shown) => {
        const frame = store.frames.value.find((f) => f.surface === shown.surface),
          kind = shown.kind.split(":")[0] ?? "";
        if (!frame) return null;
        const spot = (x: number, y: number) => {
          const at = planeXY(frame, x, y);
          return { x: at.x + frame.x, y: at.y + frame.y };
        };
        const outline = shown.points.map(([x, y]) => spot(x, y)),
          high = plane?.edge?.[kind] === "reach",
          label = outline.reduce(
            (a, b) => (b.y > a.y !== high ? b : a),
            outline[0] ?? { x: 0, y: 0 },
          );
        const handle = Number(shown.kind.split(":")[1]),
          about = store.pieces.value.filter((p) => p.handle === handle),
          from = about.find((p) => p.flags & GHOST) ?? about[0];
        return (
          <g key={shown.kind} class={`p-${plane?.edge?.[kind] ?? "plain"}`} data-prepared={kind}>
            {outline.length > 2 && (
              <>
                <polygon class="under" points={polygon(outline)} />
                <polygon points={polygon(outline)} />
                {wide(outline) > 40 && (
                  <text x={n1(label.x)} y={n1(label.y + (high ? -6 : 13))}>
                    {shown.title.split(" – ")[0]}
                  </text>
                )}
              </>
            )}
            {from &&
              plane?.lines?.includes(kind) &&
              store.pieces.value
                .filter((p) => shown.pieces.has(p.handle) && !(p.flags & GHOST))
                .map((p) => {
                  const a = spot(from.x, from.y),
                    b = spot(p.x, p.y);
                  return (
                    <g key={p.handle} class="sight-line">
                      <path d={`M${n1(a.x)} ${n1(a.y)}L${n1(b.x)} ${n1(b.y)}`} />
                      <circle cx={n1(b.x)} cy={n1(b.y)} r={n1((p.radius + 7) * frame.scale)} />
                    </g>
                  );
                })}
          </g>
        );
      })}
    </g>
  );
}
