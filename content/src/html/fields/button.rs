//! Links that look like buttons become some.

use super::super::imported::Value;
use super::draft::{Draft, Slot};
use super::finder::Finder;

/// Makes buttons of links that look like one and hold one text and nothing else.
pub(super) fn decide(finder: &mut Finder<'_>) {
    let mut labels = vec![None; finder.drafts.len()];
    for link in finder
        .links
        .iter()
        .filter(|link| link.looks_like_button && link.images == 0)
    {
        let &[text] = link.texts.as_slice() else {
            continue;
        };
        let (Draft::Text(label), Draft::Link { href }) =
            (&finder.drafts[text], &finder.drafts[link.draft])
        else {
            continue;
        };
        let (label, href) = (label.clone(), href.clone());
        finder.drafts[link.draft] = Draft::Button { label, href };
        finder.drafts[text] = Draft::Gone;
        labels[text] = Some(link.draft);
    }
    for Slot { draft, value, .. } in &mut finder.slots {
        if let Some(button) = labels[*draft] {
            *draft = button;
            *value = Value::Label;
        }
    }
    let preheader = finder.preheader.take();
    finder.preheader = preheader.filter(|preheader| labels[preheader.first()].is_none());
}
