//! Who waits for a place holds nothing, and waiting is nobody's fault.

use std::time::Duration;

use futures_util::future::join;
use postrider_domain::turns::Asker;
use postrider_engine::assets;
use postrider_store::db::Place;
use serde_json::json;
use tokio::time::Instant;

use super::{ADD, image, uploaded};
use crate::support::{Brand, ImageHost, TestServer, assert_problem, png, until};

const OTHER: Asker = Asker::Organization(-1);

/// Every place for work on images, taken by somebody else.
pub async fn all_places(server: &TestServer) -> Vec<Place> {
    let places = &server.app().pictures.places;
    let mut taken = Vec::new();
    for _ in 0..postrider_engine::pictures::AT_ONCE {
        taken.push(places.take(OTHER).await.unwrap());
    }
    taken
}

/// Until somebody of the brand's waits: the next of its organization would come behind it.
async fn waits(server: &TestServer, brand: &Brand) {
    until("the work has begun", async || {
        let begun = "SELECT count(*) FROM credit_holds";
        (server.number(begun).await > 0).then_some(())
    })
    .await;
    // What would read something has done so by the time that a few requests are answered.
    for _ in 0..5 {
        brand.get("/v1/usage").await.expect(200);
    }
}

#[tokio::test]
async fn what_we_have_is_read_when_there_is_a_place_for_it() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (side, path) in [
        (31, ADD),
        (32, "/v1/content/transform"),
        (33, "/v1/content/gif"),
    ] {
        let added = image(&server, &brand, &png(side, side)).await;
        let upload = uploaded(&server, &brand, "a.png", &png(9, side)).await;
        let asset = &added["assetId"];
        let body = match path {
            ADD => json!({ "uploadId": upload }),
            "/v1/content/gif" => json!({ "from": "image", "assetId": asset }),
            _ => json!({ "operation": "resize", "assetId": asset, "width": 9 }),
        };
        let taken = all_places(&server).await;
        let losing = async {
            waits(&server, &brand).await;
            let app = server.app();
            for folder in ["assets", "uploads"] {
                for stored in app.objects.list(folder).await.unwrap() {
                    app.objects.delete(&stored.name).await.unwrap();
                }
            }
            drop(taken);
        };
        let (answer, ()) = join(brand.post(path, body), losing).await;
        // Whoever had read it before would not miss it.
        let is_missed = matches!(answer.status, 422 | 503);
        assert!(is_missed, "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn whoever_has_gone_does_not_stay_in_line() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let added = image(&server, &brand, &png(31, 31)).await;
    for body in [
        json!({ "from": "image", "assetId": added["assetId"] }),
        json!({ "from": "prompt", "prompt": "Sale" }),
    ] {
        let taken = all_places(&server).await;
        tokio::select! {
            answer = brand.post("/v1/content/gif", body) => panic!("{}", answer.text()),
            () = waits(&server, &brand) => {}
        }
        until("nothing is held for it any more", async || {
            let held = "SELECT count(*) FROM credit_holds";
            (server.number(held).await == 0).then_some(())
        })
        .await;
        drop(taken);
    }
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 1);
}

#[tokio::test]
async fn few_fetch_what_they_then_wait_with() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let taken = all_places(&server).await;
    let urls: Vec<String> = (1..=12)
        .map(|side| host.png(&format!("/{side}.png"), side, 9))
        .collect();
    let adding = urls
        .iter()
        .map(|url| brand.post(ADD, json!({ "imageUrl": url })));
    let adding = futures_util::future::join_all(adding);
    let counting = async {
        until("as many as may have fetched", async || {
            (host.asked().len() == postrider_engine::pictures::BROUGHT_AT_ONCE).then_some(())
        })
        .await;
        for _ in 0..5 {
            brand.get("/v1/usage").await.expect(200);
        }
        assert_eq!(
            host.asked().len(),
            postrider_engine::pictures::BROUGHT_AT_ONCE
        );
        drop(taken);
    };
    let (added, ()) = join(adding, counting).await;
    for added in added {
        added.expect(201);
    }
}

#[tokio::test]
async fn few_videos_are_fetched_while_others_are_read() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let films = server.app().pictures.films.as_ref();
    let places = &films.expect("ffmpeg is installed").places;
    let mut taken = Vec::new();
    for _ in 0..postrider_engine::pictures::VIDEOS_AT_ONCE {
        taken.push(places.take(OTHER).await.unwrap());
    }
    let most = postrider_engine::pictures::VIDEOS_BROUGHT_AT_ONCE;
    let urls: Vec<String> = (0..most + 2)
        .map(|name| host.file(&format!("/{name}.mp4"), "video/mp4", b"no video".to_vec()))
        .collect();
    let filming = urls.iter().map(|url| {
        let body = json!({ "from": "video", "videoUrl": url });
        brand.post("/v1/content/gif", body)
    });
    let filming = futures_util::future::join_all(filming);
    let counting = async {
        until("as many as may have fetched", async || {
            (host.asked().len() == most).then_some(())
        })
        .await;
        for _ in 0..5 {
            brand.get("/v1/usage").await.expect(200);
        }
        assert_eq!(host.asked().len(), most);
        drop(taken);
    };
    let (refused, ()) = join(filming, counting).await;
    for refused in refused {
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    }
    assert_eq!(host.asked().len(), urls.len());
}

#[tokio::test]
async fn a_slow_host_keeps_nobody_s_video_waiting() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let late = Duration::from_secs(5);
    let slow: Vec<String> = (0..postrider_engine::pictures::VIDEOS_AT_ONCE)
        .map(|name| {
            let path = format!("/{name}.mp4");
            host.slow_file(&path, "video/mp4", b"no video".to_vec(), late)
        })
        .collect();
    let gif = |url: &str| {
        let body = json!({ "from": "video", "videoUrl": url });
        brand.post("/v1/content/gif", body)
    };
    let slowly = futures_util::future::join_all(slow.iter().map(|url| gif(url)));
    let quickly = async {
        until("both are fetched", async || {
            (host.asked().len() == slow.len()).then_some(())
        })
        .await;
        let begun = Instant::now();
        let url = host.file("/quick.mp4", "video/mp4", b"no video".to_vec());
        let refused = gif(&url).await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
        assert!(begun.elapsed() < late, "{:?}", begun.elapsed());
    };
    let (refused, ()) = join(slowly, quickly).await;
    for refused in refused {
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    }
}

#[tokio::test]
async fn waiting_for_room_takes_nobody_s_time() {
    let patience = Duration::from_millis(400);
    let limits = assets::Limits {
        work: patience,
        ..assets::Limits::default()
    };
    let server = TestServer::with().images(limits).start().await;
    let brand = server.brand().await;
    let upload = uploaded(&server, &brand, "a.png", &png(40, 30)).await;
    let app = server.app();
    let stranger = postrider_domain::tenant::BrandKey { org: -1, brand: -1 };
    let all = app
        .pictures
        .library
        .memory(stranger, u64::MAX)
        .await
        .unwrap();
    let adding = brand.post(ADD, json!({ "uploadId": upload }));
    let waiting = async {
        let begun = Instant::now();
        until("longer than the work itself may take", async || {
            (begun.elapsed() > patience * 2).then_some(())
        })
        .await;
        drop(all);
    };
    let (added, ()) = join(adding, waiting).await;
    added.expect(201);
    let broken = uploaded(&server, &brand, "a.png", b"no image").await;
    let refused = brand.post(ADD, json!({ "uploadId": broken })).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
}
