use super::to_html;

const ICONS: &str = "https://mail.example/icons";

fn mail(body: &str) -> String {
    format!(
        "<mjml><mj-body><mj-section><mj-column>{body}</mj-column></mj-section></mj-body></mjml>"
    )
}

fn html(source: &str) -> String {
    to_html(source, ICONS).unwrap()
}

/// Line, column and message of a refusal.
fn refusal(source: &str) -> (u32, u32, String) {
    let error = to_html(source, ICONS).unwrap_err();
    let place = error.at.map_or((0, 0), |place| (place.line, place.column));
    (place.0, place.1, error.message)
}

#[test]
fn mjml_becomes_html() {
    let html = html(concat!(
        "<!-- a note --><mjml lang=\"de\"><mj-head><mj-title>Über \"uns\"</mj-title><mj-preview>Kurz & gut</mj-preview>",
        "<mj-attributes><mj-text color=\"#123456\" /><mj-class name=\"big\" font-size=\"30px\" /></mj-attributes>",
        "<mj-html-attributes><mj-selector path=\".a\"><mj-html-attribute name=\"data-id\">42</mj-html-attribute></mj-selector></mj-html-attributes>",
        "<mj-style>.x > .y { color: red }</mj-style></mj-head><mj-body><!-- two --><mj-section><mj-column>",
        "<mj-text mj-class=\"big\">Hallo {{ firstName | \"Du\" }} <p>offen <br> & 1 < 2</mj-text>",
        "<mj-image src='https://a.example/x.png?a=\"b\"' alt='Zitat \"é\" 👩‍🌾 \\' />",
        "<mj-button href=\"https://a.example/?a=1&b=2\">Los</mj-button>",
        "<mj-raw><table><tr><td>roh</table></mj-raw></mj-column></mj-section></mj-body></mjml>",
    ));
    for expected in [
        "lang=\"de\"",
        "<title>&#220;ber &quot;uns&quot;</title>",
        "Kurz & gut</div>",
        "color:#123456",
        "font-size:30px",
        ".x > .y { color: red }</style>",
        "Hallo {{ firstName | \"Du\" }} <p>offen <br> & 1 < 2",
        "alt=\"Zitat &quot;&#233;&quot; &#128105;&#8205;&#127806; &#92;\"",
        "href=\"https://a.example/?a=1&b=2\"",
        "<table><tr><td>roh</table>",
        "<!--[if mso",
    ] {
        assert!(html.contains(expected), "{expected}\n{html}");
    }
    assert!(!html.contains("mj-") || !html.contains("<mj-"), "{html}");
    assert!(!html.contains("a note") && !html.contains("data-id"));
}

#[test]
fn quotes_in_a_merge_tag_do_not_end_its_attribute() {
    let html = html(&mail(
        "<mj-button href=\"https://x.example/?a={{ q | \"1\" }}&amp;b=2\">{{ a | \"b\" }}</mj-button><mj-image src=\"https://x.example/a.png\" alt='{{ n | 'x' }}' />",
    ));
    for expected in [
        "href=\"https://x.example/?a={{ q | &quot;1&quot; }}&amp;b=2\"",
        "{{ a | \"b\" }}",
        "alt=\"{{ n | &#39;x&#39; }}\"",
    ] {
        assert!(html.contains(expected), "{expected}\n{html}");
    }
}

#[test]
fn inline_styles_stand_on_the_elements() {
    let html = html(concat!(
        "<mjml><mj-head><mj-style inline=\"inline\">.red { color: #ff0000 } .red b { color: blue }</mj-style></mj-head>",
        "<mj-body><mj-section><mj-column><mj-text><div class=\"red\">x <b>y</b></div></mj-text></mj-column></mj-section></mj-body></mjml>",
    ));
    assert!(
        html.contains(
            "<div class=\"red\" style=\"color: #ff0000;\">x <b style=\"color: blue;\">y</b></div>"
        ),
        "{html}"
    );
}

#[test]
fn pictures_and_fonts_come_from_nowhere_else() {
    let source = mail(concat!(
        "<mj-social><mj-social-element name=\"facebook\" href=\"https://a.example\">f</mj-social-element>",
        "<mj-social-element name=\"twitter-noshare\" href=\"https://a.example\" /><mj-social-element name=\"xing\" />",
        "<mj-social-element src=\"https://a.example/own.png\" /></mj-social>",
        "<mj-accordion><mj-accordion-element><mj-accordion-title>Why?</mj-accordion-title><mj-accordion-text>So.</mj-accordion-text></mj-accordion-element></mj-accordion>",
        "<mj-carousel><mj-carousel-image src=\"https://a.example/1.png\" /><mj-carousel-image src=\"https://a.example/2.png\" /></mj-carousel>",
        "<mj-text font-family=\"Roboto, Open Sans, Lato, Ubuntu\">x</mj-text>",
    ));
    let html = html(&source);
    for foreign in [
        "imgur",
        "mailjet",
        "mjml.io",
        "googleapis",
        "@import",
        "<link",
    ] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    for ours in ["facebook", "x", "website", "plus", "minus", "left", "right"] {
        assert!(html.contains(&format!("{ICONS}/{ours}.png")), "{ours}");
    }
    assert!(html.contains("https://a.example/own.png"));
    assert_eq!(to_html(&source, ICONS).unwrap(), html);
}

#[test]
fn the_authors_own_fonts_and_icons_stay() {
    let html = html(concat!(
        "<mjml><mj-head><mj-font name=\"Inter\" href=\"https://fonts.a.example/inter.css\" />",
        "<mj-attributes><mj-accordion icon-wrapped-url=\"https://a.example/open.png\" /></mj-attributes></mj-head><mj-body><mj-section><mj-column>",
        "<mj-text font-family=\"Inter, sans-serif\">x</mj-text><mj-accordion><mj-accordion-element><mj-accordion-title>t</mj-accordion-title></mj-accordion-element></mj-accordion>",
        "</mj-column></mj-section></mj-body></mjml>",
    ));
    assert!(html.contains("https://fonts.a.example/inter.css"));
    assert!(html.contains("https://a.example/open.png") && !html.contains("plus.png"));
}

#[test]
fn refusals_say_where() {
    let (line, column, message) =
        refusal("<mjml>\n  <mj-body>\n    <mj-include path=\"./x.mjml\" />\n  </mj-body></mjml>");
    assert_eq!((line, column), (3, 5));
    assert!(message.contains("mj-include"), "{message}");

    let (line, column, message) =
        refusal("<mjml>\n<mj-body>\n é <mj-marquee>x</mj-marquee></mj-body></mjml>");
    assert_eq!((line, column), (3, 4), "{message}");
    assert!(message.contains("mj-marquee"), "{message}");

    let (line, _, message) = refusal(
        "<mjml><mj-body><mj-section>\n<mj-column>\n<mj-text>x</mj-column></mj-section></mj-body></mjml>",
    );
    assert_eq!(line, 3, "{message}");
    assert_eq!(message, "`mj-text` is not closed.");

    for broken in [
        "",
        "x",
        "<html></html>",
        "<mjml>",
        "<mjml><mj-body>",
        "<mjml><mj-body></mjml>",
        "<mjml><mj-body><mj-section></mj-body></mjml>",
        "</mjml>",
        "<mjml",
        "<mjml><<<",
    ] {
        assert!(to_html(broken, ICONS).is_err(), "{broken}");
    }
}

#[test]
fn hostile_mjml_is_refused_or_compiled_and_ends_soon() {
    let (line, _, message) = refusal(&format!(
        "<mjml><mj-body>\n{}",
        "<mj-wrapper>".repeat(10_000)
    ));
    assert_eq!(line, 2);
    assert!(message.contains("100 levels"), "{message}");

    let laughs = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;&lol;\">]><mjml><mj-body><mj-section><mj-column><mj-text>&lol2;</mj-text></mj-column></mj-section></mj-body></mjml>";
    if let Ok(html) = to_html(laughs, ICONS) {
        assert!(!html.contains("lollol"));
    }
    for hostile in [
        "<mj-text>".repeat(50_000),
        mail(&"<b>".repeat(50_000)),
        mail(&format!("<mj-text>{}</mj-text>", "<b>".repeat(100_000))),
        mail(&format!(
            "<mj-raw><style>{}</style></mj-raw>",
            "<mj-wrapper>".repeat(20_000)
        )),
        mail(&format!("<style>{}</style>", "<mj-wrapper>".repeat(20_000))),
        mail(&format!("<textarea>{}", "<mj-wrapper>".repeat(20_000))),
        mail(&format!("<mj-image {}/>", many_attributes())),
        mail(&format!("<!--{}", "</mj-column>-->".repeat(10_000))),
        mail(&"<mj-divider/>".repeat(20_000)),
        "<mjml></mjml>".repeat(50_000),
        mail("<mj-image width=\"99999999999999999999px\" src=\"\"/><mj-spacer height=\"-1e9\"/>"),
        // As deep as may be: the compiler calls itself for every level.
        nested("mj-wrapper", 97),
        nested("mj-section", 97),
        nested("div", 97),
        mail("<mj-column width=\"NaN%\"></mj-column>"),
    ] {
        _ = to_html(&hostile, ICONS);
    }
}

#[test]
fn styles_are_inlined_only_into_what_a_parser_bears() {
    let source = |html: &str| {
        format!(
            "<mjml><mj-head><mj-style inline=\"inline\">q {{ color: red }}</mj-style></mj-head>\n<mj-body>\n<mj-raw>{html}</mj-raw></mj-body></mjml>"
        )
    };
    let (line, column, message) = refusal(&source(&"<i>".repeat(60_000)));
    assert_eq!((line, column), (3, 9 + 3 * 32));
    assert!(message.contains("Nests too deep"), "{message}");
    let (line, _, message) = refusal(&source(&"<q>".repeat(60_000)));
    assert_eq!(line, 3);
    assert!(message.contains("Nests too deep"), "{message}");
    let deep = format!("{}{}", "<q>".repeat(200), "</q>".repeat(200));
    assert!(html(&source(&deep)).contains("color: red"));
}

#[test]
fn a_little_mjml_does_not_become_a_lot_of_html() {
    let long = "x".repeat(100_000);
    let with_defaults = |defaults: &str, body: &str| {
        let mail = mail(body);
        mail.replace(
            "<mj-body>",
            &format!("<mj-head>\n<mj-attributes>{defaults}</mj-attributes></mj-head><mj-body>"),
        )
    };
    let texts = "<mj-text mj-class=\"c\">x</mj-text>".repeat(1_000);
    for defaults in ["mj-all", "mj-text", "mj-class name=\"c\""] {
        let source = with_defaults(&format!("<{defaults} font-family=\"{long}\" />"), &texts);
        let (line, _, message) = refusal(&source);
        assert_eq!(line, 2);
        assert!(message.contains("mj-attributes"), "{message}");
    }
    let social = "<mj-social-element>x</mj-social-element>".repeat(1_000);
    let images = "<mj-carousel-image src=\"x\" />".repeat(20_000);
    for (body, said) in [
        (
            format!("<mj-social font-family=\"{long}\">{social}</mj-social>"),
            "mj-social",
        ),
        (format!("<mj-carousel>{images}</mj-carousel>"), "500"),
        ("<mj-divider/>".repeat(20_000), "larger than 5 MB"),
        (
            format!("<mj-text>{}</mj-text>", "x".repeat(5 << 20)),
            "larger than 5 MB",
        ),
    ] {
        let (_, _, message) = refusal(&mail(&body));
        assert!(message.contains(said), "{message}");
    }
    let fair = with_defaults(
        "<mj-all font-family=\"Georgia, serif\" /><mj-text color=\"#123456\" />",
        &texts,
    );
    assert!(html(&fair).contains("color:#123456"));
}

fn many_attributes() -> String {
    let names: Vec<String> = (0..50_000).map(|number| format!("a{number}=b")).collect();
    names.join(" ")
}

fn nested(name: &str, levels: usize) -> String {
    let open = format!("<{name}>").repeat(levels);
    let close = format!("</{name}>").repeat(levels);
    format!("<mjml><mj-body>{open}{close}</mj-body></mjml>")
}
