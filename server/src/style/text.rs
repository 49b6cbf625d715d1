//! Text made safe for a page.

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// Escapes text and shows `code` as code.
pub fn prose(text: &str) -> String {
    text.split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}
