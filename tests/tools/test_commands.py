# SPDX-License-Identifier: Apache-2.0
"""./run, ./check and what they are made of: counting, installing, building, changelog."""
import importlib.machinery
import importlib.util
import os
import tempfile
import unittest.mock
from pathlib import Path

from planting import ROOT, Copy


def load(path):
    """A tool without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(path.replace("/", "_"), str(ROOT / path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class Counting(Copy):
    KEEP = ("tools/", "games/")
    suites = load("tools/suites")

    def count(self, output, status, expected):
        self.assertEqual(self.suites.counts(output, status), expected)

    def test_house_style(self):
        self.count("words\n12 passed, 0 failed\n", 0, (12, 0))
        self.count("play: 3 passed, 2 failed\n", 1, (3, 2))

    def test_last_line_counts(self):
        self.count("1 passed, 1 failed\n7 passed, 0 failed\n", 0, (7, 0))

    def test_a_bad_status_is_a_failure_whatever_was_printed(self):
        self.count("12 passed, 0 failed\n", 1, (12, 1))
        self.count("12 passed, 0 failed\n", -6, (12, 1))

    def test_nothing_run_is_a_failure(self):
        self.count("0 passed, 0 failed\n", 0, (0, 1))

    def test_cmocka(self):
        self.count("[==========] 9 test(s) run.\n[  PASSED  ] 9 test(s).\n", 0, (9, 0))
        passed = "[  PASSED  ] 7 test(s).\n"
        self.count(passed + "[  FAILED  ] base: 2 test(s), listed below:\n", 2, (7, 2))
        self.count(passed + "[  FAILED  ] 2 test(s), listed below:\n", 2, (7, 2))

    def test_a_silent_command_is_one_result(self):
        self.count("all is well\n", 0, (1, 0))
        self.count("", 1, (0, 1))


class Spent(Copy):
    KEEP = ("tools/", "games/")
    suites = load("tools/suites")

    def test_processor_time_is_told_and_taken_out_of_the_words(self):
        _, output = self.run_in("tools/spent", "sh", "-c", "echo words; exit 3", status=3)
        words, seconds = self.suites.processor(output)
        self.assertEqual(words, "words\n")
        self.assertLess(seconds, 5)
        busy = "import time\nwhile time.process_time() < 0.2: pass"
        _, output = self.run_in("tools/spent", "sh", "-c", f"python3 -c '{busy}'; true", status=0)
        self.assertGreaterEqual(self.suites.processor(output)[1], 0.2)

    def test_a_comma_is_a_point_too(self):
        said = "a\n\nprocessor seconds: 1,500 0.250\nb\n\nprocessor seconds: 2.000 0,250\n"
        self.assertEqual(self.suites.processor(said), ("a\nb\n", 4.0))

    def test_a_signal_is_a_failure(self):
        self.run_in("tools/spent", "sh", "-c", "kill -11 $$", status=139)


class Beside(Copy):
    """What is built and tested with what before it, in which order."""
    KEEP = ("tools/", "games/")
    suites = load("tools/suites")

    def check(self, *names):
        done, suites = [], self.suites

        class Told(suites.Check):
            def build(self, folder, *words, way=()):
                done.append(("build", folder, "--setup" in words, *way[:1]))
                return "", "", 0, 0

            def prepare(self, folder, wanted, way=()):
                return bool(wanted)

            def test(self, folder, wanted, base="check", way=()):
                done.append(("test", folder, sorted(wanted), base, *way[:1]))

            def report(self):
                return done
        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch.object(suites, "LOGS", Path(folder)), \
                unittest.mock.patch.object(suites, "Check", Told):
            return suites.run_suites(list(names))

    def test_browser_tests_run_beside_the_others_which_give_way(self):
        done = self.check("web", "unit", "play")
        self.assertIn(("test", "build", ["web"], "check-web"), done)
        self.assertIn(("test", "build", ["play", "unit"], "check", "nice"), done)
        self.assertEqual(len(done), 3)

    def test_alone_they_are_run_as_all_are(self):
        for name in ("web", "unit"):
            self.assertEqual(self.check(name)[1:], [("test", "build", [name], "check")])

    def test_all_folders_are_set_up_before_one_is_built(self):
        done = self.check("builds", "fuzz")
        self.assertEqual({step[1:3] for step in done[:3]},
                         {(folder, True) for folder in self.suites.FOLDERS})
        self.assertIn(("build", "build", False), done[3:])  # the first gives way to nobody
        for folder in ("build-clang", "build-asan"):
            self.assertIn(("build", folder, False, "nice"), done[3:])

    def test_a_folder_is_tested_when_it_is_built(self):
        done = self.check("builds", "fuzz")
        tested = done.index(("test", "build-asan", ["fuzz"], "check", "nice"))
        self.assertLess(done.index(("build", "build-asan", False, "nice")), tested)
        self.assertIn(("test", "build", ["libfuzzer"], "check", "nice"), done)


class Each(Copy):
    KEEP = ("tools/", "tests/each", "games/")

    def test_every_file_is_counted(self):
        for name, status in (("a", 0), ("b", 0), ("c", 1)):
            self.write(f"planted/{name}.sh", f"exit {status}\n")
        _, output = self.run_in("tests/each", "planted/*.sh", "--", "sh", status=1)
        self.assertEqual(output.splitlines()[-1], "2 passed, 1 failed")
        _, output = self.run_in("tests/each", "planted/[ab].sh", "--", "sh", status=0)
        self.assertEqual(output.splitlines()[-1], "2 passed, 0 failed")

    def test_a_pattern_that_finds_nothing_fails(self):
        self.write("planted/a.sh", "exit 0\n")
        _, output = self.run_in("tests/each", "planted/*.sh", "none/*", "--", "sh", status=1)
        self.assertEqual(output.splitlines()[-1], "1 passed, 1 failed")


PLANTED = """project('planted', 'c')
good = executable('good', 'good.c', build_by_default: false)
broken = executable('broken', 'broken.c', build_by_default: false)
test('good', good, suite: 'unit')
test('counted', find_program('sh'), args: ['-c', 'echo 7 passed, 0 failed'], suite: 'unit')
test('bad', find_program('sh'), args: ['-c', 'echo engine/x.c:1: planted; exit 1'], suite: 'layers')
test('broken', broken, suite: 'play')
"""


class Check(Copy):
    """The runner on a tree of its own: a program that builds, one that does not."""
    KEEP = ("tools/", "check", "games/")

    def setUp(self):
        super().setUp()
        self.write("meson.build", PLANTED)
        self.write("good.c", "int main(void) { return 0; }\n")
        self.write("broken.c", "this is no C\n")

    def check(self, *suites, status):
        words = [w for suite in suites for w in ("--only", suite)]
        return self.run_in("python3", "tools/suites", *words, status=status)[1]

    def test_only_what_a_suite_needs_is_built(self):
        output = self.check("unit", status=0)
        self.assertEqual(output.splitlines()[-1], "8 passed, 0 failed")
        self.assertTrue((self.root / "build/good").is_file())
        self.assertIn("7 passed", self.text("build/check/unit.log"))
        self.assertRegex(output, r"unit +8 passed, 0 failed +\d+\.\d s, processor +\d+\.\d s")
        self.assertRegex(output, r"1 suites in \d+ s, \d\.\d minutes of processor time")

    def test_a_failing_suite_fails_the_whole(self):
        output = self.check("unit", "layers", status=1)
        self.assertEqual(output.splitlines()[-1], "8 passed, 1 failed")
        self.assertIn("engine/x.c:1: planted", output)

    def test_a_build_that_breaks_is_a_failure(self):
        output = self.check("play", status=1)
        self.assertEqual(output.splitlines()[-1], "0 passed, 1 failed")
        self.assertIn("broken.c", output)

    def test_a_suite_without_tests_is_a_failure(self):
        output = self.check("unit", "cli", status=1)
        self.assertEqual(output.splitlines()[-1], "8 passed, 1 failed")
        self.assertIn("No test of this suite was run", output)

    def test_unknown_suite(self):
        status, output = self.run_in("python3", "tools/suites", "--only", "nothing")
        self.assertEqual(status, 2)
        self.assertIn("nothing", output)

    def test_every_suite_is_told_in_the_help(self):
        _, names = self.run_in("python3", "tools/suites", "--list", status=0)
        _, text = self.run_in("./check", "--help", status=0)
        for name in names.split():
            self.assertIn(f"\n  {name} ", text)


class Install(Copy):
    KEEP = ("tools/", "games/")

    def test_nothing_is_missing_here(self):
        _, output = self.run_in("tools/install", "--list", "test", status=0)
        self.assertEqual(output, "")

    def test_a_missing_package_is_told(self):
        self.replace("tools/install", "build_set=(gcc", "build_set=(no-such-package-of-ours gcc")
        _, output = self.run_in("tools/install", "--list", "build", status=0)
        self.assertEqual(output, "no-such-package-of-ours\n")

    def test_a_second_time_needs_no_network(self):
        """apt-get must not be called at all when nothing is missing."""
        trap = self.root / "trap"
        trap.mkdir()
        for name in ("apt-get", "sudo"):
            (trap / name).write_text("#!/bin/sh\necho called >&2\nexit 9\n", encoding="utf-8")
            (trap / name).chmod(0o755)
        path = f"PATH={trap}:{os.environ['PATH']}"
        _, output = self.run_in("env", path, "tools/install", "test", status=0)
        self.assertEqual(output, "")
        self.replace("tools/install", "build_set=(gcc", "build_set=(no-such-package-of-ours gcc")
        status, output = self.run_in("env", path, "tools/install", "build")
        self.assertEqual(status, 3, output)
        self.assertIn("called", output)

    def test_bad_arguments(self):
        self.run_in("tools/install", status=2)
        self.run_in("tools/install", "everything", status=2)


class Build(Copy):
    KEEP = ("tools/", "run", "base/", "include/", "games/", "engine/", "meson.build",
            "meson_options.txt")

    def test_only_our_own_folders_are_emptied(self):
        for folder in ("../outside", "engine", "/tmp", "build/../engine"):
            self.run_in("tools/build", folder, status=2)
        self.assertTrue((self.root / "engine" / "position.c").is_file())

    def test_a_broken_build_says_where(self):
        self.write("meson.build", self.text("meson.build").split("subdir('games')")[0])
        self.append("base/panic.c", "this is no C\n")
        status, output = self.run_in("tools/build", "build")
        self.assertEqual(status, 1)
        self.assertIn("panic.c", output)
        self.assertIn("failed", output.splitlines()[-1])

    def test_run_refuses_words_after_build(self):
        self.run_in("./run", "--build", "now", status=2)


class Changelog(Copy):
    KEEP = ("tools/", "games/", "changes/", "CHANGELOG.md")
    CHECK = ["tools/changelog", "--check"]

    def test_out_of_date(self):
        self.run_in("tools/changelog", status=0)
        self.run_in(*self.CHECK, status=0)
        self.write("changes/new.md", "Fixed: something that\nwas broken.\n")
        _, output = self.run_in(*self.CHECK, status=1)
        self.assertIn("CHANGELOG.md:1:", output)
        self.run_in("tools/changelog", status=0)
        self.assertIn("- something that was broken.\n", self.text("CHANGELOG.md"))

    def test_a_change_without_its_kind(self):
        self.write("changes/new.md", "Something was broken.\n")
        _, output = self.run_in(*self.CHECK, status=1)
        self.assertIn("changes/new.md:1:", output)

    def test_a_release(self):
        self.write("changes/new.md", "Fixed: it.\n")
        self.run_in("tools/changelog", "--release", "9.8.7", status=0)
        self.assertIn("## 9.8.7 (", self.text("CHANGELOG.md"))
        self.assertNotIn("Not yet released", self.text("CHANGELOG.md"))
        self.run_in("tools/changelog", "--release", "9.8.7", status=2)
        self.run_in(*self.CHECK, status=0)
