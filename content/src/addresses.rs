//! Addresses in words: mail clients make links of them, with a scheme or without, whether somebody meant one or not.

/// Shortened words that have the form of an address, in lower case. Those that end in a single letter (`e.g.`, `т.е.`) do
/// not have it.
const ABBREVIATIONS: [&str; 18] = [
    "ee.uu",
    "f.eks",
    "jj.oo",
    "m.fl",
    "m.in",
    "n.chr",
    "o.fl",
    "o.lign",
    "p.ej",
    "p.ex",
    "rr.hh",
    "t.ex",
    "v.chr",
    "z.hd",
    "z.zt",
    "κ.λπ",
    "млн.руб",
    "тыс.руб",
];

/// How names of programs end, but no address: `Node.js`.
const PROGRAM: &str = ".js";

/// Signs that stand in addresses without a scheme.
const SIGNS: &str = "./?#=&%+~@-_";
const WIDE_DOTS: [char; 3] = ['。', '．', '｡'];

/// Words that are addresses, of pages or of people.
pub fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let is_edge = |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '#' | '-' | '_');
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '(' | ')');
    // `Web:fern.example`, `this.example,that.example`; an address with a scheme may have such signs itself.
    let is_between =
        |c: char| !(c.is_alphanumeric() || SIGNS.contains(c) || WIDE_DOTS.contains(&c));
    text.split(is_gap)
        .flat_map(move |word| {
            let whole = word.contains("://");
            word.split(move |c: char| !whole && is_between(c))
        })
        .map(move |word| word.trim_matches(is_edge))
        .map(|word| word.trim_end_matches("'s").trim_end_matches("’s"))
        .filter(|word| is_address(word))
}

/// Whether a word, without the signs around it, is an address: of a page, of a mailbox or of a machine.
fn is_address(word: &str) -> bool {
    if word.contains("://") || word.contains('@') {
        return true;
    }
    if !word.contains('.') && !word.contains(WIDE_DOTS) {
        return false;
    }
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = word.to_lowercase();
    let is_of_host =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-') || WIDE_DOTS.contains(&c);
    let host = word.split(|c: char| !is_of_host(c)).next();
    let host = host.unwrap_or_default();
    let bare = (host.len() == word.len()).then(|| host.trim_end_matches(['.', '-']));
    let is_word = |bare: &str| ABBREVIATIONS.contains(&bare) || bare.ends_with(PROGRAM);
    has_host(host) && !bare.is_some_and(is_word)
}

/// Full-width dots part the names of an address as plain ones do. Beside letters other than those of ASCII they end
/// sentences: there nobody writes a space behind them.
fn has_host(text: &str) -> bool {
    let plain = text.replace(WIDE_DOTS, ".");
    if plain.is_ascii() {
        is_host(&plain)
    } else {
        text.split(WIDE_DOTS).any(is_host)
    }
}

/// `shop.test` and `192.0.2.1`; `3.5`, `e.g` and `Wait...there` are none.
fn is_host(host: &str) -> bool {
    let host = host.trim_end_matches(['.', '-']);
    let is_number = |part: &str| part.parse::<u8>().is_ok();
    let is_machine = host.split('.').count() == 4 && host.split('.').all(is_number);
    let (start, end) = host.rsplit_once('.').unwrap_or_default();
    let is_end = end.starts_with("xn--") || end.chars().all(char::is_alphabetic);
    let is_name = end.chars().count() >= 2 && is_end && !start.is_empty() && !start.ends_with('.');
    is_machine || is_name
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
            ("evil.example–now", "evil.example"),
            ("_evil.example now", "_evil.example"),
            ("evil.xn--p1ai", "evil.xn--p1ai"),
            ("зло.рф", "зло.рф"),
            ("EVIL。com", "EVIL。com"),
            ("evil．example/ö", "evil．example/ö"),
            ("访问evil.example。谢谢。", "访问evil.example。谢谢"),
            ("at 192.0.2.1:80 now", "192.0.2.1"),
            ("m.in/x", "m.in/x"),
            ("evil.js.example", "evil.js.example"),
            ("https://evil.example/a,b:c.", "https://evil.example/a,b:c"),
        ] {
            assert_eq!(addresses(text).collect::<Vec<_>>(), [found], "{text}");
        }
    }

    #[test]
    fn what_only_has_dots_is_none() {
        for text in [
            "Wait...there: e.g. at 7.30 p.m., 1.299 EUR, @fern, 24/7, and so on.",
            "Rated 3.5/5, 10.5 kg at 10:30, v2.0, on 1.2.2027, in 1.2.3.",
            "Frø, f.eks. til ærter, bønner m.fl.",
            "Frön, t.ex. ärter m.fl., från EE.UU.",
            "M.in. groch, p.ex. pois, z.Hd. Frau Farn, 300 v.Chr.",
            "Семена, т.е. горох и т.д., за 2 тыс.руб.",
            "Σπόροι, π.χ. μπιζέλια κ.λπ.",
            "今天开业。欢迎光临。",
            "Node.js and Vue.js in action",
        ] {
            assert_eq!(addresses(text).collect::<Vec<_>>(), [""; 0], "{text}");
        }
    }
}
