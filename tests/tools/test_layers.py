# SPDX-License-Identifier: Apache-2.0
"""tools/layers finds an include that goes up or sideways, and a game that is named outside, in code
or in a recipe of the build."""
from planting import GAME, Copy

LAYERS = ["tools/layers"]
BASE, ENGINE, CODE = "base/sha256.c", "engine/position.c", f"{GAME}/sequence.c"


class Layers(Copy):
    KEEP = ("tools/layers", "tools/common.py", "base/", "include/", "games/", "engine/",
            "tests/contract/registry.def")

    def test_base_includes_the_contract(self):
        self.plant_line(LAYERS, BASE, '#include "grognard/game.h"', "includes only go down")

    def test_base_includes_a_system_header(self):
        self.plant_line(LAYERS, BASE, "#include <stdio.h>", "system header")

    def test_game_includes_the_engine(self):
        self.plant_line(LAYERS, CODE, '#include "grognard/engine.h"', "not for games")

    def test_game_includes_an_engine_file(self):
        self.write("engine/inner.h", "// SPDX-License-Identifier: Apache-2.0\n")
        self.plant_line(LAYERS, CODE, '#include "engine/inner.h"', "includes only go down")

    def test_game_includes_a_system_header(self):
        self.plant_line(LAYERS, CODE, "#  include <stdlib.h>", "system header")

    def test_game_includes_another_game_by_a_relative_path(self):
        self.write("games/other/other.h", "// SPDX-License-Identifier: Apache-2.0\n")
        self.plant_line(LAYERS, CODE, '#include "../other/other.h"', "another game")

    def test_engine_includes_a_game(self):
        self.plant_line(LAYERS, ENGINE, f'#include "{GAME}/template.h"', "inside a game")

    def test_engine_includes_the_host(self):
        self.write("host/disk.h", "// SPDX-License-Identifier: Apache-2.0\n")
        self.plant_line(LAYERS, ENGINE, '#include "host/disk.h"', "includes only go down")

    def test_engine_includes_a_test(self):
        self.plant_line(LAYERS, ENGINE, '#include "tests/contract/registry.def"', "outside")

    def test_an_include_of_nothing(self):
        self.plant_line(LAYERS, ENGINE, '#include "grognard/nowhere.h"', "not a file of the tree")

    def test_code_names_a_game(self):
        self.plant_line(LAYERS, ENGINE, 'const char *favourite = "_template";', "names the game")

    def test_code_names_the_symbol_of_a_game(self):
        self.plant_line(LAYERS, ENGINE, "extern const gg_game gg_game_template;", "names the game")

    def test_a_recipe_of_the_build_names_a_game(self):
        self.plant_line(LAYERS, "engine/meson.build", "own = files('../games/_template/flow.c')",
                        "names the game")

    def test_a_recipe_names_a_game_inside_a_word(self):
        self.plant_line(LAYERS, "engine/meson.build", "probe = gg_game_template_probe",
                        "names the game")

    def test_a_comment_of_a_recipe_may_name_a_game(self):
        before = self.before(LAYERS)
        self.append("engine/meson.build", "kept = 'a#b' # as for _template\n")
        self.assertEqual(self.findings(*LAYERS), before)

    def test_a_recipe_names_a_game_behind_a_hash_in_a_text(self):
        self.plant_line(LAYERS, "engine/meson.build", "kept = 'a # _template'", "names the game")

    def test_a_comment_may_name_a_game_and_an_include(self):
        before = self.before(LAYERS)
        self.append(ENGINE, '// as _template does\n/* #include "host/disk.h" */\n')
        self.assertEqual(self.findings(*LAYERS), before)
