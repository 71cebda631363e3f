//! Bodies of requests, whose mistakes are told as problems and in plain words.

use std::error::Error;

use axum::Form;
use axum::Json;
use axum::extract::rejection::{FormRejection, JsonRejection};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use benchdata::in_words::in_words;
use serde::de::DeserializeOwned;

use crate::asked::innermost;
use crate::problem::Problem;

/// What a form sends.
pub(crate) struct SentForm<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for SentForm<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Form::from_request(request, state).await {
            Ok(Form(sent)) => Ok(Self(sent)),
            Err(FormRejection::FailedToDeserializeFormBody(error)) => {
                Err(problem(StatusCode::BAD_REQUEST, &error))
            }
            Err(error) => Err(Problem::new(error.status(), error.body_text())),
        }
    }
}

/// What a JSON body says, once it is known who sent it.
///
/// # Errors
/// What is wrong with it, and the field.
pub(crate) fn json<T>(sent: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    match sent {
        Ok(Json(sent)) => Ok(sent),
        Err(JsonRejection::JsonDataError(error)) => Err(problem(error.status(), &error)),
        Err(error) => Err(Problem::new(error.status(), error.body_text())),
    }
}

fn problem(status: StatusCode, error: &dyn Error) -> Problem {
    let said = innermost(error);
    // A field may stand before what is wrong with it.
    match said.split_once(": ").filter(|(field, _)| !field.contains(' ')) {
        Some((field, said)) => Problem::new(status, in_words(said)).field(field),
        None => Problem::new(status, in_words(&said)),
    }
}
