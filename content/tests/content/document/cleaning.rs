use postrider_content::document;
use serde_json::json;

use super::{blocks, html_of, options, read};

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
            "ab",
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
            "0{{ a }}{{ a }}",
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
        if let Ok(document) = document::read(&value, "document") {
            document::render(&document, &options());
        }
    }
    let rules: Vec<String> = (0..3_000)
        .map(|number| format!("*{{--a{number}:b}}"))
        .collect();
    let rules = rules.concat();
    let heavy = format!("<style>{rules}</style>{}", "<i>x</i>".repeat(5_000));
    let problem = document::read(
        &blocks(&json!([{ "type": "rawHtml", "id": "a", "html": heavy }])),
        "document",
    )
    .unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("document.blocks[0].html"));
}
