//! Mails about accounts, on their way to one person.

use postrider_engine::accounts::mails::AccountMail;
use postrider_engine::sending::Notice;

use crate::app::App;
use crate::entropy;

/// What hindered it, if something did.
pub async fn send(app: &App, mail: &AccountMail) -> Result<(), String> {
    let notice = Notice {
        to: mail.to.clone(),
        subject: mail.subject.clone(),
        text: mail.text(),
        html: mail.html(&app.mailer.content_url),
        number: u64::from_le_bytes(entropy::bytes()),
    };
    app.mailer.notify(&notice).await
}
