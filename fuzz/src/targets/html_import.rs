//! Whatever is imported: no crash, what comes out is what was cleaned, byte for byte, and it holds nothing
//! more to strip.

use postrider_content::html;
use postrider_domain::designs::merge::foreign;

pub(super) fn run(source: &str) {
    let Ok(import) = html::import(source, None) else {
        return;
    };
    let rendered = import.document.render(None);
    assert!(rendered.html.get(rendered.preheader.clone()).is_some());
    let cleaned = html::clean(&foreign::translate(source)).expect("what is imported was cleaned");
    assert_eq!(rendered.html, cleaned.html);
    let _ = import.document.warnings();
    if let Ok(again) = html::import(&rendered.html, None) {
        assert!(
            again.report.stripped.is_empty(),
            "{:?}",
            again.report.stripped
        );
    }
}
