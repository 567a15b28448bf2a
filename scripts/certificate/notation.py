"""Relations in isl's notation, as the terms in which a script of SMT-LIB says the same.

A relation is read as its inputs `i.0`, `i.1`, its outputs `o.0` and what holds of a pair, in the nested
lists of `script.expressions`. Two texts say the same, number by number, if the lists are equal but for
how `and` and `or` are nested.
"""

import re

from .script import evaluate

TOKEN = re.compile(r"\s*(->|<=|>=|!=|[A-Za-z_]\w*'*|\d+|[-+*/=<>(){}\[\],:;])")
COMPARISONS = ("<", "<=", ">", ">=", "=", "!=")
WORDS = ("exists", "and", "or", "not", "true", "false", "mod", "floor", "ceil", "min", "max")


def flat(term):
    """The term without an `and` right inside of an `and`, and the same for `or`."""
    if isinstance(term, str):
        return term
    members = [flat(member) for member in term]
    if term and term[0] in ("and", "or"):
        inner = (m[1:] if isinstance(m, list) and m[0] == term[0] else [m] for m in members)
        return [member for list in inner for member in list]
    return members


class Relation:
    """The parameters, the numbers of inputs and outputs, and the pieces: what holds of each pair."""

    def __init__(self, text):
        reader = Reader(text)
        self.parameters = reader.parameters()
        reader.take("{")
        pieces = [reader.piece(self.parameters)]
        while reader.has(";"):
            pieces.append(reader.piece(self.parameters))
        reader.take("}")
        reader.end()
        self.inputs, self.outputs = pieces[0][:2]
        self.pieces = [members for _, _, members in pieces]
        self.programs = None
        self.body = joined("or", "false", [joined("and", "true", piece) for piece in self.pieces])

    def definition(self, name):
        """The predicate of a script that says the same."""
        arguments = [f"i.{k}" for k in range(self.inputs)] + [f"o.{k}" for k in range(self.outputs)]
        return ["define-fun", name, [[argument, "Int"] for argument in arguments], "Bool", self.body]

    def images(self, at, symbols):
        """The tuples of outputs at a tuple of inputs, for these values of the parameters.

        It raises `ValueError` where no equation gives an output or a bound variable.
        """
        known = {quoted(name): value for name, value in symbols.items()}
        known |= {f"i.{k}": value for k, value in enumerate(at)}
        if self.programs is None:
            self.programs = [Program(piece, self.outputs, known) for piece in self.pieces]
        found = (program(known) for program in self.programs)
        return {image for image in found if image is not None}

    def ranges(self, symbols):
        """For each input a range that has all its values in pairs; `ValueError` if nothing says it."""
        known = {quoted(name): value for name, value in symbols.items()}
        ranges = []
        for k in range(self.inputs):
            own = [bounds(flat(["and", *piece])[1:], f"i.{k}", known) for piece in self.pieces]
            low, high = min(low for low, _ in own), max(high for _, high in own)
            ranges.append(range(low, high + 1))
        return ranges


def quoted(name):
    return f"|{name}|" if "'" in name else name


class Program:
    """A conjunction as a function from the variables that are known to the outputs, None where it does
    not hold: each variable from its equation, and then what is left."""

    def __init__(self, piece, n_outputs, known):
        members, outputs = flat(["and", *piece])[1:], [f"o.{k}" for k in range(n_outputs)]
        wanted = list(outputs)
        for at, member in enumerate(members):
            if member[0] == "exists":
                own = {name: f"{name} of {at}" for name, _ in member[1]}
                wanted += own.values()
                members += flat(["and", renamed(member[2], own)])[1:]
        members = [member for member in members if member[0] != "exists"]
        known, steps = set(known), []
        while True:
            equations = (m for m in members if m[0] == "=" and m[1] in wanted)
            given = next((m for m in equations if variables(m[2]) <= known), None)
            if given is None:
                break
            steps.append((given[1], code(given[2])))
            wanted.remove(given[1])
            known.add(given[1])
        self.steps, self.missing, self.outputs = steps, wanted, outputs
        conditions = [member for member in members if variables(member) <= known]
        self.holds = code(joined("and", "true", conditions))

    def __call__(self, known):
        values = dict(known)
        for name, step in self.steps:
            values[name] = eval(step, {"v": values, "evaluate": evaluate})
        if not eval(self.holds, {"v": values, "evaluate": evaluate}):
            return None
        if self.missing:
            raise ValueError(f"nothing says what {self.missing[0]} is")
        return tuple(values[name] for name in self.outputs)


def variables(term):
    """The variables of a term, without those that it binds."""
    if isinstance(term, str):
        return set() if term.isdigit() or term in ("true", "false") else {term}
    if term[0] == "exists":
        return variables(term[2]) - {name for name, _ in term[1]}
    return set().union(*map(variables, term[1:]))


def code(term):
    """The term as code in Python, of numbers and the variables `v`."""
    return compile(python(term), "relation", "eval")


def python(term):
    if isinstance(term, str):
        return {"true": "True", "false": "False"}.get(term, term if term.isdigit() else f"v[{term!r}]")
    operator, *operands = term
    if operator == "exists":
        return f"evaluate({term!r}, v)"
    parts = [python(operand) for operand in operands]
    if operator == "ite":
        return f"({parts[1]} if {parts[0]} else {parts[2]})"
    if operator == "not" or len(parts) == 1:
        return f"({operator} {parts[0]})"
    sign = {"div": "//", "mod": "%", "=": "=="}.get(operator, operator)
    return f"({f' {sign} '.join(parts)})"


def renamed(term, names):
    if isinstance(term, str):
        return names.get(term, term)
    return [renamed(part, names) for part in term]


def value_of(term, known):
    """The value of a term; None if it has variables whose values are not known."""
    try:
        return evaluate(term, known)
    except ValueError:
        return None


def bounds(members, name, known):
    """The least and the greatest value that comparisons with numbers leave a variable."""
    lows, highs = [], []
    for member in members:
        if len(member) != 3 or member[0] not in COMPARISONS or name not in member[1:]:
            continue
        operator, left, right = member
        value = value_of(right if left == name else left, known)
        if value is None:
            continue
        if left != name:
            operator = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator)
        lows += [value + (operator == ">")] if operator in (">", ">=", "=") else []
        highs += [value - (operator == "<")] if operator in ("<", "<=", "=") else []
    if not lows or not highs:
        raise ValueError(f"nothing says how great {name} is")
    return max(lows), min(highs)


def joined(word, of_none, members):
    return of_none if not members else members[0] if len(members) == 1 else [word, *members]


def integer(value):
    return ["-", str(-value)] if value < 0 else str(value)


def times(factor, term):
    """A product with a number, in which numbers are multiplied out."""
    value = number(term)
    if value is not None:
        return integer(factor * value)
    if term[0] == "*":
        factor, term = factor * number(term[1]), term[2]
    return term if factor == 1 else ["*", integer(factor), term]


def number(term):
    """The value of a numeral."""
    if isinstance(term, str):
        return int(term) if term.isdigit() else None
    return -int(term[1]) if term[0] == "-" and len(term) == 2 and str(term[1]).isdigit() else None


def extreme(comparison, operands):
    first, *rest = operands
    if not rest:
        return first
    other = extreme(comparison, rest)
    return ["ite", [comparison, first, other], first, other]


class Reader:
    """A cursor over the words of a relation."""

    def __init__(self, text):
        self.words, at = [], 0
        text = text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise ValueError(f"{text[at:]!r} is not isl's notation")
            self.words.append(found[1])
            at = found.end()
        self.at, self.closed_by, opened = 0, {}, []
        for at, word in enumerate(self.words):
            if word == "(":
                opened.append(at)
            elif word == ")" and opened:
                self.closed_by[opened.pop()] = at

    def next(self, ahead=0):
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    def has(self, word):
        if self.next() == word:
            self.at += 1
            return True
        return False

    def take(self, word):
        if not self.has(word):
            raise ValueError(f"expected {word!r} but found {self.next()!r}")

    def end(self):
        if self.at != len(self.words):
            raise ValueError(f"nothing follows a relation but {self.next()!r} does")

    def name(self):
        word = self.next()
        if not re.match(r"[A-Za-z_]", word) or word in WORDS:
            raise ValueError(f"expected a name but found {word!r}")
        self.at += 1
        return word

    def parameters(self):
        names = []
        if self.has("["):
            while not self.has("]"):
                names.append(self.name())
                self.has(",")
            self.take("->")
        return names

    def piece(self, parameters):
        known = {name: quoted(name) for name in parameters}
        inputs, members = self.tuple("i", known)
        self.take("->")
        outputs, values = self.tuple("o", known)
        members += values
        if self.has(":"):
            formula = self.formula(known, 0)
            members += [formula] if formula != "true" else []
        return inputs, outputs, members

    def tuple(self, prefix, known):
        """How many dimensions there are, and the equations of those that have a value."""
        if self.next() != "[":
            self.name()
        self.take("[")
        count, members = 0, []
        while not self.has("]"):
            members += self.dimension(f"{prefix}.{count}", known)
            count += 1
            self.has(",")
        return count, members

    def dimension(self, variable, known):
        """The equation of a dimension with a value, which sees those before it."""
        if self.has("*"):
            return []
        word, after = self.next(), self.next(1)
        if re.match(r"[A-Za-z_]", word) and word not in WORDS:
            if after == "=":
                self.at += 2
                value = self.sum(known)
                known[word] = variable
                return [["=", variable, value]]
            if after in (",", "]", ":") and word not in known:
                self.at += 1
                known[word] = variable
                return []
        return [["=", variable, self.sum(known)]]

    def formula(self, known, bound):
        return self.connected("or", "false", known, bound)

    def connected(self, word, of_none, known, bound):
        inner = (
            (lambda: self.connected("and", "true", known, bound))
            if word == "or"
            else (lambda: self.atom(known, bound))
        )
        members = [inner()]
        while self.has(word):
            members.append(inner())
        return joined(word, of_none, members)

    def atom(self, known, bound):
        if self.next() in ("true", "false"):
            self.at += 1
            return self.words[self.at - 1]
        if self.has("not"):
            self.take("(")
            inner = self.formula(known, bound)
            self.take(")")
            return ["not", inner]
        if self.has("exists"):
            self.take("(")
            known, names, members = dict(known), [], []
            while not self.has(":"):
                names.append([f"e.{bound + len(names)}", "Int"])
                members += self.dimension(names[-1][0], known)
                self.has(",")
            inner = self.formula(known, bound + len(names))
            self.take(")")
            return ["exists", names, joined("and", "true", members + [inner])]
        if self.next() == "(":
            # A comparison goes on behind the parenthesis, and a formula does not.
            after = self.closed_by.get(self.at, -1) + 1
            if after == len(self.words) or self.words[after] in ("and", "or", ")", ";", "}"):
                self.take("(")
                inner = self.formula(known, bound)
                self.take(")")
                return inner
        return self.chain(known)

    def chain(self, known):
        lists, operators = [self.list(known)], []
        while self.next() in COMPARISONS:
            operators.append(self.next())
            self.at += 1
            lists.append(self.list(known))
        if not operators:
            raise ValueError(f"expected a comparison but found {self.next()!r}")
        pairs = [
            ["not", ["=", left, right]] if operator == "!=" else [operator, left, right]
            for before, operator, behind in zip(lists, operators, lists[1:])
            for left in before
            for right in behind
        ]
        return joined("and", "true", pairs)

    def list(self, known):
        members = [self.sum(known)]
        while self.has(","):
            members.append(self.sum(known))
        return members

    def sum(self, known):
        terms = []
        while True:
            sign = -1 if self.has("-") else 1
            term = self.term(known)
            term = times(sign, term) if sign < 0 else term
            terms += term[1:] if isinstance(term, list) and term[0] == "+" else [term]
            if self.next() != "-" and not self.has("+"):
                break
        return terms[0] if len(terms) == 1 else ["+", *terms]

    def term(self, known):
        """A product, and its remainder."""
        factor = 1
        if self.next().isdigit():
            factor = int(self.next())
            self.at += 1
            follows = self.has("*") or self.next() == "(" or re.match(r"[A-Za-z_]", self.next())
            if not follows or self.next() in ("mod", "and", "or"):
                return self.remainder(str(factor))
        return self.remainder(times(factor, self.factor(known)))

    def remainder(self, term):
        while self.has("mod"):
            term = ["mod", term, self.next()]
            self.at += 1
        return term

    def factor(self, known):
        if self.has("("):
            inner = self.sum(known)
            self.take(")")
            return inner
        word = self.next()
        if word in ("floor", "ceil"):
            self.at += 1
            self.take("(")
            inner = self.term(known) if self.next() != "-" else self.sum(known)
            self.take("/")
            divisor = self.next()
            self.at += 1
            self.take(")")
            if word == "floor":
                return ["div", inner, divisor]
            return ["-", ["div", ["-", inner], divisor]]
        if word in ("min", "max"):
            self.at += 1
            self.take("(")
            operands = self.list(known)
            self.take(")")
            return extreme("<=" if word == "min" else ">=", operands)
        name = self.name()
        if name not in known:
            raise ValueError(f"{name} is not declared")
        return known[name]
