//! Places within an input, as `param` names them: `contacts[2].firstName`.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

/// Where a reader is within its input; turned into text only when something is wrong there.
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Key(Self::Root, key) => (*key).to_owned(),
            Self::Key(outer, key) => format!("{}.{key}", outer.text()),
            Self::Index(outer, index) => format!("{}[{index}]", outer.text()),
        }
    }

    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        let problem = Problem::new(Code::InvalidRequest, message);
        let text = self.text();
        if text.is_empty() {
            problem
        } else {
            problem.param(text)
        }
    }
}
