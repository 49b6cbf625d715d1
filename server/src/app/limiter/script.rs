//! The one question to Redis.

use postrider_domain::contract::window::Reading;
use redis::aio::MultiplexedConnection;
use redis::{RedisError, Script};

pub struct WindowScript(Script);

/// A call, and the window that it would like to enter.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    pub window: &'q str,
    pub limit: u32,
    pub length_ms: i64,
}

impl WindowScript {
    pub fn new() -> Self {
        Self(Script::new(include_str!("window.lua")))
    }

    /// One call of the script by its hash; a server that does not know it is told the text first.
    pub async fn ask(
        &self,
        redis: &MultiplexedConnection,
        question: Question<'_>,
    ) -> Result<Reading, RedisError> {
        let (room, count, now, oldest, in_the_way) = self
            .0
            .key(question.window)
            .arg(question.limit)
            .arg(question.length_ms)
            .invoke_async(&mut redis.clone())
            .await?;
        Ok(Reading {
            room,
            count,
            now,
            oldest,
            in_the_way,
        })
    }
}
