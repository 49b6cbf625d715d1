//! Addresses in words: mail clients make links of them, with a scheme or without, whether somebody meant one or not.

/// Words that are addresses, of pages or of people.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let is_edge = |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '#' | '-' | '_');
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')');
    // `Web:fern.example`, `this.example,that.example`; an address with a scheme may have such signs itself.
    let is_between = |c: char| matches!(c, ',' | ';' | ':' | '|' | '…');
    text.split(is_gap)
        .flat_map(move |word| {
            let whole = word.contains("://");
            word.split(move |c: char| !whole && is_between(c))
        })
        .map(move |word| word.trim_matches(is_edge))
        .map(|word| word.trim_end_matches("'s").trim_end_matches("’s"))
        .filter(|word| is_address(word))
}

fn is_address(word: &str) -> bool {
    if word.contains("://") || word.contains('@') {
        return true;
    }
    let host = word.split(['/', '?', '#']).next().unwrap_or_default();
    let (start, end) = host.rsplit_once('.').unwrap_or_default();
    let is_end = end.starts_with("xn--") || end.chars().all(char::is_alphabetic);
    // `Wait...there` is none.
    end.len() >= 2 && is_end && !start.is_empty() && !start.ends_with('.')
}

/// Whether a text names this address.
pub fn names_address(text: &str, url: &str) -> bool {
    let url = key(url);
    addresses(text).any(|address| key(address) == url)
}

/// An address without what makes no difference. The case of a host makes none, that of a path does.
pub fn key(url: &str) -> String {
    let url = url.trim();
    let has = |scheme: &str| {
        url.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let schemes = ["https://", "http://", "mailto:"];
    let scheme = schemes.into_iter().find(|scheme| has(scheme));
    let bare = scheme.map_or(url, |scheme| &url[scheme.len()..]);
    let end = bare.find(['/', '?', '#']).unwrap_or(bare.len());
    let host = bare[..end].to_lowercase();
    let whole = [host.trim_start_matches("www."), &bare[end..]].concat();
    whole.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::addresses;

    #[test]
    fn what_a_mail_client_makes_a_link_of_is_an_address() {
        for (text, found) in [
            ("Visit www.evil.example.", "www.evil.example"),
            ("(evil.example/x?y=1)", "evil.example/x?y=1"),
            ("write to a.b+c@evil.example!", "a.b+c@evil.example"),
            ("root@evil, please", "root@evil"),
            ("Web:evil.example:8080", "evil.example"),
            ("evil.example's shop", "evil.example"),
            ("evil.xn--p1ai", "evil.xn--p1ai"),
            ("https://evil.example/a,b:c.", "https://evil.example/a,b:c"),
        ] {
            assert_eq!(addresses(text).collect::<Vec<_>>(), [found], "{text}");
        }
        let none = "Wait...there: e.g. at 7.30 p.m., 1.299 EUR, @fern, 24/7, and so on.";
        assert_eq!(addresses(none).count(), 0);
    }
}
