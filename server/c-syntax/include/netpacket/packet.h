/* Linux: sockets of an interface. */
#ifndef _NETPACKET_PACKET_H
#define _NETPACKET_PACKET_H 1

struct sockaddr_ll {
    unsigned short sll_family, sll_protocol;
    int sll_ifindex;
    unsigned short sll_hatype;
    unsigned char sll_pkttype, sll_halen, sll_addr[8];
};

#define PACKET_HOST 0
#define PACKET_BROADCAST 1
#define PACKET_OUTGOING 4

#endif
