//! Which language a page speaks.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use postrider_store::fields::FieldRecord;
use serde_json::{Map, Value};

macro_rules! languages {
    ($($variant:ident = $tag:literal),* $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Language { $($variant),* }

        impl Language {
            #[cfg(test)]
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// As a page names its language.
            pub fn tag(self) -> &'static str {
                match self { $(Self::$variant => $tag),* }
            }

            /// `de`, `de-AT` and `DE_at` are German.
            fn parse(text: &str) -> Option<Self> {
                let end = text.find(['-', '_']).unwrap_or(text.len());
                match text[..end].trim().to_ascii_lowercase().as_str() {
                    $($tag => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

languages! {
    English = "en",
    German = "de",
    French = "fr",
    Spanish = "es",
    Italian = "it",
    Dutch = "nl",
    Portuguese = "pt",
    Polish = "pl",
    Swedish = "sv",
    Japanese = "ja",
}

/// What brands call the field that holds it.
const FIELDS: [&str; 4] = ["language", "locale", "lang", "preferredlanguage"];

impl Language {
    /// The one that the browser likes best.
    pub fn of_request(headers: &HeaderMap) -> Self {
        let accepted = headers.get(ACCEPT_LANGUAGE);
        let accepted = accepted.and_then(|value| value.to_str().ok());
        let ranges = accepted.unwrap_or_default().split(',').take(32);
        let known = ranges.filter_map(|range| {
            let (tag, quality) = range.split_once(";q=").unwrap_or((range, "1"));
            let quality: f32 = quality.trim().parse().ok()?;
            Some((Self::parse(tag)?, quality)).filter(|(_, quality)| *quality > 0.0)
        });
        // Of two that it likes as much, the first.
        let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map_or(Self::English, |(language, _)| language)
    }

    /// What the contact's own fields say.
    pub fn of_contact(fields: &[FieldRecord], custom: &str) -> Option<Self> {
        let custom: Map<String, Value> = serde_json::from_str(custom).ok()?;
        FIELDS.into_iter().find_map(|name| {
            let mut fields = fields.iter();
            let field = fields.find(|field| field.name.to_lowercase() == name)?;
            Self::parse(custom.get(&field.id.to_string())?.as_str()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_is_asked() {
        for (accepted, expect) in [
            ("", Language::English),
            ("de", Language::German),
            ("pt-BR,pt;q=0.9,en;q=0.8", Language::Portuguese),
            ("fi,sv;q=0.8,en;q=0.5", Language::Swedish),
            ("en;q=0.3, ja;q=0.7", Language::Japanese),
            ("nl;q=0, fr", Language::French),
            ("zz, *;q=0.1", Language::English),
            ("es;q=nonsense, it;q=0.1", Language::Italian),
            ("-,;q=,;;", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, accepted.parse().unwrap());
            assert_eq!(Language::of_request(&headers), expect, "{accepted}");
        }
        assert_eq!(Language::of_request(&HeaderMap::new()), Language::English);
    }
}
