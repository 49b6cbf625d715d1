//! What mail clients make of a mail.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::clients::{CLIENTS, Client, Shown, show};

use crate::hostile::quickly;
use crate::newsletters::{ALL, Newsletter};

fn shown(client: &str, html: &str) -> Shown {
    show(html, Client::find(client).unwrap()).unwrap()
}

fn newsletter(start: &str) -> &'static Newsletter {
    let starts = |newsletter: &&Newsletter| newsletter.name.starts_with(start);
    ALL.iter().find(starts).unwrap()
}

fn is_word(client: &Client) -> bool {
    client.id.starts_with("outlook-windows")
}

#[test]
fn ten_newsletters_are_shown_by_eighteen_clients() {
    for newsletter in ALL {
        for client in &CLIENTS {
            let shown = show(newsletter.html, client).unwrap();
            let name = format!("{} in {}", newsletter.name, client.id);
            let html = shown.html.to_ascii_lowercase();
            for never in ["<script", "<iframe", "onclick", "<!--", "<![if"] {
                assert!(!html.contains(never), "{name}: {never}");
            }
            for office in ["<v:", "<o:", "<w:", "<xml"] {
                assert!(
                    !is_word(client) || !html.contains(office),
                    "{name}: {office}"
                );
            }
            assert!(shown.label.ends_with(" (simulated)"), "{name}");
            assert_eq!(shown.dark, client.id.ends_with("-dark"), "{name}");
            assert!(
                shown.html.len() < 2 * newsletter.html.len() + 1000,
                "{name}"
            );
            assert_eq!(
                letters(&shown.html, "Unsubscribe"),
                letters(newsletter.html, "Unsubscribe"),
                "{name}"
            );
        }
    }
}

fn letters(html: &str, word: &str) -> usize {
    html.matches(&format!(">{word}<")).count()
}

#[test]
fn what_a_light_client_shows_it_shows_again() {
    for newsletter in ALL {
        let again = CLIENTS
            .iter()
            .filter(|client| !client.is_dark() && !is_word(client));
        for client in again {
            let once = show(newsletter.html, client).unwrap().html;
            let twice = show(&once, client).unwrap();
            assert_eq!(twice.html, once, "{} in {}", newsletter.name, client.id);
            assert_eq!(twice.warnings, Vec::<String>::new(), "{}", client.id);
        }
    }
}

#[test]
fn gmail_clips_long_mails() {
    let row = "<tr><td>One more line of a mail that never ends é</td></tr>";
    let long = format!(
        "<body><table>{}</table><p>The end</p></body>",
        row.repeat(3000)
    );
    let clipped = shown("gmail-web", &long);
    assert!(clipped.html.len() < 105_000);
    assert!(
        clipped.html.contains("</table><div style="),
        "{}",
        &clipped.html[104_000..]
    );
    assert!(clipped.html.contains("[Message clipped]&nbsp;"));
    assert!(!clipped.html.contains("The end"));
    assert_eq!(clipped.warnings, ["Clips the mail after 102 KB."]);
    assert_eq!(shown("apple-mail-mac", &long).html, long);
    let short = format!("<body>{}</body>", "é".repeat(50_000));
    assert_eq!(shown("gmail-web", &short).html, short);
    let text = format!("<body>{}</body>", "é".repeat(60_000));
    assert!(shown("gmail-web", &text).html.contains("é<div style="));
}

#[test]
fn gmail_drops_style_sheets_whole() {
    let mail =
        |css: &str| format!("<head><style>{css}</style></head><body><p class=x>Hi</p></body>");
    let long = format!(".x{{color:red}}{}", ".y{color:red}".repeat(1000));
    let told = shown("gmail-android", &mail(&long));
    assert_eq!(told.html, "<head></head><body><p class=x>Hi</p></body>");
    assert_eq!(
        told.warnings,
        ["Drops a style sheet whole: it has more than 8,192 characters."]
    );
    assert!(shown("yahoo-web", &mail(&long)).html.contains(".x{"));
    let broken = mail("@media x{@media y{.x{color:red}}}");
    assert!(!shown("gmail-ios", &broken).html.contains("style"));
    let three = format!(
        "<head>{}</head>",
        format!("<style>{}</style>", ".x{color:red}".repeat(600)).repeat(3)
    );
    assert_eq!(
        shown("gmail-web", &three).html.matches("<style>").count(),
        2
    );
    let in_body = "<body><style>.x{color:red}</style><p>Hi</p></body>";
    assert_eq!(shown("gmail-web", in_body).html, "<body><p>Hi</p></body>");
}

#[test]
fn outlook_draws_the_buttons_that_were_made_for_it() {
    let mail = newsletter("02");
    let windows = shown("outlook-windows", mail.html).html;
    for link in [
        "<a href=\"https://plan.example/new?utm_source=mail&amp;utm_campaign=may\" style=\"display:inline-flex",
        "<a href=\"https://plan.example/upgrade\" style=\"display:inline-flex",
    ] {
        assert!(windows.contains(link), "{link}");
    }
    // Once: the button for the others is not shown.
    assert_eq!(windows.matches("Upgrade today").count(), 1);
    assert!(windows.contains("<table role=\"presentation\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\" width=\"536\">"));
    assert!(!windows.contains("PixelsPerInch") && !windows.contains(">96<"));
    assert!(!windows.contains("max-width"));
    let warnings = shown("outlook-windows", mail.html).warnings;
    assert!(
        warnings.contains(&"Ignores `@media`.".to_owned()),
        "{warnings:?}"
    );
    let web = shown("outlook-web", mail.html).html;
    assert_eq!(web.matches("Upgrade today").count(), 1);
    assert!(web.contains("border-radius:4px") && !web.contains("width=\"536\""));
}

#[test]
fn apple_shows_the_dark_scheme_of_the_mail() {
    let mail = newsletter("03");
    let dark = shown("apple-mail-ios-dark", mail.html).html;
    assert!(
        dark.contains("@media (min-width:0px){body,.page{background-color: #101014 !important;}"),
        "{dark}"
    );
    assert!(dark.contains(":root{color-scheme:dark}"));
    let light = shown("apple-mail-ios", mail.html).html;
    assert!(light.contains("@media (max-width:0px){body,.page{"));
    assert!(!light.contains("color-scheme:dark"));
    // Without a scheme of its own it stays as it is, unless it paints no ground at all.
    let painted = "<body bgcolor=\"#ffffff\"><p>Hi</p></body>";
    assert_eq!(shown("apple-mail-mac-dark", painted).html, painted);
    let plain = "<html><head><title>x</title></head><body><p>Hi</p></body></html>";
    assert!(
        shown("apple-mail-mac-dark", plain)
            .html
            .starts_with("<html><head><style>:root{color-scheme:dark}</style><title>")
    );
}

#[test]
fn others_turn_colours_in_the_dark() {
    let mail = "<body bgcolor=\"FFFFFF\" text=\"#000000\"><table><tr><td style=\"background:#0b2a5b;color:#ffffff\">Hi\
                <font color=\"black\">you</font></td></tr></table></body>";
    let wholly = shown("gmail-ios-dark", mail).html;
    assert!(
        wholly.starts_with("<style>html{background-color:#1f1f1f;"),
        "{wholly}"
    );
    assert!(
        wholly.contains("<body bgcolor=\"#1f1f1f\" text=\"#ffffff\">"),
        "{wholly}"
    );
    assert!(wholly.contains("color:#1f1f1f\">Hi"), "{wholly}");
    assert!(wholly.contains("<font color=\"#ffffff\">"), "{wholly}");
    let partly = shown("outlook-web-dark", mail).html;
    assert!(
        partly.contains("<body bgcolor=\"#1f1f1f\" text=\"#ffffff\" data-ogsc data-ogsb>"),
        "{partly}"
    );
    assert!(
        partly.contains("background:#0b2a5b;color:#ffffff"),
        "{partly}"
    );
    assert_eq!(shown("gmail-android", mail).html, mail);
}

#[test]
fn elements_and_pictures_that_a_client_does_not_know_are_left_out() {
    let mail = "<p hidden>a</p><video src=\"x\"><img src=\"https://a.example/b.png\" srcset=\"c 2x\"></video>\
                <svg><path d=\"\"/>no</svg><img alt=\"d\" src=\"data:image/png;base64,eA==\"><img src=\"https://a.example/e.SVG?f\">";
    let gmail = shown("gmail-web", mail);
    assert_eq!(
        gmail.html,
        "<p>a</p><img src=\"https://a.example/b.png\"><img alt=\"d\"><img>"
    );
    assert_eq!(
        gmail.warnings,
        [
            "Ignores `<svg>`.",
            "Ignores `<video>`.",
            "Ignores pictures in `data:` addresses.",
            "Ignores pictures in the format svg.",
            "Ignores the attribute `hidden`.",
            "Ignores the attribute `srcset`.",
        ]
    );
    let apple = shown("apple-mail-mac", mail);
    assert_eq!(apple.html, mail);
    assert_eq!(apple.warnings, Vec::<String>::new());
}

#[test]
fn nothing_runs_that_stood_in_a_comment() {
    let mail = "<body><!--[if mso]><script>x()</script><a href=\"java\nscript:x()\" onclick=\"x()\">a</a>\
                <iframe src=\"https://a.example\"></iframe><meta http-equiv=refresh content=\"0;url=x\">\
                <v:rect href=\"javascript:x()\">b</v:rect><![endif]--></body>";
    let html = shown("outlook-windows", mail).html;
    for never in ["script", "onclick", "iframe", "refresh", "href"] {
        assert!(!html.contains(never), "{never}: {html}");
    }
    assert!(html.contains(">a</a>") && html.contains('b'));
}

/// One of each kind: what clips, what translates, what turns colours, what answers for the dark.
const KINDS: [&str; 4] = [
    "gmail-web",
    "outlook-windows-dark",
    "outlook-web-dark",
    "apple-mail-ios-dark",
];

#[test]
fn hostile_mails_are_shown_in_time() {
    let repeated = |unit: &str| unit.repeat(200_000 / unit.len());
    let mails = [
        repeated("<div style=\"color:#123456;padding:1px\">"),
        repeated("<v:rect><v:textbox>"),
        format!(
            "<!--[if mso]>{}<![endif]-->",
            repeated("<v:rect fillcolor=red>")
        ),
        repeated("<!--[if mso]>"),
        repeated("<p></b>"),
        repeated("<svg>"),
        format!(
            "<style>{}</style>",
            repeated(".a .b > c:hover{color:rgb(0 0 0);background:url(")
        ),
        format!(
            "<style>{}</style>",
            repeated("@media (prefers-color-scheme:dark){")
        ),
        format!("<p style=\"{}\">", repeated("color:rgb(")),
    ];
    for mail in &mails {
        for id in KINDS {
            let client = Client::find(id).unwrap();
            let _ = quickly(&format!("{id}: {mail:.60}"), || show(mail, client));
        }
    }
}
