; Neighbours that are captured as a run also fold together.
[
  (process)
  (edge)
  (comment)
] @fold

(declaration) @fold @run
