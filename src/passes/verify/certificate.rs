//! The file that `certificate` asks for: what another program needs to decide each obligation again.

use serde_json::{Value, json};

use super::ledger::{Ledger, LedgerEntry};
use super::report::of_place;
use super::stated::Stated;
use crate::algebra::{AnyLayout, Budget, Counterexample, Grounds, Statement, Verdict};
use crate::dialect::attribute::notation_name;
use crate::text::Fingerprint;

/// The certificate of a run.
pub(super) fn text(ledger: &Ledger, budget: &Budget) -> String {
    let obligations = ledger.entries.iter().map(|entry| of_entry(entry, budget));
    let certificate = json!({
        "tool": "layout-verify",
        "version": env!("CARGO_PKG_VERSION"),
        "obligations": obligations.collect::<Vec<Value>>(),
    });
    format!("{certificate:#}\n")
}

fn of_entry(entry: &LedgerEntry, budget: &Budget) -> Value {
    let mut obligation = json!({
        "operation": entry.operation,
        "place": of_place(entry.place.as_ref()),
        "verdict": entry.outcome.to_string(),
        "method": entry.method(),
        "message": entry.message,
    });
    if let Some(stated) = &entry.stated {
        obligation["claim"] = of_claim(stated, budget);
    }
    // The names of a value are sorted, and it is written without blanks.
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(&obligation.to_string());
    obligation["fingerprint"] = fingerprint.to_string().into();
    obligation
}

fn of_claim(stated: &Stated, budget: &Budget) -> Value {
    let Stated { claim, layouts, verdict } = stated;
    let layouts: Vec<&AnyLayout> = layouts.iter().collect();
    let written = layouts.iter().map(
        |layout| json!({"notation": notation_name(layout.kind()), "layout": layout.to_string()}),
    );
    let mut value = json!({
        "claim": claim.name(),
        "size": claim.size(),
        "layouts": written.collect::<Vec<Value>>(),
    });
    match Statement::of(*claim, &layouts, budget) {
        Ok(Statement { relations, extents, size, smt, .. }) => {
            let relations: Vec<String> = relations.iter().map(ToString::to_string).collect();
            value["relations"] = json!(relations);
            value["extents"] = json!(extents);
            value["bound"] = json!(size);
            value["smt"] = json!(smt);
        }
        Err(reason) => value["notStated"] = json!(reason.to_string()),
    }
    match verdict {
        Verdict::Proved(method) => value["grounds"] = of_grounds(&Grounds::of(*method, &layouts)),
        Verdict::Refuted(found) => value["counterexample"] = of_counterexample(found),
        Verdict::Unknown(_) => {}
    }
    value
}

fn of_grounds(grounds: &Grounds) -> Value {
    match grounds {
        Grounds::Coalesced(forms) => json!({"coalesced": forms}),
        Grounds::Extremes(ends) => {
            let of_end = |&(coordinate, offset): &(i64, i64)| json!([coordinate, offset]);
            let ends: Vec<Value> = ends
                .iter()
                .map(|[least, greatest]| json!({"least": of_end(least), "greatest": of_end(greatest)}))
                .collect();
            json!({"extremes": ends})
        }
        Grounds::Bits(maps) => {
            let maps: Vec<Value> = maps
                .iter()
                .map(|(constant, columns)| json!({"constant": constant, "columns": columns}))
                .collect();
            json!({"bits": maps})
        }
        Grounds::Counted(count) => json!({"counted": count}),
        Grounds::Statement => json!({}),
    }
}

fn of_counterexample(found: &Counterexample) -> Value {
    let offsets: Vec<Value> = found
        .offsets
        .iter()
        .map(|offset| offset.as_ref().map_or(Value::Null, |offset| offset.to_string().into()))
        .collect();
    let symbols: Vec<Value> =
        found.symbols.iter().map(|(name, value)| json!([name, value])).collect();
    json!({
        "symbols": symbols,
        "coordinates": found.coordinates,
        "offsets": offsets,
        "sizes": found.sizes,
        "mode": found.mode,
    })
}
