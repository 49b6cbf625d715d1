//! Pages that the server renders about itself: no scripts, nothing from elsewhere.

mod html;

use postrider_domain::catalog::Code;

use crate::api::row::Row;
use crate::api::table::RouteTable;
use crate::app::App;
use html::{escape, page};

/// The page that every error's `docs` links to.
pub fn errors() -> String {
    let sections: String = Code::ALL.iter().map(|code| error_section(*code)).collect();
    page(
        "Error codes",
        &format!(
            "<h1>Error codes</h1><p>Every answer that is not 2xx carries one envelope: \
             <code>{{ \"error\": {{ code, type, message, param?, suggestion, docs, retryAfter?, details? }} }}</code>. \
             Branch on <code>code</code>; the message may change.</p>{sections}"
        ),
    )
}

fn error_section(code: Code) -> String {
    format!(
        "<section id=\"{name}\"><h2><a href=\"#{name}\">{name}</a> <small>{status} · {kind}</small></h2>\
         <p>{when}</p><p class=\"hint\">{suggestion}</p></section>",
        name = code.as_str(),
        status = code.status(),
        kind = code.kind().as_str(),
        when = prose(code.when()),
        suggestion = prose(code.suggestion()),
    )
}

/// Every route on one page, from the table that serves them.
pub fn index(app: &App, routes: &RouteTable) -> String {
    let mut rows: Vec<_> = routes.rows().collect();
    rows.sort_by_key(|row| (row.path, row.method.as_str()));
    let lines: String = rows
        .into_iter()
        .map(|row| route_line(row, app.limiter.limit(row.policy)))
        .collect();
    page(
        "API reference",
        &format!(
            "<h1>Postrider API</h1><p>Send your key as <code>Authorization: Bearer &lt;key&gt;</code>. \
             The machine-readable description is at <a href=\"/openapi.json\">/openapi.json</a>, \
             the <a href=\"/docs/errors\">error codes</a> have a page of their own.</p>\
             <div class=\"wide\"><table><thead><tr><th>Route</th><th></th><th>Scope</th>\
             <th>Calls a minute</th></tr></thead><tbody>{lines}</tbody></table></div>"
        ),
    )
}

fn route_line(row: &Row, limit: u32) -> String {
    format!(
        "<tr{class}><td><code><b>{method}</b> {path}</code></td><td>{summary}{note}</td><td>{scope}</td>\
         <td>{limit} <small>{policy}</small></td></tr>",
        class = if row.is_built() {
            ""
        } else {
            " class=\"later\""
        },
        method = row.method,
        path = escape(row.path),
        summary = escape(row.summary),
        note = if row.is_built() {
            ""
        } else {
            " <small>(not available yet)</small>"
        },
        scope = row.scope.map_or("any key", |scope| scope.as_str()),
        policy = row.policy.as_str(),
    )
}

/// What a browser sees at `/` while there is no dashboard in the binary.
pub fn home(public_url: &str) -> String {
    page(
        "Postrider",
        &format!(
            "<h1>Postrider is running</h1><p>This binary serves the API and was built without the dashboard.</p>\
             <ul><li><a href=\"/docs\">API reference</a></li><li><a href=\"/docs/errors\">Error codes</a></li>\
             <li><a href=\"/openapi.json\">OpenAPI document</a></li></ul>\
             <pre>curl {url}/v1/brand -H \"Authorization: Bearer $POSTRIDER_KEY\"</pre>",
            url = escape(public_url),
        ),
    )
}

/// Escapes text and shows `code` as code.
fn prose(text: &str) -> String {
    text.split('`')
        .enumerate()
        .map(|(index, part)| match index % 2 {
            0 => escape(part),
            _ => format!("<code>{}</code>", escape(part)),
        })
        .collect()
}
