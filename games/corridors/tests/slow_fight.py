# SPDX-License-Identifier: Apache-2.0
"""One attack, for slow.py: AD21 and what changes it, damage, passengers thrown off (AD61)."""
from slow_cards import NEXT
from slow_world import foe, owner

ASSAULT_KINDS = ("assault", "defensive", "strikeback")
DIRECT_KINDS = ("fire", "return")
AIR_KINDS = ("aa", "self", "intercept", "back", "escort")
DICE_TWO = [f"roll {n}" for n in range(2, 13)]
DIE = [f"roll {n}" for n in range(1, 7)]


def printed(world, kind, attacker, target):
    """The firepower that counts, or None for the dash (AD21d), bonuses of T01 to T03 included."""
    card = world.card[attacker]
    if kind in AIR_KINDS:
        return card.air
    if kind in ("battery", "heavy"):
        return None if card.bfp is None else card.bfp - 2 * world.card[target].armoured
    if not world.card[target].armoured:
        return None if card.sfp is None else card.sfp + bool(world.has(attacker, "T06"))
    fp = card.hfp
    if world.has(attacker, "T02"):
        fp = (fp or 0) + 2
    if world.has(attacker, "T03") and kind in ASSAULT_KINDS:
        fp = (fp or 0) + 3
    return fp


def able(world, kind, attacker, target):
    return printed(world, kind, attacker, target) is not None


def faust_able(world, attacker, target):
    """AT01: against armour only."""
    return bool(world.has(attacker, "T01")) and world.card[target].armoured


def bunker(world, target):
    """What its fort gives it: for armour half of it, rounded down (AD53)."""
    fort = world.sheltered(target)
    full = world.card[fort].cover if fort else 0
    return full // 2 if world.card[target].armoured else full


def cover(world, kind, attacker, target):
    """AD21f, AD21g and the exceptions of AD40, AD47, AD56, AT11."""
    if kind in ("defensive", "mine"):
        return 0
    if kind in ("assault", "strikeback") and world.has(attacker, "T11"):
        return 0
    ground = world.ground(world.where[target])
    value = ground.hard if world.card[target].armoured else ground.soft
    if kind == "assault":
        value //= 2
    value = max(value, bunker(world, target))
    if kind == "guns" and "dive" in world.card[attacker].notes:
        value = max(0, value - 2)
    return value


def modifiers(world, kind, attacker, target):
    card, place = world.card[attacker], world.where[target]
    total = 0
    body = world.on.get(attacker, attacker) if kind == "ordnance" else attacker
    if kind not in ("mine", "fall") and world.damage.get(body):
        total -= 1  # AD21e
    if world.has(attacker, "T05"):
        total += 1
    if kind == "battery" and any(world.where[t] in NEXT[place] for t in world.mine(owner(attacker))
                                 if world.card[t].ground and world.has(t, "T07")):
        total += 1
    if (kind in ("fire", "return", "battery", "assault", "strikeback") and card.armoured
            and "close" in world.ground(place).special):
        total -= 1  # AD7f
    if kind in DIRECT_KINDS and world.smoke in (place, world.where[attacker]):
        total -= 2  # AE01
    if kind == "assault" and card.foot and world.card[target].armoured:
        total += 2 * (max(world.ground(place).hard, bunker(world, target)) >= 2)  # AD47d
    if kind == "defensive" and world.night:
        total -= 2  # AE02
    if kind in ("strikeback", "escort"):
        total -= 1
    if kind == "back" and card.cls == "FB" and not world.fighter(attacker):
        total -= 2  # AD30c
    return total


def reckon(world, kind, attacker, target, faust=False, extra=0):
    """Firepower and target number."""
    if kind == "fall":
        fp = 3
    elif faust:
        fp = 6
    else:
        fp = printed(world, kind, attacker, target)
    tn = world.card[target].defence + bool(world.has(target, "T04"))
    if kind in ("aa", "self"):
        tn += 2  # AD33
    elif kind == "intercept":
        tn += world.fighter(target)  # AD30
    elif kind not in AIR_KINDS:
        tn += cover(world, kind, attacker, target)
    return fp + extra + (0 if kind == "fall" else modifiers(world, kind, attacker, target)), tn


def wounds(dice, fp, tn):
    if dice == 2:
        return 0
    if dice + fp >= tn:
        return 1 + (dice + fp - tn) // 3
    return 1 if dice == 12 else 0


def throw(tale, kind, attacker, target, faust=False, extra=0):
    """The dice of an attack; returns its damage points, nothing is done yet."""
    fp, tn = reckon(tale.world, kind, attacker, target, faust, extra)
    dice = int(tale.chance("shot", lambda: DICE_TWO)[1])
    return wounds(dice, fp, tn)


def hurt(tale, target, points):
    """Damage; returns the points that the card really took."""
    world = tale.world
    if not points:
        return 0
    card = world.card[target]
    taken = min(points, card.hp - world.damage.get(target, 0))
    world.damage[target] = world.damage.get(target, 0) + points
    if not card.aircraft:
        world.spot(target)  # AD17f
    rider = world.rider(target) if card.carrier else None
    dead = world.damage[target] >= card.hp
    if dead:
        world.destroy(target)
    if rider and (dead or "riders" in card.notes):
        world.on.pop(rider, None)
        world.acted.add(rider)  # AD62a
        hurt(tale, rider, throw(tale, "fall", target, rider))
    return taken


def attack(tale, kind, attacker, target, faust=False, extra=0):
    points = throw(tale, kind, attacker, target, faust, extra)
    if faust:
        spend_faust(tale.world, attacker)
    return hurt(tale, target, points)


def spend_faust(world, attacker):
    fausts = world.has(attacker, "T01")
    if fausts:
        world.remove(fausts, "discard")


def engage(world, token):
    world.engaged.add(token)


def pay(world, seat, price):
    world.supply[seat] -= price


def visible_targets(world, seat, places):
    """AD17b, AD42, AD60b: spotted enemy cards that can be aimed at."""
    return [t for place in places for t in world.cards_at(foe(seat), place)
            if t in world.spotted and not world.carried(t)]
