//! What we answer to a row.

use super::laws::Function;
use super::rows::Row;
use layout::algebra::Budget;
use layout::cute::*;

pub type Answer = Result<String, String>;

/// What the operation answers to a row.
pub fn answer(row: &Row) -> Answer {
    let read =
        |position: usize| -> Result<Layout, String> { row.text(position).parse().map_err(message) };
    let on = |position: usize, operation: &dyn Fn(&Layout) -> Result<Layout, AlgebraError>| {
        let text = row.text(position);
        if text.contains(" o ") {
            let composed: Composed = text.parse().unwrap();
            return composed.map_inner(operation).map(|c| c.to_string()).map_err(message);
        }
        operation(&read(position)?).map(|l| l.to_string()).map_err(message)
    };
    let divided = |operation: &dyn Fn(&Layout, LayoutOrTiler) -> Result<Layout, AlgebraError>| {
        let text = row.text(1);
        if text.starts_with('[') {
            let tiler: Tiler = text.parse().map_err(message)?;
            return on(0, &|layout| operation(layout, (&tiler).into()));
        }
        let tile = read(1)?;
        on(0, &|layout| operation(layout, (&tile).into()))
    };
    let bool = |truth: bool| Ok(i64::from(truth).to_string());
    let is_composed = row.text(0).contains(" o ");
    match row.op.as_str() {
        "append" => on(0, &|layout| append(layout, &read(1).unwrap())),
        "prepend" => on(0, &|layout| prepend(layout, &read(1).unwrap())),
        "group" => {
            let (begin, end) = (row.integer(1) as usize, row.integer(2) as usize);
            on(0, &|layout| group(layout, begin, end))
        }
        "select" => {
            let chosen: Vec<usize> = serde_json::from_value(row.args[1].clone()).unwrap();
            on(0, &|layout| select(layout, &chosen))
        }
        "slice" => {
            let coordinate = row.text(0).parse().unwrap();
            on(1, &|layout| slice(&coordinate, layout).map(|slice| slice.layout))
        }
        "dice" => {
            let coordinate = row.text(0).parse().unwrap();
            on(1, &|layout| dice(&coordinate, layout))
        }
        "coalesce_by_mode" => on(0, &|layout| coalesce_by_mode(layout, &row.tuple(1))),
        "filter" => on(0, &|layout| Ok(filter(layout))),
        "filter_zeros" => on(0, &|layout| Ok(filter_zeros(layout))),
        "nullspace" => on(0, &|layout| Ok(nullspace(layout))),
        "complement" => {
            on(0, &|layout| complement_in_shape(layout, &row.tuple(1), &Budget::DEFAULT))
        }
        "right_inverse" if is_composed => Ok(row
            .text(0)
            .parse::<Composed>()
            .map_err(message)?
            .right_inverse(&Budget::DEFAULT)
            .map_err(message)?
            .to_string()),
        "left_inverse" if is_composed => Ok(row
            .text(0)
            .parse::<Composed>()
            .map_err(message)?
            .left_inverse(&Budget::DEFAULT)
            .map_err(message)?
            .to_string()),
        "right_inverse" => on(0, &|layout| Ok(right_inverse(layout))),
        "left_inverse" => on(0, &left_inverse),
        "logical_divide" => divided(&|layout, by| logical_divide(layout, by, &Budget::DEFAULT)),
        "zipped_divide" => divided(&|layout, by| zipped_divide(layout, by, &Budget::DEFAULT)),
        "tiled_divide" => divided(&|layout, by| tiled_divide(layout, by, &Budget::DEFAULT)),
        "flat_divide" => divided(&|layout, by| flat_divide(layout, by, &Budget::DEFAULT)),
        "logical_product" => divided(&|layout, by| logical_product(layout, by, &Budget::DEFAULT)),
        "zipped_product" => divided(&|layout, by| zipped_product(layout, by, &Budget::DEFAULT)),
        "tiled_product" => divided(&|layout, by| tiled_product(layout, by, &Budget::DEFAULT)),
        "flat_product" => divided(&|layout, by| flat_product(layout, by, &Budget::DEFAULT)),
        "blocked_product" => {
            on(0, &|layout| blocked_product(layout, &read(1).unwrap(), &Budget::DEFAULT))
        }
        "raked_product" => {
            on(0, &|layout| raked_product(layout, &read(1).unwrap(), &Budget::DEFAULT))
        }
        "tile_to_shape" => {
            on(0, &|layout| tile_to_shape(layout, &row.tuple(1), &row.tuple(2), &Budget::DEFAULT))
        }
        "recast" => {
            let text = row.text(0);
            if text.contains(" o ") {
                let composed: Composed = text.parse().unwrap();
                let recast = composed.recast(row.integer(1), row.integer(2));
                return recast.map(|c| c.to_string()).map_err(message);
            }
            on(0, &|layout| recast(layout, row.integer(1), row.integer(2)))
        }
        "max_common_layout" => {
            on(0, &|layout| max_common_layout(layout, &read(1).unwrap(), &Budget::DEFAULT))
        }
        "max_common_vector" => max_common_vector(&read(0)?, &read(1)?, &Budget::DEFAULT)
            .map(|size| size.to_string())
            .map_err(message),
        "make_layout" => read(0).map(|layout| layout.to_string()),
        "make_layout_like" => on(0, &|layout| Ok(make_layout_like(layout))),
        "make_ordered_layout" => make_ordered_layout(&row.tuple(0), &row.tuple(1))
            .map(|layout| layout.to_string())
            .map_err(message),
        "make_layout_tv" => make_layout_tv(&read(0)?, &read(1)?, &Budget::DEFAULT)
            .map(|tv| format!("{} ; {}", tv.tile, tv.layout))
            .map_err(message),
        "idx2crd" => Ok(idx2crd(row.integer(0), &row.tuple(1)).unwrap().to_string()),
        "is_compatible" => bool(row.tuple(0).is_compatible(&row.tuple(1))),
        "is_congruent" => bool(row.tuple(0).is_congruent(&row.tuple(1))),
        "is_weakly_congruent" => bool(row.tuple(0).is_weakly_congruent(&row.tuple(1))),
        "size" => Ok(inner(row)?.size().to_string()),
        "rank" => Ok(inner(row)?.rank().to_string()),
        "depth" => Ok(inner(row)?.depth().to_string()),
        "cosize" => {
            let function = Function::read(&row.text(0))?;
            let cosize = match row.text(0).contains(" o ") {
                true => function.offsets()?.into_iter().max().unwrap_or(0) + 1,
                false => function.inner().cosize(),
            };
            Ok(cosize.to_string())
        }
        "eval" => Ok(list(&Function::read(&row.text(0))?.offsets()?)),
        "swizzle_eval" => {
            let swizzle: Swizzle = row.text(0).parse().map_err(message)?;
            Ok(list(&(0..row.integer(1)).map(|x| swizzle.apply(x)).collect::<Vec<_>>()))
        }
        "crd2idx" => {
            let function = Function::read(&row.text(1))?;
            function.at_coordinate(&row.tuple(0)).map(|offset| offset.to_string())
        }
        "flatten" => on(0, &|layout| Ok(layout.flatten())),
        "coalesce" => on(0, &|layout| Ok(coalesce(layout))),
        "composition" => composed(&row.text(0), &row.text(1)),
        op => panic!("no operation {op}"),
    }
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn list(values: &[i64]) -> String {
    serde_json::to_string(values).unwrap()
}

/// The layout, or the inner layout of a composed one: what size, rank and depth are about.
fn inner(row: &Row) -> Result<Layout, String> {
    Ok(Function::read(&row.text(0))?.inner().clone())
}

/// The composition of a layout or a composed layout with a layout or a tiler.
fn composed(g: &str, f: &str) -> Answer {
    let plain = |g: &Layout, f: &Layout| match composition(g, f) {
        Composition::Layout(layout) => Ok(layout),
        Composition::NotALayout { witness } => {
            Err(format!("no layout agrees with it up to coordinate {witness}"))
        }
        Composition::Undefined { coordinate } => {
            Err(format!("it is undefined at coordinate {coordinate}, whose offset is below 0"))
        }
        Composition::Undecided { .. } => Err("it is too large to evaluate".to_owned()),
    };
    let with = |g: &Layout| -> Result<Layout, String> {
        if f.starts_with('[') {
            let tiler: Tiler = f.parse().map_err(message)?;
            return by_mode(g, &tiler, plain).ok_or("more tiles than modes")?;
        }
        plain(g, &f.parse().map_err(message)?)
    };
    if !g.contains(" o ") {
        return Ok(with(&g.parse().map_err(message)?)?.to_string());
    }
    let g: Composed = g.parse().map_err(message)?;
    let inner = with(g.inner().as_static().ok_or("not static")?)?;
    Ok(g.with_inner(CuteLayout::Static(inner)).to_string())
}
