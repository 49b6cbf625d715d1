//! Objects of several kinds, told apart by a word that each of them has under the same key.

use super::shape::{Form, ObjectShape, Shape, TextShape};

pub struct Union<'s> {
    pub key: &'s str,
    kinds: Vec<(&'s str, &'s ObjectShape)>,
}

/// Nothing if the alternatives are not told apart so.
pub fn of<'s>(form: &'s Form, options: &'s [Shape]) -> Option<Union<'s>> {
    let mut objects = Vec::with_capacity(options.len());
    for option in options {
        match form.resolve(option) {
            Shape::Object(object) => objects.push(object),
            // `null` beside them is no object.
            Shape::Null => {}
            _ => return None,
        }
    }
    let (first, rest) = objects.split_first()?;
    let keys = first.properties.keys();
    let key = keys
        .filter(|key| word(first, key).is_some())
        .find(|key| !rest.is_empty() && rest.iter().all(|object| word(object, key).is_some()))?;
    let kinds = objects
        .iter()
        .filter_map(|object| Some((word(object, key)?, *object)));
    Some(Union {
        key,
        kinds: kinds.collect(),
    })
}

/// The one word that a property can be.
fn word<'s>(object: &'s ObjectShape, key: &str) -> Option<&'s str> {
    match object.properties.get(key) {
        Some(Shape::Text(TextShape { words, .. })) if words.len() == 1 => {
            words.first().map(String::as_str)
        }
        _ => None,
    }
}

impl<'s> Union<'s> {
    pub fn named(&self, word: &str) -> Option<&'s ObjectShape> {
        let found = self.kinds.iter().find(|(known, _)| *known == word);
        found.map(|(_, object)| *object)
    }

    /// The one that is meant where nothing is said: its word may be left out.
    pub fn default(&self) -> Option<&'s ObjectShape> {
        let is_optional = |object: &ObjectShape| object.required.iter().all(|key| key != self.key);
        let found = self.kinds.iter().find(|(_, object)| is_optional(object));
        found.map(|(_, object)| *object)
    }

    pub fn words(&self) -> TextShape {
        TextShape::of_words(
            self.kinds
                .iter()
                .map(|(word, _)| (*word).to_owned())
                .collect(),
        )
    }
}
