//! A bucket that is slow, busy, full, gone or cut off: callers are told what the contract says, and nothing is half kept.

use std::time::Duration;

use postrider_engine::{assets, imports};
use serde_json::json;

use super::installation;
use super::scene::{Scene, assert_later, csv, large};
use crate::support::bucket::bucket_url;
use crate::support::{Fault, png, until};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[tokio::test]
async fn a_slow_bucket_is_waited_for() {
    let scene = Scene::set("slow").await;
    scene
        .bucket
        .rule(|_| Fault::Late(Duration::from_millis(300)));
    scene.import_design(9).await.expect(201);
    let served = scene.brand.get(&scene.image().await).await.expect(200);
    assert_eq!(served.bytes, png(9, 9));
    scene.import_file(csv(3)).await.expect(202);
    scene.server.at_rest().await;
}

#[tokio::test]
async fn a_bucket_that_is_busy_for_a_moment_is_asked_again() {
    let scene = Scene::set("busy").await;
    scene.bucket.rule(|asked| match asked.before {
        0 => Fault::Refused(503, "SlowDown"),
        _ => Fault::Nothing,
    });
    scene.import_design(9).await.expect(201);
    let served = scene.brand.get(&scene.image().await).await.expect(200);
    assert_eq!(served.bytes, png(9, 9));
    // In the middle of one that goes in parts.
    scene.import_file(large()).await.expect(202);
    let asked = scene.bucket.asked();
    let parts = asked
        .iter()
        .filter(|(_, path)| path.contains("partNumber=2"));
    assert_eq!(parts.count(), 2);
    scene.server.leaves_jobs("many rows are still imported");
}

#[tokio::test]
async fn a_bucket_that_stays_busy_is_503_and_nothing_is_kept() {
    let scene = Scene::set("overrun").await;
    scene.bucket.rule(|asked| {
        if asked.stores() {
            Fault::Refused(503, "SlowDown")
        } else {
            Fault::Nothing
        }
    });
    assert_later(&scene.import_design(8).await);
    scene.assert_nothing_kept().await;
    scene.assert_works().await;
}

#[tokio::test]
async fn a_full_bucket_is_503_and_nothing_is_kept() {
    let scene = Scene::set("full").await;
    scene.bucket.rule(|asked| {
        // Uploads in parts can still be begun.
        if asked.stores() && asked.method == "PUT" {
            Fault::Refused(403, "QuotaExceeded")
        } else {
            Fault::Nothing
        }
    });
    assert_later(&scene.import_design(8).await);
    assert_later(&scene.import_file(csv(3)).await);
    assert_later(&scene.import_file(large()).await);
    assert_later(&scene.import_text().await);
    scene.assert_nothing_kept().await;
    scene.assert_works().await;
}

#[tokio::test]
async fn a_website_is_read_where_its_logo_cannot_be_stored() {
    let scene = Scene::set("logoless").await;
    scene.bucket.rule(|asked| {
        if asked.stores() {
            Fault::Refused(403, "QuotaExceeded")
        } else {
            Fault::Nothing
        }
    });
    let logo = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path fill="#0a7d55" d="M5 5h50v10H5z"/></svg>"##;
    scene.host.file("/logo.svg", "image/svg+xml", logo.into());
    let page = r##"<title>Lamps</title><meta property="og:site_name" content="Lamps"><meta name="theme-color"
        content="#0a7d55"><header><a href="/"><img class="logo" src="/logo.svg" alt="Lamps logo"></a></header>"##;
    let website = scene.host.file("/", "text/html", page.into());
    let asked = json!({ "websiteUrl": website });
    scene.brand.patch("/v1/brand", asked).await.expect(200);
    let read = until("the website is read", async || {
        let read = scene.brand.get("/v1/brand").await.expect(200);
        (read["readiness"]["ready"] == true).then_some(read)
    })
    .await;
    let readiness = &read["readiness"];
    assert_eq!(readiness["error"]["code"], "SERVICE_UNAVAILABLE");
    assert_eq!(readiness["steps"]["logo"], "failed");
    assert_ne!(readiness["steps"]["theme"], "failed");
    assert_eq!(readiness["steps"]["domain"], "completed");
    assert_eq!(read["identity"]["brandName"], "Lamps");
    assert_eq!(scene.stored().await, 0);
}

#[tokio::test]
async fn what_was_stored_although_the_bucket_said_no_is_gone_after_a_day() {
    let scene = Scene::set("orphans").await;
    scene.bucket.rule(|asked| match asked.method.as_str() {
        "DELETE" => Fault::Refused(403, "AccessDenied"),
        _ if asked.stores() => Fault::Lost,
        _ => Fault::Nothing,
    });
    assert_later(&scene.import_design(8).await);
    assert_later(&scene.import_file(csv(3)).await);
    assert_eq!(scene.stored().await, 2);
    scene.bucket.heal();
    let app = scene.server.app();
    for (days, left) in [(0, 2), (1, 0)] {
        let now = app.clock.now() + days * (DAY_MS + 60_000);
        assets::sweep(&app.db, &app.objects, now).await.unwrap();
        imports::sweep(&app.db, &app.objects, now).await.unwrap();
        assert_eq!(scene.stored().await, left);
    }
    scene.assert_works().await;
}

#[tokio::test]
async fn a_bucket_that_has_vanished_takes_nothing_and_no_import_ends_for_it() {
    let scene = Scene::set("vanished").await;
    scene.import_design(9).await.expect(201);
    let image = scene.image().await;
    scene.bucket.rule(|asked| {
        if asked.reads() {
            Fault::Refused(404, "NoSuchBucket")
        } else {
            Fault::Nothing
        }
    });
    // Its file is there, whatever the bucket says meanwhile.
    let import = scene.import_file(csv(3)).await.expect(202);
    scene.file_was_asked_for().await;
    scene.bucket.rule(|_| Fault::Refused(404, "NoSuchBucket"));
    let unseen = scene.brand.get(&image).await;
    assert_eq!(unseen.status, 503, "it may come back");
    assert!(unseen.headers.contains_key("retry-after"));
    assert_later(&scene.import_design(8).await);
    assert_later(&scene.import_file(csv(3)).await);
    scene.bucket.heal();
    scene.import_goes_on(&import).await;
    scene.brand.get(&image).await.expect(200);
    scene.server.at_rest().await;
}

#[tokio::test]
async fn an_image_that_is_cut_off_on_its_way_is_whole_or_503() {
    let scene = Scene::set("cut").await;
    scene.import_design(90).await.expect(201);
    let image = scene.image().await;
    scene.bucket.rule(|asked| {
        if asked.reads() && asked.before == 0 {
            Fault::Cut
        } else {
            Fault::Nothing
        }
    });
    let served = scene.brand.get(&image).await.expect(200);
    assert_eq!(served.bytes, png(90, 90), "the rest is asked for again");
    scene.bucket.rule(|asked| {
        if asked.reads() {
            Fault::Cut
        } else {
            Fault::Nothing
        }
    });
    assert_eq!(scene.brand.get(&image).await.status, 503);
    scene.bucket.heal();
    scene.brand.get(&image).await.expect(200);
}

#[tokio::test]
async fn a_service_does_not_start_without_its_bucket_and_says_why() {
    let installation = installation(bucket_url()).await;
    let installation = installation.set("POSTRIDER_OBJECTS", "s3://no-such-bucket/here");
    let Err(ended) = installation.try_serve().await else {
        panic!("it serves without a bucket");
    };
    let said = ended.stderr;
    assert!(said.contains("there is no such bucket"), "{said}");
}
