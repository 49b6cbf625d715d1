//! A flow as the API shows it.

use postrider_content::catalog::{Flow as Written, FlowTrigger as Starts, Template};
use postrider_domain::automations::automation::{Connection, Graph, Node, SendEmailConfig};
use postrider_domain::designs::design::Category;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::templates::{day, picture};
use crate::api::triggers::PayloadSchema;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Flow {
    slug: &'static str,
    title: String,
    description: String,
    category: Category,
    email_count: usize,
    /// Days from its start to its last mail; a date that only the payload knows counts for nothing.
    span_days: i64,
    /// Those of its mails, in their order.
    preview_images: Vec<String>,
    updated_at: String,
}

/// A flow with its mails and its graph.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowDetail {
    #[serde(flatten)]
    flow: Flow,
    /// Its mails.
    steps: Vec<FlowStep>,
    /// What has to be fired, and with what.
    trigger: FlowTrigger,
    /// As in an automation; the ids of designs are those of templates.
    nodes: Vec<Node>,
    connections: Vec<Connection>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowStep {
    /// Counts from 1.
    order: usize,
    /// Days from the start of the flow, on the longest way there.
    day_offset: i64,
    subject: String,
    preview_text: String,
    /// The template that it is made of.
    email_id: String,
    preview_image: String,
    /// With `include=html`: merge tags and all, in the house style.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowTrigger {
    title: String,
    description: String,
    payload_schema: PayloadSchema,
}

impl From<&Starts> for FlowTrigger {
    fn from(starts: &Starts) -> Self {
        Self {
            title: starts.title.clone(),
            description: starts.description.clone(),
            payload_schema: PayloadSchema::of(starts.fields.clone()),
        }
    }
}

impl Flow {
    pub fn of(cx: &Cx, written: &Written) -> Self {
        let pictures = templates(written).map(|template| picture(cx, template));
        Self {
            preview_images: pictures.collect(),
            slug: written.slug,
            title: written.title.clone(),
            description: written.description.clone(),
            category: written.category,
            email_count: written.mails().count(),
            span_days: written.span_days(),
            updated_at: day(&written.updated),
        }
    }
}

impl FlowDetail {
    /// `htmls` are of its mails, in their order, or none.
    pub fn of(cx: &Cx, written: &Written, htmls: Vec<String>) -> Self {
        let mut htmls = htmls.into_iter();
        let steps = (1..).zip(written.mails());
        let steps = steps.filter_map(|(order, (node, mail))| {
            let template = mail.template()?;
            Some(FlowStep {
                order,
                day_offset: written.day_of(&node.id),
                subject: mail.subject()?.to_owned(),
                preview_text: template.preview_text().to_owned(),
                email_id: template.email_id.clone(),
                preview_image: picture(cx, template),
                html: htmls.next(),
            })
        });
        let steps = steps.collect();
        let Graph { nodes, connections } = written.graph(None, |_, mail| SendEmailConfig {
            email_id: mail.template().map(|template| template.email_id.clone()),
            ..SendEmailConfig::default()
        });
        Self {
            flow: Flow::of(cx, written),
            steps,
            trigger: (&written.trigger).into(),
            nodes,
            connections,
        }
    }
}

/// Those of its mails, in their order.
pub fn templates(written: &Written) -> impl Iterator<Item = &'static Template> {
    written.mails().filter_map(|(_, mail)| mail.template())
}
