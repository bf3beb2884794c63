# SPDX-License-Identifier: Apache-2.0
"""tools/tidy: each rule of form, planted once."""
from planting import GAME, Copy

TIDY = ["tools/tidy"]
CODE = "engine/playout.c"
HEAD = "// SPDX-License-Identifier: Apache-2.0\n"


class Tidy(Copy):
    KEEP = ("tools/tidy", "tools/common.py", "base/", "games/", "engine/playout.c", "meson.build",
            ".clang-format", "tests/tools/planting.py")

    def test_licence_line(self):
        self.expect(TIDY, lambda: self.write("engine/new.c", "int gg_new;\n"), "engine/new.c", 1,
                    "licence line")

    def test_licence_line_of_a_script(self):
        def plant():
            self.write("tests/new", "#!/bin/sh\necho\n")
            (self.root / "tests/new").chmod(0o755)
        self.expect(TIDY, plant, "tests/new", 1, "licence line")

    def test_script_that_is_not_executable(self):
        self.expect(TIDY, lambda: self.write("tests/new", "#!/bin/sh\n#" + HEAD[2:]),
                    "tests/new", 1, "not executable")

    def test_tool_without_help(self):
        def plant():
            self.write("tools/new", "#!/bin/sh\n#" + HEAD[2:] + "exit 2\n")
            (self.root / "tools/new").chmod(0o755)
        self.expect(TIDY, plant, "tools/new", 1, "--help")

    def test_columns(self):
        self.plant_line(TIDY, "tools/common.py", "# " + "x" * 99, "101 columns")

    def test_tables_may_be_wide(self):
        before = self.before(TIDY)
        self.append(f"{GAME}/events.def", "// " + "x" * 200 + "\n")
        self.assertEqual(self.findings(*TIDY), before)

    def test_tab(self):
        self.plant_line(TIDY, "tools/common.py", "#\ttab", "a tab")

    def test_blanks_at_the_end(self):
        self.plant_line(TIDY, "tools/common.py", "# blank ", "blanks at the end")

    def test_last_newline(self):
        self.expect(TIDY, lambda: self.append("tools/common.py", "# end"), "tools/common.py", None,
                    "one newline")

    def test_long_file(self):
        def plant():
            self.write("engine/new.c", HEAD + "int gg_new;\n" * 900)
        self.expect(TIDY, plant, "engine/new.c", 901, "901 lines")

    def test_long_function(self):
        body = "    n++;\n" * 69

        def plant():
            self.write("engine/new.c", HEAD + "int gg_new(int n);\nint gg_new(int n) {\n" + body
                       + "    return n;\n}\n")
        self.expect(TIDY, plant, "engine/new.c", 3, "gg_new() has 72 lines")

    def test_long_function_that_is_allowed(self):
        self.test_long_function()
        self.append("tools/tidy.allow", "function engine/new.c gg_new one table of cases\n")
        self.assertFalse([f for f in self.findings(*TIDY) if "gg_new" in f[2]])

    def test_allowance_without_need(self):
        self.plant_line(TIDY, "tools/tidy.allow", f"lines {CODE} it was long once", "no allowance")

    def test_allowance_without_reason(self):
        self.plant_line(TIDY, "tools/tidy.allow", f"lines {CODE}", "reason")

    def test_format(self):
        self.write("engine/new.c", HEAD + "int gg_new;\n")
        self.plant_line(TIDY, "engine/new.c", "int   gg_wide;", "clang-format")

    def test_machine_path(self):
        self.plant_line(TIDY, "meson.build", "# see /" + "work/main", "somebody's machine")

    def test_machine_path_in_a_document(self):
        self.write("docs/new.md", "# New\n")
        self.plant_line(TIDY, "docs/new.md", "In /" + "root/build.", "somebody's machine")

    def test_note_to_self(self):
        self.plant_line(TIDY, "meson.build", "# TO" + "DO: later", "note to self")

    def test_registry_host_in_a_lock_file(self):
        self.expect(TIDY, lambda: self.write("games/package-lock.json", '{\n"https://registry.npm'
                                             'js.org/x"\n}\n'), "games/package-lock.json", 2,
                    "package registry")

    def test_registry_host(self):
        self.plant_line(TIDY, "meson.build", "# from registry.npm" + "js.org", "package registry")
