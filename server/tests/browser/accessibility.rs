//! axe-core looks at every page: contrast, names of controls, order of headings and the like.

use thirtyfour::error::WebDriverResult;

use crate::browser::{Browser, browse};
use crate::pages::pages;

/// By Deque Systems, under the Mozilla Public License 2.0, as they publish it: test labs are
/// offline.
const AXE: &str = include_str!("axe-core-4.14.1.min.js");

/// Gives each violation as what is wrong, and where.
const RUN: &str = "const done = arguments[arguments.length - 1];
    axe.run().then((found) => done(found.violations.flatMap((violation) =>
        violation.nodes.map((node) => `${violation.help}: ${node.target}`))))";

async fn violations(browser: &Browser<'_>) -> WebDriverResult<Vec<String>> {
    browser.driver.execute(AXE, Vec::new()).await?;
    browser.driver.execute_async(RUN, Vec::new()).await?.convert()
}

/// Looks at every page in a window so wide, as a reader who prefers light or dark.
fn check(width: u32, scheme: &str) {
    browse(async |browser| {
        browser.emulate(width, scheme).await?;
        for page in pages(browser.service) {
            browser.open(&page).await?;
            assert_eq!(violations(browser).await?, Vec::<String>::new(), "{page}, {width} px, {scheme}");
        }
        Ok(())
    });
}

#[test]
fn axe_finds_no_violation_on_dark_phones() {
    check(375, "dark");
}

#[test]
fn axe_finds_no_violation_on_light_screens() {
    check(1440, "light");
}

#[test]
fn axe_finds_what_is_wrong() {
    browse(async |browser| {
        browser.open("/").await?;
        browser.driver.execute("document.body.append(document.createElement('img'))", Vec::new()).await?;
        let found = violations(browser).await?;
        assert!(found.iter().any(|violation| violation.contains("img")), "{found:?}");
        Ok(())
    });
}
