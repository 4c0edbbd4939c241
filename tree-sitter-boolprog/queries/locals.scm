; Procedures are visible everywhere, parameters, locals and labels in their procedure.

(source_file) @local.scope
(procedure) @local.scope

(declared_variable name: (identifier) @local.definition.var)
(parameters (identifier) @local.definition.parameter)
(procedure_header name: (identifier) @local.definition.function)
(label name: (_) @local.definition.label)

(variable name: (identifier) @local.reference)
(dead_statement variable: (identifier) @local.reference)
(sync_statement variable: (identifier) @local.reference)
(call procedure: (identifier) @local.reference)
(start_thread_statement procedure: (identifier) @local.reference)
(goto_statement label: (_) @local.reference)
(start_thread_statement label: (_) @local.reference)
