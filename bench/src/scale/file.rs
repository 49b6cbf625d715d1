//! The contacts as a file.

use std::fmt::Write;
use std::ops::Range;

use crate::contacts::contact;

pub fn csv(numbers: Range<u64>) -> String {
    let mut text = String::from("Email,First Name,Last Name,company,orders,vip\r\n");
    for n in numbers {
        let contact = contact(n, 0);
        let custom = &contact.custom_fields;
        let company = custom["company"].as_str().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{},{company},{},{}\r\n",
            contact.email, contact.first_name, contact.last_name, custom["orders"], custom["vip"]
        );
    }
    text
}
