use axum::http::header::{ACCEPT_ENCODING, IF_NONE_MATCH};

use super::*;

fn shelf(name: &str) -> Option<BuiltFile> {
    let bytes: &'static [u8] = match name {
        "index.html" => b"the page",
        "assets/main-a1.js.br" => b"script in br",
        "assets/main-a1.js.gz" => b"script in gzip",
        "assets/letters-b2.woff2" => b"letters",
        _ => return None,
    };
    Some(BuiltFile {
        bytes: bytes.into(),
        tag: format!("\"{name}\""),
    })
}

fn request(encoding: &'static str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT_ENCODING, encoding.parse().unwrap());
    headers
}

fn header<'r>(response: &'r Response<Body>, name: &HeaderName) -> &'r str {
    let value = response.headers().get(name);
    value.map_or("", |value| value.to_str().unwrap())
}

#[test]
fn every_address_opens_the_page() {
    for name in [
        "",
        "settings/people",
        "claim",
        "../../etc/passwd",
        "index.html",
    ] {
        let response = answer(shelf, name, &request("br")).unwrap();
        assert_eq!(response.status(), 200, "{name}");
        assert_eq!(header(&response, &CONTENT_TYPE), "text/html; charset=utf-8");
        assert_eq!(header(&response, &CACHE_CONTROL), "no-cache");
        assert_eq!(header(&response, &ETAG), "\"index.html\"");
        assert_eq!(header(&response, &CONTENT_SECURITY_POLICY), POLICY);
    }
}

#[test]
fn a_page_that_is_known_is_not_sent_again() {
    let mut headers = request("br");
    headers.insert(IF_NONE_MATCH, "\"index.html\"".parse().unwrap());
    assert_eq!(answer(shelf, "", &headers).unwrap().status(), 304);
}

#[test]
fn files_come_in_the_smallest_form_that_is_read() {
    let name = "assets/main-a1.js";
    for (asked, coding) in [("gzip, br", "br"), ("gzip", "gzip"), ("identity", "gzip")] {
        let response = answer(shelf, name, &request(asked)).unwrap();
        assert_eq!(header(&response, &CONTENT_ENCODING), coding, "{asked}");
        assert_eq!(header(&response, &VARY), "accept-encoding");
        assert_eq!(header(&response, &CACHE_CONTROL), FOREVER);
        let kind = header(&response, &CONTENT_TYPE);
        assert_eq!(kind, "text/javascript; charset=utf-8");
    }
    let letters = answer(shelf, "assets/letters-b2.woff2", &request("br")).unwrap();
    assert_eq!(header(&letters, &CONTENT_ENCODING), "");
}

#[test]
fn a_file_of_another_version_is_missing_and_no_page() {
    let response = answer(shelf, "assets/main-zz.js", &request("br")).unwrap();
    assert_eq!(response.status(), 404);
}

#[test]
fn without_a_build_there_is_no_page() {
    assert!(answer(|_| None, "", &request("br")).is_none());
}
