//! Text with a form of its own. A property names it with the schema keyword `format`.

use postrider_domain::accounts::brand::Color;
use postrider_domain::time::parse_zone;

/// What is wrong with the text, or nothing. A format that is not listed is documentation only.
pub fn complaint(format: &str, text: &str) -> Option<&'static str> {
    let fits = match format {
        "line" => !text.contains(['\n', '\r', '\t']),
        "color" => Color::parse(text).is_some(),
        "time-zone" => parse_zone(text).is_some(),
        _ => true,
    };
    (!fits).then_some(match format {
        "line" => "Must be one line, without tabs.",
        "color" => "Must be a color such as `#1a2b3c`.",
        _ => "Must be an IANA time zone such as `Europe/Berlin`.",
    })
}
