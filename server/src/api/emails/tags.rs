//! The merge tags of a design: those of its version, and those of its subject and preview text, which change
//! without a version.

use postrider_domain::design::{UsedTag, each_once};
use postrider_domain::merge;

pub fn with_lines(tags: Vec<UsedTag>, lines: &[Option<&str>]) -> Vec<UsedTag> {
    let in_lines = lines.iter().flatten().flat_map(|line| merge::tags(line));
    each_once(tags.into_iter().chain(in_lines.map(|tag| UsedTag {
        fallback: tag.fallback.is_some(),
        name: tag.name.into_owned(),
    })))
}
