"""Scripts of SMT-LIB: what they define, what they assert, what a solver says of them."""

import math
import re
import subprocess

from .disagreement import demand


def expressions(text):
    """The expressions of a script, as nested lists of words."""
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word)
    demand(len(stack) == 1, "the script is not balanced")
    return stack[0]


def evaluate(expression, values):
    if isinstance(expression, str):
        named = {"true": True, "false": False}
        return named[expression] if expression in named else int(values.get(expression, expression))
    operator, *operands = expression
    if operator == "exists":
        return evaluate(
            operands[1],
            {**values, **equated([name for name, _ in operands[0]], operands[1], values)},
        )
    numbers = [evaluate(operand, values) for operand in operands]
    pairs = list(zip(numbers, numbers[1:]))
    return {
        "+": lambda: sum(numbers),
        "-": lambda: -numbers[0] if len(numbers) == 1 else numbers[0] - sum(numbers[1:]),
        "*": lambda: math.prod(numbers),
        "div": lambda: numbers[0] // numbers[1],
        "mod": lambda: numbers[0] % numbers[1],
        "and": lambda: all(numbers),
        "or": lambda: any(numbers),
        "not": lambda: not numbers[0],
        "ite": lambda: numbers[1] if numbers[0] else numbers[2],
        "=": lambda: all(a == b for a, b in pairs),
        "<": lambda: all(a < b for a, b in pairs),
        "<=": lambda: all(a <= b for a, b in pairs),
        ">": lambda: all(a > b for a, b in pairs),
        ">=": lambda: all(a >= b for a, b in pairs),
    }[operator]()


def equated(names, body, values):
    """The values that the body of an `exists` gives its variables, one after the other."""
    members = body[1:] if body[0] == "and" else [body]
    known = dict(values)
    for name in names:
        equations = [
            right
            for operator, left, right in (m for m in members if len(m) == 3)
            if (operator, left) == ("=", name)
        ]
        known[name] = evaluate(equations[0], known) if equations else int("none")
    return known


def solve(solver, script):
    run = subprocess.run(solver.split(), input=script, capture_output=True, text=True, timeout=60)
    return {"unsat": True, "sat": False}.get(run.stdout.strip().split("\n")[0])
