//! The rules of the values: each takes a text and gives it back, or says what is wrong with it.

use postrider_domain::contract::problem::excerpt;

use super::shield;

pub(super) fn length(text: &str, most: usize) -> Result<(), String> {
    // Bytes bound characters from above: most texts need no counting.
    if text.len() > most && text.chars().count() > most {
        return Err(format!("Must have at most {most} characters."));
    }
    Ok(())
}

pub(super) fn id(text: String) -> Result<String, String> {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if text.is_empty() || !text.bytes().all(good) {
        return Err("Must have 1 to 64 letters, digits, `_` or `-`.".to_owned());
    }
    Ok(text)
}

pub(super) fn color(text: String) -> Result<String, String> {
    let digits = text.strip_prefix('#').unwrap_or_default();
    let is_hex =
        matches!(digits.len(), 3 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex || text == "transparent" {
        return Ok(text);
    }
    Err(format!(
        "`{}` is not a colour: write `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.",
        excerpt(&text, 20)
    ))
}

pub(super) fn font(text: String) -> Result<String, String> {
    let good = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '-' | '_' | '\'');
    let is_good = text.chars().all(good) && text.matches('\'').count().is_multiple_of(2);
    if !is_good || text.trim().is_empty() {
        return Err(
            "Must be font families, separated by commas: letters, digits, spaces, `-`, `_` and paired `'`.".to_owned(),
        );
    }
    Ok(text)
}

pub(super) fn lang(text: String) -> Result<String, String> {
    let mut parts = text.split('-');
    let first = parts.next().unwrap_or_default();
    let is_first =
        (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_rest = parts.all(|part| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if is_first && is_rest {
        return Ok(text);
    }
    Err("Must be a language such as `en` or `pt-BR`.".to_owned())
}

pub(super) fn plain(text: String) -> Result<String, String> {
    match text
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\n' | '\t'))
    {
        Some(bad) => Err(format!(
            "Holds the control character U+{:04X}.",
            u32::from(bad)
        )),
        None => Ok(text),
    }
}

pub(super) fn link(text: String) -> Result<String, String> {
    if text.starts_with('#') {
        return plain(text);
    }
    address(&text, &["http", "https", "mailto", "tel", "#"])
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "one of the rules that values are read by"
)]
pub(super) fn source(text: String) -> Result<String, String> {
    address(&text, &["http", "https"])
}

/// An address with one of these schemes, or one that begins with a merge tag.
fn address(text: &str, schemes: &[&str]) -> Result<String, String> {
    let text = plain(text.trim().to_owned())?;
    let bare = shield::without_tags(&text);
    // Browsers drop line breaks and tabs from an address: a scheme could hide behind them.
    if bare.contains(['\n', '\t', '\\', '<', '>', '"']) {
        return Err(
            "Must not hold line breaks, tabs, backslashes, quotes or angle brackets.".to_owned(),
        );
    }
    match scheme(&bare) {
        Some(scheme) if schemes.contains(&scheme.as_str()) => Ok(text),
        None if shield::starts_with_tag(&text) => Ok(text),
        _ => {
            let accepted: Vec<String> = schemes.iter().map(|scheme| written(scheme)).collect();
            Err(format!(
                "Must begin with {} or a merge tag.",
                accepted.join(", ")
            ))
        }
    }
}

fn written(scheme: &str) -> String {
    match scheme {
        "mailto" | "tel" => format!("`{scheme}:`"),
        "#" => "`#`".to_owned(),
        web => format!("`{web}://`"),
    }
}

/// The scheme in front of an address, in lower case.
fn scheme(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte));
    let scheme = scheme.to_ascii_lowercase();
    let is_web = matches!(scheme.as_str(), "http" | "https");
    (is_scheme && (!is_web || rest.starts_with("//"))).then_some(scheme)
}
