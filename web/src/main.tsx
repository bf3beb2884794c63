// SPDX-License-Identifier: Apache-2.0
// Where the page begins.
import "./style/fonts.css";
import "./style/base.css";
import "./style/home.css";
import "./style/history.css";
import "./style/people.css";
import "./style/match.css";
import "./style/board.css";
import "./style/card.css";
import "./style/trays.css";
import "./style/plane.css";
import "./style/motion.css";
import "./style/steady.css";
import "./style/figure.css";
import "./style/book.css";
import { render } from "preact";
import { HomePage } from "./home";
import { HistoryPage } from "./home/history";
import { BackPage, InvitePage, WatchPage } from "./invite";
import { EmbedPage, Failure, MatchPage } from "./match";
import { startPrefs } from "./prefs";
import { later } from "./later";
import { path } from "./router";
import { t } from "./text";

const BuilderPage = later((parts) => parts.BuilderPage);

function App() {
  const found = /^\/m\/([\w-]+)\/?$/.exec(path.value);
  if (found?.[1]) return <MatchPage key={found[1]} id={found[1]} />;
  const built = /^\/lists\/([\w-]+)\/?$/.exec(path.value);
  if (built?.[1]) return <BuilderPage key={built[1]} id={built[1]} />;
  if (path.value === "/" || path.value === "/index.html") return <HomePage />;
  if (path.value === "/history") return <HistoryPage />;
  if (path.value === "/i") return <InvitePage />;
  if (path.value === "/w") return <WatchPage />;
  if (path.value === "/embed") return <EmbedPage />;
  if (path.value === "/back") return <BackPage />;
  return <Failure text={t("noPage")} />;
}

startPrefs();
const holder = document.getElementById("app");
if (holder) render(<App />, holder);
