// SPDX-License-Identifier: Apache-2.0
// What is drawn over the board while time passes: dice where the fight is, the banner of a turn,
// and the bar that says what is being played back. None of it takes the pointer but its buttons.
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../board/view";
import { Die } from "../panels/side";
import { calm, speed } from "../prefs";
import type { MatchStore } from "../store";
import { hidden, lieOf, takenIn } from "./beside";
import type { Chip } from "./chips";
import type { Spot } from "./flights";
import { both, counted, t } from "../text";

const diceShown = 24;
const apart = 46; // pixels between the fight and the dice beside it
const margin = 8;
const readFor = 500; // milliseconds that dice lie at least, whatever is pressed

// Beside the fight: above it where there is room, else below; the middle of the box.
function besideOf(spot: { x: number; y: number }, height: number): { x: number; y: number } {
  const up = spot.y - apart - height >= margin;
  return { x: spot.x, y: spot.y + (up ? -1 : 1) * (apart + height / 2) };
}

// In the gap below the fight: what lies there is seen past it.
const halfPiece = 38; // drawing units
function belowOf(
  spot: { x: number; y: number },
  k: number,
  size: { width: number; height: number },
  room: { width: number; height: number },
): { x: number; y: number } {
  const below = spot.y + halfPiece * k,
    fits = below + size.height <= room.height - margin;
  const y = fits ? below : spot.y - halfPiece * k - size.height,
    within = (v: number, most: number): number => Math.min(most - margin, Math.max(margin, v));
  return {
    x: within(spot.x - size.width / 2, room.width - size.width),
    y: within(y, room.height - size.height),
  };
}

// Die, what was thrown on, and on each side's colour what it loses.
function ChipBody({ store, chip }: { store: MatchStore; chip: Chip }) {
  const seats = store.game.value?.seats ?? [],
    look = store.look.value.seats ?? {};
  return (
    <div class="chip-body">
      {chip.faces.map((face, i) => (
        <span key={i} class="tumble">
          <Die face={face} />
        </span>
      ))}
      {chip.words.map((word, i) => (
        <b key={i}>{word}</b>
      ))}
      {chip.lost.map(({ seat, count }) => {
        const own = look[seats[seat]?.token ?? ""];
        return (
          <span
            key={seat}
            class={count ? "lost" : "lost none"}
            style={{ background: own?.paper, color: own?.ink }}
          >
            {count ? `\u2212${count}` : "0"}
          </span>
        );
      })}
    </div>
  );
}
// Of a fight before the last one.
function ChipAt({
  store,
  view,
  chip,
  spot,
}: {
  store: MatchStore;
  view: View;
  chip: Chip;
  spot: Spot;
}) {
  const ref = useRef<HTMLDivElement>(null),
    { x, y, k } = view.at.value;
  useEffect(() => {
    const node = ref.current,
      room = node?.parentElement;
    if (!node || !room) return;
    const at = { x: x + spot.x * k, y: y + spot.y * k },
      far = at.x < 0 || at.y < 0 || at.x > room.clientWidth || at.y > room.clientHeight;
    node.hidden = far; // out of sight
    const size = { width: node.offsetWidth, height: node.offsetHeight },
      box = { width: room.clientWidth, height: room.clientHeight },
      to = belowOf(at, k, size, box);
    node.style.transform = `translate(${Math.round(to.x)}px, ${Math.round(to.y)}px)`;
  }, [spot, x, y, k]);
  return (
    <div ref={ref} class="roll still before" aria-hidden="true">
      <ChipBody store={store} chip={chip} />
    </div>
  );
}
export function Chips({ store, view }: { store: MatchStore; view: View }) {
  return (
    <>
      {store.chips.value.map(({ chip, spot }) => (
        <ChipAt key={chip.entry} store={store} view={view} chip={chip} spot={spot} />
      ))}
    </>
  );
}

export function DiceFall({ store, view }: { store: MatchStore; view: View }) {
  const rolled = store.rolled.value,
    ref = useRef<HTMLDivElement>(null),
    lain = useRef({ of: rolled, at: { x: 0, y: 0 }, size: "" }),
    pieces = store.pieces.value,
    { x, y, k } = view.at.value;
  useEffect(() => {
    const node = ref.current,
      room = node?.parentElement;
    if (!node || !room || !rolled) return;
    const box = { width: room.clientWidth, height: room.clientHeight },
      size = { width: node.offsetWidth, height: node.offsetHeight };
    const spot = rolled.spot
      ? { x: x + rolled.spot.x * k, y: y + rolled.spot.y * k }
      : { x: box.width / 2, y: 0 };
    const last = lain.current,
      told = `${x} ${y} ${k} ${box.width} ${box.height}`;
    let { at } = last;
    if (rolled.chip) at = belowOf(spot, k, size, box);
    else {
      // what comes to stand under them makes them give way, nothing else does
      const taken = takenIn(room),
        stays = last.of === rolled && last.size === told && !hidden({ ...at, ...size }, taken);
      if (!stays) at = lieOf(besideOf(spot, size.height), size, box, taken);
    }
    lain.current = { of: rolled, at, size: told };
    node.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
  }, [rolled, x, y, k, pieces]);
  // They lie until the player goes on.
  useEffect(() => {
    if (!rolled) return undefined;
    const since = performance.now();
    const read = (event: Event) => {
      if (performance.now() - since < readFor || store.motion.playing) return;
      if (event instanceof KeyboardEvent && /^(Shift|Control|Alt|Meta|b)$/.test(event.key)) return;
      if (store.rolled.value !== rolled) return;
      store.rolled.value = null;
      store.chips.value = [];
    };
    document.addEventListener("pointerdown", read, true);
    document.addEventListener("keydown", read, true);
    return () => {
      document.removeEventListener("pointerdown", read, true);
      document.removeEventListener("keydown", read, true);
    };
  }, [rolled]);
  if (!rolled) return null;
  const still = calm.value || speed.value === "off";
  if (rolled.chip)
    return (
      <div ref={ref} class={`roll ${still ? "still" : ""}`} key={rolled.entry} aria-hidden="true">
        <ChipBody store={store} chip={rolled.chip} />
      </div>
    );
  return (
    <div ref={ref} class={`roll ${still ? "still" : ""}`} key={rolled.entry} aria-hidden="true">
      <p class={`fallen ${rolled.faces.length > 6 ? "many" : ""}`}>
        {rolled.faces.slice(0, diceShown).map((face, i) => (
          <span key={i} class={`tumble t${i % 3}`}>
            <Die face={face} />
          </span>
        ))}
      </p>
      {rolled.lines.length > 0 && (
        <div class="outcome">
          {rolled.lines.slice(0, 4).map((line, i) => (
            <p key={i}>{both(line)}</p>
          ))}
          {rolled.lines.length > 4 && <p>…</p>}
        </div>
      )}
    </div>
  );
}

export function TurnBanner({ store }: { store: MatchStore }) {
  const banner = store.motion.banner.value;
  if (!banner) return null;
  return (
    <p class={`turn-banner seat-${banner.seat}`} role="status">
      <b>{banner.title}</b>
      {banner.text && <span>{banner.text}</span>}
    </p>
  );
}

export function PlayBar({ store }: { store: MatchStore }) {
  const bar = store.motion.bar.value;
  if (!bar) return null;
  return (
    <div class="playbar" role="group" aria-label={t("playedBack")}>
      <p>{bar.text}</p>
      <span class="hush">{bar.left > 0 ? counted("stillToCome", bar.left) : ""}</span>
      {bar.waits && (
        <button type="button" class="act main" id="play-next" onClick={() => store.motion.next()}>
          {t("playNext")}
        </button>
      )}
      <button type="button" class="act" id="play-skip" onClick={() => store.motion.cut()}>
        {t("playSkip")}
      </button>
    </div>
  );
}

// Any press or key goes on with the game: the table is in the present before it is looked at.
export function useCut(store: MatchStore): void {
  useEffect(() => {
    const { motion } = store;
    const inBar = (event: Event) =>
      event.target instanceof Element && !!event.target.closest(".playbar");
    const press = (event: Event) => {
      if (!inBar(event)) motion.cut(event);
    };
    const key = (event: KeyboardEvent) => {
      if (!motion.playing || /^(Shift|Control|Alt|Meta|Tab)$/.test(event.key)) return;
      if (inBar(event) && (event.key === "Enter" || event.key === " ")) return;
      const skips = event.key === "Escape",
        steps = event.key === " ";
      if (steps) motion.next();
      else motion.cut(event);
      if (skips || steps) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const options = { capture: true, passive: true };
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("wheel", press, options);
    document.addEventListener("keydown", key, true);
    return () => {
      document.removeEventListener("pointerdown", press, options);
      document.removeEventListener("wheel", press, options);
      document.removeEventListener("keydown", key, true);
    };
  }, [store]);
}
