//! One visit to a website: its page and what stands beside it, within bounds. All of it is a stranger's.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{OptionFuture, join_all};
use postrider_content::brand::{LogoCandidate, LogoSource, Manifest, identity, logo_candidates};
use postrider_content::web_page::{self, WebPage};
use postrider_domain::network::AllowPrivate;
use postrider_media::fetch::{FetchError, Fetched, Fetcher, Limits};
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::aside::aside;

/// For all of it.
const WHOLE: Duration = Duration::from_secs(20);
const REQUESTS_MAX: usize = 14;
const SHEETS_MAX: usize = 6;
const PICTURES_MAX: usize = 5;

/// The limits of the page itself. Many websites have moved, within their own name or to another.
const PAGE: Limits = Limits {
    max_bytes: 2 << 20,
    whole: Duration::from_secs(8),
    connect: Duration::from_secs(5),
    redirects: 5,
};
/// What stands beside it may have moved once: to a name with a slash behind it, or to a safe address.
const BESIDE: Limits = Limits {
    redirects: 1,
    ..PAGE
};
const SHEET: Limits = Limits {
    max_bytes: 1 << 20,
    ..BESIDE
};
const PICTURE: Limits = Limits {
    max_bytes: 5 << 20,
    ..BESIDE
};

/// Requests that are left for pictures: a website with many style sheets has a logo too.
const LEFT_FOR_PICTURES: usize = 4;
/// One that is left for a picture that has moved: the most likely logo is worth more than the least likely.
const LEFT_FOR_MOVED: usize = 1;

/// Cheap to clone.
#[derive(Clone)]
pub struct Visitor {
    page: Asking,
    /// Another page of the website.
    further_page: Asking,
    sheets: Asking,
    pictures: Asking,
}

/// How something is asked for, and how many requests that leaves to others.
#[derive(Clone)]
struct Asking {
    fetcher: Fetcher,
    leaves: usize,
    /// The same where it has moved.
    leaves_moved: usize,
}

/// What was found.
pub struct Visit {
    pub page: Arc<WebPage>,
    /// Another page, which says where the owner is.
    pub contact: Option<Arc<WebPage>>,
    pub sheets: Arc<Vec<String>>,
    pub manifest: Option<Arc<Manifest>>,
    /// What may be the logo, the most likely first.
    pub pictures: Vec<(LogoCandidate, Bytes)>,
}

/// Why there is nothing, in words that follow "The website was not read: ".
#[derive(Debug, thiserror::Error)]
pub enum NotVisited {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("what is there is no web page")]
    NoPage,
    #[error("the page cannot be read")]
    Unreadable,
}

/// What a visit may still take.
struct Budget {
    deadline: Instant,
    requests: AtomicUsize,
}

impl Budget {
    /// Each redirect that is followed is one request more.
    async fn get(&self, asking: &Asking, url: &Url) -> Result<Fetched, FetchError> {
        if !self.take_one(asking.leaves) {
            return Err(FetchError::TooSlow(WHOLE));
        }
        let may_go_on = || self.take_one(asking.leaves_moved);
        let getting = asking.fetcher.get_while(url, may_go_on);
        let answer = timeout_at(self.deadline, getting).await;
        answer.unwrap_or(Err(FetchError::TooSlow(WHOLE)))
    }

    /// If it leaves so many.
    fn take_one(&self, left: usize) -> bool {
        let take = |requests: usize| requests.checked_sub(1).filter(|rest| *rest >= left);
        let (set, get) = (Ordering::Relaxed, Ordering::Relaxed);
        self.requests.fetch_update(set, get, take).is_ok()
    }
}

impl Visitor {
    pub fn new(allowed: AllowPrivate) -> Self {
        let fetcher = Fetcher::new(allowed, PICTURE);
        let beside = |fetcher: Fetcher| Asking {
            fetcher,
            leaves: LEFT_FOR_PICTURES,
            leaves_moved: LEFT_FOR_PICTURES,
        };
        Self {
            page: Asking {
                fetcher: fetcher.clone().within(PAGE).for_pages(),
                leaves: 0,
                leaves_moved: 0,
            },
            further_page: beside(fetcher.clone().within(BESIDE).for_pages()),
            sheets: beside(fetcher.clone().within(SHEET)),
            pictures: Asking {
                fetcher,
                leaves: LEFT_FOR_MOVED,
                leaves_moved: 0,
            },
        }
    }

    pub async fn visit(&self, website: &Url) -> Result<Visit, NotVisited> {
        let budget = Budget {
            deadline: Instant::now() + WHOLE,
            requests: AtomicUsize::new(REQUESTS_MAX),
        };
        let page = page_at(&budget, &self.page, website).await?;
        let looked_at = Arc::clone(&page);
        let beside = aside(move || Beside::of(&looked_at));
        let beside = beside.await.map_err(|_| NotVisited::Unreadable)?;
        // In this order they are begun: one style sheet of many is the least.
        let (contact, manifest, sheets) = tokio::join!(
            OptionFuture::from(beside.contact.as_ref().map(|url| page_at(
                &budget,
                &self.further_page,
                url
            ))),
            OptionFuture::from(
                beside
                    .manifest
                    .as_ref()
                    .map(|url| self.manifest(&budget, url))
            ),
            self.sheets(&budget, &beside.sheets),
        );
        let manifest = manifest.flatten().map(Arc::new);
        let pictures = self.pictures(&budget, &page, manifest.as_ref()).await;
        Ok(Visit {
            page,
            contact: contact.and_then(Result::ok),
            sheets: Arc::new(sheets),
            manifest,
            pictures,
        })
    }

    /// Those that came, in their order.
    async fn sheets(&self, budget: &Budget, urls: &[Url]) -> Vec<String> {
        let sheets = urls.iter().map(|url| budget.get(&self.sheets, url));
        let fetched: Vec<_> = join_all(sheets).await.into_iter().flatten().collect();
        let texts = aside(move || fetched.iter().map(text).collect()).await;
        texts.unwrap_or_default()
    }

    async fn manifest(&self, budget: &Budget, url: &Url) -> Option<Manifest> {
        let fetched = budget.get(&self.sheets, url).await.ok()?;
        let read = aside(move || Manifest::read(&text(&fetched), &fetched.url));
        read.await.ok()
    }

    async fn pictures(
        &self,
        budget: &Budget,
        page: &Arc<WebPage>,
        manifest: Option<&Arc<Manifest>>,
    ) -> Vec<(LogoCandidate, Bytes)> {
        let (page, manifest) = (Arc::clone(page), manifest.cloned());
        let candidates = aside(move || logo_candidates(&page, manifest.as_deref())).await;
        let mut fetched = 0;
        let is_within = |candidate: &LogoCandidate| match candidate.source {
            LogoSource::Svg(_) => true,
            LogoSource::Address(_) => {
                fetched += 1;
                fetched <= PICTURES_MAX
            }
        };
        let mut candidates = candidates.unwrap_or_default();
        candidates.retain(is_within);
        let pictures = candidates.into_iter().map(|candidate| async {
            let bytes = match &candidate.source {
                LogoSource::Svg(drawing) => Bytes::from(drawing.clone()),
                LogoSource::Address(url) => budget.get(&self.pictures, url).await.ok()?.bytes,
            };
            Some((candidate, bytes))
        });
        join_all(pictures).await.into_iter().flatten().collect()
    }
}

async fn page_at(budget: &Budget, asking: &Asking, url: &Url) -> Result<Arc<WebPage>, NotVisited> {
    let fetched = budget.get(asking, url).await?;
    let kind = fetched.content_type.clone().unwrap_or_default();
    let kind = kind.to_ascii_lowercase();
    let is_page = ["html", "xml", "text/plain"]
        .iter()
        .any(|page| kind.contains(page));
    if !is_page && !kind.is_empty() {
        return Err(NotVisited::NoPage);
    }
    let page = aside(move || WebPage::read(text(&fetched), fetched.url));
    let page = page.await.map_err(|_| NotVisited::Unreadable)?;
    Ok(Arc::new(page))
}

/// Where to look beside a page.
struct Beside {
    sheets: Vec<Url>,
    manifest: Option<Url>,
    /// Only if the page itself does not say where its owner is.
    contact: Option<Url>,
}

impl Beside {
    fn of(page: &WebPage) -> Self {
        let mut sheets = page.style_sheets();
        sheets.truncate(SHEETS_MAX);
        let is_told = identity(page, None, None).address.is_some();
        Self {
            sheets,
            manifest: page.manifest(),
            contact: page.contact_page().filter(|_| !is_told),
        }
    }
}

fn text(fetched: &Fetched) -> String {
    web_page::text(&fetched.bytes, fetched.content_type.as_deref())
}
