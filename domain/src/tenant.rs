//! Whose data it is.

/// The tenant of every brand-owned row: store functions take it right after the transaction, so that
/// another brand's id cannot be found by construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BrandKey {
    pub org: i64,
    pub brand: i64,
}
