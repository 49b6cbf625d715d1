//! Numbers that are told apart by their types wherever several of them meet: a send's in a run's place would be found by
//! nobody but a customer.

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident,)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);
    )+};
}

numbers! {
    /// The row of a send.
    SendNo,
    /// The row of a run.
    RunNo,
    /// The row of a person.
    PersonNo,
    /// A process that serves or mails.
    ProcessNo,
    /// A time, in milliseconds since 1970.
    Millis,
}
