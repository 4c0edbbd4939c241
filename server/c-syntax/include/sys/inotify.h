/* Linux: changes of files. */
#ifndef _SYS_INOTIFY_H
#define _SYS_INOTIFY_H 1

#include <stdint.h>

#define IN_ACCESS 1
#define IN_MODIFY 2
#define IN_ATTRIB 4
#define IN_CLOSE_WRITE 8
#define IN_CLOSE_NOWRITE 0x10
#define IN_OPEN 0x20
#define IN_MOVED_FROM 0x40
#define IN_MOVED_TO 0x80
#define IN_CREATE 0x100
#define IN_DELETE 0x200
#define IN_DELETE_SELF 0x400
#define IN_MOVE_SELF 0x800
#define IN_IGNORED 0x8000
#define IN_ISDIR 0x40000000
#define IN_CLOEXEC 02000000
#define IN_NONBLOCK 04000

struct inotify_event {
    int wd;
    uint32_t mask, cookie, len;
    char name[];
};

int inotify_init(void);
int inotify_init1(int);
int inotify_add_watch(int, const char *, uint32_t);
int inotify_rm_watch(int, int);

#endif
