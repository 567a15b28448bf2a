//! The program finds the shared MLIR of LLVM 22 where it is installed.

fn main() {
    let llvm = std::env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml sets it");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{llvm}/lib");
}
