use std::collections::HashMap;

use postrider_content::document::{self, Document};
use postrider_content::report::WarningCode;
use serde_json::{Value, json};

use super::{blocks, newsletter, read, render, try_read};

#[test]
fn a_newsletter_of_every_block_is_read_and_comes_back_as_it_was() {
    let document = read(&newsletter());
    let stored = serde_json::to_value(&document).unwrap();
    assert_eq!(read(&stored), document);
    assert_eq!(
        serde_json::from_value::<Document>(stored).unwrap(),
        document
    );

    let written = newsletter().to_string();
    for kind in document::Block::KINDS {
        assert!(
            written.contains(&format!(r#""type":"{kind}""#)),
            "the sample has no {kind}"
        );
    }
}

/// Reads `document`, which must be refused because of `param`.
#[track_caller]
fn refused(document: &Value, param: &str) {
    let problem = try_read(document).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some(param), "{problem:?}");
    assert!(problem.message.ends_with('.'), "{}", problem.message);
}

#[test]
fn refusals_name_the_place_in_the_document() {
    refused(&json!([]), "document");
    refused(
        &json!({ "kind": "blocks", "blocks": [] }),
        "document.schema",
    );
    refused(
        &json!({ "schema": 2, "kind": "blocks", "blocks": [] }),
        "document.schema",
    );
    refused(&json!({ "schema": 1, "blocks": [] }), "document.kind");
    refused(&json!({ "schema": 1, "kind": "blocks" }), "document.blocks");
    refused(
        &json!({ "schema": 1, "kind": "blocks", "blocks": [], "x": 1 }),
        "document.x",
    );
    refused(
        &json!({ "schema": 1, "kind": "html", "parts": [], "fields": [], "x": 1 }),
        "document.x",
    );
    for (key, value) in [
        ("width", json!(319)),
        ("width", json!(600.5)),
        ("linkColor", json!("red")),
        ("textColor", json!("#12345")),
        ("bodyFont", json!("a;b")),
        ("bodyFont", json!("a' b")),
        ("direction", json!("up")),
        ("lang", json!("english!")),
        ("colour", json!("#fff")),
    ] {
        let mut document = json!({ "schema": 1, "kind": "blocks", "blocks": [], "page": {} });
        document["page"][key] = value;
        refused(&document, &format!("document.page.{key}"));
    }
}

#[test]
fn refusals_name_the_place_in_a_block() {
    for (block, key) in [
        (json!({ "type": "marquee", "id": "a" }), "type"),
        (json!({ "id": "a" }), "type"),
        (json!({ "type": "text", "html": "x" }), "id"),
        (json!({ "type": "text", "id": "a b", "html": "x" }), "id"),
        (json!({ "type": "text", "id": "a", "html": 3 }), "html"),
        (
            json!({ "type": "text", "id": "a", "html": "x", "colour": "#fff" }),
            "colour",
        ),
        (
            json!({ "type": "heading", "id": "a", "html": "x", "level": 4 }),
            "level",
        ),
        (
            json!({ "type": "heading", "id": "a", "html": "x", "level": "1" }),
            "level",
        ),
        (json!({ "type": "list", "id": "a", "items": [] }), "items"),
        (
            json!({ "type": "list", "id": "a", "items": ["x", null] }),
            "items[1]",
        ),
        (
            json!({ "type": "social", "id": "a", "links": [{ "network": "myspace", "url": "#" }] }),
            "links[0].network",
        ),
        (
            json!({ "type": "productCard", "id": "a", "title": "x", "button": { "label": "x", "href": "x" } }),
            "button.href",
        ),
        (
            json!({ "type": "rawHtml", "id": "a", "html": "x".repeat(102_401) }),
            "html",
        ),
        (
            json!({ "type": "text", "id": "a", "html": "<a href='http://10.0.0.1/'>x</a>" }),
            "html",
        ),
        (
            json!({ "type": "image", "id": "a", "src": "http://localhost/x.png" }),
            "src",
        ),
        (
            json!({ "type": "section", "id": "a", "padding": { "top": 500 }, "blocks": [] }),
            "padding.top",
        ),
    ] {
        refused(
            &blocks(&json!([block])),
            &format!("document.blocks[0].{key}"),
        );
    }
}

#[test]
fn refusals_name_the_place_in_blocks_that_stand_in_others() {
    let section = |blocks: Value| json!({ "type": "section", "id": "s", "blocks": blocks });
    let column =
        |id: &str, width: u32, blocks: Value| json!({ "id": id, "width": width, "blocks": blocks });
    let columns = |columns: Value| json!({ "type": "columns", "id": "c", "columns": columns });
    let space = |id: &str| json!({ "type": "spacer", "id": id, "height": 1 });
    let bad = json!({ "type": "button", "id": "b", "label": "x", "href": "javascript:alert(1)" });
    for (block, key) in [
        (section(json!([section(json!([]))])), "blocks[0].type"),
        (section(json!([space("t"), space("t")])), "blocks[1].id"),
        (columns(json!([])), "columns"),
        (
            columns(json!([
                column("a", 96, json!([])),
                column("b", 4, json!([]))
            ])),
            "columns[0].width",
        ),
        (
            columns(json!([
                column("a", 50, json!([])),
                column("b", 40, json!([]))
            ])),
            "columns",
        ),
        (
            columns(json!([
                column("a", 50, json!([])),
                column("b", 50, json!([space("d"), bad]))
            ])),
            "columns[1].blocks[1].href",
        ),
        (
            columns(json!([
                column("a", 50, json!([])),
                column("a", 50, json!([]))
            ])),
            "columns[1].id",
        ),
        (
            section(json!([columns(json!([
                column("a", 50, json!([columns(json!([]))])),
                column("b", 50, json!([]))
            ]))])),
            "blocks[0].columns[0].blocks[0].type",
        ),
    ] {
        refused(
            &blocks(&json!([space("x"), block])),
            &format!("document.blocks[1].{key}"),
        );
    }
}

#[test]
fn a_document_has_at_most_five_hundred_blocks() {
    let many = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|number| json!({ "type": "spacer", "id": format!("s{number}"), "height": 4 }))
            .collect()
    };
    assert!(try_read(&blocks(&json!(many(500)))).is_ok());
    assert!(try_read(&blocks(&json!(many(501)))).is_err());

    let texts: Vec<Value> = (0..25).map(|number| json!({ "type": "text", "id": format!("t{number}"), "html": "x".repeat(50_000) })).collect();
    let problem = try_read(&blocks(&json!(texts))).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("document.blocks"));
}

#[test]
fn links_lead_where_mail_may_lead() {
    let read = |href: &str| {
        try_read(&blocks(
            &json!([{ "type": "button", "id": "b", "label": "x", "href": href }]),
        ))
    };
    for good in [
        "#",
        "#top",
        "https://a.example",
        "HTTP://a.example/ü?x=1#y",
        "mailto:a@b.example",
        "tel:+49301234",
        "{{ unsubscribeUrl }}",
        "{{ url | \"https://a.example\" }}",
        "https://a.example/{{ id }}?n={{ name | 'x' }}",
        "http://localhost:8080/assets/abc.png",
    ] {
        assert!(read(good).is_ok(), "{good}");
    }
    for bad in [
        "",
        "a.html",
        "/a",
        "//a.example",
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "{{ x }}javascript:alert(1)",
        "java{{ x }}script:alert(1)",
        "vbscript:x",
        "file:///etc/passwd",
        "ftp://a.example",
        "https:a.example",
        "http://127.0.0.1/x",
        "http://[::1]/",
        "http://printer.local/",
        "http://localhost:9090/assets/abc.png",
        "http://169.254.169.254/latest",
        "https://a.example/\"onclick=",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_refused_link_is_told_all_that_links_begin_with() {
    let value = blocks(&json!([{ "type": "button", "id": "b", "label": "x", "href": "/a" }]));
    assert_eq!(
        try_read(&value).unwrap_err().message,
        "Must begin with `http://`, `https://`, `mailto:`, `tel:`, `#` or a merge tag."
    );
}

#[test]
fn images_without_text_are_told_and_decoration_is_not() {
    let value = blocks(&json!([
        { "type": "image", "id": "a", "src": "https://a.example/1.png" },
        { "type": "image", "id": "b", "src": "https://a.example/2.png", "alt": "" },
        { "type": "productCard", "id": "p", "title": "x", "image": { "src": "https://a.example/3.png" } },
        { "type": "productCard", "id": "q", "title": "x", "image": { "src": "https://a.example/3.png", "alt": "" } },
        { "type": "rawHtml", "id": "r", "html": "<img src='https://a.example/4.png' alt=''>" },
    ]));
    let document = read(&value);
    let warnings = document.warnings();
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].code, WarningCode::ImageWithoutText);
    assert_eq!(
        warnings[0].message,
        "2 images have no text for those who do not see them."
    );
    let stored = serde_json::to_value(&document).unwrap();
    assert_eq!(
        stored["blocks"][1]["alt"], "",
        "decoration stays decoration"
    );
}

fn urls(document: &Document) -> Vec<String> {
    let images = document.images().into_iter();
    images.map(|image| image.url.into()).collect()
}

#[test]
fn images_are_listed_and_move() {
    let value = blocks(&json!([
        { "type": "image", "id": "a", "src": "https://a.example/1.png" },
        { "type": "image", "id": "b", "src": "https://a.example/{{ sku }}.png", "alt": "Two" },
        { "type": "section", "id": "s", "backgroundImage": "https://a.example/3.png", "blocks": [
            { "type": "columns", "id": "c", "columns": [
                { "id": "d", "width": 50, "blocks": [{ "type": "productCard", "id": "p", "title": "x", "image": { "src": "HTTPS://A.example" } }] },
                { "id": "e", "width": 50, "blocks": [] } ] },
            { "type": "rawHtml", "id": "r", "html": "<img src='https://a.example/4.png?a=1&b=2' alt='{{ x | \"y\" }}'><img src='https://a.example/1.png' alt='One'><p style=\"background:url('https://a.example/5.png')\"><a href='https://a.example/1.png'>x</a>" } ] },
    ]));
    let mut document = read(&value);
    let shown = document.images();
    let alts: Vec<&str> = shown.iter().map(|image| image.alt.as_str()).collect();
    assert_eq!(alts, ["One", "", "x", "", ""], "the first that is told");
    let images = urls(&document);
    assert_eq!(
        images,
        [
            "https://a.example/1.png",
            "https://a.example/3.png",
            "https://a.example/",
            "https://a.example/4.png?a=1&b=2",
            "https://a.example/5.png",
        ]
    );
    let moved: HashMap<String, String> = images
        .into_iter()
        .enumerate()
        .map(|(number, image)| (image, format!("http://localhost:8080/assets/{number}.png")))
        .collect();
    document.rehost(&moved);
    let now = urls(&document);
    let expected: Vec<String> = (0..5)
        .map(|number| format!("http://localhost:8080/assets/{number}.png"))
        .collect();
    assert_eq!(now, expected);
    let stored = serde_json::to_value(&document).unwrap();
    assert_eq!(read(&stored), document, "it can be read again");
    let html = render(&stored).html;
    assert!(html.contains("https://a.example/{{ sku }}.png"), "{html}");
    assert!(
        html.contains("href=\"https://a.example/1.png\""),
        "links stay"
    );
    assert_eq!(html.matches("https://a.example/").count(), 2);
}
