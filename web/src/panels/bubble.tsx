// SPDX-License-Identifier: Apache-2.0
// What is said beside the thing pointed at: why it is refused and what would be allowed, a short
// note, or a menu when a click could mean several things.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Bubble, MatchStore, Spot } from "../store";
import { both, pair, t } from "../text";

// Beside what was pointed at, and clear of the pieces an overlay marks around it.
function place(box: HTMLElement, at: Spot): void {
  const w = box.offsetWidth,
    h = box.offsetHeight,
    margin = 8;
  const near = [...document.querySelectorAll(".named circle")]
    .map((node) => node.getBoundingClientRect())
    .filter((b) => Math.hypot(b.left - at.x, b.top - at.y) < 160);
  const low = Math.max(at.y, ...near.map((b) => b.bottom)),
    high = Math.min(at.y, ...near.map((b) => b.top));
  const left = Math.min(innerWidth - w - margin, Math.max(margin, at.x - w / 2));
  const below = low + 22 + h < innerHeight;
  box.style.left = `${left}px`;
  box.style.top = `${below ? low + 18 : Math.max(margin, high - h - 18)}px`;
  box.dataset["side"] = below ? "below" : "above";
}

export function BubbleBox({ store }: { store: MatchStore }) {
  const bubble = store.bubble.value;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!bubble || !ref.current) return;
    place(ref.current, bubble.at);
    if (bubble.kind === "menu") ref.current.querySelector("button")?.focus();
  }, [bubble]);
  const aimed = store.aimed.value;
  useEffect(() => {
    // marks that came later are not to be covered either
    if (bubble?.kind === "menu" && ref.current) place(ref.current, bubble.at);
  }, [aimed]);
  useEffect(() => {
    if (bubble?.kind !== "note") return undefined;
    const timer = window.setTimeout(
      () => store.bubble.value === bubble && (store.bubble.value = null),
      3500 + bubble.text.length * 40,
    );
    return () => clearTimeout(timer);
  }, [bubble]);
  if (!bubble) return null;
  return (
    <div
      ref={ref}
      class={`bubble ${bubble.kind}`}
      role={bubble.kind === "menu" ? "menu" : "alert"}
      onKeyDown={(e) => keys(e, store)}
    >
      <Content store={store} bubble={bubble} />
    </div>
  );
}

function keys(event: KeyboardEvent, store: MatchStore): void {
  const buttons = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>("button"),
  ];
  const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === "Escape") store.cancel();
  else if (event.key === "ArrowDown") buttons[(here + 1) % buttons.length]?.focus();
  else if (event.key === "ArrowUp") buttons[(here + buttons.length - 1) % buttons.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function Content({ store, bubble }: { store: MatchStore; bubble: Bubble }) {
  if (bubble.kind === "note") return <p>{bubble.text}</p>;
  if (bubble.kind === "menu")
    return (
      <>
        {bubble.title && <p class="title">{bubble.title}</p>}
        {bubble.items.map((item, i) => (
          <button
            key={i}
            type="button"
            role="menuitem"
            onClick={item.pick}
            onPointerEnter={() => item.legal && void store.preview(item.legal)}
            onFocus={() => item.legal && void store.preview(item.legal)}
          >
            {item.label}
            {item.hint && <small>{item.hint}</small>}
          </button>
        ))}
      </>
    );
  const { refusal } = bubble;
  return (
    <>
      <p class="title">
        <span class="stamp">{t("refused")}</span>
        {refusal.rule && (
          <button type="button" class="rule" onClick={() => (store.ruleShown.value = refusal.rule)}>
            {refusal.rule}
          </button>
        )}
        <button
          type="button"
          class="quiet close"
          aria-label={t("close")}
          onClick={() => (store.bubble.value = null)}
        >
          ✕
        </button>
      </p>
      <p class="fact">{both(refusal)}</p>
      {pair(refusal.rule_fr, refusal.rule_en) && (
        <p class="rule-text">{pair(refusal.rule_fr, refusal.rule_en)}</p>
      )}
      <Offer title={t("firsts")} list={refusal.first} store={store} at={bubble.at} />
      <Offer title={t("remedies")} list={refusal.remedy} store={store} at={bubble.at} />
    </>
  );
}

function Offer(props: { title: string; list: string[]; store: MatchStore; at: Spot }) {
  if (!props.list?.length) return null;
  return (
    <div class="remedies">
      <p>{props.title}</p>
      {props.list.map((n) => (
        <Remedy key={n} store={props.store} notation={n} at={props.at} />
      ))}
    </div>
  );
}

function Remedy({ store, notation, at }: { store: MatchStore; notation: string; at: Spot }) {
  const legal = store.legal.value.find((l) => l.n === notation);
  return (
    <button
      type="button"
      class="remedy"
      onClick={() => void store.actText(notation, at)}
      onPointerEnter={() => legal && void store.preview(legal)}
    >
      {legal ? store.legalName(legal) : store.spoken(notation)}
    </button>
  );
}
