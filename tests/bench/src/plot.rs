//! Plots as SVG.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::results::{Row, SuiteResults};
use crate::sample::Sample;

const SIZE: (u32, u32) = (760, 460);

/// Colours that stay apart in print and for the colour-blind (Okabe and Ito), with two greys and a brown.
const COLOURS: [RGBColor; 11] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(240, 228, 66),
    RGBColor(90, 90, 90),
    RGBColor(170, 170, 170),
    RGBColor(140, 90, 40),
];

pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

pub(crate) struct Labels<'a> {
    pub(crate) title: &'a str,
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
}

/// One column of a suite's results.
type Figure = fn(&Row) -> Option<Sample>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The times of a suite: by size for a family, else each series sorted.
pub(crate) fn times(suite: &SuiteResults) -> Result<String> {
    let mut figures: Vec<(&'static str, Figure)> = vec![
        ("verdict", |row| row.engine.verdict),
        ("coverability set", |row| row.engine.set),
        ("whole process", |row| row.process.time),
    ];
    if suite.rows.iter().any(|row| row.against.is_some()) {
        figures.push(("other command", |row| row.against.as_ref()?.time));
    }
    let series =
        figures.into_iter().map(|(name, figure)| Series { name: name.to_owned(), points: points(suite, figure) });
    let x = suite.parameter.unwrap_or("instances, sorted by time");
    curves(&Labels { title: &suite.name, x, y: "seconds" }, &series.collect::<Vec<_>>())
}

/// The memory of the processes of a family by size.
pub(crate) fn memory(suite: &SuiteResults) -> Result<String> {
    let points = points(suite, |row| row.process.memory);
    let labels = Labels { title: &suite.name, x: suite.parameter.unwrap_or("instances"), y: "MiB" };
    curves(&labels, &[Series { name: "whole process".to_owned(), points }])
}

fn points(suite: &SuiteResults, figure: Figure) -> Vec<(f64, f64)> {
    let measured = suite.rows.iter().filter_map(|row| Some((row.size, figure(row)?.median)));
    if suite.parameter.is_some() {
        return measured.filter_map(|(size, value)| Some((f64::from(size?), value))).collect();
    }
    sorted(measured.map(|(_, value)| value).collect())
}

/// Values by their rank, from 1.
pub(crate) fn sorted(mut values: Vec<f64>) -> Vec<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    (1u32..).map(f64::from).zip(values).collect()
}

/// Share of the horizontal axis, on top of the curves, that is left for their names.
const ROOM: f64 = 0.25;

/// Lines over a linear axis of whole numbers; the vertical axis is logarithmic. A series without points has a colour, so that
/// the others keep theirs in several plots, but no name.
pub(crate) fn curves(labels: &Labels, series: &[Series]) -> Result<String> {
    draw(|area| {
        let x = span(series, |point| point.0, 0.0);
        let y = decades(series, |point| point.1);
        let mut chart = frame(area, labels).build_cartesian_2d(0.0..x.1 * (1.0 + ROOM), (y.0..y.1).log_scale())?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(labels.x)
            .y_desc(labels.y)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .y_label_formatter(&|value| short(*value))
            .draw()?;
        for (series, colour) in series.iter().zip(COLOURS).filter(|(series, _)| !series.points.is_empty()) {
            let line = LineSeries::new(series.points.clone(), colour.stroke_width(2)).point_size(3);
            chart.draw_series(line)?.label(series.name.as_str()).legend(move |at| key(at, colour));
        }
        let mut names = chart.configure_series_labels();
        names.position(SeriesLabelPosition::UpperRight).background_style(WHITE).border_style(BLACK.mix(0.3)).draw()?;
        Ok(())
    })
}

/// Points over two logarithmic axes of the same extent, with the diagonal.
pub(crate) fn scatter(labels: &Labels, points: &[(f64, f64)]) -> Result<String> {
    draw(|area| {
        let both = points.iter().flat_map(|&(x, y)| [(0.0, x), (0.0, y)]).collect();
        let (from, to) = decades(&[Series { name: String::new(), points: both }], |point| point.1);
        let mut chart = frame(area, labels).build_cartesian_2d((from..to).log_scale(), (from..to).log_scale())?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(labels.x)
            .y_desc(labels.y)
            .x_label_formatter(&|value| short(*value))
            .y_label_formatter(&|value| short(*value))
            .draw()?;
        chart.draw_series(LineSeries::new([(from, from), (to, to)], BLACK.mix(0.4)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, COLOURS[0].filled())))?;
        Ok(())
    })
}

/// The number of occurrences of each whole number.
pub(crate) fn histogram(labels: &Labels, values: &[u32]) -> Result<String> {
    draw(|area| {
        let most = values.iter().copied().max().unwrap_or(0).max(1);
        let count = |value| values.iter().filter(|other| **other == value).count() as u32;
        let highest = (0..=most).map(count).max().unwrap_or(0).max(1);
        let mut chart = frame(area, labels).build_cartesian_2d((0..most).into_segmented(), 0..highest + 1)?;
        chart.configure_mesh().disable_x_mesh().x_desc(labels.x).y_desc(labels.y).draw()?;
        let bars = Histogram::vertical(&chart).style(COLOURS[0].filled()).margin(4);
        chart.draw_series(bars.data(values.iter().map(|&value| (value, 1))))?;
        Ok(())
    })
}

fn draw(paint: impl FnOnce(&Area) -> Result<(), Box<dyn std::error::Error>>) -> Result<String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        paint(&area).map_err(|error| anyhow!("a plot cannot be drawn: {error}"))?;
        area.present()?;
    }
    Ok(text)
}

fn frame<'a, 'b>(area: &'a Area<'b>, labels: &Labels) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.caption(labels.title, ("sans-serif", 18)).margin(12).x_label_area_size(42).y_label_area_size(64);
    builder
}

fn key(at: (i32, i32), colour: RGBColor) -> PathElement<(i32, i32)> {
    PathElement::new(vec![at, (at.0 + 16, at.1)], colour.stroke_width(2))
}

/// The least and the largest value, and `least` if there is nothing.
fn span(series: &[Series], value: fn(&(f64, f64)) -> f64, least: f64) -> (f64, f64) {
    let values = series.iter().flat_map(|series| &series.points).map(value);
    values.fold((f64::INFINITY, least), |(low, high), value| (low.min(value), high.max(value)))
}

/// The powers of ten around positive values.
fn decades(series: &[Series], value: fn(&(f64, f64)) -> f64) -> (f64, f64) {
    let (low, high) = span(series, value, 0.0);
    if high <= 0.0 {
        return (0.1, 1.0);
    }
    let power = |value: f64, round: fn(f64) -> f64| 10f64.powf(round(value.max(1e-9).log10()));
    let (low, high) = (power(low, f64::floor), power(high, f64::ceil));
    (low, if high > low { high } else { low * 10.0 })
}

/// A power of ten as users write it.
fn short(value: f64) -> String {
    if (1e-3..1e4).contains(&value) { format!("{value}") } else { format!("{value:.0e}") }
}
