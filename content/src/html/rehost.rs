//! Images move to another address.

use std::collections::HashMap;

use super::clean::{Edit, apply};
use super::images;
use super::imported::{Field, FieldId, ImportedHtml, Part, Value};
use super::scan::scan;

impl ImportedHtml {
    /// Puts new addresses in place of old ones, wherever an image is named.
    pub fn rehost<S: std::hash::BuildHasher>(&mut self, moved: &HashMap<String, String, S>) {
        let assembled = self.assemble();
        let Ok(tokens) = scan(&assembled.html) else {
            return;
        };
        let edits = images::replace(&assembled.html, &tokens, &mut |address| {
            moved.get(images::fetchable(address)?.as_str()).cloned()
        });
        self.edit_literals(&assembled.starts, edits);
        for field in &mut self.fields {
            if let Field::Image { src, .. } = field
                && let Some(new) = images::fetchable(src).and_then(|url| moved.get(url.as_str()))
            {
                src.clone_from(new);
            }
        }
        self.forget_spellings();
    }

    fn edit_literals(&mut self, starts: &[usize], edits: Vec<Edit>) {
        let mut edits = edits.into_iter().peekable();
        for (index, part) in self.parts.iter_mut().enumerate() {
            let start = starts[index];
            let end = starts.get(index + 1).copied().unwrap_or(usize::MAX);
            let mut own = Vec::new();
            while let Some((range, new)) = edits.next_if(|(range, _)| range.start < end) {
                if range.start >= start && range.end <= end {
                    own.push((range.start - start..range.end - start, new));
                }
            }
            if let Part::Literal(literal) = part
                && !own.is_empty()
            {
                *literal = apply(literal, &own);
            }
        }
    }

    /// Of images whose address is another now.
    fn forget_spellings(&mut self) {
        let sources: HashMap<&FieldId, &str> = self
            .fields
            .iter()
            .filter_map(|field| Some((field.id(), field.value(Value::Src)?)))
            .collect();
        for part in &mut self.parts {
            if let Part::Field(reference) = part
                && reference.value == Value::Src
                && let Some(source) = &reference.source
                && sources
                    .get(&reference.field)
                    .is_some_and(|src| reference.value.decode(source) != *src)
            {
                reference.source = None;
            }
        }
    }
}
