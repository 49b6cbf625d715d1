//! Writes contact sheets of the templates of the catalog as narrow and dark mail clients show them: `scripts/catalog-sheet`.
//! A page has a few templates in one client; those that are named with the folder are shown instead of all.

use std::fmt::Write;
use std::path::Path;

use postrider_content::catalog::{Template, templates};
use postrider_content::clients::{Client, show};
use postrider_content::html::entities::escape_attribute;

type Failure = Box<dyn std::error::Error>;

/// A light one, and two dark ones: one changes all colours, the other those that are light. Dark clients that change none
/// show templates as the light one does.
const CLIENTS: [&str; 3] = ["gmail-ios", "gmail-ios-dark", "outlook-web-dark"];
/// Pixels of the narrowest phone that is still in use; how much of a mail is seen; how much smaller than life.
const WIDTH: u32 = 375;
const HEIGHT: u32 = 1600;
const SCALE: f32 = 0.5;
/// Templates of a page, in lines of eight.
const ON_A_PAGE: usize = 16;

fn page(client: &'static Client, templates: &[&Template]) -> Result<String, Failure> {
    let (small, high) = (
        (WIDTH as f32 * SCALE) as u32,
        (HEIGHT as f32 * SCALE) as u32,
    );
    let mut page = format!(
        "<!doctype html><meta charset=utf-8><title>{label}</title><style>\
        body{{margin:8px;font:11px/14px sans-serif;background:#bbb;display:flex;flex-wrap:wrap;gap:4px}}\
        div{{width:{small}px;height:{height}px;overflow:hidden}}p{{height:14px;margin:0}}\
        iframe{{border:0;background:#fff;transform:scale({SCALE});transform-origin:0 0}}</style>\n",
        label = client.label(),
        height = high + 14,
    );
    for template in templates {
        let shown = show(&template.page(), client)?;
        writeln!(
            page,
            "<div><p>{}</p><iframe width={WIDTH} height={HEIGHT} srcdoc=\"{}\"></iframe></div>",
            template.slug,
            escape_attribute(&shown.html)
        )?;
    }
    Ok(page)
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("Name a folder for the sheets.")?;
    let named: Vec<String> = arguments.collect();
    let is_wanted =
        |template: &&Template| named.is_empty() || named.iter().any(|slug| slug == template.slug);
    let wanted: Vec<&Template> = templates().iter().filter(is_wanted).collect();
    std::fs::create_dir_all(&folder)?;
    for id in CLIENTS {
        let client = Client::find(id).ok_or("There is no such client.")?;
        for (number, some) in wanted.chunks(ON_A_PAGE).enumerate() {
            let file = Path::new(&folder).join(format!("{id}-{number}.html"));
            std::fs::write(file, page(client, some)?)?;
        }
    }
    Ok(())
}
