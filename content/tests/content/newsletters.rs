//! Ten newsletters of different makes, written for these tests.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::html::Rules;
use postrider_content::html::{Field, Import, Part, import};

pub struct Newsletter {
    pub name: &'static str,
    pub html: &'static str,
}

macro_rules! newsletters {
    ($($name:literal),* $(,)?) => {
        &[$(Newsletter {
            name: $name,
            html: include_str!(concat!("../newsletters/", $name, ".html")),
        }),*]
    };
}

pub const ALL: &[Newsletter] = newsletters![
    "01-table-soup",
    "02-outlook-conditionals",
    "03-dark-mode",
    "04-web-fonts",
    "05-amp-leftovers",
    "06-personal-letter",
    "07-receipt",
    "08-word",
    "09-hybrid-columns",
    "10-many-languages",
];

/// The one that is not clean.
pub const AMP: &str = "05-amp-leftovers";

pub fn imported(newsletter: &Newsletter) -> Import {
    import(newsletter.html, None).unwrap_or_else(|error| panic!("{}: {error}", newsletter.name))
}

#[test]
fn what_nobody_edits_comes_out_byte_for_byte() {
    for newsletter in ALL.iter().filter(|newsletter| newsletter.name != AMP) {
        let import = imported(newsletter);
        assert_eq!(import.report.stripped, [], "{}", newsletter.name);
        let rendered = import.document.render(None);
        assert!(
            rendered.html == newsletter.html,
            "{} came out changed",
            newsletter.name
        );
        assert_eq!(
            import.document.check("document", &Rules::default()),
            Ok(()),
            "{}",
            newsletter.name
        );
    }
}

#[test]
fn what_is_stored_comes_back_the_same() {
    for newsletter in ALL {
        let document = imported(newsletter).document;
        let json = serde_json::to_string(&document).unwrap();
        assert_eq!(
            serde_json::from_str::<postrider_content::html::ImportedHtml>(&json).unwrap(),
            document
        );
        assert!(
            json.len() < 2 * newsletter.html.len() + 4000,
            "{}: {} bytes",
            newsletter.name,
            json.len()
        );
    }
}

#[test]
fn nearly_all_that_is_seen_can_be_edited() {
    for newsletter in ALL {
        let import = imported(newsletter);
        let edited: usize = import
            .document
            .fields
            .iter()
            .map(|field| match field {
                Field::Text { value, .. } | Field::Button { label: value, .. } => letters(value),
                Field::Title { .. } | Field::Link { .. } | Field::Image { .. } => 0,
            })
            .sum();
        // Counted another way: all text of the HTML that no tag, comment, style sheet or title holds.
        let seen = letters(&seen_text(newsletter.html));
        assert!(
            edited * 100 >= seen * 80,
            "{}: {edited} of {seen} letters",
            newsletter.name
        );
        assert!(
            edited <= seen + 20,
            "{}: {edited} of {seen} letters",
            newsletter.name
        );
    }
}

fn letters(text: &str) -> usize {
    text.chars()
        .filter(|character| character.is_alphanumeric())
        .count()
}

/// Independent of the importer, and as simple as possible.
fn seen_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let lower: String = rest
            .chars()
            .take(10)
            .collect::<String>()
            .to_ascii_lowercase();
        let end = match () {
            () if lower.starts_with("<!--") => "-->",
            () if lower.starts_with("<style") => "</style>",
            () if lower.starts_with("<title") => "</title>",
            () if lower.starts_with("<script") => "</script>",
            () if lower.starts_with("<template") => "</template>",
            () if lower.starts_with("< ") => "< ",
            () => ">",
        };
        let found = rest.to_ascii_lowercase().find(end).unwrap();
        rest = &rest[found + end.len()..];
    }
    text.push_str(rest);
    postrider_content::html::entities::decode(&text).into_owned()
}

#[test]
fn titles_and_preview_texts_are_found() {
    let found: Vec<_> = ALL
        .iter()
        .map(|newsletter| {
            let import = imported(newsletter);
            (import.title, import.preview_text)
        })
        .collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        found[0],
        (
            text("Harbor & Fern: the spring sale"),
            text("Up to 25 % off, until Sunday night.")
        )
    );
    assert_eq!(
        found[1].1,
        text("Timelines, faster search and quiet hours: three things you asked for.")
    );
    assert_eq!(
        found[2].1,
        text("Owls, lighthouses and the quietest keyboard we could find")
    );
    assert_eq!(found[5], (None, None));
    assert_eq!(
        found[8].1,
        text("Trains, rivers, huts and salt: leave the airport to others.")
    );
    assert_eq!(found[9].1, text("ثلاثة أيام من الموسيقى 🎶 والطعام"));
    assert_eq!(found[7].1, None);
}

#[test]
fn a_button_drawn_for_outlook_changes_with_its_link() {
    let mut document = imported(&ALL[1]).document;
    let buttons: Vec<_> = document
        .fields
        .iter_mut()
        .filter_map(|field| match field {
            Field::Button { label, href, .. } => Some((label, href)),
            _ => None,
        })
        .collect();
    assert_eq!(buttons.len(), 2);
    for (label, href) in buttons {
        *label = "Go <now> & \"then\"".to_owned();
        *href = "https://new.example/?a=1&b=\"2\"".to_owned();
    }
    let html = document.render(None).html;
    assert_eq!(html.matches("Go &lt;now&gt; &amp; \"then\"").count(), 4);
    assert_eq!(
        html.matches("\"https://new.example/?a=1&amp;b=&quot;2&quot;\"")
            .count(),
        4
    );
    assert!(!html.contains("Upgrade today"));
    assert_eq!(document.check("document", &Rules::default()), Ok(()));
}

#[test]
fn what_remains_of_amp_is_taken_out() {
    let import = imported(
        ALL.iter()
            .find(|newsletter| newsletter.name == AMP)
            .unwrap(),
    );
    let stripped: Vec<_> = import
        .report
        .stripped
        .iter()
        .map(|entry| (entry.what.as_str(), entry.count, entry.line))
        .collect();
    assert_eq!(
        stripped,
        [
            ("⚡4email", 1, 2),
            ("script", 3, 6),
            ("style", 1, 9),
            ("form", 1, 66),
            ("template", 1, 67),
            ("onclick", 1, 68),
        ]
    );
    let html = import.document.render(None).html;
    for gone in [
        "ampproject",
        "visibility:hidden",
        "<form",
        "onclick",
        "<template",
        "⚡",
    ] {
        assert!(!html.contains(gone), "{gone}");
    }
    assert!(html.contains("How was your last order?"));
    assert_eq!(import.images.len(), 1);
}

#[test]
fn plain_text_is_readable() {
    let text = imported(&ALL[6]).document.render(None).text;
    assert!(text.starts_with("Thank you for your order\n\nHello {{ firstName | \"and thank you\" }}, this is your receipt."), "{text}");
    assert!(
        text.contains("Workshop table, oak  1  420.00  420.00\nStool “Pico”  4  65.50  262.00\n"),
        "{text}"
    );
    assert!(
        text.contains("Follow your parcel (https://oak.example/track?o={{orderNumber}}&lang=en)."),
        "{text}"
    );
    let text = imported(&ALL[0])
        .document
        .render(Some("<p>Footer</p>"))
        .text;
    assert!(!text.contains("until Sunday night"), "{text}");
    assert!(text.ends_with("Footer"), "{text}");
}

#[test]
fn skeletons_hold_no_text_that_is_seen() {
    let document = imported(&ALL[2]).document;
    let literal: String = document
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Literal(html) => Some(html.as_str()),
            Part::Field(_) => None,
        })
        .collect();
    assert!(!literal.contains("Owls"));
    assert!(literal.contains("prefers-color-scheme: dark"));
}
