//! Groups of `Name: value` lines, as reports for machines hold them.

const MAX_GROUPS: usize = 100;
const MAX_FIELDS: usize = 64;

/// Fields until an empty line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Group(Vec<(String, String)>);

impl Group {
    /// The first of this name, which is in lower case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// `rfc822; ada@example.com` without the kind in front.
    pub(super) fn get_typed(&self, name: &str) -> Option<&str> {
        let value = self.get(name)?;
        let bare = value.split_once(';').map_or(value, |(_, rest)| rest);
        Some(bare.trim()).filter(|bare| !bare.is_empty())
    }
}

pub(super) fn read(text: &str) -> Vec<Group> {
    let mut groups = vec![Group::default()];
    for line in text.lines() {
        let last = groups.last_mut().map(|group| &mut group.0);
        let Some(fields) = last else { break };
        if line.trim().is_empty() {
            if fields.is_empty() {
                continue;
            }
            if groups.len() == MAX_GROUPS {
                break;
            }
            groups.push(Group::default());
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':')
            && fields.len() < MAX_FIELDS
        {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    groups
}
