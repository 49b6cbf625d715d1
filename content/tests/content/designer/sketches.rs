//! What becomes of the 200 prompts, as far as a sketch shows it.

use postrider_content::brief::{BrandBrief, Brief, BriefImage};
use postrider_content::designer::{Designed, design};
use postrider_content::sketch::{Item, Sketch};
use postrider_domain::designs::design::EmailType;

use super::prompts::{Prompt, prompts};

/// Of a brand with a website and a picture.
pub fn brief(prompt: &Prompt) -> Brief {
    let brand = BrandBrief {
        name: "Northwind".to_owned(),
        site: Some("https://northwind.example".to_owned()),
        ..BrandBrief::default()
    };
    let mut brief = Brief::of(&prompt.text, EmailType::Campaign, brand);
    // Half of the mails have a picture, and those whose edit speaks of one.
    let pictured = prompt.text.len().is_multiple_of(2);
    if pictured
        || prompt
            .edit
            .as_deref()
            .is_some_and(|edit| edit.contains("image"))
    {
        brief.images = vec![BriefImage {
            url: "https://northwind.example/media/harbour.jpg".to_owned(),
            description: "A small harbour in the morning".to_owned(),
        }];
    }
    brief
}

pub fn designed(prompt: &Prompt) -> Designed {
    design(&brief(prompt))
}

/// All that a reader sees, line by line.
fn shown(sketch: &Sketch) -> Vec<String> {
    let mut lines: Vec<String> = vec![sketch.headline.clone()];
    lines.extend(sketch.eyebrow.clone());
    lines.extend(sketch.lead.clone());
    for item in &sketch.items {
        match item {
            Item::Heading { text } | Item::Text { text } => lines.push(text.clone()),
            Item::List { items, .. } => lines.extend(items.clone()),
            Item::Button { label, url } => lines.extend([label.clone(), url.clone()]),
            Item::Image { alt, .. } => lines.push(alt.clone()),
            Item::Coupon { label, code } => lines.extend([label.clone(), code.clone()]),
            Item::Quote { text, by } => {
                lines.extend([Some(text.clone()), by.clone()].into_iter().flatten());
            }
            Item::Facts { rows } => {
                lines.extend(
                    rows.iter()
                        .map(|row| format!("{} {}", row.label, row.value)),
                );
            }
            Item::Products { products } => {
                lines.extend(products.iter().map(|product| product.title.clone()));
            }
            Item::Divider => {}
        }
    }
    lines.extend(sketch.sign_off.clone());
    lines
}

/// For looking up facts: `30 %` is `30%`, small letters, one space.
pub fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace('’', "'").replace(" %", "%");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each complaint about each prompt.
pub fn complaints(check: impl Fn(&Prompt, &Designed) -> Vec<String>) -> Vec<String> {
    let mut found = Vec::new();
    for prompt in prompts() {
        let designed = designed(&prompt);
        for complaint in check(&prompt, &designed) {
            found.push(format!("{complaint} <- {}", prompt.text.trim()));
        }
    }
    found
}

#[test]
fn no_fact_is_lost_and_nothing_said_to_the_writer_leaks() {
    let found = complaints(|prompt, designed| {
        let text = plain(&shown(&designed.sketch).join("\n"));
        let head = plain(&[&designed.sketch.subject, " ", &designed.sketch.preview_text].concat());
        let lost = prompt
            .facts
            .iter()
            .filter(|fact| !text.contains(&plain(fact)));
        let lost = lost.map(|fact| format!("lost {fact}"));
        let leaked = prompt
            .not
            .iter()
            .filter(|said| text.contains(&plain(said)) || head.contains(&plain(said)));
        let leaked = leaked.map(|said| format!("leaked {said}"));
        lost.chain(leaked).collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn no_number_is_invented() {
    let found = complaints(|prompt, designed| {
        let said = plain(&prompt.text);
        let sketch = &designed.sketch;
        let all = [
            shown(sketch),
            vec![sketch.subject.clone(), sketch.preview_text.clone()],
        ]
        .concat();
        let all = all.join("\n");
        let words = all.split(|c: char| !c.is_alphanumeric());
        let numbers = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        numbers
            .filter(|word| !said.contains(&plain(word)))
            .map(|word| format!("invented {word}"))
            .collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn subjects_and_previews_fit_and_mails_are_neither_bare_nor_long() {
    let found = complaints(|prompt, designed| {
        let sketch = &designed.sketch;
        let known = ["en", "de", "fr", "es"].contains(&prompt.lang.as_str());
        let words: usize = shown(sketch)
            .iter()
            .map(|line| line.split_whitespace().count())
            .sum();
        let checks = [
            ("subject", sketch.subject.chars().count(), 15..=60),
            ("preview", sketch.preview_text.chars().count(), 35..=110),
            ("words", words, 40..=220),
        ];
        let wrong = checks
            .into_iter()
            .filter(|(_, count, range)| known && !range.contains(count));
        wrong
            .map(|(name, count, _)| format!("{name} {count}"))
            .collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn the_language_of_each_prompt_is_known() {
    let found = complaints(|prompt, designed| {
        let wrong = designed.lang != prompt.lang;
        wrong
            .then(|| format!("{} for {}", designed.lang, prompt.lang))
            .into_iter()
            .collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn the_same_brief_gives_the_same_mail() {
    for prompt in prompts() {
        assert_eq!(designed(&prompt), designed(&prompt));
    }
}
