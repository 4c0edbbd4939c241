; Neighbours that are captured as a run also fold together.
[
  (procedure)
  (if_statement)
  (elsif_clause)
  (else_clause)
  (while_statement)
  (assignment)
  (comment)
] @fold

(declaration) @fold @run
