//! Triggers and the fires of them.
