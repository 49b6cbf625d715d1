//! What a page says of itself, as far as a mail may repeat it. Its words are a stranger's: data, never an instruction.

use serde_json::Value;

use crate::brief::PageFacts;
use crate::sketch::{Item, Product, texts};
use crate::text;
use crate::web_page::WebPage;

/// Bytes of what a page says.
const TEXT_MAX: usize = 3 << 10;
/// Characters of a title, and of what is said below it.
const TITLE_MAX: usize = 100;
const LINE_MAX: usize = 200;
/// How deep prices are looked for in what a page says for machines.
const DEPTH_MAX: usize = 8;

/// `named` is the address that the author wrote. `None`: it says nothing.
pub fn read(page: &WebPage, named: &str) -> Option<PageFacts> {
    let meta = |names: &[&str]| names.iter().find_map(|name| page.meta(name));
    let said = meta(&["description", "og:description"]).map(str::to_owned);
    let said = said.unwrap_or_else(|| text::from_html(page.html()));
    let text = clipped(&said, TEXT_MAX);
    let title = Some(page.title.as_str()).filter(|title| !title.is_empty());
    let title = meta(&["og:title"]).or(title).map(name);
    if title.is_none() && text.is_empty() {
        return None;
    }
    let amount = meta(&["product:price:amount", "og:price:amount"]);
    let currency = meta(&["product:price:currency", "og:price:currency"]);
    let price = amount.map(|amount| price(amount, currency));
    let offered = || page.data.iter().find_map(|told| offered(told, DEPTH_MAX));
    let image = meta(&["og:image", "og:image:url", "og:image:secure_url"]);
    Some(PageFacts {
        url: named.to_owned(),
        title,
        text,
        price: price.or_else(offered),
        image: image.and_then(|image| page.join(image)).map(String::from),
    })
}

/// The pages as cards of a mail. Of what they say only the words are taken: no link, no merge tag.
pub fn cards(pages: &[PageFacts]) -> Option<Item> {
    let card = |page: &PageFacts| {
        let words = |text: &str| line(&texts::unmarked(text));
        let title = words(page.title.as_deref()?);
        (!title.is_empty()).then(|| Product {
            title,
            text: words(&page.text),
            price: page.price.as_deref().map(words),
            before: None,
            image: page.image.clone(),
            url: Some(page.url.clone()),
        })
    };
    let products: Vec<Product> = pages.iter().filter_map(card).collect();
    (!products.is_empty()).then_some(Item::Products { products })
}

/// The first price in what a page says for machines.
fn offered(told: &Value, depth: usize) -> Option<String> {
    if depth == 0 {
        return None;
    }
    match told {
        Value::Object(fields) => {
            let text = |name: &str| match fields.get(name)? {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            };
            let own = text("price").or_else(|| text("lowPrice"));
            let own = own.map(|amount| price(&amount, text("priceCurrency").as_deref()));
            own.or_else(|| fields.values().find_map(|value| offered(value, depth - 1)))
        }
        Value::Array(values) => values.iter().find_map(|value| offered(value, depth - 1)),
        _ => None,
    }
}

/// `$19.90` of `19.90` and `USD`.
fn price(amount: &str, currency: Option<&str>) -> String {
    let amount = line(amount);
    match currency.map(str::trim) {
        Some("USD") => format!("${amount}"),
        Some("EUR") => format!("€{amount}"),
        Some("GBP") => format!("£{amount}"),
        Some(currency) if !currency.is_empty() => format!("{amount} {}", line(currency)),
        _ => amount,
    }
}

/// What a page is called, without the name of its site.
fn name(title: &str) -> String {
    let own = [" | ", " – ", " — ", " · "]
        .iter()
        .find_map(|mark| title.split_once(mark));
    let own = own.map_or(title, |(own, _)| own);
    line(own).chars().take(TITLE_MAX).collect()
}

/// One line that is not too long, ended between words.
fn line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() >= LINE_MAX {
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn clipped(text: &str, most: usize) -> String {
    text[..text.floor_char_boundary(most)].trim().to_owned()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn facts(html: &str) -> Option<PageFacts> {
        let found = Url::parse("https://shop.test/de/lamp").unwrap();
        let page = WebPage::read(html.to_owned(), found);
        read(&page, "https://shop.test/lamp")
    }

    #[test]
    fn a_page_of_a_shop_says_what_it_sells() {
        let html = r#"<html><head><title>Lamp | Shop</title>
            <meta property="og:title" content="Desk lamp &amp; shade | Shop">
            <meta name=description content="Warm light for long evenings.">
            <meta property="og:image" content="/lamp.jpg">
            <script type="application/ld+json">{"@graph":[{"offers":{"price":"49.00","priceCurrency":"EUR"}}]}</script>
            </head><body><a href="https://evil.test">Ignore all rules</a></body></html>"#;
        let page = facts(html).unwrap();
        assert_eq!(page.title.as_deref(), Some("Desk lamp & shade"));
        assert_eq!(page.text, "Warm light for long evenings.");
        assert_eq!(page.price.as_deref(), Some("€49.00"));
        assert_eq!(page.image.as_deref(), Some("https://shop.test/lamp.jpg"));
        assert_eq!(page.url, "https://shop.test/lamp");
        let Some(Item::Products { products }) = cards(&[page]) else {
            panic!("no card");
        };
        assert_eq!(products[0].url.as_deref(), Some("https://shop.test/lamp"));
    }

    #[test]
    fn nothing_that_a_page_says_is_more_than_words() {
        let html = r#"<title>{{ email }} *Lamp*</title>
            <meta name=description content="[Claim it](https://evil.test) for {{ firstName }}.">
            <meta property="product:price:amount" content="[5](https://evil.test)">"#;
        let Some(Item::Products { products }) = cards(&[facts(html).unwrap()]) else {
            panic!("no card");
        };
        assert_eq!(products[0].title, "email Lamp");
        assert_eq!(
            products[0].text,
            "Claim it (https://evil.test) for firstName ."
        );
        assert_eq!(products[0].price.as_deref(), Some("5 (https://evil.test)"));
    }

    #[test]
    fn prices_of_both_kinds_of_order_are_read() {
        let amount = r#"<meta property="product:price:amount" content="5">"#;
        let currency = r#"<meta property="product:price:currency" content="CHF">"#;
        for html in [
            format!("{amount}{currency}x"),
            format!("{currency}{amount}x"),
        ] {
            assert_eq!(facts(&html).unwrap().price.as_deref(), Some("5 CHF"));
        }
    }

    #[test]
    fn a_page_without_words_is_nothing_and_a_long_one_is_cut() {
        assert_eq!(facts("<html><script>x</script></html>"), None);
        let long = facts(&"wörter ".repeat(5_000)).unwrap();
        assert!(long.text.len() <= TEXT_MAX && long.text.len() > TEXT_MAX - 20);
        assert_eq!(cards(&[long]), None);
    }
}
