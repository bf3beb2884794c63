# SPDX-License-Identifier: Apache-2.0
"""tools/purity: the source gate names the line, the symbol gate sees what the source hides."""
from planting import GAME, Copy

SOURCE = ["tools/purity", "--source"]
CODE = f"{GAME}/sequence.c"
KEEP = ("tools/purity", "tools/common.py", "base/", "include/", "games/")


class SourceGate(Copy):
    KEEP = KEEP

    def test_float(self):
        self.plant_line(SOURCE, CODE, "static float half(int x) { return (float)x; }", "floating")

    def test_double_in_a_header(self):
        self.plant_line(SOURCE, f"{GAME}/template.h", "typedef double tp_odds;", "floating point")

    def test_literal(self):
        self.plant_line(SOURCE, CODE, "enum { LIMIT = (int)2.5e1 };", "floating point")

    def test_malloc(self):
        self.plant_line(SOURCE, CODE, "void *tp_more(void) { return malloc(8); }", "allocation")

    def test_free(self):
        self.plant_line(SOURCE, CODE, "void tp_less(void *p) { free(p); }", "allocation")

    def test_printf(self):
        self.plant_line(SOURCE, CODE, 'void tp_say(void) { printf("x"); }', "input and output")

    def test_file(self):
        self.plant_line(SOURCE, "base/sha256.c", "extern FILE *out;", "input and output")

    def test_clock(self):
        self.plant_line(SOURCE, CODE, "long tp_now(void) { return time(0); }", "a clock")

    def test_rand(self):
        self.plant_line(SOURCE, CODE, "int tp_die(void) { return rand() % 6; }", "generator")

    def test_qsort(self):
        self.plant_line(SOURCE, CODE, "void tp_sort(void *p) { qsort(p, 2, 8, 0); }", "order")

    def test_static_variable(self):
        self.plant_line(SOURCE, CODE, "static int counter;", "not const")

    def test_static_variable_in_a_function(self):
        self.plant_line(SOURCE, CODE, "int tp_n(void) { static unsigned n = 0; return (int)++n; }",
                        "not const")

    def test_static_pointer_to_const(self):
        self.plant_line(SOURCE, CODE, 'static const char *name = "x";', "not const")

    def test_static_function_pointer(self):
        self.plant_line(SOURCE, CODE, "static int (*hook)(void);", "not const")

    def test_what_is_allowed(self):
        before = self.before(SOURCE)
        self.append(CODE, "\n".join([
            "// a float, malloc(3) and 1.5 in a comment",
            'static const char *const said = "float 2.5 printf";',
            "static inline int twice(int time) { return 2 * time; }",
            "static const int primes[] = {2, 3, 5};",
            "struct line { int free, clock; };",
            'static_assert(1, "double");', ""]))
        self.assertEqual(self.findings(*SOURCE), before)


class SymbolGate(Copy):
    """The libraries as the build would make them, compiled by hand because it takes a second."""
    KEEP = KEEP

    def findings_built(self):
        self.run_in("sh", "-ec", f"""
            mkdir -p build/base build/games build/objects && rm -f build/objects/* build/*/*.a
            for c in base/*.c; do
                gcc -std=c17 -O2 -I. -Iinclude -c $c -o build/objects/base_$(basename $c .c).o; done
            for c in {GAME}/*.c; do
                gcc -std=c17 -O2 -I. -Iinclude -I{GAME} -c $c -o build/objects/$(basename $c .c).o
            done
            ar rcs build/base/libbase.a build/objects/base_*.o && rm build/objects/base_*.o
            ar rcs build/games/libgame__template.a build/objects/*.o""", status=0)
        return self.findings("tools/purity")

    def expect_symbol(self, text, words):
        before = self.findings_built()
        self.append(CODE, text)
        new = self.findings_built() - before
        self.assertTrue(new and all("game__template.a" in p or GAME in p for p, _, _ in new), new)
        self.assertTrue(any(words in s for _, _, s in new), new)

    def test_a_global(self):
        self.expect_symbol("int tp_counter;\n", "tp_counter lies in .bss")

    def test_a_global_with_a_value(self):
        self.expect_symbol("int tp_counter = 3;\n", "tp_counter lies in .data")

    def test_a_call_outside(self):
        self.expect_symbol("int atoi(const char *);\nint tp_n(const char *s) { return atoi(s); }\n",
                           "calls atoi")

    def test_floating_point_behind_a_macro(self):
        self.expect_symbol("#define GLUE(a, b) a##b\n"
                           "int tp_half(int x) { return (int)((GLUE(dou, ble))x * x / 3); }\n",
                           "tp_half computes in floating point")

    def test_a_second_prefix(self):
        self.expect_symbol("int zz_one(void);\nint zz_one(void) { return 1; }\n", "prefixes")

    def test_a_library_that_is_not_there(self):
        self.run_in("rm", "-rf", "build")
        self.assertTrue(any("is not built" in s for _, _, s in self.findings("tools/purity")))
