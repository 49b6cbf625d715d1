//! Curves that are written in a few letters and fall into as many pieces as their radius asks for.

use resvg::usvg::roxmltree::Node;

/// A curve with this radius falls into some twenty pieces.
const MAX_RADIUS: f64 = 1e7;

/// Whether it says so of itself, or in a unit that depends on what stands around it.
pub(super) fn has_endless_curves(node: Node) -> bool {
    let is_round = matches!(node.tag_name().name(), "circle" | "ellipse" | "rect");
    node.attributes().any(|attribute| {
        let value = attribute.value();
        match attribute.name() {
            "d" => !is_bounded(value),
            "r" | "rx" | "ry" if is_round => !is_bounded(value) || is_relative(value),
            _ => false,
        }
    })
}

fn is_relative(length: &str) -> bool {
    let length = length.trim();
    ["%", "em", "ex"].iter().any(|unit| length.ends_with(unit))
}

/// Whether all numbers in it are.
fn is_bounded(value: &str) -> bool {
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
        if number.is_ok_and(|number| number > MAX_RADIUS) {
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
            assert!(is_bounded(small), "{small}");
        }
        for large in ["10000001", "1e8", "-.5E+300", "9e999", "a1e300 1 0 1 1 1 1"] {
            assert!(!is_bounded(large), "{large}");
        }
    }
}
