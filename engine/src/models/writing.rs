//! Has a model make something: asked for, judged, repaired once, mended.

use postrider_content::models::{End, Task};
use postrider_domain::accounts::prices::Tokens;
use postrider_domain::turns::Asker;

use super::{AskError, Heard, Model};

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
    /// What offended has fallen out.
    Mended(T),
    /// The model would not.
    Declined,
    /// What it said cannot be used.
    Unusable,
}

impl Model {
    /// `mark` is a word that nobody can guess; `said` is told all that has been said so far of the answer under way.
    pub async fn write<T: Task>(
        &self,
        asker: Asker,
        task: &T,
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
        let judged = task.judge(&first.answer.text);
        if judged.problems.is_empty() {
            written.outcome = judged.made.map_or(Outcome::Unusable, Outcome::Made);
            return Ok(written);
        }
        tracing::info!(problems = judged.problems.len(), "a model is asked again");
        let again = question.again(&first.answer.text, &judged.problems);
        // Whoever cannot answer a second time has answered once.
        let second = self.ask(asker, &again, said).await.ok();
        let Some(second) = second.inspect(|heard| written.count(heard)) else {
            written.outcome = mended(task, judged.made);
            return Ok(written);
        };
        let better = task.judge(&second.answer.text);
        written.outcome = match better.made {
            Some(made) if better.problems.is_empty() => Outcome::Made(made),
            made => mended(task, made.or(judged.made)),
        };
        Ok(written)
    }
}

fn mended<T: Task>(task: &T, made: Option<T::Made>) -> Outcome<T::Made> {
    let mended = made.and_then(|made| task.mend(made));
    mended.map_or(Outcome::Unusable, Outcome::Mended)
}

impl<T> Written<T> {
    fn count(&mut self, heard: &Heard) {
        self.tokens += heard.tokens;
        self.is_estimated |= heard.is_estimated;
    }
}
