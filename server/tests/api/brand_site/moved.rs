//! Websites of which much has moved.

use super::{picture, read, server_beside, site};

#[tokio::test]
async fn a_page_over_three_redirects_has_its_style_sheet_and_its_contact_page_over_one_more() {
    let host = site("product").await;
    for (path, to) in [
        ("/start", "/one"),
        ("/one", "/two"),
        ("/two", "/"),
        ("/app.css", "/moved/app.css"),
        ("/imprint", "/imprint/"),
    ] {
        host.redirect(path, to);
    }
    let sheet = include_bytes!("sites/product/app.css").to_vec();
    host.file("/moved/app.css", "text/css", sheet);
    let imprint = include_bytes!("sites/product/imprint.html").to_vec();
    host.file("/imprint/", "text/html", imprint);
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/start")).await;
    assert_eq!(found["identity"]["address"], "Lindenweg 3\n10115 Berlin");
    assert_eq!(found["theme"]["primaryColor"], "#7c3bed");
    let asked = host.asked();
    assert!(asked.len() <= 14, "{asked:?}");
}

#[tokio::test]
async fn a_logo_that_has_moved_is_followed_once_and_no_further() {
    for (paths, is_found) in [
        (&["/logo.png", "/moved.png"][..], true),
        (&["/logo.png", "/moved.png", "/again.png"][..], false),
    ] {
        let host = site("restaurant").await;
        for pair in paths.windows(2) {
            host.redirect(pair[0], pair[1]);
        }
        let logo = include_bytes!("sites/restaurant/logo.png").to_vec();
        host.file(paths.last().unwrap(), "image/png", logo);
        let server = server_beside(&host).await;
        let brand = server.brand().await;
        let found = read(&brand, &host.url("/")).await;
        let drawn = found["logos"].as_array().unwrap();
        assert_eq!(!drawn.is_empty(), is_found, "{}", found.text());
        for logo in drawn {
            assert_eq!(picture(&brand, logo).await.dimensions(), (200, 60));
        }
    }
}
