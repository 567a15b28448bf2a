//! The command line of `layout-find-swizzle`.

use clap::{ArgMatches, Args, FromArgMatches, Parser};

use super::status::STATUS;

/// Finds the swizzle of a tile in shared memory with the fewest bank conflicts
#[derive(Debug, Parser)]
#[command(
    name = "layout-find-swizzle",
    version,
    after_help = format!(
        "An ACCESS is down/<bytes> (lanes go down the rows, each with so many bytes that follow each \
         other: ldmatrix is down/16), across/<bytes> (lanes go along the rows: a copy from global memory \
         is across/16), or a linear layout {{register = [...], lane = [...]}} to the coordinates of the \
         tile. All S<B,M,S> that permute the tile are compared.\n\n{STATUS}"
    )
)]
pub struct FindSwizzle {
    /// The tile in shared memory without a swizzle, such as (8,64):(64,1)
    #[arg(long)]
    pub layout: String,
    /// Bytes of an element
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub element_bytes: u32,
    #[command(flatten)]
    pub accesses: Accesses,
    /// Lanes of a warp
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub lanes: u32,
    /// Banks of shared memory
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub banks: u32,
    /// Bytes of a bank
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub bank_bytes: u32,
}

/// Whether an access reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Read,
    Write,
}

impl Verb {
    pub fn name(self) -> &'static str {
        match self {
            Verb::Read => "read",
            Verb::Write => "write",
        }
    }
}

/// The accesses of both kinds, as they are declared.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Declared {
    /// How a warp reads the tile; as often as needed
    #[arg(long, value_name = "ACCESS")]
    read: Vec<String>,
    /// How a warp writes the tile; as often as needed
    #[arg(long, value_name = "ACCESS")]
    write: Vec<String>,
}

/// The accesses of both kinds, in the order of the command line.
#[derive(Debug)]
pub struct Accesses(pub Vec<(Verb, String)>);

impl FromArgMatches for Accesses {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found: Vec<(usize, Verb, String)> = Vec::new();
        for verb in [Verb::Read, Verb::Write] {
            let places = matches.indices_of(verb.name()).into_iter().flatten();
            let names = matches.get_many::<String>(verb.name()).into_iter().flatten();
            found.extend(places.zip(names).map(|(place, name)| (place, verb, name.clone())));
        }
        found.sort_by_key(|(place, ..)| *place);
        Ok(Accesses(found.into_iter().map(|(_, verb, name)| (verb, name)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Accesses::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Accesses {
    fn augment_args(command: clap::Command) -> clap::Command {
        Declared::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Declared::augment_args_for_update(command)
    }
}
