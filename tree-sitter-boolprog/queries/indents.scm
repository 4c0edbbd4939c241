[
  (procedure)
  (if_statement)
  (while_statement)
  (parameters)
  (arguments)
  (parenthesized_expression)
  (declaration)
  (assignment)
] @indent.begin

["end" "fi" "od" "else" "elsif" "elif" ")"] @indent.branch

["end" "fi" "od"] @indent.end

(comment) @indent.ignore
