//! Documents that are made of sketches.
#![expect(clippy::unwrap_used, reason = "tests")]

pub mod contrast;
mod pictures;
pub mod samples;

use std::collections::HashSet;

use postrider_content::compose::{Layout, Look, compose, layout_for};
use postrider_content::document::{self, BlockDocument, Document, Footer, RenderOptions};
use postrider_content::html::Rules;
use postrider_content::rendered::Rendered;
use postrider_content::report::AssetReport;
use postrider_content::sketch::{self, Item, Sketch};
use serde_json::{Value, json};

pub fn render(document: &BlockDocument) -> Rendered {
    let document = Document::of_blocks(document.page.clone(), document.blocks.clone());
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example/icons".to_owned(),
    };
    document::render(&document, &options)
}

/// Every sketch in every look and layout.
fn every(mut each: impl FnMut(&str, &Sketch, &Look, Layout)) {
    for (name, sketch) in samples::all() {
        for (look_name, look) in samples::looks() {
            for layout in Layout::ALL {
                each(
                    &format!("{name}, {look_name}, {layout:?}"),
                    &sketch,
                    &look,
                    layout,
                );
            }
        }
    }
}

/// All ids of a document, from top to bottom.
pub fn ids(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(id) = value["id"].as_str() {
        found.push(id.to_owned());
    }
    for key in ["blocks", "columns"] {
        for inner in value[key].as_array().into_iter().flatten() {
            found.extend(ids(inner));
        }
    }
    found
}

#[test]
fn samples_are_good_sketches() {
    for (name, sketch) in samples::all() {
        assert_eq!(sketch::check(&sketch), [], "{name}");
        assert_eq!(sketch::check_buttons(&sketch), None, "{name}");
    }
}

#[test]
fn what_is_composed_passes_as_a_document() {
    every(|name, sketch, look, layout| {
        let composed = compose(sketch, look, layout);
        assert_eq!(composed, compose(sketch, look, layout), "{name}");
        let document = Document::of_blocks(composed.page.clone(), composed.blocks.clone());
        let value = serde_json::to_value(&document).unwrap();
        let mut report = AssetReport::default();
        let read = document::read(&value, "document", &Rules::default(), &mut report).unwrap();
        assert_eq!(read, document, "{name}");
        assert_eq!(report, AssetReport::default(), "{name}");
        let ids = ids(&value);
        assert_eq!(
            ids.iter().collect::<HashSet<_>>().len(),
            ids.len(),
            "{name}"
        );
        for id in ["logo", "headline", "lead", "cta", "footer"] {
            assert!(
                ids.iter().any(|known| known == id),
                "{name}: no {id} in {ids:?}"
            );
        }
    });
}

/// The words of a sketch that must be found in a mail.
fn said(sketch: &Sketch) -> Vec<String> {
    let mut words = vec![sketch.headline.clone()];
    words.extend(sketch.lead.clone());
    words.extend(sketch.eyebrow.clone());
    for item in &sketch.items {
        match item {
            Item::Heading { text } | Item::Text { text } => words.push(sketch::texts::plain(text)),
            Item::List { items, .. } => {
                words.extend(items.iter().map(|item| sketch::texts::plain(item)));
            }
            Item::Button { label, .. } => words.push(label.clone()),
            Item::Image { alt, .. } => words.push(alt.clone()),
            Item::Coupon { label, code } => words.extend([label.clone(), code.clone()]),
            Item::Quote { text, by } => {
                words.push(text.clone());
                words.extend(by.clone());
            }
            Item::Facts { rows } => {
                for row in rows {
                    words.extend([row.label.clone(), sketch::texts::plain(&row.value)]);
                }
            }
            Item::Products { products } => {
                for product in products {
                    words.extend([product.title.clone(), product.text.clone()]);
                    words.extend(product.price.clone());
                    words.extend(product.before.clone());
                }
            }
            Item::Divider => {}
        }
    }
    words
}

#[test]
fn nothing_that_is_said_is_lost() {
    every(|name, sketch, look, layout| {
        let text = render(&compose(sketch, look, layout)).text;
        // Links stand behind their labels, and lines end elsewhere.
        let flat: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for words in said(sketch) {
            for line in words.lines() {
                let first = line.split(" (").next().unwrap();
                let found = flat.contains(first)
                    || line
                        .split(['.', '?', ','])
                        .next()
                        .is_some_and(|part| flat.contains(part));
                assert!(found, "{name}: {line:?} in {flat}");
            }
        }
        assert!(text.contains("{{ brandAddress }}"), "{name}");
        assert_eq!(text.matches("unsubscribeUrl").count(), 1, "{name}");
    });
}

#[test]
fn every_layout_is_what_it_was() {
    for layout in Layout::ALL {
        let document = compose(&samples::event(), &samples::looks()[1].1, layout);
        let name = format!(
            "event_{}",
            serde_json::to_value(layout).unwrap().as_str().unwrap()
        );
        insta::assert_json_snapshot!(name, document.blocks);
    }
    let document = compose(
        &samples::promotion(),
        &samples::looks()[1].1,
        Layout::Banner,
    );
    insta::assert_snapshot!("promotion_text", render(&document).text);
}

#[test]
fn a_mail_stays_small() {
    every(|name, sketch, look, layout| {
        let html = render(&compose(sketch, look, layout)).html;
        assert!(html.len() < 60_000, "{name}: {}", html.len());
        assert_eq!(html.matches("<h1").count(), 1, "{name}");
    });
}

#[test]
fn a_layout_is_chosen_by_what_there_is_to_show() {
    let chosen = |sketch: &Sketch| -> HashSet<Layout> {
        (0..50)
            .map(|seed| layout_for(sketch, &seed.to_string()))
            .collect()
    };
    assert_eq!(chosen(&samples::receipt()), HashSet::from([Layout::Notice]));
    assert_eq!(
        chosen(&samples::promotion()),
        HashSet::from([Layout::Banner])
    );
    assert_eq!(
        chosen(&samples::newsletter()),
        HashSet::from([Layout::Cards])
    );
    assert_eq!(
        chosen(&samples::event()),
        HashSet::from([Layout::Picture, Layout::Split])
    );
    assert_eq!(
        chosen(&samples::note()),
        HashSet::from([Layout::Letter, Layout::Banner])
    );
    assert_eq!(
        layout_for(&samples::note(), "a"),
        layout_for(&samples::note(), "a")
    );
}

#[test]
fn the_direction_follows_the_language() {
    let mut look = samples::look(json!({}));
    look.lang = Some("ar".to_owned());
    let html = render(&compose(&samples::arabic(), &look, Layout::Notice)).html;
    assert!(html.contains("lang=\"ar\"") && html.contains("dir=\"rtl\""));
    assert!(html.contains("text-align:right") && html.contains("0 24px 0 0"));
}

#[test]
fn fonts_have_others_behind_them() {
    for (wanted, expected) in [
        (json!(null), "Helvetica, Arial, sans-serif"),
        (json!(""), "Helvetica, Arial, sans-serif"),
        (json!("Inter"), "Inter, Helvetica, Arial, sans-serif"),
        (json!("Georgia"), "Georgia, 'Times New Roman', serif"),
        (
            json!("Playfair Display"),
            "'Playfair Display', Georgia, 'Times New Roman', serif",
        ),
        (
            json!("Source Sans 3"),
            "'Source Sans 3', Helvetica, Arial, sans-serif",
        ),
        (
            json!("IBM Plex Mono"),
            "'IBM Plex Mono', 'Courier New', Courier, monospace",
        ),
        (
            json!("\"Lora\", serif"),
            "Lora, Georgia, 'Times New Roman', serif",
        ),
        (json!("Arial, sans-serif"), "Arial, Helvetica, sans-serif"),
        (
            json!("x'; color: red"),
            "'x color red', Helvetica, Arial, sans-serif",
        ),
    ] {
        let look = samples::look(json!({ "bodyFont": wanted }));
        let page = compose(&samples::note(), &look, Layout::Letter).page;
        assert_eq!(&*page.body_font, expected, "{wanted}");
    }
}
