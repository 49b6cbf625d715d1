use serde_json::{Value, json};

use super::{blocks, html_of, read, render, try_read};

fn coupon() -> Value {
    json!({ "type": "coupon", "id": "c", "label": "At the checkout", "code": "SPRING <20>", "color": "#123456", "backgroundColor": "#eef" })
}

fn facts() -> Value {
    json!({ "type": "facts", "id": "f", "rows": [
        { "label": "When & where", "value": "<b>Friday</b>, <a href=\"https://a.example\">here</a>" },
        { "label": "Price", "value": "{{ price | \"€35\" }}" },
    ] })
}

#[test]
fn a_coupon_shows_its_code_in_a_frame() {
    let html = html_of(&coupon());
    for expected in [
        "SPRING &lt;20&gt;</div>",
        "At the checkout</div>",
        "2px dashed #123456",
        "background-color:#eef",
        "role=\"presentation\"",
    ] {
        assert!(html.contains(expected), "{expected}");
    }
    let text = render(&blocks(&json!([coupon()]))).text;
    assert!(text.starts_with("At the checkout\nSPRING <20>"), "{text}");
}

#[test]
fn facts_are_a_table_of_data() {
    let html = html_of(&facts());
    assert_eq!(html.matches("<th scope=\"row\"").count(), 2);
    assert!(html.contains(">When &amp; where</th>") && html.contains("<b>Friday</b>"));
    let table = html
        .split("<th scope")
        .next()
        .unwrap()
        .rsplit("<table")
        .next()
        .unwrap();
    assert!(!table.contains("presentation"), "{table}");
    let text = render(&blocks(&json!([facts()]))).text;
    assert!(
        text.starts_with(
            "When & where  Friday, here (https://a.example)\nPrice  {{ price | \"€35\" }}"
        ),
        "{text}"
    );
}

#[test]
fn their_values_are_checked_like_all_others() {
    let refused = |block: Value| {
        try_read(&blocks(&json!([block])))
            .unwrap_err()
            .param
            .unwrap()
    };
    for (block, param) in [
        (
            json!({ "type": "coupon", "id": "c" }),
            "document.blocks[0].code",
        ),
        (
            json!({ "type": "coupon", "id": "c", "code": "a", "size": 1 }),
            "document.blocks[0].size",
        ),
        (
            json!({ "type": "facts", "id": "f", "rows": [] }),
            "document.blocks[0].rows",
        ),
        (
            json!({ "type": "facts", "id": "f", "rows": [{ "label": "a" }] }),
            "document.blocks[0].rows[0].value",
        ),
        (
            json!({ "type": "facts", "id": "f", "rows": [{ "label": "a", "value": "<a href='http://10.0.0.1/'>x</a>" }] }),
            "document.blocks[0].rows[0].value",
        ),
        (
            json!({ "type": "productCard", "id": "p", "title": "x", "href": "http://10.0.0.1/" }),
            "document.blocks[0].href",
        ),
    ] {
        assert_eq!(refused(block.clone()), param, "{block}");
    }
    let document = read(&blocks(&json!([coupon(), facts()])));
    let again = serde_json::to_value(&document).unwrap();
    assert_eq!(read(&again), document);
}

#[test]
fn title_and_image_of_a_product_lead_where_it_says() {
    let html = html_of(
        &json!({ "type": "productCard", "id": "p", "title": "A & B", "href": "https://a.example/?x=1&y=2", "image": { "src": "https://a.example/x.png" } }),
    );
    assert_eq!(
        html.matches("href=\"https://a.example/?x=1&amp;y=2\"")
            .count(),
        2,
        "{html}"
    );
    assert!(html.contains(">A &amp; B</a></h3>"));
}

#[test]
fn links_have_the_colour_of_a_text_that_has_one() {
    let link = "<a href=\"https://a.example\">x</a>";
    let html = html_of(&json!({ "type": "text", "id": "t", "html": link, "color": "#ffffff" }));
    assert!(html.contains(
        "<a style=\"color:#ffffff;text-decoration:underline\" href=\"https://a.example\""
    ));
    let html = html_of(&json!({ "type": "text", "id": "t", "html": link }));
    assert!(html.contains(
        "<a style=\"color:#1d4ed8;text-decoration:underline\" href=\"https://a.example\""
    ));
}

#[test]
fn a_section_has_corners_of_its_own() {
    let section = |id: &str, radius: Value, color: &str| json!({ "type": "section", "id": id, "radius": radius, "backgroundColor": color, "blocks": [{ "type": "text", "id": format!("{id}t"), "html": "x" }] });
    let mut value = blocks(&json!([
        section("a", json!(null), "transparent"),
        section("b", json!(16), "#ffffff"),
        section("c", json!(null), "#ffffff")
    ]));
    value["page"] = json!({ "contentRadius": 8 });
    let html = render(&value).html;
    assert!(html.contains("border-radius:16px"));
    // The page's own corners are those of the last band that is seen against it; the first has its own.
    assert!(html.contains("border-radius:0px 0px 8px 8px") && !html.contains("8px 8px 0px 0px"));
}
