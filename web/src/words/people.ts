// SPDX-License-Identifier: Apache-2.0
// Words for people at two machines: invitations, the waiting room, who is there.
export const peopleWords = {
  modeFriend: ["Un ami", "A friend"],
  friend: ["Votre ami", "Your friend"],
  copyLink: ["Copier le lien", "Copy link"],
  byChance: ["Au sort", "By lot"],
  yourName: ["Votre nom (facultatif)", "Your name (optional)"],
  yourNameRow: ["Votre nom", "Your name"],
  openSeat: ["Place libre", "Open seat"],
  emptyChair: ["Une chaise vide, pour l’instant", "An empty chair, for now"],
  emptyChairShort: ["Chaise vide", "Empty chair"],
  emptyChairHint: [
    "La partie commence quand quelqu’un ouvre le lien.",
    "The match begins when somebody opens the link.",
  ],
  linkForOne: ["Lien pour une personne, bon 30 jours", "Link for one person, good for 30 days"],
  linkGone: [
    "Le lien a été fait dans un autre navigateur. Un nouveau le remplace.",
    "The link was made in another browser. A new one replaces it.",
  ],
  newLink: ["Nouveau lien", "New link"],
  shareLink: ["Partager…", "Share…"],
  copiedPaste: ["Copié. Collez-le dans votre conversation.", "Copied. Paste it where you chat."],
  notCopied: [
    "Le navigateur ne le permet pas : le lien est sélectionné, copiez-le (Ctrl C).",
    "The browser does not allow it: the link is selected, copy it (Ctrl C).",
  ],
  localLink: [
    "Ce lien ne marche que sur cette machine. Pour jouer avec quelqu’un d’ailleurs, arrêtez " +
      "le programme et lancez-le ainsi :",
    "This link works on this machine only. To play with somebody elsewhere, stop the program " +
      "and start it like this:",
  ],
  localLinkThen: [
    "Il affiche l’adresse à donner ; la partie reste.",
    "It prints the address to give; the match stays.",
  ],
  ready: ["à sa place", "ready"],
  open: ["libre", "open"],
  youMayClose: [
    "Vous pouvez fermer cette page. En attendant :",
    "You may close this page. Until then:",
  ],
  tellMe: ["Me prévenir", "Tell me"],
  tellingYou: ["On vous préviendra", "You will be told"],
  titleTells: [
    "Ce navigateur ne prévient qu’en https : le titre de l’onglet le dira.",
    "This browser notifies over https only: the tab’s title will tell.",
  ],
  warmUp: ["S’échauffer contre l’ordinateur", "Warm up against the computer"],
  leaveSeat: ["Se lever", "Leave the table"],
  invitesYou: ["vous invite à une partie", "invites you to a match"],
  somebodyInvites: ["On vous invite à une partie", "You are invited to a match"],
  yourSeat: ["Votre place : #", "You play: #"],
  facingYou: ["En face : #", "Opposite: #"],
  noClock: ["Pas de pendule", "No clock"],
  noClockHint: ["allez et venez, la partie attend", "come and go, the match waits"],
  newToIt: ["Vous ne connaissez pas ?", "New to it?"],
  newToItHint: [
    "Rien à apprendre d’abord : chaque refus dit pourquoi",
    "Nothing to learn first: every refusal says why",
  ],
  guideHint: ["un guide mène votre premier tour", "a guide leads your first turn"],
  sitDown: ["S’asseoir et jouer", "Sit down and play"],
  whatCalled: ["Comment vous appeler ?", "What shall we call you?"],
  optional: ["facultatif", "optional"],
  diceSealed: [
    "Les dés sont scellés avant le premier coup ; chacun se vérifie.",
    "Dice are sealed before the first move, and you can check every one.",
  ],
  alreadyBegun: [
    "La partie est en cours : vous reprenez cette place.",
    "The match is under way: you take over this seat.",
  ],
  ownLink: [
    "C’est votre propre invitation : envoyez-la à quelqu’un.",
    "This is your own invitation: send it to somebody.",
  ],
  toTheTable: ["À la table", "To the table"],
  players: ["Joueurs", "Players"],
  isHere: ["à la table", "at the table"],
  isAway: ["absent", "away"],
  toPlay: ["à lui de jouer", "to play"],
  giveSeat: ["Donner cette place à un ami…", "Give this seat to a friend…"],
  giveSeatHint: [
    "Elle reste la vôtre jusqu’à ce qu’il ouvre le lien.",
    "It stays yours until the link is opened.",
  ],
  endLink: ["Retirer le lien", "End the link"],
  otherDevice: ["Un autre appareil", "Another device"],
  otherDeviceHint: [
    "Un lien privé : qui l’ouvre est vous, dans toutes vos parties, pendant 30 jours. Ne le " +
      "donnez à personne.",
    "A private link: whoever opens it is you, in all your matches, for 30 days. Give it to nobody.",
  ],
  makeLink: ["Faire le lien", "Make the link"],
  rename: ["Changer", "Change"],
  nameSaved: ["C’est noté.", "Noted."],
  comingBack: ["Vous revoilà…", "Welcome back…"],
  rematch: ["Revanche, camps échangés", "Rematch, sides swapped"],
  toRematch: ["La revanche vous attend", "The rematch is waiting"],
} as const;
