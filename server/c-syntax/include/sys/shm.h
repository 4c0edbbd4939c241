/* POSIX: memory that processes share. */
#ifndef _SYS_SHM_H
#define _SYS_SHM_H 1

#include <sys/ipc.h>

typedef unsigned long shmatt_t;

struct shmid_ds {
    struct ipc_perm shm_perm;
    size_t shm_segsz;
    time_t shm_atime;
#ifndef __LP64__
    unsigned long __high_atime;
#endif
    time_t shm_dtime;
#ifndef __LP64__
    unsigned long __high_dtime;
#endif
    time_t shm_ctime;
#ifndef __LP64__
    unsigned long __high_ctime;
#endif
    pid_t shm_cpid, shm_lpid;
    shmatt_t shm_nattch;
    unsigned long __reserved[2];
};

#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHM_R 0400
#define SHM_W 0200
#define SHMLBA 4096

int shmget(key_t, size_t, int);
void *shmat(int, const void *, int);
int shmdt(const void *);
int shmctl(int, int, struct shmid_ds *);

#endif
