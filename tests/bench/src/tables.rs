//! Figures as Markdown.

use crate::results::{Process, Results, Row, SuiteResults};
use crate::sample::Sample;

pub(crate) fn results(results: &Results) -> String {
    let mut parts = vec![format!(
        "Medians of {} runs with their minimum and maximum, in milliseconds; each run stopped after {} s. \
         *Verdict* and *set* are the engines alone (all verdicts with evidence; the minimal coverability set), \
         *process* is `boolprog check` from start to end.\n",
        results.repeat, results.timeout
    )];
    parts.extend(results.against.as_ref().map(|against| {
        format!("*Other* is `{against}`, run in turn with `boolprog check`; *ratio* is other to process, in processor time.\n")
    }));
    for suite in &results.suites {
        parts.push(format!("\n## {}\n\n", suite.name));
        parts.push(table(&header(suite, results.against.is_some()), &rows(suite)));
        for row in &suite.rows {
            parts.extend(row.complaints.iter().map(|complaint| format!("\n**{}**: {complaint}\n", row.instance)));
        }
    }
    parts.concat()
}

fn header(suite: &SuiteResults, against: bool) -> Vec<String> {
    let mut header = vec![suite.parameter.unwrap_or("instance"), "answer", "maximal markings", "verdict", "set"];
    header.extend(["process", "MiB"]);
    if against {
        header.extend(["other", "MiB", "ratio"]);
    }
    header.into_iter().map(str::to_owned).collect()
}

fn rows(suite: &SuiteResults) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = suite.rows.iter().map(row).collect();
    if suite.parameter.is_none() && suite.rows.len() > 1 {
        rows.push(sum(suite));
    }
    rows
}

fn row(row: &Row) -> Vec<String> {
    let count = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
    let mut cells = vec![
        row.size.map_or_else(|| row.instance.clone(), |size| size.to_string()),
        row.engine.answer.verdict.word().to_owned(),
        count(row.engine.answer.maximal_markings),
        time(row.engine.verdict),
        row.engine.set.map_or(String::new(), |set| time(Some(set))),
    ];
    cells.extend(process(&row.process));
    if let Some(against) = &row.against {
        cells.extend(process(against));
        cells.push(ratio([processor(row)].into_iter()));
    }
    cells
}

fn process(process: &Process) -> [String; 2] {
    [time(process.time), process.memory.map_or(String::new(), |memory| format!("{:.0}", memory.median))]
}

/// The processor time of boolprog and of the other command, in seconds, where both ended in time.
fn processor(row: &Row) -> Option<[f64; 2]> {
    Some([row.process.processor?.median, row.against.as_ref()?.processor?.median])
}

/// The sum of the other command's times beside that of boolprog's.
fn ratio(times: impl Iterator<Item = Option<[f64; 2]>>) -> String {
    let sums = times.flatten().reduce(|[ours, theirs], [our, their]| [ours + our, theirs + their]);
    sums.map_or(String::new(), |[ours, theirs]| format!("{:.2}", theirs / ours))
}

/// The sums of the medians, of the runs that ended in time.
fn sum(suite: &SuiteResults) -> Vec<String> {
    let total = |figure: fn(&Row) -> Option<Sample>| {
        let sum: f64 = suite.rows.iter().filter_map(figure).map(|sample| sample.median).sum();
        milliseconds(sum)
    };
    let mut cells = vec!["**sum**".to_owned(), String::new(), String::new()];
    cells.extend([total(|row| row.engine.verdict), total(|row| row.engine.set)]);
    cells.extend([total(|row| row.process.time), String::new()]);
    if suite.rows.iter().any(|row| row.against.is_some()) {
        cells.extend([total(|row| row.against.as_ref()?.time), String::new()]);
        cells.push(ratio(suite.rows.iter().map(processor)));
    }
    cells
}

/// A time in seconds, as milliseconds with its spread.
pub(crate) fn time(sample: Option<Sample>) -> String {
    sample.map_or("time limit".to_owned(), |sample| {
        let [median, min, max] = [sample.median, sample.min, sample.max].map(milliseconds);
        format!("{median} ({min} to {max})")
    })
}

/// Seconds as milliseconds, to about three digits.
pub(crate) fn milliseconds(seconds: f64) -> String {
    let value = seconds * 1e3;
    let digits = [(0.1, 3), (1.0, 2), (100.0, 1)].into_iter().find(|(limit, _)| value < *limit);
    format!("{value:.*}", digits.map_or(0, |(_, digits)| digits))
}

/// A Markdown table; the first column is text, the others are figures.
pub(crate) fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = header.iter().enumerate().map(|(column, _)| if column == 0 { "---" } else { "---:" });
    let rule: Vec<String> = rule.map(str::to_owned).collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    line(header) + &line(&rule).replace(' ', "") + &body
}
