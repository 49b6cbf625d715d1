//! Images of designs: fetched, stored, kept and served.

mod serving;
mod sweep;
mod taking;

use std::sync::Arc;

use postrider_content::html::ShownImage;
use postrider_domain::accounts::credits::Plan;
use postrider_engine::assets::{StoredImages, keep};

use crate::support::{Brand, ImageHost, TestServer};

/// A server that may fetch from a host, and nowhere else on this machine.
async fn server_beside(host: &ImageHost) -> TestServer {
    TestServer::with().allow_private(host.address).start().await
}

async fn take(server: &TestServer, brand: &Brand, urls: &[&str]) -> StoredImages {
    let shown = |url: &&str| ShownImage {
        url: url.parse().unwrap(),
        alt: String::new(),
    };
    let images: Vec<ShownImage> = urls.iter().map(shown).collect();
    server
        .app()
        .workshop
        .library
        .take(brand.key, &images)
        .await
        .unwrap()
}

async fn keep_all(server: &TestServer, brand: &Brand, taken: &StoredImages) {
    let (brand, now, taken) = (brand.key, server.app().clock.now(), Arc::new(taken.clone()));
    let kept = server.app().db.write(move |tx| {
        let taken = Arc::clone(&taken);
        let plan = Plan::new("any", None, None);
        async move { keep(&tx, brand, &plan, &taken, now).await }
    });
    kept.await.unwrap();
}

/// What the object store holds.
async fn stored(server: &TestServer) -> Vec<String> {
    server.files_in("assets").await
}

/// The path of an address of ours.
fn path(url: &str) -> &str {
    &url[url.find("/assets/").unwrap()..]
}
