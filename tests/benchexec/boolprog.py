"""What BenchExec has to know about boolprog.

Copy this file into a folder `tools` that is on PYTHONPATH and name it in the benchmark definition:

    <benchmark tool="tools.boolprog" timelimit="60 s" memlimit="1 GB">
"""

import json

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """`boolprog check`, one file at a time."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("boolprog")

    def version(self, executable):
        return self._version_from_tool(executable)

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
        return [executable, "check", "--format", "json", *limits, *options, task.single_input_file]

    def determine_result(self, run):
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        code = run.exit_code.value
        if code == 2:
            return f"{result.RESULT_UNKNOWN} ({_reason(run.output)})"
        verdicts = {0: result.RESULT_TRUE_PROP, 1: result.RESULT_FALSE_PROP}
        return verdicts.get(code, result.RESULT_ERROR)

    def get_value_from_output(self, output, identifier):
        """A figure such as `maximal_markings` of the report."""
        file = _report(output)
        return None if file is None else file["statistics"].get(identifier)


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
