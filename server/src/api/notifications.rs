//! `GET /v1/notifications`: work in the background, and what came of it.

use std::sync::Arc;

use aws_lc_rs::hmac;
use data_encoding::HEXLOWER;
use postrider_domain::accounts::brand::Readiness;
use postrider_domain::contract::cursor::Position;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_engine::validation::RowFault;
use postrider_store::db::Tx;
use postrider_store::notifications::{self, Kind, NotificationRecord};
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// The same for as long as what it tells of is there.
    notification_id: String,
    #[serde(rename = "type")]
    kind: Type,
    status: Status,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<String>,
    /// While it is processing, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress_percent: Option<i64>,
    /// The design that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_id: Option<String>,
    /// The placement test that it is about, of that design.
    #[serde(skip_serializing_if = "Option::is_none")]
    test_id: Option<String>,
    /// The send that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    send_id: Option<String>,
    /// The domain that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_id: Option<String>,
    /// The insight that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    insight_id: Option<String>,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotificationType")]
enum Type {
    /// Contacts are imported from a file.
    ContactImport,
    /// Addresses are checked.
    ContactValidation,
    /// A design is made or changed by a prompt.
    EmailDesign,
    /// A campaign is sent.
    Send,
    /// A domain has lost its DNS records.
    Domain,
    /// The brand's website is read.
    Brand,
    /// Something was found that is critical; `completed` once it is over or dismissed.
    Insight,
    /// A design is mailed to seed mailboxes and judged.
    PlacementTest,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "NotificationStatus")]
enum Status {
    Processing,
    Completed,
    Failed,
}

impl Status {
    /// From the word of any row that works in the background.
    fn of(word: &str) -> Self {
        match word {
            "completed" | "partially_completed" => Self::Completed,
            "failed" => Self::Failed,
            _ => Self::Processing,
        }
    }
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Notification>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = notifications::list(&tx, brand, after, i64::from(limit) + 1).await?;
    let key = &cx.app().keys().notification;
    let position = |row: &NotificationRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| Ok(show(key, brand, row)))?;
    Ok(Reply::ok(shown))
}

/// The id of the newest one, if there is any.
pub async fn newest(tx: &Tx, cx: &Cx) -> ApiResult<Option<String>> {
    let brand = cx.brand_key()?;
    let newest = notifications::list(tx, brand, None, 1).await?.pop();
    let key = &cx.app().keys().notification;
    Ok(newest.map(|row| notification_id(key, brand, row.kind, &row.public_id)))
}

fn show(key: &hmac::Key, brand: BrandKey, record: NotificationRecord) -> Notification {
    let status = Status::of(&record.status);
    let subtitle = subtitle(&record, status);
    let percent = record.done.zip(record.total).and_then(|(done, total)| {
        let is_known = status == Status::Processing && total > 0;
        is_known.then(|| done * 100 / total)
    });
    let is_brand = record.kind == Kind::Brand && status == Status::Processing;
    let percent = percent.or_else(|| {
        let readiness = readiness(&record).filter(|_| is_brand)?;
        Some(i64::from(readiness.progress()))
    });
    let (kind, title) = match record.kind {
        Kind::ContactImport => (Type::ContactImport, "Contact import".to_owned()),
        Kind::ContactValidation => (Type::ContactValidation, "Address check".to_owned()),
        Kind::EmailDesign => (Type::EmailDesign, record.title),
        Kind::Send => (Type::Send, record.title),
        Kind::Domain => (Type::Domain, record.title),
        Kind::Brand => (Type::Brand, record.title),
        Kind::Insight => (Type::Insight, record.title),
        Kind::PlacementTest => (Type::PlacementTest, record.title),
    };
    let id_of = |kind| (record.kind == kind).then(|| record.about.clone());
    let tested = id_of(Kind::PlacementTest);
    Notification {
        notification_id: notification_id(key, brand, record.kind, &record.public_id),
        kind,
        status,
        title,
        subtitle,
        progress_percent: percent,
        email_id: id_of(Kind::EmailDesign).or(tested),
        test_id: (record.kind == Kind::PlacementTest).then(|| record.public_id.clone()),
        send_id: id_of(Kind::Send),
        domain_id: id_of(Kind::Domain),
        insight_id: id_of(Kind::Insight),
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    }
}

/// Stable, and says nothing about the row to whoever lacks the key.
fn notification_id(key: &hmac::Key, brand: BrandKey, kind: Kind, public_id: &str) -> String {
    // A zero byte is in none of the parts, so no two rows spell the same text.
    let text = format!(
        "{}\0{}\0{}\0{public_id}",
        brand.org,
        brand.brand,
        kind.as_str()
    );
    let tag = hmac::sign(key, text.as_bytes());
    format!("ntf_{}", HEXLOWER.encode(&tag.as_ref()[..10]))
}

/// Of a domain.
const RECORDS_GONE: &str =
    "Its DNS records are no longer what they should be: no mail is sent from it until they are.";

fn subtitle(record: &NotificationRecord, status: Status) -> Option<String> {
    if record.kind == Kind::Domain {
        return Some(RECORDS_GONE.to_owned());
    }
    if record.kind == Kind::Insight {
        return record.error.clone();
    }
    if record.kind == Kind::Brand {
        let readiness = readiness(record)?;
        return readiness.error().map(|error| error.message.clone());
    }
    if status == Status::Failed || (record.status == "paused" && record.error.is_some()) {
        let error: Option<RowFault> = record
            .error
            .as_deref()
            .and_then(|error| serde_json::from_str(error).ok());
        return error.map(|error| error.message);
    }
    let things = match record.kind {
        Kind::ContactImport => "rows",
        Kind::ContactValidation => "addresses",
        // Its percentage says it.
        Kind::EmailDesign | Kind::Domain | Kind::Brand | Kind::Insight | Kind::PlacementTest => {
            return None;
        }
        Kind::Send => "recipients",
    };
    let done = grouped(record.done?);
    Some(match (status, record.total) {
        (Status::Processing, Some(total)) => format!("{done} of {} {things}", grouped(total)),
        _ => format!("{done} {things}"),
    })
}

/// Of a brand whose website is read.
fn readiness(record: &NotificationRecord) -> Option<Readiness> {
    let readiness = record
        .error
        .as_deref()
        .filter(|_| record.kind == Kind::Brand)?;
    serde_json::from_str(readiness).ok()
}

/// `1200000` as `1,200,000`.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        for (number, expect) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (5_000_000, "5,000,000"),
        ] {
            assert_eq!(grouped(number), expect);
        }
    }
}
