//! Whether the program that loads the plugin can use it.
//!
//! The dialect and its host must use one copy of MLIR. A host of another LLVM, or one that has
//! MLIR's archives in itself, would pass us objects that we take for something else.

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::path::Path;

use crate::ffi::mlir::glue;

/// Why this program cannot use the plugin; `None` if it can.
pub(super) fn unfit_host() -> Option<String> {
    let (mut built, mut running) = ([0; 3], [0; 3]);
    // SAFETY: both have room for three numbers.
    unsafe { glue::layoutLlvmVersions(built.as_mut_ptr(), running.as_mut_ptr()) };
    reason(&loaded_objects(), &built, &running)
}

/// The files of this process, in the order in which the linker loaded them: the program, what it
/// links, and what it asked for later, each before what it needs.
fn loaded_objects() -> Vec<String> {
    extern "C" fn collect(
        info: *mut libc::dl_phdr_info,
        _: libc::size_t,
        files: *mut c_void,
    ) -> c_int {
        // SAFETY: the C library gives a valid entry, and `files` is the list below.
        let (name, files) = unsafe { ((*info).dlpi_name, &mut *files.cast::<Vec<String>>()) };
        if !name.is_null() {
            // SAFETY: the name is a C string.
            files.push(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        }
        0
    }
    let mut files: Vec<String> = Vec::new();
    // SAFETY: the callback is given the list, which outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(collect), (&raw mut files).cast()) };
    files
}

/// The same for these files and these versions of LLVM, the one of the build and the one running.
fn reason(files: &[String], built: &[c_uint; 3], running: &[c_uint; 3]) -> Option<String> {
    let [major, minor, _] = built;
    if (major, minor) != (&running[0], &running[1]) {
        let [major, minor, patch] = built;
        let [a, b, c] = running;
        return Some(format!(
            "it is built for LLVM {major}.{minor}.{patch} and meets LLVM {a}.{b}.{c}"
        ));
    }
    let names: Vec<&str> = files
        .iter()
        .filter_map(|file| Path::new(file).file_name().and_then(|name| name.to_str()))
        .collect();
    let ours = format!("libMLIR.so.{major}.{minor}");
    let is_other = |name: &&&str| name.starts_with("libMLIR.so") && !name.starts_with(&ours);
    if let Some(other) = names.iter().find(is_other) {
        return Some(format!("it is built for {ours}, and this program uses {other}"));
    }
    // Files that the plugin needs come behind it, unless the program had loaded them before.
    let plugin = names.iter().position(|name| name.starts_with("liblayout"));
    let mlir = names.iter().position(|name| name.starts_with(&ours));
    match (plugin, mlir) {
        (Some(plugin), Some(mlir)) if plugin < mlir => Some(format!(
            "it needs a program that links {ours}, and this one has a copy of MLIR of its own"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::reason;

    fn of(files: &[&str], running: [u32; 3]) -> Option<String> {
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        reason(&files, &[22, 1, 3], &running)
    }

    #[test]
    fn a_host_of_the_same_release_is_fit() {
        let files = ["/lib/libMLIR.so.22.1", "/lib/libLLVM.so.22.1", "/x/liblayout.so"];
        assert_eq!(of(&files, [22, 1, 3]), None);
        assert_eq!(of(&files, [22, 1, 8]), None);
        // The driver, which has the library in itself.
        assert_eq!(of(&["/lib/libMLIR.so.22.1"], [22, 1, 3]), None);
    }

    #[test]
    fn other_hosts_are_told_apart() {
        let other = ["/lib/libMLIR.so.16", "/x/liblayout.so", "/lib/libMLIR.so.22.1"];
        assert_eq!(
            of(&other, [22, 1, 3]).unwrap(),
            "it is built for libMLIR.so.22.1, and this program uses libMLIR.so.16"
        );
        assert_eq!(
            of(&["/x/liblayout.so", "/lib/libMLIR.so.22.1"], [22, 1, 3]).unwrap(),
            "it needs a program that links libMLIR.so.22.1, and this one has a copy of MLIR of its own"
        );
        assert_eq!(
            of(&other, [22, 2, 0]).unwrap(),
            "it is built for LLVM 22.1.3 and meets LLVM 22.2.0"
        );
    }
}
