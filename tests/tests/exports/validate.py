"""Validates reports, and the traces in them, against the schemas in docs/schemas/: validate.py REPORT..."""

import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
except ImportError:
    print("skipped: there is no jsonschema")
    sys.exit(77)

SCHEMAS = pathlib.Path(__file__).parents[3] / "docs" / "schemas"


def closed(schema):
    """The schema without room for fields that it does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(part) for key, part in schema.items()}
    is_object = schema.get("type") == "object" and "properties" in schema
    return {**inner, "additionalProperties": False} if is_object else inner


def load(name):
    schema = json.loads((SCHEMAS / name).read_text())
    Draft202012Validator.check_schema(schema)
    return closed(schema)


trace, report = load("boolprog-trace-4.schema.json"), load("boolprog-report-2.schema.json")
registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in (trace, report))
validator = Draft202012Validator(report, registry=registry)
failed = False
for path in sys.argv[1:]:
    document = json.loads(pathlib.Path(path).read_text())
    for error in validator.iter_errors(document):
        failed = True
        print(f"{path}: {error.json_path}: {error.message[:300]}")
    broken = {**document, "schema": "something else"}
    assert not validator.is_valid(broken), "the schema refuses nothing"
sys.exit(1 if failed else 0)
