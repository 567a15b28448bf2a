"""Writes many mutants into one source file, each behind a number that is read from the environment."""

import bisect
import collections
import re

import tree_sitter
import tree_sitter_rust

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
OPERATIONS = ("binary_expression", "compound_assignment_expr")

# The module that the switched code calls. What a test reaches is one line for each mutant and process.
MODULE = r"""//! Which mutant of this tree runs, and which are reached.

use std::io::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static ON: LazyLock<usize> =
    LazyLock::new(|| std::env::var("LAYOUT_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0));
static FILE: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("LAYOUT_MUTANTS_REACHED").ok());
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

/// Whether a mutant is to run instead of the code beside it.
pub fn is_on(number: usize) -> bool {
    if let Some(file) = &*FILE
        && !SEEN[number].swap(true, Ordering::Relaxed)
    {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file).unwrap();
        file.write_all(format!("{number}\n").as_bytes()).unwrap();
    }
    *ON == number
}
"""
# What the compiler says of a place is of the innermost mutants around it.
BEGIN = re.compile(rb"/\*<([\d,]+)\*/|/\*>\*/")
# An arm that a mutant deletes.
ARM = re.compile(rb"/\*<(\d+)\*/ if !")


def marked(numbers, text):
    return b"/*<%s*/%s/*>*/" % (b",".join(b"%d" % n for n in numbers), text)


class Source:
    """A file of Rust with places for what is written into it."""

    def __init__(self, text, function):
        self.text = text
        self.function = function
        self.lines = [0] + [at.end() for at in re.finditer(b"\n", text)]
        self.tree = PARSER.parse(text)
        # What is inserted at a place, and what a range is replaced by, from the text of the range as it is
        # when the mutants in it are written.
        self.insertions = collections.defaultdict(list)
        self.wrapped = collections.defaultdict(list)

    def at(self, place):
        """The byte of a line and a column, which counts characters."""
        line, column = place
        begin = self.lines[line - 1]
        end = self.lines[line] if line < len(self.lines) else len(self.text)
        return begin + len(self.text[begin:end].decode()[: column - 1].encode())

    def call(self, number):
        return b"%s(%d)" % (self.function, number)

    def node(self, begin, end, *types):
        """The smallest node of these types around a range."""
        node = self.tree.root_node.descendant_for_byte_range(begin, end)
        while node and node.type not in types:
            node = node.parent
        return node

    def add(self, number, mutant):
        """Puts a mutant into the file, or says that it cannot be."""
        begin, end = self.at(mutant.begin), self.at(mutant.end)
        return getattr(self, mutant.genre)(number, begin, end, mutant.replacement.encode())

    def FnValue(self, number, begin, end, replacement):
        block = self.node(begin, max(begin, end - 1), "block")
        if not block or block.parent.type != "function_item":
            return False
        returned = block.parent.child_by_field_name("return_type")
        if returned and returned.type == "abstract_type":
            # All that the function returns has one type, which no other value has.
            return False
        text = marked([number], b"if %s { return %s; }" % (self.call(number), replacement))
        self.insertions[block.start_byte + 1].append(text)
        return True

    def BinaryOperator(self, number, begin, end, replacement):
        node = self.tree.root_node.descendant_for_byte_range(begin, end).parent
        if not node or node.type not in OPERATIONS:
            return False
        operator = node.child_by_field_name("operator")
        if (operator.start_byte, operator.end_byte) != (begin, end):
            return False
        changed = self.text[node.start_byte : begin] + replacement + self.text[end : node.end_byte]
        self.wrapped[node.start_byte, node.end_byte].append((number, changed))
        return True

    def UnaryOperator(self, number, begin, end, replacement):
        node = self.tree.root_node.descendant_for_byte_range(begin, end).parent
        if not node or node.type != "unary_expression":
            return False
        changed = replacement + self.text[end : node.end_byte]
        self.wrapped[node.start_byte, node.end_byte].append((number, changed))
        return True

    def MatchArm(self, number, begin, end, replacement):
        node = self.node(begin, end, "match_arm")
        if not node:
            return False
        pattern = node.child_by_field_name("pattern")
        condition = pattern.child_by_field_name("condition")
        if condition is None:
            text = b" if !%s" % self.call(number)
            self.insertions[pattern.end_byte].append(marked([number], text))
        elif condition.type in ("let_condition", "let_chain"):
            return False
        else:
            self.wrapped[condition.start_byte, condition.end_byte].append((number, b"false"))
        return True

    def MatchArmGuard(self, number, begin, end, replacement):
        node = self.node(begin, end, "match_arm")
        condition = node and node.child_by_field_name("pattern").child_by_field_name("condition")
        if not condition or condition.type in ("let_condition", "let_chain"):
            return False
        self.wrapped[condition.start_byte, condition.end_byte].append((number, replacement))
        return True

    def written(self, begin=0, end=None, without=None):
        """The text between two places, with all that was put there."""
        end = len(self.text) if end is None else end
        ranges = sorted(self.wrapped, key=lambda r: (r[0], -r[1]))
        inside = [r for r in ranges[bisect.bisect_left(ranges, (begin,)) :] if r[1] <= end and r != without]
        parts, at = [], begin
        for first, last in inside:
            if first < at:
                continue
            parts.append(self.inserted(at, first))
            mutants = self.wrapped[first, last]
            text = b"".join(
                b"if %s { %s } else " % (self.call(number), marked([number], changed)) for number, changed in mutants
            )
            text += b"{ %s }" % self.written(first, last, (first, last))
            parts.append(marked([number for number, _ in mutants], b"(%s)" % text))
            at = last
        parts.append(self.inserted(at, end, end == len(self.text)))
        return b"".join(parts)

    def inserted(self, begin, end, last=False):
        parts, at = [], begin
        for place in sorted(p for p in self.insertions if begin <= p < end or (last and p == end)):
            parts += [self.text[at:place], *self.insertions[place]]
            at = place
        return b"".join([*parts, self.text[at:end]])


def mutants_at(text, place):
    """The mutants that the compiler means with a place in a file."""
    stack = []
    for mark in BEGIN.finditer(text):
        if place < mark.start():
            break
        if mark.group(1):
            stack.append([int(number) for number in mark.group(1).split(b",")])
        else:
            stack.pop()
    return stack[-1] if stack else []


def arms_at(text, place):
    """The mutants that delete an arm of the match around a place: without one it may lack a pattern, which
    the compiler says of the whole."""
    node = PARSER.parse(text).root_node.descendant_for_byte_range(place, place)
    while node and node.type != "match_expression":
        node = node.parent
    arms = node.child_by_field_name("body").named_children if node else []
    places = [(arm.start_byte, arm.child_by_field_name("value").start_byte) for arm in arms if arm.type == "match_arm"]
    return [int(number) for begin, end in places for number in ARM.findall(text, begin, end)]
