//! Who uses the product: brands, their keys and people, what each may do, and what they may use.

pub mod audit;
pub mod backoff;
pub mod brand;
pub mod credits;
pub mod key;
pub mod link;
pub mod membership;
pub mod password;
pub mod prices;
pub mod recovery_code;
pub mod role;
pub mod scope;
pub mod session;
pub mod token;
pub mod totp;
