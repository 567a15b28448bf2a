use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::any_layout::AnyLayout;
use crate::text::{anonymous_name, first_unused, is_anonymous};

/// The layouts, with such names for their anonymous symbols that no two layouts share one.
///
/// A named symbol is one value in all layouts. An anonymous one, CuTe's `?`, is known to its layout
/// alone: what is asked of several layouts together is asked of these, and then two layouts that are
/// written alike are equal only if they are so for all values of each. The first layout stays as it
/// is.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind, apart};
/// use std::borrow::Cow;
///
/// let layout = AnyLayout::parse(Kind::Cute, "(?,M):(M,1)")?;
/// let both = apart([Cow::Borrowed(&layout), Cow::Borrowed(&layout)]);
/// assert_eq!(both[0].to_string(), "(_0,M):(M,1)");
/// assert_eq!(both[1].to_string(), "(_1,M):(M,1)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn apart<'a>(layouts: impl IntoIterator<Item = Cow<'a, AnyLayout>>) -> Vec<Cow<'a, AnyLayout>> {
    let mut layouts: Vec<Cow<'a, AnyLayout>> = layouts.into_iter().collect();
    if layouts.iter().all(|layout| !layout.has_symbols()) {
        return layouts;
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut next = None;
    for position in 0..layouts.len() {
        let own = anonymous_symbols(&layouts[position]);
        if !taken.is_disjoint(&own) {
            // The names of dimensions are not met either.
            let mut number = next.unwrap_or_else(|| {
                let texts = layouts.iter().map(|layout| first_unused(&layout.to_string()));
                texts.max().unwrap_or(0)
            });
            let mut names: BTreeMap<String, String> = BTreeMap::new();
            for symbol in own {
                names.insert(symbol, anonymous_name(number));
                number += 1;
            }
            next = Some(number);
            let name = |symbol: &str| names.get(symbol).map_or(symbol, |name| name).to_owned();
            layouts[position] = Cow::Owned(renamed(&layouts[position], &name));
            taken.extend(names.into_values());
        } else {
            taken.extend(own);
        }
    }
    layouts
}

/// Two layouts that share no anonymous symbol, as [`apart`] says.
pub(super) fn two_apart<'a>(
    left: &'a AnyLayout,
    right: &'a AnyLayout,
) -> (Cow<'a, AnyLayout>, Cow<'a, AnyLayout>) {
    if !right.has_symbols() {
        return (Cow::Borrowed(left), Cow::Borrowed(right));
    }
    let own = anonymous_symbols(right);
    if own.is_empty() || own.is_disjoint(&anonymous_symbols(left)) {
        return (Cow::Borrowed(left), Cow::Borrowed(right));
    }
    let mut both = apart([Cow::Borrowed(left), Cow::Borrowed(right)]).into_iter();
    (Cow::Borrowed(left), both.nth(1).unwrap_or(Cow::Borrowed(right)))
}

fn anonymous_symbols(layout: &AnyLayout) -> BTreeSet<String> {
    let symbols = layout.symbols();
    symbols.into_iter().filter(|symbol| is_anonymous(symbol)).map(str::to_owned).collect()
}

/// The layout with other names for its symbols, no two of which get the same one.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind, renamed};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(M,8):(8,1) where M mod 2 = 0")?;
/// let other = renamed(&layout, &|name| format!("{name}_rows"));
/// assert_eq!(other.to_string(), "(M_rows,8):(8,1) where M_rows mod 2 = 0");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn renamed(layout: &AnyLayout, name: &dyn Fn(&str) -> String) -> AnyLayout {
    match layout {
        AnyLayout::Cute(cute) => AnyLayout::Cute(cute.renamed(name)),
        AnyLayout::Composed(composed) => AnyLayout::Composed(composed.renamed(name)),
        AnyLayout::Tile(tiler) => AnyLayout::Tile(tiler.renamed(name)),
        AnyLayout::Relation(relation) => AnyLayout::Relation(relation.with_parameters_named(name)),
        AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => layout.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{
        Budget, Kind, NoParameters, Operation, Promotion, Verdict, compose, equivalent,
        leaves_domain,
    };

    fn layout(kind: Kind, text: &str) -> AnyLayout {
        AnyLayout::parse(kind, text).unwrap()
    }

    #[test]
    fn layouts_of_every_kind_come_apart() {
        let layouts = [
            layout(Kind::Cute, "(?{div=8},M):(?,1)"),
            layout(Kind::Composed, "(?,4):(4,1) o ? o (?{div=4},2):(1,M)"),
            layout(Kind::Tile, "[?:1;8;?:M]"),
            layout(Kind::Relation, "[_0, M] -> { [_9] -> [_9 + _0 + M] : 0 <= _9 < 4 }"),
            layout(Kind::Cute, "_3:1"),
        ];
        let separate = apart(layouts.iter().map(Cow::Borrowed));
        let texts: Vec<String> = separate.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "(_0,M):(_1,1) where _0 mod 8 = 0",
                "(_10,4):(4,1) o _11 o (_12,2):(1,M) where _12 mod 4 = 0",
                "[_13:1;8;_14:M]",
                "[_15, M] -> { [_9] -> [_9 + _15 + M] : 0 <= _9 < 4 }",
                "_3:1",
            ]
        );
        for (layout, text) in separate.iter().zip(&texts) {
            assert_eq!(AnyLayout::parse(layout.kind(), text).unwrap(), **layout);
        }
    }

    fn equal(a: &AnyLayout, b: &AnyLayout) -> String {
        match equivalent(a, b, &Budget::default()) {
            Verdict::Proved(method) => format!("proved by {method}"),
            Verdict::Refuted(difference) => difference.to_string(),
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    }

    #[test]
    fn what_is_written_alike_need_not_be_equal() {
        let named = layout(Kind::Cute, "(M,8):(8,1)");
        assert_eq!(equal(&named, &named), "proved by canonical form");
        let unknown = layout(Kind::Cute, "(?,8):(8,1)");
        assert!(!equal(&unknown, &unknown).starts_with("proved"));
        let unknown = layout(Kind::Cute, "(8,?{div=2}):(1,8)");
        assert_eq!(
            equal(&unknown, &unknown),
            "layouts have different sizes for _0 = 2, _1 = 4: 16 and 32"
        );
        // A unit mode has no effect, whatever its stride is.
        let unit = layout(Kind::Cute, "(4,1):(1,?)");
        assert!(equal(&unit, &unit).starts_with("proved"));
        let relation = layout(Kind::Relation, "[_0] -> { [c] -> [c + _0] : 0 <= c < 4 }");
        assert!(equal(&relation, &relation).starts_with("layouts differ"));
    }

    #[test]
    fn compositions_keep_both() {
        let budget = Budget::default();
        let inner = layout(Kind::Cute, "(2,2):(?,1)");
        let outer = layout(Kind::Swizzle, "S<1,0,1>");
        let shifted = layout(Kind::Composed, "S<1,0,1> o ? o 64:1");
        let composed = compose(&outer, &inner, Promotion::Extend, &budget).unwrap();
        assert_eq!(composed.to_string(), "S<1,0,1> o 0 o (2,2):(_0,1)");
        let relation = compose(&shifted, &shifted, Promotion::None, &budget);
        let Ok(AnyLayout::Relation(relation)) = relation else { panic!("{relation:?}") };
        assert_eq!(relation.parameters().collect::<Vec<_>>(), ["_1", "_0"]);
        let operation = Operation::named("compose").unwrap();
        let shift = layout(Kind::Relation, "[_0] -> { [c] -> [c + _0] }");
        let twice = operation.evaluate(&[&shift, &shift], &NoParameters, &budget).unwrap();
        let twice = AnyLayout::parse(Kind::Relation, &twice[0].to_string()).unwrap();
        let both = layout(Kind::Relation, "[A, B] -> { [c] -> [c + A + B] }");
        let AnyLayout::Relation(twice) = twice else { panic!("{twice}") };
        let named = twice.with_parameters_named(&|name| name.replace("_0", "A").replace("_1", "B"));
        assert!(equal(&AnyLayout::Relation(named), &both).starts_with("proved"));
        // _0 coordinates need not fit into as many others.
        let (outer, inner) = (layout(Kind::Cute, "?:1"), layout(Kind::Cute, "?:1"));
        let left = leaves_domain(&outer, &inner, &budget);
        assert!(matches!(left, Some(Verdict::Refuted(_))), "{left:?}");
    }
}
