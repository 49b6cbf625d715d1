//! The accessibility audit: each rule finds its fault in a page made for it, and none finds one where there is none.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fmt::Write;

use postrider_content::audit::{Audit, CheckStatus, Severity, audit};
use postrider_content::document::{self, Footer, RenderOptions};
use postrider_content::html::Rules;
use postrider_content::rendered::{Rendered, with_preview_text, with_title};
use postrider_content::report::AssetReport;
use serde_json::{Value, json};

use super::newsletters;

/// A page that has something for every rule, and nothing wrong.
const CLEAN: &str = include_str!("../audit/clean.html");
const TEXT: Option<&str> = Some("Spring is here");

fn found(audit: &Audit) -> BTreeSet<&'static str> {
    audit
        .findings
        .iter()
        .map(|finding| finding.rule_id)
        .collect()
}

fn status(audit: &Audit, id: &str) -> CheckStatus {
    audit
        .checks
        .iter()
        .find(|check| check.id == id)
        .unwrap()
        .status
}

#[test]
fn nothing_is_found_in_a_page_without_faults() {
    let audit = audit(CLEAN, TEXT);
    assert_eq!(audit.findings, []);
    assert_eq!(audit.score, Some(100));
    for check in &audit.checks {
        assert_eq!(check.status, CheckStatus::Passed, "{}", check.id);
    }
}

/// The clean page with a fault of each rule: its id, what goes, what comes in its place.
const FAULTS: &[(&str, &str, &str)] = &[
    ("language", "<html lang=\"en\">", "<html>"),
    ("language", "lang=\"en\"", "lang=\"english\""),
    ("title", "The Greenhouse Letter", " "),
    ("direction", " dir=\"rtl\"", ""),
    ("zoom", "initial-scale=1", "user-scalable=no"),
    ("zoom", "initial-scale=1", "maximum-scale=1.0"),
    (
        "animation",
        ".shout {",
        ".shout { animation: blink 1s infinite;",
    ),
    (
        "animation",
        "<h2>What to sow</h2>",
        "<h2><marquee>What to sow</marquee></h2>",
    ),
    ("ids", "id=\"lead\"", "id=\"headline\""),
    (
        "dark-mode",
        "<meta name=\"color-scheme\" content=\"light\">",
        "",
    ),
    (
        "preheader",
        "<div style=\"display:none;max-height:0\">Three seeds that forgive every mistake</div>",
        "",
    ),
    (
        "unsubscribe",
        "style=\"color:#5b5b66;text-decoration:underline\" href",
        "style=\"display:none\" href",
    ),
    ("unsubscribe", ">Unsubscribe<", ">→<"),
    ("image-alt", " alt=\"Seedlings on a potting bench\"", ""),
    (
        "image-alt-file-name",
        "Seedlings on a potting bench",
        "hero_final.jpg",
    ),
    ("image-link-alt", "alt=\"Fern and Field\"", "alt=\"\""),
    ("layout-table", "<table role=\"presentation\"", "<table"),
    (
        "data-table",
        "<table><caption>",
        "<table role=\"presentation\"><caption>",
    ),
    (
        "data-table",
        "<th scope=\"col\">Seed</th><th scope=\"col\">Price</th>",
        "<td>Seed</td><td>Price</td>",
    ),
    (
        "heading-one",
        "<h1 id=\"headline\">Spring is here</h1>",
        "<p id=\"headline\">Spring is here</p>",
    ),
    (
        "heading-one",
        "<h2>What to sow</h2>",
        "<h1>What to sow</h1><h2>Three</h2>",
    ),
    (
        "heading-order",
        "<h2>What to sow</h2>",
        "<h4>What to sow</h4>",
    ),
    ("heading-empty", "<h2>What to sow</h2>", "<h2>&nbsp;</h2>"),
    ("link-name", ">the whole sowing guide<", "> <"),
    ("link-generic", ">the whole sowing guide<", ">here<"),
    ("link-generic", ">Shop the seeds<", ">En savoir plus !<"),
    (
        "link-ambiguous",
        "A short note",
        "<a href=\"https://garden.example/other\">Shop the seeds</a> and a short note",
    ),
    (
        "link-distinct",
        "<a href=\"https://garden.example/guide\">",
        "<a style=\"color:#27272a;text-decoration:none\" href=\"https://garden.example/guide\">",
    ),
    (
        "text-contrast",
        ".muted { color: #5b5b66; }",
        ".muted { color: #aaaaaa; }",
    ),
    (
        "text-contrast",
        "<p class=\"shout\">",
        "<p class=\"shout\" style=\"color:rgba(0,0,0,.4)\">",
    ),
    ("text-contrast", "<h2>", "<h2 style=\"color:#b0b0b0\">"),
    (
        "button-contrast",
        "color: #ffffff; padding",
        "color: #3f5a4e; padding",
    ),
    (
        "text-over-image",
        "<p class=\"shout\">",
        "<p class=\"shout\" style=\"background-image:url(https://garden.example/a.jpg)\">",
    ),
    (
        "tap-size",
        "padding: 14px 28px",
        "padding: 0 28px; line-height: 20px",
    ),
    (
        "tap-size",
        "width=\"140\" height=\"40\"",
        "width=\"16\" height=\"16\"",
    ),
    ("font-size", "font-size:13px", "font-size:8pt"),
    (
        "line-height",
        "<p id=\"lead\">",
        "<p id=\"lead\" style=\"line-height:17px\">",
    ),
    (
        "text-justified",
        "<p id=\"lead\">",
        "<p id=\"lead\" align=\"justify\">",
    ),
    (
        "text-centered",
        "<p id=\"lead\">",
        "<p id=\"lead\" style=\"text-align:center\">",
    ),
    (
        "text-capitals",
        "text-transform: none",
        "text-transform: uppercase",
    ),
    (
        "text-capitals",
        "A short note on what we do with leftover seeds",
        "EVERYTHING MUST GO BEFORE SUNDAY NIGHT",
    ),
    (
        "list-faked",
        "<p class=\"shout\">",
        "<p>• One seed<br>• Another seed</p><p class=\"shout\">",
    ),
    (
        "list-faked",
        "<p class=\"shout\">",
        "<p>1. Sow them</p><p>2. Water them</p><p class=\"shout\">",
    ),
];

#[test]
fn each_fault_is_found_by_its_rule_and_by_no_other() {
    for (rule, before, after) in FAULTS {
        assert_eq!(CLEAN.matches(before).count(), 1, "{rule}: {before}");
        let audit = audit(&CLEAN.replace(before, after), TEXT);
        assert_eq!(
            found(&audit),
            BTreeSet::from([*rule]),
            "{after}: {:#?}",
            audit.findings
        );
        assert_eq!(status(&audit, rule), CheckStatus::Issues);
        let finding = &audit.findings[0];
        let expected = match finding.severity {
            Severity::Error => 88,
            Severity::Warning => 96,
            Severity::Info => 100,
        };
        // More of one rule cost a little more.
        let more = audit.findings.len() as u8 - 1;
        assert!(audit.score.unwrap() <= expected && audit.score.unwrap() >= expected - 3 * more);
    }
}

#[test]
fn every_rule_has_a_page_made_for_it() {
    let made: BTreeSet<&str> = FAULTS.iter().map(|(rule, ..)| *rule).collect();
    // Of these two, pages of their own: see below.
    let others = BTreeSet::from(["image-only", "text-part"]);
    let all: BTreeSet<&str> = audit(CLEAN, TEXT)
        .checks
        .iter()
        .map(|check| check.id)
        .collect();
    assert_eq!(&made | &others, all);
}

#[test]
fn a_mail_of_images_alone_and_one_without_text_are_found() {
    let images = "<!doctype html><html lang=en><meta name=color-scheme content=light><title>Sale</title>\
        <div style='display:none'>Sale</div><img src=a.png alt='Everything must go until Sunday'>\
        <p>Unsubscribe</p>";
    assert_eq!(found(&audit(images, TEXT)), BTreeSet::from(["image-only"]));
    for text in [None, Some(" \n--\n")] {
        assert_eq!(found(&audit(CLEAN, text)), BTreeSet::from(["text-part"]));
    }
}

#[test]
fn a_finding_says_where_and_what() {
    let page = CLEAN.replace("<h2>", "<h2 style=\"color:#b0b0b0\">");
    let audit = audit(&page, TEXT);
    let [finding] = audit.findings.as_slice() else {
        panic!("{:#?}", audit.findings)
    };
    assert_eq!(
        finding.message,
        "Text is hard to tell from what is behind it: #b0b0b0 on #ffffff is 2.17:1, and 3:1 is needed."
    );
    assert_eq!(finding.wcag, Some("1.4.3"));
    assert_eq!(
        finding.selector.as_deref(),
        Some(
            "body > table:nth-of-type(1) > tbody:nth-of-type(1) > tr:nth-of-type(1) > td:nth-of-type(1) > h2:nth-of-type(1)"
        )
    );
}

#[test]
fn what_nobody_sees_is_not_judged() {
    let hidden = "<div style=\"display:none\"><img src=x><a href=y></a><h1>Two</h1><p style='color:#fff'>x</p></div>";
    let page = CLEAN.replace(
        "<h2>",
        &format!("{hidden}<img src=dot width=1 height=1><h2>"),
    );
    assert_eq!(audit(&page, TEXT).findings, []);
}

fn rendered(document: &Value) -> Rendered {
    let document = document::read(
        document,
        "document",
        &Rules::default(),
        &mut AssetReport::default(),
    );
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example/icons".to_owned(),
    };
    document::render(&document.unwrap(), &options)
}

/// What inboxes get.
fn mail(rendered: &Rendered) -> String {
    let html = with_preview_text(
        &rendered.html,
        rendered.preheader.clone(),
        "What to sow now",
    );
    with_title(html, "Spring is here")
}

#[test]
fn a_document_of_our_own_blocks_is_clean() {
    let every_block = json!({ "schema": 1, "kind": "blocks", "blocks": [
        { "type": "image", "id": "logo", "src": "https://a.example/l.png", "alt": "Fern and Field", "width": 140, "href": "https://a.example/" },
        { "type": "heading", "id": "h", "level": 1, "html": "Spring is here" },
        { "type": "text", "id": "t", "html": "Hello {{ firstName | \"gardener\" }}, <a href=\"https://a.example/guide\">the sowing guide</a> is ready for you, and it is longer than one line." },
        { "type": "list", "id": "l", "items": ["One", "Two"] },
        { "type": "button", "id": "b", "label": "Shop the seeds", "href": "https://a.example/shop" },
        { "type": "divider", "id": "d" },
        { "type": "heading", "id": "h2", "level": 2, "html": "New in the shop" },
        { "type": "columns", "id": "c", "columns": [
            { "id": "c1", "width": 50, "blocks": [{ "type": "productCard", "id": "p1", "title": "Peas", "price": "2.90", "originalPrice": "3.40",
              "image": { "src": "https://a.example/p.png", "alt": "Peas", "href": "https://a.example/p" },
              "button": { "label": "Add to basket", "href": "https://a.example/p?add" } }] },
            { "id": "c2", "width": 50, "blocks": [{ "type": "productCard", "id": "p2", "title": "Basil", "price": "1.90",
              "button": { "label": "Add to basket", "href": "https://a.example/q?add" } }] },
        ] },
        { "type": "social", "id": "s", "links": [{ "network": "instagram", "url": "https://a.example/i" }] },
    ] });
    let rendered = rendered(&every_block);
    let audit = audit(&mail(&rendered), Some(&rendered.text));
    assert_eq!(audit.findings, []);
    assert_eq!(audit.score, Some(100));
}

/// What is found in mails of other makes, so that a rule that changes its mind is noticed.
#[test]
fn strangers_newsletters_are_judged_whole() {
    let mut judged = String::new();
    for newsletter in newsletters::ALL {
        let audit = audit(newsletter.html, TEXT);
        _ = writeln!(judged, "{} {:?}", newsletter.name, audit.score);
        for rule in found(&audit) {
            let count = audit
                .findings
                .iter()
                .filter(|finding| finding.rule_id == rule);
            _ = writeln!(judged, "  {rule} {}", count.count());
        }
    }
    insta::assert_snapshot!("newsletters", judged);
}

#[test]
fn more_styles_than_can_be_put_on_elements_leave_the_audit_partial() {
    let styles = ".a { color: #111111; } ".repeat(2_000);
    let page = CLEAN.replace("<style>", &format!("<style>{styles}"));
    let page = page.replace("<h2>", &format!("{}<h2>", "<p>One more</p>".repeat(1_000)));
    let audit = audit(&page, TEXT);
    assert_eq!(audit.score, None);
    assert_eq!(status(&audit, "text-contrast"), CheckStatus::Unavailable);
    assert_eq!(status(&audit, "image-alt"), CheckStatus::Passed);
    assert_eq!(audit.findings, []);
}

#[test]
fn no_page_makes_an_audit_fail() {
    for html in [
        "",
        "<",
        "<p",
        "text",
        "<table><tr>",
        "<a href>",
        "<img>",
        "<style>{{{",
        "{{ x }}",
        "<h1></h6>",
        "\u{0}",
    ] {
        audit(html, None);
    }
}
