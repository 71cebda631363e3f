//! From a history to a change point, to the runs at its edge, and to what they compare to.

use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};
use crate::journey::{press, tab_to};

/// Kernbench took 5 % longer from 11 February on: 42.2 s instead of 40.2.
const CHANGE: &str =
    "//tr[th='elapsed'][td[contains(., '-4.98 %')]][td[contains(., '2.5.60')]][td[contains(., '2.5.61')]]";

async fn check_change(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.driver.query(By::XPath(CHANGE)).and_displayed().first().await?;
    let text = browser.text().await?;
    assert!(text.contains("1 change point in 1 line: 0 better, 1 worse"), "{text}");
    assert_eq!(browser.count("[aria-label='Change points'] td.worse > .mark").await?, 1);
    Ok(())
}

async fn by_mouse(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.open("/").await?;
    browser.click("nav a[href='/history']").await?;
    browser.find("#q").await?.send_keys("box:nightly").await?;
    browser.click("form[action='/history'] button").await?;
    check_change(browser).await?;
    browser.click("[aria-label='Change points'] a[href^='/runs/']").await?;
    assert_eq!(browser.find("h1").await?.text().await?, "2.5.60");
    // The run's page leads back to its history.
    browser.click("main a[href^='/history?']").await?;
    check_change(browser).await?;
    browser.click("[aria-label='Change points'] a[href^='/compare?']").await?;
    let headline = browser.find(".headline").await?.text().await?;
    let sides = "10 runs, 2.5.61 .. 2.5.70 against 10 runs, 2.5.51 .. 2.5.60";
    assert_eq!(headline, format!("{sides}: 0 of 1 row better, 1 worse, 0 not shown"));
    Ok(())
}

#[test]
fn by_mouse_from_a_change_point_to_its_runs() {
    browse(async |browser| {
        by_mouse(browser).await?;
        browser.emulate(375, "light").await?;
        by_mouse(browser).await
    });
}

#[test]
fn a_mark_of_the_plot_leads_to_its_run() {
    browse(async |browser| {
        browser.emulate(1440, "light").await?;
        browser.open("/history?q=box:nightly").await?;
        assert_eq!(browser.count(".plot.wide a").await?, 20);
        browser.click(".plot.wide a").await?;
        assert_eq!(browser.find("h1").await?.text().await?, "2.5.51");
        Ok(())
    });
}

#[test]
fn without_javascript_from_a_change_point_to_its_runs() {
    browse(async |browser| {
        browser.turn_off_javascript().await?;
        by_mouse(browser).await
    });
}

#[test]
fn by_keyboard_from_a_change_point_to_its_runs() {
    browse(async |browser| {
        browser.open("/history").await?;
        tab_to(browser, "#q").await?;
        browser.driver.action_chain().send_keys("box:nightly").perform().await?;
        tab_to(browser, "#by").await?;
        browser.driver.action_chain().send_keys("kernel").perform().await?;
        tab_to(browser, "form[action='/history'] button").await?;
        press(browser, Key::Enter).await?;
        check_change(browser).await?;
        assert!(browser.path().await?.contains("by=kernel"), "{}", browser.path().await?);
        tab_to(browser, "[aria-label='Change points'] a[href^='/compare?']").await?;
        press(browser, Key::Enter).await?;
        browser.find(".headline").await.map(drop)
    });
}
