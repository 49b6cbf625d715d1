//! `postrider sink`: the other end of a rehearsal.

mod text;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use postrider_mail::sink::{
    Aftermath, Behaviour, Follow, Profile, Report, RunningSink, Sink, SinkOptions, parse_share,
};
use serde_json::json;

use super::command_error::CommandError;
use super::output::{Output, Progress};
use super::serve::ending_signal;
use crate::clock::Clock;
use crate::config::Format;

/// How old the report of a sink that was killed may be.
const REPORT_EVERY: Duration = Duration::from_secs(1);

#[derive(Args)]
pub struct SinkArgs {
    #[arg(long, default_value = "127.0.0.1:2525")]
    listen: SocketAddr,
    /// Comma list: ok, tempfail=P, permfail=P, greylist, refuse, refuse-at-mail, refuse-at-dot, auth-fail,
    /// tarpit=MS, garbage=P, garbage-at-dot=P, close-mid-pipeline=P, drop-at-dot=P, hang, hang-at-dot. P is a share
    /// of the recipients (0.25 or 25%); `:N` behind one means only the first N times. Or a mailbox provider: gmail,
    /// outlook, yahoo, enterprise, with other numbers as in gmail?bounce=2&complain=0.1
    #[arg(long, default_value = "ok")]
    behave: Behaviour,
    /// A provider for the recipients of one domain, as in yahoo.test=yahoo?open=40; may be repeated
    #[arg(long, value_name = "DOMAIN=PROVIDER", value_parser = profile)]
    profile: Vec<(String, Profile)>,
    /// Where providers send bounces and complaints: the inbound listener of the service
    #[arg(long, value_name = "HOST:PORT")]
    inbound: Option<SocketAddr>,
    /// Where links in mails lead: an address for all, or HOST=ADDRESS for one host; may be repeated. Without it only
    /// links to this machine are followed
    #[arg(long, value_name = "[HOST=]ADDRESS")]
    follow: Vec<Follow>,
    /// Which recipients a share means; the same number means the same ones
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// File for the report as JSON, kept up to date
    #[arg(long)]
    report: Option<PathBuf>,
    /// Resolver (host:port) that knows the DKIM keys; signatures are checked with it
    #[arg(long)]
    dns: Option<SocketAddr>,
    /// Share of the messages whose signatures are checked
    #[arg(long, default_value = "100%", value_parser = share)]
    check: f64,
    /// Login that is wanted, as USER:PASSWORD
    #[arg(long, value_parser = login)]
    auth: Option<(String, String)>,
    /// Offer encryption, with a certificate of its own making
    #[arg(long)]
    starttls: bool,
    /// Connections at the same time
    #[arg(long, default_value_t = 1000)]
    connections_max: usize,
    /// Stop after so many seconds
    #[arg(long = "for", value_name = "SECONDS")]
    seconds: Option<u64>,
    /// What it calls itself
    #[arg(long, default_value = "sink.test")]
    hostname: String,
}

fn share(text: &str) -> Result<f64, String> {
    parse_share(text).ok_or_else(|| "a number from 0 to 1, or from 0% to 100%".to_owned())
}

fn profile(text: &str) -> Result<(String, Profile), String> {
    let (domain, profile) = text.split_once('=').ok_or("DOMAIN=PROVIDER")?;
    let profile = profile.parse::<Profile>();
    Ok((
        domain.to_owned(),
        profile.map_err(|error| error.to_string())?,
    ))
}

fn login(text: &str) -> Result<(String, String), String> {
    let (user, password) = text.split_once(':').ok_or("USER:PASSWORD")?;
    Ok((user.to_owned(), password.to_owned()))
}

pub async fn run(args: SinkArgs, format: Format) -> Result<Output, CommandError> {
    let (listen, file) = (args.listen, args.report.clone());
    let ends = args.seconds.map(Duration::from_secs);
    // Whoever reads that it listens may end it at once.
    let signal = ending_signal()?;
    let sink = Sink::start(options(args)).map_err(|error| {
        CommandError::Refused(format!("the sink cannot listen on {listen}: {error}"))
    })?;
    Output::new(
        format!("Listening on smtp://{} (Ctrl-C ends it)", sink.address),
        json!({ "listening": sink.address.to_string() }),
    )
    .print(format);
    let end = async {
        match ends {
            Some(duration) => tokio::select! {
                () = signal => {}
                () = tokio::time::sleep(duration) => {}
            },
            None => signal.await,
        }
    };
    tokio::select! {
        () = end => {}
        failed = keep_written(&sink, file.as_deref()) => failed?,
        () = keep_shown(&sink, format) => {}
    }
    let report = sink.stop();
    if let Some(file) = &file {
        write(file, &report)?;
    }
    let output = Output::new(text::whole(&report), json!(report));
    Ok(match report.duplicates {
        0 => output,
        _ => output.failing(),
    })
}

fn options(args: SinkArgs) -> SinkOptions {
    let clock = Clock::machine();
    SinkOptions {
        listen: args.listen,
        behaviour: args.behave,
        profiles: args.profile,
        aftermath: Aftermath {
            inbound: args.inbound,
            follow: args.follow.into_iter().fold(Follow::default(), Follow::and),
        },
        seed: args.seed,
        hostname: args.hostname,
        auth: args.auth,
        starttls: args.starttls,
        connections_max: args.connections_max,
        dns: args.dns,
        check: args.check,
        clock: Some(Arc::new(move || clock.now())),
        ..SinkOptions::default()
    }
}

/// Shows how it goes to whoever sits before it; never ends.
async fn keep_shown(sink: &RunningSink, format: Format) {
    let mut progress = Progress::new(format);
    loop {
        tokio::time::sleep(REPORT_EVERY).await;
        progress.show(&text::line(&sink.report()));
    }
}

/// Ends only if it cannot write.
async fn keep_written(sink: &RunningSink, file: Option<&Path>) -> Result<(), CommandError> {
    let Some(file) = file else {
        return std::future::pending().await;
    };
    let mut written = None;
    loop {
        let report = sink.report();
        if written.as_ref() != Some(&report) {
            write(file, &report)?;
            written = Some(report);
        }
        tokio::time::sleep(REPORT_EVERY).await;
    }
}

fn write(file: &Path, report: &Report) -> Result<(), CommandError> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".new");
    std::fs::write(&draft, format!("{:#}\n", json!(report)))
        .and_then(|()| std::fs::rename(&draft, file))
        .map_err(|error| CommandError::Refused(format!("{}: {error}", file.display())))
}
