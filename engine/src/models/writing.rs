//! Has a model make something: asked for, judged, repaired once, mended.

use std::sync::Arc;

use postrider_content::models::{End, Judged, Task};
use postrider_domain::accounts::prices::Tokens;
use postrider_domain::turns::Asker;

use super::{AskError, Heard, Model};
use crate::aside::{NotDone, aside};

/// What a model made, and what all of its answers took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<T> {
    pub outcome: Outcome<T>,
    pub tokens: Tokens,
    /// The server did not count all of them.
    pub is_estimated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    Made(T),
    /// Not all that the model said is there.
    Mended(T, LeftOut),
    /// The model would not.
    Declined,
    /// What it said cannot be used.
    Unusable,
}

/// Why something that a model said is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// It ended too early, or could not be read.
    pub is_unread: bool,
    /// It offended.
    pub is_offending: bool,
}

impl Model {
    /// `mark` is a word that nobody can guess; `said` is told all that has been said so far of the answer under way.
    pub async fn write<T: Task>(
        &self,
        asker: Asker,
        task: &Arc<T>,
        mark: &str,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Written<T::Made>, AskError> {
        let question = task.question(mark);
        let first = self.ask(asker, &question, said).await?;
        let mut written = Written {
            outcome: Outcome::Unusable,
            tokens: first.tokens,
            is_estimated: first.is_estimated,
        };
        if first.answer.end == End::Refused {
            written.outcome = Outcome::Declined;
            return Ok(written);
        }
        let Ok(judged) = judged(task, &first.answer.text).await else {
            return Ok(written);
        };
        if judged.problems.is_empty() {
            written.outcome = judged.made.map_or(Outcome::Unusable, Outcome::Made);
            return Ok(written);
        }
        tracing::info!(problems = judged.problems.len(), "a model is asked again");
        let again = question.again(&first.answer.text, &judged.problems);
        // Whoever cannot answer a second time has answered once.
        let left = self.settings.limits.whole.saturating_sub(first.took);
        let second = self.ask_within(left, asker, &again, said).await.ok();
        let Some(second) = second.inspect(|heard| written.count(heard)) else {
            written.outcome = mended(task, judged).await;
            return Ok(written);
        };
        let better = self::judged(task, &second.answer.text).await;
        written.outcome = match better {
            Ok(Judged {
                made: Some(made),
                problems,
                ..
            }) if problems.is_empty() => Outcome::Made(made),
            better => {
                let better = better.ok().filter(|better| better.made.is_some());
                mended(task, better.unwrap_or(judged)).await
            }
        };
        Ok(written)
    }
}

/// What is in an answer, which may have half a megabyte, and a mail to change has thousands of fields: beside those who
/// answer callers.
async fn judged<T: Task>(task: &Arc<T>, answer: &str) -> Result<Judged<T::Made>, NotDone> {
    let (task, answer) = (Arc::clone(task), answer.to_owned());
    aside(move || task.judge(&answer)).await
}

/// What only could be said better is as good as made: nothing falls out. What could not be read had fallen out before.
async fn mended<T: Task>(task: &Arc<T>, judged: Judged<T::Made>) -> Outcome<T::Made> {
    let Judged { made, is_whole, .. } = judged;
    let Some(made) = made else {
        return Outcome::Unusable;
    };
    let task = Arc::clone(task);
    let mend = move || {
        let mended = task.mend(made.clone())?;
        let left_out = LeftOut {
            is_unread: !is_whole,
            is_offending: mended != made,
        };
        Some(if left_out == LeftOut::default() {
            Outcome::Made(mended)
        } else {
            Outcome::Mended(mended, left_out)
        })
    };
    let mended = aside(mend).await.ok().flatten();
    mended.unwrap_or(Outcome::Unusable)
}

impl<T> Written<T> {
    fn count(&mut self, heard: &Heard) {
        self.tokens += heard.tokens;
        self.is_estimated |= heard.is_estimated;
    }
}
