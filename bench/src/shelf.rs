//! What the catalog costs: a query among the templates, and a template in the look of a brand.

use std::hint::black_box;

use postrider_content::catalog::{self, Template};
use postrider_content::compose::Look;
use postrider_content::html::scan::scan;

use crate::outcome::Result;
use crate::plain::{Line, Plain, interleaved};

/// What people type, as the tests have it.
const QUERIES: &str = include_str!("../../content/tests/queries/templates.txt");

pub fn measure() -> Result<Plain> {
    Ok(Plain {
        title: "shelf",
        lines: vec![query()?, look()?],
    })
}

fn query() -> Result<Line> {
    let lines = QUERIES.lines().filter(|line| !line.starts_with('#'));
    let queries: Vec<&str> = lines
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect();
    let asks: Vec<&str> = catalog::templates()
        .iter()
        .flat_map(|template| template.asks.iter().map(String::as_str))
        .collect();
    let (mut typed, mut again) = (queries.iter().cycle(), queries.iter().cycle());
    let line = interleaved(
        1000,
        || {
            drop(black_box(
                typed.next().map(|query| catalog::search_templates(query)),
            ));
        },
        || {
            let first = again.next().and_then(|query| query.split(' ').next());
            let word = first.unwrap_or_default();
            black_box(asks.iter().filter(|ask| ask.contains(word)).count());
        },
    )?;
    Ok(Line {
        name: "a query among 76 templates",
        beside: "one word in all asks",
        goal_us: 1000.0,
        ..line
    })
}

fn look() -> Result<Line> {
    let look = Look {
        name: "Lantern".to_owned(),
        ..Look::default()
    };
    let htmls: Vec<String> = catalog::templates().iter().map(Template::html).collect();
    let mut templates = catalog::templates().iter().cycle();
    let mut pages = htmls.iter().cycle();
    let line = interleaved(
        200,
        || {
            drop(black_box(
                templates.next().map(|template| template.document(&look)),
            ));
        },
        || drop(black_box(pages.next().map(|page| scan(page)))),
    )?;
    Ok(Line {
        name: "a template in a brand's look",
        beside: "one scan of its HTML",
        goal_us: 1000.0,
        ..line
    })
}
