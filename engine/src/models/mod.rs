//! Asks a model over HTTP. What is said, and how it is read, is `content::models`; here are the connection, the clock, and
//! what is done when a server has too much to do, breaks off or says nothing. Prompts and answers are never logged.

mod breaker;
mod call;
mod lines;
mod looking;
mod writing;

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use postrider_content::models::{Answer, Form, Protocol, Question, Trouble, body, estimated};
use postrider_domain::accounts::prices::Tokens;
use postrider_domain::turns::Asker;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};
use url::Url;

use self::breaker::Breaker;
pub(crate) use self::lines::EACH;
use self::lines::Lines;
pub use self::looking::{Sight, look};
pub use self::writing::{LeftOut, Outcome, Written};

/// Where a model is, and how it is asked.
#[derive(Clone)]
pub struct ModelSettings {
    /// What the protocol's path stands below: `https://api.example/v1`.
    pub base_url: Url,
    pub protocol: Protocol,
    pub model: String,
    pub key: Option<String>,
    /// Questions of this process at the same time.
    pub concurrency: usize,
    pub limits: Limits,
}

/// Nothing that prints it prints the key.
impl fmt::Debug for ModelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelSettings")
            .field("base_url", &self.base_url.as_str())
            .field("protocol", &self.protocol)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// How long is waited for what.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub connect: Duration,
    /// From the request to the first byte of an answer.
    pub first_byte: Duration,
    /// Between two pieces of an answer.
    pub silence: Duration,
    /// For everything that one piece of work asks, with all tries and the pauses between them.
    pub whole: Duration,
    /// Before each further try.
    pub pauses: [Duration; 3],
    /// A server that asks for more is not waited for.
    pub longest_pause: Duration,
    /// How long nothing is asked after so many failures in a row.
    pub rest: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self {
            connect: seconds(5),
            first_byte: seconds(60),
            silence: seconds(20),
            whole: seconds(180),
            pauses: [seconds(1), seconds(4), seconds(15)],
            longest_pause: seconds(30),
            rest: seconds(30),
        }
    }
}

/// A model that can be asked. Whoever drops the question hangs up: servers stop at once.
pub struct Model {
    settings: ModelSettings,
    client: Client,
    /// The form of request that the server took last.
    form: Mutex<Form>,
    breaker: Breaker,
    lines: Lines,
}

/// What was answered, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    pub answer: Answer,
    pub tokens: Tokens,
    /// The server did not count: it was reckoned from the bytes.
    pub is_estimated: bool,
    /// With all tries, and without the wait for a turn.
    pub took: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// Ask again when this has passed; until then nobody is asked.
    #[error("The model has too much to do; it is asked again in {} seconds.", .0.as_secs())]
    Later(Duration),
    #[error("{0}")]
    Failed(Trouble),
    /// So much of this organization waits already that no more may.
    #[error("Too many questions of this organization wait for the model.")]
    QueueFull,
    /// All the time was used up.
    #[error("The model took too long.")]
    TooSlow,
}

/// Whoever asks a model. No redirect is followed: the key and the prompt are for this server alone.
pub fn client(connect: Duration) -> ClientBuilder {
    Client::builder()
        .connect_timeout(connect)
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        .user_agent(concat!("Postrider/", env!("CARGO_PKG_VERSION")))
}

impl Model {
    pub fn new(settings: ModelSettings) -> reqwest::Result<Self> {
        let client = client(settings.limits.connect).build()?;
        Ok(Self {
            breaker: Breaker::new(settings.limits.rest),
            lines: Lines::new(settings.concurrency),
            form: Mutex::default(),
            client,
            settings,
        })
    }

    pub fn settings(&self) -> &ModelSettings {
        &self.settings
    }

    /// `said` is told all that has been said so far, whenever it is more; a further try begins anew.
    pub async fn ask(
        &self,
        asker: Asker,
        question: &Question,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, AskError> {
        let whole = self.settings.limits.whole;
        self.ask_within(whole, asker, question, said).await
    }

    /// The same where some of the time has passed already.
    async fn ask_within(
        &self,
        patience: Duration,
        asker: Asker,
        question: &Question,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, AskError> {
        let turn = self.lines.turn(asker).await;
        let _turn = turn.map_err(|_| AskError::QueueFull)?;
        let begun = Instant::now();
        let answer = timeout(patience, self.persist(question, said)).await;
        let answer = answer.map(|heard| {
            heard.map(|heard| Heard {
                took: begun.elapsed(),
                ..heard
            })
        });
        answer.unwrap_or_else(|_| {
            // One that drips for ever is no better than one that says nothing.
            self.breaker.failed(Instant::now());
            tracing::warn!(model = %self.settings.model, "a model did not come to an end in time");
            Err(AskError::TooSlow)
        })
    }

    async fn persist(
        &self,
        question: &Question,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Heard, AskError> {
        let mut pauses = self.settings.limits.pauses.into_iter();
        loop {
            if let Some(rest) = self.breaker.rests(Instant::now()) {
                return Err(AskError::Later(rest));
            }
            let form = *self.form();
            let body = body(self.settings.protocol, &self.settings.model, question, form);
            let trouble = match self.call(&body, said).await {
                Ok(answer) => {
                    self.breaker.worked();
                    return Ok(heard(answer, &body));
                }
                Err(trouble) => trouble,
            };
            if let Trouble::Form(refusal) = &trouble
                && let Some(next) = form.after(self.settings.protocol, refusal)
            {
                *self.form() = next;
                continue;
            }
            let Trouble::Later { status, wait } = trouble else {
                tracing::warn!(model = %self.settings.model, kind = kind(&trouble), "a model did not take a question");
                return Err(AskError::Failed(trouble));
            };
            self.breaker.failed(Instant::now());
            tracing::warn!(model = %self.settings.model, status, "a model gave no answer");
            let Some(pause) = pauses.next() else {
                return Err(AskError::Failed(trouble));
            };
            let pause = wait.unwrap_or(pause);
            if pause > self.settings.limits.longest_pause {
                return Err(AskError::Later(pause));
            }
            sleep(pause).await;
        }
    }

    fn address(&self, path: &str) -> String {
        let base = self.settings.base_url.as_str().trim_end_matches('/');
        format!("{base}/{path}")
    }

    fn form(&self) -> std::sync::MutexGuard<'_, Form> {
        self.form.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn heard(answer: Answer, body: &Value) -> Heard {
    let counted = answer.tokens;
    let estimate = || estimated(body.to_string().len(), answer.text.len());
    Heard {
        tokens: counted.unwrap_or_else(estimate),
        is_estimated: counted.is_none(),
        answer,
        took: Duration::ZERO,
    }
}

/// For the log, which is told nothing of what was said.
fn kind(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Form(_) => "form",
        Trouble::Later { .. } => "later",
        Trouble::Denied(_) => "denied",
        Trouble::NoModel => "no model",
        Trouble::Refused(_) => "refused",
        Trouble::Garbled => "garbled",
        Trouble::TooLong => "too long",
    }
}
