//! What the script adds to the pages of comparisons and histories.

use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

const COMPARISON: &str = "/compare?q=label:2.5.60-mm2*&by=label&metric=rate";

/// Waits for a head of the table.
async fn head(browser: &Browser<'_>, text: &str) -> WebDriverResult<()> {
    let head = By::XPath(format!("//thead//th[.='{text}']"));
    browser.driver.query(head).first().await.map(drop)
}

/// Choosing a layout or baseline did nothing until a button was pressed.
#[test]
fn controls_act_at_once_and_keep_the_focus() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        browser.find("#layout").await?.send_keys("su").await?;
        head(browser, "Std Dev").await?;
        assert!(browser.path().await?.contains("layout=summary"), "{}", browser.path().await?);
        assert_eq!(browser.evaluate("document.activeElement.id").await?, "layout");
        let said = browser.evaluate("document.getElementById('said').textContent").await?;
        assert!(said.to_string().contains("against 2.5.60-mm2"), "{said}");
        browser.find("#base").await?.send_keys("2.5.60-mm2-").await?;
        browser.driver.query(By::XPath("//h2[contains(., 'against 2.5.60-mm2-ant')]")).first().await?;
        // What came in its place has its comforts too.
        assert!(browser.find("button[data-copy]").await?.is_displayed().await?);
        browser.open("/history?q=box:nightly").await?;
        browser.find("#by").await?.send_keys("k").await?;
        browser
            .driver
            .query(By::XPath("//*[contains(., 'kernbench on nightly over kernels')]"))
            .first()
            .await?;
        Ok(())
    });
}

/// The script took its options from another select, which then chose the last of them: the second
/// change turned the sides round.
#[test]
fn a_second_change_turns_no_sides_round() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        for (layout, column) in [("summary", "Std Dev"), ("samples", "Avg"), ("delta", "verdict")] {
            browser.find("#layout").await?.send_keys(layout).await?;
            head(browser, column).await?;
            let path = browser.path().await?;
            assert!(!path.contains("base=2"), "{path}");
            let said = browser.find(".headline").await?.text().await?;
            assert!(said.contains("against 2.5.60-mm2:"), "{said}");
            assert_eq!(browser.evaluate("document.getElementById('base').value").await?, "");
        }
        Ok(())
    });
}

/// Back left the comparison after its controls had been changed. After a wrong threshold the chosen
/// baseline was lost.
#[test]
fn back_undoes_a_change_and_a_mistake_keeps_the_baseline() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        browser.find("#base").await?.send_keys("2.5.60-mm2-").await?;
        browser.driver.query(By::XPath("//h2[contains(., 'against 2.5.60-mm2-ant')]")).first().await?;
        browser.find("#layout").await?.send_keys("su").await?;
        head(browser, "Std Dev").await?;
        browser.driver.back().await?;
        browser.driver.query(By::XPath("//table[@class='grid'][not(.//th[.='Std Dev'])]")).first().await?;
        let form = "['layout', 'base'].map((id) => document.getElementById(id).value).join()";
        assert_eq!(browser.evaluate(form).await?, "delta,2.5.60-mm2-ant");
        browser.driver.back().await?;
        browser.driver.query(By::XPath("//h2[contains(., 'against 2.5.60-mm2:')]")).first().await?;
        assert_eq!(browser.evaluate(form).await?, "delta,");
        browser.driver.forward().await?;
        browser.driver.query(By::XPath("//h2[contains(., 'against 2.5.60-mm2-ant')]")).first().await?;
        browser.find("#threshold").await?.send_keys("abc").await?;
        browser.find("#metric").await?.click().await?;
        browser.driver.query(By::Css("#threshold-mistake .problem")).first().await?;
        assert_eq!(browser.evaluate(form).await?, "delta,2.5.60-mm2-ant");
        // The browser's own line on the answer 400.
        assert_eq!(browser.complaints().await?.len(), 1);
        Ok(())
    });
}

/// A comparison had no buttons to copy it, and Markdown none anywhere.
/// Enter asked twice for the same, so that Back had to be pressed twice.
#[test]
fn enter_in_a_field_is_one_step() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        let before = browser.evaluate("history.length").await?.as_i64();
        browser.evaluate("window.isSame = true").await?;
        browser.find("#metric").await?.send_keys(Key::End + ",latency_max" + Key::Enter).await?;
        browser.driver.query(By::XPath("//th[starts-with(., 'latency_max, ')]")).first().await?;
        assert_eq!(browser.evaluate("window.isSame").await?, true, "the page was not loaded anew");
        let after = browser.evaluate("history.length").await?.as_i64();
        assert_eq!(after, before.map(|steps| steps + 1));
        Ok(())
    });
}

#[test]
fn a_comparison_is_copied_as_link_mail_and_markdown() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        browser.click("form[action='/c'] summary").await?;
        for (button, begins) in [
            ("button[data-copy]", "http://"),
            ("button[data-copy-from*='.txt']", "tiobench: 2.5.60-mm2 (baseline) v 2.5.60-mm2-ant"),
            ("button[data-copy-from*='.md']", "**tiobench: 2.5.60-mm2 (baseline) v 2.5.60-mm2-ant**"),
        ] {
            browser.click(button).await?;
            browser.driver.query(By::XPath("//button[.='Copied']")).first().await?;
            browser.click("#note").await?;
            let paste =
                browser.driver.action_chain().key_down(Key::Control).send_keys("av").key_up(Key::Control);
            paste.perform().await?;
            let pasted = browser.find("#note").await?.prop("value").await?.unwrap_or_default();
            assert!(pasted.starts_with(begins), "{pasted}");
            browser
                .driver
                .query(By::XPath("//form[@action='/c'][not(.//button[.='Copied'])]"))
                .first()
                .await?;
        }
        Ok(())
    });
}

/// A browser that refused had an error in its console, and nothing on the page.
#[test]
fn a_refused_clipboard_is_told_on_the_button() {
    browse(async |browser| {
        browser.open(COMPARISON).await?;
        browser.click("form[action='/c'] summary").await?;
        let refuse =
            "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError')),
            document.execCommand = () => false";
        browser.evaluate(refuse).await?;
        browser.click("button[data-copy]").await?;
        browser.driver.query(By::XPath("//button[.='Could not copy']")).first().await?;
        Ok(())
    });
}

#[test]
fn the_query_of_a_history_is_completed_too() {
    browse(async |browser| {
        browser.open("/history").await?;
        browser.find("#q").await?.send_keys("box:nigh").await?;
        browser.driver.query(By::Css("#completions option[value='box:nightly']")).first().await?;
        Ok(())
    });
}
