//! Applies operations to a document. Pure: all of them, or none.

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::line::{LINE_MAX, check_line};

use super::fields::Fields;
use super::{Head, Operation, blocks, contrast};
use crate::document::{BlockDocument, Body, Document};
use crate::html::ImportedHtml;

/// What became of a design.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    pub document: Document,
    pub head: Head,
}

/// An operation that cannot be done, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Which of the operations; none if all of them together make no document.
    pub operation: Option<usize>,
    pub problem: Problem,
}

/// The design after all operations, one after the other; or what of them cannot be done.
pub fn apply(
    document: &Document,
    head: &Head,
    operations: &[Operation],
) -> Result<Edited, Vec<Refused>> {
    let mut head = head.clone();
    let document = match &document.body {
        Body::Blocks(document) => Document::from(of_blocks(document, &mut head, operations)?),
        Body::Html(html) => Document::of_html(of_html(html, &mut head, operations)?),
    };
    Ok(Edited { document, head })
}

fn of_blocks(
    document: &BlockDocument,
    head: &mut Head,
    operations: &[Operation],
) -> Result<BlockDocument, Vec<Refused>> {
    let known = blocks::unreadable(document, operations);
    let mut edited = document.clone();
    each(head, operations, |operation| {
        blocks::apply(&mut edited, operation)
    })?;
    contrast::mend(&mut edited, &known);
    blocks::check(&edited).map_err(altogether)?;
    Ok(edited)
}

fn of_html(
    html: &ImportedHtml,
    head: &mut Head,
    operations: &[Operation],
) -> Result<ImportedHtml, Vec<Refused>> {
    let mut fields = Fields::of(html);
    each(head, operations, |operation| fields.apply(operation))?;
    fields.finish().map_err(altogether)
}

fn altogether(problem: Problem) -> Vec<Refused> {
    vec![Refused {
        operation: None,
        problem,
    }]
}

/// Does one operation after the other: those of the head here, those of the document by `apply`.
fn each(
    head: &mut Head,
    operations: &[Operation],
    mut apply: impl FnMut(&Operation) -> Result<(), Problem>,
) -> Result<(), Vec<Refused>> {
    let mut refused = Vec::new();
    for (index, operation) in operations.iter().enumerate() {
        let done = match operation {
            Operation::SetSubject { text } => {
                line("text", text).map(|line| head.subject = Some(line))
            }
            Operation::SetPreviewText { text } => {
                line("text", text).map(|line| head.preview_text = Some(line))
            }
            of_document => apply(of_document),
        };
        if let Err(problem) = done {
            refused.push(Refused {
                operation: Some(index),
                problem: problem.within(&format!("[{index}]")),
            });
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    Err(refused)
}

fn line(param: &str, text: &str) -> Result<String, Problem> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LINE_MAX {
        let message = format!("Must have 1 to {LINE_MAX} characters.");
        return Err(Problem::invalid(param, message));
    }
    check_line(param, text)?;
    Ok(text.to_owned())
}
