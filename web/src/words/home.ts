// SPDX-License-Identifier: Apache-2.0
// Words of the home page: the games and the ways to begin, the matches under way.
export const homeWords = {
  playNow: ["Jouer", "Play now"],
  yourMatches: ["Vos parties", "Your matches"],
  turnIn: ["À vous dans #", "Your turn in #"],
  allOf: ["Les #", "All #"],
  fewer: ["Moins", "Fewer"],
  complexity: ["Complexité", "Complexity"],
  ofFive: ["# sur 5", "# of 5"],
  moreScenarios: ["# autres ▾", "# more ▾"],
  modeComputer: ["Ordinateur", "Computer"],
  modeScreen: ["Un écran", "One screen"],
  oneScreen: ["Sur cet écran", "At this screen"],
  level: ["Niveau", "Level"],
  levelRandom: ["Au hasard", "Random"],
  levelSteady: ["Solide", "Steady"],
  levelRandomHint: [
    "N’importe quel coup permis : pour apprendre.",
    "Any legal move: to find your way about.",
  ],
  levelSteadyHint: ["Prend ce qui rapporte tout de suite.", "Takes what pays at once."],
  passScreen: ["On se passe l’écran", "Pass the screen"],
  passScreenHint: [
    "Entre les tours, un rideau cache ce que l’autre ne doit pas voir.",
    "Between turns a curtain hides what the other must not see.",
  ],
  done: ["Fermer", "Done"],
  nextGame: ["Partie suivante", "Next game"],
  keptSteps: ["Coup préparé retrouvé (étapes : #).", "A prepared move was kept (steps: #)."],
  keptWhy: [
    "Le serveur a redémarré et ne l’a plus.",
    "The server was restarted and no longer has it.",
  ],
  retake: ["Le reprendre", "Take it up again"],
  keptForget: ["L’oublier", "Forget it"],
} as const;
