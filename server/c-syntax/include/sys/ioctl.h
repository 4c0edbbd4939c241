/* Requests to devices. */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H 1

#include <features.h>

#define TCGETS 0x5401
#define TCSETS 0x5402
#define TIOCSCTTY 0x540E
#define TIOCGPGRP 0x540F
#define TIOCSPGRP 0x5410
#define TIOCOUTQ 0x5411
#define TIOCGWINSZ 0x5413
#define TIOCSWINSZ 0x5414
#define FIONREAD 0x541B
#define FIONBIO 0x5421
#define TIOCNOTTY 0x5422
#define TIOCGPTN 0x80045430
#define TIOCSPTLCK 0x40045431
#define FIOCLEX 0x5451
#define SIOCGIFNAME 0x8910
#define SIOCGIFCONF 0x8912
#define SIOCGIFFLAGS 0x8913
#define SIOCSIFFLAGS 0x8914
#define SIOCGIFADDR 0x8915
#define SIOCGIFNETMASK 0x891b
#define SIOCGIFMTU 0x8921
#define SIOCGIFHWADDR 0x8927
#define SIOCGIFINDEX 0x8933

#define _IO(type, number) ((type) << 8 | (number))
#define _IOR(type, number, of) (2u << 30 | sizeof(of) << 16 | (type) << 8 | (number))
#define _IOW(type, number, of) (1u << 30 | sizeof(of) << 16 | (type) << 8 | (number))
#define _IOWR(type, number, of) (3u << 30 | sizeof(of) << 16 | (type) << 8 | (number))

struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

int ioctl(int, unsigned long, ...);

#endif
