#![no_main]
//! Whatever is imported: no crash, and what comes out holds nothing more to strip.

use libfuzzer_sys::fuzz_target;
use postrider_content::html;

fuzz_target!(|source: &str| {
    let Ok(import) = html::import(source, None) else {
        return;
    };
    let rendered = import.document.render(None);
    assert!(rendered.html.get(rendered.preheader.clone()).is_some());
    if let Ok(again) = html::import(&rendered.html, None) {
        assert!(again.report.stripped.is_empty(), "{:?}", again.report.stripped);
    }
});
