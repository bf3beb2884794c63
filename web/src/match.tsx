// SPDX-License-Identifier: Apache-2.0
// A match: header, board, trays and right column, and what can be laid over them.
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Board, spotOf } from "./board/board";
import { PieceArt, bodyOf, roomOf } from "./board/counter";
import { Pointer, dragging, hit, hovered } from "./board/pointer";
import { Rows } from "./board/trays";
import { View } from "./board/view";
import { house } from "./house";
import { useFocus } from "./focus";
import { Keys, nextGame } from "./keys";
import { later } from "./later";
import { Chips, DiceFall, PlayBar, TurnBanner, useCut } from "./motion/stage";
import { Asks } from "./panels/asks";
import { BubbleBox } from "./panels/bubble";
import { CoachButton } from "./panels/coachbox";
import { DicePanel } from "./panels/dice";
import { Digest } from "./panels/digest";
import { Ending } from "./panels/ending";
import { GuideBox, guideFits } from "./panels/guide";
import { Actions, Draft, Prompt, Switches, Undo } from "./panels/header";
import { KeptSteps } from "./panels/kept";
import { MapTools } from "./panels/layers";
import { ActiveSheet, Lens, LensBox } from "./panels/lens";
import { PeopleSheet } from "./panels/people";
import { Question, roomy } from "./panels/question";
import { LuckPanel } from "./panels/luckbox";
import { Replay, ReplayBar } from "./panels/replay";
import { SettingsSheet } from "./panels/settings";
import { CommandLine, HandOver, HelpSheet, RulesSheet } from "./panels/sheets";
import { LedgerPanel, LedgerStrip, LogPanel, Reactions, Sides } from "./panels/side";
import { NotesPanel, TalkPanel } from "./panels/talk";
import { seenGuides } from "./prefs";
import { pointDraft, uncertain } from "./reckon";
import { Room } from "./room";
import { link } from "./router";
import { useSteady } from "./steady";
import { MatchStore } from "./store";
import { both, t } from "./text";
import { atMatch, elsewhere, setMine, titled } from "./turns";
import { pointWay } from "./ways";

// Fetched when there is something to reckon.
const OddsPanel = later((parts) => parts.OddsPanel);
const OddsStrip = later((parts) => parts.OddsStrip);
const OddsTip = later((parts) => parts.OddsTip);
const Calculator = later((parts) => parts.Calculator);
const CoachPanel = later((parts) => parts.CoachPanel);
const AnalysisSheet = later((parts) => parts.AnalysisSheet);

export function MatchPage({ id }: { id: string }) {
  const store = useMemo(() => new MatchStore(id), [id]);
  useEffect(() => {
    const away = atMatch(id);
    void store.open();
    return () => (away(), store.close());
  }, [store]);
  useSignalEffect(() => setMine(store.acting.value));
  useSignalEffect(() => {
    document.title = titled(both(store.game.value) || "Grognard");
  });
  if (store.failed.value)
    return (
      <Failure
        text={store.failed.value.status === 404 ? t("notFound") : both(store.failed.value)}
      />
    );
  if (!store.game.value || !store.live.value)
    return (
      <main class="wait">
        <p>{t("loading")}</p>
      </main>
    );
  if (store.live.value.waiting === "seat") return <Room store={store} />;
  if (store.live.value.handover) return <HandOver store={store} />;
  return <Table store={store} />;
}

// A finished match inside somebody else's page.
export function EmbedPage() {
  const store = useMemo(() => new MatchStore("", house.shared(location.hash.slice(1))), []);
  useEffect(() => {
    document.title = "Grognard";
    void store.open();
  }, [store]);
  if (store.failed.value) return <Failure text={both(store.failed.value)} />;
  if (!store.game.value || !store.live.value)
    return (
      <main class="wait">
        <p>{t("loading")}</p>
      </main>
    );
  return <Table store={store} />;
}

export function Failure({ text }: { text: string }) {
  return (
    <main class="wait">
      <p>{text}</p>
      <p>
        <a class="act" {...link("/")}>
          {t("home")}
        </a>
      </p>
    </main>
  );
}

function Table({ store }: { store: MatchStore }) {
  const svg = useRef<SVGSVGElement | null>(null);
  const view = useMemo(() => new View(), [store]);
  const replay = useMemo(() => new Replay(store), [store]);
  const pointer = useMemo(() => new Pointer(store, view, () => svg.current), [store]);
  const keys = useMemo(() => new Keys(store, view, replay, pointer), [store]);
  const lens = useMemo(() => new Lens(store), [store]);
  const side = useSignal(false);
  const people = store.peopleShown;
  const tools = useSignal(false);
  const game = store.game.value;
  const { guided } = store;
  useMemo(
    () =>
      (guided.value =
        guideFits(store) &&
        !seenGuides.value.has(game?.id ?? "") &&
        (store.live.value?.entry ?? 99) < 12),
    [store],
  );
  useSignalEffect(() => store.answerOnly());
  useCut(store);
  useFocus(store);
  useSteady(store);
  useLayoutEffect(() => {
    // with the table, not a frame later: a key that is pressed as soon as it is seen counts
    document.addEventListener("keydown", keys.down);
    return () => document.removeEventListener("keydown", keys.down);
  }, [keys]);
  useEffect(() => {
    const moment = Number(location.hash.slice(1));
    if (store.embedded) void replay.show(0);
    else if (location.hash && Number.isFinite(moment) && store.live.value?.over)
      void replay.show(moment);
    return () => replay.pause();
  }, [store]);
  const again = () => void replay.show(store.live.value?.entry ?? 0);
  const goto = (key: string) => {
    const [surface, cell] = key.split(":").map(Number);
    const spot = spotOf(store, surface ?? -1, cell ?? -1);
    if (spot) view.reveal(spot.x, spot.y);
  };
  const tell = (event: Event) => {
    const { index, surface, cell } = hit(event.target);
    if (hovered.value && event.target instanceof Element && !event.target.closest(".fan, .stack"))
      hovered.value = null;
    const piece = index === null ? undefined : store.pieces.value[index];
    const node = event.target instanceof Element ? event.target.closest("[data-piece]") : null;
    if (event instanceof PointerEvent && event.pointerType === "mouse")
      lens.over(index, node, event.shiftKey);
    pointWay(store, piece?.surface ?? surface, piece?.cell ?? cell);
    if (piece && piece.handle < 0x8000) store.lookAt(piece.handle, piece.surface, piece.cell);
    else if (!piece && surface !== null && cell !== null) store.lookAt(null, surface, cell);
    const spot =
      node ?? (event.target instanceof Element ? event.target.closest("[data-cell]") : null);
    const readings = [
      ...(piece && piece.handle < 0x8000 ? [{ kind: "piece" as const, handle: piece.handle }] : []),
      ...(surface !== null && cell !== null ? [{ kind: "cell" as const, surface, cell }] : []),
    ];
    const there = piece ?? { surface: surface ?? -1, cell: cell ?? -1 },
      idle = there.cell < 0 || !store.previewOf(readings, spot);
    if (there.cell < 0) store.pointed.value = null;
    pointDraft(store, idle, there.surface, there.cell, spot);
    store.described.value = piece
      ? store.describePiece(piece)
      : surface !== null && cell !== null
        ? store.describeCell(surface, cell)
        : "";
  };
  const mode = useComputed(() =>
    store.acting.value ? "mine" : store.state.value?.over ? "over" : "theirs",
  );
  // The board is painted first; what stands beside it comes with the next frame.
  const beside = useSignal(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => (beside.value = true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const state = store.state.value;
  if (!game || !state) return null;
  const seat = game.seats.findIndex((s) => s.token === state.turn.seat),
    open = store.odds.value && uncertain(store.odds.value),
    advising = store.coaching.value && !state.over && !replay.on.value,
    laid = store.look.value.cards;
  const showEntry = (entry: number) => {
    side.value = false; // where it covers the table
    void replay.show(entry);
  };
  return (
    <div
      class={`match ${mode.value} seat-${seat} ${side.value ? "show-side" : ""} ${
        store.embedded ? "embedded" : ""
      } ${replay.on.value ? "replaying" : ""} ${
        store.odds.value && store.live.value?.draft?.length ? "preparing" : ""
      }`}
      data-seq={state.seq}
    >
      <a
        class="skip"
        href="#board"
        onClick={(e) => {
          e.preventDefault();
          svg.current?.focus();
        }}
      >
        {t("skip")}
      </a>
      <header class="bar">
        <a class="mark" {...link("/")} aria-label={t("home")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M9 2.5h14l7 13.5-7 13.5H9L2 16z" />
            <path class="x" d="M9 12h14v9H9zM9 12l14 9M23 12 9 21" />
          </svg>
        </a>
        <Prompt store={store} />
        <Actions store={store} />
        {state.over && !replay.on.value && (
          <button
            type="button"
            class="act main"
            id="replay"
            onClick={again}
          >
            {t("replay")}
          </button>
        )}
        {!replay.on.value && (
          <span class="helpers">
            {!state.over && <Undo store={store} />}
            <CoachButton store={store} />
          </span>
        )}
        <button
          type="button"
          class="quiet only-small"
          aria-expanded={side.value}
          id="side-toggle"
          onClick={() => (side.value = !side.value)}
        >
          {side.value ? t("tableTab") : t("journal")}
        </button>
        <button
          type="button"
          class="quiet only-small"
          aria-expanded={tools.value}
          aria-label={t("more")}
          id="tools-toggle"
          onClick={() => (tools.value = !tools.value)}
        >
          ⋯
        </button>
        {elsewhere.value.length > 0 && !store.acting.value && (
          <button type="button" class="act" id="next-game" title="g" onClick={nextGame}>
            {t("nextGame")} <span class="badge">{elsewhere.value.length}</span>
          </button>
        )}
        <nav class={`tools ${tools.value ? "open" : ""}`}>
          {!guided.value && guideFits(store) && store.acting.value && (
            <button
              type="button"
              class="quiet guide-again"
              title={t("guideAgainHint")}
              onClick={() => {
                guided.value = true;
                tools.value = false;
              }}
            >
              {t("guideAgain")}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            id="rules"
            onClick={() => (store.ruleShown.value = store.ruleShown.value === null ? "" : null)}
          >
            {t("rules")}
          </button>
          <button
            type="button"
            class="quiet"
            id="people"
            aria-expanded={people.value}
            onClick={() => (people.value = !people.value)}
          >
            {t("players")}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => (store.helpShown.value = !store.helpShown.value)}
          >
            {t("help")}
          </button>
          <button
            type="button"
            class="quiet"
            id="settings"
            aria-expanded={store.settingsShown.value}
            onClick={() => (store.settingsShown.value = !store.settingsShown.value)}
          >
            {t("settings")}
          </button>
          <Switches />
        </nav>
      </header>
      {replay.on.value && <ReplayBar store={store} replay={replay} />}
      <main
        class={`table ${laid ? (laid.slim ? "of-slips" : "of-cards") : ""}`}
        onPointerDown={(event) => {
          lens.close();
          pointer.down(event);
        }}
        onPointerLeave={() => {
          lens.close();
          store.described.value = "";
          store.pointed.value = null;
        }}
        onPointerMove={pointer.move}
        onPointerUp={pointer.up}
        onPointerCancel={pointer.gone}
        onContextMenu={(event) => {
          event.preventDefault();
          store.cancel();
        }}
        onPointerOver={tell}
        onFocusIn={tell}
        onClick={(event) => {
          if (
            event.detail === 0 &&
            !(event.target instanceof HTMLElement && event.target.closest(".pile-head"))
          )
            pointer.clicked(
              event.target,
              { x: event.clientX || innerWidth / 2, y: event.clientY || innerHeight / 3 },
              true,
            );
        }}
      >
        <Rows store={store} mine={false} />
        <div class="board-holder">
          <Board store={store} view={view} holder={svg} />
          <BoardTools store={store} view={view} />
          <MapTools store={store} view={view} />
          {store.within.value && !store.overlay.value && store.within.value.cells.size > 0 && (
            <p class="overlay-name hint">{t("walkHint")}</p>
          )}
          {(store.overlay.value || store.aimed.value.length > 0) && (
            <p class="overlay-name">
              {[store.overlay.value, ...store.aimed.value].map((o, i) =>
                o ? (
                  <span key={o.kind} class={`o${(store.overlay.value ? i : i - 1) % 3}`}>
                    {o.title}
                  </span>
                ) : null,
              )}
            </p>
          )}
          {!roomy.value && <Digest store={store} goto={goto} />}
          {!roomy.value && <Question store={store} />}
          {!roomy.value && advising && <CoachPanel store={store} slim goto={goto} />}
          {!state.over && <Chips store={store} view={view} />}
          {!state.over && <DiceFall store={store} view={view} />}
          <TurnBanner store={store} />
          {guided.value && !state.over && guideFits(store) && (
            <GuideBox store={store} goto={goto} close={() => (guided.value = false)} />
          )}
          {!replay.on.value && <KeptSteps store={store} />}
          {!replay.on.value && <Asks store={store} />}
          {!replay.on.value && !roomy.value && <Ending store={store} replay={again} />}
        </div>
        <Rows store={store} mine>
          <ActiveSheet store={store} />
        </Rows>
        <LedgerStrip store={store} />
        {open && <OddsStrip store={store} />}
        <div class="foot">
          <PlayBar store={store} />
          <Draft store={store} />
          <p class="status" aria-hidden="true">
            {store.described.value}
          </p>
        </div>
      </main>
      <aside class="column" aria-label={t("details")}>
        {beside.value && (
          <>
            {!replay.on.value && roomy.value && <Ending store={store} replay={again} />}
            {roomy.value && advising && <CoachPanel store={store} goto={goto} />}
            {roomy.value && <Question store={store} />}
            {roomy.value && <Digest store={store} goto={goto} />}
            <Sides store={store} />
            <TalkPanel store={store} />
            <NotesPanel store={store} />
            <DicePanel store={store} />
            <LuckPanel store={store} show={showEntry} />
            <LedgerPanel store={store} />
            {open && <OddsPanel store={store} />}
            {!replay.on.value && <Reactions store={store} />}
            {replay.on.value ? (
              <LogPanel
                store={store}
                goto={goto}
                inSight={side.value}
                upTo={replay.log.value}
              />
            ) : (
              <LogPanel
                store={store}
                goto={goto}
                inSight={side.value}
                again={() => {
                  side.value = false;
                  store.motion.again();
                }}
              />
            )}
          </>
        )}
      </aside>
      <div class="flights" aria-hidden="true" />
      <BubbleBox store={store} />
      <LensBox store={store} />
      {store.pointed.value && <OddsTip store={store} />}
      <Dragged store={store} view={view} />
      {store.commandShown.value && <CommandLine store={store} />}
      {store.ruleShown.value !== null && (
        <RulesSheet
          game={game}
          rule={store.ruleShown.value}
          close={() => (store.ruleShown.value = null)}
        />
      )}
      {people.value && <PeopleSheet store={store} close={() => (people.value = false)} />}
      {store.helpShown.value && <HelpSheet store={store} />}
      {store.calculating.value && <Calculator store={store} />}
      {store.analysing.value && state.over && <AnalysisSheet store={store} show={showEntry} />}
      {store.settingsShown.value && (
        <SettingsSheet close={() => (store.settingsShown.value = false)} />
      )}
      {!store.connected.value && (
        <p class="offline" role="status">
          {t("offline")}
        </p>
      )}
      <p class="live" aria-live="polite" role="log">
        {store.said.value}
      </p>
    </div>
  );
}

function BoardTools({ store, view }: { store: MatchStore; view: View }) {
  const game = store.game.value,
    open = useSignal(false);
  return (
    <div
      class="board-tools"
      role="group"
      aria-label={t("more")}
      onPointerDown={(e) => e.stopPropagation()}
    >
      <button type="button" aria-label={t("zoomIn")} title="+" onClick={() => view.zoom(1.3)}>
        +
      </button>
      <button type="button" aria-label={t("zoomOut")} title="-" onClick={() => view.zoom(1 / 1.3)}>
        −
      </button>
      <button type="button" aria-label={t("fit")} title="0" onClick={() => view.whole()}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5" />
        </svg>
      </button>
      <button
        type="button"
        aria-pressed={store.countersHidden.value}
        aria-label={store.countersHidden.value ? t("showCounters") : t("hideCounters")}
        title="h"
        onClick={() => (store.countersHidden.value = !store.countersHidden.value)}
      >
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 3h14v14H3zM3 17 17 3" />
        </svg>
      </button>
      {game && game.overlays.length > 0 && (
        <span class="overlays">
          <button
            type="button"
            aria-expanded={open.value}
            aria-label={t("overlays")}
            title={`${t("overlays")} (o)`}
            onClick={() => (open.value = !open.value)}
          >
            <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
              <path d="m10 2 8 4-8 4-8-4zM2 10l8 4 8-4M2 14l8 4 8-4" />
            </svg>
          </button>
          {open.value && (
            <span class="overlay-list">
              {!game.overlays.some((o) => store.aboutWhat(o.domain).length) && (
                <small class="hush">{t("overlayHint")}</small>
              )}
              {game.overlays.flatMap((o) =>
                store.aboutWhat(o.domain).map(({ name, value }) => (
                  <button
                    key={`${o.token}${value}`}
                    type="button"
                    aria-pressed={store.overlay.value?.kind === `${o.token}:${value}`}
                    onClick={() => {
                      open.value = false;
                      void store.showOverlay(o.token, value);
                    }}
                  >
                    {both(o)} <small>{name}</small>
                  </button>
                )),
              )}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

function Dragged({ store, view }: { store: MatchStore; view: View }) {
  const held = dragging.value,
    game = store.game.value;
  const ref = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (!held || !ref.current) return;
    const half = ref.current.clientWidth / 2;
    ref.current.style.transform = `translate(${held.x - half}px, ${held.y - half}px)`;
  }, [held]);
  const piece = held ? store.pieces.value[held.index] : undefined;
  if (!held || !piece || !game) return null;
  const shape = bodyOf(game, store.look.value, piece),
    body = shape === "upright" ? "tile" : shape, // as it will lie on the table
    frame = store.frames.value.find((f) => f.surface === piece.surface);
  // a figure keeps its size: what it will cover is what counts
  const size = body === "figure" ? 76 * view.at.value.k : Math.max(44, 76 * view.at.value.k);
  const high = body === "card" ? size * 1.35 : body === "tile" ? size * 0.89 : size;
  return (
    <svg
      ref={ref}
      class="dragged"
      width={size}
      height={high}
      viewBox={roomOf(body)}
      aria-hidden="true"
    >
      <PieceArt store={store} game={game} piece={piece} scale={frame?.scale ?? 1} as={body} />
    </svg>
  );
}
