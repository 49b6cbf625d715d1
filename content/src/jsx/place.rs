//! Places in the source of a template: from byte offsets, and from where the compiled program was.

use oxc::codegen::CodegenReturn;

use crate::report::SourcePosition;

/// The name of the template's own module, as stack traces show it.
pub const TEMPLATE: &str = "template.tsx";

/// The name of the tag at a place: `Ui.Card` of `<Ui.Card wide>`.
pub fn tag_at(source: &str, position: SourcePosition) -> Option<&str> {
    let line = source.lines().nth(position.line.checked_sub(1)? as usize)?;
    let column = position.column.checked_sub(1)? as usize;
    let (start, _) = line.char_indices().nth(column)?;
    let name = line[start..].strip_prefix('<')?.trim_start();
    let end = name.find(|letter: char| !(letter.is_alphanumeric() || "._$:-".contains(letter)));
    Some(&name[..end.unwrap_or(name.len())]).filter(|name| !name.is_empty())
}

/// From places in the compiled program to places in its source, sorted by the former.
#[derive(Default)]
pub struct PlaceMap(Vec<(SourcePosition, SourcePosition)>);

impl PlaceMap {
    pub fn new(compiled: &CodegenReturn) -> Self {
        let at = |line, column| SourcePosition {
            line: line + 1,
            column: column + 1,
        };
        let Some(map) = &compiled.map else {
            return Self::default();
        };
        let tokens = map.get_tokens().map(|token| {
            (
                at(token.get_dst_line(), token.get_dst_col()),
                at(token.get_src_line(), token.get_src_col()),
            )
        });
        Self(tokens.collect())
    }

    /// The place in the source that a stack trace of the engine means: its innermost frame in the template,
    /// `    at Welcome (template:12:8)`.
    pub fn of_stack(&self, stack: &str) -> Option<SourcePosition> {
        stack
            .lines()
            .filter_map(frame)
            .find_map(|compiled| self.source_of(compiled))
    }

    fn source_of(&self, compiled: SourcePosition) -> Option<SourcePosition> {
        let key = |position: &SourcePosition| (position.line, position.column);
        let after = self
            .0
            .partition_point(|(from, _)| key(from) <= key(&compiled));
        let (from, to) = self.0.get(after.checked_sub(1)?)?;
        (from.line == compiled.line).then_some(*to)
    }
}

fn frame(line: &str) -> Option<SourcePosition> {
    let at = line.rfind(TEMPLATE)?;
    let mut numbers = line[at + TEMPLATE.len()..]
        .trim_end_matches(')')
        .split(':')
        .skip(1);
    Some(SourcePosition {
        line: numbers.next()?.parse().ok()?,
        column: numbers.next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_lines_and_letters() {
        let source = "a\nöb\n";
        let places = [0, 2, 4, 6, 99].map(|offset| SourcePosition::of(source, offset));
        let expected = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 1)];
        assert_eq!(
            places,
            expected.map(|(line, column)| SourcePosition { line, column })
        );
    }

    #[test]
    fn a_tag_is_named_where_it_begins() {
        let source = "x\n  <Ui.Card wide>";
        let at = |line, column| tag_at(source, SourcePosition { line, column });
        assert_eq!(at(2, 3), Some("Ui.Card"));
        assert_eq!(at(2, 4), None);
        assert_eq!(at(9, 1), None);
        assert_eq!(at(0, 0), None);
    }
}
