//! What a process with the role of a worker does beside answering, from the settings.

use std::sync::Arc;

use postrider_engine::assets::DescribeJob;
use postrider_engine::automations::runner::{self, Runner};
use postrider_engine::automations::{AudienceJob, StartJob, StopJob, TestRunJob};
use postrider_engine::brand::BrandJob;
use postrider_engine::domains::DomainJob;
use postrider_engine::generation::GenerationJob;
use postrider_engine::imports::ImportJob;
use postrider_engine::insights::InsightJob;
use postrider_engine::integrations::{InboundContext, InboundJob};
use postrider_engine::jobs::{Process, Reconciler, Work};
use postrider_engine::placement::{Judge, PlacementJob};
use postrider_engine::previews::PreviewJob;
use postrider_engine::removal::RemovalJob;
use postrider_engine::sending::SendJob;
use postrider_engine::validation::domains::MailDomainJob;
use postrider_engine::validation::{DnsEffect, ValidationJob};
use postrider_store::db::DbError;

use crate::app::App;
use crate::config::process_role::ProcessRole;
use crate::entropy::bytes;

/// The loop that walks automations' runs.
pub fn runner(app: &App, process: i64) -> Runner {
    let clock = app.clock.clone();
    Runner::new(runner::RunnerContext {
        db: app.db.for_work("automations"),
        clock: app.clock.shared(),
        is_trusted: Arc::new(move || clock.is_trusted()),
        plans: Arc::clone(&app.plans),
        entropy: Arc::new(bytes),
        process,
    })
}

/// All that is done in the background; nothing in a process that has another role.
pub async fn jobs(app: &App, process: Process) -> Result<Arc<Reconciler>, DbError> {
    let (db, clock) = (app.db.for_work("jobs"), app.clock.shared());
    if !app.config.roles.have(ProcessRole::Worker) {
        return Ok(Reconciler::new(db, clock, process, Vec::new()));
    }
    let now = app.clock.now();
    let mut works: Vec<Arc<dyn Work>> = vec![
        Arc::new(ImportJob {
            objects: app.objects.clone(),
            opt_outs: app.keys().opt_out.clone(),
            domains: Arc::clone(&app.mail_domains),
            bounds: app.config.field_bounds,
            plans: Arc::clone(&app.plans),
        }),
        Arc::new(ValidationJob {
            checker: app.checker.clone(),
        }),
        Arc::new(SendJob {
            plans: Arc::clone(&app.plans),
            process: process.number,
        }),
        Arc::new(DomainJob {
            lookout: app.domains.clone(),
        }),
        Arc::new(AudienceJob {
            entropy: Arc::new(bytes),
            process: process.number,
        }),
        Arc::new(StopJob {
            process: process.number,
        }),
        Arc::new(TestRunJob {
            mailer: app.mailer.clone(),
        }),
        Arc::new(StartJob {
            plans: Arc::clone(&app.plans),
            sandbox: app.sandbox(),
        }),
        Arc::new(InboundJob {
            context: Arc::new(means(app)),
        }),
        Arc::new(removal(app)),
        Arc::new(generation(app)),
        Arc::new(extraction(app)),
        Arc::new(insights(app)),
        Arc::new(previews(app)),
        Arc::new(descriptions(app)),
        Arc::new(placement(app)),
    ];
    // Nobody is asked about domains to which no mail goes.
    if app.checker.effect() == DnsEffect::Suppresses {
        app.db
            .write(move |tx| async move { MailDomainJob::ensure(&tx, now).await })
            .await?;
        works.push(Arc::new(MailDomainJob {
            checker: app.checker.clone(),
        }));
    }
    Ok(Reconciler::new(db, clock, process, works))
}

/// Lets tenants leave.
fn removal(app: &App) -> RemovalJob {
    RemovalJob {
        objects: app.objects.clone(),
    }
}

/// Makes designs.
fn generation(app: &App) -> GenerationJob {
    GenerationJob::new(
        Arc::clone(&app.workshop),
        Arc::clone(&app.maker),
        Arc::clone(&app.plans),
        Arc::clone(&app.fault_point),
    )
}

/// Shows what designs look like.
fn previews(app: &App) -> PreviewJob {
    PreviewJob {
        camera: Arc::clone(&app.camera),
        library: app.workshop.library.clone(),
        moment: Arc::clone(&app.fault_point),
    }
}

/// Finds out what images mean.
fn descriptions(app: &App) -> DescribeJob {
    DescribeJob {
        library: app.workshop.library.clone(),
        moment: Arc::clone(&app.fault_point),
    }
}

/// Tries mails on the operator's own mailboxes.
fn placement(app: &App) -> PlacementJob {
    PlacementJob {
        judge: Judge {
            resolver: app.resolver.clone(),
            settings: Arc::clone(&app.config.placement),
            keeps_mail: app.mailer.transport.keeps_mail(),
            signs_here: app.mailer.letters.sign_here(),
        },
        mailer: app.mailer.clone(),
        trusted: app.trusted.clone(),
        plans: Arc::clone(&app.plans),
        moment: Arc::clone(&app.fault_point),
    }
}

/// Reads brands' websites.
fn extraction(app: &App) -> BrandJob {
    BrandJob::new(
        app.workshop.library.clone(),
        app.config.allow_private.clone(),
        Arc::clone(&app.plans),
        Arc::clone(&app.fault_point),
    )
}

/// Looks for findings about brands' mail.
fn insights(app: &App) -> InsightJob {
    InsightJob {
        entropy: Arc::new(bytes),
        moment: Arc::clone(&app.fault_point),
    }
}

/// What work on the events of providers needs.
fn means(app: &App) -> InboundContext {
    InboundContext {
        plans: Arc::clone(&app.plans),
        sandbox: app.sandbox(),
        opt_outs: app.keys().opt_out.clone(),
        domains: Arc::clone(&app.mail_domains),
        bounds: app.config.field_bounds,
    }
}
