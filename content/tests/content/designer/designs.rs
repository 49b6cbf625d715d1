//! What becomes of the 200 prompts as mails: composed, rendered, and changed by their edits.

use std::fmt::Write;
use std::sync::LazyLock;

use postrider_content::audit::audit;
use postrider_content::compose::{Look, compose};
use postrider_content::designer::{Designed, design, edit};
use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::edit::{Head, apply};
use postrider_content::rendered::{Rendered, with_preview_text, with_title};
use postrider_content::sketch;
use postrider_domain::accounts::brand::Theme;

use super::sketches::{Made, brief, brief_of, complaints, made, plain};
use crate::browser;
use crate::compose::contrast::assert_readable;

fn look(lang: &str) -> Look {
    Look {
        name: "Northwind".to_owned(),
        site: Some("https://northwind.example".to_owned()),
        logos: Vec::new(),
        theme: Theme {
            primary_color: Some("#0f5b4f".to_owned()),
            ..Theme::default()
        },
        lang: Some(lang.to_owned()),
    }
}

pub fn composed(designed: &Designed) -> Document {
    compose(&designed.sketch, &look(designed.lang), designed.layout).into()
}

/// The mails of all prompts, rendered once for all checks.
fn mails() -> &'static [(&'static Made, Rendered)] {
    static MAILS: LazyLock<Vec<(&Made, Rendered)>> = LazyLock::new(|| {
        let mails = made()
            .iter()
            .map(|made| (made, render(&composed(&made.designed))));
        mails.collect()
    });
    &MAILS
}

fn render(document: &Document) -> Rendered {
    document::render(document, &options())
}

pub fn options() -> RenderOptions {
    RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example/icons".to_owned(),
    }
}

/// The words of HTML as readers see them, links and all.
pub fn words(html: &str) -> String {
    let decoded = html
        .replace("&amp;", "&")
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&gt;", ">");
    plain(&decoded)
}

#[test]
fn every_fact_is_read_in_the_mail_and_in_its_text() {
    let mut found = Vec::new();
    for (Made { prompt, .. }, rendered) in mails() {
        let (html, text) = (words(&rendered.html), plain(&rendered.text));
        let facts = prompt.facts.iter().map(|fact| plain(fact));
        let lost = facts.filter(|fact| !(html.contains(fact) && text.contains(fact)));
        found.extend(lost.map(|fact| format!("lost {fact} <- {}", prompt.text.trim())));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn the_audit_finds_nothing_in_any_mail() {
    let mut found = Vec::new();
    for (Made { prompt, designed }, rendered) in mails() {
        let sketch = &designed.sketch;
        let html = with_preview_text(
            &rendered.html,
            rendered.preheader.clone(),
            &sketch.preview_text,
        );
        let audit = audit(&with_title(html, &sketch.subject), Some(&rendered.text));
        let text = prompt.text.trim();
        let findings = audit.findings.iter();
        found.extend(findings.map(|finding| format!("{finding:?} <- {text}")));
        assert!(audit.score.is_some(), "{text}");
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn sketches_hold_to_their_rules_and_mails_can_be_read() {
    let found = complaints(|_, designed| {
        let document = composed(designed);
        assert_readable(&document, &designed.sketch.headline);
        let problems = sketch::check(&designed.sketch);
        let buttons = sketch::check_buttons(&designed.sketch);
        problems
            .into_iter()
            .chain(buttons)
            .map(|problem| format!("{problem:?}"))
            .collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// Puts into the title which mails are wider than their frame.
const MEASURE: &str = "<script>addEventListener('load',()=>{document.title='wide:'+\
    [...document.querySelectorAll('iframe')].filter(f=>f.contentDocument.documentElement.scrollWidth>f.clientWidth)\
    .map(f=>' '+f.name)})</script>";

#[test]
fn no_design_is_wider_than_a_phone() {
    let mut page = format!("<title>?</title>{MEASURE}");
    for (number, (_, rendered)) in mails().iter().enumerate() {
        let source = rendered.html.replace('&', "&amp;").replace('"', "&quot;");
        write!(
            page,
            "<iframe name={number} width=375 height=900 srcdoc=\"{source}\"></iframe>"
        )
        .unwrap();
    }
    // What cannot fail proves nothing: a line that does not break is too wide.
    let endless = "x".repeat(200);
    write!(
        page,
        "<iframe name=endless width=375 srcdoc=\"{endless}\"></iframe>"
    )
    .unwrap();
    let document = browser::document(&page);
    assert!(
        document.contains("<title>wide: endless</title>"),
        "{:?}",
        document.get(..500)
    );
}

/// The mail after the edit of its prompt, with its head.
fn edited(Made { prompt, designed }: &Made, wanted: &str) -> Result<String, String> {
    let document = composed(designed);
    let head = Head {
        subject: Some(designed.sketch.subject.clone()),
        preview_text: Some(designed.sketch.preview_text.clone()),
    };
    let understood = edit(wanted, &document, &head, &brief(prompt));
    if understood.operations.is_empty() || !understood.not_understood.is_empty() {
        return Err(understood.message);
    }
    let edited = apply(&document, &head, &understood.operations)
        .map_err(|refused| format!("{refused:?}"))?;
    assert_readable(&edited.document, &wanted);
    // What leaves the mail as it was has not been understood.
    if edited.document == document && edited.head == head {
        return Err("nothing changed".to_owned());
    }
    let rendered = render(&edited.document);
    let head = [edited.head.subject, edited.head.preview_text];
    let head: Vec<String> = head.into_iter().flatten().collect();
    Ok(words(&[&rendered.html, "\n", &head.join("\n")].concat()))
}

#[test]
fn every_edit_is_understood_and_done() {
    let mut found = Vec::new();
    for made in made() {
        let prompt = &made.prompt;
        let Some(wanted) = &prompt.edit else {
            continue;
        };
        match edited(made, wanted) {
            Err(why) => found.push(format!("{wanted}: {why}")),
            Ok(text) => {
                let missing = prompt
                    .shows
                    .iter()
                    .filter(|shown| !text.contains(&plain(shown)));
                found.extend(missing.map(|shown| format!("{wanted}: no {shown}")));
                let left = prompt
                    .hides
                    .iter()
                    .filter(|hidden| text.contains(&plain(hidden)));
                found.extend(left.map(|hidden| format!("{wanted}: still {hidden}")));
            }
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// One of each language that we have words for.
const SPOKEN: [&str; 4] = [
    "20% off all mugs until Friday with code MUGS20",
    "20 % auf alle Tassen bis Freitag mit dem Code MUGS20",
    "20 % sur toutes les tasses jusqu'au 5 mai avec le code MUGS20",
    "25 % de descuento en todas las tazas hasta el 5 de mayo con el código MUGS20",
];

#[test]
fn the_edits_that_the_assistant_names_work() {
    for (text, lang) in SPOKEN.iter().zip(["en", "de", "fr", "es"]) {
        let brief = brief_of(text);
        let designed = design(&brief);
        assert_eq!(designed.lang, lang);
        let document = composed(&designed);
        let head = Head::default();
        let named = designed.message.rsplit("\n\n").next().unwrap();
        let edits: Vec<String> = named
            .split('“')
            .skip(1)
            .filter_map(|part| Some(part.split_once('”')?.0.replace('…', "Mugs")))
            .collect();
        assert_eq!(edits.len(), 3, "{named}");
        for wanted in edits {
            let understood = edit(&wanted, &document, &head, &brief);
            assert!(
                !understood.operations.is_empty() && understood.not_understood.is_empty(),
                "{wanted}: {}",
                understood.message
            );
            let edited = apply(&document, &head, &understood.operations).unwrap();
            assert_ne!(edited.document, document, "{wanted}");
        }
    }
}
