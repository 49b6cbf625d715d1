//! `AUTH PLAIN` (RFC 4616), else `LOGIN`, which is in no standard and on many servers.

use data_encoding::BASE64;

use super::offers::Offers;
use super::relay::Login;
use super::wire::Wire;
use super::{Failure, Phase, Reply, Timeouts};

pub(super) async fn log_in(
    wire: &mut Wire,
    offers: &Offers,
    login: &Login,
    timeouts: &Timeouts,
) -> Result<(), Failure> {
    let reply = if offers.auth_plain {
        let secret = BASE64.encode(format!("\0{}\0{}", login.user, login.password).as_bytes());
        ask(wire, &format!("AUTH PLAIN {secret}\r\n"), timeouts).await?
    } else if offers.auth_login {
        let mut reply = ask(wire, "AUTH LOGIN\r\n", timeouts).await?;
        for answer in [&login.user, &login.password] {
            if reply.code != 334 {
                break;
            }
            let line = BASE64.encode(answer.as_bytes()) + "\r\n";
            reply = ask(wire, &line, timeouts).await?;
        }
        reply
    } else {
        let text = "The server offers neither AUTH PLAIN nor AUTH LOGIN";
        Reply::new(504, Some((5, 5, 4)), text)
    };
    if reply.code == 235 {
        return Ok(());
    }
    if (300..400).contains(&reply.code) || reply.is_positive() {
        return Err(Failure::Trouble(format!("no answer to a login: {reply}")));
    }
    Err(Failure::Refused {
        phase: Phase::Auth,
        reply,
    })
}

async fn ask(wire: &mut Wire, line: &str, timeouts: &Timeouts) -> Result<Reply, Failure> {
    wire.write(line.as_bytes(), timeouts.command)
        .await
        .map_err(|e| Failure::Trouble(e.trouble))?;
    wire.reply(timeouts.command).await.map_err(Failure::Trouble)
}
