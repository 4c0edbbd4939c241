[
  (process)
  (declaration)
  (edge)
  (comment)
] @fold
