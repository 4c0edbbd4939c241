/* Linux: limits of the kernel. */
#ifndef _LINUX_LIMITS_H
#define _LINUX_LIMITS_H 1

#define NGROUPS_MAX 65536
#define ARG_MAX 131072
#define LINK_MAX 127
#define MAX_CANON 255
#define MAX_INPUT 255
#define NAME_MAX 255
#define PATH_MAX 4096
#define PIPE_BUF 4096

#endif
