//! Documents whose fields stand where what is put in later does harm.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::html::Rules;
use postrider_content::html::{ImportedHtml, import};
use postrider_content::rendered::with_preview_text;
use serde_json::{Value, json};

fn text(source: Option<&str>) -> Value {
    match source {
        Some(source) => json!({"field": "f1", "value": "text", "source": source}),
        None => json!({"field": "f1", "value": "text"}),
    }
}

fn param_of(parts: &Value, value: &str) -> Option<String> {
    let document: ImportedHtml = serde_json::from_value(json!({
        "parts": parts,
        "fields": [
            {"id": "f1", "kind": "text", "value": value},
            {"id": "f2", "kind": "image", "src": "https://x.example/i.png", "alt": value},
            {"id": "f3", "kind": "link", "href": "https://x.example/"},
            {"id": "f4", "kind": "title", "value": value},
        ],
        "preheader": "f1",
    }))
    .unwrap();
    document.check("document", &Rules::default()).err()?.param
}

#[test]
fn texts_stand_between_tags() {
    let here = || text(None);
    for parts in [
        json!(["<p title=\"", here(), "\">hello</p>"]),
        json!(["<p title=", here(), ">hello</p>"]),
        json!(["<p ", here(), ">hello</p>"]),
        json!(["<p>hello</p><style>", here(), "</style>"]),
        json!(["<title>", here(), "</title><p>hello</p>"]),
        json!(["<!--", here(), "--><p>hello</p>"]),
        json!(["<!--[if ", here(), "]><b>x</b><![endif]--><p>hello</p>"]),
        json!([
            "<!--[if mso]><b title='",
            here(),
            "'>x</b><![endif]--><p>hello</p>"
        ]),
    ] {
        for value in ["a", " ", ""] {
            let param = param_of(&parts, value);
            assert_eq!(
                param.as_deref(),
                Some("document.parts[1]"),
                "{parts} {value:?}"
            );
        }
    }
    // It is text only for as long as its first character is no letter.
    for before in ["<p>a<", "<p>a</p><"] {
        let parts = json!([before, text(None), " b</p>"]);
        assert_eq!(param_of(&parts, " x").as_deref(), Some("document.parts[1]"));
    }
    for parts in [
        json!(["<p>", here(), "</p><b>c</b>"]),
        json!(["<b>c</b><!--[if mso]><p>", here(), "</p><![endif]-->"]),
        json!([here(), "<b>c</b>"]),
    ] {
        for value in ["a", "a < b", ""] {
            assert_eq!(param_of(&parts, value), None, "{parts} {value:?}");
        }
    }
}

#[test]
fn a_spelling_stays_in_its_place() {
    let comment = "<!--";
    let parts = json!([
        "<p>hello</p>",
        text(Some(comment)),
        "<script>alert(1)</script>-->"
    ]);
    assert_eq!(
        param_of(&parts, comment).as_deref(),
        Some("document.parts[1]")
    );
    let parts = json!(["<p>hello</p>", text(Some("<b>")), "x"]);
    assert_eq!(
        param_of(&parts, "<b>").as_deref(),
        Some("document.parts[1]")
    );
    let parts = json!(["<p>", text(Some("a < b")), "</p>"]);
    assert_eq!(param_of(&parts, "a < b"), None);
}

#[test]
fn addresses_stand_in_their_attributes() {
    let src = json!({"field": "f2", "value": "src"});
    let alt = json!({"field": "f2", "value": "alt"});
    let missing = json!({"field": "f2", "value": "alt", "place": "missing"});
    let href = json!({"field": "f3", "value": "href"});
    let bare = json!({"field": "f3", "value": "href", "place": "bare"});
    for parts in [
        json!(["<p>a</p>", src]),
        json!(["<p>a</p>", alt, ""]),
        json!(["<p>a</p>", missing, ""]),
        json!(["<p>a</p><img src='", alt, "'>"]),
        json!(["<p>a</p><b title=\"", href, "\">b</b>"]),
        json!(["<p>a</p><a href=", href, ">b</a>"]),
        json!(["<p>a</p><a href=x", bare, ">b</a>"]),
        json!(["<p>a</p><a href='", bare, "'>b</a>"]),
    ] {
        let param = param_of(&parts, "v");
        assert_eq!(param.as_deref(), Some("document.parts[1]"), "{parts}");
    }
    for parts in [
        json!(["<img src='", src, "' alt=\"", alt, "\">"]),
        json!([
            "<img src=\"",
            src,
            "\"",
            missing,
            "><a href=",
            bare,
            ">b</a>"
        ]),
        json!([
            "<a href='",
            href,
            "'>b</a><!--[if mso]><v:rect href='",
            href,
            "'/><![endif]-->"
        ]),
    ] {
        for value in ["v", ""] {
            assert_eq!(param_of(&parts, value), None, "{parts}");
        }
    }
}

#[test]
fn a_preview_text_goes_where_it_stood() {
    const FOOTER: &str = "<p title=\"footer\"><a href=\"{{ unsubscribeUrl }}\">bye</a></p>";
    const PREVIEW: &str = "\"><img src=x onerror=alert(1)>'{{ name | \"you\" }}";
    let escaped = "&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;{{ name | &quot;you&quot; }}";
    for html in [
        "<body></body><div style=\"display:none\">secret</div><p>hello</p>",
        "<div style=\"display:none\">secret</div><p>hello</p>",
        "<p>hello</p></body><body class=\"late\">",
        "</body><body>hello",
        "<body></body><img src='https://x.example/i.png'>",
    ] {
        let document = import(html, None).unwrap().document;
        for footer in [None, Some(FOOTER)] {
            let rendered = document.render(footer);
            let range = rendered.preheader.clone();
            let expected = if html.contains("secret") {
                "secret"
            } else {
                ""
            };
            assert_eq!(&rendered.html[range.clone()], expected, "{html}");
            let with = with_preview_text(&rendered.html, range.clone(), PREVIEW);
            assert!(with.contains(escaped), "{with}");
            // Everything else is there, whole.
            assert!(with.starts_with(&rendered.html[..range.start]), "{with}");
            assert!(with.ends_with(&rendered.html[range.end..]), "{with}");
            assert_eq!(with.contains(FOOTER), footer.is_some(), "{with}");
        }
    }
}
