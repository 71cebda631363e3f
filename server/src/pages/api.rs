//! `/api`: the API's description for readers.

use axum::response::IntoResponse;
use serde_json::Value as Json;

use super::frame::Visit;
use super::page;
use crate::api::OPENAPI;
use crate::problem::Problem;
use crate::views::{ApiPage, Field, Fields, Operation, Place};

pub(super) async fn api(visit: Visit) -> Result<impl IntoResponse, Problem> {
    let description = serde_json::to_value(&*OPENAPI).map_err(Problem::internal)?;
    let paths = entries(&description["paths"]);
    let operations = paths.flat_map(|(path, methods)| {
        entries(methods).map(|(method, operation)| of_operation(path, method, operation)).collect::<Vec<_>>()
    });
    let schemas =
        entries(&description["components"]["schemas"]).map(|(name, schema)| of_schema(name, schema));
    page(&ApiPage {
        frame: visit.frame(Place::Elsewhere),
        operations: operations.collect(),
        schemas: schemas.filter(|schema| !schema.fields.is_empty()).collect(),
    })
}

fn entries(object: &Json) -> impl Iterator<Item = (&String, &Json)> {
    object.as_object().into_iter().flatten()
}

/// A description in one line, without the marks of Markdown.
fn text(of: &Json) -> String {
    of.as_str().unwrap_or_default().replace('\n', " ").replace(['`', '[', ']'], "")
}

fn of_operation(path: &str, method: &str, operation: &Json) -> Operation {
    let parameters = operation["parameters"].as_array().into_iter().flatten().map(|parameter| Field {
        name: text(&parameter["name"]),
        shape: shape(&parameter["schema"]),
        is_required: parameter["required"] == true,
        about: text(&parameter["description"]),
    });
    let bodies = entries(&operation["requestBody"]["content"])
        .map(|(kind, body)| (kind.clone(), shape(&body["schema"])));
    let responses = entries(&operation["responses"]).map(|(status, response)| {
        let shapes = entries(&response["content"]).map(|(_, body)| shape(&body["schema"]));
        let shapes: Vec<String> = shapes.chain(reference(response)).collect();
        (status.clone(), shapes.join(" or "))
    });
    Operation {
        id: text(&operation["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        about: [text(&operation["summary"]), text(&operation["description"])].join(" ").trim().to_owned(),
        needs_token: operation["security"].is_array(),
        parameters: parameters.collect(),
        bodies: bodies.collect(),
        responses: responses.collect(),
    }
}

fn of_schema(name: &str, schema: &Json) -> Fields {
    // A shape may be put together of several.
    let parts: Vec<&Json> = schema["allOf"].as_array().map_or(vec![schema], |parts| parts.iter().collect());
    let fields = parts.into_iter().flat_map(|part| {
        entries(&part["properties"]).map(|(name, field)| Field {
            name: name.clone(),
            shape: shape(field),
            is_required: part["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name)),
            about: text(&field["description"]),
        })
    });
    Fields { name: name.to_owned(), about: text(&schema["description"]), fields: fields.collect() }
}

/// A schema's name, type or parts in words: `array of Run`.
fn shape(schema: &Json) -> String {
    if let Some(name) = reference(schema) {
        return name;
    }
    if let Some(parts) = schema["oneOf"].as_array() {
        return parts.iter().map(shape).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Json::String(kind) if kind == "array" => format!("array of {}", shape(&schema["items"])),
        Json::String(kind) => kind.clone(),
        Json::Array(kinds) => kinds.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" or "),
        _ => "object".to_owned(),
    }
}

/// The name of what a schema refers to.
fn reference(of: &Json) -> Option<String> {
    Some(of["$ref"].as_str()?.rsplit('/').next()?.to_owned())
}
