//! Orders of memory, fences, and the memories that they are for.

use rustc_hash::FxHashMap;

/// What an atomic operation or a fence is in an order with, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Order {
    /// What is before it stays before it, and what is after it after it.
    pub releases: bool,
    pub acquires: bool,
    pub scope: Scope,
}

/// Whom an atomic operation is one operation for, the fewest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Warp,
    Block,
    Cluster,
    Device,
    System,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::Warp => "warp",
            Scope::Block => "block",
            Scope::Cluster => "cluster",
            Scope::Device => "device",
            Scope::System => "system",
        }
    }
}

/// A fence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fence {
    pub order: Order,
    /// Nothing if its metadata is not known.
    pub memories: Option<Memories>,
    /// The number of the metadata that says so, its `!mmra`.
    pub(super) node: Option<u32>,
}

/// The memories of which accesses are in an order with a fence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Memories {
    pub global: bool,
    pub shared: bool,
}

/// Nodes of metadata by their numbers, with the strings and the numbers of nodes that are in them.
pub(super) type Nodes<'a> = FxHashMap<u32, Vec<&'a str>>;

impl Fence {
    pub(super) fn new(order: Order) -> Self {
        let memories = Some(Memories { global: true, shared: true });
        Fence { order, memories, node: None }
    }

    /// Asks the metadata of a fence for its memories.
    pub(super) fn resolve(&mut self, nodes: &Nodes<'_>) {
        if let Some(node) = self.node {
            self.memories = memories(node, nodes);
        }
    }
}

/// What `!{!"amdgpu-synchronize-as", !"local"}` says, or a node of several such.
fn memories(node: u32, nodes: &Nodes<'_>) -> Option<Memories> {
    const TAG: &str = "amdgpu-synchronize-as";
    let parts = nodes.get(&node)?;
    let of_part = |part: &&str| nodes.get(&part.parse().ok()?).map(Vec::as_slice);
    let tags: Vec<&[&str]> = match parts.first() {
        Some(&TAG) => vec![parts],
        _ => parts.iter().map(of_part).collect::<Option<_>>()?,
    };
    let mut found = Memories { global: tags.is_empty(), shared: tags.is_empty() };
    for tag in tags {
        match tag {
            [TAG, "local"] => found.shared = true,
            [TAG, "global"] => found.global = true,
            _ => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_of_metadata() {
        let tag = |name| vec!["amdgpu-synchronize-as", name];
        let nodes = [
            (1, tag("local")),
            (2, tag("global")),
            (3, vec!["1", "2"]),
            (4, vec!["2"]),
            (5, vec![]),
            (6, tag("strange")),
            (7, vec!["strange", "local"]),
            (8, vec!["1", "9"]),
        ];
        let nodes = Nodes::from_iter(nodes);
        let found = |node| memories(node, &nodes).map(|own| (own.shared, own.global));
        assert_eq!((found(1), found(2)), (Some((true, false)), Some((false, true))));
        assert_eq!((found(3), found(4)), (Some((true, true)), Some((false, true))));
        assert_eq!(found(5), Some((true, true)));
        assert_eq!([6, 7, 8, 9].map(found), [None; 4]);
    }
}
