//! What a page's title says: the name of its brand, and often what it is for.

use super::links::site_of;
use crate::web_page::WebPage;

const MARKS: [&str; 8] = [" | ", " – ", " — ", " · ", " - ", " :: ", ": ", " » "];

/// Characters of a title, and pictures that may bear its name, that are looked at.
const LENGTH_MAX: usize = 300;
const LOGOS_MAX: usize = 20;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Title {
    pub name: Option<String>,
    /// What stands beside the name.
    pub tagline: Option<String>,
}

/// `known` is the name, where something surer has said it.
pub(super) fn read(page: &WebPage, known: Option<&str>) -> Title {
    let title: String = page.title.chars().take(LENGTH_MAX).collect();
    let parts = parts(&title);
    let domain = page.url.domain().and_then(|_| site_of(&page.url));
    let label = domain.and_then(|site| site.split('.').next()).map(letters);
    let logos = logo_texts(page);
    let is_name = |part: &&String| {
        let part = letters(part);
        if let Some(known) = known {
            return part == letters(known);
        }
        let is_label = |label: &String| label.contains(&part) || part.contains(label.as_str());
        let is_on_logo = logos.iter().any(|text| text.contains(&part));
        part.len() > 1 && (label.as_ref().is_some_and(is_label) || is_on_logo)
    };
    // Of a title of one part, nobody knows whether it is a name, unless the address says so.
    let at = parts.iter().position(|part| is_name(&part));
    let at = at.or_else(|| (known.is_none() && parts.len() == 1).then_some(0));
    let Some(at) = at else {
        return Title::default();
    };
    let tagline = parts
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .map(|(_, part)| part)
        .find(|part| is_tagline(part));
    Title {
        name: Some(parts[at].clone()).filter(|name| name.chars().count() <= 60),
        tagline: tagline.cloned(),
    }
}

/// What stands on the page's own logos, for those who do not see them.
fn logo_texts(page: &WebPage) -> Vec<String> {
    let texts = page.named("img").filter_map(|image| image.attribute("alt"));
    let logos = texts.filter(|text| text.to_lowercase().contains("logo"));
    logos.take(LOGOS_MAX).map(letters).collect()
}

fn parts(title: &str) -> Vec<String> {
    let mut parts = vec![title.to_owned()];
    for mark in MARKS {
        parts = parts
            .iter()
            .flat_map(|part| part.split(mark))
            .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|part| !part.is_empty())
            .collect();
    }
    parts
}

/// Two to twelve words, none of them what every site calls its first page.
pub(super) fn is_tagline(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let is_empty = ["home", "welcome", "start", "homepage", "official"]
        .iter()
        .any(|word| text.to_lowercase().starts_with(word));
    (2..=12).contains(&words) && !is_empty && text.chars().count() <= 100
}

/// Letters and digits alone, so that `Müller & Co` is like `mueller-co`.
fn letters(text: &str) -> String {
    let mut plain = String::new();
    for c in text.to_lowercase().chars().filter(|c| c.is_alphanumeric()) {
        match c {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    #[test]
    fn a_title_is_a_name_and_what_it_is_for() {
        for (title, known, name, tagline) in [
            (
                "Acme | Lamps that last",
                None,
                Some("Acme"),
                Some("Lamps that last"),
            ),
            (
                "Lamps that last – ACME",
                None,
                Some("ACME"),
                Some("Lamps that last"),
            ),
            ("Home - Acme", None, Some("Acme"), None),
            ("Acme Lighting", None, Some("Acme Lighting"), None),
            ("Something else", None, Some("Something else"), None),
            ("One | Two", None, None, None),
            (
                "Lamps | Müller & Co",
                Some("Mueller & Co"),
                Some("Müller & Co"),
                None,
            ),
            (
                "Fine lamps for all: Co",
                Some("Co"),
                Some("Co"),
                Some("Fine lamps for all"),
            ),
            ("", None, None, None),
        ] {
            let read = read(&page(&format!("<title>{title}</title>")), known);
            let seen = (read.name.as_deref(), read.tagline.as_deref());
            assert_eq!(seen, (name, tagline), "{title}");
        }
        let page = page("<title>Rowing for all - The Gull</title><img alt='Logo of The Gull'>");
        assert_eq!(read(&page, None).name.as_deref(), Some("The Gull"));
    }
}
