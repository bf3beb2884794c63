// SPDX-License-Identifier: Apache-2.0
// What one player asks of the other and what is answered: a decision back, a rest of the clocks, a
// draw.
import { apart, called, own } from "../people";
import type { MatchStore } from "../store";
import { type Word, counted, t } from "../text";

interface Asked {
  seat: string; // who asks
  waits: boolean; // for an answer from here
  theirs: Word;
  mine: Word;
  agree: () => Promise<void>;
  decline: () => Promise<void>;
}

function askedOf(store: MatchStore): Asked[] {
  const state = store.live.value,
    { table } = store,
    out: Asked[] = [];
  if (!state || state.over) return out;
  const isOwn = (seat: string) => own(state).some((p) => p.seat === seat);
  if (state.takeback)
    out.push({
      seat: state.takeback.seat,
      waits: state.takeback.asked.some(isOwn),
      theirs: "wantsBack",
      mine: "youAskBack",
      agree: () => table.takeback("agree"),
      decline: () => table.takeback("decline"),
    });
  if (state.clock?.pause_asked)
    out.push({
      seat: state.clock.pause_asked,
      waits: !isOwn(state.clock.pause_asked),
      theirs: "wantsRest",
      mine: "youAskRest",
      agree: () => table.rest("agree"),
      decline: () => table.rest("decline"),
    });
  if (state.draw)
    out.push({
      seat: state.draw,
      waits: !isOwn(state.draw),
      theirs: "wantsDraw",
      mine: "youAskDraw",
      agree: () => table.draw("accept"),
      decline: () => table.draw("decline"),
    });
  return out;
}

export function Asks({ store }: { store: MatchStore }) {
  const list = askedOf(store),
    state = store.live.value;
  if (!list.length || !state || !own(state).length) return null;
  return (
    <div class="asks">
      {list.map((one) => {
        const who = state.people.find((p) => p.seat === one.seat);
        return (
          <p key={one.theirs} role="status">
            <span>{one.waits ? counted(one.theirs, who ? called(who) : "?") : t(one.mine)}</span>
            {one.waits && (
              <button
                type="button"
                class="act main agree"
                onClick={() => void store.asked(one.agree)}
              >
                {t("agree")}
              </button>
            )}
            <button
              type="button"
              class="decline"
              onClick={() => void store.asked(one.decline)}
            >
              {one.waits ? t("decline") : t("withdraw")}
            </button>
          </p>
        );
      })}
    </div>
  );
}

// What can be asked now; beside "resign".
export function AskButtons({ store }: { store: MatchStore }) {
  const state = store.live.value,
    { table } = store;
  if (!state || state.over || !own(state).length) return null;
  const clock = state.clock;
  return (
    <p class="ask-buttons">
      {!state.takeback && (
        <button
          type="button"
          id="ask-back"
          onClick={() => void store.asked(() => table.takeback("ask"))}
        >
          {t("askBack")}
        </button>
      )}
      {clock && !clock.pause_asked && (
        <button
          type="button"
          id="ask-rest"
          onClick={() => void store.asked(() => table.rest(clock.paused ? "end" : "ask"))}
        >
          {clock.paused ? t("endRest") : t("askRest")}
        </button>
      )}
      {apart(state) && !state.draw && (
        <button
          type="button"
          id="ask-draw"
          onClick={() => void store.asked(() => table.draw("offer"))}
        >
          {t("askDraw")}
        </button>
      )}
    </p>
  );
}
