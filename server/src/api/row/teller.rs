//! Who tells the audit log of what a person does.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teller {
    /// In the transaction of the answer, whatever the handler does.
    Pipeline,
    /// The handler itself: what it does is committed before there is an answer.
    Handler,
}
