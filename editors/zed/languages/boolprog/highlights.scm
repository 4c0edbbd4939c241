; Later patterns win.

(identifier) @variable

(declared_variable name: (identifier) @variable)
(parameters (identifier) @variable.parameter)
(procedure_header name: (identifier) @function)
(call procedure: (identifier) @function.call)
(start_thread_statement procedure: (identifier) @function.call)

(label name: (_) @label)
(goto_statement label: (_) @label)
(start_thread_statement label: (_) @label)

(constant) @constant.builtin
(any) @constant.builtin
(discard) @variable.builtin
(result_type) @type.builtin
(result_type (number) @number)
(comment) @comment

["decl" "dfs" "begin" "end"] @keyword
["thread_local"] @keyword.modifier
["enforce" "abortif" "constrain" "assume" "assert" "dead" "sync" "print"] @keyword
["if" "then" "elsif" "elif" "else" "fi"] @keyword.conditional
["while" "do" "od"] @keyword.repeat
["goto" "return"] @keyword.return
"schoose" @function.builtin
(skip_statement) @keyword
"start_thread" @keyword.coroutine
(end_thread_statement) @keyword.coroutine
(atomic_begin_statement) @keyword.coroutine
(atomic_end_statement) @keyword.coroutine
(wait_statement) @keyword.coroutine
(signal_statement) @keyword.coroutine
(broadcast_statement) @keyword.coroutine

[":=" "=" "!=" "!" "~" "&" "&&" "^" "|" "||" "=>" "->" "<->" "'"] @operator
(ternary_expression ["?" ":"] @operator)
["(" ")" "[" "]" "<" ">"] @punctuation.bracket
[";" ","] @punctuation.delimiter
(label ":" @punctuation.delimiter)
