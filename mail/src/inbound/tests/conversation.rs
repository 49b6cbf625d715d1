//! What is taken, and what is refused.

use super::*;

#[tokio::test]
async fn mail_is_taken_for_those_who_are_known_and_passed_on_to_nobody() {
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    client.say("MAIL FROM:<>\r\nRCPT TO:<ada@ours.test>\r\nRCPT TO:<bob@ours.test>\r\nRCPT TO:<eve@far.test>\r\n").await;
    assert_eq!(client.answer().await, "250 2.1.0 ok");
    assert_eq!(client.answer().await, "250 2.1.5 ok");
    assert_eq!(client.answer().await, "550 5.1.1 no such mailbox here");
    assert_eq!(client.answer().await, "550 5.7.1 we pass no mail on");
    assert_eq!(client.ask("DATA").await, "354 go ahead");
    assert_eq!(
        client.ask("Subject: x\r\n\r\n..dot\r\nend\r\n.").await,
        "250 2.0.0 taken"
    );
    let expected = Incoming {
        sender: String::new(),
        peer: [127, 0, 0, 1].into(),
        greeting: "a.test".to_owned(),
        to: vec!["ada".to_owned()],
        message: b"Subject: x\r\n\r\n.dot\r\nend\r\n".to_vec(),
    };
    assert_eq!(server.taken(), [expected]);
    assert_eq!(
        client.bring("full@a.test", "x").await,
        "451 4.3.0 not now, try again"
    );
    assert_eq!(client.ask("QUIT").await, "221 2.0.0 bye");
    assert_eq!(client.answer().await, "");
    assert_eq!(server.taken().len(), 1);
}

#[tokio::test]
async fn what_is_out_of_order_or_unknown_is_refused_and_not_for_ever() {
    let server = Server::start(Limits::default()).await;
    let mut early = server.stranger().await;
    early.answer().await;
    assert!(early.ask("MAIL FROM:<>").await.starts_with("503"));
    let mut client = server.client().await;
    for (line, code) in [
        ("RCPT TO:<ada@ours.test>", "503"),
        ("DATA", "503"),
        ("VRFY ada", "502"),
        ("AUTH PLAIN AGEAYg==", "502"),
        ("RCPT ada", "501"),
        ("NOOP", "250"),
        ("MAIL FROM:<>", "250"),
        ("MAIL FROM:<>", "503"),
        ("DATA", "554"),
        ("RSET", "250"),
        ("MAIL FROM:<> SIZE=600000", "552"),
    ] {
        let answer = client.ask(line).await;
        assert!(answer.starts_with(code), "{line}: {answer}");
    }
    let answers: Vec<String> = {
        client.say(&"VRFY x\r\n".repeat(20)).await;
        let mut said = String::new();
        client.0.read_to_string(&mut said).await.unwrap();
        said.lines().map(ToOwned::to_owned).collect()
    };
    assert_eq!(answers.last().unwrap(), "421 4.7.0 too many mistakes");
    assert_eq!(answers.len(), 13);
}

#[tokio::test]
async fn a_mail_inside_a_mail_is_text() {
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    for end in ["\n.\n", "\r.\r", "\n.\r\n", "\r\n.\n", "\r\n.\r"] {
        client.open("a@b.test", "ada@ours.test").await;
        let smuggled =
            format!("x{end}MAIL FROM:<admin@b.test>\r\nRCPT TO:<amy@ours.test>\r\nDATA\r\ny");
        client.say(&smuggled).await;
        assert_eq!(client.ask("\r\n.").await, "250 2.0.0 taken", "{end:?}");
    }
    let taken = server.taken();
    assert_eq!(taken.len(), 5);
    assert!(
        taken
            .iter()
            .all(|mail| mail.sender == "a@b.test" && mail.to == ["ada"])
    );
}

#[tokio::test]
async fn a_stop_finishes_the_message_that_is_under_way() {
    let server = Server::start(Limits::default()).await;
    let mut idle = server.client().await;
    let mut busy = server.client().await;
    busy.open("", "ada@ours.test").await;
    server.stop.cancel();
    assert!(idle.answer().await.starts_with("421 4.3.2"));
    assert_eq!(
        busy.ask("Subject: x\r\n\r\nlate\r\n.").await,
        "250 2.0.0 taken"
    );
    assert!(busy.answer().await.starts_with("421 4.3.2"));
    server.running.await.unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}
