//! Names spelled much like one that nothing has.

/// More names than these help nobody.
const MOST_NEAR: usize = 5;

/// `; near are …`, the nearest first, or nothing where no name is spelled alike.
#[must_use]
pub fn near<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let likeness = |known: &str| strsim::jaro_winkler(&known.to_lowercase(), &name.to_lowercase());
    let mut near: Vec<(f64, &str)> = names.into_iter().map(|known| (likeness(known), known)).collect();
    near.retain(|(likeness, _)| *likeness > 0.8);
    near.sort_by(|(a, name_a), (b, name_b)| b.total_cmp(a).then_with(|| name_a.cmp(name_b)));
    near.dedup();
    let names: Vec<&str> = near.into_iter().take(MOST_NEAR).map(|(_, name)| name).collect();
    if names.is_empty() { String::new() } else { format!("; near are {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first_each_once() {
        assert_eq!(near("Tiobnch", ["tbench", "fio", "tiobench", "tiobench"]), "; near are tiobench, tbench");
        assert_eq!(near("tiobench", ["fio"]), "");
    }

    #[test]
    fn of_many_names_alike_a_few_are_told() {
        let boxes = ["node11", "node12", "node13", "node14", "node15", "node16", "node71"];
        let told = near("node17", boxes);
        assert_eq!(told.matches(", ").count(), MOST_NEAR - 1, "{told}");
    }
}
