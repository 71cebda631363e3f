//! A reader with a browser: goes through the pages and notices what a reader would.

use serde_json::{Value, json};
use thirtyfour::prelude::*;
use thirtyfour::testing::run_browser_test;

use crate::chromedriver::Chromedriver;
use crate::service::Service;

/// A browser at the service.
pub(crate) struct Browser<'a> {
    pub(crate) driver: WebDriver,
    pub(crate) service: &'a Service,
}

/// Runs a test in a browser, then checks that neither the console nor the network saw anything
/// that the test did not ask for. The browser ends with it, however it ends.
pub(crate) fn browse(test: impl AsyncFnOnce(&Browser<'_>) -> WebDriverResult<()>) {
    let (service, chromedriver) = (Service::shared(), Chromedriver::start());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(run_browser_test(chromedriver.session(), async |driver| {
        let browser = Browser { driver, service: &service };
        test(&browser).await?;
        assert_eq!(browser.complaints().await?, Vec::<String>::new());
        assert_eq!(browser.foreign_requests().await?, Vec::<String>::new());
        Ok::<_, WebDriverError>(())
    }));
    outcome.unwrap();
}

impl Browser<'_> {
    pub(crate) async fn open(&self, path: &str) -> WebDriverResult<()> {
        self.driver.goto(format!("{}{path}", self.service.url)).await
    }

    /// The address without the host.
    pub(crate) async fn path(&self) -> WebDriverResult<String> {
        let url = self.driver.current_url().await?;
        Ok(url.as_str().strip_prefix(&self.service.url).unwrap_or(url.as_str()).to_owned())
    }

    /// The first such element; the test fails if there is none soon.
    pub(crate) async fn find(&self, css: &str) -> WebDriverResult<WebElement> {
        self.driver.query(By::Css(css)).first().await
    }

    pub(crate) async fn count(&self, css: &str) -> WebDriverResult<usize> {
        Ok(self.driver.find_all(By::Css(css)).await?.len())
    }

    /// Clicks with the mouse.
    pub(crate) async fn click(&self, css: &str) -> WebDriverResult<()> {
        self.find(css).await?.click().await
    }

    /// What the page shows as text.
    pub(crate) async fn text(&self) -> WebDriverResult<String> {
        self.find("main").await?.text().await
    }

    /// What an expression of JavaScript gives.
    pub(crate) async fn evaluate(&self, expression: &str) -> WebDriverResult<Value> {
        Ok(self.driver.execute(format!("return {expression}"), Vec::new()).await?.json().clone())
    }

    /// Makes the window so wide, for a reader who prefers light or dark.
    pub(crate) async fn emulate(&self, width: u32, scheme: &str) -> WebDriverResult<()> {
        let size = json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false});
        self.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await?;
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", media).await.map(drop)
    }

    pub(crate) async fn turn_off_javascript(&self) -> WebDriverResult<()> {
        let off = json!({"value": true});
        self.driver.cdp().send_raw("Emulation.setScriptExecutionDisabled", off).await.map(drop)
    }

    /// The errors and warnings on the console since the last call, breaches of the content
    /// security policy among them.
    pub(crate) async fn complaints(&self) -> WebDriverResult<Vec<String>> {
        let log = self.driver.browser_log().await?.into_iter();
        // Chromium's own first page complains where JavaScript is off.
        let is_own = |message: &str| message.starts_with("chrome://");
        let is_complaint = |level: &str| matches!(level, "WARNING" | "SEVERE");
        let complaints = log.filter(|entry| is_complaint(&entry.level) && !is_own(&entry.message));
        Ok(complaints.map(|entry| entry.message).collect())
    }

    /// The requests to any other host since the last call.
    async fn foreign_requests(&self) -> WebDriverResult<Vec<String>> {
        let log = self.driver.get_log("performance").await?;
        let requested: Vec<String> = log.iter().filter_map(|entry| requested(&entry.message)).collect();
        let own = format!("{}/", self.service.url);
        assert!(requested.iter().any(|url| url.starts_with(&own)), "no request was seen at all");
        // Chromium's own pages, chrome://…, come from within.
        let goes_out = |url: &str| url.starts_with("http") || url.starts_with("ws");
        let is_foreign = |url: &String| goes_out(url) && !url.starts_with(&own);
        Ok(requested.into_iter().filter(is_foreign).collect())
    }
}

/// The URL in an event of the DevTools protocol, if the event tells of a request.
fn requested(event: &str) -> Option<String> {
    let event: Value = serde_json::from_str(event).unwrap();
    let message = &event["message"];
    (message["method"] == "Network.requestWillBeSent")
        .then(|| message["params"]["request"]["url"].as_str().unwrap().to_owned())
}
