# SPDX-License-Identifier: Apache-2.0
"""One game by the names of PettingZoo's AEC interface, which this package does not need. The game
is a match: its dice are those of a match file, which save() writes."""
import ctypes
import secrets
from ctypes import POINTER, byref, c_size_t, c_uint64, c_void_p
from pathlib import Path

import numpy as np

from . import _library as c
from ._library import LIB
from .world import World

FREE = ctypes.CDLL(None).free
FREE.argtypes = [c_void_p]


class Discrete:
    """Numbers 0 .. n-1; sample(mask) draws one that the mask allows."""

    def __init__(self, n):
        self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
        self._rng = np.random.default_rng()

    def seed(self, seed=None):
        self._rng = np.random.default_rng(seed)

    def sample(self, mask=None):
        among = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._rng.choice(among))

    def contains(self, x):
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n

    __contains__ = contains


class Views:
    """Observations: {"observation": facts, "view": view, "action_mask": mask}."""

    def __init__(self, facts, width):
        self.facts, self.width, self.shape, self.dtype = facts, width, (), facts

    def contains(self, x):
        return (x["observation"].dtype == self.facts and x["view"].dtype == c.VIEW
                and x["action_mask"].shape == (self.width,)
                and x["action_mask"].dtype == np.int8)

    __contains__ = contains


class Env:
    """agents, agent_selection, rewards, terminations, truncations, infos; reset, step, observe,
    last, agent_iter, action_space, observation_space, close: as PettingZoo's AECEnv has them.

    An action is a place in the list of legal actions, actions(); its mask tells how many there
    are. Beside these: play() takes any action as players type it, world() deals an imagined
    position from what a seat knows, clone() copies the game as it is, save() writes it."""

    metadata = {"name": "grognard_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, game, *, scenario=None, options=None):
        self._match = c_void_p()
        self.game, self._game = game, c.find_game(game)
        self._request = c.make_request(self._game, scenario, options)
        known = c.facts(game, scenario, options)
        self.possible_agents = [seat["token"] for seat in known["seats"]]
        self.nodes = [node["token"] for node in known["nodes"]]
        self._eyes = World(game, request=self._request, dice="quick")
        self.width = self._eyes.width
        spaces = (Discrete(self.width), Views(self._eyes.facts.dtype, self.width))
        self.action_spaces = {agent: spaces[0] for agent in self.possible_agents}
        self.observation_spaces = {agent: spaces[1] for agent in self.possible_agents}
        self.agents, self.agent_selection = [], None

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def __str__(self):
        return f"grognard {self.game}"

    # ------------------------------------------------------------------------------------ a game
    def reset(self, seed=None, options=None):
        """A new game. The same seed gives the same dice, those of game number
        options["number"] (0) of `grognard selfplay --seed`."""
        self.seed = (secrets.randbits(53) if seed is None else int(seed)) % 2**64
        number = (options or {}).get("number", 0)
        setup, verdict = c.Setup(), c.Verdict()
        setup.game, setup.request = self._game, self._request
        name = ctypes.create_string_buffer(33)
        LIB.gg_selfplay_seed(self.seed, number, setup.seed)
        LIB.gg_selfplay_id(self.seed, number, name)
        setup.id = name.value
        self._close_match()
        status = LIB.gg_match_open(byref(self._match), byref(setup), byref(verdict))
        if status:
            c.refuse_request(status, self._game, verdict)
        self._begin()

    def _begin(self):
        LIB.gg_match_advance(self._match)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._look_around()

    def _turn(self):
        return LIB.gg_match_turn(self._match)

    def _position(self, seat):
        return LIB.gg_match_position_for(self._match, seat).contents

    def _look_around(self):
        """Whose turn it is; what he may do is read by the eyes, a position of one row."""
        seat, result = self._turn().seat, c.Result()
        LIB.gg_match_result(self._match, byref(result))
        if result.over:
            for i, agent in enumerate(self.agents):
                self.rewards[agent] = float(result.half[i] - 1)
                self.terminations[agent] = True
                self.infos[agent] = {"margin": result.margin}
        elif seat < len(self.possible_agents):
            self.agent_selection = self.possible_agents[seat]
            self._eyes.put(self._position(seat), self._draft(seat)[0] > 0)

    def _draft(self, seat):
        steps = POINTER(c_uint64)()
        return LIB.gg_match_draft(self._match, seat, byref(steps)), steps

    def _begun(self):
        if not self._match:
            raise c.GrognardError("There is no game: call reset() first.")

    @property
    def node(self):
        """The decision point of the acting seat, a token."""
        self._begun()
        return self.nodes[self._turn().node]

    def actions(self):
        """The legal actions of the acting seat; step() takes a place in this list."""
        self._begun()
        if any(self.terminations.values()):
            return np.zeros(0, np.uint64)
        return self._eyes.choices.copy()

    def action_mask(self, agent=None):
        """1 for each action that the agent may choose now."""
        mask = np.zeros(self.width, np.int8)
        if agent is None or agent == self.agent_selection:
            mask[:len(self.actions())] = 1
        return mask

    def notation(self, action):
        """An action as players type it."""
        return c.notation(self._eyes.position(0), action)

    def _seat(self, agent):
        if agent not in self.possible_agents:
            raise c.BadInput(f"There is no agent “{agent}”; there are "
                             f"{', '.join(self.possible_agents)}.")
        return self.possible_agents.index(agent)

    def observe(self, agent):
        """What this agent may know, and what it may do."""
        self._begun()
        seat = self._seat(agent)
        facts, view = self._look(seat)
        return {"observation": facts, "view": view, "action_mask": self.action_mask(agent)}

    def _look(self, seat):
        self._other = getattr(self, "_other", None) or World(self.game, request=self._request)
        self._other.put(self._position(seat), self._draft(seat)[0] > 0)
        return self._other.look(seat)

    def last(self, observe=True):
        """Observation, reward since it last acted, termination, truncation, info of the agent
        that is to act."""
        self._begun()
        agent = self.agent_selection
        if agent is None:
            raise c.GrognardError("The game is over and all agents have left: call reset().")
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        """The agents in the order in which they act, until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        """A place in the list of legal actions; None for an agent whose game is over."""
        self._begun()
        agent = self.agent_selection
        if agent is None:
            raise c.GrognardError("The game is over and all agents have left: call reset().")
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        legal = self._eyes.choices
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(legal):
            raise c.IllegalAction(f"{agent} has {len(legal)} actions: there is no action "
                                  f"{action}.")
        self._act(int(legal[action]))

    def play(self, action):
        """Any action, as a number or as players type it, judged by the rules."""
        self._begun()
        if any(self.terminations.values()):
            raise c.IllegalAction("The game is over.")
        self._act(c.parse(self._eyes.position(0), action))

    def _act(self, action):
        agent, seat, verdict = self.agent_selection, self._turn().seat, c.Verdict()
        status = LIB.gg_match_act(self._match, seat, action, 0, LIB.gg_match_entries(self._match),
                                  0, byref(verdict), None)
        if status == c.REFUSED:
            raise c.refusal(self._game, self._eyes.position(0), verdict)
        if status:
            c.fail(status, "The action could not be played.")
        self._cumulative_rewards[agent] = 0.0
        LIB.gg_match_advance(self._match)
        self._look_around()
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def _leave(self, agent, action):
        if action is not None:
            raise c.GrognardError("The game is over: None is the only action.")
        self.agents.remove(agent)
        for book in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                     self.infos):
            del book[agent]
        self.agent_selection = self.agents[0] if self.agents else None

    # -------------------------------------------------------------------------------- beyond it
    def world(self, agent=None, seed=0):
        """An imagined position, dealt from what this agent (the acting one) knows."""
        self._begun()
        seat = self._seat(agent or self.agent_selection)
        world = World(self.game, request=self._request)
        world.put(self._position(seat), self._draft(seat)[0] > 0)
        world.resample(seat, seed)
        return world

    def clone(self):
        """The same game once more, with all that is hidden and the dice to come."""
        self._begun()
        other = Env.__new__(Env)
        other.__dict__.update(self.__dict__)
        other._match, other._other = c_void_p(), None
        other._eyes = World(self.game, request=self._request, dice="quick")
        text = self.text()
        status = LIB.gg_match_read(byref(other._match), text, len(text), None)
        if status:
            c.fail(status, "The match could not be read back.")
        LIB.gg_match_give_seed(other._match, LIB.gg_match_setup_of(self._match).contents.seed)
        seat = self._turn().seat
        count, steps = self._draft(seat) if seat < len(self.possible_agents) else (0, None)
        entries = LIB.gg_match_entries(other._match)
        for i in range(count):
            LIB.gg_match_act(other._match, seat, steps[i], 0, entries, 0, None, None)
        for book in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(other, book, dict(getattr(self, book)))
        other.agents = list(self.agents)
        if not any(other.terminations.values()) and other.agents:
            other._look_around()
        return other

    def hash(self):
        """Of the facts of the position, as match files have it."""
        self._begun()
        state = LIB.gg_match_published(self._match).contents.state
        return int(LIB.gg_facts_hash(self._game, state))

    def text(self):
        """The match file, bytes."""
        self._begun()
        text, length = c_void_p(), c_size_t()
        status = LIB.gg_match_write(self._match, byref(text), byref(length))
        if status:
            c.fail(status, "The match could not be written.")
        try:
            return ctypes.string_at(text, length.value)
        finally:
            FREE(text)

    def save(self, path):
        """Writes the match file: `grognard replay`, `grognard verify` and the page read it."""
        Path(path).write_bytes(self.text())

    def render(self):
        """There is nothing to see here: `grognard replay` shows what save() wrote."""

    def state(self):
        """All facts, hidden ones too: for a critic that may know them, never for a player."""
        return self._look_umpire()

    def _look_umpire(self):
        self._begun()
        self._other = getattr(self, "_other", None) or World(self.game, request=self._request)
        self._other.put(LIB.gg_match_published(self._match).contents)
        return self._other.look(c.UMPIRE)[0]

    def _close_match(self):
        if self._match:
            LIB.gg_match_close(self._match)
            self._match = c_void_p()

    def close(self):
        self._close_match()
        self.agents, self.agent_selection = [], None

    def __del__(self):
        if getattr(self, "_match", None):
            self._close_match()


def env(game, **settings):
    """As PettingZoo's modules have it."""
    return Env(game, **settings)
