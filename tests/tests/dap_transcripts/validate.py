"""Validates debug adapter messages, one a line on standard input, against the protocol's own JSON schema.

Exits with 0 if all are valid, 1 if one is not, 77 if the schema or `jsonschema` is not there.
"""

import importlib.util
import json
import os
import pathlib
import sys
import warnings


def skip(why):
    print(f"skipped: {why}", file=sys.stderr)
    sys.exit(77)


def schema_path():
    given = os.environ.get("BOOLPROG_DAP_SCHEMA")
    if given:
        return pathlib.Path(given)
    package = importlib.util.find_spec("debugpy")
    if package is None or package.origin is None:
        skip("the Python package debugpy, which holds the schema, is not installed")
    inside = "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
    return pathlib.Path(package.origin).parent / inside


def definition_of(message, known):
    if message["type"] == "event":
        name = message["event"]
        return name[0].upper() + name[1:] + "Event"
    if not message["success"]:
        return "ErrorResponse"
    command = message["command"]
    name = command[0].upper() + command[1:] + "Response"
    # Requests of our own have answers of the general form.
    return name if name in known else "Response"


def main():
    try:
        import jsonschema
    except ImportError:
        skip("the Python package jsonschema is not installed")
    warnings.simplefilter("ignore")
    definitions = json.loads(schema_path().read_text())["definitions"]
    validators = {}
    count = 0
    for line in sys.stdin:
        message = json.loads(line)
        name = definition_of(message, definitions)
        if name not in validators:
            schema = {"definitions": definitions, "$ref": f"#/definitions/{name}"}
            validators[name] = jsonschema.Draft4Validator(schema)
        for error in validators[name].iter_errors(message):
            print(f"{name}: {error.message}\n  in {line}", file=sys.stderr)
            sys.exit(1)
        count += 1
    print(f"{count} messages obey {len(validators)} definitions")


main()
