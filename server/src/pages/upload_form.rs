//! What the form of `/upload` sends.

use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use data_encoding::BASE64;

use crate::api::UploadParameters;
use crate::body::{self, Turn};
use crate::problem::Problem;
use crate::state::AppState;
use crate::views::UploadForm;

/// The form with what was sent in it.
pub(super) struct Sent {
    /// As it is shown again.
    pub(super) form: UploadForm,
    /// What is to be read.
    pub(super) bytes: Vec<u8>,
    /// Whether to store it.
    pub(super) is_to_store: bool,
    /// Whether it was shown how just this is read.
    pub(super) is_previewed: bool,
    /// What is wrong with it.
    pub(super) problem: Option<Problem>,
    /// A large form's turn.
    pub(super) turn: Turn,
}

impl Sent {
    /// Reads the form.
    ///
    /// # Errors
    /// 400 where it is no such form, 413 where it is too large.
    pub(super) async fn read(state: &AppState, request: Request) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        // A file comes back in base64, which takes a third more.
        let (bytes, turn) = body::read(&parts.headers, body, state.body_limit.saturating_mul(2)).await?;
        let request = Request::from_parts(parts, Body::from(bytes));
        let mut fields = Multipart::from_request(request, state)
            .await
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
        let mut sent = Self {
            form: UploadForm::default(),
            bytes: Vec::new(),
            is_to_store: false,
            is_previewed: false,
            problem: None,
            turn,
        };
        let mut files = Vec::new();
        while let Some(field) = fields.next_field().await.map_err(wrong)? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().unwrap_or_default().to_owned();
            // A file field that was left empty comes without a name.
            files.extend(Some(&file).filter(|file| !file.is_empty()).cloned());
            sent.take(&name, &file, &field.bytes().await.map_err(wrong)?)?;
        }
        sent.take_one(&files);
        if sent.form.file.is_empty() {
            sent.bytes = sent.form.text.as_bytes().to_vec();
        }
        if sent.bytes.len() > state.body_limit {
            let detail = format!("the output exceeds {} bytes, the most that is taken", state.body_limit);
            return Err(Problem::new(axum::http::StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        let reading = sent.reading();
        sent.is_previewed = sent.form.previewed == reading;
        sent.form.previewed = reading;
        Ok(sent)
    }

    /// The hash of what is read, and of what decides how. Words that are only added to it may be
    /// corrected when it was shown.
    fn reading(&self) -> String {
        let UploadForm { format, benchmark, label_pattern, columns, runs, .. } = &self.form;
        let mut hasher = blake3::Hasher::new();
        for part in [format, benchmark, label_pattern, columns, runs] {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        hasher.update(&self.bytes).finalize().to_hex().to_string()
    }

    /// Of several files, or a file beside a text, takes none: the others would be lost unsaid.
    fn take_one(&mut self, files: &[String]) {
        let detail = match files {
            [file] if !self.form.text.trim().is_empty() => {
                format!("Both a text and the file {file} were sent: clear the text, or leave the file out")
            }
            [] | [_] => return,
            several => format!("{} were sent: send one at a time", several.join(" and ")),
        };
        self.problem = Some(Problem::bad_request(detail).field("file"));
        (self.form.file, self.form.name, self.bytes) = Default::default();
    }

    fn take(&mut self, name: &str, file: &str, bytes: &[u8]) -> Result<(), Problem> {
        if name == "file" {
            if !file.is_empty() {
                file.clone_into(&mut self.form.name);
                self.bytes = bytes.to_vec();
                self.form.file = BASE64.encode(bytes);
            }
            return Ok(());
        }
        // Forms end their lines with CR LF, whatever was pasted.
        let text = std::str::from_utf8(bytes)
            .map_err(|_| Problem::bad_request(format!("{name} is not UTF-8")).field(name))?
            .replace("\r\n", "\n");
        let form = &mut self.form;
        match name {
            "kept" => {
                let broken = |error| Problem::bad_request(format!("the file came back broken: {error}"));
                self.bytes = BASE64.decode(bytes).map_err(broken)?;
                form.file = text;
            }
            "action" => self.is_to_store = text == "store",
            // That of a file was taken with it.
            "name" if !form.file.is_empty() && !form.name.is_empty() => {}
            "previewed" => form.previewed = text,
            "text" => form.text = text,
            "name" => form.name = text,
            "format" => form.format = text,
            "box" => form.box_name = text,
            "label" => form.label = text,
            "benchmark" => form.benchmark = text,
            "factors" => form.factors = text,
            "started" => form.started = text,
            "note" => form.note = text,
            "label_pattern" => form.label_pattern = text,
            "columns" => form.columns = text,
            "runs" => form.runs = text,
            _ => {
                let unknown = || Problem::bad_request(format!("no field is called {name:?}")).field(name);
                *own(form, name).ok_or_else(unknown)? = text;
            }
        }
        Ok(())
    }
}

/// The field of one run alone: `run.0.label`, or what was read there: `read.0.label`.
fn own<'a>(form: &'a mut UploadForm, name: &str) -> Option<&'a mut String> {
    let (kind, rest) = name.split_once('.')?;
    let (number, word) = rest.split_once('.')?;
    let fields = form.own.entry(number.parse().ok()?).or_default();
    match kind {
        "run" => fields.wanted.of_name(word),
        "read" => fields.read.of_name(word),
        _ => None,
    }
}

/// The sender's words as the API takes them; those left empty are not said.
pub(super) fn parameters(form: &UploadForm) -> Result<UploadParameters, Problem> {
    let said = [
        ("format", &form.format),
        ("name", &form.name),
        ("box", &form.box_name),
        ("label", &form.label),
        ("benchmark", &form.benchmark),
        ("started", &form.started),
        ("note", &form.note),
        ("label_pattern", &form.label_pattern),
        ("columns", &form.columns),
        ("runs", &form.runs),
    ];
    let said = said.into_iter().filter(|(_, value)| !value.trim().is_empty());
    let mut pairs: Vec<(String, String)> =
        said.map(|(name, value)| (name.to_owned(), value.clone())).collect();
    for (factor, level) in super::factor_lines(&form.factors)? {
        pairs.push(("set".to_owned(), format!("{factor}={level}")));
    }
    UploadParameters::of(&pairs)
}

fn wrong(error: axum::extract::multipart::MultipartError) -> Problem {
    Problem::new(error.status(), error.body_text())
}
