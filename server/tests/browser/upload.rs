//! Paste a mail, see what was understood, correct it, store, compare.

use std::path::Path;

use serde_json::json;
use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

const MAIL: &str = include_str!("../../../demo/tiobench-2.5.60-mail.txt");

#[test]
fn a_mail_is_pasted_previewed_stored_and_compared() {
    browse(async |browser| {
        paste(browser, "by-mouse").await?;
        // A file takes the same way.
        browser.open("/upload").await?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/default-threads.txt");
        browser.find("#file").await?.send_keys(path.canonicalize().unwrap().to_str().unwrap()).await?;
        browser.find("#box").await?.send_keys("lab").await?;
        browser.click("button[value=preview]").await?;
        browser.find("mark").await?;
        browser.find("button[value=store]").await?;
        Ok(())
    });
}

/// A file that was dropped beside the form took the place of the page.
#[test]
fn a_file_is_dropped_anywhere_on_the_page() {
    browse(async |browser| {
        browser.open("/sign-in?next=/upload").await?;
        browser.find("#token").await?.send_keys(&browser.service.token).await?;
        browser.click("form[action='/sign-in'] button").await?;
        browser.find("#text").await?;
        for output in ["default-threads.txt", "two-blocks-ident.txt"] {
            drop_on_head(browser, output).await?;
            browser.find("#box").await?.clear().await?;
            browser.find("#box").await?.send_keys("lab").await?;
            browser.click("button[value=preview]").await?;
            browser
                .driver
                .query(By::XPath(format!("//p[.='The file {output}, or something else']")))
                .first()
                .await?;
        }
        Ok(())
    });
}

async fn drop_on_head(browser: &Browser<'_>, output: &str) -> WebDriverResult<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo").join(output).canonicalize()?;
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({"items": [], "files": [path], "dragOperationsMask": 1});
        let event = json!({"type": kind, "x": 400, "y": 20, "data": data});
        browser.driver.cdp().send_raw("Input.dispatchDragEvent", event).await?;
    }
    Ok(())
}

#[test]
fn without_javascript_a_mail_is_pasted_previewed_stored_and_compared() {
    browse(async |browser| {
        browser.turn_off_javascript().await?;
        paste(browser, "no-script").await
    });
}

async fn paste(browser: &Browser<'_>, box_name: &str) -> WebDriverResult<()> {
    browser.open("/upload").await?;
    browser.click("main a[href^='/sign-in']").await?;
    browser.find("#token").await?.send_keys(&browser.service.token).await?;
    browser.click("form[action='/sign-in'] button").await?;
    browser.find("#text").await?.send_keys(MAIL).await?;
    browser.click("button[value=preview]").await?;
    // The box is missing: what was pasted stays.
    assert!(browser.find("[role=alert]").await?.text().await?.contains("on which box"));
    browser.complaints().await?;
    browser.find("#box").await?.send_keys(box_name).await?;
    browser.find("#factors").await?.send_keys("disk=ide").await?;
    browser.click("button[value=preview]").await?;
    let preview = browser.find("#understood").await?;
    assert!(preview.is_displayed().await?);
    let marked = browser.driver.query(By::XPath("//tr[.//mark='7.33'][td[contains(., 'rate')]]"));
    marked.first().await?;
    // Of one run alone.
    browser.find("#note-1").await?.send_keys("Second boot").await?;
    browser.click("#understood ~ .bar button").await?;
    assert_eq!(browser.find("#note-1").await?.prop("value").await?.as_deref(), Some("Second boot"));
    assert_eq!(browser.find("#note-0").await?.prop("value").await?.as_deref(), Some(""));
    browser.click("button[value=store]").await?;
    assert_eq!(browser.find("[role=status]").await?.text().await?, "Stored 2 runs.");
    for label in ["2.5.60-mm2", "2.5.60-mm2-ant"] {
        browser.click(&format!("input[aria-label$=', {label} on {box_name}']")).await?;
    }
    browser.click("form[data-ticks] button.main").await?;
    let row = "//tr[th='Sequential reads'][td='4'][td='5.39'][td='17.40'][td[contains(., '+222.8 %')]]";
    browser.driver.query(By::XPath(row)).first().await?;
    Ok(())
}
