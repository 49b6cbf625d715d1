//! Cells that a spreadsheet would take for a formula. An exported file shows them with an apostrophe in
//! front, which spreadsheets read as "this is text"; an import takes it away again, so that a file that
//! was exported comes back as it was.

use std::borrow::Cow;

/// The cell as an export writes it.
pub fn guarded(text: &str) -> Cow<'_, str> {
    if is_dangerous(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The cell as it was before `guarded`.
pub fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_dangerous(text) => text,
        _ => cell,
    }
}

/// One that has its apostrophe already counts too: without another it would come back without any.
fn is_dangerous(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(DANGEROUS)
}

/// Where East Asian text is written, a spreadsheet takes the full-width signs for the plain ones.
const DANGEROUS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DANGEROUS, guarded, unguarded};

    #[test]
    fn formulas_become_text_and_nothing_else_changes() {
        for text in [
            "=1+1", "+49 30", "-x", "@cmd", "\tx", "\rx", "\n=x", "＝1", "＋1", "－1", "＠x",
            "'=1", "''-", "'＝",
        ] {
            assert_eq!(guarded(text), format!("'{text}"));
        }
        for text in ["", "a=b", "'", "'quoted'", "1-2", " =1"] {
            assert_eq!(guarded(text), text);
        }
    }

    proptest! {
        #[test]
        fn what_was_guarded_comes_back(text in "['=+@\t\r\n＝＋－＠a-]{0,6}") {
            let written = guarded(&text);
            prop_assert_eq!(unguarded(&written), &text);
            prop_assert!(!written.starts_with(DANGEROUS));
        }
    }
}
