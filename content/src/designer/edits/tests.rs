use postrider_domain::designs::design::EmailType;

use super::scene::{Kind, Part, Scene};
use super::*;
use crate::brief::BrandBrief;
use crate::edit::Place;
use crate::sketch::Item;

fn scene() -> Scene {
    let part = |id: &str, kind: Kind, text: &str| Part {
        id: id.to_owned(),
        kind,
        text: text.to_owned(),
        url: (kind == Kind::Button).then(|| "https://a.example".to_owned()),
        size: None,
        stretch_of: None,
        is_alone: true,
    };
    Scene {
        parts: vec![
            part("headline", Kind::Heading, "Open day on Friday"),
            part("lead", Kind::Text, "Come and see. There is cake."),
            part("text-1", Kind::Text, "Doors open at 6 pm. Bring boots."),
            part("list-1", Kind::List, "Cake\nTractors\nCheese"),
            part("coupon", Kind::Coupon, "FARM10"),
            part("cta", Kind::Button, "Come by"),
            part("sign-off", Kind::Text, "See you soon"),
            part("footer", Kind::Footer, ""),
        ],
        subject: "Open day on Friday".to_owned(),
        preview_text: "Bring boots.".to_owned(),
        font_size: 16,
        takes: Takes::Any,
    }
}

fn ask(prompt: &str) -> Understood {
    let brief = Brief::of("", EmailType::Campaign, BrandBrief::default());
    understood(prompt, scene(), &brief)
}

/// The operations in short: their kind and block.
fn done(prompt: &str) -> Vec<String> {
    let operations = ask(prompt).operations;
    let value = serde_json::to_value(operations).unwrap();
    let short = |value: &serde_json::Value| {
        let name = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        [name("kind"), name("block"), name("text")].join(" ")
    };
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|operation| short(operation).trim().to_owned())
        .collect()
}

#[test]
fn words_are_set_where_they_are_meant() {
    for (prompt, expected) in [
        ("Change the headline to \"Hello\"", "setText headline Hello"),
        (
            "please rename the title to Hello world",
            "setText headline Hello world",
        ),
        (
            "Ändere die Überschrift zu „Hallo“",
            "setText headline Hallo",
        ),
        ("Change le texte du bouton en « Voir »", "setText cta Voir"),
        ("Cambia el asunto a \"Hola\"", "setSubject  Hola"),
        (
            "Add \"Juice\" to the list",
            "setText list-1 Cake\nTractors\nCheese\nJuice",
        ),
        (
            "Remove the second item of the list",
            "setText list-1 Cake\nCheese",
        ),
        (
            "Remove the sentence about cake",
            "setText lead Come and see.",
        ),
        (
            "Change the time to 7 pm",
            "setText text-1 Doors open at 7 pm. Bring boots.",
        ),
        ("change the code to FARM20", "setText coupon FARM20"),
    ] {
        assert_eq!(
            done(prompt).first().map(String::as_str),
            Some(expected),
            "{prompt}"
        );
    }
}

#[test]
fn several_commands_are_done_one_after_the_other() {
    for (prompt, expected) in [
        (
            "Replace \"Friday\" with \"Sunday\"",
            vec![
                "setText headline Open day on Sunday",
                "setSubject  Open day on Sunday",
            ],
        ),
        (
            "Remove the coupon and the button",
            vec!["remove coupon", "remove cta"],
        ),
        (
            "Make the button bigger and the text dark blue",
            vec!["setStyle cta", "setPage"],
        ),
        (
            "Change the button to \"Go\", then link it to https://b.example",
            vec!["setText cta Go", "setLink cta"],
        ),
        (
            "make it shorter",
            vec!["remove lead", "setText text-1 Doors open at 6 pm."],
        ),
    ] {
        assert_eq!(done(prompt), expected, "{prompt}");
    }
}

#[test]
fn words_cannot_be_made_to_grow_without_end() {
    let many = |word: &str, count: usize| vec![word; count].join(" ");
    let first = format!("Replace cake with {}", many("m", 900));
    let too_much = format!("{first}\nReplace m with {}", many("k", 900));
    let understood = ask(&too_much);
    assert_eq!(understood.not_understood.len(), 1);
    assert!(understood.message.contains("too long"));
    let mut prompt = vec![first, format!("Replace m with {}", many("k", 25))];
    for (old, new) in [("k", "n"), ("n", "k")].repeat(10) {
        prompt.push(format!("Replace {old} with {new}"));
    }
    let understood = ask(&prompt.join("\n"));
    assert!(understood.message.contains("too long"));
    let words = length_of_all(&understood.operations);
    assert!(words <= WORDS_MAX && words > WORDS_MAX / 2, "{words}");
}

#[test]
fn places_are_found() {
    let operations = ask("Add a heading \"More\" above the list").operations;
    let item = Item::Heading {
        text: "More".to_owned(),
    };
    let place = Place::Before("list-1".to_owned());
    assert_eq!(operations, [Operation::Insert { place, item }]);
    let operations = ask("Move the coupon to the top").operations;
    let block = "coupon".to_owned();
    let place = Place::Start;
    assert_eq!(operations, [Operation::Move { block, place }]);
}

#[test]
fn what_is_not_understood_is_named_and_nothing_is_guessed() {
    for prompt in [
        "make it pop",
        "Make the headline friendlier",
        "Remove the footer",
        "Remove the image",
        "Remove the sentence about ducks",
        "What do you think?",
        "",
    ] {
        let understood = ask(prompt);
        assert_eq!(understood.operations, [], "{prompt}");
        assert!(understood.message.contains("for example"), "{prompt}");
    }
    let understood = ask("Make the button green. Also sing a song.");
    assert_eq!(understood.operations.len(), 1);
    assert_eq!(understood.not_understood, ["Also sing a song"]);
}
