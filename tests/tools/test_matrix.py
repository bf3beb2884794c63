# SPDX-License-Identifier: Apache-2.0
"""tools/matrix: a rule, a refusal, an event or an anchor that lacks its other half is found."""
from planting import GAME, Copy

MATRIX = ["tools/matrix"]
RULES, EVENTS = f"{GAME}/rules.def", f"{GAME}/events.def"
PLAY = f"{GAME}/tests/planted.play"
NEW_RULE = 'RULE(Z77, HOUSE, ACT, "9", "Rien.", "Nothing.")'


class Matrix(Copy):
    KEEP = ("tools/matrix", "tools/common.py", "tools/c", "games/", "tests/contract/")

    def new(self, *command):
        return self.findings(*(command or MATRIX)) - self.before(MATRIX)

    def told(self, found):
        return {sentence for _, _, sentence in found}

    def test_a_rule_with_nothing(self):
        line = self.append(RULES, NEW_RULE + "\n")
        found = self.new()
        self.assertIn((RULES, line, "Z77 is named by no .play block"), found)
        self.assertIn((RULES, line, "Z77 acts, but no statement or function of the code cites "
                                    "it"), found)
        self.assertIn((f"{GAME}/rules.fr.md", 1, "no anchor for Z77"), found)
        self.assertIn((f"{GAME}/rules.en.md", 1, "no anchor for Z77"), found)

    def cited_by(self, *code):
        """Is Z77 cited by these lines at the end of a source?"""
        self.append(RULES, NEW_RULE + "\n")
        self.append(f"{GAME}/sequence.c", "\n".join(code) + "\n")
        return not any("no statement or function" in s for s in self.told(self.new()))

    def test_a_rule_with_everything(self):
        self.append(RULES, NEW_RULE + "\n")
        self.append(f"{GAME}/sequence.c", "int tp_planted(void) {\n    return 1; // Z77\n}\n")
        self.write(PLAY, "# Z77  planted\ngame _template\n")
        self.append(f"{GAME}/rules.fr.md", "\n### Z77 · Rien\n")
        self.append(f"{GAME}/rules.en.md", '\n<a id="Z77"></a> Nothing.\n')
        self.assertEqual(self.new(), set())

    def test_a_comment_above_a_function(self):
        self.assertTrue(self.cited_by("// Nothing by Z77,", "// as is known.",
                                      "int tp_planted(void) {", "    return 1;", "}"))

    def test_a_comment_above_a_statement(self):
        self.assertTrue(self.cited_by("int tp_planted(int a) {", "    // Z77: told.",
                                      "    if (a) return 2;", "    return 1;", "}"))

    def test_a_name_in_code(self):
        self.assertTrue(self.cited_by("int tp_planted(void) {", "    return RULE_Z77;", "}"))

    def test_a_comment_that_heads_nothing(self):
        self.assertFalse(self.cited_by("// Z77 is prose", "", "int tp_planted(void) {",
                                       "    return 1;", "}"))

    def test_a_comment_at_the_end_of_a_file(self):
        self.assertFalse(self.cited_by("// Z77"))

    def test_a_table_does_not_act(self):
        self.assertFalse(self.cited_by("static const int tp_planted[] = {", "    1, // Z77", "};"))

    def test_an_id_inside_a_block_names_nothing(self):
        self.append(RULES, NEW_RULE + "\n")
        self.write(PLAY, "# Z1  planted\ngame _template\n// Z77\n")
        self.assertIn("Z77 is named by no .play block", self.told(self.new()))

    def test_a_fact_tested_as_data(self):
        self.append(RULES, 'RULE(Z78, SEED, FACT, "9", "Rien.", "Nothing.")\n')
        self.assertIn("Z78 is named by no .play block", self.told(self.new()))
        self.write(f"{GAME}/tests/facts.py", "# Z78 nothing\n")
        self.assertNotIn("Z78 is named by no .play block", self.told(self.new()))

    def test_a_fact_nobody_cites(self):
        uncited = "Z78 states a fact that no comment of the code cites"
        line = self.append(RULES, 'RULE(Z78, SEED, FACT, "9", "Rien.", "Nothing.")\n')
        self.assertIn((RULES, line, uncited), self.new())
        self.append(RULES, "// Z78: where rules are only named\n")
        self.append(f"{GAME}/sequence.c", "// told by Z78: in the midst of a comment\n")
        self.append(f"{GAME}/sequence.c", "int tp_planted(void) { return RULE_Z78; }\n")
        self.write(f"{GAME}/tests/facts.py", "# Z78: a test is not where a fact lives\n")
        self.assertIn((RULES, line, uncited), self.new())
        self.write(f"{GAME}/planted.txt", "line  # Z78: by data\n")
        self.assertNotIn(uncited, self.told(self.new()))
        self.write(f"{GAME}/planted.txt", "")
        self.append(f"{GAME}/sequence.c", "// Z1, Z78: by code\n")
        self.assertNotIn(uncited, self.told(self.new()))

    def test_a_fact_with_everything(self):
        self.append(RULES, 'RULE(Z78, SEED, FACT, "9", "Rien.", "Nothing.")\n')
        self.append(f"{GAME}/sequence.c", "// Z78: nothing\n")
        self.write(f"{GAME}/tests/facts.py", "# Z78 nothing\n")
        self.append(f"{GAME}/rules.fr.md", "\n### Z78 · Rien\n")
        self.append(f"{GAME}/rules.en.md", "\n### Z78 · Nothing\n")
        self.assertEqual(self.new(), set())

    def test_a_refusal_with_nothing(self):
        line = self.append(RULES, 'REFUSAL(PLANTED, Z1, (D_NONE), "Non.", "No.")\n')
        self.assertEqual(self.new(), {
            (RULES, line, "PLANTED is refused nowhere in the code"),
            (RULES, line, "PLANTED is expected by no `!` line")})

    def test_a_refusal_expected_with_another_rule(self):
        self.append(RULES, 'REFUSAL(PLANTED, Z1, (D_NONE), "Non.", "No.")\n')
        self.write(PLAY, "# Z1  planted\ngame _template\nsouth! pass => Z2 PLANTED\n")
        found = self.new()
        self.assertIn((PLAY, 3, "PLANTED belongs to Z1, not to Z2"), found)
        self.assertNotIn("PLANTED is expected by no `!` line", self.told(found))

    def test_an_event_nobody_tells(self):
        self.plant_line(MATRIX, EVENTS, 'EVENT(PLANTED, "planted", 0, (D_NONE), "Là.", "There.")',
                        "told nowhere")

    def test_a_head_line_with_an_unknown_rule(self):
        self.expect(MATRIX, lambda: self.write(PLAY, "# Z1 Z99  planted\ngame _template\n"),
                    PLAY, 1, "Z99")

    def test_an_anchor_for_no_rule(self):
        self.plant_line(MATRIX, f"{GAME}/rules.fr.md", "### Z99 · Rien", "Z99, which is no rule")

    def test_the_document(self):
        self.run_in(*MATRIX)
        self.assertFalse((self.root / "build").exists())
        self.run_in(*MATRIX, "--write")
        self.assertIn("| Z9 |", self.text("build/rules-matrix.md"))
