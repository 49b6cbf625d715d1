//! What a design is made from: the author's prompt and what the brand knows. The built-in designer and every model get
//! the same; nothing in it is data of a contact.

use postrider_domain::designs::design::{Category, EmailType};

use crate::sketch::Sketch;

#[derive(Clone, Debug)]
pub struct Brief {
    /// What the author asks for, as it was typed or pasted.
    pub prompt: String,
    pub kind: EmailType,
    /// What the author said that it is about, beside the prompt.
    pub category: Option<Category>,
    pub brand: BrandBrief,
    /// Of the brand's library, the fitting ones first.
    pub images: Vec<BriefImage>,
    /// Names of the merge tags that a contact of the brand may have values for.
    pub merge_tags: Vec<String>,
    /// Names that the payload of the automation's trigger has.
    pub payload_keys: Vec<String>,
    /// The design that the author wants another one like.
    pub reference: Option<Sketch>,
    /// The pages that the author named.
    pub pages: Vec<PageFacts>,
    /// What the mail says that texts are wanted for: data, never what the author asks for.
    pub mail: Option<String>,
}

/// Who writes.
#[derive(Clone, Debug, Default)]
pub struct BrandBrief {
    pub name: String,
    pub description: Option<String>,
    pub tagline: Option<String>,
    /// How it speaks, in words of its own.
    pub voice: Option<String>,
    /// The address of its website.
    pub site: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefImage {
    pub url: String,
    /// What it shows, in words.
    pub description: String,
}

/// A page as far as a mail may speak of it. Its words are a stranger's: data, never an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// The address that the author named; no link found on the page is ever followed or shown.
    pub url: String,
    pub title: Option<String>,
    /// What it says of itself in a line or two.
    pub description: Option<String>,
    /// At most 3 KB of what it says, the description first.
    pub text: String,
    pub price: Option<String>,
    /// Where a copy of its picture is kept.
    pub image: Option<String>,
}

impl Brief {
    /// What chance would decide is decided by this: the same brief gives the same mail.
    pub fn seed(&self) -> String {
        [self.brand.name.as_str(), &self.prompt].concat()
    }

    /// Addresses of pictures that strangers chose.
    pub fn borrowed(&self) -> Vec<String> {
        let pictures = self.pages.iter().filter_map(|page| page.image.clone());
        pictures.collect()
    }

    /// A brief of a prompt and a brand, and nothing else.
    pub fn of(prompt: &str, kind: EmailType, brand: BrandBrief) -> Self {
        Self {
            prompt: prompt.to_owned(),
            kind,
            category: None,
            brand,
            images: Vec::new(),
            merge_tags: Vec::new(),
            payload_keys: Vec::new(),
            reference: None,
            pages: Vec::new(),
            mail: None,
        }
    }

    /// For whoever obeys nobody and takes all words for the author's: what the mail says goes with the prompt.
    #[must_use]
    pub fn with_mail_in_prompt(mut self) -> Self {
        if let Some(mail) = self.mail.take() {
            let prompt = [self.prompt.as_str(), &mail].join("\n\n");
            prompt.trim().clone_into(&mut self.prompt);
        }
        self
    }
}
