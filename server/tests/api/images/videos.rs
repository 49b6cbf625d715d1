//! `POST /v1/content/gif { from: "video" }`

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use postrider_domain::tenant::BrandKey;
use postrider_engine::assets;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use super::turns::all_places;
use super::{ADD, IMAGES, add, ids, image, open, path, place, put};
use crate::support::{
    Answer, Brand, Caller, ImageHost, Installation, TestServer, assert_problem, png, until,
};

const GIF: &str = "/v1/content/gif";

/// A video that the real program makes; `what` is its input and what becomes of it.
async fn video(what: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let made = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-y", "-f", "lavfi", "-i"])
        .args(what.split(' '))
        .arg(&file)
        .status();
    let made = made.await.expect("ffmpeg: `scripts/install` installs it");
    assert!(made.success(), "{what}");
    std::fs::read(file).unwrap()
}

async fn sent(server: &TestServer, brand: &Brand, kind: &str, bytes: &[u8]) -> Value {
    let upload = open(brand, "Red dress.mp4", kind, bytes.len()).await;
    let upload = upload.expect(201);
    put(server, &upload, bytes).await.expect(200);
    upload["uploadId"].clone()
}

async fn gif_of(server: &TestServer, brand: &Brand, bytes: &[u8], more: Value) -> Answer {
    let upload = sent(server, brand, "video/mp4", bytes).await;
    let mut body = json!({ "from": "video", "uploadId": upload });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    brand.post(GIF, body).await
}

#[tokio::test]
async fn a_video_becomes_a_gif_and_its_bytes_are_gone() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (what, name) in [
        (
            "testsrc=duration=4:size=320x180:rate=25 -pix_fmt yuv420p",
            "a.mp4",
        ),
        (
            "testsrc=duration=4:size=320x180:rate=30 -c:v libvpx -b:v 1M",
            "a.webm",
        ),
        (
            "testsrc=duration=4:size=320x180:rate=25 -c:v mpeg4",
            "a.mov",
        ),
        (
            "testsrc2=duration=4:size=320x180:rate=25 -f lavfi -i sine=duration=4 -pix_fmt yuv420p",
            "a.mkv",
        ),
    ] {
        let bytes = video(what, name).await;
        let part = json!({ "start": 1, "duration": 2, "fps": 5, "width": 160 });
        let made = gif_of(&server, &brand, &bytes, part).await.expect(200);
        assert_eq!(made.header("x-credit-cost"), Some("10"));
        let facts = ["width", "height", "frames"].map(|key| made[key].as_i64().unwrap());
        assert_eq!(facts, [160, 90, 10], "{name}");
        let shown = server.nobody().get(path(&made)).await.expect(200);
        assert_eq!(shown.header("content-type"), Some("image/gif"));
        assert_eq!(made["bytes"], shown.bytes.len());
        // All test pictures are colourful, and black somewhere.
        let first = image::load_from_memory(&shown.bytes).unwrap().to_rgb8();
        let channels = || first.pixels().flat_map(|pixel| pixel.0);
        assert!(channels().any(|channel| channel > 230), "{name}");
        assert!(channels().any(|channel| channel < 25), "{name}");
        assert_eq!(server.files_in("uploads").await.len(), 0, "{name}");
    }
    let found = brand.get(&format!("{IMAGES}?q=dress")).await.expect(200);
    assert_eq!(ids(&found).len(), 4);
    assert_eq!(found["data"][0]["kind"], "generated");
}

#[tokio::test]
async fn without_bounds_of_the_caller_ours_hold() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let what = "testsrc2=duration=14:size=900x500:rate=25 -pix_fmt yuv420p";
    let url = host.file("/films/summer.mp4", "video/mp4", video(what, "a.mp4").await);
    let body = json!({ "from": "video", "videoUrl": url });
    let made = brand.post_once("k", GIF, body.clone()).await.expect(200);
    assert!(made["width"].as_i64().unwrap() <= 600);
    assert!(made["bytes"].as_i64().unwrap() <= 1 << 20);
    let shown = server.nobody().get(path(&made)).await.expect(200);
    let time = time_of(&shown.bytes);
    assert!(
        (990..=1010).contains(&time),
        "{time} hundredths of a second"
    );
    let again = brand.post_once("k", GIF, body).await.expect(200);
    assert_eq!(again.json, made.json);
    assert_eq!(host.asked().len(), 1);
}

/// How long a GIF is, in hundredths of a second: what its control blocks say.
fn time_of(gif: &[u8]) -> u32 {
    let blocks = gif
        .windows(8)
        .filter(|part| part[..3] == [0x21, 0xF9, 4] && part[7] == 0);
    blocks
        .map(|block| u32::from(u16::from_le_bytes([block[4], block[5]])))
        .sum()
}

#[tokio::test]
async fn nobody_is_told_what_else_to_open_and_nothing_is_too_large() {
    let secret = ImageHost::start().await;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let inner = secret.url("/inner.ts");
    let plain = video(
        "testsrc=duration=2:size=64x64:rate=10 -pix_fmt yuv420p",
        "a.mp4",
    )
    .await;
    let head = plain[..plain.len() / 2].to_vec();
    let lossless = video("testsrc=duration=1:size=64x64:rate=10 -c:v ffv1", "a.mkv").await;
    let audio = video("sine=duration=2 -c:a aac", "a.mp4").await;
    let huge = video(
        "color=size=8192x4608:duration=0.04 -preset ultrafast",
        "a.mp4",
    )
    .await;
    let strobe = "nullsrc=duration=3:size=64x64:rate=15,geq=lum='255*mod(N,2)':cb=128:cr=128 -pix_fmt yuv420p";
    let strobe = video(strobe, "a.mp4").await;
    let playlist = format!("#EXTM3U\n#EXTINF:1,\n{inner}\n#EXT-X-ENDLIST\n").into_bytes();
    let disguised = [b"\0\0\0\x14ftypisom\0\0\0\0isom".as_slice(), &playlist].concat();
    for (name, bytes, said) in [
        ("a playlist", playlist, "neither MP4"),
        (
            "a playlist that says it is none",
            disguised,
            "no moving picture",
        ),
        (
            "a script",
            format!("ffconcat version 1.0\nfile '{inner}'\n").into_bytes(),
            "neither MP4",
        ),
        ("a list", b"file '/etc/passwd'\n".to_vec(), "neither MP4"),
        ("an image", png(20, 20), "neither MP4"),
        ("half of one", head, "no moving picture"),
        ("sound", audio, "no moving picture"),
        ("another codec", lossless, "no moving picture"),
        ("too many pixels", huge, "no moving picture"),
        ("what flashes", strobe, "flashes"),
    ] {
        let refused = gif_of(&server, &brand, &bytes, json!({ "fps": 15 })).await;
        assert_eq!(refused.status, 422, "{name}: {}", refused.text());
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
        assert!(refused.text().contains(said), "{name}: {}", refused.text());
        assert_eq!(refused.header("x-credit-cost"), None);
    }
    let late = gif_of(&server, &brand, &plain, json!({ "start": 30 })).await;
    assert_problem(&late, 422, "CONTENT_OPERATION_FAILED", None);
    assert_eq!(secret.asked(), [""; 0]);
    assert_eq!(server.files_in("assets").await.len(), 0);
    // Ten hours, of which ten seconds are looked at.
    let long = "testsrc=duration=36000:size=32x32:rate=1/300 -pix_fmt yuv420p";
    let long = video(long, "a.mp4").await;
    let made = gif_of(&server, &brand, &long, json!({ "fps": 2 })).await;
    assert!(made.expect(200)["frames"].as_i64().unwrap() <= 20);
}

#[tokio::test]
async fn a_video_is_for_gifs_alone_and_an_image_is_no_video() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let upload = sent(&server, &brand, "video/mp4", b"bytes").await;
    let refused = add(&brand, &upload).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("uploadId"));
    let still = sent(&server, &brand, "image/png", &png(9, 9)).await;
    let gif = async |body: Value| brand.post(GIF, body).await;
    for (body, status, code, param) in [
        (
            json!({ "from": "video", "uploadId": still }),
            400,
            "INVALID_REQUEST",
            "uploadId",
        ),
        (
            json!({ "from": "video" }),
            400,
            "INVALID_REQUEST",
            "uploadId",
        ),
        (
            json!({ "from": "video", "uploadId": upload, "videoUrl": "https://x.test/a" }),
            400,
            "INVALID_REQUEST",
            "uploadId",
        ),
        (
            json!({ "from": "video", "videoUrl": "file:///etc/passwd" }),
            400,
            "INVALID_REQUEST",
            "videoUrl",
        ),
        (
            json!({ "from": "video", "uploadId": upload, "fps": 16 }),
            400,
            "INVALID_REQUEST",
            "fps",
        ),
        (
            json!({ "from": "video", "uploadId": upload, "duration": 11 }),
            400,
            "INVALID_REQUEST",
            "duration",
        ),
        (
            json!({ "from": "video", "uploadId": "imgup_x" }),
            404,
            "UPLOAD_NOT_FOUND",
            "uploadId",
        ),
    ] {
        assert_problem(&gif(body).await, status, code, Some(param));
    }
}

#[tokio::test]
async fn a_video_is_its_brand_s_and_stands_where_everybody_may_look() {
    let host = ImageHost::start().await;
    let server = TestServer::start().await;
    let (brand, stranger) = (server.brand().await, server.brand().await);
    let upload = sent(&server, &brand, "video/mp4", b"bytes").await;
    let gif = async |body: Value| brand.post(GIF, body).await;
    let foreign = json!({ "from": "video", "uploadId": upload });
    let foreign = stranger.post(GIF, foreign).await;
    assert_problem(&foreign, 404, "UPLOAD_NOT_FOUND", Some("uploadId"));
    let private = json!({ "from": "video", "videoUrl": host.url("/a.mp4") });
    assert_problem(&gif(private).await, 422, "CONTENT_OPERATION_FAILED", None);
    assert_eq!(host.asked(), [""; 0]);
    let unsent = open(&brand, "a.mp4", "video/mp4", 9).await.expect(201);
    assert_eq!(unsent["maxBytes"], 50 << 20);
    let early = json!({ "from": "video", "uploadId": unsent["uploadId"] });
    assert_problem(
        &gif(early).await,
        409,
        "UPLOAD_NOT_RECEIVED",
        Some("uploadId"),
    );
    let larger = open(&brand, "a.mp4", "video/mp4", (50 << 20) + 1).await;
    assert_problem(&larger, 413, "PAYLOAD_TOO_LARGE", Some("size"));
}

fn told(help: &Answer) -> Value {
    let operations = help["credits"]["operations"].as_array().unwrap();
    let gif = operations.iter().find(|one| one["path"] == GIF).unwrap();
    let prices = gif["prices"].as_array().unwrap();
    let of_videos = prices.iter().find(|price| price["when"] == "from: video");
    of_videos.unwrap().clone()
}

#[tokio::test]
async fn without_ffmpeg_no_video_is_taken_and_help_says_so() {
    let server = TestServer::with().configure(|config| config.ffmpeg = None);
    let server = server.start().await;
    let brand = server.brand().await;
    let body = json!({ "from": "video", "videoUrl": "https://x.test/a.mp4" });
    let help = brand.get("/v1/help").await.expect(200);
    let of_videos = told(&help);
    assert_eq!(of_videos["available"], false);
    for refused in [
        brand.post(GIF, body).await,
        open(&brand, "a.mp4", "video/mp4", 9).await,
    ] {
        assert_problem(&refused, 501, "NOT_IMPLEMENTED", None);
        assert_eq!(refused["error"]["suggestion"], of_videos["missing"]);
        assert!(refused.text().contains("ffmpeg") && refused.text().contains("apt install"));
        assert_eq!(refused.header("x-credit-cost"), None);
    }
    let server = TestServer::start().await;
    let help = server.brand().await.get("/v1/help").await.expect(200);
    let of_videos = told(&help);
    assert_eq!(
        (&of_videos["available"], of_videos.get("missing")),
        (&json!(true), None)
    );
}

/// Something else in the place of ffmpeg, which everybody may run.
fn in_its_place(script: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let everybody = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    everybody(folder.path());
    let program = folder.path().join("ffmpeg");
    std::fs::write(&program, script).unwrap();
    everybody(&program);
    (folder, program)
}

/// The processes that were started with this as an argument.
fn processes(argument: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let has = |path: &PathBuf| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0)
            .any(|word| word == argument.as_bytes())
    };
    all.map(|entry| entry.path()).filter(has).collect()
}

async fn running(argument: &str) -> PathBuf {
    until("it runs", async || processes(argument).pop()).await
}

async fn gone(argument: &str) {
    until("it is gone", async || {
        processes(argument).is_empty().then_some(())
    })
    .await;
}

#[tokio::test]
async fn one_that_hangs_is_behind_its_fence_and_ends() {
    const FOR_EVER: &str = "86413.25";
    let (_folder, program) = in_its_place(&format!("#!/bin/sh\nexec sleep {FOR_EVER}\n"));
    let limits = assets::Limits {
        work: Duration::from_secs(1),
        ..assets::Limits::default()
    };
    let server = TestServer::with()
        .images(limits)
        .configure(move |config| config.ffmpeg = Some(program.clone()))
        .start()
        .await;
    let brand = server.brand().await;
    let bytes = b"\0\0\0\x14ftypisom\0\0\0\0isom";
    let looking = async {
        let process = running(FOR_EVER).await;
        let read = |name: &str| std::fs::read_to_string(process.join(name)).unwrap_or_default();
        let own_net = std::fs::read_link("/proc/self/ns/net").unwrap();
        let its_net = std::fs::read_link(process.join("ns/net")).ok();
        (read("status"), read("limits"), its_net != Some(own_net))
    };
    let asking = gif_of(&server, &brand, bytes, json!({}));
    let (refused, (status, limits, is_apart)) = futures_util::future::join(asking, looking).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    assert!(
        refused.text().contains("longer than 3 seconds"),
        "{}",
        refused.text()
    );
    gone(FOR_EVER).await;
    let fact = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().to_owned()
    };
    assert_eq!(
        (fact("Seccomp:"), fact("NoNewPrivs:")),
        ("2".into(), "1".into())
    );
    if rustix::process::geteuid().is_root() {
        assert_eq!(
            fact("Uid:").split_whitespace().collect::<Vec<_>>(),
            ["65534"; 4]
        );
        assert_eq!(fact("CapEff:"), "0000000000000000");
        assert!(is_apart);
    }
    for (limit, most) in [
        ("Max cpu time", "30"),
        ("Max file size", "0"),
        ("Max data size", "1073741824"),
    ] {
        let line = limits.lines().find(|line| line.starts_with(limit)).unwrap();
        assert_eq!(
            line[limit.len()..].split_whitespace().next(),
            Some(most),
            "{line}"
        );
    }
    assert_eq!(server.files_in("assets").await.len(), 0);
    // It can be tried again.
    assert_eq!(server.files_in("uploads").await.len(), 1);
}

#[tokio::test]
async fn nobody_s_images_wait_for_a_video() {
    const FOR_EVER: &str = "86419.5";
    let (_folder, program) = in_its_place(&format!("#!/bin/sh\nexec sleep {FOR_EVER}\n"));
    let limits = assets::Limits {
        work: Duration::from_mins(10),
        ..assets::Limits::default()
    };
    let server = TestServer::with()
        .images(limits)
        .configure(move |config| config.ffmpeg = Some(program.clone()))
        .start()
        .await;
    let brand = server.brand().await;
    let bytes = b"\0\0\0\x14ftypisom\0\0\0\0isom";
    let others = async {
        let process = running(FOR_EVER).await;
        let app = server.app();
        let stranger = BrandKey { org: -1, brand: -1 };
        let all = async {
            let places = all_places(&server).await;
            let memory = app.pictures.library.memory(stranger, u64::MAX).await;
            drop((places, memory.unwrap()));
        };
        let all = tokio::time::timeout(Duration::from_mins(1), all).await;
        all.expect("all places and all memory are free");
        let number = process.file_name().unwrap().to_str().unwrap().parse();
        let number = rustix::process::Pid::from_raw(number.unwrap()).unwrap();
        rustix::process::kill_process(number, rustix::process::Signal::KILL).unwrap();
    };
    let most = json!({ "fps": 15, "width": 600 });
    let asking = gif_of(&server, &brand, bytes, most);
    let (refused, ()) = futures_util::future::join(asking, others).await;
    assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
}

#[tokio::test]
async fn one_that_cannot_be_run_or_talks_nonsense_is_no_fault_of_ours() {
    for (script, status) in [
        ("#!/no/such/shell\n", 503),
        ("#!/bin/sh\nexit 1\n", 422),
        ("#!/bin/sh\nexit 0\n", 422),
        ("#!/bin/sh\nkill -9 $$\n", 422),
        ("#!/bin/sh\nwhile :; do echo nonsense; done\n", 422),
        ("#!/bin/sh\nprintf 'P6\\n600 600\\n255\\n'\n", 422),
    ] {
        let (_folder, program) = in_its_place(script);
        let server = TestServer::with()
            .configure(move |config| config.ffmpeg = Some(program.clone()))
            .start()
            .await;
        let brand = server.brand().await;
        let bytes = b"\0\0\0\x14ftypisom\0\0\0\0isom";
        let refused = gif_of(&server, &brand, bytes, json!({})).await;
        assert_eq!(refused.status, status, "{script}: {}", refused.text());
        assert_eq!(refused.header("retry-after").is_some(), status == 503);
        assert_eq!(server.files_in("assets").await.len(), 0);
    }
}

#[tokio::test]
async fn a_server_that_is_killed_takes_its_child_along_and_leaves_no_half() {
    const FOR_EVER: &str = "86417.75";
    let (_folder, program) = in_its_place(&format!("#!/bin/sh\nexec sleep {FOR_EVER}\n"));
    let installation = Installation::empty()
        .await
        .set("POSTRIDER_FFMPEG", program.to_str().unwrap());
    let server = installation.serve().await;
    let made = server.made();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let upload = uploaded_to(&server.nobody(), &caller).await;
    let body = json!({ "from": "video", "uploadId": upload });
    let asking = caller.request("POST", GIF).json(&body);
    let killing = async {
        running(FOR_EVER).await;
        server.kill().await;
    };
    let (answer, ()) = futures_util::future::join(asking.try_send(), killing).await;
    assert!(answer.is_err());
    gone(FOR_EVER).await;
    let objects = |folder: &str| {
        let files = std::fs::read_dir(installation.data().join("objects").join(folder));
        files.map_or(0, Iterator::count)
    };
    assert_eq!((objects("assets"), objects("uploads")), (0, 1));
}

/// What looks like a video for long enough.
async fn uploaded_to(nobody: &Caller, caller: &Caller) -> Value {
    let bytes = b"\0\0\0\x14ftypisom\0\0\0\0isom";
    let body = json!({ "fileName": "a.mp4", "contentType": "video/mp4", "size": bytes.len() });
    let upload = caller.post(super::UPLOADS, body).await.expect(201);
    let sent = nobody.request("PUT", place(&upload)).body(bytes.as_slice());
    sent.send().await.expect(200);
    upload["uploadId"].clone()
}

#[tokio::test]
async fn an_image_that_was_used_is_gone_from_the_uploads() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    image(&server, &brand, &png(9, 8)).await;
    let wrong = sent(&server, &brand, "image/png", b"no image").await;
    assert_problem(
        &brand.post(ADD, json!({ "uploadId": wrong })).await,
        422,
        "CONTENT_OPERATION_FAILED",
        None,
    );
    // What could not be used can be sent again.
    assert_eq!(server.files_in("uploads").await.len(), 1);
}
