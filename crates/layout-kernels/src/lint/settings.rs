//! What a run of the linter takes for granted.

use crate::analyze::{Machine, Target};
use crate::triton::Module;

/// The machine of the kernels: that which a file says it is compiled for, unless one is named here, and
/// what is known better of it.
///
/// ```
/// use layout_kernels::analyze::Target;
/// use layout_kernels::lint::{Settings, lint};
///
/// // Lane 16 is 32 words from lane 0: in its bank of 32, not in its bank of 64.
/// let file = "#r = #ttg.linear<{register = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [0, 16]], warp = [], block = []}>
/// #m = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
/// module attributes {ttg.target = \"hip:gfx950\"} { tt.func @f(%m: !ttg.memdesc<2x32xf32, #m, #ttg.shared_memory>) {
///   %x = ttg.local_load %m : !ttg.memdesc<2x32xf32, #m, #ttg.shared_memory> -> tensor<2x32xf32, #r>
/// } }";
/// let found = |settings: Settings| lint(file.as_bytes(), settings)[0].rule().id();
/// assert_eq!(found(Settings::default()), "access-cost");
/// let machine = Target::named("gfx942").map(|target| *target.machine());
/// assert_eq!(found(Settings { machine, ..Settings::default() }), "bank-conflicts");
/// assert_eq!(found(Settings { banks: Some(32), ..Settings::default() }), "bank-conflicts");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    pub machine: Option<Machine>,
    pub banks: Option<u32>,
    pub bank_bytes: Option<u32>,
    pub sector_bytes: Option<u32>,
}

impl From<&Machine> for Settings {
    /// This machine, whatever a file says.
    fn from(machine: &Machine) -> Self {
        Settings { machine: Some(*machine), ..Settings::default() }
    }
}

impl Settings {
    /// The machine for a file.
    pub(super) fn machine(&self, module: &Module) -> Machine {
        let mut machine = self.machine.unwrap_or_else(|| of_module(module));
        for banks in [&mut machine.loads, &mut machine.stores] {
            if let Some(own) = self.banks {
                banks.banks = own;
                // The lanes that are served together are not known of a machine that does not exist.
                banks.wide_group = &[];
            }
            banks.bank_bits = self.bank_bytes.map_or(banks.bank_bits, |own| own.saturating_mul(8));
        }
        machine.global.sector_bytes = self.sector_bytes.unwrap_or(machine.global.sector_bytes);
        machine
    }
}

/// The machine that a file is compiled for. Of AMD's that are not in the table the threads of a warp
/// say the family; what says nothing has 32 banks of 4 bytes and no instructions for matrices.
fn of_module(module: &Module) -> Machine {
    let target = module.target().and_then(|text| {
        let family = if module.threads_per_warp() == Some(64) { "gfx942" } else { "gfx1100" };
        let named = Target::named(text);
        named.or_else(|| text.starts_with("hip:").then(|| Target::named(family)).flatten())
    });
    target.map_or_else(Machine::default, |target| *target.machine())
}
