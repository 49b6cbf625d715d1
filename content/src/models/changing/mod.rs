//! Another version of a mail, as operations by block id.

mod buttons;

use std::fmt::Write;
use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use serde_json::json;

use super::guard::{
    Known, gaps_of_item, problem_of_code, problem_of_gaps, problem_of_image, problem_of_link,
    problem_of_words, problems_of_item,
};
use super::task::{Judged, Task};
use super::{AnswerSchema, Question, talk};
use crate::brief::Brief;
use crate::document::{BLOCKS_MAX, Body, Document};
use crate::edit::{self, Head, Named, Operation, Part, Refused, outline};

const MOST_TOKENS: u32 = 4_000;
/// Taking one operation out may keep another from being done.
const ROUNDS: usize = 4;

const NOT_DESCRIBED: &str = "Must say what the image shows.";

const TASK: &str = "\
You change a mail of a brand as its author asks. You answer with operations as JSON, each on a block of the mail that you \
name by its id. Change what the author asks for and nothing else; a block that is not named stays as it is. Lists take a \
line of text for each item, facts a line `label: value` for each row. Colours are #rrggbb. Another image comes with what it \
shows, as `alt`. What cannot be done with these \
operations is left out; if nothing can, answer with an empty list.";

/// Said of an imported HTML. The author is told what was asked for and cannot be: so the model has to say it.
const IMPORTED: &str = "\
This mail was imported as HTML: its words, links and images can be set where they stand, one by one, and its words take no \
marks. Whatever else the author asks for, answer with the operation for it all the same: it is not done, and the author \
reads why.";

/// Bytes of words and addresses that are shown of a mail.
const SHOWN_MAX: usize = 100_000;

/// How many of a mail's texts, links and images are not shown to a model, because there are too many, or too much is in
/// them: the last ones.
pub fn not_shown(outline: &[Named]) -> usize {
    let mut room = SHOWN_MAX;
    let fits = |named: &&Named| {
        let url = named.url.as_deref().unwrap_or_default();
        let left = room.checked_sub(named.text.len() + url.len());
        room = left.unwrap_or_default();
        left.is_some()
    };
    // A document of blocks never has more; nobody reads a page of twenty thousand fields.
    let shown = outline.iter().take(BLOCKS_MAX).take_while(fits).count();
    outline.len() - shown
}

/// A change that a brief's prompt asks for.
pub struct Changing {
    brief: Arc<Brief>,
    document: Arc<Document>,
    head: Head,
    outline: Vec<Named>,
    known: Known,
}

impl Changing {
    pub fn new(brief: Arc<Brief>, document: Arc<Document>, head: Head) -> Self {
        Self {
            known: Known::of(&brief).and_document(&document, &head),
            outline: outline(&document),
            brief,
            document,
            head,
        }
    }

    /// What an operation claims, or shows, that neither the brief nor the mail knows of.
    fn claims(&self, index: usize, operation: &Operation) -> Vec<Problem> {
        if !operation.is_taken_by(&self.document) {
            return Vec::new();
        }
        let at = |key: &str| format!("operations[{index}].{key}");
        let known = &self.known;
        let found = |key: &str, message: Option<String>| {
            let problem = message.map(|message| Problem::invalid(at(key), message));
            problem.into_iter().collect()
        };
        match operation {
            Operation::SetText { block, part, text } if self.is_code(block, *part) => {
                found("text", problem_of_code(text, known))
            }
            Operation::SetText { block, text, .. }
                if text.trim().is_empty() && self.is_described(block) =>
            {
                found("text", Some(NOT_DESCRIBED.to_owned()))
            }
            Operation::SetText { text, .. }
            | Operation::SetSubject { text }
            | Operation::SetPreviewText { text } => found("text", problem_of_words(text, known)),
            Operation::SetLink { url, .. } => found("url", problem_of_link(url, known)),
            Operation::SetImage { block, image, alt } => {
                let alt = alt.as_deref().unwrap_or_default();
                let problem = match problem_of_image(image, known) {
                    Some(problem) => return found("image", Some(problem)),
                    None if alt.trim().is_empty() && self.is_described(block) => {
                        Some(NOT_DESCRIBED.to_owned())
                    }
                    None => problem_of_words(alt, known),
                };
                found("alt", problem)
            }
            Operation::Insert { item, .. } => problems_of_item(&at("item"), item, known),
            Operation::SetStyle { .. }
            | Operation::SetPage { .. }
            | Operation::Remove { .. }
            | Operation::Move { .. } => Vec::new(),
        }
    }

    /// What an operation could say better; it is done all the same.
    fn gaps(&self, index: usize, operation: &Operation) -> Vec<Problem> {
        let at = |key: &str| format!("operations[{index}].{key}");
        match operation {
            Operation::SetText { text, .. }
            | Operation::SetSubject { text }
            | Operation::SetPreviewText { text } => {
                let gap = problem_of_gaps(text, &self.known);
                let gap = gap.map(|message| Problem::invalid(at("text"), message));
                gap.into_iter().collect()
            }
            Operation::Insert { item, .. } => gaps_of_item(&at("item"), item, &self.known),
            _ => Vec::new(),
        }
    }

    /// An image whose description a change must not erase: of blocks each has one, of an import those that do.
    fn is_described(&self, block: &str) -> bool {
        let is_of_blocks = self.document.is_of_blocks();
        let mut named = self.outline.iter();
        named.any(|named| {
            let has_words = is_of_blocks || !named.text.is_empty();
            named.block == block && named.kind == "image" && has_words
        })
    }

    fn is_code(&self, block: &str, part: Option<Part>) -> bool {
        let is_coupon = || {
            let mut named = self.outline.iter();
            named.any(|named| named.block == block && named.kind == "coupon")
        };
        part == Some(Part::Code) || part.is_none() && is_coupon()
    }

    /// What cannot be done, for the model to do better. What no document of this kind takes is the author's to know.
    fn refused(&self, operations: &[Operation]) -> Vec<Refused> {
        let is_taken = |operation: &Operation| operation.is_taken_by(&self.document);
        let apply = |operations: &[Operation]| edit::apply(&self.document, &self.head, operations);
        let taken: Vec<Operation> = operations
            .iter()
            .filter(|one| is_taken(one))
            .cloned()
            .collect();
        if taken.len() < operations.len() {
            let of_taken = |refused: &Refused| {
                let operation = refused.operation.and_then(|index| operations.get(index));
                operation.is_none_or(is_taken)
            };
            let refused = apply(operations).err().unwrap_or_default();
            let refused: Vec<Refused> = refused.into_iter().filter(of_taken).collect();
            if !refused.is_empty() {
                return refused;
            }
        }
        match apply(&taken) {
            Ok(edited) => {
                let after = outline(&edited.document);
                let prompt = &self.brief.prompt;
                buttons::too_many(prompt, (&self.outline, &after), operations)
            }
            Err(refused) => refused,
        }
    }

    fn all_claims(&self, operations: &[Operation]) -> Vec<Problem> {
        let each = operations.iter().enumerate();
        each.flat_map(|(index, operation)| self.claims(index, operation))
            .collect()
    }

    fn all_gaps(&self, operations: &[Operation]) -> Vec<Problem> {
        let each = operations.iter().enumerate();
        each.flat_map(|(index, operation)| self.gaps(index, operation))
            .collect()
    }
}

impl Task for Changing {
    type Made = Vec<Operation>;

    fn question(&self, mark: &str) -> Question {
        let mut text = talk::in_words(&self.brief, mark);
        let Head {
            subject,
            preview_text,
        } = &self.head;
        let (page, task) = match &self.document.body {
            Body::Blocks(document) => (Some(&document.page), TASK.to_owned()),
            Body::Html(_) => (None, [TASK, IMPORTED].join(" ")),
        };
        let hidden = not_shown(&self.outline);
        let shown = self.outline.len() - hidden;
        let mail = json!({
            "subject": subject, "previewText": preview_text, "page": page,
            "blocks": &self.outline[..shown],
        });
        talk::set_apart(&mut text, "The mail as it is", mark, &mail);
        if hidden > 0 {
            _ = writeln!(
                text,
                "\nThe mail goes on with {hidden} more that are not shown here and stay as they are."
            );
        }
        let schema = AnswerSchema {
            name: "operations",
            json: edit::schema().into(),
        };
        talk::opening(&task, text, schema, MOST_TOKENS)
    }

    fn judge(&self, answer: &str) -> Judged<Vec<Operation>> {
        let edit::Answer {
            operations,
            mut problems,
        } = edit::read(answer);
        let is_whole = problems.is_empty();
        problems.extend(self.all_claims(&operations));
        problems.extend(self.all_gaps(&operations));
        let refused = self.refused(&operations).into_iter();
        problems.extend(refused.map(|refused| refused.problem.within("operations")));
        Judged {
            made: (!operations.is_empty()).then_some(operations),
            problems,
            is_whole,
        }
    }

    fn mend(&self, made: Vec<Operation>) -> Option<Vec<Operation>> {
        let is_known = |operation: &Operation| self.claims(0, operation).is_empty();
        let mut left: Vec<Operation> = made.into_iter().filter(is_known).collect();
        for _ in 0..ROUNDS {
            let refused = self.refused(&left);
            if refused.is_empty() {
                let is_taken = |operation: &Operation| operation.is_taken_by(&self.document);
                return left.iter().any(is_taken).then_some(left);
            }
            let mut undone = refused
                .iter()
                .map(|refused| refused.operation)
                .collect::<Option<Vec<usize>>>()?;
            undone.sort_unstable();
            for index in undone.into_iter().rev() {
                left.remove(index);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
