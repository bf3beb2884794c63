# SPDX-License-Identifier: Apache-2.0
"""Odd positions for slow.py: cards of both decks thrown onto the board, riders, occupants, loads
and attachments included, so that rules meet that seldom meet in whole games. From each a random way
is walked; the lists must agree at every step, and so must the firepower and target number of every
attack, which become `= shot` lines of a block for the program to judge."""
import random
import subprocess

import slow_air
import slow_fight
import slow_ground
from slow_cards import AIRFIELD, HQ, TERRAIN, ZONES, ZONE_TERRAINS, edges_of, route
from slow_turn import fits
from slow_world import World

SEATS = ("one", "two")
NODES = ("reinforce", "air", "recon", "bombard", "manoeuvre", "manoeuvre")
thrown = []  # the attacks of the story as it is told, each as the event expected of it


def throw(tale, kind, attacker, target, faust=False, extra=0):
    """slow_fight.throw(), remembered."""
    fp, tn = slow_fight.reckon(tale.world, kind, attacker, target, faust, extra)
    dice = int(tale.chance("shot", lambda: slow_fight.DICE_TWO)[1])
    thrown.append(f"= shot {attacker} {target} {dice} {fp} {tn}")
    return slow_fight.wounds(dice, fp, tn)


def listen():
    slow_fight.throw = slow_air.throw = slow_ground.throw = throw


class Thrower:
    """One side's cards thrown onto its places."""

    def __init__(self, rng, world, seat, zones, ground, edges):
        self.rng, self.world, self.seat, self.zones = rng, world, seat, zones
        self.ground, self.edges = ground, edges  # terrain by zone; edges already taken by anybody
        self.room = {z: TERRAIN[ground[z]].stack for z in zones}
        self.room[HQ[seat]] = 9
        self.at, self.on, self.lines, self.stops = {}, {}, [], {}

    def card(self, token):
        return self.world.card[token]

    def put(self, token, words):
        self.lines.append(f"put {token} {words}")

    def lay(self, token):
        card = self.card(token)
        if card.ground:
            self.lay_ground(token, card)
        elif card.cls == "FORT":
            held = [z for z in self.zones if self.room[z] and z in self.at.values()]
            if held:
                self.at[token] = self.rng.choice(held)
                self.room[self.at[token]] -= 1
                self.put(token, f"at {self.at[token]}")
        elif card.cls == "OBS":
            free = [e for z in self.zones for e in edges_of(z) if e not in self.edges]
            if free:
                edge = self.rng.choice(free)
                self.edges.add(edge)
                self.put(token, f"at {edge}")
        elif card.aircraft:
            self.lay_aircraft(token, card)
        elif card.cls == "ORD":
            self.lay_ordnance(token, card)
        elif card.cls == "ATTACH":
            units = [t for t in self.at if self.card(t).ground and fits(card, self.card(t))]
            self.put(token, f"on {self.rng.choice(units)}" if units else "hand")
        else:
            self.put(token, "hand")

    def lay_ground(self, token, card):
        rng = self.rng
        place = rng.choice(self.zones + [HQ[self.seat]] * 2) if card.unit else HQ[self.seat]
        special = TERRAIN[self.ground[place]].special if place in self.ground else ()
        if not self.room[place] or ("soft_ground" in special and (card.vehicle or card.gun)):
            return
        often = {"spotted": 0.35, "engaged": 0.2}
        marks = [word for word in often if rng.random() < often[word]]
        if card.hp > 1 and rng.random() < 0.25:
            marks.append(f"damage {rng.randint(1, card.hp - 1)}")
        hosts = [t for t in self.at if self.at[t] == place and t not in self.on.values()
                 and (self.card(t).carrier or self.card(t).cls == "FORT")]
        self.put(token, " ".join([f"at {place}"] + marks))
        hosts = [t for t in hosts if t not in self.on  # AD53: a fort takes any unit
                 and (card.rides or self.card(t).cls == "FORT")]
        if hosts and card.unit and rng.random() < 0.7:
            host = self.on[token] = rng.choice(hosts)
            self.put(token, f"on {host}")
            if "spotted" in marks:
                self.put(host, "spotted")
            if self.card(host).cls == "FORT":
                self.room[place] += 1
        self.at[token] = place
        self.room[place] -= 1

    def lay_aircraft(self, token, card):
        fourth = "patrol" if card.cls == "FB" else "stop"
        where = self.rng.choice(("field", "field", "stop", fourth))
        corridor = self.rng.choice("WE")
        if where == "field":
            self.put(token, f"at {AIRFIELD[self.seat]}")
        elif where == "patrol":
            self.put(token, f"at {corridor}2 patrol")
        else:
            stop = self.stops.setdefault(corridor, self.rng.choice(route(self.seat, corridor)))
            self.put(token, f"at {stop} group {7 if corridor == 'W' else 8} {corridor}")
        self.at[token] = where

    def lay_ordnance(self, token, card):
        self.put(token, f"at {AIRFIELD[self.seat]}")
        takers = [t for t in self.at if self.card(t).cls == "FB"
                  and (self.at[t] != "patrol" or "droptank" in card.notes)
                  and list(self.on.values()).count(t) < self.card(t).cap]
        if takers and self.rng.random() < 0.7:
            self.on[token] = self.rng.choice(takers)
            self.put(token, f"on {self.on[token]}")


def position(rng):
    """The lines of a position that both sides can read."""
    decks = [rng.choice("GSUW"), rng.choice("GSUW")]
    world = World("empty", decks)
    ground = {z: rng.choice(ZONE_TERRAINS) for z in ZONES}
    lines = ["game corridors scenario empty"]
    lines += [f"option deck{seat + 1} {deck}" for seat, deck in enumerate(decks)]
    lines += [f"option same_target {int(rng.random() < 0.2)}"]
    lines += [f"set terrain {z} {word}" for z, word in ground.items()]
    shuffled, cut, edges = rng.sample(ZONES, 9), rng.randint(3, 6), set()
    for seat, zones in enumerate((shuffled[:cut], shuffled[cut:])):
        side = Thrower(rng, world, seat, zones, ground, edges)
        for token in rng.sample(world.mine(seat), rng.choice((25, 40))):
            side.lay(token)
        lines += side.lines + [f"set supply {SEATS[seat]} {rng.choice((0, 1, 3, 8, 15))}"]
    lines += [line for line in (f"set smoke {rng.choice(ZONES)}", "set night", "set mud one")
              if rng.random() < 0.15]
    lines += [f"set turn {rng.randint(1, 15)}"]
    return lines + [f"node {rng.choice(NODES)} {rng.choice(SEATS)}"]


def walk(rng, moment, lines, listed, steps, tools):
    """Compares along a random way; returns what differs, or the block with every attack in it."""
    choose, script_line = tools
    way, block = [], list(lines)
    while moment.node != "over" and len(way) < steps:
        mine, theirs = set(moment.options), set(listed(lines + way, len(way)))
        if mine != theirs:
            return None, (lines + way, moment.node, sorted(mine - theirs), sorted(theirs - mine))
        shot, action = moment.node == "shot", choose(rng, moment.options)
        moment = moment.after(action)
        way.append(script_line(action))
        block += [way[-1]] + ([thrown[-1]] if shot else [])
    return block, None


def judge(program, scratch, block):
    """The program's word on a block: empty when all is as expected."""
    scratch.write_text("# odd\n" + "\n".join(block) + "\n", encoding="utf-8")
    done = subprocess.run([program, "test", str(scratch)], capture_output=True, text=True,
                          check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def seeded(seed, number):
    return random.Random(seed * 1000003 + number)
