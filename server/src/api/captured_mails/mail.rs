//! A captured mail as it is shown.

use postrider_content::html::links;
use postrider_domain::time;
use postrider_mail::capture::{Attachment, Kept, Letter};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CapturedMail {
    mail_id: String,
    captured_at: String,
    /// As the header says it: `Ada <ada@example.com>`
    from: String,
    /// The address that it would have gone to.
    to: String,
    subject: String,
    /// Of the whole message.
    bytes: u64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OpenedMail")]
pub struct OpenedMail {
    #[serde(flatten)]
    mail: CapturedMail,
    /// Where bounces would have gone.
    return_path: String,
    /// In the order of the message, decoded.
    headers: Vec<MailHeader>,
    /// Empty where the mail has no such part.
    text: String,
    /// Empty where the mail has no such part. What stands in it is a stranger's: show it in a sandbox.
    html: String,
    /// Addresses that the HTML part leads to, each once.
    links: Vec<String>,
    attachments: Vec<MailAttachment>,
    /// Whether only the beginning is shown, because the mail is very long; its source has all of it.
    is_cut: bool,
}

#[derive(Serialize, JsonSchema)]
struct MailHeader {
    name: String,
    value: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MailAttachment {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    media_type: String,
    bytes: usize,
}

pub fn listed(kept: &Kept) -> CapturedMail {
    shown(kept, &Letter::read(&kept.message))
}

pub fn opened(kept: &Kept) -> OpenedMail {
    let letter = Letter::read(&kept.message);
    let mail = shown(kept, &letter);
    let header = |(name, value)| MailHeader { name, value };
    let attachment = |file: Attachment| MailAttachment {
        name: file.name,
        media_type: file.media_type,
        bytes: file.bytes,
    };
    OpenedMail {
        mail,
        return_path: kept.from.clone(),
        headers: letter.headers.into_iter().map(header).collect(),
        links: links(&letter.html),
        text: letter.text,
        html: letter.html,
        attachments: letter.attachments.into_iter().map(attachment).collect(),
        is_cut: (kept.message.len() as u64) < kept.bytes,
    }
}

fn shown(kept: &Kept, letter: &Letter) -> CapturedMail {
    CapturedMail {
        mail_id: kept.entry.id.clone(),
        captured_at: time::format(kept.entry.kept_at),
        from: letter.from.clone(),
        to: kept.to.clone(),
        subject: letter.subject.clone(),
        bytes: kept.bytes,
    }
}
