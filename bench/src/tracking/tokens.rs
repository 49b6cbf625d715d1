//! The links of mails, read out of the mails as they were kept.

use std::path::Path;

use crate::outcome::Result;

/// Where the links of one mail lead, as paths on this server.
pub struct Tokens {
    pub open: String,
    pub links: Vec<String>,
}

pub fn read(folder: &Path) -> Result<Vec<Tokens>> {
    let mut mails = Vec::new();
    for brand in std::fs::read_dir(folder)? {
        for mail in std::fs::read_dir(brand?.path())? {
            let text = std::fs::read_to_string(mail?.path())?;
            // Tokens need no encoding, but lines may end inside them.
            mails.push(tokens(&text.replace("=\r\n", ""))?);
        }
    }
    Ok(mails)
}

fn tokens(mail: &str) -> Result<Tokens> {
    let html = mail.split_once("text/html").map_or(mail, |(_, html)| html);
    let mut links: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find("/c/") {
        rest = &rest[at..];
        links.push(path(rest).to_owned());
        rest = &rest[3..];
    }
    let open = html.find("/o/").map(|at| path(&html[at..]).to_owned());
    match open {
        Some(open) if links.len() == 5 => Ok(Tokens { open, links }),
        _ => Err(format!("a mail with {} links: {mail}", links.len()).into()),
    }
}

fn path(text: &str) -> &str {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c));
    &text[..text.find(ends).unwrap_or(text.len())]
}

/// As a person's mail program asks.
pub fn request(path: &str) -> Vec<u8> {
    format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\n\
         User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0\r\n\
         Accept: image/avif,image/webp,*/*;q=0.8\r\nAccept-Language: en-US,en;q=0.5\r\n\r\n"
    )
    .into_bytes()
}
