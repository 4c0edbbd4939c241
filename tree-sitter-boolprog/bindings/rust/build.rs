//! Compiles the generated parser.

fn main() {
    let parser = "src/parser.c";
    let mut build = cc::Build::new();
    build.std("c11").include("src").file(parser);
    if build.get_compiler().is_like_msvc() {
        build.flag("-utf-8");
    }
    build.compile("tree-sitter-boolprog");
    println!("cargo:rerun-if-changed={parser}");
}
