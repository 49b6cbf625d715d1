//! Where a mail leads.

use super::entities::decode_attribute;
use super::scan::{Token, scan};

/// The addresses that links lead to, each once, in the order of the mail.
pub fn links(html: &str) -> Vec<String> {
    let mut links = Vec::new();
    for token in scan(html).unwrap_or_default() {
        if let Token::Start(tag) = token
            && matches!(tag.name.as_str(), "a" | "area")
            && let Some(link) = tag.value(html, "href")
        {
            let link = decode_attribute(link).trim().to_owned();
            if !link.is_empty() && !links.contains(&link) {
                links.push(link);
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_is_named_once_and_decoded() {
        let html = "<a href=\"https://a.test/?a=1&amp;b=2\">one</a><map><area href=' /2 '></map>\
                    <a href='/2'>again</a><a href=''>none</a><a name=x>none</a><link href=/no>";
        assert_eq!(links(html), ["https://a.test/?a=1&b=2", "/2"]);
    }
}
