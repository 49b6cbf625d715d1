//! Which compressed forms a browser reads.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    pub br: bool,
    pub gzip: bool,
}

pub fn accepted(request: &HeaderMap) -> Accepted {
    let values = request.get_all(ACCEPT_ENCODING).iter();
    let codings = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','));
    let mut accepted = Accepted::default();
    for coding in codings {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        // `q=0` is the one weight that says no; the others only order.
        let refused = weight
            .trim()
            .strip_prefix("q=")
            .and_then(|q| q.trim().parse::<f32>().ok())
            .is_some_and(|q| q <= 0.0);
        match name.trim() {
            "br" => accepted.br = !refused,
            "gzip" => accepted.gzip = !refused,
            _ => {}
        }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: Accepted = Accepted {
        br: true,
        gzip: true,
    };
    const GZIP: Accepted = Accepted {
        br: false,
        gzip: true,
    };

    #[track_caller]
    fn check(header: &'static str, expect: Accepted) {
        let mut request = HeaderMap::new();
        request.insert(ACCEPT_ENCODING, header.parse().unwrap());
        assert_eq!(accepted(&request), expect, "{header}");
    }

    #[test]
    fn browsers_say_what_they_read() {
        check("gzip, deflate, br, zstd", BOTH);
        check("gzip", GZIP);
        check("br;q=1.0, gzip;q=0.5", BOTH);
        check("br;q=0, gzip", GZIP);
        check("identity", Accepted::default());
        assert_eq!(accepted(&HeaderMap::new()), Accepted::default());
    }
}
