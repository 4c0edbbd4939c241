/* POSIX: processes that begin with another program. */
#ifndef _SPAWN_H
#define _SPAWN_H 1

#include <sched.h>
#include <sys/types.h>
#include <bits/sigset.h>

typedef struct {
    short __flags;
    pid_t __group;
    sigset_t __default, __mask;
    struct sched_param __parameters;
    int __policy;
    int __unused[16];
} posix_spawnattr_t;

typedef struct {
    int __allocated, __used;
    void *__actions;
    int __unused[16];
} posix_spawn_file_actions_t;

#define POSIX_SPAWN_RESETIDS 1
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8

int posix_spawn(pid_t *restrict, const char *restrict, const posix_spawn_file_actions_t *,
                const posix_spawnattr_t *restrict, char *const[], char *const[]);
int posix_spawnp(pid_t *restrict, const char *restrict, const posix_spawn_file_actions_t *,
                 const posix_spawnattr_t *restrict, char *const[], char *const[]);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict, int, const char *restrict, int, mode_t);

#endif
