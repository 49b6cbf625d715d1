//! Where else a brand speaks.

use url::Url;

use super::json_ld::{self, owners};
use crate::web_page::WebPage;

/// So many are kept.
const MOST: usize = 10;
/// Characters of an address; a longer one leads to no profile.
const LONGEST: usize = 300;

const HOSTS: [&str; 17] = [
    "facebook.com",
    "instagram.com",
    "x.com",
    "twitter.com",
    "linkedin.com",
    "youtube.com",
    "tiktok.com",
    "pinterest.com",
    "threads.net",
    "threads.com",
    "bsky.app",
    "mastodon.social",
    "vimeo.com",
    "xing.com",
    "github.com",
    "discord.gg",
    "twitch.tv",
];

/// Parts of addresses by which readers tell others of the page: not the brand's own.
const SHARING: [&str; 9] = [
    "share", "sharer", "intent", "create", "plugins", "dialog", "embed", "watch", "hashtag",
];

/// Those that it names itself, then those that it links to; of each network one.
pub(super) fn links(page: &WebPage) -> Vec<String> {
    let named = owners(page)
        .into_iter()
        .flat_map(|owner| json_ld::texts(owner, "sameAs"));
    let linked = page.named("a").filter_map(|link| link.attribute("href"));
    let mut found: Vec<(&str, String)> = Vec::new();
    for address in named.chain(linked) {
        let Some((host, url)) = profile(address) else {
            continue;
        };
        let is_new = found.iter().all(|(known, _)| *known != host);
        if is_new && found.len() < MOST {
            found.push((host, url));
        }
    }
    found.into_iter().map(|(_, url)| url).collect()
}

fn profile(address: &str) -> Option<(&'static str, String)> {
    let address = address
        .strip_prefix("//")
        .map_or_else(|| address.to_owned(), |rest| format!("https://{rest}"));
    let mut url = Url::parse(&address).ok()?;
    let own = url.domain()?.to_owned();
    let host = HOSTS.into_iter().find(|host| {
        let below = own.strip_suffix(host);
        below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
    })?;
    let mut parts = url.path_segments()?.filter(|part| !part.is_empty());
    let first = parts.next()?;
    if parts.chain([first]).any(|part| {
        let part = part.trim_end_matches(".php").to_ascii_lowercase();
        SHARING.contains(&part.as_str())
    }) {
        return None;
    }
    url.set_scheme("https").ok()?;
    url.set_fragment(None);
    url.set_query(None);
    let url = String::from(url);
    (url.len() <= LONGEST).then_some((host, url))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    #[test]
    fn profiles_are_kept_and_buttons_to_share_are_not() {
        let page = page(
            r#"<script type="application/ld+json">{"@type":"Organization","name":"A","sameAs":["https://www.instagram.com/acme"]}</script>
            <a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a>
            <a href="https://facebook.com/">f</a><a href="http://www.facebook.com/acme?ref=x#y">f</a>
            <a href="https://instagram.com/other">i</a><a href="//x.com/acme">x</a>
            <a href="https://notx.com/acme">n</a><a href="https://twitter.com/intent/tweet">t</a>"#,
        );
        assert_eq!(
            links(&page),
            [
                "https://www.instagram.com/acme",
                "https://www.facebook.com/acme",
                "https://x.com/acme"
            ]
        );
    }

    #[test]
    fn addresses_are_of_a_length_that_one_has() {
        let link = |length: usize| {
            let start = "https://x.com/";
            format!("{start}{}", "a".repeat(length - start.len()))
        };
        for (length, count) in [(LONGEST, 1), (LONGEST + 1, 0), (1 << 20, 0)] {
            let page = page(&format!(r#"<a href="{}">x</a>"#, link(length)));
            assert_eq!(links(&page).len(), count, "{length}");
        }
    }
}
