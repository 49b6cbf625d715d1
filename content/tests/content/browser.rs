//! A real browser that takes pictures.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::path::Path;
use std::process::{Command, Stdio};

use image::RgbaImage;

/// Wide enough for every newsletter, high enough for all but its end.
const WINDOW: &str = "--window-size=700,2000";

/// What `html` looks like.
pub fn screenshot(html: &str) -> RgbaImage {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("page.png");
    open(
        folder.path(),
        html,
        &format!("--screenshot={}", picture.display()),
    );
    image::open(&picture).unwrap().into_rgba8()
}

/// What has become of `html` when its scripts have run.
pub fn document(html: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), html, "--dump-dom")
}

fn open(folder: &Path, html: &str, action: &str) -> String {
    let page = folder.join("page.html");
    // Mails are sent as UTF-8, whatever they say of themselves.
    std::fs::write(&page, format!("\u{FEFF}{html}")).unwrap();
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
        .arg(WINDOW)
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
