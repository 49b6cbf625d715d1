//! What words cost: a mail of a prompt without any model, a change of it, and its audit, over the prompts of the tests. Plain
//! functions, measured in this process; what they leave in the memory of a server that rests is asked of a server.

use std::hint::black_box;
use std::time::Duration;

use postrider_content::audit::audit;
use postrider_content::brief::{BrandBrief, Brief, BriefImage};
use postrider_content::compose::{Look, compose};
use postrider_content::designer::{design, edit};
use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::edit::{Head, apply};
use postrider_content::rendered::Rendered;
use postrider_domain::accounts::brand::Theme;
use postrider_domain::designs::design::EmailType;
use serde_json::{Value, json};
use toml::Table;

use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::http::{Connection, request};
use crate::line::{Goal, Line, table};
use crate::machine::{own_memory, thread_cpu};
use crate::outcome::Result;
use crate::sending::prepare::call;

const FILES: [&str; 4] = [
    include_str!("../../content/tests/prompts/shop.toml"),
    include_str!("../../content/tests/prompts/product.toml"),
    include_str!("../../content/tests/prompts/people.toml"),
    include_str!("../../content/tests/prompts/languages.toml"),
];
/// What a library finds for a brief, as many as there are in one.
const IMAGES: [&str; 24] = [
    "A small harbour in the morning",
    "Rex, our office dog",
    "Two mugs of coffee on a wooden table",
    "The front of the shop in spring",
    "A red bicycle beside a canal",
    "Our team at the summer party",
    "A bowl of tomato soup with basil",
    "Hands that hold seedlings",
    "A stack of folded linen shirts",
    "Running shoes on wet asphalt",
    "The workshop at night",
    "A map of the hiking trails",
    "Glass jars with honey",
    "A violin on a chair",
    "Children who paint a fence",
    "A laptop with a dashboard of charts",
    "Fresh bread in a basket",
    "The old lighthouse in a storm",
    "A bunch of tulips in paper",
    "An empty lecture hall",
    "A train in the mountains",
    "Leather bags on a shelf",
    "A sleeping cat on a window sill",
    "Fireworks above the river",
];
/// The kernel counts in ticks of milliseconds: a prompt is taken often enough for some of them.
const TIMES: usize = 20;
/// Designs that a server makes before it rests again.
const DESIGNS: usize = 20;
/// After which a server has put away what its start needed.
const REST: Duration = Duration::from_secs(3);
/// MB. Nothing of what words need is there before somebody asks for it; then it is kept.
const BEFORE: f64 = 20.0;
const AFTER: f64 = 28.0;
const LOOK: Duration = Duration::from_millis(20);

pub struct Words(Vec<Line>);

struct Prompt {
    text: String,
    edit: Option<String>,
}

/// What one thing cost for each prompt, in ms of CPU.
#[derive(Default)]
struct Costs(Vec<f64>);

impl Costs {
    fn take<T>(&mut self, mut work: impl FnMut() -> T) -> Result<()> {
        let before = thread_cpu()?;
        for _ in 0..TIMES {
            black_box(work());
        }
        let taken = thread_cpu()?.saturating_sub(before);
        self.0.push(taken.as_secs_f64() * 1e3 / TIMES as f64);
        Ok(())
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn most(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }
}

pub async fn measure(place: &BenchDatabase) -> Result<Words> {
    let prompts = prompts()?;
    let mut lines = of_functions(&prompts)?;
    lines.extend(of_server(place, &prompts).await?);
    Ok(Words(lines))
}

fn of_functions(prompts: &[Prompt]) -> Result<Vec<Line>> {
    let (mut designs, mut edits, mut audits) =
        (Costs::default(), Costs::default(), Costs::default());
    let before = thread_cpu()?;
    let first = prompts.first().ok_or("there are no prompts")?;
    black_box(mail(&brief(first)));
    let first = thread_cpu()?.saturating_sub(before).as_secs_f64() * 1e3;
    for prompt in prompts {
        let brief = brief(prompt);
        designs.take(|| mail(&brief))?;
        let (document, rendered, head) = mail(&brief);
        audits.take(|| audit(&rendered.html, Some(&rendered.text)))?;
        if let Some(wanted) = &prompt.edit {
            edits.take(|| {
                let understood = edit(wanted, &document, &head, &brief);
                let edited = apply(&document, &head, &understood.operations);
                edited.map(|edited| render(&edited.document)).ok()
            })?;
        }
    }
    let line = |name: &str, ours, most: Option<f64>| Line {
        name: name.to_owned(),
        ours,
        unit: "ms",
        goal: most.map(Goal::AtMost),
    };
    Ok(vec![
        line("the first design of a process", first, None),
        line(
            "a design by the built-in designer",
            designs.mean(),
            Some(20.0),
        ),
        line("the slowest design", designs.most(), Some(50.0)),
        line("an edit by words", edits.mean(), Some(5.0)),
        line("the slowest edit", edits.most(), Some(5.0)),
        line("an accessibility audit", audits.mean(), Some(30.0)),
        line("the slowest audit", audits.most(), Some(30.0)),
    ])
}

/// What a server that rests keeps for itself, before and after its first designs.
async fn of_server(place: &BenchDatabase, prompts: &[Prompt]) -> Result<Vec<Line>> {
    let server = child::server(place.folder(), &place.url("server")).await?;
    tokio::time::sleep(REST).await;
    let before = own_memory(server.pid)?;
    for prompt in prompts.iter().take(DESIGNS) {
        designed(&server, &prompt.text).await?;
    }
    tokio::time::sleep(REST).await;
    let after = own_memory(server.pid)?;
    server.end().await?;
    let line = |name: String, ours, most| Line {
        name,
        ours,
        unit: "MB",
        goal: Some(Goal::AtMost(most)),
    };
    Ok(vec![
        line(
            "memory at rest, before any design".to_owned(),
            before,
            BEFORE,
        ),
        line(
            format!("memory at rest, after {DESIGNS} designs"),
            after,
            AFTER,
        ),
    ])
}

/// A design that a server has finished.
async fn designed(server: &Served, prompt: &str) -> Result<()> {
    let made = call(server, "/v1/emails", &json!({ "prompt": prompt })).await?;
    let id = made["emailId"].as_str().unwrap_or_default();
    let asked = request("GET", &format!("/v1/emails/{id}"), &server.secret, "");
    let mut connection = Connection::open(&server.address).await?;
    loop {
        let answer = connection.exchange(&asked).await?;
        let email: Value = serde_json::from_slice(&answer.body)?;
        match email["status"].as_str() {
            Some("generating") => tokio::time::sleep(LOOK).await,
            Some("ready") => return Ok(()),
            _ => return Err(format!("a design is not ready: {}", answer.text()).into()),
        }
    }
}

fn prompts() -> Result<Vec<Prompt>> {
    let mut all = Vec::new();
    for file in FILES {
        let table: Table = toml::from_str(file)?;
        let prompts = table.get("prompt").and_then(toml::Value::as_array);
        for prompt in prompts.into_iter().flatten() {
            let text = |key| prompt.get(key).and_then(toml::Value::as_str);
            all.push(Prompt {
                text: text("text").ok_or("a prompt has no text")?.to_owned(),
                edit: text("edit").map(str::to_owned),
            });
        }
    }
    Ok(all)
}

fn brief(prompt: &Prompt) -> Brief {
    let brand = BrandBrief {
        name: "Northwind".to_owned(),
        site: Some("https://northwind.example".to_owned()),
        ..BrandBrief::default()
    };
    let image = |(number, description): (usize, &&str)| BriefImage {
        url: format!("https://northwind.example/media/{number}.jpg"),
        description: (*description).to_owned(),
    };
    Brief {
        images: IMAGES.iter().enumerate().map(image).collect(),
        ..Brief::of(&prompt.text, EmailType::Campaign, brand)
    }
}

/// From the prompt to what is sent.
fn mail(brief: &Brief) -> (Document, Rendered, Head) {
    let designed = design(brief);
    let look = Look {
        name: brief.brand.name.clone(),
        theme: Theme {
            primary_color: Some("#0f5b4f".to_owned()),
            ..Theme::default()
        },
        lang: Some(designed.lang.to_owned()),
        ..Look::default()
    };
    let document = Document::from(compose(&designed.sketch, &look, designed.layout));
    let rendered = render(&document);
    let head = Head {
        subject: Some(designed.sketch.subject),
        preview_text: Some(designed.sketch.preview_text),
    };
    (document, rendered, head)
}

fn render(document: &Document) -> Rendered {
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example.com/icons".to_owned(),
    };
    document::render(document, &options)
}

impl Words {
    pub fn text(&self) -> String {
        table("words (CPU of one, over the prompts of the tests)", &self.0)
    }

    pub fn json(&self) -> Value {
        self.0.iter().map(Line::json).collect()
    }
}
