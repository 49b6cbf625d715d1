use super::*;
use crate::clients::Client;
use crate::clients::notes::Notes;

fn read(client: &str, css: &str) -> (String, Vec<String>) {
    let mut reading = Reading {
        client: Client::find(client).unwrap(),
        notes: Notes::default(),
    };
    let understood = understood_sheet(css, &mut reading);
    (understood, reading.notes.told())
}

#[test]
fn rules_that_a_client_does_not_know_fall_out() {
    for (client, before, after) in [
        ("gmail-web", "a{b:c}", "a{b:c;}"),
        (
            "gmail-web",
            "a[href]{b:c} .x, td > p { color : red }",
            ".x,td > p{color : red;}",
        ),
        (
            "gmail-web",
            "@font-face{font-family:x}@import 'x';a{b:c}",
            "a{b:c;}",
        ),
        (
            "apple-mail-mac",
            "@font-face{font-family:x}@import 'x';",
            "@font-face{font-family:x;}@import 'x';",
        ),
        ("outlook-windows", "@media screen{a{b:c}}a{b:c}", "a{b:c;}"),
        (
            "gmail-ios",
            "@media screen and (max-width:5px){a{b:c}a:hover{d:e}}",
            "@media screen and (max-width:5px){a{b:c;}}",
        ),
        ("gmail-ios", "@media (orientation:landscape){a{b:c}}", ""),
        ("gmail-ios", "@media (min-height:3px){a{b:c}}", ""),
        (
            "outlook-web",
            "@media x{@media y{a{b:c}}d{e:f}}",
            "@media x{d{e:f;}}",
        ),
        (
            "apple-mail-mac",
            "@keyframes x{0%{left:0}to{left:1px}}",
            "@keyframes x{0%{left:0;}to{left:1px;}}",
        ),
        (
            "apple-mail-mac",
            "a{b:c;&:hover{d:e}}",
            "a{b:c;&:hover{d:e;}}",
        ),
        ("yahoo-web", "a{b:c;&:hover{d:e}}", "a{b:c;}"),
        (
            "outlook-windows",
            "p{padding:1px}td{padding:1px}.x{padding:1px}",
            "td{padding:1px;}.x{padding:1px;}",
        ),
        ("gmail-web", "<!-- a{b:c} -->", "a{b:c;}"),
        ("gmail-web", "a{b:c", "a{b:c;}"),
        ("gmail-web", "}}a{b:c}", "a{b:c;}"),
    ] {
        assert_eq!(read(client, before).0, after, "{client}: {before}");
    }
}

#[test]
fn gmail_finds_the_body_however_its_rule_is_written() {
    for (client, before, after) in [
        ("gmail-web", "u + .body .x{b:c}", ".body .x{b:c;}"),
        ("gmail-web", "u+.body .x{b:c}", ".body .x{b:c;}"),
        (
            "gmail-ios",
            "U  ~\n.body .x,u+ .body{b:c}",
            ".body .x,.body{b:c;}",
        ),
        ("gmail-android", "ul+.x{b:c}", "ul+.x{b:c;}"),
        ("yahoo-web", "u + .body .x{b:c}", "u + .body .x{b:c;}"),
    ] {
        assert_eq!(read(client, before).0, after, "{client}: {before}");
    }
}

#[test]
fn dark_schemes_are_answered() {
    let css = "@media (prefers-color-scheme: dark) and (max-width:5px){a{b:c}}@media (Prefers-Color-Scheme:light){d{e:f}}";
    for (client, after) in [
        (
            "apple-mail-ios-dark",
            "@media (min-width:0px) and (max-width:5px){a{b:c;}}@media (max-width:0px){d{e:f;}}",
        ),
        (
            "apple-mail-ios",
            "@media (max-width:0px) and (max-width:5px){a{b:c;}}@media (min-width:0px){d{e:f;}}",
        ),
        ("gmail-ios-dark", ""),
    ] {
        assert_eq!(read(client, css).0, after, "{client}");
    }
    assert_eq!(
        read("gmail-ios-dark", css).1,
        ["Ignores `@media (prefers-color-scheme)` (2 times)."]
    );
}

#[test]
fn dark_schemes_are_answered_however_they_are_written() {
    for (asked, answered) in [
        ("( prefers-color-scheme: dark )", "(min-width:0px)"),
        ("(\n\tPrefers-Color-Scheme : DARK\n)", "(min-width:0px)"),
        ("(/**/prefers-color-scheme/**/:light)", "(max-width:0px)"),
        ("( PREFERS-COLOR-SCHEME )", "(min-width:0px)"),
        (
            "screen and ( prefers-color-scheme:light ) , ( prefers-color-scheme:dark )",
            "screen and (max-width:0px) , (min-width:0px)",
        ),
        ("(x) prefers-color-scheme", "(x) prefers-color-scheme"),
    ] {
        let css = format!("@MEDIA {asked}{{a{{b:c}}}}");
        let expected = format!("@media {answered}{{a{{b:c;}}}}");
        assert_eq!(read("apple-mail-ios-dark", &css).0, expected, "{asked}");
    }
}

#[test]
fn what_is_written_for_outlook_in_the_dark_is_not_turned() {
    assert_eq!(
        read(
            "outlook-web-dark",
            "[data-ogsc] .x{color:#000}.x{color:#000}"
        )
        .0,
        "[data-ogsc] .x{color:#000;}.x{color:#ffffff;}"
    );
}

#[test]
fn gmail_says_why_it_drops_a_sheet() {
    for (css, why) in [
        ("a{b:c}", None),
        ("@media x{a{b:c}}", None),
        (
            "@media x{@media y{a{b:c}}}",
            Some("an at-rule inside another rule"),
        ),
        ("a{b:c", Some("a brace that is never closed")),
        ("a{b:c}}", Some("a brace that closes nothing")),
        ("a{color:rgb(0 1 2)}", Some("a color without commas")),
        ("a{color:rgb(0, 1, 2)}/* } */", None),
    ] {
        assert_eq!(unreadable_to_gmail(css), why, "{css}");
    }
}

#[test]
fn nothing_closes_the_sheet_from_inside() {
    let css = "a{b:'</sty/**/le>'} <//**/style>{x:y} </**/style><b>{c:d}";
    for client in &crate::clients::CLIENTS {
        let (understood, _) = read(client.id, css);
        assert!(
            !understood.to_ascii_lowercase().contains("</style"),
            "{understood}"
        );
    }
}

#[test]
fn hostile_sheets_take_no_time() {
    for unit in [
        "a{",
        "@media x{",
        "}",
        ",",
        "a,",
        "[",
        ":not(",
        "a{b:c}",
        "a::",
        "/*",
        "@",
        "(prefers-color-scheme",
        "prefers-color-scheme",
        "( ",
    ] {
        let css = unit.repeat(200_000 / unit.len());
        for client in ["gmail-web", "outlook-web-dark", "apple-mail-ios-dark"] {
            read(client, &css);
        }
        read("apple-mail-ios-dark", &format!("@media {css}{{a{{b:c}}}}"));
        unreadable_to_gmail(&css);
    }
}
