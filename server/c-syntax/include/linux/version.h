/* Linux: the version of the kernel. */
#ifndef _LINUX_VERSION_H
#define _LINUX_VERSION_H 1

#define LINUX_VERSION_CODE 393472
#define KERNEL_VERSION(a, b, c) (((a) << 16) + ((b) << 8) + ((c) > 255 ? 255 : (c)))

#endif
