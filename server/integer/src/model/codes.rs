//! The table of codes.

boolprog_base::codes! {
    UNDECLARED_VARIABLE = "undeclared-variable", Error, "A variable or constant is used but not declared.";
    UNDECLARED_PROCESS = "undeclared-process", Error, "A process is named that does not exist.";
    UNDECLARED_LOCATION = "undeclared-location", Error, "A location is named that its process does not have.";
    DUPLICATE_NAME = "duplicate-name", Error, "Two things of one scope have the same name.";
    TYPE_MISMATCH = "type-mismatch", Error, "An integer stands where a truth value is required, or vice versa.";
    NOT_CONSTANT = "not-constant", Error, "A constant expression is required here.";
    NUMBER_TOO_LARGE = "number-too-large", Error, "A number does not fit into 64 bits.";
    EMPTY_RANGE = "empty-range", Error, "A range has no value: its end is before its start.";
    INITIAL_VALUE = "initial-value", Error, "A variable starts with a value that it cannot have.";
    DIVISION_BY_ZERO = "division-by-zero", Error, "`/` or `%` by a constant 0.";
    ASSIGNED_TWICE = "assigned-twice", Error, "One simultaneous assignment has the same variable twice on its left side.";
    ASSIGNED_CONSTANT = "assigned-constant", Error, "A constant is assigned.";
    INSTANCE_COUNT = "instance-count", Error, "The number of instances of a process is not positive, or too large.";
    INSTANCE_INDEX = "instance-index", Error, "An index is missing, superfluous, or not that of an instance.";
    NO_LOCATION = "no-location", Error, "A process has no locations.";
    TOO_LARGE = "too-large", Error, "A process has too many locations, or an edge assigns too much.";
    INPUT_BLOCKS = "input-blocks", Error, "With `--range=block`, an input takes part in a value that could be out of range.";

    NONLINEAR_TERM = "nonlinear-term", Hint, "Variables are multiplied with or divided by one another, so provers may give up.";
    UNREACHABLE_LOCATION = "unreachable-location", Hint, "No path of edges leads to a location.";
    UNUSED_VARIABLE = "unused-variable", Hint, "A variable or constant is declared but not used.";
    NEVER_READ = "never-read", Hint, "A variable is assigned but its value is never read.";
}
