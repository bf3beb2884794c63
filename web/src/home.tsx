// SPDX-License-Identifier: Apache-2.0
// The home page: the matches that wait for this person, then the games, each one click from its
// board; a saved match to watch.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { GameBox } from "./home/box";
import { Cover } from "./home/cover";
import { Mark } from "./home/icons";
import { Matches } from "./home/matches";
import { Upload } from "./home/upload";
import { house } from "./house";
import { link } from "./router";
import { Switches } from "./panels/header";
import { RulesSheet } from "./panels/sheets";
import { TableError, troubleOf } from "./table";
import { both, t } from "./text";
import { askTurns, matches, titled } from "./turns";
import type { Game, GameCard } from "./types";

export function HomePage() {
  const games = useSignal<GameCard[] | null>(null);
  const trouble = useSignal("");
  const book = useSignal<Game | null>(null);
  const front = useSignal("");
  useEffect(() => {
    house.games().then(
      (list) => (games.value = list),
      (error: unknown) => (trouble.value = both(troubleOf(error))),
    );
    void askTurns();
  }, []);
  useSignalEffect(() => void (document.title = titled("Grognard")));
  const fail = (error: unknown) =>
    (trouble.value = error instanceof TableError ? both(error) : String(error));
  const first = front.value || games.value?.[0]?.id;
  return (
    <div class="home">
      <header class="masthead">
        <div class="brand">
          <Mark />
          <h1>Grognard</h1>
          <p>{t("motto")}</p>
        </div>
        <Switches />
      </header>
      <main>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <Matches list={matches.value} games={games.value ?? []} />
        <nav class="game-tabs" aria-label={t("games")}>
          {games.value?.map((game) => (
            <button
              key={game.id}
              type="button"
              aria-pressed={game.id === first}
              onClick={() => (front.value = game.id)}
            >
              <Cover id={game.id} />
              {both(game)}
            </button>
          ))}
        </nav>
        <section class="games" aria-label={t("games")}>
          {games.value?.map((game) => (
            <GameBox
              key={game.id}
              game={game}
              front={game.id === first}
              fail={fail}
              read={() => void house.game(game.id).then((g) => (book.value = g))}
            />
          ))}
          {!games.value && !trouble.value && <p>{t("loading")}</p>}
        </section>
      </main>
      <footer>
        <Upload />
        <a class="quiet" {...link("/history")}>
          {t("history")}
        </a>
        <a href="/licences.txt">{t("licences")}</a>
      </footer>
      {book.value && <RulesSheet game={book.value} rule="" close={() => (book.value = null)} />}
    </div>
  );
}
