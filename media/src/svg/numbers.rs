//! Curves that are written in a few letters and fall into as many pieces as their radius asks for.

use resvg::usvg::roxmltree::Node;

/// A curve with this radius falls into some twenty pieces.
const MAX_RADIUS: f64 = 1e7;
/// A room with these sides is no larger than that, in whatever unit they are.
const MAX_SIDE: f64 = 1e5;
/// Of a hundred.
const MAX_SHARE: f64 = 100.0;
/// What is as large as so many letters, of which each is no larger than that.
const MAX_LETTERS: f64 = 100.0;
const MAX_LETTER: f64 = 1e3;

/// Whether it says so of itself.
pub(super) fn has_endless_curves(node: Node) -> bool {
    let is_round = is_round(node);
    node.attributes().any(|attribute| {
        let value = attribute.value();
        match attribute.name() {
            "d" => !is_bounded(value, MAX_RADIUS),
            name if is_round && is_radius(name) => {
                let is_by_letters = is_by_letters(value) && is_bounded(value, MAX_LETTERS);
                !is_by_letters && !is_short(value, MAX_RADIUS)
            }
            _ => false,
        }
    })
}

/// Whether its curves are as large as the room that it is in says.
pub(super) fn is_round_by_share(node: Node) -> bool {
    let mut attributes = node.attributes();
    is_round(node) && attributes.any(|each| is_radius(each.name()) && is_share(each.value()))
}

/// Whether its curves are as large as the letters around it.
pub(super) fn is_round_by_letters(node: Node) -> bool {
    let mut attributes = node.attributes();
    is_round(node) && attributes.any(|each| is_radius(each.name()) && is_by_letters(each.value()))
}

/// Whether the letters in it are of a size that does not grow with that of others.
pub(super) fn has_bounded_letters(node: Node) -> bool {
    node.attributes().all(|attribute| {
        let value = attribute.value();
        match attribute.name() {
            "font-size" => {
                let size = value.strip_suffix("px").unwrap_or(value).parse();
                size.is_ok_and(|size: f64| (0.0..=MAX_LETTER).contains(&size))
            }
            "font" => false,
            "style" => keeps_letters(value),
            _ => true,
        }
    })
}

/// Whether a style leaves letters as large as they are. A backslash may hide any word.
pub(super) fn keeps_letters(style: &str) -> bool {
    !style.contains('\\') && !style.to_ascii_lowercase().contains("font")
}

/// Whether the room that it gives to what is in it, or to what it stands for, has an end too.
pub(super) fn has_bounded_room(node: Node) -> bool {
    let name = node.tag_name().name();
    if !matches!(name, "svg" | "symbol" | "use") {
        return true;
    }
    let views = || node.attributes().filter(|each| each.name() == "viewBox");
    // Then nothing goes by how large it is itself.
    let has_view =
        name == "svg" && views().count() == 1 && views().all(|view| is_view(view.value()));
    node.attributes().all(|attribute| {
        let value = attribute.value();
        match attribute.name() {
            "viewBox" => is_bounded(value, MAX_SIDE),
            "width" | "height" if !has_view => is_short(value, MAX_SIDE),
            _ => true,
        }
    })
}

fn is_round(node: Node) -> bool {
    matches!(node.tag_name().name(), "circle" | "ellipse" | "rect")
}

fn is_radius(attribute: &str) -> bool {
    matches!(attribute, "r" | "rx" | "ry")
}

fn is_share(length: &str) -> bool {
    length.contains('%')
}

/// How large a letter is depends on all that is around it.
fn is_short(length: &str, most: f64) -> bool {
    let most = if is_share(length) { MAX_SHARE } else { most };
    !is_by_letters(length) && is_bounded(length, most)
}

fn is_by_letters(length: &str) -> bool {
    ["em", "ex"].iter().any(|unit| length.contains(unit))
}

/// Written so that nobody reads it in another way: four numbers, of which the last two are sides.
fn is_view(view: &str) -> bool {
    let is_plain = |each: char| each.is_ascii_digit() || " .-".contains(each);
    let numbers: Result<Vec<f64>, _> = view.split(' ').map(str::parse).collect();
    let has_sides =
        numbers.is_ok_and(|all| matches!(all[..], [_, _, w, h] if w >= 1.0 && h >= 1.0));
    has_sides && view.chars().all(is_plain)
}

/// Whether all numbers in it are.
fn is_bounded(value: &str, most: f64) -> bool {
    let bytes = value.as_bytes();
    let behind_digits = |at: usize| {
        let digits = bytes.get(at..).unwrap_or_default().iter();
        at + digits.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let is = |at: usize, any: &[u8]| bytes.get(at).is_some_and(|byte| any.contains(byte));
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() && bytes[at] != b'.' {
            at += 1;
            continue;
        }
        let start = at;
        at = behind_digits(at);
        if is(at, b".") {
            at = behind_digits(at + 1);
        }
        if is(at, b"eE") {
            let exponent = at + 1 + usize::from(is(at + 1, b"+-"));
            let end = behind_digits(exponent);
            if end > exponent {
                at = end;
            }
        }
        let number = value[start..at].parse::<f64>();
        if number.is_ok_and(|number| number > most) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_found_however_they_are_written() {
        for small in [
            "M0 0L9999999-9999999",
            "a.5.5 0 0112.5-3e3",
            "m1e-400,0",
            "1.",
            ".",
            "",
            "e",
            "1em",
        ] {
            assert!(is_bounded(small, MAX_RADIUS), "{small}");
        }
        for large in ["10000001", "1e8", "-.5E+300", "9e999", "a1e300 1 0 1 1 1 1"] {
            assert!(!is_bounded(large, MAX_RADIUS), "{large}");
        }
    }

    #[test]
    fn lengths_and_views_are_taken_where_everybody_reads_the_same() {
        for short in ["50%", "100%", "99999", "9.5px", "-3", ""] {
            assert!(is_short(short, MAX_SIDE), "{short}");
        }
        for long in ["101%", "-500%", "100001", "1em", "1ex", "1e6px"] {
            assert!(!is_short(long, MAX_SIDE), "{long}");
        }
        for view in ["0 0 24 24", "-1.5 -.5 40 20.25"] {
            assert!(is_view(view), "{view}");
        }
        for odd in [
            "",
            "0 0 24",
            "0,0,24,24",
            "0 0 0 24",
            "inf 0 24 24",
            "0 0  24 24",
        ] {
            assert!(!is_view(odd), "{odd}");
        }
    }
}
