use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::render;
use crate::designs::merge::url_position::UrlSoFar;
use crate::designs::merge::{
    Builder, Escape, UrlPosition, UrlUse, Value, as_is, compile_header, compile_text, tags,
};

/// Anything, with a liking for what could break out of somewhere.
fn value() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[a-z0-9]{1,3}",
        "[<>\"'&;:/\\\\?#%(){}|`=\\r\\n\\t -]",
        Just("javascript:".to_owned()),
        Just("{{ x }}".to_owned()),
        Just("https://".to_owned()),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn source() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[{}|\"' a]",
        Just("{{".to_owned()),
        Just("}}".to_owned()),
        Just("{{ x }}".to_owned()),
        Just("{{ y | 'z' }}".to_owned()),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn url_source() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{{ x }}".to_owned()),
        Just("{{ y | 'z' }}".to_owned()),
        "[a-z:/\\\\?#@. \\n]",
        Just("java".to_owned()),
        Just("script:".to_owned()),
        Just("https:".to_owned()),
        Just("mailto:".to_owned()),
    ]
    .boxed();
    let pieces = || prop::collection::vec(piece.clone(), 0..6);
    (pieces(), pieces())
        .prop_map(|(before, behind)| format!("{}{{{{ x }}}}{}", before.concat(), behind.concat()))
}

/// As a browser reads it, from scratch.
fn scheme(url: &str) -> Option<String> {
    let seen: String = url
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
        .collect();
    let (scheme, _) = seen.trim_start_matches(|c| c <= ' ').split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// The place behind a URL that is there at once.
fn place(before: &str) -> UrlPosition {
    if before.trim().is_empty() {
        return UrlPosition::Start;
    }
    let bare = before.trim_start_matches(|c| c <= ' ');
    let Some((name, rest)) = scheme(bare).zip(bare.split_once(':').map(|(_, rest)| rest)) else {
        return UrlPosition::Component;
    };
    let authority = rest.trim_start_matches(['/', '\\']);
    match name.as_str() {
        "mailto" | "tel" if rest.contains('?') => UrlPosition::Component,
        "mailto" | "tel" => UrlPosition::Recipient,
        _ if authority.contains(['/', '\\', '?', '#']) => UrlPosition::Component,
        "http" | "https" => UrlPosition::Host,
        _ if authority.len() + 2 <= rest.len() => UrlPosition::Host,
        _ => UrlPosition::Component,
    }
}

proptest! {
    #[test]
    fn a_place_is_the_same_whatever_pieces_the_url_comes_in(
        pieces in prop::collection::vec(
            prop_oneof![
                any::<char>().prop_map(String::from),
                "[a-z:/\\\\?#@. \\n\\t\u{1}\u{a0}]",
                "https?:/{0,2}",
                "(mailto|tel|app|java\\nscript):/{0,2}",
            ],
            0..8,
        ),
    ) {
        let mut so_far = UrlSoFar::new();
        let mut before = String::new();
        for piece in &pieces {
            so_far.text(piece);
            before.push_str(piece);
            prop_assert_eq!(so_far.place(), place(&before), "{:?}", before);
        }
        let mut at_once = UrlSoFar::new();
        at_once.text(&before);
        prop_assert_eq!(at_once.place(), so_far.place());
    }

    #[test]
    fn text_between_tags_stays(text in source(), x in value()) {
        let mut expected = String::new();
        let mut at = 0;
        for tag in tags(&text) {
            expected.push_str(&text[at..tag.range.start]);
            expected.push('Q');
            at = tag.range.end;
        }
        expected.push_str(&text[at..]);
        for escape in [Escape::Text, Escape::Header, Escape::Html, Escape::Strict] {
            let mut builder = Builder::new(0);
            builder.text(&text, as_is, escape);
            let template = builder.finish();
            let mut out = String::new();
            template.render(&TimeZone::UTC, |_| Some(Value::Text("Q")), &mut out);
            prop_assert_eq!(&out, &expected);
            render(&template, &[("x", &x)]);
        }
    }

    #[test]
    fn no_value_leaves_its_place(x in value()) {
        let render = |escape: Escape| {
            let mut builder = Builder::new(0);
            builder.text("{{ x }}", as_is, escape);
            render(&builder.finish(), &[("x", &x)])
        };
        let html = render(Escape::Html);
        prop_assert!(!html.contains(['<', '>', '"', '\'']));
        let decoded = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
        let kept: String = x.chars().filter(|c| *c >= ' ' || "\t\n\r".contains(*c)).collect();
        let kept = if x.trim().is_empty() { String::new() } else { kept };
        prop_assert_eq!(decoded.replace("&amp;", "&"), kept);
        let strict = render(Escape::Strict);
        let is_harmful = |c: char| "<>\"'&;:/\\(){}`=@*!\r\n\t".contains(c) || !c.is_ascii();
        prop_assert_eq!(strict.find(is_harmful), None);
    }

    #[test]
    fn a_header_stays_one_line(text in source(), x in value()) {
        let rendered = render(&compile_header(&text), &[("x", &x)]);
        let unfit = |text: &str| text.chars().filter(|c| crate::designs::design::is_unfit_for_a_line(*c)).count();
        prop_assert!(unfit(&rendered) <= unfit(&text));
    }

    #[test]
    fn a_value_is_never_read_for_tags(x in value()) {
        let rendered = render(&compile_text("{{ y }}"), &[("y", &format!("{{{{ x }}}}{x}")), ("x", "twice")]);
        prop_assert!(rendered.starts_with("{{ x }}"));
    }

    #[test]
    fn no_url_gets_a_scheme_from_a_value_but_the_safe_ones(source in url_source(), x in value()) {
        let mut builder = Builder::new(0);
        builder.url(&source, as_is, UrlUse::Attribute);
        let template = builder.finish();
        let rendered = render(&template, &[("x", &x)]);
        let before = tags(&source).next().map_or("", |tag| &source[..tag.range.start]);
        let found = scheme(&rendered.replace("&amp;", "&").replace("&#39;", "'"));
        match scheme(before) {
            // The author's own.
            Some(own) if !["javascript", "vbscript", "data"].contains(&own.as_str()) => {
                prop_assert_eq!(found, Some(own));
            }
            _ => {
                let is_safe = found.as_deref().is_some_and(|scheme| ["http", "https", "mailto", "tel"].contains(&scheme));
                prop_assert!(is_safe || rendered.trim_start().starts_with('#'), "{rendered}");
            }
        }
        let tagless = source.replace("{{ y | 'z' }}", "");
        prop_assert!(rendered.contains(['"', '<', '\'']) <= tagless.contains(['"', '<', '\'']));
        prop_assert!(rendered.chars().filter(|c| c.is_control()).count() <= source.chars().filter(|c| c.is_control()).count());
    }
}
