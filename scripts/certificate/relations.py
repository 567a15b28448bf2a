"""What holds of relations in the notation of isl, as islpy says."""

import re

try:
    import islpy
except ImportError:
    islpy = None


def ask_isl(claim, bound, relations, sizes):
    """Whether a claim holds of relations; None if this script cannot say.

    `sizes` says how many coordinates the layouts have, where that is known: a relation has no pair at a
    coordinate without an offset.
    """
    maps = [islpy.Map(text) for text in relations]
    first, last = maps[0], maps[-1]
    one_input, one_output = first.dim(islpy.dim_type.in_) == 1, first.dim(islpy.dim_type.out) == 1
    symbols = ", ".join(
        sorted(
            {name for map in maps for name in map.get_var_names(islpy.dim_type.param)}
            | set(re.findall(r"[A-Za-z_]\w*'*", bound or ""))
        )
    )
    below = islpy.Set(f"[{symbols}] -> {{ [x] : 0 <= x < {bound} }}") if bound else None
    if claim == "equivalent":
        return first.is_equal(last)
    if claim == "disjoint":
        return first.range().is_disjoint(last.range())
    if claim == "injective":
        return first.is_injective()
    if claim == "size" and one_input:
        return first.domain().is_equal(below)
    if not one_output:
        return None
    offsets = first.range()
    size = sizes[-1] if one_input else None
    if claim in ("in_bounds", "inside", "bijective") and size is not None:
        if not islpy.Set(f"{{ [c] : 0 <= c < {size} }}").is_subset(first.domain()):
            return False
    if claim in ("in_bounds", "inside"):
        return offsets.is_subset(below)
    if claim in ("surjective", "bijective"):
        up_to = islpy.Map("{ [y] -> [x] : 0 <= x <= y }")
        # For values of symbols without a pair nothing is claimed.
        whole = offsets.apply(up_to) if below is None else below.intersect_params(offsets.params())
        onto = whole.is_subset(offsets)
        meant = islpy.Set("{ [x] : 0 <= x }") if below is None else below
        one = first.is_injective() and offsets.is_subset(meant)
        return onto and (claim == "surjective" or one)
    if claim == "cosize":
        last_one = islpy.Set(f"{{ [x] : x = {bound} - 1 }}")
        return last_one.is_subset(offsets) and offsets.is_subset(
            islpy.Set(f"{{ [x] : x < {bound} }}")
        )
    if claim == "increasing" and one_input:
        steps = islpy.Map("{ [p] -> [q] : p < q }").apply_domain(first).apply_range(first)
        return steps.is_subset(islpy.Map("{ [x] -> [y] : x < y }"))
    return None
