//! A library as large as is searched at all, in a process of its own, whose memory is nobody else's.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::{ADD, IMAGES, ids};
use crate::support::{Answer, Binary, Caller, ImageHost, Installation, settings};

/// A page, wherever in the list, on a machine that does other things: the whole list takes a hundred times as long.
const PAGE: Duration = Duration::from_millis(500);
/// One search, in a build that is not optimised; two are under way at once, and others wait.
const SEARCH: Duration = Duration::from_secs(15);
/// What pages and searches may take beside what the process had: however large the library, a search holds some thousand
/// images at once, and the database its cache.
const MEGABYTES: u64 = 128;

struct Shelf {
    server: Binary,
    caller: Caller,
    many: i64,
    /// The one that is not a copy.
    first: String,
}

impl Shelf {
    async fn filled(many: i64) -> (Self, Installation) {
        let host = ImageHost::start().await;
        let installation = Installation::new()
            .await
            .set("POSTRIDER_ALLOW_PRIVATE", &host.address.to_string());
        let server = installation.serve().await;
        let caller = server.caller(server.made()["secret"].as_str().unwrap());
        let url = host.png("/red-shoes.png", 9, 8);
        let added = caller.post(ADD, json!({ "imageUrl": url })).await;
        let added = added.expect(201);
        let rows = if installation.database.is_sqlite() {
            format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many}) SELECT i FROM n"
            )
        } else {
            format!("SELECT i FROM generate_series(1, {many}) AS n(i)")
        };
        let copies = format!(
            "INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height, bytes,
                content_type, words, added_at)
            SELECT org, brand, id + i, 'x' || i, kind, 'x' || i, url, sha256, width, height, bytes, content_type,
                'x' || i || ' some words', added_at
            FROM assets, ({rows}) AS many"
        );
        installation.database.sql(&copies).await;
        let first = added["assetId"].as_str().unwrap().to_owned();
        let shelf = Self {
            server,
            caller,
            many: many + 1,
            first,
        };
        (shelf, installation)
    }

    async fn timed(&self, query: &str) -> (Answer, Duration) {
        let begun = Instant::now();
        let page = self.caller.get(&format!("{IMAGES}?{query}")).await;
        (page.expect(200), begun.elapsed())
    }

    /// Every page, the longest of which is told.
    async fn browsed(&self) -> Duration {
        let (mut seen, mut cursor) = (HashSet::new(), String::new());
        let mut longest = Duration::ZERO;
        loop {
            let (page, taken) = self.timed(&format!("limit=100{cursor}")).await;
            longest = longest.max(taken);
            seen.extend(ids(&page).into_iter().map(str::to_owned));
            match page["pagination"]["cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen.len() as i64, self.many, "each of them once");
        assert!(seen.contains(&self.first));
        longest
    }

    /// The most memory that the process has had since it was last asked to forget, in megabytes.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.pid()));
        let status = status.unwrap();
        let mut lines = status.lines();
        let peak = lines.find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim_end_matches("kB").trim().parse().unwrap();
        kilobytes >> 10
    }

    fn forget_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.server.pid()), "5").unwrap();
    }
}

/// 100,000 in `make torture`, which prints how long each takes.
#[tokio::test]
async fn torture_many_images_are_browsed_and_searched() {
    let many = if settings::torture() { 99_999 } else { 20_000 };
    let (shelf, _installation) = Shelf::filled(many).await;
    shelf.timed("limit=100").await;
    shelf.forget_peak();
    let before = shelf.peak();
    let page = shelf.browsed().await;
    let (kinds, none) = shelf.timed("kind=logo").await;
    assert_eq!(ids(&kinds).len(), 0);
    let (_, alone) = shelf.timed("q=x778").await;
    // The newest fit first; the oldest of all is found too; and several ask at once.
    let ((newest, a), (oldest, b), (_, c), (nothing, d)) = tokio::join!(
        shelf.timed("q=x777"),
        shelf.timed("q=red%20shoes"),
        shelf.timed("q=some%20words"),
        shelf.timed("q=elephants"),
    );
    assert_eq!(newest["data"][0]["assetId"], "x777");
    assert_eq!(oldest["data"][0]["assetId"], shelf.first.as_str());
    assert_eq!(ids(&nothing).len(), 0);
    let search = a.max(b).max(c).max(d);
    let grown = shelf.peak().saturating_sub(before);
    eprintln!(
        "{} images: a page {page:?} at most, none of a kind {none:?}, a search {alone:?}, \
         one of four {search:?} at most, \
         {grown} MB beside {before} MB",
        shelf.many
    );
    assert!(page < PAGE && none < PAGE, "{page:?}, {none:?}");
    assert!(
        alone < SEARCH && search < 3 * SEARCH,
        "{alone:?}, {search:?}"
    );
    assert!(grown < MEGABYTES, "{grown} MB");
}
