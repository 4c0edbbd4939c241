; Later patterns win.

(identifier) @variable

(declared_variable name: (identifier) @variable)
(constant_declaration name: (identifier) @constant)
(assignment target: (identifier) @variable)
(member_expression variable: (identifier) @variable.member)
(process name: (identifier) @type)
(instance process: (identifier) @type)
(count_expression process: (identifier) @type)
(count_expression function: (identifier) @function.builtin)
(error name: (identifier) @function)
(invariant name: (identifier) @function)

(location_declaration name: (identifier) @label)
(edge source: (identifier) @label)
(edge target: (identifier) @label)
(at_expression location: (identifier) @label)
(count_expression location: (identifier) @label)

(number) @number
(boolean) @constant.builtin
(any) @constant.builtin
(bool_type) @type.builtin
(int_type) @type.builtin
(comment) @comment

["const" "decl" "process" "loc" "init" "error" "invariant" "predicate" "at"] @keyword
["when" "do"] @keyword.conditional
"input" @function.builtin

[":=" "=" "==" "!=" "<" "<=" ">" ">=" "!" "&&" "||" "+" "-" "*" "/" "%" "@" "->" ".."] @operator
(any "*" @constant.builtin)
(conditional_expression ["?" ":"] @operator)
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
[";" "," "."] @punctuation.delimiter
(declared_variable ":" @punctuation.delimiter)
