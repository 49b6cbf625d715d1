//! What of an HTML is seen, what stands in the line of the inbox, and the footer that must not be missing.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::html::Rules;
use postrider_content::html::{ImportedHtml, import};
use serde_json::json;

/// The preview text, and what another one would take the place of.
fn preview(html: &str) -> (Option<String>, String) {
    let import = import(html, None).unwrap();
    let rendered = import.document.render(None);
    assert_eq!(rendered.html, html);
    let replaced = rendered.html[rendered.preheader].to_owned();
    (import.preview_text, replaced)
}

#[test]
fn a_line_of_several_texts_is_not_replaced() {
    for (html, said, replaced) in [
        (
            "<body><div style=\"display:none\">Hello <b>Ada</b>, sale&nbsp;&zwnj;</div><p>Hi</p>",
            Some("Hello Ada, sale"),
            "",
        ),
        (
            "<body><div style=\"display:none\"><p>One</p><p>two</p></div><p>Hi <b>you</b></p>",
            Some("One two"),
            "",
        ),
        (
            "<body><div style=\"display:none\"><span> One </span> </div><div hidden>two</div><p>Hi</p>",
            Some("One"),
            "One",
        ),
        (
            "<body><span class=\"u-Preheader\">Look</span><p>Hi</p>",
            Some("Look"),
            "Look",
        ),
        (
            "<style>.x{display:none}</style><body><p class=x>Look</p><p>Hi</p>",
            Some("Look"),
            "Look",
        ),
        ("<body><p>Hi</p><span class=preheader>Look</span>", None, ""),
        (
            "<body><p class=preheader><a href='https://a.example'>View in browser</a></p>",
            None,
            "",
        ),
        ("<body class=with-preheader><p>Hi</p>", None, ""),
        (
            "<body><table class=preheader><td>Hi<td>you</table>",
            None,
            "",
        ),
    ] {
        let found = preview(html);
        assert_eq!(
            (found.0.as_deref(), found.1.as_str()),
            (said, replaced),
            "{html}"
        );
    }
}

#[test]
fn a_line_that_is_too_long_is_no_preview_text() {
    let html = |length: usize| {
        let text = "x".repeat(length);
        format!("<body><div hidden>{text}{{{{ name | you }}}}</div><p>Hi</p>")
    };
    let tag = "{{ name | you }}".len();
    assert_eq!(preview(&html(500 - tag)).0.unwrap().len(), 500);
    assert_eq!(preview(&html(501 - tag)).0, None);
}

#[test]
fn a_footer_is_seen_even_if_something_hidden_is_never_closed() {
    let html = "<body><div style='display:none'>Look</div><p>Hi</p><div hidden>x</body>";
    let rendered = import(html, None)
        .unwrap()
        .document
        .render(Some("<p>bye</p>"));
    assert_eq!(rendered.text, "bye\n\nHi");
    assert_eq!(&rendered.html[rendered.preheader], "Look");
}

const OPTIONS: RenderOptions = RenderOptions {
    footer: Footer::WhereMissing,
    icons: String::new(),
};

/// None of these lets a reader unsubscribe.
const UNSEEN: &[&str] = &[
    "<!-- {{ unsubscribeUrl }} -->",
    "<!--[if mso]><a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a><![endif]-->",
    "<div style=\"display:none\"><a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a></div>",
    "<a href=\"{{ unsubscribeUrl }}\"><span style=\"display:none\">Unsubscribe</span></a>",
    "<p title=\"{{ unsubscribeUrl }}\">x</p>",
];
const SEEN: &str = "<a href=\"{{ unsubscribeUrl }}\">No more</a>";

#[test]
fn html_gets_a_footer_unless_a_way_to_unsubscribe_is_seen() {
    let rendered = |html: &str| {
        let imported = import(&format!("<p>Hi</p>{html}"), None).unwrap().document;
        document::render(&Document::of_html(imported), &OPTIONS)
    };
    for html in UNSEEN {
        let rendered = rendered(html);
        assert!(
            rendered
                .text
                .ends_with("Unsubscribe ({{ unsubscribeUrl }})"),
            "{html}: {}",
            rendered.text
        );
        assert!(rendered.html.contains("{{ brandAddress }}"), "{html}");
    }
    let by_class = "<style>.x{display:none}</style><p class=x>{{ unsubscribeUrl }}</p>";
    assert!(rendered(by_class).html.contains("{{ brandAddress }}"));
    assert_eq!(rendered(SEEN).html, format!("<p>Hi</p>{SEEN}"));
}

#[test]
fn blocks_get_a_footer_unless_a_way_to_unsubscribe_is_seen() {
    let rendered = |html: &str| {
        let document = json!({
            "schema": 1,
            "kind": "blocks",
            "blocks": [{"id": "a", "type": "rawHtml", "html": format!("<p>Hi</p>{html}")}],
        });
        document::render(&serde_json::from_value(document).unwrap(), &OPTIONS)
    };
    for html in UNSEEN {
        let text = rendered(html).text;
        assert!(
            text.ends_with("Unsubscribe ({{ unsubscribeUrl }})"),
            "{html}: {text}"
        );
    }
    assert!(!rendered(SEEN).html.contains("brandAddress"));
}

#[test]
fn documents_that_show_nothing_are_refused() {
    for parts in [
        json!([]),
        json!(["<p>&nbsp;</p>"]),
        json!(["<p hidden>x</p>"]),
    ] {
        let document: ImportedHtml =
            serde_json::from_value(json!({"parts": parts, "fields": []})).unwrap();
        let problem = document.check("document", &Rules::default()).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("document.parts"), "{parts}");
    }
}
