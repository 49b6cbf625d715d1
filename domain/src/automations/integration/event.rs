//! One event in the product's words.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::contacts::field::FieldType;
use crate::contract::ids::sha256;

/// A request as it came in.
#[derive(Clone, Copy)]
pub struct Arrival<'a> {
    /// Asked for in lower case.
    pub headers: &'a dyn Fn(&str) -> Option<&'a str>,
    pub body: &'a [u8],
    pub now: i64,
}

impl<'a> Arrival<'a> {
    pub fn header(&self, name: &str) -> Option<&'a str> {
        (self.headers)(name)
    }
}

/// What an event says, as it is kept until it is worked on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InboundEvent {
    pub event_type: String,
    /// When it happened, as the provider says; else when it arrived.
    pub occurred_at: i64,
    /// Under one of these it is known when it comes again.
    pub ids: Vec<String>,
    /// Flat; `email` joins it once it is known.
    pub payload: Map<String, Value>,
    /// By the full name of the field; a date is a number of Unix seconds, or a text where it is meant in the brand's time
    /// zone; `null` clears.
    pub fields: Map<String, Value>,
    pub email: Whereabouts,
    /// Nothing of the provider's test mode.
    pub is_live: bool,
    /// Somebody or something is gone: nobody is written who is not known.
    pub is_deletion: bool,
    /// Whether somebody whom nobody has known before is to be mailed.
    pub subscribes: bool,
    pub invoice: Option<Invoice>,
}

/// Where the address of the person is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    /// In the event itself; an address, in the form in which it is stored.
    pub address: Option<String>,
    /// Of the contact whose field has this value.
    pub known_as: Option<(String, String)>,
}

/// Money that is added to what the contact has paid, once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invoice {
    pub id: String,
    pub cents: i64,
    /// The field that holds the sum.
    pub field: String,
}

/// The id of an event that has none.
pub fn body_id(body: &[u8]) -> String {
    format!("sha256:{}", HEXLOWER.encode(&sha256(body)))
}

/// The type that a contact field gets: by its name, and what no name says by its value.
pub fn field_type(name: &str, value: &Value) -> FieldType {
    const NUMBERS: [&str; 5] = ["_count", "_cents", "_spent", "_total", "_price"];
    if name.ends_with("_at") {
        FieldType::Date
    } else if name.ends_with("_verified") {
        FieldType::Boolean
    } else if NUMBERS.iter().any(|end| name.ends_with(end)) {
        FieldType::Number
    } else {
        FieldType::of(value).unwrap_or(FieldType::String)
    }
}
