//! A website is named, named again, or forgotten.

use postrider_domain::accounts::brand::Readiness;
use postrider_domain::contract::problem::Problem;
use postrider_store::brands::{BrandRecord, Extraction};
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs;
use url::Url;

use super::job::KIND;
use crate::page_address::page_address;

/// The address of a website, as people write it: `acme.example` is one too.
pub fn website_address(text: &str) -> Result<Url, Problem> {
    let text = text.trim();
    let full = if text.contains("://") {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    page_address("websiteUrl", &full)
}

/// The brand is `extracting` from now on; the caller writes its row. Whoever still reads a website for it stops.
pub async fn begin(
    tx: &Tx,
    brand: &mut BrandRecord,
    website: &Url,
    now: i64,
) -> Result<(), DbError> {
    let number = tx.number();
    brand.website_url = Some(website.to_string());
    brand.domain = None;
    brand.extraction = Some(Extraction {
        number,
        began_at: now,
        ended_at: None,
    });
    brand.readiness = Readiness::awaited();
    brand.status = brand.readiness.status();
    jobs::enqueue(tx, brand.key, KIND, number, now).await
}

/// What was read from it stays.
pub fn forget(brand: &mut BrandRecord) {
    brand.website_url = None;
    brand.domain = None;
    brand.extraction = None;
    brand.readiness = Readiness::nothing_to_extract();
    brand.status = brand.readiness.status();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_as_people_write_it() {
        for (text, expect) in [
            (" acme.example ", Some("https://acme.example/")),
            ("http://acme.example/de", Some("http://acme.example/de")),
            ("acme.example:8080/x", Some("https://acme.example:8080/x")),
            ("", None),
            ("javascript:alert(1)", None),
            ("ftp://acme.example", None),
            ("https://user:secret@acme.example", None),
            ("data:text/html,x", None),
            ("mailto:a@acme.example", None),
            ("two words", None),
        ] {
            let address = website_address(text).ok().map(String::from);
            assert_eq!(address.as_deref(), expect, "{text}");
        }
    }
}
