use std::fmt::Write;

use postrider_domain::designs::merge::{Template, Value};
use postrider_domain::time::parse_zone;
use proptest::prelude::*;

use super::compile_html;

fn lookup(name: &str) -> Option<Value<'static>> {
    match name {
        "name" => Some(Value::Text("Ann \"<b>\" & 'co'")),
        "url" => Some(Value::Text("https://a.example/?b=1&c='2'")),
        "script" => Some(Value::Text("javascript:alert(1)")),
        "plan" => Some(Value::Text("p r/o")),
        "color" => Some(Value::Text("#fff;}</style><x>")),
        "unsubscribeUrl" => Some(Value::Text("https://p.example/u/1")),
        _ => None,
    }
}

fn write(template: &Template) -> String {
    let mut out = String::new();
    template.render(&parse_zone("UTC").unwrap(), lookup, &mut out);
    out
}

fn render(html: &str) -> String {
    write(&compile_html(html).unwrap())
}

/// Every link as `[index target]`.
fn retargeted(html: &str) -> String {
    let mut out = String::new();
    let retarget = |index: usize, target: &str, out: &mut String| {
        write!(out, "[{index} {target}]").unwrap();
    };
    let template = compile_html(html).unwrap();
    template.render_with_links(&parse_zone("UTC").unwrap(), lookup, retarget, &mut out);
    out
}

const NAME: &str = "Ann &quot;&lt;b&gt;&quot; &amp; &#39;co&#39;";

#[test]
fn tags_are_filled_in_wherever_they_stand() {
    for (html, expected) in [
        ("<p>Hi {{ name }}!</p>", format!("<p>Hi {NAME}!</p>")),
        (
            "<title>{{ name }}</title>",
            format!("<title>{NAME}</title>"),
        ),
        ("<img alt=\"{{ name }}\">", format!("<img alt=\"{NAME}\">")),
        ("<img alt='{{ name }}'>", format!("<img alt='{NAME}'>")),
        (
            "<img alt={{name}} id=x>",
            format!("<img alt=\"{NAME}\" id=x>"),
        ),
        (
            "<img alt=a\"{{name}} id=x>",
            format!("<img alt=\"a&quot;{NAME}\" id=x>"),
        ),
        ("<img alt={{none}} id=x>", "<img alt=\"\" id=x>".to_owned()),
        (
            "<IMG ALT=\"a&amp;{{ name }}&lt;\">",
            format!("<IMG ALT=\"a&amp;{NAME}&lt;\">"),
        ),
        (
            "<a href=\"https://x.example/?a&amp;b={{ plan }}&c\">",
            "<a href=\"https://x.example/?a&amp;b=p%20r%2Fo&c\">".to_owned(),
        ),
        (
            "<a href={{url}}>",
            "<a href=\"https://a.example/?b=1&amp;c=&#39;2&#39;\">".to_owned(),
        ),
        (
            "<a href='{{ url }}'>",
            "<a href='https://a.example/?b=1&amp;c=&#39;2&#39;'>".to_owned(),
        ),
        (
            "<td background=\"https://{{plan}}.example\">",
            "<td background=\"https://pro.example\">".to_owned(),
        ),
        (
            "<p style=\"color:{{ color }}\">",
            "<p style=\"color:#fffstylex\">".to_owned(),
        ),
        (
            "<style>a{color:{{ color }}}</style>",
            "<style>a{color:#fffstylex}</style>".to_owned(),
        ),
        (
            "<noscript>{{ name }}</noscript>",
            "<noscript>Ann b  co</noscript>".to_owned(),
        ),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn what_is_no_place_for_a_value_stays() {
    for (html, expected) in [
        ("<p>1 <{{ plan }}< {{ plan }}", "<p>1 &lt;p r/o< p r/o"),
        ("<!-- {{ name }} -->{{ plan }}", "<!-- {{ name }} -->p r/o"),
        (
            "<!doctype html>\n<p {{ name }}></ p>{{ plan }}</",
            "<!doctype html>\n<p {{ name }}></ p>p r/o</",
        ),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn tags_are_read_through_references() {
    for (html, expected) in [
        ("{{ none | &quot;you&quot; }}", "you"),
        ("{{&nbsp;none&nbsp;| &#39;a | &lt;b&#39; }}", "a | &lt;b"),
        ("{{ none | a &amp; b }}", "a &amp; b"),
        ("&lbrace;{ name }}", "&lbrace;{ name }}"),
        ("{{ na&#109;e }}", NAME),
        (
            "<b title=\"{{ none | &quot;a&quot; }}\">",
            "<b title=\"a\">",
        ),
        (
            "<a href=\"{{ none | &quot;https://b.example/?c&amp;d&quot; }}\">",
            "<a href=\"https://b.example/?c&amp;d\">",
        ),
        ("{{ na<b>me</b> }}", "{{ na<b>me</b> }}"),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn nothing_that_runs_comes_out_of_a_value() {
    for (html, expected) in [
        ("<a href=\"{{ script }}\">", "<a href=\"#\">"),
        (
            "<a href=\"java{{ none }}script:alert(1)\">",
            "<a href=\"#\">",
        ),
        ("<a href=\"javascript&colon;{{ plan }}\">", "<a href=\"#\">"),
        ("<a href=\"java&Tab;script:{{ plan }}\">", "<a href=\"#\">"),
        ("<img src={{script}}>", "<img src=\"#\">"),
        ("<v:fill src='{{ script }}'/>", "<v:fill src='#'/>"),
        (
            "<b onclick=\"x('{{ name }}')\">",
            "<b onclick=\"x('Ann b  co')\">",
        ),
        (
            "<iframe srcdoc=\"{{ name }}\">",
            "<iframe srcdoc=\"Ann b  co\">",
        ),
        (
            "<meta http-equiv=refresh content=\"0;url={{ script }}\">",
            "<meta http-equiv=refresh content=\"0;url=javascriptalert1\">",
        ),
        (
            "<meta name=a content=\"{{ script }}\">",
            "<meta name=a content=\"javascript:alert(1)\">",
        ),
        (
            "<p style=\"background:url({{ script }})\">",
            "<p style=\"background:url(#)\">",
        ),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn addresses_in_styles_and_lists_are_addresses() {
    let css = "https://a.example/?b=1&c=%272%27";
    let attribute = css.replace('&', "&amp;");
    for (html, expected) in [
        ("<style>a{b:url({{ url }})}</style>", format!("<style>a{{b:url({css})}}</style>")),
        ("<style>a{b:URL( '{{ url }}' ) {{ color }}</style>", format!("<style>a{{b:URL( '{css}' ) #fffstylex</style>")),
        ("<p style=\"b:url({{ url | &quot;)&quot; }})\">", format!("<p style=\"b:url({attribute})\">")),
        ("<p style=\"b:url(&quot;{{ url }}&quot;)\">", format!("<p style=\"b:url(&quot;{attribute}&quot;)\">")),
        ("<p style=\"b:url(https://x.example/{{ plan }}.png)\">", "<p style=\"b:url(https://x.example/p%20r%2Fo.png)\">".to_owned()),
        (
            "<img srcset=\"{{ url }} 1x, https://x.example/{{ plan }},b 2x,{{ script }}\">",
            "<img srcset=\"https://a.example/?b=1&amp;c=&#39;2&#39; 1x, https://x.example/p%20r%2Fo,b 2x,#\">".to_owned(),
        ),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn what_outlook_reads_is_filled_in_too() {
    for (html, expected) in [
        (
            "<!--[if mso]><v:roundrect href=\"{{ url }}\">{{ name }}</v:roundrect><![endif]-->{{ plan }}",
            format!(
                "<!--[if mso]><v:roundrect href=\"https://a.example/?b=1&amp;c=&#39;2&#39;\">{NAME}</v:roundrect><![endif]-->p r/o"
            ),
        ),
        (
            "<!--[if !mso]><!--><p>{{ name }}</p><!--<![endif]-->",
            format!("<!--[if !mso]><!--><p>{NAME}</p><!--<![endif]-->"),
        ),
        (
            "<!--[if (gte mso 9)|(IE)]><td width={{plan}}><![endif]-->",
            "<!--[if (gte mso 9)|(IE)]><td width=\"p r/o\"><![endif]-->".to_owned(),
        ),
        ("<!--[if mso]>{{ name }}", format!("<!--[if mso]>{NAME}")),
        (
            "<!--[if mso]><!-- {{ name }} --><![endif]-->",
            "<!--[if mso]><!-- {{ name }} --><![endif]-->".to_owned(),
        ),
    ] {
        assert_eq!(render(html), expected, "{html}");
    }
}

#[test]
fn links_are_numbered_as_they_stand() {
    let html = "<a href=https://a.example>1</a><link href=\"https://no.example\">\
        <!--[if mso]><v:rect href=\"https://b.example/?a&amp;b\"><![endif]-->\
        <area href=' {{ url }}'><a href=\"{{ unsubscribeUrl }}\"><a href=\"mailto:{{ name }}\"><a href=\"#\"><a name=x>\
        <a href=\"https://c.example/{{ plan }}\" href=\"https://ignored.example\">";
    assert_eq!(
        retargeted(html),
        "<a href=\"[0 https://a.example]\">1</a><link href=\"https://no.example\">\
        <!--[if mso]><v:rect href=\"[1 https://b.example/?a&amp;b]\"><![endif]-->\
        <area href='[2 https://a.example/?b=1&amp;c=&#39;2&#39;]'><a href=\"https://p.example/u/1\">\
        <a href=\"mailto:Ann%20%22%3Cb%3E%22%20%26%20%27co%27\"><a href=\"#\"><a name=x>\
        <a href=\"[3 https://c.example/p%20r%2Fo]\" href=\"https://ignored.example\">"
    );
    let template = compile_html(html).unwrap();
    let links: Vec<_> = template
        .links()
        .iter()
        .map(|link| (link.target.as_str(), link.is_static))
        .collect();
    assert_eq!(
        links,
        [
            ("https://a.example", true),
            ("https://b.example/?a&b", true),
            ("{{ url }}", false),
            ("https://c.example/{{ plan }}", false),
        ]
    );
}

#[test]
fn html_without_tags_stays_byte_for_byte() {
    for html in [
        "",
        "plain & text < with > signs",
        "<!DOCTYPE html><HTML><a HREF=x href='https://a.example/?a&b&amp;c'>\r\n\t</A></ p><!-- x --><![if x]>\u{feff}é",
        "<!--[if mso]><a href=https://a.example?b&c>{{ { }} {{}} <![endif]--><style>a{b:url(x)}}</style><p",
        "<img srcset=\"a 1x, b\"><svg><![CDATA[ x ]]></svg><textarea>{{ }}</textarea>",
    ] {
        assert_eq!(render(html), html);
    }
}

#[test]
fn deep_and_broken_html_is_read_in_one_go() {
    // At a cost that grows with the square these would take minutes.
    for piece in [
        "<table><tr><td>",
        "<!--[if mso]>",
        "<a href=\"{{ ",
        "{{ ",
        "<p style=\"a:url('{{ x }}",
        "<img srcset=\",{{x}} ",
        " href={{x}} content",
    ] {
        let html = format!("<a {}", piece.repeat(200_000));
        assert!(compile_html(&html).is_ok(), "{piece}");
    }
}

/// HTML of pieces that may or may not fit together.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[<>\"'= /a-]",
        prop::sample::select(vec![
            "{{",
            "}}",
            "{{x}}",
            "{{ x }}",
            "{{ y | &quot;z&quot; }}",
            "<a href=",
            "<img src=\"",
            "srcset='",
            "style=\"b:url(",
            "<style>",
            "</style>",
            "<title>",
            "</title>",
            "<!--[if mso]>",
            "<![endif]-->",
            "<!--",
            "-->",
            "&amp;",
            "https://",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

fn with_value(template: &Template, value: &str) -> String {
    let mut out = String::new();
    template.render(
        &parse_zone("UTC").unwrap(),
        |_| Some(Value::Text(value)),
        &mut out,
    );
    out
}

proptest! {
    #[test]
    fn no_value_changes_what_is_markup(html in pieces(), value in "[a-z<>\"'&;:/()=\\-\n {}]{0,12}") {
        let Ok(template) = compile_html(&html) else { return Ok(()) };
        let shape = |html: &str| {
            let names = crate::html::scan::scan(html).unwrap().into_iter().filter_map(|token| match token {
                crate::html::scan::Token::Start(tag) => {
                    let attributes: Vec<_> = tag.attributes.into_iter().map(|attribute| attribute.name).collect();
                    Some((tag.name, attributes))
                }
                _ => None,
            });
            names.collect::<Vec<_>>()
        };
        prop_assert_eq!(shape(&with_value(&template, &value)), shape(&with_value(&template, "plain")));
        if template.names().is_empty() {
            prop_assert_eq!(with_value(&template, &value), html);
        }
    }
}
