//! The page that every error's `docs` links to.

use postrider_domain::contract::catalog::Code;

use super::html::Frame;
use crate::style::prose;

pub fn errors() -> String {
    let sections: String = Code::ALL.iter().map(|code| section(*code)).collect();
    let main = format!(
        "<article class=\"prose\"><h1>Error codes</h1><p>Every answer that is not 2xx carries one envelope. \
         Branch on <code>code</code>; the message may change.</p>\
         <pre class=\"code\" tabindex=\"0\">{ENVELOPE}</pre></article><div class=\"codes\">{sections}</div>"
    );
    Frame {
        title: "Error codes",
        side: "",
        main: &main,
    }
    .page()
}

const ENVELOPE: &str =
    "{ \"error\": { code, type, message, param?, suggestion, docs, retryAfter?, details? } }";

fn section(code: Code) -> String {
    format!(
        "<section id=\"{name}\" class=\"problem\"><h2><a href=\"#{name}\">{name}</a></h2>\
         <p class=\"kind\"><b class=\"status s{family}\">{status}</b> {kind}</p>\
         <p>{when}</p><p class=\"hint\">{suggestion}</p></section>",
        name = code.as_str(),
        status = code.status(),
        family = code.status() / 100,
        kind = code.kind().as_str(),
        when = prose(code.when()),
        suggestion = prose(code.suggestion()),
    )
}
