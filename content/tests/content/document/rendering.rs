use postrider_content::document::{self, Footer, RenderOptions, icons};
use postrider_content::rendered::with_preview_text;
use postrider_domain::designs::merge;
use proptest::prelude::*;
use serde_json::json;

use super::{blocks, html_of, newsletter, options, read, render, try_read};

#[test]
fn rendering_is_the_same_every_time() {
    let rendered = render(&newsletter());
    assert_eq!(render(&newsletter()), rendered);
    assert!(!rendered.is_clipped(), "{} bytes", rendered.html.len());
    insta::assert_snapshot!("newsletter_text", rendered.text);
    let small = json!([
        { "type": "heading", "id": "a", "html": "Welcome, {{ firstName | \"friend\" }}" },
        { "type": "button", "id": "b", "label": "Start", "href": "https://shop.example/?a=1&b=2" },
    ]);
    insta::assert_snapshot!(
        "small_html",
        render(&blocks(&small)).html.replace("><", ">\n<")
    );
}

#[test]
fn every_text_link_and_picture_of_a_newsletter_is_in_its_html() {
    let html = render(&newsletter()).html;
    for expected in [
        "Hello {{ firstName | \"gardener\" }}, spring is here</h1>",
        "<strong>15&nbsp;% off</strong>",
        "href=\"https://fernandfield.example/spring?c={{ contactId }}\"",
        "href=\"{{ calendarUrl | &quot;https://fernandfield.example/calendar.pdf&quot; }}\"",
        "Cherry tomato “Ruby”",
        "<s class=\"original-price\" style=\"color:#7a7368\">€3.40</s>",
        "<ol style=",
        "<em>without fear</em>",
        "https://mail.example/icons/pinterest.png",
        "alt=\"Seedlings on a potting bench in morning light\"",
        "href=\"{{ unsubscribeUrl }}\"",
        "{{ brandAddress }}",
        "lang=\"en\"",
        "<!--[if mso",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    assert!(
        !html.contains("<style>.w"),
        "styles of a raw block stand on its elements"
    );
    assert!(
        html.contains("border-bottom: 1px solid #e6dfd3"),
        "styles of a raw block stand on its elements"
    );
}

#[test]
fn nothing_comes_from_a_foreign_host() {
    let fonts = json!({ "bodyFont": "Roboto, Open Sans, Lato, Ubuntu, sans-serif", "headingFont": "Droid Sans, Montserrat" });
    let mut value = newsletter();
    value["page"]["bodyFont"] = fonts["bodyFont"].clone();
    value["page"]["headingFont"] = fonts["headingFont"].clone();
    let html = render(&value).html;
    for address in html.split("http").skip(1) {
        let host = address
            .trim_start_matches('s')
            .trim_start_matches("://")
            .split(['/', '"', '?', '&'])
            .next()
            .unwrap();
        let ours = host.ends_with(".example")
            || [
                "youtube.com",
                "instagram.com",
                "pinterest.com",
                "www.w3.org",
            ]
            .contains(&host);
        assert!(ours || address.starts_with("-equiv"), "{host}");
    }
    assert!(!html.contains("@import") && !html.contains("<link"));
}

#[test]
fn the_preview_text_goes_to_the_beginning_of_the_body() {
    let rendered = render(&newsletter());
    assert!(rendered.preheader.is_empty());
    assert!(rendered.html[..rendered.preheader.start].ends_with('>'));
    let body = rendered.html[..rendered.preheader.start]
        .rfind('<')
        .unwrap();
    assert!(rendered.html[body..].starts_with("<body"));
    let html = with_preview_text(&rendered.html, rendered.preheader.clone(), "Sow & grow");
    assert!(html.contains("Sow &amp; grow"));
}

#[test]
fn a_footer_is_added_where_nobody_could_unsubscribe() {
    let text = json!([{ "type": "text", "id": "a", "html": "Hi" }]);
    let count = |html: &str, name: &str| merge::tags(html).filter(|tag| tag.name == name).count();

    let with = render(&blocks(&text));
    assert_eq!(count(&with.html, "unsubscribeUrl"), 1);
    assert_eq!(count(&with.html, "brandAddress"), 1);
    assert!(with.text.contains("{{ unsubscribeUrl }}"), "{}", with.text);

    let never = RenderOptions {
        footer: Footer::Never,
        ..options()
    };
    let without = document::render(&read(&blocks(&text)), &never);
    assert_eq!(count(&without.html, "unsubscribeUrl"), 0);

    // A link anywhere is enough: in a text, in a button, in HTML of one's own.
    for block in [
        json!({ "type": "text", "id": "a", "html": "<a href=\"{{ unsubscribeUrl }}\">no more</a>" }),
        json!({ "type": "button", "id": "a", "label": "No more", "href": "{{unsubscribeUrl}}" }),
        json!({ "type": "rawHtml", "id": "a", "html": "<p><a href='{{ unsubscribeUrl }}'>no more</a></p>" }),
    ] {
        assert_eq!(count(&html_of(&block), "unsubscribeUrl"), 1, "{block}");
    }
    // One's own footer is completed, not doubled.
    let own = json!({ "type": "footer", "id": "f", "html": "Ours", "showUnsubscribe": false, "showAddress": false });
    let html = html_of(&own);
    assert_eq!(
        (
            count(&html, "unsubscribeUrl"),
            count(&html, "brandAddress"),
            html.matches("Ours").count()
        ),
        (1, 1, 1)
    );
}

#[test]
fn texts_are_written_as_texts_wherever_they_stand() {
    let nasty = "\"><script>'\\ é 👩‍🌾 {{ x | \"<script>\" }} &amp;\u{300}";
    let value = json!([
        { "type": "button", "id": "b", "label": nasty, "href": "https://a.example" },
        { "type": "image", "id": "i", "src": "https://a.example/é.png?a='b'&c=\u{200d}", "alt": nasty },
        { "type": "section", "id": "s", "backgroundImage": "https://a.example/it's.png", "blocks": [] },
        { "type": "productCard", "id": "p", "title": nasty, "price": nasty, "image": { "src": "https://a.example/x.png", "alt": nasty } },
    ]);
    let html = render(&blocks(&value)).html;
    assert!(!html.contains("<script>"));
    assert!(
        !html.contains("\\u{") && !html.contains("\\\""),
        "attributes are HTML, not Rust"
    );
    assert!(
        html.contains("alt=\"&quot;&gt;&lt;script&gt;'&#92; &#233; "),
        "{html}"
    );
    assert!(html.contains("url('https://a.example/it%27s.png')"));
    let tags = merge::tags(&html).filter(|tag| tag.name == "x").count();
    assert_eq!(tags, 5);
}

#[test]
fn every_network_has_icons_of_its_own() {
    for network in icons::Network::ALL {
        for name in [
            network.as_str().to_owned(),
            format!("{}-light", network.as_str()),
        ] {
            let png = icons::get(&name).unwrap_or_else(|| panic!("{name}"));
            assert!(png.starts_with(b"\x89PNG") && png.len() < 3_000, "{name}");
            assert_eq!(png[16..24], [0, 0, 0, 64, 0, 0, 0, 64], "{name}");
        }
    }
    assert_eq!(icons::get("../secret"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What was read compiles, whatever its texts are.
    #[test]
    fn every_document_that_is_read_renders(text in "\\PC{0,40}", html in "[<>/a-c&;={}| \"'\\PC]{0,60}", number in 0_u16..120) {
        let value = blocks(&json!([
            { "type": "text", "id": "a", "html": html, "padding": { "top": number, "left": number } },
            { "type": "rawHtml", "id": "b", "html": html },
            { "type": "columns", "id": "c", "gap": number % 64, "columns": [
                { "id": "d", "width": 5, "padding": { "left": number }, "blocks": [{ "type": "image", "id": "e", "src": "https://a.example", "alt": text, "width": 800 }] },
                { "id": "f", "width": 95, "blocks": [{ "type": "button", "id": "g", "label": text, "href": format!("https://a.example/{text}") }] },
            ] },
        ]));
        if let Ok(document) = try_read(&value) {
            let rendered = document::render(&document, &options());
            prop_assert!(rendered.html.ends_with("</html>"), "{value}");
        }
    }
}
