// SPDX-License-Identifier: Apache-2.0
// Where decks and companies are built: the catalogue, the list, and what the game says of it as one
// goes. The file is the one that the command line reads.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { sprite } from "../board/sprite";
import { Mark } from "../home/icons";
import { house } from "../house";
import { Switches } from "../panels/header";
import { go, link } from "../router";
import type { Catalogue } from "../schema";
import { troubleOf } from "../table";
import { both, capital, colon, counted, pair, t } from "../text";
import type { GameCard } from "../types";
import { type Dressed, ItemArt } from "./art";
import { Bench, type Item } from "./bench";
import { ListColumn } from "./column";
import { chosen, drop, lists } from "./shelf";

export function BuilderPage({ id }: { id: string }) {
  const form = useSignal<Catalogue | null>(null),
    game = useSignal<GameCard | null>(null),
    trouble = useSignal("");
  useEffect(() => {
    Promise.all([house.catalogue(id), house.games()]).then(
      ([found, games]) => {
        game.value = games.find((g) => g.id === id) ?? null;
        form.value = found;
      },
      (error: unknown) => (trouble.value = both(troubleOf(error))),
    );
  }, [id]);
  return (
    <div class="home builder">
      <header class="masthead">
        <div class="brand">
          <a {...link("/")} aria-label="Grognard">
            <Mark />
          </a>
          <h1>
            {t("builder")}
            {game.value ? `${colon()}${both(game.value)}` : ""}
          </h1>
        </div>
        <Switches />
      </header>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      {form.value && <Workbench key={id} game={id} form={form.value} />}
    </div>
  );
}

// The game's art comes after the list, which can be worked on without it.
function useDress(game: string): Signal<Dressed | null> {
  const dressed = useSignal<Dressed | null>(null);
  useEffect(() => {
    house.dressed(game).then(
      ({ look, symbols }) => (dressed.value = { look, symbols: sprite(symbols) }),
      () => undefined, // no pictures, then
    );
  }, [game]);
  return dressed;
}

function Workbench({ game, form }: { game: string; form: Catalogue }) {
  const dressed = useDress(game);
  const bench = useMemo(() => new Bench(game, form, (lists(game)[0] ?? form.ready[0])?.text), []);
  const shown = useSignal<"list" | "items">("list"); // on a small screen only one of them
  useEffect(() => bench.watch(), [bench]);
  return (
    <main class={`workbench ${shown.value}`}>
      <Files bench={bench} />
      <p class="tabs">
        {(["list", "items"] as const).map((tab) => (
          <button
            key={tab}
            type="button"
            aria-pressed={shown.value === tab}
            onClick={() => (shown.value = tab)}
          >
            {tab === "list" ? t("yourList") : t("catalogue")}
          </button>
        ))}
      </p>
      <section class="catalogue" aria-labelledby="catalogue-title">
        <h2 id="catalogue-title">{t("catalogue")}</h2>
        <Search bench={bench} />
        <ul>
          {bench.offered.map((item) => (
            <CatalogueRow key={item.token} bench={bench} item={item} dressed={dressed.value} />
          ))}
        </ul>
        {!bench.offered.length && <p class="hush">{t("noItem")}</p>}
      </section>
      <ListColumn bench={bench} />
    </main>
  );
}

export function download(name: string, text: string): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
}

function Files({ bench }: { bench: Bench }) {
  const { game, form } = bench,
    saved = lists(game),
    keptHere = saved.some(({ name }) => name === bench.name);
  const from = (value: string) => {
    const [kind, n] = value.split(" ");
    const found = kind === "saved" ? saved[Number(n)] : form.ready[Number(n)];
    bench.open(found?.text ?? "");
  };
  return (
    <div class="files">
      <select
        aria-label={t("startFrom")}
        value=""
        onChange={(event) => {
          from(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="" disabled>
          {t("startFrom")}
        </option>
        <option value="empty">{capital(t("emptyList"))}</option>
        {saved.length > 0 && (
          <optgroup label={t("savedOnes")}>
            {saved.map(({ name }, i) => (
              <option key={name} value={`saved ${i}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={t("readyOnes")}>
          {form.ready.map((ready, i) => (
            <option key={ready.token} value={`ready ${i}`}>
              {both(ready)}
            </option>
          ))}
        </optgroup>
      </select>
      <input
        type="file"
        class="live"
        id="open-list"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void file.text().then((text) => bench.open(text));
          event.currentTarget.value = ""; // the same file may be tried again
        }}
      />
      <label for="open-list" class="act">
        {t("openList")}
      </label>
      <button
        type="button"
        class="act"
        onClick={() => (bench.said.value = bench.save() ? t("listSaved") : t("listNotSaved"))}
      >
        {t("saveList")}
      </button>
      {keptHere && (
        <button
          type="button"
          onClick={() => {
            drop(game, bench.name);
            bench.said.value = t("listDropped");
          }}
        >
          {t("dropList")}
        </button>
      )}
      <button
        type="button"
        onClick={() => download(`${bench.name || "list"}.${form.word}`, bench.written.value.text)}
      >
        {t("downloadList")}
      </button>
      <button
        type="button"
        class="act main"
        disabled={!bench.judged.value?.good}
        onClick={() => {
          chosen.value = { game, list: { name: bench.name, text: bench.written.value.text } };
          go("/");
        }}
      >
        {t("playList")}
      </button>
      <span role="status">{bench.said.value}</span>
    </div>
  );
}

function Search({ bench }: { bench: Bench }) {
  const used = new Set(bench.form.items.map((item) => item.group));
  return (
    <p class="search">
      <input
        type="search"
        aria-label={t("findItem")}
        placeholder={t("findItem")}
        value={bench.sought.value}
        onInput={(event) => (bench.sought.value = event.currentTarget.value)}
      />
      <select
        aria-label={t("allGroups")}
        value={bench.group.value}
        onChange={(event) => (bench.group.value = Number(event.currentTarget.value))}
      >
        <option value={-1}>{t("allGroups")}</option>
        {bench.form.groups.map((group, i) =>
          used.has(i) ? (
            <option key={group.token} value={i}>
              {capital(both(group))}
            </option>
          ) : null,
        )}
      </select>
    </p>
  );
}

function CatalogueRow(props: { bench: Bench; item: Item; dressed: Dressed | null }) {
  const { bench, item } = props;
  const have = bench.inTarget(item),
    note = pair(item.note_fr, item.note_en);
  return (
    <li class={have ? "have" : ""}>
      <span class="look">
        <ItemArt dressed={props.dressed} item={item} />
        <span class="coin" title={capital(t("cost"))}>
          {item.cost}
        </span>
      </span>
      <div>
        <p>
          <b>{both(item)}</b>{" "}
          <small class="hush">
            {item.token.length <= 4 && <code>{item.token} </code>}
            {capital(both(bench.form.groups[item.group]))}
          </small>
        </p>
        <p class="values">
          {item.facts.map((fact) => (
            <span key={fact.en}>
              {both(fact)} <b>{fact.value}</b>
            </span>
          ))}
        </p>
        {note && <p class="note">{note}</p>}
      </div>
      <span class="have">{have > 0 ? `${have}${item.most ? `/${item.most}` : ""}` : ""}</span>
      <button
        type="button"
        aria-label={counted("addItem", both(item))}
        disabled={bench.target < 0 || (item.most > 0 && have >= item.most)}
        onClick={() => bench.add(item)}
      >
        +
      </button>
    </li>
  );
}
