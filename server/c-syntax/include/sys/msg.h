/* POSIX: queues of messages between processes. */
#ifndef _SYS_MSG_H
#define _SYS_MSG_H 1

#include <sys/ipc.h>

typedef unsigned long msgqnum_t;
typedef unsigned long msglen_t;

struct msqid_ds {
    struct ipc_perm msg_perm;
    time_t msg_stime;
#ifndef __LP64__
    unsigned long __high_stime;
#endif
    time_t msg_rtime;
#ifndef __LP64__
    unsigned long __high_rtime;
#endif
    time_t msg_ctime;
#ifndef __LP64__
    unsigned long __high_ctime;
#endif
    unsigned long __msg_cbytes;
    msgqnum_t msg_qnum;
    msglen_t msg_qbytes;
    pid_t msg_lspid, msg_lrpid;
    unsigned long __reserved[2];
};

#define MSG_NOERROR 010000
#define MSG_EXCEPT 020000

int msgget(key_t, int);
int msgsnd(int, const void *, size_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
int msgctl(int, int, struct msqid_ds *);

#endif
