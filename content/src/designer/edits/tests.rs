use postrider_domain::designs::design::EmailType;

use super::scene::{Kind, Part, Scene};
use super::*;
use crate::brief::{BrandBrief, BriefImage};
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
fn figures_in_new_words_are_no_sizes() {
    for (prompt, expected) in [
        (
            "Change the headline to Earn 500 points",
            "setText headline Earn 500 points",
        ),
        (
            "Change the subject to Earn 500 points",
            "setSubject  Earn 500 points",
        ),
        (
            "Change the button to Earn 500 points",
            "setText cta Earn 500 points",
        ),
        (
            "Change the headline to our next 500 points",
            "setText headline our next 500 points",
        ),
        (
            "Change the headline to The last 20 points",
            "setText headline The last 20 points",
        ),
        (
            "Change le titre en La grande vente du 12",
            "setText headline La grande vente du 12",
        ),
        (
            "Change the headline to Our new size 40",
            "setText headline Our new size 40",
        ),
        (
            "Change the headline to The big sale",
            "setText headline The big sale",
        ),
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
fn a_size_is_a_size_and_no_font_and_no_words() {
    let sizes = |prompt: &str| -> Vec<(String, u16)> {
        let operations = ask(prompt).operations.into_iter();
        let size = |operation| match operation {
            Operation::SetPage { style } => ("page".to_owned(), style.font_size.unwrap_or(0)),
            Operation::SetStyle { block, style } => (block, style.font_size.unwrap_or(0)),
            other => (format!("{other:?}"), 0),
        };
        operations.map(size).collect()
    };
    for (prompt, part, size) in [
        ("Set the font size to 18px", "page", 18),
        ("set the font size to 18", "page", 18),
        ("Increase the text size to 15 pt", "page", 20),
        ("Make the text 18 pixels", "page", 18),
        ("Setze die Schriftgröße auf 17px", "page", 17),
        ("Mets la taille de la police à 18 px", "page", 18),
        ("Pon el tamaño de la fuente a 18 px", "page", 18),
        ("Make the text bigger, 200px", "page", 26),
        ("Change the headline size to 40px", "headline", 40),
        ("Make the headline 40px", "headline", 40),
        ("Ändere die Größe der Überschrift auf 36", "headline", 36),
        ("Make the size of the second paragraph 20px", "text-1", 20),
        ("Make the text in the first paragraph 20px", "lead", 20),
        ("Make the text in Section 2 18px", "page", 18),
        ("Make the text in Section 2 bigger", "page", 20),
        ("Make the headline a little bigger, 40px", "headline", 40),
    ] {
        assert_eq!(sizes(prompt), [(part.to_owned(), size)], "{prompt}");
    }
    // What only holds a number is none.
    assert_eq!(
        done("Change the headline to 40px screens"),
        ["setText headline 40px screens"]
    );
    assert_eq!(done("Change the code to 40"), ["setText coupon 40"]);
    assert_eq!(ask("Make the button 200px wide").operations, []);
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
fn a_picture_is_added_that_shows_what_is_named_or_what_the_mail_speaks_of() {
    let image = |description: &str| BriefImage {
        url: format!("https://a.example/{}.jpg", description.replace(' ', "-")),
        description: description.to_owned(),
    };
    let mut brief = Brief::of("", EmailType::Campaign, BrandBrief::default());
    brief.images = vec![
        image("Office dog"),
        image("A cheese market"),
        image("Harbour"),
    ];
    for (prompt, picture) in [
        ("Add a picture of the harbour", Some("Harbour")),
        ("Add a photo of our dog above the list", Some("Office dog")),
        ("Add an image", Some("A cheese market")),
        ("Add a picture of a cat", None),
    ] {
        let understood = understood(prompt, scene(), &brief);
        let shown = understood
            .operations
            .first()
            .map(|operation| match operation {
                Operation::Insert {
                    item: Item::Image { alt, .. },
                    ..
                } => alt.as_str(),
                other => panic!("{prompt}: {other:?}"),
            });
        assert_eq!(shown, picture, "{prompt}");
    }
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
