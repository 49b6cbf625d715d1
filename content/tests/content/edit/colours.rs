//! Whatever colours change, words can be read.

use postrider_content::compose::{Layout, compose};
use postrider_content::document::{BlockDocument, Document};
use postrider_content::edit::{Head, Operation, apply};
use postrider_domain::accounts::brand::Color;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{block, design, edited, operations, order};
use crate::compose::contrast::{any_color, assert_readable};
use crate::compose::{render, samples};

fn contrast(words: &Value, ground: &Value) -> f64 {
    let read = |value: &Value| Color::parse(value.as_str().unwrap()).unwrap();
    read(words).contrast(read(ground))
}

#[test]
fn words_stay_readable_when_colours_change() {
    let style =
        |block: &str, style: Value| json!({ "kind": "setStyle", "block": block, "style": style });
    // The words of a button move with its ground.
    let after = edited(
        &design(),
        &json!([
            style("cta", json!({ "backgroundColor": "#ffee88" })),
            style("cta", json!({ "fullWidth": true }))
        ]),
    )
    .document;
    let cta = block(&after, "cta");
    assert!(
        contrast(&cta["textColor"], &cta["backgroundColor"]) >= 4.5,
        "{cta}"
    );
    assert_eq!(
        (&cta["backgroundColor"], &cta["fullWidth"]),
        (&json!("#ffee88"), &json!(true))
    );
    // A band gets another colour: all that stands on it follows.
    let after = edited(
        &design(),
        &json!([style("hero", json!({ "backgroundColor": "#fff7d6" }))]),
    )
    .document;
    for id in ["headline", "lead", "eyebrow", "coupon"] {
        assert!(
            contrast(&block(&after, id)["color"], &json!("#fff7d6")) >= 4.5,
            "{id}"
        );
    }
    // A dark page.
    let dark = json!([{ "kind": "setPage", "style": { "contentBackgroundColor": "#101014", "backgroundColor": "#000000" } }]);
    let after = edited(&design(), &dark).document;
    let page = serde_json::to_value(&after.page).unwrap();
    for key in ["textColor", "headingColor", "linkColor", "mutedColor"] {
        assert!(
            contrast(&page[key], &page["contentBackgroundColor"]) >= 4.5,
            "{key}"
        );
    }
    assert!(render(&after).html.contains("#101014"));
    // A faint colour moves.
    let after = edited(
        &design(),
        &json!([style("text-1", json!({ "color": "#eeeeee" }))]),
    )
    .document;
    assert!(contrast(&block(&after, "text-1")["color"], &json!("#ffffff")) >= 4.5);
}

#[test]
fn what_comes_to_another_ground_is_seen_there() {
    let after = edited(&design(), &json!([
        { "kind": "insert", "place": { "at": "after", "block": "lead" }, "item": { "kind": "text", "text": "More" } },
        { "kind": "insert", "place": { "at": "after", "block": "lead" }, "item": { "kind": "button", "label": "Go", "url": "https://a.example" } },
        { "kind": "insert", "place": { "at": "after", "block": "lead" }, "item": { "kind": "products", "products": [
            { "title": "Trowel", "text": "Sharp", "price": "€29", "before": null, "image": null, "url": null }] } },
        { "kind": "move", "block": "cta", "place": { "at": "before", "block": "sign-off" } },
    ])).document;
    let band = &block(&after, "hero")["backgroundColor"];
    assert_eq!(block(&after, "text-3")["color"], "#ffffff");
    assert_eq!(block(&after, "product-1")["color"], "#ffffff");
    let new = block(&after, "cta-2");
    assert!(contrast(&new["backgroundColor"], band) >= 4.5, "{new}");
    assert!(contrast(&new["textColor"], &new["backgroundColor"]) >= 4.5);
    // White on the band, it has the page's colours on white.
    let moved = block(&after, "cta");
    assert_eq!(moved["backgroundColor"], Value::Null, "{moved}");
}

#[test]
fn panels_and_paper_follow_the_ground() {
    let dark = json!([{ "kind": "setPage", "style": { "contentBackgroundColor": "#101014" } }]);
    let event = samples::event();
    let before = compose(&event, &samples::looks()[1].1, Layout::Letter);
    let after = edited(&before, &dark).document;
    assert_eq!(&*after.page.background_color, "#101014");
    let facts = block(&after, "facts");
    assert!(
        contrast(&facts["backgroundColor"], &json!("#101014")) < 1.5,
        "{facts}"
    );
    assert_eq!(facts["color"], Value::Null, "{facts}");
    let page = serde_json::to_value(&after.page).unwrap();
    for words in ["textColor", "mutedColor", "linkColor"] {
        assert!(
            contrast(&page[words], &facts["backgroundColor"]) >= 4.5,
            "{words}"
        );
    }
}

#[test]
fn a_faint_text_of_the_author_is_left_alone() {
    let mut value = serde_json::to_value(design()).unwrap();
    let body = value["blocks"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .find(|block| block["id"] == "body")
        .unwrap();
    body["blocks"][0]["color"] = json!("#eeeeee");
    let faint: BlockDocument = serde_json::from_value(value).unwrap();
    let after = edited(
        &faint,
        &json!([{ "kind": "setText", "block": "headline", "part": null, "text": "New" }]),
    )
    .document;
    assert_eq!(block(&after, "text-1")["color"], "#eeeeee");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_change_of_colours_can_be_read(
        around in any_color(), ground in any_color(), words in any_color(), button in any_color(),
        label in any_color(), section in any_color(), own in any_color(), layout in 0..6_usize,
    ) {
        let changes = json!([
            { "kind": "setPage", "style": {
                "backgroundColor": around, "contentBackgroundColor": ground, "textColor": words,
                "buttonColor": button, "buttonTextColor": label } },
            { "kind": "setStyle", "block": "body", "style": { "backgroundColor": section } },
            { "kind": "setStyle", "block": "headline", "style": { "color": own } },
            { "kind": "setStyle", "block": "cta", "style": { "backgroundColor": own } },
        ]);
        let layout = Layout::ALL[layout];
        for sketch in [samples::event(), samples::promotion()] {
            let before = compose(&sketch, &samples::looks()[2].1, layout);
            let known = order(&before);
            let mut changes = operations(&changes);
            changes.retain(|change| !matches!(change, Operation::SetStyle { block, .. } if !known.contains(block)));
            let after = apply(&Document::from(before), &Head::default(), &changes).unwrap();
            assert_readable(&after.document, &changes);
        }
    }
}
