//! What the crates declare `pub`, and who outside of a crate names it.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use super::graph::resolve;
use super::sources::{CRATES, Module, Modules, Names, root};

/// An item that another crate could name.
struct Public {
    /// `layout_math::cute::layout::Layout::new`.
    path: String,
    name: String,
    /// True for what is named through a type or a value: `.size()`, `Layout::new`.
    is_member: bool,
    /// The names in its declaration, without those of its body: a user of the item has values of them.
    mentions: HashSet<String>,
}

/// The public items of a crate that nothing outside of it names, by their paths.
pub fn unused(modules: &Modules, own: &str) -> (usize, BTreeSet<String>) {
    let outside = Outside::of(own);
    let mut open = public(modules, own);
    let n_items = open.len();
    let mut mentioned = HashSet::new();
    // What a used item mentions is used.
    loop {
        let is_used = |item: &Public| match item.is_member {
            true => outside.members.contains(&item.name),
            false => outside.names.contains(&item.name) || mentioned.contains(&item.name),
        };
        let (used, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(is_used);
        open = rest;
        if used.is_empty() {
            return (n_items, open.into_iter().map(|item| item.path).collect());
        }
        mentioned.extend(used.into_iter().flat_map(|item| item.mentions));
    }
}

/// The types and traits that a crate shows, each as the module of the crate that declares it and the name:
/// `cute::Layout`.
pub fn types(modules: &Modules, own: &str) -> BTreeSet<String> {
    let is_type =
        |name: &str| name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let shown = public(modules, own).into_iter();
    let types = shown.filter(|item| !item.is_member && is_type(&item.name));
    let written = |item: Public| {
        let module = item.path.split("::").nth(1).expect("a path below a crate").to_owned();
        format!("{module}::{}", item.name)
    };
    types.map(written).collect()
}

/// The names in what is compiled as another crate: the other crates, the programs, the tests, and the examples
/// in comments.
#[derive(Default)]
struct Outside {
    names: HashSet<String>,
    /// Those behind a dot or colons.
    members: HashSet<String>,
}

impl Outside {
    fn of(own: &str) -> Self {
        let mut outside = Outside::default();
        let (_, folder) = CRATES.iter().find(|(name, _)| *name == own).expect("a crate");
        let mut files = Vec::new();
        for folder in ["src", "crates", "test/rust", "python/src", "test/Link/Inputs"] {
            files_below(&root().join(folder), &mut files);
        }
        // Were the folders not read, everything would be unused.
        assert!(400 < files.len());
        // The crate that names the modules of others again uses none of them by that.
        files.retain(|file| *file != root().join("src/lib.rs"));
        for file in files {
            let text = fs::read_to_string(&file).expect("it is text");
            let own = root().join(folder);
            if file.starts_with(&own) && !file.starts_with(own.join("bin")) {
                outside.read(&examples(&text));
            } else {
                outside.read(&text);
                outside.read(&examples(&text));
            }
        }
        let readme = fs::read_to_string(root().join("README.md")).expect("it is text");
        let blocks = readme.split("```rust").skip(1);
        blocks.for_each(|block| outside.read(block.split("```").next().unwrap_or_default()));
        outside
    }

    fn read(&mut self, text: &str) {
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
        self.take(tokens);
    }

    fn take(&mut self, tokens: TokenStream) {
        let mut before = ' ';
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    if matches!(before, '.' | ':') {
                        self.members.insert(name.clone());
                    }
                    self.names.insert(name);
                    before = ' ';
                }
                TokenTree::Punct(mark) => before = mark.as_char(),
                TokenTree::Group(group) => {
                    // `Layout::{new, size}`.
                    self.take(group.stream());
                    before = ' ';
                }
                TokenTree::Literal(_) => before = ' ',
            }
        }
    }
}

/// The examples in the documentation of a file, which are programs of their own.
fn examples(text: &str) -> String {
    let documentation = text
        .lines()
        .map(str::trim_start)
        .filter_map(|line| line.strip_prefix("///").or_else(|| line.strip_prefix("//!")));
    let (mut is_block, mut is_example, mut found) = (false, false, String::new());
    for line in documentation {
        match line.trim().strip_prefix("```") {
            Some(language) => {
                is_block = !is_block;
                is_example = is_block && matches!(language, "" | "compile_fail" | "no_run");
            }
            // A line that begins with `#` is compiled and not shown.
            None if is_example => {
                let line = line.trim_start();
                found += line.strip_prefix("# ").unwrap_or(line);
                found.push('\n');
            }
            None => {}
        }
    }
    found
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for inner in fs::read_dir(folder).expect("a folder").map(|inner| inner.expect("a file").path())
    {
        if inner.is_dir() && inner.file_name().is_some_and(|name| name != "target") {
            files_below(&inner, found);
        } else if inner.extension().is_some_and(|extension| extension == "rs") {
            found.push(inner);
        }
    }
}

/// What a crate declares `pub` and its root or a public module names.
fn public(modules: &Modules, own: &str) -> Vec<Public> {
    // Where an item is declared, for each name by which another crate reaches it.
    let mut reached: HashSet<(Names, String)> = HashSet::new();
    for (path, module) in modules.iter().filter(|(path, _)| path[0] == own) {
        let is_open = (2..=path.len()).all(|n| modules[&path[..n].to_vec()].is_public);
        if !is_open {
            continue;
        }
        for name in &module.items {
            reached.insert((path.clone(), name.clone()));
        }
        for name in &module.passed_on {
            let written = &module.names[name];
            if let Some(target) = resolve(modules, path, written, 0) {
                reached.insert((target, written.last().expect("a name").clone()));
            }
        }
    }
    let mut found = Vec::new();
    for (path, module) in modules.iter().filter(|(path, _)| path[0] == own) {
        // An `impl` may stand in another module than its type.
        let is_reached = |written: &[String]| {
            let name = written.last().expect("a name").clone();
            resolve(modules, path, written, 0).is_some_and(|at| reached.contains(&(at, name)))
        };
        items(path, module, &is_reached, &mut found);
    }
    found
}

fn items(
    path: &Names,
    module: &Module,
    is_reached: &dyn Fn(&[String]) -> bool,
    found: &mut Vec<Public>,
) {
    let is_public = |visibility: &syn::Visibility| matches!(visibility, syn::Visibility::Public(_));
    let mut add = |name: &syn::Ident, within: Option<&str>, declaration: TokenStream| {
        let (name, mut mentions) = (name.to_string(), HashSet::new());
        names_in(declaration, &mut mentions);
        let place =
            within.map_or(path.join("::"), |within| format!("{}::{within}", path.join("::")));
        let path = format!("{place}::{name}");
        found.push(Public { path, name, is_member: within.is_some(), mentions });
    };
    for item in &module.syntax {
        let (visibility, name, declaration) = match item {
            syn::Item::Fn(item) => (&item.vis, &item.sig.ident, item.sig.to_token_stream()),
            syn::Item::Struct(item) => (&item.vis, &item.ident, public_fields(item)),
            syn::Item::Enum(item) => (&item.vis, &item.ident, item.variants.to_token_stream()),
            syn::Item::Trait(item) => (&item.vis, &item.ident, item.to_token_stream()),
            syn::Item::Type(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
            syn::Item::Const(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
            syn::Item::Static(item) => (&item.vis, &item.ident, item.ty.to_token_stream()),
            syn::Item::Impl(item) => {
                members(item, is_reached, &mut add);
                associated(item, is_reached, &mut add);
                continue;
            }
            _ => continue,
        };
        if is_public(visibility) && is_reached(&[name.to_string()]) {
            add(name, None, declaration);
        }
    }
}

/// The public functions and constants of a type that is public.
fn members(
    item: &syn::ItemImpl,
    is_reached: &dyn Fn(&[String]) -> bool,
    add: &mut dyn FnMut(&syn::Ident, Option<&str>, TokenStream),
) {
    let (None, syn::Type::Path(own)) = (&item.trait_, &*item.self_ty) else { return };
    let own: Names = own.path.segments.iter().map(|part| part.ident.to_string()).collect();
    if !is_reached(&own) {
        return;
    }
    let own = own.last().expect("a name");
    for member in &item.items {
        match member {
            syn::ImplItem::Fn(member) if matches!(member.vis, syn::Visibility::Public(_)) => {
                add(&member.sig.ident, Some(own), member.sig.to_token_stream());
            }
            syn::ImplItem::Const(member) if matches!(member.vis, syn::Visibility::Public(_)) => {
                add(&member.ident, Some(own), member.ty.to_token_stream());
            }
            _ => {}
        }
    }
}

/// The types that an `impl` of a trait names, as part of what the type is: `type Err = ParseError`.
fn associated(
    item: &syn::ItemImpl,
    is_reached: &dyn Fn(&[String]) -> bool,
    add: &mut dyn FnMut(&syn::Ident, Option<&str>, TokenStream),
) {
    let (Some(_), syn::Type::Path(own)) = (&item.trait_, &*item.self_ty) else { return };
    let Some(own) = own.path.get_ident() else { return };
    let types = item.items.iter().filter_map(|member| match member {
        syn::ImplItem::Type(member) => Some(member.ty.to_token_stream()),
        _ => None,
    });
    let types: TokenStream = types.collect();
    if !types.is_empty() && is_reached(&[own.to_string()]) {
        add(own, None, types);
    }
}

fn public_fields(item: &syn::ItemStruct) -> TokenStream {
    let is_public = |field: &&syn::Field| matches!(field.vis, syn::Visibility::Public(_));
    item.fields.iter().filter(is_public).map(|field| field.ty.to_token_stream()).collect()
}

fn names_in(tokens: TokenStream, found: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => drop(found.insert(name.to_string())),
            TokenTree::Group(group) => names_in(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
