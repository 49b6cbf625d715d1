//! What an HTML becomes.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;

use postrider_content::html::{Field, ImportedHtml, Private, Rules, clean, import, import_by};
use postrider_content::report::WarningCode;
use serde_json::{Value, json};

fn document(html: &str) -> ImportedHtml {
    import(html, None)
        .unwrap_or_else(|error| panic!("{html}: {error}"))
        .document
}

/// Sets one value of a field, as an editor would.
fn edit(document: &ImportedHtml, id: &str, key: &str, value: &str) -> String {
    let mut json = serde_json::to_value(document).unwrap();
    let fields = json["fields"].as_array_mut().unwrap();
    let field = fields
        .iter_mut()
        .find(|field| field["id"] == id)
        .unwrap_or_else(|| panic!("no field {id}"));
    field[key] = json!(value);
    let edited: ImportedHtml = serde_json::from_value(json).unwrap();
    assert_eq!(edited.check("document", &Rules::default()), Ok(()));
    edited.render(None).html
}

#[test]
fn texts_images_links_and_buttons_become_fields() {
    let html = "<title>T</title><body><p> Hello <b>you&amp;me</b> </p>\
        <a href='https://a.example'>one <i>two</i></a>\
        <a href=https://b.example class=btn><span>Buy</span></a><img src='https://c.example/i.png' alt=Pic>";
    let json = serde_json::to_value(document(html)).unwrap();
    assert_eq!(
        json["fields"],
        json!([
            {"id": "f1", "kind": "title", "value": "T"},
            {"id": "f2", "kind": "text", "value": "Hello"},
            {"id": "f3", "kind": "text", "value": "you&me"},
            {"id": "f4", "kind": "link", "href": "https://a.example"},
            {"id": "f5", "kind": "text", "value": "one"},
            {"id": "f6", "kind": "text", "value": "two"},
            {"id": "f7", "kind": "button", "label": "Buy", "href": "https://b.example"},
            {"id": "f8", "kind": "image", "src": "https://c.example/i.png", "alt": "Pic"},
        ])
    );
    assert_eq!(json["parts"][0], json!("<title>"));
    assert_eq!(json["parts"][1], json!({"field": "f1", "value": "text"}));
    assert_eq!(json["parts"][3], json!({"field": "f2", "value": "text"}));
    assert_eq!(json.get("preheader"), None);
}

#[test]
fn an_edit_is_written_so_that_it_stays_in_its_place() {
    let html = "<a href=https://a.example>x</a><img src=https://b.example/i.png><p>It&rsquo;s {{ name | \"you\" }}</p>";
    let document = document(html);
    assert_eq!(edit(&document, "f2", "value", "x"), html);
    let changed = edit(&document, "f1", "href", "https://c.example/?a b\"><script>");
    assert!(
        changed.starts_with("<a href=\"https://c.example/?a b&quot;&gt;&lt;script&gt;\">x</a>"),
        "{changed}"
    );
    let changed = edit(&document, "f3", "alt", "A \"pic\"");
    assert!(
        changed.contains("<img src=https://b.example/i.png alt=\"A &quot;pic&quot;\">"),
        "{changed}"
    );
    let changed = edit(
        &document,
        "f4",
        "value",
        "</p><script>alert(1)</script>{{ name | \"<b>\" }}",
    );
    assert!(
        changed.ends_with(
            "<p>&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{ name | \"&lt;b&gt;\" }}</p>"
        ),
        "{changed}"
    );
}

#[test]
fn images_are_found_and_moved_wherever_they_are_named() {
    let html = r#"<style>.a{background:url(https://x.example/1.png)}@font-face{src:url(https://x.example/f.woff)}</style>
        <table background="https://x.example/2.png?a=1&amp;b=2"><td style="background-image:url('https://x.example/3.png')">
        <img src="https://x.example/1.png" alt="Tom &amp; Ann" srcset="https://x.example/1.png 1x, https://x.example/4.png 2x">
        <img src="https://x.example/{{id}}.png"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
        <!--[if mso]><v:fill src="https://x.example/5.png"/><![endif]-->text"#;
    let import = import(html, None).unwrap();
    let images = import.images.iter();
    let images: Vec<_> = images.map(|image| image.url.as_str()).collect();
    let alts = import.images.iter().map(|image| image.alt.as_str());
    let alts: Vec<_> = alts.filter(|alt| !alt.is_empty()).collect();
    assert_eq!(alts, ["Tom & Ann"]);
    assert_eq!(
        images,
        [
            "https://x.example/1.png",
            "https://x.example/2.png?a=1&b=2",
            "https://x.example/3.png",
            "https://x.example/4.png",
            "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
            "https://x.example/5.png",
        ]
    );
    assert_eq!(import.report.discovered, 6);
    let moved: HashMap<String, String> = images
        .iter()
        .enumerate()
        .map(|(number, url)| {
            (
                (*url).to_owned(),
                format!("https://us.example/assets/{number}"),
            )
        })
        .collect();
    let mut document = import.document;
    document.rehost(&moved);
    let html = document.render(None).html;
    assert_eq!(html.matches("x.example").count(), 2, "{html}");
    assert!(
        html.contains("srcset=\"https://us.example/assets/0 1x, https://us.example/assets/3 2x\""),
        "{html}"
    );
    assert!(
        html.contains("url(&#39;https://us.example/assets/2&#39;)"),
        "{html}"
    );
    assert!(!html.contains("data:"), "{html}");
    assert_eq!(document.check("document", &Rules::default()), Ok(()));
    assert_eq!(super::import::document(&html).render(None).html, html);
}

#[test]
fn relative_addresses_get_a_base() {
    let base = "https://shop.example/mail/".parse().unwrap();
    let html = "<a href='x?a&amp;b'>1</a><img src=//cdn.example/i.png alt=''><a href='#top'>2</a>";
    let with_base = import(html, Some(&base))
        .unwrap()
        .document
        .render(None)
        .html;
    assert_eq!(
        with_base,
        "<a href='https://shop.example/mail/x?a&amp;b'>1</a><img src=\"https://cdn.example/i.png\" alt=''><a href='#top'>2</a>"
    );
    let own = format!("<base href='https://other.example/'>{html}");
    assert!(
        import(&own, Some(&base))
            .unwrap()
            .document
            .render(None)
            .html
            .starts_with("<a href='https://other.example/x?a&amp;b'>")
    );
    let without = import(html, None).unwrap();
    assert_eq!(without.report.warnings, []);
    let warnings = without.document.warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0].code, WarningCode::Unsupported);
    assert!(warnings[0].message.contains("`x?a&b`"), "{warnings:?}");
}

#[test]
fn private_networks_are_stripped_unless_allowed() {
    let html = "<a href='http://192.168.0.1/'>x</a><img src='http://127.0.0.1:8025/i.png' alt=''>";
    let import = import(html, None).unwrap();
    assert_eq!(
        import.document.render(None).html,
        "<a href='#'>x</a><img src='' alt=''>"
    );
    assert_eq!(import.report.stripped.len(), 2);
    let rules = Rules {
        private: Private::Strip("127.0.0.1:8025".parse().unwrap()),
        ..Rules::default()
    };
    let allowed = import_by(html, &rules).unwrap();
    assert_eq!(allowed.images.len(), 1);
    assert_eq!(allowed.report.stripped.len(), 1);
}

#[test]
fn tags_of_other_tools_are_translated() {
    let html = document("<p>Hi *|FNAME|*</p>").render(None).html;
    assert!(html.contains("{{") && !html.contains("*|"), "{html}");
}

#[test]
fn the_preview_text_has_its_place() {
    let html = "<html><body class=x><div style='display:none'>Look &amp; see&nbsp;&zwnj;</div><p>Hi</p></body></html>";
    let rendered = document(html).render(Some("<p>bye</p>"));
    assert_eq!(&rendered.html[rendered.preheader.clone()], "Look &amp; see");
    assert!(rendered.html.ends_with("<p>Hi</p><p>bye</p></body></html>"));
    assert_eq!(rendered.text, "Hi\n\nbye");
    for (html, place) in [
        (
            "<!doctype html><html><head></head><body bgcolor=red><p>Hi</p>",
            52,
        ),
        ("<!doctype html><p>Hi</p>", 15),
        ("Hi", 0),
    ] {
        let rendered = document(html).render(Some("!"));
        assert_eq!(rendered.preheader, place..place, "{html}");
        assert_eq!(rendered.html, format!("{html}!"));
    }
}

#[test]
fn what_an_author_should_know_is_told_of_the_document_as_it_is() {
    let html = "<style>a{{}</style><!-- {% c %} --><p title='{{/if}}'>{% if x > 1 %} {{#if a}} *|IF:X|* {{ ok | \"you\" }} \
        {{ b &quot; }} {{ {% never *| {{else}} {% if x > 1 %}</p><img src=https://a.example/i.png><img alt src=i>";
    let document = document(html);
    let warnings = document.warnings();
    let told: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(
        told,
        [
            WarningCode::Unsupported,
            WarningCode::ImageWithoutText,
            WarningCode::Unsupported
        ]
    );
    assert!(warnings[1].message.starts_with("An image"), "{warnings:?}");
    assert!(
        warnings[2]
            .message
            .ends_with(": `{{/if}}`, `{% if x > 1 %}`, `{{#if a}}`, `*|IF:X|*`, `{{ b \" }}`."),
        "{warnings:?}"
    );
    assert_eq!(import(html, None).unwrap().report.warnings, []);
    for fine in ["<p>{{ a }} {{b|'c'}} 5 *| 3 {%</p>", "<p>{ a } }}</p>"] {
        assert_eq!(super::import::document(fine).warnings(), [], "{fine}");
    }
    for (html, piece) in [
        ("a {{ b", "`{{`"),
        ("{{ a {{ b }} }}", "`{{ a {{ b }}`"),
        ("{{}}", "`{{}}`"),
    ] {
        let warnings = super::import::document(html).warnings();
        assert!(warnings[0].message.contains(piece), "{warnings:?}");
    }
}

#[test]
fn texts_beyond_the_limit_stay_in_the_skeleton() {
    let html = "<p>a</p>".repeat(20_010);
    let import = import(&html, None).unwrap();
    assert_eq!(import.document.fields.len(), 20_000);
    assert_eq!(import.report.warnings[0].code, WarningCode::TooManyFields);
    assert!(import.document.render(None).html == html);
}

#[test]
fn nothing_to_see_is_refused() {
    let large = "x".repeat(5 * 1024 * 1024 + 1);
    for html in [
        "",
        " \n ",
        "<p>&nbsp;</p><style>a{}</style>",
        "<script>x</script>",
        "a\0b",
        "<!-- x -->",
        "<img>",
        &large,
    ] {
        assert!(import(html, None).is_err(), "{html:.40}");
    }
    assert_eq!(document("just text").fields.len(), 1);
}

fn problem_of(change: fn(&mut Value)) -> String {
    let mut json = serde_json::to_value(document(
        "<p>Hi</p><a href='https://a.example'>x</a><img src='https://a.example/i'>",
    ))
    .unwrap();
    change(&mut json);
    let document: ImportedHtml = serde_json::from_value(json).unwrap();
    document
        .check("document", &Rules::default())
        .expect_err("it must be refused")
        .param
        .unwrap()
}

#[test]
fn documents_of_callers_are_checked() {
    assert_eq!(
        problem_of(|json| json["parts"][0] = json!("<script>x</script><p>")),
        "document.parts"
    );
    assert_eq!(
        problem_of(|json| json["parts"][0] = json!("<p onclick=x>")),
        "document.parts"
    );
    assert_eq!(
        problem_of(|json| json["parts"]
            .as_array_mut()
            .unwrap()
            .push(json!("<a href=\"x"))),
        "document.parts"
    );
    assert_eq!(
        problem_of(|json| json["parts"][0] = json!("<!-- ")),
        "document.parts"
    );
    assert_eq!(
        problem_of(|json| json["fields"][1]["href"] = json!("java\nscript:x")),
        "document.fields[1].href"
    );
    assert_eq!(
        problem_of(|json| json["fields"][1]["href"] = json!("//a.example")),
        "document.fields[1].href"
    );
    assert_eq!(
        problem_of(|json| json["fields"][1]["id"] = json!("f1")),
        "document.fields[1].id"
    );
    assert_eq!(
        problem_of(|json| json["fields"][0]["id"] = json!("f9")),
        "document.parts[1].field"
    );
    assert_eq!(
        problem_of(|json| json["parts"][1]["value"] = json!("href")),
        "document.parts[1].value"
    );
    assert_eq!(
        problem_of(|json| json["preheader"] = json!("f2")),
        "document.preheader"
    );
    // A place that makes a tag of a value.
    assert_eq!(
        problem_of(|json| {
            json["parts"][0] = json!("<p><");
            json["fields"][0]["value"] = json!("script src='https://a.example'");
        }),
        "document.parts"
    );
    // A spelling that is no text.
    assert_eq!(
        problem_of(|json| {
            json["fields"][0]["value"] = json!("<script>x</script>");
            json["parts"][1]["source"] = json!("<script>x</script>");
        }),
        "document.parts"
    );
    let unknown: Result<ImportedHtml, _> =
        serde_json::from_value(json!({"parts": [], "fields": [], "x": 1}));
    assert!(unknown.is_err());
}

#[test]
fn cleaning_says_what_and_where() {
    let cleaned =
        clean("<p>a</p>\n<script>x</script>\n<script>y</script><p onclick='x'>b</p>").unwrap();
    assert_eq!(cleaned.html, "<p>a</p>\n\n<p>b</p>");
    let told: Vec<_> = cleaned
        .stripped
        .iter()
        .map(|entry| (entry.what.as_str(), entry.count, entry.line))
        .collect();
    assert_eq!(told, [("script", 2, 2), ("onclick", 1, 3)]);
}

#[test]
fn a_link_that_looks_like_one_is_a_button() {
    let is_button = |html: &str| {
        document(html)
            .fields
            .iter()
            .any(|field| matches!(field, Field::Button { .. }))
    };
    for html in [
        "<a href='https://a.example' style='background:#000'>x</a>",
        "<a href='https://a.example' style='padding: 10px'>x</a>",
        "<a href='https://a.example' role=button><b> x </b></a>",
        "<table><td bgcolor=red style='border-radius:3px'><a href='https://a.example'>x</a></table>",
        "<!--[if mso]><v:roundrect href='https://a.example'><center>x</center></v:roundrect><![endif]--><a href='https://a.example'>x</a>",
    ] {
        assert!(is_button(html), "{html}");
    }
    for html in [
        "<a href='https://a.example' style='color:red;padding:0'>x</a>",
        "<a href='https://a.example' style='background:none'>x</a>",
        "<a href='https://a.example' class=btn>x<b>y</b></a>",
        "<a href='https://a.example' class=btn><img src=x>y</a>",
        "<a class=btn>x</a>",
    ] {
        assert!(!is_button(html), "{html}");
    }
}
