//! The modules of the workspace as rustc sees them: which file each is in, what it declares, and
//! which paths it writes. Tests are left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// The crates, each with its folder of sources. A crate may name those before it.
pub const CRATES: &[(&str, &str)] = &[
    ("layout_math", "crates/layout-math/src"),
    ("layout_kernels", "crates/layout-kernels/src"),
    ("layout_lowering", "crates/layout-lowering/src"),
    ("layout_tools", "crates/layout-tools/src"),
    ("layout_paper", "crates/layout-paper/src"),
    ("layout_math_c", "crates/layout-math-c/src"),
    ("layout", "src"),
];

/// A path of names from the root of a crate: `["layout_math", "cute", "Layout"]`.
pub type Names = Vec<String>;

pub struct Module {
    pub file: PathBuf,
    /// True if it is named wherever the module around it is: `pub mod`.
    pub is_public: bool,
    /// What each `use` brings in, by the name that it has here.
    pub names: BTreeMap<String, Names>,
    /// Those of the names that a `pub use` passes on.
    pub passed_on: Vec<String>,
    /// The modules whose names are all brought in.
    pub globs: Vec<Names>,
    /// Every path that is written here, a `use` or not, as it is written.
    pub written: Vec<Names>,
    /// The names of the items that are declared here.
    pub items: Vec<String>,
    /// The items themselves, without modules.
    pub syntax: Vec<syn::Item>,
}

/// Every module of the workspace by its path.
pub type Modules = BTreeMap<Names, Module>;

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn modules() -> Modules {
    let mut found = Modules::new();
    for (name, folder) in CRATES {
        let file = root().join(folder).join("lib.rs");
        read(&mut found, vec![(*name).to_owned()], &file, true);
    }
    // Were the folders not read, every test here would pass.
    assert!(200 < found.len());
    found
}

fn read(found: &mut Modules, path: Names, file: &Path, is_public: bool) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file:?}: {error}")).items;
    collect(found, path, file, items, is_public);
}

/// The folder in which the files of a file's modules are.
fn folder(file: &Path) -> PathBuf {
    match file.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "mod") => file.with_file_name(""),
        _ => file.with_extension(""),
    }
}

fn collect(found: &mut Modules, path: Names, file: &Path, items: Vec<syn::Item>, is_public: bool) {
    let file_of_module = file.strip_prefix(root()).unwrap().to_owned();
    let mut module = Module { is_public, ..Module::of(file_of_module) };
    for item in items {
        if is_test(&item) {
            continue;
        }
        if let Some(name) = declared(&item) {
            module.items.push(name);
        }
        match item {
            syn::Item::Use(item) => {
                let mut brought = Module::of(PathBuf::new());
                flatten(&mut brought, Vec::new(), item.tree);
                if matches!(item.vis, syn::Visibility::Public(_)) {
                    module.passed_on.extend(brought.names.keys().cloned());
                }
                // A name that is passed on is not used here.
                if matches!(item.vis, syn::Visibility::Inherited) {
                    module.written.append(&mut brought.written);
                }
                module.names.append(&mut brought.names);
                module.globs.append(&mut brought.globs);
            }
            syn::Item::Mod(item) => {
                let mut path = path.clone();
                path.push(item.ident.to_string());
                let is_public = matches!(item.vis, syn::Visibility::Public(_));
                match item.content {
                    Some((_, items)) => collect(found, path, file, items, is_public),
                    None => {
                        let beside = folder(file).join(format!("{}.rs", item.ident));
                        read(found, path, &beside, is_public);
                    }
                }
            }
            item => {
                Paths(&mut module.written).visit_item(&item);
                module.syntax.push(item);
            }
        }
    }
    found.insert(path, module);
}

fn is_test(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            matches!(list.tokens.to_string().as_str(), "test" | "doctest")
        }
        _ => false,
    })
}

fn declared(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Mod(item) => &item.ident,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Takes the tree of a `use` apart.
fn flatten(module: &mut Module, mut prefix: Names, tree: syn::UseTree) {
    match tree {
        syn::UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(module, prefix, *path.tree);
        }
        syn::UseTree::Name(name) => {
            let own = name.ident.to_string();
            if own != "self" {
                prefix.push(own);
            }
            module.bring(prefix.last().cloned(), prefix);
        }
        syn::UseTree::Rename(rename) => {
            if rename.ident != "self" {
                prefix.push(rename.ident.to_string());
            }
            module.bring(Some(rename.rename.to_string()), prefix);
        }
        syn::UseTree::Glob(_) => {
            module.written.push(prefix.clone());
            module.globs.push(prefix);
        }
        syn::UseTree::Group(group) => {
            for tree in group.items {
                flatten(module, prefix.clone(), tree);
            }
        }
    }
}

impl Module {
    /// A module without anything in it yet.
    fn of(file: PathBuf) -> Self {
        Module {
            file,
            is_public: false,
            names: BTreeMap::new(),
            passed_on: Vec::new(),
            globs: Vec::new(),
            written: Vec::new(),
            items: Vec::new(),
            syntax: Vec::new(),
        }
    }

    fn bring(&mut self, name: Option<String>, path: Names) {
        self.written.push(path.clone());
        if let Some(name) = name.filter(|name| name != "_") {
            self.names.insert(name, path);
        }
    }
}

/// Collects the paths of two names or more in the code of an item, those in macros included.
struct Paths<'a>(&'a mut Vec<Names>);

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if 1 < path.segments.len() {
            self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // A `use` in a function brings its name in there alone.
        let mut inner = Module::of(PathBuf::new());
        flatten(&mut inner, Vec::new(), item.tree.clone());
        self.0.append(&mut inner.written);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
    }
}

impl Paths<'_> {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    self.tokens(group.stream());
                    colons = 0;
                }
                _ => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Names) {
        if 1 < path.len() {
            self.0.push(path.clone());
        }
        path.clear();
    }
}
