//! Mails that come back: reports of servers that could not deliver after all (RFC 3464), and of people who call
//! a mail spam (RFC 5965).

use std::net::SocketAddr;

use tokio::sync::Mutex;

use super::action::Failed;
use super::offer::Offer;
use crate::sink::hash::hash;
use crate::sink::profile::Receiver;
use crate::smtp::{Connection, Envelope, Relay, SmtpOutcome, Timeouts};

/// What a provider writes on its reports.
struct Letterhead {
    host: &'static str,
    bounces_from: &'static str,
    subject: &'static str,
    status: &'static str,
    diagnostic: &'static str,
    complaints_from: &'static str,
    agent: &'static str,
}

fn letterhead(receiver: Receiver) -> Letterhead {
    match receiver {
        Receiver::Gmail => Letterhead {
            host: "gmail-smtp-in.l.google.com",
            bounces_from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
            subject: "Delivery Status Notification (Failure)",
            status: "5.1.1",
            diagnostic: "550-5.1.1 The email account that you tried to reach does not exist. - gsmtp",
            complaints_from: "Feedback <feedback-noreply@google.com>",
            agent: "Gmail-Feedback/1.0",
        },
        Receiver::Outlook => Letterhead {
            host: "outlook-com.olc.protection.outlook.com",
            bounces_from: "postmaster@outlook.com",
            subject: "Undeliverable mail",
            status: "5.5.0",
            diagnostic: "550 5.5.0 Requested action not taken: mailbox unavailable",
            complaints_from: "staff@hotmail.com",
            agent: "Hotmail-JMRP/1.0",
        },
        Receiver::Yahoo => Letterhead {
            host: "mta5.am0.yahoodns.net",
            bounces_from: "MAILER-DAEMON@yahoo.com",
            subject: "Failure Notice",
            status: "5.1.1",
            diagnostic: "554 delivery error: dd This user doesn't have a yahoo.com account",
            complaints_from: "Yahoo Feedback <feedback@arf.mail.yahoo.com>",
            agent: "Yahoo!-Mail-Feedback/2.0",
        },
        Receiver::Enterprise => Letterhead {
            host: "gateway.corp.example",
            bounces_from: "Microsoft Outlook <postmaster@corp.example>",
            subject: "Undeliverable mail",
            status: "5.1.10",
            diagnostic: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
            complaints_from: "abuse@corp.example",
            agent: "Gateway-Feedback/1.0",
        },
    }
}

/// Nobody is there.
pub(super) fn bounce(receiver: Receiver, offer: &Offer, from: &str, to: &str) -> Vec<u8> {
    let Letterhead {
        host,
        bounces_from,
        subject,
        status,
        diagnostic,
        ..
    } = letterhead(receiver);
    let (date, headers) = (&offer.date, &offer.headers);
    let mark = hash(&(from, to, "bounce"));
    format!(
        "From: {bounces_from}\r\nTo: {from}\r\nSubject: {subject}\r\nDate: {date}\r\n\
         Message-ID: <{mark:016x}@{host}>\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"={mark:016x}\"\r\n\r\n\
         --={mark:016x}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         Your message to {to} could not be delivered.\r\n\r\n{diagnostic}\r\n\r\n\
         --={mark:016x}\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; {host}\r\nArrival-Date: {date}\r\n\r\n\
         Final-Recipient: rfc822; {to}\r\nAction: failed\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; {diagnostic}\r\n\r\n\
         --={mark:016x}\r\nContent-Type: text/rfc822-headers\r\n\r\n{headers}\r\n--={mark:016x}--\r\n"
    )
    .into_bytes()
}

/// Somebody calls it spam.
pub(super) fn complaint(receiver: Receiver, offer: &Offer, from: &str, to: &str) -> Vec<u8> {
    let Letterhead {
        host,
        complaints_from,
        agent,
        ..
    } = letterhead(receiver);
    let Offer {
        date,
        headers,
        subject,
        ..
    } = offer;
    let mark = hash(&(from, to, "complaint"));
    format!(
        "From: {complaints_from}\r\nTo: <feedback@{domain}>\r\nSubject: FW: {subject}\r\nDate: {date}\r\n\
         Message-ID: <{mark:016x}@{host}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=\"={mark:016x}\"\r\n\r\n\
         --={mark:016x}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         This is an email abuse report for a message received on {date}.\r\n\r\n\
         --={mark:016x}\r\nContent-Type: message/feedback-report\r\n\r\n\
         Feedback-Type: abuse\r\nUser-Agent: {agent}\r\nVersion: 1\r\nOriginal-Mail-From: <{from}>\r\n\
         Original-Rcpt-To: <{to}>\r\nArrival-Date: {date}\r\nSource-IP: 127.0.0.1\r\n\r\n\
         --={mark:016x}\r\nContent-Type: message/rfc822\r\n\r\n{headers}\r\n(the text is left out)\r\n\
         --={mark:016x}--\r\n",
        domain = from.rsplit_once('@').map_or("", |(_, domain)| domain),
        subject = if subject.is_ascii() { subject.as_str() } else { "a message" },
    )
    .into_bytes()
}

/// Brings mails without a sender to one server, one after the other.
pub(in crate::sink) struct Postman {
    name: String,
    open: Mutex<Option<(SocketAddr, Connection)>>,
}

impl Postman {
    pub(in crate::sink) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            open: Mutex::default(),
        }
    }

    pub(in crate::sink) async fn bring(
        &self,
        server: SocketAddr,
        to: &str,
        message: &[u8],
    ) -> Result<(), Failed> {
        let mut open = self.open.lock().await;
        let mut connection = match open.take() {
            Some((address, connection)) if address == server => connection,
            _ => self.connect(server).await?,
        };
        let envelope = Envelope { from: "", to };
        let delivery = connection.deliver(&envelope, message, || Ok(())).await;
        if delivery.reusable {
            *open = Some((server, connection));
        }
        match delivery.outcome {
            SmtpOutcome::Accepted(_) => Ok(()),
            SmtpOutcome::Refused { reply, .. } if reply.code >= 500 => {
                Err(Failed::ForGood(format!("{server}: {reply}")))
            }
            SmtpOutcome::Refused { reply, .. } => Err(Failed::Now(format!("{server}: {reply}"))),
            SmtpOutcome::NotSent(why) => Err(Failed::Now(why)),
            // It may have been taken: twice would count twice.
            SmtpOutcome::InDoubt(why) => Err(Failed::ForGood(why)),
        }
    }

    async fn connect(&self, server: SocketAddr) -> Result<Connection, Failed> {
        let relay = Relay::parse(&format!("smtp://{server}"))
            .map_err(|error| Failed::ForGood(error.to_string()))?;
        Connection::open(&relay, &self.name, &Timeouts::default())
            .await
            .map_err(|failure| Failed::Now(failure.to_string()))
    }
}
