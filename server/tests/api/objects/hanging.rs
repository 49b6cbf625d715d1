//! A bucket that takes a connection and says nothing, or stops in the middle: whoever waits is told in time, others are not
//! kept waiting, and nothing is half kept.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, timeout};

use super::scene::{Scene, assert_later, csv, large};
use super::{installation, moving};
use crate::support::{Answer, Brand, Fault, FaultyBucket, png};

/// How long a bucket may say nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// What is safe to ask again is asked for ten seconds; then what was brought is taken back in the same way.
const AT_MOST: Duration = Duration::from_secs(40);

/// The answer, and nobody waited for it for too long.
async fn in_time(asking: impl Future<Output = Answer>) -> Answer {
    let answer = timeout(AT_MOST, asking).await;
    answer.expect("the bucket was given up in time")
}

#[tokio::test]
async fn a_bucket_that_says_nothing_is_503_in_time_and_nothing_is_kept() {
    let scene = Scene::within("silent", PATIENCE).await;
    scene.bucket.rule(|asked| {
        if asked.stores() {
            Fault::Hangs
        } else {
            Fault::Nothing
        }
    });
    let others = scene.server.brand().await;
    let at_work = async {
        tokio::join!(
            in_time(scene.import_design(8)),
            in_time(scene.import_file(csv(3))),
            in_time(scene.import_file(large())),
            in_time(scene.import_text()),
        )
    };
    let mut at_work = std::pin::pin!(at_work);
    // Meanwhile other organizations, and this one too where no file is needed, are answered as always.
    let (mut longest, askers) = (Duration::ZERO, [&others, &scene.brand]);
    let answers = loop {
        tokio::select! {
            answers = &mut at_work => break answers,
            taken = asked(askers) => longest = longest.max(taken),
        }
    };
    assert!(longest < Duration::from_secs(5), "{longest:?}");
    for answer in [answers.0, answers.1, answers.2, answers.3] {
        assert_later(&answer);
    }
    scene.bucket.heal();
    scene.assert_nothing_kept().await;
    scene.assert_works().await;
}

/// How long it took until each of them was answered.
async fn asked(brands: [&Brand; 2]) -> Duration {
    let begun = Instant::now();
    for brand in brands {
        let contact = json!({ "email": "grace@example.com" });
        brand.post("/v1/contacts", contact).await;
        brand.get("/v1/contacts").await.expect(200);
    }
    begun.elapsed()
}

#[tokio::test]
async fn many_images_wait_for_a_silent_bucket_once_and_not_each() {
    let scene = Scene::within("many", PATIENCE).await;
    scene.bucket.rule(|_| Fault::Hangs);
    let images = (20..80).map(|side| scene.host.png(&format!("/{side}.png"), side, side));
    let images = images.map(|url| format!("<img src=\"{url}\" alt=\"x\">"));
    let images = images.collect::<Vec<_>>().concat();
    let body = json!({ "format": "html", "content": format!("<body><p>Hi</p>{images}</body>") });
    assert_later(&in_time(scene.brand.post("/v1/emails/import", body)).await);
    scene.bucket.heal();
    scene.assert_works().await;
}

#[tokio::test]
async fn an_upload_that_stops_in_its_middle_is_503_and_its_parts_are_taken_back() {
    let scene = Scene::within("halfway", PATIENCE).await;
    scene.bucket.rule(|asked| {
        if asked.path.contains("partNumber=2") {
            Fault::Hangs
        } else {
            Fault::Nothing
        }
    });
    assert_later(&in_time(scene.import_file(large())).await);
    scene.assert_nothing_kept().await;
    scene.assert_works().await;
}

#[tokio::test]
async fn an_import_whose_file_says_nothing_or_stops_in_its_middle_goes_on() {
    for (prefix, fault) in [("unread", Fault::Hangs), ("half-read", Fault::Stalls)] {
        let scene = Scene::within(prefix, PATIENCE).await;
        scene.bucket.rule(
            move |asked| {
                if asked.reads() { fault } else { Fault::Nothing }
            },
        );
        let import = scene.import_file(csv(2_000)).await.expect(202);
        scene.file_was_asked_for().await;
        // Whoever waits for its rows keeps nobody else waiting.
        let longest = asked([&scene.brand, &scene.brand]).await;
        assert!(longest < Duration::from_secs(5), "{longest:?}");
        scene.bucket.heal();
        scene.import_goes_on(&import).await;
        let count = "SELECT count(*) FROM contacts WHERE email LIKE 'n%@example.com'";
        assert_eq!(scene.server.number(count).await, 2_000);
        scene.server.at_rest().await;
    }
}

#[tokio::test]
async fn an_image_that_stops_in_its_middle_goes_on_or_is_broken_off() {
    let scene = Scene::within("stalling", PATIENCE).await;
    scene.import_design(90).await.expect(201);
    let image = scene.image().await;
    scene.bucket.rule(|asked| {
        if asked.reads() && asked.before == 0 {
            Fault::Stalls
        } else {
            Fault::Nothing
        }
    });
    let served = in_time(scene.brand.get(&image)).await.expect(200);
    assert_eq!(served.bytes, png(90, 90), "the rest is asked for again");
    scene.bucket.rule(|asked| {
        if asked.reads() {
            Fault::Stalls
        } else {
            Fault::Nothing
        }
    });
    let url = format!("http://{}{image}", scene.server.address());
    let read = async { reqwest::get(&url).await?.error_for_status()?.bytes().await };
    let read = timeout(AT_MOST, read).await;
    assert!(read.expect("it ends in time").is_err());
    scene.bucket.rule(|asked| {
        if asked.reads() {
            Fault::Hangs
        } else {
            Fault::Nothing
        }
    });
    let served = in_time(scene.brand.get(&image)).await;
    assert_eq!(served.status, 503);
    assert!(served.headers.contains_key("retry-after"));
    scene.bucket.heal();
    scene.brand.get(&image).await.expect(200);
}

#[tokio::test]
async fn whoever_reads_slowly_reads_an_image_to_its_end() {
    let scene = Scene::within("slow-reader", PATIENCE).await;
    let bytes = noise();
    let url = scene.host.file("/large.png", "image/png", bytes.clone());
    let added = scene
        .brand
        .post("/v1/content/add-image", json!({ "imageUrl": url }));
    added.await.expect(201);
    let url = format!("http://{}{}", scene.server.address(), scene.image().await);
    let mut answer = reqwest::get(&url).await.unwrap();
    let begun = Instant::now();
    let mut read = Vec::new();
    while let Some(piece) = answer.chunk().await.unwrap() {
        read.extend(piece);
        // Longer, in all, than the bucket may say nothing.
        if begun.elapsed() < 3 * PATIENCE {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }
    assert!(begun.elapsed() > 3 * PATIENCE);
    assert!(read == bytes);
}

/// A picture of several megabytes, more than connections hold on the way.
fn noise() -> Vec<u8> {
    let mut state = 1_u32;
    let picture = image::RgbImage::from_fn(1700, 1700, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = state.to_le_bytes();
        image::Rgb([red, green, blue])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    let written = picture.write_to(&mut bytes, image::ImageFormat::Png);
    written.unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn a_move_that_a_silent_bucket_breaks_off_says_so_and_goes_on_later() {
    let bucket = FaultyBucket::start().await;
    let installation = moving::migrated(installation(&bucket.url()).await).await;
    let installation = installation.set("POSTRIDER_S3_TIMEOUT", "1");
    let (objects, all) = (moving::in_folder(&installation), moving::some(10));
    moving::put(&objects, &all).await;
    let to = "s3://files/silent-move";
    for fault in [Fault::Hangs, Fault::Stalls] {
        bucket.rule(move |asked| match fault {
            Fault::Hangs if asked.stores() && asked.path.contains("image7") => fault,
            Fault::Stalls if asked.reads() && asked.path.contains("image7") => fault,
            _ => Fault::Nothing,
        });
        let said = timeout(2 * AT_MOST, moving::not_moved(&installation, to)).await;
        let said = said.expect("the move ends in time");
        assert!(said.contains("goes on from here"), "{said}");
        assert!(said.contains("image7"), "{said}");
        assert_eq!(moving::contents(&objects).await, all);
    }
    bucket.heal();
    let said = moving::moved(&installation, to).await;
    assert_eq!(said["deleted"], all.len());
    let there = crate::support::bucket::objects_in_bucket("silent-move");
    assert_eq!(moving::contents(&there).await, all);
}

#[tokio::test]
async fn a_service_does_not_wait_for_a_silent_bucket_when_it_starts() {
    let bucket = FaultyBucket::start().await;
    bucket.rule(|_| Fault::Hangs);
    let installation = installation(&bucket.url()).await;
    let installation = installation
        .set("POSTRIDER_S3_TIMEOUT", "1")
        .set("POSTRIDER_OBJECTS", "s3://files/silent-start");
    let served = timeout(AT_MOST, installation.try_serve()).await;
    let Err(ended) = served.expect("it ends in time") else {
        panic!("it serves without a bucket");
    };
    assert!(
        ended.stderr.contains("the object store"),
        "{}",
        ended.stderr
    );
}
