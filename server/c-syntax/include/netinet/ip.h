/* Headers of IP. */
#ifndef _NETINET_IP_H
#define _NETINET_IP_H 1

#include <netinet/in.h>

struct iphdr {
    unsigned ihl : 4, version : 4;
    uint8_t tos;
    uint16_t tot_len, id, frag_off;
    uint8_t ttl, protocol;
    uint16_t check;
    uint32_t saddr, daddr;
};

#define IPVERSION 4
#define IPTOS_LOWDELAY 0x10
#define IPTOS_THROUGHPUT 8
#define IPTOS_RELIABILITY 4

#endif
