"""The Python package, by itself: `python -m unittest discover python/tests` after `pip install .`."""

import copy
import doctest
import pickle
import unittest

import layout
from layout import *


class Algebra(unittest.TestCase):
    """What pycute answers, as literals, and what it gets wrong."""

    def test_same_as_pycute(self):
        a = Layout((4, 6, 8), (2, 3, 5))
        self.assertEqual(str(a), "(4,6,8):(2,3,5)")
        self.assertEqual((size(a), cosize(a), rank(a)), (192, 57, 3))
        self.assertEqual(a.shape, (4, 6, 8))
        self.assertEqual(a[1].stride, 3)
        self.assertEqual(str(a[-1]), "8:5")
        self.assertEqual(str(coalesce(Layout((2, (1, 6)), (1, (6, 2))))), "12:1")
        self.assertEqual(str(complement(Layout(4, 2), 24)), "(2,3):(1,8)")
        self.assertEqual(str(composition(Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))), "((2,2),3):((24,2),8)")
        self.assertEqual(str(logical_divide(Layout((4, 2, 3), (2, 1, 8)), Layout(4, 2))), "((2,2),(2,3)):((4,1),(2,8))")
        self.assertEqual(str(zipped_divide(Layout((8, 16)), (4, 8))), "((4,8),(2,2)):((1,8),(4,64))")
        self.assertEqual(str(logical_product(Layout((2, 2), (4, 1)), Layout(6, 1))), "((2,2),(2,3)):((4,1),(2,8))")
        self.assertEqual(str(right_inverse(Layout((4, 8), (8, 1)))), "(8,4):(4,1)")
        self.assertEqual(str(make_layout(Layout(4, 1), Layout(8, 4))), "(4,8):(1,4)")

    def test_coordinates(self):
        a = Layout((4, (2, 2)), (2, (1, 8)))
        self.assertEqual([a(c) for c in range(8)], [0, 2, 4, 6, 1, 3, 5, 7])
        self.assertEqual((a(1, 3), a(1, (1, 1)), a((1, (1, 1))), a(1, 1, 1)), (11, 11, 11, 11))
        with self.assertRaisesRegex(LayoutError, r"\(4,\(2,2\)\):\(2,\(1,8\)\) has no offset at"):
            a(-1)

    def test_wrong_answers_of_the_peers(self):
        composed = composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3))
        self.assertEqual([composed(c) for c in range(6)], [0, 6, 7, 8, 9, 15])
        verdict = equivalent(composed, Layout((2, 3), (6, 3)))
        self.assertFalse(verdict)
        self.assertEqual(verdict.reason, "layouts differ at coordinate 2: 7 and 3")
        self.assertEqual(str(composition(Layout((4, 2, 8), (3, 12, 97)), Layout(3, 3))), "3:9")
        with self.assertRaisesRegex(LayoutError, "is not injective: coordinates 0 and 1 both have offset 0"):
            left_inverse(Layout((2, 2), (0, 1)))
        self.assertFalse(stays_inside(Layout((4, 3), (3, 1)), Layout(24, 1)))

    def test_notations(self):
        with self.assertRaisesRegex(LayoutError, "column 8: "):
            Layout.parse("(4,6):(")
        swizzled = Layout.parse("S<2,0,3> o 0 o (8,4):(4,1)", "composed")
        linear = convert(swizzled, "linear")
        self.assertEqual(linear.kind, "linear")
        self.assertTrue(equivalent(swizzled, linear))
        self.assertEqual([swizzled(c) for c in range(32)], [linear(c % 8, c // 8) for c in range(32)])
        self.assertEqual(relation(Layout(4, 3)), "{ [c] -> [3c] : 0 <= c < 4 }")
        self.assertEqual(Layout.parse("(8,M):(1,8)")(3, 2), 19)

    def test_slices(self):
        a = Layout((4, (2, 8)), (2, (1, 8)))
        self.assertEqual(str(a(None, 3)), "(4):(2)")
        self.assertEqual(str(a(2, (None, 1))), "(2):(1)")
        self.assertEqual(a((None, 3)), a(None, 3))
        self.assertEqual(str(zipped_divide(Layout((8, 16)), (4, None))), "((4,16),(2,1)):((1,8),(4,0))")
        with self.assertRaisesRegex(LayoutError, "coordinate"):
            a(None, 3, 4, 5)

    def test_numbers_of_verdicts(self):
        found = equivalent(Layout((2, 3), (6, 3)), Layout((2, 3), (6, 4))).counterexample
        self.assertEqual(found, Counterexample((2,), (3, 4), (), {}))
        found = in_bounds(Layout.parse("(M,2):(1,4) where M in [3,4]"), 7).counterexample
        self.assertEqual((found.symbols, found.sizes), ({"M": 4}, (7,)))
        self.assertIsNone(injective(Layout(4)).counterexample)
        self.assertEqual(surjective(Layout(4, 2)).counterexample.offsets, (1,))
        self.assertTrue(bijective(Layout((4, 8), (8, 1)), 32))
        self.assertFalse(increasing(Layout((2, 2), (2, 1))))
        self.assertFalse(disjoint(Layout(4, 2), Layout(2, 4)))
        self.assertTrue(compatible(Layout(8), Layout((4, 2))))
        with self.assertRaisesRegex(LayoutError, r"\[4;8\] is a tiler, which is not a function"):
            injective(Layout.parse("[4;8]", "tile"))

    def test_copies(self):
        for a in Layout((4, 8), (8, 1)), Layout.parse("S<3,4,3> o 0 o (8,64):(64,1)", "composed"):
            self.assertEqual(pickle.loads(pickle.dumps(a)), a)
            self.assertIs(copy.copy(a), a)
            self.assertEqual(copy.deepcopy([a]), [a])

    def test_looks(self):
        layout = Layout((2, 4), (4, 1))
        self.assertIn("100 101", layout.draw(label="bits", fold=2))
        self.assertIn("#b5d6f2", layout.draw("svg"))
        self.assertNotIn("#b5d6f2", layout.draw("svg", colors=False, scale=150))
        with self.assertRaisesRegex(LayoutError, "fold is a number of columns from 1 to 10000, not 0"):
            layout.draw(fold=0)
        with self.assertRaisesRegex(LayoutError, "there is no format gif"):
            layout.draw("gif")

    def test_pictures(self):
        svg = Layout((2, 4), (4, 1))._repr_svg_()
        self.assertTrue(svg.startswith("<svg"))
        self.assertEqual(svg.count('class="cell"'), 8)
        self.assertEqual(Layout((2, 4), (4, 1))._repr_html_(), svg)
        self.assertIsNone(Layout(1 << 40)._repr_svg_())

    def test_offsets(self):
        offsets = Layout((2, 3), (3, 1)).offsets()
        self.assertEqual(memoryview(offsets).tolist(), [0, 3, 1, 4, 2, 5])
        with self.assertRaisesRegex(LayoutError, "has 1099511627776 offsets, and an array 134217728 at most"):
            Layout(1 << 40).offsets()
        with self.assertRaisesRegex(LayoutError, r"the offsets of \(4,2\):\(1@0,1@1\) are tuples"):
            Layout.parse("(4,2):(1@0,1@1)").offsets()
        with self.assertRaisesRegex(LayoutError, "the size of M:1 is not known"):
            Layout.parse("M:1").offsets()
        try:
            import numpy
        except ImportError:
            return
        array = numpy.asarray(Layout((2, 3), (3, 1)))
        self.assertEqual(array.tolist(), [[0, 1, 2], [3, 4, 5]])
        self.assertEqual(numpy.asarray(Layout((2, 3), (3, 1)), dtype="int32").dtype, numpy.int32)

    def test_unknown_is_neither(self):
        verdict = Verdict(None, "out of budget")
        with self.assertRaises(Unknown):
            bool(verdict)


class Examples(unittest.TestCase):
    def test_documentation(self):
        failed, run = doctest.testmod(layout, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        self.assertEqual(failed, 0)
        self.assertGreater(run, 5)


if __name__ == "__main__":
    unittest.main()
