//! What the catalog and pictures cost: a query among the templates, a template in the look of a brand, a photo that moves.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use image::{DynamicImage, Rgb, RgbImage};
use postrider_content::catalog::{self, Shelf, Template};
use postrider_content::compose::Look;
use postrider_content::html::scan::scan;
use postrider_meaning::Meaning;
use postrider_media::gif::{Effect, MAX_SIDE, of_image};

use crate::outcome::Result;
use crate::plain::{Line, Plain, interleaved};

/// What people type, as the tests have it.
const QUERIES: &str = include_str!("../../content/tests/queries/templates.txt");

pub fn measure() -> Result<Plain> {
    let mut lines = vec![query()?, look()?, moving()?];
    lines.extend(understood().transpose()?);
    Ok(Plain {
        title: "shelf",
        lines,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "weights are measured where there are some"
)]
fn weights() -> Option<PathBuf> {
    std::env::var_os("POSTRIDER_EMBEDDINGS").map(PathBuf::from)
}

/// A query by meaning, once the vectors of all templates are there.
fn understood() -> Option<Result<Line>> {
    let meaning = Meaning::new(&weights()?);
    if let Err(error) = meaning.look() {
        return Some(Err(error.to_string().into()));
    }
    let shelf = Shelf::with(Arc::new(meaning));
    shelf.templates("discount");
    let queries = queries();
    let (mut typed, mut again) = (queries.iter().cycle(), queries.iter().cycle());
    let line = interleaved(
        100,
        || drop(black_box(typed.next().map(|query| shelf.templates(query)))),
        || {
            let query = again.next();
            drop(black_box(
                query.map(|query| catalog::search_templates(query)),
            ));
        },
    );
    Some(line.map(|line| Line {
        name: "the same by meaning",
        beside: "by words alone",
        goal_us: 12_000.0,
        ..line
    }))
}

fn queries() -> Vec<&'static str> {
    let lines = QUERIES.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .collect()
}

fn query() -> Result<Line> {
    let queries = queries();
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

/// Soft light with some noise in it, as cameras see it.
fn photo() -> DynamicImage {
    let mut state = 1_u32;
    DynamicImage::ImageRgb8(RgbImage::from_fn(MAX_SIDE, MAX_SIDE, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 28) as u8;
        Rgb([(x / 3) as u8, (y / 3) as u8, 90].map(|light| light + noise))
    }))
}

fn moving() -> Result<Line> {
    let photo = photo();
    // What fails is no figure.
    let frames = of_image(&photo, Effect::Zoom)?.frames;
    let line = interleaved(
        1,
        || drop(black_box(of_image(&photo, Effect::Zoom))),
        || drop(black_box(vec![photo.clone(); frames as usize])),
    )?;
    Ok(Line {
        name: "a photo that moves",
        beside: "copies of its pictures",
        goal_us: 500_000.0,
        ..line
    })
}
