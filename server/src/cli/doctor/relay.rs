//! The relay: reached, encrypted, logged in to. No mail is sent.

use postrider_mail::smtp::{Connection, Failure, Phase, Relay};

use super::finding::{Check, Finding};
use super::patience::PATIENT;

pub async fn look(url: &str, hello: &str) -> Finding {
    let relay = match Relay::parse(url) {
        Ok(relay) => relay,
        Err(error) => {
            return Finding::problem(
                Check::Delivery,
                format!("POSTRIDER_MAIL names no relay: {error}"),
                "Set it to smtp://user:password@host:port, or smtps:// for TLS from the start.",
            );
        }
    };
    match Connection::open(&relay, hello, &PATIENT).await {
        Ok(connection) => {
            let finding = reached(&relay, &connection);
            connection.quit().await;
            finding
        }
        Err(failure) => refused(&relay, &failure),
    }
}

fn reached(relay: &Relay, connection: &Connection) -> Finding {
    let login = if relay.has_login() { ", logged in" } else { "" };
    if connection.is_encrypted() {
        let seen = format!("relay {relay} takes mail, encrypted{login}");
        return Finding::ok(Check::Delivery, seen);
    }
    let seen = format!("relay {relay} takes mail, not encrypted{login}");
    if relay.is_on_this_machine() {
        return Finding::ok(Check::Delivery, seen);
    }
    Finding::warning(
        Check::Delivery,
        seen,
        "Use ?tls=required or smtps:// if the relay can: addresses and mails go there in the clear.",
    )
}

fn refused(relay: &Relay, failure: &Failure) -> Finding {
    let advice = match failure {
        Failure::Refused {
            phase: Phase::Auth, ..
        } => {
            "Check user and password in POSTRIDER_MAIL; characters such as @ : / % are written %40 %3A %2F %25."
        }
        Failure::Refused {
            phase: Phase::StartTls,
            ..
        } => {
            "The relay offers no encryption on this port. Use the port that does (587, or 465 with smtps://), or \
             ?tls=never inside a network of your own."
        }
        Failure::Refused { .. } => {
            "The relay turns this machine away: ask its operator, with the reply above."
        }
        Failure::Trouble(_) => {
            "Check host and port in POSTRIDER_MAIL, that the relay runs, that no firewall stands between, and that its \
             certificate is valid for that name."
        }
    };
    let seen = format!("relay {relay}: {failure}");
    Finding::problem(Check::Delivery, seen, advice)
}
