//! The style sheet, the script and the icon, built into the program.

use std::sync::LazyLock;

/// A static file. Its URL changes with its content, so that browsers may keep it for ever.
pub struct Asset {
    /// Where it is served: `/static/style-0123456789abcdef.css`.
    pub url: String,
    /// Its media type.
    pub content_type: &'static str,
    /// Its content.
    pub text: &'static str,
}

impl Asset {
    fn new(stem: &str, extension: &str, content_type: &'static str, text: &'static str) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        Self { url: format!("/static/{stem}-{}.{extension}", &hash[..16]), content_type, text }
    }
}

/// The style sheet of every page.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "style",
        "css",
        "text/css; charset=utf-8",
        concat!(include_str!("../../../static/style.css"), include_str!("../../../static/plot.css")),
    )
});

/// Comforts that pages work without.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("runoff", "js", "text/javascript; charset=utf-8", include_str!("../../../static/runoff.js"))
});

/// The icon in a browser's tab.
pub static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon", "svg", "image/svg+xml", include_str!("../../../static/icon.svg")));
