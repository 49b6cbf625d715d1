//! Conditional comments: `<!--[if mso]> … <![endif]-->`, which only Outlook looks into.

use std::ops::Range;

/// What a conditional comment shows to those who look into it. `inner` is the inside of any comment.
/// `<!--[if !mso]><!-->`, which shows what follows to everybody else, holds nothing.
pub(super) fn content(html: &str, inner: Range<usize>) -> Option<Range<usize>> {
    let text = &html[inner.clone()];
    let trimmed = text.trim_start();
    if !trimmed.get(..3)?.eq_ignore_ascii_case("[if") {
        return None;
    }
    let start = text.find("]>")? + 2;
    let end =
        rfind_ignoring_case(&text[start..], "<![endif]").map_or(text.len(), |found| start + found);
    let content = text[start..end].trim();
    let reveals_what_follows = matches!(content, "" | "<!" | "<!-" | "<!--");
    (!reveals_what_follows).then_some(inner.start + start..inner.start + end)
}

fn rfind_ignoring_case(text: &str, pattern: &str) -> Option<usize> {
    let windows = text.as_bytes().windows(pattern.len());
    windows
        .rev()
        .position(|window| window.eq_ignore_ascii_case(pattern.as_bytes()))
        .map(|from_end| text.len() - pattern.len() - from_end)
}

#[cfg(test)]
mod tests {
    use super::content;

    fn inside(comment: &str) -> Option<&str> {
        content(comment, 4..comment.len() - 3).map(|range| &comment[range])
    }

    #[test]
    fn what_outlook_sees() {
        assert_eq!(
            inside("<!--[if mso]><b>x</b><![endif]-->"),
            Some("<b>x</b>")
        );
        assert_eq!(inside("<!-- [IF gte mso 9]> x <![EndIf]-->"), Some(" x "));
        assert_eq!(inside("<!--[if mso | IE]></td><![endif]-->"), Some("</td>"));
        assert_eq!(inside("<!--[if mso]>x-->"), Some("x"));
        for nothing in [
            "<!--[if !mso]><!-->",
            "<!--[if !mso]><!-- -->",
            "<!--<![endif]-->",
            "<!-- if -->",
            "<!--é-->",
        ] {
            assert_eq!(inside(nothing), None, "{nothing}");
        }
    }
}
