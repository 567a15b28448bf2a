//! Conversions to every notation and compositions of every pair of notations, on random layouts,
//! against a judge that shares no code with the library: right, or a witness that is true, and never
//! undecided on a domain that can be walked.

#[path = "judge/mod.rs"]
mod judge;

use judge::model::Layout;
use judge::random::{self, Random, Symbols};
use judge::{Table, Values, compose as judged, table};
use layout::algebra::{
    AnyLayout, Budget, ComposeError, Function, Kind, NotConverted, NotLinear, NotRaised, Promotion,
    Verdict, bijective, compose, convert, disjoint, equivalent, in_bounds, injective, surjective,
};
use layout::cute::Term;

const BUDGET: Budget = Budget::DEFAULT;

fn parsed(layout: &Layout) -> AnyLayout {
    let kind = match layout {
        Layout::Cute(_) => Kind::Cute,
        Layout::Swizzle(_) => Kind::Swizzle,
        Layout::Composed(_) => Kind::Composed,
        Layout::Linear(_) => Kind::Linear,
        Layout::Tile(_) => Kind::Tile,
        Layout::Relation(_) => Kind::Relation,
    };
    AnyLayout::parse(kind, &layout.to_string()).unwrap_or_else(|error| panic!("{layout}: {error}"))
}

/// The offset at each integral coordinate, counted as one number; `None` if there is not exactly one
/// coordinate for each number below the size, with exactly one offset of one part.
fn values(table: &Table) -> Option<Vec<i64>> {
    let mut values = vec![None; table.rows.len()];
    for row in &table.rows {
        let place = values.get_mut(usize::try_from(row.integral?).ok()?)?;
        match &table.counted(row)[..] {
            [offset] if offset.len() == 1 => *place = Some(offset[0]),
            _ => return None,
        }
    }
    values.into_iter().collect()
}

/// What a layout of the library gives, coordinate by coordinate.
fn evaluated(layout: &AnyLayout) -> Option<Vec<Option<Vec<i64>>>> {
    let function = Function::new(layout, &BUDGET)?;
    (0..function.size()).map(|coordinate| function.value(coordinate).ok()).collect()
}

/// True if some CuTe layout of the size of `values` agrees with them below `end`: mode by mode, the
/// stride is the value at the first step of the mode.
fn some_layout_agrees(values: &[i64], step: usize, end: usize) -> bool {
    if end <= step || values.len() == step {
        return true;
    }
    let stride = values[step];
    (2..=values.len() / step).filter(|extent| (values.len() / step).is_multiple_of(*extent)).any(
        |extent| {
            let agrees = |c: usize| values[c] == values[c % step] + (c / step) as i64 * stride;
            (step..end.min(step * extent)).all(agrees)
                && some_layout_agrees(values, step * extent, end)
        },
    )
}

/// Checks that a reason why there is no such layout is true.
fn check_reason(name: &str, table: &Table, reason: &NotConverted) {
    let values = values(table);
    let known = || values.as_ref().unwrap_or_else(|| panic!("{name}: {reason}"));
    match reason {
        NotConverted::NotCute { size, coordinate: Some(coordinate) } => {
            let (values, coordinate) = (known(), *coordinate as usize);
            assert_eq!(values.len() as i64, *size, "{name}");
            let agrees = |end| (end == 0 || values[0] == 0) && some_layout_agrees(values, 1, end);
            assert!(agrees(coordinate) && !agrees(coordinate + 1), "{name}: {reason}");
        }
        NotConverted::NotLinear(NotLinear::Size { size }) => {
            assert_eq!(known().len() as i64, *size, "{name}");
            assert!(!(*size as u64).is_power_of_two(), "{name}: {reason}");
        }
        NotConverted::NotLinear(NotLinear::Offset { coordinate, output }) => {
            assert_eq!(known()[*coordinate as usize], *output, "{name}");
            assert!(*output < 0, "{name}: {reason}");
        }
        NotConverted::NotLinear(NotLinear::NotAffine(witness)) => {
            let (f, a, b) = (known(), witness.a as usize, witness.b as usize);
            let excess = f[a ^ b] ^ f[a] ^ f[b] ^ f[0];
            assert_eq!(excess as u64, witness.excess, "{name}: {reason}");
            assert_ne!(excess, 0, "{name}: {reason}");
        }
        NotConverted::NotComposed { swizzles: Some(_) } => {
            // Behind no swizzle of a few low bits; that it is behind none at all takes theory.
            let values = known();
            let mut swizzles = vec![judge::model::Swizzle { bits: 0, base: 0, shift: 0 }];
            for (bits, base, shift) in
                (1..3).flat_map(|b| (0..3).flat_map(move |m| (b..4).map(move |s| (b, m, s))))
            {
                for shift in [shift as i32, -(shift as i32)] {
                    swizzles.push(judge::model::Swizzle { bits, base, shift });
                }
            }
            for swizzle in swizzles {
                // A swizzle undoes itself.
                let inner: Option<Vec<i64>> =
                    values.iter().map(|&value| judge::swizzle_value(swizzle, value)).collect();
                let Some(inner) = inner else { continue };
                let moved: Vec<i64> = inner.iter().map(|value| value - inner[0]).collect();
                let is_layout = some_layout_agrees(&moved, 1, moved.len());
                assert!(!is_layout, "{name} is a layout behind {swizzle:?}");
            }
        }
        NotConverted::Undefined { coordinate, .. } => {
            let row = table.row(*coordinate).unwrap();
            assert!(row.offsets.is_empty(), "{name}: {reason}");
        }
        NotConverted::NotRaised(NotRaised::NotAFunction { input, first, second }) => {
            let row = table.rows.iter().find(|row| row.natural == *input).unwrap();
            assert!(first != second, "{name}: {reason}");
            assert!([first, second].iter().all(|o| row.offsets.contains(o)), "{name}: {reason}");
        }
        NotConverted::NotRaised(NotRaised::NotABox { missing }) => {
            let has_row = |input: &Vec<i64>| table.rows.iter().any(|row| row.natural == *input);
            assert!(!missing.as_ref().is_some_and(has_row), "{name}: {reason}");
            let sizes: Vec<i64> = (0..table.rows.first().map_or(0, |row| row.natural.len()))
                .map(|at| table.rows.iter().map(|row| row.natural[at] + 1).max().unwrap_or(0))
                .collect();
            let is_box = table.rows.len() as i64 == sizes.iter().product::<i64>()
                && table.rows.iter().all(|row| row.natural.iter().all(|&digit| 0 <= digit));
            assert!(!is_box || table.rows.is_empty(), "{name}: {reason}");
        }
        // Of several parts: the notation has one.
        NotConverted::NotCute { coordinate: None, .. }
        | NotConverted::NotComposed { swizzles: None }
        | NotConverted::Kind { .. } => {}
        _ => panic!("{name}: {reason}"),
    }
}

#[test]
fn conversions_are_right_or_have_a_true_witness() {
    let mut random = Random::new(11);
    let (mut converted, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let layout = random::layout(&mut random, &Symbols::default());
        let (table, any) = (table(&layout, &Values::new()), parsed(&layout));
        assert!(table.rows.len() <= 4096);
        for to in [Kind::Cute, Kind::Composed, Kind::Linear, Kind::Relation] {
            let name = format!("{layout} to {to:?}");
            match convert(&any, to, &BUDGET) {
                Err(reason) => {
                    assert!(!reason.is_undecided(), "{name}: {reason}");
                    check_reason(&name, &table, &reason);
                    refused += 1;
                }
                Ok(result) if result == any => {}
                Ok(result) => {
                    assert_eq!(result.kind(), to, "{name}");
                    let Some(values) = values(&table) else { continue };
                    let expected: Vec<_> = values.into_iter().map(|v| Some(vec![v])).collect();
                    if let Some(found) = evaluated(&result) {
                        assert_eq!(found, expected, "{name}: {result}");
                    }
                    // A number is not an offset at a position, though the two print alike.
                    if matches!(&layout, Layout::Cute(cute) if cute.has_positions()) {
                        continue;
                    }
                    let verdict = equivalent(&any, &result, &BUDGET);
                    assert!(matches!(verdict, Verdict::Proved(_)), "{name}: {result} {verdict:?}");
                    converted += 1;
                }
            }
        }
    }
    assert!(4_000 < converted && 2_000 < refused, "{converted} {refused}");
}

#[test]
fn compositions_are_decided() {
    let mut random = Random::new(12);
    let (mut composed, mut decided) = (0, 0);
    for _ in 0..4_000 {
        let none = Symbols::default();
        let outer = random::layout(&mut random, &none);
        let inner = random::layout(&mut random, &none);
        let (g, f) = (parsed(&outer), parsed(&inner));
        let name = format!("{outer} o {inner}");
        let Some(table) = judged(&outer, &inner, judge::Promotion::Extend, &Values::new()) else {
            continue;
        };
        let Some(values) = values(&table) else { continue };
        let result = match compose(&g, &f, Promotion::Extend, &BUDGET) {
            Ok(result) => result,
            Err(ComposeError::Unknown(unknown)) => panic!("{name}: {unknown}"),
            Err(_) => continue,
        };
        let expected: Vec<_> = values.iter().map(|&value| Some(vec![value])).collect();
        if let Some(found) = evaluated(&result) {
            assert_eq!(found, expected, "{name}: {result}");
            composed += 1;
        }
        // Every claim about it is decided, and as the judge decides it.
        let reached: std::collections::BTreeSet<i64> = values.iter().copied().collect();
        let is_injective = reached.len() == values.len();
        let is_onto = |size: i64| (0..size).all(|offset| reached.contains(&offset));
        let is_inside = |size: i64| values.iter().all(|value| (0..size).contains(value));
        let size = values.len() as i64;
        let mut check = |claim: &str, found: Result<bool, String>, expected: bool| {
            assert_eq!(found, Ok(expected), "{name} = {result}: {claim}");
            decided += 1;
        };
        check("injective", holds(injective(&result, &BUDGET)), is_injective);
        let in_size = in_bounds(&result, &Term::constant(size), &BUDGET);
        check("in bounds", holds(in_size), is_inside(size));
        check("onto", holds(surjective(&result, Some(size), &BUDGET)), is_onto(size));
        let expected = is_injective && is_inside(size) && is_onto(size);
        check("bijective", holds(bijective(&result, Some(size), &BUDGET)), expected);
        check("itself", holds(equivalent(&result, &result, &BUDGET)), true);
        let plain = AnyLayout::parse(Kind::Cute, &format!("{size}:2")).unwrap();
        let is_apart = (0..size).all(|c| !reached.contains(&(2 * c)));
        check("disjoint", holds(disjoint(&result, &plain, &BUDGET)), is_apart);
        let is_even = values.iter().enumerate().all(|(c, &value)| value == 2 * c as i64);
        check("equivalent", holds(equivalent(&result, &plain, &BUDGET)), is_even);
    }
    assert!(1_500 < composed && 10_000 < decided, "{composed} {decided}");
}

fn holds<W: std::fmt::Debug>(verdict: Verdict<W>) -> Result<bool, String> {
    match verdict {
        Verdict::Proved(_) => Ok(true),
        Verdict::Refuted(_) => Ok(false),
        Verdict::Unknown(unknown) => Err(unknown.to_string()),
    }
}
