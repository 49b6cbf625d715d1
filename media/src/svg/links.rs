//! How links to other elements are written.

use crate::image::ImageError;

pub(super) const SPACES: [char; 4] = [' ', '\t', '\n', '\r'];
/// Properties that are of an element itself. All others are its descendants' too.
pub(super) const OWN: [&str; 3] = ["clip-path", "mask", "filter"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is there once more.
    Once,
    /// It is there once more for everything that is drawn in the element.
    WithEach,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub id: &'a str,
    pub how: How,
}

/// Those in a style. A declaration that is no plain one of the element's own counts for all that is in it.
pub(super) fn in_declarations(style: &str) -> Result<Vec<Link<'_>>, ImageError> {
    let is_plain = !style.contains("/*");
    let is_inherited = if is_plain {
        style.split(';').any(may_inherit)
    } else {
        may_inherit(style)
    };
    if is_inherited {
        return Err(ImageError::TooComplex);
    }
    let how = |before: &str| {
        let declaration = before.rsplit(';').next().unwrap_or_default();
        let name = declaration.split(':').next().unwrap_or_default();
        // Behind an exclamation another one may begin.
        if is_plain && !declaration.contains('!') && OWN.contains(&name.trim()) {
            How::Once
        } else {
            How::WithEach
        }
    };
    let links = addresses(style).map(|(at, id)| Link {
        id,
        how: how(&style[..at]),
    });
    Ok(links.collect())
}

/// Whether one of the element's own properties may be inherited in it. From where depends on what stands around it when it is
/// drawn.
pub(super) fn may_inherit(style: &str) -> bool {
    style.contains("inherit") && OWN.iter().any(|own| style.contains(own))
}

/// The ids in `url(#id)`, and where each of these begins.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = text.match_indices("url(");
    starts.filter_map(move |(at, start)| Some((at, in_brackets(&text[at + start.len()..])?)))
}

fn in_brackets(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(SPACES);
    match text.chars().next()? {
        quote @ ('"' | '\'') => {
            let id = text[1..].trim_start_matches(SPACES).strip_prefix('#')?;
            id.split(quote).next().map(str::trim_end)
        }
        _ => text.strip_prefix('#')?.split([' ', ')']).next(),
    }
}

pub(super) fn in_address(href: &str) -> Option<&str> {
    let id = href.trim_start_matches(SPACES).strip_prefix('#')?;
    id.split(' ').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_the_renderer_reads_them() {
        for (text, expect) in [
            ("url(#a)", "a"),
            (" url( #a ) red", "a"),
            ("url( ' #a ' )", "a"),
            ("url(\"#a)b\")", "a)b"),
            ("url(#aurl(b)", "aurl(b"),
        ] {
            assert_eq!(addresses(text).next().unwrap().1, expect, "{text}");
        }
        assert_eq!(addresses("url(a.svg#b)").next(), None);
        assert_eq!(in_address(" #a b"), Some("a"));
        assert_eq!(in_address("a.svg#b"), None);
        let links = in_declarations("mask : url(#m); fill:url(#f)").unwrap();
        let hows: Vec<_> = links.iter().map(|link| (link.id, link.how)).collect();
        assert_eq!(hows, [("m", How::Once), ("f", How::WithEach)]);
        let links = in_declarations("fill:/*;mask:*/url(#f)").unwrap();
        assert_eq!(links[0].how, How::WithEach);
        let links = in_declarations("mask:none!important fill:url(#f)").unwrap();
        assert_eq!(links[0].how, How::WithEach);
        for inherited in [
            "mask:inherit",
            "fill:red; filter : inherit",
            "mask:/*;*/inherit",
        ] {
            assert!(in_declarations(inherited).is_err(), "{inherited}");
        }
        let beside = in_declarations("fill:inherit;mask:url(#m)").unwrap();
        assert_eq!(beside[0].id, "m");
    }
}
