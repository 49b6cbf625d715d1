//! Changes of an imported HTML: its fields take other words, links and images, and all else stays as it came.

use postrider_content::brief::{BrandBrief, Brief};
use postrider_content::designer::{self, Understood};
use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::edit::{Edited, Head, Refused, apply, outline};
use postrider_content::html::import;
use postrider_domain::designs::design::EmailType;
use serde_json::{Value, json};

use super::operations;

const HTML: &str = "<html><head><title>Spring sale</title></head><body>\
    <div style=\"display:none\">Only this week</div>\
    <table><tr><td style=\"background:#fee\"><h1>Spring sale<br><em>has begun</em></h1>\
    <p>All seeds are\n   cheaper &amp; fresh. Read <a href=\"https://fern.example/blog\">our notes</a> too.</p>\
    <a href=\"https://fern.example/pots\"><img src=\"https://fern.example/pots.png\" alt=\"Pots\"></a>\
    <a href=\"https://fern.example/sale\" style=\"background:#060;padding:12px\">Shop now</a>\
    </td></tr></table></body></html>";

fn imported(html: &str) -> Document {
    Document::of_html(import(html, None).unwrap().document)
}

/// The field that says this.
fn id(document: &Document, words: &str) -> String {
    let outline = outline(document);
    let found = outline
        .iter()
        .find(|named| named.kind != "title" && named.text == words);
    found
        .unwrap_or_else(|| panic!("nothing says {words}"))
        .block
        .clone()
}

fn html(document: &Document) -> String {
    let options = RenderOptions {
        footer: Footer::Never,
        icons: "https://mail.example/icons".to_owned(),
    };
    document::render(document, &options).html
}

fn changed(document: &Document, value: &Value) -> Result<Edited, Vec<Refused>> {
    apply(document, &Head::default(), &operations(value))
}

fn text(block: &str, text: &str) -> Value {
    json!({ "kind": "setText", "block": block, "part": null, "text": text })
}

#[test]
fn every_field_is_told_as_what_it_is_to_a_reader() {
    let outline = serde_json::to_value(outline(&imported(HTML))).unwrap();
    let told: Vec<[&str; 3]> = outline
        .as_array()
        .unwrap()
        .iter()
        .map(|named| ["kind", "text", "url"].map(|key| named[key].as_str().unwrap_or_default()))
        .collect();
    assert_eq!(
        told,
        [
            ["title", "Spring sale", ""],
            ["heading", "Spring sale", ""],
            ["heading", "has begun", ""],
            ["text", "All seeds are cheaper & fresh. Read", ""],
            ["text", "our notes", "https://fern.example/blog"],
            ["text", "too.", ""],
            ["image", "Pots", "https://fern.example/pots"],
            ["button", "Shop now", "https://fern.example/sale"],
        ]
    );
}

#[test]
fn fields_take_words_links_and_images_and_the_layout_stays() {
    let before = imported(HTML);
    let (headline, notes) = (id(&before, "Spring sale"), id(&before, "our notes"));
    let (picture, button) = (id(&before, "Pots"), id(&before, "Shop now"));
    let after = changed(
        &before,
        &json!([
            text(&headline, "Summer **sale** <b>\"now\"</b>"),
            text(&notes, "our diary"),
            { "kind": "setLink", "block": notes, "url": "https://fern.example/diary?a=1&b=2" },
            { "kind": "setImage", "block": picture, "image": "https://fern.example/tea.png", "alt": "Tea \"hot\"" },
            { "kind": "setLink", "block": picture, "url": "https://fern.example/tea" },
            text(&button, "Buy"),
            { "kind": "setLink", "block": button, "url": "https://fern.example/summer" },
            { "kind": "setSubject", "text": "Summer" },
        ]),
    )
    .unwrap();
    let expected = HTML
        .replace(
            "<h1>Spring sale",
            "<h1>Summer sale &lt;b&gt;\"now\"&lt;/b&gt;",
        )
        .replace("our notes", "our diary")
        .replace(
            "https://fern.example/blog",
            "https://fern.example/diary?a=1&amp;b=2",
        )
        .replace(
            "https://fern.example/pots.png",
            "https://fern.example/tea.png",
        )
        .replace("alt=\"Pots\"", "alt=\"Tea &quot;hot&quot;\"")
        .replace("https://fern.example/pots", "https://fern.example/tea")
        .replace("Shop now", "Buy")
        .replace("https://fern.example/sale", "https://fern.example/summer");
    assert_eq!(html(&after.document), expected);
    assert_eq!(after.head.subject.as_deref(), Some("Summer"));
}

#[test]
fn another_picture_has_its_own_description_or_none() {
    for (before, after) in [
        (
            "<img src=https://a.example/a.png alt=Pots>",
            "<img src=\"https://a.example/b.png\" alt=\"\">",
        ),
        (
            "<img src=https://a.example/a.png>",
            "<img src=\"https://a.example/b.png\">",
        ),
    ] {
        let document = imported(before);
        let picture = &outline(&document)[0].block;
        let change = json!([{ "kind": "setImage", "block": picture, "image": "https://a.example/b.png", "alt": null }]);
        assert_eq!(html(&changed(&document, &change).unwrap().document), after);
    }
    let document = imported("<img alt src=https://a.example/a.png>");
    let change = json!([text(&outline(&document)[0].block, "Pots")]);
    let refused = changed(&document, &change).unwrap_err();
    assert!(refused[0].problem.message.contains("no place"));
}

#[test]
fn a_field_may_go_where_another_says_it_all() {
    let before = imported(HTML);
    let (first, second) = (id(&before, "Spring sale"), id(&before, "has begun"));
    let after = changed(
        &before,
        &json!([text(&first, "Summer sale"), text(&second, "")]),
    );
    let html = html(&after.unwrap().document);
    assert!(html.contains("<h1>Summer sale<br><em></em></h1>"), "{html}");
    let both = changed(&before, &json!([text(&first, ""), text(&second, " ")]));
    assert_eq!(both.unwrap_err()[0].operation, Some(1));
}

#[test]
fn signs_that_are_no_marks_stay() {
    let before = imported("<p>*Until Friday* only</p>");
    let field = outline(&before)[0].block.clone();
    let after = changed(&before, &json!([text(&field, "*Until Sunday* only")])).unwrap();
    assert_eq!(html(&after.document), "<p>*Until Sunday* only</p>");
}

#[test]
fn an_image_of_several_files_is_no_others() {
    for html in [
        "<img src=https://a.example/a.png srcset='https://a.example/b.png 2x' alt=Pots>",
        "<picture><source srcset='https://a.example/b.png'><img src=https://a.example/a.png alt=Pots></picture>",
    ] {
        let document = imported(html);
        let picture = id(&document, "Pots");
        let change = json!([{ "kind": "setImage", "block": picture, "image": "https://a.example/c.png", "alt": null }]);
        let refused = changed(&document, &change).unwrap_err();
        let message = &refused[0].problem.message;
        assert!(message.contains("several files"), "{message}");
    }
}

#[test]
fn no_description_is_kept_that_the_html_has_no_place_for() {
    let document = imported("<img alt src=https://a.example/a.png>");
    let picture = outline(&document)[0].block.clone();
    let change = |alt: &str| json!([{ "kind": "setImage", "block": picture, "image": "https://a.example/b.png", "alt": alt }]);
    let refused = changed(&document, &change("Pots")).unwrap_err();
    assert!(refused[0].problem.message.contains("no place"));
    let after = changed(&document, &change("")).unwrap().document;
    assert!(html(&after).contains("https://a.example/b.png"));
    assert_eq!(outline(&after)[0].text, outline(&document)[0].text);
}

#[test]
fn a_preview_text_of_several_lines_is_one_line() {
    let html = |text: &str| format!("<div style=\"display:none\">{text}</div><p>Hi</p>");
    let document = imported(&html("Only\n   this week "));
    assert_eq!(document.preview_text().as_deref(), Some("Only this week"));
    assert_eq!(imported(&html(&"x".repeat(501))).preview_text(), None);
}

/// Each operation alone is refused, at this place and in these words.
fn assert_refused(cases: &[(Value, &str, &str)]) {
    for (operation, param, message) in cases {
        let refused = changed(&imported(HTML), &json!([operation])).unwrap_err();
        let problem = &refused[0].problem;
        let at = format!("[0].{param}");
        assert_eq!(problem.param.as_deref(), Some(at.as_str()), "{operation}");
        assert!(problem.message.contains(message), "{}", problem.message);
    }
}

#[test]
fn layout_and_look_cannot_be_changed() {
    let advice = "import it with `cleanUp`";
    let button = id(&imported(HTML), "Shop now");
    let style = json!({ "kind": "setStyle", "block": button, "style": { "color": "#000000" } });
    let page = json!({ "kind": "setPage", "style": { "fontSize": 20 } });
    let item = json!({ "kind": "text", "text": "More" });
    let insert = json!({ "kind": "insert", "place": { "at": "end" }, "item": item });
    let remove = json!({ "kind": "remove", "block": button });
    let shift = json!({ "kind": "move", "block": button, "place": { "at": "end" } });
    assert_refused(&[
        (style, "style", advice),
        (page, "style", advice),
        (insert, "item", advice),
        (remove, "block", advice),
        (shift, "place", advice),
    ]);
}

#[test]
fn what_does_not_fit_a_field_is_told() {
    let before = imported(HTML);
    let (headline, button) = (id(&before, "Spring sale"), id(&before, "Shop now"));
    let link = |block: &str, url: &str| json!({ "kind": "setLink", "block": block, "url": url });
    let image = "https://a.example/a.png";
    let image = json!({ "kind": "setImage", "block": headline, "image": image, "alt": null });
    let code = json!({ "kind": "setText", "block": headline, "part": "code", "text": "x" });
    let linked = text(&headline, "[Here](https://a.example)");
    let script = link(&button, "javascript:alert(1)");
    let nowhere = link(&headline, "https://a.example");
    assert_refused(&[
        (
            text("nowhere", "x"),
            "block",
            "There is no block `nowhere`.",
        ),
        (text(&button, " "), "text", "Must not be empty"),
        (linked, "text", "No link can be put"),
        (code, "text", "It has no such words."),
        (nowhere, "url", "It leads nowhere"),
        (script, "url", "Must begin with"),
        (image, "image", "It shows no image."),
    ]);
}

fn asked(document: &Document, prompt: &str) -> Understood {
    let brief = Brief::of(prompt, EmailType::Campaign, BrandBrief::default());
    designer::edit(prompt, document, &Head::default(), &brief)
}

/// The HTML that commands make.
fn told(html_before: &str, prompt: &str) -> String {
    let before = imported(html_before);
    let understood = asked(&before, prompt);
    assert_eq!(understood.not_understood, [""; 0], "{prompt}");
    let after = apply(&before, &Head::default(), &understood.operations).unwrap();
    html(&after.document)
}

#[test]
fn commands_change_fields() {
    for (prompt, before, after) in [
        (
            "Replace \"spring sale\" with \"Summer sale\"",
            "Spring sale",
            "Summer sale",
        ),
        (
            "Change the headline to \"Hello summer\"",
            "<h1>Spring sale<br><em>has begun</em></h1>",
            "<h1>Hello summer<br><em></em></h1>",
        ),
        (
            "Change the button to \"Buy\", then link it to https://fern.example/new",
            "https://fern.example/sale\" style=\"background:#060;padding:12px\">Shop now",
            "https://fern.example/new\" style=\"background:#060;padding:12px\">Buy",
        ),
        (
            "Set the image description to \"Pots and pans\"",
            "alt=\"Pots\"",
            "alt=\"Pots and pans\"",
        ),
        (
            "Replace the image with https://fern.example/tea.png",
            "https://fern.example/pots.png\" alt=\"Pots\"",
            "https://fern.example/tea.png\" alt=\"\"",
        ),
    ] {
        assert_eq!(told(HTML, prompt), HTML.replace(before, after), "{prompt}");
    }
}

#[test]
fn links_of_images_and_of_named_words_are_changed() {
    for (prompt, before, after) in [
        (
            "Link the image to https://fern.example/tea",
            "href=\"https://fern.example/pots\"",
            "href=\"https://fern.example/tea\"",
        ),
        (
            "Change the link of the image to https://fern.example/tea",
            "href=\"https://fern.example/pots\"",
            "href=\"https://fern.example/tea\"",
        ),
        (
            "Change the link \"our notes\" to https://fern.example/diary",
            "https://fern.example/blog",
            "https://fern.example/diary",
        ),
    ] {
        assert_eq!(told(HTML, prompt), HTML.replace(before, after), "{prompt}");
    }
    let understood = asked(
        &imported(HTML),
        "Change the link \"our news\" to https://fern.example/diary",
    );
    assert_eq!(understood.operations, []);
}

#[test]
fn line_breaks_in_a_row_separate_paragraphs() {
    let html =
        "<table><tr><td>One <mark>and</mark> a half.<br> <br>Two.<br>Three.</td></tr></table>";
    let after = told(html, "Change the first paragraph to \"First.\"");
    assert!(after.contains("First."), "{after}");
    assert!(!after.contains("half"), "{after}");
    assert!(after.contains("<br> <br>Two.<br>Three."), "{after}");
}

#[test]
fn a_sentence_in_several_fields_stays() {
    let html = "<p>Come by. See <b>all</b> seeds. Bye.</p>";
    for prompt in ["Remove the sentence about seeds", "Make it shorter"] {
        let understood = asked(&imported(html), prompt);
        assert_eq!(understood.operations, [], "{prompt}");
        let message = understood.message;
        assert!(message.contains("bold words"), "{message}");
    }
    let html = format!("{html}<p>Seeds are new. Sow them.</p>");
    let after = told(&html, "Remove the sentence about sow");
    assert!(after.contains("<p>Seeds are new.</p>"), "{after}");
}

#[test]
fn without_a_button_the_first_link_that_stands_alone_is_meant() {
    let plain = "<p><a href=\"{{ view_url }}\">On the web</a></p><p>See <a href=\"https://a.example/1\">this</a>.</p>\
        <p><a href=\"https://a.example/2\">Come by</a></p>";
    let expected = html(&imported(plain)).replace("https://a.example/2", "https://a.example/3");
    let after = told(plain, "Link the button to https://a.example/3");
    assert_eq!(after, expected);
}

#[test]
fn commands_for_the_head_and_for_fields_go_together() {
    let prompt = "Set the subject to \"Summer\". Set the preview text to \"Sun and seeds\". Make the button green.";
    let understood = asked(&imported(HTML), prompt);
    let expected = json!([
        { "kind": "setSubject", "text": "Summer" },
        { "kind": "setPreviewText", "text": "Sun and seeds" },
    ]);
    assert_eq!(understood.operations, operations(&expected));
    assert_eq!(understood.not_understood, ["Make the button green"]);
    assert!(
        understood.message.contains("import it with `cleanUp`"),
        "{}",
        understood.message
    );
}

#[test]
fn what_only_blocks_take_is_named_with_what_can_be_asked_for() {
    for prompt in [
        "Make the button green",
        "Remove the button",
        "Add a paragraph saying \"More\"",
        "Move the image to the top",
        "make it pop",
    ] {
        let understood = asked(&imported(HTML), prompt);
        assert_eq!(understood.operations, [], "{prompt}");
        assert_eq!(understood.not_understood, [prompt]);
        for words in ["imported as HTML", "cleanUp", "for example"] {
            assert!(understood.message.contains(words), "{}", understood.message);
        }
    }
}
