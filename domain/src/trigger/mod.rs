//! Triggers: the contract of their payloads, and where each fire stands.
