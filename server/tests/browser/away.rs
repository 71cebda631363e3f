//! The server away while the script asks: no control says other than the table and the address.

use serde_json::json;
use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

const COMPARISON: &str = "/compare?q=label:2.5.60-mm2*&by=label&metric=rate";

async fn go(browser: &Browser<'_>, is_offline: bool) -> WebDriverResult<()> {
    let network =
        json!({"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    browser.driver.cdp().send_raw("Network.enable", json!({})).await?;
    browser.driver.cdp().send_raw("Network.emulateNetworkConditions", network).await.map(drop)
}

/// The select said sweep, table and address stayed, and nothing told why but the console.
#[test]
fn a_control_is_put_back_and_told_why() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        go(browser, true).await?;
        browser.find("#layout").await?.send_keys("su").await?;
        let told = browser.find("#layout-mistake [role=alert]").await?.text().await?;
        assert_eq!(told, "Not changed: the server does not answer. Try again");
        assert_eq!(browser.evaluate("document.getElementById('layout').value").await?, "delta");
        assert_eq!(browser.path().await?, COMPARISON);
        assert_eq!(browser.evaluate("document.activeElement.id").await?, "layout");
        // The browser's own line on the request that failed.
        assert!(!browser.complaints().await?.iter().any(|line| line.contains("Uncaught")));
        go(browser, false).await?;
        browser.find("#base").await?.send_keys("2.5.60-mm2-").await?;
        browser.driver.query(By::XPath("//h2[contains(., 'against 2.5.60-mm2-ant')]")).first().await?;
        assert_eq!(browser.count(".mistake > *").await?, 0);
        assert_eq!(browser.evaluate("document.getElementById('outcome').ariaBusy").await?, json!(null));
        Ok(())
    });
}

/// A page that says the server failed came in place of nothing, and what was typed was gone for good.
#[test]
fn what_was_typed_while_the_server_failed_can_be_asked_for_again() {
    browse(async |browser| {
        browser.open("/history?q=box:nightly").await?;
        browser.evaluate("window.fetch = async () => new Response('<p>no', {status: 503})").await?;
        browser.find("#threshold").await?.send_keys("12%\t").await?;
        let again = browser.find("#threshold-mistake a").await?;
        assert_eq!(browser.evaluate("document.getElementById('threshold').value").await?, "");
        again.click().await?;
        browser.driver.query(By::Css("#threshold[value='12%']")).first().await?;
        // It came back as 0.12, and so after each way.
        assert!(browser.path().await?.contains("threshold=12%25"), "{}", browser.path().await?);
        browser.find("#lasting").await?.send_keys("4\t").await?;
        browser.driver.query(By::Css("#outcome:not([aria-busy]) .headline")).first().await?;
        browser.driver.back().await?;
        browser.driver.query(By::Css("#outcome:not([aria-busy]) .headline")).first().await?;
        assert_eq!(browser.evaluate("document.getElementById('threshold').value").await?, "12%");
        Ok(())
    });
}

/// "Failed to fetch" was uncaught at each letter.
#[test]
fn without_the_server_a_query_is_not_completed_and_nothing_is_copied() {
    browse(async |browser| {
        let away = "window.fetch = async () => { window.asked = true; throw new TypeError('away'); }";
        browser.open("/runs").await?;
        browser.evaluate(away).await?;
        browser.find("#q").await?.send_keys("label:").await?;
        while browser.evaluate("window.asked ?? false").await? == false {}
        assert_eq!(browser.count("#completions option").await?, 0);
        browser.open(COMPARISON).await?;
        browser.evaluate(away).await?;
        browser.click("button[data-copy-from*='.txt']").await?;
        browser.driver.query(By::XPath("//button[.='Could not copy']")).first().await?;
        Ok(())
    });
}

/// Back left the address of one comparison above the table of another.
#[test]
fn back_without_the_server_shows_no_other_comparison() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        browser.find("#layout").await?.send_keys("su").await?;
        browser.driver.query(By::XPath("//thead//th[.='Std Dev']")).first().await?;
        browser.evaluate("window.fetch = async () => { throw new TypeError('away'); }").await?;
        browser.driver.back().await?;
        // Loaded anew, without the script's own request.
        browser.driver.query(By::XPath("//thead//th[.='verdict']")).first().await?;
        assert_eq!(browser.path().await?, COMPARISON);
        assert_eq!(browser.evaluate("document.getElementById('layout').value").await?, "delta");
        Ok(())
    });
}
