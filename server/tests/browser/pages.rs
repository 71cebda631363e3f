//! Every page: what fits, what is quiet, what is only text.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use thirtyfour::prelude::*;

use crate::browser::{Browser, browse};
use crate::service::{SCRIPT, Service};

/// A page of each kind that is at a fixed address, with a comparison in each layout.
const PAGES: [&str; 22] = [
    "/",
    "/runs",
    "/runs?q=label:nothing",
    "/compare",
    "/compare?q=label:2.5.60-mm2*&by=label",
    "/compare?q=label:2.5.60-mm2*&by=label&layout=summary",
    "/compare?q=label:2.5.60-mm2*&by=label&layout=metrics",
    "/compare?q=benchmark:tiobench&by=label",
    "/compare?q=label:2.5.60-mm2*&by=label&layout=sweep&rows=threads&metric=rate",
    "/compare?q=elevator:*&by=elevator",
    "/history",
    "/history?q=box:nightly",
    "/history?q=benchmark:tiobench&by=kernel",
    "/benchmarks",
    "/benchmarks/tiobench",
    "/benchmarks/fio",
    "/boxes",
    "/boxes/mail-2003",
    "/sign-in?next=/runs",
    "/upload",
    "/api",
    "/runs?q=box:mail-2003&sort=label",
];

/// All pages that answer 200.
pub(crate) fn pages(service: &Service) -> Vec<String> {
    let snapshots = ["label:2.5.60-mm2*", "elevator:as vs elevator:cfq"].map(|q| service.snapshot(q));
    PAGES.map(str::to_owned).into_iter().chain(service.runs.clone()).chain(snapshots).collect()
}

async fn check_fits(browser: &Browser<'_>) -> WebDriverResult<()> {
    let fits = "document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth";
    assert_eq!(browser.evaluate(fits).await?, true, "{} scrolls sideways", browser.path().await?);
    Ok(())
}

/// "Random reads" ran into the number of its threads.
#[test]
fn names_of_rows_stay_in_their_cells_on_phones() {
    browse(async |browser| {
        browser.emulate(375, "light").await?;
        browser.open(&browser.service.snapshot("label:2.5.60-mm2*")).await?;
        let stays = "[...document.querySelectorAll('.grid .pin > a')].every((name) =>
            name.getBoundingClientRect().right <= name.parentElement.getBoundingClientRect().right)";
        assert!(browser.count(".grid .pin > a").await? > 0);
        assert_eq!(browser.evaluate(stays).await?, true);
        Ok(())
    });
}

/// Names of fifty letters lost their middles, in which alone they differed, and their ends were printed
/// over the numbers beside them.
#[test]
fn long_names_of_sides_keep_what_differs_and_stay_in_their_cells() {
    browse(async |browser| {
        for scheduler in ["as", "bfq", "cfq", "kyber", "mq", "noop"] {
            let label = format!("linux-next-x86_64-{scheduler}-lowlatency-preempt-rt-build-0042");
            browser.service.send_run(&label);
        }
        browser.open("/compare?q=label:linux-next-x86_64-*").await?;
        let stays = "[...document.querySelectorAll('.grid .name')].every((name) => {
            const text = document.createRange();
            text.selectNodeContents(name);
            const cell = name.closest('th').getBoundingClientRect();
            return [...text.getClientRects()].every((line) => line.left >= cell.left && line.right <= cell.right);
        })";
        let are_whole = "[...document.querySelectorAll('.grid .name > span')].map((it) =>
            getComputedStyle(it).fontSize !== '0px').filter((it, at, all) => all.indexOf(it) === at)";
        assert!(browser.count(".grid .name").await? >= 6);
        for (width, is_whole) in [(375, false), (768, true), (1440, true)] {
            browser.emulate(width, "light").await?;
            assert_eq!(browser.evaluate(stays).await?, true, "{width}");
            assert_eq!(browser.evaluate(are_whole).await?, serde_json::json!([is_whole]), "{width}");
        }
        Ok(())
    });
}

#[test]
fn pages_fit_phones_and_screens_and_are_quiet() {
    browse(async |browser| {
        for page in pages(browser.service) {
            for width in [375, 1440] {
                browser.emulate(width, "light").await?;
                browser.open(&page).await?;
                check_fits(browser).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn pages_are_dark_for_readers_who_like_dark() {
    browse(async |browser| {
        for (scheme, paper) in [("light", "rgba(253, 253, 251, 1)"), ("dark", "rgba(22, 24, 26, 1)")] {
            browser.emulate(1440, scheme).await?;
            browser.open("/compare?q=label:2.5.60-mm2*&by=label").await?;
            for place in ["body", "thead th", ".pin"] {
                assert_eq!(browser.find(place).await?.css_value("background-color").await?, paper, "{place}");
            }
        }
        Ok(())
    });
}

#[test]
fn plots_suit_the_window_and_the_theme_and_rows_lead_to_them() {
    browse(async |browser| {
        for (width, scheme, seen, ink) in [
            (375, "light", ".plot.narrow", "rgb(28, 29, 31)"),
            (1440, "dark", ".plot.wide", "rgb(228, 228, 224)"),
        ] {
            browser.emulate(width, scheme).await?;
            browser
                .open("/compare?q=label:2.5.60-mm2*&by=label&layout=sweep&rows=threads&metric=rate")
                .await?;
            let shown = browser.find(&format!("{seen} text:not([class])")).await?;
            assert_eq!(shown.css_value("fill").await?, ink);
            // Text has the size that it was laid out in.
            let scale = format!("document.querySelector('{seen}').getScreenCTM().a");
            assert_eq!(browser.evaluate(&format!("{scale} > 0.99")).await?, true, "{width}");
            let both = "[...document.querySelectorAll('.plot')].filter(it => it.checkVisibility()).length";
            assert_eq!(browser.evaluate(both).await?, browser.count(seen).await?, "{width}");
        }
        browser.open("/compare?q=label:2.5.60-mm2*&by=label&metric=rate").await?;
        let rows = browser.count(".grid tbody th.pin").await?;
        assert_eq!((browser.count("figure").await?, browser.count(".grid .pin a").await?), (12, rows));
        browser.click(".grid tbody tr:nth-child(12) .pin a").await?;
        assert_eq!(browser.find("h1").await?.text().await?, "rate, test=Sequential reads, threads=4");
        let label = "document.querySelector('figure svg').getAttribute('aria-label')";
        let label = browser.evaluate(label).await?.to_string();
        assert!(label.contains("test=Sequential reads, threads=4: 2.5.60-mm2 5.39 MiB/s"), "{label}");
        Ok(())
    });
}

#[test]
fn errors_name_the_place_and_nothing_else_complains() {
    browse(async |browser| {
        for (page, status, says) in [
            ("/nowhere", "404", "there is nothing at this address"),
            ("/runs/0123456789abcdef", "404", "there is no run 0123456789abcdef"),
            ("/benchmarks/tiobnch", "404", "near are tiobench"),
            ("/boxes/mail-2004", "404", "near are mail-200"),
            ("/c/0123456789abcdef0123456789abcdef", "404", "there is no snapshot"),
            ("/runs?q=label:a+nokey:b", "400", "label:a nokey:b\n        ^^^^^"),
            ("/history?q=label:a+nokey:b", "400", "label:a nokey:b\n        ^^^^^"),
            ("/compare?q=label:a+nokey:b", "400", "label:a nokey:b\n        ^^^^^"),
        ] {
            browser.emulate(375, "dark").await?;
            browser.open(page).await?;
            assert!(browser.find("[role=alert]").await?.text().await?.contains(says), "{page}");
            check_fits(browser).await?;
            // The browser itself notes the status of every page that is an error.
            let complaints = browser.complaints().await?;
            assert!(matches!(&complaints[..], [one] if one.contains(status)), "{page}: {complaints:?}");
        }
        Ok(())
    });
}

#[test]
fn names_that_are_scripts_are_text() {
    browse(async |browser| {
        let prank = "elevator:*";
        let named = utf8_percent_encode(SCRIPT, NON_ALPHANUMERIC);
        let pages = [
            "/".to_owned(),
            "/benchmarks".to_owned(),
            format!("/benchmarks/{named}"),
            "/boxes".to_owned(),
            format!("/boxes/{named}"),
            format!("/runs?q={prank}"),
            format!("/compare?q={prank}&by=elevator"),
            format!("/history?q={prank}&by=kernel"),
            format!("/compare?q={prank}&by=prank,label"),
            browser.service.runs.last().unwrap().clone(),
            browser.service.snapshot("elevator:as vs elevator:cfq"),
        ];
        for page in pages {
            browser.open(&page).await?;
            assert!(browser.text().await?.contains(SCRIPT), "{page}");
            assert_ne!(browser.driver.title().await?, "ran", "{page}");
            assert_eq!(browser.count("script:not([src])").await?, 0, "{page}");
        }
        Ok(())
    });
}
