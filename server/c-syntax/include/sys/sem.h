/* POSIX: semaphores that processes share. */
#ifndef _SYS_SEM_H
#define _SYS_SEM_H 1

#include <sys/ipc.h>

struct sembuf {
    unsigned short sem_num;
    short sem_op, sem_flg;
};

struct semid_ds {
    struct ipc_perm sem_perm;
    time_t sem_otime;
    unsigned long __reserved_otime;
    time_t sem_ctime;
    unsigned long __reserved_ctime;
    unsigned long sem_nsems;
    unsigned long __reserved[2];
};

#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17

int semget(key_t, int, int);
int semop(int, struct sembuf *, size_t);
int semtimedop(int, struct sembuf *, size_t, const struct timespec *);
int semctl(int, int, int, ...);

#endif
