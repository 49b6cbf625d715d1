//! Pages of the mails of streams, newest first, each filter along an index of its own.

use postrider_domain::sending::send::{RecipientState, SendStatus};
use postrider_domain::tenant::BrandKey;

use super::mails::{Mail, select};
use super::mails_of_status::{MailsOfStatus, OPEN, Streams, mails_of_status};
use super::narrow::{ListQuery, Narrow};
use super::record::{SendRecord, by_numbers};
use crate::db::{DbError, Query, Tx, Value, first_number};
use crate::{params, record, statements};

/// States of one status, at most.
const MOST_STATES: usize = 5;

statements! {
    list NEWEST -> Mail = select!("{along}(recipients__number)", "
        AND r.number >= $3 AND r.number < $4 ORDER BY r.number DESC LIMIT $5");
    list IN_STATE -> Mail = select!("{along}(recipients__mail_state)", "
        AND r.number >= $3 AND r.number < $4 AND r.mail_state = $6
        ORDER BY r.number DESC LIMIT $5");
    // Those without an outcome are few, so that others may be passed over.
    list OPEN_IN_STATE -> Mail = select!("{along}(recipients__mail_state)", "
        AND r.number >= $3 AND r.number < $4 AND r.mail_state = $6
        AND EXISTS (SELECT 1 FROM sends AS s WHERE s.org = r.org AND s.brand = r.brand
            AND s.id = r.send AND s.status = 'paused') = $7
        ORDER BY r.number DESC LIMIT $5");
    list OF_STREAM -> Mail = select!("{along}(recipients__send__number)", "
        AND r.number >= $3 AND r.number < $4 AND r.send = $6
        ORDER BY r.number DESC LIMIT $5");
    list OF_STREAM_IN_STATES -> Mail = select!("{along}(recipients__send__number)", "
        AND r.number >= $3 AND r.number < $4 AND r.send = $6 AND r.state IN ($7, $8, $9, $10, $11)
        ORDER BY r.number DESC LIMIT $5");
    // A run has few.
    OF_RUNS -> Mail = select!("{along}(recipients__run)", "
        AND r.number >= $3 AND r.number < $4 AND r.run {in_ints}($5)");
    STREAMS_OF_AUTOMATION -> Stream = "
        SELECT {columns} FROM sends AS s
        WHERE s.org = $1 AND s.brand = $2 AND s.automation = $5 AND (s.email = $6 OR $6 IS NULL) AND s.is_stream";
    STREAMS_OF_EMAIL -> Stream = "
        SELECT {columns} FROM sends AS s
        WHERE s.org = $1 AND s.brand = $2 AND s.email = $5 AND s.is_stream";
}

record! {
    struct Stream {
        id: i64 = "s.id",
        status: SendStatus = "s.status",
        /// The newest of its mails in the slice.
        newest: Option<i64> = "
            (SELECT max(r.number) FROM recipients AS r {along}(recipients__send__number)
            WHERE r.org = s.org AND r.brand = s.brand AND r.send = s.id AND r.number >= $3 AND r.number < $4)",
    }
}

/// Numbers of mails: from the first, and up to but not the second; and how many.
#[derive(Clone, Copy)]
struct Slice {
    low: i64,
    high: i64,
    limit: i64,
}

pub(super) async fn mails(
    tx: &Tx,
    brand: BrandKey,
    query: &ListQuery,
    narrow: &Narrow,
) -> Result<Vec<Mail>, DbError> {
    // The number tells when it was made.
    let slice = Slice {
        low: query.from.map_or(0, first_number),
        high: query
            .before
            .unwrap_or(i64::MAX)
            .min(query.to.map_or(i64::MAX, first_number)),
        limit: query.limit,
    };
    let status = query.status.map(mails_of_status);
    let mut found = if let Some(runs) = &narrow.runs {
        of_runs(tx, brand, slice, runs, narrow, query.status).await?
    } else if narrow.automation.is_some() || narrow.email.is_some() {
        of_streams(tx, brand, slice, narrow, status).await?
    } else {
        of_brand(tx, brand, slice, status).await?
    };
    found.sort_unstable_by_key(|mail| std::cmp::Reverse(mail.number));
    found.truncate(query.limit as usize);
    Ok(found)
}

async fn of_brand(
    tx: &Tx,
    brand: BrandKey,
    slice: Slice,
    status: Option<MailsOfStatus>,
) -> Result<Vec<Mail>, DbError> {
    let Some(MailsOfStatus { states, of }) = status else {
        return read(tx, brand, &NEWEST, slice, &[]).await;
    };
    let mut found = Vec::new();
    for state in states {
        let state = state.code();
        found.extend(if of == Streams::All {
            read(tx, brand, &IN_STATE, slice, &[state.into()]).await?
        } else {
            let values = [state.into(), (of == Streams::Paused).into()];
            read(tx, brand, &OPEN_IN_STATE, slice, &values).await?
        });
    }
    Ok(found)
}

/// The streams take turns, the one with the newest mail first, until no other has a mail that is new enough.
async fn of_streams(
    tx: &Tx,
    brand: BrandKey,
    slice: Slice,
    narrow: &Narrow,
    status: Option<MailsOfStatus>,
) -> Result<Vec<Mail>, DbError> {
    let mut found: Vec<Mail> = Vec::new();
    for (stream, newest) in streams(tx, brand, slice, narrow, status).await? {
        let full = found.len() as i64 >= slice.limit;
        let oldest = found.last().map(|mail| mail.number).filter(|_| full);
        let slice = Slice {
            low: oldest.unwrap_or(slice.low),
            ..slice
        };
        if newest < slice.low {
            break;
        }
        found.extend(of_stream(tx, brand, slice, stream, status).await?);
        found.sort_unstable_by_key(|mail| std::cmp::Reverse(mail.number));
        found.truncate(slice.limit as usize);
    }
    Ok(found)
}

async fn of_stream(
    tx: &Tx,
    brand: BrandKey,
    slice: Slice,
    stream: i64,
    status: Option<MailsOfStatus>,
) -> Result<Vec<Mail>, DbError> {
    let Some(MailsOfStatus { states, .. }) = status else {
        return read(tx, brand, &OF_STREAM, slice, &[stream.into()]).await;
    };
    let Some(last) = states.last() else {
        return Ok(Vec::new());
    };
    let filled = states.iter().chain(std::iter::repeat(last));
    let codes = filled.take(MOST_STATES).map(|state| state.code().into());
    let values: Vec<Value> = std::iter::once(stream.into()).chain(codes).collect();
    read(tx, brand, &OF_STREAM_IN_STATES, slice, &values).await
}

/// Streams that have mails in the slice, each with the newest of them, the newest first.
async fn streams(
    tx: &Tx,
    brand: BrandKey,
    slice: Slice,
    narrow: &Narrow,
    status: Option<MailsOfStatus>,
) -> Result<Vec<(i64, i64)>, DbError> {
    let bounds = params![brand.org, brand.brand, slice.low, slice.high];
    let mut values = bounds.to_vec();
    let mut found = if let Some(automation) = narrow.automation {
        values.extend(params![automation, narrow.email]);
        tx.all(&STREAMS_OF_AUTOMATION, values).await?
    } else {
        values.extend(params![narrow.email]);
        tx.all(&STREAMS_OF_EMAIL, values).await?
    };
    found.retain(|stream| status.is_none_or(|status| status.of.hold(stream.status)));
    let streams = found.into_iter();
    let streams = streams.filter_map(|stream| Some((stream.id, stream.newest?)));
    let mut streams: Vec<_> = streams.collect();
    streams.sort_unstable_by_key(|(_, newest)| std::cmp::Reverse(*newest));
    Ok(streams)
}

async fn of_runs(
    tx: &Tx,
    brand: BrandKey,
    slice: Slice,
    runs: &[i64],
    narrow: &Narrow,
    status: Option<SendStatus>,
) -> Result<Vec<Mail>, DbError> {
    let runs = Value::ints(runs.iter().copied());
    let values = params![brand.org, brand.brand, slice.low, slice.high, runs];
    let mut found = tx.all(&OF_RUNS, values).await?;
    let streams = by_numbers(tx, brand, found.iter().map(|mail| mail.send)).await?;
    let fits = |mail: &Mail, stream: &SendRecord| {
        let automation = stream.origin.as_ref().map(|origin| origin.automation);
        narrow.automation.is_none_or(|of| automation == Some(of))
            && narrow.email.is_none_or(|of| of == stream.email)
            && status.is_none_or(|status| status == mail.status(stream.status))
    };
    found.retain(|mail| {
        streams
            .get(&mail.send)
            .is_some_and(|stream| fits(mail, stream))
    });
    Ok(found)
}

async fn read(
    tx: &Tx,
    brand: BrandKey,
    query: &'static Query<Mail>,
    slice: Slice,
    with: &[Value],
) -> Result<Vec<Mail>, DbError> {
    let Slice { low, high, limit } = slice;
    let mut values = params![brand.org, brand.brand, low, high, limit].to_vec();
    values.extend(with.iter().cloned());
    tx.all(query, values).await
}

const _: () = assert!(OPEN.len() <= MOST_STATES && RecipientState::Canceled as i64 == 14);
