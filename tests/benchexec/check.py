"""Checks boolprog.py, with a stand-in for BenchExec where that is not installed."""

import importlib.util
import json
import pathlib
import sys
import tempfile
import types

PATH = pathlib.Path(__file__).with_name("boolprog.py")


class Unsupported(Exception):
    """As BenchExec has it."""


def stand_in():
    """The parts of BenchExec that the module uses."""
    names = ["benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template"]
    benchexec, result, tools, template = (types.ModuleType(name) for name in names)
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN = "true", "false", "unknown"
    result.RESULT_ERROR, result.RESULT_TIMEOUT = "ERROR", "TIMEOUT"
    template.BaseTool2, template.UnsupportedFeatureException = object, Unsupported
    benchexec.result, benchexec.tools, tools.template = result, tools, template
    sys.modules.update(zip(names, [benchexec, result, tools, template]))


def load():
    """The module."""
    if importlib.util.find_spec("benchexec") is None:
        stand_in()
    spec = importlib.util.spec_from_file_location("boolprog_tool", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(code, output, cmdline=()):
    exit_code = types.SimpleNamespace(value=code)
    return types.SimpleNamespace(exit_code=exit_code, output=output, was_timeout=False, cmdline=list(cmdline))


def options(tool, specification, data_model="ILP32"):
    """The options for a C program with this property file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a.prp")
        path.write_text(specification, encoding="utf-8")
        task = types.SimpleNamespace(
            single_input_file="a.c", property_file=str(path), options={"data_model": data_model}
        )
        limits = types.SimpleNamespace(cputime=None, memory=None)
        return tool.cmdline("boolprog", [], task, limits)[4:-1]


def is_unsupported(module, tool, *arguments):
    try:
        options(tool, *arguments)
    except module.benchexec.tools.template.UnsupportedFeatureException:
        return True
    return False


def is_unreadable(module, tool):
    """A property file that is not there, as in BenchExec's own test of such modules."""
    task = types.SimpleNamespace(single_input_file="a.c", property_file="PROPERTY.PRP", options=None)
    try:
        tool.cmdline("boolprog", [], task, types.SimpleNamespace(cputime=None, memory=None))
    except module.benchexec.tools.template.UnsupportedFeatureException:
        return True
    return False


def check_c(module, tool):
    """Tasks and property files of SV-COMP."""
    reach = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
    assert options(tool, reach) == ["--property", "assert", "--function", "main", "--machine", "i386-linux-gnu"]
    race = "CHECK( init(start()), LTL(G ! data-race) )\n"
    assert options(tool, race) [:4] == ["--property", "race", "--function", "start"]
    assert options(tool, "CHECK( init(main()), LTL(G ! overflow) )")[1] == "overflow"
    assert options(tool, "CHECK( init(main()), LTL(G ! deadlock) )")[1] == "deadlock"
    assert is_unsupported(module, tool, "CHECK( init(main()), LTL(G valid-free) )")
    assert is_unsupported(module, tool, "CHECK( init(main()), LTL(F end) )")
    assert options(tool, reach, "LP64")[-2:] == ["--machine", "x86_64-linux-gnu"]
    assert is_unsupported(module, tool, reach, "LLP64")

    assert is_unreadable(module, tool)

    def answer(code, kind, **verdicts):
        checked = [
            {"id": name, "check": name.split("_")[0], "verdict": verdict, "reason": "why"}
            for name, verdict in verdicts.items()
        ]
        report = json.dumps({"files": [{"properties": checked, "statistics": {}}]})
        return tool.determine_result(run(code, [report], ["boolprog", "check", "--property", kind, "a.c"]))

    assert answer(1, "assert", assertion_3="violated", index_4="proved") == "false(unreach-call)"
    assert answer(1, "assert", assertion_3="proved", index_4="violated") == "unknown (another property is violated)"
    assert answer(0, "assert", assertion_3="proved", index_4="proved") == "true"
    assert answer(2, "race", race_x_3_4="unknown") == "unknown (why)"
    assert answer(1, "race", race_x_3_4="violated") == "false(no-data-race)"
    assert answer(1, "overflow", overflow_3="violated") == "false(no-overflow)"
    assert answer(1, "deadlock", deadlock="violated") == "false(no-deadlock)"
    assert tool.determine_result(run(3, [], ["--property", "race"])) == "ERROR"


def main():
    module = load()
    tool = module.Tool()
    limits = types.SimpleNamespace(cputime=10, memory=64 << 20)
    task = types.SimpleNamespace(single_input_file="a.bp", property_file=None, options=None)
    line = ["boolprog", "check", "--format", "json", "--timeout", "10", "--memory", "64", "--threads", "1", "a.bp"]
    assert tool.cmdline("boolprog", ["--threads", "1"], task, limits) == line
    report = '{"files": [{"properties": [{"verdict": "unknown", "reason": "why"}], "statistics": {"thread_states": 7}}]}'
    assert tool.determine_result(run(0, [])).startswith("true")
    assert tool.determine_result(run(1, [])).startswith("false")
    assert tool.determine_result(run(2, [report])) == "unknown (why)"
    assert tool.determine_result(run(3, [])) == "ERROR"
    assert tool.get_value_from_output([report], "thread_states") == 7
    assert tool.get_value_from_output(["broken"], "thread_states") is None
    check_c(module, tool)
    print("checked")


if __name__ == "__main__":
    main()
