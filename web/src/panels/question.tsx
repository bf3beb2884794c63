// SPDX-License-Identifier: Apache-2.0
// The question of a reaction window: who has done what, each answer with its chances and its cost
// from the ledger, which one the program proposes, and what shall be answered from now on.
import { signal } from "@preact/signals";
import type { Answer, MatchStore } from "../store";
import { both, capital, print, spokenLine, t } from "../text";
import type { Order } from "../types";
import { RuleLink } from "./side";

const asked = matchMedia("(min-width: 861px)");
// Beside the board where there is room, otherwise over it.
export const roomy = signal(asked.matches);
asked.addEventListener("change", () => (roomy.value = asked.matches));

const orders: [order: Order, meanwhile: boolean, key: string, word: Parameters<typeof t>[0]][] = [
  ["always", false, "a", "alwaysHere"],
  ["never", false, "x", "neverHere"],
  ["always", true, "A", "asProposed"],
  ["never", true, "X", "passUntil"],
];
export const orderOfKey = (key: string) => orders.find(([, , k]) => k === key);

// What is answered here from now on, or everywhere until one's own turn.
function WindowOrders({ store }: { store: MatchStore }) {
  return (
    <p class="window-orders">
      {orders.map(([order, meanwhile, key, word]) => (
        <button
          key={key}
          type="button"
          class="quiet"
          data-order={`${order}${meanwhile ? "-meanwhile" : ""}`}
          aria-keyshortcuts={meanwhile ? `Shift+${key}` : key}
          onClick={() => void store.answerHere(order, meanwhile)}
        >
          {t(word)} <kbd>{key}</kbd>
        </button>
      ))}
    </p>
  );
}

// Who has done what: the last thing that a player did, not what the dice made of it.
function Opened({ store }: { store: MatchStore }) {
  const opened = store.opened.value,
    seat = store.game.value?.seats.find((s) => s.token === opened?.entry.seat);
  if (!opened) return null;
  return (
    <div class="opened">
      <span class="who">{capital(both(seat))}</span>
      <ul>
        {opened.lines.map((line, i) => (
          <li key={i}>{spokenLine(line)}</li>
        ))}
      </ul>
    </div>
  );
}

function AnswerRow({ store, answer }: { store: MatchStore; answer: Answer }) {
  const { legal, lines, proposed } = answer;
  return (
    <li class={proposed ? "proposed" : ""}>
      <button
        type="button"
        class="act"
        data-answer={legal.n}
        disabled={store.busy.value}
        onClick={(e) => void store.act(legal, { x: e.clientX, y: e.clientY })}
        onPointerEnter={() => store.lookInto(legal)}
        onFocus={() => store.lookInto(legal)}
        onPointerLeave={() => store.lookAway()}
        onBlur={() => store.lookAway()}
      >
        {store.legalName(legal)}
        {proposed && <em>{t("proposed")}</em>}
      </button>
      {lines.length > 0 && (
        <ul class="facts">
          {lines.map((line, i) => (
            <li key={i}>
              {both(line)} {line.rule && <RuleLink store={store} rule={line.rule} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function Question({ store }: { store: MatchStore }) {
  const question = store.question.value,
    turn = store.live.value?.turn;
  if (!store.atWindow.value || !turn) return null;
  return (
    <section
      class="question"
      aria-label={t("question")}
      onPointerDown={(e) => e.stopPropagation()}
    >
      <h2>{both({ fr: turn.prompt_fr, en: turn.prompt_en })}</h2>
      <Opened store={store} />
      <ul class="answers">
        {(question?.answers ?? []).map((answer) => (
          <AnswerRow key={answer.legal.a} store={store} answer={answer} />
        ))}
      </ul>
      {!!question?.more && (
        <p class="hush">{print(t("moreAnswers").replace("#", String(question.more)))}</p>
      )}
      <WindowOrders store={store} />
    </section>
  );
}
