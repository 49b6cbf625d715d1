//! A mail that was imported, put in order.

use std::collections::HashSet;

use postrider_domain::contract::problem::Problem;
use serde_json::json;

use super::guard::{Known, claims_of, shown};
use super::task::{Judged, Task};
use super::{AnswerSchema, Question, talk};
use crate::sketch::{self, Sketch, texts};

const MOST_TOKENS: u32 = 8_000;
/// Of a hundred words, those that may be others than they were.
const OTHERS_MAX: usize = 15;

const TASK: &str = "\
A mail was read from HTML that somebody imported, part by part. You put it in order and answer with it as JSON: what is a \
heading, a list, a product, a fact or a quotation becomes one, what belongs together stands together. Its words, links and \
images stay as they are, all of them, in their order and language; add nothing.";

/// A mail as far as it could be read.
pub struct Tidying {
    sketch: Sketch,
    known: Known,
}

impl Tidying {
    pub fn new(sketch: Sketch) -> Self {
        Self {
            known: Known::of_sketch(&sketch),
            sketch,
        }
    }

    /// Its words are the author's: neither lost nor others.
    fn words_kept(&self, tidied: &Sketch) -> Option<Problem> {
        let (before, after) = (words(&self.sketch), words(tidied));
        let too_many = |some: usize, of: usize| some * 100 > of * OTHERS_MAX;
        let lost = before.difference(&after).count();
        let added = after.difference(&before).count();
        if too_many(lost, before.len()) {
            let message = "Words of the mail are missing: all of them are to stay.";
            return Some(Problem::invalid("items", message));
        }
        too_many(added, after.len()).then(|| {
            let message = "There are words that the mail does not have: add nothing.";
            Problem::invalid("items", message)
        })
    }
}

impl Task for Tidying {
    type Made = Sketch;

    fn question(&self, mark: &str) -> Question {
        let mut text = "# The author asks for\nTidy this mail up.\n".to_owned();
        talk::set_apart(&mut text, "The mail", mark, &json!(self.sketch));
        let schema = AnswerSchema {
            name: "mail",
            json: sketch::schema().into(),
        };
        talk::opening(TASK, text, schema, MOST_TOKENS)
    }

    fn judge(&self, answer: &str) -> Judged<Sketch> {
        let read = sketch::read(answer);
        let mut problems = read.problems;
        if let Some(sketch) = &read.sketch {
            problems.extend(claims_of(sketch, &self.known));
            problems.extend(self.words_kept(sketch));
        }
        Judged {
            made: read.sketch,
            problems,
            is_whole: read.is_whole,
        }
    }

    /// What would fall out is the author's: fixed rules keep it.
    fn mend(&self, _: Sketch) -> Option<Sketch> {
        None
    }
}

/// What readers see, word by word.
fn words(sketch: &Sketch) -> HashSet<String> {
    let plain = shown(sketch).into_iter().map(texts::plain);
    plain
        .flat_map(|text| {
            text.split(|c: char| !c.is_alphanumeric())
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
        })
        .filter(|word| !word.is_empty())
        .collect()
}
