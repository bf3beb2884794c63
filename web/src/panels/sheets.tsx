// SPDX-License-Identifier: Apache-2.0
// What is laid over the table when asked for: the rulebook at a rule, the keys, the command line,
// dice as they fall, the screen between two players.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { house } from "../house";
import { complete } from "../choose";
import { lang } from "../prefs";
import type { MatchStore } from "../store";
import type { BookKind } from "../table";
import { both, capital, t } from "../text";
import type { Game } from "../types";
import { BookSearch } from "./find";

export function Sheet({
  title,
  close,
  children,
  wide,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // Seen while it is drawn: a moment later somebody quick is already inside the sheet.
  const before = useMemo(() => document.activeElement, []);
  useLayoutEffect(() => {
    if (!ref.current?.contains(document.activeElement))
      ref.current?.querySelector<HTMLElement>("button, input")?.focus();
    return () => {
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={ref}
      class={`sheet ${wide ? "wide" : ""}`}
      role="dialog"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          close();
        }
      }}
    >
      <div class="sheet-head">
        <h2>{title}</h2>
        <button type="button" class="quiet" onClick={close} aria-label={t("close")}>
          ✕
        </button>
      </div>
      <div class="sheet-body">{children}</div>
    </div>
  );
}

// The address of the page names a moment of the match, so links inside a book only scroll. False:
// the rule is stated in another book.
function jumped(rule: string): boolean {
  const target = document.getElementById(`rule-${rule}`);
  target?.scrollIntoView({ block: "start" });
  return target !== null;
}

const kinds = ["rules", "start", "aid"] as const;
const kindWords = { rules: "rulesOf", start: "firstTurn", aid: "playerAid" } as const;

// Which of a game's books is read, and the way to the page that prints well.
function BookTabs({ game, kind }: { game: Game; kind: Signal<BookKind> }) {
  const there = useSignal<BookKind[]>(["rules"]);
  useEffect(() => {
    void Promise.all(kinds.map((k) => house.rulebook(game.id, lang.value, k))).then(
      (texts) => (there.value = kinds.filter((k, i) => k === "rules" || texts[i])),
    );
  }, [game.id, lang.value]);
  return (
    <p class="book-tabs">
      {there.value.map((k) => (
        <button
          key={k}
          type="button"
          class="quiet"
          aria-pressed={kind.value === k}
          onClick={() => (kind.value = k)}
        >
          {t(kindWords[k])}
        </button>
      ))}
      <a href={house.book(game.id, lang.value, kind.value)} target="_blank" rel="noopener">
        {t("asPage")}
      </a>
    </p>
  );
}

export function RulesSheet({ game, rule, close }: { game: Game; rule: string; close: () => void }) {
  const book = useSignal<string | null>(null),
    kind = useSignal<BookKind>("rules"),
    goal = useSignal(rule);
  const body = useRef<HTMLDivElement>(null);
  const found = game.rules.find((r) => r.id === rule);
  const show = (id: string) => {
    goal.value = id;
    kind.value = "rules";
  };
  const jump = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("[data-rule]") : null,
      id = link?.getAttribute("data-rule");
    if (id && !jumped(id)) show(id);
  };
  useEffect(() => show(rule), [rule]);
  useEffect(() => {
    void house.rulebook(game.id, lang.value, kind.value).then((text) => (book.value = text));
  }, [game.id, lang.value, kind.value]);
  useEffect(() => {
    if (!book.value || !goal.value || kind.value !== "rules") return;
    const target = body.current?.querySelector(`#rule-${CSS.escape(goal.value)}`);
    const block = target?.closest("h3, h4, h5, p, li, tr, blockquote") ?? target;
    body.current?.querySelectorAll(".cited").forEach((e) => e.classList.remove("cited"));
    block?.classList.add("cited");
    block?.scrollIntoView({ block: "center" });
  }, [book.value, goal.value]);
  return (
    <Sheet title={t(kindWords[kind.value])} close={close} wide>
      <BookTabs game={game} kind={kind} />
      <BookSearch book={() => body.current} language={lang.value} version={book.value} />
      {found && found.id === goal.value && kind.value === "rules" && (
        <p class="cited-rule">
          <b>{found.id}</b>{" "}
          <span class="hush">
            {t("section")} {found.section}
          </span>
          <br />
          {both(found)}
        </p>
      )}
      {book.value ? (
        <div
          key="book"
          ref={body}
          class="book"
          onClick={jump}
          dangerouslySetInnerHTML={{ __html: book.value }}
        />
      ) : (
        <div key="list" ref={body} class="book">
          {book.value === null ? <p>{t("loading")}</p> : <RuleList game={game} />}
        </div>
      )}
    </Sheet>
  );
}

// A game without a rulebook still has its rules, one by one.
function RuleList({ game }: { game: Game }) {
  return (
    <dl>
      {game.rules.map((r) => [
        <dt key={r.id} id={`rule-${r.id}`}>
          {r.id}
        </dt>,
        <dd key={`${r.id}t`}>{both(r)}</dd>,
      ])}
    </dl>
  );
}

const keyTable: [string, string, string][] = [
  ["n / Maj n", "Pion suivant / précédent qui peut agir", "Next / previous piece that can act"],
  ["Tab", "D’un élément à l’autre", "From one thing to the next"],
  ["← ↑ → ↓", "D’une case à l’autre", "From place to place"],
  ["Entrée", "Désigner, agir", "Point at, act"],
  ["Échap", "Abandonner la sélection", "Cancel the selection"],
  ["u, Ctrl Z, ⌫", "Reprendre la dernière étape", "Take back the last step"],
  ["Ctrl Entrée", "Confirmer, finir la phase", "Confirm, end the phase"],
  ["+  −  0", "Agrandir, réduire, tout voir", "Zoom in, zoom out, fit"],
  ["w a s d*", "Déplacer la carte (Maj)", "Pan the map (Shift)"],
  ["d", "Décrire", "Describe"],
  ["Maj + survol", "Montrer aussitôt une pièce en grand", "Hold a piece up to be read at once"],
  ["h", "Cacher les pions", "Hide the counters"],
  [":", "Ligne de commande", "Command line"],
  ["r", "Règles", "Rules"],
  ["/", "Chercher dans les règles", "Search the rules"],
  [
    "a  x  A  X",
    "À une réaction : toujours, jamais ; comme proposé, passer jusqu’à mon tour",
    "At a reaction: always, never; as proposed, pass until my turn",
  ],
  [
    "o",
    "Calque suivant de ce qui est montré : portée, vue…",
    "Next overlay of what is pointed at: reach, sight…",
  ],
  ["b", "Revoir le dernier tour de l’adversaire", "See the opponent’s last turn again"],
  [
    "Espace, Échap",
    "Pendant qu’on rejoue : coup suivant, tout passer",
    "While it is played back: next step, skip all",
  ],
  ["Ctrl B", "Calculateur des chances", "Calculator of odds"],
  ["i", "Demander conseil au coach", "Ask the coach for advice"],
  [",", "Réglages", "Settings"],
  ["c", "Parler à l’adversaire", "Talk to the opponent"],
  ["g", "Partie suivante où c’est à vous", "Next game in which it is your turn"],
  ["?", "Cette aide", "This help"],
];
const keyNames: Record<string, string> = {
  "n / Maj n": "n / Shift n",
  Entrée: "Enter",
  Échap: "Esc",
  "Maj + survol": "Shift + hover",
  "Ctrl Entrée": "Ctrl Enter",
  "Espace, Échap": "Space, Esc",
};

export function HelpSheet({ store }: { store: MatchStore }) {
  const close = () => (store.helpShown.value = false);
  return (
    <Sheet title={t("help")} close={close}>
      <p>
        <button
          type="button"
          class="act"
          onClick={() => {
            close();
            store.ruleShown.value = "";
          }}
        >
          {t("rulesOf")}
        </button>
      </p>
      <h3>{t("howTo")}</h3>
      <ul class="how">
        {(["howButtons", "howPoint", "howAsk", "howLook"] as const).map((word) => (
          <li key={word}>{t(word)}</li>
        ))}
      </ul>
      <Legend />
      <h3>{t("keys")}</h3>
      <table class="keys">
        <tbody>
          {keyTable.map(([key, fr, en]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{lang.value === "en" ? (keyNames[key] ?? key) : key}</kbd>
              </th>
              <td>{both({ fr, en })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {store.live.value && !store.live.value.over && store.live.value.viewer && (
        <Resign store={store} close={close} />
      )}
    </Sheet>
  );
}

// The marks on the table and what they mean.
function Legend() {
  const marks = [
    ["markLegal", <rect key="m" class="l-legal" x="3" y="3" width="20" height="20" rx="4" />],
    ["markChosen", <rect key="m" class="l-chosen" x="3" y="3" width="20" height="20" rx="4" />],
    ["markMoved", <path key="m" class="l-moved" d="M2 20 20 7M13 6l8 .2-3 7.4" />],
    ["markLost", <path key="m" class="l-lost" d="M6 6l14 14M20 6 6 20" />],
  ] as const;
  return (
    <ul class="legend">
      {marks.map(([word, art]) => (
        <li key={word}>
          <svg viewBox="0 0 26 26" aria-hidden="true">
            {art}
          </svg>
          {t(word)}
        </li>
      ))}
    </ul>
  );
}

function Resign({ store, close }: { store: MatchStore; close: () => void }) {
  const sure = useSignal(false);
  if (!sure.value)
    return (
      <p class="resign">
        <button type="button" class="quiet" onClick={() => (sure.value = true)}>
          {t("resign")}
        </button>
      </p>
    );
  return (
    <p class="resign">
      {t("resignSure")}{" "}
      <button
        type="button"
        class="act"
        onClick={() => {
          close();
          void store.resign();
        }}
      >
        {t("yes")}
      </button>{" "}
      <button type="button" class="act" onClick={() => (sure.value = false)}>
        {t("no")}
      </button>
    </p>
  );
}

export function CommandLine({ store }: { store: MatchStore }) {
  const text = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []); // what is typed next belongs here
  const hints = complete(store.legal.value, text.value).slice(0, 14);
  const close = () => (store.commandShown.value = false);
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Tab" && hints[0]) {
      event.preventDefault();
      text.value = `${text.value.replace(/\S*$/, "")}${hints[0]} `;
    } else if (event.key !== "Enter") {
      event.stopPropagation();
      return;
    }
    event.stopPropagation();
  };
  return (
    <form
      class="command"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = text.value.trim();
        const box = input.current?.getBoundingClientRect();
        if (typed === "undo") void store.undo();
        else if (typed)
          void store.actText(typed, { x: (box?.left ?? 0) + 120, y: (box?.top ?? 200) - 20 });
        text.value = "";
      }}
    >
      <label>
        <span class="hush">{t("command")}</span>
        <input
          ref={input}
          id="command"
          value={text.value}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
          onKeyDown={key}
          aria-describedby="command-hint"
        />
      </label>
      <p id="command-hint">
        {hints.length ? hints.map((h) => <code key={h}>{h}</code>) : t("commandHint")}
      </p>
      <button type="button" class="quiet" onClick={close} aria-label={t("close")}>
        ✕
      </button>
    </form>
  );
}

export function HandOver({ store }: { store: MatchStore }) {
  const state = store.live.value,
    game = store.game.value;
  const seat = game?.seats.find((s) => s.token === state?.handover);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <main class="handover">
      <svg viewBox="0 0 120 80" aria-hidden="true">
        <path d="M14 24h44v34H14zM62 24h44v34H62z" />
        <path d="M40 14c12-9 28-9 40 0M80 14l-2-8M80 14l-8 2" />
      </svg>
      <h1>{t("handTitle")}</h1>
      <p class="who">{capital(both(seat))}</p>
      <p>{t("handText")}</p>
      <button
        ref={button}
        type="button"
        class="act main"
        id="take-seat"
        onClick={() => void store.takeSeat()}
      >
        {t("handButton")}
      </button>
    </main>
  );
}
