//! A field stands where its values can do no harm: texts between tags, addresses between the quotes of their
//! attribute. What is put there later, such as another preview text, is escaped for that place alone.

use std::collections::HashMap;
use std::ops::Range;

use postrider_domain::contract::problem::Problem;

use super::assembled::{Assembled, spell};
use super::conditional;
use super::imported::{Field, FieldId, ImportedHtml, Part, Quoting, Reference, Value};
use super::scan::{Attribute, Quote, TextKind, Token, scan, scan_within};

/// A letter tells whether a place is one for text: behind `<` it would begin a tag. An empty value tells
/// nothing.
const PROBE: &str = "x";

impl ImportedHtml {
    /// `tokens` are those of `assembled`.
    pub(super) fn check_places(
        &self,
        param: &str,
        fields: &HashMap<&FieldId, &Field>,
        assembled: &Assembled,
        tokens: Vec<Token>,
    ) -> Result<(), Problem> {
        let probe = self.probe();
        let probe_tokens = scan(&probe.html)
            .map_err(|error| Problem::invalid(format!("{param}.parts"), error.message))?;
        let mut written = Reading::new(assembled, tokens);
        let mut probed = Reading::new(&probe, probe_tokens);
        for (index, part) in self.parts.iter().enumerate() {
            let (Part::Field(reference), Some(field)) = (part, part_field(part, fields)) else {
                continue;
            };
            let is_empty = field.value(reference.value).is_none_or(str::is_empty);
            let fits = probed.fits(index, reference, field)
                && (is_empty || written.fits(index, reference, field));
            if !fits {
                let message = format!("The field `{}` cannot stand here.", reference.field.0);
                return Err(Problem::invalid(format!("{param}.parts[{index}]"), message));
            }
        }
        Ok(())
    }

    fn probe(&self) -> Assembled {
        let mut probe = Assembled::default();
        for part in &self.parts {
            probe.starts.push(probe.html.len());
            match part {
                Part::Literal(html) => probe.html.push_str(html),
                Part::Field(reference) => spell(PROBE, reference.place, &mut probe.html),
            }
        }
        probe
    }
}

fn part_field<'f>(part: &Part, fields: &HashMap<&FieldId, &'f Field>) -> Option<&'f Field> {
    match part {
        Part::Field(reference) => fields.get(&reference.field).copied(),
        Part::Literal(_) => None,
    }
}

struct Reading<'a> {
    assembled: &'a Assembled,
    tokens: Vec<Token>,
    /// The conditional comment that was looked into last, and what it holds.
    comment: Option<(usize, Vec<Token>)>,
}

impl<'a> Reading<'a> {
    fn new(assembled: &'a Assembled, tokens: Vec<Token>) -> Self {
        Self {
            assembled,
            tokens,
            comment: None,
        }
    }

    fn fits(&mut self, part: usize, reference: &Reference, field: &Field) -> bool {
        let range = self.assembled.range(part);
        let Some(token) = self.token_at(range.start) else {
            return false;
        };
        match (reference.value, token) {
            (Value::Text | Value::Label, Token::Text { range: text, kind }) => {
                let expected = match field {
                    Field::Title { .. } => TextKind::Title,
                    _ => TextKind::Data,
                };
                *kind == expected && range.end <= text.end
            }
            (Value::Href, Token::Start(tag)) => {
                stands_in(&tag.attributes, "href", reference, &range)
            }
            (Value::Src, Token::Start(tag)) => stands_in(&tag.attributes, "src", reference, &range),
            (Value::Alt, Token::Start(tag)) => stands_in(&tag.attributes, "alt", reference, &range),
            _ => false,
        }
    }

    fn token_at(&mut self, at: usize) -> Option<&Token> {
        let index = last_before(&self.tokens, at)?;
        let Token::Comment { inner, .. } = &self.tokens[index] else {
            return self.tokens.get(index);
        };
        if self.comment.as_ref().is_none_or(|(last, _)| *last != index) {
            let html = &self.assembled.html;
            let content = conditional::content(html, inner.clone())?;
            self.comment = Some((index, scan_within(html, content).ok()?));
        }
        let (_, tokens) = self.comment.as_ref()?;
        tokens.get(last_before(tokens, at)?)
    }
}

/// The last token that begins at `at` or before.
fn last_before(tokens: &[Token], at: usize) -> Option<usize> {
    tokens
        .partition_point(|token| token.range().start <= at)
        .checked_sub(1)
}

fn stands_in(
    attributes: &[Attribute],
    name: &str,
    reference: &Reference,
    range: &Range<usize>,
) -> bool {
    attributes.iter().any(|attribute| {
        let Some(value) = attribute.value.clone().filter(|_| attribute.name == name) else {
            return false;
        };
        match reference.place {
            Quoting::Quoted => {
                attribute.quote != Quote::None
                    && value.start <= range.start
                    && range.end <= value.end
            }
            Quoting::Bare => {
                let start = range.start + usize::from(attribute.quote != Quote::None);
                value.start == start && range.end <= attribute.range.end
            }
            Quoting::Missing => attribute.range == (range.start + 1..range.end),
        }
    })
}
