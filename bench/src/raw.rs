//! Rows put straight into the contacts table: the same columns and indexes, in the way that is the
//! fastest on each database, and nothing around it.

use rusqlite::{Connection, params};
use tokio_postgres::Statement;

use crate::Result;
use crate::bare::{BRAND, NOW, open};
use crate::contacts::Contact;
use crate::place::{Kind, Place, Session};

const OWNER: &str = "raw";

const COLUMNS: &str =
    "INSERT INTO contacts (org, brand, id, email, first_name, last_name, subscribed,
    unsubscribed_at, consent, import, custom, folded, created_at, updated_at)";

const SQLITE_VALUES: &str =
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, TRUE, NULL, NULL, NULL, jsonb(?7), ?8, ?9, ?9)";

const POSTGRES_VALUES: &str =
    "SELECT $1, $2, u.id, u.email, u.first_name, u.last_name, TRUE, NULL, NULL, NULL,
    CAST(u.custom AS jsonb), u.folded, $3, $3
    FROM UNNEST($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
        AS u(id, email, first_name, last_name, custom, folded)";

const OVERWRITE: &str = "ON CONFLICT (org, brand, email) DO UPDATE SET
    first_name = excluded.first_name, last_name = excluded.last_name, custom = excluded.custom,
    folded = excluded.folded, updated_at = excluded.updated_at";

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
    pub async fn open(place: &Place) -> Result<Self> {
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
    let mut statement =
        transaction.prepare_cached(&format!("{COLUMNS} {SQLITE_VALUES} {conflict}"))?;
    for (contact, id) in batch.iter().zip(first_id..) {
        statement.execute(params![
            BRAND.org,
            BRAND.brand,
            id,
            contact.email,
            contact.first_name,
            contact.last_name,
            contact.custom,
            contact.folded,
            NOW
        ])?;
    }
    drop(statement);
    Ok(transaction.commit()?)
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
            ],
        )
        .await?;
    Ok(())
}
