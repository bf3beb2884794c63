// SPDX-License-Identifier: Apache-2.0
// The whole of a hex map in the corner, with what is in sight: point or drag to go there. Shown
// when not all of the map is in sight; on a small screen only while it is wished, so that it hides
// nothing.
import { useRef } from "preact/hooks";
import type { MatchFacts } from "../facts";
import { t } from "../text";
import { GROUND } from "../types";
import { hexProps, inPlay } from "./board";
import { dress } from "./counter";
import { frontOf } from "./front";
import { type Place, n1 } from "./geometry";
import { holderOf } from "./hexlayers";
import { isObjective, isOut } from "./hexes";
import { tagKinds, tagsOf } from "./lines";
import type { View } from "./view";

export const hasMinimap = (store: MatchFacts): boolean =>
  store.frames.value.length === 1 &&
  store.game.value?.surfaces[store.frames.value[0]?.surface ?? -1]?.shape === "hexes";

const square = ({ x, y }: Place): string => `M${n1(x - 24)} ${n1(y - 20)}h48v48h-48z`;

export function Minimap({ store, view }: { store: MatchFacts; view: View }) {
  const svg = useRef<SVGSVGElement>(null);
  const [frame] = store.frames.value,
    ground = frame && hexProps(store, frame);
  if (!frame || !ground || !hasMinimap(store)) return null;
  const { game, look, cells, surface } = ground;
  const part = inPlay(store) ?? { x: 0, y: 0, width: frame.width, height: frame.height };
  const kinds = tagKinds(game, look),
    tags = (cell: number): string[] => tagsOf(kinds, cells[cell]);
  const held = store.layersNow.value?.get("front");
  const front = held
    ? frontOf(frame, surface, (c) => held.cells.has(c), (c) => !isOut(tags(c))).middle
    : "";
  const units = new Map<number, Set<number>>();
  for (const piece of store.pieces.value)
    if (piece.surface === frame.surface && piece.owner !== null && !(piece.flags & GROUND))
      units.set(piece.owner, (units.get(piece.owner) ?? new Set()).add(piece.cell));
  const { x, y, width, height } = view.part.value;
  const go = (event: PointerEvent): void => {
    const matrix = svg.current?.getScreenCTM();
    if (!matrix || (event.type === "pointermove" && !event.buttons)) return;
    const to = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    event.stopPropagation();
    view.go(to.x, to.y, view.at.value.k, false);
  };
  return (
    <div class="minimap" onPointerDown={(e) => e.stopPropagation()}>
      <svg
        ref={svg}
        viewBox={[part.x, part.y, part.width, part.height].map((v) => n1(v)).join(" ")}
        role="img"
        aria-label={t("minimap")}
        onPointerDown={go}
        onPointerMove={go}
      >
        {ground.relief ? (
          <image href={ground.relief} width={frame.width} height={frame.height} />
        ) : (
          <rect class="map-paper" width={frame.width} height={frame.height} />
        )}
        <path class="m-front" d={front} />
        {[...units].map(([owner, list]) => (
          <path
            key={owner}
            class="m-units"
            fill={dress(game, look, { owner, token: "" }).paper}
            d={frame.places
              .filter((p) => list.has(p.cell))
              .map(square)
              .join("")}
          />
        ))}
        {frame.places
          .filter((p) => isObjective(tags(p.cell)))
          .map((p) => {
            const holder = holderOf(store, frame.surface, p.cell);
            return (
              <circle
                key={p.cell}
                class={holder === null ? "m-goal" : `m-goal s${holder}`}
                cx={n1(p.x)}
                cy={n1(p.y)}
                r="24"
              />
            );
          })}
        <path
          class="m-veil"
          fill-rule="evenodd"
          d={
            `M${n1(part.x)} ${n1(part.y)}h${n1(part.width)}v${n1(part.height)}` +
            `h${n1(-part.width)}z` +
            `M${n1(x)} ${n1(y)}v${n1(height)}h${n1(width)}v${n1(-height)}z`
          }
        />
        <rect class="m-sight" x={n1(x)} y={n1(y)} width={n1(width)} height={n1(height)} />
      </svg>
    </div>
  );
}
