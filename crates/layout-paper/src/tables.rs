//! The two tables of section 6, computed.

use super::error::PaperError;
use super::linear::binary_relation;
use layout_math::algebra::{AnyLayout, View, to_relation};
use layout_math::cute::{self, Composition, Layout, Swizzle};
use layout_math::linear::LinearLayout;
use layout_math::relation::{Context, Relation};

/// A row of the paper's table of CuTe layouts and operations.
#[derive(Debug, Clone, PartialEq)]
pub struct CuteRow {
    /// The first column, such as `complement((2,2):(1,5), 20)`.
    pub name: String,
    /// The layout that the paper's algorithm gives, errata applied; none for a swizzle.
    pub paper: Option<Layout>,
    /// The layout mapping of that layout, or of the swizzle.
    pub relation: Relation,
    /// What CuTe answers; none for a swizzle.
    pub cute: Option<Layout>,
    /// What the paper prints wrongly in this row, or why CuTe's answer is another.
    pub remark: Option<&'static str>,
}

/// A row of the paper's table of linear layouts.
#[derive(Debug, Clone, PartialEq)]
pub struct LinearRow {
    /// The name of the layout in the paper.
    pub name: &'static str,
    pub layout: LinearLayout,
    /// The mapping between binary spaces.
    pub binary: Relation,
    /// The layout mapping.
    pub relation: Relation,
    /// What the paper prints wrongly in this row.
    pub remark: Option<&'static str>,
}

enum TableRow {
    Layout(&'static str),
    Inverse(&'static str),
    LeftInverse(&'static str),
    RightInverse(&'static str),
    Complement(&'static str, i64),
    Composition(&'static str, &'static str),
    Swizzle(&'static str),
}

const CUTE_ROWS: [(TableRow, Option<&str>); 15] = [
    (TableRow::Layout("(4,2,2):(2,1,8)"), None),
    (TableRow::Inverse("(4,2,2):(2,1,8)"), None),
    (
        TableRow::LeftInverse("(4,2,2):(4,2,32)"),
        Some("CuTe sends numbers below the first stride to 0, the paper counts them"),
    ),
    (TableRow::RightInverse("(4,8,2):(8,1,33)"), None),
    (
        TableRow::Complement("(2,2):(1,5)", 20),
        Some("CuTe goes on after stride times extent, the paper after the last offset"),
    ),
    (TableRow::Complement("(4,2):(1,16)", 32), None),
    (
        TableRow::Complement("(2,2):(2,10)", 20),
        Some("CuTe goes on after stride times extent, the paper after the last offset"),
    ),
    (TableRow::Complement("(2,2):(1,4)", 20), None),
    (TableRow::Composition("(2,2):(1,80)", "(2,2):(2,1)"), None),
    (TableRow::Composition("(4,6,8,10):(2,3,5,7)", "6:12"), None),
    (TableRow::Composition("(4,2,8):(3,12,97)", "3:3"), None),
    (
        TableRow::Composition("((4,2),(2,4)):((2,16),(1,8))", "((4,8),2):((16,1),8)"),
        Some("the paper's result lacks an opening parenthesis"),
    ),
    (TableRow::Composition("(4,2,2):(2,1,8)", "16:1"), None),
    (TableRow::Swizzle("S<1,2,1>"), None),
    (TableRow::Swizzle("S<1,2,-1>"), None),
];

const LINEAR_ROWS: [(&str, &str, Option<&str>); 7] = [
    ("swizzled", "{c0 = [[1,1],[2,2]], c1 = [[0,1],[0,2]]} -> [dim0 = 4, dim1 = 4]", None),
    ("1d_identity", "{c0 = [[1],[2],[4]]} -> [dim0 = 8]", None),
    (
        "zeros",
        "{c0 = [[0],[0],[0]]} -> [dim0 = 8]",
        Some("the paper prints the binary range as [0] and not as [0,0,0]"),
    ),
    ("2d_identity", "{c0 = [[1,0],[2,0]], c1 = [[0,1],[0,2]]} -> [dim0 = 4, dim1 = 4]", None),
    (
        "2d_transpose",
        "{c0 = [[0,1],[0,2]], c1 = [[1,0],[2,0]]} -> [dim0 = 4, dim1 = 4]",
        Some("the paper prints the layout mapping as the identity"),
    ),
    ("1d_transpose", "{c0 = [[4],[8],[1],[2]]} -> [dim0 = 16]", None),
    ("2d_broadcast", "{c0 = [[1],[2]], c1 = [[0],[0]]} -> [dim0 = 4]", None),
];

/// The rows of the table of CuTe layouts and operations, in the order of the paper.
///
/// Law: each layout is the answer of this module's algorithm, and has the layout mapping beside it.
///
/// # Errors
///
/// Out of budget, which a million operations are more than enough to avoid.
///
/// ```
/// use layout_paper::cute_table;
/// use layout_math::relation::Context;
///
/// let rows = cute_table(&Context::new(1_000_000))?;
/// let row = &rows[4];
/// assert_eq!(row.name, "complement((2,2):(1,5), 20)");
/// assert_eq!(row.paper.as_ref().unwrap().to_string(), "(2,3):(2,9)");
/// assert_eq!(row.relation.to_string(), "{ [c] -> [2c + 5*floor(c/2)] : 0 <= c < 6 }");
/// assert_eq!(row.cute.as_ref().unwrap().to_string(), "(2,2):(2,10)");
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn cute_table(context: &Context) -> Result<Vec<CuteRow>, PaperError> {
    CUTE_ROWS.iter().map(|(row, remark)| cute_row(context, row, *remark)).collect()
}

fn cute_row(
    context: &Context,
    row: &TableRow,
    remark: Option<&'static str>,
) -> Result<CuteRow, PaperError> {
    let (name, paper, cute) = match row {
        TableRow::Layout(of) => ((*of).to_owned(), layout(of), layout(of)),
        TableRow::Inverse(of) => {
            let of = layout(of);
            (format!("inverse({of})"), crate::inverse(context, &of)?, cute::inverse(&of)?)
        }
        TableRow::LeftInverse(of) => {
            let of = layout(of);
            let paper = crate::left_inverse(context, &of)?;
            (format!("left_inverse({of})"), paper, cute::left_inverse(&of)?)
        }
        TableRow::RightInverse(of) => {
            let of = layout(of);
            let paper = crate::right_inverse(context, &of)?;
            (format!("right_inverse({of})"), paper, cute::right_inverse(&of))
        }
        TableRow::Complement(of, size) => {
            let of = layout(of);
            let paper = crate::complement(context, &of, *size)?;
            (format!("complement({of}, {size})"), paper, cute::complement(&of, *size)?)
        }
        TableRow::Composition(g, f) => {
            let (g, f) = (layout(g), layout(f));
            let Composition::Layout(cute) = cute::composition(&g, &f) else {
                unreachable!("each composition of the table is a layout");
            };
            (format!("{g} o {f}"), crate::composition(context, &g, &f)?, cute)
        }
        TableRow::Swizzle(of) => {
            let of: Swizzle = of.parse().expect("the swizzles of the table are swizzles");
            let relation = Relation::from_swizzle(of.bits(), of.base(), of.shift())?;
            let name = of.to_string();
            return Ok(CuteRow { name, paper: None, relation, cute: None, remark });
        }
    };
    let relation = relation(&paper.clone().into(), &View::Integral);
    Ok(CuteRow { name, paper: Some(paper), relation, cute: Some(cute), remark })
}

/// The rows of the table of linear layouts, in the order of the paper.
///
/// # Errors
///
/// None: the layouts of the table have relations.
///
/// ```
/// use layout_paper::linear_table;
///
/// let rows = linear_table()?;
/// let row = &rows[4];
/// assert_eq!(row.name, "2d_transpose");
/// assert_eq!(
///     row.relation.to_string(),
///     "{ [c0, c1] -> [dim0 = c1, dim1 = c0] : 0 <= c0 < 4 and 0 <= c1 < 4 }"
/// );
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn linear_table() -> Result<Vec<LinearRow>, PaperError> {
    let row = |&(name, text, remark): &(&'static str, &str, Option<&'static str>)| {
        let layout: LinearLayout = text.parse().expect("the layouts of the table are layouts");
        let binary = binary_relation(&layout)?;
        let relation = relation(&AnyLayout::Linear(layout.clone()), &View::Natural);
        Ok(LinearRow { name, layout, binary, relation, remark })
    };
    LINEAR_ROWS.iter().map(row).collect()
}

fn layout(text: &str) -> Layout {
    text.parse().expect("the layouts of the table are layouts")
}

fn relation(layout: &AnyLayout, view: &View) -> Relation {
    to_relation(layout, view).expect("the layouts of the table have relations")
}
