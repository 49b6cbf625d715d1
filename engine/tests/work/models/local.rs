//! Against a server that others have written, with a model so small that only the protocol is worth a look.

use std::borrow::Cow;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use postrider_content::models::{AnswerSchema, End, Protocol, Question, Speaker, Turn};
use postrider_content::sketch;
use postrider_engine::models::{Limits, Model, ModelSettings, Sight, look};
use serde_json::{Map, Value, json};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::sleep;

use super::US;

const KEY: &str = "sk-local";
const SUBJECTS: AnswerSchema = AnswerSchema {
    name: "subjects",
    json: Cow::Borrowed(
        r#"{"type":"object","properties":{"language":{"type":"string","enum":["de","en"]},"subjects":{"type":"array","items":{"type":"string"}}},
        "required":["language","subjects"],"additionalProperties":false}"#,
    ),
};

/// One for all tests of this process, and one test at a time: it does one thing at a time. It ends with the process,
/// when nobody holds the other end of its standard input.
static SERVER: Mutex<Option<LocalServer>> = Mutex::const_new(None);

struct LocalServer {
    url: String,
    _process: Child,
}

impl LocalServer {
    /// `None`, and a word about it, where it is not installed: where everything has to be tested, it has to be.
    async fn take() -> Option<MutexGuard<'static, Option<Self>>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
        let tools = root.join(target).join("tools");
        if !tools.join("installed-model.txt").exists() {
            let why = "the small model is not installed: run scripts/install";
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "{why}");
            #[expect(clippy::print_stderr, reason = "for whoever wonders what was tested")]
            {
                eprintln!("skipped: {why}");
            }
            return None;
        }
        let mut server = SERVER.lock().await;
        if server.is_none() {
            let python = tools.join("bin/python");
            *server = Some(Self::start(python, root.join("scripts/local_model.py")));
        }
        Some(server)
    }

    fn start(python: PathBuf, script: PathBuf) -> Self {
        let mut process = Command::new(python)
            .arg(script)
            .arg(KEY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut said = BufReader::new(process.stdout.take().unwrap());
        said.read_line(&mut address).unwrap();
        let url = address.trim().to_owned();
        assert!(url.starts_with("http://127.0.0.1:"), "{url:?}");
        Self {
            url,
            _process: process,
        }
    }

    fn settings(&self, protocol: Protocol) -> ModelSettings {
        ModelSettings {
            base_url: format!("{}/v1", self.url).parse().unwrap(),
            protocol,
            model: "smollm2".to_owned(),
            key: Some(KEY.to_owned()),
            concurrency: 4,
            limits: Limits::default(),
        }
    }

    fn model(&self, protocol: Protocol) -> Model {
        Model::new(self.settings(protocol)).unwrap()
    }

    async fn is_talking(&self) -> bool {
        let slots = reqwest::Client::new().get(format!("{}/slots", self.url));
        let slots = slots.bearer_auth(KEY).send().await.unwrap();
        let slots: Value = serde_json::from_slice(&slots.bytes().await.unwrap()).unwrap();
        slots[0]["is_processing"].as_bool().unwrap()
    }
}

/// With an answer to a question like it before it: then even the smallest model comes to an end.
fn for_subjects(most_tokens: u32) -> Question {
    let turn = |by, text: &str| Turn {
        by,
        text: text.to_owned(),
    };
    let example =
        r#"{"subjects":["Come to our summer party","Sun, music and you","You are invited"]}"#;
    Question {
        system: "You write subjects for mails, three each time.".to_owned(),
        turns: vec![
            turn(Speaker::Author, "A summer party"),
            turn(Speaker::Model, example),
            turn(Speaker::Author, "A spring sale"),
        ],
        schema: SUBJECTS,
        most_tokens,
    }
}

fn for_a_sketch(most_tokens: u32) -> Question {
    let schema = AnswerSchema {
        name: "mail",
        json: sketch::schema().into(),
    };
    Question {
        schema,
        ..for_subjects(most_tokens)
    }
}

/// What keeps to it takes half a minute to say.
fn long_winded() -> AnswerSchema {
    let sentence = json!({ "type": "string", "enum": ["the same long sentence once more"] });
    let keys: Vec<String> = (0..100).map(|number| format!("line{number}")).collect();
    let lines: Map<String, Value> = keys
        .iter()
        .map(|key| (key.clone(), sentence.clone()))
        .collect();
    let schema = json!({
        "type": "object", "properties": lines, "required": keys, "additionalProperties": false,
    });
    AnswerSchema {
        name: "lines",
        json: schema.to_string().into(),
    }
}

#[tokio::test]
async fn a_schema_is_kept_to_and_the_words_stream_in() {
    let Some(server) = LocalServer::take().await else {
        return;
    };
    let server = server.as_ref().unwrap();
    let mut pieces = 0;
    let model = server.model(Protocol::ChatCompletions);
    let question = for_subjects(200);
    let mut count = |_: &str| pieces += 1;
    let heard = model.ask(US, &question, &mut count).await.unwrap();
    assert_eq!(heard.answer.end, End::Said, "{}", heard.answer.text);
    let answer: Value = serde_json::from_str(&heard.answer.text).unwrap();
    let answer = answer.as_object().unwrap();
    assert_eq!(answer.len(), 2, "{answer:?}");
    assert!(["de", "en"].contains(&answer["language"].as_str().unwrap()));
    let subjects = answer["subjects"].as_array().unwrap();
    assert!(subjects.iter().all(Value::is_string), "{subjects:?}");
    // What an earlier question began with in the same words is not read again.
    let read = heard.tokens.input + heard.tokens.cached_input;
    assert!(!heard.is_estimated && read > 20 && heard.tokens.output > 10);
    assert!(pieces > 5, "{pieces}");
}

#[tokio::test]
async fn a_sketch_that_is_cut_off_is_told_to_be() {
    let Some(server) = LocalServer::take().await else {
        return;
    };
    let model = server.as_ref().unwrap().model(Protocol::ChatCompletions);
    let heard = model.ask(US, &for_a_sketch(24), &mut |_| {}).await.unwrap();
    assert_eq!(heard.answer.end, End::CutOff);
    assert_eq!((heard.tokens.output, heard.is_estimated), (24, false));
    // Our schema was taken: keys come in its order.
    let text = heard.answer.text.trim_start_matches(['{', ' ', '\n']);
    assert!(text.starts_with(r#""category""#), "{text}");
    assert!(!sketch::read(&heard.answer.text).problems.is_empty());
}

#[tokio::test]
async fn whoever_drops_a_question_stops_the_server() {
    let Some(server) = LocalServer::take().await else {
        return;
    };
    let server = server.as_ref().unwrap();
    let model = server.model(Protocol::ChatCompletions);
    let question = Question {
        schema: long_winded(),
        ..for_subjects(1_500)
    };
    let (said, mut words) = tokio::sync::mpsc::unbounded_channel();
    let mut tell = move |_: &str| said.send(()).unwrap_or_default();
    tokio::select! {
        heard = model.ask(US, &question, &mut tell) => panic!("{heard:?}"),
        () = async {
            words.recv().await;
            assert!(server.is_talking().await);
        } => {}
    }
    let dropped = Instant::now();
    while server.is_talking().await {
        assert!(dropped.elapsed() < Duration::from_secs(5), "it talks on");
        sleep(Duration::from_millis(20)).await;
    }
}

/// This server speaks messages too, and does not know what `output_config` asks for.
#[tokio::test]
async fn messages_without_a_schema_end_in_problems_at_worst() {
    let Some(server) = LocalServer::take().await else {
        return;
    };
    let model = server.as_ref().unwrap().model(Protocol::Messages);
    let mut question = for_a_sketch(40);
    question.turns.truncate(1);
    let heard = model.ask(US, &question, &mut |_| {}).await.unwrap();
    assert!(!heard.answer.text.is_empty());
    assert!(!heard.is_estimated && heard.tokens.output > 0);
    let read = sketch::read(&heard.answer.text);
    assert!(!read.problems.is_empty(), "{}", heard.answer.text);
}

#[tokio::test]
async fn it_is_looked_for_by_its_name_and_with_its_key() {
    let Some(server) = LocalServer::take().await else {
        return;
    };
    let server = server.as_ref().unwrap();
    let mut settings = server.settings(Protocol::ChatCompletions);
    assert_eq!(look(&settings).await, Ok(Sight::Listed));
    settings.model = "another".to_owned();
    assert_eq!(look(&settings).await, Ok(Sight::NotListed));
    let mut stranger = server.settings(Protocol::ChatCompletions);
    stranger.key = Some("sk-other".to_owned());
    let model = Model::new(stranger).unwrap();
    let failed = model.ask(US, &for_subjects(10), &mut |_| {}).await;
    assert!(failed.is_err(), "{failed:?}");
}
