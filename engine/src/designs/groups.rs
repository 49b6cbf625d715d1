//! The group that a design is put into.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::groups;

use crate::failure::Failure;

/// The group of designs that are in none.
pub const UNGROUPED: &str = "ungrouped";

/// Its row, held until the transaction ends, so that nobody deletes it before the design is in it.
pub async fn lock_group(
    tx: &Tx,
    brand: BrandKey,
    id: Option<&str>,
) -> Result<Option<i64>, Failure> {
    match id {
        None | Some(UNGROUPED) => Ok(None),
        Some(id) => match groups::lock(tx, brand, id).await? {
            Some(number) => Ok(Some(number)),
            None => Err(no_such_group().param("groupId").into()),
        },
    }
}

pub fn no_such_group() -> Problem {
    Problem::new(Code::EmailGroupNotFound, "There is no such group.")
}
