// SPDX-License-Identifier: Apache-2.0
// The end of a match: who has won and why, in the words of the log, and what can be done next.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { house } from "../house";
import { go, link } from "../router";
import { apart, own } from "../people";
import type { MatchStore } from "../store";
import { TableError } from "../table";
import { both, colon, t } from "../text";
import { verdict } from "./header";
import { Rematch } from "./people";

const told = 4;
const leaves = "M10 12q-7-2-8-9 7 0 8 9zM8 21q-7 0-9-6 7-1 9 6zM11 29q-7 2-10-4 6-3 10 4z";
const star = "m32 8 3 7.4 8 .5-6.2 5.1 2 7.8L32 24.4l-6.8 4.4 2-7.8-6.2-5.1 8-.5z";

function Laurel() {
  return (
    <svg class="wreath" viewBox="0 0 64 40" aria-hidden="true">
      <path d="M22 38C8 34 4 20 10 6M42 38c14-4 18-18 12-32" />
      <path class="leaf" d={leaves} />
      <path class="leaf" d={leaves} transform="matrix(-1 0 0 1 64 0)" />
      <path class="star" d={star} />
    </svg>
  );
}

// Decisions on which the coach was asked, by side: a match that was won with help says so.
function Advised({ store }: { store: MatchStore }) {
  const hints = store.live.value?.result?.hints ?? [],
    seats = store.game.value?.seats ?? [];
  const told = hints.flatMap((count, i) => (count ? `${both(seats[i])} (${count})` : []));
  if (!told.length) return null;
  return (
    <p class="hinted">
      {t("withHints")}
      {colon()}
      {told.join(", ")}
    </p>
  );
}

export function Ending({ store, replay }: { store: MatchStore; replay: () => void }) {
  const closed = useSignal(false),
    busy = useSignal(false),
    pressed = useSignal(false),
    came = useRef(false);
  // A press that ends a playback is about what was there: nothing comes under it before it is over.
  useEffect(() => {
    const down = () => (pressed.value = true),
      up = () => void setTimeout(() => (pressed.value = false));
    const heard = { pointerdown: down, pointerup: up, pointercancel: up };
    for (const [kind, hear] of Object.entries(heard)) document.addEventListener(kind, hear, true);
    return () => {
      for (const [kind, hear] of Object.entries(heard))
        document.removeEventListener(kind, hear, true);
    };
  }, []);
  const state = store.live.value,
    game = store.game.value;
  if (!state?.over || !game || closed.value) return null;
  // Not before the table has come there; once told it stays while something is seen again.
  if ((store.staged.value || pressed.value) && !came.current) return null;
  came.current = true;
  const headings = store.look.value.headings ?? [];
  // how it ended is told by the last entry that tells anything
  const lines = store.log.value
    .slice(-6)
    .map((entry) => store.telling(entry).filter((line) => !headings.includes(line.kind)))
    .filter((list) => list.length > 0);
  const tail = lines[lines.length - 1] ?? [],
    ends = tail.filter((line) => store.look.value.endings?.includes(line.kind));
  const last = (ends.length ? ends : tail).slice(-told);
  const seat = game.seats.findIndex((s) => s.token === state.viewer),
    half = state.result?.half[seat];
  const alone = own(state).length === 1;
  // for who has won, and for those who look on
  const crowned = !!state.result?.half.includes(2) && !(alone && half !== 2);
  const again = async () => {
    busy.value = true;
    const { game: id, scenario, options, seats } = state;
    try {
      const lists = store.ownLists;
      // somebody elsewhere is asked by the button beside it
      const kinds = seats.map(({ kind }) => (kind === "remote" ? "human" : kind));
      const where = store.ownScenario ? { own: store.ownScenario } : { scenario };
      const body = { game: id, ...where, seats: kinds, lists };
      const { id: next } = await house.start(options ? { ...body, options } : body);
      go(`/m/${next}`);
    } catch (error) {
      store.note({ x: innerWidth / 2, y: 120 }, error instanceof TableError ? both(error) : "");
      busy.value = false;
    }
  };
  return (
    <aside class="ending" role="note" aria-label={t("over")}>
      <button
        type="button"
        class="quiet close"
        aria-label={t("close")}
        onClick={() => (closed.value = true)}
      >
        ✕
      </button>
      {crowned && <Laurel />}
      <h2>{verdict(store)}</h2>
      {alone && (half === 2 || half === 0) && <p class="mine">{half ? t("won") : t("lost")}</p>}
      {last.map((line, i) => (
        <p key={i}>{both(line)}</p>
      ))}
      <Advised store={store} />
      <p class="next">
        <button type="button" class="act main" onClick={replay}>
          {t("replay")}
        </button>
        {!store.embedded && (
          <button
            type="button"
            class="act"
            id="analyse"
            onClick={() => (store.analysing.value = true)}
          >
            {t("analysis")}
          </button>
        )}
        {/* lists of the players' own stay with them */}
        <Rematch store={store} />
        {own(state).length > 0 && !apart(state) && !state.lists?.length && (
          <button type="button" class="act" disabled={busy.value} onClick={() => void again()}>
            {t("again")}
          </button>
        )}
        <a class="act" {...link("/")}>
          {t("home")}
        </a>
      </p>
    </aside>
  );
}
