//! `srcset`: several sizes of one image, `a.png 1x, b.png 2x`.

use std::borrow::Cow;

/// The list with other addresses: `replace` gives a new one, an empty one to leave the candidate out, or
/// `None` to leave it alone. `None` if nothing changes.
pub(super) fn replace<'a>(
    set: &'a str,
    mut replace: impl FnMut(&'a str) -> Option<Cow<'a, str>>,
) -> Option<String> {
    let mut changed = false;
    let mut kept = Vec::new();
    for (address, descriptor) in candidates(set) {
        let new = replace(address);
        changed |= new.is_some();
        let address = new.unwrap_or(Cow::Borrowed(address));
        if !address.is_empty() {
            kept.push(if descriptor.is_empty() {
                address.into_owned()
            } else {
                format!("{address} {descriptor}")
            });
        }
    }
    changed.then(|| kept.join(", "))
}

/// Address and descriptor of each. An address ends at white space, so that commas may stand in it.
fn candidates(set: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = set;
    loop {
        rest = rest.trim_start_matches(|first: char| first.is_ascii_whitespace() || first == ',');
        if rest.is_empty() {
            return found;
        }
        let end = rest
            .find(|next: char| next.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let address = &rest[..end];
        rest = &rest[end..];
        if address.ends_with(',') {
            found.push((address.trim_end_matches(','), ""));
            continue;
        }
        let end = rest.find(',').unwrap_or(rest.len());
        found.push((address, rest[..end].trim()));
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_told_apart_as_browsers_do() {
        let set = " a.png 1x,b,1.png  2x , c.png, data:image/png;base64,AA== 3x,";
        let expected = [
            ("a.png", "1x"),
            ("b,1.png", "2x"),
            ("c.png", ""),
            ("data:image/png;base64,AA==", "3x"),
        ];
        assert_eq!(candidates(set), expected);
        assert_eq!(replace(set, |_| None), None);
        let new = replace("a 1x, b 2x", |address| {
            (address == "a").then_some("".into())
        });
        assert_eq!(new.as_deref(), Some("b 2x"));
    }
}
