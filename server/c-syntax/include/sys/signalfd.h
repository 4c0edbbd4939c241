/* Linux: descriptors that tell signals. */
#ifndef _SYS_SIGNALFD_H
#define _SYS_SIGNALFD_H 1

#include <signal.h>
#include <stdint.h>

#define SFD_CLOEXEC 02000000
#define SFD_NONBLOCK 04000

struct signalfd_siginfo {
    uint32_t ssi_signo;
    int32_t ssi_errno, ssi_code;
    uint32_t ssi_pid, ssi_uid;
    int32_t ssi_fd;
    uint32_t ssi_tid, ssi_band, ssi_overrun, ssi_trapno;
    int32_t ssi_status, ssi_int;
    uint64_t ssi_ptr, ssi_utime, ssi_stime, ssi_addr;
    uint16_t ssi_addr_lsb;
    uint8_t __pad[46];
};

int signalfd(int, const sigset_t *, int);

#endif
