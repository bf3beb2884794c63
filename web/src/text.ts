// SPDX-License-Identifier: Apache-2.0
// The page's own words in both languages, side by side. Words of games come from the server.
import { type Lang, lang } from "./prefs";
import type { ToldLine } from "./told";
import type { Both } from "./types";
import { builderWords } from "./words/builder";
import { homeWords } from "./words/home";
import { motionWords } from "./words/motion";
import { peopleWords } from "./words/people";
import { timeWords } from "./words/time";

const words = {
  ...builderWords,
  ...homeWords,
  ...motionWords,
  ...peopleWords,
  ...timeWords,
  motto: [
    "Des jeux de guerre, une table, et toujours la raison du non.",
    "Wargames, a table, and always the reason why not.",
  ],
  games: ["Jeux", "Games"],
  scenario: ["Scénario", "Scenario"],
  side: ["Camp", "Side"],
  opponent: ["Adversaire", "Opponent"],
  computer: ["L’ordinateur", "The computer"],
  randomly: ["Le hasard", "Random moves"],
  levelRandom: ["Au hasard", "Random"],
  levelRecruit: ["Recrue", "Recruit"],
  levelSergeant: ["Sergent", "Sergeant"],
  levelCaptain: ["Capitaine", "Captain"],
  levelColonel: ["Colonel", "Colonel"],
  levelGeneral: ["Général", "General"],
  start: ["Commencer", "Start"],
  finished: ["terminée", "finished"],
  yourTurn: ["À vous", "Your turn"],
  watchFile: ["Revoir une partie enregistrée", "Watch a saved match"],
  watchFileHint: [
    "Un fichier de partie (.gg), d’ici ou d’ailleurs.",
    "A match file (.gg), from here or elsewhere.",
  ],
  badFile: ["Ce fichier est refusé", "This file is refused"],
  pickFile: ["Choisir un fichier…", "Choose a file…"],
  ownList: ["Liste personnelle…", "Own list…"],
  readyList: ["Revenir à la liste prête", "Back to the ready list"],
  line: ["ligne", "line"],
  rules: ["Règles", "Rules"],
  rulesOf: ["Règles du jeu", "Rules of the game"],
  searchBook: ["Chercher dans le livre", "Search the book"],
  passage: ["passage", "passage"],
  passages: ["passages", "passages"],
  nothingFound: ["Rien de tel ici.", "Nothing like that here."],
  firstTurn: ["Premier tour", "First turn"],
  playerAid: ["Aide de jeu", "Player aid"],
  asPage: ["En pleine page, à imprimer", "As a page, to print"],
  help: ["Aide", "Help"],
  home: ["Accueil", "Home"],
  dark: ["Sombre", "Dark"],
  light: ["Clair", "Light"],
  otherLang: ["English", "Français"],
  held: ["engagé", "engaged"],
  onWatch: ["de garde", "on watch"],
  with: ["avec", "with"],
  undo: ["Annuler", "Undo"],
  undoHint: ["Reprendre la dernière étape (u)", "Take back the last step (u)"],
  nothingUndo: ["Rien à reprendre.", "Nothing to take back."],
  journal: ["Journal", "Log"],
  ledger: ["Décompte", "Ledger"],
  odds: ["Chances", "Odds"],
  calculator: ["Calculateur", "Calculator"],
  luck: ["Les dés de chacun", "Dice of each side"],
  coach: ["Coach", "Coach"],
  coachHint: ["Demander conseil (i)", "Ask for advice (i)"],
  coachNot: [
    "Entre personnes, le coach ne parle que si les joueurs en sont convenus au début.",
    "Between people the coach speaks only if the players agreed to it at the start.",
  ],
  analysis: ["Analyse", "Analysis"],
  wasAsk: ["Quelle en était la chance ?", "What was the chance?"],
  ledgerEmpty: [
    "Survolez une action, ou préparez-la : son calcul s’affiche ici.",
    "Hover an action, or prepare it: how it is worked out shows here.",
  ],
  sides: ["Camps", "Sides"],
  you: ["vous", "you"],
  thinking: ["L’ordinateur réfléchit…", "The computer is thinking…"],
  waiting: ["En attente", "Waiting"],
  over: ["Partie terminée", "Match over"],
  wins: ["Victoire :", "Victory:"],
  drawn: ["Partie nulle", "Draw"],
  adjourned: ["Partie ajournée", "Adjourned"],
  replay: ["Revoir", "Replay"],
  leaveReplay: ["Quitter la relecture", "Leave the replay"],
  download: ["Télécharger", "Download"],
  first: ["Début", "Start"],
  last: ["Fin", "End"],
  previous: ["Précédent", "Previous"],
  next: ["Suivant", "Next"],
  play: ["Lecture", "Play"],
  pause: ["Pause", "Pause"],
  viewpoint: ["Point de vue", "Viewpoint"],
  everything: ["Tout voir", "Everything"],
  everybody: ["Public", "Public"],
  diceOk: ["Dés vérifiés", "Dice verified"],
  diceBad: ["Dés NON conformes", "Dice NOT verified"],
  diceWait: ["Dés : engagement publié", "Dice: commitment published"],
  diceProof: ["Dés : la preuve", "Dice: the proof"],
  diceFirst: [
    "Avant le premier tirage, le serveur a choisi une graine et montré son empreinte, " +
      "l’engagement : il ne peut plus en changer.",
    "Before the first draw the server chose a seed and showed its fingerprint, the commitment: " +
      "it can no longer change it.",
  ],
  diceThen: [
    "Ensuite seulement, le navigateur de chaque joueur a ajouté ses propres octets au hasard : " +
      "personne ne choisit les dés.",
    "Only then did each player’s browser add random bytes of its own: nobody chooses the dice.",
  ],
  diceLast: [
    "À la fin le serveur révèle sa graine, et chacun peut recalculer chaque tirage sans lui.",
    "At the end the server reveals its seed, and anybody can compute every draw again without it.",
  ],
  diceMine: ["Ajouté par ce navigateur", "Added by this browser"],
  diceCheck: ["Vérifier les dés dans ce navigateur", "Check the dice in this browser"],
  diceProved: ["Tirages recalculés, tous justes :", "Draws computed again, all right:"],
  diceWrong: ["Les dés ne sont pas prouvés.", "The dice are not proved."],
  diceLine: ["ligne", "line"],
  diceHidden: [
    "La graine n’est pas révélée : il n’y a encore rien à vérifier.",
    "The seed is not revealed: there is nothing to check yet.",
  ],
  diceSigned: [
    "Le fichier porte la signature de ce serveur.",
    "The file bears this server’s signature.",
  ],
  diceOtherKey: [
    "Le fichier porte une signature valide, mais pas celle de ce serveur.",
    "The file bears a valid signature, but not this server’s.",
  ],
  diceUnsigned: [
    "Le fichier n’est pas signé : rien ne dit d’où il vient.",
    "The file is not signed: nothing says where it comes from.",
  ],
  seed: ["Graine", "Seed"],
  commitment: ["Engagement", "Commitment"],
  moment: ["Lien vers ce moment", "Link to this moment"],
  copied: ["Lien copié.", "Link copied."],
  handTitle: ["Passez l’écran", "Pass the screen"],
  handText: [
    "Rien de secret n’est affiché tant que ce joueur n’a pas pris la place.",
    "Nothing secret is shown until this player takes the seat.",
  ],
  handButton: ["C’est moi, je prends la place", "It is me, I take the seat"],
  notHere: ["Rien à faire ici maintenant.", "Nothing to do here now."],
  notYourTurn: ["Ce n’est pas à vous de jouer.", "It is not your turn."],
  refused: ["Refusé", "Not allowed"],
  remedies: ["Ce qui serait permis", "What would be allowed"],
  firsts: ["D’abord, et ce sera permis", "First, and then it is allowed"],
  openRule: ["Lire la règle", "Read the rule"],
  close: ["Fermer", "Close"],
  cancel: ["Abandonner la sélection", "Cancel the selection"],
  pick: ["Choisissez :", "Choose:"],
  draft: ["En préparation", "In preparation"],
  guide: ["Premier tour guidé", "Guided first turn"],
  guideLeave: ["Quitter le guide", "Leave the guide"],
  guideNext: ["Suivant", "Next"],
  guideDone: ["Terminé", "Done"],
  guideAgain: ["Guide", "Guide"],
  guideAgainHint: ["Montrez-moi comment jouer", "Show me how to play"],
  resign: ["Abandonner", "Resign"],
  resignSure: ["Abandonner la partie ?", "Resign the match?"],
  yes: ["Oui", "Yes"],
  no: ["Non", "No"],
  command: ["Commande", "Command"],
  commandHint: [
    "Écrivez une action : les mêmes mots que dans le terminal. Tab complète.",
    "Type an action: the same words as in the terminal. Tab completes.",
  ],
  zoomIn: ["Agrandir", "Zoom in"],
  zoomOut: ["Réduire", "Zoom out"],
  fit: ["Tout voir", "Fit"],
  hideCounters: ["Cacher les pions", "Hide the counters"],
  showCounters: ["Montrer les pions", "Show the counters"],
  overlays: ["Calques", "Overlays"],
  nothingShown: ["rien à montrer", "nothing to show"],
  overlayHint: [
    "Montrez un pion ou un lieu, puis la touche o.",
    "Point at a piece or a place, then press o.",
  ],
  none: ["rien", "none"],
  offline: ["Liaison perdue, nouvel essai…", "Connection lost, trying again…"],
  notFound: [
    "Cette partie n’existe pas, ou n’est pas la vôtre.",
    "This match does not exist, or is not yours.",
  ],
  noPage: ["Cette page n’existe pas.", "This page does not exist."],
  loading: ["Un instant…", "One moment…"],
  turnMark: ["À vous", "Your turn"],
  board: ["Table de jeu", "Game table"],
  stack: ["pile de", "stack of"],
  here: ["Ici :", "Here:"],
  empty: ["vide", "empty"],
  reduced: ["affaibli", "reduced"],
  spent: ["a joué", "has acted"],
  moved: ["a bougé", "has moved"],
  cutOff: ["coupé de son ravitaillement", "cut off from supply"],
  layers: ["Sur la carte", "On the map"],
  minimap: ["Carte d'ensemble : toucher pour aller quelque part", "Overview: point to go there"],
  showMinimap: ["Carte d'ensemble", "Overview map"],
  faceDown: ["face cachée", "face down"],
  playable: ["jouable", "can act"],
  all: ["Tout", "All"],
  confirm: ["Valider", "Confirm"],
  counters: ["pions", "counters"],
  chance: ["Le hasard", "Chance"],
  dice: ["Dés", "Dice"],
  tableTab: ["Table", "Table"],
  more: ["Plus", "More"],
  options: ["Variantes", "Options"],
  keys: ["Clavier", "Keyboard"],
  skip: ["Aller à la table", "Skip to the table"],
  alone: ["Seul", "Alone"],
  notAllowedNow: ["Le guide attend :", "The guide is waiting for:"],
  details: ["Détails", "Details"],
  section: ["section", "section"],
  reactions: ["Réactions", "Reactions"],
  reactionsWhy: [
    "On vous demande partout où vous avez le choix, sauf si vous en décidez autrement ici.",
    "You are asked wherever you have a choice, unless you decide otherwise here.",
  ],
  orderAlways: ["répondre au mieux", "answer at best"],
  orderNever: ["ne jamais réagir", "never react"],
  orderAsk: ["me demander", "ask me"],
  everyReaction: ["Toutes", "All"],
  closeForced: [
    "Fermer pour moi les fenêtres à une seule réponse (mon rythme peut le trahir à un humain)",
    "Close windows with one answer for me (my pace may betray it to a human opponent)",
  ],
  alwaysHere: ["Toujours ici", "Always here"],
  neverHere: ["Jamais ici", "Never here"],
  asProposed: ["Comme proposé jusqu’à mon tour", "As proposed until my turn"],
  passUntil: ["Passer jusqu’à mon tour", "Pass until my turn"],
  question: ["Question", "Question"],
  proposed: ["proposé", "proposed"],
  moreAnswers: [
    "# autres réponses : désignez les cartes sur la table.",
    "# more answers: point at the pieces on the table.",
  ],
  onlyEnd: ["il ne reste qu’à valider", "nothing else is left to do"],
  walkHint: [
    "Cliquez où aller : l’unité s’y rend pas à pas.",
    "Click where to go: the unit walks there step by step.",
  ],
  cannotAct: ["Rien à faire avec cela maintenant.", "Nothing to do with this now."],
  nowIs: ["À faire :", "To do now:"],
  again: ["Rejouer", "Play again"],
  withHints: ["Avec conseils", "With hints"],
  won: ["Vous gagnez.", "You win."],
  lost: ["Vous perdez.", "You lose."],
  howTo: ["Comment jouer", "How to play"],
  howPoint: [
    "Ce qui peut servir porte un cadre vert : cliquez-le, puis cliquez où il va, ou tirez-le.",
    "What can be used has a green frame: click it, then click where it goes, or drag it.",
  ],
  howAsk: [
    "Tout autre clic dit pourquoi c’est impossible, et ce qui serait permis.",
    "Any other click says why it cannot be done, and what would be allowed.",
  ],
  howLook: [
    "Survolez, ou appuyez longuement : ce que c’est, ce que vaut une attaque, d’où l’on vient.",
    "Hover, or press long: what it is, what an attack is worth, where it came from.",
  ],
  howButtons: [
    "En haut : ce qu’on attend de vous, et les boutons. Le vert finit ou valide.",
    "At the top: what is asked of you, and the buttons. The green one ends or confirms.",
  ],
  markLegal: ["peut servir maintenant", "can be used now"],
  markChosen: ["choisi, ou en action", "chosen, or acting"],
  markMoved: ["déplacé depuis votre dernier coup", "moved since your last action"],
  markLost: ["perdu là depuis votre dernier coup", "lost there since your last action"],
  times: ["fois", "times"],
  through: ["par", "by way of"],
  licences: ["Licences des polices et bibliothèques", "Licences of fonts and libraries"],
  resigned: ["Vous avez abandonné.", "You have resigned."],
} as const satisfies Record<string, readonly [string, string]>;

// Spaces that hold a line together before French punctuation, and apostrophes as they are printed.
// Texts of games and of the server are typed plainly.
const printed = { fr: new Map<string, string>(), en: new Map<string, string>() };
export function print(plain: string): string {
  const kept = printed[lang.value],
    known = kept.get(plain);
  if (known !== undefined) return known;
  let text = plain
    .replace(/([\p{L}\p{N}])'(?=\p{L})/gu, "$1\u2019")
    .replace(/(^|[\s(])-(?=\d)/g, "$1\u2212");
  if (lang.value === "fr")
    text = text
      .replace(/ ([;?!%\u00bb])/g, "\u202f$1")
      .replace(/\u00ab /g, "\u00ab\u202f")
      .replace(/ :/g, "\u00a0:");
  if (kept.size > 4000) kept.clear();
  kept.set(plain, text);
  return text;
}

export type Word = keyof typeof words;
// In a given language, whichever the page speaks.
export const tIn = (word: Word, language: Lang): string => words[word][language === "fr" ? 0 : 1];
export const t = (word: Word): string => print(words[word][lang.value === "fr" ? 0 : 1]);
// With something in the place of #.
export const counted = (word: Word, what: number | string): string =>
  t(word).replace("#", String(what));
type Spoken = { [word in keyof Both]?: string | null };
export const both = (thing: Spoken | null | undefined): string =>
  print(
    (thing && (lang.value === "fr" ? (thing.fr ?? thing.en) : (thing.en ?? thing.fr))) || "",
  );
// A line of the log: a path with the places it led through.
export function spokenLine({ line, via }: ToldLine): string {
  const said = both(line),
    through = both(via);
  if (!through) return said;
  const end = through.endsWith("\u2026") ? "" : ".";
  return `${said.replace(/\.$/, "")} ${t("through")} ${through}${end}`;
}
// For fields kept as name_fr and name_en.
export const pair = (fr: string | undefined, en: string | undefined): string =>
  print((lang.value === "fr" ? fr : en) ?? "");
export const colon = (): string => (lang.value === "fr" ? "\u00a0: " : ": ");
export const perCent = (whole: number): string => `${whole}${lang.value === "fr" ? "\u202f" : ""}%`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function ago(seconds: number): string {
  const passed = Date.now() / 1000 - seconds;
  const format = new Intl.RelativeTimeFormat(lang.value, { numeric: "auto" });
  if (passed < 3600) return format.format(-Math.max(0, Math.round(passed / 60)), "minute");
  if (passed < 86400) return format.format(-Math.round(passed / 3600), "hour");
  return format.format(-Math.round(passed / 86400), "day");
}
