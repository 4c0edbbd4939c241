/* Linux: attributes of files. */
#ifndef _SYS_XATTR_H
#define _SYS_XATTR_H 1

#include <sys/types.h>

ssize_t getxattr(const char *, const char *, void *, size_t);
ssize_t fgetxattr(int, const char *, void *, size_t);
int setxattr(const char *, const char *, const void *, size_t, int);
ssize_t listxattr(const char *, char *, size_t);
int removexattr(const char *, const char *);

#endif
