"""Validates messages of the language server protocol, one a line on standard input, against the protocol's types.

A line is an object with the message, its kind (`request`, `response`, `notification`) and the method that it is about.
Exits with 0 if all are valid, 1 if one is not, 77 if the package `lsprotocol` is not there.
"""

import json
import sys


def without_nulls(value):
    """The value without members that are null: the protocol's types do not tell them from members that are absent."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def type_of(line, types):
    """The protocol's type of a message; None for methods of our own."""
    if line["method"] not in types.METHOD_TO_TYPES:
        return None
    if "error" in line["message"]:
        return types.ResponseErrorMessage
    request_or_notification, response = types.METHOD_TO_TYPES[line["method"]][:2]
    return response if line["kind"] == "response" else request_or_notification


def problem(converter, message, kind):
    """What is wrong with a message, or None."""
    try:
        back = converter.unstructure(converter.structure(message, kind))
    except Exception as error:  # The package raises errors of many classes.
        return repr(error)
    # Members that the protocol does not know get lost on the way there and back.
    if without_nulls(back) != without_nulls(message):
        return f"there and back it is {json.dumps(without_nulls(back))}"
    return None


def main():
    try:
        from lsprotocol import converters, types
    except ImportError:
        print("skipped: the Python package lsprotocol is not installed", file=sys.stderr)
        sys.exit(77)
    converter = converters.get_converter()
    methods = set()
    count = 0
    for text in sys.stdin:
        line = json.loads(text)
        kind = type_of(line, types)
        if kind is None:
            continue
        wrong = problem(converter, line["message"], kind)
        if wrong:
            print(f"{kind.__name__}: {wrong}\n  in {json.dumps(line['message'])}", file=sys.stderr)
            sys.exit(1)
        methods.add(line["method"])
        count += 1
    print(f"{count} messages of {len(methods)} methods obey the protocol")


main()
