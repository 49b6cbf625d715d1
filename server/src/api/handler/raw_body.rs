//! The input of rows that read a body in their own way.

use axum::http::HeaderMap;
use bytes::Bytes;

/// A body as it came.
pub struct RawBody {
    pub headers: HeaderMap,
    pub bytes: Bytes,
}
