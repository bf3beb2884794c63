// SPDX-License-Identifier: Apache-2.0
// Going on vacation in a match that takes weeks, and coming back.
import { useState } from "preact/hooks";
import { own } from "../people";
import type { MatchStore } from "../store";
import { counted, t } from "../text";
import { awayUntil, dayOf } from "./clock";

export function Vacation({ store }: { store: MatchStore }) {
  const state = store.live.value,
    { table } = store;
  const [days, setDays] = useState(1);
  if (!state || state.over || state.waiting) return null;
  const mine = own(state).length === 1 ? own(state)[0]?.seat : state.viewer;
  const seat = state.seats.findIndex((s) => s.token === mine);
  const rule = state.clock?.vacation?.[seat];
  if (!rule) return null;
  const until = awayUntil(store, seat),
    most = rule.left_days;
  return (
    <section class="vacation">
      <h3>{t("vacation")}</h3>
      <p>{until ? counted("youAreAway", dayOf(until)) : t("vacationHint")}</p>
      {until ? (
        <button
          type="button"
          id="come-back"
          onClick={() => void store.asked(() => table.vacation(null))}
        >
          {t("comeBack")}
        </button>
      ) : (
        <p class="days-off">
          <label>
            <span>{t("daysOff")}</span>
            <select
              id="days-off"
              disabled={!most}
              onChange={(e) => setDays(Number(e.currentTarget.value))}
            >
              {Array.from({ length: most }, (_, i) => (
                <option key={i} value={i + 1} selected={i + 1 === days}>
                  {i + 1}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            id="go-away"
            disabled={!most || state.clock?.paused}
            onClick={() =>
              void store.asked(() => table.vacation(Math.min(days, most)))
            }
          >
            {t("goAway")}
          </button>
          <small>{counted("daysLeft", most)}</small>
        </p>
      )}
    </section>
  );
}
