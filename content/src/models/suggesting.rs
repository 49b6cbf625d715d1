//! Texts of which an author takes one.

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::line::check_line;
use serde_json::Value;

use super::guard::{Known, problem_of_gaps, problem_of_words};
use super::task::{Judged, Task};
use super::{AnswerSchema, Question, talk};
use crate::brief::Brief;
use crate::designer::Wanted;
use crate::sketch::{json, texts};

const MOST_TOKENS: u32 = 3_000;
const SCHEMA: &str = r#"{"type":"object","properties":{"texts":{"type":"array","items":{"type":"string"}}},"required":["texts"],"additionalProperties":false}"#;

/// Texts that would do for the mail that a brief asks for.
pub struct Suggesting {
    brief: Brief,
    wanted: Wanted,
    count: usize,
    known: Known,
}

impl Suggesting {
    pub fn new(brief: Brief, wanted: Wanted, count: usize) -> Self {
        Self {
            known: Known::of(&brief),
            brief,
            wanted,
            count,
        }
    }

    fn problem(&self, text: &str) -> Option<String> {
        let most = match self.wanted {
            Wanted::Subjects => 150,
            Wanted::Previews => 200,
            Wanted::Copy => 4_000,
        };
        if text.chars().count() > most {
            return Some(format!("Must have at most {most} characters."));
        }
        let line = match self.wanted {
            Wanted::Subjects | Wanted::Previews => check_line("texts", text).err(),
            Wanted::Copy => None,
        };
        let line = line.map(|problem| problem.message);
        line.or_else(|| problem_of_words(text, &self.known))
    }
}

impl Task for Suggesting {
    type Made = Vec<String>;

    fn question(&self, mark: &str) -> Question {
        let (what, length) = match self.wanted {
            Wanted::Subjects => ("subjects", "15 to 60 characters each"),
            Wanted::Previews => (
                "preview texts, the line beside the subject in an inbox,",
                "35 to 110 characters each",
            ),
            Wanted::Copy => ("bodies in plain paragraphs", "40 to 120 words each"),
        };
        let task = format!(
            "You suggest texts for a mail of a brand. You answer with {} different {what} as JSON, {length}, the best first.",
            self.count
        );
        let schema = AnswerSchema {
            name: "texts",
            json: SCHEMA.into(),
        };
        talk::opening(
            &task,
            talk::in_words(&self.brief, mark),
            schema,
            MOST_TOKENS,
        )
    }

    fn judge(&self, answer: &str) -> Judged<Vec<String>> {
        let (object, problem) = json::object(answer);
        let is_whole = problem.is_none();
        let mut problems: Vec<Problem> = problem.into_iter().collect();
        let given = object.and_then(|mut object| object.remove("texts"));
        let mut found: Vec<String> = Vec::new();
        for value in given.iter().filter_map(Value::as_array).flatten() {
            let text = value.as_str().unwrap_or_default().trim();
            let text = match self.wanted {
                Wanted::Subjects | Wanted::Previews => texts::plain(text),
                Wanted::Copy => text.to_owned(),
            };
            if !text.is_empty() && !found.contains(&text) && found.len() < self.count {
                found.push(text);
            }
        }
        for (index, text) in found.iter().enumerate() {
            let path = format!("texts[{index}]");
            let gap = || problem_of_gaps(text, &self.known);
            let message = self.problem(text).or_else(gap);
            problems.extend(message.map(|message| Problem::invalid(path, message)));
        }
        if found.is_empty() && problems.is_empty() {
            problems.push(Problem::invalid("texts", "Must be a list of texts."));
        }
        Judged {
            made: (!found.is_empty()).then_some(found),
            problems,
            is_whole,
        }
    }

    fn mend(&self, mut made: Vec<String>) -> Option<Vec<String>> {
        made.retain(|text| self.problem(text).is_none());
        (!made.is_empty()).then_some(made)
    }
}
