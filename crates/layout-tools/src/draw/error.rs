use std::error::Error;
use std::fmt;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawError {
    /// More cells than a picture can show.
    TooLarge { rows: i64, columns: i64 },
    /// More coordinates than are walked over for a picture.
    TooMany { what: String, size: i64 },
    /// A layout without offsets to draw: a tiler, or one with symbols.
    NoOffsets { layout: String },
    /// A relation whose inputs do not lie in a table.
    Inputs { layout: String, n: usize },
    /// A relation whose inputs could be anything.
    Unbounded { layout: String },
    /// A layout whose values do not lie in a table.
    Dims { layout: String, n: usize },
    /// A layout that this kind of picture does not show.
    Kind { layout: String, wanted: &'static str },
    /// A tile without elements.
    Extent { extent: i64 },
    /// An offset outside the tile that is to be drawn.
    OutsideTile { layout: String, offset: i64, size: i64 },
    /// The size of a buffer where no offsets are drawn that could be outside of it.
    NoBuffer { layout: String, size: i64, shows: &'static str },
    /// The banks that an access meets are not known.
    Banks { reason: String },
}

/// The most rows, and the most columns, of a table.
pub(super) const MOST: i64 = 128;
/// The most cells of a table.
pub(super) const MOST_CELLS: i64 = 4096;

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::TooLarge { rows, columns } => write!(
                f,
                "a table of {rows} by {columns} cells is too large to read: at most {MOST} by {MOST} \
                 and {MOST_CELLS} cells are drawn, of which a slice or a tile may be some"
            ),
            DrawError::TooMany { what, size } => {
                write!(f, "{what} has {size} coordinates, of which at most 65536 are drawn")
            }
            DrawError::NoOffsets { layout } => {
                write!(f, "{layout} has no offsets that are known numbers")
            }
            DrawError::Inputs { layout, n } => {
                write!(f, "{layout} has {n} inputs, and a table shows one or two")
            }
            DrawError::Unbounded { layout } => {
                write!(f, "not every input of {layout} has bounds that are numbers, as a table has")
            }
            DrawError::Dims { layout, n } => {
                write!(f, "{layout} has {n} out-dims, and a table shows one or two")
            }
            DrawError::Kind { layout, wanted } => write!(f, "{layout} is not a {wanted}"),
            DrawError::Extent { extent } => {
                write!(f, "extent {extent} of the tile is less than 1")
            }
            DrawError::OutsideTile { layout, offset, size } => {
                write!(f, "{layout} has the offset {offset}, outside the tile of {size} elements")
            }
            DrawError::NoBuffer { layout, size, shows } => write!(
                f,
                "nothing can be marked as outside a buffer of {size} elements: the picture of {layout} \
                 shows {shows}, not offsets"
            ),
            DrawError::Banks { reason } => f.write_str(reason),
        }
    }
}

impl Error for DrawError {}
