// SPDX-License-Identifier: Apache-2.0
// How long the two may think: three usual paces, each of which can be changed.
import type { Pace } from "../table";
import { type Word, t } from "../text";
import type { Setup } from "./setup";

export const paces = ["none", "live", "fast", "slow"] as const;
export const paceWords: Record<Pace["kind"], Word> = {
  none: "paceNone",
  live: "paceLive",
  fast: "paceFast",
  slow: "paceSlow",
};
// In their own units: minutes and seconds, days and hours.
const units = {
  live: { base: 60, more: 1, words: ["minutes", "seconds"], usual: [45, 30], most: [600, 600] },
  fast: { base: 86400, more: 3600, words: ["days", "hours"], usual: [3, 12], most: [60, 240] },
  slow: { base: 86400, more: 3600, words: ["days", "hours"], usual: [10, 24], most: [60, 240] },
} as const;

// Among the other choices of a match with a friend.
export function PaceSelect({ setup }: { setup: Setup }) {
  return (
    <label class="clock-choice">
      <span class="label">{t("clock")}</span>
      <select
        name="pace"
        value={setup.pace.value.kind}
        onChange={(event) =>
          (setup.pace.value = { kind: event.currentTarget.value as Pace["kind"] })
        }
      >
        {paces.map((kind) => (
          <option key={kind} value={kind}>
            {t(paceWords[kind])}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PaceFields({ setup }: { setup: Setup }) {
  const pace = setup.pace.value,
    unit = pace.kind === "none" ? null : units[pace.kind];
  const number = (typed: number, least: number, most: number, usual: number): number =>
    Number.isFinite(typed) ? Math.min(most, Math.max(least, Math.round(typed))) : usual;
  return (
    <fieldset>
      <legend>{t("clock")}</legend>
      <PaceSelect setup={setup} />
      {unit && (
        <>
          <p class="hush">{t("paceHint")}</p>
          <label class="field">
            <span>
              {t("paceBase")} ({t(unit.words[0])})
            </span>
            <input
              type="number"
              name="base"
              min={1}
              max={unit.most[0]}
              value={(pace.base_s ?? unit.usual[0] * unit.base) / unit.base}
              onChange={(event) => {
                const n = number(event.currentTarget.valueAsNumber, 1, unit.most[0], unit.usual[0]);
                setup.pace.value = { ...pace, base_s: n * unit.base };
              }}
            />
          </label>
          <label class="field">
            <span>
              {t("paceMore")} ({t(unit.words[1])})
            </span>
            <input
              type="number"
              name="more"
              min={0}
              max={unit.most[1]}
              value={(pace.increment_s ?? unit.usual[1] * unit.more) / unit.more}
              onChange={(event) => {
                const n = number(event.currentTarget.valueAsNumber, 0, unit.most[1], unit.usual[1]);
                setup.pace.value = { ...pace, increment_s: n * unit.more };
              }}
            />
          </label>
        </>
      )}
    </fieldset>
  );
}
