//! The frame of a server-rendered page.

const STYLE: &str = "
:root{color-scheme:light dark;--fg:#1c2430;--dim:#5b6675;--bg:#fff;--soft:#f3f5f8;--line:#dfe4ea;--accent:#0b5cad}
@media(prefers-color-scheme:dark){:root{--fg:#e8ecf1;--dim:#9aa6b5;--bg:#12161c;--soft:#1b212a;--line:#2b3440;--accent:#6cb2ff}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.55 system-ui,sans-serif}
header{border-bottom:1px solid var(--line);padding:.8rem 1.2rem;display:flex;gap:1.2rem;align-items:baseline;flex-wrap:wrap}
header b{font-size:1.05rem}header a{color:var(--dim);text-decoration:none}main{max-width:62rem;margin:0 auto;padding:1.2rem}
a{color:var(--accent)}h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.05rem;margin:1.6rem 0 .2rem}h2 a{color:inherit;text-decoration:none}
small{color:var(--dim);font-weight:normal}code,pre{font:.88em ui-monospace,monospace;background:var(--soft);border-radius:4px;overflow-wrap:anywhere}
code{padding:.1em .3em}pre{padding:.8rem;overflow-x:auto}section{border-top:1px solid var(--line)}section:target{background:var(--soft);padding:0 .8rem}
p{margin:.3rem 0}.hint{color:var(--dim)}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.93rem}
th,td{text-align:left;padding:.45rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}.later{color:var(--dim)}
@media(max-width:40rem){thead{display:none}tr,td{display:block}tr{border-bottom:1px solid var(--line);padding:.5rem 0}td{border:0;padding:.1rem 0}}";

pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title} · Postrider</title>\
         <style>{STYLE}</style></head><body><header><b>Postrider</b><a href=\"/docs\">Reference</a>\
         <a href=\"/docs/errors\">Errors</a><a href=\"/openapi.json\">OpenAPI</a></header>\
         <main>{body}</main></body></html>",
        title = escape(title),
    )
}

pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}
