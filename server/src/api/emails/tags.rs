//! The merge tags of a design: those of its version, and those of its subject and preview text, which change
//! without a version.

use postrider_domain::design::UsedTag;
use postrider_domain::merge;

/// Each name once; it has a fallback if it has one wherever it stands.
pub fn with_lines(mut tags: Vec<UsedTag>, lines: &[Option<&str>]) -> Vec<UsedTag> {
    for tag in lines.iter().flatten().flat_map(|line| merge::tags(line)) {
        let fallback = tag.fallback.is_some();
        match tags.iter_mut().find(|known| known.name == tag.name) {
            Some(known) => known.fallback &= fallback,
            None => tags.push(UsedTag {
                name: tag.name.into_owned(),
                fallback,
            }),
        }
    }
    tags
}
