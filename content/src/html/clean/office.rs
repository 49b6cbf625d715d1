//! Settings for Outlook, which many mails carry along inside a conditional comment:
//! `<noscript><xml><o:OfficeDocumentSettings>…</xml></noscript>`.

use super::super::scan::{TextKind, Token, scan};

/// Whether `tokens` begin with a `noscript` that holds such settings and nothing else.
pub(super) fn begins_settings(html: &str, tokens: &[Token]) -> bool {
    let [
        Token::Start(start),
        Token::Text {
            range,
            kind: TextKind::OtherRaw,
        },
        Token::End { name, .. },
        ..,
    ] = tokens
    else {
        return false;
    };
    start.name == "noscript"
        && start.attributes.is_empty()
        && name == "noscript"
        && scan(&html[range.clone()]).is_ok_and(|tokens| tokens.iter().all(is_setting))
}

fn is_setting(token: &Token) -> bool {
    match token {
        Token::Start(tag) => tag.attributes.is_empty() && is_setting_name(&tag.name),
        Token::End { name, .. } => is_setting_name(name),
        Token::Text { kind, .. } => *kind == TextKind::Data,
        Token::Doctype(_) | Token::Comment { .. } => false,
    }
}

fn is_setting_name(name: &str) -> bool {
    name == "xml" || name.starts_with("o:") || name.starts_with("w:")
}
