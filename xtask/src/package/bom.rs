//! The bill of materials of the packages, in the format of `CycloneDX`.

use anyhow::Result;
use serde_json::{Value, json};
use xshell::Shell;

use crate::parts::{self, Part};

/// The bill of all packages of this version. It has no serial number and no time, so that it is the same for the same sources.
pub(crate) fn text(sh: &Shell, version: &str) -> Result<String> {
    let components: Vec<Value> = parts::all(sh)?.iter().map(component).collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": "boolprog",
            "name": "boolprog",
            "version": version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(part: &Part) -> Value {
    let mut component = json!({
        "type": "library",
        "name": part.name,
        "licenses": [{ "expression": part.licence }],
        "externalReferences": [{ "type": "vcs", "url": part.repository }],
    });
    if let (Some(version), Some(url)) = (&part.version, part.url()) {
        component["version"] = json!(version);
        component["purl"] = json!(url);
        component["bom-ref"] = json!(url);
    }
    component
}
