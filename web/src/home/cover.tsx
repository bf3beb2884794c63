// SPDX-License-Identifier: Apache-2.0
// A game's picture; hexes where it has none.
import { useSignal } from "@preact/signals";
import { house } from "../house";

export function Cover({ id }: { id: string }) {
  const broken = useSignal(false);
  if (!broken.value)
    return (
      <img
        class="cover"
        src={house.cover(id)}
        alt=""
        width="480"
        height="300"
        onError={() => (broken.value = true)}
      />
    );
  return (
    <svg
      class="cover"
      viewBox="0 0 480 300"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect width="480" height="300" class="cover-paper" />
      {Array.from({ length: 40 }, (_, i) => {
        const c = i % 8,
          r = Math.floor(i / 8),
          x = c * 66 + 8,
          y = r * 76 + (c % 2 ? 38 : 0);
        return <path key={i} class="cover-hex" d={`M${x} ${y}h44l22 38-22 38h-44l-22-38z`} />;
      })}
    </svg>
  );
}
