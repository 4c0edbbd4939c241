(procedure header: (procedure_header name: (identifier) @name)) @definition.function

(call procedure: (identifier) @name) @reference.call

(start_thread_statement procedure: (identifier) @name) @reference.call
