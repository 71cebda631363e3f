//! The lines of fio's normal output.

use crate::readers::fio::job;
use crate::readers::text::number;

/// What a line is.
pub(super) enum Line<'a> {
    /// `fio-3.33`
    Version(&'a str),
    /// `mix: (g=0): rw=randrw, bs=…`
    Description { name: &'a str, options: &'a str },
    /// `mix: (groupid=0, jobs=2): err= 0: pid=30015: …`
    Header(Header<'a>),
    /// `Run status group 0 (all jobs):`
    Status,
    /// `fio: terminating on signal 2`
    Signal,
    /// `read: IOPS=…`, fio 2: `read : io=…`
    Direction { name: &'static str, rest: &'a str },
    /// `fsync/fdatasync/sync_file_range:`
    Syncs,
    /// `clat (usec): min=…`
    Latency(Statistics<'a>),
    /// `clat percentiles (usec):`, or percentiles of what is no latency of ours.
    PercentilesOf(Option<(&'static str, &'static str)>),
    /// `| 99.00th=[ 3818], …`, without the bar.
    Percentiles(&'a str),
    /// Any other.
    Other,
}

/// The first line of a job's entry.
pub(super) struct Header<'a> {
    pub(super) name: &'a str,
    pub(super) jobs: &'a str,
    pub(super) error: &'a str,
    pub(super) pid: &'a str,
}

impl Header<'_> {
    pub(super) fn is_failed(&self) -> bool {
        self.error != "0"
    }
}

/// A latency's line: whose, in which unit, and its values.
pub(super) struct Statistics<'a> {
    pub(super) kind: &'static str,
    pub(super) unit: &'static str,
    pub(super) rest: &'a str,
}

/// What a line is, blanks at its ends aside, and the progress that fio showed in its
/// place on a terminal.
pub(super) fn parse(body: &str) -> Line<'_> {
    let body = body.trim();
    let line = body.rsplit('\r').next().unwrap_or(body).trim_start();
    if let Some(row) = line.strip_prefix('|') {
        return Line::Percentiles(row);
    }
    if let Some(version) = line.strip_prefix("fio-")
        && version.starts_with(|c: char| c.is_ascii_digit())
        && !version.contains(' ')
    {
        return Line::Version(version);
    }
    if let Some((name, rest)) = line.split_once(": (g=")
        && let Some((_, options)) = rest.split_once("): ")
    {
        // A client puts the server's name before it: `<host> mix`.
        let name = name.rsplit_once("> ").map_or(name, |(_, name)| name);
        return Line::Description { name, options };
    }
    if line.starts_with("Run status group") {
        return Line::Status;
    }
    if line.contains("terminating on signal") {
        return Line::Signal;
    }
    if line.starts_with("fsync/fdatasync/") {
        return Line::Syncs;
    }
    header(line).map(Line::Header).or_else(|| in_entry(line)).unwrap_or(Line::Other)
}

fn header(line: &str) -> Option<Header<'_>> {
    let (name, rest) = line.split_once(": (groupid=")?;
    let (_, rest) = rest.split_once("jobs=")?;
    let (jobs, rest) = rest.split_once("): err=")?;
    let (error, rest) = rest.split_once(':')?;
    let error = error.split_whitespace().next()?;
    let pid = rest.split_once("pid=").map_or("", |(_, pid)| pid.split(':').next().unwrap_or_default());
    Some(Header { name, jobs, error, pid })
}

fn in_entry(line: &str) -> Option<Line<'_>> {
    let (head, rest) = line.split_once(':')?;
    let (head, rest) = (head.trim_end(), rest.trim());
    if let Some(name) = job::direction(head)
        && (rest.starts_with("IOPS=") || rest.starts_with("io="))
    {
        return Some(Line::Direction { name, rest });
    }
    let (of, unit) = head.strip_suffix(')')?.split_once(" (")?;
    let unit = unit_of(unit);
    if let Some(of) = of.strip_suffix(" percentiles") {
        return Some(Line::PercentilesOf(job::kind(of).zip(unit)));
    }
    let is_statistics = rest.starts_with("min=");
    let statistics = job::kind(of).zip(unit).map(|(kind, unit)| Statistics { kind, unit, rest });
    statistics.filter(|_| is_statistics).map(Line::Latency)
}

fn unit_of(printed: &str) -> Option<&'static str> {
    const UNITS: [(&str, &str); 4] = [("nsec", "ns"), ("usec", "us"), ("msec", "ms"), ("sec", "s")];
    UNITS.into_iter().find(|(fio, _)| *fio == printed.trim()).map(|(_, ours)| ours)
}

/// `min=1429, max=4603.6k, avg= 7.41`. None where a piece has no `=`: a comma inside a
/// number has cut it.
pub(super) fn fields(text: &str) -> Option<Vec<(&str, &str)>> {
    text.split(',')
        .map(|field| field.split_once('=').map(|(key, value)| (key.trim(), value.trim())))
        .collect()
}

/// `825`, `39.1k`, `4603.6K`, `1.2M`: in thousands.
pub(super) fn scaled(text: &str) -> Option<f64> {
    const SUFFIXES: [(char, &str); 6] =
        [('k', "e3"), ('K', "e3"), ('M', "e6"), ('G', "e9"), ('T', "e12"), ('P', "e15")];
    let suffix = SUFFIXES.into_iter().find_map(|(suffix, power)| Some((text.strip_suffix(suffix)?, power)));
    match suffix {
        // As text, so that 39.1k is the double nearest to 39100.
        Some((digits, power)) => number(&format!("{digits}{power}")),
        None => number(text),
    }
}

/// A direction's rates.
pub(super) struct Rates {
    pub(super) iops: f64,
    pub(super) rate: f64,
    pub(super) unit: String,
    /// In ms; 0 where it is not told.
    pub(super) runtime: f64,
}

/// `IOPS=39.1k, BW=153MiB/s (160MB/s)(306MiB/2003msec)`, fio 2: `io=10240MB,
/// bw=418811KB/s, iops=104702, runt= 25037msec`, whose KB are 1024 bytes.
pub(super) fn rates(rest: &str) -> Option<Rates> {
    let fields = fields(rest)?;
    let field = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let is_old = rest.starts_with("io=");
    let (iops, bandwidth) =
        if is_old { (field("iops")?, field("bw")?) } else { (field("IOPS")?, field("BW")?) };
    let runtime = if is_old { field("runt") } else { bandwidth.rsplit_once('/').map(|(_, time)| time) };
    let runtime = runtime.and_then(|time| number(time.split_once("msec")?.0));
    let bandwidth = bandwidth.split([' ', '(']).next()?;
    // With `unified_rw_reporting=both` fio counts nothing for the sum, `BW=0 (0)`.
    let bandwidth = if bandwidth == "0" { "0B/s" } else { bandwidth };
    let (digits, unit) = bandwidth.split_at(bandwidth.find(|c: char| c.is_ascii_alphabetic())?);
    let unit = if is_old { binary(unit) } else { unit.to_owned() };
    Some(Rates { iops: scaled(iops)?, rate: number(digits)?, unit, runtime: runtime.unwrap_or(0.0) })
}

/// fio 2's `KB/s` as what it means, `KiB/s`.
fn binary(unit: &str) -> String {
    match unit.strip_suffix("B/s") {
        Some(prefix @ ("K" | "M" | "G" | "T")) => format!("{prefix}iB/s"),
        _ => unit.to_owned(),
    }
}
