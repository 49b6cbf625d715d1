use postrider_content::document;
use postrider_content::html::Rules;
use postrider_content::report::AssetReport;
use serde_json::json;

use super::{blocks, html_of, options, read, try_read};

#[test]
fn texts_keep_simple_marks_and_merge_tags_and_lose_the_rest() {
    for (html, cleaned) in [
        (
            "a <b>b</b> <i>c</i><br>d<sup>2</sup> <code>e</code>",
            "a <b>b</b> <i>c</i><br>d<sup>2</sup> <code>e</code>",
        ),
        ("<script>alert(1)</script>x<style>p{}</style>", "x"),
        (
            "<p onclick=\"x()\">a</p><img src=x onerror=alert(1)>b",
            "a<br>b",
        ),
        ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<a href=\"jav&#x0A;ascript:alert(1)\">x</a>", "<a>x</a>"),
        (
            "<span style=\"color:red;position:fixed\">x</span>",
            "<span style=\"color:red\">x</span>",
        ),
        (
            "Hi {{ firstName | \"a & b\" }}!",
            "Hi {{ firstName | \"a & b\" }}!",
        ),
        ("{{ <script>alert(1)</script> }}", "{{  }}"),
        (
            "{{ x | \"<img src=x onerror=alert(1)>\" }}",
            "{{ x | \"\" }}",
        ),
        ("1 < 2 & 3", "1 &lt; 2 &amp; 3"),
        ("<b>open", "<b>open</b>"),
        (
            "\u{E000}0\u{E001}&#xE000;0&#xE001;{{ a }}",
            "0\u{FFFD}0\u{FFFD}{{ a }}",
        ),
    ] {
        let document = read(&blocks(
            &json!([{ "type": "text", "id": "a", "html": html }]),
        ));
        let stored = serde_json::to_value(&document).unwrap();
        assert_eq!(stored["blocks"][0]["html"], cleaned, "{html}");
        assert_eq!(
            read(&stored),
            document,
            "cleaning twice changes nothing: {html}"
        );
    }
    let html = html_of(
        &json!({ "type": "text", "id": "a", "html": "<a href='{{ url | \"https://a.example/?a=1&b=2\" }}'>x</a>" }),
    );
    assert!(
        html.contains("href=\"{{ url | &quot;https://a.example/?a=1&b=2&quot; }}\""),
        "{html}"
    );
}

#[test]
fn raw_html_keeps_tables_and_loses_what_runs() {
    let kept = html_of(&json!({ "type": "rawHtml", "id": "a", "html":
        "<table class=\"t\" bgcolor=\"#fff\"><tr><td style=\"color:red\" colspan=\"2\">{{ a }}<img src=\"https://a.example/x.png\" alt=\"x\" width=\"10\"></td></tr></table>" }));
    for expected in [
        "bgcolor=\"#fff\"",
        "style=\"color:red\"",
        "colspan=\"2\"",
        "{{ a }}",
        "src=\"https://a.example/x.png\"",
    ] {
        assert!(kept.contains(expected), "{expected}");
    }
    let html = html_of(&json!({ "type": "rawHtml", "id": "a", "html": concat!(
        "<img src=x onerror=evil(1)><svg onload=evil(2)><a xlink:href='javascript:evil(3)'>x</a></svg><form action='https://evil.example'><input name=evil></form>",
        "<iframe src='https://evil.example'></iframe><a href='javascript:evil(4)'>a</a><div style=\"width:expression(evil(5));color:red;background:url(javascript:evil(6))\">b</div>",
        "<object data=evil></object><script>evil(7)</script><math><mtext></mtext><style><img src=x onerror=evil(8)></style></math><!-- evil --><base href='https://evil.example'>",
        "<p style=\"background:u\\72l(evil)\" onmouseover=evil()>c</p><style>@import url(https://evil.example);p{color:blue}</style>",
    ) }));
    assert!(
        !html.contains("evil"),
        "{}",
        &html[html.find("evil").unwrap_or(0)..]
    );
    assert!(html.contains("color:red"), "the good half of a style stays");
}

/// What is stored of the HTML of a text and of a raw block.
fn stored(html: &str) -> [String; 2] {
    ["text", "rawHtml"].map(|kind| {
        let document = read(&blocks(&json!([{ "type": kind, "id": "a", "html": html }])));
        let stored = serde_json::to_value(&document).unwrap();
        stored["blocks"][0]["html"].as_str().unwrap().to_owned()
    })
}

#[test]
fn nobody_forges_the_marks_of_merge_tags() {
    for [open, close] in [
        ["&#xE000;", "&#xE001;"],
        ["&#xe000", "&#Xe001"],
        ["&#x00000000000E000;", "&#57345;"],
        ["&#0057344;", "&#57345"],
        ["\u{E000}", "\u{E001}"],
        ["&#xE0\u{E000}00;", "&#xE0&#xE001;01;"],
        ["&#xE000;0&#xE001;", "&#xE000;9&#xE001;"],
    ] {
        for html in [
            format!(
                r#"MARK {{{{ a }}}}<a href="{open}">a</a>{close}javascript:alert(1)" onmouseover="alert(1)" x="y"#
            ),
            format!(r#"<a href="{open}javascript:alert(1)">a</a>{close}"#),
            format!(r#"<a href="{open}0{close}javascript:alert(1)">{{{{ a }}}}</a>"#),
            format!(
                r#"{{{{ a | "{open}" }}}}<a href="{open}0{close}" title='{{{{ b | "x" }}}}'>b</a>"#
            ),
        ] {
            for stored in stored(&html) {
                assert!(!stored.contains(['\u{E000}', '\u{E001}']), "{stored}");
                for (start, _) in stored.match_indices('<') {
                    let tag = &stored[start..start + stored[start..].find('>').unwrap()];
                    for evil in ["javascript:", "onmouseover"] {
                        assert!(!tag.contains(evil), "{html}: {stored}");
                    }
                }
            }
        }
    }
}

proptest::proptest! {
    #[test]
    fn cleaning_twice_changes_nothing(
        parts in proptest::collection::vec(proptest::sample::select(vec![
            "<b>", "</b>", "<i>", "</i>", "<p>", "</p>", "<div>", "</div>", "<a href=\"", "<a href='{{ url | \"https://a.example\" }}'>",
            "</a>", "<span style=\"color:red;x:y\">", "</span>", "<table>", "<tr>", "<td title=\"", "</table>", "\"", "'", ">", "<", "&", "&#xE000;",
            "&#xE001;", "&#57344", "\u{E000}", "\u{E001}", "0", "1", "{{ a }}", "{{ a | \"b\" }}", "{{", "}}", "x", " onclick=", "javascript:", "https://a.example",
            "<style>b{color:red}</style>", "<!--", "-->", "<svg>", "</svg>", "<math>", "<select>", "&#", "xE0", "00;", "&amp;", "\n",
        ]), 0..24),
    ) {
        for kind in ["text", "rawHtml"] {
            let value = blocks(&json!([{ "type": kind, "id": "a", "html": parts.concat() }]));
            if let Ok(document) = try_read(&value) {
                let stored = serde_json::to_value(&document).unwrap();
                proptest::prop_assert_eq!(read(&stored), document);
            }
        }
    }
}

#[test]
fn what_a_parser_cannot_bear_is_refused_where_it_stands() {
    let marks: Vec<String> = (0..1_000)
        .map(|number| format!("<b id={number}>"))
        .collect();
    let marks = marks.concat();
    for (kind, html) in [
        (
            "rawHtml",
            format!("<style>q{{}}</style>{}", "<div>".repeat(8_000)),
        ),
        ("rawHtml", "<div>".repeat(8_000)),
        ("rawHtml", format!("<p>{marks}</p>{}", "<p>x".repeat(2_000))),
        ("text", format!("<p>{marks}</p>{}", "<p>x".repeat(2_000))),
        ("text", "<i>".repeat(8_000)),
    ] {
        let value = blocks(&json!([{ "type": kind, "id": "a", "html": html }]));
        let problem = try_read(&value).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("document.blocks[0].html"));
        assert!(
            problem.message.contains("ests too deep"),
            "{}",
            problem.message
        );
    }
}

#[test]
fn hostile_raw_html_ends_soon() {
    for html in [
        "<b>".repeat(34_000),
        "<table><tr><td>".repeat(6_800),
        "<div style='".repeat(8_000),
        "<a><p>".repeat(17_000),
        "{{".repeat(51_000),
        "<!--".repeat(25_000),
    ] {
        let value = blocks(&json!([{ "type": "rawHtml", "id": "a", "html": html }]));
        if let Ok(document) = try_read(&value) {
            document::render(&document, &options());
        }
    }
    let rules: Vec<String> = (0..3_000)
        .map(|number| format!("*{{--a{number}:b}}"))
        .collect();
    let rules = rules.concat();
    let heavy = format!("<style>{rules}</style>{}", "<i>x</i>".repeat(5_000));
    let problem = try_read(&blocks(
        &json!([{ "type": "rawHtml", "id": "a", "html": heavy }]),
    ))
    .unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("document.blocks[0].html"));
}

#[test]
fn blocks_inside_texts_become_line_breaks() {
    for (html, cleaned) in [
        ("it<p>para</p>", "it<br>para"),
        ("<p>a</p>\n<p><b>b</b></p>", "a\n<br><b>b</b>"),
        ("<ul><li>a</li><li>{{ b }}</li></ul>c", "a<br>{{ b }}<br>c"),
        ("<h1>a</h1><div><div>b</div></div>", "a<br>b"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a<br>b"),
        ("a<br><p>b<br></p>c", "a<br>b<br>c"),
        ("<p>a</p><br><p>b</p>", "a<br><br>b"),
        ("<p></p><div>a</div><p> </p>", "a "),
    ] {
        let value = blocks(&json!([{ "type": "text", "id": "a", "html": html }]));
        let stored = serde_json::to_value(read(&value)).unwrap();
        assert_eq!(stored["blocks"][0]["html"], cleaned, "{html}");
    }
}

#[test]
fn what_is_taken_out_of_texts_is_reported() {
    let value = blocks(&json!([
        { "type": "text", "id": "a", "html": "<p>a</p>\n<script>x()</script><b onclick=\"x()\" id='{{ x | \"y\" }}'>b</b>\n<a href=\"https://a.example/{{ x | \"y\" }}\">c</a><a href='javascript:x()'>d</a>" },
        { "type": "list", "id": "l", "items": ["a", "\n<form><input name=x></form>", "<script></script>"] },
        { "type": "productCard", "id": "p", "title": "x", "description": "<i>x</i> <marquee>y</marquee>" },
        { "type": "rawHtml", "id": "r", "html": "<style>p { color: red }</style><p>a</p>\n<iframe src=x></iframe><img src='https://a.example/x.png' onerror=x><table><tr><td style='color:red;x:expression(1)'>x</table>" },
        { "type": "rawHtml", "id": "s", "html": "<p align=center>kept</p>" },
    ]));
    let mut report = AssetReport::default();
    document::read(&value, "document", &Rules::default(), &mut report).unwrap();
    let stripped: Vec<_> = report
        .stripped
        .iter()
        .map(|entry| (entry.what.as_str(), entry.count, entry.line))
        .collect();
    assert_eq!(
        stripped,
        [
            ("script", 2, 2),
            ("onclick", 1, 2),
            ("id", 1, 2),
            ("href", 1, 3),
            ("form", 1, 2),
            ("input", 1, 2),
            ("marquee", 1, 1),
            ("iframe", 1, 2),
            ("onerror", 1, 2),
        ]
    );
    let mut none = AssetReport::default();
    document::read(
        &super::newsletter(),
        "document",
        &Rules::default(),
        &mut none,
    )
    .unwrap();
    assert_eq!(none, AssetReport::default());

    let names: Vec<String> = (0..3_000)
        .map(|number| format!("<b a{number}>x</b>"))
        .collect();
    let value = blocks(&json!([{ "type": "text", "id": "a", "html": names.concat() }]));
    document::read(&value, "document", &Rules::default(), &mut none).unwrap();
    assert!(none.stripped.len() <= 101, "{}", none.stripped.len());
}

#[test]
fn what_grows_by_cleaning_still_fits_when_it_is_read_again() {
    for (kind, too_long) in [("text", 10_001), ("rawHtml", 20_481)] {
        let value = |length: usize| {
            blocks(&json!([{ "type": kind, "id": "a", "html": "&".repeat(length) }]))
        };
        assert!(try_read(&value(too_long)).is_err(), "{kind}");
        let stored = serde_json::to_value(read(&value(10_000))).unwrap();
        assert_eq!(serde_json::to_value(read(&stored)).unwrap(), stored);
    }
}
