// SPDX-License-Identifier: Apache-2.0
// Small line drawings beside words; never in place of them.
const paths = {
  computer:
    "M6 6h8v8H6zM8.5 6V3M11.5 6V3M8.5 17v-3M11.5 17v-3M6 8.5H3M6 11.5H3M17 8.5h-3M17 11.5h-3",
  friend:
    "M8.5 11.5a3.5 3.5 0 0 0 5 0l2.6-2.6a3.5 3.5 0 0 0-5-5L10 5" +
    "M11.5 8.5a3.5 3.5 0 0 0-5 0l-2.6 2.6a3.5 3.5 0 0 0 5 5L10 15",
  screen: "M3 4h14v9.5H3zM10 13.5V17M6.5 17h7",
  people:
    "M7.5 9.5a3 3 0 1 0-.1 0zM2.5 17c0-3.5 2-5.2 5-5.2s5 1.7 5 5.2" +
    "M13 4a3 3 0 0 1 0 5.4M14.5 12c2 .6 3 2.3 3 5",
  clock: "M10 2.5a7.5 7.5 0 1 0 .1 0zM10 6v4.3l3 1.9",
  copy: "M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4",
  check: "m4 10.5 4 4 8-9",
  bell: "M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3",
  shield: "M10 2.5 16 5v4.5c0 4-2.5 6.5-6 8-3.5-1.5-6-4-6-8V5zM7.5 9.800l2 2 3.3-3.8",
  eye: "M2 10s3-5.5 8-5.500S18 10 18 10s-3 5.5-8 5.500S2 10 2 10zM10 7.700a2.3 2.3 0 1 0 .1 0z",
  device: "M6 2.500h8v15H6zM9 15h2",
} as const;
export type IconName = keyof typeof paths;
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

// How demanding a game is, of five.
export const Pips = ({ of, label }: { of: number; label: string }) => (
  <svg class="lozenges" viewBox="0 0 60 12" role="img" aria-label={label}>
    {[0, 1, 2, 3, 4].map((i) => (
      <path key={i} class={i < of ? "on" : ""} d={`M${6 + i * 12} 1l5 5-5 5-5-5z`} />
    ))}
  </svg>
);

export const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M9 2.5h14l7 13.5-7 13.5H9L2 16z" />
    <path class="x" d="M9 12h14v9H9zM9 12l14 9M23 12 9 21" />
  </svg>
);
