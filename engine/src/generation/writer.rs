//! A model that makes designs. What it says is judged, and where it says nothing that can be used the designer that is built
//! in steps in, for nothing.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER;
use postrider_content::brief::Brief;
use postrider_content::compose::Look;
use postrider_content::designer::Wanted;
use postrider_content::models::{Changing, Designing, Suggesting, Task, Tidying, items_begun};
use postrider_content::sketch::Sketch;
use postrider_domain::accounts::prices::Price;
use tokio::time::timeout;

use super::designer::{Designer, apart};
use super::errand::{CLAIMS_MAX, Errand};
use super::maker::{Change, Maker, MakerError, MakerResult, Room, Suggestions};
use super::written::{self, Paid};
use crate::aside::aside;
use crate::assets::Entropy;
use crate::jobs::Pending;
use crate::models::{AskError, EACH, LeftOut, Model, Outcome};

/// A server that asks for more is not waited for: the author is.
const LONGEST_WAIT: Duration = Duration::from_mins(5);
/// Somebody waits for suggestions, a minute at most.
const SUGGESTING: Duration = Duration::from_secs(50);
/// Bytes of an answer after which its parts are counted anew.
const COUNTED: usize = 256;

pub struct Writer {
    model: Model,
    /// Without one its work is free.
    price: Option<Price>,
    entropy: Entropy,
}

/// Why there is nothing of a model.
enum Unwritten {
    /// Ask again when this has passed.
    Later(Duration),
    /// Somebody else has to; in words for the author.
    Never(String),
}

impl Writer {
    /// `entropy` makes the marks around strangers' words.
    pub fn new(model: Model, price: Option<Price>, entropy: Entropy) -> Self {
        Self {
            model,
            price,
            entropy,
        }
    }

    /// `task` reads all of a brief, and of the mail that is to be changed.
    async fn write<T: Task>(
        &self,
        errand: &Errand,
        task: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Paid<T::Made>, Unwritten> {
        let never = |why: &str| Err(Unwritten::Never(why.to_owned()));
        if errand.claims > CLAIMS_MAX {
            return never("The model was asked several times, and never came to an end.");
        }
        let Ok(task) = aside(task).await else {
            return never("The model could not be asked.");
        };
        let task = Arc::new(task);
        let mark = format!("data-{}", HEXLOWER.encode(&(self.entropy)()[..12]));
        let mut counted = 0;
        let mut said = |text: &str| {
            if text.len().abs_diff(counted) >= COUNTED {
                counted = text.len();
                errand.progress.begun(items_begun(text));
            }
        };
        let asked = self
            .model
            .write(errand.asker, &task, &mark, &mut said)
            .await;
        let written = match asked {
            Ok(written) => written,
            Err(AskError::Later(wait)) if errand.can_wait() && wait <= LONGEST_WAIT => {
                return Err(Unwritten::Later(wait));
            }
            Err(AskError::Later(_)) => return never("The model has too much to do."),
            Err(error) => return never(&error.to_string()),
        };
        let credits = self.price.map_or(0, |price| price.credits(written.tokens));
        let (made, left_out) = match written.outcome {
            Outcome::Made(made) => (made, LeftOut::default()),
            Outcome::Mended(made, left_out) => (made, left_out),
            Outcome::Declined => return never("The model would not write this."),
            Outcome::Unusable => return never("What the model answered cannot be used."),
        };
        tracing::info!(
            tokens.input = written.tokens.input,
            tokens.cached = written.tokens.cached_input,
            tokens.output = written.tokens.output,
            tokens.estimated = written.is_estimated,
            credits,
            "a model wrote"
        );
        Ok(Paid {
            made,
            left_out,
            is_estimated: written.is_estimated,
            credits,
        })
    }

    /// What a model made, or else the designer that is built in.
    async fn or_designer<T: Task>(
        &self,
        errand: &Errand,
        task: impl FnOnce() -> T + Send + 'static,
        instead: Pending<'_, MakerResult>,
    ) -> Result<Paid<T::Made>, MakerResult> {
        match self.write(errand, task).await {
            Ok(paid) => Ok(paid),
            Err(Unwritten::Later(wait)) => Err(Err(MakerError::Later(wait))),
            Err(Unwritten::Never(why)) => {
                tracing::warn!(why, "the designer that is built in steps in for the model");
                Err(stepped_in(&why, instead.await))
            }
        }
    }
}

/// The author reads who made it, and why.
fn stepped_in(why: &str, made: MakerResult) -> MakerResult {
    let note = format!("{why} The designer that is built in stepped in; nothing was charged.");
    match made {
        Ok(mut proposal) => {
            proposal.message = format!("{note}\n\n{}", proposal.message);
            Ok(proposal)
        }
        Err(MakerError::Refused(words)) => Err(MakerError::Refused(format!("{note}\n\n{words}"))),
        Err(other) => Err(other),
    }
}

impl Maker for Writer {
    fn design(&self, errand: Errand, brief: Brief, look: Look) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            let instead = Designer.design(errand.clone(), brief.clone(), look.clone());
            let brief = Arc::new(brief);
            let told = Arc::clone(&brief);
            let task = move || Designing::new(told);
            match self.or_designer(&errand, task, instead).await {
                Ok(paid) => apart(move || Ok(written::design(paid, &brief, look))).await,
                Err(ended) => ended,
            }
        })
    }

    fn change(&self, errand: Errand, brief: Brief, change: Change) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            let instead = Designer.change(errand.clone(), brief.clone(), change.clone());
            let (document, head) = (Arc::clone(&change.document), change.head.clone());
            let task = move || Changing::new(Arc::new(brief), document, head);
            match self.or_designer(&errand, task, instead).await {
                Ok(paid) => apart(move || written::change(&paid, &change)).await,
                Err(ended) => ended,
            }
        })
    }

    fn tidy(&self, errand: Errand, sketch: Sketch, look: Look) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            let instead = Designer.tidy(errand.clone(), sketch.clone(), look.clone());
            let task = move || Tidying::new(sketch);
            match self.or_designer(&errand, task, instead).await {
                Ok(paid) => apart(move || Ok(written::tidy(&paid, &look))).await,
                Err(ended) => ended,
            }
        })
    }

    fn suggest(
        &self,
        errand: Errand,
        brief: Brief,
        wanted: Wanted,
        count: usize,
    ) -> Pending<'_, Result<Suggestions, MakerError>> {
        Box::pin(async move {
            let told = brief.clone();
            let task = move || Suggesting::new(told, wanted, count);
            let written = timeout(SUGGESTING, self.write(&errand, task)).await;
            if let Ok(Ok(paid)) = written {
                return Ok(Suggestions {
                    texts: paid.made,
                    credits: paid.credits,
                });
            }
            tracing::warn!("the designer that is built in suggests texts in place of the model");
            Designer.suggest(errand, brief, wanted, count).await
        })
    }

    fn is_metered(&self) -> bool {
        self.price.is_some()
    }

    /// As many as the model is asked at once. Where that is little, reading and laying out go on beside it.
    fn room(&self) -> Room {
        Room {
            all: self.model.settings().concurrency.max(Room::HERE.all),
            each: EACH,
        }
    }
}
