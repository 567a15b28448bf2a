"""`layout.pycute`: every name of pycute, and what it answers."""

import doctest
import unittest

from layout import LayoutError, equivalent
from layout import pycute
from layout.pycute import *


class Names(unittest.TestCase):
    def test_every_name_of_pycute_is_there(self):
        names = """
            ComposedLayout Integer Layout LayoutBase Swizzle coalesce complement composition cosize crd2crd
            crd2idx elem_scale filter flatten has_none hier_unzip idx2crd inner_product is_int is_layout
            is_tuple left_inverse logical_divide logical_product make_layout prefix_product product
            right_inverse shape_div shiftl shiftr signum size slice_ slice_and_offset tiled_divide
            tiled_product tuple_max zipped_divide zipped_product
        """.split()
        self.assertEqual(len(names), 40)
        self.assertEqual([name for name in names if name not in pycute.__all__], [])

    def test_examples(self):
        failed, attempted = doctest.testmod(pycute)
        self.assertEqual(failed, 0)
        self.assertGreater(attempted, 3)


class Tuples(unittest.TestCase):
    def test_arithmetic(self):
        self.assertEqual(product(((2, 3), 4)), 24)
        self.assertEqual(inner_product(((2, 3), 4), ((2, 1), 2)), 15)
        self.assertEqual(shape_div((6, (3, 4)), 36), (1, (1, 2)))
        self.assertEqual(prefix_product(((2, 3), (2, 1, 2))), ((1, 2), (6, 12, 12)))
        self.assertEqual(elem_scale((2, 3), ((2, 2), 5)), (8, 15))
        self.assertEqual((tuple_max((1, (7, 2))), signum(-3), flatten((1, (2, ())))), (7, -1, (1, 2)))
        with self.assertRaisesRegex(LayoutError, "neither of 4 and 6 divides the other"):
            shape_div(4, 6)

    def test_coordinates(self):
        self.assertEqual(idx2crd(11, (4, (2, 2))), (3, (0, 1)))
        self.assertEqual(crd2idx((3, (0, 1)), (4, (2, 2))), 11)
        self.assertEqual(crd2idx(100, (4, 8), (8, 1)), 25)
        self.assertEqual(crd2idx((None, 2), (4, 8), (8, 1)), 2)
        self.assertEqual(crd2crd((1, 2), 32, (4, 8)), 9)
        self.assertEqual(crd2crd(9, (4, 8)), (1, 2))
        self.assertEqual(slice_((None, (0, None)), (4, (2, 8))), (4, 8))
        self.assertTrue(has_none((1, (2, None))) and not has_none((1, (2,))))

    def test_integers(self):
        self.assertTrue(isinstance(1, Integer) and not isinstance(True, Integer))
        self.assertFalse(is_int(1.0) or is_int(False))


class Layouts(unittest.TestCase):
    def test_none_is_no_change(self):
        a = Layout((4, 8), (8, 1))
        self.assertEqual(composition(a, None), a)
        self.assertEqual(logical_divide(a, None), a)
        self.assertEqual(str(composition(a, (None, Layout(4, 2)))), "(4,4):(8,2)")
        self.assertEqual(str(logical_divide(a, (2, None))), "((2,2),8):((8,16),1)")
        self.assertIsNone(right_inverse(None))
        self.assertEqual(str(left_inverse(4)), "4:1")

    def test_by_mode(self):
        a = Layout((2, (1, 6)), (1, (6, 2)))
        self.assertEqual(str(coalesce(a, (1, 1))), "(2,6):(1,2)")
        self.assertEqual(str(filter(Layout((2, 4), (0, 1)), (None, 1))), "(1,4):(0,1)")
        self.assertEqual(str(hier_unzip(logical_divide, Layout((8, 16)), (4, 8))), "((4,8),(2,2)):((1,8),(4,64))")
        self.assertEqual(str(make_layout([Layout(2), Layout(3, 2)])), "(2,3):(1,2)")

    def test_none_divides_by_one_element(self):
        a = Layout((8, 16))
        self.assertEqual(str(zipped_divide(a, (4, None))), "((4,1),(2,16)):((1,0),(4,8))")
        self.assertEqual(str(zipped_divide(a, (4, 8))), "((4,8),(2,2)):((1,8),(4,64))")
        self.assertEqual(str(tiled_divide(a, (4, 8))), "((4,8),2,2):((1,8),4,64)")
        self.assertEqual(str(zipped_product(Layout(4), Layout(2))), "(4,2):(1,4)")
        self.assertEqual(str(tiled_product(Layout(4), Layout(2))), "(4,2):(1,4)")

    def test_tilers(self):
        a = Layout(((4, 4), 8))
        # What a tiler does not reach stays, at every level.
        self.assertEqual(str(composition(Layout((3, 4, 1), (2, 12, 2)), (1,))), "(1,4,1):(0,12,2)")
        self.assertEqual(str(composition(a, ((2,), 4))), "((2,4),4):((1,4),16)")
        self.assertEqual(str(composition(a, ((2, 2), 4))), "((2,2),4):((1,4),16)")
        self.assertEqual(str(composition(a, ((None, 2), None))), "((4,2),8):((1,4),16)")
        self.assertEqual(str(logical_divide(a, ((2,),))), "(((2,2),4),8):(((1,2),4),16)")
        self.assertEqual(str(zipped_divide(a, ((2, 2), 4))), "(((2,2),4),((2,2),2)):(((1,4),16),((2,8),64))")
        swizzled = Layout.parse("S<3,4,3> o 0 o (8,64):(64,1)", "composed")
        self.assertEqual(str(composition(swizzled, (2,))), "S<3,4,3> o 0 o (2,64):(64,1)")
        with self.assertRaisesRegex(LayoutError, r"tiler \[2;2;2\] does not fit the modes of \(4,4\):\(1,4\)"):
            composition(a, ((2, 2, 2), 4))

    def test_slices(self):
        self.assertEqual(slice_and_offset((1, 2), Layout((4, 8))), (Layout((), ()), 9))
        self.assertEqual(slice_and_offset(None, Layout(2, 3)), (Layout((2,), (3,)), 0))
        self.assertEqual(slice_and_offset((None, 3), Layout((4, 8), (8, 1))), (Layout((4,), (8,)), 3))

    def test_swizzles(self):
        swizzle = Swizzle(3, 4, 3)
        composed = ComposedLayout(swizzle, 0, Layout((8, 64), (64, 1)))
        self.assertEqual((composed(1, 16), size(composed), len(composed)), (80, 512, 2))
        self.assertEqual(str(composed), "SW_3_4_3 o 0 o (8,64):(64,1)")
        whole = Layout.parse("S<3,4,3> o 0 o (8,64):(64,1)", "composed")
        self.assertTrue(all(composed(c) == whole(c) for c in range(512)))
        self.assertTrue(is_layout(composed) and not is_layout(swizzle) and isinstance(whole, LayoutBase))
        self.assertEqual((shiftl(1, 3), shiftr(8, 3), shiftr(1, -3)), (8, 1, 8))
        with self.assertRaises(LayoutError):
            Swizzle(-1, 4, 3)

    def test_where_pycute_is_wrong(self):
        # pycute gives (2,3):(6,3), which at coordinate 2 is 3.
        right = composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3))
        self.assertEqual(right(2), 7)
        self.assertEqual(equivalent(right, Layout((2, 3), (6, 3))).counterexample.offsets, (7, 3))
        # pycute gives 1:0, which undoes nothing.
        with self.assertRaisesRegex(LayoutError, "coordinates 0 and 1 both have offset 0"):
            left_inverse(Layout((2, 2), (0, 1)))


if __name__ == "__main__":
    unittest.main()
