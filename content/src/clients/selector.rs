//! Which elements a rule is about, as a client reads it.

use super::support::{Kind, Program};

/// What a selector says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Selector<'s> {
    pub source: &'s str,
    /// The name of the elements it is about.
    pub element: Option<&'s str>,
    /// What one must know to understand it.
    needs: Vec<(Kind, &'s str)>,
}

/// Those that commas keep apart, but not those in parentheses.
pub(super) fn selectors(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let parts = text.split(move |next: char| {
        match next {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        next == ',' && depth == 0
    });
    parts.map(str::trim)
}

impl<'s> Selector<'s> {
    pub fn read(source: &'s str) -> Self {
        let mut selector = Self {
            source,
            element: None,
            needs: Vec::new(),
        };
        let mut names = 0;
        let mut rest = source;
        while let Some(first) = rest.chars().next() {
            let length = length_of(rest, first);
            let word = &rest[..length];
            match first {
                '>' | '+' | '~' | ' ' | '\t' | '\n' | '\r' => {
                    names = 0;
                    selector.element = None;
                    selector.join(word);
                }
                '.' | '#' => {
                    names += 1;
                    let kind = if first == '.' { "class" } else { "id" };
                    selector.need(Kind::Selector, kind);
                    if names > 1 {
                        selector.need(Kind::Selector, "chaining");
                    }
                }
                '[' => selector.need(Kind::Selector, "attribute"),
                '*' => selector.need(Kind::Selector, "universal"),
                '&' => selector.need(Kind::Selector, "nesting"),
                ':' => {
                    let name = word.trim_start_matches(':');
                    let name = name.split('(').next().unwrap_or_default();
                    selector.need(Kind::Pseudo, name);
                }
                _ => selector.element = Some(word),
            }
            rest = &rest[length..];
        }
        selector
    }

    fn need(&mut self, kind: Kind, name: &'s str) {
        if !self.needs.contains(&(kind, name)) && self.needs.len() < NEEDS_MAX {
            self.needs.push((kind, name));
        }
    }

    fn join(&mut self, word: &str) {
        match word.trim() {
            ">" => self.need(Kind::Selector, "child"),
            "+" => self.need(Kind::Selector, "adjacent"),
            "~" => self.need(Kind::Selector, "sibling"),
            _ => self.need(Kind::Selector, "descendant"),
        }
    }

    /// What a program does not know of it.
    pub fn unknown(&self, program: Program) -> Option<(Kind, &'s str)> {
        // Gmail knows `[class~="x"]` alone.
        let is_odd =
            program.is_gmail() && self.source.contains('[') && !self.source.contains("[class~=");
        if is_odd {
            return Some((Kind::Selector, "attribute"));
        }
        let unknown = |(kind, name): &&(Kind, &str)| !program.knows(*kind, name);
        self.needs.iter().find(unknown).copied()
    }
}

/// Different things that are looked at in one selector.
const NEEDS_MAX: usize = 30;

/// How long what begins a selector is: a joint with the spaces around it, a name, an attribute, a pseudo-class.
fn length_of(text: &str, first: char) -> usize {
    let is_joint = |next: char| matches!(next, '>' | '+' | '~') || next.is_ascii_whitespace();
    if is_joint(first) {
        return text.find(|next| !is_joint(next)).unwrap_or(text.len());
    }
    if first == '[' {
        return text.find(']').map_or(text.len(), |end| end + 1);
    }
    let start = text.len() - text.trim_start_matches(':').len();
    let start = start.max(first.len_utf8());
    let mut is_escaped = first == '\\';
    let is_over = |next: char| {
        let is_name = is_escaped || next.is_alphanumeric() || matches!(next, '-' | '_' | '\\');
        is_escaped = next == '\\' && !is_escaped;
        !is_name
    };
    let end = text[start..].find(is_over);
    let end = end.map_or(text.len(), |end| start + end);
    if first == ':' && text[end..].starts_with('(') {
        return text[end..]
            .find(')')
            .map_or(text.len(), |close| end + close + 1);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_selector_needs_is_found() {
        for (source, element, program, unknown) in [
            ("td.x", Some("td"), Program::OutlookWindows, None),
            (".a .b", None, Program::OutlookWindows, None),
            (".a > p", Some("p"), Program::OutlookWindows, Some("child")),
            (".a.b", None, Program::OutlookWindows, Some("chaining")),
            ("a:hover", Some("a"), Program::GmailIos, Some("hover")),
            ("a:hover", Some("a"), Program::GmailWeb, None),
            (
                "p:nth-child(2n + 1)",
                Some("p"),
                Program::YahooWeb,
                Some("nth-child"),
            ),
            ("a[href]", Some("a"), Program::GmailWeb, Some("attribute")),
            ("[class~=\"x\"]", None, Program::GmailWeb, None),
            ("*", None, Program::OutlookWindows, Some("universal")),
            ("p::before", Some("p"), Program::Proton, None),
            ("é\\:x", Some("é\\:x"), Program::GmailWeb, None),
        ] {
            let selector = Selector::read(source);
            assert_eq!(selector.element, element, "{source}");
            let found = selector.unknown(program).map(|(_, name)| name);
            assert_eq!(found, unknown, "{source}");
        }
    }

    #[test]
    fn commas_in_parentheses_part_nothing() {
        let parts: Vec<&str> = selectors("a, :is(b, c) ,[d=\",\"]").collect();
        assert_eq!(parts, ["a", ":is(b, c)", "[d=\",\"]"]);
    }
}
