//! Little that would become much.

use postrider_content::brief::{BrandBrief, Brief};
use postrider_content::designer;
use postrider_content::document::Document;
use postrider_content::edit::{Head, Operation, apply, outline};
use postrider_content::html::{ImportedHtml, Rules, SIZE_MAX, clean_by, import};
use postrider_content::sketch::texts;
use postrider_domain::designs::design::EmailType;
use serde_json::json;

use super::quickly;

#[test]
fn a_long_field_in_many_places_is_too_large() {
    for letter in ["x", "\"", "&"] {
        let place = json!({"field": "f1", "value": "text"});
        let document: ImportedHtml = serde_json::from_value(json!({
            "parts": vec![place; 100_000],
            "fields": [{"id": "f1", "kind": "text", "value": letter.repeat(1_000_000)}],
        }))
        .unwrap();
        let problem =
            quickly("check", || document.check("document", &Rules::default())).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("document"));
        assert!(problem.message.contains("larger than 5 MB"), "{problem:?}");
    }
}

#[test]
fn a_long_base_is_none() {
    let long = format!("https://x.example/{}/", "a".repeat(100_000));
    let links = "<a href=x>y</a>".repeat(2_000);
    let html = format!("<base href='{long}'>{links}");
    let import_with_base = quickly("base", || import(&html, None)).unwrap();
    assert!(import_with_base.document.render(None).html == links);

    let outer = "https://y.example/".parse().unwrap();
    let rendered = import(&html, Some(&outer)).unwrap().document.render(None);
    assert!(
        rendered
            .html
            .starts_with("<a href=\"https://y.example/x\">")
    );

    let given = import(&links, Some(&long.parse().unwrap())).unwrap();
    assert!(given.document.render(None).html == links);
}

#[test]
fn addresses_in_full_may_not_make_it_too_large() {
    let base = format!("https://x.example/{}/", "a".repeat(2_000));
    let rules = Rules {
        base_url: Some(base.parse().unwrap()),
        ..Rules::default()
    };
    for (before, piece, after) in [
        ("", "<a href=x>y</a>", ""),
        ("<style>", "a{b:url(x)}", "</style>"),
        ("<style>a{b:", "url(x) ", "}</style>"),
        ("<img srcset='", "x 1x,", "'>"),
    ] {
        let html = format!("{before}{}{after}", piece.repeat(50_000));
        assert!(html.len() < SIZE_MAX);
        let error = quickly(piece, || clean_by(&html, &rules)).unwrap_err();
        assert!(error.message.contains("larger than 5 MB"), "{error:?}");
    }
}

#[test]
fn outlook_may_repeat_all_texts_of_a_link() {
    let mut texts = String::new();
    for number in 0..15_000 {
        texts.extend(["<b>t", &number.to_string(), "</b>"]);
    }
    let comment = format!("<!--[if mso]><a href='https://x.example'>{texts}</a><![endif]-->");
    let html = format!("<a href='https://x.example'>{texts}</a>{comment}{comment}");
    let import = quickly("repeated texts", || import(&html, None)).unwrap();
    assert!(import.document.render(None).html == html);
    let json = serde_json::to_value(&import.document).unwrap();
    let places = json["parts"].as_array().unwrap().iter();
    let last = json!({"field": "f15001", "value": "text"});
    assert_eq!(places.filter(|part| **part == last).count(), 3);
}

#[test]
fn marks_without_partners_are_read_quickly() {
    for piece in [
        "*a ", "**a ", "*", "[a", "[a](", "[", "{{", "*a [b ", "[a]([a](",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let closed = format!("{text}{}", "))".repeat(text.len() / 8));
        quickly(piece, || {
            for text in [&text, &closed] {
                assert!(texts::plain(text).len() <= text.len());
                assert!(texts::html(text).len() >= text.trim().len());
            }
        });
        let part: String = text.chars().take(40_000).collect();
        for field in [&part, &text] {
            let html = format!("<p>Hello</p><p>{field}</p>");
            let document = Document::of_html(import(&html, None).unwrap().document);
            let change = |block: String| Operation::SetText {
                block,
                part: None,
                text: part.clone(),
            };
            let named = outline(&document).into_iter();
            let operations: Vec<Operation> = named.map(|named| change(named.block)).collect();
            quickly(piece, || {
                _ = apply(&document, &Head::default(), &operations);
            });
        }
    }
}

#[test]
fn words_in_the_place_of_letters_are_given_up_in_time() {
    let html = "<p>x x x x</p>".repeat(20_000);
    let document = Document::of_html(import(&html, None).unwrap().document);
    let prompt = format!("Replace x with {}", "mm nn ".repeat(1_200));
    let brief = Brief::of(&prompt, EmailType::Campaign, BrandBrief::default());
    let understood = quickly("exchange", || {
        designer::edit(&prompt, &document, &Head::default(), &brief)
    });
    assert_eq!(understood.operations, []);
    assert!(understood.message.contains("too long"));
}
