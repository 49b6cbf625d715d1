//! Which classes a style sheet hides.

use std::collections::HashMap;

use super::lex::{Kind, lex};

/// Whether what stands on an element itself outweighs a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Normal,
    Important,
}

/// Classes that a rule for them alone, such as `.preheader { display: none }`, hides everywhere: rules
/// inside `@media` count for some readers only.
#[derive(Debug, Default)]
pub(crate) struct HiddenClasses {
    classes: HashMap<String, Weight>,
}

impl HiddenClasses {
    /// Rules of later style sheets outweigh those of earlier ones.
    pub fn read(&mut self, css: &str) {
        if !css.to_ascii_lowercase().contains("none") {
            return;
        }
        let mut depth = 0_usize;
        let mut selector = String::new();
        let mut statement = String::new();
        for lexeme in lex(css) {
            let source = &css[lexeme.range];
            match (lexeme.kind, source) {
                (Kind::Comment, _) => {}
                (Kind::Delimiter, "{") => {
                    if depth == 0 {
                        selector = std::mem::take(&mut statement);
                    }
                    statement.clear();
                    depth += 1;
                }
                (Kind::Delimiter, delimiter) => {
                    if depth == 1 {
                        self.declare(&selector, &statement);
                    }
                    statement.clear();
                    depth -= usize::from(delimiter == "}" && depth > 0);
                }
                _ => statement.push_str(source),
            }
        }
    }

    fn declare(&mut self, selector: &str, declaration: &str) {
        let Some((property, value)) = declaration.split_once(':') else {
            return;
        };
        if !property.trim().eq_ignore_ascii_case("display") {
            return;
        }
        let value = value.trim().to_ascii_lowercase();
        let (value, weight) = match value.split_once('!') {
            Some((value, _)) => (value.trim_end(), Weight::Important),
            None => (value.as_str(), Weight::Normal),
        };
        for class in selector.split(',').filter_map(only_class) {
            if value == "none" {
                self.classes.insert(class.to_owned(), weight);
            } else if weight == Weight::Important
                || self.classes.get(class) == Some(&Weight::Normal)
            {
                self.classes.remove(class);
            }
        }
    }

    /// Whether an element with these classes is hidden, and how firmly.
    pub fn hide(&self, classes: &str) -> Option<Weight> {
        if self.classes.is_empty() {
            return None;
        }
        let mut hidden = None;
        for weight in classes
            .split_ascii_whitespace()
            .filter_map(|class| self.classes.get(class))
        {
            if hidden != Some(Weight::Important) {
                hidden = Some(*weight);
            }
        }
        hidden
    }
}

/// The class of a selector that is nothing else.
fn only_class(selector: &str) -> Option<&str> {
    let selector = selector.trim().trim_start_matches("<!--").trim_start();
    let class = selector.strip_prefix('.')?;
    let is_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_');
    (!class.is_empty() && class.chars().all(is_name)).then_some(class)
}
