//! Claims of tuples of numbers, of which some are not known.

use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::Tuple;
use layout_math::partial::Leaf;

use super::not_imported::NotImported;

/// True if two tuples have the same numbers, as far as they are claimed, in another nesting.
pub fn is_nested_otherwise(ours: &Tuple<Leaf>, claimed: &Tuple<Leaf>) -> bool {
    let is_same = |(own, theirs): (&Leaf, &Leaf)| *theirs == Leaf::Open || own == theirs;
    ours.leaves().count() == claimed.leaves().count()
        && ours.leaves().zip(claimed.leaves()).all(is_same)
        && !ours.is_congruent(claimed)
}

/// Our tuple and the claimed one as layouts that are the same function if the tuples are the same: a
/// mode of two coordinates for each leaf, with the leaf as its stride. `None` if nothing is claimed.
///
/// # Errors
///
/// The claim is a number that is not known, or the tuples have no such layout.
pub fn as_layouts(
    ours: &Tuple<Leaf>,
    claimed: &Tuple<Leaf>,
) -> Result<Option<[AnyLayout; 2]>, NotImported> {
    let is_congruent = ours.is_congruent(claimed);
    let says_nothing = |leaf: &Leaf| *leaf == Leaf::Open;
    if is_congruent && (ours == claimed || claimed.leaves().all(says_nothing)) {
        return Ok(None);
    }
    let mut strides = [Vec::new(), Vec::new()];
    if is_congruent {
        for (own, theirs) in ours.leaves().zip(claimed.leaves()) {
            for (strides, stride) in strides.iter_mut().zip(strides_of(own, theirs)?) {
                strides.push(stride);
            }
        }
    } else {
        for (strides, tuple) in strides.iter_mut().zip([ours, claimed]) {
            strides.extend(tuple.leaves().map(stride_of));
        }
    }
    let layout = |tuple: &Tuple<Leaf>, strides: Vec<String>| {
        let extents = tuple.map(&mut |leaf| if *leaf == Leaf::All { 3 } else { 2 });
        let strides = tuple.with_leaves(strides).unwrap_or(Tuple::Node(Vec::new()));
        AnyLayout::parse(Kind::Cute, &format!("{extents}:{strides}"))
            .map_err(|_| format!("{tuple} mixes numbers and coordinates"))
    };
    let [own, theirs] = strides;
    Ok(Some([layout(ours, own)?, layout(claimed, theirs)?]))
}

/// The strides for one leaf of ours and of the claimed tuple: of a number that is not known at a
/// position the position is claimed.
fn strides_of(own: &Leaf, theirs: &Leaf) -> Result<[String; 2], NotImported> {
    Ok(match (own, theirs) {
        (_, Leaf::Open) | (Leaf::Open | Leaf::Number(0), Leaf::OpenAt(_)) => {
            ["0".to_owned(), "0".to_owned()]
        }
        (Leaf::Basis(text) | Leaf::OpenAt(text), Leaf::OpenAt(position)) => {
            let own = text.find('@').map_or("", |at| &text[at..]);
            [format!("1{own}"), format!("1{position}")]
        }
        (Leaf::Open | Leaf::OpenAt(_), _) => {
            return Err(format!("whether a number is {theirs} is not known").into());
        }
        _ => [stride_of(own), stride_of(theirs)],
    })
}

fn stride_of(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Open | Leaf::All => "0".to_owned(),
        Leaf::OpenAt(position) => format!("1{position}"),
        leaf => leaf.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(text: &str) -> Tuple<Leaf> {
        Leaf::tuple(text).unwrap()
    }

    #[test]
    fn tuples_are_claimed_where_numbers_are_known() {
        let of = |ours: &str, claimed: &str| {
            as_layouts(&tuple(ours), &tuple(claimed))
                .map(|both| both.map(|[ours, claimed]| format!("{ours} {claimed}")))
        };
        assert_eq!(of("(1,?)", "(1,?)"), Ok(None));
        assert_eq!(of("(1,2)", "(?,?)"), Ok(None));
        assert_eq!(of("(1,2)", "(1,3)"), Ok(Some("(2,2):(1,2) (2,2):(1,3)".into())));
        assert_eq!(of("(1,2)", "(?,3)"), Ok(Some("(2,2):(0,2) (2,2):(0,3)".into())));
        assert_eq!(of("(1,2)", "1"), Ok(Some("(2,2):(1,2) 2:1".into())));
        assert_eq!(of("(1,_)", "(1,0)"), Ok(Some("(2,3):(1,0) (2,2):(1,0)".into())));
        assert_eq!(of("(?,2)", "(4,2)"), Err("whether a number is 4 is not known".into()));
        // Of a number at a position the position is claimed, whatever the number is.
        assert_eq!(
            of("(?@0,2@1)", "(?@0,?@2)"),
            Ok(Some("(2,2):(1@0,1@1) (2,2):(1@0,1@2)".into()))
        );
        assert_eq!(of("(0,?)", "(?@0,?@1)"), Ok(Some("(2,2):(0,0) (2,2):(0,0)".into())));
        assert_eq!(of("?@0", "2@0"), Err("whether a number is 2@0 is not known".into()));
    }
}
