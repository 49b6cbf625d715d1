use std::fmt::Write;

use jiff::tz::TimeZone;

use crate::designs::merge::{Builder, Link, Quotes, Template, UrlUse, Value, as_is};

fn compile(urls: &[&str], quotes: Quotes) -> Template {
    let mut builder = Builder::new(0);
    for url in urls {
        builder.literal("<");
        builder.url(url, as_is, UrlUse::Link(quotes));
        builder.literal(">");
    }
    builder.finish()
}

fn retargeted(template: &Template, value: &str) -> String {
    let mut out = String::new();
    let retarget = |index: usize, target: &str, out: &mut String| {
        write!(out, "https://t.example/{index}?to=\"{target}\"&").unwrap();
    };
    template.render_with_links(
        &TimeZone::UTC,
        |_| Some(Value::Text(value)),
        retarget,
        &mut out,
    );
    out
}

#[test]
fn links_that_lead_to_pages_can_be_replaced() {
    let urls = [
        " https://a.example/?b&c ",
        "HTTP://b.example/{{ x }}",
        "{{ x }}",
        "http{{ x }}",
    ];
    let template = compile(&urls, Quotes::There);
    let link = |target: &str, is_static| Link {
        target: target.to_owned(),
        is_static,
    };
    assert_eq!(
        template.links(),
        [
            link("https://a.example/?b&c", true),
            link("HTTP://b.example/{{ x }}", false),
            link("{{ x }}", false),
            link("http{{ x }}", false),
        ]
    );
    assert_eq!(
        retargeted(&template, "https://c.example/'&"),
        "<https://t.example/0?to=&quot;https://a.example/?b&amp;c&quot;&amp;>\
         <https://t.example/1?to=&quot;HTTP://b.example/https%3A%2F%2Fc.example%2F%27%26&quot;&amp;>\
         <https://t.example/2?to=&quot;https://c.example/&#39;&amp;&quot;&amp;><#>"
    );
    // A value may be anything.
    assert!(retargeted(&template, "mailto:a@b.example").ends_with("<mailto:a@b.example><#>"));
    assert!(retargeted(&template, "javascript:x").ends_with("<#><#>"));
}

#[test]
fn a_link_that_is_not_replaced_stays_as_it_was() {
    let template = compile(&[" https://a.example/?b&c "], Quotes::There);
    let mut out = String::new();
    template.render(&TimeZone::UTC, |_| None, &mut out);
    assert_eq!(out, "< https://a.example/?b&c >");
}

#[test]
fn what_leads_to_no_page_or_is_our_own_is_no_link() {
    let urls = [
        "mailto:a@b.example",
        "mailto:{{ x }}",
        "tel:1",
        "#top",
        "#{{ x }}",
        "/relative",
        "app://open/{{ x }}",
        "{{ unsubscribeUrl }}",
        "{{unsubscribeUrl}}?lang=de",
        " {{ viewInBrowserUrl | x }} ",
        "",
    ];
    let template = compile(&urls, Quotes::There);
    assert_eq!(template.links(), []);
    let out = retargeted(&template, "https://u.example/1");
    assert!(
        out.contains("<https://u.example/1><https://u.example/1?lang=de>< https://u.example/1 >"),
        "{out}"
    );
}

#[test]
fn a_replacement_gets_the_quotes_that_were_missing() {
    let template = compile(&["https://a.example"], Quotes::Missing);
    assert_eq!(
        retargeted(&template, ""),
        "<\"https://t.example/0?to=&quot;https://a.example&quot;&amp;\">"
    );
    let mut out = String::new();
    template.render(&TimeZone::UTC, |_| None, &mut out);
    assert_eq!(out, "<https://a.example>");
}
