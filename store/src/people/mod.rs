//! People who sign in: each address is one in the installation. They belong to organizations, and what they see and may do
//! follows from that alone, so a person is found by address or session and everything else by organization and person.

pub mod audit;
pub(crate) mod departing;
pub mod found;
pub mod invitations;
pub mod links;
pub mod memberships;
pub(crate) mod person;
pub mod second_factors;
pub mod sessions;

pub use person::{
    NewPerson, PersonRecord, create, find_by_email, find_by_public_id, get, lock, rehash,
    set_email, set_name, set_password,
};
