//! Exports of traces of any size and shape, and of graphs.

mod graph;
mod hostile;
mod lanes;
mod size;
mod support;
