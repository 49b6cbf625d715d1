//! Images that stand in their own address: `data:image/png;base64,iVBOR…`.

use bytes::Bytes;
use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD};
use percent_encoding::percent_decode_str;
use url::Url;

use super::error::FetchError;
use super::fetched::Fetched;

pub(super) fn read(url: Url, max_bytes: u64) -> Result<Fetched, FetchError> {
    // A question mark is part of the data; a hash is not.
    let text = url.as_str().split('#').next().unwrap_or_default();
    let text = text.strip_prefix("data:").unwrap_or_default();
    let (head, data) = text.split_once(',').ok_or(FetchError::BrokenData)?;
    // Base64 is at most four characters for three bytes, a percent sign three for one.
    if data.len() as u64 / 3 > max_bytes {
        return Err(FetchError::TooLarge(max_bytes));
    }
    let data: Vec<u8> = percent_decode_str(data).collect();
    let (kind, is_base64) = match head.trim_end().rsplit_once(';') {
        Some((kind, last)) if last.trim().eq_ignore_ascii_case("base64") => (kind, true),
        _ => (head, false),
    };
    let bytes = if is_base64 { base64(data)? } else { data };
    if bytes.len() as u64 > max_bytes {
        return Err(FetchError::TooLarge(max_bytes));
    }
    Ok(Fetched {
        bytes: Bytes::from(bytes),
        content_type: (!kind.is_empty()).then(|| kind.to_owned()),
        url,
    })
}

/// As browsers read it: with white space anywhere, and with or without padding.
fn base64(mut text: Vec<u8>) -> Result<Vec<u8>, FetchError> {
    text.retain(|byte| !byte.is_ascii_whitespace());
    while text.last() == Some(&b'=') {
        text.pop();
    }
    BASE64_NOPAD
        .decode(&text)
        .or_else(|_| BASE64URL_NOPAD.decode(&text))
        .map_err(|_| FetchError::BrokenData)
}
