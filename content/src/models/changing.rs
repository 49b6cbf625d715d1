//! Another version of a mail, as operations by block id.

use std::fmt::Write;

use postrider_domain::contract::problem::Problem;
use serde_json::json;

use super::guard::{
    Known, problem_of_code, problem_of_image, problem_of_link, problem_of_words, problems_of_item,
};
use super::task::{Judged, Task};
use super::{AnswerSchema, Question, talk};
use crate::brief::Brief;
use crate::document::{BLOCKS_MAX, Body, Document};
use crate::edit::{self, Head, Named, Operation, Part, Refused, outline};

const MOST_TOKENS: u32 = 4_000;
/// Taking one operation out may keep another from being done.
const ROUNDS: usize = 3;

const TASK: &str = "\
You change a mail of a brand as its author asks. You answer with operations as JSON, each on a block of the mail that you \
name by its id. Change what the author asks for and nothing else; a block that is not named stays as it is. Lists take a \
line of text for each item, facts a line `label: value` for each row. Colours are #rrggbb. What cannot be done with these \
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
pub struct Changing<'b> {
    brief: &'b Brief,
    document: &'b Document,
    head: &'b Head,
    outline: Vec<Named>,
    known: Known,
}

impl<'b> Changing<'b> {
    pub fn new(brief: &'b Brief, document: &'b Document, head: &'b Head) -> Self {
        Self {
            known: Known::of(brief).and_document(document, head),
            outline: outline(document),
            brief,
            document,
            head,
        }
    }

    /// What an operation claims, or shows, that neither the brief nor the mail knows of.
    fn claims(&self, index: usize, operation: &Operation) -> Vec<Problem> {
        if !operation.is_taken_by(self.document) {
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
            Operation::SetText { text, .. }
            | Operation::SetSubject { text }
            | Operation::SetPreviewText { text } => found("text", problem_of_words(text, known)),
            Operation::SetLink { url, .. } => found("url", problem_of_link(url, known)),
            Operation::SetImage { image, alt, .. } => {
                let alt = || problem_of_words(alt.as_deref()?, known);
                found("image", problem_of_image(image, known).or_else(alt))
            }
            Operation::Insert { item, .. } => problems_of_item(&at("item"), item, known),
            Operation::SetStyle { .. }
            | Operation::SetPage { .. }
            | Operation::Remove { .. }
            | Operation::Move { .. } => Vec::new(),
        }
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
        let apply = |operations: &[Operation]| {
            let applied = edit::apply(self.document, self.head, operations);
            applied.err().unwrap_or_default()
        };
        let is_taken = |operation: &Operation| operation.is_taken_by(self.document);
        if operations.iter().all(is_taken) {
            return apply(operations);
        }
        let of_taken = |refused: &Refused| {
            let operation = refused.operation.and_then(|index| operations.get(index));
            operation.is_none_or(is_taken)
        };
        let refused: Vec<Refused> = apply(operations).into_iter().filter(of_taken).collect();
        if !refused.is_empty() {
            return refused;
        }
        let taken: Vec<Operation> = operations
            .iter()
            .filter(|one| is_taken(one))
            .cloned()
            .collect();
        apply(&taken)
    }

    fn all_claims(&self, operations: &[Operation]) -> Vec<Problem> {
        let each = operations.iter().enumerate();
        each.flat_map(|(index, operation)| self.claims(index, operation))
            .collect()
    }
}

impl Task for Changing<'_> {
    type Made = Vec<Operation>;

    fn question(&self, mark: &str) -> Question {
        let mut text = talk::in_words(self.brief, mark);
        let Head {
            subject,
            preview_text,
        } = self.head;
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
        problems.extend(self.all_claims(&operations));
        let refused = self.refused(&operations).into_iter();
        problems.extend(refused.map(|refused| refused.problem.within("operations")));
        Judged {
            made: (!operations.is_empty()).then_some(operations),
            problems,
        }
    }

    fn mend(&self, made: Vec<Operation>) -> Option<Vec<Operation>> {
        let is_known = |operation: &Operation| self.claims(0, operation).is_empty();
        let mut left: Vec<Operation> = made.into_iter().filter(is_known).collect();
        for _ in 0..ROUNDS {
            let refused = self.refused(&left);
            if refused.is_empty() {
                let is_taken = |operation: &Operation| operation.is_taken_by(self.document);
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
mod tests {
    use postrider_domain::designs::design::EmailType;

    use super::*;
    use crate::brief::BrandBrief;
    use crate::compose::{Layout, Look, compose};
    use crate::edit::Place;
    use crate::sketch::Item;

    const SKETCH: &str = r#"{"category":"promotion","title":"Sale","subject":"Sale","previewText":"Sale","eyebrow":null,
        "headline":"Seeds for less","lead":"All seeds are 30% off.","items":[
        {"kind":"coupon","label":"Code","code":"BLOOM"},
        {"kind":"button","label":"Shop","url":"https://fern.example/sale"}],"signOff":null}"#;

    fn judged(prompt: &str, operations: &[Operation]) -> (Vec<String>, Option<usize>) {
        let sketch = serde_json::from_str(SKETCH).unwrap();
        let document = Document::from(compose(&sketch, &Look::default(), Layout::Letter));
        judged_of(&document, prompt, operations)
    }

    fn judged_of(
        document: &Document,
        prompt: &str,
        operations: &[Operation],
    ) -> (Vec<String>, Option<usize>) {
        let brief = Brief::of(prompt, EmailType::Campaign, BrandBrief::default());
        let head = Head::default();
        let task = Changing::new(&brief, document, &head);
        let answer = json!({ "operations": operations }).to_string();
        let judged = task.judge(&answer);
        let paths = judged
            .problems
            .into_iter()
            .filter_map(|problem| problem.param);
        let left = judged.made.and_then(|made| task.mend(made));
        (paths.collect(), left.map(|left| left.len()))
    }

    fn text(block: &str, text: &str) -> Operation {
        Operation::SetText {
            block: block.to_owned(),
            part: None,
            text: text.to_owned(),
        }
    }

    #[test]
    fn what_the_author_or_the_mail_says_may_be_said() {
        let operations = [
            text("headline", "Seeds, 30% off until Friday"),
            text("coupon", "SPROUT"),
            Operation::SetLink {
                block: "cta".to_owned(),
                url: "https://fern.example/new".to_owned(),
            },
        ];
        let prompt = "Until Friday, with the code SPROUT and a link to fern.example/new";
        assert_eq!(judged(prompt, &operations), (vec![], Some(3)));
    }

    #[test]
    fn what_is_too_much_to_be_shown_is_told() {
        let html = |text: &str, count: usize| {
            let html = format!("<p>{text}</p>").repeat(count);
            Document::of_html(crate::html::import(&html, None).unwrap().document)
        };
        let long = "x".repeat(40_000);
        for (document, hidden) in [
            (html("Seeds", 3), 0),
            (html(&long, 3), 1),
            (html("Seeds", BLOCKS_MAX + 7), 7),
            // Not even told of.
            (html(&"x".repeat(60_000), 2), 0),
        ] {
            assert_eq!(not_shown(&outline(&document)), hidden);
            let brief = Brief::of("Livelier", EmailType::Campaign, BrandBrief::default());
            let head = Head::default();
            let question = Changing::new(&brief, &document, &head).question("M");
            let said = question.turns[0]
                .text
                .contains(&format!("{hidden} more that"));
            assert_eq!(said, hidden > 0);
        }
    }

    #[test]
    fn what_nobody_says_falls_out() {
        let operations = [
            text("headline", "Seeds, 40% off"),
            text("coupon", "SPROUT"),
            text("nowhere", "Hello"),
            Operation::Insert {
                place: Place::End,
                item: Item::Text {
                    text: "See you soon.".to_owned(),
                },
            },
        ];
        let (paths, left) = judged("Livelier, please", &operations);
        let expected = [
            "operations[0].text",
            "operations[1].text",
            "operations[2].block",
        ];
        assert_eq!(
            (paths, left),
            (expected.map(str::to_owned).to_vec(), Some(1))
        );
        assert_eq!(judged("Livelier, please", &operations[..2]).1, None);
    }

    #[test]
    fn what_an_import_does_not_take_is_no_problem_of_the_models() {
        let html = "<h1>Seeds for less</h1><p>All seeds are 30% off.</p>";
        let html = crate::html::import(html, None).unwrap().document;
        let document = Document::of_html(html);
        let named = outline(&document);
        let (headline, lead) = (named[0].block.as_str(), named[1].block.as_str());
        let gone = Operation::Remove {
            block: lead.to_owned(),
        };
        let judged = |operations: &[Operation]| judged_of(&document, "Livelier", operations);
        let good = [text(headline, "Seeds, 30% off"), gone.clone()];
        assert_eq!(judged(&good), (vec![], Some(2)));
        let bad = [gone.clone(), text(headline, "40% off"), text(lead, "Sow")];
        let path = vec!["operations[1].text".to_owned()];
        assert_eq!(judged(&bad), (path, Some(2)));
        let nowhere = [gone.clone(), text("nowhere", "Sow")];
        let path = vec!["operations[1].block".to_owned()];
        assert_eq!(judged(&nowhere), (path, None));
        assert_eq!(judged(&[gone]), (vec![], None));
    }
}
