//! LLVM IR that is no LLVM IR: nothing is skipped without a word, and each error has its place.

use layout_lowering::llvm::read_module;

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = match read_module(text) {
        Ok(module) => format!("{} functions", module.n_functions()),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

/// A body, as that of `@f` from line 2 on.
#[track_caller]
fn check_body(body: &str, expected: &str) {
    check(&format!("define i32 @f(i32 %x, i1 %c) {{\n{body}\n}}\n"), expected);
}

#[test]
fn what_ends_where_it_should_not() {
    let g = "define void @g() {\n  ret void\n}\n";
    for (before, expected) in [
        // The brace of a function is missing, with its last instruction or without.
        ("define void @f() {\n  ret void\n", "3:1: expected a label or '}', found 'define'"),
        (
            "define void @f() {\n  fence seq_cst\n",
            "3:1: expected an instruction or '}', found 'define'",
        ),
        ("define void @f() {\n", "2:1: expected an instruction or '}', found 'define'"),
        ("define void @f() {\nentry:\n", "3:1: expected an instruction or '}', found 'define'"),
        ("define void @f() {\n  ret void ", "2:12: expected a label or '}', found 'define'"),
        (
            "define void @f() {\n  ret void, !dbg !1 ",
            "2:21: expected a label or '}', found 'define'",
        ),
        (
            "define void @f() {\n  strange i32 1 ",
            "2:17: expected the end of the line, found 'define'",
        ),
        // It has no body.
        ("define void @f()\n", "2:1: expected '{', found 'define'"),
        ("define void @f\n", "2:1: expected '(', found 'define'"),
        ("define void\n", "2:1: expected a type or a name, found 'define'"),
        ("declare void @f(i32\n", "5:1: expected ')', found the end of the file"),
        ("declare void\n", "2:1: expected a type or a name, found 'define'"),
        // What follows on a line is read as well.
        ("declare void @f() ", "1 functions"),
        ("!0 = !{} ", "1 functions"),
        ("@x = external global i32 ", "1 functions"),
        ("attributes #0 = { noinline } ", "1 functions"),
        ("define void @f() { ret void } ", "2 functions"),
        ("!0 = !{ ", "4:1: expected '}', found the end of the file"),
        (
            "@x = external ",
            "1:15: expected 'global', 'constant', 'alias' or 'ifunc', found 'define'",
        ),
        ("attributes #0 ", "1:15: expected '=', found 'define'"),
        ("target triple = ", "1:17: expected a string, found 'define'"),
    ] {
        check(&format!("{before}{g}"), expected);
    }
    for (after, expected) in [
        ("}\n", "4:1: expected a definition, found '}'"),
        ("garbage\n", "4:1: 'garbage' begins nothing that stands outside of functions"),
        ("} garbage", "4:1: expected a definition, found '}'"),
        ("%x = add i32 1, 2\n", "4:6: expected 'type', found 'add'"),
        ("entry:\n", "4:1: expected a definition, found 'entry:'"),
        ("#0 = { noinline }\n", "4:1: expected a definition, found attributes"),
        (
            "declare void @f() garbage\n",
            "4:19: 'garbage' begins nothing that stands outside of functions",
        ),
        ("attributes #0 = garbage\n", "4:17: expected '{', found 'garbage'"),
        ("attributes #0 = { noinline\n", "5:1: expected '}', found the end of the file"),
        ("!0 = garbage\n", "4:6: expected metadata, found 'garbage'"),
        (
            "@x = global i32 0 garbage\n",
            "4:19: 'garbage' begins nothing that stands outside of functions",
        ),
        ("\"open", "4:1: expected a definition, found a string without an end"),
    ] {
        check(&format!("{g}{after}"), expected);
    }
    for body in ["declare void @h()", "attributes #0 = { noinline }", "target triple = \"\""] {
        let word = body.split(' ').next().unwrap_or_default();
        check_body(body, &format!("2:1: expected an instruction or '}}', found '{word}'"));
    }
    check_body("  #0\n  ret i32 %x", "2:3: expected an instruction, found attributes");
    check_body("  ret i32 %x\n!0 = !{}", "3:1: expected a label or '}', found '!0'");
    check_body("  ret i32 %x\n  ret i32 %x", "3:3: expected a label or '}', found 'ret'");
    check_body("  %y = add i32 %x, 1", "3:1: expected the branch that ends the block, found '}'");
    check_body(
        "  fence seq_cst\nnext:\n  ret i32 %x",
        "3:1: expected the branch that ends the block, found 'next:'",
    );
}

#[test]
fn several_instructions_may_stand_on_a_line() {
    check_body("  %y = add i32 %x, 1 %z = add i32 %y, 1, !dbg !3 ret i32 %z", "1 functions");
    check_body(
        "  %y = add i32 %x, 1 %y = add i32 %x, 2 ret i32 %y",
        "2:22: '%y' is defined a second time",
    );
    check_body(
        "  strange i32 %x %y = add i32 %x, 2\n  ret i32 %x",
        "2:18: expected the end of the line, found '%y'",
    );
}

#[test]
fn what_is_defined_twice() {
    for (text, expected) in [
        (
            "define void @f(i32 %x, i32 %x) {\n  ret void\n}\n",
            "1:28: '%x' is defined a second time",
        ),
        (
            "define void @f() {\n  ret void\n}\ndefine void @f() {\n  ret void\n}\n",
            "4:13: '@f' is defined a second time",
        ),
        (
            "declare void @f()\ndefine void @f() {\n  ret void\n}\n",
            "2:13: '@f' is defined a second time",
        ),
        (
            "@f = global i32 0\ndefine void @f() {\n  ret void\n}\n",
            "2:13: '@f' is defined a second time",
        ),
        ("@x = global i32 0\n@x = global i32 0\n", "2:1: '@x' is defined a second time"),
        ("%T = type { i32 }\n%T = type { i64 }\n", "2:1: '%T' is defined a second time"),
    ] {
        check(text, expected);
    }
    check_body("  %x = add i32 1, 2\n  ret i32 %x", "2:3: '%x' is defined a second time");
    check_body(
        "  %y = add i32 %x, 2\n  br label %b\nb:\n  %y = add i32 %x, 3\n  ret i32 %y",
        "5:3: '%y' is defined a second time",
    );
    check_body(
        "  br label %b\nb:\n  br label %b\nb:\n  ret i32 %x",
        "5:1: expected a block of another name, found 'b:'",
    );
}

#[test]
fn what_is_used_before_it_is_defined() {
    for (body, expected) in [
        ("  ret i32 %y", "2:11: '%y' is not defined"),
        (
            "  %y = add i32 %z, 1\n  %z = add i32 %x, 1\n  ret i32 %y",
            "2:16: '%z' is used before it is defined",
        ),
        ("  %y = add i32 %y, 1\n  ret i32 %y", "2:16: '%y' is used before it is defined"),
        // On one of two ways.
        (
            "  br i1 %c, label %a, label %b\na:\n  %y = add i32 %x, 1\n  br label %b\nb:\n  ret i32 %y",
            "7:11: '%y' is used before it is defined",
        ),
        (
            "e:\n  br i1 %c, label %a, label %b\na:\n  %y = add i32 %x, 1\n  br label %b\nb:\n  %z = phi i32 [ %x, \
             %a ], [ %y, %e ]\n  ret i32 %z",
            "8:30: '%y' is used before it is defined",
        ),
        // In the turn of a loop that is before.
        (
            "  br label %l\nl:\n  %z = add i32 %y, 1\n  %y = add i32 %x, 1\n  br i1 %c, label %l, label %d\nd:\n  ret \
             i32 %z",
            "4:16: '%y' is used before it is defined",
        ),
        // Right ones: through a phi, on both ways, in a block that nobody reaches.
        (
            "e:\n  br i1 %c, label %a, label %b\na:\n  %y = add i32 %x, 1\n  br label %b\nb:\n  %z = phi i32 [ %y, \
             %a ], [ %x, %e ]\n  ret i32 %z",
            "1 functions",
        ),
        (
            "  br label %l\nl:\n  %z = phi i32 [ %y, %l ], [ %x, %0 ]\n  %y = add i32 %z, 1\n  br i1 %c, label %l, \
             label %d\nd:\n  ret i32 %y",
            "1 functions",
        ),
        (
            "  ret i32 %x\na:\n  %y = add i32 %z, 1\n  %z = add i32 %y, 1\n  br label %a",
            "1 functions",
        ),
    ] {
        check_body(body, expected);
    }
}

#[test]
fn phis_have_one_value_from_each_block() {
    let body = |phi: &str| {
        format!("e:\n  br i1 %c, label %a, label %b\na:\n  br label %b\nb:\n  {phi}\n  ret i32 %z")
    };
    for (phi, expected) in [
        ("%z = phi i32 [ 1, %a ], [ %x, %e ]", "1 functions"),
        ("%z = phi i32 [ 1, %a ], [ %x, %e ], [ 1, %a ]", "1 functions"),
        ("%z = phi i32 [ 1, %a ]", "7:3: a phi has no value from a block that goes to its own"),
        (
            "%z = phi i32 [ 1, %a ], [ %x, %e ], [ 2, %a ]",
            "7:3: a phi has two values from one block",
        ),
        (
            "%z = phi i32 [ 1, %a ], [ %x, %e ], [ 2, %nowhere ]",
            "7:3: a phi has a value from a block that is not defined",
        ),
        (
            "%z = phi i32 [ 1, %a ], [ %x, %e ], [ 2, %b ]",
            "7:3: a phi has a value from a block that does not go to its own",
        ),
        (
            "%y = add i32 %x, 1\n  %z = phi i32 [ 1, %a ], [ %x, %e ]",
            "8:3: a phi stands behind another instruction",
        ),
    ] {
        check_body(&body(phi), expected);
    }
}

#[test]
fn the_order_of_uses_is_no_use() {
    let body = "  %y = add i32 %x, 1\n  %z = add i32 %y, %y\n  ret i32 %z\n  uselistorder i32 %y, { 1, 0 }";
    check_body(body, "1 functions");
}
