//! Whatever colours a brand has, its mails can be read.

use std::fmt::Debug;

use postrider_content::compose::{Layout, Look, compose};
use postrider_domain::accounts::brand::Color;
use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::samples;

/// What stands on what, for every text of a document, as a reader of its JSON finds it.
pub fn pairs(document: &impl Serialize) -> Vec<(String, Color, Color)> {
    let value = serde_json::to_value(document).unwrap();
    let page = &value["page"];
    let mut found = Vec::new();
    for block in value["blocks"].as_array().unwrap() {
        let ground = match block["type"].as_str() {
            Some("footer") => &page["backgroundColor"],
            _ => &page["contentBackgroundColor"],
        };
        collect(block, page, color(ground), &mut found);
    }
    found
}

fn color(value: &Value) -> Color {
    Color::parse(value.as_str().unwrap()).unwrap()
}

/// A colour of its own, or what is there otherwise.
fn own(block: &Value, key: &str, otherwise: Color, page: &Value) -> Color {
    match block[key].as_str() {
        Some("transparent") => color(&page["backgroundColor"]),
        Some(text) => Color::parse(text).unwrap(),
        None => otherwise,
    }
}

fn collect(block: &Value, page: &Value, ground: Color, found: &mut Vec<(String, Color, Color)>) {
    let ground = match block["type"].as_str() {
        Some("button") => own(block, "backgroundColor", color(&page["buttonColor"]), page),
        _ => own(block, "backgroundColor", ground, page),
    };
    let name = block["id"].as_str().unwrap().to_owned();
    let mut usual = match block["type"].as_str() {
        Some("heading" | "coupon") => vec!["headingColor"],
        Some("text" | "list") => vec!["textColor"],
        Some("facts") => vec!["textColor", "mutedColor"],
        Some("productCard") => vec!["textColor", "mutedColor", "headingColor"],
        Some("footer") => vec!["mutedColor"],
        Some("button") => vec!["buttonTextColor"],
        _ => Vec::new(),
    };
    if !usual.is_empty() && block.to_string().contains("<a ") {
        usual.push("linkColor");
    }
    let key = if block["type"] == "button" {
        "textColor"
    } else {
        "color"
    };
    for usual in usual {
        found.push((
            name.clone(),
            own(block, key, color(&page[usual]), page),
            ground,
        ));
    }
    for key in ["blocks", "columns"] {
        for inner in block[key].as_array().into_iter().flatten() {
            collect(inner, page, ground, found);
        }
    }
}

pub fn any_color() -> impl Strategy<Value = Option<String>> {
    proptest::option::weighted(
        0.8,
        any::<[u8; 3]>().prop_map(|[r, g, b]| Color::new(r, g, b).css()),
    )
}

pub fn assert_readable(document: &impl Serialize, why: &dyn Debug) {
    for (name, words, ground) in pairs(document) {
        let contrast = words.contrast(ground);
        assert!(
            contrast >= 4.5,
            "{name}: {words:?} on {ground:?} is {contrast}; {why:?}",
        );
    }
}

fn assert_all_readable(look: &Look) {
    for (_, sketch) in samples::all() {
        for layout in Layout::ALL {
            assert_readable(&compose(&sketch, look, layout), &(layout, &look.theme));
        }
    }
}

#[test]
fn looks_of_the_samples_can_be_read() {
    for (_, look) in samples::looks() {
        assert_all_readable(&look);
    }
    // White on white, black on black, grey on grey.
    for hex in ["#ffffff", "#000000", "#808080", "#777777"] {
        assert_all_readable(&samples::look(json!({
            "primaryColor": hex, "secondaryColor": hex, "backgroundColor": hex, "textColor": hex,
        })));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_look_can_be_read(primary in any_color(), secondary in any_color(), background in any_color(), text in any_color()) {
        assert_all_readable(&samples::look(json!({
            "primaryColor": primary, "secondaryColor": secondary, "backgroundColor": background, "textColor": text,
        })));
    }
}
