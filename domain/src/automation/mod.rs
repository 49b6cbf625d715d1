//! Automations: the graph that a caller draws, what is wrong with it, and the walk of a run through it.

pub mod facts;
pub mod graph;
pub mod program;
pub mod stepper;
pub mod uses;

pub use facts::{Allowance, Facts, Mailed, Person};
pub use graph::{
    AutomationKind, Branch, Connection, Engagement, EngagementEvent, FilterConfig, Graph, Node, NodeConfig,
    NodeType, SendEmailConfig, Share, Span, SpanUnit, SplitConfig, TriggerConfig, WaitConfig,
    Weekday,
};
pub use program::{Needs, Program, ProgramNode, Source};
pub use stepper::{Effect, Ending, Left, Standing, step};
pub use uses::{DesignKind, EmailUse, TagUse, Uses};
