//! The versions that are being walked, compiled.

use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::automations::automation::{Graph, NodeType, Program, Source};
use postrider_domain::contacts::filter::Declared;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, VersionRecord, streams};
use postrider_store::db::{DbError, Tx};
use postrider_store::{brands, fields, triggers};

use crate::kept::Kept;

/// Bytes that programs may take together.
const MEMORY: u64 = 32 << 20;
/// What a graph grows to when it is compiled, about.
const GROWTH: usize = 4;

/// A version, and the sends that its nodes add to.
pub struct Loaded {
    pub program: Program,
    pub zone: TimeZone,
    /// By the place of the node.
    pub sends: Vec<Option<NodeSend>>,
    /// About what it takes.
    bytes: usize,
}

#[derive(Clone, Debug)]
pub struct NodeSend {
    pub id: i64,
    /// What it is called, unless each of its mails is called something.
    pub public_id: Option<String>,
}

impl Loaded {
    /// The node whose mail belongs to this send.
    pub fn node_of(&self, send: i64) -> Option<usize> {
        let is_it = |of: &Option<NodeSend>| of.as_ref().is_some_and(|of| of.id == send);
        self.sends.iter().position(is_it)
    }
}

/// Whose walk it is: a version, for an audience run or for what events started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walked {
    pub version: i64,
    pub audience_run: Option<i64>,
}

/// The brand's fields or time zone may change, so none is kept for long.
#[derive(Clone)]
pub struct Programs(Kept<Walked, Loaded>);

impl Default for Programs {
    fn default() -> Self {
        Self(Kept::within(MEMORY))
    }
}

impl Programs {
    /// `None`: the version is gone, or cannot be walked.
    pub async fn get(
        &self,
        tx: &Tx,
        brand: BrandKey,
        walked: Walked,
        now: i64,
    ) -> Result<Option<Arc<Loaded>>, DbError> {
        if let Some(kept) = self.0.get(&walked, now) {
            return Ok(Some(kept));
        }
        let Some(loaded) = load(tx, brand, walked).await? else {
            return Ok(None);
        };
        let loaded = Arc::new(loaded);
        self.0.put(walked, Arc::clone(&loaded), loaded.bytes, now);
        Ok(Some(loaded))
    }
}

async fn load(tx: &Tx, brand: BrandKey, walked: Walked) -> Result<Option<Loaded>, DbError> {
    let Some(version) = automations::version(tx, brand, walked.version).await? else {
        return Ok(None);
    };
    let Some((program, zone)) = compile(tx, brand, &version).await? else {
        return Ok(None);
    };
    let mut sends = Vec::with_capacity(program.len());
    for index in 0..program.len() {
        let node = program.node(index);
        if node.kind != NodeType::SendEmail {
            sends.push(None);
            continue;
        }
        let found = streams::find(tx, brand, walked.version, walked.audience_run, &node.id).await?;
        let Some((id, public_id)) = found else {
            tracing::error!(
                automation.version.id = version.public_id,
                automation.node.id = node.id,
                "a node that mails has no send"
            );
            return Ok(None);
        };
        sends.push(Some(NodeSend {
            id,
            public_id: walked.audience_run.map(|_| public_id),
        }));
    }
    Ok(Some(Loaded {
        program,
        zone,
        bytes: GROWTH * version.graph.len() + sends.len() * size_of::<NodeSend>(),
        sends,
    }))
}

/// A version as it can be walked with the fields that the brand has now, and the brand's time zone.
pub async fn compile(
    tx: &Tx,
    brand: BrandKey,
    version: &VersionRecord,
) -> Result<Option<(Program, TimeZone)>, DbError> {
    let Some(record) = brands::get(tx, brand).await? else {
        return Ok(None);
    };
    let zone = TimeZone::get(&record.time_zone).unwrap_or(TimeZone::UTC);
    let uses = &version.uses;
    let Ok(graph) = serde_json::from_str::<Graph>(&version.graph) else {
        tracing::error!(
            automation.version.id = version.public_id,
            "a stored graph cannot be read"
        );
        return Ok(None);
    };
    let trigger = match uses.trigger {
        Some(trigger) => triggers::by_number(tx, brand, trigger).await?,
        None => None,
    };
    let declared: Option<Vec<Declared<'_>>> = trigger.as_ref().map(|trigger| {
        let fields = trigger.contract.fields.iter();
        let declared = fields.map(|field| Declared {
            key: &field.key,
            field_type: field.kind.field_type(),
        });
        declared.collect()
    });
    let known = fields::known(tx, brand).await?;
    let names = automations::by_numbers(tx, brand, &[version.automation]).await?;
    let automation = names.first().map_or("", |name| name.public_id.as_str());
    let program = Program::compile(&Source {
        graph: &graph,
        uses,
        fields: &known,
        contract: declared.as_deref(),
        automation,
    });
    match program {
        Ok(program) => Ok(Some((program, zone))),
        Err(error) => {
            tracing::error!(
                automation.version.id = version.public_id,
                error,
                "a version of an automation cannot be compiled"
            );
            Ok(None)
        }
    }
}
