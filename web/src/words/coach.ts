// SPDX-License-Identifier: Apache-2.0
// Words of the coach and of the analysis, which are fetched later.
import { lang } from "../prefs";
import { print } from "../text";

const words = {
  knows: [
    "Il ne sait que ce que votre camp sait. Rien n’est joué : les fantômes montrent le plan.",
    "It knows only what your side knows. Nothing is played: ghosts show the plan.",
  ],
  toWin: ["de gagner la partie", "to win the match"],
  error: ["± #", "± #"],
  equal: ["à peu près égal", "about equal"],
  feared: ["À craindre :", "To fear:"],
  show: ["Montrer", "Show"],
  thinking: ["Le coach réfléchit…", "The coach is thinking…"],
  notYourTurn: [
    "Il conseille quand c’est à vous de jouer.",
    "It gives advice when it is your turn.",
  ],
  explain: ["Expliquer le dernier coup adverse", "Explain the other side’s last move"],
  nothingPlayed: ["L’autre camp n’a encore rien joué.", "The other side has not played yet."],
  // analysis
  analysisWait: ["Analyse en cours…", "Analysing…"],
  curveOf: ["Chances de victoire : #", "Chance to win: #"],
  asItWas: ["comme joué", "as it was"],
  evenDice: ["sans la chance", "without luck"],
  skill: ["Talent", "Skill"],
  skillHint: [
    "ce que ses décisions ont changé à ses chances",
    "what its decisions changed in its chance to win",
  ],
  luck: ["Chance", "Luck"],
  luckHint: [
    "ce que le hasard a changé à ses chances",
    "what chance events changed in its chance to win",
  ],
  residue: ["Reste", "Residue"],
  residueHint: [
    "ce que l’évaluation n’attribue ni à l’un ni à l’autre",
    "what the evaluation puts down to neither",
  ],
  start: ["Au départ", "At the start"],
  moments: ["Les tournants", "Turning points"],
  momentsHint: [
    "Les plus grands changements ; les numéros sont ceux de la courbe.",
    "The largest changes; numbers as on the curve.",
  ],
  decision: ["décision", "decision"],
  slip: ["erreur", "slip"],
  ofLuck: ["dont chance #", "of it luck #"],
  replayFrom: ["Revoir depuis le coup #", "Replay from entry #"],
  rough: [
    "# évaluations approchées : une limite a été atteinte.",
    "# rough evaluations: a limit was reached.",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type CoachWord = keyof typeof words;
export const w = (word: CoachWord): string => print(words[word][lang.value === "fr" ? 0 : 1]);
// With something in the place of #.
export const wOf = (word: CoachWord, what: number | string): string =>
  w(word).replace("#", String(what));
