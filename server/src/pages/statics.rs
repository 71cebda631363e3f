//! `/static/…`: the style sheet, the script and the icon.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;

use crate::problem::Problem;
use crate::views::{ICON, SCRIPT, STYLE};

pub(super) async fn file(Path(file): Path<String>) -> Result<impl IntoResponse, Problem> {
    let asset =
        [&*STYLE, &*SCRIPT, &*ICON].into_iter().find(|asset| asset.url.ends_with(&format!("/{file}")));
    let asset = asset.ok_or_else(|| Problem::not_found("there is no such file"))?;
    // The address changes with the content.
    let headers =
        [(CONTENT_TYPE, asset.content_type), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, asset.text))
}
