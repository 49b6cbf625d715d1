//! The looks that templates are shown in. They belong to no brand: whoever uses a template gets it in their own.

use postrider_domain::accounts::brand::Theme;
use serde::Deserialize;

use crate::compose::Look;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HouseStyle {
    /// In one word, which stands where a brand has its logo.
    pub name: String,
    pub theme: Theme,
}

impl HouseStyle {
    pub fn look(&self) -> Look {
        Look {
            name: self.name.clone(),
            theme: self.theme.clone(),
            ..Look::default()
        }
    }
}

#[derive(Deserialize)]
struct File {
    style: Vec<HouseStyle>,
}

pub(super) fn read(toml: &str) -> Result<Vec<HouseStyle>, String> {
    let file: File = toml::from_str(toml).map_err(|error| error.to_string())?;
    Ok(file.style)
}
