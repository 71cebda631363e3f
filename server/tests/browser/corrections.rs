//! Correcting a label and withdrawing a run, with and without JavaScript: comparisons and an old
//! snapshot say so.

use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

#[test]
fn a_label_is_corrected_and_a_run_withdrawn() {
    browse(async |browser| correct_and_withdraw(browser, "by-mouse").await);
}

#[test]
fn without_javascript_a_label_is_corrected_and_a_run_withdrawn() {
    browse(async |browser| {
        browser.turn_off_javascript().await?;
        correct_and_withdraw(browser, "no-script").await
    });
}

async fn correct_and_withdraw(browser: &Browser<'_>, name: &str) -> WebDriverResult<()> {
    let [mistyped, right] = ["mistyped", "right"].map(|label| format!("{name}-{label}"));
    let page = browser.service.send_run(&mistyped);
    let other = browser.service.send_run(&format!("{name}-other"));
    let snapshot = browser.service.snapshot(&format!("label:{name}-*"));

    browser.open(&page).await?;
    browser.click("a[href^='/sign-in?next=%2Fruns']").await?;
    browser.find("#token").await?.send_keys(&browser.service.corrector).await?;
    browser.click("form[action='/sign-in'] button").await?;
    browser.click("details summary").await?;
    let label = browser.find("#label").await?;
    label.clear().await?;
    label.send_keys(&right).await?;
    browser.find("#reason").await?.send_keys("a slip of the pen").await?;
    browser.click("form button.main").await?;
    browser.driver.query(By::XPath(format!("//h1[.='{right}']"))).first().await?;
    // Told once.
    let told = format!("label corrected from {mistyped} to {right}");
    assert_eq!(browser.find("[role=status]").await?.text().await?, format!("Stored: {told}."));
    browser.open(&page).await?;
    assert_eq!(browser.count("[role=status]").await?, 0);
    for text in [mistyped.as_str(), "a slip of the pen", "corrector"] {
        assert!(browser.text().await?.contains(text), "{text}");
    }

    let told = format!("{told} by corrector on ");
    browser.open(&format!("/compare?q=label:{name}-*&by=label")).await?;
    assert!(browser.text().await?.contains(&told));
    browser.open(&snapshot).await?;
    let since = browser.find("section.warnings").await?.text().await?;
    assert!(since.contains("Since this was made") && since.contains(&told), "{since}");
    assert!(browser.find("h1").await?.text().await?.contains(&mistyped));

    browser.open(&other).await?;
    browser.click("details summary").await?;
    browser.find("#withdraw-reason").await?.send_keys("the disk was failing").await?;
    browser.driver.query(By::XPath("//button[.='Withdraw']")).first().await?.click().await?;
    browser.driver.query(By::XPath("//strong[.='Withdrawn']")).first().await?;
    assert_eq!(browser.find("[role=status]").await?.text().await?, "Stored: withdrawn.");
    browser.open(&format!("/compare?q=label:{name}-*&by=label")).await?;
    assert!(browser.text().await?.contains("1 withdrawn run is left out"));
    browser.open(&snapshot).await?;
    assert!(browser.text().await?.contains("withdrawn by corrector on "));
    Ok(())
}
