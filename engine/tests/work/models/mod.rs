//! Both protocols over real HTTP, against a server that misbehaves in every way it can.

mod local;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use postrider_content::brief::{BrandBrief, Brief};
use postrider_content::compose::Look;
use postrider_content::models::{AnswerSchema, End, Protocol, Question, Speaker, Trouble, Turn};
use postrider_domain::accounts::prices::{Price, Tokens};
use postrider_domain::designs::design::EmailType;
use postrider_domain::turns::Asker;
use postrider_engine::generation::{Errand, Maker, Progress, Room, Writer};
use postrider_engine::models::{AskError, Heard, Limits, Model, ModelSettings, Sight, look};
use postrider_test_support::model_server::{KEY, ModelServer};
use tokio::time::sleep;

const SKETCH: &str = r#"{"headline":"Spring is here — at last","items":[{"kind":"text","text":"Twelve new varieties."}]}"#;
const SCHEMA: AnswerSchema = AnswerSchema {
    name: "mail",
    json: Cow::Borrowed(
        r#"{"type":"object","properties":{"headline":{"type":"string"}},"required":["headline"],"additionalProperties":false}"#,
    ),
};
const US: Asker = Asker::Organization(1);
const BOTH: [Protocol; 2] = [Protocol::ChatCompletions, Protocol::Messages];

async fn server() -> ModelServer {
    ModelServer::start(|_| SKETCH.to_owned()).await
}

fn settings(server: &ModelServer, protocol: Protocol, name: &str) -> ModelSettings {
    let millis = Duration::from_millis;
    let limits = Limits {
        connect: millis(2_000),
        first_byte: millis(30_000),
        silence: millis(30_000),
        whole: millis(120_000),
        pauses: [millis(5), millis(5), millis(5)],
        longest_pause: millis(30_000),
        rest: millis(60_000),
    };
    ModelSettings {
        base_url: server.base_url().parse().unwrap(),
        protocol,
        model: name.to_owned(),
        key: Some(KEY.to_owned()),
        concurrency: 4,
        limits,
    }
}

fn model(server: &ModelServer, protocol: Protocol, name: &str) -> Model {
    Model::new(settings(server, protocol, name)).unwrap()
}

fn question() -> Question {
    Question {
        system: "You write mails.".to_owned(),
        turns: vec![Turn {
            by: Speaker::Author,
            text: "A spring sale".to_owned(),
        }],
        schema: SCHEMA,
        most_tokens: 4_000,
    }
}

async fn ask(model: &Model) -> Result<Heard, AskError> {
    model.ask(US, &question(), &mut |_| {}).await
}

#[tokio::test]
async fn an_answer_streams_in_and_is_counted() {
    for protocol in BOTH {
        let server = server().await;
        let mut lengths = Vec::new();
        let model = model(&server, protocol, "good");
        let heard = model
            .ask(US, &question(), &mut |text| lengths.push(text.len()))
            .await
            .unwrap();
        assert_eq!(
            (heard.answer.text.as_str(), heard.answer.end),
            (SKETCH, End::Said)
        );
        let tokens = Tokens {
            input: 800,
            cached_input: 200,
            output: 300,
        };
        assert_eq!((heard.tokens, heard.is_estimated), (tokens, false));
        assert!(
            lengths.is_sorted() && lengths.last() == Some(&SKETCH.len()),
            "{lengths:?}"
        );
        let [asked] = &server.asked()[..] else {
            panic!()
        };
        assert_eq!(asked.model, "good");
    }
}

#[tokio::test]
async fn what_passes_is_tried_again() {
    for protocol in BOTH {
        for name in ["busy", "overloaded", "html", "breaks-down"] {
            let server = server().await;
            let heard = ask(&model(&server, protocol, name)).await.unwrap();
            assert_eq!(heard.answer.text, SKETCH, "{name}");
            assert_eq!(server.asked().len(), 2, "{name}");
        }
    }
}

#[tokio::test]
async fn what_does_not_pass_is_told_at_once() {
    for protocol in BOTH {
        for (name, trouble) in [
            ("denied", Trouble::Denied(401)),
            ("unknown", Trouble::NoModel),
            ("endless", Trouble::TooLong),
        ] {
            let server = server().await;
            let failed = ask(&model(&server, protocol, name)).await;
            assert_eq!(failed, Err(AskError::Failed(trouble)), "{name}");
            assert_eq!(server.asked().len(), 1, "{name}");
        }
        let server = server().await;
        let failed = ask(&model(&server, protocol, "too-much")).await;
        assert!(
            matches!(failed, Err(AskError::Failed(Trouble::Form(_)))),
            "{failed:?}"
        );
    }
}

#[tokio::test]
async fn a_form_that_is_refused_is_changed_once_and_remembered() {
    for (protocol, name, calls) in [
        (Protocol::ChatCompletions, "no-schema", 2),
        (Protocol::ChatCompletions, "no-json", 3),
        (Protocol::ChatCompletions, "new-tokens", 2),
        (Protocol::Messages, "no-schema", 2),
    ] {
        let server = server().await;
        let model = model(&server, protocol, name);
        for so_far in [calls, calls + 1, calls + 2] {
            assert_eq!(ask(&model).await.unwrap().answer.text, SKETCH);
            assert_eq!(server.asked().len(), so_far, "{name}");
        }
    }
}

#[tokio::test]
async fn ends_that_are_not_good_are_told() {
    for protocol in BOTH {
        let server = server().await;
        let cut_off = ask(&model(&server, protocol, "truncated")).await.unwrap();
        assert_eq!(cut_off.answer.end, End::CutOff);
        assert!(SKETCH.starts_with(&cut_off.answer.text));
        let refused = ask(&model(&server, protocol, "refusal")).await.unwrap();
        assert_eq!(refused.answer.end, End::Refused);
        let uncounted = ask(&model(&server, protocol, "uncounted")).await.unwrap();
        assert!(uncounted.is_estimated);
        assert_eq!(uncounted.tokens.output, SKETCH.len().div_ceil(4) as u64);
        let at_once = ask(&model(&server, protocol, "at-once")).await.unwrap();
        assert_eq!(
            (at_once.answer.text.as_str(), at_once.is_estimated),
            (SKETCH, false)
        );
        let prose = ask(&model(&server, protocol, "prose")).await.unwrap();
        assert!(prose.answer.text.contains(SKETCH));
    }
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    for name in ["silent", "falls-silent", "hangs-up"] {
        let server = server().await;
        let mut settings = settings(&server, Protocol::ChatCompletions, name);
        settings.limits.first_byte = Duration::from_secs(1);
        settings.limits.silence = Duration::from_secs(1);
        let failed = ask(&Model::new(settings).unwrap()).await.unwrap_err();
        let lost = Trouble::Later {
            status: None,
            wait: None,
        };
        assert_eq!(failed, AskError::Failed(lost), "{name}");
        assert_eq!(server.asked().len(), 4, "{name}");
    }
}

#[tokio::test]
async fn one_that_drips_is_given_its_time_and_no_more() {
    let server = server().await;
    let mut slow = settings(&server, Protocol::Messages, "drips");
    slow.limits.whole = Duration::from_millis(300);
    let model = Model::new(slow).unwrap();
    let started = Instant::now();
    for _ in 0..5 {
        assert_eq!(ask(&model).await, Err(AskError::TooSlow));
    }
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(server.asked().len(), 5);
    // Whoever is too slow again and again is left alone.
    assert!(matches!(ask(&model).await, Err(AskError::Later(_))));
    assert_eq!(server.asked().len(), 5);
}

#[tokio::test]
async fn one_that_ended_three_processes_is_not_asked_again() {
    let server = server().await;
    let mut settings = settings(&server, Protocol::Messages, "silent");
    settings.concurrency = 6;
    let price = Price {
        input: 10,
        cached_input: 10,
        output: 10,
    };
    let model = Model::new(settings).unwrap();
    let writer = Writer::new(model, Some(price), Arc::new(|| [7; 32]));
    assert_eq!(writer.room(), Room { all: 6, each: 2 });
    let brief = Brief::of("Hello", EmailType::Campaign, BrandBrief::default());
    let errand = Errand {
        asker: US,
        claims: 4,
        progress: Progress::default(),
    };
    let made = writer.design(errand, brief, Look::default()).await.unwrap();
    assert_eq!(made.credits, 0);
    let said = "The model was asked several times, and never came to an end. The designer that is built in stepped in; nothing was charged.";
    assert!(made.message.starts_with(said), "{}", made.message);
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_server_that_wants_to_be_left_alone_is() {
    let server = server().await;
    let later = ask(&model(&server, Protocol::ChatCompletions, "busy-for-long")).await;
    assert_eq!(later, Err(AskError::Later(Duration::from_mins(2))));
    let model = model(&server, Protocol::ChatCompletions, "always-busy");
    assert!(matches!(
        ask(&model).await,
        Err(AskError::Failed(Trouble::Later { .. }))
    ));
    assert!(matches!(ask(&model).await, Err(AskError::Later(_))));
    let asked = server.asked().len();
    assert!(matches!(ask(&model).await, Err(AskError::Later(_))));
    assert_eq!(server.asked().len(), asked, "it rests");
}

#[tokio::test]
async fn whoever_drops_a_question_hangs_up() {
    let server = server().await;
    let silent = model(&server, Protocol::ChatCompletions, "silent");
    let is_asked = async {
        while server.asked().is_empty() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::select! {
        heard = ask(&silent) => panic!("{heard:?}"),
        () = is_asked => {}
    }
    for _ in 0..500 {
        if server.hung_up() == 1 {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("the server still talks");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_tried_and_told() {
    let server = server().await;
    let gone = model(&server, Protocol::Messages, "good");
    server.stop().await;
    assert!(matches!(
        ask(&gone).await,
        Err(AskError::Failed(Trouble::Later { .. }))
    ));
}

/// Waits until the server has been asked so often, and a little longer.
async fn asked(server: &ModelServer, times: usize) {
    while server.asked().len() < times {
        sleep(Duration::from_millis(5)).await;
    }
    sleep(Duration::from_millis(100)).await;
    assert_eq!(server.asked().len(), times);
}

#[tokio::test]
async fn one_organization_leaves_places_to_others() {
    let server = server().await;
    let mut three = settings(&server, Protocol::ChatCompletions, "silent");
    three.concurrency = 3;
    let model = Arc::new(Model::new(three).unwrap());
    let ask_for = |organization: i64| {
        let model = Arc::clone(&model);
        tokio::spawn(async move {
            let asker = Asker::Organization(organization);
            model.ask(asker, &question(), &mut |_| {}).await
        })
    };
    let ours: Vec<_> = (0..3).map(|_| ask_for(1)).collect();
    asked(&server, 2).await;
    let theirs = [ask_for(2), ask_for(2)];
    asked(&server, 3).await;
    // Whoever hangs up makes room.
    for question in ours {
        question.abort();
    }
    asked(&server, 4).await;
    for question in theirs {
        question.abort();
    }
}

#[tokio::test]
async fn a_model_is_looked_for_without_asking_it() {
    let server = server().await;
    for protocol in BOTH {
        for (name, sight) in [("good", Sight::Listed), ("other", Sight::NotListed)] {
            let seen = look(&settings(&server, protocol, name)).await;
            assert_eq!(seen, Ok(sight));
        }
        let mut denied = settings(&server, protocol, "good");
        denied.key = Some("another".to_owned());
        assert_eq!(look(&denied).await, Err(Trouble::Denied(401)));
        let mut elsewhere = settings(&server, protocol, "good");
        elsewhere.base_url = server.base_url().replace("/v1", "/v2").parse().unwrap();
        assert_eq!(look(&elsewhere).await, Ok(Sight::NoList));
    }
    assert!(server.asked().is_empty());
}
