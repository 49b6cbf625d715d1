//! The section of one operation: what to send, what comes back, and a request to try.

use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::catalog::Code;

use super::entry::{Answer, Choice, Group, Operation};
use super::json;
use super::request::{Body, Request};
use super::tables::{self, Marks};
use crate::api::row::Tenant;
use crate::style::{escape, prose};

pub fn group(group: &Group, base_url: &str) -> String {
    let operations: String = group
        .operations
        .iter()
        .map(|operation| section(operation, base_url))
        .collect();
    format!(
        "<section class=\"group\" id=\"{anchor}\" aria-labelledby=\"{anchor}-title\">\
         <h2 id=\"{anchor}-title\">{title}</h2>{operations}</section>",
        anchor = escape(&group.anchor),
        title = escape(&group.title),
    )
}

fn section(operation: &Operation, base_url: &str) -> String {
    let (class, later) = if operation.available {
        ("", "")
    } else {
        (" later", "<b class=\"later-mark\">not available yet</b>")
    };
    format!(
        "<section class=\"operation{class}\" id=\"{anchor}\"><div class=\"about\">\
         <h3><a href=\"#{anchor}\">{summary}</a></h3>\
         <p class=\"route\">{verb}<code>{path}</code>{later}</p>{choice}{facts}{fields}{answers}{errors}</div>\
         <div class=\"sample\">{requests}{examples}</div></section>",
        anchor = escape(&operation.anchor),
        summary = escape(operation.summary),
        verb = verb(&operation.method),
        path = path(operation.path),
        choice = choice(operation),
        facts = facts(operation),
        fields = fields(operation),
        answers = answers(operation),
        errors = errors(operation),
        requests = operation
            .requests
            .iter()
            .map(|one| request(one, base_url))
            .collect::<String>(),
        examples = operation.answers.iter().map(example).collect::<String>(),
    )
}

pub fn verb(method: &str) -> String {
    let method = escape(method);
    let class = method.to_lowercase();
    format!("<span class=\"verb {class}\">{method}</span>")
}

/// Long paths break at their slashes, parameters stand out.
fn path(path: &str) -> String {
    escape(path)
        .replace('/', "<wbr>/")
        .replace('{', "<var>{")
        .replace('}', "}</var>")
}

fn choice(operation: &Operation) -> String {
    let meant = match &operation.choice {
        Some(Choice::Key(key)) => format!("Meant when the body has `{key}`."),
        Some(Choice::MediaType(kind)) => format!("Meant when the body is `{kind}`."),
        None => return String::new(),
    };
    format!("<p>{}</p>", prose(&meant))
}

fn facts(operation: &Operation) -> String {
    let facts = &operation.facts;
    let scopes = facts.scopes.iter();
    let scopes: Vec<String> = scopes
        .map(|scope| format!("<code>{}</code>", escape(scope)))
        .collect();
    let scope = if scopes.is_empty() {
        "any key".to_owned()
    } else {
        scopes.join(" and ")
    };
    let scope = match facts.tenant {
        Tenant::OrganizationKey => format!("{scope}, on a key of the organization"),
        Tenant::Brand | Tenant::Organization | Tenant::Person => scope,
    };
    let repeat = if facts.idempotent {
        "<div><dt>Safe to repeat</dt><dd><a href=\"#idempotency\">with a key</a></dd></div>"
    } else {
        ""
    };
    let credits = credits(operation);
    format!(
        "<dl class=\"facts\"><div><dt>Scope</dt><dd>{scope}</dd></div>\
         <div><dt>Rate limit</dt><dd>{limit} a minute <small>{policy}</small></dd></div>{repeat}\
         <div><dt>Credits</dt><dd>{credits}</dd></div></dl>",
        limit = facts.per_minute,
        policy = escape(facts.policy),
    )
}

fn credits(operation: &Operation) -> String {
    match operation.facts.metering {
        Metering::Free => "free".to_owned(),
        Metering::Fixed(cost) => format!("{cost} a call"),
        Metering::PerAddress(cost) if operation.takes("validate") => {
            format!("{cost} an address <small>if you set validate</small>")
        }
        Metering::PerAddress(cost) => format!("{cost} an address"),
        Metering::Usage => "by usage".to_owned(),
    }
}

fn fields(operation: &Operation) -> String {
    [
        tables::of_fields("Path", &operation.path_fields),
        tables::of_fields("Query", &operation.query_fields),
        tables::of_lines("Body", &operation.body, Marks::Required),
    ]
    .concat()
}

fn answers(operation: &Operation) -> String {
    let answers = operation.answers.iter();
    answers
        .filter(|answer| !answer.fields.is_empty())
        .map(answer_fields)
        .collect()
}

fn answer_fields(answer: &Answer) -> String {
    format!(
        "<details class=\"answer\"><summary>Fields of the answer <span class=\"ok\">{statuses}</span></summary>\
         {table}</details>",
        statuses = escape(&answer.statuses.join(", ")),
        table = tables::of_lines("Answer", &answer.fields, Marks::Optional),
    )
}

fn errors(operation: &Operation) -> String {
    format!(
        "<div class=\"errors\"><h4>Errors</h4><ul>{own}\
         <li class=\"common\"><a href=\"#errors\">and those of every route</a></li></ul></div>",
        own = error_links(&operation.errors),
    )
}

pub fn error_links(codes: &[Code]) -> String {
    codes.iter().copied().map(error_link).collect()
}

fn error_link(code: Code) -> String {
    format!(
        "<li><a href=\"/docs/errors#{name}\"><b class=\"status s{family}\">{status}</b> {name}</a></li>",
        name = code.as_str(),
        status = code.status(),
        family = code.status() / 100,
    )
}

fn request(request: &Request, base_url: &str) -> String {
    let title = match &request.body {
        Some(Body::Text(kind, _)) => format!("Request with {kind}"),
        _ => "Request".to_owned(),
    };
    let command = figure(&title, &request.curl_html(base_url));
    format!("{command}{}", needs(request))
}

/// What to set before the request can run.
fn needs(request: &Request) -> String {
    let variables: Vec<String> = request
        .variables()
        .into_iter()
        .map(|name| format!("`{name}`"))
        .collect();
    match variables.as_slice() {
        [] => String::new(),
        names => format!(
            "<p class=\"needs\">{}</p>",
            prose(&format!("Set {} first.", names.join(" and ")))
        ),
    }
}

fn example(answer: &Answer) -> String {
    let statuses = answer.statuses.join(" or ");
    match &answer.example {
        Some(value) => figure(&format!("Answer {statuses}"), &json::html(value, 0)),
        None => format!(
            "<p class=\"needs\">{}</p>",
            prose(&format!("{statuses} comes as `{}`.", answer.media_type))
        ),
    }
}

/// `code` is HTML.
fn figure(title: &str, code: &str) -> String {
    format!(
        "<figure><figcaption>{}</figcaption><pre class=\"code\" tabindex=\"0\">{code}</pre></figure>",
        escape(title)
    )
}
