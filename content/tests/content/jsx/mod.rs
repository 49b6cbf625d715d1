//! JSX templates, rendered in this process; hostile ones are rendered in a child by the server's tests.
#![expect(clippy::unwrap_used, reason = "tests")]

mod refusals;
mod tailwind;
mod vocabulary;

use postrider_content::jsx::{Limits, compile_and_run};
use postrider_content::report::ImportError;

/// What a template renders to, with its preview line's filler left out.
pub fn rendered(source: &str) -> String {
    let html = compile_and_run(source, &Limits::default()).unwrap();
    html.replace("\u{a0}\u{200c}\u{200b}\u{200d}\u{200e}\u{200f}\u{feff}", "")
}

/// What is inside the body of a template that is one element.
pub fn body(element: &str) -> String {
    let source = format!(
        "import * as React from 'react'; import * as E from '@react-email/components'; export default {element};"
    );
    let html = rendered(&source);
    let (_, rest) = html.split_once("<body>").unwrap();
    rest.strip_suffix("</body></html>").unwrap().to_owned()
}

pub fn refused(source: &str) -> ImportError {
    compile_and_run(source, &Limits::default()).unwrap_err()
}

/// One tag a line, to read what changed.
fn lines(html: &str) -> String {
    html.replace("><", ">\n<")
}

#[test]
fn a_welcome_with_types_default_and_preview_props() {
    insta::assert_snapshot!(lines(&rendered(include_str!("../../jsx/welcome.tsx"))));
}

#[test]
fn a_receipt_with_lists_a_context_and_money() {
    insta::assert_snapshot!(lines(&rendered(include_str!("../../jsx/receipt.tsx"))));
}

#[test]
fn an_invitation_with_utility_classes_code_and_markdown() {
    insta::assert_snapshot!(lines(&rendered(include_str!("../../jsx/invite.tsx"))));
}

#[test]
fn one_source_always_renders_to_the_same() {
    let source = include_str!("../../jsx/invite.tsx");
    assert_eq!(rendered(source), rendered(source));
}
