//! The parts of a message, level by level and only so many of them: strangers nest without end, and whoever follows
//! them falls.

use memchr::memmem;

use super::entity::Entity;

/// More than any report or letter has.
const MAX_PARTS: usize = 20;
/// An alternative in a report in a mail that somebody passed on.
const MAX_DEPTH: usize = 4;
const MAX_BOUNDARY: usize = 200;

pub(crate) struct Part<'a> {
    pub(crate) entity: Entity<'a>,
    pub(crate) owner: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The message itself.
    Message,
    /// A message that it brings along.
    Inner,
}

/// Everything that holds no parts, in order; the message itself if it has none.
pub(crate) fn of(bytes: &[u8]) -> Vec<Part<'_>> {
    let mut level = vec![(Entity::read(bytes), Owner::Message)];
    for _ in 0..MAX_DEPTH {
        let mut next = Vec::new();
        for (entity, owner) in level {
            let room = MAX_PARTS.saturating_sub(next.len());
            match inside(&entity, owner, room) {
                Some(parts) => next.extend(parts),
                None if room > 0 => next.push((entity, owner)),
                None => {}
            }
        }
        level = next;
    }
    let part = |(entity, owner)| Part { entity, owner };
    level.into_iter().map(part).collect()
}

/// Nothing if it holds no parts. What is encoded stays whole.
fn inside<'a>(entity: &Entity<'a>, owner: Owner, room: usize) -> Option<Vec<(Entity<'a>, Owner)>> {
    if entity.is_encoded() {
        return None;
    }
    let named = entity.content_type();
    if named.is("message", "rfc822") || named.is("message", "global") {
        let message = (Entity::read(entity.body), Owner::Inner);
        return (room > 0).then(|| vec![message]);
    }
    let boundary = named.boundary.filter(|_| named.kind == "multipart")?;
    let parts = split(entity.body, boundary.trim_end(), room);
    let read = |part| (Entity::read(part), owner);
    (!parts.is_empty()).then(|| parts.into_iter().map(read).collect())
}

/// What stands between lines of `--boundary`, up to so many.
fn split<'a>(body: &'a [u8], boundary: &str, most: usize) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    if boundary.is_empty() || boundary.len() > MAX_BOUNDARY {
        return parts;
    }
    let delimiter = format!("--{boundary}");
    let mut open: Option<usize> = None;
    for at in memmem::find_iter(body, delimiter.as_bytes()) {
        let begins = at == 0 || body[at - 1] == b'\n';
        let after = at + delimiter.len();
        let end = memchr::memchr(b'\n', &body[after..]).map_or(body.len(), |end| after + end + 1);
        let rest = body[after..end].trim_ascii_end();
        if !begins || !(rest.is_empty() || rest == b"--") {
            continue;
        }
        if let Some(start) = open.take() {
            parts.push(&body[start.min(at)..at]);
        }
        if rest == b"--" || parts.len() >= most {
            return parts;
        }
        open = Some(end);
    }
    // Cut off on its way.
    if let Some(start) = open {
        parts.push(&body[start..]);
    }
    parts
}
