// SPDX-License-Identifier: Apache-2.0
// What lies over a hex map, switched on and off, and the overview beside it. On a small screen both
// wait behind a button.
import { signal } from "@preact/signals";
import { Minimap, hasMinimap } from "../board/minimap";
import type { View } from "../board/view";
import { layersOf, layersOn, toggleLayer } from "../layers";
import type { MatchStore } from "../store";
import { t } from "../text";

const open = signal(false); // on a small screen

const marks: Record<string, preact.JSX.Element> = {
  front: (
    <>
      <path class="front s1" d="M2 9q5-6 10 0t10 0" />
      <path class="front s0" d="M2 6q5-6 10 0t10 0" />
    </>
  ),
  hatch: <path class="front s0" d="M3 13 9 2M9 13l6-11M15 13l6-11" />,
  dots: <path class="dots" d="M3 8h20" />,
};

export function MapTools({ store, view }: { store: MatchStore; view: View }) {
  if (!hasMinimap(store) || store.embedded) return null;
  const layers = store.layersNow.value ? layersOf(store) : []; // of old rules' matches none is told
  return (
    <div
      class={open.value ? "map-tools open" : "map-tools"}
      onPointerDown={(e) => e.stopPropagation()}
    >
      <button
        type="button"
        class="map-button"
        aria-expanded={open.value}
        aria-label={t("showMinimap")}
        onClick={() => (open.value = !open.value)}
      >
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 5l5-2 6 2 5-2v12l-5 2-6-2-5 2zM7 3v12M13 5v12" />
        </svg>
      </button>
      {layers.length > 0 && (
        <div class="layer-list" role="group" aria-label={t("layers")}>
          {layers.map((layer) => (
            <button
              key={layer.style}
              type="button"
              data-layer={layer.style}
              aria-pressed={layersOn.value.has(layer.style)}
              onClick={() => toggleLayer(layer.style)}
            >
              <svg viewBox="0 0 24 15" aria-hidden="true">
                {marks[layer.style]}
              </svg>
              {layer.name}
            </button>
          ))}
        </div>
      )}
      {!view.allSeen.value && <Minimap store={store} view={view} />}
    </div>
  );
}
