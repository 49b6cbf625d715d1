//! What a `sendId` names.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::sends::{self, Mail, SendRecord};

use super::{lost_stream, not_found};
use crate::api::failure::Outcome;

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
    pub async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Outcome<Self> {
        match sends::get(tx, brand, id).await? {
            Some(send) => Ok(Self::Send(Box::new(send))),
            None => Self::mail(tx, brand, id).await,
        }
    }

    /// The same; a send is changed by nobody else before the transaction ends.
    pub async fn lock(tx: &Tx, brand: BrandKey, id: &str) -> Outcome<Self> {
        match sends::lock(tx, brand, id).await? {
            Some(send) => Ok(Self::Send(Box::new(send))),
            None => Self::mail(tx, brand, id).await,
        }
    }

    async fn mail(tx: &Tx, brand: BrandKey, id: &str) -> Outcome<Self> {
        let mail = sends::get_mail(tx, brand, id).await?;
        let mail = mail.ok_or_else(not_found)?;
        let stream = sends::by_number(tx, brand, mail.send).await?;
        Ok(Self::Mail {
            stream: Box::new(stream.ok_or_else(lost_stream)?),
            mail: Box::new(mail),
        })
    }
}
