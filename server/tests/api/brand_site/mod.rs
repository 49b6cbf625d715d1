//! Brands that are read from their websites.

mod asking;
mod hostile;
mod kills;
mod moved;
mod sites;
mod tenants;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::support::{Answer, Brand, ImageHost, TestServer, until};

pub const PATH: &str = "/v1/brand";

/// A website of ours, with the files of a folder. Without their extension, pages are there too.
pub async fn site(name: &str) -> ImageHost {
    let host = ImageHost::start().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/brand_site/sites");
    let folder = folder.join(name);
    for file in files(&folder) {
        let path = format!("/{}", file.strip_prefix(&folder).unwrap().display());
        let bytes = std::fs::read(&file).unwrap();
        let kind = match file.extension().and_then(|kind| kind.to_str()) {
            Some("html") => "text/html",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            _ => "application/octet-stream",
        };
        if let Some(page) = path.strip_suffix(".html") {
            let page = page.strip_suffix("index").unwrap_or(page);
            host.file(page, kind, bytes.clone());
        }
        host.file(&path, kind, bytes);
    }
    host
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// A server that may reach this host, and nothing else on this machine.
pub async fn server_beside(host: &ImageHost) -> TestServer {
    TestServer::with().allow_private(host.address).start().await
}

pub async fn set(brand: &Brand, website: &str) -> Answer {
    brand.patch(PATH, json!({ "websiteUrl": website })).await
}

/// The brand when nothing is awaited any more.
pub async fn ended(brand: &Brand) -> Answer {
    until("the website is read", async || {
        let read = brand.get(PATH).await.expect(200);
        (read["readiness"]["ready"] == true).then_some(read)
    })
    .await
}

/// A brand that was read from a website.
pub async fn read(brand: &Brand, website: &str) -> Answer {
    let asked = set(brand, website).await.expect(200);
    assert_eq!(asked["status"], "extracting");
    ended(brand).await
}

pub fn steps(brand: &Answer) -> [Value; 3] {
    let steps = &brand["readiness"]["steps"];
    ["logo", "theme", "domain"].map(|step| steps[step].clone())
}

/// The objects of images in the store.
pub async fn stored(server: &TestServer) -> usize {
    server.files_in("assets").await.len()
}

/// What is served at an address of ours.
pub async fn picture(brand: &Brand, logo: &Value) -> image::RgbaImage {
    let url = logo["url"].as_str().unwrap();
    let path = &url[url.find("/assets/").unwrap()..];
    let served = brand.get(path).await.expect(200);
    image::load_from_memory(&served.bytes).unwrap().into_rgba8()
}
