"""What BenchExec has to know about boolprog.

Copy this file into a folder `tools` that is on PYTHONPATH and name it in the benchmark definition:

    <benchmark tool="tools.boolprog" timelimit="60 s" memlimit="1 GB">
"""

import json
import pathlib
import re

import benchexec.result as result
import benchexec.tools.template


# What SV-COMP asks of a program, by the word in its property files: the name of the property, that of its kind in `boolprog
# check --property`, and what is checked where the answer is.
PROPERTIES = {
    "call(reach_error())": ("unreach-call", "assert", ("assertion", "label")),
    "data-race": ("no-data-race", "race", ("race",)),
    "overflow": ("no-overflow", "overflow", ("overflow",)),
    "deadlock": ("no-deadlock", "deadlock", ("deadlock",)),
}

# The machines with the data models of SV-COMP.
MACHINES = {"ILP32": "i386-linux-gnu", "LP64": "x86_64-linux-gnu"}

LTL = re.compile(r"CHECK\(\s*init\((\w+)\(\)\)\s*,\s*LTL\(\s*G\s*!\s*(.+?)\s*\)\s*\)\s*$")


class Tool(benchexec.tools.template.BaseTool2):
    """`boolprog check`, one file at a time."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("boolprog")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="boolprog")

    def name(self):
        return "boolprog"

    def project_url(self):
        return "https://github.com/boolprog/boolprog"

    def cmdline(self, executable, options, task, rlimits):
        limits = []
        if rlimits.cputime:
            limits += ["--timeout", str(rlimits.cputime)]
        if rlimits.memory:
            limits += ["--memory", str(rlimits.memory // (1 << 20))]
        asked = _asked(task)
        return [executable, "check", "--format", "json", *limits, *asked, *options, task.single_input_file]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        code = run.exit_code.value
        kind = _kind(run.cmdline)
        if kind is not None and code in (0, 1, 2):
            return _answer(kind, run.output)
        if code == 2:
            return f"{result.RESULT_UNKNOWN} ({_reason(run.output)})"
        verdicts = {0: result.RESULT_TRUE_PROP, 1: result.RESULT_FALSE_PROP}
        return verdicts.get(code, result.RESULT_ERROR)

    def get_value_from_output(self, output, identifier):
        """A figure such as `maximal_markings` of the report."""
        file = _report(output)
        return None if file is None else file["statistics"].get(identifier)


def _asked(task):
    """The options for the property file of a task, which only C programs have."""
    if task.property_file is None:
        return []
    model = (task.options or {}).get("data_model", "ILP32")
    if model not in MACHINES:
        raise benchexec.tools.template.UnsupportedFeatureException(f"boolprog does not know the data model {model}")
    try:
        text = " ".join(pathlib.Path(task.property_file).read_text(encoding="utf-8").split())
    except OSError as why:
        raise benchexec.tools.template.UnsupportedFeatureException(f"boolprog cannot read the property file: {why}")
    found = LTL.match(text)
    if found is None or found[2] not in PROPERTIES:
        raise benchexec.tools.template.UnsupportedFeatureException(f"boolprog does not check {text}")
    return ["--property", PROPERTIES[found[2]][1], "--function", found[1], "--machine", MACHINES[model]]


def _kind(cmdline):
    """What was asked about a C program, or None."""
    if "--property" not in cmdline:
        return None
    kind = cmdline[cmdline.index("--property") + 1]
    return next((entry for entry in PROPERTIES.values() if entry[1] == kind), None)


def _answer(kind, output):
    """The answer to one property: where the program has no meaning, such as after an index outside of its array, there is
    none."""
    name, _, checks = kind
    report = _report(output)
    if report is None:
        return result.RESULT_ERROR
    verdicts = {True: set(), False: set()}
    for checked in report["properties"]:
        verdicts[checked["check"] in checks].add(checked["verdict"])
    if "violated" in verdicts[True]:
        return f"{result.RESULT_FALSE_PROP}({name})"
    if verdicts[True] | verdicts[False] <= {"proved"}:
        return result.RESULT_TRUE_PROP
    reason = _reason(output) if "unknown" in verdicts[True] | verdicts[False] else "another property is violated"
    return f"{result.RESULT_UNKNOWN} ({reason})"


def _report(output):
    """The part of the report on the file, or None if there is none."""
    try:
        return json.loads("".join(output))["files"][0]
    except (ValueError, LookupError, TypeError):
        return None


def _reason(output):
    """Why the first property that is not decided is not."""
    for checked in (_report(output) or {}).get("properties", []):
        if checked["verdict"] == "unknown":
            return checked["reason"]
    return "no reason given"
