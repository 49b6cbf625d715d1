//! What becomes of the 200 prompts, as far as a sketch shows it.

use std::sync::LazyLock;

use postrider_content::brief::{BrandBrief, Brief, BriefImage};
use postrider_content::designer::{Designed, design};
use postrider_content::sketch::{Item, Sketch};
use postrider_domain::designs::design::EmailType;

use super::prompts::{Prompt, prompts};

/// Of a brand with a website and a picture.
pub fn brief(prompt: &Prompt) -> Brief {
    let mut brief = brief_of(&prompt.text);
    // Half of the mails have a picture, and those whose edit speaks of one.
    let pictured = prompt.text.len().is_multiple_of(2);
    if pictured
        || prompt
            .edit
            .as_deref()
            .is_some_and(|edit| edit.contains("image"))
    {
        // One that the search of a library would find, if the prompt names anything that can be seen.
        let facts = prompt.facts.iter().flat_map(|fact| fact.split([' ', ',']));
        let is_word = |fact: &&str| {
            let mut letters = fact.chars().skip(1);
            fact.chars().count() > 4 && letters.all(char::is_lowercase)
        };
        let named = facts
            .filter(is_word)
            .find(|fact| fact.chars().all(char::is_alphabetic));
        let shows = named.map_or("A small harbour in the morning".to_owned(), |fact| {
            format!("A picture of {fact}")
        });
        brief.images = vec![BriefImage {
            url: "https://northwind.example/media/harbour.jpg".to_owned(),
            description: shows,
        }];
    }
    brief
}

/// Of a brand with a website.
pub fn brief_of(prompt: &str) -> Brief {
    let brand = BrandBrief {
        name: "Northwind".to_owned(),
        site: Some("https://northwind.example".to_owned()),
        ..BrandBrief::default()
    };
    Brief::of(prompt, EmailType::Campaign, brand)
}

/// A prompt and what became of it.
pub struct Made {
    pub prompt: Prompt,
    pub designed: Designed,
}

/// All 200, designed once for all checks.
pub fn made() -> &'static [Made] {
    static MADE: LazyLock<Vec<Made>> = LazyLock::new(|| {
        let made = prompts().into_iter().map(|prompt| Made {
            designed: design(&brief(&prompt)),
            prompt,
        });
        made.collect()
    });
    &MADE
}

/// All that a reader sees, line by line.
pub fn shown(sketch: &Sketch) -> Vec<String> {
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
    for Made { prompt, designed } in made() {
        for complaint in check(prompt, designed) {
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

/// All that is read of a mail, in the inbox too.
fn read(sketch: &Sketch) -> Vec<String> {
    let mut lines = shown(sketch);
    lines.extend([sketch.subject.clone(), sketch.preview_text.clone()]);
    lines
}

/// Numbers and codes, wherever they stand.
fn codes(line: &str) -> Vec<&str> {
    let words = line.split(|c: char| !c.is_alphanumeric());
    let is_code = |word: &&str| {
        let capitals = word.chars().filter(|c| c.is_uppercase()).count();
        word.contains(|c: char| c.is_ascii_digit()) || capitals >= 2
    };
    words.filter(is_code).collect()
}

/// Words with a capital that no sentence begins with.
fn names(line: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut opens = true;
    for word in line.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let quoted = word.starts_with(['"', '“', '„', '«', '(', '[', '¡', '¿']);
        if !opens && !quoted && bare.starts_with(char::is_uppercase) {
            names.push(bare);
        }
        opens = word.ends_with(['.', '!', '?', ':', '…']);
    }
    names
}

#[test]
fn no_number_code_or_name_is_invented() {
    let found = complaints(|prompt, designed| {
        // A short form is written out.
        let said = prompt.text.replace("xmas", "Christmas");
        let said = plain(&[&said, " Northwind I"].concat());
        let mut hard = Vec::new();
        for line in read(&designed.sketch) {
            hard.extend(codes(&line).into_iter().map(str::to_owned));
            // German writes every noun so.
            if designed.lang != "de" {
                hard.extend(line.lines().flat_map(names).map(str::to_owned));
            }
        }
        hard.iter()
            .filter(|word| !said.contains(&plain(word)))
            .map(|word| format!("invented {word}"))
            .collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
    // What cannot fail proves nothing.
    assert_eq!(codes("Use SAVE in 2027"), ["SAVE", "2027"]);
    assert_eq!(names("Ask Anna. Then go"), ["Anna"]);
}

#[test]
fn subjects_and_previews_fit_and_mails_are_neither_bare_nor_long() {
    let found = complaints(|prompt, designed| {
        let sketch = &designed.sketch;
        let known = ["en", "de", "fr", "es"].contains(&prompt.lang.as_str());
        let note = sketch.eyebrow.is_none();
        let words: usize = shown(sketch)
            .iter()
            .map(|line| line.split_whitespace().count())
            .sum();
        let checks = [
            ("subject", sketch.subject.chars().count(), 15..=60),
            ("preview", sketch.preview_text.chars().count(), 35..=110),
            // A note has no words of ours before those of its author, and no button; and who said whom to ask needs none behind.
            ("words", words, if note { 17 } else { 35 }..=220),
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
    for Made { prompt, designed } in made() {
        assert_eq!(design(&brief(prompt)), *designed);
    }
}

#[test]
fn what_the_brand_knows_is_used() {
    let mut brief = brief_of("Tell the customer that the order has shipped and is on its way.");
    brief.merge_tags = vec!["firstName".to_owned()];
    brief.payload_keys = vec!["orderId".to_owned(), "trackingUrl".to_owned()];
    brief.brand.voice = Some("Sober and professional".to_owned());
    let sketch = design(&brief).sketch;
    let lead = sketch.lead.unwrap();
    assert!(
        lead.starts_with("Hello {{ firstName | \"there\" }}!"),
        "{lead}"
    );
    let button = Item::Button {
        label: "Track your order".to_owned(),
        url: "{{ trackingUrl }}".to_owned(),
    };
    assert!(sketch.items.contains(&button), "{:?}", sketch.items);
    assert_eq!(sketch.sign_off.as_deref(), Some("Kind regards,\nNorthwind"));
}

fn library() -> Vec<BriefImage> {
    let image = |name: &str, description: &str| BriefImage {
        url: format!("https://northwind.example/media/{name}.jpg"),
        description: description.to_owned(),
    };
    vec![
        image("dog", "Rex, our office dog"),
        image("harbour", "A small harbour in the morning"),
    ]
}

#[test]
fn a_picture_stands_in_a_mail_that_speaks_of_what_it_shows_and_in_no_other() {
    for (prompt, picture) in [
        (
            "Our bakery dog turned 10! Everyone who brings their dog on Saturday gets a free cookie.",
            Some("dog"),
        ),
        (
            "Invite our members to a walk along the harbour on 4 May at 6pm.",
            Some("harbour"),
        ),
        (
            "Tell our members that the ferry is back on 4 May. Use a picture of the harbour.",
            Some("harbour"),
        ),
        ("20% off all mugs until Friday with code MUGS20", None),
        (
            "Invite our members to the coffee morning in the small hall on 4 May at 10am.",
            None,
        ),
        (
            "Tell our members that the ferry is back on 4 May. Don't mention the harbour.",
            None,
        ),
        (
            "Our colleague Tom, who worked at the harbour for 30 years, passed away on Monday.",
            None,
        ),
        (
            "Your order of two harbour prints has shipped and is on its way.",
            None,
        ),
    ] {
        let mut brief = brief_of(prompt);
        brief.images = library();
        let items = design(&brief).sketch.items;
        let shown = items.iter().find_map(|item| match item {
            Item::Image { image, .. } => Some(image.clone()),
            _ => None,
        });
        let picture = picture.map(|name| format!("https://northwind.example/media/{name}.jpg"));
        assert_eq!(shown, picture, "{prompt}");
    }
}

#[test]
fn a_mail_like_another_has_its_parts_in_its_order() {
    let mut brief = brief_of("20% off all mugs until Friday with code MUGS20. We made too many.");
    let mut reference = design(&brief).sketch;
    reference.eyebrow = None;
    let is_coupon = |item: &Item| matches!(item, Item::Coupon { .. });
    let at = reference.items.iter().position(is_coupon).unwrap();
    assert!(at > 0);
    let coupon = reference.items.remove(at);
    reference.items.insert(0, coupon);
    brief.reference = Some(reference);
    let sketch = design(&brief).sketch;
    assert_eq!(sketch.eyebrow, None);
    assert!(is_coupon(&sketch.items[0]), "{:?}", sketch.items);
}

#[test]
fn no_head_shows_the_signs_of_a_link() {
    let found = complaints(|_, designed| {
        let sketch = &designed.sketch;
        let head = [&sketch.subject, &sketch.preview_text, &sketch.headline];
        let marked = head.into_iter().filter(|text| text.contains("]("));
        marked.map(|text| format!("a link in `{text}`")).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}
