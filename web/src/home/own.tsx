// SPDX-License-Identifier: Apache-2.0
// A scenario of one's own: its text, begun from one that ships or from a file, judged while it is
// written, and a picture of the table as it would be set up. The text is the one that the command
// line reads; it stays in this browser.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { download } from "../builder/page";
import { Still, inPlay } from "../board/board";
import { extent } from "../board/geometry";
import { sprite } from "../board/sprite";
import { MatchFacts } from "../facts";
import { house } from "../house";
import { keep, kept } from "../prefs";
import type { Preview } from "../schema";
import { troubleOf } from "../table";
import { both, capital, colon, pair, t } from "../text";
import type { Game, ListFault, Look, State } from "../types";
import type { Setup } from "./setup";

const pause = 400; // ms without a key before the text is judged

export function OwnScenario({ setup }: { setup: Setup }) {
  const id = setup.game.id,
    texts = useSignal<{ id: string; text: string }[]>([]),
    seen = useSignal<Preview | null>(null),
    trouble = useSignal("");
  const text = setup.own.value?.text ?? "";
  const write = (now: string): void => {
    setup.own.value = { text: now, faults: [] };
    keep(`scenario.${id}`, now);
  };
  useEffect(() => {
    house.scenarios(id).then(
      (found) => {
        texts.value = found;
        const like = found.find((s) => s.id === setup.scenario) ?? found[0];
        if (!setup.own.value?.text) write(kept(`scenario.${id}`) || (like?.text ?? ""));
      },
      (error: unknown) => (trouble.value = both(troubleOf(error))),
    );
  }, [id]);
  useEffect(() => {
    if (!text) return;
    let gone = false;
    const wake = setTimeout(() => {
      house.preview(id, text).then(
        (found) => {
          if (gone) return;
          seen.value = found;
          trouble.value = "";
        },
        (error: unknown) => !gone && (trouble.value = both(troubleOf(error))),
      );
    }, pause);
    return () => {
      gone = true;
      clearTimeout(wake);
    };
  }, [id, text]);
  const faults = setup.own.value?.faults.length
    ? setup.own.value.faults
    : (seen.value?.faults ?? []);
  return (
    <div class="own-scenario">
      <Origins setup={setup} texts={texts.value} text={text} write={write} />
      <textarea
        aria-label={t("ownText")}
        aria-describedby={`own-${id}-said`}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        rows={14}
        maxLength={16000}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <div id={`own-${id}-said`} aria-live="polite">
        {trouble.value && <p class="trouble">{trouble.value}</p>}
        <Faults faults={faults} />
        {seen.value?.good && !faults.length && (
          <p class="good">
            <b>{both(seen.value.own)}</b> {pair(seen.value.own?.brief_fr, seen.value.own?.brief_en)}
          </p>
        )}
      </div>
      {seen.value?.places && <Picture game={id} seen={seen.value} old={faults.length > 0} />}
    </div>
  );
}

// Where the text comes from, and where it can be kept.
function Origins({
  setup,
  texts,
  text,
  write,
}: {
  setup: Setup;
  texts: { id: string; text: string }[];
  text: string;
  write: (text: string) => void;
}) {
  const { game } = setup,
    file = `own-file-${game.id}`;
  return (
    <p>
      <select
        aria-label={t("startFrom")}
        value=""
        onChange={(event) => {
          const found = texts.find((s) => s.id === event.currentTarget.value);
          if (found) write(found.text);
          event.currentTarget.value = "";
        }}
      >
        <option value="" disabled>
          {t("startFrom")}
        </option>
        {texts.map((s) => (
          <option key={s.id} value={s.id}>
            {both(game.scenarios.find((one) => one.id === s.id))}
          </option>
        ))}
      </select>
      <input
        type="file"
        class="live"
        id={file}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) void chosen.text().then(write);
          event.currentTarget.value = ""; // the same file may be opened again
        }}
      />
      <label for={file} class="quiet">
        {t("openList")}
      </label>
      <button
        type="button"
        class="quiet"
        onClick={() => download(`${game.id}.scenario`, text)}
      >
        {t("downloadList")}
      </button>
    </p>
  );
}

const Faults = ({ faults }: { faults: ListFault[] }) =>
  faults.length ? (
    <ul class="trouble">
      {faults.map((fault, i) => (
        <li key={i}>
          {capital(t("line"))} {fault.line}
          {colon()}
          {both(fault)}
          {fault.rule ? ` [${fault.rule}]` : ""}
        </li>
      ))}
    </ul>
  ) : null;

// The table as it would be set up, drawn as it is in a match.
function Picture({ game, seen, old }: { game: string; seen: Preview; old: boolean }) {
  const facts = useSignal<{ game: Game; look: Look; symbols: Set<string> } | null>(null);
  useEffect(() => {
    void Promise.all([house.game(game), house.dressed(game)]).then(
      ([found, { look, symbols }]) =>
        (facts.value = { game: found, look, symbols: sprite(symbols) }),
    );
  }, [game]);
  const known = facts.value;
  const store = useMemo(() => {
    if (!known || !seen.places) return null;
    const made = new MatchFacts("preview");
    made.artOf = (name) => house.art(game, name);
    made.game.value = known.game;
    made.cells.value = seen.places;
    made.look.value = known.look;
    made.ownSymbols.value = known.symbols;
    made.past.value = { view: seen.view, scenario: seen.scenario } as State; // nobody is asked
    return made;
  }, [known, seen]);
  if (!store) return null;
  const part = inPlay(store) ?? { x: 0, y: 0, ...extent(store.frames.value) },
    edge = 30;
  const box = [part.x - edge, part.y - edge, part.width + 2 * edge, part.height + 2 * edge];
  return (
    <figure class={old ? "old" : ""}>
      <svg
        class="board"
        role="img"
        viewBox={box.map((v) => v.toFixed(0)).join(" ")}
        data-zoom="mid"
      >
        <title>{t("ownPreview")}</title>
        <Still store={store} near={0.6} />
      </svg>
      <figcaption>{t(old ? "ownPreviewOld" : "ownPreview")}</figcaption>
    </figure>
  );
}
