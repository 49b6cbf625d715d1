//! Where the links of a send lead.

use std::sync::Arc;

use moka::future::Cache;
use postrider_content::merge::compile_html;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError};
use postrider_store::tracking;
use url::Url;

/// Bytes that the links of all sends may take. What a send mails never changes, so neither do they.
const MEMORY: u64 = 16 << 20;
/// A send without links takes some too, and every link beside its text.
const SEND_BYTES: usize = 256;
const LINK_BYTES: usize = 32;

/// The targets of a send's links by their place in the design; nothing where one leads each recipient elsewhere, or
/// to no web page.
type Targets = Arc<[Option<Arc<str>>]>;

#[derive(Clone)]
pub struct Links {
    db: Db,
    known: Cache<(BrandKey, i64), Targets>,
}

impl Links {
    pub fn new(db: Db) -> Self {
        let known = Cache::builder()
            .max_capacity(MEMORY)
            .weigher(|_, targets| weight(targets))
            .build();
        Self { db, known }
    }

    pub async fn target(
        &self,
        brand: BrandKey,
        send: i64,
        link: u16,
    ) -> Result<Option<Arc<str>>, Arc<DbError>> {
        let targets = if let Some(known) = self.known.get(&(brand, send)).await {
            known
        } else {
            let load = self.load(brand, send);
            self.known.try_get_with((brand, send), load).await?
        };
        Ok(targets.get(usize::from(link)).cloned().flatten())
    }

    async fn load(&self, brand: BrandKey, send: i64) -> Result<Targets, DbError> {
        let html = self
            .db
            .read(move |tx| async move { tracking::html(&tx, brand, send).await })
            .await?;
        let Some(template) = html.and_then(|html| compile_html(&html).ok()) else {
            return Ok(Targets::default());
        };
        let links = template.links().iter();
        let targets = links.map(|link| {
            let target = link.is_static.then_some(link.target.as_str())?;
            Self::web(target)
        });
        Ok(targets.collect())
    }

    /// The target as a header can carry it, if it is a web page.
    pub fn web(target: &str) -> Option<Arc<str>> {
        let url = Url::parse(target.trim()).ok()?;
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        // As it stands in the mail, if that can be: somebody's server may read more into it than we do.
        let target = target.trim();
        let is_plain = target.bytes().all(|byte| byte.is_ascii_graphic());
        Some(if is_plain { target } else { url.as_str() }.into())
    }
}

fn weight(targets: &Targets) -> u32 {
    let texts = targets.iter().flatten().map(|target| target.len());
    let bytes = texts.sum::<usize>() + targets.len() * LINK_BYTES + SEND_BYTES;
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Links, Targets, weight};

    #[test]
    fn links_weigh_what_they_take() {
        assert_eq!(weight(&Targets::default()), 256);
        let long: Targets = [Some("x".repeat(100_000).into()), None].into();
        assert_eq!(weight(&long), 100_000 + 2 * 32 + 256);
    }

    #[test]
    fn only_web_pages_are_gone_to() {
        for (target, expect) in [
            ("https://example.com", Some("https://example.com")),
            (
                " HTTP://example.com/a?b=%20c#d ",
                Some("HTTP://example.com/a?b=%20c#d"),
            ),
            (
                "https://münchen.example/straße?q=a b",
                Some("https://xn--mnchen-3ya.example/stra%C3%9Fe?q=a%20b"),
            ),
            (
                "https://example.com/\r\nSet-Cookie: a=b",
                Some("https://example.com/Set-Cookie:%20a=b"),
            ),
            ("javascript:alert(1)", None),
            ("data:text/html,<p>", None),
            ("mailto:ada@example.com", None),
            ("//example.com", None),
            ("/docs", None),
            ("https://", None),
            ("", None),
        ] {
            assert_eq!(Links::web(target).as_deref(), expect, "{target}");
        }
    }
}
