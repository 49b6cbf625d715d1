//! Parts of style sheets and of `style` attributes.

use super::lex::{Kind, lex};

/// What stands between the semicolons of a `style` attribute.
pub(crate) fn declarations(style: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let mut quote = None;
    style.split(move |c: char| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' && depth == 0 && quote.is_none()
    })
}

/// The rules of a style sheet that count for every reader: none of `@media` and its like.
pub(crate) fn without_at_rules(css: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut is_at_rule = None;
    for lexeme in lex(css) {
        let source = &css[lexeme.range.clone()];
        match (&lexeme.kind, source) {
            (Kind::Comment, _) => continue,
            (Kind::Delimiter, "{") => depth += 1,
            (Kind::Delimiter, "}") => depth = depth.saturating_sub(1),
            _ => {
                let text = source.trim_start().trim_start_matches("<!--").trim_start();
                if is_at_rule.is_none() && !text.is_empty() {
                    is_at_rule = Some(text.starts_with('@'));
                }
            }
        }
        if depth == 0 && matches!(source, "}" | ";") {
            if is_at_rule.take() != Some(true) {
                kept.push_str(&css[start..lexeme.range.end]);
            }
            start = lexeme.range.end;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_for_some_readers_are_left_out() {
        for (css, kept) in [
            ("a{b:c}", "a{b:c}"),
            ("a{b:c} @media x { d{e:f} g{h:i} } j{k:l}", "a{b:c} j{k:l}"),
            ("@import 'x;y{';a{b:c}", "a{b:c}"),
            ("/* @ */ a{b:';}'}", "/* @ */ a{b:';}'}"),
            ("/* a */ @font-face{b:c}d{e:f}", "d{e:f}"),
            ("a{b:c", ""),
        ] {
            assert_eq!(without_at_rules(css), kept.to_owned(), "{css}");
        }
    }

    #[test]
    fn a_semicolon_in_quotes_or_parentheses_ends_nothing() {
        let style = "a:b;c:url(data:x;y);d:'e;f'";
        let parts: Vec<&str> = declarations(style).collect();
        assert_eq!(parts, ["a:b", "c:url(data:x;y)", "d:'e;f'"]);
    }
}
