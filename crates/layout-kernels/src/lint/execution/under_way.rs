//! The operations that are under way, in the order in which they began.

use std::collections::VecDeque;

use super::flight::{AsyncOperation, Flight};
use super::view::{MemoryPart, PartCounts};

/// More than so many are not kept: the oldest are taken as done, so that a loop that never waits does not
/// take the square of its turns.
const MAX_UNDER_WAY: usize = 256;

/// Operations, and their parts of memories, so that most accesses are not compared with all operations.
#[derive(Debug, Clone, Default)]
pub(super) struct UnderWay {
    flights: VecDeque<Flight>,
    parts: PartCounts,
}

impl UnderWay {
    pub fn push(&mut self, flight: Flight) {
        if MAX_UNDER_WAY <= self.flights.len()
            && let Some(oldest) = self.flights.pop_front()
        {
            self.count(&oldest, false);
        }
        self.count(&flight, true);
        self.flights.push_back(flight);
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Flight> {
        self.flights.iter()
    }

    pub fn of_number(&self, number: usize) -> Option<&Flight> {
        let at = self.flights.binary_search_by_key(&number, |flight| flight.number).ok()?;
        self.flights.get(at)
    }

    /// Puts the copies that are in no group into this one: all before the latest that is in a group are in one.
    pub fn group_copies(&mut self, group: usize) {
        let copies = self.flights.iter_mut().rev().filter(|own| own.kind == AsyncOperation::Copy);
        for flight in copies.take_while(|own| own.group.is_none()) {
            flight.group = Some(group);
        }
    }

    /// Removes operations, and gives them.
    pub fn remove(&mut self, is_removed: impl Fn(&Flight) -> bool) -> Vec<Flight> {
        if !self.flights.iter().any(&is_removed) {
            return Vec::new();
        }
        let flights = std::mem::take(&mut self.flights).into_iter();
        let (removed, left): (Vec<Flight>, _) = flights.partition(is_removed);
        self.flights = left.into();
        removed.iter().for_each(|flight| self.count(flight, false));
        removed
    }

    /// False if no operation touches this part.
    pub fn may_touch(&self, part: &MemoryPart) -> bool {
        self.parts.may_touch(part)
    }

    fn count(&mut self, flight: &Flight, is_new: bool) {
        for part in flight.reads.iter().chain(&flight.writes) {
            self.parts.count(part, is_new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triton::Position;

    fn flight(number: usize, reads: Vec<MemoryPart>, writes: Vec<MemoryPart>) -> Flight {
        let (kind, position) = (AsyncOperation::Copy, Position { line: 1, column: 1 });
        Flight { number, kind, position, reads, writes, group: None }
    }

    /// Three operations on a ring of 4 buffers, each at one buffer or at several, and another memory.
    #[test]
    fn an_access_is_compared_where_an_operation_is() {
        let ring = MemoryPart::whole(0, &[4, 8]);
        let parts = [
            ring.at(1).unwrap(),
            ring.at(3).unwrap(),
            ring.part(&[1, 0], &[2, 8]).unwrap(),
            ring.clone(),
            MemoryPart::whole(1, &[4, 8]).at(1).unwrap(),
        ];
        let mut counts = [0; 2];
        for chosen in 0..125 {
            let own = [chosen % 5, chosen / 5 % 5, chosen / 25].map(|at| parts[at].clone());
            let [first, second, third] = own.clone();
            let mut under_way = UnderWay::default();
            under_way.push(flight(0, vec![first], Vec::new()));
            under_way.push(flight(1, Vec::new(), vec![second, third]));
            for left in [&own[..], &own[1..], &[]] {
                for query in &parts {
                    let is_met = left.iter().any(|part| part.common(query).is_some());
                    let may = under_way.may_touch(query);
                    assert!(may || !is_met, "{left:?} {query:?}");
                    counts[usize::from(may)] += usize::from(!is_met);
                }
                let next = 3 - left.len();
                assert_eq!(under_way.of_number(0).is_some(), next == 0);
                let removed = under_way.remove(|own| own.number == next);
                assert_eq!(removed.len(), usize::from(next < 2));
            }
        }
        // What is not met is looked for where an operation is at several buffers, and nowhere else.
        assert_eq!(counts, [837, 66]);
    }

    #[test]
    fn the_oldest_are_taken_as_done() {
        let ring = MemoryPart::whole(0, &[300, 8]);
        let mut under_way = UnderWay::default();
        (0..300).for_each(|at| {
            let part = ring.at(at as i64).unwrap();
            under_way.push(flight(at, Vec::new(), vec![part]));
        });
        assert_eq!(under_way.iter().count(), 256);
        assert_eq!(under_way.of_number(43).map(|own| own.number), None);
        assert_eq!(under_way.of_number(44).map(|own| own.number), Some(44));
        assert!(!under_way.may_touch(&ring.at(43).unwrap()));
        assert!(under_way.may_touch(&ring.at(44).unwrap()));
        under_way.group_copies(1);
        under_way.push(flight(300, Vec::new(), Vec::new()));
        under_way.group_copies(2);
        let groups: Vec<Option<usize>> =
            under_way.iter().rev().take(2).map(|own| own.group).collect();
        assert_eq!(groups, [Some(2), Some(1)]);
    }
}
