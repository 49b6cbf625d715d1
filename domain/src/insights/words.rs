//! Numbers in the words of a finding.

use super::reading::Metric;
use super::stats::Share;

impl Metric {
    pub(super) fn count(count: i64) -> Self {
        Self {
            value: count as f64,
            numerator: None,
            denominator: None,
        }
    }

    pub(super) fn number(value: f64) -> Self {
        Self {
            value: rounded(value),
            numerator: None,
            denominator: None,
        }
    }
}

impl From<Share> for Metric {
    fn from(share: Share) -> Self {
        Self {
            value: rounded(share.value()),
            numerator: Some(share.some),
            denominator: Some(share.all),
        }
    }
}

/// To six digits behind the point: no more is known of any share.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// `0.0234` as `2.3%`, and small ones with two digits: `0.12%`.
pub fn percent(value: f64) -> String {
    let percent = value * 100.0;
    if percent >= 9.95 {
        format!("{percent:.0}%")
    } else if percent >= 0.95 {
        format!("{percent:.1}%")
    } else {
        format!("{percent:.2}%")
    }
}

/// `1200000` as `1,200,000`.
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        out.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `120 of 5,000 (2.4%)`
pub fn told(share: Share) -> String {
    format!(
        "{} of {} ({})",
        grouped(share.some),
        grouped(share.all),
        percent(share.value())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_people_say_them() {
        assert_eq!(told(Share::of(120, 5_000)), "120 of 5,000 (2.4%)");
        assert_eq!(told(Share::of(0, 0)), "0 of 0 (0.00%)");
        for (value, text) in [
            (0.0012, "0.12%"),
            (0.0999, "10%"),
            (0.25, "25%"),
            (1.0, "100%"),
        ] {
            assert_eq!(percent(value), text);
        }
        assert_eq!(grouped(-1_234_567), "-1,234,567");
    }
}
