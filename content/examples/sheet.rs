//! Writes a contact sheet of what the built-in designer makes of the prompts of the tests: `scripts/contact-sheet`. One
//! page holds all of them, others a few each at the widths of a phone and of a desk, to be pictured. With a file its
//! prompts are taken instead, one a line.

use std::path::Path;

use postrider_content::brief::{BrandBrief, Brief};
use postrider_content::compose::{Look, compose};
use postrider_content::designer::design;
use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_domain::accounts::brand::Theme;
use postrider_domain::designs::design::EmailType;

const FILES: [&str; 4] = [
    include_str!("../tests/prompts/shop.toml"),
    include_str!("../tests/prompts/product.toml"),
    include_str!("../tests/prompts/people.toml"),
    include_str!("../tests/prompts/languages.toml"),
];

/// Brands of which each design gets one in turn: a name, a colour, the font of headings, the background.
const BRANDS: [(&str, &str, &str, &str); 5] = [
    ("Northwind", "#0f5b4f", "Georgia", "#ffffff"),
    ("Kite & Co", "#e4572e", "Helvetica", "#fffaf5"),
    ("Lumen", "#2f3fd0", "Helvetica", "#ffffff"),
    ("Morgenrot", "#b3204d", "Georgia", "#fff8f8"),
    ("Nachtblau", "#f5c518", "Helvetica", "#12182b"),
];

type Failure = Box<dyn std::error::Error>;

fn prompts(file: Option<&str>) -> Result<Vec<String>, Failure> {
    if let Some(file) = file {
        let text = std::fs::read_to_string(file)?;
        return Ok(text.lines().map(|line| line.replace("\\n", "\n")).collect());
    }
    let mut all = Vec::new();
    for file in FILES {
        let table: toml::Table = toml::from_str(file)?;
        let prompts = table.get("prompt").and_then(toml::Value::as_array);
        let texts = prompts
            .into_iter()
            .flatten()
            .filter_map(|prompt| prompt.get("text"));
        all.extend(texts.filter_map(toml::Value::as_str).map(str::to_owned));
    }
    Ok(all)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// A design in a frame, with its prompt and its head.
fn card(number: usize, prompt: &str) -> String {
    let (name, color, font, ground) = BRANDS[number % BRANDS.len()];
    let brand = BrandBrief {
        name: name.to_owned(),
        site: Some("https://northwind.example".to_owned()),
        ..BrandBrief::default()
    };
    let designed = design(&Brief::of(prompt, EmailType::Campaign, brand));
    let look = Look {
        name: name.to_owned(),
        theme: Theme {
            primary_color: Some(color.to_owned()),
            background_color: Some(ground.to_owned()),
            heading_font: Some(font.to_owned()),
            ..Theme::default()
        },
        lang: Some(designed.lang.to_owned()),
        ..Look::default()
    };
    let document = compose(&designed.sketch, &look, designed.layout);
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://northwind.example/icons".to_owned(),
    };
    let document = Document::of_blocks(document.page, document.blocks);
    let rendered = document::render(&document, &options);
    format!(
        "<div class=card><p>{number} · {prompt}<br><b>{subject}</b> {preview}</p><iframe srcdoc=\"{html}\"></iframe></div>\n",
        prompt = escaped(prompt),
        subject = escaped(&designed.sketch.subject),
        preview = escaped(&designed.sketch.preview_text),
        html = escaped(&rendered.html).replace("&lt;", "<"),
    )
}

/// The head of a page with frames of a width.
fn head(width: usize) -> String {
    format!(
        "<!doctype html><meta charset=utf-8><title>What the built-in designer makes</title><style>\
        body{{margin:8px;font:13px/1.3 sans-serif;background:#ddd;display:flex;flex-wrap:wrap;gap:8px}}\
        .card{{width:{width}px}}.card p{{height:68px;overflow:hidden;margin:4px}}\
        iframe{{width:{width}px;height:900px;border:0}}</style>\n"
    )
}

/// Of pages that are pictured: the width of a design, and how many are on one.
const PAGES: [(usize, usize); 2] = [(375, 8), (600, 6)];

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("Name a folder for the sheet.")?;
    let prompts = prompts(arguments.next().as_deref())?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let cards: Vec<String> = prompts
        .iter()
        .enumerate()
        .map(|(number, prompt)| card(number, prompt))
        .collect();
    std::fs::write(
        folder.join("sheet.html"),
        [head(600), cards.concat()].concat(),
    )?;
    for (width, count) in PAGES {
        for (number, row) in cards.chunks(count).enumerate() {
            let name = format!("sheet-{width}-{number:02}.html");
            std::fs::write(folder.join(name), [head(width), row.concat()].concat())?;
        }
    }
    Ok(())
}
