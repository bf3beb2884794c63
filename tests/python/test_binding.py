# SPDX-License-Identifier: Apache-2.0
"""The Python binding: one game by PettingZoo's names, many in a batch, worlds, match files, and
what is said when something is wrong."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings" / "python"
sys.path.insert(0, str(PACKAGE))
import grognard  # noqa: E402

GAMES = grognard.games()
CHANCE, OVER = 100, 101


def run(code, **env):
    """A program of its own, which finds the package."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE), **env})
    return done.returncode, done.stdout + done.stderr


def wander(env, rng, most=10**9):
    """Random play by the AEC loop; how many actions, and what was heard last by each agent."""
    acted, heard = 0, {}
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        assert not cut
        if ended:
            heard[agent] = (reward, info)
            env.step(None)
            continue
        if acted == most:
            break
        assert seen in env.observation_space(agent)
        mask = seen["action_mask"]
        assert mask.sum() == len(env.actions()) > 0
        env.step(int(rng.integers(mask.sum())))
        acted += 1
    return acted, heard


class Single(unittest.TestCase):
    def test_every_game_to_its_end(self):
        for game in GAMES:
            env = grognard.Env(game)
            env.reset(seed=11)
            self.assertEqual(env.agents, env.possible_agents)
            self.assertEqual(set(env.terminations.values()), {False})
            acted, heard = wander(env, np.random.default_rng(1))
            self.assertGreater(acted, 20)
            self.assertEqual(set(heard), set(env.possible_agents))
            self.assertEqual(sum(reward for reward, _ in heard.values()), 0)
            self.assertTrue(all("margin" in info for _, info in heard.values()))
            self.assertEqual((env.agents, env.agent_selection), ([], None))
            with self.assertRaisesRegex(grognard.GrognardError, "reset"):
                env.step(None)

    def test_same_seed_same_game(self):
        for game in GAMES:
            texts = []
            for seed in (4, 4, 5):
                env = grognard.Env(game)
                env.reset(seed=seed)
                wander(env, np.random.default_rng(2), 150)
                texts.append((env.text(), env.hash()))
            self.assertEqual(texts[0], texts[1])
            self.assertNotEqual(texts[0][0], texts[2][0])

    def test_observe_is_for_its_agent(self):
        for game in GAMES:
            env = grognard.Env(game)
            env.reset(seed=3)
            for _ in range(60):
                acting = env.agent_selection
                for seat, agent in enumerate(env.possible_agents):
                    seen = env.observe(agent)
                    self.assertEqual(seen["view"]["viewer"], seat)
                    self.assertEqual(seen["action_mask"].any(), agent == acting)
                env.step(0)

    def test_before_reset(self):
        env = grognard.Env(GAMES[0])
        for call in (env.last, env.actions, lambda: env.step(0), env.clone):
            with self.assertRaisesRegex(grognard.GrognardError, "reset"):
                call()

    def test_clone_goes_on_alike(self):
        for game in GAMES:
            env = grognard.Env(game)
            env.reset(seed=8)
            wander(env, np.random.default_rng(3), 77)
            other, before = env.clone(), env.hash()
            np.testing.assert_array_equal(env.actions(), other.actions())
            wander(other, np.random.default_rng(4), 60)
            self.assertEqual(env.hash(), before)
            wander(env, np.random.default_rng(4), 60)
            self.assertEqual(env.hash(), other.hash())


class Errors(unittest.TestCase):
    def test_words(self):
        with self.assertRaisesRegex(grognard.BadInput, "no game.*nogame.*" + GAMES[0]):
            grognard.Env("nogame")
        with self.assertRaisesRegex(grognard.BadInput, "no scenario .nowhere"):
            grognard.Env(GAMES[0], scenario="nowhere")
        with self.assertRaisesRegex(grognard.BadInput, "no option .nothing"):
            grognard.Batch(GAMES[0], 2, options={"nothing": 1})
        with self.assertRaisesRegex(grognard.BadInput, "65536"):
            grognard.Batch(GAMES[0], 0)
        with self.assertRaisesRegex(grognard.BadInput, "dice"):
            grognard.Batch(GAMES[0], 1, dice="loaded")
        with self.assertRaisesRegex(grognard.BadInput, "missing"):
            grognard.Match("missing.gg")

    def test_the_rule_says_no(self):
        """An action of another node, and one that is not a word at all; nothing changes."""
        for game in GAMES:
            env = grognard.Env(game)
            env.reset(seed=1)
            before = env.hash()
            verbs = grognard.facts(game)["verbs"]
            here = set(grognard.verbs(env.actions()))
            strange = next(i for i, v in enumerate(verbs) if v["token"] and i not in here)
            with self.assertRaises(grognard.IllegalAction) as caught:
                env.play(grognard.act(strange))
            self.assertTrue(caught.exception.rule)
            self.assertGreater(len(caught.exception.text), 15)
            with self.assertRaisesRegex(grognard.BadInput, "nonsense"):
                env.play("nonsense")
            for wrong in (len(env.actions()), -1, None, "0"):
                with self.assertRaisesRegex(grognard.IllegalAction, "there is no action"):
                    env.step(wrong)
            self.assertEqual(env.hash(), before)

    def test_dead_agent(self):
        env = grognard.Env(GAMES[-1])
        env.reset(seed=2)
        while not any(env.terminations.values()):
            env.step(0)
        with self.assertRaisesRegex(grognard.GrognardError, "None"):
            env.step(0)
        with self.assertRaisesRegex(grognard.IllegalAction, "over"):
            env.play("anything")

    def test_batch_row(self):
        batch = grognard.Batch(GAMES[0], 4, seed=1)
        before = [batch.hash(r) for r in range(4)]
        with self.assertRaisesRegex(grognard.IllegalAction, "Row 2 "):
            batch.step([0, 0, batch.counts[2], 0])
        self.assertEqual(before, [batch.hash(r) for r in range(4)])
        with self.assertRaisesRegex(grognard.BadInput, "4 choices"):
            batch.step([0, 0])
        batch.step([-1, -1, -1, 0])
        self.assertEqual(before[:3], [batch.hash(r) for r in range(3)])
        batch.close()
        with self.assertRaisesRegex(grognard.GrognardError, "closed"):
            batch.step([0] * 4)

    def test_library(self):
        """A library that is not there, one that is something else: one clear line."""
        code = "import grognard"
        status, said = run(code, GROGNARD_LIBRARY="/nowhere/libgrognard.so")
        self.assertTrue(status and "LibraryMissing: /nowhere/libgrognard.so" in said)
        status, said = run(code, GROGNARD_LIBRARY="libm.so.6")
        self.assertTrue(status and "LibraryMissing: libm.so.6 is not a libgrognard" in said)
        status, said = run("import grognard; print(grognard.library_path())")
        self.assertEqual(status, 0, said)
        status, said = run("import grognard._library as c; c.ABI = 99; c._check(c.LIB, 'it')")
        self.assertTrue(status and "it has interface 1, this package is written for 99" in said)


class Batches(unittest.TestCase):
    def test_equals_the_single_game(self):
        """The same dice, the same lists, the same observations, step by step to the end."""
        for game in GAMES:
            batch = grognard.Batch(game, 3, seed=21, forced=False, restart=False, dice="match")
            envs, rng = [], np.random.default_rng(5)
            for number in range(3):
                envs.append(grognard.Env(game))
                envs[-1].reset(seed=21, options={"number": number})
            while (batch.seats < 100).any():
                choices = (rng.random(3) * batch.counts).astype(np.int32)
                for row, env in enumerate(envs):
                    if batch.seats[row] == OVER:
                        continue
                    np.testing.assert_array_equal(batch.actions[row, batch.mask[row]],
                                                  env.actions())
                    self.assertEqual(env.possible_agents[batch.seats[row]], env.agent_selection)
                    self.assertEqual(batch.facts[row].tobytes(),
                                     env.observe(env.agent_selection)["observation"].tobytes())
                    env.step(int(choices[row]))
                batch.step(choices)
                for row, env in enumerate(envs):
                    if batch.dones[row]:
                        self.assertEqual(list(batch.rewards[row]), list(env.rewards.values()))
            self.assertEqual([e.hash() for e in envs], [batch.hash(r) for r in range(3)])

    def test_memory_is_shared(self):
        """C writes where numpy reads: no array is made or moved by a step, none can be spoilt."""
        batch = grognard.Batch(GAMES[0], 8, seed=1, views=True)
        names = ("facts", "views", "actions", "mask", "counts", "seats", "dones", "rewards")
        before = {name: getattr(batch, name).ctypes.data for name in names}
        kept, seen = batch.counts, batch.facts.tobytes()
        for _ in range(50):
            batch.step((batch.counts - 1).astype(np.int32))
        self.assertEqual(before, {name: getattr(batch, name).ctypes.data for name in names})
        self.assertTrue(np.shares_memory(batch.facts, batch.bytes))
        self.assertTrue(kept is batch.counts)
        self.assertNotEqual(seen, batch.facts.tobytes())
        with self.assertRaises(ValueError):
            batch.actions[0, 0] = 1

    def test_rows_do_not_depend_on_each_other(self):
        """Game 5 is the same alone and among others; -1 leaves a row as it is."""
        for game in GAMES:
            many = grognard.Batch(game, 8, seed=3, views=True)
            alone = grognard.Batch(game, 1, seed=3, first=5, views=True)
            for step in range(200):
                choices = np.full(8, step % 3, np.int32) % np.maximum(1, many.counts)
                alone.step(choices[5:6].astype(np.int32))
                many.step(choices.astype(np.int32))
                for name in ("bytes", "views", "actions", "mask", "counts"):
                    self.assertEqual(getattr(many, name)[5].tobytes(),
                                     getattr(alone, name)[0].tobytes(), (game, step, name))
                if alone.dones[0]:
                    break

    def test_restart(self):
        batch, ended = grognard.Batch(GAMES[-1], 4, seed=1), 0
        rng = np.random.default_rng(0)
        while ended < 12:
            batch.step((rng.random(4) * batch.counts).astype(np.int32))
            self.assertTrue((batch.counts > 1).all() and (batch.seats < 2).all())
            self.assertEqual(set(np.unique(batch.rewards[~batch.dones])) - {0.0}, set())
            ended += batch.dones.sum()
        self.assertTrue((batch.numbers % 4 == np.arange(4)).all() and batch.numbers.max() >= 8)

    def test_plans(self):
        for game in GAMES:
            batch = grognard.Batch(game, 2, seed=1, plans=True)
            self.assertEqual(batch.actions.shape, (2, batch.width, batch.depth))
            for _ in range(30):
                first = batch.actions[:, 0, 0]
                self.assertTrue((first > 0).all())
                batch.step(batch.counts.astype(np.int32) - 1)
            self.assertGreater(batch.steps, 30)

    def test_matchups(self):
        batch = grognard.Batch(GAMES[1], 4, seed=1, matchups=True)
        self.assertEqual(len({batch.position(r).table for r in range(4)}), 4)

    def test_planes(self):
        batch = grognard.Batch(GAMES[0], 2, seed=1, views=True)
        cells = grognard.facts(GAMES[0])["surfaces"][0]["cells"]
        planes = grognard.planes(batch.views, 0, cells)
        piece = batch.views["piece"][0, :batch.views["pieces"][0]]
        self.assertEqual(planes[0, [0, 6]].sum(),
                         ((piece["surface"] == 0) & (piece["cell"] < cells)).sum())


class Worlds(unittest.TestCase):
    def test_resample_knows_what_the_seat_knows(self):
        for game in GAMES:
            env = grognard.Env(game)
            env.reset(seed=6)
            wander(env, np.random.default_rng(6), 40)
            seat = env.possible_agents.index(env.agent_selection)
            seen = env.observe(env.agent_selection)
            worlds = [env.world(seed=seed) for seed in (1, 1, 2, 3)]
            for world in worlds:
                facts, view = world.look(seat)
                self.assertEqual(facts.tobytes(), seen["observation"].tobytes())
                self.assertEqual(view.tobytes(), seen["view"].tobytes())
                np.testing.assert_array_equal(world.choices, env.actions())
            self.assertEqual(worlds[0].hash(0), worlds[1].hash(0))

    def test_exact_chance(self):
        """Probabilities are fractions that add up to one; each outcome can be played."""
        for game in GAMES:
            world, rng, met = grognard.World(game), np.random.default_rng(7), 0
            while not world.over and met < 20:
                if world.seat == CHANCE:
                    found = world.outcomes()
                    self.assertEqual(sum(p for _, p in found), 1)
                    other = world.clone()
                    other.play(found[-1][0])
                    self.assertNotEqual((other.hash(0), other.seat), (world.hash(0), CHANCE))
                    met += 1
                    world.roll(rng)
                else:
                    with self.assertRaisesRegex(grognard.IllegalAction, "not for chance"):
                        world.outcomes()
                    world.step(int(rng.integers(len(world.choices))))
            self.assertGreater(met, 0)
            self.assertIsInstance(world.value(0), int)

    def test_clone_is_apart(self):
        world = grognard.World(GAMES[0])
        other = world.clone()
        before = world.hash(0)
        other.step(0)
        self.assertEqual(world.hash(0), before)


class Files(unittest.TestCase):
    def test_replay_equals_the_program(self):
        """Every golden replay: the hash after each entry, the result, the program's word."""
        files = sorted((ROOT / "games").glob("*/tests/golden/*.gg"))
        self.assertGreater(len(files), 3)
        for path in files:
            match = grognard.Match(path)
            played = 0
            for world, action in match.replay():
                self.assertGreater(grognard.verbs(np.uint64(action)), 0)
                played += 1
            self.assertGreater(played, 10)
            self.assertEqual(world.hash(0), match.hash(match.entries))
            self.assertEqual(match.at(match.entries).hash(0), match.hash(match.entries))
            middle = match.entries // 2
            self.assertEqual(match.at(middle).hash(0), match.hash(middle))
            done = subprocess.run([ROOT / "build" / "grognard", "verify", path], check=False,
                                  capture_output=True)
            self.assertEqual(done.returncode, 0)

    def test_what_is_saved_is_verified(self):
        with tempfile.TemporaryDirectory() as place:
            for game in GAMES:
                env, path = grognard.Env(game), Path(place) / f"{game}.gg"
                env.reset(seed=31)
                wander(env, np.random.default_rng(9))
                env.save(path)
                match = grognard.Match(path)
                self.assertTrue(match.verify() and match.result)
                self.assertEqual(match.hash(match.entries), env.hash())
                done = subprocess.run([ROOT / "build" / "grognard", "verify", path], check=False,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                path.write_bytes(path.read_bytes()[:-40])
                with self.assertRaisesRegex(grognard.BadInput, "line"):
                    grognard.Match(path)


class Programs(unittest.TestCase):
    def test_describe(self):
        for game in GAMES:
            done = subprocess.run([sys.executable, "-m", "grognard", game], cwd=PACKAGE,
                                  capture_output=True, text=True, check=True)
            for part in ("## Observation", "## Nodes", "## Actions", "## Views"):
                self.assertIn(part, done.stdout)
        done = subprocess.run([sys.executable, "-m", "grognard", "nogame"], cwd=PACKAGE,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))

    def test_example_learns(self):
        """Two seconds are enough to win more than half against random."""
        done = subprocess.run([PACKAGE / "examples" / "linear.py", GAMES[-1], "2", "100"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        share = float(done.stdout.split(",")[-1].strip(" %\n"))
        self.assertGreater(share, 55)


if __name__ == "__main__":
    unittest.main()
