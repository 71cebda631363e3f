//! The API's description, made from its handlers.

use std::sync::LazyLock;

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{Modify, OpenApi, ToResponse};

use crate::problem::Body;

/// What is wrong, where, and what to do.
#[derive(ToResponse)]
#[response(content_type = "application/problem+json")]
#[expect(dead_code, reason = "the shape of a response, which others write")]
pub(super) struct Wrong(#[to_schema] Body<'static>);

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Runoff",
        description = "Benchmark runs and their comparisons. Reading is open; writing needs a token.",
        license(name = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "runs", description = "what boxes sent"),
        (name = "snapshots", description = "frozen comparisons"),
        (name = "operators", description = "whether the service is up"),
    ),
    components(responses(Wrong)),
    modifiers(&Finish)
)]
pub(super) struct Description;

/// What no derive says: how a token is sent, and what a snapshot adds to a request.
struct Finish;

impl Modify for Finish {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("made by `runoff-server token create`"));
        let components = description.components.get_or_insert_default();
        // A snapshot's title and note stand beside its fields.
        if let Some(RefOr::T(Schema::Object(request))) = components.schemas.get_mut("Request") {
            request.additional_properties = None;
        }
        components.add_security_scheme("token", SecurityScheme::Http(scheme.build()));
    }
}

/// The description of every operation of the API.
pub static OPENAPI: LazyLock<utoipa::openapi::OpenApi> =
    LazyLock::new(|| super::operations().split_for_parts().1);
