// SPDX-License-Identifier: Apache-2.0
// The sides of a game, each with its colour.
import { dress } from "../board/counter";
import { both, capital } from "../text";
import type { Setup } from "./setup";

// Whose side one takes, with its colour.
export function Sides({ setup }: { setup: Setup }) {
  const friend = setup.mode.value === "friend";
  return (
    <>
      {setup.game.seats.map((s, i) => (
        <button
          key={s.token}
          type="button"
          class="seat"
          aria-pressed={s.token === setup.seat && !(friend && setup.drawn.value)}
          onClick={() => (setup.seat = s.token)}
        >
          <Chip setup={setup} seat={i} />
          {capital(both(s))}
        </button>
      ))}
    </>
  );
}

export function Chip({ setup, seat }: { setup: Setup; seat: number }) {
  const colours = dress(setup.game, setup.look.value, { owner: seat, token: "" });
  return (
    <svg class="chip-side" viewBox="0 0 20 14" aria-hidden="true">
      <rect width="20" height="14" rx="2" fill={colours.paper} stroke={colours.ink} />
    </svg>
  );
}
