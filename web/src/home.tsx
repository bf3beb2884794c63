// SPDX-License-Identifier: Apache-2.0
// The home page: the games, each one click from its board; matches to continue; a saved match to
// watch.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { house } from "./house";
import { Switches } from "./panels/header";
import { RulesSheet } from "./panels/sheets";
import { go, link } from "./router";
import { ago, both, capital, colon, pair, t } from "./text";
import { type SeatKind, TableError, troubleOf } from "./table";
import type { Game, GameCard, ListFault, Look, MatchCard } from "./types";

export function HomePage() {
  const games = useSignal<GameCard[] | null>(null);
  const matches = useSignal<MatchCard[]>([]);
  const trouble = useSignal("");
  const book = useSignal<Game | null>(null);
  useEffect(() => {
    document.title = "Grognard";
    house.games().then(
      (list) => (games.value = list),
      (error: unknown) => (trouble.value = both(troubleOf(error))),
    );
    house.matches().then(
      (list) => (matches.value = list),
      () => undefined,
    );
  }, []);
  const fail = (error: unknown) =>
    (trouble.value = error instanceof TableError ? both(error) : String(error));
  return (
    <div class="home">
      <header class="masthead">
        <div class="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M9 2.5h14l7 13.5-7 13.5H9L2 16z" />
            <path class="x" d="M9 12h14v9H9zM9 12l14 9M23 12 9 21" />
          </svg>
          <div>
            <h1>Grognard</h1>
            <p>{t("motto")}</p>
          </div>
        </div>
        <Switches />
      </header>
      <main>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <Continue list={matches.value} games={games.value ?? []} />
        <section class="games" aria-label={t("games")}>
          {games.value?.map((game) => (
            <GameBox
              key={game.id}
              game={game}
              fail={fail}
              read={() => void house.game(game.id).then((g) => (book.value = g))}
            />
          ))}
          {!games.value && !trouble.value && <p>{t("loading")}</p>}
        </section>
        <Upload />
      </main>
      <footer>
        <a href="/licences.txt">{t("licences")}</a>
      </footer>
      {book.value && <RulesSheet game={book.value} rule="" close={() => (book.value = null)} />}
    </div>
  );
}

function Continue({ list, games }: { list: MatchCard[]; games: GameCard[] }) {
  if (!list.length) return null;
  return (
    <section class="continue">
      <h2>{t("continueTitle")}</h2>
      <ul>
        {list.slice(0, 8).map((m) => {
          const game = games.find((g) => g.id === m.game);
          const scenario = game?.scenarios.find((s) => s.id === m.scenario);
          return (
            <li key={m.id}>
              <a {...link(`/m/${m.id}`)} class={m.over ? "done" : ""}>
                <b>{both(game) || m.game}</b> <span>{both(scenario)}</span>
                <small>
                  {m.over ? t("finished") : pair(m.turn_fr, m.turn_en)}
                  {m.updated ? ` · ${ago(m.updated)}` : ""}
                </small>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Against = SeatKind;
// A list that a player wrote, read here and sent as text.
type OwnList = { name: string; text: string; faults: ListFault[] };

function GameBox({
  game,
  fail,
  read,
}: {
  game: GameCard;
  fail: (error: unknown) => void;
  read: () => void;
}) {
  const look = useSignal<Look>({});
  const open = useSignal(false);
  const scenario = useSignal("");
  const seat = useSignal("");
  const against = useSignal<Against>("greedy");
  const options = useSignal<Record<string, number>>({});
  const lists = useSignal<Record<string, OwnList>>({}); // by seat
  const busy = useSignal(false);
  useEffect(() => void house.look(game.id).then((found) => (look.value = found)), [game.id]);
  const first = look.value.start;
  const wantedScenario = scenario.value || first?.scenario || game.scenarios[0]?.id || "";
  const wantedSeat = seat.value || first?.seat || game.seats[0]?.token || "";
  const start = async (mode: Against) => {
    if (busy.value) return;
    busy.value = true;
    const seats = game.seats.map((s) =>
      mode === "human" || s.token === wantedSeat ? "human" : mode,
    );
    try {
      const chosen = Object.keys(options.value).length ? { options: options.value } : {};
      const own = Object.keys(lists.value).length
        ? { lists: game.seats.map((s) => lists.value[s.token]?.text ?? null) }
        : {};
      const body = { game: game.id, scenario: wantedScenario, seats, ...chosen, ...own };
      go(`/m/${await house.start(body)}`);
    } catch (error) {
      busy.value = false;
      const { seat, faults } = troubleOf(error),
        list = lists.value[seat];
      if (list && faults.length) {
        lists.value = { ...lists.value, [seat]: { ...list, faults } };
        open.value = true;
      } else fail(error);
    }
  };
  const setList = (token: string, list: OwnList | null) => {
    const { [token]: _, ...others } = lists.value;
    lists.value = list ? { ...others, [token]: list } : others;
  };
  const brief = game.scenarios.find((s) => s.id === wantedScenario);
  return (
    <article class="game" data-game={game.id}>
      <Cover id={game.id} />
      <div class="words">
        <h2>{both(game)}</h2>
        <p class="motto">
          {pair(look.value.motto_fr, look.value.motto_en) || pair(brief?.brief_fr, brief?.brief_en)}
        </p>
        <div class="starts">
          <button
            type="button"
            class="act main play-now"
            disabled={busy.value}
            onClick={() => void start("greedy")}
          >
            {t("playNow")}
          </button>
          <button
            type="button"
            class="act hotseat"
            disabled={busy.value}
            onClick={() => void start("human")}
          >
            {t("hotseat")}
          </button>
          <button
            type="button"
            class="quiet"
            aria-expanded={open.value}
            onClick={() => (open.value = !open.value)}
          >
            {t("choose")}
          </button>
          <button type="button" class="quiet" onClick={read}>
            {t("rules")}
          </button>
        </div>
        {open.value && (
          <form
            class="choice"
            onSubmit={(event) => {
              event.preventDefault();
              void start(against.value);
            }}
          >
            <fieldset>
              <legend>{t("scenario")}</legend>
              {game.scenarios.map((s) => (
                <label key={s.id}>
                  <input
                    type="radio"
                    name={`s-${game.id}`}
                    checked={s.id === wantedScenario}
                    onChange={() => (scenario.value = s.id)}
                  />
                  <span>
                    <b>{both(s)}</b>
                    <small>{pair(s.brief_fr, s.brief_en)}</small>
                  </span>
                </label>
              ))}
            </fieldset>
            <fieldset class="inline">
              <legend>{t("opponent")}</legend>
              {(["greedy", "random", "human"] as Against[]).map((a) => (
                <label key={a}>
                  <input
                    type="radio"
                    name={`a-${game.id}`}
                    checked={against.value === a}
                    onChange={() => (against.value = a)}
                  />
                  <span>
                    {a === "greedy" ? t("computer") : a === "random" ? t("randomly") : t("hotseat")}
                  </span>
                </label>
              ))}
            </fieldset>
            {against.value !== "human" && (
              <fieldset class="inline">
                <legend>{t("side")}</legend>
                {game.seats.map((s) => (
                  <label key={s.token}>
                    <input
                      type="radio"
                      name={`c-${game.id}`}
                      checked={s.token === wantedSeat}
                      onChange={() => (seat.value = s.token)}
                    />
                    <span>{capital(both(s))}</span>
                  </label>
                ))}
              </fieldset>
            )}
            {game.options.length > 0 && (
              <fieldset>
                <legend>{t("options")}</legend>
                {game.options.map((o) => {
                  const list = o.list ? (lists.value[o.list] ?? null) : null;
                  return (
                    <div key={o.id}>
                      <OptionField
                        option={o}
                        value={options.value[o.id] ?? o.standard}
                        off={list !== null}
                        set={(v) => (options.value = { ...options.value, [o.id]: v })}
                      />
                      {o.list && (
                        <ListField
                          id={`list-${game.id}-${o.list}`}
                          list={list}
                          set={(l) => setList(o.list ?? "", l)}
                        />
                      )}
                    </div>
                  );
                })}
              </fieldset>
            )}
            <button type="submit" class="act main" disabled={busy.value}>
              {t("start")}
            </button>
          </form>
        )}
      </div>
    </article>
  );
}

// An integer the option allows, whatever was typed; its usual value when it was no number.
const within = ({ min, max, standard }: GameCard["options"][number], typed: number): number =>
  Number.isFinite(typed) ? Math.min(max, Math.max(min, Math.round(typed))) : standard;

function OptionField({
  option,
  value,
  off,
  set,
}: {
  option: GameCard["options"][number];
  value: number;
  off: boolean; // something else is taken in its place
  set: (v: number) => void;
}) {
  const names = option.values;
  if (names)
    return (
      <label class="field">
        <span>{both(option)}</span>
        <select
          name={option.id}
          value={value}
          disabled={off}
          onChange={(event) => set(Number(event.currentTarget.value))}
        >
          {names.map((name, i) =>
            i < option.min || i > option.max ? null : (
              <option key={name.id} value={i}>
                {capital(both(name))}
              </option>
            ),
          )}
        </select>
      </label>
    );
  if (option.min === 0 && option.max === 1)
    return (
      <label>
        <input
          type="checkbox"
          name={option.id}
          checked={value === 1}
          onChange={() => set(1 - value)}
        />
        <span>{both(option)}</span>
      </label>
    );
  return (
    <label class="field">
      <span>{both(option)}</span>
      <input
        type="number"
        name={option.id}
        min={option.min}
        max={option.max}
        required
        value={value}
        onChange={(event) => set(within(option, event.currentTarget.valueAsNumber))}
      />
    </label>
  );
}

// A file in place of the ready list that the option above it chooses, and what is wrong with it.
function ListField({
  id,
  list,
  set,
}: {
  id: string;
  list: OwnList | null;
  set: (list: OwnList | null) => void;
}) {
  return (
    <div class="own-list">
      <p>
        <input
          type="file"
          class="live"
          id={id}
          aria-describedby={list?.faults.length ? `${id}-faults` : undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file)
              void file.text().then((text) => set({ name: file.name, text, faults: [] }));
            event.currentTarget.value = ""; // the same file may be tried again
          }}
        />
        <label for={id} class="quiet">
          {t("ownList")}
        </label>
        {list && (
          <>
            <b>{list.name}</b>
            <button type="button" class="quiet" onClick={() => set(null)}>
              {t("readyList")}
            </button>
          </>
        )}
      </p>
      {list && list.faults.length > 0 && (
        <ul class="trouble" role="alert" id={`${id}-faults`}>
          {list.faults.map((fault, i) => (
            <li key={i}>
              {capital(t("line"))} {fault.line}
              {colon()}
              {both(fault)}
              {fault.rule ? ` [${fault.rule}]` : ""}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Cover({ id }: { id: string }) {
  const broken = useSignal(false);
  if (!broken.value)
    return (
      <img
        class="cover"
        src={house.cover(id)}
        alt=""
        width="480"
        height="300"
        onError={() => (broken.value = true)}
      />
    );
  return (
    <svg
      class="cover"
      viewBox="0 0 480 300"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect width="480" height="300" class="cover-paper" />
      {Array.from({ length: 40 }, (_, i) => {
        const c = i % 8,
          r = Math.floor(i / 8),
          x = c * 66 + 8,
          y = r * 76 + (c % 2 ? 38 : 0);
        return <path key={i} class="cover-hex" d={`M${x} ${y}h44l22 38-22 38h-44l-22-38z`} />;
      })}
    </svg>
  );
}

// A file that cannot be read is refused where it was chosen, with its line.
function Upload() {
  const trouble = useSignal<TableError | null>(null);
  const fail = (error: unknown) => (trouble.value = troubleOf(error));
  const found = trouble.value;
  return (
    <section class="upload">
      <h2>{t("watchFile")}</h2>
      <p class="file">
        <span id="upload-hint">{t("watchFileHint")}</span>
        <input
          type="file"
          class="live"
          id="upload"
          aria-describedby="upload-hint"
          accept=".gg,.txt,text/plain"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            trouble.value = null;
            if (file)
              void file
                .text()
                .then(house.upload)
                .then((id) => go(`/m/${id}#0`), fail);
            event.currentTarget.value = ""; // the same file may be tried again
          }}
        />
        <label for="upload" class="act">
          {t("pickFile")}
        </label>
      </p>
      {found && (
        <p class="trouble" role="alert">
          <b>
            {t("badFile")}
            {found.line ? ` (${t("line")} ${found.line})` : ""}
          </b>
          {colon()}
          {both(found)}
        </p>
      )}
    </section>
  );
}
