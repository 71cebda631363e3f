//! netperf's classic tables: a row of numbers under five lines of header, or without them.

use super::{
    CPU_LOCAL, CPU_REMOTE, DEMAND_LOCAL, DEMAND_REMOTE, ELAPSED, ERRORS, Gathering, RATE, RECEIVED, SENT,
    THROUGHPUT, add, case, fault, unfit, unit,
};
use crate::metric::MetricInfo;
use crate::readers::text::number;
use crate::reading::ReadError;

/// The numbers of a row, if a line is one.
fn numbers(line: &str) -> Option<Vec<f64>> {
    let words = line.split_whitespace().take(12);
    let numbers: Option<Vec<f64>> =
        words.map(|word| if word.starts_with('-') { word.parse().ok() } else { number(word) }).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

pub(super) fn is_cut(line: &str) -> bool {
    line.contains('=') || numbers(line).is_some_and(|numbers| numbers.len() > 2)
}

/// Whether a text is nothing but rows of request/response tests without their headers.
pub(super) fn are_all(text: &str) -> bool {
    let rows: Vec<Option<usize>> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| numbers(line).map(|numbers| numbers.len()))
        .collect();
    let is_pair = |pair: &[Option<usize>]| matches!(pair, [Some(6 | 10), Some(2)]);
    !rows.is_empty() && rows.chunks(2).all(is_pair)
}

/// Netperfs started by a shell at once are one execution with several instances.
fn parallel(text: &str) -> bool {
    // A web page's text may have kept its entities.
    let is_behind = |line: &str| line.ends_with('&') || line.ends_with("&amp;");
    text.lines().filter(|line| line.contains("netperf ") && is_behind(line.trim_end())).count() > 1
}

pub(super) struct Rows {
    test: Option<String>,
    unit: &'static str,
    demand: &'static str,
    is_parallel: bool,
    instance: usize,
    /// A row whose second line is still to come.
    open: Option<(usize, Vec<f64>)>,
}

impl Rows {
    pub(super) fn new(text: &str) -> Self {
        let is_parallel = parallel(text);
        Self { test: None, unit: "Mbit/s", demand: "us/KB", is_parallel, instance: 0, open: None }
    }

    pub(super) fn begin(&mut self, test: &str) {
        (self.test, self.unit, self.demand) = (Some(test.to_owned()), "Mbit/s", "us/KB");
    }

    pub(super) fn take(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        body: &str,
    ) -> Result<(), ReadError> {
        let Some(row) = numbers(body) else {
            let mut words = body.split_whitespace();
            self.unit = words.find_map(unit).unwrap_or(self.unit);
            if body.contains("us/Tr") {
                self.demand = "us";
            }
            return Ok(());
        };
        if let Some((begun, first)) = self.open.take() {
            return self.two_lines(gathering, begun, &first, &row);
        }
        let is_udp = self.test.as_deref().is_some_and(|test| test.starts_with("UDP_STREAM"));
        match row.len() {
            6 | 8 if is_udp => self.open = Some((line, row)),
            6 | 10 => self.open = Some((line, row)),
            8 if self.test.is_none() => self.open = Some((line, row)),
            5 | 9 => self.stream(gathering, line, &row)?,
            2 => {}
            _ if self.test.is_some() => return Err(fault(line, body, "a row of netperf's table, whole")),
            _ => {}
        }
        Ok(())
    }

    /// A row whose second line is missing.
    pub(super) fn close(&mut self, gathering: &mut Gathering) -> Result<(), ReadError> {
        let Some((line, row)) = self.open.take() else { return Ok(()) };
        match self.test.as_deref() {
            Some(test) if test.starts_with("UDP_STREAM") => {
                gathering.remark(line, "the row is left out: the receiver's line under it is missing");
                Ok(())
            }
            _ => self.transactions(gathering, line, &row),
        }
    }

    fn case(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        test: &str,
        parameters: &[(&'static str, f64)],
    ) -> Result<crate::run::Case, ReadError> {
        if self.instance == 0 || !self.is_parallel {
            gathering.next_run();
        }
        self.instance += 1;
        let test = self.test.clone().unwrap_or_else(|| test.to_owned());
        let mut said = vec![("test", test)];
        said.extend(parameters.iter().map(|(key, value)| (*key, value.to_string())));
        if self.is_parallel {
            said.push(("instance", self.instance.to_string()));
        }
        case(said).map_err(unfit(line))
    }

    fn stream(&mut self, gathering: &mut Gathering, line: usize, row: &[f64]) -> Result<(), ReadError> {
        let parameters = [("receive_buffer", row[0]), ("send_buffer", row[1]), ("message_size", row[2])];
        let case = self.case(gathering, line, "STREAM", &parameters)?;
        let cells = [(&THROUGHPUT, self.unit, row[4]), (&ELAPSED, "s", row[3])];
        add(gathering, line, &case, &cells)?;
        add(
            gathering,
            line,
            &case,
            &processor([&CPU_LOCAL, &CPU_REMOTE, &DEMAND_LOCAL, &DEMAND_REMOTE], self.demand, &row[5..]),
        )
    }

    fn two_lines(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        first: &[f64],
        second: &[f64],
    ) -> Result<(), ReadError> {
        match (first.len(), second.len()) {
            (6 | 10, 2) => self.transactions(gathering, line, first),
            (6, 4) | (8, 6) => self.datagrams(gathering, line, first, second),
            (_, found) => {
                Err(fault(line + 1, format!("{found} numbers"), "the second line of netperf's row"))
            }
        }
    }

    fn transactions(&mut self, gathering: &mut Gathering, line: usize, row: &[f64]) -> Result<(), ReadError> {
        let parameters = [
            ("send_buffer", row[0]),
            ("receive_buffer", row[1]),
            ("request_size", row[2]),
            ("response_size", row[3]),
        ];
        let case = self.case(gathering, line, "RR", &parameters)?;
        let cells = [(&RATE, "transactions/s", row[5]), (&ELAPSED, "s", row[4])];
        add(gathering, line, &case, &cells)?;
        add(
            gathering,
            line,
            &case,
            &processor([&CPU_LOCAL, &CPU_REMOTE, &DEMAND_LOCAL, &DEMAND_REMOTE], "us", &row[6..]),
        )
    }

    fn datagrams(
        &mut self,
        gathering: &mut Gathering,
        line: usize,
        sent: &[f64],
        received: &[f64],
    ) -> Result<(), ReadError> {
        let parameters =
            [("send_buffer", sent[0]), ("receive_buffer", received[0]), ("message_size", sent[1])];
        let case = self.case(gathering, line, "UDP_STREAM", &parameters)?;
        let cells = [
            (&SENT, self.unit, sent[5]),
            (&RECEIVED, self.unit, received[3]),
            (&ERRORS, "messages", sent[4]),
            (&ELAPSED, "s", sent[2]),
        ];
        add(gathering, line, &case, &cells)?;
        let mut cpu: Vec<f64> = Vec::new();
        if let ([.., local, local_demand], true) = (sent, sent.len() == 8) {
            cpu = vec![*local, received[4], *local_demand, received[5]];
        }
        add(
            gathering,
            line,
            &case,
            &processor([&CPU_LOCAL, &CPU_REMOTE, &DEMAND_LOCAL, &DEMAND_REMOTE], self.demand, &cpu),
        )
    }
}

/// CPU use and demand of both sides; -1 is what was not measured.
fn processor<'a>(
    infos: [&'static MetricInfo; 4],
    demand: &'a str,
    row: &[f64],
) -> Vec<(&'static MetricInfo, &'a str, f64)> {
    let units = ["%", "%", demand, demand];
    let cells = infos.into_iter().zip(units).zip(row);
    cells.filter(|(_, value)| **value >= 0.0).map(|((info, unit), value)| (info, unit, *value)).collect()
}
