//! The rules of a style sheet, as the renderer reads them.

use super::links::SPACES;

const BRACES: [char; 2] = ['{', '}'];

/// Without comments.
pub(super) struct Rule {
    pub selectors: String,
    pub body: String,
}

/// Nothing if there is something in it that different readers may read differently. What begins with an `@` is left out, as the
/// renderer does.
pub(super) fn rules_of(text: &str) -> Option<Vec<Rule>> {
    if text.contains('\\') {
        return None;
    }
    let mut rules = Vec::new();
    let mut left = behind_comments(text)?;
    while !left.is_empty() {
        let behind = if let Some(at_rule) = left.strip_prefix('@') {
            behind_at_rule(at_rule)?
        } else {
            let (selectors, behind) = part(left, '{')?;
            let (body, behind) = part(behind, '}')?;
            rules.push(Rule { selectors, body });
            behind
        };
        left = behind_comments(behind)?;
    }
    Some(rules)
}

/// What stands between two rules may be anything.
fn behind_comments(text: &str) -> Option<&str> {
    let mut left = text.trim_start_matches(SPACES);
    while let Some(comment) = left.strip_prefix("/*") {
        let (_, behind) = comment.split_once("*/")?;
        left = behind.trim_start_matches(SPACES);
    }
    Some(left)
}

/// To the next semicolon, or over a block with all that is in it: neither quotes nor comments count. Nothing if there are rules
/// in the block that lead to other elements: others show them.
fn behind_at_rule(text: &str) -> Option<&str> {
    let name = text.strip_prefix('-').unwrap_or(text);
    if !name.starts_with(|each: char| each.is_ascii_alphabetic()) {
        return None;
    }
    let end = text.find([';', '{'])?;
    let (found, behind) = text[end..].split_at(1);
    if found == ";" {
        return Some(behind);
    }
    let mut open = 1;
    for (at, brace) in behind.match_indices(BRACES) {
        open += if brace == "{" { 1 } else { -1 };
        if open == 0 {
            let block = &behind[..at];
            let is_shown = block.contains('{') && block.contains("url(");
            return (!is_shown).then(|| &behind[at + 1..]);
        }
    }
    None
}

/// What stands before this brace, and what follows it. A brace within quotes, brackets or a comment, or one of these within
/// another, is where readers differ.
fn part(text: &str, end: char) -> Option<(String, &str)> {
    let mut part = String::new();
    let mut left = text;
    loop {
        let at = left.find(['{', '}', '"', '\'', '(', '/'])?;
        let (before, found) = left.split_at(at);
        part.push_str(before);
        if let Some(behind) = found.strip_prefix(end) {
            return Some((part, behind));
        }
        if let Some(comment) = found.strip_prefix("/*") {
            let (inside, behind) = comment.split_once("*/")?;
            if inside.contains(BRACES) || inside.contains(['"', '\'']) {
                return None;
            }
            left = behind;
            continue;
        }
        let whole = match found.chars().next()? {
            '/' => 1,
            '(' => enclosed(found, ')')?,
            quote @ ('"' | '\'') => enclosed(found, quote)?,
            _ => return None,
        };
        let (taken, behind) = found.split_at(whole);
        part.push_str(taken);
        left = behind;
    }
}

/// The length of what begins with a quote or a bracket and ends with this one.
fn enclosed(text: &str, close: char) -> Option<usize> {
    let (inside, _) = text[1..].split_once(close)?;
    let is_plain = !inside.contains(BRACES) && !inside.contains("/*");
    is_plain.then_some(inside.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_apart_and_what_begins_with_an_at_is_none() {
        let sheet = "/* {'} */ .a , .b{fill:/* red */url(\"#x\")}@import url(a;@page{a{}/*}@-x y{}.c{d:'e'}";
        let rules = rules_of(sheet).unwrap();
        let read: Vec<_> = rules
            .iter()
            .map(|rule| (rule.selectors.as_str(), rule.body.as_str()))
            .collect();
        assert_eq!(read, [(".a , .b", "fill:url(\"#x\")"), (".c", "d:'e'")]);
        for odd in [
            ".a{",
            "}",
            "{{}}",
            "a{b:'}'}",
            "a{b:'}",
            "a{b:(}",
            "a{/*}*/}",
            "a{b:'/*'}",
            "@1{}",
            "@a",
            "@a{{}",
            "@a{b{c:url(#d)}}",
            "a{}/*",
            "\\a{}",
        ] {
            assert!(rules_of(odd).is_none(), "{odd}");
        }
    }
}
