//! Gives the shared library the name by which a program finds it at run time. While the first number of
//! the version is 0, the second one says which versions are compatible.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let part = |name: &str| std::env::var(name).unwrap_or_default();
    let (major, minor) = (part("CARGO_PKG_VERSION_MAJOR"), part("CARGO_PKG_VERSION_MINOR"));
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblayout_math.so.{major}.{minor}");
}
