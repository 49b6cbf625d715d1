//! The host that content has for itself: no session is ever known there.

use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use url::{Host, Url};

pub struct ContentHost(Option<Host>);

impl ContentHost {
    pub fn of(content_url: Option<&str>) -> Self {
        let url = content_url.and_then(|url| Url::parse(url).ok());
        Self(url.and_then(|url| url.host().map(|host| host.to_owned())))
    }

    /// Whether a request was made to it. Its port says nothing: a proxy may pass on another, or none.
    pub fn is_asked(&self, request: &Parts) -> bool {
        let Self(Some(content)) = self else {
            return false;
        };
        let named = request.uri.authority().map(Authority::as_str);
        let named = named.or_else(|| request.headers.get(HOST)?.to_str().ok());
        // A name may be written in many ways; what is said of hosts in URLs makes one of them.
        let asked = named.and_then(|named| Url::parse(&format!("http://{named}")).ok());
        asked.is_some_and(|url| same(url.host().map(|host| host.to_owned()).as_ref(), content))
    }
}

/// A dot at the end of a name changes nothing about whose it is.
fn same(asked: Option<&Host>, content: &Host) -> bool {
    match (asked, content) {
        (Some(Host::Domain(asked)), Host::Domain(content)) => {
            asked.trim_end_matches('.') == content.trim_end_matches('.')
        }
        (asked, content) => asked == Some(content),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn is_asked(content_url: Option<&str>, uri: &str, host: Option<&str>) -> bool {
        let mut request = Request::builder().uri(uri);
        if let Some(host) = host {
            request = request.header(HOST, host);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        ContentHost::of(content_url).is_asked(&parts)
    }

    #[test]
    fn the_host_is_known_however_it_is_written() {
        let content = Some("https://content.example.test");
        for (host, expect) in [
            ("content.example.test", true),
            ("content.example.test:8080", true),
            ("CONTENT.example.test.", true),
            ("post.example.test", false),
            ("content.example.test.evil.test", false),
            ("evil.test/content.example.test", false),
            ("", false),
        ] {
            assert_eq!(is_asked(content, "/v1/help", Some(host)), expect, "{host}");
            assert!(!is_asked(None, "/v1/help", Some(host)));
        }
        assert!(!is_asked(content, "/v1/help", None));
        assert!(is_asked(
            content,
            "http://content.example.test/v1/help",
            Some("post.test")
        ));
        assert!(is_asked(
            Some("http://[::1]:80"),
            "/",
            Some("[0:0::1]:8080")
        ));
    }
}
