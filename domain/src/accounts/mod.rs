//! Who uses the product: brands, their keys and people, what each may do, and what they may use.

pub mod brand;
pub mod credits;
pub mod key;
pub mod role;
pub mod scope;
