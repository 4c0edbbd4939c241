/* GNU: the parts of a number of a device. */
#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H 1

#define major(device) ((unsigned)((device) >> 8 & 0xfff) | ((unsigned)((unsigned long long)(device) >> 32) & ~0xfffu))
#define minor(device) ((unsigned)((device) & 0xff) | ((unsigned)((unsigned long long)(device) >> 12) & ~0xffu))
#define makedev(major, minor)                                                                        \
    (((major) & 0xfffULL) << 8 | ((major) & 0xfffff000ULL) << 32 | ((minor) & 0xffULL) \
     | ((minor) & 0xffffff00ULL) << 12)

#endif
