//! What Word sees of a mail: conditional comments are looked into, all other comments are gone.

/// The version of Outlook that is simulated; those from 2016 to today all call themselves so.
const VERSION: f32 = 16.0;
/// Parentheses inside each other in a condition, and characters of one.
const DEPTH_MAX: usize = 10;
const LENGTH_MAX: usize = 200;

/// What an `[if …]` has opened.
struct Open {
    is_true: bool,
    /// Inside a comment, which `-->` ends too.
    in_comment: bool,
}

/// The HTML with what conditions show, and without what they hide.
pub(super) fn seen_by_word(html: &str) -> String {
    let mut seen = String::with_capacity(html.len());
    let mut open: Vec<Open> = Vec::new();
    let mut hidden = 0_usize;
    let mut at = 0;
    while at < html.len() {
        let rest = &html[at..];
        let next = rest.find(['<', '-']).unwrap_or(rest.len());
        if next > 0 {
            if hidden == 0 {
                seen.push_str(&rest[..next]);
            }
            at += next;
            continue;
        }
        let (length, mark) = mark_at(rest, open.last());
        match mark {
            Mark::If {
                condition,
                in_comment,
            } => {
                let is_true = holds(condition);
                hidden += usize::from(!is_true);
                open.push(Open {
                    is_true,
                    in_comment,
                });
            }
            Mark::EndIf => {
                let closed = open.pop();
                hidden -= usize::from(closed.is_some_and(|open| !open.is_true));
            }
            Mark::Text if hidden == 0 => seen.push_str(&rest[..length]),
            Mark::Comment | Mark::Text => {}
        }
        at += length;
    }
    seen
}

enum Mark<'h> {
    If {
        condition: &'h str,
        in_comment: bool,
    },
    EndIf,
    Comment,
    Text,
}

/// What stands at the beginning of a text that begins with `<` or `-`, and how long it is.
fn mark_at<'h>(rest: &'h str, around: Option<&Open>) -> (usize, Mark<'h>) {
    if let Some(length) = end_if(rest) {
        return (length, Mark::EndIf);
    }
    if around.is_some_and(|open| open.in_comment) && rest.starts_with("-->") {
        return (3, Mark::EndIf);
    }
    if let Some((condition, length)) = rest.strip_prefix("<!").and_then(condition) {
        let (length, in_comment) = (length + 2, false);
        return (
            length,
            Mark::If {
                condition,
                in_comment,
            },
        );
    }
    let Some(inside) = rest.strip_prefix("<!--") else {
        return (raw_length(rest).unwrap_or(1), Mark::Text);
    };
    let space = inside.len() - inside.trim_start().len();
    if let Some((condition, length)) = condition(&inside[space..]) {
        let length = 4 + space + length;
        // `<!--[if !mso]><!-->` shows what follows to everybody who looks into no comment.
        let revealed = revealing(&rest[length..]);
        let mark = Mark::If {
            condition,
            in_comment: revealed.is_none(),
        };
        return (length + revealed.unwrap_or(0), mark);
    }
    if inside.starts_with('>') || inside.starts_with("->") {
        return (5 + usize::from(inside.starts_with('-')), Mark::Comment);
    }
    let end = inside.find("-->").map_or(inside.len(), |end| end + 3);
    (4 + end, Mark::Comment)
}

/// How long a style sheet is with its tags: old ones stand in a comment of their own.
fn raw_length(text: &str) -> Option<usize> {
    let name = text.strip_prefix('<')?.as_bytes();
    // Neither `border-style` nor `<styles>` is one.
    let is_style = name.get(..5)?.eq_ignore_ascii_case(b"style")
        && name.get(5).is_none_or(|next| !next.is_ascii_alphanumeric());
    if !is_style {
        return None;
    }
    let ends = |window: &[u8]| window.eq_ignore_ascii_case(b"</style");
    let end = text.as_bytes().windows(7).position(ends);
    Some(end.unwrap_or(text.len()))
}

/// `[if …]>` at the beginning of a text: what stands in it, and how long it is.
fn condition(text: &str) -> Option<(&str, usize)> {
    let start = text.get(..3)?;
    if !start.eq_ignore_ascii_case("[if") {
        return None;
    }
    // A condition is short: to look for the end of each one in the whole mail would take forever.
    let end = text
        .bytes()
        .take(LENGTH_MAX)
        .position(|byte| byte == b']')?;
    let after = &text[end + 1..];
    after.starts_with('>').then(|| (&text[3..end], end + 2))
}

/// How long what closes the comment of a condition right behind it is: `<!-->`, `<!-- -->` or `-->`.
fn revealing(text: &str) -> Option<usize> {
    let space = text.len() - text.trim_start().len();
    let text = &text[space..];
    let closings = ["<!-->", "<!--->", "<!-- -->", "-->"];
    let closing = closings
        .iter()
        .find(|closing| text.starts_with(**closing))?;
    Some(space + closing.len())
}

/// `<![endif]-->`, `<!--<![endif]-->`, `<![endif]>`.
fn end_if(text: &str) -> Option<usize> {
    let inside = text
        .strip_prefix("<!--")
        .map(|inside| inside.trim_start_matches([' ', '\n', '\r', '\t']));
    let mark = inside
        .filter(|inside| inside.starts_with("<!["))
        .unwrap_or(text);
    let name = mark.get(..9)?;
    if !name.eq_ignore_ascii_case("<![endif]") {
        return None;
    }
    let after = &mark[9..];
    let space = after.len() - after.trim_start_matches([' ', '\n', '\r', '\t']).len();
    let close = ["-->", "--!>", ">"]
        .iter()
        .find(|close| after[space..].starts_with(**close))?;
    Some(text.len() - mark.len() + 9 + space + close.len())
}

/// Whether Word meets a condition. What it cannot read it does not meet.
fn holds(condition: &str) -> bool {
    let mut reader = Reader {
        words: words(condition),
        at: 0,
    };
    let holds = reader.any(0);
    reader.at == reader.words.len() && holds == Some(true)
}

fn words(condition: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for character in condition.chars().take(LENGTH_MAX) {
        if character.is_alphanumeric() || character == '.' {
            word.extend(character.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if !character.is_whitespace() {
            words.push(character.to_string());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Reads `gte mso 9 & !(vml | IE)`.
struct Reader {
    words: Vec<String>,
    at: usize,
}

impl Reader {
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn any(&mut self, depth: usize) -> Option<bool> {
        let mut holds = self.all(depth)?;
        while self.take("|") {
            holds |= self.all(depth)?;
        }
        Some(holds)
    }

    fn all(&mut self, depth: usize) -> Option<bool> {
        let mut holds = self.one(depth)?;
        while self.take("&") {
            holds &= self.one(depth)?;
        }
        Some(holds)
    }

    fn one(&mut self, depth: usize) -> Option<bool> {
        if depth > DEPTH_MAX {
            return None;
        }
        if self.take("!") {
            return self.one(depth + 1).map(|holds| !holds);
        }
        if self.take("(") {
            let holds = self.any(depth + 1)?;
            return self.take(")").then_some(holds);
        }
        self.version()
    }

    /// `mso`, `mso 16`, `gte mso 9`, `IE`, `true`.
    fn version(&mut self) -> Option<bool> {
        let comparison = self.words.get(self.at)?.clone();
        let is_comparison = matches!(comparison.as_str(), "gt" | "gte" | "lt" | "lte");
        self.at += usize::from(is_comparison);
        let own = match self.words.get(self.at)?.as_str() {
            "mso" => Some(VERSION),
            "vml" => Some(1.0),
            "true" => Some(0.0),
            _ => None,
        };
        self.at += 1;
        let asked = self
            .words
            .get(self.at)
            .and_then(|word| word.parse::<f32>().ok());
        self.at += usize::from(asked.is_some());
        let Some(own) = own else {
            return Some(false);
        };
        Some(match (comparison.as_str(), asked) {
            (_, None) => !is_comparison,
            ("gt", Some(asked)) => own > asked,
            ("gte", Some(asked)) => own >= asked,
            ("lt", Some(asked)) => own < asked,
            ("lte", Some(asked)) => own <= asked,
            (_, Some(asked)) => (own - asked).abs() < 0.5,
        })
    }
}

#[cfg(test)]
mod tests;
