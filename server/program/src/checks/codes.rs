//! The table of codes.

boolprog_base::codes! {
    NO_MAIN = "no-main", Error, "There is no procedure `main`, so no thread has anything to run.";
    UNDECLARED_VARIABLE = "undeclared-variable", Error, "A variable is used but declared neither in its procedure nor globally.";
    UNDECLARED_LABEL = "undeclared-label", Error, "A jump goes to a label that does not exist.";
    UNDECLARED_PROCEDURE = "undeclared-procedure", Error, "A procedure is called or started but not declared.";
    JUMP_OUT_OF_PROCEDURE = "jump-out-of-procedure", Error, "A jump goes to a label of another procedure.";
    DUPLICATE_VARIABLE = "duplicate-variable", Error, "Two variables of one scope have the same name.";
    DUPLICATE_PARAMETER = "duplicate-parameter", Error, "Two parameters of one procedure have the same name.";
    DUPLICATE_PROCEDURE = "duplicate-procedure", Error, "Two procedures have the same name.";
    DUPLICATE_LABEL = "duplicate-label", Error, "A jump goes to a label that stands before several statements.";
    VALUE_COUNT = "value-count", Error, "An assignment has more or fewer values than variables.";
    ARGUMENT_COUNT = "argument-count", Error, "A procedure is called with more or fewer arguments than it has parameters.";
    RESULT_MISMATCH = "result-mismatch", Error, "A call or a `return` has more or fewer values than the procedure has results.";
    VOID_VALUE = "void-value", Error, "The result of a procedure without results is assigned.";
    CALL_IN_EXPRESSION = "call-in-expression", Error, "A call stands inside an expression; it must be the whole right side.";
    ASYNC_RESULT = "async-result", Error, "The result of a call that runs in a thread of its own is assigned.";
    ASSIGNED_TWICE = "assigned-twice", Error, "One assignment has the same variable twice on its left side.";
    ASSIGNED_NEW_VALUE = "assigned-new-value", Error, "`'x` stands on the left side of an assignment.";
    NEW_VALUE_OUTSIDE_CONSTRAIN = "new-value-outside-constrain", Error, "`'x` stands outside the `constrain` of an assignment.";
    PASSIVE_SHARED = "passive-shared", Error, "`x$` is written for a shared variable, of which no thread has a copy.";
    PASSIVE_MISPLACED = "passive-misplaced", Error, "`x$` is read where it is not clear which thread is meant.";
    THREAD_LOCAL_IN_PROCEDURE = "thread-local-in-procedure", Error, "A local variable is declared `thread_local`.";
    DISCARD_READ = "discard-read", Error, "`_` is used as a variable.";
    DISCARD_DECLARED = "discard-declared", Error, "`_` is declared.";

    UNKNOWN_PRAGMA = "unknown-pragma", Warning, "A `// boolprog:` comment has a key that means nothing.";
    PRAGMA_VALUE = "pragma-value", Warning, "A `// boolprog:` comment has a value that is not allowed.";
    MIXED_PRECEDENCE = "mixed-precedence", Warning, "Operators are mixed that other tools group differently.";
    NESTED_ATOMIC = "nested-atomic", Warning, "An `atomic_begin` can be reached inside an atomic section, where it does nothing.";
    UNCLOSED_ATOMIC = "unclosed-atomic", Warning, "The thread can end before an `atomic_end` closes the section.";
    ATOMIC_END_OUTSIDE = "atomic-end-outside", Warning, "An `atomic_end` is never reached inside an atomic section.";
    WAIT_IN_ATOMIC = "wait-in-atomic", Warning, "A `wait` can be reached inside an atomic section, where it stops every thread for good.";
    MISSING_RETURN = "missing-return", Warning, "A procedure with results can run into its `end`, where its results are arbitrary.";
    ASSUME_FALSE = "assume-false", Warning, "An `assume` is always F: no thread gets past it.";

    UNREACHABLE_STATEMENT = "unreachable-statement", Hint, "No path of the control flow leads to a statement.";
    CONSTANT_CONDITION = "constant-condition", Hint, "A condition has the same value whatever the variables are.";
    SELF_ASSIGNMENT = "self-assignment", Hint, "A variable is assigned to itself.";
    UNUSED_VARIABLE = "unused-variable", Hint, "A variable is declared but not used.";
    UNUSED_PARAMETER = "unused-parameter", Hint, "A parameter is not used.";
    UNUSED_LABEL = "unused-label", Hint, "No jump goes to a label.";
    UNUSED_PROCEDURE = "unused-procedure", Hint, "No chain of calls or thread starts leads from `main` to a procedure.";
    NEVER_READ = "never-read", Hint, "A variable is assigned but its value is never read.";
    HIDDEN_GLOBAL = "hidden-global", Hint, "A local variable or parameter has the name of a global, which it hides.";
    READ_BEFORE_ASSIGNMENT = "read-before-assignment", Hint, "A variable is read before any assignment, so its value is arbitrary.";
    LOOSE_FORM = "loose-form", Hint, "A form of Zhao's thesis that other tools reject.";
    INITIALISED_DECLARATION = "initialised-declaration", Hint, "An initial value that the tool IJIT ignores.";
}
