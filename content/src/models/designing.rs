//! A new mail.

use std::sync::Arc;

use super::guard::{Known, gaps_of, mended, problems};
use super::task::{Judged, Task};
use super::{AnswerSchema, Question, talk};
use crate::brief::Brief;
use crate::sketch::json::PROBLEMS_MAX;
use crate::sketch::{self, Sketch};

/// Tokens of a long mail, twice.
const MOST_TOKENS: u32 = 6_000;

const TASK: &str = "\
You write marketing and service mails for a brand. You answer with the words of one mail as JSON; colours, fonts and HTML \
are made by others. Subject 15 to 60 characters, preview text 35 to 110, and neither repeats the other. 40 to 220 words in \
all, unless the author asks for more or less.";

/// The mail that a brief asks for.
pub struct Designing {
    brief: Arc<Brief>,
    known: Known,
}

impl Designing {
    pub fn new(brief: Arc<Brief>) -> Self {
        Self {
            known: Known::of(&brief),
            brief,
        }
    }
}

impl Task for Designing {
    type Made = Sketch;

    fn question(&self, mark: &str) -> Question {
        let schema = AnswerSchema {
            name: "mail",
            json: sketch::schema().into(),
        };
        talk::opening(TASK, talk::in_words(&self.brief, mark), schema, MOST_TOKENS)
    }

    fn judge(&self, answer: &str) -> Judged<Sketch> {
        let read = sketch::read(answer);
        let found = read.sketch.iter().flat_map(|sketch| {
            let gaps = gaps_of(sketch, &self.known);
            problems(sketch, &self.known).into_iter().chain(gaps)
        });
        let found: Vec<_> = found.map(|problem| read.placed(problem)).collect();
        let mut all = read.problems;
        for problem in found {
            if all.len() < PROBLEMS_MAX && !all.iter().any(|known| known.param == problem.param) {
                all.push(problem);
            }
        }
        Judged {
            made: read.sketch,
            problems: all,
            is_whole: read.is_whole,
        }
    }

    fn mend(&self, made: Sketch) -> Option<Sketch> {
        mended(made, &self.known)
    }
}
