//! What a step has found, and how it becomes the brand's.

use std::sync::Arc;

use postrider_domain::accounts::brand::{
    ExtractionError, Identity, Logo, Missing, Step, StepStatus, Theme,
};
use postrider_domain::accounts::credits::Plans;
use postrider_domain::contract::problem::Problem;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;
use postrider_store::organizations;

use super::order::{awaited, end};
use crate::assets::{self, StoredImages};
use crate::credits::configured_plan;
use crate::failure::Failure;

pub enum Finding {
    Logos {
        logos: Vec<Logo>,
        /// Their bytes, which wait for their rows.
        stored: StoredImages,
    },
    /// There may be a logo, and it could not be kept.
    NotKept(ExtractionError),
    Theme(Theme),
    /// Who it is, and the registrable name of its website.
    Owner {
        identity: Identity,
        domain: Option<String>,
    },
}

/// What is written, by whom, and when.
pub struct Writing {
    pub plans: Arc<Plans>,
    pub job: Claimed,
    pub missing: Missing,
    pub now: i64,
    pub finding: Finding,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    Kept,
    /// The brand has not got it, and waits for the next step.
    NotKept,
    /// Nobody waits for it any more.
    Unwanted,
}

impl Finding {
    fn step(&self) -> Step {
        match self {
            Self::Logos { .. } | Self::NotKept(_) => Step::Logo,
            Self::Theme(_) => Step::Theme,
            Self::Owner { .. } => Step::Domain,
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Logos { logos, .. } => logos.is_empty(),
            Self::NotKept(_) => false,
            Self::Theme(theme) => *theme == Theme::default(),
            Self::Owner { identity, .. } => *identity == Identity::default(),
        }
    }
}

impl Writing {
    pub async fn write(&self, tx: &Tx) -> Result<Written, DbError> {
        let (brand, extraction) = (self.job.brand, self.job.subject);
        let Some(mut record) = awaited(tx, brand, extraction).await? else {
            return Ok(Written::Unwanted);
        };
        let refused = match &self.finding {
            Finding::Logos { stored, .. } => self.keep(tx, stored).await?,
            Finding::NotKept(error) => Some(error.clone()),
            Finding::Theme(_) | Finding::Owner { .. } => None,
        };
        let step = self.finding.step();
        let written = if let Some(error) = refused {
            let after = record.readiness.after(step, StepStatus::Failed);
            record.readiness = after.because(error);
            Written::NotKept
        } else {
            self.fill(&mut record);
            let ended = if self.finding.is_empty() {
                StepStatus::Skipped
            } else {
                StepStatus::Completed
            };
            record.readiness = record.readiness.after(step, ended);
            Written::Kept
        };
        end(&mut record, self.now);
        brands::update(tx, &record).await?;
        Ok(written)
    }

    /// Why the plan has no room for the images, if it has none.
    async fn keep(
        &self,
        tx: &Tx,
        stored: &StoredImages,
    ) -> Result<Option<ExtractionError>, DbError> {
        let brand = self.job.brand;
        let Some(organization) = organizations::get(tx, brand.org).await? else {
            return Ok(None);
        };
        let kept = match configured_plan(&self.plans, &organization.plan) {
            Ok(plan) => assets::keep(tx, brand, plan, stored, self.now).await,
            Err(problem) => Err(problem.into()),
        };
        match kept {
            Ok(()) => Ok(None),
            Err(Failure::Database(error)) => Err(error),
            Err(Failure::Problem(problem)) => Ok(Some(not_kept(&problem))),
        }
    }

    fn fill(&self, record: &mut BrandRecord) {
        let extracted = &mut record.extracted;
        match &self.finding {
            Finding::Logos { logos, .. } => {
                if !logos.is_empty() || self.missing == Missing::Goes {
                    record.logos.clone_from(logos);
                }
            }
            Finding::NotKept(_) => {}
            Finding::Theme(theme) => {
                extracted.fill_theme(&mut record.theme, theme.clone(), self.missing);
            }
            Finding::Owner { identity, domain } => {
                let identity = identity.clone();
                extracted.fill_identity(&mut record.identity, identity, self.missing);
                extracted.website_url.clone_from(&record.website_url);
                record.domain.clone_from(domain);
            }
        }
    }
}

/// What readers of the brand are told of a logo that it has not got.
pub fn not_kept(problem: &Problem) -> ExtractionError {
    ExtractionError {
        code: problem.code.as_str().to_owned(),
        message: format!("The logo was not kept: {}", problem.message),
    }
}
