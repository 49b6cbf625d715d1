//! What the reference says: the operations of the OpenAPI document in groups, each with examples.

use postrider_domain::contract::policy::Policy;

use super::entry::{Group, Operation};
use super::groups;
use super::reader::Reader;
use super::schema::Schemas;
use crate::api::openapi::{self, WrittenFor};
use crate::api::row::Row;

pub struct Reference {
    pub groups: Vec<Group>,
}

impl Reference {
    pub fn of(contract: &[Row], per_minute: impl Fn(Policy) -> u32) -> Self {
        let described = openapi::describe(contract.iter(), WrittenFor::Program);
        let schemas = Schemas(described.schemas);
        let place = |path: &str| {
            described
                .operations
                .iter()
                .position(|(row, _)| row.path == path)
        };
        let mut operations: Vec<(Option<usize>, String, Operation)> = described
            .operations
            .iter()
            .map(|(row, operation)| {
                let tag = operation["tags"][0].as_str().unwrap_or_default();
                let reader = Reader {
                    schemas: &schemas,
                    tag,
                    operation,
                };
                (
                    place(row.path),
                    tag.to_owned(),
                    reader.read(row, row.policy.map_or(0, &per_minute)),
                )
            })
            .collect();
        operations.sort_by_cached_key(|(place, _, operation)| groups::order(*place, operation));
        let operations = operations
            .into_iter()
            .map(|(_, tag, operation)| (tag, operation));
        Self {
            groups: groups::arrange(operations),
        }
    }

    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.groups.iter().flat_map(|group| &group.operations)
    }
}
