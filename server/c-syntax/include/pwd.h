/* POSIX: users. */
#ifndef _PWD_H
#define _PWD_H 1

#include <sys/types.h>

struct passwd {
    char *pw_name, *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};

struct passwd *getpwnam(const char *);
struct passwd *getpwuid(uid_t);
int getpwnam_r(const char *restrict, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
int getpwuid_r(uid_t, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);

#endif
