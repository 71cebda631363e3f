//! Plots as files.

use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;

use crate::form::Form;
use crate::plots::{self, Plot, png, svg};
use crate::problem::Problem;

/// Paints plots on other threads than those that answer requests, no more of them at once than
/// there are processors: each takes many megabytes.
#[derive(Debug, Clone)]
pub struct Painting(Arc<Semaphore>);

impl Default for Painting {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(thread::available_parallelism().map_or(1, usize::from))))
    }
}

impl Painting {
    /// The file of a plot under a title, as SVG or PNG.
    ///
    /// # Errors
    /// 404 where there is no plot; 500 where it cannot be painted.
    pub async fn file(
        &self,
        form: Form,
        title: String,
        plot: impl FnOnce() -> Option<Plot> + Send + 'static,
    ) -> Result<Vec<u8>, Problem> {
        let _permit = self.0.acquire().await.map_err(Problem::internal)?;
        let painted = tokio::task::spawn_blocking(move || paint(form, &title, plot()));
        painted.await.map_err(Problem::internal)?
    }
}

fn paint(form: Form, title: &str, plot: Option<Plot>) -> Result<Vec<u8>, Problem> {
    let plot = plot.ok_or_else(|| Problem::not_found("there are no results here that could be plotted"))?;
    let spelled = || (plots::spelled(title), plot.clone().spelled());
    let painted = match form {
        Form::Preview => {
            let (title, plot) = spelled();
            png::preview(&plots::preview(&title, &plot))
        }
        Form::Png => {
            let (title, plot) = spelled();
            png::file(&plots::sheet(&title, &plot))
        }
        _ => Ok(svg::file(&plots::sheet(title, &plot), &plot.alt()).into_bytes()),
    };
    painted.map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn only_a_few_plots_are_painted_at_once() {
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let plot = || {
            MOST.fetch_max(1 + NOW.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
            thread::sleep(Duration::from_millis(5));
            NOW.fetch_sub(1, Ordering::SeqCst);
            None
        };
        let painting = Painting(Arc::new(Semaphore::new(2)));
        let mut all = JoinSet::new();
        for _ in 0..8 {
            let painting = painting.clone();
            all.spawn(async move { painting.file(Form::Png, String::new(), plot).await });
        }
        let outcomes = all.join_all().await;
        assert!(outcomes.iter().all(|outcome| outcome.as_ref().is_err_and(|problem| problem.status == 404)));
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
    }
}
