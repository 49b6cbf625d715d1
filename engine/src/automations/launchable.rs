//! What a launch names, and whether that can be launched on an audience at all.

use postrider_domain::automations::automation::{AutomationKind, Graph, NodeConfig, TriggerConfig};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::audiences::{self, AudienceRecord};
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::db::{DbError, Tx};

use super::publishing;
use super::refusals::not_found;
use crate::campaigns::{EVERYBODY, no_such_audience};
use crate::failure::Failure;

/// A launch with all that it needs.
pub struct Resolved {
    pub automation: AutomationRecord,
    pub version: VersionRecord,
    pub graph: Graph,
    /// Nothing: everybody.
    pub audience: Option<AudienceRecord>,
}

/// `wanted` is the audience that was named. Ids that are not there first, then what is not as it must be.
pub async fn resolve(
    tx: &Tx,
    brand: BrandKey,
    automation: Option<AutomationRecord>,
    wanted: Option<&str>,
) -> Result<Resolved, Failure> {
    let automation = automation.ok_or_else(not_found)?;
    let mut audience = match wanted {
        None | Some(EVERYBODY) => None,
        Some(id) => Some(find(tx, brand, id).await?),
    };
    if automation.kind != AutomationKind::ManualAudience {
        let message = "Events start this automation: it is not launched on an audience.";
        return Err(Problem::new(Code::AutomationNotManual, message).into());
    }
    let version = automations::version(tx, brand, automation.head.id).await?;
    let version = version.ok_or_else(|| DbError::Other("a version is gone".to_owned()))?;
    let graph = publishing::graph_of(&version)?;
    if wanted.is_none() {
        audience = match own_audience(&graph) {
            None => return Err(nobody_named().into()),
            Some(EVERYBODY) => None,
            Some(id) => Some(find(tx, brand, id).await?),
        };
    }
    Ok(Resolved {
        automation,
        version,
        graph,
        audience,
    })
}

async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Result<AudienceRecord, Failure> {
    let found = audiences::get(tx, brand, id).await?;
    Ok(found.ok_or_else(no_such_audience)?)
}

/// The audience that the trigger node names.
fn own_audience(graph: &Graph) -> Option<&str> {
    graph.nodes.iter().find_map(|node| match &node.config {
        NodeConfig::Trigger(TriggerConfig::ManualAudience { audience_id }) => {
            audience_id.as_deref()
        }
        _ => None,
    })
}

fn nobody_named() -> Problem {
    let message = "Neither the request nor the trigger node names an audience.";
    Problem::invalid("audienceId", message)
        .suggest("Name an audience in `audienceId`, or `all` for every contact.")
}
