//! Designs whose histories are made up, while the process is killed again and again: what is charged is what the versions
//! took, to the credit.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use postrider_server::entropy;
use postrider_test_support::model_server::{Asked, KEY, ModelServer};
use serde_json::{Value, json};

use super::PATH;
use crate::kill::moments::{Moments, say};
use crate::support::{Answer, Binary, Caller, Installation, settings, until, until_within};

/// An answer of the double has 300 tokens: at this price a credit and a half, so that one is two and two are three.
const PRICES: &str = "[ai.prices.as-asked]\ninput = 0\ncachedInput = 0\noutput = 50\n";
const AT_ONCE: usize = 8;

/// How the model answers, as the prompt says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Well,
    InProse,
    /// At the second time.
    Repaired,
    /// With nothing that can be used, twice.
    Useless,
    /// That it will not.
    Refusal,
}

const HOWS: [How; 5] = [
    How::Well,
    How::InProse,
    How::Repaired,
    How::Useless,
    How::Refusal,
];

impl How {
    fn behaviour(self) -> &'static str {
        match self {
            Self::Well | Self::Repaired | Self::Useless => "good",
            Self::InProse => "prose",
            Self::Refusal => "refusal",
        }
    }

    /// Of what came of it.
    fn credits(self) -> i64 {
        match self {
            Self::Well | Self::InProse => 2,
            Self::Repaired => 3,
            Self::Useless | Self::Refusal => 0,
        }
    }

    /// In words that the designer which is built in makes something of, or nothing.
    fn prompt(self, deed: &str) -> String {
        format!("{deed} behave as {} {self:?}", self.behaviour())
    }

    fn any(chance: &mut Moments) -> Self {
        HOWS[chance.below(HOWS.len())]
    }

    fn of(asked: &Asked) -> Self {
        let body = asked.body.to_string();
        let said = |how: &&Self| body.contains(&format!(" {how:?}"));
        HOWS.iter().find(said).copied().unwrap_or(Self::Well)
    }
}

/// What a model says to a prompt; a second answer is one to a repair.
fn says(asked: &Asked) -> String {
    let turns = asked.body["messages"].as_array().map_or(0, Vec::len);
    match How::of(asked) {
        How::Useless => json!({ "nothing": true }).to_string(),
        How::Repaired if turns < 4 => json!({ "nothing": true }).to_string(),
        _ => wanted(asked).to_string(),
    }
}

const BY_MODEL: &str = "A model wrote this";

fn wanted(asked: &Asked) -> Value {
    let schema = &asked.body["response_format"]["json_schema"]["schema"]["properties"];
    if schema.get("operations").is_some() {
        return json!({ "operations": [
            { "kind": "setText", "block": "headline", "part": null, "text": BY_MODEL },
        ] });
    }
    if schema.get("texts").is_some() {
        return json!({ "texts": [BY_MODEL, "And this as well, at some length"] });
    }
    json!({
        "category": "other", "title": "A note", "subject": "A note that a model wrote",
        "previewText": "It says little, as a note in a test may do without harm.",
        "eyebrow": null, "headline": BY_MODEL, "lead": "It has a sentence.",
        "items": [{ "kind": "text", "text": "And it has another one." }], "signOff": null,
    })
}

/// What outlives the process: where it is now, what it owes.
struct World {
    caller: Mutex<Caller>,
    owed: AtomicI64,
    is_over: AtomicBool,
}

impl World {
    /// Sent until it is answered, whoever dies meanwhile.
    async fn answered(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let key = format!("{:016x}", u64::from_be_bytes(entropy::bytes()));
        until(&format!("{method} {path} is answered"), async || {
            let caller = self.caller.lock().unwrap().clone();
            let mut request = caller.request(method, path);
            if let Some(body) = body {
                request = request.header("Idempotency-Key", &key).json(body);
            }
            let answer = request.try_send().await.ok()?;
            (answer.status < 500).then_some(answer)
        })
        .await
    }

    async fn ended(&self, path: &str) -> Answer {
        let path = format!("{path}?include=html,versions");
        // Where several processes may work, what a dead one had claimed waits for its lease, each time anew.
        let patience = Duration::from_mins(4);
        until_within(patience, "nobody works on the design", async || {
            let read = self.answered("GET", &path, None).await.expect(200);
            (read["status"] != "generating").then_some(read)
        })
        .await
    }

    fn owes(&self, credits: i64) {
        self.owed.fetch_add(credits, Ordering::SeqCst);
    }

    async fn live(&self, mut chance: Moments) {
        let how = How::any(&mut chance);
        let body = json!({ "prompt": how.prompt("A note about lamps.") });
        let asked = self.answered("POST", PATH, Some(&body)).await.expect(202);
        let path = format!("{PATH}/{}", asked["emailId"].as_str().unwrap());
        let mut email = self.ended(&path).await;
        assert_eq!(email["status"], "ready", "{how:?}: {}", email.text());
        self.owes(credits_of(how, &email));
        for _ in 0..chance.below(3) {
            let how = How::any(&mut chance);
            let body = json!({ "prompt": how.prompt("Zebras.") });
            self.answered("PATCH", &path, Some(&body)).await;
            let after = self.ended(&path).await;
            assert_eq!(after["status"], "ready", "{how:?}: {}", after.text());
            // A change has no key: of one that was asked for again there may be two.
            let changes = versions(&after) - versions(&email);
            self.owes(changes * credits_of(how, &after));
            email = after;
        }
        if chance.below(3) == 0 {
            self.choose(How::any(&mut chance)).await;
        }
        if chance.below(5) == 0 {
            self.answered("DELETE", &path, None).await;
        }
    }

    /// Asks for subjects.
    async fn choose(&self, how: How) {
        let body = json!({ "kind": "subjects", "prompt": how.prompt("Lamps are cheap.") });
        let path = "/v1/content/generate";
        let answer = self.answered("POST", path, Some(&body)).await;
        // Whoever was at it is dead, and has charged nothing.
        if answer.code() != "IDEMPOTENCY_IN_PROGRESS" {
            self.owes(credits_of(how, &answer.expect(200)));
        }
    }
}

fn versions(email: &Answer) -> i64 {
    email["versions"].as_array().unwrap().len() as i64
}

/// Nothing if the designer that is built in stepped in.
fn credits_of(how: How, made: &Answer) -> i64 {
    if made.text().contains(BY_MODEL) {
        how.credits()
    } else {
        0
    }
}

/// Kills the process every now and then until all is over, so many times at most; gives the one that runs then.
async fn kill(
    world: &World,
    installation: &Installation,
    (mut server, secret): (Binary, &str),
    (mut chance, most): (Moments, usize),
) -> (Binary, usize) {
    for kills in 0..most {
        // A call whose twin died waits ten seconds for it: some lives must be longer.
        let long = if kills % 10 == 9 { 13_000 } else { 0 };
        tokio::time::sleep(Duration::from_millis(300 + long) + chance.pause(1_200)).await;
        if world.is_over.load(Ordering::SeqCst) {
            return (server, kills);
        }
        server.kill().await;
        server = installation.serve().await;
        *world.caller.lock().unwrap() = server.caller(secret);
    }
    (server, most)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_what_is_charged_is_what_was_made() {
    let (histories, kills) = if settings::torture() {
        (1_000, 100)
    } else {
        (40, 4)
    };
    let mut chance = Moments::new();
    let model = ModelServer::start(says).await;
    let installation = with(&model).await;
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let world = World {
        caller: Mutex::new(server.caller(&secret)),
        owed: AtomicI64::new(0),
        is_over: AtomicBool::new(false),
    };
    let waiting: Vec<Moments> = (0..histories).map(|_| chance.split()).collect();
    let waiting = Mutex::new(waiting);
    let lives = join_all((0..AT_ONCE).map(async |_| {
        loop {
            let Some(chance) = waiting.lock().unwrap().pop() else {
                return;
            };
            world.live(chance).await;
        }
    }));
    let all = async {
        lives.await;
        world.is_over.store(true, Ordering::SeqCst);
    };
    let deaths = kill(&world, &installation, (server, &secret), (chance, kills));
    let ((), (_server, killed)) = join(all, deaths).await;
    let usage = world.answered("GET", "/v1/usage", None).await.expect(200);
    let (owed, asked) = (world.owed.into_inner(), model.asked().len());
    say(&format!(
        "{histories} histories, {killed} kills, {asked} questions: {owed} credits"
    ));
    assert_eq!(usage["credits"]["used"], owed);
    assert!(owed > histories / 2, "most of them cost something");
}

/// The model and its price.
async fn with(model: &ModelServer) -> Installation {
    Installation::new()
        .await
        .configured(PRICES)
        .set("POSTRIDER_AI_URL", &model.base_url())
        .set("POSTRIDER_AI_MODEL", "as-asked")
        .set("POSTRIDER_AI_KEY", KEY)
}
