use postrider_domain::accounts::role::Role;
use serde_json::json;

use super::{ADD, IMAGES, add, ids, image, path, uploaded};
use crate::support::{ImageHost, TestServer, assert_problem, png};

#[tokio::test]
async fn images_are_listed_newest_first_page_by_page_and_by_kind() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mut added = Vec::new();
    for side in 1..=5 {
        let answer = image(&server, &brand, &png(side, side + 1)).await;
        added.push(answer["assetId"].as_str().unwrap().to_owned());
    }
    added.reverse();
    let all = brand.get(IMAGES).await.expect(200);
    assert_eq!(ids(&all), added);
    assert_eq!(all.header("x-credit-cost"), None);
    assert_eq!(all["data"][0]["kind"], "upload");
    assert_eq!(all["data"][0]["width"], 5);
    assert_eq!(all["data"][0]["contentType"], "image/png");
    let mut paged = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = brand
            .get(&format!("{IMAGES}?limit=2{cursor}"))
            .await
            .expect(200);
        paged.extend(ids(&page).into_iter().map(str::to_owned));
        match page["pagination"]["cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(paged, added);
    assert_eq!(
        ids(&brand
            .get(&format!("{IMAGES}?kind=upload"))
            .await
            .expect(200))
        .len(),
        5
    );
    assert_eq!(
        ids(&brand.get(&format!("{IMAGES}?kind=logo")).await.expect(200)).len(),
        0
    );
    let wrong = brand.get(&format!("{IMAGES}?kind=photo")).await;
    assert_problem(&wrong, 400, "INVALID_REQUEST", Some("kind"));
    let stranger = server.brand().await;
    assert_eq!(ids(&stranger.get(IMAGES).await.expect(200)).len(), 0);
}

#[tokio::test]
async fn a_deleted_image_is_in_no_list_and_mails_still_show_it() {
    let server = TestServer::start().await;
    let (brand, stranger) = (server.brand().await, server.brand().await);
    let added = image(&server, &brand, &png(9, 8)).await;
    let one = format!("{IMAGES}/{}", added["assetId"].as_str().unwrap());
    let foreign = stranger.delete(&one).await;
    assert_problem(&foreign, 404, "NOT_FOUND", None);
    let gone = brand.delete(&one).await.expect(200);
    assert_eq!(
        gone.json,
        json!({ "assetId": added["assetId"], "deleted": true })
    );
    assert_problem(&brand.delete(&one).await, 404, "NOT_FOUND", None);
    assert_eq!(ids(&brand.get(IMAGES).await.expect(200)).len(), 0);
    let found = brand.get(&format!("{IMAGES}?q=shoes")).await.expect(200);
    assert_eq!(ids(&found).len(), 0);
    server.nobody().get(path(&added)).await.expect(200);
    let body = json!({ "operation": "optimize", "assetId": added["assetId"] });
    let refused = brand.post("/v1/content/transform", body).await;
    assert_problem(&refused, 404, "NOT_FOUND", Some("assetId"));
    // Whoever brings it again sees it again.
    let again = image(&server, &brand, &png(9, 8)).await;
    assert_eq!(again["assetId"], added["assetId"]);
    assert_eq!(ids(&brand.get(IMAGES).await.expect(200)).len(), 1);
}

#[tokio::test]
async fn a_deleted_image_that_a_design_brings_along_is_in_the_library_again() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let added = image(&server, &brand, &png(9, 8)).await;
    let one = format!("{IMAGES}/{}", added["assetId"].as_str().unwrap());
    brand.delete(&one).await.expect(200);
    let url = host.png("/same.png", 9, 8);
    let content = format!("<body><p>Hi</p><img src=\"{url}\" alt=\"x\"></body>");
    let body = json!({ "format": "html", "content": content });
    brand.post("/v1/emails/import", body).await.expect(201);
    let listed = brand.get(IMAGES).await.expect(200);
    assert_eq!(ids(&listed), [added["assetId"].as_str().unwrap()]);
    assert_eq!(listed["data"][0]["description"], added["description"]);
}

#[tokio::test]
async fn an_image_that_a_design_brings_is_found_by_its_text_and_by_what_is_seen() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let url = host.file("/cdn/4711.png", "image/png", plain([20, 60, 200]));
    let content = format!("<p>Hi</p><img src=\"{url}\" alt=\"Ann &amp; her kayak\">");
    let body = json!({ "format": "html", "content": content });
    brand.post("/v1/emails/import", body).await.expect(201);
    for question in ["kayaks", "blue", "4711"] {
        let found = brand.get(&format!("{IMAGES}?q={question}")).await;
        assert_eq!(ids(&found.expect(200)).len(), 1, "{question}");
    }
}

#[tokio::test]
async fn a_search_finds_by_words_names_and_what_is_seen_and_costs() {
    let host = ImageHost::start().await;
    let server = TestServer::with()
        .allow_private(host.address)
        .plan("few", Some(6), None)
        .start()
        .await;
    let brand = server.org_on("few").await.brand().await;
    let blue = host.file("/media/summer-dress.png", "image/png", plain([20, 60, 200]));
    let body = json!({ "imageUrl": blue, "description": "A cat on the sofa" });
    let cat = brand.post(ADD, body).await.expect(201);
    assert_eq!(cat["description"], "A cat on the sofa");
    let upload = uploaded(&server, &brand, "red_shoes.png", &plain([200, 10, 20])).await;
    let shoes = add(&brand, &upload).await.expect(201);
    let ask = async |question: &str| brand.get(&format!("{IMAGES}?q={question}")).await;
    for (question, expect) in [("cats", &cat), ("shoe", &shoes)] {
        let found = ask(question).await.expect(200);
        assert_eq!(found["data"][0]["assetId"], expect["assetId"], "{question}");
        assert_eq!(found.header("x-credit-cost"), Some("1"));
        assert_eq!(found["pagination"]["hasMore"], false);
    }
    let dress = ask("blue%20dress").await.expect(200);
    assert_eq!(ids(&dress), [cat["assetId"].as_str().unwrap()]);
    // Two were added, three were asked.
    assert_eq!(dress.header("x-credits-remaining"), Some("1"));
    let none = ask("elephants").await.expect(200);
    assert_eq!(
        (ids(&none).len(), none.header("x-credits-remaining")),
        (0, Some("0"))
    );
    assert_problem(&ask("cats").await, 402, "INSUFFICIENT_CREDITS", None);
    brand.get(IMAGES).await.expect(200);
    let paged = brand.get(&format!("{IMAGES}?q=cat&cursor=x")).await;
    assert_problem(&paged, 400, "INVALID_REQUEST", Some("cursor"));
    assert_problem(&ask("").await, 400, "INVALID_REQUEST", Some("q"));
}

#[tokio::test]
async fn whoever_only_looks_browses_and_spends_nothing() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let viewer = (*org.member(Role::Viewer).await).clone().on(&brand);
    viewer.get(IMAGES).await.expect(200);
    let search = format!("{IMAGES}?q=cat");
    let refused = viewer.get(&search).await;
    assert_problem(&refused, 403, "INSUFFICIENT_ROLE", Some("editor"));
    let editor = (*org.member(Role::Editor).await).clone().on(&brand);
    editor.get(&search).await.expect(200);
}

/// One colour.
fn plain(colour: [u8; 3]) -> Vec<u8> {
    let picture = image::RgbImage::from_pixel(12, 9, image::Rgb(colour));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}
