//! What of an integer program runs.

use boolprog_check::integer::Options;
use boolprog_check::integer::coverage::coverage;
use boolprog_host::limits::Limits;
use boolprog_ide::{integer, wording};
use boolprog_integer::Instantiation;

use super::super::arguments::CoverageArguments;
use super::super::coverage::Covered;
use super::super::load;
use super::{instances, read, with_place};

/// What is reached in all states. Fails with a sentence for people.
pub(in crate::cli) fn covered(arguments: &CoverageArguments, limits: &Limits) -> Result<Covered, String> {
    let path = arguments.file.display().to_string();
    let named = |why: String| format!("{path}: {why}");
    let source = load::read(&arguments.file).map_err(named)?;
    let instantiation =
        Instantiation { threads: instances(arguments.reading.threads), on_range: arguments.range.into() };
    let (model, _) = read(&path, &source, arguments.property.as_deref(), instantiation)
        .map_err(|found| named(with_place(&source, &found)))?;
    let found = coverage(&model, &Options::default(), limits).map(|found| integer::coverage::coverage(&found));
    Ok((source, found.map_err(|why| wording::integer::not_covered(&why))))
}
