//! The designer that is built in: what it makes costs nothing and leaves the house never.

use postrider_content::brief::Brief;
use postrider_content::compose::{Look, compose, layout_for};
use postrider_content::designer::{self, Designed, Wanted};
use postrider_content::edit::{self, Head};
use postrider_content::sketch::Sketch;

use super::errand::Errand;
use super::maker::{Change, Maker, MakerError, MakerResult, Proposal, Room, Suggestions};
use crate::aside::aside;
use crate::jobs::Pending;

const TIDIED: &str = "The mail is laid out anew in the look of the brand, with its words, links and pictures in their order. The version before this one has it as it came.";

pub struct Designer;

impl Maker for Designer {
    fn design(&self, _: Errand, brief: Brief, look: Look) -> Pending<'_, MakerResult> {
        apart(move || Ok(design(&brief, look)))
    }

    fn change(&self, _: Errand, brief: Brief, change: Change) -> Pending<'_, MakerResult> {
        apart(move || changed(&brief, &change))
    }

    fn tidy(&self, _: Errand, sketch: Sketch, look: Look) -> Pending<'_, MakerResult> {
        apart(move || Ok(tidied(&sketch, &look)))
    }

    fn suggest(
        &self,
        _: Errand,
        brief: Brief,
        wanted: Wanted,
        count: usize,
    ) -> Pending<'_, Result<Suggestions, MakerError>> {
        apart(move || {
            let texts = designer::suggest(&brief.with_mail_in_prompt(), wanted, count);
            Ok(Suggestions { texts, credits: 0 })
        })
    }

    fn is_metered(&self) -> bool {
        false
    }

    fn room(&self) -> Room {
        Room::HERE
    }
}

/// Some milliseconds of work, off the threads that answer callers.
pub(super) fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, MakerError> + Send + 'static,
) -> Pending<'static, Result<T, MakerError>> {
    Box::pin(async move {
        let done = aside(work).await;
        done.unwrap_or_else(|error| Err(error.into()))
    })
}

fn design(brief: &Brief, look: Look) -> Proposal {
    let Designed {
        sketch,
        layout,
        lang,
        message,
        warnings,
        ..
    } = designer::design(brief);
    let look = Look {
        lang: Some(lang.to_owned()),
        ..look
    };
    let said: Vec<String> = std::iter::once(message).chain(warnings).collect();
    Proposal {
        document: compose(&sketch, &look, layout).into(),
        title: Some(sketch.title),
        subject: Some(sketch.subject),
        preview_text: Some(sketch.preview_text),
        category: Some(sketch.category),
        borrowed: brief.borrowed(),
        message: said.join("\n\n"),
        credits: 0,
    }
}

fn changed(brief: &Brief, change: &Change) -> MakerResult {
    let Change { document, head, .. } = change;
    let edited = designer::edit(&brief.prompt, document, head, brief);
    if edited.operations.is_empty() {
        return Err(MakerError::Refused(edited.message));
    }
    match edit::apply(document, head, &edited.operations) {
        Ok(done) => Ok(Proposal::of_change(
            done.document,
            done.head,
            edited.message,
        )),
        Err(refused) => {
            let why = refused
                .first()
                .map(|refused| refused.problem.message.as_str());
            Err(MakerError::Refused(format!(
                "That change cannot be made: {}",
                why.unwrap_or("it does not fit this mail.")
            )))
        }
    }
}

fn tidied(sketch: &Sketch, look: &Look) -> Proposal {
    let layout = layout_for(sketch, &look.name);
    let document = compose(sketch, look, layout);
    Proposal::of_change(document.into(), Head::default(), TIDIED.to_owned())
}
