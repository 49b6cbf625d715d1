//! Which way a split sends somebody.

use aws_lc_rs::digest::{Context, SHA256};

use super::graph::{Share, SplitConfig};
use crate::contacts::filter::{Filter, GraphField, GraphFields, Test, check_list};

/// What a filter or a branch asks of a run.
pub(super) type Condition = Filter<Test, GraphField>;

#[derive(Clone, Debug)]
pub(super) enum Split {
    Condition {
        branches: Vec<(String, Condition)>,
        otherwise: String,
    },
    Percentage(Vec<Share>),
}

impl Split {
    pub(super) fn compile(config: &SplitConfig, fields: &GraphFields<'_>) -> Result<Self, String> {
        match config {
            SplitConfig::Condition {
                branches,
                else_branch,
            } => {
                let branch = |(index, branch): (usize, &super::graph::Branch)| {
                    let at = format!("branches[{index}].filters");
                    check_list(branch.logical_operator, &branch.filters, fields, &at)
                        .map(|condition| (branch.id.clone(), condition))
                        .map_err(|problem| problem.message)
                };
                Ok(Self::Condition {
                    branches: branches
                        .iter()
                        .enumerate()
                        .map(branch)
                        .collect::<Result<_, _>>()?,
                    otherwise: else_branch.clone(),
                })
            }
            SplitConfig::Percentage { branches } => {
                if !branches.iter().any(|share| share.percentage > 0.0) {
                    return Err("The split has no branch.".into());
                }
                Ok(Self::Percentage(branches.clone()))
            }
        }
    }
}

/// Where somebody stands between 0 and 100 at a split: a hash of who and where, so that it is the same in every run
/// and version, and another at every other split.
pub(super) fn bucket(automation: &str, node: &str, address: &str) -> f64 {
    let mut hash = Context::new(&SHA256);
    for part in [automation, node, address] {
        // With its length before it no part can run into the next.
        hash.update(&(part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let digest = hash.finish();
    let first = digest.as_ref().iter().take(8);
    let number = first.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    // 53 bits are all that a float can hold; more would round up to 100.
    (number >> 11) as f64 / (1_u64 << 53) as f64 * 100.0
}

/// The branch whose part of the hundred the bucket falls into. What rounding leaves over is the last one's.
pub(super) fn branch_of(shares: &[Share], bucket: f64) -> Option<&str> {
    let mut end = 0.0;
    let mut last = None;
    for share in shares.iter().filter(|share| share.percentage > 0.0) {
        end += share.percentage;
        last = Some(share.id.as_str());
        if bucket < end {
            break;
        }
    }
    last
}
