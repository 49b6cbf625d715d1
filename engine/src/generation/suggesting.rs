//! What texts are suggested for: a prompt, a design that is there, or both.

use postrider_content::brief::Brief;
use postrider_content::resketch;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::EmailType;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails;

use super::brief::BrandFacts;
use crate::designs::{not_found, not_ready};
use crate::failure::Failure;

/// Characters of a design's words that are read.
const WORDS_MAX: usize = 4_000;

pub struct Asked {
    pub prompt: Option<String>,
    /// The public id of a design.
    pub email_id: Option<String>,
}

/// What is told about what texts are wanted for, and the design as it is stored.
pub struct UnreadBrief {
    brief: Brief,
    html: Option<String>,
}

impl UnreadBrief {
    /// Whether there is a design to be read.
    pub fn has_design(&self) -> bool {
        self.html.is_some()
    }

    /// With the words of the design, which take their time to be read: for no transaction.
    pub fn read(&self) -> Brief {
        let words = self.html.as_deref().map(resketch::words);
        Brief {
            mail: words.map(|words| words.chars().take(WORDS_MAX).collect()),
            ..self.brief.clone()
        }
    }
}

pub async fn unread_brief(tx: &Tx, brand: BrandKey, asked: &Asked) -> Result<UnreadBrief, Failure> {
    let facts = BrandFacts::read(tx, brand).await?;
    let gone = || Problem::new(Code::BrandNotFound, "There is no such brand.");
    let facts = facts.ok_or_else(gone)?;
    let prompt = asked.prompt.clone().unwrap_or_default();
    let Some(id) = &asked.email_id else {
        return Ok(UnreadBrief {
            brief: facts.brief(&prompt, EmailType::Campaign),
            html: None,
        });
    };
    let email = emails::get(tx, brand, id).await?;
    let email = email.ok_or_else(|| not_found().param("emailId"))?;
    let content = emails::head_content(tx, brand, email.id).await?;
    let content = content.ok_or_else(|| not_ready().param("emailId"))?;
    let brief = Brief {
        category: email.category,
        ..facts.brief(prompt.trim(), email.kind)
    };
    Ok(UnreadBrief {
        brief,
        html: Some(content.html),
    })
}
