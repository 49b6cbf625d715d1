//! An imported HTML goes out again.

use crate::html::ImportedHtml;
use crate::html::scan::{Token, scan};
use crate::rendered::Rendered;
use crate::text;

impl ImportedHtml {
    /// HTML and plain text. `footer` is HTML that is put at the end of the body.
    pub fn render(&self, footer: Option<&str>) -> Rendered {
        let assembled = self.assemble();
        let (html, preheader) = (assembled.html, assembled.preheader);
        // What is stored was read before; if it ever cannot be, there is nothing to find in it.
        let tokens = scan(&html).unwrap_or_default();
        let start = start_of_body(&tokens);
        let rendered = Rendered {
            text: text::from_html(&html),
            preheader: preheader.unwrap_or(start..start),
            html,
        };
        let Some(footer) = footer else {
            return rendered;
        };
        let end = end_of_body(&tokens).unwrap_or(rendered.html.len());
        let complete = with_footer(&rendered, footer, end);
        // What is hidden and never closed hides all that follows.
        if complete.text == rendered.text {
            return with_footer(&rendered, footer, start);
        }
        complete
    }
}

fn with_footer(rendered: &Rendered, footer: &str, at: usize) -> Rendered {
    let mut html = rendered.html.clone();
    html.insert_str(at, footer);
    let mut preheader = rendered.preheader.clone();
    // Where nothing stands yet, what is put in comes first.
    let follows = at < preheader.start || (at == preheader.start && !preheader.is_empty());
    if preheader.start < at && at < preheader.end {
        preheader = at..at;
    } else if follows {
        preheader = preheader.start + footer.len()..preheader.end + footer.len();
    }
    Rendered {
        text: text::from_html(&html),
        html,
        preheader,
    }
}

/// Where the body begins, or would.
fn start_of_body(tokens: &[Token]) -> usize {
    let end_of = |is_it: fn(&Token) -> bool| {
        tokens
            .iter()
            .find(|token| is_it(token))
            .map(|token| token.range().end)
    };
    end_of(|token| matches!(token, Token::Start(tag) if tag.name == "body"))
        .or_else(|| end_of(|token| matches!(token, Token::End { name, .. } if name == "head")))
        .or_else(|| end_of(|token| matches!(token, Token::Start(tag) if tag.name == "html")))
        .or_else(|| end_of(|token| matches!(token, Token::Doctype(_))))
        .unwrap_or(0)
}

fn end_of_body(tokens: &[Token]) -> Option<usize> {
    tokens.iter().rev().find_map(|token| match token {
        Token::End { name, range } if name == "body" => Some(range.start),
        _ => None,
    })
}
