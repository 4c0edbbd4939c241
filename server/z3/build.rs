//! Where `boolprog-z3` finds its library: in its own folder, and in the one that it was linked from.

fn main() {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let linked = std::env::var("Z3_LIBRARY_PATH_OVERRIDE").ok();
    let own = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("windows") => return,
        Ok("macos") => "@loader_path",
        _ => "$ORIGIN",
    };
    for folder in [Some(own), linked.as_deref()].into_iter().flatten() {
        println!("cargo:rustc-link-arg-bins=-Wl,-rpath,{folder}");
    }
}
