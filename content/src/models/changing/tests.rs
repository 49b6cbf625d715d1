use postrider_domain::designs::design::EmailType;

use super::*;
use crate::brief::BrandBrief;
use crate::compose::{Layout, Look, compose};
use crate::edit::Place;
use crate::sketch::Item;

const SKETCH: &str = r#"{"category":"promotion","title":"Sale","subject":"Sale","previewText":"Sale","eyebrow":null,
    "headline":"Seeds for less","lead":"All seeds are 30% off.","items":[
    {"kind":"coupon","label":"Code","code":"BLOOM"},
    {"kind":"button","label":"Shop","url":"https://fern.example/sale"}],"signOff":null}"#;

fn judged(prompt: &str, operations: &[Operation]) -> (Vec<String>, Option<usize>) {
    let sketch = serde_json::from_str(SKETCH).unwrap();
    let document = Document::from(compose(&sketch, &Look::default(), Layout::Letter));
    judged_of(&document, prompt, operations)
}

fn judged_of(
    document: &Document,
    prompt: &str,
    operations: &[Operation],
) -> (Vec<String>, Option<usize>) {
    let brief = Brief::of(prompt, EmailType::Campaign, BrandBrief::default());
    let head = Head::default();
    let task = Changing::new(Arc::new(brief), Arc::new(document.clone()), head);
    let answer = json!({ "operations": operations }).to_string();
    let judged = task.judge(&answer);
    let paths = judged
        .problems
        .into_iter()
        .filter_map(|problem| problem.param);
    let left = judged.made.and_then(|made| task.mend(made));
    (paths.collect(), left.map(|left| left.len()))
}

fn text(block: &str, text: &str) -> Operation {
    Operation::SetText {
        block: block.to_owned(),
        part: None,
        text: text.to_owned(),
    }
}

#[test]
fn what_the_author_or_the_mail_says_may_be_said() {
    let operations = [
        text("headline", "Seeds, 30% off until Friday"),
        text("coupon", "SPROUT"),
        Operation::SetLink {
            block: "cta".to_owned(),
            url: "https://fern.example/new".to_owned(),
        },
    ];
    let prompt = "Until Friday, with the code SPROUT and a link to fern.example/new";
    assert_eq!(judged(prompt, &operations), (vec![], Some(3)));
}

#[test]
fn what_is_too_much_to_be_shown_is_told() {
    let html = |text: &str, count: usize| {
        let html = format!("<p>{text}</p>").repeat(count);
        Document::of_html(crate::html::import(&html, None).unwrap().document)
    };
    let long = "x".repeat(40_000);
    for (document, hidden) in [
        (html("Seeds", 3), 0),
        (html(&long, 3), 1),
        (html("Seeds", BLOCKS_MAX + 7), 7),
        // Not even told of.
        (html(&"x".repeat(60_000), 2), 0),
    ] {
        assert_eq!(not_shown(&outline(&document)), hidden);
        let brief = Brief::of("Livelier", EmailType::Campaign, BrandBrief::default());
        let head = Head::default();
        let task = Changing::new(Arc::new(brief), Arc::new(document), head);
        let question = task.question("M");
        let said = question.turns[0]
            .text
            .contains(&format!("{hidden} more that"));
        assert_eq!(said, hidden > 0);
    }
}

#[test]
fn what_cannot_be_read_is_missing() {
    let sketch = serde_json::from_str(SKETCH).unwrap();
    let document = Document::from(compose(&sketch, &Look::default(), Layout::Letter));
    let brief = Brief::of("Livelier", EmailType::Campaign, BrandBrief::default());
    let task = Changing::new(Arc::new(brief), Arc::new(document), Head::default());
    let good = serde_json::to_string(&text("headline", "Sow now")).unwrap();
    let unknown = r##"{"kind":"setColor","block":"headline","color":"#060"}"##;
    for (answer, is_whole) in [
        (format!(r#"{{"operations":[{good}]}}"#), true),
        (format!(r#"{{"operations":[{good},{{"kind":"set"#), false),
        (format!(r#"{{"operations":[{good},{unknown}]}}"#), false),
    ] {
        let judged = task.judge(&answer);
        let made = judged.made.unwrap();
        assert_eq!((made.len(), judged.is_whole), (1, is_whole), "{answer}");
        assert_eq!(task.mend(made.clone()), Some(made));
    }
}

#[test]
fn what_nobody_says_falls_out() {
    let operations = [
        text("headline", "Seeds, 40% off"),
        text("coupon", "SPROUT"),
        text("nowhere", "Hello"),
        Operation::Insert {
            place: Place::End,
            item: Item::Text {
                text: "See you soon.".to_owned(),
            },
        },
    ];
    let (paths, left) = judged("Livelier, please", &operations);
    let expected = [
        "operations[0].text",
        "operations[1].text",
        "operations[2].block",
    ];
    assert_eq!(
        (paths, left),
        (expected.map(str::to_owned).to_vec(), Some(1))
    );
    assert_eq!(judged("Livelier, please", &operations[..2]).1, None);
}

#[test]
fn what_an_import_does_not_take_is_no_problem_of_the_models() {
    let html = "<h1>Seeds for less</h1><p>All seeds are 30% off.</p>";
    let html = crate::html::import(html, None).unwrap().document;
    let document = Document::of_html(html);
    let named = outline(&document);
    let (headline, lead) = (named[0].block.as_str(), named[1].block.as_str());
    let gone = Operation::Remove {
        block: lead.to_owned(),
    };
    let judged = |operations: &[Operation]| judged_of(&document, "Livelier", operations);
    let good = [text(headline, "Seeds, 30% off"), gone.clone()];
    assert_eq!(judged(&good), (vec![], Some(2)));
    let bad = [gone.clone(), text(headline, "40% off"), text(lead, "Sow")];
    let path = vec!["operations[1].text".to_owned()];
    assert_eq!(judged(&bad), (path, Some(2)));
    let nowhere = [gone.clone(), text("nowhere", "Sow")];
    let path = vec!["operations[1].block".to_owned()];
    assert_eq!(judged(&nowhere), (path, None));
    assert_eq!(judged(&[gone]), (vec![], None));
}

/// A mail with one button and an image that is described.
fn pictured() -> Document {
    let mut sketch: crate::sketch::Sketch = serde_json::from_str(SKETCH).unwrap();
    sketch.items.push(Item::Image {
        image: "https://fern.example/peas.png".to_owned(),
        alt: "Peas in a pod".to_owned(),
        url: None,
    });
    Document::from(compose(&sketch, &Look::default(), Layout::Letter))
}

fn insert(item: Item) -> Operation {
    Operation::Insert {
        place: Place::End,
        item,
    }
}

fn button(url: &str) -> Operation {
    insert(Item::Button {
        label: "Shop".to_owned(),
        url: url.to_owned(),
    })
}

#[test]
fn no_change_takes_the_words_of_an_image_away() {
    let document = pictured();
    let mut named = outline(&document).into_iter();
    let block = named.find(|named| named.kind == "image").unwrap().block;
    let peas = "https://fern.example/peas.png";
    let show = |alt: Option<&str>| Operation::SetImage {
        block: block.clone(),
        image: peas.to_owned(),
        alt: alt.map(str::to_owned),
    };
    let picture = |alt: &str| {
        insert(Item::Image {
            image: peas.to_owned(),
            alt: alt.to_owned(),
            url: None,
        })
    };
    for (operation, path) in [
        (show(None), Some("operations[0].alt")),
        (show(Some(" ")), Some("operations[0].alt")),
        (show(Some("Peas on a plate")), None),
        (text(&block, ""), Some("operations[0].text")),
        (picture(""), Some("operations[0].item.alt")),
        (picture("Peas on a plate"), None),
    ] {
        let (paths, left) = judged_of(&document, "Livelier", &[operation]);
        assert_eq!(paths, Vec::from_iter(path));
        assert_eq!(left.is_none(), path.is_some());
    }
}

#[test]
fn a_mail_keeps_asking_for_one_thing() {
    let (sale, site) = ("https://fern.example/sale", "https://fern.example");
    let lead_on = Operation::SetLink {
        block: "cta".to_owned(),
        url: site.to_owned(),
    };
    let wish = "Link to the seeds, too";
    let named = "Another button to fern.example, twice";
    for (prompt, operations, paths, left) in [
        (wish, vec![button(sale)], vec![], Some(1)),
        (wish, vec![lead_on.clone()], vec![], Some(1)),
        (
            wish,
            vec![button(sale), button(sale)],
            vec!["operations[1].item"],
            Some(1),
        ),
        (wish, vec![button(site)], vec!["operations[0].item"], None),
        (
            wish,
            vec![button(sale), lead_on.clone()],
            vec!["operations[1].url"],
            Some(1),
        ),
        (named, vec![button(site), button(site)], vec![], Some(2)),
    ] {
        let brand = BrandBrief {
            site: Some(site.to_owned()),
            ..BrandBrief::default()
        };
        let brief = Brief::of(prompt, EmailType::Campaign, brand);
        let task = Changing::new(Arc::new(brief), Arc::new(pictured()), Head::default());
        let judged = task.judge(&json!({ "operations": operations }).to_string());
        let found = judged.problems.into_iter().filter_map(|found| found.param);
        assert_eq!(found.collect::<Vec<_>>(), paths);
        let mended = task.mend(judged.made.unwrap());
        assert_eq!(mended.map(|mended| mended.len()), left);
    }
}

#[test]
fn all_that_leads_elsewhere_is_told_at_once() {
    let (sale, site) = ("https://fern.example/sale", "https://fern.example");
    let shop = Item::Button {
        label: "Shop".to_owned(),
        url: sale.to_owned(),
    };
    let mut sketch: crate::sketch::Sketch = serde_json::from_str(SKETCH).unwrap();
    sketch.items.extend(vec![shop; 5]);
    let document = Document::from(compose(&sketch, &Look::default(), Layout::Letter));
    let mut buttons = outline(&document);
    buttons.retain(|named| named.kind == "button");
    let elsewhere = buttons[1..].iter().map(|named| Operation::SetLink {
        block: named.block.clone(),
        url: site.to_owned(),
    });
    let good = text("headline", "Sow now");
    let operations: Vec<Operation> = elsewhere.chain([good.clone()]).collect();
    assert_eq!(operations.len(), 6);
    let brand = BrandBrief {
        site: Some(site.to_owned()),
        ..BrandBrief::default()
    };
    let brief = Brief::of("Livelier", EmailType::Campaign, brand);
    let task = Changing::new(Arc::new(brief), Arc::new(document), Head::default());
    let judged = task.judge(&json!({ "operations": operations }).to_string());
    assert_eq!(judged.problems.len(), 5);
    assert_eq!(task.mend(operations), Some(vec![good]));
}

#[test]
fn a_tag_that_the_author_names_is_what_was_asked_for() {
    let tag = "{{ trackingUrl }}";
    for (prompt, paths) in [
        ("Add a second button to {{trackingUrl}}", vec![]),
        ("Add a second button", vec!["operations[0].item"]),
        (
            "Another button to {{ orderUrl }}",
            vec!["operations[0].item"],
        ),
    ] {
        let mut brief = Brief::of(prompt, EmailType::Automation, BrandBrief::default());
        brief.payload_keys = vec!["trackingUrl".to_owned(), "orderUrl".to_owned()];
        let task = Changing::new(Arc::new(brief), Arc::new(pictured()), Head::default());
        let judged = task.judge(&json!({ "operations": [button(tag)] }).to_string());
        let found = judged.problems.into_iter().filter_map(|found| found.param);
        assert_eq!(found.collect::<Vec<_>>(), paths, "{prompt}");
    }
}

#[test]
fn a_tag_that_leaves_a_gap_is_told_and_stays() {
    let greeting = |words: &str| [text("headline", words)];
    let told = vec!["operations[0].text".to_owned()];
    let prompt = "Greet them as {{ lastName }}";
    for (words, paths) in [
        ("Hello {{ firstName | there }}", vec![]),
        ("Hello {{ firstName }}", told),
        ("Hello {{ lastName }}", vec![]),
    ] {
        let mut brief = Brief::of(prompt, EmailType::Campaign, BrandBrief::default());
        brief.merge_tags = vec!["firstName".to_owned(), "lastName".to_owned()];
        let task = Changing::new(Arc::new(brief), Arc::new(pictured()), Head::default());
        let judged = task.judge(&json!({ "operations": greeting(words) }).to_string());
        let found = judged.problems.into_iter().filter_map(|found| found.param);
        assert_eq!(found.collect::<Vec<_>>(), paths, "{words}");
        assert_eq!(task.mend(judged.made.clone().unwrap()), judged.made);
    }
}
