//! `/api`: the operations, as the API's description has them.

use askama::Template;

use super::frame::{Frame, Place};

/// `/api`
#[derive(Debug, Template)]
#[template(path = "api.html")]
pub struct ApiPage {
    /// Around the page.
    pub frame: Frame,
    /// By path.
    pub operations: Vec<Operation>,
    /// What bodies hold.
    pub schemas: Vec<Fields>,
}

/// An operation.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its name, for links.
    pub id: String,
    /// `GET`
    pub method: String,
    /// `/api/v1/runs/{id}`
    pub path: String,
    /// What it does.
    pub about: String,
    /// Whether it needs a token.
    pub needs_token: bool,
    /// What the address says.
    pub parameters: Vec<Field>,
    /// What is sent: media types and shapes.
    pub bodies: Vec<(String, String)>,
    /// What is answered: status and shape.
    pub responses: Vec<(String, String)>,
}

/// A shape with its fields.
#[derive(Debug, Clone)]
pub struct Fields {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it holds.
    pub fields: Vec<Field>,
}

/// A parameter or a field.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type, in words.
    pub shape: String,
    /// Whether it must be there.
    pub is_required: bool,
    /// What it is.
    pub about: String,
}
