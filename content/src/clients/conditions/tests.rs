use proptest::prelude::*;

use super::*;

#[test]
fn conditions_are_what_word_says_of_itself() {
    for (condition, expect) in [
        ("mso", true),
        ("!mso", false),
        (" gte mso 9 ", true),
        ("gte mso 17", false),
        ("lt mso 16", false),
        ("lte mso 16", true),
        ("mso 12", false),
        ("mso 16", true),
        ("mso | IE", true),
        ("(mso)|(IE)", true),
        ("(gte mso 9)&(lte mso 15)", false),
        ("!(IE)", true),
        ("IE", false),
        ("gt IE 6", false),
        ("gte vml 1", true),
        ("true", true),
        ("false", false),
        ("", false),
        ("mso mso", false),
        ("(mso", false),
        ("gte mso", false),
    ] {
        assert_eq!(holds(condition), expect, "{condition}");
    }
    assert!(!holds(&"!".repeat(100_000)));
    assert!(!holds(&"(".repeat(100_000)));
}

#[test]
fn comments_for_word_are_looked_into() {
    for (html, seen) in [
        ("a<!--[if mso]>b<![endif]-->c", "abc"),
        ("a<!--[if !mso]>b<![endif]-->c", "ac"),
        ("a<!--[if !mso]><!-->b<!--<![endif]-->c", "ac"),
        ("a<!--[if !mso]><!-- -->b<!--<![endif]-->c", "ac"),
        ("a<!--[if !mso]>-->b<!-- <![endif]-->c", "ac"),
        ("a<!--[if mso]><!-->b<!--<![endif]-->c", "abc"),
        ("a<![if !mso]>b<![endif]>c", "ac"),
        ("a<![IF mso]>b<![EndIf]>c", "abc"),
        ("a<!-- x <b> -->c<!---->d<!-->e", "acde"),
        ("a<!--[if mso]>b-->c", "abc"),
        ("a<!--[if !mso]>b-->c", "ac"),
        ("a<!--[if mso]>b<!-- x -->c<![endif]-->d", "abcd"),
        ("a<!--[if mso]>b", "ab"),
        ("a<!--[if mso>b-->c", "ac"),
        ("a - b --> c < d", "a - b --> c < d"),
        ("é<!--é-->é", "éé"),
        ("<![endif]-->a", "a"),
        (
            "<p style=\"font-style:italic\">a<!--[if mso]>b<![endif]-->c",
            "<p style=\"font-style:italic\">abc",
        ),
        ("<styles>a<!--[if mso]>b<![endif]-->c", "<styles>abc"),
        (
            "<Style><!-- b{c:d} --></style>e<!-- f -->",
            "<Style><!-- b{c:d} --></style>e",
        ),
        (
            "<!--[if mso]>a<![if gte mso 20]>b<![endif]>c<![endif]-->d",
            "acd",
        ),
    ] {
        assert_eq!(seen_by_word(html), seen, "{html}");
    }
}

#[test]
fn what_never_ends_takes_no_longer() {
    for unit in [
        "<!--[if mso]>",
        "<!--[if ",
        "<![if mso",
        "<!--",
        "<![endif]",
        "<!",
        "-",
        "<style>",
    ] {
        seen_by_word(&unit.repeat(1_000_000 / unit.len()));
    }
}

/// A piece of a mail, and what Word sees of it.
fn piece() -> impl Strategy<Value = (String, String)> {
    let text = "[a-z ]{1,6}".prop_map(|text| (text.clone(), text));
    text.prop_recursive(6, 40, 4, |inner| {
        let inside = prop::collection::vec(inner, 0..4).prop_map(|pieces| {
            let (html, seen): (Vec<String>, Vec<String>) = pieces.into_iter().unzip();
            (html.concat(), seen.concat())
        });
        let condition = prop_oneof![
            Just(("mso", true)),
            Just(("!mso", false)),
            Just(("gte mso 9", true)),
            Just(("(lt mso 12)|(IE)", false)),
        ];
        (inside, condition, 0..3_u8).prop_map(|((html, seen), (condition, holds), form)| {
            let html = match form {
                0 => format!("<!--[if {condition}]>{html}<![endif]-->"),
                1 => format!("<!--[if {condition}]><!-->{html}<!--<![endif]-->"),
                _ => format!("<![if {condition}]>{html}<![endif]>"),
            };
            (html, if holds { seen } else { String::new() })
        })
    })
}

proptest! {
    #[test]
    fn conditions_inside_conditions_are_told_apart((html, seen) in piece()) {
        prop_assert_eq!(seen_by_word(&html), seen);
    }

    #[test]
    fn any_text_is_read(html in "(<!--|-->|\\[if |mso|\\]>|<!\\[endif\\]|é|<b>|!|\\(| ){0,40}") {
        let seen = seen_by_word(&html);
        prop_assert!(seen.len() <= html.len());
    }
}
