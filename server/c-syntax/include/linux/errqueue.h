/* Linux: errors of sockets. */
#ifndef _LINUX_ERRQUEUE_H
#define _LINUX_ERRQUEUE_H 1

#include <linux/types.h>

struct sock_extended_err {
    __u32 ee_errno;
    __u8 ee_origin, ee_type, ee_code, ee_pad;
    __u32 ee_info, ee_data;
};

#endif
