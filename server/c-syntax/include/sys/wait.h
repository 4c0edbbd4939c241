/* POSIX: processes. There is one only. */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H 1

#include <features.h>
#include <signal.h>
#include <sys/types.h>

#define WNOHANG 1
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WIFEXITED(status) (((status) & 0x7f) == 0)
#define WIFSIGNALED(status) (((status) & 0x7f) != 0)
#define WTERMSIG(status) ((status) & 0x7f)

pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);

#endif
