//! Images and videos that are brought, changed and made while a bucket has trouble, and those that nobody has any more.

use std::time::Duration;

use futures_util::future::join_all;
use postrider_engine::{assets, pictures::uploads};
use serde_json::{Value, json};

use super::scene::{Scene, assert_later};
use crate::images::{open, put, uploaded};
use crate::support::bucket::objects_in_bucket;
use crate::support::{Answer, Asked, Fault, assert_envelope, png, until};

const ADD: &str = "/v1/content/add-image";
const TRANSFORM: &str = "/v1/content/transform";
const GIF: &str = "/v1/content/gif";
const MINUTE_MS: i64 = 60 * 1000;

/// What can be read of a film, as far as anybody looks before it is read.
const FILM: &[u8] = b"\0\0\0\x14ftypisom\0\0\0\0isom";

impl Scene {
    async fn brought(&self, side: u32) -> Value {
        uploaded(&self.server, &self.brand, "a.png", &png(side, side)).await
    }

    async fn brought_film(&self) -> Value {
        let upload = open(&self.brand, "a.mp4", "video/mp4", FILM.len()).await;
        let upload = upload.expect(201);
        put(&self.server, &upload, FILM).await.expect(200);
        upload["uploadId"].clone()
    }

    /// An image of the library.
    async fn added(&self, side: u32) -> Value {
        let body = json!({ "uploadId": self.brought(side).await });
        let added = self.brand.post(ADD, body).await.expect(201);
        added["assetId"].clone()
    }

    fn refuses(&self, is_refused: impl Fn(&Asked) -> bool + Send + Sync + 'static) {
        self.bucket.rule(move |asked| {
            if is_refused(asked) {
                Fault::Refused(403, "QuotaExceeded")
            } else {
                Fault::Nothing
            }
        });
    }

    async fn used(&self) -> Value {
        let usage = self.brand.get("/v1/usage").await.expect(200);
        usage["credits"]["used"].clone()
    }
}

/// Where bytes are put nobody is counted.
fn assert_put_later(answer: &Answer) {
    assert_envelope(answer, 503, "SERVICE_UNAVAILABLE", None);
    assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
}

/// All that is made of an upload, a film and an image of the library.
fn all_work(upload: &Value, film: &Value, asset: &Value) -> [(&'static str, Value); 5] {
    [
        (ADD, json!({ "uploadId": upload })),
        (
            TRANSFORM,
            json!({ "operation": "resize", "assetId": asset, "width": 5 }),
        ),
        (GIF, json!({ "from": "image", "assetId": asset })),
        (GIF, json!({ "from": "video", "uploadId": film })),
        (
            TRANSFORM,
            json!({ "operation": "optimize", "assetId": asset, "format": "webp" }),
        ),
    ]
}

#[tokio::test]
async fn a_slow_bucket_is_waited_for_by_images() {
    let scene = Scene::set("slow-images").await;
    scene
        .bucket
        .rule(|_| Fault::Late(Duration::from_millis(200)));
    let (asset, upload) = (scene.added(30).await, scene.brought(31).await);
    let work = all_work(&upload, &json!("none"), &asset);
    let done = |answer: &Answer| matches!(answer.status, 200 | 201);
    for (path, body) in work.into_iter().filter(|(_, body)| body["from"] != "video") {
        let answer = scene.brand.post(path, body).await;
        assert!(done(&answer), "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_full_bucket_takes_no_upload_and_nothing_that_is_made_and_nobody_pays() {
    let scene = Scene::set("full-images").await;
    let (asset, upload) = (scene.added(30).await, scene.brought(31).await);
    let before = scene.stored().await;
    let used = scene.used().await;
    scene.refuses(|asked| asked.stores() && asked.method == "PUT");
    // One that fits into a part, and one that does not.
    for size in [900, 6 << 20] {
        let bytes = vec![0; size];
        let opened = open(&scene.brand, "b.png", "image/png", size).await;
        let opened = opened.expect(201);
        assert_put_later(&put(&scene.server, &opened, &bytes).await);
        scene.bucket.heal();
        put(&scene.server, &opened, &bytes).await.expect(200);
        scene.refuses(|asked| asked.stores() && asked.method == "PUT");
    }
    let work = all_work(&upload, &json!("none"), &asset);
    for (path, body) in work.into_iter().filter(|(_, body)| body["from"] != "video") {
        assert_later(&scene.brand.post(path, body).await);
    }
    assert_eq!(scene.used().await, used);
    until("only the two are there that came at last", async || {
        (scene.stored().await == before + 2).then_some(())
    })
    .await;
    assert_eq!(scene.server.number("SELECT count(*) FROM assets").await, 1);
    scene.bucket.heal();
    let body = json!({ "uploadId": upload });
    scene.brand.post(ADD, body).await.expect(201);
}

#[tokio::test]
async fn what_cannot_be_read_is_for_later_and_is_there_afterwards() {
    let scene = Scene::within("unread-images", Duration::from_secs(1)).await;
    let (asset, upload) = (scene.added(30).await, scene.brought(31).await);
    let film = scene.brought_film().await;
    let used = scene.used().await;
    for fault in [Fault::Hangs, Fault::Cut] {
        scene.bucket.rule(
            move |asked| {
                if asked.reads() { fault } else { Fault::Nothing }
            },
        );
        let work = all_work(&upload, &film, &asset).into_iter();
        let work = work.map(|(path, body)| scene.brand.post(path, body));
        for answer in join_all(work).await {
            assert_later(&answer);
        }
    }
    // With the bucket everything is missing, and nothing is gone.
    scene.bucket.rule(|_| Fault::Refused(404, "NoSuchBucket"));
    for (path, body) in all_work(&upload, &film, &asset) {
        assert_later(&scene.brand.post(path, body).await);
    }
    let opened = open(&scene.brand, "b.png", "image/png", 9).await;
    assert_put_later(&put(&scene.server, &opened.expect(201), &[0; 9]).await);
    let image = scene.image().await;
    let head = scene.server.nobody().request("HEAD", &image);
    assert_eq!(head.send().await.status, 503);
    assert_eq!(scene.used().await, used);
    scene.bucket.heal();
    let head = scene.server.nobody().request("HEAD", &image);
    head.send().await.expect(200);
    let body = json!({ "uploadId": upload });
    scene.brand.post(ADD, body).await.expect(201);
    // It was read, and is no film.
    let body = json!({ "from": "video", "uploadId": film });
    assert_eq!(scene.brand.post(GIF, body).await.status, 422);
}

#[tokio::test]
async fn uploads_and_images_that_nobody_has_leave_a_bucket_in_time() {
    let scene = Scene::set("swept-images").await;
    scene.added(30).await;
    scene.brought(31).await;
    let objects = objects_in_bucket("swept-images");
    for name in ["uploads/of-nobody", "assets/of-nobody.png"] {
        let mut upload = objects.upload(name).await.unwrap();
        upload.write(b"bytes".as_slice().into()).await.unwrap();
        upload.finish().await.unwrap();
    }
    let app = scene.server.app();
    for (minutes, left) in [
        (0, [2, 2]),
        (70, [2, 2]),
        (3 * 60, [0, 2]),
        (13 * 60, [0, 1]),
    ] {
        let now = app.clock.now() + minutes * MINUTE_MS;
        uploads::sweep(&app.db, &app.objects, now).await.unwrap();
        assets::sweep(&app.db, &app.objects, now).await.unwrap();
        for (folder, left) in ["uploads", "assets"].into_iter().zip(left) {
            let listed = objects.list(folder).await.unwrap();
            assert_eq!(listed.len(), left, "{folder} after {minutes} minutes");
        }
    }
    let shown = scene.brand.get(&scene.image().await).await.expect(200);
    assert_eq!(shown.bytes, png(30, 30));
}
