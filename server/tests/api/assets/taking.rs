use std::time::Duration;

use image::ImageFormat;
use postrider_content::report::AssetReport;
use postrider_domain::designs::asset::{AssetKind, asset_id};
use postrider_engine::assets::{Limits, NotTaken, Reason};
use postrider_media::fetch::FetchError;
use postrider_media::image::ImageError;
use postrider_store::assets::{NewAsset, add};

use super::{keep_all, path, server_beside, stored, take};
use crate::support::{ImageHost, TestServer, encoded, png, until};

#[tokio::test]
async fn images_get_an_object_first_and_a_row_with_the_design() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let photo = encoded(ImageFormat::Jpeg, 30, 20);
    let bytes = photo.len() as i64;
    // What the host calls it does not matter.
    let photo = host.file("/photo", "application/octet-stream", photo);
    let logo = host.redirect("/logo", &host.png("/there.png", 8, 8));
    let taken = take(&server, &brand, &[&photo, &logo, &photo]).await;
    assert_eq!(taken.not_taken(), []);
    assert_eq!(taken.urls().len(), 2);
    assert_eq!(stored(&server).await.len(), 2);
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 0);

    keep_all(&server, &brand, &taken).await;
    let rows = server
        .sql(
            "SELECT kind, name, url, public_id, width, height, bytes, content_type FROM assets
             WHERE content_type = 'image/jpeg'",
        )
        .await;
    let row = &rows[0];
    let url = row.text(2).unwrap();
    assert_eq!(taken.urls()[&photo], url);
    assert_eq!(row.text(0).unwrap(), "upload");
    assert_eq!(path(&url), format!("/assets/{}", row.text(1).unwrap()));
    assert_eq!(row.text(3).unwrap(), asset_id(&url));
    assert_eq!((row.int(4).unwrap(), row.int(5).unwrap()), (30, 20));
    assert_eq!(row.int(6).unwrap(), bytes);
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 2);
}

#[tokio::test]
async fn the_same_bytes_are_stored_once_a_brand() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let (first, second) = (host.png("/1.png", 9, 9), host.png("/2.png", 9, 9));
    let taken = take(&server, &brand, &[&first, &second]).await;
    assert_eq!(taken.urls()[&first], taken.urls()[&second]);
    keep_all(&server, &brand, &taken).await;

    let again = take(&server, &brand, &[&second]).await;
    assert_eq!(again.urls()[&second], taken.urls()[&first]);
    keep_all(&server, &brand, &again).await;
    // Nothing of it is new: nothing is taken away.
    server.app().workshop.library.discard(&again).await;
    assert_eq!(stored(&server).await.len(), 1);

    let foreign = take(&server, &other, &[&first]).await;
    assert_ne!(foreign.urls()[&first], taken.urls()[&first]);
    keep_all(&server, &other, &foreign).await;
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 2);
}

#[tokio::test]
async fn two_requests_that_bring_the_same_bytes_each_keep_theirs() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let url = host.png("/a.png", 9, 9);
    let one = take(&server, &brand, &[&url]).await;
    let two = take(&server, &brand, &[&url]).await;
    keep_all(&server, &brand, &one).await;
    keep_all(&server, &brand, &two).await;
    for taken in [one, two] {
        server
            .nobody()
            .get(path(&taken.urls()[&url]))
            .await
            .expect(200);
    }
    assert_eq!(server.number("SELECT count(*) FROM assets").await, 2);
}

#[tokio::test]
async fn what_came_to_nothing_leaves_nothing() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let (first, second) = (host.png("/1.png", 9, 9), host.png("/2.png", 8, 8));
    let taken = take(&server, &brand, &[&first, &second]).await;
    assert_eq!(stored(&server).await.len(), 2);
    server.app().workshop.library.discard(&taken).await;
    assert_eq!(stored(&server).await, [""; 0]);
}

#[tokio::test]
async fn what_cannot_be_taken_stays_and_says_why() {
    let (host, secret) = (ImageHost::start().await, ImageHost::start().await);
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let private = secret.png("/secret.png", 9, 9);
    let html = host.file("/page.png", "image/png", b"<html><img></html>".into());
    let svg = host.file("/drawing.svg", "image/svg+xml", b"<svg/>".into());
    let mut torn = encoded(ImageFormat::Jpeg, 64, 64);
    torn.truncate(torn.len() / 2);
    let torn = host.file("/torn.jpg", "image/jpeg", torn);
    let away = host.redirect("/away.png", &private);
    let (missing, ftp) = (
        host.url("/missing.png"),
        "ftp://example.com/a.png".to_owned(),
    );
    let refused = [
        (&private, FetchError::PrivateAddress.into()),
        (&html, ImageError::NotAnImage.into()),
        (&svg, ImageError::Svg.into()),
        (&torn, ImageError::Broken.into()),
        (&away, FetchError::PrivateAddress.into()),
        (&missing, FetchError::Status(404).into()),
        (&ftp, FetchError::Scheme.into()),
    ];
    let urls: Vec<&str> = refused.iter().map(|(url, _)| url.as_str()).collect();
    let taken = take(&server, &brand, &urls).await;
    let expect = refused.map(|(url, reason): (_, Reason)| NotTaken {
        url: url.clone(),
        reason,
    });
    assert_eq!(taken.not_taken(), expect);
    assert_eq!(secret.asked(), [""; 0]);
    assert_eq!(stored(&server).await, [""; 0]);
    let mut report = AssetReport::default();
    taken.tell(&mut report);
    assert_eq!((report.rehosted, report.retained), (0, 7));
    assert_eq!(
        report.warnings[0].message,
        format!("The image {private} was not fetched: the address is in a private network.")
    );
}

#[tokio::test]
async fn images_inside_their_address_are_taken_too() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let inside = |bytes: &[u8]| {
        let data = data_encoding::BASE64.encode(bytes);
        format!("data:image/png;base64,{data}")
    };
    let (good, bad) = (inside(&png(7, 5)), inside(b"nothing"));
    let taken = take(&server, &brand, &[&good, &bad]).await;
    let answer = server.nobody().get(path(&taken.urls()[&good])).await;
    assert_eq!(&answer.bytes[..], png(7, 5));
    let mut report = AssetReport::default();
    taken.tell(&mut report);
    assert_eq!((report.rehosted, report.retained), (1, 1));
    let message = "The image data:image/png;base64… was not fetched: it is no image.";
    assert_eq!(report.warnings[0].message, message);
}

#[tokio::test]
async fn what_we_serve_already_is_not_fetched_again() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let url = host.png("/a.png", 9, 9);
    let taken = take(&server, &brand, &[&url]).await;
    keep_all(&server, &brand, &taken).await;
    let ours = &taken.urls()[&url];
    let icon = format!("{}/icons/github.png", server.nobody().url);
    let unknown = format!("{}/assets/{}.png", server.nobody().url, "a".repeat(24));
    let again = take(&server, &brand, &[ours, &icon, &unknown]).await;
    assert_eq!(&again.urls()[ours], ours);
    assert_eq!(again.urls()[&icon], icon);
    assert_eq!(again.not_taken()[0].url, unknown);
    assert_eq!(host.asked(), ["/a.png"]);
    // Whoever deleted it and still shows it does not have it back by that, but by bringing its bytes.
    server.sql("UPDATE assets SET hidden_at = 1").await;
    let hidden = "SELECT count(*) FROM assets WHERE hidden_at IS NOT NULL";
    for (shown, left) in [(ours, 1), (&url, 0)] {
        let taken = take(&server, &brand, &[shown]).await;
        keep_all(&server, &brand, &taken).await;
        assert_eq!(&taken.urls()[shown], ours);
        assert_eq!(server.number(hidden).await, left, "{shown}");
    }
}

#[tokio::test]
async fn an_image_of_somebody_else_becomes_one_s_own_and_outlives_theirs() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let (theirs, brand) = (server.brand().await, server.brand().await);
    let url = host.png("/a.png", 9, 9);
    let taken = take(&server, &theirs, &[&url]).await;
    keep_all(&server, &theirs, &taken).await;
    let foreign = &taken.urls()[&url];
    let taken = take(&server, &brand, &[foreign]).await;
    let own = &taken.urls()[foreign];
    assert_ne!(own, foreign);
    keep_all(&server, &brand, &taken).await;
    let (org, bytes) = (brand.key.org, png(9, 9).len() as i64);
    let counted = format!("SELECT bytes FROM storage WHERE org = {org}");
    assert_eq!(server.number(&counted).await, bytes);
    theirs.delete_brand().await;
    until("their image is gone", async || {
        let shown = server.nobody().get(path(foreign)).await;
        (shown.status == 404).then_some(())
    })
    .await;
    let shown = server.nobody().get(path(own)).await.expect(200);
    assert_eq!(&shown.bytes[..], png(9, 9));
    assert_eq!(host.asked(), ["/a.png"]);
}

#[tokio::test]
async fn a_design_brings_so_much_and_no_more() {
    let host = ImageHost::start().await;
    let noise = |seed: u32| {
        let mut state = seed;
        let pixels = image::RgbImage::from_fn(60, 60, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            image::Rgb([(state >> 8) as u8, (state >> 16) as u8, (state >> 24) as u8])
        });
        let mut bytes = std::io::Cursor::new(Vec::new());
        pixels.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let limits = Limits {
        images: 4,
        at_once: 1,
        bytes: 30 << 10,
        time: Duration::from_secs(2),
        ..Limits::default()
    };
    let server = TestServer::with()
        .allow_private(host.address)
        .images(limits)
        .start()
        .await;
    let brand = server.brand().await;
    let urls: Vec<String> = (0..6)
        .map(|number| host.file(&format!("/{number}"), "image/png", noise(number)))
        .collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let taken = take(&server, &brand, &urls).await;
    assert_eq!(taken.urls().len(), 2, "each has a little more than 10 KiB");
    let reasons: Vec<&Reason> = taken.not_taken().iter().map(|one| &one.reason).collect();
    let (much, many) = (Reason::TooMuch(30 << 10), Reason::TooMany(4));
    assert_eq!(reasons, [&much, &much, &many, &many]);
    let mut report = AssetReport::default();
    taken.tell(&mut report);
    assert_eq!((report.rehosted, report.retained), (2, 4));
    assert_eq!(
        report.warnings[2].message,
        "2 more images were not fetched: a design brings 4 images along at most."
    );

    let late = host.slow_file("/slow", "image/png", png(5, 5), Duration::from_mins(1));
    let taken = take(&server, &brand, &[&late]).await;
    assert_eq!(taken.not_taken()[0].reason, Reason::TooLate(limits.time));
}

#[tokio::test]
async fn an_id_that_is_taken_gives_the_later_image_another() {
    let server = TestServer::start().await;
    let brand = server.brand().await.key;
    let now = server.app().clock.now();
    let added = server.app().db.write(move |tx| async move {
        for name in ["one", "two", "three"] {
            let asset = NewAsset {
                kind: AssetKind::Logo,
                name: name.to_owned(),
                url: "https://example.com/assets/same.png".to_owned(),
                sha256: [7; 32],
                width: 1,
                height: 1,
                bytes: 1,
                content_type: "image/png",
                description: None,
                words: String::new(),
            };
            add(&tx, brand, &asset, now).await?;
        }
        Ok::<_, postrider_store::db::DbError>(())
    });
    added.await.unwrap();
    let rows = server
        .sql("SELECT name, url, public_id FROM assets ORDER BY id")
        .await;
    for (row, (name, suffix)) in rows
        .iter()
        .zip([("one", ""), ("two", "?1"), ("three", "?2")])
    {
        let url = format!("https://example.com/assets/same.png{suffix}");
        assert_eq!(row.text(0).unwrap(), name);
        assert_eq!(row.text(2).unwrap(), asset_id(&url));
        assert_eq!(row.text(1).unwrap(), url);
    }
    assert_eq!(rows.len(), 3);
}
