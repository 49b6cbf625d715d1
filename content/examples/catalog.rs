//! Takes the pictures of the catalog: `make catalog`. Only those are taken anew that no longer show their template. With a
//! folder behind it (`cargo run -p postrider-content --example catalog -- FOLDER`) the pages themselves are written there,
//! for whoever wants to look at them in other sizes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use postrider_content::catalog::{Template, templates};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog");
    if let Some(folder) = std::env::args().nth(1) {
        for template in templates() {
            let name = format!("{}.html", template.slug.replace('/', "-"));
            std::fs::write(Path::new(&folder).join(name), template.page())?;
        }
        return Ok(());
    }
    let list = root.join("pictures.toml");
    let written = std::fs::read_to_string(&list).unwrap_or_default();
    let mut shown: BTreeMap<String, String> = toml::from_str(&written)?;
    shown.retain(|slug, _| templates().iter().any(|template| template.slug == slug));
    for template in templates() {
        let (slug, key) = (template.slug, template.picture_key());
        let picture = root.join("pictures").join(format!("{slug}.webp"));
        if shown.get(slug) != Some(&key) || !picture.exists() {
            shoot(template, &picture)?;
            shown.insert(slug.to_owned(), key);
            // After each: whoever is broken off goes on where it was.
            write(&list, &shown)?;
        }
    }
    write(&list, &shown)
}

fn write(list: &Path, shown: &BTreeMap<String, String>) -> Result<(), Failure> {
    let head = "# What each picture shows; written by `make catalog`.\n";
    std::fs::write(list, format!("{head}{}", toml::to_string(shown)?))?;
    Ok(())
}

/// A mail is 600 pixels wide. The page has some room around it, and is drawn smaller, so that the picture is 600 by 800.
fn shoot(template: &Template, picture: &Path) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let page = folder.path().join("page.html");
    std::fs::write(&page, format!("\u{FEFF}{}", template.page()))?;
    if let Some(parent) = picture.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let status = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu"])
        .args(["--hide-scrollbars", "--no-first-run"])
        .arg("--disable-background-networking")
        .args([
            "--window-size=720,960",
            "--force-device-scale-factor=0.8333334",
        ])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    if status.success() && picture.exists() {
        return Ok(());
    }
    Err(format!("Chromium took no picture of {}.", template.slug).into())
}
