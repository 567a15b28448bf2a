//! Builds what stands between Rust and MLIR: the classes that `mlir-tblgen` generates from
//! `dialect/*.td`, and the C++ glue in `dialect/*.cpp`. Without the feature `mlir` there is nothing
//! to build.

#[cfg(feature = "mlir")]
#[path = "build/operations.rs"]
mod operations;
#[cfg(feature = "mlir")]
#[path = "build/passes.rs"]
mod passes;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The variable that names LLVM's folder. The crates `mlir-sys` and `melior` read the same one.
const PREFIX: &str = "MLIR_SYS_220_PREFIX";

/// More flags for the compiler of the glue, and of nothing else that is built here: `scripts/sanitize`
/// has some.
const GLUE_FLAGS: &str = "LAYOUT_GLUE_FLAGS";

/// What `mlir-tblgen` generates: the source, the file made of it, and the options that say how.
const GENERATED: &[(&str, &str, &[&str])] = &[
    ("LayoutDialect.td", "LayoutDialect.h.inc", &["--gen-dialect-decls", "--dialect=layout"]),
    ("LayoutDialect.td", "LayoutDialect.cpp.inc", &["--gen-dialect-defs", "--dialect=layout"]),
    ("LayoutAttrs.td", "LayoutAttrs.h.inc", &["--gen-attrdef-decls"]),
    ("LayoutAttrs.td", "LayoutAttrs.cpp.inc", &["--gen-attrdef-defs"]),
    ("LayoutAttrs.td", "LayoutTypes.h.inc", &["--gen-typedef-decls"]),
    ("LayoutAttrs.td", "LayoutTypes.cpp.inc", &["--gen-typedef-defs"]),
    ("LayoutOps.td", "LayoutOps.h.inc", &["--gen-op-decls"]),
    ("LayoutOps.td", "LayoutOps.cpp.inc", &["--gen-op-defs"]),
    ("LayoutCanonicalization.td", "LayoutCanonicalization.cpp.inc", &["--gen-rewriters"]),
    ("LayoutPasses.td", "LayoutPasses.h.inc", &["--gen-pass-decls", "--name=Layout"]),
];

/// The glue, as what is compiled at once: most of a file's time goes to MLIR's headers, which its neighbors
/// include as well. What only the programs need stays out of the plugin.
const UNITS: &[(&str, &[&str])] = &[
    (
        "dialect",
        &[
            "LayoutOps.cpp",
            "LayoutC.cpp",
            "LayoutConstant.cpp",
            "LayoutDialect.cpp",
            "LayoutForeign.cpp",
            "LayoutMemRef.cpp",
            "LayoutPasses.cpp",
            "LayoutPresburger.cpp",
            "LayoutRanges.cpp",
            "LayoutTypeIds.cpp",
        ],
    ),
    ("driver", &["LayoutDriver.cpp", "LayoutNewerDialects.cpp", "LayoutOpaqueDialects.cpp"]),
];

/// The programs that have an allocator of their own with the feature `allocator`, and its functions, which
/// stand in the place of the C library's.
const WITH_ALLOCATOR: [&str; 2] = ["layout-opt", "layout-validate"];
const ALLOCATOR: [&str; 9] = [
    "aligned_alloc",
    "calloc",
    "free",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "posix_memalign",
    "realloc",
    "valloc",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    if env::var_os("CARGO_FEATURE_MLIR").is_none() {
        return Ok(());
    }
    println!("cargo:rerun-if-changed=dialect");
    for variable in [PREFIX, GLUE_FLAGS] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    let llvm = env::var_os(PREFIX)
        .map(PathBuf::from)
        .ok_or_else(|| format!("{PREFIX} is not set: it names the folder of LLVM 22"))?;
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    generate(&llvm, &out)?;
    #[cfg(feature = "mlir")]
    {
        operations::generate(&llvm, &out)?;
        passes::generate(&llvm, &out)?;
    }
    compile(&llvm, &out)?;
    link(&llvm, &out)
}

fn generate(llvm: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    for &(source, target, options) in GENERATED {
        let mut command = Command::new(llvm.join("bin/mlir-tblgen"));
        command.args(options).arg("-I").arg("dialect").arg("-I").arg(llvm.join("include"));
        command.arg("-o").arg(out.join(target)).arg(Path::new("dialect").join(source));
        let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
        if !status.success() {
            return Err(format!("{command:?}: {status}").into());
        }
    }
    Ok(())
}

fn compile(llvm: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").include("dialect").include(out);
    // LLVM's headers are system headers: their warnings are not ours.
    build.flag("-isystem").flag(llvm.join("include"));
    build.flag("-fno-exceptions").flag("-fno-rtti").flag("-fvisibility=hidden");
    build.flag("-fvisibility-inlines-hidden").flag("-Wno-unused-parameter");
    // As Debian's LLVM is built: the assertions of its headers are off.
    build.define("NDEBUG", None).define("_GNU_SOURCE", None);
    for macro_name in ["CONSTANT", "FORMAT", "LIMIT"] {
        build.define(&format!("__STDC_{macro_name}_MACROS"), None);
    }
    let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    build.define("LAYOUT_VERSION", version.as_str());
    if is_built_with_clang(llvm)? {
        // See dialect/LayoutTypeIds.cpp.
        build.define("registerImplicitTypeID", "layoutImplicitTypeID");
    }
    // At level 2 the compiler takes a third longer, and passes execute about 1 % fewer instructions.
    build.opt_level(1).debug(false);
    // GCC looks for memory that it needs no more only from 1 GiB on: with headers like these that is a tenth of
    // its time.
    build.flag_if_supported("--param=ggc-min-heapsize=1000000");
    build.flags(env::var(GLUE_FLAGS).unwrap_or_default().split_whitespace());
    for (unit, sources) in UNITS {
        let file = out.join(unit).with_extension("cpp");
        let includes = sources.iter().map(|source| format!("#include \"{source}\"\n"));
        fs::write(&file, includes.collect::<String>())?;
        build.file(file);
    }
    build.compile("layout_glue");
    Ok(())
}

/// Whether libMLIR spells the names of traits as Clang does.
fn is_built_with_clang(llvm: &Path) -> Result<bool, Box<dyn Error>> {
    let mut command = Command::new("grep");
    command.args(["-q", "-a", "-F", "mlir::OpTrait::ConstantLike<Empty>"]);
    let status = command.arg(llvm.join("lib/libMLIR.so")).status()?;
    match status.code() {
        Some(code @ (0 | 1)) => Ok(code == 0),
        _ => Err(format!("{command:?}: {status}").into()),
    }
}

fn link(llvm: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let libraries = llvm.join("lib");
    // mlir-sys asks the linker for `-lMLIR-C`, a shared library that Debian does not ship. The
    // archives it would be made of are there, so a linker script of that name stands in for it.
    // Everything else of MLIR comes from the one libMLIR.so: with a second, static copy there would
    // be two sets of type ids and the host tool would not know our dialect's interfaces.
    let mut archives = Vec::new();
    for entry in fs::read_dir(&libraries)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if name.starts_with("libMLIRCAPI") && name.ends_with(".a") {
            archives.push(path.display().to_string());
        }
    }
    archives.sort();
    fs::write(out.join("libMLIR-C.so"), format!("INPUT({})\n", archives.join(" ")))?;
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rustc-link-search={}", libraries.display());
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", libraries.display());
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblayout.so");
    // libLLVM has isl symbols of its own (Polly's). If a program exported ours, they would take the
    // place of Polly's. Those of an allocator do so on purpose: what one library allocates another frees.
    let exports = out.join("exports.map");
    fs::write(&exports, format!("{{ global: {}; local: *; }};\n", ALLOCATOR.join("; ")))?;
    let has_allocator = env::var_os("CARGO_FEATURE_ALLOCATOR").is_some();
    for program in ["layout-opt", "layout-validate", "layout-lsp-server", "layout-manuals"] {
        let argument = match has_allocator && WITH_ALLOCATOR.contains(&program) {
            true => format!("--version-script={}", exports.display()),
            false => "--exclude-libs,ALL".to_owned(),
        };
        println!("cargo:rustc-link-arg-bin={program}=-Wl,{argument}");
    }
    Ok(())
}
