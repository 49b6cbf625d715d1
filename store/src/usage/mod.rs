//! What an organization used in a month. Every taking is one conditional update: of any number of
//! requests for the last credit, one gets it.

pub mod holds;

use postrider_domain::accounts::credits::{Period, Usage, bonus_left};
use postrider_domain::numbers::Millis;

pub use holds::{extend, hold, release, release_expired};

use crate::db::{DbError, Statement, Tx};
use crate::{params, record, statements};

statements! {
    LATEST -> PeriodRow = "
        SELECT {columns} FROM usage_periods WHERE org = $1 AND starts_at <= $2
        ORDER BY starts_at DESC LIMIT 1";
    OPEN = "
        INSERT INTO usage_periods
            (org, starts_at, credits_used, credits_reserved, bonus, sends_used)
        VALUES ($1, $2, 0, 0, $3, 0)
        ON CONFLICT (org, starts_at) DO NOTHING";
    // A row with a negative number matches none of these: what is wrong is never spent from.
    CHARGE = "
        UPDATE usage_periods SET credits_used = credits_used + $3
        WHERE org = $1 AND starts_at = $2
          AND credits_used >= 0 AND credits_reserved >= 0 AND bonus >= 0
          AND (CAST($4 AS BIGINT) IS NULL
            OR credits_used + credits_reserved + $3 - bonus <= CAST($4 AS BIGINT))";
    RESERVE = "
        UPDATE usage_periods SET credits_reserved = credits_reserved + $3
        WHERE org = $1 AND starts_at = $2
          AND credits_used >= 0 AND credits_reserved >= 0 AND bonus >= 0
          AND (CAST($4 AS BIGINT) IS NULL
            OR credits_used + credits_reserved + $3 - bonus <= CAST($4 AS BIGINT))";
    REFUND = "
        UPDATE usage_periods
        SET credits_used = CASE WHEN credits_used > $3 THEN credits_used - $3 ELSE 0 END
        WHERE org = $1 AND starts_at = $2 AND credits_used >= 0";
    TAKE_SENDS = "
        UPDATE usage_periods SET sends_used = sends_used + $3
        WHERE org = $1 AND starts_at = $2 AND sends_used >= 0
          AND (CAST($4 AS BIGINT) IS NULL OR sends_used + $3 <= CAST($4 AS BIGINT))";
    RETURN_SENDS = "
        UPDATE usage_periods
        SET sends_used = CASE WHEN sends_used > $3 THEN sends_used - $3 ELSE 0 END
        WHERE org = $1 AND starts_at = $2 AND sends_used >= 0";
    GRANT_BONUS = "
        UPDATE usage_periods SET bonus = bonus + $3
        WHERE org = $1 AND starts_at = $2 AND bonus >= 0";
}

/// Whose usage, within which allowances (`None`: unlimited), in which month.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    pub org: i64,
    pub credits: Option<i64>,
    pub sends: Option<i64>,
    pub period: Period,
}

/// A period in which nothing happened yet has no row: it begins with the bonus left by the one before.
pub async fn read(tx: &Tx, account: &Account) -> Result<Usage, DbError> {
    let period = tx
        .one(&LATEST, params![account.org, account.period.start])
        .await?;
    let Some(period) = period else {
        return Ok(Usage::default());
    };
    let latest = period.usage()?;
    if period.starts_at == account.period.start {
        return Ok(latest);
    }
    let bonus = bonus_left(account.credits, latest.credits_used, latest.bonus);
    Ok(Usage {
        bonus,
        ..Usage::default()
    })
}

/// `false`: too little is left, and nothing was charged.
pub async fn charge(tx: &Tx, account: &Account, cost: i64) -> Result<bool, DbError> {
    take(tx, &CHARGE, account, cost, account.credits).await
}

/// Charges work whose cost was known only when it was done, whatever is left.
pub async fn overdraw(tx: &Tx, account: &Account, cost: i64) -> Result<(), DbError> {
    if take(tx, &CHARGE, account, cost, None).await? {
        return Ok(());
    }
    Err(malformed())
}

/// Gives credits back for work that came to nothing, to the period that they were taken from.
pub async fn refund(tx: &Tx, org: i64, period: Period, amount: i64) -> Result<(), DbError> {
    tx.execute(&REFUND, params![org, period.start, checked(amount)?])
        .await?;
    Ok(())
}

/// `false`: the plan allows fewer deliveries in this period, and none was taken.
pub async fn take_sends(tx: &Tx, account: &Account, count: i64) -> Result<bool, DbError> {
    take(tx, &TAKE_SENDS, account, count, account.sends).await
}

/// The same for single mails of runs, to the month that it is.
pub(crate) async fn give_back(tx: &Tx, org: i64, count: i64, now: Millis) -> Result<(), DbError> {
    if count == 0 {
        return Ok(());
    }
    let account = Account {
        org,
        credits: None,
        sends: None,
        period: Period::at(now.0),
    };
    return_sends(tx, &account, count).await
}

/// Gives back deliveries that did not happen, to the period that they were taken from.
pub async fn return_sends(tx: &Tx, account: &Account, count: i64) -> Result<(), DbError> {
    let values = params![account.org, account.period.start, checked(count)?];
    tx.execute(&RETURN_SENDS, values).await?;
    Ok(())
}

/// Credits beyond the plan's; what is not used goes into the next period.
pub async fn grant_bonus(tx: &Tx, account: &Account, amount: i64) -> Result<(), DbError> {
    let values = params![account.org, account.period.start, checked(amount)?];
    open(tx, account).await?;
    match tx.execute(&GRANT_BONUS, values).await? {
        1 => Ok(()),
        _ => Err(malformed()),
    }
}

/// Runs one of the conditional updates. Only when it finds nothing to update is it asked whether the
/// period has a row at all, so the usual charge is one statement.
async fn take(
    tx: &Tx,
    statement: &'static Statement,
    account: &Account,
    amount: i64,
    limit: Option<i64>,
) -> Result<bool, DbError> {
    if checked(amount)? == 0 {
        return Ok(true);
    }
    let values = || params![account.org, account.period.start, amount, limit];
    if tx.execute(statement, values()).await? == 1 {
        return Ok(true);
    }
    open(tx, account).await?;
    Ok(tx.execute(statement, values()).await? == 1)
}

/// Makes sure that the period has a row, and that it is a sound one.
async fn open(tx: &Tx, account: &Account) -> Result<(), DbError> {
    let bonus = read(tx, account).await?.bonus;
    tx.execute(&OPEN, params![account.org, account.period.start, bonus])
        .await?;
    Ok(())
}

fn checked(amount: i64) -> Result<i64, DbError> {
    if amount < 0 {
        return Err(DbError::Other(format!(
            "{amount} is no amount to take or to give"
        )));
    }
    Ok(amount)
}

record! {
    struct PeriodRow {
        starts_at: i64 = "starts_at",
        credits_used: i64 = "credits_used",
        credits_reserved: i64 = "credits_reserved",
        bonus: i64 = "bonus",
        sends_used: i64 = "sends_used",
    }
}

impl PeriodRow {
    fn usage(&self) -> Result<Usage, DbError> {
        let sound = |number: i64| match number {
            0.. => Ok(number),
            _ => Err(malformed()),
        };
        Ok(Usage {
            credits_used: sound(self.credits_used)?,
            credits_reserved: sound(self.credits_reserved)?,
            bonus: sound(self.bonus)?,
            sends_used: sound(self.sends_used)?,
        })
    }
}

/// An error and not a zero: whoever meters must not go on with a balance that is wrong.
fn malformed() -> DbError {
    DbError::Other("the usage of a period is malformed".into())
}
