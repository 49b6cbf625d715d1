//! What every template must be before it is good enough to be sent.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;

use postrider_content::audit::audit;
use postrider_content::catalog::{self, HouseStyle, PLACEHOLDER_SITE, Template};
use postrider_content::clients::{self, CLIENTS, Client};
use postrider_content::compose::Look;
use postrider_content::rendered::{Rendered, with_preview_text, with_title};
use postrider_content::sketch;
use postrider_domain::accounts::brand::Color;
use postrider_domain::contract::ids::is_lower32;
use postrider_domain::designs::merge::{is_reserved, tags};

use crate::compose::contrast::{assert_readable, pairs};
use crate::compose::render;

static RENDERED: LazyLock<HashMap<&str, Rendered>> = LazyLock::new(|| {
    let templates = catalog::templates().iter();
    templates
        .map(|template| (template.slug, render(&template.preview())))
        .collect()
});

/// A template as the catalog shows it; rendered once for all tests, since that takes longest.
pub fn rendered(template: &Template) -> &'static Rendered {
    &RENDERED[template.slug]
}

/// What is wrong, template by template.
fn complaints(mut look_at: impl FnMut(&Template) -> Vec<String>) -> Vec<String> {
    catalog::templates()
        .iter()
        .flat_map(|template| {
            let found = look_at(template);
            found
                .into_iter()
                .map(|what| format!("{}: {what}", template.slug))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The words as somebody sees them of whom nothing is known.
pub fn shown(text: &str, brand: &str) -> String {
    let mut shown = String::new();
    let mut end = 0;
    for tag in tags(text) {
        shown.push_str(&text[end..tag.range.start]);
        match tag.name.as_ref() {
            "brandName" => shown.push_str(brand),
            _ => shown.push_str(tag.fallback.as_deref().unwrap_or_default()),
        }
        end = tag.range.end;
    }
    shown + &text[end..]
}

fn all_files(folder: &str) -> HashSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("catalog")
        .join(folder);
    let mut names = HashSet::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "toml") {
                let name = path.strip_prefix(&root).unwrap().with_extension("");
                names.insert(name.to_str().unwrap().to_owned());
            }
        }
    }
    names
}

#[test]
fn every_file_is_read() {
    let read: HashSet<String> = catalog::templates()
        .iter()
        .map(|template| template.slug.to_owned())
        .collect();
    assert_eq!(read, all_files("templates"));
    assert_eq!(read.len(), 76);
    let read: HashSet<String> = catalog::flows()
        .iter()
        .map(|flow| flow.slug.to_owned())
        .collect();
    assert_eq!(read, all_files("flows"));
    assert_eq!(read.len(), 14);
    assert_eq!(catalog::styles().len(), 8);
}

#[test]
fn every_category_has_as_many_as_it_should() {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for template in catalog::templates() {
        *counts.entry(template.category().as_str()).or_default() += 1;
    }
    let expected = [
        ("welcome", 5),
        ("onboarding", 5),
        ("newsletter", 5),
        ("promotion", 7),
        ("announcement", 5),
        ("product_update", 5),
        ("event", 5),
        ("abandoned_cart", 5),
        ("order_update", 5),
        ("billing", 5),
        ("account", 5),
        ("feedback", 4),
        ("reengagement", 4),
        ("referral", 4),
        ("seasonal", 7),
    ];
    assert_eq!(counts, HashMap::from(expected));
}

#[test]
fn ids_follow_from_names_and_find_their_template() {
    // An id that was given out once is never another one.
    let letter = catalog::template_named("welcome/letter").unwrap();
    assert_eq!(letter.email_id, "glj66xouesixnm0ujg2u3oxonrxnlvj8");
    for template in catalog::templates() {
        assert!(is_lower32(&template.email_id));
        assert_eq!(catalog::template(&template.email_id), Some(template));
    }
    assert_eq!(catalog::template("nothing"), None);
}

#[test]
fn lines_of_the_inbox_have_their_lengths() {
    let found = complaints(|template| {
        let length = |text: &str| shown(text, "Northwind").chars().count();
        let mut found = Vec::new();
        let subject = length(template.subject());
        if !(15..=60).contains(&subject) {
            found.push(format!("the subject has {subject} characters"));
        }
        let preview = length(template.preview_text());
        if !(35..=110).contains(&preview) {
            found.push(format!("the preview text has {preview} characters"));
        }
        found
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn no_two_are_the_same() {
    let mut seen = HashSet::new();
    let found = complaints(|template| {
        let sketch = template.sketch(None);
        let texts = [sketch.title, sketch.subject, template.description.clone()];
        let twice = (0..).zip(texts).filter(|text| !seen.insert(text.clone()));
        twice.map(|(_, text)| text).collect()
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn everything_that_finds_a_template_is_there() {
    let found = complaints(|template| {
        let mut found = Vec::new();
        let asks: HashSet<&String> = template.asks.iter().collect();
        if asks.len() != 6 {
            found.push(format!("{} asks", asks.len()));
        }
        if !(4..=8).contains(&template.tags.len()) {
            found.push(format!("{} tags", template.tags.len()));
        }
        if !(40..=160).contains(&template.description.chars().count()) {
            found.push(format!("description: {}", template.description));
        }
        if template.updated.len() != 10 {
            found.push(format!("updated: {}", template.updated));
        }
        found
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn sketches_hold_to_their_rules() {
    let found = complaints(|template| {
        let sketch = template.sketch(None);
        let problems = sketch::check(&sketch);
        let buttons = sketch::check_buttons(&sketch);
        problems
            .into_iter()
            .chain(buttons)
            .map(|problem| format!("{problem:?}"))
            .collect()
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn every_merge_tag_has_a_fallback() {
    let found = complaints(|template| {
        let rendered = rendered(template);
        let lines = [template.subject(), template.preview_text(), &rendered.text];
        let holes = lines.into_iter().flat_map(tags).filter(|tag| {
            let is_empty = tag.fallback.as_deref().is_none_or(str::is_empty);
            is_empty && !is_reserved(&tag.name)
        });
        holes.map(|tag| format!("{} has none", tag.name)).collect()
    });
    assert_eq!(found, [""; 0]);
}

/// Where the links of a mail lead, as far as they do not depend on its reader.
fn links(text: &str) -> Vec<String> {
    let shown = shown(text, "Northwind");
    let links = shown.split("http").skip(1);
    links
        .map(|rest| format!("http{}", rest.split([')', ' ', '\n']).next().unwrap()))
        .collect()
}

#[test]
fn links_lead_to_the_site_of_the_brand() {
    let own = Look {
        site: Some("https://fern.example/".to_owned()),
        ..Look::default()
    };
    let found = complaints(|template| {
        let shelf = links(&rendered(template).text);
        let used = links(&render(&template.document(&own)).text);
        let mut found: Vec<String> = shelf
            .iter()
            .filter(|link| *link != PLACEHOLDER_SITE)
            .chain(used.iter().filter(|link| *link != "https://fern.example"))
            .cloned()
            .collect();
        if shelf.is_empty() {
            found.push("no link".to_owned());
        }
        found
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn every_audit_is_clean() {
    let found = complaints(|template| {
        let rendered = rendered(template);
        let sketch = template.sketch(None);
        let html = with_preview_text(
            &rendered.html,
            rendered.preheader.clone(),
            &sketch.preview_text,
        );
        let audit = audit(&with_title(html, &sketch.subject), Some(&rendered.text));
        let mut found: Vec<String> = audit
            .findings
            .iter()
            .map(|finding| format!("{finding:?}"))
            .collect();
        if audit.score != Some(100) {
            found.push(format!("{:?}", audit.score));
        }
        found
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn mails_are_small_and_say_enough() {
    let found = complaints(|template| {
        let rendered = rendered(template);
        let mut found = Vec::new();
        if rendered.html.len() >= 60_000 {
            found.push(format!("{} bytes", rendered.html.len()));
        }
        if rendered.html.contains("<img") {
            found.push("a picture, which not every brand has".to_owned());
        }
        let words = shown(&rendered.text, "Northwind")
            .split_whitespace()
            .count();
        if !(35..=350).contains(&words) {
            found.push(format!("{words} words"));
        }
        found
    });
    assert_eq!(found, [""; 0]);
}

/// What stands on what in a dark client, of so many texts and what lies behind each.
fn in_the_dark(client: &'static Client, pairs: &[(Color, Color)]) -> Vec<(Color, Color)> {
    let texts = pairs.iter().map(|(words, ground)| {
        let (words, ground) = (words.css(), ground.css());
        format!("<p style=\"color:{words};background-color:{ground}\">Words</p>")
    });
    let html = format!("<html><body>{}</body></html>", texts.collect::<String>());
    let shown = clients::show(&html, client).unwrap().html;
    let styles = shown.split("<p style=\"").skip(1);
    let styles = styles.map(|rest| rest.split('"').next().unwrap());
    let seen: Vec<(Color, Color)> = styles
        .map(|style| {
            let color = |name: &str| {
                let mut values = style
                    .split(';')
                    .filter_map(|one| one.trim().strip_prefix(name));
                Color::parse(values.next().unwrap().trim()).unwrap()
            };
            (color("color:"), color("background-color:"))
        })
        .collect();
    assert_eq!(seen.len(), pairs.len());
    seen
}

#[test]
fn all_can_be_read_in_every_style_by_day_and_by_night() {
    // Each two colours once, with where they stand.
    let mut all: HashMap<String, ((Color, Color), String)> = HashMap::new();
    for template in catalog::templates() {
        for style in catalog::styles() {
            let document = template.document(&style.look());
            let why = format!("{} in {}", template.slug, style.name);
            assert_readable(&document, &why);
            for (name, words, ground) in pairs(&document) {
                all.entry(words.css() + &ground.css())
                    .or_insert_with(|| ((words, ground), format!("{name} of {why}")));
            }
        }
    }
    let dark = || CLIENTS.iter().filter(|client| client.is_dark());
    assert!(dark().count() > 2);
    let (day, names): (Vec<_>, Vec<_>) = all.into_values().unzip();
    let mut faint = Vec::new();
    for client in dark() {
        // No mail is so long that a client clips it.
        for (day, names) in day.chunks(300).zip(names.chunks(300)) {
            for ((words, ground), name) in in_the_dark(client, day).into_iter().zip(names) {
                let contrast = words.contrast(ground);
                if contrast < 3.0 {
                    let (words, ground) = (words.css(), ground.css());
                    faint.push(format!(
                        "{}, {name}: {words} on {ground} is {contrast:.2}",
                        client.id
                    ));
                }
            }
        }
    }
    faint.sort();
    assert_eq!(faint, [""; 0]);
}

#[test]
fn styles_are_used_and_belong_to_nobody() {
    for HouseStyle { name, .. } in catalog::styles() {
        let uses = catalog::templates()
            .iter()
            .filter(|template| template.style.name == *name);
        assert!(uses.count() >= 4, "{name}");
    }
}
