//! What is said to a model and what it answers, in the two protocols that servers of models speak: chat completions
//! and Anthropic messages. Only words: who carries them over the network is the engine's business.

mod answer;
mod changing;
mod designing;
mod form;
mod guard;
mod request;
mod sse;
mod suggesting;
mod talk;
mod task;
mod tidying;
mod trouble;

use std::borrow::Cow;

pub use answer::{ANSWER_MAX, Answer, AnswerReader, End, estimated};
pub use changing::{Changing, not_shown};
pub use designing::Designing;
pub use form::Form;
pub use request::{body, headers, path};
pub use sse::{Event, EventReader};
pub use suggesting::Suggesting;
pub use talk::items_begun;
pub use task::{Judged, Task};
pub use tidying::Tidying;
pub use trouble::Trouble;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `POST …/chat/completions`, as most servers have it.
    ChatCompletions,
    /// `POST …/messages`, as Anthropic has it.
    Messages,
}

impl Protocol {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "chat" => Some(Self::ChatCompletions),
            "messages" => Some(Self::Messages),
            _ => None,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat",
            Self::Messages => "messages",
        }
    }

    /// What a server at this address most likely speaks.
    pub fn guess(base_url: &str) -> Self {
        if base_url.to_ascii_lowercase().contains("anthropic") {
            Self::Messages
        } else {
            Self::ChatCompletions
        }
    }
}

/// What is asked, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What holds for the whole talk.
    pub system: String,
    /// The author's side first, then in turn.
    pub turns: Vec<Turn>,
    pub schema: AnswerSchema,
    /// How much may be answered.
    pub most_tokens: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub by: Speaker,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    Author,
    Model,
}

/// The JSON schema that the answer is to keep to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerSchema {
    /// Letters, digits, `_` and `-`.
    pub name: &'static str,
    pub json: Cow<'static, str>,
}
