//! What a selector stands for, as far as it can be told from its words.

use std::collections::HashSet;

use crate::web_page::{Element, WebPage};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// The page itself.
    Page,
    /// Headings, by their level.
    Heading(u8),
    Button,
    Link,
    /// What stands at the top.
    Header,
    Other,
}

/// States that most visitors do not see, and what is there for the night.
const STATES: [&str; 16] = [
    ":hover",
    ":focus",
    ":active",
    ":visited",
    ":disabled",
    ":checked",
    ":invalid",
    ":target",
    "::selection",
    "::placeholder",
    "::-",
    ":-moz",
    "[disabled",
    "[aria-",
    "[open",
    "dark",
];
/// Colours that say good or bad are nobody's.
const VERDICTS: [&str; 8] = [
    "danger", "error", "success", "warning", "invalid", "alert", "disabled", "cookie",
];
const BUTTONS: [&str; 3] = ["btn", "button", "cta"];
const HEADERS: [&str; 6] = ["header", "navbar", "logo", "masthead", "hero", "topbar"];

pub(super) struct Selectors<'p> {
    page: &'p WebPage,
    /// Classes of the page as a whole.
    page_classes: HashSet<String>,
}

impl<'p> Selectors<'p> {
    pub fn of(page: &'p WebPage) -> Self {
        let whole = page.named("html").chain(page.named("body"));
        Self {
            page,
            page_classes: whole
                .flat_map(Element::classes)
                .map(str::to_ascii_lowercase)
                .collect(),
        }
    }

    /// Nothing if the page has no such element, or only sometimes.
    pub fn role(&self, selector: &str) -> Option<Role> {
        let selector = selector.trim().to_ascii_lowercase();
        if STATES.iter().any(|state| selector.contains(state)) {
            return None;
        }
        let last = selector
            .rsplit([' ', '>', '+', '~', '\n', '\t'])
            .find(|part| !part.is_empty())?;
        let compound = Compound::read(last);
        self.role_of(&compound)
    }

    pub fn role_of_element(&self, element: &Element) -> Option<Role> {
        self.role_of(&Compound {
            tag: element.name.clone(),
            classes: element.classes().map(str::to_ascii_lowercase).collect(),
            words: format!(
                "{} {} {}",
                element.name,
                element.attribute("class").unwrap_or_default(),
                element.attribute("id").unwrap_or_default()
            )
            .to_ascii_lowercase(),
        })
    }

    fn role_of(&self, compound: &Compound) -> Option<Role> {
        let is_there = |class: &String| self.page.classes.contains(class);
        if !compound.classes.iter().all(is_there) || compound.has(&VERDICTS) {
            return None;
        }
        let is_page_class = |class: &String| self.page_classes.contains(class);
        let is_page = matches!(compound.tag.as_str(), "html" | "body" | "*")
            || compound.words.starts_with(":root")
            || (compound.tag.is_empty() && compound.classes.iter().any(is_page_class));
        let heading = match compound.tag.as_bytes() {
            [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
            _ => None,
        };
        Some(match heading {
            _ if is_page => Role::Page,
            Some(level) => Role::Heading(level),
            None if compound.has(&BUTTONS) || compound.words.contains("submit") => Role::Button,
            None if compound.has(&HEADERS) => Role::Header,
            None if compound.tag == "a" => Role::Link,
            None => Role::Other,
        })
    }
}

struct Compound {
    tag: String,
    classes: Vec<String>,
    /// All of it.
    words: String,
}

impl Compound {
    fn read(text: &str) -> Self {
        let text = text.replace('\\', "");
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '*');
        let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
        let plain = text.split(['[', ':', '#']).next().unwrap_or_default();
        Self {
            tag: text[..end].to_owned(),
            classes: plain.split('.').skip(1).map(str::to_owned).collect(),
            words: text,
        }
    }

    fn has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.words.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    #[test]
    fn roles_are_told_by_words() {
        let page = page("<body class=site><a class='btn btn-primary Big'></a><p class=note>");
        let selectors = Selectors::of(&page);
        for (selector, role) in [
            ("body", Some(Role::Page)),
            (":root", Some(Role::Page)),
            (".site", Some(Role::Page)),
            ("h2", Some(Role::Heading(2))),
            (".btn-primary", Some(Role::Button)),
            ("a.Big.btn", Some(Role::Button)),
            ("input[type=submit]", Some(Role::Button)),
            ("button", Some(Role::Button)),
            ("nav > a", Some(Role::Link)),
            ("#header", Some(Role::Header)),
            ("body .note", Some(Role::Other)),
            ("p", Some(Role::Other)),
            (".btn-danger", None),
            (".unused", None),
            ("a:hover", None),
            (".dark body", None),
            ("", None),
        ] {
            assert_eq!(selectors.role(selector), role, "{selector}");
        }
    }
}
