//! Rows put straight into the contacts table and its indexes: the same columns and the same entries, in the
//! way that is the fastest on each database, and nothing around it.

use rusqlite::{Connection, Transaction, params};
use tokio_postgres::Statement;

use crate::bare::{NOW, open};
use crate::contacts::{BRAND, Contact};
use crate::database::{BenchDatabase, Kind, Session};
use crate::outcome::Result;

const OWNER: &str = "raw";

const COLUMNS: &str =
    "INSERT INTO contacts (org, brand, id, email, first_name, last_name, subscribed,
    unsubscribed_at, consent, import, custom, folded, folded_custom, created_at, updated_at)";

const SQLITE_VALUES: &str =
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, TRUE, NULL, NULL, NULL, jsonb(?7), ?8, NULL, ?9, ?9)";

const POSTGRES_VALUES: &str =
    "SELECT $1, $2, u.id, u.email, u.first_name, u.last_name, TRUE, NULL, NULL, NULL,
    CAST(u.custom AS jsonb), u.folded, CAST(u.folded_custom AS jsonb), $3, $3
    FROM UNNEST($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
        AS u(id, email, first_name, last_name, custom, folded, folded_custom)";

const OVERWRITE: &str = "ON CONFLICT (org, brand, email) DO UPDATE SET
    first_name = excluded.first_name, last_name = excluded.last_name, custom = excluded.custom,
    folded = excluded.folded, folded_custom = excluded.folded_custom, updated_at = excluded.updated_at";

pub struct Raw {
    way: Way,
    last_id: i64,
}

enum Way {
    Sqlite(Connection),
    Postgres {
        session: Session,
        insert: Statement,
        overwrite: Statement,
    },
}

#[derive(Clone, Copy)]
pub enum Rows {
    New,
    Existing,
}

impl Raw {
    pub async fn open(place: &BenchDatabase) -> Result<Self> {
        open(&place.url(OWNER)).await?.close().await;
        let way = match &place.kind {
            Kind::Sqlite => Way::Sqlite(open_file(&place.file(OWNER))?),
            Kind::Postgres(_) => {
                let session = Session::open(&place.url(OWNER)).await?;
                let insert = format!("{COLUMNS} {POSTGRES_VALUES}");
                let overwrite = format!("{insert} {OVERWRITE}");
                Way::Postgres {
                    insert: session.client.prepare(&insert).await?,
                    overwrite: session.client.prepare(&overwrite).await?,
                    session,
                }
            }
        };
        Ok(Self { way, last_id: 0 })
    }

    /// Writes one batch in one transaction.
    pub async fn write(&mut self, rows: Rows, batch: &[Contact]) -> Result<()> {
        let first_id = self.last_id + 1;
        self.last_id += batch.len() as i64;
        match &mut self.way {
            Way::Sqlite(connection) => write_loop(connection, rows, batch, first_id),
            Way::Postgres {
                session,
                insert,
                overwrite,
            } => {
                let statement = match rows {
                    Rows::New => insert,
                    Rows::Existing => overwrite,
                };
                write_arrays(session, statement, batch, first_id).await
            }
        }
    }
}

/// With the settings of the server's own connections.
fn open_file(path: &str) -> Result<Connection> {
    let connection = Connection::open(path)?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -16384;",
    )?;
    Ok(connection)
}

fn write_loop(
    connection: &mut Connection,
    rows: Rows,
    batch: &[Contact],
    first_id: i64,
) -> Result<()> {
    let conflict = match rows {
        Rows::New => "",
        Rows::Existing => OVERWRITE,
    };
    let transaction = connection.transaction()?;
    let sql = format!("{COLUMNS} {SQLITE_VALUES} {conflict} RETURNING id");
    let mut statement = transaction.prepare_cached(&sql)?;
    let mut written = Vec::with_capacity(batch.len());
    for (contact, id) in batch.iter().zip(first_id..) {
        let values = params![
            BRAND.org,
            BRAND.brand,
            id,
            contact.email,
            contact.first_name,
            contact.last_name,
            contact.custom,
            contact.folded,
            NOW
        ];
        let id: i64 = statement.query_row(values, |row| row.get(0))?;
        written.push((id, contact));
    }
    drop(statement);
    index(&transaction, rows, written)?;
    Ok(transaction.commit()?)
}

/// In ascending order, which is the cheapest; names do not change, values do.
fn index(transaction: &Transaction, rows: Rows, mut written: Vec<(i64, &Contact)>) -> Result<()> {
    written.sort_unstable_by_key(|(id, _)| *id);
    let prepared = |sql| transaction.prepare_cached(sql);
    let mut search =
        prepared("INSERT INTO contact_search (rowid, brand, folded) VALUES (?1, ?2, ?3)")?;
    let mut delete = prepared("DELETE FROM contact_values WHERE rowid = ?1")?;
    let mut values = prepared("INSERT INTO contact_values (rowid, words) VALUES (?1, ?2)")?;
    for (id, contact) in &written {
        match rows {
            Rows::New => search.execute(params![id, "\u{e000}\u{e000}\u{e001}", contact.folded])?,
            Rows::Existing => delete.execute([id])?,
        };
    }
    for (id, contact) in &written {
        values.execute(params![id, contact.words])?;
    }
    Ok(())
}

async fn write_arrays(
    session: &Session,
    statement: &Statement,
    batch: &[Contact],
    first_id: i64,
) -> Result<()> {
    let texts = |column: fn(&Contact) -> &str| batch.iter().map(column).collect::<Vec<_>>();
    let ids: Vec<i64> = (first_id..).take(batch.len()).collect();
    session
        .client
        .execute(
            statement,
            &[
                &BRAND.org,
                &BRAND.brand,
                &NOW,
                &ids,
                &texts(|contact| &contact.email),
                &texts(|contact| &contact.first_name),
                &texts(|contact| &contact.last_name),
                &texts(|contact| &contact.custom),
                &texts(|contact| &contact.folded),
                &texts(|contact| &contact.folded_custom),
            ],
        )
        .await?;
    Ok(())
}
