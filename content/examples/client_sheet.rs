//! Writes a contact sheet of what mail clients make of the newsletters of the tests, or of HTML files that are named:
//! `scripts/client-sheet`. A line is a mail, a column a client.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use postrider_content::clients::{CLIENTS, show};
use postrider_content::html::entities::escape_attribute;
use postrider_content::html::import;

type Failure = Box<dyn std::error::Error>;

/// How much smaller than life mails are shown, and the pixels of a mail that are.
const SCALE: f32 = 0.4;
const HEIGHT: u32 = 1100;

fn newsletters() -> Result<Vec<PathBuf>, Failure> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/newsletters");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.sort();
    Ok(files)
}

/// A mail in a frame for each client.
fn line(file: &Path) -> Result<String, Failure> {
    let html = std::fs::read_to_string(file)?;
    // As a design holds it.
    let html = import(&html, None)?.document.render(None).html;
    let mut line = format!("<h2>{}</h2><div class=line>", file.display());
    for client in &CLIENTS {
        let shown = show(&html, client)?;
        let width = shown.viewport.width;
        let small = (width as f32 * SCALE) as u32;
        writeln!(
            line,
            "<div style=\"width:{small}px\" title=\"{}\"><p>{}</p><iframe width={width} height={HEIGHT} srcdoc=\"{}\"></iframe></div>",
            escape_attribute(&shown.warnings.join("\n")),
            shown.label,
            escape_attribute(&shown.html),
        )?;
    }
    Ok(line + "</div>\n")
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("Name a folder for the sheet.")?;
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if files.is_empty() {
        files = newsletters()?;
    }
    let mut sheet = format!(
        "<!doctype html><meta charset=utf-8><title>What mail clients make of mails</title><style>\
        body{{margin:8px;font:12px/1.2 sans-serif;background:#bbb}}h2{{margin:4px}}\
        .line{{display:flex;gap:8px}}.line>div{{flex:none;height:{height}px;overflow:hidden}}\
        p{{height:28px;overflow:hidden;margin:0}}\
        iframe{{border:0;background:#fff;transform:scale({SCALE});transform-origin:0 0}}</style>\n",
        height = (HEIGHT as f32 * SCALE) as u32 + 28,
    );
    for file in files {
        sheet.push_str(&line(&file)?);
    }
    std::fs::create_dir_all(&folder)?;
    std::fs::write(Path::new(&folder).join("sheet.html"), sheet)?;
    Ok(())
}
