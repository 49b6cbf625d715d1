//! Whoever takes too much, or too long.

use super::*;

#[tokio::test]
async fn too_much_is_turned_away_in_every_way() {
    let server = Server::start(Limits {
        recipients: 2,
        connections_of_one: 2,
        messages_of_one: 4,
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    let large = "x".repeat(99).repeat(6000) + "\r\n";
    assert_eq!(
        client.bring("", &large).await,
        "552 5.3.4 message too large"
    );
    assert_eq!(client.bring("", "small").await, "250 2.0.0 taken");
    client.ask("MAIL FROM:<>").await;
    for code in ["250", "250", "452"] {
        assert!(
            client
                .ask("RCPT TO:<ada@ours.test>")
                .await
                .starts_with(code)
        );
    }
    client.ask("RSET").await;
    let _second = server.client().await;
    assert_eq!(
        server.stranger().await.answer().await,
        "421 4.7.0 too many connections"
    );
    assert!(client.ask("MAIL FROM:<>").await.starts_with("250"));
    client.ask("RSET").await;
    assert!(client.ask("MAIL FROM:<>").await.starts_with("451 4.7.1"));
    client.say(&"x".repeat(3000)).await;
    assert!(client.answer().await.starts_with("500"));
    assert_eq!(server.taken().len(), 1);
}

#[tokio::test]
async fn whoever_says_nothing_is_sent_away() {
    let server = Server::start(Limits {
        silence_of_strangers: Duration::from_millis(50),
        silence: Duration::from_millis(300),
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    assert!(client.answer().await.starts_with("421 4.4.2"));
    assert_eq!(client.answer().await, "");
    // Who brings mail may think longer, and not for ever.
    let mut client = server.client().await;
    client.open("", "ada@ours.test").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(client.ask("x\r\n.").await, "250 2.0.0 taken");
    assert!(client.answer().await.starts_with("421 4.4.2"));
}

#[tokio::test]
async fn whoever_talks_and_brings_nothing_is_sent_away() {
    let server = Server::start(Limits {
        session_of_strangers: Duration::from_millis(100),
        idle_commands: 10,
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    let mut last = String::new();
    while last.is_empty() || last.starts_with("250") {
        tokio::time::sleep(Duration::from_millis(15)).await;
        last = client.ask("NOOP").await;
    }
    assert!(last.starts_with("421 4.4.2"), "{last}");
    let mut client = server.client().await;
    client.ask("MAIL FROM:<>").await;
    // Recipients are what it is here for.
    for _ in 0..20 {
        assert_eq!(client.ask("RCPT TO:<ada@ours.test>").await, "250 2.1.5 ok");
    }
    assert_eq!(client.ask("DATA").await, "354 go ahead");
    assert_eq!(client.ask("x\r\n.").await, "250 2.0.0 taken");
    for _ in 0..10 {
        assert_eq!(client.ask("NOOP").await, "250 2.0.0 ok");
    }
    assert_eq!(client.ask("NOOP").await, "421 4.7.0 you bring nothing");
    assert_eq!(client.answer().await, "");
}

#[tokio::test]
async fn a_newcomer_gets_the_place_of_a_stranger() {
    let server = Server::start(Limits {
        connections: 2,
        connections_for_strangers: 0,
        ..Limits::default()
    })
    .await;
    let mut idle = server.client().await;
    let mut busy = server.client().await;
    busy.open("", "ada@ours.test").await;
    let mut newcomer = server.client().await;
    assert_eq!(idle.answer().await, "421 4.7.0 too many connections");
    assert_eq!(idle.answer().await, "");
    assert_eq!(newcomer.bring("", "x").await, "250 2.0.0 taken");
    assert_eq!(busy.ask("x\r\n.").await, "250 2.0.0 taken");
    let mut late = server.stranger().await;
    assert_eq!(late.answer().await, "421 4.7.0 too many connections");
}

#[tokio::test]
async fn an_open_mailbox_makes_nobody_known() {
    let server = Server::start(Limits {
        connections: 4,
        connections_of_network: 4,
        silence_of_strangers: Duration::from_millis(300),
        silence: Duration::from_mins(1),
        ..Limits::default()
    })
    .await;
    let mut idle = Vec::new();
    for index in 1..5 {
        let mut client = server.stranger_from(&format!("127.0.{index}.1")).await;
        client.answer().await;
        client.ask("EHLO a.test").await;
        client.ask("MAIL FROM:<>").await;
        assert_eq!(client.ask("RCPT TO:<open@ours.test>").await, "250 2.1.5 ok");
        idle.push(client);
    }
    // There is room for somebody else, and those who say nothing leave as strangers do.
    let mut newcomer = server.client().await;
    assert_eq!(newcomer.bring("", "x").await, "250 2.0.0 taken");
    assert_eq!(idle[0].answer().await, "421 4.7.0 too many connections");
    for client in &mut idle[1..] {
        assert!(client.answer().await.starts_with("421 4.4.2"));
    }
    // Once known, always welcome.
    drop(newcomer);
    let mut crowd = Vec::new();
    for index in 1..40 {
        crowd.push(server.stranger_from(&format!("127.0.{index}.1")).await);
    }
    let mut known = server.client().await;
    for index in 40..80 {
        crowd.push(server.stranger_from(&format!("127.0.{index}.1")).await);
    }
    assert_eq!(known.bring("", "y").await, "250 2.0.0 taken");
}

#[tokio::test]
async fn a_line_that_drips_is_silence() {
    let server = Server::start(Limits {
        silence: Duration::from_millis(300),
        silence_of_strangers: Duration::from_millis(300),
        transfer: Duration::from_millis(900),
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    assert!(client.drips().await.starts_with("421 4.4.2"));
    let mut client = server.client().await;
    client.open("", "ada@ours.test").await;
    assert!(client.drips().await.starts_with("421 4.4.2"));
    assert!(server.taken().is_empty());
}

impl Client {
    /// Says a byte now and then, until it is answered.
    async fn drips(&mut self) -> String {
        loop {
            if self.0.get_mut().write_all(b"x").await.is_err() {
                return self.answer().await;
            }
            let answered = tokio::time::timeout(Duration::from_millis(50), self.answer());
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
    }
}
