//! Where the app lives, as browsers know it: the origin that its pages call from, and the cookie that a session stands in.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use url::Url;

/// With its prefix browsers hold the cookie to this very host: no sibling can set it.
const SECURE_NAME: &str = "__Host-postrider";
/// Browsers take no secure cookie over plain HTTP.
const PLAIN_NAME: &str = "postrider";

pub struct Home {
    /// The public URL, without a slash behind it.
    url: String,
    origin: String,
    is_secure: bool,
}

impl Home {
    pub fn of(public_url: &str) -> Self {
        let origin = Url::parse(public_url).map(|url| url.origin().ascii_serialization());
        Self {
            url: public_url.trim_end_matches('/').to_owned(),
            origin: origin.unwrap_or_default(),
            is_secure: public_url.starts_with("https:"),
        }
    }

    /// A page of the app with a token behind the `#`, which reaches no log. It leads to the public URL: whatever host a caller
    /// names, it has no say in where a token goes.
    pub fn link(&self, page: &str, token: &str) -> String {
        format!("{}/app/{page}#{token}", self.url)
    }

    /// Whether a page of ours asks, by what its browser says in `Origin`. Never so for `null`, which stands for many.
    pub fn is_origin(&self, origin: &str) -> bool {
        origin == self.origin && origin != "null"
    }

    /// What stands in the cookie, whether it is a token or not.
    pub fn cookie<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let headers = headers.get_all(COOKIE).iter();
        let mut pairs = headers
            .filter_map(|header| header.to_str().ok())
            .flat_map(|header| header.split(';'))
            .filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim() == self.name())?;
        Some(value.trim())
    }

    /// `Set-Cookie` for a session that begins.
    pub fn set_cookie(&self, token: &str) -> String {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let name = self.name();
        format!("{name}={token}{secure}; HttpOnly; SameSite=Strict; Path=/")
    }

    /// `Set-Cookie` for one that has ended.
    pub fn clear_cookie(&self) -> String {
        format!("{}; Max-Age=0", self.set_cookie(""))
    }

    fn name(&self) -> &'static str {
        if self.is_secure {
            SECURE_NAME
        } else {
            PLAIN_NAME
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_fits_the_public_url() {
        let secure = Home::of("https://mail.example.test/base");
        assert_eq!(
            secure.set_cookie("abc"),
            "__Host-postrider=abc; Secure; HttpOnly; SameSite=Strict; Path=/"
        );
        let plain = Home::of("http://127.0.0.1:8080");
        assert_eq!(
            plain.set_cookie("abc"),
            "postrider=abc; HttpOnly; SameSite=Strict; Path=/"
        );
        assert_eq!(
            plain.clear_cookie(),
            "postrider=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"
        );
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let home = Home::of("http://127.0.0.1:8080");
        let read = |cookies: &[&str]| {
            let mut headers = HeaderMap::new();
            for cookie in cookies {
                headers.append(COOKIE, cookie.parse().unwrap());
            }
            home.cookie(&headers).map(str::to_owned)
        };
        assert_eq!(read(&["a=1; postrider=abc; b=2"]).as_deref(), Some("abc"));
        assert_eq!(read(&["a=1", "postrider=abc"]).as_deref(), Some("abc"));
        assert_eq!(read(&["postrider=abc=="]).as_deref(), Some("abc=="));
        assert_eq!(
            read(&["__Host-postrider=abc; xpostrider=1; postrider"]),
            None
        );
        assert_eq!(read(&[]), None);
    }

    #[test]
    fn only_the_origin_of_the_public_url_is_ours() {
        let home = Home::of("https://mail.example.test/base");
        for (origin, own) in [
            ("https://mail.example.test", true),
            ("https://mail.example.test:443", false),
            ("http://mail.example.test", false),
            ("https://mail.example.test.evil.test", false),
            ("https://evil.test", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(home.is_origin(origin), own, "{origin}");
        }
        assert!(!Home::of("data:nonsense").is_origin("null"));
        assert!(Home::of("http://127.0.0.1:8080").is_origin("http://127.0.0.1:8080"));
    }
}
