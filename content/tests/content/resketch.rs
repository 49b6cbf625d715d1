//! HTML of strangers, read into a sketch.

use postrider_content::compose::{Look, compose, layout_for};
use postrider_content::document::{Document, Footer, RenderOptions, render};
use postrider_content::resketch::{resketch, words};
use postrider_content::sketch::Item;

fn text(text: &str) -> Item {
    Item::Text {
        text: text.to_owned(),
    }
}

#[test]
fn a_mail_is_read_in_its_order() {
    let html = r#"<html lang="de"><head><title>Tee im Mai</title><style>p{color:red}</style></head>
        <body><div style="display:none">Die erste Zeile</div>
        <img src="https://a.test/logo.png" width="120" alt="Logo"><p>NEU</p>
        <h1>Tee &amp; <b>Kuchen</b></h1><p>Kommt am <b>Sonntag</b> <a href="https://a.test/x">zu uns</a>.</p>
        <p>Wir backen schon.<br>Und ihr?<br><br>Bis bald</p><hr>
        <ol><li>Tee<li><i>Torte</i></ol><h2>Der Weg</h2>
        <a href="https://a.test/weg"><img src="https://a.test/unser-haus.jpg" width="600"></a>
        <img src="https://a.test/pixel.gif" width=1 height=1>
        <table><tr><td style="background:#060;border-radius:4px"><a href="https://a.test/zusagen">Zusagen</a></td></tr></table>
        <a class="btn" href="https://a.test/andere">Mehr lesen</a>
        <p>© 2026 Tee</p><p><a href="https://a.test/u">Unsubscribe</a></p></body></html>"#;
    let read = resketch(html).unwrap();
    assert_eq!(read.lang.as_deref(), Some("de"));
    assert_eq!(read.left_out.len(), 1);
    let sketch = read.sketch;
    assert_eq!(sketch.title, "Tee im Mai");
    assert_eq!(sketch.preview_text, "Die erste Zeile");
    assert_eq!(sketch.eyebrow.as_deref(), Some("NEU"));
    assert_eq!(sketch.headline, "Tee & Kuchen");
    assert_eq!(sketch.lead, None, "a text with a link is none");
    let expected = [
        text("Kommt am **Sonntag** [zu uns](https://a.test/x)."),
        text("Wir backen schon.\nUnd ihr?"),
        text("Bis bald"),
        Item::Divider,
        Item::List {
            numbered: true,
            items: vec!["Tee".to_owned(), "*Torte*".to_owned()],
        },
        Item::Heading {
            text: "Der Weg".to_owned(),
        },
        Item::Image {
            image: "https://a.test/unser-haus.jpg".to_owned(),
            alt: "unser haus".to_owned(),
            url: Some("https://a.test/weg".to_owned()),
        },
        Item::Button {
            label: "Zusagen".to_owned(),
            url: "https://a.test/zusagen".to_owned(),
        },
        text("[Mehr lesen](https://a.test/andere)"),
    ];
    assert_eq!(sketch.items, expected);
}

#[test]
fn footers_are_known_in_every_language_that_we_have_words_for() {
    let link = |words: &str| {
        format!("<p>Tee GmbH, Kai 5 · <a href=\"https://a.test/c/8fa\">{words}</a></p>")
    };
    let button = "<a class=btn style=\"background:#060;padding:9px\" href=\"https://a.test/unsubscribe/8\">Bye</a>";
    for footer in [
        link("Hier abmelden"),
        link("Se désabonner"),
        link("Darse de baja"),
        link("Newsletter abbestellen"),
        button.to_owned(),
        link("Cancelar la suscripción"),
        "<p>Sie erhalten diese Mail als Kunde.</p>".to_owned(),
        "<p>Sie erhalten diese <b>E\u{2011}Mail</b>, weil Sie Tee mögen.</p>".to_owned(),
        "<p>Du erhältst diesen<br>Newsletter als Kundin.</p>".to_owned(),
        "<p>Vous recevez cet e-mail car vous aimez le thé.</p>".to_owned(),
        "<p>Vous recevez cette lettre d’information une fois par mois.</p>".to_owned(),
        "<p>Recibes este correo porque te gusta el té.</p>".to_owned(),
        "<p>Tous droits réservés.</p>".to_owned(),
        "<p><a href=\"https://a.test/l?to=unsubscribe\">hier</a></p>".to_owned(),
    ] {
        let html = format!("<h1>Tee im Mai</h1><p>Eins.</p><p>Zwei.</p>{footer}");
        let read = resketch(&html).unwrap();
        assert_eq!(read.sketch.items, [text("Zwei.")], "{footer}");
        assert_eq!(read.left_out.len(), 1, "{footer}");
    }
    // Whoever cannot come says so, and what readers receive are not only mails; that is no footer.
    for said in [
        "Wer nicht kommt, kann sich bis Freitag abmelden.",
        "Sie erhalten diese Woche 20 % auf alle Samen.",
        "Sie erhalten diesen Gutschein zu jeder Kanne.",
        "Du erhältst diese Tasse zu jeder Kanne.",
        "Pour tout achat, vous recevez cette tasse en cadeau.",
        "Vous recevez ce thé et cet exemplaire en cadeau.",
        "Con cada tetera recibes este té de regalo.",
        "Puedes cancelar la suscripción cuando quieras.",
    ] {
        let read = resketch(&format!("<h1>Tee im Mai</h1><p>Eins.</p><p>{said}</p>")).unwrap();
        assert_eq!(read.sketch.items, [text(said)]);
        assert_eq!(read.left_out.len(), 0, "{said}");
    }
}

#[test]
fn without_headings_the_first_short_words_are_the_headline() {
    let read = resketch("<p>Good morning</p><p>Long ago.</p><p>And now.</p>").unwrap();
    assert_eq!(read.sketch.headline, "Good morning");
    assert_eq!(read.sketch.lead.as_deref(), Some("Long ago."));
    let large = "<p>Small</p><p style='font-size: 32px'>Large</p><p>One.</p><p>Two.</p>";
    let sketch = resketch(large).unwrap().sketch;
    assert_eq!(
        (sketch.eyebrow.as_deref(), sketch.headline.as_str()),
        (Some("Small"), "Large")
    );
}

#[test]
fn what_says_nothing_is_nothing() {
    for html in [
        "",
        "<p> </p>",
        "<img src='https://a.test/a.png'>",
        "<p style='display:none'>x</p>",
    ] {
        assert!(resketch(html).is_none(), "{html}");
        assert_eq!(words(html), "");
    }
    assert_eq!(
        words("<h1>Tea</h1><p>On <b>Sunday</b>.</p>"),
        "Tea\nOn Sunday."
    );
}

#[test]
fn long_and_broken_html_becomes_a_mail() {
    let long = format!("<h1>Tea</h1>{}", "<p>word </p>".repeat(500));
    let read = resketch(&long).unwrap();
    assert_eq!((read.sketch.items.len(), read.left_out.len()), (60, 1));
    for html in [
        "<h1>Tea</h1></b></a><p><b>open <a href='https://a.test'>link<p>next</td></table>"
            .to_owned(),
        format!("<h1>Tea</h1>{}deep", "<div>".repeat(400)),
        format!(
            "<h1>{}</h1><p>{}</p>",
            "x ".repeat(400),
            "wort ".repeat(2_000)
        ),
        "<h1>Tea</h1><p>{{ firstName | there }} * [a](b) **</p>".to_owned(),
    ] {
        let sketch = resketch(&html).unwrap().sketch;
        let look = Look {
            name: "Acme".to_owned(),
            ..Look::default()
        };
        let blocks = compose(&sketch, &look, layout_for(&sketch, "seed"));
        let document = Document::of_blocks(blocks.page, blocks.blocks);
        let options = RenderOptions {
            footer: Footer::WhereMissing,
            icons: "https://a.test/icons".to_owned(),
        };
        assert!(render(&document, &options).text.contains("Tea") || html.contains("x x"));
    }
}
