//! What atomic operations of the code are in an order with, and for whom, held to what the TTGIR says.

use super::setup::Ended;
use crate::llvm::Order;
use crate::machine::{Ordered, SourceLines, Stop};

/// The code keeps at least the order that all atomic operations of the TTGIR ask for: what is before the
/// first of its own, and what is behind the last one.
pub(super) fn check(asked: &[(u32, Order)], found: &[Ordered]) -> Result<(), Ended> {
    let Some((line, first)) = asked.first() else { return Ok(()) };
    let least = asked.iter().fold(*first, |least, (_, own)| Order {
        releases: least.releases && own.releases,
        acquires: least.acquires && own.acquires,
        scope: least.scope.min(own.scope),
    });
    let is_atomic = |own: &&Ordered| !own.is_fence;
    let fault = |what: String, place: SourceLines| {
        Err(Ended::Code(Stop::fault(None, format!("{what}, which that of the TTGIR is"), place)))
    };
    let (Some(begin), Some(end)) =
        (found.iter().position(|own| !own.is_fence), found.iter().rposition(|own| !own.is_fence))
    else {
        let what = "the TTGIR has an atomic operation, and the code has none".to_owned();
        let place = SourceLines { line: 0, origin: *line };
        return Err(Ended::Code(Stop::fault(None, what, place)));
    };
    if let Some(own) = found.iter().filter(is_atomic).find(|own| own.order.scope < least.scope) {
        let what = format!(
            "an atomic operation is one for a {} and not for a {}",
            own.order.scope.name(),
            least.scope.name()
        );
        return fault(what, own.place);
    }
    let holds = |own: &&Ordered| least.scope <= own.order.scope;
    if least.releases && !found[..=begin].iter().filter(holds).any(|own| own.order.releases) {
        return fault("the first atomic operation is not a release".to_owned(), found[begin].place);
    }
    if least.acquires && !found[end..].iter().filter(holds).any(|own| own.order.acquires) {
        return fault("the last atomic operation is not an acquire".to_owned(), found[end].place);
    }
    Ok(())
}
