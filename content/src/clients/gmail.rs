//! What Gmail does not show: the end of long mails, and style sheets that are long or that it cannot read.

use super::notes::Notes;
use super::sheet::unreadable_to_gmail;
use crate::html::outline::is_void;
use crate::html::scan::{TextKind, Token, scan};
use crate::report::ImportError;

/// Bytes of a mail that are shown.
const SHOWN_MAX: usize = 102 * 1024;
/// Characters of one style sheet, and of all of them.
const SHEET_MAX: usize = 8_192;
const SHEETS_MAX: usize = 16_384;
/// How far back the element that an end tag closes is looked for.
const LOOK_BACK: usize = 256;

const CLIPPED: &str = "<div style=\"padding:16px 8px;font-family:Arial,sans-serif;font-size:13px;color:#555555\">\
    [Message clipped]&nbsp; <span style=\"color:#1155cc\">View entire message</span></div>";

/// The mail as far as it is shown; nothing if that is all of it.
pub(super) fn clipped(html: &str, notes: &mut Notes) -> Result<Option<String>, ImportError> {
    if html.len() <= SHOWN_MAX {
        return Ok(None);
    }
    notes.add("Clips the mail after 102 KB".to_owned());
    let tokens = scan(html)?;
    let is_shown = |token: &&Token| token.range().end <= SHOWN_MAX;
    let shown: Vec<&Token> = tokens.iter().take_while(is_shown).collect();
    let mut end = shown.last().map_or(0, |token| token.range().end);
    if let Some(Token::Text {
        range,
        kind: TextKind::Data,
    }) = tokens.get(shown.len())
    {
        end = html.floor_char_boundary(SHOWN_MAX).max(range.start);
    }
    let mut clipped = html[..end].to_owned();
    for name in open_elements(&shown).into_iter().rev() {
        clipped.push_str("</");
        clipped.push_str(name);
        clipped.push('>');
    }
    clipped.push_str(CLIPPED);
    Ok(Some(clipped))
}

/// The names of what is still open, but for the page itself.
fn open_elements<'t>(tokens: &[&'t Token]) -> Vec<&'t str> {
    let mut open: Vec<&str> = Vec::new();
    for token in tokens {
        match token {
            Token::Start(tag)
                if !is_void(&tag.name) && !matches!(tag.name.as_str(), "html" | "body") =>
            {
                open.push(&tag.name);
            }
            Token::End { name, .. } => {
                let last = open.len().saturating_sub(LOOK_BACK);
                if let Some(at) = open[last..].iter().rposition(|open| open == name) {
                    open.truncate(last + at);
                }
            }
            _ => {}
        }
    }
    open
}

/// The style sheets of a mail, as Gmail counts them.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    characters: usize,
}

impl Sheets {
    /// Whether the next one is read. If not, that is noted.
    pub fn read(&mut self, css: &str, notes: &mut Notes) -> bool {
        let characters = css.chars().count();
        let problem = if characters > SHEET_MAX {
            Some("more than 8,192 characters".to_owned())
        } else if self.characters + characters > SHEETS_MAX {
            Some("more than 16,384 characters with those before it".to_owned())
        } else {
            unreadable_to_gmail(css).map(str::to_owned)
        };
        if let Some(problem) = problem {
            notes.add(format!("Drops a style sheet whole: it has {problem}"));
            return false;
        }
        self.characters += characters;
        true
    }
}
