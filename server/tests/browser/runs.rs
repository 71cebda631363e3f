//! The list of runs: narrowed down, completed, ticked across pages, compared.

use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

#[test]
fn a_query_is_completed_and_runs_are_ticked_across_pages() {
    browse(async |browser| {
        browser.open("/runs").await?;
        browser.find("#q").await?.send_keys("label:2.5.60-mm2-").await?;
        let offered = browser.driver.query(By::Css("#completions option[value='label:2.5.60-mm2-ant']"));
        offered.exists().await?;
        browser.open("/runs?q=label:2.5.60-mm2").await?;
        browser.click("input[name=run]").await?;
        browser.open("/runs?q=label:2.5.60-mm2-ant").await?;
        assert_eq!(browser.find("[data-untick]").await?.text().await?, "Untick all");
        browser.click("input[name=run]").await?;
        let submit = browser.find("form[data-ticks] button[type=submit]").await?;
        assert_eq!(submit.text().await?, "Compare 2 ticked, 1 on other pages");
        submit.click().await?;
        let row = "//tr[th='Sequential reads'][td='4'][td='5.39'][td='17.40'][td[contains(., '+222.8 %')]]";
        browser.driver.query(By::XPath(row)).first().await?;
        browser.open("/runs").await?;
        browser.click("[data-untick]").await?;
        assert_eq!(browser.count("input[name=run]:checked").await?, 0);
        browser.open("/runs?q=label:2.5.60-mm2").await?;
        assert_eq!(browser.count("input[name=run]:checked").await?, 0);
        narrow_and_compare(browser).await
    });
}

#[test]
fn without_javascript_runs_are_narrowed_down_and_compared() {
    browse(async |browser| {
        browser.turn_off_javascript().await?;
        narrow_and_compare(browser).await
    });
}

/// By links and forms alone.
async fn narrow_and_compare(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.open("/runs").await?;
    browser
        .driver
        .query(By::XPath("//dt[.='box']/following-sibling::dd[1]//a[.='mail-2003']"))
        .first()
        .await?
        .click()
        .await?;
    assert_eq!(browser.path().await?, "/runs?q=box%3Amail-2003");
    assert_eq!(browser.count("input[name=run]").await?, 2);
    let by = browser.find("#by").await?;
    by.send_keys("label").await?;
    browser.click("form[action='/compare'] button").await?;
    let row = "//tr[th='Sequential reads'][td='4'][td='5.39'][td='17.40'][td[contains(., '+222.8 %')]]";
    browser.driver.query(By::XPath(row)).first().await?;
    Ok(())
}
