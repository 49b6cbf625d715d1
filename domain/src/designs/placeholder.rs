//! Links that stand for others until somebody writes those: they lead to names that are nobody's for ever (RFC 2606).

use serde::Deserialize;

/// What is kept with a version of which [`told`] had something to say.
pub const PLACEHOLDER_LINK: &str = "PLACEHOLDER_LINK";

const RESERVED: [&str; 3] = ["example.com", "example.org", "example.net"];

/// A warning that is kept with a version, as far as it is asked whether there is one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct KeptWarning {
    pub code: String,
}

impl KeptWarning {
    pub fn is_of_placeholder(&self) -> bool {
        self.code == PLACEHOLDER_LINK
    }
}

/// Whether a link, or an address that is named in it (the fallback of a merge tag), leads to nobody.
pub fn is_placeholder(link: &str) -> bool {
    link.split("://").skip(1).any(|rest| {
        let host = rest
            .split(['/', '?', '#', ':', '"', '\'', ' ', '}', '&'])
            .next();
        let host = host.unwrap_or_default().trim_end_matches('.');
        RESERVED.iter().any(|name| {
            let Some(at) = host.len().checked_sub(name.len()) else {
                return false;
            };
            let is_same = host
                .get(at..)
                .is_some_and(|end| end.eq_ignore_ascii_case(name));
            is_same && (at == 0 || host.as_bytes()[at - 1] == b'.')
        })
    })
}

/// What the author of these links should know, if any stands for another.
pub fn told<L: AsRef<str>>(links: &[L]) -> Option<String> {
    let placeholders = links.iter().map(AsRef::as_ref);
    match placeholders.filter(|link| is_placeholder(link)).count() {
        0 => None,
        1 => Some("A link leads to `example.com` or the like, where nobody is: put in its place where it is to lead.".to_owned()),
        more => Some(format!(
            "{more} links lead to `example.com` or the like, where nobody is: put in their place where they are to lead."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nobody_s_are_told_from_others() {
        for link in [
            "https://example.com",
            "http://EXAMPLE.org./a?b",
            "https://www.example.net:8080/",
            "{{ cartUrl | \"https://example.com\" }}",
        ] {
            assert!(is_placeholder(link), "{link}");
        }
        for link in [
            "https://myexample.com/",
            "https://example.com.shop.test/",
            "https://shop.test/example.com",
            "https://é.test/",
            "mailto:ada@example.com",
            "{{ cartUrl }}",
            "#top",
            "",
        ] {
            assert!(!is_placeholder(link), "{link}");
        }
    }

    #[test]
    fn the_author_is_told_once() {
        assert_eq!(told(&["https://shop.test/"]), None);
        assert!(
            told(&["https://example.com"])
                .unwrap()
                .starts_with("A link")
        );
        let two = told(&["https://example.com", "https://example.com/a"]);
        assert!(two.unwrap().starts_with("2 links"));
    }
}
