//! What the style sheets of a page say, by what they say it of.

use std::collections::HashMap;

use super::selector::{Role, Selectors};
use crate::html::css::{Rule, declarations, rules};
use crate::web_page::WebPage;

/// Characters of a value; one that grows longer by what stands for its names is cut.
const VALUE_MAX: usize = 500;
/// How often names stand for names.
const DEPTH_MAX: usize = 5;
/// Selectors of one rule, and elements with a style of their own, that are looked at.
const SELECTORS_MAX: usize = 50;
const STYLED_MAX: usize = 2_000;
/// What all of them say together. The largest frameworks say about thirty thousand things.
const USES_MAX: usize = 50_000;

/// Properties that are of use here.
const PROPERTIES: [&str; 9] = [
    "background",
    "background-color",
    "color",
    "border-color",
    "fill",
    "font",
    "font-family",
    "border-radius",
    "border-bottom-color",
];

#[derive(Debug)]
pub(super) struct Use {
    pub role: Role,
    pub property: String,
    pub value: String,
}

#[derive(Debug, Default)]
pub(super) struct Styles {
    /// In the order of the style sheets: what comes later outweighs.
    pub uses: Vec<Use>,
    /// Names of one's own and what they stand for.
    pub named: HashMap<String, String>,
}

impl Styles {
    pub fn read(page: &WebPage, sheets: &[String]) -> Self {
        let all = sheets.iter().chain(&page.styles);
        let all: Vec<Rule> = all.flat_map(|sheet| rules(sheet)).collect();
        let mut styles = Self::default();
        for rule in all.iter().filter(|rule| !rule.selectors.contains("dark")) {
            for own in &rule.declarations {
                if own.property.starts_with("--") && own.value.len() <= VALUE_MAX {
                    styles.named.insert(own.property.clone(), own.value.clone());
                }
            }
        }
        let selectors = Selectors::of(page);
        for rule in &all {
            styles.add(rule, &selectors);
        }
        styles.add_elements(page, &selectors);
        styles
    }

    fn add(&mut self, rule: &Rule, selectors: &Selectors) {
        let is_used = |property: &str| PROPERTIES.contains(&property);
        if !rule.declarations.iter().any(|own| is_used(&own.property)) {
            return;
        }
        let mut roles: Vec<Role> = rule
            .selectors
            .split(',')
            .take(SELECTORS_MAX)
            .filter_map(|selector| selectors.role(selector))
            .collect();
        roles.sort_unstable();
        roles.dedup();
        for own in rule
            .declarations
            .iter()
            .filter(|own| is_used(&own.property))
        {
            for role in &roles {
                self.push(*role, &own.property, &own.value);
            }
        }
    }

    /// Styles that stand on elements, and the attributes that were there before style sheets.
    fn add_elements(&mut self, page: &WebPage, selectors: &Selectors) {
        let is_old = |name: &str| matches!(name, "body" | "font" | "td" | "table");
        let styled = page
            .elements
            .iter()
            .filter(|element| element.attribute("style").is_some() || is_old(&element.name));
        for element in styled.take(STYLED_MAX) {
            let Some(role) = selectors.role_of_element(element) else {
                continue;
            };
            let attribute = |name| element.attribute(name).unwrap_or_default();
            for own in declarations(attribute("style")) {
                if let Some((property, value)) = own.split_once(':') {
                    let property = property.trim().to_ascii_lowercase();
                    if PROPERTIES.contains(&property.as_str()) {
                        self.push(role, &property, value.trim());
                    }
                }
            }
            for (name, role, property) in [
                ("bgcolor", role, "background-color"),
                ("text", role, "color"),
                ("link", Role::Link, "color"),
                ("color", role, "color"),
                ("face", role, "font-family"),
            ] {
                if is_old(&element.name) && !attribute(name).is_empty() {
                    self.push(role, property, attribute(name));
                }
            }
        }
    }

    fn push(&mut self, role: Role, property: &str, value: &str) {
        if self.uses.len() >= USES_MAX {
            return;
        }
        self.uses.push(Use {
            role,
            property: property.to_owned(),
            value: self.resolved(value),
        });
    }

    /// The value with what its names stand for.
    pub fn resolved(&self, value: &str) -> String {
        let mut value = cut(value).to_owned();
        for _ in 0..DEPTH_MAX {
            let Some(start) = value.find("var(") else {
                break;
            };
            let mut next = self.once(&value, start);
            next.truncate(cut(&next).len());
            value = next;
        }
        value
    }

    /// With all names replaced once.
    fn once(&self, value: &str, first: usize) -> String {
        let mut out = value[..first].to_owned();
        let mut rest = &value[first..];
        while let Some(inner) = rest.strip_prefix("var(") {
            let end = closing(inner);
            let inside = &inner[..end];
            let (name, fallback) = inside.split_once(',').unwrap_or((inside, ""));
            let stands_for = self.named.get(name.trim()).map(String::as_str);
            out.push_str(stands_for.unwrap_or(fallback).trim());
            let behind = inner.get(end + 1..).unwrap_or_default();
            let next = behind.find("var(").unwrap_or(behind.len());
            out.push_str(&behind[..next]);
            rest = &behind[next..];
            if out.len() > VALUE_MAX {
                break;
            }
        }
        out
    }
}

/// Where the parenthesis that is open at the start ends.
fn closing(text: &str) -> usize {
    let mut depth = 1_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(VALUE_MAX)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    fn read(html: &str, css: &str) -> Vec<String> {
        let styles = Styles::read(&page(html), &[css.to_owned()]);
        let shown = |own: &Use| format!("{:?} {} {}", own.role, own.property, own.value);
        styles.uses.iter().map(shown).collect()
    }

    #[test]
    fn names_stand_for_their_values() {
        let css = ":root{--a:var(--b);--b:#123;--p: 10 20% 30%}\
            body{color:var(--a);background:hsl(var(--p))}a{color:var(--none, var(--b))}\
            .x{color:red}";
        assert_eq!(
            read("<body>", css),
            [
                "Page color #123",
                "Page background hsl(10 20% 30%)",
                "Link color #123"
            ]
        );
    }

    #[test]
    fn names_that_stand_for_themselves_end() {
        let css = ":root{--a:var(--a) var(--a);--b:var(--c) var(--c);--c:var(--b) var(--b)}\
            body{color:var(--a);background:var(--b)}";
        assert_eq!(read("<body>", css).len(), 2);
    }

    #[test]
    fn old_attributes_and_styles_of_elements_count() {
        let html = "<body bgcolor=#ffffee text=#222222 link=#990000><font color=blue face=Verdana>x</font>\
            <a style='background-color: #0a7; color: white' class=btn>Go</a>";
        assert_eq!(
            read(html, ""),
            [
                "Page background-color #ffffee",
                "Page color #222222",
                "Link color #990000",
                "Other color blue",
                "Other font-family Verdana",
                "Button background-color #0a7",
                "Button color white"
            ]
        );
    }
}
