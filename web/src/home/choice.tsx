// SPDX-License-Identifier: Apache-2.0
// Everything that can be chosen before a match: scenario, side, rule options, lists of one's own.
import { lists } from "../builder/shelf";
import { Sheet } from "../panels/sheets";
import { link } from "../router";
import { both, capital, colon, counted, pair, perCent, t } from "../text";
import type { GameCard } from "../types";
import { later } from "../later";
import { PaceFields } from "./pace";
import type { OwnList, Setup } from "./setup";

const OwnScenario = later((parts) => parts.OwnScenario);

// Whether the coach may be asked, between people.
function HintsField({ setup }: { setup: Setup }) {
  return (
    <fieldset>
      <legend>{t("coach")}</legend>
      <label>
        <input
          type="checkbox"
          name="hints"
          checked={setup.hints.value}
          onChange={(event) => (setup.hints.value = event.currentTarget.checked)}
        />
        <span>{t("hintsAllowed")}</span>
      </label>
    </fieldset>
  );
}

export function Choice({ setup, begin }: { setup: Setup; begin: string }) {
  const { game } = setup;
  const close = () => (setup.open.value = false);
  return (
    <Sheet title={both(game)} close={close} wide>
      <form
        class="choice"
        onSubmit={(event) => {
          event.preventDefault();
          void setup.start();
        }}
      >
        <Scenarios setup={setup} />
        {setup.mode.value !== "screen" && <SideChoice setup={setup} />}
        {setup.mode.value === "friend" && <PaceFields setup={setup} />}
        {setup.mode.value !== "computer" && <HintsField setup={setup} />}
        {game.options.length > 0 && <Options setup={setup} />}
        <p class="go">
          <button type="submit" class="act main" disabled={setup.busy.value}>
            {begin}
          </button>
          <button type="button" class="quiet" onClick={close}>
            {t("done")}
          </button>
        </p>
      </form>
    </Sheet>
  );
}

function Scenarios({ setup }: { setup: Setup }) {
  const { game } = setup;
  return (
    <fieldset>
      <legend>{t("scenario")}</legend>
      {game.scenarios.map((s) => (
        <label key={s.id}>
          <input
            type="radio"
            name={`s-${game.id}`}
            checked={!setup.own.value && s.id === setup.scenario}
            onChange={() => {
              setup.own.value = null;
              setup.scenario = s.id;
            }}
          />
          <span>
            <b>{both(s)}</b>
            <small>{pair(s.brief_fr, s.brief_en)}</small>
          </span>
        </label>
      ))}
      {game.own && (
        <label>
          <input
            type="radio"
            name={`s-${game.id}`}
            checked={setup.own.value !== null}
            onChange={() => (setup.own.value = { text: "", faults: [] })}
          />
          <span>
            <b>{t("ownScenario")}</b>
            <small>{t("ownScenarioHint")}</small>
          </span>
        </label>
      )}
      {setup.own.value && <OwnScenario setup={setup} />}
    </fieldset>
  );
}

function SideChoice({ setup }: { setup: Setup }) {
  const { game } = setup;
  return (
    <fieldset class="inline">
      <legend>{t("side")}</legend>
      {game.seats.map((s) => (
        <label key={s.token}>
          <input
            type="radio"
            name={`c-${game.id}`}
            checked={s.token === setup.seat}
            onChange={() => (setup.seat = s.token)}
          />
          <span>{capital(both(s))}</span>
        </label>
      ))}
    </fieldset>
  );
}

// Ready lists that are not offered as fair in the scenario, while they are the chosen ones.
function Uneven({ setup }: { setup: Setup }) {
  const { game, own, lists: ownLists, scenario } = setup;
  const found = game.scenarios
    .find((s) => s.id === scenario)
    ?.uneven.find((u) => Object.entries(u.options).every(([id, v]) => setup.option(id) === v));
  if (!found || own.value || Object.keys(ownLists.value).length) return null;
  const wins = game.seats.map(
    (seat, i) => `${both(seat)} ${perCent(i ? 100 - found.percent : found.percent)}`,
  );
  return <p class="uneven">{counted("uneven", wins.join(", "))}</p>;
}

function Options({ setup }: { setup: Setup }) {
  const { game } = setup;
  return (
    <fieldset>
      <legend>{t("options")}</legend>
      <Uneven setup={setup} />
      {game.options.map((o) => {
        const list = o.list ? (setup.lists.value[o.list] ?? null) : null;
        return (
          <div key={o.id}>
            <OptionField
              option={o}
              value={setup.option(o.id)}
              off={list !== null}
              set={(v) => setup.setOption(o.id, v)}
            />
            {o.list && (
              <ListField
                id={`list-${game.id}-${o.list}`}
                game={game.id}
                list={list}
                set={(l) => setup.setList(o.list ?? "", l)}
              />
            )}
          </div>
        );
      })}
    </fieldset>
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

// A file, or a list kept in this browser, in place of the ready list that the option above it
// chooses, and what is wrong with it.
function ListField({
  id,
  game,
  list,
  set,
}: {
  id: string;
  game: string;
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
        <Saved game={game} set={set} />
        <a class="quiet" {...link(`/lists/${game}`)}>
          {t("buildOne")}
        </a>
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

function Saved({ game, set }: { game: string; set: (list: OwnList) => void }) {
  const saved = lists(game);
  if (!saved.length) return null;
  return (
    <select
      aria-label={t("savedOnes")}
      value=""
      onChange={(event) => {
        const found = saved[Number(event.currentTarget.value)];
        if (found) set({ ...found, faults: [] });
        event.currentTarget.value = "";
      }}
    >
      <option value="" disabled>
        {t("savedOne")}
      </option>
      {saved.map(({ name }, i) => (
        <option key={name} value={i}>
          {name}
        </option>
      ))}
    </select>
  );
}
