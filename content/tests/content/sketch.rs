//! Sketches: their texts, what is wrong with them, and what a model answers.
#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::sketch::texts::{from_html, html, links, plain};
use postrider_content::sketch::{self, Item, Sketch};
use postrider_domain::designs::design::Category;
use serde_json::{Value, json};

use crate::compose::samples;

#[test]
fn marks_become_html() {
    for (text, expected) in [
        ("plain & <b>", "plain &amp; &lt;b&gt;"),
        (
            "**Bold** and *italic*.",
            "<strong>Bold</strong> and <em>italic</em>.",
        ),
        ("*it **is** so*", "<em>it <strong>is</strong> so</em>"),
        ("***both***", "<strong><em>both</em></strong>"),
        (
            "See [our *shop*](https://a.example/x_(y)?a=1&b=2)!",
            "See <a href=\"https://a.example/x_(y)?a=1&amp;b=2\">our <em>shop</em></a>!",
        ),
        ("one\ntwo", "one<br>two"),
        (
            "[go]({{ url | \"https://a.example/)\" }})",
            "<a href=\"{{ url | &quot;https://a.example/)&quot; }}\">go</a>",
        ),
        ("Hi {{ name | \"*you*\" }}", "Hi {{ name | \"*you*\" }}"),
    ] {
        assert_eq!(html(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_mark_is_literal() {
    for text in [
        "2 * 3 * 4",
        "2*3*4",
        "**",
        "* one",
        "**open",
        "** spaced **",
        "snake*case*name",
        "[x]",
        "[x] (https://a.example)",
        "[x](javascript:alert(1))",
        "[](https://a.example)",
        "[x](no address)",
        "5 * (3 + 2)*",
    ] {
        assert_eq!(html(text), text);
        assert_eq!(plain(text), text);
    }
}

#[test]
fn words_and_links_come_out_alone() {
    let text = "**Now** see [a](https://a.example) and *[b](mailto:b@b.example)*";
    assert_eq!(plain(text), "Now see a and b");
    assert_eq!(links(text), ["https://a.example", "mailto:b@b.example"]);
}

#[test]
fn html_is_read_back_as_a_text() {
    for text in [
        "**Bold** and *italic* & [a](https://a.example?x=1&y=2)\nnext",
        "[go]({{ url | \"https://a.example\" }}) {{ name | \"you\" }}",
    ] {
        assert_eq!(from_html(&html(text)), text);
    }
    let marked = "<span style=\"color:#fff\">Hi <a>there</a></span> <u>you</u>";
    assert_eq!(from_html(marked), "Hi there you");
}

#[test]
fn thousands_of_marks_are_read() {
    for mark in ["*a ", "**a ", "[a](", "[", "*", "{{", "*a* "] {
        assert!(
            plain(&mark.repeat(1_500)).contains('a') || !mark.contains('a'),
            "{mark}"
        );
    }
}

fn problems(change: impl FnOnce(&mut Sketch)) -> Vec<String> {
    let mut sketch = samples::promotion();
    change(&mut sketch);
    let problems = sketch::check(&sketch).into_iter();
    problems.map(|problem| problem.param.unwrap()).collect()
}

#[test]
fn what_is_wrong_is_told_with_its_path() {
    assert_eq!(problems(|_| {}), [""; 0]);
    assert_eq!(
        problems(|sketch| sketch.headline = " ".to_owned()),
        ["headline"]
    );
    assert_eq!(
        problems(|sketch| sketch.subject = "a\nb".to_owned()),
        ["subject"]
    );
    assert_eq!(
        problems(|sketch| sketch.lead = Some("x".repeat(601))),
        ["lead"]
    );
    assert_eq!(problems(|sketch| sketch.items.clear()), ["items"]);
    let bad =
        |item: Value| problems(|sketch| sketch.items = vec![serde_json::from_value(item).unwrap()]);
    for (item, expected) in [
        (
            json!({ "kind": "button", "label": "Go", "url": "javascript:1" }),
            "items[0].url",
        ),
        (
            json!({ "kind": "image", "image": "https://a.example/x.png", "alt": "", "url": null }),
            "items[0].alt",
        ),
        (
            json!({ "kind": "image", "image": "x.png", "alt": "x", "url": null }),
            "items[0].image",
        ),
        (
            json!({ "kind": "coupon", "label": "", "code": "" }),
            "items[0].code",
        ),
        (
            json!({ "kind": "list", "numbered": false, "items": [] }),
            "items[0].items",
        ),
        (
            json!({ "kind": "list", "numbered": false, "items": ["a", ""] }),
            "items[0].items[1]",
        ),
        (
            json!({ "kind": "facts", "rows": [{ "label": "", "value": "x" }] }),
            "items[0].rows[0].label",
        ),
        (
            json!({ "kind": "products", "products": [{ "title": "x", "text": "", "price": null, "before": null, "image": null, "url": "x" }] }),
            "items[0].products[0].url",
        ),
    ] {
        assert_eq!(bad(item.clone()), [expected], "{item}");
    }
}

#[test]
fn a_mail_asks_for_one_thing() {
    let button = |url: &str| Item::Button {
        label: "Go".to_owned(),
        url: url.to_owned(),
    };
    for (urls, is_good) in [
        (vec![], true),
        (vec!["https://a.example"; 2], true),
        (vec!["https://a.example"; 3], false),
        (vec!["https://a.example", "https://b.example"], false),
    ] {
        let mut sketch = samples::note();
        sketch.items = urls.iter().map(|url| button(url)).collect();
        assert_eq!(
            sketch::check_buttons(&sketch).is_none(),
            is_good,
            "{urls:?}"
        );
    }
}

#[test]
fn an_answer_is_found_in_prose() {
    let sketch = samples::newsletter();
    let json = serde_json::to_string_pretty(&sketch).unwrap();
    for answer in [
        json.clone(),
        format!("Here {{you}} are:\n```json\n{json}\n```\nShall I {{go on}}?"),
        format!("{{\"sketch\": {json}}}"),
    ] {
        let read = sketch::read(&answer);
        assert_eq!(read.problems, [], "{answer}");
        assert!(read.is_whole, "{answer}");
        assert_eq!(read.sketch.as_ref(), Some(&sketch));
    }
    for nothing in ["", "I am sorry.", "{}", "[1, 2]", "{ not json }"] {
        assert_eq!(sketch::read(nothing).sketch, None, "{nothing}");
        assert_eq!(sketch::read(nothing).problems.len(), 1, "{nothing}");
    }
}

#[test]
fn what_an_answer_has_is_kept_and_the_rest_told() {
    let answer = json!({
        "category": "sale", "title": "T", "subject": "S", "previewText": "P", "headline": "H", "extra": 1, "eyebrow": "",
        "items": [
            { "kind": "text", "text": "Good" },
            { "kind": "video", "url": "https://a.example" },
            7,
            { "kind": "coupon", "label": null, "code": 2026 },
            { "kind": "button", "label": "Go", "url": "javascript:alert(1)" },
        ],
    });
    let read = sketch::read(&answer.to_string());
    assert!(!read.is_whole);
    let sketch = read.sketch.unwrap();
    assert_eq!(
        (sketch.category, sketch.eyebrow, sketch.items.len()),
        (Category::Other, None, 3)
    );
    let paths: Vec<String> = read
        .problems
        .into_iter()
        .map(|problem| problem.param.unwrap())
        .collect();
    assert_eq!(
        paths,
        ["category", "items[1].kind", "items[2]", "items[4].url"]
    );
}

#[test]
fn an_answer_that_ends_too_early_is_read_as_far_as_it_goes() {
    let whole = samples::newsletter();
    let json = serde_json::to_string(&whole).unwrap();
    let end = json.find("New in the shop").unwrap();
    let read = sketch::read(&json[..end]);
    assert!(read.problems[0].message.contains("before it is complete"));
    assert!(!read.is_whole);
    let sketch = read.sketch.unwrap();
    assert_eq!(sketch.items[..2], whole.items[..2]);
    assert!(
        sketch
            .items
            .iter()
            .all(|item| sketch::check_item("", item).is_empty()),
        "{:?}",
        sketch.items
    );
    for end in (0..json.len())
        .step_by(7)
        .filter(|end| json.is_char_boundary(*end))
    {
        assert!(!sketch::read(&json[..end]).problems.is_empty(), "{end}");
    }
}

#[test]
fn what_is_only_called_otherwise_is_not_lost() {
    let mut answer = serde_json::to_value(samples::note()).unwrap();
    answer["category"] = "sale".into();
    let read = sketch::read(&answer.to_string());
    assert_eq!((read.problems.len(), read.is_whole), (1, true));
    answer["lead"] = json!(["Not", "a text"]);
    assert!(!sketch::read(&answer.to_string()).is_whole);
}

/// Holds a value against a schema of the subset that the file is written in.
pub fn fits(schema: &Value, value: &Value) -> bool {
    if let Some(any) = schema["anyOf"].as_array() {
        return any.iter().any(|schema| fits(schema, value));
    }
    match schema["type"].as_str().unwrap() {
        "string" => value.as_str().is_some_and(|text| {
            let words = schema["enum"].as_array();
            words.is_none_or(|words| words.iter().any(|word| word == text))
        }),
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "array" => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| fits(&schema["items"], item))),
        "object" => value.as_object().is_some_and(|object| {
            let properties = schema["properties"].as_object().unwrap();
            object.len() == properties.len()
                && properties
                    .iter()
                    .all(|(key, schema)| object.get(key).is_some_and(|value| fits(schema, value)))
        }),
        other => panic!("{other}"),
    }
}

/// Every object of a schema.
fn objects<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
    if schema["type"] == "object" {
        found.push(schema);
        for inner in schema["properties"].as_object().unwrap().values() {
            objects(inner, found);
        }
    }
    if schema["type"] == "array" {
        objects(&schema["items"], found);
    }
    for inner in schema["anyOf"].as_array().into_iter().flatten() {
        objects(inner, found);
    }
}

#[test]
fn the_schema_is_that_of_the_types() {
    let schema: Value = serde_json::from_str(&sketch::schema()).unwrap();
    let mut kinds: Vec<String> = Vec::new();
    for (name, sketch) in samples::all() {
        let value = serde_json::to_value(&sketch).unwrap();
        assert!(fits(&schema, &value), "{name}");
        let items = value["items"].as_array().unwrap().iter();
        kinds.extend(items.map(|item| item["kind"].as_str().unwrap().to_owned()));
    }
    for item in schema["properties"]["items"]["items"]["anyOf"]
        .as_array()
        .unwrap()
    {
        let kind = item["properties"]["kind"]["enum"][0].as_str().unwrap();
        assert!(
            kinds.iter().any(|known| known == kind),
            "no sample has a {kind}"
        );
    }
    let categories: Vec<&str> = Category::ALL.into_iter().map(Category::as_str).collect();
    assert_eq!(schema["properties"]["category"]["enum"], json!(categories));
    assert!(!fits(&schema, &json!({ "category": "other" })));
}

/// What holds for every schema that a model is given.
pub fn assert_vendors_take(text: &str) {
    let schema: Value = serde_json::from_str(text).unwrap();
    let mut found = Vec::new();
    objects(&schema, &mut found);
    for object in found {
        let mut required: Vec<&str> = object["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|key| key.as_str().unwrap())
            .collect();
        required.sort_unstable();
        let mut keys: Vec<&str> = object["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        keys.sort_unstable();
        assert_eq!(required, keys);
        assert_eq!(object["additionalProperties"], false);
    }
    for bound in [
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "pattern",
        "$ref",
        "default",
    ] {
        assert!(!text.contains(bound), "{bound}");
    }
    // Decoders write keys in the order of the schema: what something is comes before what it holds.
    for object in text.split("\"properties\": {").skip(2) {
        let first = object.split('"').nth(1).unwrap();
        let is_told = object.split('}').next().unwrap().contains("\"enum\"");
        assert!(!is_told || ["kind", "at"].contains(&first), "{first}");
        assert!(
            is_told
                || !object
                    .split("\"required\"")
                    .next()
                    .unwrap()
                    .contains("\"kind\""),
            "{first}"
        );
    }
}

#[test]
fn every_vendor_takes_the_schema() {
    assert_vendors_take(&sketch::schema());
}
