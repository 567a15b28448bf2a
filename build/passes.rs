//! Generates from `dialect/LayoutPasses.td` what C++ and Rust need to know of each pass.
//!
//! For C++: the enumerations of the options (`LayoutPassEnums.h.inc`), the switches that make
//! `mlir-tblgen`'s base classes (`LayoutPassSwitches.h.inc`), and the classes themselves with their
//! registration (`LayoutPassClasses.cpp.inc`). For Rust: the enumerations, options and statistics
//! (`passes.rs`), and the table of the passes (`pass_table.rs`). A pass `def LayoutInsertBounds` is the type
//! `InsertBounds` in the module `passes::insert_bounds`.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tblgen::record::Record;
use tblgen::{RecordKeeper, TableGenParser};

type Failure = Box<dyn Error>;

pub fn generate(llvm: &Path, out: &Path) -> Result<(), Failure> {
    let include = llvm.join("include");
    let keeper = TableGenParser::new()
        .add_source_file("dialect/LayoutPasses.td")
        .add_include_directory("dialect")
        .add_include_directory(include.to_str().ok_or("the path of LLVM is not UTF-8")?)
        .parse()?;
    // To ask for the definitions of a class that there is not ends the process.
    let mut passes = definitions(&keeper)?;
    passes.sort_by(|a, b| a.argument.cmp(&b.argument));
    fs::write(out.join("LayoutPassEnums.h.inc"), cpp_enums(&passes)?)?;
    fs::write(out.join("LayoutPassSwitches.h.inc"), cpp_switches(&passes)?)?;
    fs::write(out.join("LayoutPassClasses.cpp.inc"), cpp_classes(&passes)?)?;
    fs::write(out.join("passes.rs"), rust(&passes)?)?;
    fs::write(out.join("pass_table.rs"), rust_table(&passes)?)?;
    Ok(())
}

struct Pass {
    /// `LayoutInsertBounds`.
    definition: String,
    /// `layout-insert-bounds`.
    argument: String,
    summary: String,
    options: Vec<PassOption>,
    statistics: Vec<Counted>,
}

struct PassOption {
    /// `guardWith`.
    name: String,
    /// `guard-with`.
    argument: String,
    summary: String,
    value: ValueType,
}

enum ValueType {
    /// A type of C++ and the default, as C++ writes it.
    Plain {
        cpp: String,
        default: String,
    },
    Word {
        name: String,
        words: Vec<(String, String)>,
        default: String,
    },
}

/// The type of C++ of an option that is a text, such as the name of a file.
const TEXT: &str = "std::string";

struct Counted {
    /// `numGuarded`.
    name: String,
    summary: String,
}

fn definitions(keeper: &RecordKeeper) -> Result<Vec<Pass>, Failure> {
    keeper.class("Pass")?;
    keeper
        .all_derived_definitions("Pass")
        .map(|record| {
            let options = record.list_of_defs_value("options")?;
            let statistics = record.list_of_defs_value("statistics")?;
            Ok(Pass {
                definition: record.name()?.to_owned(),
                argument: record.str_value("argument")?.to_owned(),
                summary: record.str_value("summary")?.to_owned(),
                options: options.into_iter().map(option).collect::<Result<_, _>>()?,
                statistics: statistics.into_iter().map(counted).collect::<Result<_, _>>()?,
            })
        })
        .collect()
}

fn option(record: Record<'_>) -> Result<PassOption, Failure> {
    let text = |field: &str| record.str_value(field).map(str::to_owned);
    let value = if record.has_field("choices") {
        let words = record
            .list_of_defs_value("choices")?
            .into_iter()
            .map(|word| {
                let (text, summary) = (word.str_value("text")?, word.str_value("summary")?);
                Ok((text.to_owned(), summary.to_owned()))
            })
            .collect::<Result<_, Failure>>()?;
        ValueType::Word { name: text("enumName")?, words, default: text("defaultChoice")? }
    } else {
        ValueType::Plain { cpp: text("type")?, default: text("defaultValue")? }
    };
    Ok(PassOption {
        name: text("cppName")?,
        argument: text("argument")?,
        summary: text("description")?,
        value,
    })
}

fn counted(record: Record<'_>) -> Result<Counted, Failure> {
    Ok(Counted {
        name: record.str_value("cppName")?.to_owned(),
        summary: record.str_value("description")?.to_owned(),
    })
}

/// Each enumeration once, with its words.
fn enumerations(passes: &[Pass]) -> Vec<(&str, &[(String, String)])> {
    let mut seen = BTreeSet::new();
    passes
        .iter()
        .flat_map(|pass| &pass.options)
        .filter_map(|option| match &option.value {
            ValueType::Word { name, words, .. } => Some((name.as_str(), words.as_slice())),
            ValueType::Plain { .. } => None,
        })
        .filter(|(name, _)| seen.insert(*name))
        .collect()
}

fn cpp_enums(passes: &[Pass]) -> Result<String, Failure> {
    let mut text = String::new();
    for (name, words) in enumerations(passes) {
        let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        writeln!(text, "enum class {name} {{ {} }};", words.join(", "))?;
    }
    Ok(text)
}

fn cpp_switches(passes: &[Pass]) -> Result<String, Failure> {
    let mut text = String::new();
    for pass in passes {
        writeln!(text, "#define GEN_PASS_DEF_{}", pass.definition.to_uppercase())?;
    }
    Ok(text)
}

fn cpp_classes(passes: &[Pass]) -> Result<String, Failure> {
    let mut text = String::new();
    for Pass { definition: name, .. } in passes {
        writeln!(text, "struct {name} : RustPass<impl::{name}Base<{name}>> {{")?;
        writeln!(text, "  using RustPass::RustPass;\n}};")?;
    }
    writeln!(text, "\nstatic void registerAll() {{")?;
    for pass in passes {
        writeln!(text, "  registerPass<{}>();", pass.definition)?;
    }
    writeln!(text, "}}")?;
    Ok(text)
}

fn rust(passes: &[Pass]) -> Result<String, Failure> {
    let mut text = String::new();
    for (name, words) in enumerations(passes) {
        rust_enum(&mut text, name, words)?;
    }
    for pass in passes {
        rust_pass(&mut text, pass)?;
    }
    Ok(text)
}

fn rust_table(passes: &[Pass]) -> Result<String, Failure> {
    let mut text = String::new();
    for pass in passes {
        let (module, name) = names(pass)?;
        writeln!(text, "impl Declared for super::{module}::{name} {{")?;
        writeln!(text, "    const ARGUMENT: &'static str = {:?};", pass.argument)?;
        writeln!(text, "    const SUMMARY: &'static str = {:?};", pass.summary)?;
        let options: Vec<(&str, &str)> =
            pass.options.iter().map(|option| (&*option.argument, &*option.summary)).collect();
        writeln!(
            text,
            "    const OPTIONS: &'static [(&'static str, &'static str)] = &{options:?};"
        )?;
        writeln!(text, "    type Options = declared::{module}::Options;")?;
        writeln!(text, "    type Statistics = declared::{module}::Statistics;\n}}\n")?;
    }
    writeln!(text, "/// Every pass, by the argument that names it on a command line.")?;
    writeln!(text, "pub(crate) const PASSES: &[PassEntry] = &[")?;
    for pass in passes {
        let (module, name) = names(pass)?;
        writeln!(text, "    PassEntry::of::<super::{module}::{name}>(),")?;
    }
    writeln!(text, "];")?;
    Ok(text)
}

fn rust_enum(text: &mut String, name: &str, words: &[(String, String)]) -> Result<(), Failure> {
    writeln!(text, "/// The values of an option.")?;
    writeln!(text, "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum {name} {{")?;
    for (word, summary) in words {
        writeln!(text, "    /// `{word}`: {summary}.\n    {},", capitalized(word))?;
    }
    writeln!(text, "}}\n\nimpl OptionValue for {name} {{")?;
    writeln!(text, "    fn read(text: &str) -> Option<Self> {{\n        match text {{")?;
    for (word, _) in words {
        writeln!(text, "            {word:?} => Some({name}::{}),", capitalized(word))?;
    }
    writeln!(text, "            _ => None,\n        }}\n    }}\n}}\n")?;
    Ok(())
}

fn rust_pass(text: &mut String, pass: &Pass) -> Result<(), Failure> {
    let (module, _) = names(pass)?;
    writeln!(text, "/// `{}`: {}.", pass.argument, pass.summary)?;
    writeln!(text, "pub mod {module} {{\n    #[allow(unused_imports)]\n    use super::*;\n")?;
    writeln!(text, "    /// What the user chose.")?;
    writeln!(text, "    #[derive(Debug, Clone, PartialEq, Eq)]")?;
    writeln!(text, "    pub struct Options {{")?;
    for option in &pass.options {
        writeln!(text, "        /// {}.", option.summary)?;
        writeln!(text, "        pub {}: {},", snake(&option.name), rust_type(option)?)?;
    }
    writeln!(text, "    }}\n\n    impl ReadOptions for Options {{")?;
    writeln!(text, "        fn declared() -> Self {{\n            Options {{")?;
    for option in &pass.options {
        let default = match &option.value {
            ValueType::Plain { cpp, default } if cpp == TEXT => format!("{default}.to_owned()"),
            ValueType::Plain { default, .. } => default.clone(),
            ValueType::Word { name, default, .. } => format!("{name}::{}", capitalized(default)),
        };
        writeln!(text, "                {}: {default},", snake(&option.name))?;
    }
    writeln!(text, "            }}\n        }}\n")?;
    if pass.options.is_empty() {
        writeln!(text, "        fn set(&mut self, _: &str, _: &str) -> Option<()> {{")?;
        writeln!(text, "            None\n        }}\n    }}\n")?;
    } else {
        writeln!(text, "        fn set(&mut self, name: &str, value: &str) -> Option<()> {{")?;
        writeln!(text, "            match name {{")?;
        for PassOption { name, argument, .. } in &pass.options {
            let field = snake(name);
            writeln!(
                text,
                "                {argument:?} => self.{field} = OptionValue::read(value)?,"
            )?;
        }
        writeln!(text, "                _ => return None,\n            }}")?;
        writeln!(text, "            Some(())\n        }}\n    }}\n")?;
    }
    writeln!(text, "    /// What the pass counts.")?;
    writeln!(text, "    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]")?;
    writeln!(text, "    pub struct Statistics {{")?;
    for Counted { name, summary } in &pass.statistics {
        writeln!(text, "        /// {summary}.\n        pub {}: i64,", counter(name)?)?;
    }
    writeln!(text, "    }}\n\n    impl Counts for Statistics {{")?;
    let counters: Result<Vec<String>, Failure> = pass
        .statistics
        .iter()
        .map(|counted| Ok(format!("self.{}", counter(&counted.name)?)))
        .collect();
    writeln!(text, "        fn counts(&self) -> Vec<i64> {{")?;
    let counters = counters?;
    writeln!(text, "            vec![{}]\n        }}\n    }}\n", counters.join(", "))?;
    let more = if counters.is_empty() { "_" } else { "more" };
    writeln!(text, "    impl Merge for Statistics {{")?;
    writeln!(text, "        fn merge(&mut self, {more}: Self) {{")?;
    for counter in &counters {
        let field = counter.trim_start_matches("self.");
        writeln!(text, "            {counter} += more.{field};")?;
    }
    writeln!(text, "        }}\n    }}\n")?;
    writeln!(text, "}}\n")?;
    Ok(())
}

/// The module and the type of a pass in Rust.
fn names(pass: &Pass) -> Result<(String, &str), Failure> {
    let name = pass.definition.strip_prefix("Layout");
    let name = name.ok_or_else(|| format!("{}: not Layout...", pass.definition))?;
    let module = pass.argument.trim_start_matches("layout-").replace('-', "_");
    Ok((module, name))
}

fn rust_type(option: &PassOption) -> Result<&str, Failure> {
    match &option.value {
        ValueType::Word { name, .. } => Ok(name),
        ValueType::Plain { cpp, .. } => match cpp.as_str() {
            "bool" => Ok("bool"),
            "uint32_t" => Ok("u32"),
            "uint64_t" => Ok("u64"),
            TEXT => Ok("String"),
            other => Err(format!("{}: no type of Rust for {other}", option.argument).into()),
        },
    }
}

/// `guarded` for `numGuarded`.
fn counter(name: &str) -> Result<String, Failure> {
    let counted = name.strip_prefix("num").ok_or_else(|| format!("{name}: not num..."))?;
    Ok(snake(counted))
}

/// `guard_with` for `guardWith`. A keyword gets `r#`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    if text == "type" { "r#type".to_owned() } else { text }
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
