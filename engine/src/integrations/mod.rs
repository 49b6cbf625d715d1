//! What becomes of the events that providers send.
