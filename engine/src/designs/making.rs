use std::collections::HashMap;
use std::sync::Arc;

use postrider_content::document::{self, Document, Footer, RenderOptions};
use postrider_content::html::{Private, Rules, ShownImage};
use postrider_content::report::{AssetReport, ImportError, LISTED_MAX, WarningCode};
use postrider_content::{html, merge, mjml};
use postrider_domain::contacts::field::{CoreColumn, KnownFields};
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{EmailType, UsedTag, each_once};
use postrider_domain::designs::merge::{NAMES_MAX, compile_text, unknown};
use postrider_domain::designs::placeholder;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Place, Places};
use postrider_store::emails::VersionContent;
use url::Url;

use super::{
    DesignCaller, Format, Made, MadeTogether, MakeError, Order, Source, Workshop, Written,
};
use crate::aside::aside;
use crate::assets::StoredImages;

/// A design on its way: what is known before its images are.
struct Draft {
    document: Document,
    images: Vec<ShownImage>,
    report: AssetReport,
    title: Option<String>,
    preview_text: Option<String>,
}

impl Workshop {
    /// What addresses in a design are judged by. Our own are always good, wherever this runs.
    pub fn rules(&self, base_url: Option<Url>) -> Rules {
        Rules {
            base_url,
            private: Private::Strip(self.allow_private.clone()),
            own: self.content_urls.all().map(str::to_owned).collect(),
        }
    }

    /// Nothing is in the database before the caller puts it there; images are in the object store, and
    /// `Library::discard` takes them away again.
    pub async fn make(&self, order: &Order, caller: &DesignCaller) -> Result<Made, MakeError> {
        let mut draft = self.draft(caller, &order.source).await?;
        let taken = self.library.take(order.brand, &draft.images).await?;
        taken.tell(&mut draft.report);
        let title = draft.title.take();
        let moved = Arc::clone(taken.urls());
        draft.document.leave_out(&taken.refused(&order.borrowed));
        match self.finish(caller, order.kind, draft, moved).await {
            Ok((content, report)) => Ok(Made {
                content,
                report,
                title,
                taken,
            }),
            Err(error) => {
                self.library.discard(&taken).await;
                Err(error)
            }
        }
    }

    /// Designs of one brand that belong together: an image that several show is taken once.
    pub async fn make_all(
        &self,
        brand: BrandKey,
        sources: &[(EmailType, Source)],
        caller: &DesignCaller,
    ) -> Result<MadeTogether, MakeError> {
        let (mut drafts, mut images) = (Vec::with_capacity(sources.len()), Vec::new());
        for (kind, source) in sources {
            let draft = self.draft(caller, source).await?;
            images.extend_from_slice(&draft.images);
            drafts.push((*kind, draft));
        }
        let taken = self.library.take(brand, &images).await?;
        match self.finish_all(caller, drafts, &taken).await {
            Ok(contents) => Ok(MadeTogether { contents, taken }),
            Err(error) => {
                self.library.discard(&taken).await;
                Err(error)
            }
        }
    }

    async fn finish_all(
        &self,
        caller: &DesignCaller,
        drafts: Vec<(EmailType, Draft)>,
        taken: &StoredImages,
    ) -> Result<Vec<VersionContent>, MakeError> {
        let mut contents = Vec::with_capacity(drafts.len());
        for (kind, mut draft) in drafts {
            taken.tell(&mut draft.report);
            let moved = Arc::clone(taken.urls());
            let (content, _) = self.finish(caller, kind, draft, moved).await?;
            contents.push(content);
        }
        Ok(contents)
    }

    async fn draft(&self, caller: &DesignCaller, source: &Source) -> Result<Draft, MakeError> {
        match source {
            Source::Written(written) => self.import(caller, written).await,
            Source::Document(document, report) => {
                let (document, report) = (document.clone(), report.clone());
                self.apart(caller, move || draft_of(*document, report))
                    .await
            }
        }
    }

    /// A document that was made here, checked as one that somebody sends us.
    pub async fn read_composed(
        &self,
        caller: &DesignCaller,
        compose: impl FnOnce() -> Document + Send + 'static,
    ) -> Result<Result<Source, Problem>, MakeError> {
        let rules = self.rules(None);
        self.apart(caller, move || {
            let written = serde_json::to_value(compose()).unwrap_or_default();
            let mut report = AssetReport::default();
            let document = document::read(&written, "document", &rules, &mut report)?;
            Ok::<_, Problem>(Source::Document(Box::new(document), report))
        })
        .await
    }

    async fn import(&self, caller: &DesignCaller, written: &Written) -> Result<Draft, MakeError> {
        let html = self.html_of(caller, written).await?;
        let rules = self.rules(written.base_url.clone());
        let import = self
            .apart(caller, move || html::import_by(&html, &rules))
            .await??;
        Ok(Draft {
            document: Document::of_html(import.document),
            images: import.images,
            report: import.report,
            title: import.title,
            preview_text: import.preview_text,
        })
    }

    /// HTML that somebody else made, without what has no place in a mail.
    pub async fn clean(&self, caller: &DesignCaller, html: String) -> Result<String, MakeError> {
        let rules = self.rules(None);
        let cleaned = self.apart(caller, move || {
            Ok::<_, ImportError>(html::import_by(&html, &rules)?.document.render(None).html)
        });
        Ok(cleaned.await??)
    }

    async fn html_of(&self, caller: &DesignCaller, written: &Written) -> Result<String, MakeError> {
        let content = written.content.clone();
        Ok(match written.format {
            Format::Html => content,
            Format::Mjml => {
                let icons = self.icons();
                self.apart(caller, move || mjml::to_html(&content, &icons))
                    .await??
            }
            Format::Jsx => {
                let _place = caller.place(&self.template_places).await?;
                self.renderer.render(&content).await?
            }
        })
    }

    async fn finish(
        &self,
        caller: &DesignCaller,
        kind: EmailType,
        mut draft: Draft,
        moved: Arc<HashMap<String, String>>,
    ) -> Result<(VersionContent, AssetReport), MakeError> {
        let options = RenderOptions {
            footer: if kind.is_marketing() {
                Footer::WhereMissing
            } else {
                Footer::Never
            },
            icons: self.icons(),
        };
        let make = move || {
            draft.document.rehost(&moved);
            version_of(draft, &options)
        };
        self.apart(caller, make).await?
    }

    /// Where the icons of social networks are served.
    fn icons(&self) -> String {
        format!("{}/icons", self.content_urls.current)
    }

    /// Work that may take a while, off the threads that answer requests, and only so much of it at once. It
    /// goes on when its caller leaves, so it keeps its place itself.
    pub async fn apart<T: Send + 'static>(
        &self,
        caller: &DesignCaller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, MakeError> {
        let place = caller.place(&self.places).await?;
        let work = move || {
            let _place = place;
            work()
        };
        aside(work)
            .await
            .map_err(|error| MakeError::Ended(error.to_string()))
    }
}

impl DesignCaller {
    /// Waits for as long as there is somebody to wait for.
    pub(crate) async fn place(&self, places: &Places) -> Result<Place, MakeError> {
        tokio::select! {
            place = places.take(self.asker) => Ok(place?),
            () = self.gone.cancelled() => Err(MakeError::CallerGone),
        }
    }
}

fn draft_of(document: Document, mut report: AssetReport) -> Draft {
    let images = document.images();
    report.discovered = images.len() as u32;
    Draft {
        preview_text: document.preview_text(),
        document,
        images,
        report,
        title: None,
    }
}

fn version_of(
    draft: Draft,
    options: &RenderOptions,
) -> Result<(VersionContent, AssetReport), MakeError> {
    let Draft {
        document,
        mut report,
        preview_text,
        ..
    } = draft;
    let rendered = document::render(&document, options);
    report.warnings.extend(document.warnings());
    if let Some(message) = placeholder::told(&html::links(&rendered.html)) {
        report.warn(WarningCode::PlaceholderLink, message);
    }
    if rendered.is_clipped() {
        let message = format!(
            "The HTML has {} KB; Gmail cuts a mail off at 102 KB, and what is below is not seen.",
            rendered.html.len() / 1024
        );
        report.warn(WarningCode::TooLarge, message);
    }
    let template = merge::compile_html(&rendered.html)?;
    let text = compile_text(&rendered.text);
    let names = template.names().iter().chain(text.names());
    let used = each_once(names.map(|name| UsedTag {
        name: name.name.clone(),
        fallback: name.has_fallback,
    }));
    if used.len() > NAMES_MAX {
        let message = format!("The design has more than {NAMES_MAX} different merge tags.");
        return Err(ImportError::new(message).into());
    }
    let content = VersionContent {
        document: json(&document)?,
        merge_tags: json(&used)?,
        warnings: json(&report.warnings)?,
        preheader: (
            rendered.preheader.start as i64,
            rendered.preheader.end as i64,
        ),
        preview_text,
        html: rendered.html,
        plain_text: rendered.text,
    };
    Ok((content, report))
}

/// A merge tag that names nothing and has no fallback, or the rest of many.
pub struct UnknownTag {
    pub message: String,
    /// How many they are, if it is the rest.
    pub count: Option<usize>,
}

/// Nobody will see anything there.
pub fn unknown_tags(tags: &[UsedTag], fields: &KnownFields) -> Vec<UnknownTag> {
    let is_known = |name: &str| CoreColumn::of_tag(name).is_some() || fields.get(name).is_some();
    let names = tags.iter().map(|tag| (tag.name.as_str(), tag.fallback));
    let unknown = unknown(names, is_known);
    let (listed, more) = unknown.split_at(unknown.len().min(LISTED_MAX));
    let rest = (!more.is_empty()).then(|| UnknownTag {
        message: format!("{} more merge tags name no contact property.", more.len()),
        count: Some(more.len()),
    });
    listed
        .iter()
        .map(|name| UnknownTag {
            message: format!(
                "`{{{{ {name} }}}}` names no contact property of this brand and has no fallback: it will be empty."
            ),
            count: None,
        })
        .chain(rest)
        .collect()
}

fn json<T: serde::Serialize>(value: &T) -> Result<String, MakeError> {
    serde_json::to_string(value).map_err(|error| MakeError::Ended(error.to_string()))
}
