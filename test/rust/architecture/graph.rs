//! Which file uses which: an edge goes to the file that declares what a path names, however many
//! modules name it again on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::sources::{CRATES, Modules, Names};

/// The files that each file uses.
pub type Graph = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

pub fn graph(modules: &Modules) -> Graph {
    let mut graph = Graph::new();
    for (path, module) in modules {
        let uses = graph.entry(module.file.clone()).or_default();
        for written in &module.written {
            let Some(target) = resolve(modules, path, written, 0) else { continue };
            let file = &modules[&target].file;
            if *file != module.file {
                uses.insert(file.clone());
            }
        }
    }
    graph
}

/// The module that declares what a path names where it is written in `scope`; `None` for what is not
/// in the workspace.
pub fn resolve(
    modules: &Modules,
    scope: &Names,
    written: &[String],
    depth: usize,
) -> Option<Names> {
    // Two modules that bring in all of each other would go round for ever.
    if depth == 16 {
        return None;
    }
    let (first, rest) = written.split_first()?;
    // A module hides a crate of its name: `cute::layout` is not the crate `layout`.
    let is_module = modules.contains_key(&[scope, &written[..1]].concat());
    match first.as_str() {
        "crate" => descend(modules, scope[..1].to_vec(), rest, depth),
        "self" => descend(modules, scope.clone(), rest, depth),
        "super" => {
            let parent = scope[..scope.len().checked_sub(1)?].to_vec();
            match rest.first().map(String::as_str) {
                Some("super") => resolve(modules, &parent, rest, depth + 1),
                _ => descend(modules, parent, rest, depth),
            }
        }
        name if !is_module && CRATES.iter().any(|(own, _)| *own == name) => {
            descend(modules, vec![name.to_owned()], rest, depth)
        }
        _ => descend(modules, scope.clone(), written, depth),
    }
}

/// The same for a path that begins in a module.
fn descend(modules: &Modules, at: Names, rest: &[String], depth: usize) -> Option<Names> {
    let module = modules.get(&at)?;
    let Some((name, after)) = rest.split_first() else { return Some(at) };
    let mut inner = at.clone();
    inner.push(name.clone());
    if modules.contains_key(&inner) {
        return descend(modules, inner, after, depth);
    }
    if module.items.contains(name) {
        return Some(at);
    }
    if let Some(brought) = module.names.get(name) {
        let path: Names = brought.iter().chain(after).cloned().collect();
        // A name that a `use` gives itself is the crate's.
        if path.as_slice() != rest {
            return resolve(modules, &at, &path, depth + 1);
        }
    }
    module.globs.iter().find_map(|glob| {
        let path: Names = glob.iter().chain(rest).cloned().collect();
        resolve(modules, &at, &path, depth + 1)
    })
}

/// The largest groups of files of which each uses, on some way, each other one.
pub fn circles(graph: &Graph) -> BTreeSet<BTreeSet<String>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        graph.keys().map(|file| (file, reachable(graph, file))).collect();
    graph
        .keys()
        .filter(|file| reached[file].contains(file))
        .map(|file| {
            let both = |other: &&&PathBuf| reached.get(**other).is_some_and(|r| r.contains(file));
            reached[file].iter().filter(both).map(|file| file.display().to_string()).collect()
        })
        .collect()
}

fn reachable<'g>(graph: &'g Graph, file: &PathBuf) -> BTreeSet<&'g PathBuf> {
    let mut found = BTreeSet::new();
    let mut pending: Vec<&PathBuf> = graph[file].iter().collect();
    while let Some(next) = pending.pop() {
        if found.insert(next) {
            pending.extend(graph.get(next).into_iter().flatten());
        }
    }
    found
}
