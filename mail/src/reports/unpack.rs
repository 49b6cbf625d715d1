//! What a report is packed in: nothing, gzip, or a zip with one file.

use std::borrow::Cow;

use flate2::read::GzDecoder;

use super::inflate::{MOST_UNPACKED, inflate};
use super::written::Unreadable;
use super::zip;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZIP: &[u8] = b"PK\x03\x04";
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// By its first bytes.
pub(super) fn may_be_report(content: &[u8]) -> bool {
    let text = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    content.starts_with(GZIP)
        || content.starts_with(ZIP)
        || matches!(text.trim_ascii_start().first(), Some(b'<' | b'{'))
}

pub(super) fn unpack(content: &[u8]) -> Result<Cow<'_, [u8]>, Unreadable> {
    if content.starts_with(GZIP) {
        return inflate(GzDecoder::new(content)).map(Cow::Owned);
    }
    if content.starts_with(ZIP) {
        return zip::first_file(content);
    }
    if content.len() > MOST_UNPACKED {
        return Err(Unreadable);
    }
    Ok(Cow::Borrowed(content))
}
