// SPDX-License-Identifier: Apache-2.0
// Words of what is fetched later: odds, the calculator, what a chance had been, what the dice gave.
import { lang } from "../prefs";
import { print } from "../text";

const words = {
  nothing: ["Rien ne change", "Nothing changes"],
  rest: ["Autres résultats", "Other outcomes"],
  inAnyCase: ["Dans tous les cas", "In any case"],
  nothingMore: ["Rien de plus", "Nothing more"],
  alike: ["et semblables", "and the like"],
  exact: ["calcul exact", "exact"],
  counted: ["tous les cas comptés", "all cases counted"],
  dealt: ["d’après ce que vous savez", "from what you know"],
  hidden: ["Ce qu’on ne sait pas", "What you do not know"],
  share: ["Part", "Share"],
  chance: ["Chance", "Chance"],
  other: ["Sinon", "Otherwise"],
  changes: ["Ce qui y changerait quelque chose", "What would change it"],
  without: ["Sans", "Without"],
  worst: ["Au pire", "Worst"],
  best: ["Au mieux", "Best"],
  die: ["Au dé", "By the die"],
  dieFace: ["dé #", "die #"],
  mostly: ["le plus souvent", "most often"],
  calculate: ["Calculateur (Ctrl B)", "Calculator (Ctrl B)"],
  calculatorHint: [
    "Changez ce qui prend part : les chances suivent. Rien n’est joué.",
    "Change what takes part: the odds follow. Nothing is played.",
  ],
  yourSide: ["Votre camp", "Your side"],
  theirSide: ["En face", "The other side"],
  whichAction: ["Action", "Action"],
  choose: ["Choisissez une action…", "Choose an action…"],
  notNow: [
    "Les chances se calculent quand c’est à vous de jouer.",
    "Odds are reckoned when it is your turn.",
  ],
  refusedSo: ["Ainsi, les règles le refusent.", "Like this the rules refuse it."],
  nothingToReckon: ["Rien n’y dépend du hasard.", "Nothing in it is left to chance."],
  unknownAll: ["Tout ce qui est possible", "All that is possible"],
  reactions: ["Réactions", "Reactions"],
  sensible: ["raisonnables", "sensible"],
  none: ["aucune", "none"],
  all: ["toutes", "all of them"],
  insteadOf: ["Autrement", "Otherwise"],
  asPrepared: ["Comme préparé", "As prepared"],
  // what the chance had been
  wasResult: ["Un résultat à #", "A # result"],
  wasCertain: ["Le hasard n’y était pour rien.", "Chance had no part in it."],
  wasUnforeseen: [
    "Pas prévu tel quel : quelqu’un a décidé autrement.",
    "Not foreseen just so: somebody decided otherwise.",
  ],
  wasThrown: [
    "Compté à partir du lancer : avant, quelqu’un a décidé autrement que prévu.",
    "Counted from the throw on: before it somebody decided otherwise than foreseen.",
  ],
  wasBetter: ["mieux : #", "better: #"],
  wasWorse: ["moins bien : #", "worse: #"],
  wasBefore: ["Avant les dés :", "Before the dice:"],
  wasCame: ["arrivé", "it came"],
  wasNot: ["manqué", "it did not"],
  wasHidden: [
    "La chance en sera dite quand l’action sera finie ; si elle tient à ce qu’on vous cache, " +
      "après la partie.",
    "Its chance is told when the action has ended; if it hangs on what is hidden from you, " +
      "after the match.",
  ],
  // luck
  luckHint: [
    "Chaque dé et chaque tirage, comparé à tout ce qu’il aurait pu donner. En points de " +
      "l’évaluation du jeu.",
    "Every die and draw against all it might have given. In points of the game’s own evaluation.",
  ],
  luckThan: [
    "De meilleurs dés que dans # parties sur 100 avec les mêmes lancers.",
    "Better dice than in # of 100 matches with the same throws.",
  ],
  luckSpread: ["écart type", "standard deviation"],
  luckNone: ["Le hasard n’a rien décidé.", "Chance decided nothing."],
  luckWait: ["Calcul en cours…", "Reckoning…"],
  luckMoments: ["Les coups de dés", "Where the dice struck"],
  luckSkipped: ["# lancers trop longs à calculer.", "# throws took too long to reckon."],
  luckPlot: ["Les dés, cumulés au fil de la partie", "The dice, added up over the match"],
  luckEntry: ["coup #", "entry #"],
  luckAsk: ["Calculer", "Reckon"],
} as const satisfies Record<string, readonly [string, string]>;

export type OddsWord = keyof typeof words;
export const w = (word: OddsWord): string => print(words[word][lang.value === "fr" ? 0 : 1]);
// With something in the place of #.
export const wOf = (word: OddsWord, what: number | string): string =>
  w(word).replace("#", String(what));
