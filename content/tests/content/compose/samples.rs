//! Sketches and looks that together have all that a design can have.

use postrider_content::compose::Look;
use postrider_content::sketch::Sketch;
use postrider_domain::accounts::brand::{Logo, LogoGround, Theme};
use serde_json::{Value, json};

const PICTURE: &str = "https://fernandfield.example/media/potting-bench.jpg";

fn sketch(value: Value) -> Sketch {
    serde_json::from_value(value).unwrap()
}

pub fn promotion() -> Sketch {
    sketch(json!({
        "category": "promotion", "title": "Spring sale", "subject": "20% off everything that grows",
        "previewText": "Seeds, tools and pots, until Sunday at midnight.", "eyebrow": "Spring sale",
        "headline": "20% off everything", "lead": "Seeds, tools and pots: until Sunday at midnight.",
        "items": [
            { "kind": "coupon", "label": "Use this code at the checkout", "code": "SPRING20" },
            { "kind": "button", "label": "Shop the sale", "url": "https://fernandfield.example/sale" },
            { "kind": "text", "text": "Works on **everything** in the shop, also on what is reduced already." },
            { "kind": "text", "text": "Questions? [Write to us](mailto:hello@fernandfield.example)." },
        ],
        "signOff": "See you in the garden,\nFern & Field",
    }))
}

pub fn event() -> Sketch {
    sketch(json!({
        "category": "event", "title": "Pruning workshop", "subject": "Learn to prune without fear",
        "previewText": "A morning among old apple trees, with tea and tools.", "eyebrow": "Workshop",
        "headline": "Learn to prune without fear",
        "lead": "Spend a morning among old apple trees. We bring tools, you bring gloves.",
        "items": [
            { "kind": "image", "image": PICTURE, "alt": "A potting bench in morning light", "url": null },
            { "kind": "facts", "rows": [
                { "label": "When", "value": "Saturday, 14 March, 10 am to 1 pm" },
                { "label": "Where", "value": "[Orchard Lane 4, Millbrook](https://fernandfield.example/way)" },
                { "label": "Price", "value": "€35, tea included" },
            ] },
            { "kind": "text", "text": "You learn which branches to take, when to stop, and how a tree answers. There are twelve places, and we keep yours for a day once you have written to us." },
            { "kind": "button", "label": "Save my place", "url": "https://fernandfield.example/prune" },
        ],
        "signOff": null,
    }))
}

pub fn newsletter() -> Sketch {
    sketch(json!({
        "category": "newsletter", "title": "March letter", "subject": "What to sow in March",
        "previewText": "Three seeds, one tool, and a word about slugs.", "eyebrow": null,
        "headline": "What to sow in March, {{ firstName | \"gardener\" }}",
        "lead": "The soil is warm enough for the hardy ones. Here is where we would begin.",
        "items": [
            { "kind": "heading", "text": "Three for the windowsill" },
            { "kind": "list", "numbered": true, "items": ["**Tomatoes**, two to a pot", "Chillies, with a lid on", "Basil, and not too wet"] },
            { "kind": "heading", "text": "New in the shop" },
            { "kind": "products", "products": [
                { "title": "Copper trowel", "text": "Stays sharp for years.", "price": "€29", "before": "€36", "image": PICTURE, "url": "https://fernandfield.example/trowel" },
                { "title": "Seed box", "text": "Oak, with twelve drawers.", "price": "€64", "before": null, "image": PICTURE, "url": "https://fernandfield.example/box" },
            ] },
            { "kind": "heading", "text": "Overheard" },
            { "kind": "quote", "text": "I have never grown so many beans on so little ground.", "by": "a reader from Leeds" },
            { "kind": "button", "label": "Read the whole letter", "url": "https://fernandfield.example/march" },
        ],
        "signOff": "Until April,\nthe people at Fern & Field",
    }))
}

pub fn receipt() -> Sketch {
    sketch(json!({
        "category": "order_update", "title": "Order confirmation", "subject": "We have your order {{ orderNumber }}",
        "previewText": "It leaves our house tomorrow. Here is what you ordered.", "eyebrow": null,
        "headline": "Thank you, we have your order",
        "lead": "It leaves our house tomorrow. You get another mail when it does.",
        "items": [
            { "kind": "facts", "rows": [
                { "label": "Order", "value": "{{ orderNumber }}" },
                { "label": "Copper trowel", "value": "€29.00" },
                { "label": "Shipping", "value": "€4.90" },
                { "label": "Total", "value": "**€33.90**" },
            ] },
            { "kind": "button", "label": "See your order", "url": "{{ orderUrl | \"https://fernandfield.example/orders\" }}" },
            { "kind": "divider" },
            { "kind": "text", "text": "Is something wrong? Answer this mail, and a person reads it." },
        ],
        "signOff": null,
    }))
}

pub fn note() -> Sketch {
    sketch(json!({
        "category": "welcome", "title": "Welcome", "subject": "Welcome, and a word about us",
        "previewText": "Why we sell so few things, and what you can expect from us.", "eyebrow": null,
        "headline": "Welcome to the garden", "lead": "Hello {{ firstName | \"there\" }}, it is good to have you here.",
        "items": [
            { "kind": "text", "text": "We began with one bed behind a bakery and a tin of seeds from a neighbour. Nine years later we still sell only what we use ourselves, which is why the shop is small." },
            { "kind": "text", "text": "Once a month we write about what to do in the garden right now. No more than that, and never on a Monday." },
            { "kind": "button", "label": "See what we sow", "url": "https://fernandfield.example/start" },
        ],
        "signOff": "With earth on our hands,\nFern & Field",
    }))
}

pub fn arabic() -> Sketch {
    sketch(json!({
        "category": "announcement", "title": "افتتاح", "subject": "نفتح أبوابنا يوم الجمعة",
        "previewText": "قهوة ونباتات وحديث في حديقتنا الجديدة.", "eyebrow": "جديد", "headline": "نفتح أبوابنا يوم الجمعة",
        "lead": "قهوة ونباتات وحديث في حديقتنا الجديدة.",
        "items": [
            { "kind": "facts", "rows": [{ "label": "متى", "value": "الجمعة، العاشرة صباحا" }] },
            { "kind": "list", "numbered": false, "items": ["قهوة", "شتلات"] },
            { "kind": "button", "label": "احجز مكانك", "url": "https://fernandfield.example/ar" },
        ],
        "signOff": null,
    }))
}

/// Every sketch, with the layouts that fit it.
pub fn all() -> Vec<(&'static str, Sketch)> {
    vec![
        ("promotion", promotion()),
        ("event", event()),
        ("newsletter", newsletter()),
        ("receipt", receipt()),
        ("note", note()),
    ]
}

pub fn look(theme: Value) -> Look {
    let theme: Theme = serde_json::from_value(theme).unwrap();
    Look {
        name: "Fern & Field".to_owned(),
        site: Some("https://fernandfield.example".to_owned()),
        theme,
        ..Look::default()
    }
}

pub fn looks() -> Vec<(&'static str, Look)> {
    let plain = look(json!({}));
    let green = look(json!({
        "primaryColor": "#2f6b3c", "headingFont": "Playfair Display", "bodyFont": "Inter", "buttonRadius": 24,
    }));
    let yellow =
        look(json!({ "primaryColor": "#ffcf33", "secondaryColor": "#1b4d5c", "buttonRadius": 0 }));
    let mut dark = look(json!({ "primaryColor": "#7c5cff", "backgroundColor": "#14141f" }));
    dark.logos = vec![Logo {
        url: "https://fernandfield.example/logo-white.png".to_owned(),
        theme: Some(LogoGround::Dark),
        width: Some(480),
        height: Some(120),
    }];
    vec![
        ("plain", plain),
        ("green", green),
        ("yellow", yellow),
        ("dark", dark),
    ]
}
