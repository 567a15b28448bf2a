//! Places in files.

use melior::ir::Location;

/// A line and a column of a file, both from 1, columns in bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FilePosition {
    pub file: String,
    pub line: usize,
    pub column: usize,
}

impl FilePosition {
    /// The place that a location is: itself, what it gives a name to, the callee of a call, or the first
    /// place of those it fuses. `None` if it says none.
    pub fn of(location: Location<'_>) -> Option<Self> {
        if location.is_file_line_col_range() {
            return Some(FilePosition {
                file: location
                    .file_line_col_range_filename()
                    .as_string_ref()
                    .as_str()
                    .ok()?
                    .to_owned(),
                line: location.file_line_col_range_start_line(),
                column: location.file_line_col_range_start_column(),
            });
        }
        if location.is_name() {
            return FilePosition::of(location.name_child_location());
        }
        if location.is_call_site() {
            return FilePosition::of(location.call_site_callee());
        }
        if location.is_fused() {
            let mut parts = 0..location.fused_num_locations();
            return parts.find_map(|at| FilePosition::of(location.fused_location(at)));
        }
        None
    }
}
