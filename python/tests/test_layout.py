"""The Python package, by itself: `python -m unittest discover python/tests` after `pip install .`."""

import copy
import doctest
import pickle
import threading
import time
import unittest
import unittest.mock

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
        for position in 3, -4, 2**70:
            with self.assertRaisesRegex(IndexError, rf"there is no mode {position} in \(4,6,8\):\(2,3,5\)"):
                a[position]
        self.assertEqual((cosize(Layout(3, -2)), str(Layout.parse("(M,4):(1,M)")[1])), (5, "4:M"))
        with self.assertRaisesRegex(TypeError, r"\[4;8\] is not a layout with modes"):
            len(Layout.parse("[4;8]", "tile"))
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
        with self.assertRaisesRegex(LayoutError, r"\(4,\(2,2\)\):\(2,\(1,8\)\) has no offset at -1$"):
            a(-1)

    def test_nested_coordinates_are_congruent(self):
        a = Layout(((2, 2), (2, 2)))
        self.assertEqual((a(((1, 0), 3)), a((1, 0), 3), a(1, 3), a(1, (1, 1)), a(1, 0, 1, 1)), (13,) * 5)
        b = Layout((2, (2, 2)))
        for coordinate in [((1, 1), 1), (1, (1, 1, 1)), (1,), (1, ((1, 1), 1)), ()]:
            with self.subTest(coordinate):
                with self.assertRaisesRegex(LayoutError, r"^\(2,\(2,2\)\):\(1,\(2,4\)\) has no offset at \("):
                    b(coordinate)
        # Where extents are symbols, offsets are tuples, or a swizzle is outside too.
        self.assertEqual(Layout.parse("((2,M),4):((1,2),2*M)")((1, 2), 3, M=5), 35)
        self.assertEqual(Layout.parse("((2,M),4):((1,2),2*M)")(5, 3, M=5), 35)
        self.assertEqual(Layout.parse("((2,2),4):((1@0,2@0),1@1)")((1, 1), 3), (3, 3))
        swizzled = Layout.parse("S<3,4,3> o 0 o ((4,2),64):((64,256),1)", "composed")
        self.assertEqual((swizzled((1, 1), 16), swizzled(5, 16)), (368, 368))
        with self.assertRaisesRegex(LayoutError, r"has no offset at \(\(1,1\),\(2,0\)\)"):
            swizzled((1, 1), (2, 0))
        linear = convert(Layout(4), "linear")
        self.assertEqual(linear((3,)), 3)
        with self.assertRaisesRegex(LayoutError, r"has no offset at \(\(3\)\)"):
            linear(((3,),))

    def test_what_is_no_coordinate(self):
        a, deep, wide, own = Layout((4, 8), (8, 1)), (), [1, 1], []
        own.append(own)
        for _ in range(200_000):
            deep = (deep,)
        for _ in range(50):
            wide = [wide, wide]
        for value, found in [("x", "str"), (1.5, "float"), (True, "bool"), (a, "Layout"), ({1: 2}, "dict")]:
            message = f"a coordinate is an integer, None or a tuple of these, not {found}"
            for coordinate in (value,), (3, value), (None, value):
                with self.assertRaisesRegex(TypeError, message):
                    a(*coordinate)
        calls = [a, lambda it: a(0, it), Layout, lambda it: Layout(4, it), lambda it: composition(a, it)]
        calls += [lambda it: logical_divide(a, it), lambda it: evaluate("slice", a, coordinate=it)]
        for call in calls:
            for value, message in [(own, "nested more than 64 deep"), (deep, "nested more than 64 deep")]:
                with self.assertRaisesRegex(LayoutError, message):
                    call(value)
            with self.assertRaisesRegex(LayoutError, "a tuple has more than 65536 numbers"):
                call(wide)
        with self.assertRaisesRegex(LayoutError, "number 1180591620717411303424 does not fit in 64 bits"):
            a(2**70)
        with self.assertRaisesRegex(TypeError, "M is an integer, not str"):
            Layout.parse("M:1")(0, M="4")

    def test_symbols_are_those_of_the_layout(self):
        a = Layout.parse("(M,8):(8,1)")
        self.assertEqual((a(9, M=4), a(1, 2), a(1, 2, M=4)), (10, 10, 10))
        with self.assertRaisesRegex(LayoutError, r"^\(M,8\):\(8,1\) has no offset at 9: M has no value$"):
            a(9)
        with self.assertRaisesRegex(LayoutError, r"^\(M,8\):\(8,1\) has no offset at \(1,2,3\): it takes 1 or 2 numbers, not 3$"):
            a(1, 2, 3)
        for call in (lambda: a(1, 2, M=4, N=5), lambda: a(None, 2, N=5)):
            with self.assertRaisesRegex(TypeError, r"^\(M,8\):\(8,1\) has no symbol N$"):
                call()
        with self.assertRaisesRegex(TypeError, "^a slice keeps its symbols, and takes no value of M$"):
            a(None, 2, M=4)
        self.assertEqual(str(a(None, 2)), "(M):(8)")

    def test_what_is_no_shape(self):
        values = [(True, "bool"), (b"4:1", "bytes"), ({4, 8}, "set"), ({4: 8}, "dict"), (1.5, "float"), (None, "None")]
        for value, found in values + [(Layout(4), "Layout")]:
            message = f"a shape or stride is an integer, a text or a tuple of these, not {found}"
            for shape in value, (4, value):
                with self.assertRaisesRegex(TypeError, message):
                    Layout(shape)
            if value is not None:
                with self.assertRaisesRegex(TypeError, message):
                    Layout(4, value)
        with self.assertRaisesRegex(LayoutError, "number 1180591620717411303424 does not fit in 64 bits"):
            Layout((2**70, 4))
        self.assertEqual(str(Layout((4, "M"))), "(4,M):(1,4)")
        self.assertEqual(str(Layout(("(M,4)", 2), ("(1,M)", "4*M"))), "((M,4),2):((1,M),4*M)")
        for text in ["", " ", "4,5", "4),(5", "(4", "4:1"]:
            with self.assertRaisesRegex(LayoutError, "is not a number, a symbol or a tuple in parentheses$|expected"):
                Layout((text,))
        with self.assertRaisesRegex(LayoutError, '^"4,5" is not a number, a symbol or a tuple in parentheses$'):
            Layout(("4,5",))
        # What is known of a symbol is no part of a shape or a stride.
        for shape, stride in [("M", "1 where M mod 4 = 0"), ("M where M >= 2", 1), (("M", "2\twhere"), None)]:
            with self.assertRaisesRegex(LayoutError, '^".*where.*" is not a number, a symbol or a tuple in parentheses$'):
                Layout(shape, stride)
        self.assertEqual(str(Layout(("wherever", 2))), "(wherever,2):(1,wherever)")

    def test_what_counts_as_an_integer(self):
        class Four:
            def __index__(self):
                return 4

        a = Layout((4, 8), (8, 1))
        self.assertEqual(Layout((Four(), 8), (8, 1)), a)
        self.assertEqual(str(Layout(Four(), Four())), "4:4")
        self.assertEqual((a(Four()), a(1, Four()), a(None, Four())), (1, 12, a(None, 4)))
        self.assertEqual(composition(a, Four()), composition(a, 4))
        self.assertEqual(complement(Layout(2), Four()), complement(Layout(2), 4))

    def test_tilers_are_by_mode_at_every_level(self):
        a = Layout(((4, 4), 8))
        self.assertEqual(str(composition(a, ((2, 2), 4))), "((2,2),4):((1,4),16)")
        self.assertEqual(str(composition(a, [[2, 2], 4])), "((2,2),4):((1,4),16)")
        self.assertEqual(str(composition(a, ((None, 2), 4))), "((4,2),4):((1,4),16)")
        self.assertEqual(str(composition(a, ((2,), 4))), "((2),4):((1),16)")
        self.assertEqual(str(composition(a, ((Layout(2), Layout(2, 2)), 4))), "((2,2),4):((1,8),16)")
        self.assertEqual(composition(a, (Layout.parse("[2;2]", "tile"), 4)), composition(a, ((2, 2), 4)))
        self.assertEqual(composition(a, None), a)
        self.assertEqual(str(logical_divide(a, ((2, 2), 4))), "(((2,2),(2,2)),(4,2)):(((1,2),(4,8)),(16,64))")
        self.assertEqual(str(logical_divide(a, ((2,),))), "(((2,2),4),8):(((1,2),4),16)")
        self.assertEqual(str(zipped_divide(a, ((2, 2), 4))), "(((2,2),4),((2,2),2)):(((1,4),16),((2,8),64))")
        self.assertEqual(str(tiled_divide(a, ((2, None), 4))), "(((2,4),4),(2,1),2):(((1,4),16),(2,0),64)")
        self.assertEqual(str(flat_divide(a, ((2, 2), 4))), "((2,2),4,(2,2),2):((1,4),16,(2,8),64)")
        self.assertEqual(str(logical_product(a, ((2, 2), 4))), "(((4,2),(4,2)),(8,4)):(((1,4),(4,1)),(16,1))")
        self.assertEqual(str(zipped_product(a, ((2, 2), 4))), "(((4,4),8),((2,2),4)):(((1,4),16),((4,1),1))")
        self.assertEqual(str(tiled_product(a, ((2, 2), 4))), "(((4,4),8),(2,2),4):(((1,4),16),(4,1),1)")
        swizzled = Layout.parse("S<3,4,3> o 0 o ((4,2),64):((64,256),1)", "composed")
        self.assertEqual(str(composition(swizzled, ((2, 2), 4))), "S<3,4,3> o 0 o ((2,2),4):((64,256),1)")
        self.assertEqual(
            str(zipped_divide(swizzled, ((2, 2), 4))),
            "S<3,4,3> o 0 o (((2,2),4),((2,1),16)):(((64,256),1),((128,0),4))",
        )
        with self.assertRaisesRegex(LayoutError, r"3 modes are given for \(\(4,4\),8\):\(\(1,4\),16\), which has 2"):
            composition(a, ((2, 2), 4, 1))
        with self.assertRaisesRegex(LayoutError, r"tiler \[2;2;2\] does not fit the modes of \(4,4\):\(1,4\)"):
            composition(a, ((2, 2, 2), 4))
        with self.assertRaisesRegex(TypeError, "a tiler is a layout, an integer, None or a tuple of these, not float"):
            logical_divide(a, ((2, 2.0), 4))
        with self.assertRaisesRegex(LayoutError, "extent 0 is less than 1"):
            composition(a, ((2, 0), 4))
        with self.assertRaisesRegex(LayoutError, "a tiler has a mode"):
            composition(a, ())
        with self.assertRaisesRegex(LayoutError, "S<3,4,3> is not a CuTe layout"):
            composition(a, (Layout.parse("S<3,4,3>", "swizzle"), 4))

    def test_parameters_are_those_of_the_operation(self):
        a = Layout((4, 8), (8, 1))
        for call, message in [
            (lambda: evaluate("compose", a, Layout(8), foo=1), "compose has no parameter foo"),
            (lambda: evaluate("coalesce", a, profle=(1,)), "coalesce has no parameter profle"),
            (lambda: complement(Layout(4, 2), (4, 4)), "size is an integer, not tuple"),
            (lambda: complement(Layout(4, 2), "16"), "size is an integer, not str"),
            (lambda: complement(Layout(4, 2), 16.0), "size is an integer, not float"),
            (lambda: coalesce(a, 2.5), "profile is an integer or a tuple of these, not float"),
            (lambda: evaluate("select", a, modes=0), "modes is a flat list of integers, not int"),
            (lambda: evaluate("select", a, modes="[0]"), "modes is a list of integers, not str"),
            (lambda: evaluate("select", a, modes=[0, (1, 2)]), "modes is a flat list of integers, not list"),
            (lambda: evaluate("transpose", a, names=["lane"]), "transpose has no parameter names"),
        ]:
            with self.assertRaisesRegex(TypeError, f"^{message}$"):
                call()
        with self.assertRaisesRegex(LayoutError, "number 1180591620717411303424 does not fit in 64 bits"):
            complement(Layout(4, 2), 2**70)
        with self.assertRaisesRegex(LayoutError, "size is missing"):
            evaluate("complement", a)
        with self.assertRaisesRegex(LayoutError, "^compose takes 2 layouts, not 1$"):
            evaluate("compose", a)
        self.assertEqual(str(evaluate("select", a, modes=(1,))), "(8):(1)")
        linear = Layout.parse("{lane = [[1],[0]]}", "linear")
        with self.assertRaisesRegex(TypeError, r"^ins is a text such as '\[lane, warp\]', not list$"):
            evaluate("remove_zero_bases", linear, ins=["lane"])

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
        self.assertEqual((str(Layout(2, 3)(None)), str(a[1](None))), ("(2):(3)", "((2,8)):((1,8))"))
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
        for question in in_bounds, surjective, bijective:
            for value, found in [(True, "bool"), ("8", "str"), (8.0, "float")]:
                with self.assertRaisesRegex(TypeError, f"a size is an integer, not {found}"):
                    question(Layout(4), value)
            with self.assertRaisesRegex(LayoutError, "number 1180591620717411303424 does not fit in 64 bits"):
                question(Layout(4), 2**70)
        with self.assertRaisesRegex(LayoutError, r"\[4;8\] is a tiler, which is not a function"):
            injective(Layout.parse("[4;8]", "tile"))

    def test_copies(self):
        for a in Layout((4, 8), (8, 1)), Layout.parse("S<3,4,3> o 0 o (8,64):(64,1)", "composed"):
            self.assertEqual(pickle.loads(pickle.dumps(a)), a)
            self.assertIs(copy.copy(a), a)
            self.assertEqual(copy.deepcopy([a]), [a])

    def test_exceptions_are_copied(self):
        """Each of the package, as a process hands it to another one."""
        finding = layout.lint("module {")
        operation = layout.Operation("tt.trans", "refuted", "wrong", (layout.Place("k.py", 1, 2),), ((1, 2),), "", None)
        errors = [LayoutError("no answer"), Unknown("out of budget"), layout.NewFindings(finding)]
        errors.append(layout.WrongLowering(layout.Operations((operation,), {"tt.load": 2})))
        named = {value for value in map(layout.__dict__.get, layout.__all__) if isinstance(value, type)}
        kinds = {kind for kind in named if issubclass(kind, BaseException)}
        self.assertEqual({type(error) for error in errors}, kinds)
        for error in errors:
            for other in pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error):
                self.assertIs(type(other), type(error))
                self.assertEqual((str(other), other.args, other.__dict__), (str(error), error.args, error.__dict__))
        self.assertEqual(pickle.loads(pickle.dumps(errors[2])).findings, finding)
        self.assertEqual(str(errors[3]), "k.py:1:2: error: tt.trans: wrong\n1 operation in 1 form: 0 proved, 1 refuted, 0 unknown, 0 unsupported\nleft alone: tt.load (2)")

    def test_equality_is_asked_of_the_other_side(self):
        self.assertEqual(Layout(4), unittest.mock.ANY)
        self.assertIs(Layout(4).__eq__(4), NotImplemented)
        self.assertNotEqual(Layout(4), 4)
        self.assertNotEqual(Layout(4), Layout(5))

    def test_other_threads_run_meanwhile(self):
        """Python runs in one thread while another one asks what takes long."""
        slow = Layout.parse("{ [i] -> [(i * 7919) mod 1000003 + floor(i / 7) mod 13] : 0 <= i < 1000003 }", "relation")
        calls, ticks, is_over = [], [], threading.Event()

        def ask():
            while not is_over.is_set():
                begin = time.monotonic()
                self.assertFalse(injective(slow))
                calls.append((begin, time.monotonic()))

        thread = threading.Thread(target=ask)
        thread.start()
        for _ in range(500):
            ticks.append(time.monotonic())
            time.sleep(0.001)
        is_over.set()
        thread.join()
        # A call that kept this thread from running would have it run before or after, not in its midst.
        middles = [((3 * begin + end) / 4, (begin + 3 * end) / 4) for begin, end in calls]
        meanwhile = [(first, last) for first, last in middles if any(first < tick < last for tick in ticks)]
        self.assertGreater(len(meanwhile), 10)

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
        with self.assertRaisesRegex(ValueError, "the offsets of a layout are computed: an array of them is a copy"):
            Layout(4).__array__(copy=False)
        try:
            import numpy
        except ImportError:
            return
        three = Layout((numpy.int64(2), numpy.uint8(3)))
        self.assertEqual((three(numpy.int32(5)), three(numpy.int64(1), numpy.int64(2))), (5, 5))
        with self.assertRaises(TypeError):
            Layout(numpy.bool_(True))
        self.assertEqual(Layout(2).__array__(copy=True).tolist(), [0, 1])
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
