# SPDX-License-Identifier: Apache-2.0
"""Rulebooks as HTML (host/net/markdown.py): what they may hold; nothing else gets through."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host" / "net"))
from markdown import Book, render  # noqa: E402


class Markdown(unittest.TestCase):
    def same(self, text, expected, lang="en"):
        self.assertEqual(render(text, lang), expected)

    def test_markup_of_a_text_is_text(self):
        self.same("<script>x</script> & \"q\"",
                  "<p>&lt;script&gt;x&lt;/script&gt; &amp; &quot;q&quot;</p>")
        self.same("[a](javascript:x)", "<p>a</p>")
        self.same("`<b>`", "<p><code>&lt;b&gt;</code></p>")
        self.same("```\n<i>\n```", '<pre tabindex="0"><code>&lt;i&gt;</code></pre>')

    def test_rules_are_anchors(self):
        self.same("### B16 · Stacks", '<h4 id="rule-B16">B16 · Stacks</h4>')
        self.same('<a id="ch2"></a>One', '<p><span id="rule-ch2" class="anchor"></span>One</p>')
        self.same("see [B2](#B2)",
                  '<p>see <button type="button" class="jump" data-rule="B2">B2</button></p>')

    def test_ids_of_rules_stand_in_the_margin(self):
        self.same('<a id="B2"></a>One. [B2] Two. [B3]',
                  '<p><span id="rule-B2" class="anchor"><b class="margin-id">B2</b></span>One. '
                  'Two. <button type="button" class="ref" data-rule="B3">B3</button></p>')
        self.assertIn('<a class="ref" href="#rule-B3">B3</a>',
                      render("Two. [B3]", Book("en", alone=True)))
        self.assertNotIn("margin-id", render('| a |\n|---|\n| <a id="B2"></a>x |', "en"))

    def test_pictures(self):
        drawn = {"svg": "<svg></svg>", "caption": "*A* <b>"}
        book = Book("en", {"one": {"section": "5.3", "wide": True, "en": drawn}})
        figure = ('<figure class="drawn wide"><svg></svg><figcaption><em>A</em> &lt;b&gt;'
                  "</figcaption></figure>")
        self.assertEqual(render("### 5.3 Zones", book), f'<h4 id="s5.3">5.3 Zones</h4>{figure}')
        self.assertEqual(render("![](one)", book), figure)
        self.assertEqual(render("![](two)", book), "")
        book.figures["one"]["wide"] = False
        self.assertEqual(render("![](one)", book),
                         f'<div class="figures">{figure.replace(" wide", "")}</div>')
        self.assertEqual(book.headings, [(3, "5.3", "5.3 Zones")])

    def test_blocks(self):
        self.same("- a\n  more\n- **b**", "<ul><li>a more</li><li><strong>b</strong></li></ul>")
        self.same("1. a\n2. _b_", "<ol><li>a</li><li><em>b</em></li></ol>")
        self.same("> a\n> b", "<blockquote><p>a b</p></blockquote>")
        self.same("a\n\n---\n<!-- no -->\nb", "<p>a</p>\n<hr>\n<p>b</p>")
        self.assertIn('<th scope="col">x</th></tr></thead><tbody><tr><td>1</td>',
                      render("| x |\n|---|\n| 1 |", "en"))

    def test_french_is_printed_as_french(self):
        self.same("l'un : « deux » !", "<p>l\u2019un\u00a0: «\u202fdeux\u202f»\u202f!</p>", "fr")
        self.same("one : two", "<p>one : two</p>")


if __name__ == "__main__":
    unittest.main()
