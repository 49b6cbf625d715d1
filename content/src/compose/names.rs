//! Ids that tell what a block is: `headline`, `cta`, `text-1`.

use std::collections::HashSet;

use crate::document::values::Id;

#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// What is given next is none of these.
    pub fn beside(taken: impl IntoIterator<Item = String>) -> Self {
        Self {
            taken: taken.into_iter().collect(),
        }
    }

    /// For what there is one of in most mails: `cta`, then `cta-2`.
    pub fn one(&mut self, kind: &str) -> Id {
        if self.taken.insert(kind.to_owned()) {
            return Id::of(kind);
        }
        self.numbered(kind, 2)
    }

    /// For what there are several of: `text-1`, `text-2`.
    pub fn each(&mut self, kind: &str) -> Id {
        self.numbered(kind, 1)
    }

    fn numbered(&mut self, kind: &str, first: usize) -> Id {
        let mut names = (first..).map(|number| format!("{kind}-{number}"));
        let free = names.find(|name| self.taken.insert(name.clone()));
        Id::of(&free.unwrap_or_default())
    }
}
