//! What receivers say, and what it means for people, for the send and for what is tried again.
