"""Checks boolprog.py: its syntax everywhere, what it does where BenchExec is installed."""

import ast
import importlib.util
import pathlib
import types

PATH = pathlib.Path(__file__).with_name("boolprog.py")


def load():
    """The module, or None without BenchExec."""
    if importlib.util.find_spec("benchexec") is None:
        return None
    spec = importlib.util.spec_from_file_location("boolprog_tool", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(code, output):
    exit_code = types.SimpleNamespace(value=code)
    return types.SimpleNamespace(exit_code=exit_code, output=output, was_timeout=False)


def main():
    ast.parse(PATH.read_text(encoding="utf-8"))
    module = load()
    if module is None:
        print("syntax only: BenchExec is not installed")
        return
    tool = module.Tool()
    limits = types.SimpleNamespace(cputime=10, memory=64 << 20)
    task = types.SimpleNamespace(single_input_file="a.bp")
    line = ["boolprog", "check", "--format", "json", "--timeout", "10", "--memory", "64", "--threads", "1", "a.bp"]
    assert tool.cmdline("boolprog", ["--threads", "1"], task, limits) == line
    report = '{"files": [{"properties": [{"verdict": "unknown", "reason": "why"}], "statistics": {"thread_states": 7}}]}'
    assert tool.determine_result(run(0, [])).startswith("true")
    assert tool.determine_result(run(1, [])).startswith("false")
    assert tool.determine_result(run(2, [report])) == "unknown (why)"
    assert tool.determine_result(run(3, [])) == "ERROR"
    assert tool.get_value_from_output([report], "thread_states") == 7
    assert tool.get_value_from_output(["broken"], "thread_states") is None
    print("checked with BenchExec")


if __name__ == "__main__":
    main()
