//! Headers that are part of the program, beside the folders of the options.

use crate::target::Target;

/// The text before the first line of every file.
pub(crate) const PRELUDE: &str = include_str!("../include/prelude.h");

/// The predefined macros of a target, in files that are read before the options, the last one first.
pub(crate) fn predefined(target: Target) -> [(&'static str, &'static str); 3] {
    let common = ("<predefined/common.h>", include_str!("../include/predefined/common.h"));
    let checkers = ("<predefined/checkers.h>", include_str!("../include/predefined/checkers.h"));
    let own = match target {
        Target::X86_64 => ("<predefined/x86_64.h>", include_str!("../include/predefined/x86_64.h")),
        Target::I386 => ("<predefined/i386.h>", include_str!("../include/predefined/i386.h")),
    };
    [own, checkers, common]
}

/// The text of the header `<name>`, if there is one.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

macro_rules! headers {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("../include/", $name))),)*] };
}

/// All headers, by their names. To add one, add its file and its line.
static HEADERS: &[(&str, &str)] = headers![
    "aio.h",
    "alloca.h",
    "argp.h",
    "arpa/inet.h",
    "asm/types.h",
    "asm/unistd.h",
    "assert.h",
    "bits/iovec.h",
    "bits/pthreadtypes.h",
    "bits/sigevent.h",
    "bits/sigset.h",
    "bits/sigstack.h",
    "bits/timespec.h",
    "bits/timeval.h",
    "boolprog/descriptor.h",
    "boolprog/machine.h",
    "boolprog/stream.h",
    "boolprog/thread.h",
    "byteswap.h",
    "crypt.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "emmintrin.h",
    "endian.h",
    "err.h",
    "errno.h",
    "error.h",
    "execinfo.h",
    "fcntl.h",
    "features.h",
    "fenv.h",
    "float.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "gnu/libc-version.h",
    "grp.h",
    "iconv.h",
    "ifaddrs.h",
    "immintrin.h",
    "inttypes.h",
    "iso646.h",
    "langinfo.h",
    "libgen.h",
    "libintl.h",
    "limits.h",
    "link.h",
    "linux/errno.h",
    "linux/errqueue.h",
    "linux/futex.h",
    "linux/limits.h",
    "linux/sched.h",
    "linux/stddef.h",
    "linux/types.h",
    "linux/unistd.h",
    "linux/version.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "monetary.h",
    "mqueue.h",
    "net/ethernet.h",
    "net/if.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/ip.h",
    "netinet/tcp.h",
    "netpacket/packet.h",
    "nl_types.h",
    "paths.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "shadow.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "stropts.h",
    "sys/cdefs.h",
    "sys/epoll.h",
    "sys/errno.h",
    "sys/eventfd.h",
    "sys/fcntl.h",
    "sys/file.h",
    "sys/inotify.h",
    "sys/ioctl.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/mount.h",
    "sys/msg.h",
    "sys/param.h",
    "sys/poll.h",
    "sys/prctl.h",
    "sys/queue.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/sendfile.h",
    "sys/shm.h",
    "sys/signal.h",
    "sys/signalfd.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/statfs.h",
    "sys/statvfs.h",
    "sys/syscall.h",
    "sys/sysinfo.h",
    "sys/syslog.h",
    "sys/sysmacros.h",
    "sys/termios.h",
    "sys/time.h",
    "sys/timeb.h",
    "sys/timerfd.h",
    "sys/times.h",
    "sys/types.h",
    "sys/ucontext.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/unistd.h",
    "sys/utsname.h",
    "sys/vfs.h",
    "sys/wait.h",
    "sys/xattr.h",
    "syscall.h",
    "sysexits.h",
    "syslog.h",
    "termios.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "ucontext.h",
    "unistd.h",
    "utime.h",
    "values.h",
    "wait.h",
    "wchar.h",
    "wctype.h",
    "wordexp.h",
    "x86intrin.h",
    "xmmintrin.h",
];

/// Attributes that `__has_attribute` knows: those that mean something here, and those that may be ignored.
pub(crate) const ATTRIBUTES: &str = "alias aligned alloc_size always_inline assume_aligned cleanup cold common const \
    constructor deprecated destructor fallthrough flatten format format_arg gnu_inline hot leaf malloc may_alias mode \
    maybe_unused no_instrument_function nodiscard noinline nonnull noreturn nothrow packed pure returns_nonnull \
    returns_twice section sentinel transparent_union unused used visibility warn_unused_result weak";

/// Words of the parser that look like functions, which `__has_builtin` knows besides those of the prelude.
pub(crate) const BUILTINS: &str = "__builtin_choose_expr __builtin_constant_p __builtin_offsetof \
    __builtin_types_compatible_p __builtin_va_arg __builtin_va_copy __builtin_va_end __builtin_va_start \
    __atomic_load_n __atomic_store_n __atomic_exchange_n __atomic_compare_exchange_n __atomic_fetch_add __atomic_fetch_sub \
    __atomic_fetch_and __atomic_fetch_or __atomic_fetch_xor __atomic_thread_fence __sync_synchronize \
    __sync_fetch_and_add __sync_val_compare_and_swap __sync_bool_compare_and_swap";

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use super::*;
    use crate::options::Options;

    fn reads(text: &str) {
        for target in [Target::X86_64, Target::I386] {
            if let Err(failure) = crate::parse("all.c", text, &Options { target, ..Options::default() }, &Unlimited) {
                panic!("{text}: {failure:#?}");
            }
        }
    }

    #[test]
    fn each_header_stands_alone() {
        for (name, _) in HEADERS {
            reads(&format!("#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}\n"));
        }
    }

    #[test]
    fn all_headers_stand_together() {
        let includes: String = HEADERS.iter().map(|(name, _)| ["#include <", name, ">\n"].concat()).collect();
        reads(&format!("{includes}int main(void) {{ return 0; }}\n"));
    }
}
