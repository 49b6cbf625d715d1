//! The same work at 10,000, 100,000 and 1,000,000 contacts: importing them, counting and finding some of
//! them, and writing single ones while an import runs.

mod beside;
pub mod file;
pub mod importing;
mod questions;
pub mod table;

use beside::Delays;
use questions::Asked;

use crate::child;
use crate::contacts::BATCH;
use crate::database::BenchDatabase;
use crate::machine::{self, Meter, Sample};
use crate::outcome::Result;
use crate::progress::note;
use crate::raw::{Raw, Rows};

pub const SIZES: [u64; 3] = [10_000, 100_000, 1_000_000];

/// What was measured with so many contacts.
pub struct Size {
    pub contacts: u64,
    pub import: Sample,
    pub raw: Sample,
    /// Most memory that the server had in use until the import was done, in MB.
    pub memory: f64,
    pub asked: Vec<Asked>,
    pub delays: Delays,
}

pub struct Scaled {
    pub database: &'static str,
    pub conditions: String,
    pub sizes: Vec<Size>,
}

/// Each size has a place of its own: an empty server, an empty database.
pub async fn measure(place: &BenchDatabase, contacts: u64) -> Result<Size> {
    let progress = |what: &str| note(&format!("{}, {contacts} contacts: {what}", place.name()));
    progress("writing the file");
    let csv = file::csv(0..contacts);
    progress("inserting the rows without a server");
    let raw = raw(place, contacts).await?;
    progress("importing");
    let server = child::server(place.folder(), &place.url("server")).await?;
    let meter = Meter {
        process: server.pid,
        database: place.postgres_process(),
    };
    let import = meter
        .measure(contacts as usize, importing::import(&server, &csv))
        .await?;
    let memory = machine::peak_memory(server.pid)?;
    place.settle().await?;
    progress("asking");
    let asked = questions::ask(&server, contacts).await?;
    progress("writing beside an import");
    let delays = beside::measure(&server, contacts).await?;
    Ok(Size {
        contacts,
        import,
        raw,
        memory,
        asked,
        delays,
    })
}

/// The rows alone, in batches, into tables that are as empty as the server's.
async fn raw(place: &BenchDatabase, contacts: u64) -> Result<Sample> {
    let mut raw = Raw::open(place).await?;
    let meter = Meter {
        process: std::process::id(),
        database: place.postgres_process(),
    };
    let mut samples = Vec::new();
    for number in 0..contacts / BATCH {
        // Making the rows is not what is measured.
        let batch = crate::contacts::batch(number, 0);
        let sample = meter.measure(batch.len(), raw.write(Rows::New, &batch));
        samples.push(sample.await?);
    }
    Ok(Sample::sum(&samples))
}
