"""What the script of a claim asserts: that the claim fails."""


def joined(word, parts):
    return parts[0] if len(parts) == 1 else f"({word} {' '.join(parts)})"


def failures(claim, bound, inputs, outputs, size, has_symbols):
    """The ways to assert that a claim fails, each a list of assertions.

    The relations have so many `inputs` and `outputs`; `size` is that of the layout that is claimed to
    stay in its bounds, those of a bijection included, which may have no offset at a coordinate: then there are two ways. Claims about
    all numbers of a range say nothing for values of the symbols for which there is no pair.
    """

    def numbers(*tuples):
        return " ".join(f"{name}.{k}" for name, count in tuples for k in range(count))

    def variables(*tuples):
        return " ".join(f"({name} Int)" for name in numbers(*tuples).split())

    def pair(relation, at, gives):
        return f"({relation} {numbers((at, inputs), (gives, outputs))})"

    def never(such):
        bound = variables(("i", inputs), ("o", outputs))
        return f"(forall ({bound}) (not (and {pair('left', 'i', 'o')} {such})))"

    some_pair = [pair("left", "q", "y")] if has_symbols else []
    limit = joined("*", bound.split("*")) if bound else None
    differ = joined("or", [f"(not (= p.{k} q.{k}))" for k in range(inputs)])
    collision = [pair("left", "p", "x"), pair("left", "q", "x"), differ]
    if bound:
        outside = f"(not (and (<= 0 x.0) (< x.0 {limit})))"
    else:
        outside = joined("or", [f"(< x.{k} 0)" for k in range(outputs)])
    leaving = [pair("left", "p", "x"), outside]
    some = f"(forall ({variables(('o', outputs))}) (not {pair('left', 'p', 'o')}))"
    has_none = f"(and (<= 0 p.0) (< p.0 {size}) {some})"
    either = [f"(or {joined('and', leaving)} {has_none})"]
    if bound:
        missing = [f"(and (<= 0 x.0) (< x.0 {limit}) {never('(= o.0 x.0)')})"]
    elif outputs == 1:
        missing = [pair("left", "q", "y"), f"(and (<= 0 x.0) (<= x.0 y.0) {never('(= o.0 x.0)')})"]
    else:
        of_pair = variables(("i", inputs), ("o", outputs))
        meant = (
            f"(<= 0 x.{k}) (exists ({of_pair}) (and {pair('left', 'i', 'o')} (<= x.{k} o.{k})))"
            for k in range(outputs)
        )
        none = f"(forall ({variables(('i', inputs))}) (not {pair('left', 'i', 'x')}))"
        missing = [f"(and {' '.join(meant)} {none})"]
    if claim in ("in_bounds", "inside"):
        return [leaving, either]
    if claim == "equivalent":
        return [[f"(not (= {pair('left', 'p', 'x')} {pair('right', 'p', 'x')}))"]]
    if claim == "disjoint":
        return [[pair("left", "p", "x"), pair("right", "q", "x")]]
    if claim == "injective":
        return [collision]
    if claim == "surjective":
        return [some_pair + missing]
    if claim == "bijective":
        ways = ([collision, missing, outside] for outside in (leaving, either))
        return [some_pair + [joined("or", [joined("and", way) for way in each])] for each in ways]
    if claim == "increasing":
        before = (
            [f"(< p.{k} q.{k})"] + [f"(= p.{j} q.{j})" for j in range(k + 1, inputs)]
            for k in range(inputs)
        )
        order = joined("or", [joined("and", way) for way in before])
        return [[pair("left", "p", "x"), pair("left", "q", "y"), order, "(>= x.0 y.0)"]]
    if claim == "size":
        inside = f"(and (<= 0 p.0) (< p.0 {limit}))"
        has_offset = f"(exists ({variables(('o', outputs))}) {pair('left', 'p', 'o')})"
        return [some_pair + [f"(not (= {inside} {has_offset}))"]]
    if claim == "cosize":
        past = joined("and", [pair("left", "p", "x"), f"(>= x.0 {limit})"])
        return [some_pair + [joined("or", [past, never(f"(= o.0 (- {limit} 1))")])]]
    return []
