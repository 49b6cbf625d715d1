//! People of an organization that is being removed. Whoever belongs nowhere else leaves with it, with all that is theirs.

use postrider_domain::numbers::PersonNo;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    SOME -> (PersonNo,) = "
        SELECT person FROM memberships WHERE org = $1 ORDER BY person LIMIT $2";
    // Whoever joins another organization meanwhile waits for this, or is waited for.
    LOCK -> (PersonNo,) = "SELECT id FROM people WHERE id {in_ints}($1) ORDER BY id {for_update}";
    LEAVE = "DELETE FROM memberships WHERE org = $1 AND person {in_ints}($2)";
    LEAVE_BRANDS = "DELETE FROM membership_brands WHERE org = $1 AND person {in_ints}($2)";
    LOOK_AWAY = "UPDATE sessions SET organization = NULL WHERE organization = $1";
    NOWHERE -> (PersonNo,) = "
        SELECT id FROM people
        WHERE id {in_ints}($1) AND NOT EXISTS (
            SELECT 1 FROM memberships AS m WHERE m.person = people.id)
        ORDER BY id";
    SESSIONS = "DELETE FROM sessions WHERE person {in_ints}($1)";
    RECOVERY_CODES = "DELETE FROM recovery_codes WHERE person {in_ints}($1)";
    LINKS = "DELETE FROM person_links WHERE person {in_ints}($1)";
    PEOPLE = "DELETE FROM people WHERE id {in_ints}($1)";
}

/// Deletes some memberships, about `limit`, and says how many.
pub(crate) async fn remove_memberships(tx: &Tx, org: i64, limit: i64) -> Result<u64, DbError> {
    let people = listed(tx.values(&SOME, params![org, limit]).await?);
    tx.values(&LOCK, params![people.clone()]).await?;
    let left = tx.execute(&LEAVE, params![org, people.clone()]).await?;
    if left == 0 {
        return Ok(0);
    }
    tx.execute(&LEAVE_BRANDS, params![org, people.clone()])
        .await?;
    tx.execute(&LOOK_AWAY, params![org]).await?;
    let nowhere = listed(tx.values(&NOWHERE, params![people]).await?);
    for statement in [&SESSIONS, &RECOVERY_CODES, &LINKS, &PEOPLE] {
        tx.execute(statement, params![nowhere.clone()]).await?;
    }
    Ok(left)
}

fn listed(people: Vec<PersonNo>) -> Value {
    Value::ints(people.into_iter().map(|person| person.0))
}
