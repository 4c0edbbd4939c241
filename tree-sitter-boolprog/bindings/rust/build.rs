//! Compiles the generated parsers.

fn main() {
    compile("src", "tree-sitter-boolprog");
    compile("integer/src", "tree-sitter-boolprog-integer");
}

/// Compiles the parser in a folder to a library.
fn compile(folder: &str, library: &str) {
    let parser = format!("{folder}/parser.c");
    let mut build = cc::Build::new();
    build.std("c11").include(folder).file(&parser);
    if build.get_compiler().is_like_msvc() {
        build.flag("-utf-8");
    }
    build.compile(library);
    println!("cargo:rerun-if-changed={parser}");
}
