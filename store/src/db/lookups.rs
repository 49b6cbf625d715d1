//! Functions that find one row of a brand by one value.

/// `name(&str) -> Row = STATEMENT;` and `name(i64) -> Row = STATEMENT;`: functions that give the row that a statement finds
/// for a brand and a text (a public id, an address) or a number.
///
/// Texts may come from callers. What both databases refuse as a text names nothing.
#[macro_export]
macro_rules! lookups {
    ($($(#[$doc:meta])* $vis:vis $name:ident($($key:tt)+) -> $row:ty = $statement:ident;)+) => {$(
        $crate::lookups!(@one ($($key)+) $(#[$doc])* $vis $name -> $row = $statement);
    )+};
    (@one (&str) $(#[$doc:meta])* $vis:vis $name:ident -> $row:ty = $statement:ident) => {
        $(#[$doc])*
        $vis async fn $name(
            tx: &$crate::db::Tx,
            brand: ::postrider_domain::tenant::BrandKey,
            text: &str,
        ) -> Result<Option<$row>, $crate::db::DbError> {
            if text.contains('\0') {
                return Ok(None);
            }
            let key = $crate::params![brand.org, brand.brand, text];
            tx.one(&$statement, key).await
        }
    };
    (@one (i64) $(#[$doc:meta])* $vis:vis $name:ident -> $row:ty = $statement:ident) => {
        $(#[$doc])*
        $vis async fn $name(
            tx: &$crate::db::Tx,
            brand: ::postrider_domain::tenant::BrandKey,
            number: i64,
        ) -> Result<Option<$row>, $crate::db::DbError> {
            let key = $crate::params![brand.org, brand.brand, number];
            tx.one(&$statement, key).await
        }
    };
}
