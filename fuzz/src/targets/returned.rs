//! Whatever comes back to a return path: no crash, and what is kept of it is short and one line.

use postrider_mail::returned::{Kind, Returned};

pub(super) fn run(message: &[u8]) {
    for sender in ["", "ada@example.com"] {
        let returned = Returned::read(message, sender);
        assert!(
            returned.subject.chars().count() <= 120 && !returned.subject.contains(char::is_control)
        );
        assert!(returned.clues.len() <= 100);
        if let Kind::Report(report) = returned.kind {
            assert!(report.diagnostic.len() < 600 && !report.diagnostic.contains(char::is_control));
        }
    }
}
