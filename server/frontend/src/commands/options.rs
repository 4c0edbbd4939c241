//! The options of a compiler that matter to the preprocessor.

use std::path::Path;

use boolprog_c::Flags;
use boolprog_c_syntax::target::Target;

use super::cleaned;

/// The meaning of an option.
type Meaning = fn(&mut Flags, &str, &Path);

/// The options with a value, which follows at once or is the next argument.
const WITH_VALUE: [(&str, Meaning); 7] = [
    ("-isystem", folder),
    ("-iquote", folder),
    ("-idirafter", folder),
    ("-include", |flags, path, at| flags.includes.push(within(at, path))),
    ("-I", folder),
    ("-D", |flags, macro_, _| flags.defines.push(macro_.to_owned())),
    ("-U", |flags, name, _| flags.undefines.push(name.to_owned())),
];

/// The meaning of the arguments of a compiler that runs in a folder. Others than the known ones mean nothing here.
pub(super) fn read(arguments: &[String], folder: &Path) -> (Flags, Option<Target>) {
    let (mut flags, mut target) = (Flags::default(), None);
    let mut arguments = arguments.iter().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-m32" => target = Some(Target::I386),
            "-m64" => target = Some(Target::X86_64),
            // Its value is not a file of the program, whatever it looks like.
            "-o" | "-x" | "-MF" | "-MT" | "-MQ" => _ = arguments.next(),
            argument => {
                let known = WITH_VALUE.iter().find_map(|(name, meaning)| Some((argument.strip_prefix(name)?, meaning)));
                let Some((value, meaning)) = known else { continue };
                let next = if value.is_empty() { arguments.next().map(String::as_str) } else { Some(value) };
                if let Some(value) = next {
                    meaning(&mut flags, value, folder);
                }
            }
        }
    }
    (flags, target)
}

fn folder(flags: &mut Flags, path: &str, at: &Path) {
    flags.folders.push(within(at, path));
}

fn within(folder: &Path, path: &str) -> String {
    cleaned(&folder.join(path)).to_string_lossy().into_owned()
}
