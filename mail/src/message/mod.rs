//! One mail to one person as the bytes that go over the wire. Runs once for every recipient.

mod address;
mod body;
mod headers;
mod mailbox;
mod reading;

pub(crate) use address::is_addr_spec;
pub use mailbox::Mailbox;
pub use reading::ReadMessage;

#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    pub from: Mailbox<'a>,
    pub to: Mailbox<'a>,
    pub reply_to: Option<&'a str>,
    pub subject: &'a str,
    pub html: &'a str,
    pub text: &'a str,
    /// Without angle brackets.
    pub message_id: &'a str,
    /// Milliseconds since 1970.
    pub date: i64,
    /// Where one click unsubscribes (RFC 8058).
    pub unsubscribe: Option<&'a str>,
    pub feedback_id: Option<&'a str>,
    /// The MIME boundary is made from this alone: the same message has the same bytes every time.
    pub boundary: u64,
}

impl Message<'_> {
    /// Appends the message. Lines end in CRLF and none has more than 998 octets; whatever the values hold, no
    /// header can grow out of them.
    pub fn write(&self, out: &mut Vec<u8>) {
        // Quoted-printable grows HTML by a few percent, its `=` signs mostly.
        out.reserve(1024 + (self.html.len() + self.text.len()) * 5 / 4);
        headers::mailbox(out, "From", &self.from);
        headers::mailbox(out, "To", &self.to);
        if let Some(email) = self.reply_to {
            headers::mailbox(out, "Reply-To", &Mailbox { email, name: None });
        }
        headers::text(out, "Subject", self.subject);
        headers::date(out, self.date);
        headers::message_id(out, self.message_id);
        if let Some(url) = self.unsubscribe {
            headers::unsubscribe(out, url);
        }
        if let Some(id) = self.feedback_id {
            headers::text(out, "Feedback-ID", id);
        }
        body::alternatives(out, self.text, self.html, self.boundary);
    }
}
