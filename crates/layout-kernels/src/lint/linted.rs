//! What was linted, as a baseline knows it.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// A file by its place, however its path is spelled, or anything else by its name.
///
/// A file is kept by its path from a folder, or by its absolute path if it is outside and was given so. The
/// folders of a file that exists are known without links; of another one `..` leaves the folder before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linted {
    kept: String,
    /// All names, which older baselines may have.
    names: Vec<String>,
}

impl Linted {
    /// The file at a path from the working directory, or from the folder if there is no such file.
    pub fn at(path: &Path, folder: &Path) -> Self {
        let Some(place) = place(path) else {
            let own = (plain(&folder.join(path)), plain(folder));
            return Self::of(path, &[own], true);
        };
        let leads = |other: &Path| self::place(other).is_some_and(|other| other == place);
        let mut own =
            vec![(place.clone(), fs::canonicalize(folder).unwrap_or_else(|_| plain(folder)))];
        // Where `..` leaves no link the path with its links is one of the same file.
        let spelled = std::path::absolute(path).map(|path| plain(&path)).ok();
        own.extend(spelled.filter(|path| leads(path)).map(|path| (path, plain(folder))));
        Self::of(path, &own, leads(&folder.join(path)))
    }

    /// What is no file, such as a kernel of a test.
    pub fn named(name: &str) -> Self {
        Linted { kept: name.to_owned(), names: vec![name.to_owned()] }
    }

    /// A file of absolute paths, each with the folder, that was given as a path, which may be a name of it.
    fn of(given: &Path, own: &[(PathBuf, PathBuf)], is_named: bool) -> Self {
        let relative: Vec<PathBuf> =
            own.iter().map(|(path, folder)| relative(path, folder)).collect();
        let inside = relative.iter().find(|path| !path.starts_with(".."));
        let outside = if given.is_absolute() { &own[0].0 } else { &relative[0] };
        let mut names: Vec<String> = relative.iter().map(|path| text(path)).collect();
        names.extend(own.iter().map(|(path, _)| text(path)));
        names.extend(is_named.then(|| text(given)));
        Linted { kept: text(inside.unwrap_or(outside)), names }
    }

    /// The name that is written.
    pub(super) fn kept(&self) -> &str {
        &self.kept
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

/// Where a file is: its name in a folder without links.
fn place(path: &Path) -> Option<PathBuf> {
    let (name, _) = (path.file_name()?, fs::symlink_metadata(path).ok()?);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(name))
}

fn relative(path: &Path, folder: &Path) -> PathBuf {
    let shared = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let above = folder.components().skip(shared).map(|_| Component::ParentDir);
    above.chain(path.components().skip(shared)).collect()
}

/// A path without what says nothing, `.` and the folders that `..` leaves.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// A path, by its bytes if it is no text.
fn text(path: &Path) -> String {
    let escaped = |byte: &u8| match byte {
        b'!'..=b'~' if *byte != b'%' => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let bytes = path.as_os_str().as_encoded_bytes();
    path.to_str().map_or_else(|| bytes.iter().map(escaped).collect(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn at(file: &str, folder: &str) -> Linted {
        Linted::at(Path::new(file), Path::new(folder))
    }

    #[test]
    fn a_path_has_one_spelling() {
        for file in [
            "sub/k.ttgir",
            "./sub/k.ttgir",
            "sub/../sub/./k.ttgir",
            "sub//k.ttgir",
            "/home/no/kernels/sub/k.ttgir",
            "../kernels/sub/k.ttgir",
        ] {
            let own = at(file, "/home/no/kernels");
            let names = ["sub/k.ttgir", "/home/no/kernels/sub/k.ttgir", file];
            assert_eq!((own.kept(), own.names().collect()), (names[0], names.to_vec()), "{file}");
        }
        for (file, kept) in [
            ("../k.ttgir", "../k.ttgir"),
            ("/home/no/k.ttgir", "/home/no/k.ttgir"),
            ("sub/../../k.ttgir", "../k.ttgir"),
        ] {
            let own = at(file, "/home/no/kernels");
            assert_eq!(own.kept(), kept, "{file}");
            assert!(own.names().eq(["../k.ttgir", "/home/no/k.ttgir", file]), "{file}");
        }
        for (file, kept) in [
            ("/tmp/no/k.ttgir", "/tmp/no/k.ttgir"),
            ("/home/no/./k.ttgir", "k.ttgir"),
            ("./k.ttgir", "k.ttgir"),
            ("../all/./k.ttgir", "../all/k.ttgir"),
            ("<stdin>", "<stdin>"),
        ] {
            assert_eq!(at(file, "/home/no").kept(), kept);
        }
        assert_eq!(at("k.ttgir", "").kept(), "k.ttgir");
    }

    #[test]
    fn a_name_is_no_path() {
        let name = "test.py::test[a/../b]";
        assert!(Linted::named(name).names().eq([name]));
    }

    #[test]
    fn paths_that_are_no_text_are_their_bytes() {
        let kept =
            |bytes: &[u8]| Linted::at(Path::new(OsStr::from_bytes(bytes)), Path::new("/no")).kept;
        assert_eq!(kept(b"\xff k%.ttgir"), "%FF%20k%25.ttgir");
        assert_eq!(kept(b"\xfek.ttgir"), "%FEk.ttgir");
        assert_eq!(kept("ä k%.ttgir".as_bytes()), "ä k%.ttgir");
    }
}
