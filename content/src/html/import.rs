//! HTML comes in.

use postrider_domain::designs::merge::foreign;
use url::Url;

use super::address::Rules;
use super::clean::clean_to_tokens;
use super::fields;
use super::images::{self, ShownImage};
use super::imported::ImportedHtml;
use super::token::SIZE_MAX;
use crate::report::{AssetReport, ImportError, WarningCode};

/// What an HTML turned out to be.
#[derive(Clone, Debug)]
pub struct Import {
    pub document: ImportedHtml,
    /// `discovered` counts `images`; what became of them is for others to fill in. What the document itself
    /// gives cause to warn of, it tells: `ImportedHtml::warnings`.
    pub report: AssetReport,
    pub title: Option<String>,
    /// From the hidden line at the beginning of the mail.
    pub preview_text: Option<String>,
    /// Images that can be fetched, each once.
    pub images: Vec<ShownImage>,
}

/// Imports `html`, judged by the strictest rules.
pub fn import(html: &str, base_url: Option<&Url>) -> Result<Import, ImportError> {
    let rules = Rules {
        base_url: base_url.cloned(),
        ..Rules::default()
    };
    import_by(html, &rules)
}

pub fn import_by(html: &str, rules: &Rules) -> Result<Import, ImportError> {
    check_size(html)?;
    let (cleaned, tokens) = clean_to_tokens(&foreign::translate(html), rules)?;
    let found = fields::find(&cleaned.html, &tokens);
    if !found.shows_something {
        return Err(ImportError::new(
            "The HTML shows nothing: it holds neither text nor images.",
        ));
    }
    let images = images::find(&cleaned.html, &tokens);
    let mut report = AssetReport {
        discovered: images.len() as u32,
        stripped: cleaned.stripped,
        warnings: cleaned.warnings,
        ..AssetReport::default()
    };
    if found.left_out > 0 {
        let message = format!(
            "Only the first {} texts, images and links can be edited; {} more stay as they are.",
            fields::FIELDS_MAX,
            found.left_out
        );
        report.warn(WarningCode::TooManyFields, message);
    }
    Ok(Import {
        document: found.document,
        report,
        title: found.title,
        preview_text: found.preview_text,
        images,
    })
}

fn check_size(html: &str) -> Result<(), ImportError> {
    if html.len() > SIZE_MAX {
        let message = format!("The HTML is larger than {} MB.", SIZE_MAX / 1024 / 1024);
        return Err(ImportError::new(message));
    }
    if html.contains('\0') {
        return Err(ImportError::new(
            "The HTML holds NUL characters: it is no text.",
        ));
    }
    if html.trim().is_empty() {
        return Err(ImportError::new("The HTML is empty."));
    }
    Ok(())
}
