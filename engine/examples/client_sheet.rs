//! Writes a contact sheet of what mail clients make of the newsletters of the tests, or of HTML files that are named:
//! `scripts/client-sheet`. A line is a mail: first as it is written, in a browser that knows everything, then in every client, each in
//! the window and by the browser that take its preview.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use postrider_content::clients::{CLIENTS, show};
use postrider_content::html::entities::escape_attribute;
use postrider_content::html::import;
use postrider_media::browser::{
    Answer, Browser, BrowserSettings, ColorScheme, Height, Installed, PictureFormat, Sandbox, Shot,
    Sitting,
};
use postrider_test_support::browser_double::real;
use tokio::sync::oneshot;
use url::Url;

type Failure = Box<dyn std::error::Error>;

/// How much smaller than life mails are shown, and the pixels of a mail that are.
const SCALE: f32 = 0.4;
const HEIGHT: u32 = 1100;
/// Of a mail in a browser.
const DESK: (u32, u32) = (800, 900);

/// A mail in a window.
struct Cell {
    /// Of its picture.
    name: String,
    html: String,
    window: (u32, u32),
    label: String,
    /// What is told where the pointer rests.
    title: String,
}

fn newsletters() -> Result<Vec<PathBuf>, Failure> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/tests/newsletters");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.canonicalize()?)? {
        files.push(entry?.path());
    }
    files.sort();
    Ok(files)
}

fn cells(file: &Path, line: usize) -> Result<Vec<Cell>, Failure> {
    let html = std::fs::read_to_string(file)?;
    // As a design holds it.
    let design = import(&html, None)?.document.render(None).html;
    let mut cells = vec![Cell {
        name: format!("{line}-plain.webp"),
        html,
        window: DESK,
        label: "As it is written".to_owned(),
        title: String::new(),
    }];
    for client in &CLIENTS {
        let shown = show(&design, client)?;
        cells.push(Cell {
            name: format!("{line}-{}.webp", client.id),
            html: shown.html,
            window: (shown.viewport.width, shown.viewport.height),
            label: shown.label,
            title: shown.warnings.join("\n"),
        });
    }
    Ok(cells)
}

async fn shoot(sitting: &mut Sitting, cell: &Cell, folder: &Path) -> Result<(), Failure> {
    let (width, window_height) = cell.window;
    let shot = Shot {
        width,
        window_height,
        height: Height::UpTo(HEIGHT),
        scale: 1,
        scheme: ColorScheme::Light,
        format: PictureFormat::WebP,
    };
    let picture = sitting.shoot(&cell.html, &shot).await?;
    Ok(std::fs::write(folder.join(&cell.name), picture.bytes)?)
}

fn written(cell: &Cell) -> String {
    format!(
        "<div style=\"width:{}px\" title=\"{}\"><p>{}</p><img src=\"{}\" alt=\"\"></div>\n",
        (cell.window.0 as f32 * SCALE) as u32,
        escape_attribute(&cell.title),
        cell.label,
        cell.name,
    )
}

/// No image is fetched.
fn nothing(_: Arc<Url>) -> Pin<Box<dyn Future<Output = Option<Answer>> + Send>> {
    Box::pin(std::future::ready(None))
}

async fn draw(browser: &Browser, folder: &Path, files: &[PathBuf]) -> Result<(), Failure> {
    let mut sheet = format!(
        "<!doctype html><meta charset=utf-8><title>What mail clients make of mails</title><style>\
        body{{margin:8px;font:12px/1.2 sans-serif;background:#bbb}}h2{{margin:4px}}\
        .line{{display:flex;gap:8px}}.line>div{{flex:none;height:{height}px;overflow:hidden}}\
        p{{height:28px;overflow:hidden;margin:0}}img{{width:100%}}</style>\n",
        height = (HEIGHT as f32 * SCALE) as u32 + 28,
    );
    for (line, file) in files.iter().enumerate() {
        write!(sheet, "<h2>{}</h2><div class=line>", file.display())?;
        let mut sitting = browser.sit(Arc::new(nothing));
        for cell in cells(file, line + 1)? {
            shoot(&mut sitting, &cell, folder).await?;
            sheet.push_str(&written(&cell));
        }
        sheet.push_str("</div>\n");
    }
    Ok(std::fs::write(folder.join("sheet.html"), sheet)?)
}

/// One that the kernel holds, where it does that.
async fn installed() -> Result<Installed, Failure> {
    let of = |sandbox| BrowserSettings {
        program: Some(real()),
        sandbox,
    };
    match Installed::find(&of(Sandbox::On)).await {
        Ok(installed) => Ok(installed),
        Err(_) => Ok(Installed::find(&of(Sandbox::Off)).await?),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("Name a folder for the sheet.")?;
    let folder = PathBuf::from(folder);
    let mut files: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if files.is_empty() {
        files = newsletters()?;
    }
    std::fs::create_dir_all(&folder)?;
    let (browser, keeper) = Browser::new(installed().await?);
    let (done, stop) = oneshot::channel::<()>();
    let drawing = async {
        let drawn = draw(&browser, &folder, &files).await;
        drop(done);
        drawn
    };
    let keeping = keeper.run(async {
        let _ = stop.await;
    });
    tokio::join!(drawing, keeping).0
}
