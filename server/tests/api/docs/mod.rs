//! The pages about the API.

mod examples;
mod pages;

use postrider_domain::contract::policy::Policy;
use postrider_server::api::routes::contract;
use postrider_server::pages::docs::entry::Operation;
use postrider_server::pages::docs::reference::Reference;
use postrider_server::pages::docs::request::Body;
use serde_json::Value;

fn reference() -> Reference {
    Reference::of(&contract(), Policy::per_minute)
}

/// The body of the first example of an operation.
pub fn example(anchor: &str) -> Value {
    let reference = reference();
    match &find(&reference, anchor).requests[0].body {
        Some(Body::Json(body)) => body.clone(),
        _ => panic!("the example of {anchor} has no body"),
    }
}

fn find<'r>(reference: &'r Reference, anchor: &str) -> &'r Operation {
    let mut operations = reference.operations();
    let found = operations.find(|operation| operation.anchor == anchor);
    found.unwrap_or_else(|| panic!("there is no {anchor}"))
}
