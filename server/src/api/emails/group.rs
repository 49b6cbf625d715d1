//! The group that a body names.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::groups;

use crate::api::cx::Cx;
use crate::api::failure::Outcome;

/// The group of designs that are in none.
pub const UNGROUPED: &str = "ungrouped";

/// Its row, held until the transaction ends, so that nobody deletes it before the design is in it.
pub async fn find(tx: &Tx, cx: &Cx, id: Option<&str>) -> Outcome<Option<i64>> {
    match id {
        None | Some(UNGROUPED) => Ok(None),
        Some(id) => match groups::hold(tx, cx.brand_key()?, id).await? {
            Some(number) => Ok(Some(number)),
            None => Err(not_found().param("groupId").into()),
        },
    }
}

pub fn not_found() -> Problem {
    Problem::new(Code::EmailGroupNotFound, "There is no such group.")
}
