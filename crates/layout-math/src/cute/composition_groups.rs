//! Modes of an inner layout that meet in the outer one, and those that do not.
//!
//! The offset of F is written in digits, one for each mode of G'. Modes of F whose offsets have no digit
//! in common cannot carry into each other: G' of their sum is the sum of what G' is of each. So a
//! candidate for the composition is right if it is for every group of modes that do meet, and the
//! coordinates to look at are those of the groups, one group after the other.

use super::composition_by_mode::{ByMode, add_begins};
use super::coordinate::offset_of;
use super::flat::{Modes, Short};
use super::layout::{Layout, Mode};
use super::stride::Stride;

/// Modes of F, and the digits that the sums of their offsets have but for the last digit of all, which
/// has no end and into which all may carry: from `first` on, below `end`.
#[derive(Debug, Clone, Copy)]
struct Group {
    first: usize,
    end: usize,
    /// The greatest sum.
    greatest: i64,
    /// Bit `i` is that of mode `i` of F, unit and broadcast modes not counted.
    members: u64,
}

impl Group {
    fn meets(&self, other: &Group) -> bool {
        self.first < other.end && other.first < self.end
    }
}

/// Whether a candidate is G' o F: one evaluation for each coordinate of each group of modes of F.
///
/// The candidate is what `work` made of F, no offset of which is negative. `None` if there are more
/// coordinates than `limit`.
pub(super) fn is_composition<D: Stride>(
    candidate: &Layout<D>,
    work: &ByMode<D>,
    f: &Layout,
    limit: i64,
) -> Option<bool> {
    let (outer, inexact) = (&*work.outer, work.inexact);
    let (members, places) = moving_modes(f);
    let mut begins = Short::new();
    add_begins(outer, &mut begins);
    let groups = groups(outer.len(), &begins, &members);
    // A mode by itself, of which the candidate is right.
    let is_clear = |group: &Group| group.members.count_ones() == 1 && group.members & inexact == 0;
    let chosen = |group: &Group, mode: usize| group.members >> mode & 1 == 1;
    let size = |group: &Group| {
        let taken = (0..members.len()).filter(|&mode| chosen(group, mode));
        taken.map(|mode| members[mode].extent).product::<i64>()
    };
    let open = || groups.iter().filter(|group| !is_clear(group));
    let total = open().fold(0_i64, |total, group| total.saturating_add(size(group)));
    if limit < total {
        return None;
    }
    let agrees_at = |group: &Group, number: i64| {
        let (mut rest, mut coordinate, mut place) = (number, 0, 0);
        for mode in (0..members.len()).filter(|&mode| chosen(group, mode)) {
            let digit = rest % members[mode].extent;
            rest /= members[mode].extent;
            coordinate += digit * places[mode];
            place += digit * members[mode].stride;
        }
        Some(candidate.offset(coordinate)? == offset_of(outer, place)?)
    };
    let agrees =
        |group: &Group| (0..size(group)).all(|number| agrees_at(group, number).unwrap_or(false));
    // Broadcast modes are broadcast in every candidate.
    Some(open().all(agrees))
}

/// The modes that move the offset, and the coordinates of F at which each begins.
///
/// There are at most 62 of them, for each doubles the size.
fn moving_modes(f: &Layout) -> (Modes, Short<i64>) {
    let (mut modes, mut places) = (Modes::new(), Short::new());
    let mut begin = 1;
    for &mode in f.flat_modes() {
        if mode.extent != 1 && mode.stride != 0 {
            modes.push(mode);
            places.push(begin);
        }
        begin *= mode.extent;
    }
    (modes, places)
}

/// The groups of modes whose sums have no digit in common but the last one.
fn groups(n_digits: usize, begins: &[u64], modes: &[Mode]) -> Short<Group> {
    let end_of = |greatest: i64| {
        // What does not fit in 64 bits is not reached.
        let reached = begins.partition_point(|&begin| begin <= greatest.unsigned_abs());
        reached.min(n_digits - 1)
    };
    let mut groups: Short<Group> = Short::new();
    for (position, mode) in modes.iter().enumerate() {
        let divides = |&begin: &u64| mode.stride.unsigned_abs().is_multiple_of(begin);
        let first = begins.partition_point(divides).saturating_sub(1);
        let greatest = (mode.extent - 1) * mode.stride;
        let mut group = Group { first, end: end_of(greatest), greatest, members: 1 << position };
        // What a group takes in may let it meet another one.
        while let Some(met) = groups.iter().position(|other| other.meets(&group)) {
            let other = groups[met];
            let last = groups.len() - 1;
            groups.swap(met, last);
            groups.truncate(last);
            let greatest = group.greatest + other.greatest;
            group = Group {
                first: group.first.min(other.first),
                end: end_of(greatest),
                greatest,
                members: group.members | other.members,
            };
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, work};
    use crate::cute::{Composition, composition_within};

    /// For every small G and F the groups say what a walk over all coordinates says.
    #[test]
    fn a_candidate_is_right_if_it_is_for_every_group() {
        let (mut right, mut wrong) = (0, 0);
        for code in 0..27 * 8 * 9_i64.pow(3) {
            let digit = |place: i64, base: i64| code / place % base;
            let extents = [1, 3, 9].map(|place| 2 + digit(place, 3));
            let outer = [(0, 1), (1, 10), (2, 70)]
                .map(|(mode, stride)| Mode { extent: extents[mode], stride });
            let inner = [0, 1, 2].map(|mode| Mode {
                extent: 2 + digit(27 * (1 << mode), 2),
                stride: digit(27 * 8 * 9_i64.pow(mode), 9),
            });
            let (g, f) = (Layout::from_modes(&outer).unwrap(), Layout::from_modes(&inner).unwrap());
            let mut work = ByMode::new();
            work.read(&g);
            let Some(candidate) = work.compose(&f) else { continue };
            let agrees = |c: i64| candidate.offset(c) == g.offset(f.offset(c).unwrap());
            let expected = (0..f.size()).all(agrees);
            assert_eq!(is_composition(&candidate, &work, &f, 27), Some(expected), "{g} o {f}");
            assert!(expected || !work.is_exact() || work.carries(), "{g} o {f}");
            *if expected { &mut right } else { &mut wrong } += 1;
        }
        assert!(1000 < right && 1000 < wrong, "{right} {wrong}");
    }

    #[track_caller]
    fn check(g: &str, f: &str, steps: u64, expected: Result<&str, i64>) {
        let (g, f): (Layout, Layout) = (g.parse().unwrap(), f.parse().unwrap());
        let (done, found) = work::of(|| composition_within(&g, &f, &Budget::DEFAULT));
        match (found, expected) {
            (Composition::Layout(found), Ok(expected)) => assert_eq!(found.to_string(), expected),
            (Composition::NotALayout { witness }, Err(expected)) => assert_eq!(witness, expected),
            (found, _) => panic!("{g} o {f}: {found:?}"),
        }
        assert!(done <= steps, "{done} evaluations");
    }

    #[test]
    fn large_domains_are_not_walked_over() {
        // 2^27, 2^22 and 2^19 coordinates.
        let f = "(2,(256,512,1),512):(128,(1,2,0),2)";
        check("(2,(32,1,2),8):(4,(7,2,1),6)", f, 5000, Err(636));
        let f = "(128,((1,2),8,(4,32)),32):(3,((24,24),12,(24,0)),0)";
        check("(12,2,32):(9,5,16)", f, 5000, Err(260));
        let g = "(16,16,7):(112,1,16)";
        check(g, "((16,(2,1,112)),112)", 0, Ok("((16,(2,1,112)),112):((112,(1,0,2)),224)"));
        let f = "((16,(2,1,112)),112):((3,(5,3,7)),11)";
        check(g, f, 100, Err(6));
        // 2^40: the first two modes meet in the digit of 6, and the others in none but the last.
        let g = "(6,1048576,7):(1048576,1,5000000)";
        let f = "(2,2,1048576,(512,512)):(2,1,6,(6291456,12582912))";
        let composed = "(2,2,1048576,(512,512)):(2097152,1048576,1,(5000000,10000000))";
        check(g, f, 5000, Ok(composed));
        // 3 and 3 are past 6 together, whatever the 2^38 other coordinates are.
        let f = "(2,2,1048576,(512,512)):(3,3,6,(6291456,12582912))";
        check(g, f, 5000, Err(3));
    }
}
