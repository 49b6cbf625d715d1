//! The table of rules. Ids are public: what stands here once keeps its name.

use super::checks::{document, headings, images, letters, links, paint, tables};
use super::found::Found;
use super::page::Page;
use super::verdict::{Finding, Severity};
use super::watch::Watch;
use Look::{AtSome, Everywhere};
use Needs::{Markup, Styles};
use Severity::{Error, Info, Warning};

pub(super) struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    /// The success criterion of WCAG 2.2, where there is one.
    pub wcag: Option<&'static str>,
    pub needs: Needs,
    pub message: &'static str,
    pub remediation: &'static str,
    pub look: Look,
}

/// How a rule looks for what it is about.
#[derive(Clone, Copy)]
pub(super) enum Look {
    Everywhere(fn(&Page, &Watch<'_>) -> Vec<Found>),
    /// Nothing comes of a mail that has nothing to look at.
    AtSome(fn(&Page, &Watch<'_>) -> Option<Vec<Found>>),
}

/// What a rule must know of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Markup,
    /// How style sheets dress the elements, too.
    Styles,
}

impl Rule {
    /// What it finds; nothing if the mail has nothing that it is about.
    pub fn check(&self, page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
        match self.look {
            Everywhere(look) => Some(look(page, watch)),
            AtSome(look) => look(page, watch),
        }
    }

    pub fn finding(&self, page: &Page, found: Found) -> Finding {
        Finding {
            rule_id: self.id,
            severity: self.severity,
            message: match found.note {
                Some(note) => format!("{}: {note}.", self.message),
                None => format!("{}.", self.message),
            },
            remediation: self.remediation,
            wcag: self.wcag,
            selector: found.at.and_then(|at| page.selector(at)),
        }
    }
}

macro_rules! rules {
    ($($id:literal $severity:ident $wcag:expr, $needs:ident, $look:expr, $message:literal, $remediation:literal;)*) => {
        pub(super) const RULES: &[Rule] = &[$(Rule {
            id: $id,
            severity: $severity,
            wcag: $wcag,
            needs: $needs,
            message: $message,
            remediation: $remediation,
            look: $look,
        }),*];
    };
}

rules! {
    "language" Error Some("3.1.1"), Markup, Everywhere(document::language),
        "The mail does not say which language it is in",
        "Put the language on the `html` element: `lang=\"en\"`.";
    "title" Warning Some("2.4.2"), Markup, Everywhere(document::title),
        "The mail has no title",
        "Give the design a subject, or its HTML a `title`.";
    "direction" Error Some("1.3.2"), Markup, AtSome(document::direction),
        "Text that is written from right to left does not say so",
        "Put `dir=\"rtl\"` on the `html` element, or on what holds the text.";
    "zoom" Error Some("1.4.4"), Markup, AtSome(document::zoom),
        "Readers cannot make the mail larger",
        "Take `user-scalable=no` and `maximum-scale` out of the viewport.";
    "animation" Warning Some("2.2.2"), Markup, Everywhere(document::animation),
        "Something moves for ever",
        "Let it stand still, or end after five seconds.";
    "ids" Warning None, Markup, AtSome(document::ids),
        "Several elements have the same `id`",
        "Give each its own, or none.";
    "dark-mode" Info None, Markup, Everywhere(document::dark_mode),
        "The mail does not say how it looks on a dark screen, so mail programs invert its colours as they like",
        "Add `<meta name=\"color-scheme\" content=\"light dark\">` and styles for `prefers-color-scheme: dark`, or `content=\"light\"`.";
    "preheader" Info None, Styles, AtSome(document::preheader),
        "Inboxes and screen readers begin with whatever text comes first",
        "Give the design a preview text.";
    "text-part" Warning None, Markup, Everywhere(document::text_part),
        "The mail has no text part for those who read nothing else",
        "Write words beside the images: the text part is made of them.";
    "unsubscribe" Error None, Markup, AtSome(document::unsubscribe),
        "Nobody can see how to unsubscribe",
        "Let the link say what it does, in letters that can be read.";
    "image-alt" Error Some("1.1.1"), Markup, AtSome(images::alt),
        "An image has no alternative text",
        "Say in `alt` what it shows; write `alt=\"\"` if it is only there for its looks.";
    "image-alt-file-name" Error Some("1.1.1"), Markup, AtSome(images::file_name),
        "The alternative text of an image is the name of a file",
        "Say in `alt` what it shows.";
    "image-link-alt" Error Some("2.4.4"), Markup, AtSome(images::linked),
        "A link holds an image that says nothing",
        "Say in `alt` where the link leads.";
    "image-only" Error Some("1.4.5"), Markup, AtSome(images::only),
        "All that the mail says is in its images",
        "Write it as text: many read mails without images.";
    "layout-table" Warning Some("1.3.1"), Markup, AtSome(tables::layout),
        "A table that only lays things out is read as a table of data",
        "Put `role=\"presentation\"` on it.";
    "data-table" Error Some("1.3.1"), Markup, AtSome(tables::data),
        "A table of data does not tell its headers from its values",
        "Write headers as `th`, and no `role=\"presentation\"` on the table.";
    "heading-one" Warning Some("1.3.1"), Markup, AtSome(headings::one),
        "The mail does not have one main heading",
        "Make the headline, and nothing else, an `h1`.";
    "heading-order" Warning Some("1.3.1"), Markup, AtSome(headings::order),
        "Headings skip a level",
        "Let `h2` follow `h1`, and `h3` follow `h2`.";
    "heading-empty" Warning Some("1.3.1"), Markup, AtSome(headings::empty),
        "A heading says nothing",
        "Write something in it, or make it no heading.";
    "link-name" Error Some("2.4.4"), Markup, AtSome(links::name),
        "A link has no text",
        "Write in it where it leads.";
    "link-generic" Warning Some("2.4.4"), Markup, AtSome(links::generic),
        "The text of a link does not say where it leads",
        "Name what is found there: \"Read the spring guide\".";
    "link-ambiguous" Warning Some("2.4.4"), Markup, AtSome(links::ambiguous),
        "Links with the same text lead to different places",
        "Tell them apart by their texts, or by a heading before each.";
    "link-distinct" Warning Some("1.4.1"), Styles, AtSome(links::distinct),
        "A link is told from the text around it by its colour alone",
        "Underline it.";
    "text-contrast" Error Some("1.4.3"), Styles, AtSome(paint::text),
        "Text is hard to tell from what is behind it",
        "Make one of the two colours darker or lighter.";
    "button-contrast" Error Some("1.4.3"), Styles, AtSome(paint::button),
        "The label of a button is hard to tell from the button",
        "Make one of the two colours darker or lighter.";
    "text-over-image" Warning Some("1.4.3"), Styles, AtSome(paint::over_image),
        "Text lies on an image, and on nothing where images are not shown",
        "Give what holds it a background colour like the image's as well.";
    "tap-size" Warning Some("2.5.8"), Styles, AtSome(letters::tap_size),
        "A button is too small for a finger",
        "Make it at least 24 pixels wide and high, better 44.";
    "font-size" Warning None, Styles, AtSome(letters::font_size),
        "Letters are small",
        "Make them at least 12 pixels, better 16.";
    "line-height" Warning Some("1.4.12"), Styles, AtSome(letters::line_height),
        "The lines of a paragraph stand close together",
        "Make them about 1.5 times as high as the letters.";
    "text-justified" Warning Some("1.4.8"), Styles, AtSome(letters::justified),
        "Text is justified, which tears gaps between its words",
        "Align it to the side where it begins.";
    "text-centered" Warning Some("1.4.8"), Styles, AtSome(letters::centered),
        "A long text is centred, so that the eye has to look for each line",
        "Align it to the side where it begins.";
    "text-capitals" Warning None, Styles, AtSome(letters::capitals),
        "A text is all in capitals, which are slow to read",
        "Write it as a sentence.";
    "list-faked" Warning Some("1.3.1"), Markup, AtSome(letters::faked_lists),
        "A list is made of marks that only look like one",
        "Write it as `ul` or `ol` with an `li` for each item.";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_texts_read_on() {
        let ids: HashSet<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
        for rule in RULES {
            // A note may follow the one, nothing the other.
            assert!(!rule.message.ends_with('.'), "{}", rule.id);
            assert!(rule.remediation.ends_with('.'), "{}", rule.id);
        }
    }

    #[test]
    fn the_docs_tell_of_every_rule() {
        let docs = include_str!("../../../docs/ACCESSIBILITY.md");
        let rows = docs.lines().filter(|line| line.starts_with("| `"));
        let severity = |rule: &Rule| format!("{:?}", rule.severity).to_lowercase();
        let expected = RULES.iter().map(|rule| {
            let wcag = rule.wcag.map_or(String::new(), |wcag| format!("{wcag} "));
            format!(
                "| `{}` | {} | {wcag}| {} |",
                rule.id,
                severity(rule),
                rule.message
            )
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}
