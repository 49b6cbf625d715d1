use image::ImageFormat;

use super::{keep_all, path, server_beside, take};
use crate::support::{ImageHost, TestServer, encoded};

#[tokio::test]
async fn an_image_is_served_to_everybody_and_for_ever() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let (brand, nobody) = (server.brand().await, server.nobody());
    for (format, kind) in [
        (ImageFormat::Png, "image/png"),
        (ImageFormat::Jpeg, "image/jpeg"),
        (ImageFormat::Gif, "image/gif"),
        (ImageFormat::WebP, "image/webp"),
    ] {
        let bytes = encoded(format, 30, 20);
        let url = host.file("/a", "text/html", bytes.clone());
        let taken = take(&server, &brand, &[&url]).await;
        keep_all(&server, &brand, &taken).await;
        let path = path(&taken.urls()[&url]);
        let answer = nobody.get(path).await.expect(200);
        assert_eq!(&answer.bytes[..], bytes);
        for (name, value) in [
            ("content-type", kind),
            ("cache-control", "public, max-age=31536000, immutable"),
            ("x-content-type-options", "nosniff"),
            ("content-security-policy", "default-src 'none'; sandbox"),
        ] {
            assert_eq!(answer.header(name), Some(value));
        }
        assert_eq!(answer.header("ratelimit-limit"), None);
        let tag = answer.header("etag").unwrap();

        let known = nobody.request("GET", path).header("If-None-Match", tag);
        let known = known.send().await.expect(304);
        assert!(known.bytes.is_empty());
        assert_eq!(known.header("etag"), Some(tag));
        let other = nobody
            .request("GET", path)
            .header("If-None-Match", "\"other\"");
        other.send().await.expect(200);

        let head = nobody.request("HEAD", path).send().await.expect(200);
        assert!(head.bytes.is_empty());
        assert_eq!(head.number("content-length"), Some(bytes.len() as i64));
        nobody.request("POST", path).send().await.expect(405);
    }
}

#[tokio::test]
async fn nothing_but_an_image_has_a_name() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let (brand, nobody) = (server.brand().await, server.nobody());
    let url = host.png("/a.png", 9, 9);
    let taken = take(&server, &brand, &[&url]).await;
    let name = &path(&taken.urls()[&url])["/assets/".len()..];
    std::fs::write(server.folder().join("objects/secret.png"), "secret").unwrap();
    let stem = name.strip_suffix(".png").unwrap();
    for wrong in [
        &format!("{}.png", "a".repeat(24)),
        &format!("{stem}.jpg"),
        &format!("{stem}.html"),
        &name.to_uppercase(),
        &format!("{name}%00"),
        &format!("{name}%20"),
        &format!("%2e%2e%2fassets%2f{name}"),
        &format!("..%2F{name}"),
        "..%2Fsecret.png",
        "%2Fetc%2Fpasswd",
        "%FF.png",
    ] {
        let answer = nobody.get(&format!("/assets/{wrong}")).await;
        assert_eq!(answer.status, 404, "{wrong}");
        let kind = answer.header("content-type").unwrap();
        assert!(kind.starts_with("text/plain"), "{wrong}: {kind}");
    }
    nobody.get(&format!("/assets/{name}")).await.expect(200);
    for other in [
        format!("/assets/{name}/"),
        format!("/assets//{name}"),
        "/assets/".to_owned(),
    ] {
        nobody.get(&other).await.expect(404);
    }
}

#[tokio::test]
async fn icons_are_ours() {
    let server = TestServer::start().await;
    let nobody = server.nobody();
    let icon = nobody.get("/icons/github.png").await.expect(200);
    assert_eq!(icon.header("content-type"), Some("image/png"));
    let tag = icon.header("etag").unwrap();
    let known = nobody
        .request("GET", "/icons/github.png")
        .header("If-None-Match", tag);
    known.send().await.expect(304);
    for wrong in [
        "github",
        "github.gif",
        "nobody.png",
        "..%2Fgithub.png",
        "%FF.png",
    ] {
        nobody.get(&format!("/icons/{wrong}")).await.expect(404);
    }
}
