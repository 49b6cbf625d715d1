use postrider_domain::designs::merge::{Decode, encoded_tags};

/// The source with each tag as a word of the same length, so that nothing inside a tag is taken for a
/// delimiter of what it stands in.
pub(super) fn mask(source: &str, decode: Decode) -> String {
    let mut masked = String::with_capacity(source.len());
    for tag in encoded_tags(source, decode) {
        masked.push_str(&source[masked.len()..tag.range.start]);
        masked.extend(std::iter::repeat_n('x', tag.range.len()));
    }
    masked.push_str(&source[masked.len()..]);
    masked
}
