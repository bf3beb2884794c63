# SPDX-License-Identifier: Apache-2.0
"""tools/sentences refuses bare prepositions, verbs and participles that cannot agree."""
import unittest

from test_commands import load

CARD = {"domain": "card", "article_fr": True, "article_en": True, "gender_varies": True,
        "number_varies_fr": True, "number_varies_en": True}
SIDE = dict(CARD, gender_varies=False, number_varies_fr=False, number_varies_en=False)
NUMBER = dict.fromkeys(CARD, False)


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tool = load("tools/sentences")

    def wrong(self, fr, en, *arguments):
        line = {"kind": "event", "token": "planted", "fr": fr, "en": en, "arguments": arguments}
        return self.tool.Reader("game", line).read()

    def refused(self, reason, fr, en, *arguments):
        wrong = self.wrong(fr, en, *arguments)
        self.assertEqual(len(wrong), 1, wrong)
        self.assertIn(reason, wrong[0])

    def test_good(self):
        for fr, en in (("{a:Le} {a#va|vont} {b:de} {a:loc}.", "{a:The} {a#goes|go} to {b:the}."),
                       ("{a:Le} {a#est|sont} repéré{a~}.", "{a:The} {a#is|are} spotted."),
                       ("{a:Le} {a#n'est|ne sont} pas un avion.", "{a} ({b})."),
                       ("Carte : {a}.", "Card: {a}.")):
            self.assertEqual(self.wrong(fr, en, CARD, CARD), [])
        self.assertEqual(self.wrong("{a:Le} est venu.", "{a:The} has come.", SIDE), [])
        self.assertEqual(self.wrong("de {a} à 3", "of {a} to 3", NUMBER), [])

    def test_bare_prepositions(self):
        for word in ("de", "à", "du", "au", "en", "le", "pour", "contre", "avec", "d'", "l'"):
            space = "" if word.endswith("'") else " "
            self.refused("ask for the case", f"Il va {word}{space}{{a}}.", "x", CARD)
        for word in ("the", "of", "in", "against"):
            self.refused("ask for the case", "x", f"It goes {word} {{a}}.", CARD)

    def test_bare_subjects(self):
        self.refused("ask for the case", "{a} passe.", "x", SIDE)
        self.refused("ask for the case", "x", "Die 3: {a} passes.", SIDE)
        self.assertEqual(self.wrong("{a} contre {b:le}", "{a} against {b:the}", CARD, CARD), [])

    def test_verbs(self):
        for fr in ("{a:le} va ici.", "{a:Le} n'est pas ici.", "Dé 2 : {a:le} se retire."):
            self.refused("may be plural", fr, "x", CARD)
        for en in ("{a:the} goes on.", "{a:The} is here.", "Low cloud: {a:the} takes off."):
            self.refused("may be plural", "x", en, CARD)

    def test_participles(self):
        self.refused("other gender", "{a:Le} {a#est|sont} repéré.", "x", CARD)
        self.refused("other gender", "{a:Le} est déjà venu.", "x",
                     dict(CARD, number_varies_fr=False))


if __name__ == "__main__":
    unittest.main()
