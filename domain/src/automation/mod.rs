//! Automations: the graph that a caller draws, what is wrong with it, and the walk of a run through it.

pub mod graph;
pub mod uses;

pub use graph::{
    Branch, Connection, Engagement, EngagementEvent, FilterConfig, Graph, Node, NodeConfig, NodeType,
    SendEmailConfig, Share, SplitConfig, Span, SpanUnit, TriggerConfig, WaitConfig, Weekday,
};
pub use uses::{DesignKind, EmailUse, TagUse, Uses};
