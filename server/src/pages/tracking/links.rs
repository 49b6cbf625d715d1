//! The links that mails hold, and which page answers each.

use axum::http::Method;
use postrider_domain::contract::paths::{CLICK, OPEN, UNSUBSCRIBE, VIEW};

use super::{click, open, unsubscribe, view};
use crate::api::row::Row;
use crate::config::process_role::ProcessRole;

const GET: Method = Method::GET;
const POST: Method = Method::POST;

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Track);
    vec![
        Row::page("pages.open", GET, OPEN.pattern, role, open::pixel),
        Row::page("pages.click", GET, CLICK.pattern, role, click::redirect),
        Row::page("pages.view", GET, VIEW.pattern, role, view::page),
        Row::page(
            "pages.askToUnsubscribe",
            GET,
            UNSUBSCRIBE.pattern,
            role,
            unsubscribe::page,
        ),
        Row::page(
            "pages.unsubscribe",
            POST,
            UNSUBSCRIBE.pattern,
            role,
            unsubscribe::change,
        ),
    ]
}
