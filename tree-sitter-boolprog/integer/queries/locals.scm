; Processes, constants and shared variables are visible everywhere, locals and locations in their process.

(source_file) @local.scope
(process) @local.scope

(constant_declaration name: (identifier) @local.definition.constant)
(declared_variable name: (identifier) @local.definition.var)
(process name: (identifier) @local.definition.type)
(location_declaration name: (identifier) @local.definition.label)

(variable (identifier) @local.reference)
(assignment target: (identifier) @local.reference)
(edge source: (identifier) @local.reference)
(edge target: (identifier) @local.reference)
(instance process: (identifier) @local.reference)
(count_expression process: (identifier) @local.reference)
