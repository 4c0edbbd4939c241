//! Messages of JSON-RPC that a library of a protocol would leave without an answer, or end the session for.
//!
//! A malformed message with an id waits for an answer, and so does a request that the library ignores: instead of it,
//! the server gets the request [`REFUSED`], whose answer is an error.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The method that stands for requests that cannot be answered. No client knows its name.
pub const REFUSED: &str = "boolprog/refused";

/// The error that answers such a request: code and message of JSON-RPC.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Its code.
    pub code: i64,
    /// Its message.
    pub message: String,
}

/// The text that the server gets for a body, if any. Of some protocols, parameters may be arrays.
pub fn passed(body: &[u8], has_arrays: bool) -> Option<Cow<'_, [u8]>> {
    let sound = serde_json::from_slice(body).is_ok_and(|message| is_message(&message));
    // Contents of any depth are skipped here.
    let members: Members<'_> = serde_json::from_slice(body).ok()?;
    match refusal(&members, sound, has_arrays) {
        None => sound.then_some(Cow::Borrowed(body)),
        Some(refusal) => {
            let id = members.get("id")?;
            let refused = json!({ "jsonrpc": "2.0", "id": id, "method": REFUSED, "params": refusal });
            Some(Cow::Owned(refused.to_string().into_bytes()))
        }
    }
}

/// The members of a message, not looked into.
type Members<'b> = BTreeMap<String, &'b RawValue>;

/// The error that answers a message, if it waits for an answer that the library would not give.
fn refusal(members: &Members<'_>, sound: bool, has_arrays: bool) -> Option<Refusal> {
    let text = |name| members.get(name).map(|value| value.get());
    let waits = text("id").is_some_and(|id| id.starts_with('"') || id.parse::<i64>().is_ok());
    if !waits || members.contains_key("result") || members.contains_key("error") {
        return None;
    }
    let refuse = |code, message: &str| Some(Refusal { code, message: message.to_owned() });
    let is_kind = |params: &str| params.starts_with(['{', 'n']) || has_arrays && params.starts_with('[');
    let has_others = text("params").is_some_and(|params| !is_kind(params));
    match text("method") {
        Some(method) if method.starts_with("\"$/") => refuse(-32601, "Method not found"),
        Some(method) if method.starts_with('"') && has_others => {
            refuse(-32602, if has_arrays { "Parameters are an object or an array" } else { "Parameters are an object" })
        }
        _ if sound => None,
        _ => refuse(-32600, "This is no request of JSON-RPC 2.0, or it is nested too deeply"),
    }
}

/// Returns `true` if a body is a request, a notification or a response.
fn is_message(message: &Value) -> bool {
    let Value::Object(message) = message else { return false };
    let id_is_sound = message.get("id").is_none_or(|id| id.is_null() || id.is_string() || id.is_i64());
    let params_are_sound =
        message.get("params").is_none_or(|params| params.is_object() || params.is_array() || params.is_null());
    let asks = message.get("method").is_some_and(Value::is_string) && params_are_sound;
    let answers = message.contains_key("id") && (message.contains_key("result") || message.contains_key("error"));
    message.get("jsonrpc").is_some_and(|version| version == "2.0") && id_is_sound && (asks || answers)
}

/// Returns `true` if a message that [passes](passed) is a request.
pub fn is_request(body: &[u8]) -> bool {
    let members: Option<Members<'_>> = serde_json::from_slice(body).ok();
    members.is_some_and(|members| members.contains_key("id") && members.contains_key("method"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code of the error that answers a message; `None` if the message passes or is dropped.
    fn refused(body: &str) -> Option<i64> {
        let passed = passed(body.as_bytes(), true)?;
        let message: Value = serde_json::from_slice(&passed).expect("JSON");
        (message["method"] == REFUSED).then(|| message["params"]["code"].as_i64()).flatten()
    }

    #[test]
    fn whoever_waits_is_answered() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        for (rest, code) in [
            ("\"method\":\"x\",\"params\":1", -32602),
            ("\"method\":\"x\",\"params\":\"a\"", -32602),
            ("\"method\":\"$/setTrace\",\"params\":{}", -32601),
            ("\"params\":{}", -32600),
            ("\"method\":7", -32600),
            (&format!("\"method\":\"x\",\"params\":{deep}"), -32600),
        ] {
            assert_eq!(refused(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,{rest}}}")), Some(code), "{rest}");
            assert_eq!(refused(&format!("{{\"jsonrpc\":\"2.0\",{rest}}}")), None, "a notification: {rest}");
        }
        assert_eq!(refused("{\"id\":\"a\",\"method\":\"x\"}"), Some(-32600));
        for passing in [
            "\"id\":1,\"method\":\"x\",\"params\":[]",
            "\"id\":1,\"result\":1",
            "\"id\":1,\"result\":null",
            "\"id\":1,\"method\":\"shutdown\",\"params\":null",
            "\"method\":\"$/cancelRequest\"",
        ] {
            let body = format!("{{\"jsonrpc\":\"2.0\",{passing}}}");
            assert_eq!(passed(body.as_bytes(), true).as_deref(), Some(body.as_bytes()));
        }
    }
}
