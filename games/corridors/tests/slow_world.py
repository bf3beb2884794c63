# SPDX-License-Identifier: Apache-2.0
"""A position of Corridors for slow.py: where every card is, and what follows from it. Plain
dictionaries and sets keyed by the card's token; everything derived is worked out when asked for."""
from slow_cards import (AIRFIELD, CARDS, Deck, Field, GROUND, HQ, NEXT, ONE, SEATS, TERRAIN, TWO,
                        ZONES, edge)

SETS = ("spotted", "engaged", "reloading", "acted", "scouted", "struck", "paid", "patrol",
        "marching", "mended", "flown")


def foe(seat):
    return TWO if seat == ONE else ONE


def owner(token):
    return ONE if token[0] == "1" else TWO


class World:
    """Mutable; copy() before changing it."""

    def __init__(self, scenario="standard", decks=(None, None)):
        self.scenario, self.field = scenario, Field(scenario)
        self.decks = [Deck(mine or given) for mine, given in zip(decks, self.field.decks)]
        self.tokens = [deck.tokens(seat) for seat, deck in enumerate(self.decks)]
        self.card = {t: CARDS[c] for seat, deck in enumerate(self.decks)
                     for t, c in zip(self.tokens[seat], deck.cards)}
        self.where = {t: "deck" for t in self.card}
        self.on, self.damage, self.group, self.quarry = {}, {}, {}, {}
        for name in SETS:
            setattr(self, name, set())
        start = 0 if scenario == "empty" else self.field.supply
        self.supply = [start, start]
        self.terrain = dict(self.field.terrain)
        self.turn, self.active, self.first = 1, ONE, ONE
        self.option, self.bonus, self.repairs = None, 0, 0
        self.smoke, self.night, self.cloud, self.mud = None, False, None, None
        self.crossed, self.striking = set(), None
        self.options = {"same_target": 0, "no_events": 0}

    def copy(self):
        new = World.__new__(World)
        new.__dict__.update(self.__dict__)
        for key in SETS + ("where", "on", "damage", "group", "quarry", "supply", "terrain",
                           "crossed"):
            setattr(new, key, getattr(self, key).copy())
        return new

    # --------------------------------------------------------------------------- who lies where
    def mine(self, seat):
        return self.tokens[seat]

    def at(self, seat, place):
        return [t for t in self.tokens[seat] if self.where[t] == place]

    def troops(self, seat, place):
        """A21, AR4: ground units and HQ troops, passengers and occupants included."""
        return [t for t in self.at(seat, place) if self.card[t].ground]

    def forts(self, seat, place):
        return [t for t in self.at(seat, place) if self.card[t].cls == "FORT"]

    def cards_at(self, seat, place):
        """What the enemy can count there (AD17)."""
        return self.troops(seat, place) + self.forts(seat, place)

    def hidden(self, seat, place):
        return [t for t in self.cards_at(seat, place) if t not in self.spotted]

    def occupied(self, seat):
        return [z for z in ZONES if self.troops(seat, z)]

    def load(self, token):
        return [t for t, below in self.on.items() if below == token]

    def rider(self, token):
        """The unit that a carrier carries or a fort holds."""
        return next((t for t in self.load(token) if self.card[t].ground), None)

    def carried(self, token):
        """AD60: aboard a carrier (a unit in a fort is not)."""
        return token in self.on and self.card[self.on[token]].ground and self.card[token].ground

    def sheltered(self, token):
        """The fort it stands in, or None."""
        below = self.on.get(token)
        return below if below and self.card[below].cls == "FORT" else None

    def has(self, token, special):
        """An attachment of that id under the card, or None."""
        return next((t for t in self.load(token) if self.card[t].id == special), None)

    def in_play(self, token):
        return self.where[token] not in ("deck", "hand", "discard", "lost", "out")

    def on_field(self, token):
        return self.where[token] in GROUND

    # ---------------------------------------------------------------------------------- stacking
    def ground(self, place):
        return TERRAIN["hq" if place in HQ else self.terrain[place]]

    def stack(self, seat, place):
        """A23, A26, AD60: forts and passengers count, those inside a fort do not."""
        return sum(1 for t in self.cards_at(seat, place) if not self.sheltered(t))

    def room(self, seat, place, extra):
        return self.stack(seat, place) + extra <= self.ground(place).stack

    def weight(self, token):
        return 2 if self.rider(token) and self.card[token].ground else 1

    def obstacle(self, a, b):
        name = edge(a, b)
        return next((t for t, place in self.where.items() if place == name), None)

    # -------------------------------------------------------------------------------- who can act
    def fielded(self, seat):
        """Ground cards that can act at all: on the ground, not aboard (AD60), un-engaged (AD22)."""
        return [t for t in self.tokens[seat] if self.card[t].ground and self.on_field(t)
                and not self.carried(t) and t not in self.engaged]

    def ready(self, seat):
        """AD43: one action each."""
        return [t for t in self.fielded(seat) if t not in self.acted]

    def barred(self, token, place):
        """What keeps a card out, be it by march or by assault: AD7c, AD7d, AD7g, AD57."""
        card, special = self.card[token], self.ground(place).special
        if "soft_ground" in special and (card.vehicle or card.gun):
            return True
        if "bridge" in special and place in self.crossed:
            return True
        barrier = self.obstacle(self.where[token], place)
        return bool(barrier and barrier[0] != token[0] and self.card[barrier].id == "X03"
                    and card.vehicle)

    # ------------------------------------------------------------------------------- small deeds
    def put(self, token, place):
        """With all that lies on or under it."""
        self.where[token] = place
        for other in self.load(token):
            self.put(other, place)

    def spot(self, token):
        """A35, AD53, AD60c: with what is attached to it and what holds it."""
        self.spotted.add(token)
        for other in self.load(token):
            if not self.card[other].ground:
                self.spotted.add(other)
        below = self.on.get(token)
        if below and below not in self.spotted:
            self.spot(below)

    def forget(self, token):
        """Off the board: no marker stays."""
        for name in SETS:
            getattr(self, name).discard(token)
        for table in (self.on, self.damage, self.group):
            table.pop(token, None)

    def remove(self, token, pile):
        self.forget(token)
        self.where[token] = pile

    def destroy(self, token):
        """AD63: with attachments and ordnance; who was carried or sheltered is set down."""
        for other in self.load(token):
            if self.card[other].ground:
                del self.on[other]
            else:
                self.remove(other, "lost")
        self.remove(token, "lost")

    def points(self, seat):
        return sum(self.card[t].cost for t in self.tokens[foe(seat)] if self.where[t] == "lost")

    def land(self, token):
        """AD20: face down on the airfield, with its ordnance (A59)."""
        self.put(token, AIRFIELD[owner(token)])
        for other in [token] + self.load(token):
            self.spotted.discard(other)
        self.patrol.discard(token)
        self.struck.discard(token)
        self.group.pop(token, None)

    def adjacent_enemy(self, seat, place):
        return any(self.troops(foe(seat), other) for other in NEXT[place])

    # -------------------------------------------------------------------------- air status (A119)
    def ordnance(self, token):
        return [t for t in self.load(token) if self.card[t].cls == "ORD"]

    def jettisonable(self, token):
        return [t for t in self.ordnance(token) if "droptank" not in self.card[t].notes]

    def drop_tanks(self, token):
        return [t for t in self.ordnance(token) if "droptank" in self.card[t].notes]

    def fighter(self, token):
        return self.card[token].cls == "FB" and not self.jettisonable(token)

    def flight(self, seat, group):
        return [t for t in self.tokens[seat] if self.group.get(t, (0, 0))[0] == group]


# ------------------------------------------------------------------------------------- positions
def put_words(world, token, words):
    words = list(words)
    if token not in world.card:
        raise ValueError(f"put: no card {token}")
    while words:
        word = words.pop(0)
        if word == "at":
            world.put(token, words.pop(0))
            world.on.pop(token, None)
        elif word in ("hand", "discard", "lost"):
            world.where[token] = word
        elif word == "on":
            carrier = words.pop(0)
            world.on[token] = carrier
            world.where[token] = world.where[carrier]
            if carrier in world.spotted:  # a position is written with what is seen together
                world.spotted.add(token)
        elif word == "damage":
            world.damage[token] = int(words.pop(0))
        elif word == "group":
            world.group[token] = (int(words.pop(0)), words.pop(0))
        elif word in SETS:
            getattr(world, word).add(token)
        else:
            raise ValueError(f"put: {word}")


def set_words(world, words):
    what, rest = words[0], words[1:]
    if what == "supply":
        world.supply[SEATS[rest[0]]] = int(rest[1])
    elif what == "terrain":
        world.terrain[rest[0]] = rest[1]
    elif what in ("cloud", "mud", "first"):
        setattr(world, what, SEATS[rest[0]])
    elif what in ("turn", "bonus"):
        setattr(world, what, int(rest[0]))
    elif what == "option":
        world.option = {0: None, 1: "levy", 2: "recruits"}[int(rest[0])]
    elif what == "smoke":
        world.smoke = rest[0]
    elif what == "night":
        world.night = True
    else:
        raise ValueError(f"set: {what}")


def read_position(lines):
    """The world, the node it starts from (None: the beginning), and the script that leads on."""
    scenario, decks, extras, node, script = "standard", [None, None], {}, None, []
    deeds = []
    for line in lines:
        words = line.split()
        if not words or words[0].startswith("//"):
            continue
        if words[0] == "game":
            scenario = words[words.index("scenario") + 1]
        elif words[0] == "option" and words[1] in ("deck1", "deck2"):
            decks[int(words[1][4]) - 1] = words[2]
        elif words[0] == "option":
            extras[words[1]] = int(words[2])
        elif words[0] in ("put", "set"):
            deeds.append(words)
        elif words[0] == "node":
            node = (words[1], SEATS[words[2]])
        elif words[0] == "~" or words[0].endswith(">"):
            script.append(words)
        else:
            raise ValueError(line)
    world = World(scenario, decks)
    world.options.update(extras)
    for words in deeds:
        if words[0] == "put":
            put_words(world, words[1], words[2:])
        else:
            set_words(world, words[1:])
    return world, node, script
