//! Why something was not fetched, in words for whoever named it.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    #[error("only http, https and data addresses are fetched")]
    Scheme,
    #[error("an address that holds a user name or a password is not fetched")]
    Credentials,
    #[error("the address is in a private network")]
    PrivateAddress,
    #[error("it is larger than {} MiB", .0 >> 20)]
    TooLarge(u64),
    #[error("it took longer than {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    #[error("the server answered with status {0}")]
    Status(u16),
    #[error("the server could not be reached")]
    NotReachable,
    #[error("it was redirected more than {0} times")]
    TooManyRedirects(usize),
    #[error("it was redirected to what is no address")]
    BrokenRedirect,
    #[error("the data in the address cannot be decoded")]
    BrokenData,
}
