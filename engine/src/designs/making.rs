use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::html::{Private, Rules};
use postrider_content::report::{AssetReport, Warning, WarningCode};
use postrider_content::{html, merge, mjml};
use postrider_domain::design::{EmailType, UsedTag};
use postrider_domain::field::{CoreColumn, KnownFields};
use postrider_domain::merge::{Name, compile_text, unknown};
use postrider_store::emails::VersionContent;

use url::Url;

use super::naming::one_line;
use super::{Format, Made, MakeError, Order, Source, Workshop, Written};
use crate::assets::Taken;

impl Workshop {
    /// What addresses in a design are judged by.
    pub fn rules(&self, base_url: Option<Url>) -> Rules {
        Rules {
            base_url,
            private: Private::Strip(self.allow_private.clone()),
        }
    }

    /// Nothing is in the database before the caller puts it there; images are in the object store, and
    /// `Library::discard` takes them away again.
    pub async fn make(&self, order: &Order) -> Result<Made, MakeError> {
        match &order.source {
            Source::Document(document) => {
                let finished = self.finish(order, (**document).clone(), AssetReport::default());
                let (content, report) = finished.await?;
                Ok(Made {
                    content,
                    report,
                    title: None,
                    preview_text: None,
                    taken: Taken::default(),
                })
            }
            Source::Written(written) => self.import(order, written).await,
        }
    }

    async fn import(&self, order: &Order, written: &Written) -> Result<Made, MakeError> {
        let html = self.html_of(written).await?;
        let rules = self.rules(written.base_url.clone());
        let import = apart(move || html::import_by(&html, &rules)).await??;
        let (mut imported, mut report) = (import.document, import.report);
        let taken = self.library.take(order.brand, &import.images).await?;
        imported.rehost(taken.urls());
        taken.tell(&mut report);
        let document = Document::of_html(imported);
        match self.finish(order, document, report).await {
            Ok((content, report)) => Ok(Made {
                content,
                report,
                title: import.title,
                preview_text: import.preview_text.map(|text| one_line(&text)),
                taken,
            }),
            Err(error) => {
                self.library.discard(&taken).await;
                Err(error)
            }
        }
    }

    async fn html_of(&self, written: &Written) -> Result<String, MakeError> {
        let content = written.content.clone();
        Ok(match written.format {
            Format::Html => content,
            Format::Mjml => {
                let icons = self.icons.clone();
                apart(move || mjml::to_html(&content, &icons)).await??
            }
            Format::Jsx => self.renderer.render(&content).await?,
        })
    }

    async fn finish(
        &self,
        order: &Order,
        document: Document,
        mut report: AssetReport,
    ) -> Result<(VersionContent, AssetReport), MakeError> {
        let options = RenderOptions {
            footer: if order.kind.is_marketing() {
                Footer::WhereMissing
            } else {
                Footer::Never
            },
            icons: self.icons.clone(),
        };
        let (kind, fields) = (order.kind, order.fields.clone());
        apart(move || {
            let content = version_of(&document, &options, kind, &fields, &mut report)?;
            Ok((content, report))
        })
        .await?
    }
}

fn version_of(
    document: &Document,
    options: &RenderOptions,
    kind: EmailType,
    fields: &KnownFields,
    report: &mut AssetReport,
) -> Result<VersionContent, MakeError> {
    let rendered = document::render(document, options);
    report.warnings.extend(document.warnings());
    if rendered.is_clipped() {
        let message = format!(
            "The HTML has {} KB; Gmail cuts a mail off at 102 KB, and what is below is not seen.",
            rendered.html.len() / 1024
        );
        report.warn(WarningCode::TooLarge, message);
    }
    let (template, text) = (
        merge::compile_html(&rendered.html)?,
        compile_text(&rendered.text),
    );
    let names: Vec<&Name> = template.names().iter().chain(text.names()).collect();
    // What starts an automation brings names of its own: only a campaign's are all known here.
    if kind == EmailType::Campaign {
        report.warnings.extend(unknown_names(&names, fields));
    }
    Ok(VersionContent {
        document: json(document)?,
        merge_tags: json(&used(&names))?,
        warnings: json(&report.warnings)?,
        preheader: (
            rendered.preheader.start as i64,
            rendered.preheader.end as i64,
        ),
        html: rendered.html,
        plain_text: rendered.text,
    })
}

/// Each name once; it has a fallback if it has one wherever it stands.
fn used(names: &[&Name]) -> Vec<UsedTag> {
    let mut used: Vec<UsedTag> = Vec::new();
    for name in names {
        match used.iter_mut().find(|known| known.name == name.name) {
            Some(known) => known.fallback &= name.has_fallback,
            None => used.push(UsedTag {
                name: name.name.clone(),
                fallback: name.has_fallback,
            }),
        }
    }
    used
}

fn unknown_names(names: &[&Name], fields: &KnownFields) -> Vec<Warning> {
    let is_known = |name: &str| CoreColumn::parse(name).is_some() || fields.get(name).is_some();
    let unknown = unknown(names.iter().copied(), is_known).into_iter();
    unknown
        .map(|name| {
            let message = format!(
                "`{{{{ {name} }}}}` names no contact property of this brand and has no fallback: it will be empty."
            );
            Warning::new(WarningCode::UnknownMergeTag, message)
        })
        .collect()
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, MakeError> {
    serde_json::to_string(value).map_err(|error| MakeError::Ended(error.to_string()))
}

/// Work of milliseconds, off the threads that answer requests.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, MakeError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| MakeError::Ended(error.to_string()))
}
