//! From the home page to a permalink: by mouse, without JavaScript, by keyboard alone; and from
//! a number to its meaning.

use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};

const FIRST: &str = "input[aria-label$=', 2.5.60-mm2 on mail-2003']";
const SECOND: &str = "input[aria-label$=', 2.5.60-mm2-ant on mail-2003']";
const PERMALINK: &str = "form[action='/c'] button";

#[test]
fn by_mouse_to_a_permalink() {
    browse(async |browser| {
        by_mouse(browser).await?;
        // What was copied is what is pasted.
        let url = browser.driver.current_url().await?;
        browser.click("button[data-copy]").await?;
        browser.driver.query(By::XPath("//button[.='Copied']")).first().await?;
        browser.open("/runs").await?;
        browser.click("#q").await?;
        browser
            .driver
            .action_chain()
            .key_down(Key::Control)
            .send_keys("v")
            .key_up(Key::Control)
            .perform()
            .await?;
        assert_eq!(browser.find("#q").await?.prop("value").await?, Some(url.to_string()));
        Ok(())
    });
}

#[test]
fn without_javascript_to_a_permalink() {
    browse(async |browser| {
        browser.turn_off_javascript().await?;
        by_mouse(browser).await?;
        assert!(!browser.find("button[data-copy]").await?.is_displayed().await?, "JavaScript is on");
        Ok(())
    });
}

async fn by_mouse(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.open("/").await?;
    browser.click("nav a[href='/runs']").await?;
    browser.click(FIRST).await?;
    browser.click(SECOND).await?;
    browser.click("form[data-ticks] button.main").await?;
    check_numbers(browser).await?;
    let ticked = query(&browser.path().await?);
    browser.click(PERMALINK).await?;
    browser.find("#token").await?.send_keys(&browser.service.token).await?;
    browser.click("form[action='/sign-in'] button").await?;
    browser.find(PERMALINK).await?;
    assert_eq!(query(&browser.path().await?), ticked);
    browser.click(PERMALINK).await?;
    check_permalink(browser).await
}

/// Which runs a comparison's address asks for.
fn query(path: &str) -> String {
    let query = path.strip_prefix("/compare?q=").unwrap_or_else(|| panic!("no comparison: {path}"));
    query.split('&').next().unwrap_or_default().to_owned()
}

#[test]
fn by_keyboard_to_a_permalink() {
    browse(async |browser| by_keyboard(browser).await);
}

#[test]
fn by_keyboard_on_a_phone_without_javascript_to_a_permalink() {
    browse(async |browser| {
        browser.emulate(375, "light").await?;
        browser.turn_off_javascript().await?;
        by_keyboard(browser).await
    });
}

/// Back showed the page of before, which said who was signed in.
#[test]
fn who_signed_out_is_signed_out_on_the_page_before_too() {
    browse(async |browser| {
        browser.open("/sign-in?next=/boxes").await?;
        browser.find("#token").await?.send_keys(&browser.service.token).await?;
        browser.click("form[action='/sign-in'] button").await?;
        browser.find("form[action='/sign-out']").await?;
        tab_to(browser, "form[action='/sign-out'] button").await?;
        press(browser, Key::Enter).await?;
        browser.find(".who a[href='/sign-in']").await?;
        assert_eq!(browser.path().await?, "/");
        browser.driver.back().await?;
        browser.driver.query(By::XPath("//body[.//h1[.='Boxes']]//a[@href='/sign-in']")).first().await?;
        Ok(())
    });
}

async fn by_keyboard(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.open("/").await?;
    // A window that just opened may not have the keyboard yet.
    for _ in 0..50 {
        if browser.count(":focus").await? == 1 {
            break;
        }
        press(browser, Key::Tab).await?;
    }
    assert!(browser.find("a.skip:focus").await?.is_displayed().await?);
    press(browser, Key::Enter).await?;
    browser.find("main:focus").await?;
    tab_to(browser, "main a[href='/runs']").await?;
    press(browser, Key::Enter).await?;
    compare_by_keyboard(browser).await?;
    tab_to(browser, PERMALINK).await?;
    press(browser, Key::Enter).await?;
    // Whoever comes to sign in can type at once.
    browser.find("#token:focus").await?;
    browser.driver.action_chain().send_keys(&browser.service.token).perform().await?;
    press(browser, Key::Enter).await?;
    browser.find(PERMALINK).await?;
    tab_to(browser, PERMALINK).await?;
    press(browser, Key::Enter).await?;
    check_permalink(browser).await
}

/// Ticks the two runs of a list and compares them.
async fn compare_by_keyboard(browser: &Browser<'_>) -> WebDriverResult<()> {
    browser.find(FIRST).await?;
    for run in [FIRST, SECOND] {
        tab_to(browser, run).await?;
        press(browser, Key::Space).await?;
    }
    press(browser, Key::Enter).await?;
    check_numbers(browser).await
}

#[test]
fn by_keyboard_from_numbers_to_what_they_mean_and_back_to_runs() {
    browse(async |browser| {
        browser.open("/compare?q=label:2.5.60-mm2*&by=label").await?;
        tab_to(browser, ".grid a[href$='#metric-rate']").await?;
        press(browser, Key::Enter).await?;
        let meaning = browser.driver.query(By::Css("tr:has(:target)")).and_displayed().first().await?;
        assert!(meaning.text().await?.contains("higher is better"));
        assert_eq!(browser.path().await?, "/benchmarks/tiobench#metric-rate");
        tab_to(browser, "main a[href='/boxes/mail-2003']").await?;
        press(browser, Key::Enter).await?;
        compare_by_keyboard(browser).await
    });
}

pub(crate) async fn press(browser: &Browser<'_>, key: Key) -> WebDriverResult<()> {
    browser.driver.action_chain().send_keys(key.value().to_string()).perform().await
}

/// Presses Tab until the focus is on such an element, and looks whether it can be seen on its way.
pub(crate) async fn tab_to(browser: &Browser<'_>, css: &str) -> WebDriverResult<()> {
    for _ in 0..200 {
        press(browser, Key::Tab).await?;
        let focused = browser.driver.active_element().await?;
        let outline = focused.css_value("outline-style").await?;
        let html = focused.outer_html().await?;
        assert!(outline != "none" && focused.is_displayed().await?, "the focus is invisible on {html}");
        if browser.count(&format!("{css}:focus")).await? == 1 {
            return Ok(());
        }
    }
    panic!("Tab does not reach {css}");
}

/// Checks the numbers that the mail of the time is about. One run a side is no ground for a verdict.
async fn check_numbers(browser: &Browser<'_>) -> WebDriverResult<()> {
    for (before, after, improvement) in [("5.39", "17.40", "+222.8 %"), ("275.79", "695.78", "-152.3 %")] {
        let row = format!(
            "//tr[th='Sequential reads'][td='4'][td='{before}'][td='{after}'][td[contains(., '{improvement}')]]"
        );
        browser.driver.query(By::XPath(&row)).and_displayed().first().await?;
    }
    assert_eq!(browser.count("td.better, td.worse").await?, 0);
    assert!(browser.text().await?.contains("no verdict on "));
    Ok(())
}

/// Checks that this is a snapshot's page, with the same numbers, in the table and for a mail.
async fn check_permalink(browser: &Browser<'_>) -> WebDriverResult<()> {
    let mail = browser.find(".mail pre").await?.text().await?;
    let path = browser.path().await?;
    let hash = path.strip_prefix("/c/").unwrap_or_default();
    assert!(hash.len() == 32 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{path}");
    check_numbers(browser).await?;
    let says = |numbers: &[&str]| mail.lines().any(|line| numbers.iter().all(|number| line.contains(number)));
    assert!(says(&["Sequential reads   4", "5.39", "17.40", "+222.8 %"]), "{mail}");
    assert!(says(&["Sequential reads   4", "275.79", "695.78", "-152.3 %"]), "{mail}");
    assert!(mail.contains(&path), "{mail}");
    Ok(())
}
