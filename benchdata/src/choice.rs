//! Words of which one is chosen: a layout, an order.

/// The one of this name.
///
/// # Errors
/// Which names there are.
pub(crate) fn chosen<T: Copy, const N: usize>(
    kind: &str,
    all: [T; N],
    name_of: fn(T) -> &'static str,
    name: &str,
) -> Result<T, String> {
    all.into_iter()
        .find(|one| name_of(*one) == name)
        .ok_or_else(|| format!("no {kind} is called {name:?}; there are {}", all.map(name_of).join(", ")))
}
