[
  (procedure)
  (if_statement)
  (elsif_clause)
  (else_clause)
  (while_statement)
  (declaration)
  (assignment)
  (comment)
] @fold
