//! The pages about the API.

mod examples;
mod pages;

use postrider_domain::contract::policy::Policy;
use postrider_server::api::routes::contract;
use postrider_server::pages::docs::entry::Operation;
use postrider_server::pages::docs::reference::Reference;

fn reference() -> Reference {
    Reference::of(&contract(), Policy::per_minute)
}

fn find<'r>(reference: &'r Reference, anchor: &str) -> &'r Operation {
    let mut operations = reference.operations();
    let found = operations.find(|operation| operation.anchor == anchor);
    found.unwrap_or_else(|| panic!("there is no {anchor}"))
}
