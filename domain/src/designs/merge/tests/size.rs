//! Texts so large that a cost that grows with the square of anything would take many minutes.

use std::borrow::Cow;

use crate::designs::merge::{
    Builder, Quotes, UrlUse, as_is, compile_header, compile_text, encoded_tags, tags, unknown,
};

const MANY: usize = 100_000;

/// `{{ n0 }}{{ n1 }}…`
fn names(count: usize) -> String {
    let names = (0..count).map(|number| format!("{{{{ n{number} }}}}"));
    names.collect::<Vec<_>>().concat()
}

#[test]
fn braces_without_end_are_read_in_one_go() {
    fn decode(text: &str) -> Cow<'_, str> {
        Cow::Owned(text.replace("&quot;", "\""))
    }
    for part in [
        "{",
        "{{",
        "{{ ",
        "{{a|",
        "{{ a ",
        "{{a|\"",
        "{{a|&quot;",
        "{{}}",
        "}}{{",
        "{{a|}",
    ] {
        let text = part.repeat(1_000_000);
        assert_eq!(tags(&text).count(), 0, "{part}");
        assert_eq!(encoded_tags(&text, decode).count(), 0, "{part}");
    }
    let text = "{{a|'}}".repeat(MANY);
    assert_eq!(tags(&text).count(), MANY);
    assert_eq!(encoded_tags(&text, decode).count(), MANY);
}

#[test]
fn a_url_may_hold_very_many_tags() {
    for start in ["https://", "https://a/", "mailto:", "app:", "java", "", " "] {
        let url = format!("{start}{}", "{{a}}".repeat(MANY));
        let mut builder = Builder::new(url.len());
        builder.url(&url, as_is, UrlUse::Link(Quotes::There));
        assert_eq!(builder.finish().names().len(), 1, "{start}");
    }
}

#[test]
fn a_word_may_hold_very_many_tags() {
    for (start, part) in [
        ("", "{{a}}"),
        ("", "http{{a}}"),
        ("https://", "{{a}}"),
        ("https://a/", "{{a}}http://"),
    ] {
        let text = format!("{start}{}", part.repeat(MANY));
        assert_eq!(compile_text(&text).names().len(), 1, "{start}{part}");
    }
}

#[test]
fn very_many_names_are_told_apart() {
    let template = compile_header(&names(MANY));
    assert_eq!(template.names().len(), MANY);
    let twice = template.names().iter().chain(template.names());
    let twice = twice.map(|name| (name.name.as_str(), name.has_fallback));
    assert_eq!(unknown(twice, |_| false).len(), MANY);
}
