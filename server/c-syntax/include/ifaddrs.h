/* Addresses of the interfaces of the network. */
#ifndef _IFADDRS_H
#define _IFADDRS_H 1

#include <sys/socket.h>

struct ifaddrs {
    struct ifaddrs *ifa_next;
    char *ifa_name;
    unsigned ifa_flags;
    struct sockaddr *ifa_addr, *ifa_netmask, *ifa_dstaddr;
    void *ifa_data;
};
#define ifa_broadaddr ifa_dstaddr

int getifaddrs(struct ifaddrs **);
void freeifaddrs(struct ifaddrs *);

#endif
