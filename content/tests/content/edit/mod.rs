//! Changes by block id.
#![expect(clippy::unwrap_used, reason = "tests")]

mod colours;
mod imported;

use postrider_content::compose::{Layout, compose};
use postrider_content::document::{BlockDocument, Body, Document};
use postrider_content::edit::{self, Head, Operation, apply, outline};
use serde_json::{Value, json};

use crate::compose::{ids, samples};
use crate::sketch::{assert_vendors_take, fits};

fn design() -> BlockDocument {
    compose(
        &samples::promotion(),
        &samples::looks()[1].1,
        Layout::Banner,
    )
}

fn operations(value: &Value) -> Vec<Operation> {
    serde_json::from_value(value.clone()).unwrap()
}

/// What became of a design of blocks.
struct After {
    document: BlockDocument,
    head: Head,
}

fn edited(document: &BlockDocument, value: &Value) -> After {
    let document = Document::from(document.clone());
    let edited = apply(&document, &Head::default(), &operations(value)).unwrap();
    let Body::Blocks(blocks) = edited.document.body else {
        panic!("blocks stay blocks");
    };
    After {
        document: *blocks,
        head: edited.head,
    }
}

/// A block of the document as JSON.
fn block(document: &BlockDocument, id: &str) -> Value {
    fn find(value: &Value, id: &str) -> Option<Value> {
        if value["id"] == id {
            return Some(value.clone());
        }
        ["blocks", "columns"]
            .into_iter()
            .flat_map(|key| value[key].as_array().into_iter().flatten())
            .find_map(|inner| find(inner, id))
    }
    find(&serde_json::to_value(document).unwrap(), id).unwrap_or_default()
}

fn order(document: &BlockDocument) -> Vec<String> {
    ids(&serde_json::to_value(document).unwrap())
}

/// The problem that an operation meets: its path and what it says.
fn refused(value: &Value) -> (String, String) {
    let design = Document::from(design());
    let refused = apply(&design, &Head::default(), &operations(&json!([value]))).unwrap_err();
    assert_eq!(refused[0].operation, Some(0));
    (
        refused[0].problem.param.clone().unwrap(),
        refused[0].problem.message.clone(),
    )
}

#[test]
fn words_links_and_images_change() {
    let sketch = samples::newsletter();
    let design = compose(&sketch, &samples::looks()[0].1, Layout::Cards);
    let after = edited(
        &design,
        &json!([
            { "kind": "setText", "block": "headline", "part": null, "text": "Sow **now**" },
            { "kind": "setText", "block": "list-1", "part": null, "text": "- Peas\n- Beans & more" },
            { "kind": "setText", "block": "product-1", "part": "price", "text": "€19" },
            { "kind": "setText", "block": "product-1", "part": "before", "text": "" },
            { "kind": "setText", "block": "cta", "part": "label", "text": "Read on" },
            { "kind": "setLink", "block": "cta", "url": "https://b.example" },
            { "kind": "setLink", "block": "product-2", "url": "https://c.example" },
            { "kind": "setImage", "block": "product-2", "image": "https://c.example/x.png", "alt": "A box" },
            { "kind": "setSubject", "text": "Sow now" },
            { "kind": "setPreviewText", "text": "Peas and beans" },
        ]),
    );
    let document = &after.document;
    assert_eq!(
        block(document, "headline")["html"],
        "Sow <strong>now</strong>"
    );
    assert_eq!(
        block(document, "list-1")["items"],
        json!(["Peas", "Beans &amp; more"])
    );
    assert_eq!(block(document, "product-1")["price"], "€19");
    assert_eq!(block(document, "product-1")["originalPrice"], Value::Null);
    assert_eq!(
        (
            &block(document, "cta")["label"],
            &block(document, "cta")["href"]
        ),
        (&json!("Read on"), &json!("https://b.example"))
    );
    assert_eq!(block(document, "product-2")["href"], "https://c.example");
    assert_eq!(
        block(document, "product-2")["image"],
        json!({ "src": "https://c.example/x.png", "alt": "A box" })
    );
    assert_eq!(
        after.head,
        Head {
            subject: Some("Sow now".to_owned()),
            preview_text: Some("Peas and beans".to_owned())
        }
    );
}

#[test]
fn what_was_bold_as_a_whole_stays_so() {
    let after = edited(
        &design(),
        &json!([{ "kind": "setText", "block": "eyebrow", "part": null, "text": "Today only" }]),
    );
    assert_eq!(
        block(&after.document, "eyebrow")["html"],
        "<strong>Today only</strong>"
    );
}

#[test]
fn blocks_come_go_and_move() {
    let before = design();
    let at = |document: &BlockDocument, id: &str| {
        order(document)
            .iter()
            .position(|known| known == id)
            .unwrap()
    };
    let after = edited(&before, &json!([
        { "kind": "insert", "place": { "at": "after", "block": "text-1" }, "item": { "kind": "text", "text": "One more" } },
        { "kind": "insert", "place": { "at": "end" }, "item": { "kind": "facts", "rows": [{ "label": "When", "value": "Now" }] } },
        { "kind": "insert", "place": { "at": "start" }, "item": { "kind": "text", "text": "First of all" } },
        { "kind": "remove", "block": "coupon" },
        { "kind": "move", "block": "cta", "place": { "at": "before", "block": "sign-off" } },
    ])).document;
    assert_eq!(block(&after, "text-3")["html"], "One more");
    assert_eq!(at(&after, "text-3"), at(&after, "text-1") + 1);
    assert_eq!(at(&after, "facts"), at(&after, "sign-off") + 1);
    assert!(at(&after, "facts") < at(&after, "footer"));
    assert_eq!(at(&after, "text-4") + 1, at(&after, "eyebrow"));
    assert_eq!(block(&after, "coupon"), Value::Null);
    assert_eq!(at(&after, "cta") + 1, at(&after, "sign-off"));
    assert_eq!(at(&after, "cta"), at(&after, "text-2") + 1);
}

#[test]
fn what_holds_nothing_any_more_goes_along() {
    let newsletter = compose(
        &samples::newsletter(),
        &samples::looks()[0].1,
        Layout::Cards,
    );
    let after = edited(
        &newsletter,
        &json!([{ "kind": "remove", "block": "product-1" }]),
    )
    .document;
    let order = order(&after);
    assert!(
        !order
            .iter()
            .any(|id| id.starts_with("products") || id.ends_with("column")),
        "{order:?}"
    );
    assert!(order.contains(&"product-2".to_owned()));
    let event = compose(&samples::event(), &samples::looks()[0].1, Layout::Picture);
    let after = edited(&event, &json!([{ "kind": "remove", "block": "image-1" }])).document;
    assert_eq!(block(&after, "picture"), Value::Null);
}

#[test]
fn sections_stand_beside_sections() {
    let newsletter = compose(
        &samples::newsletter(),
        &samples::looks()[0].1,
        Layout::Cards,
    );
    let operation = json!([{ "kind": "move", "block": "card-4", "place": { "at": "before", "block": "heading-1" } }]);
    let order = order(&edited(&newsletter, &operation).document);
    let at = |id: &str| order.iter().position(|known| known == id).unwrap();
    assert!(
        at("card-4") < at("card-2") && at("heading-3") < at("heading-1"),
        "{order:?}"
    );
}

fn assert_refused(operation: &Value, path: &str, message: &str) {
    let found = refused(operation);
    assert_eq!(found.0, path, "{operation}");
    assert!(found.1.contains(message), "{operation}: {}", found.1);
}

#[test]
fn words_that_cannot_be_set_are_told() {
    let set = |block: &str, part: Value, text: &str| json!({ "kind": "setText", "block": block, "part": part, "text": text });
    let empty = "Must not be empty: remove the block instead.";
    for (operation, message) in [
        (set("headline", json!(null), " "), empty),
        (set("headline", json!("code"), "x"), "It has no such words."),
        (set("hero", json!(null), "x"), "It has no words."),
        (json!({ "kind": "setSubject", "text": "a\nb" }), ""),
        (
            json!({ "kind": "setSubject", "text": "" }),
            "Must have 1 to",
        ),
    ] {
        assert_refused(&operation, "[0].text", message);
    }
    let link = json!({ "kind": "setLink", "block": "cta", "url": "javascript:1" });
    assert_refused(&link, "[0].url", "");
    let link = json!({ "kind": "setLink", "block": "lead", "url": "https://a.example" });
    assert_refused(&link, "[0].url", "It leads nowhere by itself");
    let image =
        json!({ "kind": "setImage", "block": "text-1", "image": "https://a.example", "alt": null });
    assert_refused(&image, "[0].image", "It shows no image.");
}

#[test]
fn styles_and_places_that_are_none_are_told() {
    let style = |style: Value| json!({ "kind": "setStyle", "block": "text-1", "style": style });
    for (operation, message) in [
        (
            style(json!({ "radius": 4 })),
            "It has no corners of its own.",
        ),
        (style(json!({ "color": "red" })), ""),
        (style(json!({ "align": "top" })), "Must be `left`"),
        (
            json!({ "kind": "setPage", "style": { "fontSize": 200 } }),
            "Must be between 10 and 32.",
        ),
    ] {
        assert_refused(&operation, "[0].style", message);
    }
    let remove = json!({ "kind": "remove", "block": "nobody" });
    assert_refused(&remove, "[0].block", "There is no block `nobody`.");
    let into_itself = json!({ "kind": "move", "block": "hero", "place": { "at": "before", "block": "headline" } });
    assert_refused(
        &into_itself,
        "[0].place",
        "A block cannot stand beside itself.",
    );
    let unknown = json!({ "kind": "setStyle", "block": "x", "style": { "script": 1 } });
    assert!(serde_json::from_value::<Operation>(unknown).is_err());
}

#[test]
fn nothing_is_done_unless_all_is() {
    let whole = Document::from(design());
    let both =
        json!([{ "kind": "remove", "block": "coupon" }, { "kind": "remove", "block": "coupon" }]);
    let refused = apply(&whole, &Head::default(), &operations(&both)).unwrap_err();
    assert_eq!((refused.len(), refused[0].operation), (1, Some(1)));
    let all: Vec<Value> = ["header", "hero", "body", "footer"]
        .into_iter()
        .filter(|id| block(&design(), id) != Value::Null)
        .map(|id| json!({ "kind": "remove", "block": id }))
        .collect();
    let refused = apply(&whole, &Head::default(), &operations(&json!(all))).unwrap_err();
    assert_eq!(refused[0].operation, None);
    assert_eq!(refused[0].problem.message, "Nothing is left of the mail.");
}

#[test]
fn a_document_is_told_in_words() {
    let outline = serde_json::to_value(outline(&design().into())).unwrap();
    insta::assert_json_snapshot!("outline", outline);
}

#[test]
fn the_schema_is_that_of_the_operations() {
    assert_vendors_take(&edit::schema());
    let schema: Value = serde_json::from_str(&edit::schema()).unwrap();
    let text = json!({ "kind": "text", "text": "x" });
    let style = json!({ "color": "#123", "align": null });
    let all = operations(&json!([
        { "kind": "setText", "block": "a", "part": "code", "text": "x" },
        { "kind": "setLink", "block": "a", "url": "x" },
        { "kind": "setImage", "block": "a", "image": "x", "alt": null },
        { "kind": "setStyle", "block": "a", "style": style },
        { "kind": "setPage", "style": { "bodyFont": "Inter" } },
        { "kind": "insert", "place": { "at": "end" }, "item": text },
        { "kind": "remove", "block": "a" },
        { "kind": "move", "block": "a", "place": { "at": "after", "block": "b" } },
        { "kind": "setSubject", "text": "x" },
        { "kind": "setPreviewText", "text": "x" },
    ]));
    let value = json!({ "operations": all });
    assert!(fits(&schema, &value), "{value}");
    let kinds = schema["properties"]["operations"]["items"]["anyOf"]
        .as_array()
        .unwrap();
    assert_eq!(kinds.len(), all.len());
    for operation in value["operations"].as_array().unwrap() {
        let fitting = kinds.iter().filter(|kind| fits(kind, operation)).count();
        assert_eq!(fitting, 1, "{operation}");
    }
}

#[test]
fn operations_are_read_from_what_a_model_answers() {
    let whole = json!({ "operations": [
        { "kind": "setText", "block": "headline", "text": "New" },
        { "kind": "setColor", "block": "headline" },
        { "kind": "remove", "block": "coupon" },
    ] });
    let read = edit::read(&format!("Sure {{here}}:\n```json\n{whole}\n```"));
    assert_eq!(
        read.operations,
        operations(&json!([whole["operations"][0], whole["operations"][2]]))
    );
    assert_eq!(read.problems[0].param.as_deref(), Some("operations[1]"));
    assert!(read.problems[0].message.contains("`setColor`"));
    let text = whole.to_string();
    let cut = edit::read(&text[..text.find("setColor").unwrap()]);
    assert_eq!(cut.operations.len(), 1);
    assert!(cut.problems[0].message.contains("before it is complete"));
    for nothing in ["", "Done!", "{}", "{\"operations\": 1}"] {
        assert_eq!(edit::read(nothing).problems.len(), 1, "{nothing}");
    }
}
