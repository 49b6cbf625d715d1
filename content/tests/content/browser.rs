//! A real browser that takes pictures.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use image::{RgbaImage, imageops};

/// Wide enough for every newsletter, high enough for all but its end.
const WIDTH: u32 = 700;
const HEIGHT: u32 = 2000;

/// What two pages look like. Each has a frame of its own in one window: to start the browser takes longer than to show them.
pub fn screenshots(one: &str, other: &str) -> (RgbaImage, RgbaImage) {
    let folder = tempfile::tempdir().unwrap();
    let mut frames = "<!doctype html><body style=\"margin:0;display:flex\">".to_owned();
    for (name, html) in [("one.html", one), ("other.html", other)] {
        write_page(&folder.path().join(name), html);
        write!(
            frames,
            "<iframe src={name} width={WIDTH} height={HEIGHT} style=\"border:0\"></iframe>"
        )
        .unwrap();
    }
    let picture = folder.path().join("page.png");
    open(
        folder.path(),
        &frames,
        &format!("--screenshot={}", picture.display()),
    );
    let both = image::open(&picture).unwrap().into_rgba8();
    let half = |left| imageops::crop_imm(&both, left, 0, WIDTH, HEIGHT).to_image();
    (half(0), half(WIDTH))
}

/// What has become of `html` when its scripts have run.
pub fn document(html: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), html, "--dump-dom")
}

fn open(folder: &Path, html: &str, action: &str) -> String {
    let page = folder.join("page.html");
    write_page(&page, html);
    let mut chromium = command(folder);
    chromium
        .arg(action)
        .arg(format!("file://{}", page.display()));
    let output = chromium
        .output()
        .expect("chromium is installed: scripts/install");
    assert!(
        output.status.success(),
        "chromium ended with {}",
        output.status
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Mails are sent as UTF-8, whatever they say of themselves.
fn write_page(path: &Path, html: &str) {
    std::fs::write(path, format!("\u{FEFF}{html}")).unwrap();
}

fn command(folder: &Path) -> Command {
    let mut chromium = Command::new("chromium");
    chromium
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-quic",
        ])
        // Nothing is fetched, and nothing waits for it.
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--window-size={},{HEIGHT}", 2 * WIDTH))
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .stderr(Stdio::null());
    chromium
}

/// The share of pixels that differ, of those rows that show anything.
pub fn difference(one: &RgbaImage, other: &RgbaImage) -> f64 {
    assert_eq!(one.dimensions(), other.dimensions());
    let differing = one
        .pixels()
        .zip(other.pixels())
        .filter(|(one, other)| one != other)
        .count();
    let rows = shown_rows(one).max(shown_rows(other));
    differing as f64 / f64::from(rows * one.width())
}

/// Rows down to the last one that is not paper.
pub fn shown_rows(picture: &RgbaImage) -> u32 {
    let paper = picture.get_pixel(picture.width() - 1, picture.height() - 1);
    let last = picture
        .enumerate_rows()
        .filter(|(_, row)| row.clone().any(|(_, _, pixel)| pixel != paper))
        .last();
    last.map_or(0, |(row, _)| row + 1)
}
