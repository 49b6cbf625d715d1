//! Images that are found by what they mean, where there are weights.

use std::path::Path;
use std::time::Duration;

use postrider_test_support::write_small_weights;
use serde_json::json;

use super::{ADD, IMAGES, ids};
use crate::kill::child::Doomed;
use crate::support::{Brand, Builder, Caller, ImageHost, TestServer, until};

/// No image says it, and none is called so; it stands for a boat.
const UNHEARD: &str = "gobbledegook";
const SOON: Duration = Duration::from_secs(2);
/// Longer than the lease of a job.
const LEASE: Duration = Duration::from_mins(1);

/// In the data folder, which is there before the server finds any in it.
fn weights(folder: &Path, word: &str) {
    let folder = folder.join("weights");
    std::fs::create_dir_all(&folder).unwrap();
    write_small_weights(&folder, &[&["boat", word], &["cake"]]);
}

fn reading_weights(host: &ImageHost) -> Builder {
    TestServer::with()
        .allow_private(host.address)
        .clock_stopped()
        .configure(|config| config.embeddings = Some(config.data.join("weights")))
}

/// A server that has them.
async fn understanding(host: &ImageHost) -> TestServer {
    let mut server = reading_weights(host).start().await;
    weights(server.folder(), UNHEARD);
    server.restart().await;
    server
}

/// What it shows, so often that names and colours count little beside it.
fn shows(word: &str) -> String {
    format!("{word} ").repeat(40).trim().to_owned()
}

async fn add(caller: &Caller, url: &str, word: &str) -> String {
    let body = json!({ "imageUrl": url, "description": shows(word) });
    let added = caller.post(ADD, body).await.expect(201);
    added["assetId"].as_str().unwrap().to_owned()
}

async fn found(caller: &Caller, words: &str) -> Vec<String> {
    let page = caller.get(&format!("{IMAGES}?q={words}")).await.expect(200);
    ids(&page).into_iter().map(str::to_owned).collect()
}

async fn jobs(server: &TestServer) -> i64 {
    let jobs = "SELECT count(*) FROM jobs WHERE kind = 'describe'";
    server.number(jobs).await
}

async fn vectors(server: &TestServer) -> i64 {
    server.number("SELECT count(*) FROM asset_vectors").await
}

/// Lets the time come, and waits until all that is wanted is made.
async fn described(server: &TestServer) {
    server.clock.advance(SOON);
    server.nudge().await;
    let done = async || (jobs(server).await == 0).then_some(());
    until("it is known what the images mean", done).await;
}

async fn a_brand(server: &TestServer) -> (Brand, Caller) {
    let brand = server.brand().await;
    let caller = (*brand).clone();
    (brand, caller)
}

#[tokio::test]
async fn an_image_is_found_by_what_it_means_in_its_own_library_alone() {
    let host = ImageHost::start().await;
    let server = understanding(&host).await;
    let ((ours, our), (_theirs, their)) = (a_brand(&server).await, a_brand(&server).await);
    let (one, other) = (host.png("/1.png", 9, 8), host.png("/2.png", 8, 9));
    let boat = add(&our, &one, "boat").await;
    let cake = add(&our, &other, "cake").await;
    let foreign = add(&their, &one, "boat").await;
    assert_eq!(jobs(&server).await, 2, "one for each brand");
    described(&server).await;
    assert_eq!(vectors(&server).await, 3);
    assert_eq!(found(&our, UNHEARD).await, [&*boat]);
    assert_eq!(found(&our, "cake").await, [&*cake]);
    assert_eq!(found(&their, UNHEARD).await, [&*foreign]);
    // Whoever makes a mail is given the same.
    let library = &server.app().workshop.library;
    let texts = vec![format!("A mail about {}", shows(UNHEARD)), String::new()];
    let given = library.find_described(ours.key, texts, 1).await.unwrap();
    assert_eq!(given[0].public_id, boat);
    // Of what was deleted nobody hears; whoever brings it again finds it again.
    our.delete(&format!("{IMAGES}/{boat}")).await.expect(200);
    assert_eq!(found(&our, UNHEARD).await, [""; 0]);
    assert_eq!(add(&our, &one, "boat").await, boat);
    described(&server).await;
    assert_eq!(found(&our, UNHEARD).await, [&*boat]);
    assert_eq!((vectors(&server).await, jobs(&server).await), (3, 0));
}

#[tokio::test]
async fn an_image_with_other_words_means_something_else() {
    let host = ImageHost::start().await;
    let server = understanding(&host).await;
    let (_brand, caller) = a_brand(&server).await;
    let url = host.png("/1.png", 9, 8);
    add(&caller, &url, "cake").await;
    described(&server).await;
    assert_eq!(found(&caller, UNHEARD).await, [""; 0]);
    let boat = add(&caller, &url, "boat").await;
    // Until that is known it goes by its words alone.
    assert_eq!(found(&caller, "cake").await, [""; 0]);
    assert_eq!(found(&caller, "boats").await, [&*boat]);
    described(&server).await;
    assert_eq!(found(&caller, UNHEARD).await, [&*boat]);
    assert_eq!(vectors(&server).await, 1);
}

#[tokio::test]
async fn weights_that_come_later_or_change_are_gone_by_after_the_first_search() {
    let host = ImageHost::start().await;
    let mut server = reading_weights(&host).start().await;
    let (_brand, caller) = a_brand(&server).await;
    let boat = add(&caller, &host.png("/1.png", 9, 8), "boat").await;
    assert_eq!(found(&caller, UNHEARD).await, [""; 0]);
    assert_eq!((jobs(&server).await, vectors(&server).await), (0, 0));
    for (word, before) in [(UNHEARD, "xyzzy"), ("flumadiddle", UNHEARD)] {
        weights(server.folder(), word);
        server.restart().await;
        let caller = server.again(&caller);
        assert_eq!(found(&caller, word).await, [""; 0]);
        assert_eq!(found(&caller, "boats").await, [&*boat], "by its words");
        described(&server).await;
        assert_eq!(found(&caller, word).await, [&*boat]);
        assert_eq!(found(&caller, before).await, [""; 0]);
        assert_eq!((jobs(&server).await, vectors(&server).await), (0, 1));
    }
    // Without them everything is as it was.
    std::fs::remove_dir_all(server.folder().join("weights")).unwrap();
    server.restart().await;
    let caller = server.again(&caller);
    assert_eq!(found(&caller, UNHEARD).await, [""; 0]);
    add(&caller, &host.png("/2.png", 7, 8), "boat").await;
    assert_eq!((jobs(&server).await, vectors(&server).await), (0, 1));
}

#[tokio::test]
async fn weights_that_cannot_be_read_leave_the_words() {
    let host = ImageHost::start().await;
    let server = understanding(&host).await;
    let (_brand, caller) = a_brand(&server).await;
    std::fs::remove_file(server.folder().join("weights/vocab.txt")).unwrap();
    let boat = add(&caller, &host.png("/1.png", 9, 8), "boat").await;
    assert_eq!(found(&caller, "boats").await, [&*boat]);
    described(&server).await;
    assert_eq!(found(&caller, UNHEARD).await, [""; 0]);
    assert_eq!((jobs(&server).await, vectors(&server).await), (0, 0));
}

#[tokio::test]
async fn a_server_that_is_killed_while_it_finds_out_is_followed_by_one_that_goes_on() {
    const MANY: i64 = 70;
    for point in ["describe.made", "describe.kept"] {
        let host = ImageHost::start().await;
        let mut server = understanding(&host).await;
        let (_brand, caller) = a_brand(&server).await;
        let first = add(&caller, &host.png("/1.png", 9, 8), "boat").await;
        let copies = (1..MANY).map(|more| {
            format!(
                "INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height, bytes,
                    content_type, description, words, added_at)
                SELECT org, brand, id + {more}, 'x{more}', kind, 'x{more}', url, sha256, width, height, bytes,
                    content_type, 'cake', 'x{more}', added_at
                FROM assets WHERE public_id = '{first}'"
            )
        });
        for copy in copies {
            server.sql(&copy).await;
        }
        server.stop().await;
        Doomed::start(&server, point).await.died().await;
        server.restart().await;
        server.clock.advance(LEASE);
        described(&server).await;
        assert_eq!(vectors(&server).await, MANY, "{point}");
        let caller = server.again(&caller);
        // The oldest, which comes last.
        assert_eq!(found(&caller, UNHEARD).await, [&*first], "{point}");
    }
}
