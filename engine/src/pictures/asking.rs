//! How a picture is asked for, and what a model says to that which does not draw it.

use serde_json::Value;

/// Characters of a refusal that its author reads.
const SHOWN: usize = 300;
const SQUARE: &str = "1024x1024";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AspectRatio {
    #[default]
    Square,
    /// 3:2
    Landscape,
    /// 2:3
    Portrait,
    /// 16:9
    Wide,
}

impl AspectRatio {
    /// What is asked for, and what is instead of a model that draws in other shapes alone: `OpenAI`'s newer ones take the sizes
    /// with 1536, those before them the ones with 1792, and many draw squares alone.
    fn sizes(self) -> &'static [&'static str] {
        match self {
            Self::Square => &[SQUARE],
            Self::Landscape => &["1536x1024", "1792x1024", SQUARE],
            Self::Portrait => &["1024x1536", "1024x1792", SQUARE],
            Self::Wide => &["1792x1024", "1536x1024", SQUARE],
        }
    }

    pub(super) fn sides(self) -> (u32, u32) {
        match self {
            Self::Square => (1, 1),
            Self::Landscape => (3, 2),
            Self::Portrait => (2, 3),
            Self::Wide => (16, 9),
        }
    }
}

/// Whether it is said in which form the picture is to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    #[default]
    Told,
    Untold,
}

/// One way to ask for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asking {
    pub form: Form,
    /// Which of the sizes of its shape.
    pub size: usize,
    /// The one that was tried first: once it is its turn again, all were tried.
    first: usize,
}

impl Asking {
    pub fn new(form: Form, size: usize) -> Self {
        Self {
            form,
            size,
            first: size,
        }
    }

    pub fn size(self, ratio: AspectRatio) -> &'static str {
        ratio.sizes().get(self.size).copied().unwrap_or_default()
    }

    /// How to ask after this was refused; nothing if it was not for how it was asked.
    pub fn after(self, refusal: &Refusal, ratio: AspectRatio) -> Option<Self> {
        if self.form == Form::Told && refusal.names("response_format") {
            return Some(Self {
                form: Form::Untold,
                ..self
            });
        }
        // One that is known from another time may not be taken any more, and then one before it may be.
        let size = (self.size + 1) % ratio.sizes().len();
        let is_new = size != self.first;
        (is_new && refusal.names("size")).then_some(Self { size, ..self })
    }
}

/// What a model says that does not draw.
pub(super) struct Refusal {
    message: String,
    /// What of the question it is about, if it says so.
    param: String,
}

impl Refusal {
    pub fn read(answer: &[u8]) -> Self {
        let json: Value = serde_json::from_slice(answer).unwrap_or_default();
        let word = |name: &str| json["error"][name].as_str().unwrap_or_default().to_owned();
        Self {
            message: word("message"),
            param: word("param"),
        }
    }

    /// If it says what it is about, that alone counts: its words may be of much else, as the size of a file.
    fn names(&self, param: &str) -> bool {
        if !self.param.is_empty() {
            return self.param == param;
        }
        let is_between = |letter: char| !letter.is_alphanumeric() && letter != '_';
        self.message.split(is_between).any(|word| word == param)
    }

    pub fn shown(&self) -> String {
        match self.message.trim() {
            "" => "the model gives no reason".to_owned(),
            said => said.chars().take(SHOWN).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(message: &str, param: Option<&str>) -> Refusal {
        let answer = json!({ "error": { "message": message, "param": param } });
        Refusal::read(answer.to_string().as_bytes())
    }

    #[test]
    fn what_a_refusal_is_about_is_what_it_names() {
        for (message, param, names) in [
            ("Invalid value.", Some("size"), true),
            ("This size is not drawn.", None, true),
            ("'size' must be one of 1024x1024.", None, true),
            ("The size is wrong.", Some("prompt"), false),
            ("The image file size is too large.", Some("image"), false),
            ("Do not emphasize the brand.", None, false),
            ("image_size is unknown.", None, false),
            ("", None, false),
        ] {
            assert_eq!(refusal(message, param).names("size"), names, "{message}");
        }
        let form = refusal("response_format: this server does not know it.", None);
        assert!(form.names("response_format") && !form.names("format"));
    }

    #[test]
    fn every_size_is_tried_once_from_whichever_it_begins() {
        let no_size = refusal("Invalid value.", Some("size"));
        for (ratio, begun, tried) in [
            (
                AspectRatio::Wide,
                0,
                &["1792x1024", "1536x1024", SQUARE][..],
            ),
            (AspectRatio::Wide, 1, &["1536x1024", SQUARE, "1792x1024"]),
            (AspectRatio::Square, 0, &[SQUARE]),
        ] {
            let mut next = Some(Asking::new(Form::Told, begun));
            let mut sizes = Vec::new();
            while let Some(asking) = next {
                sizes.push(asking.size(ratio));
                next = asking.after(&no_size, ratio);
            }
            assert_eq!(sizes, tried, "{ratio:?}");
        }
        let no_form = refusal("Unknown parameter.", Some("response_format"));
        let plain = Asking::new(Form::Told, 1).after(&no_form, AspectRatio::Wide);
        assert_eq!(plain, Some(Asking::new(Form::Untold, 1)));
        let nothing_else = plain.and_then(|asking| asking.after(&no_form, AspectRatio::Wide));
        assert_eq!(nothing_else, None);
    }
}
