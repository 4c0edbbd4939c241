//! Mathematics (C11 7.12). Values are those of `double`; results are rounded to the type of the function, whose name ends with
//! `f` or `l` for the other types.

#![expect(clippy::unnecessary_wraps, reason = "native functions have one type")]

use boolprog_c_syntax::types::Floating;

use crate::halt::Halt;
use crate::native::{Call, Native};
use crate::value::{Scalar, Value};

mod parts;
mod special;

#[cfg(test)]
mod tests;

type Unary = fn(f64) -> f64;
type Binary = fn(f64, f64) -> f64;
type Predicate = fn(f64) -> i128;

/// Functions of one value.
static UNARY: &[(&str, Unary)] = &[
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", f64::asinh),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("cbrt", f64::cbrt),
    ("ceil", f64::ceil),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("erf", special::erf),
    ("erfc", special::erfc),
    ("exp", f64::exp),
    ("exp10", |x| 10_f64.powf(x)),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("fabs", f64::abs),
    ("floor", f64::floor),
    ("lgamma", special::lgamma),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("log2", f64::log2),
    ("logb", parts::logb),
    ("nearbyint", f64::round_ties_even),
    ("rint", f64::round_ties_even),
    ("round", f64::round),
    ("roundeven", f64::round_ties_even),
    ("significand", |x| parts::scale(x, -i64::from(parts::exponent(x)))),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
    ("tgamma", special::gamma),
    ("trunc", f64::trunc),
];

/// Functions of two values.
static BINARY: &[(&str, Binary)] = &[
    ("atan2", f64::atan2),
    ("copysign", f64::copysign),
    ("drem", parts::remainder),
    ("fdim", |x, y| if x <= y { 0.0 } else { x - y }),
    ("fmax", f64::max),
    ("fmin", f64::min),
    ("fmod", |x, y| x % y),
    ("hypot", f64::hypot),
    ("pow", f64::powf),
    ("remainder", parts::remainder),
];

/// Functions of one value that give an integer.
static PREDICATES: &[(&str, Predicate)] = &[
    ("__finite", |x| x.is_finite().into()),
    ("__fpclassify", parts::classify),
    ("__isinf", |x| if x.is_infinite() { x.signum() as i128 } else { 0 }),
    ("__isnan", |x| x.is_nan().into()),
    ("__signbit", |x| x.is_sign_negative().into()),
    ("finite", |x| x.is_finite().into()),
    ("ilogb", |x| {
        if x == 0.0 || x.is_nan() {
            i32::MIN.into()
        } else if x.is_infinite() {
            i32::MAX.into()
        } else {
            parts::exponent(x).into()
        }
    }),
    ("isfinite", |x| x.is_finite().into()),
    ("isinf", |x| if x.is_infinite() { x.signum() as i128 } else { 0 }),
    ("isnan", |x| x.is_nan().into()),
    ("isnormal", |x| x.is_normal().into()),
    ("llrint", |x| x.round_ties_even() as i128),
    ("llround", |x| x.round() as i128),
    ("lrint", |x| x.round_ties_even() as i128),
    ("lround", |x| x.round() as i128),
    ("signbit", |x| x.is_sign_negative().into()),
];

/// Functions that have other parameters.
static OTHERS: &[(&str, Native)] = &[
    ("fma", |call| Ok(Value::Floating(call.floating(0).mul_add(call.floating(1), call.floating(2))))),
    ("frexp", frexp),
    ("ldexp", scale),
    ("modf", modf),
    ("nan", |_| Ok(Value::Floating(f64::NAN))),
    ("nextafter", next_after),
    ("nexttoward", next_after),
    ("remquo", remquo),
    ("scalbln", scale),
    ("scalbn", scale),
    ("sincos", sincos),
];

/// The native function of a name.
pub(super) fn find(name: &str) -> Option<Native> {
    let is_in = [
        (look_up(UNARY, name).is_some(), unary as Native),
        (look_up(BINARY, name).is_some(), binary),
        (look_up(PREDICATES, name).is_some(), predicate),
    ];
    let by_table = is_in.into_iter().find(|(is_known, _)| *is_known).map(|(_, native)| native);
    by_table.or_else(|| look_up(OTHERS, name))
}

fn unary(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    Ok(look_up(UNARY, call.name()).map_or(Value::None, |f| Value::Floating(f(call.floating(0)))))
}

fn binary(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    Ok(look_up(BINARY, call.name()).map_or(Value::None, |f| Value::Floating(f(call.floating(0), call.floating(1)))))
}

fn predicate(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    Ok(look_up(PREDICATES, call.name()).map_or(Value::None, |f| Value::Integer(f(call.floating(0)))))
}

/// The entry of a table for a name, with or without `__builtin_` before it, and the letter of another type after it.
fn look_up<F: Copy>(table: &[(&str, F)], name: &str) -> Option<F> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let exact = |name: &str| table.binary_search_by(|(known, _)| known.cmp(&name)).ok().map(|index| table[index].1);
    exact(name).or_else(|| name.strip_suffix(['f', 'l']).and_then(exact))
}

/// The floating type of a function: `float` if its name is another one with an `f`.
fn format(name: &str) -> Floating {
    match name.as_bytes().last() {
        Some(b'f') if name.trim_start_matches("__builtin_") != "modf" => Floating::Float,
        Some(b'l') => Floating::LongDouble,
        _ => Floating::Double,
    }
}

/// Stores a value where an argument points.
fn store(call: &mut Call<'_, '_>, index: usize, value: f64) -> Result<(), Halt> {
    let scalar = call.floating_type(format(call.name()));
    call.store(call.address(index), scalar, &Value::Floating(value))
}

fn frexp(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let value = call.floating(0);
    let exponent = if value == 0.0 || !value.is_finite() { 0 } else { parts::exponent(value) + 1 };
    call.store(call.address(1), Scalar::INT, &Value::Integer(exponent.into()))?;
    Ok(Value::Floating(parts::scale(value, -i64::from(exponent))))
}

fn scale(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let exponent = call.integer(1).clamp(-5000, 5000) as i64;
    Ok(Value::Floating(parts::scale(call.floating(0), exponent)))
}

fn modf(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let value = call.floating(0);
    store(call, 1, value.trunc())?;
    let fraction = if value.is_infinite() { 0.0 } else { value.fract() };
    Ok(Value::Floating(fraction.copysign(value)))
}

fn next_after(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (from, to) = (call.floating(0), call.floating(1));
    let next = if format(call.name()) == Floating::Float {
        parts::next_float(from as f32, to).into()
    } else {
        parts::next(from, to)
    };
    Ok(Value::Floating(next))
}

fn remquo(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (x, y) = (call.floating(0), call.floating(1));
    let rest = parts::remainder(x, y);
    let quotient = ((x - rest) / y).round_ties_even();
    let bits = (quotient.abs() % 8.0).copysign(quotient);
    call.store(call.address(2), Scalar::INT, &Value::Integer(bits as i128))?;
    Ok(Value::Floating(rest))
}

fn sincos(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let (sine, cosine) = call.floating(0).sin_cos();
    store(call, 1, sine)?;
    store(call, 2, cosine)?;
    Ok(Value::None)
}
