//! Words of a paragraph with what marks them.

/// Words that are marked in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub words: String,
    pub bold: bool,
    pub italic: bool,
    pub href: Option<String>,
}

impl Run {
    fn is_marked_as(&self, other: &Self) -> bool {
        (self.bold, self.italic, &self.href) == (other.bold, other.italic, &other.href)
    }
}

/// A text of a sketch.
pub fn text(runs: &[Run]) -> String {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.is_marked_as(run) => last.words.push_str(&run.words),
            _ => joined.push(run.clone()),
        }
    }
    let marked: String = joined.iter().map(marked).collect();
    let lines: Vec<String> = marked.split('\n').map(one_spaced).collect();
    lines.join("\n").trim().to_owned()
}

fn one_spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Marks hug their words.
fn marked(run: &Run) -> String {
    let core = run.words.trim();
    if core.is_empty() {
        return run.words.clone();
    }
    let mut marked = core.to_owned();
    if run.italic {
        marked = format!("*{marked}*");
    }
    if run.bold {
        marked = format!("**{marked}**");
    }
    if let Some(href) = run.href.as_deref().filter(|_| !core.contains('\n')) {
        // A bracket would end the link.
        let href = href.replace('(', "%28").replace(')', "%29");
        marked = format!("[{marked}]({href})");
    }
    run.words.replacen(core, &marked, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(words: &str) -> Run {
        Run {
            words: words.to_owned(),
            bold: false,
            italic: false,
            href: None,
        }
    }

    fn bold(words: &str) -> Run {
        Run {
            bold: true,
            ..plain(words)
        }
    }

    fn link(words: &str, href: &str) -> Run {
        Run {
            href: Some(href.to_owned()),
            ..plain(words)
        }
    }

    #[test]
    fn marks_hug_their_words_and_are_always_closed() {
        let runs = [
            plain("Come "),
            bold(" in"),
            bold("side "),
            plain("\u{a0}or "),
            link("read ", "https://a.test/x"),
            bold(" "),
            plain("\nmore"),
        ];
        assert_eq!(
            text(&runs),
            "Come **inside** or [read](https://a.test/x)\nmore"
        );
    }
}
