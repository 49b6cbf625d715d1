//! Campaigns through a relay on this machine: the same mail to few and to many, unsigned and signed.

mod campaign;
mod mail;
pub mod prepare;
mod signature;
mod table;

pub use campaign::{Campaign, Signing, report, start, wait};

use crate::database::BenchDatabase;
use crate::outcome::Result;
use crate::progress::note;

pub const SIZES: [u64; 2] = [10_000, 1_000_000];
/// Small audiences are over soon: they are sent to this often, and the median counts.
const ROUNDS: usize = 3;
/// A larger audience is sent to once, and not signed: a million signatures take a quarter of an hour.
const LARGE: u64 = 100_000;

pub struct Sending {
    pub database: &'static str,
    pub conditions: String,
    pub load: String,
    pub sizes: Vec<Size>,
    /// µs of CPU, before and after each campaign that was signed here.
    pub bare_signatures: Vec<f64>,
}

/// All campaigns to so many.
pub struct Size {
    pub contacts: u64,
    pub campaigns: Vec<Campaign>,
}

pub fn rounds(contacts: u64) -> usize {
    if contacts > LARGE { 1 } else { ROUNDS }
}

/// A campaign of each kind, on data of its own: what earlier ones left would change what is written.
pub async fn measure(
    place: &BenchDatabase,
    contacts: u64,
    bare_signatures: &mut Vec<f64>,
) -> Result<Vec<Campaign>> {
    let progress = |what: &str| note(&format!("{}, {contacts} recipients: {what}", place.name()));
    progress("importing");
    let prepared = prepare::contacts(place, contacts).await?;
    prepare::domain(place, &prepared).await?;
    progress("sending, signed by the relay");
    let mut campaigns = vec![campaign::run(place, &prepared, contacts, Signing::Relay).await?];
    if contacts <= LARGE {
        progress("sending, signed here");
        bare_signatures.push(signature::rsa_us()?);
        campaigns.push(campaign::run(place, &prepared, contacts, Signing::Both).await?);
        bare_signatures.push(signature::rsa_us()?);
    }
    Ok(campaigns)
}
