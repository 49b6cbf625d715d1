//! The pages that a design is about: fetched as strangers' images are, and reduced to what a mail may say of them.

use std::time::Duration;

use futures_util::future::join_all;
use postrider_content::brief::PageFacts;
use postrider_content::page_facts;
use postrider_content::web_page::{self, WebPage};
use postrider_domain::network::AllowPrivate;
use postrider_media::fetch::{Fetcher, Limits};

use crate::aside::aside;
use crate::page_address::page_address;

/// Whoever is slower, or says more, is no page to make a mail of.
const LIMITS: Limits = Limits {
    max_bytes: 2 << 20,
    whole: Duration::from_secs(10),
    connect: Duration::from_secs(5),
    redirects: 5,
};

pub fn fetcher(allowed: AllowPrivate) -> Fetcher {
    Fetcher::new(allowed, LIMITS).for_pages()
}

/// What was read, and for its author what was not.
pub struct ReadPages {
    pub facts: Vec<PageFacts>,
    pub unread: Vec<String>,
}

pub async fn read(fetcher: &Fetcher, addresses: &[String]) -> ReadPages {
    let pages = addresses.iter().map(|address| async move {
        let url = page_address("contentUrls", address).map_err(|problem| problem.message)?;
        let answer = fetcher.get(&url).await.map_err(|error| error.to_string())?;
        // Two megabytes take their time.
        let named = address.clone();
        let read = aside(move || {
            let html = web_page::text(&answer.bytes, answer.content_type.as_deref());
            page_facts::read(&WebPage::read(html, answer.url), &named)
        });
        let read = read.await.map_err(|error| error.to_string())?;
        read.ok_or_else(|| "it holds nothing that can be read".to_owned())
    });
    let mut read = ReadPages {
        facts: Vec::new(),
        unread: Vec::new(),
    };
    for (page, address) in join_all(pages).await.into_iter().zip(addresses) {
        match page {
            Ok(facts) => read.facts.push(facts),
            Err(why) => read.unread.push(format!("{address} was not read: {why}.")),
        }
    }
    read
}
