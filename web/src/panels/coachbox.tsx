// SPDX-License-Identifier: Apache-2.0
// The button that calls the coach, and its key. What he says is fetched when he is called
// (coach.tsx).
import type { MatchStore } from "../store";
import { t } from "../text";

const lamp = "M7.5 14.5c0-2-2.6-3-2.6-6.3a5.1 5.1 0 0 1 10.2 0c0 3.3-2.6 4.3-2.6 6.3zM8 17.5h4";

const seated = (store: MatchStore): boolean => {
  const state = store.live.value;
  const sits = store.game.value?.seats.some((seat) => seat.token === state?.viewer);
  return !!state && !state.over && !store.embedded && !!sits;
};

export function closeCoach(store: MatchStore): void {
  store.coaching.value = false;
  store.advised.value = null;
}

// False: there is nobody to advise.
export function callCoach(store: MatchStore): boolean {
  if (!seated(store)) return false;
  if (store.live.value?.hints === false)
    store.note({ x: innerWidth / 2, y: 120 }, t("coachNot"));
  else if (store.coaching.value) closeCoach(store);
  else store.coaching.value = true;
  return true;
}

export function CoachButton({ store }: { store: MatchStore }) {
  if (!seated(store) || store.live.value?.hints === false) return null;
  return (
    <button
      type="button"
      class="coach-call"
      id="coach"
      title={t("coachHint")}
      aria-expanded={store.coaching.value}
      onClick={() => callCoach(store)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={lamp} />
      </svg>
      {t("coach")}
    </button>
  );
}
