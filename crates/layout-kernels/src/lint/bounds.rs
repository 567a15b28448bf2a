//! Accesses to global memory that may be outside of their buffer.

use rustc_hash::{FxHashMap, FxHashSet};

use super::finding::Finding;
use super::memories::tuple;
use super::rule::{LOOSE_MASK, Level, OFFSET_OVERFLOW, PAST_THE_BUFFER, UNMASKED_ACCESS};
use crate::triton::{Access, Bound, Index, IndexRow, Mask, Operation, Type, Uniform, Wrap};

/// An access is compared with so many others on the same row or to the same addresses: without an end
/// a function of many equal accesses would take the square of their number.
const MAX_COMPARED: usize = 1000;

/// What is found in the accesses of one function, in the order of the file.
pub(super) fn bounds(operations: &[&Operation]) -> Vec<Finding> {
    let accesses: Vec<(&Operation, &Access)> =
        operations.iter().filter_map(|operation| Some((*operation, operation.access()?))).collect();
    let others = Others::of(&accesses);
    let mut found = Vec::new();
    let mut reported = FxHashSet::default();
    for &(operation, access) in &accesses {
        found.extend(alone(operation, access));
        if let Some(finding) = unmasked(operation, access, &others)
            && reported.insert((access.index().and_then(Index::pointer), finding.message.clone()))
        {
            found.push(finding);
        }
        found.extend(looser(operation, access, &others));
        found.extend(past_size(operation, access, &others));
    }
    found
}

/// A row, by what makes two the same.
type UniformRow<'o> = (&'o Uniform, i64);

/// The pointer of an access, and the distances from it.
type Addresses<'o> = (Option<&'o str>, &'o Uniform, &'o [Uniform], &'o [i64]);

/// The accesses of a function by what they may be compared for, each list in the order of the file.
#[derive(Default)]
struct Others<'o> {
    bounding: FxHashMap<UniformRow<'o>, Vec<(&'o Operation, &'o Access, &'o Bound)>>,
    alike: FxHashMap<Addresses<'o>, Vec<(&'o Operation, &'o Access)>>,
}

impl<'o> Others<'o> {
    fn of(accesses: &[(&'o Operation, &'o Access)]) -> Self {
        let mut others = Others::default();
        for &(operation, access) in accesses {
            for bound in access.mask().map_or(&[][..], |mask| mask.bounds()) {
                let list = others.bounding.entry(row_of(bound.row())).or_default();
                if list.len() < MAX_COMPARED {
                    list.push((operation, access, bound));
                }
            }
            if let Some(index) = access.index() {
                let list = others.alike.entry(addresses(index)).or_default();
                if list.len() < MAX_COMPARED {
                    list.push((operation, access));
                }
            }
        }
        others
    }
}

fn row_of(part: &IndexRow) -> UniformRow<'_> {
    (part.base(), part.extent())
}

fn addresses(index: &Index) -> Addresses<'_> {
    (index.pointer(), index.base(), index.strides(), index.shape())
}

/// What an access says for itself.
fn alone(operation: &Operation, access: &Access) -> Vec<Finding> {
    let mut found = Vec::new();
    let position = operation.position();
    let bounds = access.mask().map_or(&[][..], |mask| mask.bounds());
    let is_only =
        |bound: &Bound| bounds.iter().filter(|own| own.row().is_same_row(bound.row())).count() == 1;
    let loose =
        bounds.iter().filter(|bound| is_only(bound)).filter_map(|bound| loose(access, bound));
    found.extend(loose.map(|message| Finding::new(LOOSE_MASK, position, message)));
    let Some(index) = access.index() else { return found };
    let range = access.range_at_first_program();
    found.extend(index.wrap().and_then(|wrap| wrapped(operation, access, wrap, range.as_ref())));
    found.extend(grown(operation, index));
    found.extend(before_in_turn(operation, access, index));
    let Some([(least, lowest), (greatest, highest)]) = range else { return found };
    if index.wrap().is_none() && i64::from(i32::MAX) < greatest {
        let message = format!(
            "element {} is at offset {greatest}, which does not fit in 32 bits; the arithmetic has more",
            tuple(&highest)
        );
        found.push(Finding::new(OFFSET_OVERFLOW, position, message).at_level(Level::Note));
    }
    if least < 0
        && index.wrap().is_none()
        && access.lets_through(&lowest)
        && let Some(pointer) = index.pointer()
    {
        let message =
            format!("element {} is at offset {least}, before %{pointer} begins", tuple(&lowest));
        found.push(Finding::new(PAST_THE_BUFFER, position, message));
    }
    found
}

/// An element that is before the pointer in a turn of a loop whose counter is taken from the row.
fn before_in_turn(operation: &Operation, access: &Access, index: &Index) -> Option<Finding> {
    let pointer = index.pointer().filter(|_| index.wrap().is_none())?;
    let (turn, offset, place) = access.before_pointer_in_turn()?;
    let message = format!(
        "element {} is at offset {offset}, before %{pointer} begins, in turn {turn} of the loop",
        tuple(&place)
    );
    let finding = Finding::new(PAST_THE_BUFFER, operation.position(), message);
    access.lets_through(&place).then_some(finding)
}

/// A grid of fewer programs than this is taken for possible: a million rows, each with a program.
const POSSIBLE_PROGRAMS: i64 = 1 << 20;

/// An offset that 32 bits cannot hold in a program of which there may be as many.
fn grown(operation: &Operation, index: &Index) -> Option<Finding> {
    let growth = index.growth().filter(|_| index.wrap().is_none())?;
    let (step, first) = (growth.value(), growth.first_program());
    let message = format!(
        "the offset is computed in 32 bits and wraps from program {first} on: {} grows by {step} from \
         one program to the next",
        growth.operation()
    );
    let finding = Finding::new(OFFSET_OVERFLOW, operation.position(), message);
    let finding = finding.at_level(Level::Warning);
    let finding = finding.related_to(growth.position(), "here it does not fit any more");
    (first < POSSIBLE_PROGRAMS).then_some(finding)
}

/// An offset that 32 bits cannot hold, unless the mask leaves out all the elements that have one.
fn wrapped(
    operation: &Operation,
    access: &Access,
    wrap: &Wrap,
    range: Option<&[(i64, Vec<i64>); 2]>,
) -> Option<Finding> {
    let has_bounds = access.mask().is_some_and(|mask| !mask.bounds().is_empty());
    let is_far = |offset: i64| i32::try_from(offset).is_err();
    let (at, is_certain) = match range {
        Some([(least, _), (greatest, _)])
            if has_bounds && !is_far(*least) && !is_far(*greatest) =>
        {
            return None;
        }
        Some([lowest, highest]) => {
            let (offset, place) = if is_far(lowest.0) { lowest } else { highest };
            let at = format!("; element {} would be at offset {offset}", tuple(place));
            (at, access.lets_through(place))
        }
        None => {
            let is_whole = access.mask().is_some_and(Mask::is_whole);
            (String::new(), is_whole)
        }
    };
    let doubt = if is_certain { "" } else { ", if the mask or a branch lets it through" };
    let message = format!(
        "the offset is computed in 32 bits and does not fit: {} gives {}{at}{doubt}",
        wrap.operation(),
        wrap.value()
    );
    let level = if is_certain { OFFSET_OVERFLOW.level() } else { Level::Warning };
    let finding = Finding::new(OFFSET_OVERFLOW, operation.position(), message).at_level(level);
    Some(finding.related_to(wrap.position(), "here it does not fit any more"))
}

/// What is wrong with a bound that lets the access go to the limit, or further: nothing with `%p + %i` under
/// `%i + 1 <= %n`. Addresses that do not move with the row are taken to move with the row as it would begin
/// at 0: `%p + %i / 2` is right under `%i + 1 <= %n`, too.
fn loose(access: &Access, bound: &Bound) -> Option<String> {
    let limit = bound.limit();
    if !bound.is_inclusive() || !is_size(limit) {
        return None;
    }
    if let Some((greatest, 0..)) = going_down(access, bound) {
        return Some(format!(
            "the addresses go down from offset {greatest} where the mask has the limit {limit}; if that is \
             the number of elements, it is past the end"
        ));
    }
    let end = || {
        let begin = Uniform::constant(bound.row().base().known_part());
        end_of_access(access, bound).or_else(|| end(bound)?.without(&begin))
    };
    end().is_none_or(|end| 0 < end.known_part()).then(|| {
        format!(
            "the mask lets {} through up to {limit} itself; if that is the number of elements, it is one \
             past the end",
            row(bound.row())
        )
    })
}

/// The offset that the addresses go down from along the dim of a bound, and how far past the limit it is, if
/// that is a number.
fn going_down<'a>(access: &'a Access, bound: &Bound) -> Option<(&'a Uniform, i64)> {
    let (index, row) = (access.index()?, bound.row());
    let mut own = index.parts().iter().filter(|part| part.dim() == row.dim());
    let (part, None) = (own.next()?, own.next()) else { return None };
    let stride = index.strides().get(row.dim())?.as_constant().filter(|stride| *stride < 0)?;
    let limit = bound.limit().multiply(&Uniform::constant(stride.checked_neg()?))?;
    let past = index.base().without(&limit)?.as_constant()?;
    (part.extent() == row.extent()).then(|| (index.base(), past))
}

/// The first element along the dim of a bound that the access does not go to because of it; nothing if the
/// addresses have nothing to do with its row.
fn end_of_access(access: &Access, bound: &Bound) -> Option<Uniform> {
    let distance = access.index()?.distance_from(bound.row())?;
    end(bound)?.add(&distance)
}

/// The first number of a row that a bound leaves out.
fn end(bound: &Bound) -> Option<Uniform> {
    bound.limit().add(&Uniform::constant(bound.is_inclusive().into()))
}

/// A limit that is a size, as far as one can tell: something unknown from which nothing is taken.
pub(super) fn is_size(limit: &Uniform) -> bool {
    limit.at_first_program().is_none() && !limit.is_less_than_its_symbols()
}

/// True if what is loaded or stored are integers, such as the ends of rows.
pub(super) fn moves_integers(operation: &Operation) -> bool {
    let tensor = operation.types()[0].iter().find_map(Type::as_tensor);
    let element = tensor.and_then(|tensor| tensor.element().pointee());
    element.is_none_or(|element| element.as_str().starts_with('i'))
}

/// A row that this access does not bound although another one does.
fn unmasked(operation: &Operation, access: &Access, others: &Others<'_>) -> Option<Finding> {
    let (index, mask) = (access.index()?, access.mask()?);
    if mask.has_more() {
        return None;
    }
    for part in index.parts().iter().filter(|part| 1 < part.extent()) {
        // Whatever is said of the dim may be said of this row.
        let is_bound =
            |bound: &Bound| bound.row().dim() == part.dim() || bound.row().is_same_row(part);
        if mask.bounds().iter().any(is_bound) {
            continue;
        }
        let bounding = others.bounding.get(&row_of(part)).into_iter().flatten();
        let bounded = bounding.into_iter().find_map(|&(other, own, bound)| {
            // Rows that begin at a number may be anything; they are the same if all of the address is. What
            // is left of a size in a turn of a loop is a limit in that loop.
            let is_same = part.base().is_symbolic()
                || are_alike(index, own.index()?)
                    && (!bound.limit().is_what_is_left() || operation.in_loop() == other.in_loop());
            (is_same && !mask.is_condition_on(part, bound.limit())).then_some((other, bound))
        });
        if let Some((other, bound)) = bounded {
            let message = format!(
                "{} may be past the end: another access masks it below {}, this one does not",
                row(part),
                bound.limit()
            );
            let finding = Finding::new(UNMASKED_ACCESS, operation.position(), message);
            return Some(finding.related_to(other.position(), "this access is masked"));
        }
    }
    None
}

/// A bound by a number where another access to the same addresses has a smaller one.
fn looser(operation: &Operation, access: &Access, others: &Others<'_>) -> Option<Finding> {
    let (index, mask) = (access.index()?, access.mask()?);
    if mask.has_more() {
        return None;
    }
    let alike = others.alike.get(&addresses(index))?;
    for bound in mask.bounds() {
        // Where something unknown bounds the row, too, it may stop as early.
        let mut same_row = mask.bounds().iter().filter(|own| own.row().is_same_row(bound.row()));
        if !same_row.all(|own| own.limit().as_constant().is_some()) {
            continue;
        }
        let Some(limit) = end_of(bound.row(), mask) else { continue };
        for &(other, own) in alike {
            let tighter = own.mask().and_then(|mask| end_of(bound.row(), mask));
            if let Some(tighter) = tighter.filter(|&tighter| tighter < limit) {
                let message = format!(
                    "the mask lets {} through below {limit}; another access to the same addresses \
                     stops at {tighter}",
                    row(bound.row())
                );
                let finding = Finding::new(LOOSE_MASK, operation.position(), message);
                return Some(finding.related_to(other.position(), "this access stops earlier"));
            }
        }
    }
    None
}

/// A row that an access goes past the size of, which is the limit of another access to the same row.
///
/// Integers that are loaded are often the ends of rows, of which there is one more.
fn past_size(operation: &Operation, access: &Access, others: &Others<'_>) -> Option<Finding> {
    let mask = access.mask().filter(|mask| !mask.has_more() && !moves_integers(operation))?;
    mask.bounds().iter().filter(|own| !own.is_inclusive()).find_map(|bound| {
        let mut same_row = mask.bounds().iter().filter(|own| own.row().is_same_row(bound.row()));
        let is_only = same_row.next().is_some() && same_row.next().is_none();
        let past = end_of_access(access, bound).filter(|_| is_only)?;
        let others = others.bounding.get(&row_of(bound.row()))?;
        others.iter().find_map(|(other, own, tighter)| {
            let by = |own: &Uniform| Some(0 < own.without(&end(tighter)?)?.as_constant()?);
            // Most of many accesses have the same limit: what is more work is asked last.
            let is_past = is_size(tighter.limit())
                && by(bound.limit())?
                && end_of_access(own, tighter) == end(tighter)
                && by(&past)?;
            is_past.then(|| {
                let limit = tighter.limit();
                let message = format!(
                    "the mask lets {} through below {}; another access stops at {limit}: if that is the \
                     number of elements, element {limit} is past the end",
                    row(bound.row()),
                    bound.limit()
                );
                let finding = Finding::new(LOOSE_MASK, operation.position(), message);
                finding.related_to(other.position(), "this access stops earlier")
            })
        })
    })
}

/// The first number of a row that a mask leaves out because of a limit that is a number.
fn end_of(row: &IndexRow, mask: &Mask) -> Option<i64> {
    let bounds = mask.bounds().iter().filter(|bound| bound.row().is_same_row(row));
    bounds
        .filter_map(|bound| {
            bound.limit().as_constant()?.checked_add(i64::from(bound.is_inclusive()))
        })
        .min()
}

/// True if two accesses go to the same distances from their pointers.
fn are_alike(left: &Index, right: &Index) -> bool {
    left.base() == right.base()
        && left.strides() == right.strides()
        && left.shape() == right.shape()
}

/// A row in words: `[0, 128) + 128 * program x`.
pub(super) fn row(part: &IndexRow) -> String {
    match part.base().as_constant() {
        Some(base) => format!("[{base}, {})", base.saturating_add(part.extent())),
        None => format!("{} + [0, {})", part.base(), part.extent()),
    }
}

#[cfg(test)]
mod tests {
    use crate::analyze::Machine;
    use crate::lint::lint;

    /// What is said of a load from `%x + %i` under `%o + c <= %n`, the row `%o` being 0, 1, ..., 127, and
    /// `%i` the last of these lines.
    fn loose(c: i64, lines: &str) -> Vec<String> {
        let pointers = "%x = tt.splat %xp : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #b>\n";
        loose_of("%xp: !tt.ptr<f32>", c, &format!("{pointers}{lines}"))
    }

    /// The same of an argument that the lines make the pointers `%x` of, or is them.
    fn loose_of(argument: &str, c: i64, lines: &str) -> Vec<String> {
        let lines = lines.replace("TYPE", "tensor<128xi32, #b>");
        let text = format!(
            "#b = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f({argument}, %n: i32) {{
%zero = arith.constant dense<0> : tensor<128xi32, #b>
%one = arith.constant dense<1> : tensor<128xi32, #b>
%two = arith.constant dense<2> : tensor<128xi32, #b>
%c = arith.constant dense<{c}> : tensor<128xi32, #b>
%o = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #b>
%ns = tt.splat %n : i32 -> tensor<128xi32, #b>
%oc = arith.addi %o, %c : tensor<128xi32, #b>
%mask = arith.cmpi sle, %oc, %ns : tensor<128xi32, #b>
{lines}
%p = tt.addptr %x, %i : tensor<128x!tt.ptr<f32>, #b>, tensor<128xi32, #b>
%v = tt.load %p, %mask : tensor<128x!tt.ptr<f32>, #b>
tt.return
}}
}}
"
        );
        let found = lint(text.as_bytes(), &Machine::default());
        let found = found.iter().filter(|own| own.rule().id() == "loose-mask");
        found.map(|own| own.message().to_owned()).collect()
    }

    #[test]
    fn a_row_that_is_compared_further_on_ends_before_the_limit() {
        let indices = [
            "%i = arith.divsi %o, %two : TYPE",
            "%m = arith.subi %ns, %one : TYPE\n%i = arith.subi %m, %o : TYPE",
            "%s = arith.addi %o, %one : TYPE\n%i = arith.remsi %s, %ns : TYPE",
            "%s = arith.addi %o, %one : TYPE\n%m = arith.subi %ns, %one : TYPE\n%i = arith.minsi %s, %m : TYPE",
            "%i = arith.xori %o, %one : TYPE",
        ];
        for lines in indices {
            for c in [1, 4] {
                assert_eq!(loose(c, lines), [""; 0], "{c} {lines}");
            }
            for c in [0, -1] {
                let message = format!(
                    "the mask lets [{c}, {}) through up to %n itself; if that is the number of elements, it \
                     is one past the end",
                    128 + c
                );
                assert_eq!(loose(c, lines), [message], "{c} {lines}");
            }
        }
        // Of pointers that are given the addresses are not known.
        let given = "%x: tensor<128x!tt.ptr<f32>, #b>";
        assert_eq!(loose_of(given, 1, "%i = arith.addi %o, %zero : TYPE"), [""; 0]);
        assert_eq!(loose_of(given, 0, "%i = arith.addi %o, %zero : TYPE").len(), 1);
    }

    #[test]
    fn addresses_that_go_down_begin_before_the_limit() {
        let down = |more: &str| {
            format!(
                "%d = arith.subi %ns, %o : TYPE\n%m = arith.constant dense<{more}> : TYPE\n\
                 %i = arith.addi %d, %m : TYPE"
            )
        };
        let past = |greatest: &str| {
            format!(
                "the addresses go down from offset {greatest} where the mask has the limit %n; if that is the \
                 number of elements, it is past the end"
            )
        };
        for c in [0, 1, 4] {
            assert_eq!(loose(c, &down("0")), [past("%n")], "{c}");
            assert_eq!(loose(c, &down("3")), [past("%n + 3")], "{c}");
        }
        for c in [1, 4] {
            assert_eq!(loose(c, &down("-1")), [""; 0], "{c}");
            assert_eq!(loose(c, &down("-4")), [""; 0], "{c}");
        }
        let twice = |more: &str| {
            format!(
                "{}\n%j = arith.muli %d, %two : TYPE\n%i = arith.addi %j, %m : TYPE",
                down(more).replace("\n%i = arith.addi %d, %m : TYPE", "")
            )
        };
        assert_eq!(loose(1, &twice("1")), [past("2 * %n + 1")]);
        assert_eq!(loose(1, &twice("-1")), [""; 0]);
        // Nothing is known of other sizes.
        let other = "%d = arith.muli %ns, %ns : TYPE\n%i = arith.subi %d, %o : TYPE";
        assert_eq!(loose(1, other), [""; 0]);
    }
}
