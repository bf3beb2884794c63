# SPDX-License-Identifier: Apache-2.0
"""Studies under mpirun: the bytes that threads give, and what a rank that dies costs."""
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from program import BUILD, GAME, PROGRAM, ROOT, Case, environment

ORDER = ("study", GAME, "--seats", "greedy,random", "--seed", "5", "--games", "300")
LONG = ("study", "bautzen", "--scenario", "intro", "--seats", "greedy,greedy", "--seed", "2",
        "--games", "400")
MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else [])]


def result(text):
    return text[:text.index('"run":')]


def rank_of(pid):
    try:
        text = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return None
    found = [w for w in text.split(b"\0") if w.startswith(b"OMPI_COMM_WORLD_RANK=")]
    return int(found[0].split(b"=")[1]) if found else None


class Ranks(Case):
    def start(self, ranks, *words, program=PROGRAM, more=()):
        """`ranks` processes; a list of their command lines where they differ."""
        lines = [words] if isinstance(words[0], str) else words
        command = [*MPIRUN, *more]
        for i, line in enumerate(lines):
            command += [*([":"] if i else []), "-n", str(ranks), str(program), *map(str, line)]
        child = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        self.addCleanup(child.communicate)
        self.addCleanup(child.kill)
        return child

    def ended(self, child, code=0):
        out, err = (b.decode() for b in child.communicate(timeout=100))
        self.assertEqual(child.returncode, code, f"{out[-2000:]}\n{err}")
        return out, [line for line in err.splitlines() if line.startswith("grognard: ")]

    def under(self, ranks, *words, code=0, **more):
        return self.ended(self.start(ranks, *words, **more), code)

    def kill(self, child, rank, file):
        """Once the checkpoint has grown."""
        for _ in range(6000):
            if file.exists() and file.stat().st_size > 2000:
                break
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        pids = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
        mine = [int(p) for p in pids if rank_of(p) == rank]
        self.assertEqual(len(mine), 1, pids)
        os.kill(mine[0], signal.SIGKILL)

    def test_ranks_change_nothing(self):
        alone = self.good(*ORDER, "--threads", 2, "--json").out
        for ranks, threads in ((2, 1), (3, 1), (2, 2)):
            out, lines = self.under(ranks, *ORDER, "--threads", threads, "--json")
            self.assertEqual((result(out), lines), (result(alone), []))
            told = json.loads(out)["run"]
            self.assertEqual((told["ranks"], told["threads"]), (ranks, threads))

    def test_they_share_the_work(self):
        """Both ranks use their processor, and what both used is counted."""
        out, _ = self.under(2, *LONG, "--json")
        alone = json.loads(self.good(*LONG, "--threads", 1, "--json").out)["run"]["cpu_s"]
        self.assertGreater(json.loads(out)["run"]["cpu_s"], 0.5 * alone)

    def test_a_rank_that_dies_costs_its_portion_only(self):
        """Open MPI ends the job; rank 0 says how to go on, and the same command does."""
        whole = result(self.good(*LONG, "--json").out)
        for rank in (1, 0):
            file = self.folder / f"{rank}.study"
            words = (*LONG, "--checkpoint", file, "--json")
            child = self.start(2, *words)
            self.kill(child, rank, file)
            out, err = child.communicate(timeout=120)
            self.assertNotEqual(child.returncode, 0)
            if rank:
                self.assertRegex(err, rb"stopped after \d+ of 400 games; the same command goes on")
                self.assertGreater(json.loads(out)["result"]["games"], 0)
            out, _ = self.under(2, *words)
            self.assertEqual(result(out), whole)
            self.assertGreater(json.loads(out)["run"]["resumed"], 0)
            out, _ = self.under(3, *words)
            self.assertEqual((result(out), json.loads(out)["run"]["resumed"]), (whole, 400))

    def test_with_recovery_the_others_go_on(self):
        whole = result(self.good(*LONG, "--json").out)
        file = self.folder / "a.study"
        child = self.start(3, *LONG, "--checkpoint", file, "--json", more=["--enable-recovery"])
        self.kill(child, 2, file)
        out, lines = self.ended(child)
        self.assertEqual(result(out), whole)
        self.assertRegex(lines[0], "rank 2 does not answer any more")

    def test_bad_words_are_refused_once(self):
        for words, code, says in (((*ORDER, "--sets", "1"), 2, "--sets"),
                                  (("study", "nothing"), 2, "nothing"),
                                  (("study", "compare", GAME, "turns=8", "turns=4"), 2,
                                   "without mpirun"),
                                  ((*ORDER, "--checkpoint", self.folder / "no" / "where"), 2,
                                   "No such file")):
            out, lines = self.under(2, *words, code=code)
            self.assertEqual((out, len(lines)), ("", 1), lines)
            self.assertIn(says, lines[0])

    def test_bad_files_are_refused_once_and_left_as_they_are(self):
        file, own = self.folder / "a.study", self.folder / "own.scenario"
        self.good(*ORDER, "--checkpoint", file)
        before = file.read_bytes()
        _, lines = self.under(2, *ORDER[:-1], "301", "--checkpoint", file, code=2)
        self.assertEqual(len(lines), 1)
        self.assertIn("“games 300”, not “games 301”", lines[0])
        self.assertEqual(file.read_bytes(), before)
        own.write_text("scenario first_salvo\nboard 900\n", "utf-8")
        out, lines = self.under(2, "study", "salvo", "--scenario", own, "--games", "10", code=2)
        self.assertEqual(out, "")
        self.assertTrue(lines[0].startswith(f"grognard: {own}:2: "), lines)

    def test_ranks_that_play_something_else_are_noticed(self):
        child = self.start(1, ORDER, (*ORDER[:-1], "301"))
        _, lines = self.ended(child, 2)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("the ranks do not play the same study", lines[0])

    def test_a_build_without_open_mpi_says_so(self):
        program = self.folder / "grognard"
        shutil.copy(PROGRAM, program)
        out, lines = self.under(2, *ORDER, code=3, program=program)
        self.assertEqual((out, len(lines)), ("", 1), lines)
        self.assertRegex(lines[0], "built without Open MPI .*--threads")
        alone = subprocess.run([program, *ORDER], check=True, capture_output=True, cwd=ROOT)
        self.assertIn(b"300 games", alone.stdout)
        self.under(1, *ORDER, program=program)

    def test_the_program_itself_needs_no_open_mpi(self):
        told = subprocess.run(["ldd", PROGRAM], check=True, capture_output=True).stdout
        self.assertNotIn(b"mpi", told)
        self.assertTrue((BUILD / "grognard-ranks.so").is_file())
