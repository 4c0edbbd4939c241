/* POSIX: interfaces of the network. */
#ifndef _NET_IF_H
#define _NET_IF_H 1

#include <sys/socket.h>

#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE
#define IFF_UP 1
#define IFF_BROADCAST 2
#define IFF_LOOPBACK 8
#define IFF_RUNNING 0x40
#define IFF_PROMISC 0x100
#define IFF_MULTICAST 0x1000

struct if_nameindex {
    unsigned if_index;
    char *if_name;
};

struct ifmap {
    unsigned long mem_start, mem_end;
    unsigned short base_addr;
    unsigned char irq, dma, port;
};

struct ifreq {
    union {
        char ifrn_name[IF_NAMESIZE];
    } ifr_ifrn;
    union {
        struct sockaddr ifru_addr, ifru_dstaddr, ifru_broadaddr, ifru_netmask, ifru_hwaddr;
        short ifru_flags;
        int ifru_ivalue, ifru_mtu;
        struct ifmap ifru_map;
        char *ifru_data;
    } ifr_ifru;
};
#define ifr_name ifr_ifrn.ifrn_name
#define ifr_addr ifr_ifru.ifru_addr
#define ifr_netmask ifr_ifru.ifru_netmask
#define ifr_broadaddr ifr_ifru.ifru_broadaddr
#define ifr_hwaddr ifr_ifru.ifru_hwaddr
#define ifr_flags ifr_ifru.ifru_flags
#define ifr_ifindex ifr_ifru.ifru_ivalue
#define ifr_mtu ifr_ifru.ifru_mtu
#define ifr_data ifr_ifru.ifru_data

unsigned if_nametoindex(const char *);
char *if_indextoname(unsigned, char *);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *);

#endif
