//! A version on its way: first the words of a maker, then what they look like.

use std::sync::Arc;
use std::time::Duration;

use postrider_content::brief::{Brief, BriefImage};
use postrider_content::compose::Look;
use postrider_content::document::Document;
use postrider_content::edit::Head;
use postrider_content::resketch;
use postrider_content::sketch::Sketch;
use postrider_domain::contract::problem::Problem;
use postrider_domain::turns::Asker;
use postrider_media::fetch::Fetcher;
use tokio_util::sync::CancellationToken;

use super::brief::{Gathered, Reference};
use super::errand::Errand;
use super::maker::{Change, Maker, MakerError, Proposal};
use super::pages;
use super::request::Request;
use crate::aside::aside;
use crate::assets::AssetError;
use crate::designs::{DesignCaller, Made, MakeError, Order, Workshop, site_of};
use crate::jobs::JobError;

/// All that the version is made of.
pub struct Draft {
    pub proposal: Proposal,
    pub made: Made,
}

/// Why there is none.
pub enum NoDraft {
    /// The author reads why.
    Refused(String),
    Broken(JobError),
    /// Nothing can be made before this has passed.
    Later(Duration),
}

const FAULT: &str = "Something went wrong on our side while this was being made. Ask again, in other words perhaps; if it happens again, tell whoever runs this server.";
const UNSHOWN: &str =
    "A picture of a page could not be fetched as an image, so the mail does without it.";
const NOTHING_TO_CHANGE: &str = "There is no version of this design that could be changed.";
const NOTHING_TO_TIDY: &str =
    "There are no words in this design that could be laid out anew; it stays as it came.";

impl From<MakerError> for NoDraft {
    fn from(error: MakerError) -> Self {
        match error {
            MakerError::Refused(why) => Self::Refused(why),
            MakerError::Failed(why) => Self::Broken(JobError::Failed(why)),
            MakerError::Broken => Self::Refused(FAULT.to_owned()),
            MakerError::Later(wait) => Self::Later(wait),
        }
    }
}

/// What a maker says to the request.
pub async fn propose(
    maker: &dyn Maker,
    fetcher: &Fetcher,
    gathered: &Gathered,
    errand: Errand,
) -> Result<Proposal, NoDraft> {
    match &gathered.request {
        Request::Design { prompt, pages, .. } => {
            let read = pages::read(fetcher, pages).await;
            let brief = Brief {
                images: images(gathered, prompt).await?,
                pages: read.facts,
                reference: reference(gathered).await?,
                ..gathered.brief(prompt)
            };
            let designed = maker.design(errand, brief, gathered.look()).await?;
            Ok(designed.saying(read.unread))
        }
        Request::Change { prompt } => {
            let change = change(gathered).await?;
            let brief = Brief {
                images: images(gathered, prompt).await?,
                ..gathered.brief(prompt)
            };
            let shown = change.head.preview_text.clone();
            let mut changed = maker.change(errand, brief, change).await?;
            // The line that an imported HTML has of its own stays its own, for as long as nobody asks for another.
            changed.preview_text = changed
                .preview_text
                .filter(|new| Some(new) != shown.as_ref());
            Ok(changed)
        }
        Request::CleanUp => clean_up(maker, gathered, errand).await,
    }
}

async fn images(gathered: &Gathered, prompt: &str) -> Result<Vec<BriefImage>, NoDraft> {
    let found = gathered.images(prompt).await;
    found.map_err(|error| NoDraft::Broken(error.into()))
}

async fn reference(gathered: &Gathered) -> Result<Option<Sketch>, NoDraft> {
    let html = match &gathered.reference {
        None => return Ok(None),
        Some(Reference::Design(content)) => content.html.clone(),
        Some(Reference::Template(template)) => {
            let site = site_of(&gathered.brand.record);
            return Ok(Some(template.sketch(site.as_deref())));
        }
    };
    let read = read_aside(move || resketch::resketch(&html)).await?;
    Ok(read.map(|read| read.sketch))
}

async fn change(gathered: &Gathered) -> Result<Change, NoDraft> {
    let head = gathered.head.as_ref();
    let head = head.ok_or_else(|| NoDraft::Refused(NOTHING_TO_CHANGE.to_owned()))?;
    // That of an imported HTML has megabytes.
    let document = head.document.clone();
    let read = move || serde_json::from_str::<Document>(&document).ok();
    let document = found(read, NOTHING_TO_CHANGE).await?;
    Ok(Change {
        document: Arc::new(document),
        head: Head {
            subject: gathered.email.subject.clone(),
            preview_text: gathered.email.shown_preview_text().map(str::to_owned),
        },
        look: gathered.look(),
    })
}

async fn clean_up(
    maker: &dyn Maker,
    gathered: &Gathered,
    errand: Errand,
) -> Result<Proposal, NoDraft> {
    let html = gathered.head.as_ref().map(|head| head.html.clone());
    let html = html.ok_or_else(|| NoDraft::Refused(NOTHING_TO_TIDY.to_owned()))?;
    let read = found(move || resketch::resketch(&html), NOTHING_TO_TIDY).await?;
    let look = Look {
        lang: read.lang,
        ..gathered.look()
    };
    let tidied = maker.tidy(errand, read.sketch, look).await?;
    Ok(tidied.saying(read.left_out))
}

/// What somebody's design holds; `nothing` tells its author that there is none of it.
async fn found<T: Send + 'static>(
    read: impl FnOnce() -> Option<T> + Send + 'static,
    nothing: &str,
) -> Result<T, NoDraft> {
    let read = read_aside(read).await?;
    read.ok_or_else(|| NoDraft::Refused(nothing.to_owned()))
}

/// Reading that came to no end says nothing about the design.
async fn read_aside<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoDraft> {
    let read = aside(read).await;
    read.map_err(|error| MakerError::from(error).into())
}

/// What it looks like, checked as a document that somebody sends us.
pub async fn make(
    workshop: &Workshop,
    gathered: &Gathered,
    proposal: Proposal,
) -> Result<Draft, NoDraft> {
    let brand = gathered.brand.record.key;
    let caller = DesignCaller {
        asker: Asker::Organization(brand.org),
        // Whoever stops waiting drops the whole of it.
        gone: CancellationToken::new(),
    };
    let document = proposal.document.clone();
    let read = workshop.read_composed(&caller, move || document);
    let source = read.await.map_err(no_draft)?.map_err(|problem| {
        // The place alone: what stands there is the author's.
        tracing::error!(
            place = problem.param,
            "a maker gave a document that cannot be"
        );
        NoDraft::Refused(FAULT.to_owned())
    })?;
    let order = Order {
        brand,
        kind: gathered.email.kind,
        source: Arc::new(source),
        borrowed: proposal.borrowed.clone(),
    };
    let made = workshop.make(&order, &caller).await.map_err(no_draft)?;
    let refused = made.taken.refused(&proposal.borrowed);
    let unshown = (!refused.is_empty()).then(|| UNSHOWN.to_owned());
    let notes = unshown.into_iter().collect();
    Ok(Draft {
        proposal: proposal.saying(notes),
        made,
    })
}

fn no_draft(error: MakeError) -> NoDraft {
    match error {
        MakeError::Import(error) => NoDraft::Refused(error.message),
        MakeError::Assets(AssetError::NoRoom(no_room)) => {
            NoDraft::Refused(Problem::from(no_room).message)
        }
        MakeError::Assets(AssetError::Database(error)) => NoDraft::Broken(error.into()),
        MakeError::Assets(AssetError::Objects(error)) => NoDraft::Broken(error.into()),
        // What panics once does so again.
        MakeError::Ended(_) => NoDraft::Refused(FAULT.to_owned()),
        error @ (MakeError::QueueFull | MakeError::CallerGone) => {
            NoDraft::Broken(JobError::Failed(error.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_trouble_of_ours_is_not_told_as_the_authors() {
        let one = found(|| Some(1), NOTHING_TO_CHANGE).await;
        assert!(matches!(one, Ok(1)));
        let none = found(|| None::<u8>, NOTHING_TO_CHANGE).await;
        assert!(matches!(none, Err(NoDraft::Refused(why)) if why == NOTHING_TO_CHANGE));
        let broken = found::<u8>(|| panic!("on purpose"), NOTHING_TO_CHANGE).await;
        assert!(matches!(broken, Err(NoDraft::Refused(why)) if why == FAULT));
    }
}
