//! Every SQL statement of the product, one text for `SQLite` and PostgreSQL.

pub mod analytics;
pub mod assets;
pub mod audiences;
pub mod automations;
pub mod brands;
pub mod comments;
pub mod connections;
pub mod contacts;
pub mod db;
pub mod delivery;
pub mod domains;
pub mod emails;
pub mod fields;
pub mod groups;
pub mod idempotency;
pub mod imports;
pub mod jobs;
pub mod keys;
pub mod mail_domains;
pub mod meta;
mod migrations;
pub mod notifications;
pub mod organizations;
pub mod processes;
pub mod returned;
pub mod sends;
pub mod tracking;
pub mod triggers;
pub mod usage;
pub mod users;
pub mod validations;
mod words;

pub use migrations::{Migration, Standing};

/// Every statement there is: tests prepare them all on both databases and explain the lists.
#[expect(clippy::too_many_lines, reason = "a list is read from top to bottom")]
pub fn statements() -> Vec<&'static db::Statement> {
    [
        db::ALL,
        migrations::ALL,
        analytics::automations::ALL,
        analytics::overview::ALL,
        analytics::record::ALL,
        analytics::recipients::ALL,
        analytics::retention::ALL,
        analytics::source::ALL,
        assets::ALL,
        audiences::ALL,
        audiences::recount::ALL,
        automations::audience_runs::counts::ALL,
        automations::audience_runs::create::ALL,
        automations::audience_runs::ending::ALL,
        automations::audience_runs::freezing::ALL,
        automations::audience_runs::record::ALL,
        automations::audience_runs::status::ALL,
        automations::logs::ALL,
        automations::members::ALL,
        automations::record::ALL,
        automations::references::ALL,
        automations::run_list::ALL,
        automations::using::ALL,
        automations::versions::ALL,
        automations::write::ALL,
        automations::marks::ALL,
        automations::runs::ALL,
        automations::steps::ALL,
        automations::streams::ALL,
        automations::timers::ALL,
        automations::trials::ALL,
        automations::walkers::ALL,
        brands::ALL,
        comments::ALL,
        connections::ALL,
        connections::received::ALL,
        contacts::delete::ALL,
        contacts::eligible::ALL,
        contacts::freeze::ALL,
        contacts::indexing::ALL,
        contacts::insert::ALL,
        contacts::query::ALL,
        contacts::record::ALL,
        contacts::remembered::ALL,
        contacts::soft::ALL,
        contacts::suppression::ALL,
        contacts::update::ALL,
        contacts::upsert::ALL,
        contacts::verdicts::ALL,
        delivery::claims::ALL,
        delivery::events::ALL,
        delivery::heads::ALL,
        delivery::hours::ALL,
        delivery::lines::ALL,
        delivery::mailboxes::ALL,
        delivery::people::ALL,
        delivery::settling::ALL,
        delivery::taking::ALL,
        delivery::tallies::ALL,
        domains::ALL,
        domains::ownership::ALL,
        domains::write::ALL,
        emails::create::ALL,
        emails::list::ALL,
        emails::record::ALL,
        emails::versions::ALL,
        emails::write::ALL,
        fields::ALL,
        fields::purge::ALL,
        groups::ALL,
        idempotency::ALL,
        imports::ALL,
        imports::errors::ALL,
        imports::work::ALL,
        jobs::ALL,
        jobs::claim::ALL,
        keys::ALL,
        mail_domains::ALL,
        meta::ALL,
        notifications::ALL,
        organizations::ALL,
        processes::ALL,
        returned::recipients::ALL,
        sends::freezing::ALL,
        sends::cancel::ALL,
        sends::create::ALL,
        sends::list::ALL,
        sends::mail_list::ALL,
        sends::mails::ALL,
        sends::narrow::ALL,
        sends::progress::ALL,
        sends::record::ALL,
        sends::status::ALL,
        sends::waiting::ALL,
        sends::uses::ALL,
        tracking::departed::ALL,
        tracking::engagement::ALL,
        tracking::pages::ALL,
        tracking::recipients::ALL,
        tracking::unsubscribe::ALL,
        triggers::instances::ALL,
        triggers::provision::ALL,
        triggers::readiness::ALL,
        triggers::record::ALL,
        triggers::write::ALL,
        usage::ALL,
        usage::holds::ALL,
        users::ALL,
        validations::ALL,
        validations::pieces::ALL,
    ]
    .concat()
}
