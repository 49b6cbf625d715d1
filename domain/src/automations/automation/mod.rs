//! Automations: the graph that a caller draws, what is wrong with it, and the walk of a run through it.

pub mod blockers;
mod canonical;
pub mod conditions;
pub mod facts;
pub mod fit;
pub mod graph;
pub mod issues;
mod needs;
mod paths;
pub mod program;
pub mod read;
mod references;
mod shorten;
mod split;
pub mod stepper;
mod trigger_config;
pub mod uses;
mod wait;
mod warnings;
mod ways;

pub use blockers::{Notice, Purpose, Severity};
pub use canonical::Canonical;
pub use conditions::{FieldProblem, Named, TagUse, check_fields, named};
pub use facts::{Allowance, Facts, Mailed, Person};
pub use graph::{
    AutomationKind, Branch, Connection, Engagement, EngagementEvent, FilterConfig, Graph, Node,
    NodeConfig, NodeType, SendEmailConfig, Share, Span, SpanUnit, SplitConfig, WaitConfig, Weekday,
};
pub use issues::{Issue, IssueKind};
pub use needs::Needs;
pub use program::{Program, ProgramNode, Source};
pub use references::{Design, DesignVersion, NamedDomain, NamedTrigger, ReferencedIds, References};
pub use stepper::{Effect, Ending, Left, RunPosition, step};
pub use trigger_config::TriggerConfig;
pub use uses::{DesignKind, EmailUse, Uses};
pub use warnings::warnings;
