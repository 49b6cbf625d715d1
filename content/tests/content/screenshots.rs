//! Newsletters look in a browser as they did before.

use std::thread;

use postrider_content::html::{Field, ImportedHtml, Part};

use crate::browser::{difference, screenshots, shown_rows};
use crate::newsletters::{ALL, AMP, Newsletter, imported};

/// A mail client that knows no AMP shows nothing of such a mail: this is what it would show otherwise.
const AMP_HIDES_ALL: &str = "<style amp4email-boilerplate>body{visibility:hidden}</style>";

fn before(newsletter: &Newsletter) -> String {
    if newsletter.name == AMP {
        newsletter.html.replace(AMP_HIDES_ALL, "")
    } else {
        newsletter.html.to_owned()
    }
}

/// Every value is written anew, as if it had been edited: fields, escapes and skeleton must fit together.
fn rewritten(mut document: ImportedHtml) -> String {
    for part in &mut document.parts {
        if let Part::Field(reference) = part {
            reference.source = None;
        }
    }
    document.render(None).html
}

#[test]
fn newsletters_look_the_same_after_import() {
    // As many at a time as there are cores here.
    for pair in ALL.chunks(2) {
        thread::scope(|scope| {
            for newsletter in pair {
                scope.spawn(move || {
                    let after = rewritten(imported(newsletter).document);
                    assert_ne!(
                        after, newsletter.html,
                        "{}: nothing was written anew",
                        newsletter.name
                    );
                    let (before, after) = screenshots(&before(newsletter), &after);
                    assert!(
                        shown_rows(&before) > 300,
                        "{}: the picture is empty",
                        newsletter.name
                    );
                    let difference = difference(&before, &after);
                    println!(
                        "{}: {:.4} % of pixels differ",
                        newsletter.name,
                        difference * 100.0
                    );
                    assert!(difference < 0.02, "{}: {difference}", newsletter.name);
                });
            }
        });
    }
}

#[test]
fn the_comparison_sees_a_changed_text() {
    let newsletter = &ALL[5];
    let mut document = imported(newsletter).document;
    for field in &mut document.fields {
        if let Field::Text { value, .. } = field {
            *value = value.to_uppercase();
        }
    }
    let (before, changed) = screenshots(newsletter.html, &document.render(None).html);
    assert!(difference(&before, &changed) > 0.02);
}
