//! MJML, a markup for mails, and what it compiles to.

pub(crate) mod compile;
mod icons;
mod limits;
mod prepare;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use css_inline::CSSInliner;
use mrml::prelude::parser::{Error, Span};
use postrider_domain::contract::problem::excerpt;
use postrider_domain::designs::merge::foreign;

use crate::html::SIZE_MAX;
use crate::report::{ImportError, SourcePosition};
use compile::Failure;
use prepare::{Prepared, prepare};

/// Tags times bytes of style sheet: what putting styles on elements may cost.
const INLINING_MOST: usize = 50_000_000;

/// The HTML of an MJML source. `icons` is the base URL of our own icon files, without a slash at its end.
pub fn to_html(source: &str, icons: &str) -> Result<String, ImportError> {
    if source.len() > SIZE_MAX {
        let message = format!("The MJML is larger than {} MB.", SIZE_MAX / 1024 / 1024);
        return Err(ImportError::new(message));
    }
    // A quote in a merge tag would end the attribute that it stands in.
    let source = &*foreign::translate(source);
    let prepared = prepare(source, icons)?;
    let html =
        compile::compile(&prepared.mjml, &prepared.slots).map_err(|failure| match failure {
            Failure::Source(error) => explain(&error, source, &prepared),
            Failure::Compiler(reason) => {
                ImportError::new(format!("The MJML cannot be compiled: {reason}."))
            }
        })?;
    limits::output(&html)?;
    if prepared.inline_css.trim().is_empty() {
        return Ok(html);
    }
    if html
        .matches('<')
        .count()
        .saturating_mul(prepared.inline_css.len())
        > INLINING_MOST
    {
        return Err(ImportError::new(
            "The `mj-style` with `inline` has too many rules for so large a mail.",
        ));
    }
    limits::depth(source, &prepared.slots, &html)?;
    let html = CSSInliner::options()
        .inline_style_tags(false)
        .keep_style_tags(true)
        .keep_link_tags(true)
        .load_remote_stylesheets(false)
        .extra_css(Some(Cow::Borrowed(&prepared.inline_css)))
        .build()
        .inline(&html)
        .map_err(|_| {
            ImportError::new("An `mj-style` with `inline` holds CSS that cannot be read.")
        })?;
    limits::output(&html)?;
    Ok(html)
}

/// Says it in the words and lines of the author.
fn explain(error: &Error, source: &str, prepared: &Prepared) -> ImportError {
    let at = |span: &Span| SourcePosition::of(source, prepared.origin(span.start));
    let here = |span: &Span| {
        excerpt(
            prepared
                .mjml
                .get(span.start..span.end)
                .unwrap_or_default()
                .trim(),
            40,
        )
        .into_owned()
    };
    match error {
        Error::UnexpectedElement { position, .. } => ImportError::at(
            format!("`{}` has no place here.", here(position)),
            at(position),
        ),
        Error::UnexpectedToken { position, .. } => ImportError::at(
            format!("`{}` was not expected here.", here(position)),
            at(position),
        ),
        Error::MissingAttribute { name, position, .. } => {
            ImportError::at(format!("The attribute `{name}` is missing."), at(position))
        }
        Error::InvalidAttribute { position, .. } | Error::InvalidFormat { position, .. } => {
            ImportError::at(
                format!("`{}` is not valid here.", here(position)),
                at(position),
            )
        }
        Error::EndOfStream { .. } => ImportError::at(
            "The MJML ends before all its elements are closed.",
            SourcePosition::of(source, source.len()),
        ),
        Error::NoRootNode => ImportError::new("There is no `mjml` element."),
        Error::IncludeLoaderError { position, .. } => {
            ImportError::at("`mj-include` cannot be followed.", at(position))
        }
        Error::SizeLimit { .. } => ImportError::new("The MJML is too large."),
        Error::ParserError { source: cause, .. } => {
            let position = cause.pos();
            ImportError::new(format!("The MJML cannot be read: {cause} {position}"))
        }
    }
}
