use proptest::prelude::*;

use super::*;

fn html(vml: &str) -> String {
    translated(vml, Scheme::Light).unwrap()
}

#[test]
fn a_button_becomes_a_link_that_looks_like_it() {
    let button = html(
        "<v:roundrect xmlns:w=\"x\" href=\"https://a.example/?b=1&amp;c=2\" style=\"height:44px;v-text-anchor:middle;width:220px\" \
         arcsize=\"10%\" strokecolor=\"#2467b3\" fillcolor=\"#2467B3 [3204]\"><w:anchorlock/>\
         <center style=\"color:#ffffff\">Go</center></v:roundrect>",
    );
    assert!(
        button
            .starts_with("<a href=\"https://a.example/?b=1&amp;c=2\" style=\"display:inline-flex"),
        "{button}"
    );
    for part in [
        "justify-content:center",
        "width:220px",
        "height:44px",
        "border-radius:4.4px",
        "background-color:#2467b3",
        "border:1.0px solid #2467b3",
        "text-align:center;color:#ffffff",
    ] {
        assert!(button.contains(part), "{part}: {button}");
    }
    assert!(button.contains(">Go</span>"), "{button}");
    assert!(button.ends_with("</a>"), "{button}");
    assert!(
        !button.contains("<v:") && !button.contains("<w:"),
        "{button}"
    );
}

#[test]
fn a_background_becomes_one() {
    let ground = html(
        "<v:rect fill=\"true\" stroke=\"f\" style=\"width:450pt;height:60px\"><v:fill type=\"frame\" aspect=\"atleast\" \
         src=\"https://a.example/it's.png\" color=\"#1F4068\"/><v:textbox inset=\"1px,2px,3px,4px\" \
         style=\"mso-fit-shape-to-text:true\"><p>Hi</p></v:textbox></v:rect>",
    );
    for part in [
        "width:600px",
        "min-height:60px",
        "background-color:#1f4068",
        "url(&#39;https://a.example/it%27s.png&#39;)",
        "background-size:cover",
        "padding:2px 3px 4px 1px",
        "<p>Hi</p>",
    ] {
        let ground = ground.replace("&apos;", "&#39;").replace('\'', "&#39;");
        assert!(ground.contains(part), "{part}: {ground}");
    }
    assert!(!ground.contains("border:"), "{ground}");
}

#[test]
fn gradients_pictures_and_pages_are_drawn() {
    let gradient = html(
        "<v:rect style=\"width:9px\"><v:fill type=\"gradient\" color=\"red\" color2=\"blue\"/>x</v:rect>",
    );
    assert!(
        gradient.contains("linear-gradient(180deg,#0000ff,#ff0000)"),
        "{gradient}"
    );
    assert_eq!(
        html("<v:image src=\"a.png\" style=\"width:10px;height:20px\" />x"),
        "<img alt=\"\" src=\"a.png\" width=\"10\" height=\"20\">x"
    );
    assert_eq!(
        html(
            "<v:background fill=\"t\"><v:fill type=\"tile\" src=\"</style>\" color=\"#fff\"/></v:background>x"
        ),
        "<style>body{background-color:#ffffff;background-image:url('%3C/style>')}</style>x"
    );
    let dark = translated(
        "<v:rect fillcolor=\"#ffffff\" stroke=\"f\">x</v:rect>",
        Scheme::Wholly,
    )
    .unwrap();
    assert!(dark.contains("background-color:#1f1f1f"), "{dark}");
}

#[test]
fn settings_of_word_are_not_shown() {
    for (source, shown) in [
        ("<xml><o:PixelsPerInch>96</o:PixelsPerInch></xml>a", "a"),
        ("<xml><o:X>96<body>a", "<body>a"),
        ("<p>a<o:p>&nbsp;</o:p></p>", "<p>a&nbsp;</p>"),
        ("<v:shape><v:path/>a</v:shape>", "a"),
        ("<center>a</center>", "<center>a</center>"),
        ("</v:rect>a</v:textbox>", "a"),
    ] {
        assert_eq!(html(source), shown, "{source}");
    }
}

#[test]
fn links_that_run_something_are_none() {
    let html = html("<v:rect href=\" javascript:x()\">a</v:rect>");
    assert!(!html.contains("href"), "{html}");
}

#[test]
fn only_ten_levels_are_drawn() {
    let deep = format!(
        "{}x{}y",
        "<v:rect>".repeat(50_000),
        "</v:rect>".repeat(50_000)
    );
    let shown = html(&deep);
    assert_eq!(shown.matches("<span").count(), 2 * DEPTH_MAX);
    assert!(shown.ends_with(&format!("x{}y", "</span></span>".repeat(DEPTH_MAX))));
    let crossed = format!(
        "{}{}",
        "<v:rect>".repeat(50_000),
        "</v:oval>".repeat(50_000)
    );
    html(&crossed);
}

proptest! {
    #[test]
    fn shapes_are_closed_in_any_order(
        source in "(<v:rect href='https://a.example'>|<v:roundrect/>|</v:rect>|<v:textbox>|</v:textbox>|<center>|</center>|<v:fill src='\"'/>|a){0,40}"
    ) {
        let shown = html(&source);
        prop_assert_eq!(shown.matches('a').count() >= source.matches(">a").count(), true);
        prop_assert_eq!(shown.matches("<span").count(), shown.matches("</span>").count());
        prop_assert_eq!(shown.matches("<a ").count(), shown.matches("</a>").count());
        prop_assert!(!shown.contains("v:"));
    }
}
