/* Linux: types of the kernel that programs see. */
#ifndef _LINUX_TYPES_H
#define _LINUX_TYPES_H 1

#include <asm/types.h>

#define __bitwise

typedef __u16 __le16;
typedef __u16 __be16;
typedef __u32 __le32;
typedef __u32 __be32;
typedef __u64 __le64;
typedef __u64 __be64;

#endif
