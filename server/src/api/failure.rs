//! Why a handler did not answer: what the engine refused, or what the database could not do. Either becomes a response
//! in one place ([`crate::api::pipeline`]), which logs the latter.

pub use postrider_engine::failure::Failure;

pub type ApiResult<T> = Result<T, Failure>;
