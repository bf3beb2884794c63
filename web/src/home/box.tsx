// SPDX-License-Identifier: Apache-2.0
// A game on the home page: its picture, what it is, how long it lasts, its scenario, and the ways
// to begin. Which way is chosen changes a pane of one height, so that nothing jumps.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { chosen } from "../builder/shelf";
import { house } from "../house";
import { link } from "../router";
import { type Word, both, capital, counted, pair, t } from "../text";
import type { GameCard } from "../types";
import { Choice } from "./choice";
import { Cover } from "./cover";
import { Friend } from "./friend";
import { Icon, type IconName, Pips } from "./icons";
import { type Mode, Setup } from "./setup";
import { Chip, Sides } from "./sides";

const modes: readonly { mode: Mode; icon: IconName; word: Word }[] = [
  { mode: "computer", icon: "computer", word: "modeComputer" },
  { mode: "friend", icon: "friend", word: "modeFriend" },
  { mode: "screen", icon: "screen", word: "modeScreen" },
];

const begins: Record<Mode, { button: string; word: Word }> = {
  computer: { button: "play-now", word: "playNow" },
  friend: { button: "copy-link", word: "copyLink" },
  screen: { button: "hotseat", word: "start" },
};
const panes = { computer: Computer, friend: Friend, screen: OneScreen };

export function GameBox(props: {
  game: GameCard;
  front: boolean; // on a small screen only this one is shown
  fail: (error: unknown) => void;
  read: () => void;
}) {
  const { game } = props;
  const setup = useMemo(() => new Setup(game, props.fail), [game.id]);
  useEffect(() => void house.look(game.id).then((found) => (setup.look.value = found)), [game.id]);
  // A list that was just built is played from here.
  useEffect(() => {
    const built = chosen.peek();
    if (built?.game !== game.id) return;
    chosen.value = null;
    setup.setList(setup.seat, { ...built.list, faults: [] });
    setup.open.value = true;
  }, []);
  const { button, word } = begins[setup.mode.value];
  const brief = game.scenarios.find((s) => s.id === setup.scenario),
    { motto_fr, motto_en } = setup.look.value,
    Pane = panes[setup.mode.value];
  return (
    <article class={`game ${props.front ? "front" : ""}`} data-game={game.id}>
      <Cover id={game.id} />
      <div class="words">
        <h2>{both(game)}</h2>
        <p class="motto">{pair(motto_fr, motto_en) || pair(brief?.brief_fr, brief?.brief_en)}</p>
        <Facts setup={setup} />
        <ScenarioField setup={setup} />
        <Modes setup={setup} />
        <div
          class="pane"
          role="tabpanel"
          id={`pane-${game.id}`}
          aria-labelledby={`tab-${game.id}-${setup.mode.value}`}
        >
          <Pane setup={setup} />
        </div>
        <div class="starts">
          <button
            type="button"
            class={`act main ${button}`}
            disabled={setup.busy.value}
            onClick={() => void setup.start()}
          >
            {setup.mode.value === "friend" && <Icon name="copy" />}
            {t(word)}
          </button>
          <button type="button" class="quiet" onClick={props.read}>
            {t("rules")}
          </button>
          {game.options.some((o) => o.list) && (
            <a class="quiet" {...link(`/lists/${game.id}`)}>
              {t("buildOne")}
            </a>
          )}
        </div>
      </div>
      {setup.open.value && <Choice setup={setup} begin={t(word)} />}
    </article>
  );
}

function Facts({ setup }: { setup: Setup }) {
  const facts = setup.look.value.facts;
  if (!facts) return <p class="facts" />;
  return (
    <p class="facts">
      <span>
        <Icon name="clock" />
        <b>{pair(facts.long_fr, facts.long_en)}</b> {pair(facts.short_fr, facts.short_en)}
      </span>
      <span>
        {t("complexity")}
        <Pips of={facts.complexity} label={counted("ofFive", facts.complexity)} />
      </span>
      <span class="pieces">{pair(facts.pieces_fr, facts.pieces_en)}</span>
    </p>
  );
}

function ScenarioField({ setup }: { setup: Setup }) {
  const { game } = setup,
    found = game.scenarios.find((s) => s.id === setup.scenario);
  const more = game.scenarios.length - 1;
  return (
    <button
      type="button"
      class="scenario"
      aria-haspopup="dialog"
      aria-expanded={setup.open.value}
      onClick={() => (setup.open.value = !setup.open.value)}
    >
      <span class="label">{t("scenario")}</span>
      <b>{setup.own.value ? t("ownScenario") : both(found)}</b>
      <i>{!setup.own.value && both(setup.look.value.lengths?.[setup.scenario])}</i>
      <span class="more">{more > 0 ? counted("moreScenarios", more) : t("options")}</span>
    </button>
  );
}

function Modes({ setup }: { setup: Setup }) {
  const id = setup.game.id,
    list = useRef<HTMLDivElement>(null);
  const at = modes.findIndex((m) => m.mode === setup.mode.value);
  const choose = (mode: Mode | undefined) => mode && (setup.mode.value = mode);
  const move = (by: number) => {
    const to = (at + by + modes.length) % modes.length;
    choose(modes[to]?.mode);
    list.current?.querySelectorAll<HTMLElement>("button")[to]?.focus();
  };
  return (
    <div
      ref={list}
      class="modes"
      role="tablist"
      aria-label={t("opponent")}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by) move(by);
      }}
    >
      {modes.map(({ mode, icon, word }, i) => (
        <button
          key={mode}
          type="button"
          role="tab"
          id={`tab-${id}-${mode}`}
          aria-controls={`pane-${id}`}
          aria-selected={i === at}
          tabIndex={i === at ? 0 : -1}
          onClick={() => choose(mode)}
        >
          <Icon name={icon} />
          {t(word)}
        </button>
      ))}
    </div>
  );
}

const levels = [
  { level: "random", word: "levelRandom", hint: "levelRandomHint" },
  { level: "recruit", word: "levelRecruit", hint: "levelRecruitHint" },
  { level: "sergeant", word: "levelSergeant", hint: "levelSergeantHint" },
  { level: "captain", word: "levelCaptain", hint: "levelCaptainHint" },
  { level: "colonel", word: "levelColonel", hint: "levelColonelHint" },
  { level: "general", word: "levelGeneral", hint: "levelGeneralHint" },
] as const;

function Computer({ setup }: { setup: Setup }) {
  const chosen = levels.find(({ level }) => level === setup.level.value);
  return (
    <>
      <p class="told">
        <span class="label">{t("level")}</span>
        <i>{chosen && t(chosen.hint)}</i>
      </p>
      <p class="picks levels" role="group" aria-label={t("level")}>
        {levels.map(({ level, word }) => (
          <button
            key={level}
            type="button"
            aria-pressed={setup.level.value === level}
            onClick={() => (setup.level.value = level)}
          >
            {t(word)}
          </button>
        ))}
      </p>
      <p class="picks" role="group" aria-label={t("side")}>
        <Sides setup={setup} />
      </p>
    </>
  );
}

function OneScreen({ setup }: { setup: Setup }) {
  return (
    <>
      <p class="told">
        <b>{t("passScreen")}</b>
      </p>
      <p class="hush">{t("passScreenHint")}</p>
      <p class="both">
        {setup.game.seats.map((s, i) => (
          <span key={s.token}>
            <Chip setup={setup} seat={i} />
            {capital(both(s))}
          </span>
        ))}
      </p>
    </>
  );
}
