//! What the public id of a send names.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::sends::{self, Mail, SendRecord};

use crate::failure::Failure;

pub enum Named {
    /// A campaign, or the mail of a node in an audience run.
    Send(Box<SendRecord>),
    /// One mail of what events start.
    Mail {
        mail: Box<Mail>,
        stream: Box<SendRecord>,
    },
}

impl Named {
    pub async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Result<Self, Failure> {
        match sends::get(tx, brand, id).await? {
            Some(send) => Ok(Self::Send(Box::new(send))),
            None => Self::mail(tx, brand, id).await,
        }
    }

    /// The same; a send is changed by nobody else before the transaction ends.
    pub async fn lock(tx: &Tx, brand: BrandKey, id: &str) -> Result<Self, Failure> {
        match sends::lock(tx, brand, id).await? {
            Some(send) => Ok(Self::Send(Box::new(send))),
            None => Self::mail(tx, brand, id).await,
        }
    }

    async fn mail(tx: &Tx, brand: BrandKey, id: &str) -> Result<Self, Failure> {
        let mail = sends::get_mail(tx, brand, id).await?;
        let mail = mail.ok_or_else(not_found)?;
        let stream = sends::by_number(tx, brand, mail.send).await?;
        Ok(Self::Mail {
            stream: Box::new(stream.ok_or_else(lost_stream)?),
            mail: Box::new(mail),
        })
    }
}

fn not_found() -> Problem {
    Problem::new(Code::SendNotFound, "There is no such send.")
}

/// A mail is written into a stream, which is never deleted.
pub fn lost_stream() -> Problem {
    Problem::new(Code::InternalError, "A mail is without its stream.")
}
