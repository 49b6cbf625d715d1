//! The rules of a style sheet, for whoever looks what it says.

use super::lex::{Kind, lex};

/// Rules of a style sheet that are read. The largest frameworks have about ten thousand.
const RULES_MAX: usize = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// As written, without comments.
    pub selectors: String,
    pub declarations: Vec<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    /// Lower case, but for names of one's own (`--Brand`).
    pub property: String,
    /// Without `!important`.
    pub value: String,
}

/// What a brace has opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// The rule of this number.
    Rule(usize),
    /// Rules in it count for those who see the page by day, on a screen.
    Group,
    /// Nothing in it does.
    Skipped,
}

/// Those that count on a screen by day, in order.
pub(crate) fn rules(css: &str) -> Vec<Rule> {
    let mut reader = Reader::default();
    for lexeme in lex(css) {
        let source = &css[lexeme.range];
        match (lexeme.kind, source) {
            (Kind::Comment, _) => {}
            (Kind::Delimiter, "{") => reader.open(),
            (Kind::Delimiter, "}") => reader.close(),
            (Kind::Delimiter, _) => reader.end_statement(),
            _ => reader.statement.push_str(source),
        }
        if reader.rules.len() > RULES_MAX {
            break;
        }
    }
    reader.rules.retain(|rule| !rule.declarations.is_empty());
    reader.rules
}

#[derive(Default)]
struct Reader {
    rules: Vec<Rule>,
    blocks: Vec<Block>,
    skipped: usize,
    statement: String,
}

impl Reader {
    fn open(&mut self) {
        let prelude = std::mem::take(&mut self.statement);
        let prelude = prelude.trim().trim_start_matches("<!--").trim();
        let block = if prelude.starts_with('@') {
            at_rule(prelude)
        } else {
            self.rules.push(Rule {
                selectors: prelude.to_owned(),
                declarations: Vec::new(),
            });
            Block::Rule(self.rules.len() - 1)
        };
        self.skipped += usize::from(block == Block::Skipped);
        self.blocks.push(block);
    }

    fn close(&mut self) {
        self.end_statement();
        let closed = self.blocks.pop();
        self.skipped -= usize::from(closed == Some(Block::Skipped));
    }

    fn end_statement(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        let (Some(Block::Rule(at)), 0) = (self.blocks.last(), self.skipped) else {
            return;
        };
        let Some((property, value)) = statement.split_once(':') else {
            return;
        };
        let property = property.trim();
        let value = value.rsplit_once('!').map_or(value, |(value, _)| value);
        self.rules[*at].declarations.push(Declaration {
            property: if property.starts_with("--") {
                property.to_owned()
            } else {
                property.to_ascii_lowercase()
            },
            value: value.trim().to_owned(),
        });
    }
}

fn at_rule(prelude: &str) -> Block {
    let prelude = prelude.to_ascii_lowercase();
    let name = prelude[1..]
        .split(|c: char| !c.is_ascii_alphabetic() && c != '-')
        .next()
        .unwrap_or_default();
    let is_for_some = prelude.contains("dark") || prelude.contains("print");
    match name {
        "media" if !is_for_some => Block::Group,
        "supports" | "layer" | "container" | "scope" => Block::Group,
        _ => Block::Skipped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(css: &str) -> Vec<String> {
        let declaration = |own: &Declaration| format!("{}:{}", own.property, own.value);
        rules(css)
            .iter()
            .map(|rule| {
                let own: Vec<String> = rule.declarations.iter().map(declaration).collect();
                format!("{} {{{}}}", rule.selectors, own.join(";"))
            })
            .collect()
    }

    #[test]
    fn rules_for_the_screen_by_day_are_read() {
        for (css, expect) in [
            ("a { COLOR: Red !important; }", &["a {color:Red}"][..]),
            (
                ":root{--Brand:#123}/* x{} */b{c:d",
                &[":root {--Brand:#123}"],
            ),
            (
                "@media (min-width: 4em) { a{b:c} @supports (x: y) { d{e:f} } } g{h:i}",
                &["a {b:c}", "d {e:f}", "g {h:i}"],
            ),
            (
                "@media (prefers-color-scheme: dark){a{b:c}} @media print{a{b:c}} @font-face{b:c} @keyframes x{0%{b:c}} d{e:f}",
                &["d {e:f}"],
            ),
            (
                "@import url(x;y); @layer base; a{b:url(data:;,})}",
                &["a {b:url(data:;,})}"],
            ),
            (
                "a { b: c; &:hover { d: e } f: g }",
                &["a {b:c;f:g}", "&:hover {d:e}"],
            ),
            ("}}} a{b:c}", &["a {b:c}"]),
        ] {
            assert_eq!(written(css), expect, "{css}");
        }
    }

    #[test]
    fn a_style_sheet_without_end_is_read_so_far() {
        let many = "a{b:c}".repeat(RULES_MAX + 100);
        assert!(rules(&many).len() <= RULES_MAX + 1);
        let deep = "@media x{".repeat(50_000) + "a{b:c}";
        assert_eq!(rules(&deep).len(), 1);
    }
}
